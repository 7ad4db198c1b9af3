"""A league's mission against the app: who plays, for whom the app stands in, and the way back to the league.

Consent is a fact of the mission, written by whoever owns the warband. What a finished game tells the league
are facts: the league's own rules check them, roll casualties and book experience. Source: SOLO-76 to SOLO-84.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.league_page import Here
from campaigns.models import Fact, Scope
from campaigns.seatbook import Known, seatbook
from campaigns.services.facts import facts_of
from campaigns.services.solo import mission_key
from campaigns.solo.armies import EDITIONS, Army, pool
from campaigns.solo.home_page import games_of
from campaigns.solo.words import phase_words
from campaigns.store import registration
from rules.opr.setup import available_units
from rules.opr.state import Mission
from rules.opr.state import Unit as LeagueUnit
from rules.solo import handover
from rules.solo.book import Setting
from rules.solo.game import BOOKS, GAME, LATEST
from rules.solo.muster import muster
from rules.solo.state import Side, SoloState, Unit

STANDIN = "standin"
# The settings that say what a game against the app counts in a league.
OFFERED = ("ai_game_counts", "standin", "standin_death", "coop_reward", "challenge")


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A warband of the mission; `consent`: its owner lets the app play it."""

    id: str
    name: str
    player: str
    emblem: str
    mine: bool
    consent: bool
    points: int
    units: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting of the game with its options, in plain words."""

    key: str
    line: str
    rule: str
    options: tuple[tuple[str, str], ...]
    default: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What a finished game says. `why_not`: the sentence why nothing is handed over."""

    game: int
    name: str
    standing: str
    over: bool
    counts: str
    losses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    why_not: str = ""
    complete: bool = False


@dataclass(frozen=True, slots=True)
class MissionSolo:
    key: str
    name: str
    status: str
    sides: tuple[SideChoice, ...]
    pool: tuple[Army, ...]
    settings: tuple[Choice, ...]
    games: tuple[Facts, ...]
    may_make: bool


def build(here: Here, mission: Mission) -> MissionSolo:
    people = seatbook(here.scope.club)
    ticked = facts_of(here.scope, mission.id)
    sides = tuple(_side(here, mission, warband, people, ticked) for warband in mission.warbands)
    return MissionSolo(
        key=mission.id,
        name=mission.name or _("Mission %(number)s") % {"number": mission.number},
        status=mission.status,
        sides=sides,
        pool=tuple(pool(here.scope.club, here.scope.edition)),
        settings=tuple(_choice(key, BOOKS[LATEST].settings[key]) for key in OFFERED),
        games=tuple(_games(here, mission)),
        may_make=mission.open and (here.is_organiser or any(side.mine for side in sides)),
    )


def _side(
    here: Here,
    mission: Mission,
    warband: str,
    people: dict[str, Known],
    ticked: dict[tuple[str, str], Fact],
) -> SideChoice:
    one = here.state.warbands[warband]
    owner = people.get(one.owner, Known("", "iron"))
    units = taking_part(here, mission, warband)
    return SideChoice(
        id=warband,
        name=one.name,
        player=owner.name,
        emblem=owner.emblem,
        mine=here.owns(warband),
        consent=(STANDIN, warband) in ticked,
        points=sum(unit.value for unit in units),
        units=len(units),
    )


def taking_part(here: Here, mission: Mission, warband: str) -> list[LeagueUnit]:
    """Who comes along: those confirmed, else everybody who can fight."""
    side = next(one for one in mission.sides if one.warband == warband)
    if side.ready:
        return [here.state.units[unit] for unit in side.fielded]
    return list(available_units(here.state, warband))


def _choice(key: str, setting: Setting) -> Choice:
    words = {True: _("yes"), False: _("no")}
    options = tuple(
        (str(one), words[one] if isinstance(one, bool) else str(one).replace("_", " "))
        for one in setting.options
    )
    return Choice(key, setting.line, setting.ruling, options, str(setting.default))


