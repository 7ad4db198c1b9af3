"""A report as a form and as a page: who took part, who won, who is out and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.league_page import Here
from campaigns.seatbook import Known, seatbook
from rules.opr.setup import available_units
from rules.opr.state import Mission, Unit
from rules.refusals import Refused

LEAST_ROUNDS = 4
MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class ReportUnit:
    """A unit on the form. `by` is the killer chosen so far; `enemies` are the ids and names to tap."""

    id: str
    name: str
    hero: bool
    out: bool
    by: str
    melee: bool
    charge: bool
    down: bool
    routed: bool
    enemies: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportSide:
    id: str
    name: str
    player: str
    emblem: str
    mine: bool
    won: bool
    objective: str
    met: bool
    conceded: int
    units: tuple[ReportUnit, ...]

    @property
    def out(self) -> int:
        return sum(1 for unit in self.units if unit.out)


@dataclass(frozen=True, slots=True)
class Escape:
    """An event that a unit could leave the table for."""

    event: str
    name: str
    units: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ReportForm:
    """Everything on one page; enemies first, as one has just seen them fall."""

    mission: str
    rounds: int
    sides: tuple[ReportSide, ...]
    escapes: tuple[Escape, ...]
    words: Any
    confirms: str

    @property
    def units(self) -> list[ReportUnit]:
        return [unit for side in self.sides for unit in side.units]

    @property
    def enemies_first(self) -> tuple[ReportSide, ...]:
        return tuple(sorted(self.sides, key=lambda side: side.mine))


def form_for(here: Here, warbands: list[str], mission: Mission | None, sent: Mapping[str, Any]) -> ReportForm:
    """The form with what is known (`sent` in the shape of the report's facts) already ticked."""
    people = seatbook(here.scope.club)
    fielded = {warband: _fielded(here, warband, mission) for warband in warbands}
    sides = tuple(_side(here, warband, mission, fielded, sent, people) for warband in warbands)
    others = [side.player for side in sides if not side.mine]
    least = max(LEAST_ROUNDS, mission.round if mission else 0)
    return ReportForm(
        mission=mission.id if mission else "",
        rounds=sent.get("rounds") or least,
        sides=sides,
        escapes=_escapes(here, mission, sent),
        words=here.book.words,
        confirms=", ".join(others),
    )


def _fielded(here: Here, warband: str, mission: Mission | None) -> list[Unit]:
    if mission is None:
        return available_units(here.state, warband)
    return [here.state.units[unit] for unit in mission.side(warband).fielded]


def _side(
    here: Here,
    warband: str,
    mission: Mission | None,
    fielded: Mapping[str, list[Unit]],
    sent: Mapping[str, Any],
    people: dict[str, Known],
) -> ReportSide:
    row = here.state.warbands[warband]
    owner = people.get(row.owner, Known("", "iron"))
    side = mission.side(warband) if mission else None
    enemies = tuple(
        (unit.id, unit.name) for other, units in fielded.items() if other != warband for unit in units
    )
    out = {kill["victim"]: kill for kill in sent.get("kills", [])}
    entry = next((e for e in here.book.book.objectives if side and e.key == side.objective), None)
    return ReportSide(
        id=warband,
        name=row.name,
        player=owner.name,
        emblem=owner.emblem,
        mine=here.owns(warband),
        won=warband in sent.get("winners", []),
        objective=f"{entry.name}: {entry.text}" if entry else "",
        met=bool(sent.get("met", {}).get(warband)),
        conceded=side.conceded if side else 0,
        units=tuple(_unit(unit, out.get(unit.id), enemies) for unit in fielded[warband]),
    )


def _unit(unit: Unit, kill: Mapping[str, Any] | None, enemies: tuple[tuple[str, str], ...]) -> ReportUnit:
    known = kill or {}
    return ReportUnit(
        unit.id,
        unit.name,
        unit.hero,
        out=kill is not None,
        by=known.get("killer", ""),
        melee=bool(known.get("melee")),
        charge=bool(known.get("charge")),
        down=bool(known.get("down")),
        routed=bool(known.get("routed")),
        enemies=enemies,
    )


def _escapes(here: Here, mission: Mission | None, sent: Mapping[str, Any]) -> tuple[Escape, ...]:
    if mission is None:
        return ()
    left = {one["event"]: one["unit"] for one in sent.get("left", [])}
    found = []
    for event in mission.events:
        entry = here.book.book.event_by_code[event.code]
        if entry.kind in ("escort", "marker"):
            units = event.units if entry.kind == "escort" else mission.fielded
            named = tuple((one, here.state.units[one].name) for one in units)
            found.append(Escape(event.id, entry.name, named, left.get(event.id, "")))
    return tuple(found)


def facts_from(form: ReportForm, post: QueryDict) -> dict[str, Any]:
    """The facts as the rules take them, from what was sent. Raises `Refused` for what cannot be read."""
    rounds = post.get("rounds", "")
    if not (rounds.isdecimal() and 1 <= int(rounds) <= MOST_ROUNDS):
        raise Refused("OPR-30", _("How many rounds were played? A number from 1 to 20."), "rounds")
    if post.get("winner", "") not in {side.id for side in form.sides}:
        raise Refused("OPR-30", _("Tap who won."), "winner")
    facts: dict[str, Any] = {
        "winners": [post["winner"]],
        "rounds": int(rounds),
        "kills": [
            _kill(unit, post) for side in form.sides for unit in side.units if f"out:{unit.id}" in post
        ],
        "conceded": _conceded(form, post),
    }
    if form.mission:
        chosen = {escape.event: post.get(f"left:{escape.event}", "") for escape in form.escapes}
        left = [{"event": event, "unit": unit} for event, unit in chosen.items() if unit]
        met = {side.id: f"met:{side.id}" in post for side in form.sides if side.objective}
        facts |= {"mission": form.mission, "left": left, "met": met}
    else:
        facts["warbands"] = [side.id for side in form.sides]
    return facts


def _kill(unit: ReportUnit, post: QueryDict) -> dict[str, Any]:
    killer = post.get(f"by:{unit.id}", "")
    known = {one for one, _name in unit.enemies}
    round_out = post.get(f"round:{unit.id}", "")
    return {
        "victim": unit.id,
        "killer": killer if killer in known else "",
        "round": int(round_out) if round_out.isdecimal() else 0,
        "melee": f"melee:{unit.id}" in post,
        "charge": f"charge:{unit.id}" in post,
        "down": f"down:{unit.id}" in post,
        "routed": f"routed:{unit.id}" in post,
    }


def _conceded(form: ReportForm, post: QueryDict) -> dict[str, int]:
    found = {}
    for side in form.sides:
        text = post.get(f"conceded:{side.id}", "")
        if not side.conceded and text.isdecimal() and int(text):
            found[side.id] = int(text)
    return found


def told(here: Here, facts: Mapping[str, Any]) -> list[str]:
    """A report's facts as short lines, for reading and comparing two versions."""
    units, warbands = here.state.units, here.state.warbands
    won = {"name": _names(warbands, facts["winners"]), "rounds": facts["rounds"]}
    lines = [_("%(name)s won after %(rounds)s rounds.") % won]
    for kill in facts.get("kills", []):
        way = _("routed") if kill.get("routed") else here.book.words.out
        by = f" {_('by')} {units[kill['killer']].name}" if kill.get("killer") in units else ""
        melee = f", {_('in melee')}" if kill.get("melee") else ""
        if kill["victim"] in units:
            lines.append(f"{units[kill['victim']].name}: {way}{by}{melee}.")
    for warband, met in facts.get("met", {}).items():
        if met:
            lines.append(_("%(name)s met its special objective.") % {"name": warbands[warband].name})
    for warband, when in facts.get("conceded", {}).items():
        told = {"name": warbands[warband].name, "round": when}
        lines.append(_("%(name)s conceded in round %(round)s.") % told)
    return lines


def _names(warbands: Mapping[str, Any], ids: list[str]) -> str:
    return ", ".join(warbands[one].name for one in ids if one in warbands)
