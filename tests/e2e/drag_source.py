"""A window in the corner from which the files that it is started with can be dragged, as from a file manager."""

import pathlib
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

uris = [pathlib.Path(path).absolute().as_uri() for path in sys.argv[1:]]
window = Gtk.Window(title="Files to drag", default_width=80, default_height=60, decorated=False)
box = Gtk.EventBox()
box.add(Gtk.Label(label="files"))
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
box.drag_source_add_uri_targets()
box.connect("drag-data-get", lambda _box, _context, data, _info, _time: data.set_uris(uris))
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.set_keep_above(True)
window.move(0, 0)
window.show_all()
Gtk.main()
