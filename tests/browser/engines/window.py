#!/usr/bin/python3
"""A bare WebKit window, as narrow as a phone: it obeys WebKitWebDriver and writes down what goes wrong in it.

`window.py --automation --size=390x844 --log=FILE [--dark] [--noscript] [--news]` needs the system's Python
with Debian's python3-gi and gir1.2-webkit2-4.1. The log has a JSON object a line: a script's error, what a
page's own policy forbids, an answer of 400 and more, the end of a process; with news, where the window goes,
each request and its answer.
"""

import json
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("GdkX11", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GdkX11, GLib, Gtk, WebKit2  # noqa: E402, F401  (GdkX11 gives windows their number)

NAME, VERSION = "MiniBrowser", (2, 50, 6)  # the driver starts nothing that is called otherwise
HEAR = (Path(__file__).parent / "hear.js").read_text()


def main() -> None:
    asked = dict(one[2:].partition("=")[::2] for one in sys.argv[1:] if one.startswith("--"))
    log = open(asked["log"], "a", buffering=1)  # noqa: SIM115  (as long as the window)
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    if "dark" in asked:
        Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", True)

    def started(_context: Any, session: Any) -> None:
        about = WebKit2.ApplicationInfo()
        about.set_name(NAME)
        about.set_version(*VERSION)
        session.set_application_info(about)
        session.connect("create-web-view", lambda _session: window(context, asked, log))

    context.connect("automation-started", started)
    Gtk.main()


def window(context: Any, asked: dict[str, str], log: Any) -> Any:
    """A window with nothing but the page; the view in it is the driver's."""
    frame = Gtk.Window()
    frame.set_decorated(False)
    settings = WebKit2.Settings()
    settings.set_enable_javascript_markup("noscript" not in asked)
    settings.set_hardware_acceleration_policy(
        WebKit2.HardwareAccelerationPolicy.NEVER
    )  # else pictures are empty
    view = WebKit2.WebView(
        web_context=context,
        settings=settings,
        user_content_manager=ears(log),
        is_controlled_by_automation=True,
    )
    view.set_size_request(1, 1)
    if "news" in asked:
        follow(view, log)
    else:
        view.connect(
            "resource-load-started",
            lambda _view, resource, _request: resource.connect("finished", answered, log),
        )
    view.connect("web-process-terminated", lambda _view, why: note(log, "crash", str(why)))
    frame.add(view)
    frame.show_all()
    frame.move(0, 0)
    frame.resize(*(int(one) for one in asked["size"].split("x")))
    GLib.timeout_add(150, has_the_keyboard, frame)
    return view


def ears(log: Any) -> Any:
    """A script in each page, before its own ones, that tells of errors."""
    content = WebKit2.UserContentManager()
    content.connect(
        "script-message-received::heard", lambda _, said: log.write(said.get_js_value().to_string() + "\n")
    )
    content.register_script_message_handler("heard")
    frames, when = WebKit2.UserContentInjectedFrames, WebKit2.UserScriptInjectionTime
    content.add_script(WebKit2.UserScript.new(HEAR, frames.ALL_FRAMES, when.START, None, None))
    return content


def answered(resource: Any, log: Any) -> None:
    answer = resource.get_response()
    if answer is not None and answer.get_status_code() >= 400:
        note(log, "status", f"{answer.get_status_code()} {resource.get_uri()}")


def follow(view: Any, log: Any) -> None:
    """Note each step of a page's loading, a change of its address, each request and what came of it."""
    numbers = count(1)

    def asks(_view: Any, resource: Any, request: Any) -> None:
        about = {"number": next(numbers), "main": resource == view.get_main_resource()}
        note(log, "request", request.get_http_method() or "GET", url=request.get_uri(), **about)
        resource.connect("finished", got, about)

    def got(resource: Any, about: dict[str, Any]) -> None:
        answer = resource.get_response()
        status = answer.get_status_code() if answer is not None else 0
        note(log, "answer", str(status), url=resource.get_uri(), **about)

    def moved(_view: Any, _what: Any) -> None:
        if not view.is_loading():
            note(log, "moved", "moved", url=view.get_uri() or "")

    view.connect("resource-load-started", asks)
    view.connect("load-changed", lambda _, step: note(log, "load", step.value_nick, url=view.get_uri() or ""))
    view.connect("notify::uri", moved)


def note(log: Any, kind: str, text: str, **more: Any) -> None:
    log.write(json.dumps({"kind": kind, "text": text, **more}) + "\n")


def has_the_keyboard(frame: Any) -> bool:
    """Without a window manager nothing has it, and no page has the focus, until somebody says so."""
    number = str(frame.get_window().get_xid())
    subprocess.Popen(["xdotool", "windowfocus", number], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return False


if __name__ == "__main__":
    main()
