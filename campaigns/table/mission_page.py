"""One mission as a page: set-up, play, result and the steps each side still has to walk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from campaigns.league_page import Here
from campaigns.models import Fact, Report, ReportStatus
from campaigns.seatbook import Known, seatbook
from campaigns.services.facts import DOWN, OUT, facts_of
from rules.opr.books import InForce
from rules.opr.setup import available_units, cap_of
from rules.opr.state import STEPS, Event, Mission, Side, Unit

STEP_TITLES = {
    "casualties": "Casualties",
    "experience": "Experience",
    "upgrades": "Upgrades",
    "recruiting": "Recruiting",
}
LATER_STEPS = tuple(STEP_TITLES)


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit at the table: how many it took out, whether it is down or out (in which round, 0: it stands)."""

    id: str
    name: str
    hero: bool
    points: int
    fielded: bool
    kills: int
    down: bool
    out: int
    routed: bool
    by: str
    available: bool
    note: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """One of the steps after the mission. `state` is "done", "now" or "later"."""

    key: str
    title: str
    state: str
    url: str
    mine: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """One warband in the mission."""

    id: str
    name: str
    player: str
    emblem: str
    url: str
    mine: bool
    ready: bool
    skipped: bool
    won: bool
    conceded: int
    value: int
    underdog: int
    underdog_left: int
    tokens: tuple[bool, ...]
    objective: str
    objective_text: str
    objective_dice: tuple[int, ...]
    met: bool | None
    units: tuple[UnitLine, ...]
    steps: tuple[StepLine, ...]

    @property
    def standing(self) -> int:
        return sum(1 for unit in self.units if unit.fielded and not unit.out)

    @property
    def fielded(self) -> int:
        return sum(1 for unit in self.units if unit.fielded)

    @property
    def at_home(self) -> int:
        return len(self.units) - self.fielded


@dataclass(frozen=True, slots=True)
class EventView:
    """A random event: its dice, its name and our short text, whom it hit, how long it lasts."""

    id: str
    code: int
    dice: tuple[int, int]
    name: str
    text: str
    lasts: str
    hits: str
    round: int
    in_force: bool
    sealed: bool
    note: str


@dataclass(frozen=True, slots=True)
class MissionPage:
    """What the page of a mission shows."""

    id: str
    number: int
    name: str
    status: str
    round: int
    rounds: tuple[str, ...]
    cap: int
    sides: tuple[SideView, ...]
    events: tuple[EventView, ...]
    next_round: int
    report: Report | None
    may_play: bool
    winner: str
    words: Any

    @property
    def in_force(self) -> tuple[EventView, ...]:
        return tuple(event for event in self.events if event.in_force)

    @property
    def mine(self) -> SideView | None:
        return next((side for side in self.sides if side.mine), None)

    @property
    def others(self) -> tuple[SideView, ...]:
        """Mine first, as one holds the phone."""
        return tuple(sorted(self.sides, key=lambda side: not side.mine))

    @property
    def all_ready(self) -> bool:
        return all(side.ready or side.skipped for side in self.sides)


def build(here: Here, mission: Mission) -> MissionPage:
    """The page of a mission, from the state, the seats, the facts ticked so far and the report."""
    people = seatbook(here.scope.club)
    ticked = facts_of(here.scope, mission.id) if mission.open else {}
    rules: InForce = here.book
    return MissionPage(
        id=mission.id,
        number=mission.number,
        name=mission.name or f"Mission {mission.number}",
        status=mission.status,
        round=mission.round,
        rounds=_bars(mission, rules),
        cap=cap_of(here.state, rules, mission.warbands) if mission.status == "setup" else 0,
        sides=tuple(_side(here, mission, side, people, ticked) for side in mission.sides),
        events=tuple(_event(here, mission, event) for event in reversed(mission.events)),
        next_round=mission.round + 1,
        report=_report(here, mission),
        may_play=here.seat is not None and not here.seat.is_spectator,
        winner=here.state.warbands[mission.winner].name if mission.winner in here.state.warbands else "",
        words=rules.words,
    )


def _report(here: Here, mission: Mission) -> Report | None:
    """The latest report that waits to count."""
    waiting = [ReportStatus.SENT, ReportStatus.DISPUTED]
    found = Report.objects.filter(scope=here.scope, mission=mission.id, status__in=waiting)
    return found.select_related("reporter").first()


def _bars(mission: Mission, rules: InForce) -> tuple[str, ...]:
    least = max(rules.figures.mission_rounds, mission.round)
    return tuple(
        "done" if n < mission.round else "now" if n == mission.round else "" for n in range(1, least + 1)
    )


