"""The rulebooks a league of warbands can be played by."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Act
from campaigns.engine.rulebooks import AskedSetting, Rulebook, plain_rulebook
from rules.engine.games import as_it_holds
from rules.opr import books
from rules.opr.game import GAME
from rules.opr.league.organiser import HOW_MANY
from rules.opr.state import OprState

LENGTH = "campaign_type"  # the setting that says how a league ends


def opr_rulebooks() -> list[Rulebook]:
    """Every edition."""
    return [_rulebook(edition) for edition in books.EDITIONS]


def _rulebook(edition: str) -> Rulebook:
    rules = books.edition_in_force(edition, ())
    points = rules.figures.start_points
    summary = ngettext(
        "%(forces)s of %(points)s point; each mission has six steps.",
        "%(forces)s of %(points)s points; each mission has six steps.",
        points,
    ) % {"forces": rules.words.forces.capitalize(), "points": points}
    rolled = dict.fromkeys(HOW_MANY, _("One die at the start decides how many: D6 + 4."))
    title = f"{rules.book.title} {rules.book.version}"
    return plain_rulebook(GAME, edition, title, summary, LENGTH, rolled, _who_plays())


def _who_plays() -> AskedSetting:
    """Asked of each club, since the rulebook's answer asks all its people to every mission. Source: OPR-10"""
    follows = {
        "off": _("The ranking counts total VP. Every mission needs every warband."),
        "on": _("The ranking counts VP per mission, so nobody loses their place by missing a night."),
    }
    return AskedSetting("parallel_play", _("Does everyone play every mission?"), "on", follows)


def league_settings(state: OprState) -> dict[str, object]:
    """What a league has that is not the book's."""
    return as_it_holds(GAME.settings(state.league.edition), dict(state.league.settings))


def setting_act(key: str, value: str, words: str) -> Act:
    """The act that changes one in a running league."""
    return "opr.change_setting", {"key": key, "value": value}
