"""What every printed page has in common: its faces and its style."""

from pathlib import Path

from django.template.backends.django import Template
from django.template.loader import get_template

from campaigns.engine.plugins import plugins
from campaigns.paper.measure import FONTS

FACES = (
    ("Vollkorn", 700, "normal", "Vollkorn-Bold"),
    ("Fira Sans Condensed", 400, "normal", "FiraSansCondensed-Regular"),
    ("Fira Sans Condensed", 400, "italic", "FiraSansCondensed-Italic"),
    ("Fira Sans Condensed", 500, "normal", "FiraSansCondensed-Medium"),
    ("Fira Sans Condensed", 700, "normal", "FiraSansCondensed-Bold"),
    ("Fira Sans", 400, "normal", "FiraSans-Regular"),
    ("Noto Emoji", 400, "normal", "NotoEmoji-Regular"),
)


def style_text() -> str:
    """The faces, what everything printed has, and what each game's pages have besides."""
    faces = "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {slant};'
        f" src: url({(FONTS / file).as_uri()}.ttf) }}\n"
        for family, weight, slant, file in FACES
    )
    own = (plugin.paper.style for plugin in plugins() if plugin.paper.style)
    return faces + "".join(map(_text, ("campaigns/paper/print.css", *own)))


def base_text() -> str:
    """What the elements are before that."""
    return _text("campaigns/paper/plain.css")


def _text(name: str) -> str:
    found = get_template(name)
    assert isinstance(found, Template)
    return Path(found.origin.name).read_text()
