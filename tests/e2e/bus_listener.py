"""Prints what reaches the accessibility bus, one line of JSON each: announcements, what takes the focus, what opens.

A line on standard input asks every text for its attributes, as Orca does on each focus; the answer is a line "asked".
"""

import json
import os
import sys
import threading
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore", DeprecationWarning)
# Events that wait for an answer of this process would wait for its own questions.
Atspi.set_timeout(2000, 5000)


def tell(**what):
    print(json.dumps(what, ensure_ascii=False), flush=True)


def on(event):
    try:
        if event.type.startswith("object:announcement"):
            tell(kind="announcement", text=event.any_data)
        elif event.type.startswith("object:state-changed:focused") and event.detail1:
            # Nothing tells the binding that a name has changed since it was read last.
            event.source.clear_cache()
            tell(kind="focus", name=event.source.get_name() or "", role=event.source.get_role_name())
        elif event.type.startswith("object:state-changed:expanded"):
            tell(kind="expanded", role=event.source.get_role_name(), isOpen=bool(event.detail1))
    except GLib.Error:
        pass


def walk(accessible):
    yield accessible
    try:
        children = [accessible.get_child_at_index(i) for i in range(accessible.get_child_count())]
    except GLib.Error:
        return
    for child in children:
        if child is not None:
            yield from walk(child)


def ask():
    asked, roles = 0, {}
    desktop = Atspi.get_desktop(0)
    for application in [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]:
        if application is None or application.get_process_id() == os.getpid():
            continue
        for accessible in walk(application):
            try:
                role = accessible.get_role_name()
                if role in ("landmark", "heading", "push button", "radio button", "entry", "combo box", "check box"):
                    roles.setdefault(role, []).append(accessible.get_name() or "")
                text = accessible.get_text_iface()
                if text and Atspi.Text.get_character_count(text):
                    Atspi.Text.get_attribute_run(text, 0, True)
                    asked += 1
            except (GLib.Error, AttributeError):
                pass
    tell(kind="asked", texts=asked, roles=roles)


def answer():
    for _ in sys.stdin:
        GLib.idle_add(ask)
    GLib.idle_add(Atspi.event_quit)


listener = Atspi.EventListener.new(on)
for name in ("object:announcement", "object:state-changed:focused", "object:state-changed:expanded"):
    listener.register(name)
threading.Thread(target=answer, daemon=True).start()
tell(kind="ready")
Atspi.event_main()
