"""The rulebook of a map league, with its options in the shape the wizard draws."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.engine.lines import Act
from campaigns.engine.rulebooks import LeagueSetting, Rulebook, SettingChoice
from rules.conquest.book import EDITIONS, Settings, book


def rulebooks() -> list[Rulebook]:
    """Every edition."""
    summary = _("A map of territories; rounds of challenges, battles and building.")
    return [
        Rulebook("conquest", edition, book(edition).title, summary, tuple(_settings(edition)))
        for edition in EDITIONS
    ]


def _settings(edition: str) -> Iterator[LeagueSetting]:
    """The book's options in the shape the wizard draws: yes or no, a choice, or a number."""
    for key, text in book(edition).settings.items():
        field = Settings.model_fields[key]
        limits = {type(one).__name__: getattr(one, type(one).__name__.lower(), 0) for one in field.metadata}
        yield LeagueSetting(
            key=key,
            name=text.line.rstrip("."),
            line="",
            choices=tuple(_choices(text.options, field.default)),
            default=_plain(field.default),
            rule=text.rule,
            frozen=text.frozen,
            least=limits.get("Ge", 0),
            most=limits.get("Le", 0),
        )


def _choices(options: dict[str, str], default: object) -> Iterator[SettingChoice]:
    if isinstance(default, bool):
        yield SettingChoice("on", _("Yes"))
        yield SettingChoice("off", _("No"))
    for value, label in options.items():
        yield SettingChoice(value, label)


def _plain(value: object) -> str:
    """A setting's value as a form sends it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def change(key: str, value: str, words: str) -> Act:
    """An option of a running league changed, with the reason."""
    return "conquest.set_options", {"settings": {key: value}, "words": words}
