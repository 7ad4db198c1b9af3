"""The rulebooks a league of warbands can be played by."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Act
from campaigns.engine.rulebooks import LeagueSetting, Rulebook, SettingChoice
from rules.opr import books
from rules.opr.league.organiser import HOW_MANY

LENGTH = "campaign_type"  # the setting that says how a league ends


def rulebooks() -> list[Rulebook]:
    """Every edition."""
    return [_rulebook(edition) for edition in books.EDITIONS]


def _rulebook(edition: str) -> Rulebook:
    rules = books.in_force(edition, ())
    points = rules.figures.start_points
    summary = ngettext(
        "%(forces)s of %(points)s point; every mission in six steps.",
        "%(forces)s of %(points)s points; every mission in six steps.",
        points,
    ) % {"forces": rules.words.forces.capitalize(), "points": points}
    settings = tuple(map(plain_setting, books.settings_of(edition)))
    return Rulebook("opr", edition, f"{rules.book.title} {rules.book.version}", summary, settings)


def plain_setting(setting: books.Setting) -> LeagueSetting:
    """A book's own setting in the shape the wizard draws."""
    choices = tuple(SettingChoice(one.value, one.label, _note(setting, one.value)) for one in setting.choices)
    return LeagueSetting(
        key=setting.key,
        name=setting.name,
        line=setting.line,
        choices=choices,
        default=setting.default,
        rule=setting.rule,
        frozen=setting.frozen,
        length=setting.key == LENGTH,
    )


def _note(setting: books.Setting, value: str) -> str:
    """A length that has an end is rolled for."""
    rolled = setting.key == LENGTH and value in HOW_MANY
    return _("One die at the start decides how many: D6 and 4 more.") if rolled else ""


def change(key: str, value: str, words: str) -> Act:
    """The act that changes one in a running league."""
    return "opr.change_setting", {"key": key, "value": value}
