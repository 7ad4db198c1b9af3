"""The options of a map book, in the shape the wizard draws: yes or no, a choice, or a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from campaigns.engine.rulebooks import LeagueSetting, SettingChoice
from rules.engine.books import BookModel
from rules.turns.settings import SettingText


def league_settings(model: type[BookModel], texts: Mapping[str, SettingText]) -> Iterator[LeagueSetting]:
    """Every option, with what it may be."""
    for key, text in texts.items():
        field = model.model_fields[key]
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


def _choices(options: Mapping[str, str], default: object) -> Iterator[SettingChoice]:
    if isinstance(default, bool):
        yield SettingChoice("on", _("Yes"))
        yield SettingChoice("off", _("No"))
    for value, label in options.items():
        yield SettingChoice(value, label)


def _plain(value: object) -> str:
    """A setting's value as a form sends it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
