"""Prints the size of the picture on the clipboard and the colour of its first pixel, as another program sees them."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

picture = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_image()
if picture is None:
    raise SystemExit("no picture is on the clipboard")
print(picture.get_width(), picture.get_height(), *picture.get_pixels()[:3])