def _side(
    here: Here, mission: Mission, side: Side, people: dict[str, Known], ticked: dict[tuple[str, str], Fact]
) -> SideView:
    warband = here.state.warbands[side.warband]
    owner = people.get(warband.owner, Known("", "iron"))
    objective = _objective(here.book, side.objective)
    return SideView(
        id=warband.id,
        name=warband.name,
        player=owner.name,
        emblem=owner.emblem,
        url=reverse("campaigns:warband", args=[here.scope.pk, warband.id]),
        mine=here.owns(warband.id),
        ready=side.ready,
        skipped=side.skipped,
        won=mission.winner == warband.id,
        conceded=side.conceded,
        value=side.value,
        underdog=side.underdog,
        underdog_left=side.underdog_left,
        tokens=tuple(n < side.underdog_left for n in range(side.underdog)),
        objective=objective[0],
        objective_text=objective[1],
        objective_dice=side.objective_dice,
        met=side.met,
        units=tuple(_unit(here, mission, side, unit, ticked) for unit in _units(here, mission, side)),
        steps=_steps(here, mission, side) if mission.status == "finished" else (),
    )


def _objective(rules: InForce, key: str) -> tuple[str, str]:
    found = next((entry for entry in rules.book.objectives if entry.key == key), None)
    return (found.name, found.text) if found else ("", "")


def _units(here: Here, mission: Mission, side: Side) -> list[Unit]:
    if mission.status == "setup":
        return list(here.state.sheet(side.warband))
    return [here.state.units[one] for one in side.fielded]


def _unit(
    here: Here, mission: Mission, side: Side, unit: Unit, ticked: dict[tuple[str, str], Fact]
) -> UnitLine:
    out = _out(mission, unit.id, ticked)
    available = unit.id in {one.id for one in available_units(here.state, side.warband)}
    killer = here.state.units.get(out.get("killer", ""))
    return UnitLine(
        id=unit.id,
        name=unit.name,
        hero=unit.hero,
        points=unit.value,
        fielded=unit.id in side.fielded if side.ready else available,
        kills=_kills(mission, unit.id, ticked),
        down=(DOWN, unit.id) in ticked,
        out=out.get("round", 0) or (1 if out else 0),
        routed=bool(out.get("routed")),
        by=killer.name if killer else "",
        available=available,
        note="" if available else f"sits out, {unit.sits_out} to go",
    )


def _out(mission: Mission, unit: str, ticked: dict[tuple[str, str], Fact]) -> dict[str, Any]:
    fact = ticked.get((OUT, unit))
    if fact is not None:
        return dict(fact.data)
    for kill in mission.kills:
        if kill.victim == unit:
            return {"killer": kill.killer, "round": kill.round, "routed": kill.routed}
    return {}


def _kills(mission: Mission, unit: str, ticked: dict[tuple[str, str], Fact]) -> int:
    live = sum(1 for (kind, _v), fact in ticked.items() if kind == OUT and fact.data.get("killer") == unit)
    return live or sum(1 for kill in mission.kills if kill.killer == unit)


def _event(here: Here, mission: Mission, event: Event) -> EventView:
    entry = here.book.book.event_by_code[event.code]
    names = [here.state.units[one].name for one in event.units if one in here.state.units]
    if not names and event.warband in here.state.warbands:
        names = [here.state.warbands[event.warband].name]
    over = entry.when == "round" and event.round < mission.round
    lasts = {"round": f"until round {event.round} ends", "mission": "until the mission ends"}
    return EventView(
        id=event.id,
        code=event.code,
        dice=(event.code // 10, event.code % 10),
        name=entry.name,
        text=entry.text,
        lasts=lasts.get(entry.when, ""),
        hits=", ".join([*names, event.quarter] if event.quarter else names),
        round=event.round,
        in_force=mission.status == "playing" and not over and not (event.settled and entry.when == "now"),
        sealed=event.sealed and not event.revealed,
        note=event.words,
    )


def _steps(here: Here, mission: Mission, side: Side) -> tuple[StepLine, ...]:
    if side.skipped:
        return ()
    place = STEPS.index(side.step)
    mine = here.owns(side.warband) or here.is_organiser
    return tuple(
        StepLine(
            key,
            STEP_TITLES[key],
            "done" if STEPS.index(key) < place else "now" if key == side.step else "later",
            reverse("campaigns:step", args=[here.scope.pk, mission.id, side.warband]),
            mine,
        )
        for key in LATER_STEPS
    )
