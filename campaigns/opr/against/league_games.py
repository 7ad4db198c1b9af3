"""What the pages of a league show of games against the app: who may play, on which terms, what came of them.

Nothing is booked here; a finished game's facts go to the league by its report. Source: SOLO-76 to SOLO-84.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.seatbook import NO_SEAT, KnownPerson
from campaigns.models import Report, Scope
from campaigns.opr.league.app_games import (
    league_round,
    mission_key,
    played_before_each,
    practice_reasons,
    reports_of,
    terms_of,
)
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.reader import tapped, word
from campaigns.solo import viewer as solo_viewer
from campaigns.solo.armies import EDITIONS, PoolArmy, available_armies
from campaigns.solo.club_page import games_of
from campaigns.solo.unit_labels import COUNTS, phase_words
from rules.engine.language import with_heading
from rules.engine.plain import JsonObject, Params
from rules.opr.playing.setup import available_units
from rules.opr.state import Unit as LeagueUnit
from rules.opr.values import total_value
from rules.solo.book import Rules, told_value
from rules.solo.game import GAME, LATEST, solo_book
from rules.solo.league import handover
from rules.solo.state import SoloState

# How much a game against the app counts; one game may have other terms than its league.
OF_SETTINGS = "set:"  # how their fields begin
OFFERED = ("ai_game_counts", "standin", "standin_death", "coop_reward", "challenge")


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A warband that may take part; `consent`: its owner lets the app play it. `why_not`: it cannot now."""

    id: str
    name: str
    player: str
    emblem: str
    mine: bool
    points: int
    units: int
    consent: bool = False
    rival: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class GameSetting:
    """A setting of the game with its options, in plain words."""

    key: str
    line: str
    rule: str
    options: tuple[tuple[str, str], ...]
    default: str


@dataclass(frozen=True, slots=True)
class AgainstGame:
    """A game and what it says. `why_not`: the sentence why nothing is handed over."""

    id: int
    name: str
    standing: str
    over: bool
    counts: str
    losses: tuple[str, ...]
    notes: tuple[str, ...]
    why_not: str
    report: Report | None


def playable(edition: str) -> bool:
    """Whether the app can run a warband of this league's rulebook."""
    return edition in EDITIONS


def side_choice(
    viewer: OprViewer,
    warband: str,
    units: list[LeagueUnit],
    people: dict[str, KnownPerson],
    *,
    consent: bool = False,
    why_not: str = "",
) -> SideChoice:
    one = viewer.state.warbands[warband]
    owner = people.get(one.owner, NO_SEAT)
    value = total_value(units)
    mine = viewer.owns(warband)
    return SideChoice(
        warband, one.name, owner.name, owner.emblem, mine, value, len(units), consent, one.rival, why_not
    )


def everybody(viewer: OprViewer, warband: str) -> list[LeagueUnit]:
    return list(available_units(viewer.state, warband))


def drawable_armies(viewer: OprViewer) -> tuple[PoolArmy, ...]:
    return tuple(available_armies(viewer.scope.club, viewer.scope.edition))


def term_choices(viewer: OprViewer) -> tuple[GameSetting, ...]:
    """The terms a game may have of its own; the league's are chosen already."""
    return tuple(_choice(key, terms_of(viewer.book)) for key in OFFERED)


def _choice(key: str, terms: Params) -> GameSetting:
    setting = solo_book(LATEST).settings[key]
    options = tuple((str(one), told_value(one)) for one in setting.options)
    return GameSetting(key, setting.line, setting.ruling, options, str(terms.get(key, setting.default)))


def chosen_terms(viewer: OprViewer) -> JsonObject:
    """The terms an organiser has chosen for one game; unknown values are left for the book to refuse."""
    found: JsonObject = {}
    for key in OFFERED if viewer.is_organiser else ():
        name = OF_SETTINGS + key
        if tapped(viewer.request, name):
            sent = word(viewer.request, name)
            options = {str(one): one for one in solo_book(LATEST).settings[key].options}
            found[key] = options.get(sent, sent)
    return found


def against_games(viewer: OprViewer, mission: str = "", why_not: str = "") -> tuple[AgainstGame, ...]:
    """The games of a mission, or those that bring the league a mission of their own, the newest first."""
    found = games_of(mission_key(viewer.scope, mission))
    states = solo_viewer.registration().load_many(found)
    names = dict(Scope.objects.filter(pk__in=found).values_list("pk", "name"))
    known = reports_of(viewer.scope, found)
    ended = [pk for pk in found if pk not in known and states[pk].game.phase == "over" and not why_not]
    told = {pk: handover.league_report(states[pk], GAME.book_of(states[pk])) for pk in ended}
    above = practice_reasons(viewer.scope, told)
    return tuple(
        _game(pk, names[pk], states[pk], known.get(pk), why_not or above.get(pk, "")) for pk in found
    )


def _game(pk: int, name: str, state: SoloState, report: Report | None, why_not: str) -> AgainstGame:
    rules = GAME.book_of(state)
    told = handover.mission_facts(state, rules)
    over = state.game.phase == "over"
    if told.counts == "practice":
        why_not = _("A practice game: none of it counts in the league.")
    return AgainstGame(
        id=pk,
        name=name,
        standing=phase_words(state),
        over=over,
        counts=str(COUNTS.get(told.counts, told.counts)),
        losses=tuple(loss_words(state, loss, rules) for loss in told.losses),
        notes=told.notes,
        why_not=why_not if over and report is None else "",
        report=report,
    )


def cap_words(viewer: OprViewer, sides: Iterable[SideChoice]) -> str:
    """What becomes of the games above the cap, said before one begins; who has had all of theirs."""
    cap = int(viewer.book.setting("ai_games_cap"))
    if not cap:
        return ""
    told = ngettext(
        "Each league round, %(n)d of these games counts for each player: the first one handed in. Any more "
        "are practice games.",
        "Each league round, %(n)d of these games count for each player: the first ones handed in. Any more "
        "are practice games.",
        cap,
    )
    had = played_before_each(viewer.scope, league_round(viewer.state))
    through = ", ".join(side.name for side in sides if had.get(side.id, 0) >= cap)
    more = _("The next game is a practice game for %(names)s.") % {"names": through} if through else ""
    return f"{told % {'n': cap}} {more}".strip()


def loss_words(state: SoloState, loss: handover.Loss, rules: Rules) -> str:
    by = f", {state.units[loss.by].name}" if loss.by in state.units else ""
    return with_heading(state.units[loss.victim].name, f"{rules.words[loss.how]}{by}")
