"""Everything a first page would wait for, done before the server listens: templates compiled, adapters of
rows made, signs and languages read. The server's start alone does this (`config.wsgi`); commands and tests
begin at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from wsgiref.types import WSGIApplication, WSGIEnvironment
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.template.loader import get_template
from django.utils import formats, translation

from campaigns.engine.stored.store import registrations
from campaigns.templatetags.look import icon_url

# Templates of the packages we draw forms and accounts with, beside all of our own.
OTHERS = (
    "bootstrap5/display_form.html", "bootstrap5/field.html", "bootstrap5/uni_form.html",
    "bootstrap5/whole_uni_form.html",
)  # fmt: skip

NOWHERE = 0  # no league has this number


def up() -> None:
    """Do all of it."""
    for name in (*own_templates(), *OTHERS):
        get_template(name)
    for registration in registrations().values():
        registration.made_ready()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            formats.get_format("DATE_FORMAT")
    with suppress(ValueError):  # nothing has been collected yet
        icon_url("flag")


def first_look(pages: WSGIApplication) -> None:
    """What a process does before anybody asks it: its connection to the database learns the tables of all
    games, and it asks itself for the page of somebody who is not signed in. So what it shares with other
    processes until it is touched becomes its own now.
    """
    for registration in registrations().values():
        registration.load(NOWHERE)
    asked: WSGIEnvironment = {}
    setup_testing_defaults(asked)
    answer = pages(asked, lambda status, headers, exc_info=None: lambda data: None)
    try:
        b"".join(answer)
    finally:  # it gives the connection back
        getattr(answer, "close", lambda: None)()


@cache
def preload_press() -> None:
    """What the first PDF would wait for for a second and more: the library that presses it, faces and style.

    It takes 30 MB, which forks share (`config.web`); a process made for itself does it in a spare moment.
    """
    from campaigns.paper import press

    press.warm_press()


def own_templates() -> Iterator[str]:
    """The names of the project's templates."""
    root = Path(settings.ROOT / "templates")
    yield from sorted(str(file.relative_to(root)) for file in root.rglob("*.html"))