def settings_of(post: Any) -> dict[str, Any]:
    """The settings sent, as the book wants them; unknown values are left for the book to refuse."""
    found: dict[str, Any] = {}
    for key in OFFERED:
        sent = post.get(f"set:{key}")
        if sent is not None:
            options = {str(one): one for one in BOOKS[LATEST].settings[key].options}
            found[key] = options.get(sent, sent)
    return found


def sides_and_units(
    here: Here, mission: Mission, standins: Iterable[str], apps: int
) -> tuple[list[Side], list[Unit]]:
    """The sides of the game with their units mustered; the app's own come first."""
    ticked = facts_of(here.scope, mission.id)
    replaced = set(standins)
    sides = [Side(f"app{at}", _("The app"), "ai_neutral", at) for at in range(1, apps + 1)]
    units: list[Unit] = []
    ordered = sorted(mission.sides, key=lambda side: side.warband not in replaced)
    for number, side in enumerate((one for one in ordered if not one.skipped), start=1):
        warband, seat = side.warband, len(sides) + 1
        there = taking_part(here, mission, warband)
        sides.append(
            Side(
                f"w{number}",
                here.state.warbands[warband].name,
                "ai_standin" if warband in replaced else "human",
                seat,
                source=warband,
                points=sum(unit.value for unit in there),
                underdog=side.underdog_left,
                consent=(STANDIN, warband) in ticked,
            )
        )
        units += [muster(unit, f"w{number}", at) for at, unit in enumerate(there, start=1)]
    return sides, units


def _games(here: Here, mission: Mission) -> list[Facts]:
    found = games_of(mission_key(here.scope, mission.id))
    states = registration("solo").load_many(found)
    names = dict(Scope.objects.filter(pk__in=found).values_list("pk", "name"))
    return [_facts(mission, pk, names[pk], states[pk]) for pk in found]  # type: ignore[arg-type]


COUNTS = {
    "fully": gettext_lazy("counts fully"),
    "no_vp": gettext_lazy("counts without VP"),
    "practice": gettext_lazy("practice: counts nothing"),
}


def _facts(mission: Mission, pk: int, name: str, state: SoloState) -> Facts:
    rules = GAME.book_of(state)
    told = handover.mission_facts(state, rules)
    report = handover.league_report(state, rules)
    losses = tuple(_loss(state, loss, rules) for loss in told.losses)
    extra = tuple(
        _("%(unit)s knocked out %(what)s of the app’s own list: experience the organiser books by hand.")
        % {"unit": _named(state, kill.killer), "what": _("a hero") if kill.hero else _("a unit")}
        for kill in report.app_kills
    )
    over = state.game.phase == "over"
    return Facts(
        game=pk,
        name=name,
        standing=phase_words(state),
        over=over,
        counts=str(COUNTS.get(told.counts, told.counts)),
        losses=losses,
        notes=(*told.notes, *extra),
        why_not=_why_not(mission, told.counts) if over else "",
        complete=set(report.warbands) == set(mission.warbands) and len(report.winners) == 1,
    )


def _why_not(mission: Mission, counts: str) -> str:
    if counts == "practice":
        return _("A practice game: nothing of it goes to the league.")
    if mission.status == "setup":
        return _("Begin the mission in the league first; then its facts can be handed over.")
    return "" if mission.status == "playing" else _("The mission has its result.")


def _loss(state: SoloState, loss: handover.Loss, rules: Any) -> str:
    by = f", {state.units[loss.by].name}" if loss.by in state.units else ""
    return f"{state.units[loss.victim].name}: {rules.words[loss.how]}{by}"


def _named(state: SoloState, source: str) -> str:
    return next((unit.name for unit in state.units.values() if unit.source == source), source)


def playable(edition: str) -> bool:
    """Whether the app can run a warband of this league's rulebook."""
    return edition in EDITIONS
