"""Step 4: XP for surviving, for kills and from events, then the levels they bring (OPR-44 to OPR-55)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rules.engine.language import say
from rules.engine.procedure import Procedure, gather
from rules.engine.questions import ChooseSeveral, Option, Roll
from rules.engine.questions import side as side_of
from rules.engine.refusals import Refused
from rules.opr.booking import Effects, Ledger, at_step, find_mission
from rules.opr.books import EventEntry, InForce
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import StepTaken
from rules.opr.playing.owed import entry_of, open_sealed_note
from rules.opr.playing.table import why_not_of
from rules.opr.reports.facts import APP_HERO, APP_UNIT, NEUTRAL, is_taken_out, left_alive, warband_of
from rules.opr.state import Event, Kill, Mission, OprState, Side, Unit
from rules.opr.warbands.levels import gain_levels


@dataclass(frozen=True, slots=True)
class ExperienceGain:
    """XP for one unit before the cap, with the reason and the rule."""

    amount: int
    because: str
    rule: str
    about: str = ""


@GAME.procedure(
    "experience",
    rules=(
        "OPR-44",
        "OPR-45",
        "OPR-46",
        "OPR-47",
        "OPR-48",
        "OPR-49",
        "OPR-50",
        "OPR-51",
        "OPR-52",
        "OPR-53",
        "OPR-54",
        "OPR-55",
        "OPR-72",
    ),
    slot="mission:{mission}:{warband}:experience",
    by="side:{warband}",
)
def gain_experience(ctx: OprCtx, *, mission: str, warband: str) -> Procedure[Effects]:
    """Step 4: earn experience and resolve levels.

    Source: OPR-44 to OPR-55, OPR-72
    """
    side = yield from at_step(ctx, mission, warband, "experience")
    ledger = Ledger(ctx.state, ctx.book, mission)
    yield from _open_notes(ledger, find_mission(ctx.state, mission), warband)
    found = ledger.state.missions[mission]
    for event in found.events:
        yield from _shared(ledger, found, side, event)
    grown = yield from gather(*(_grow(ledger, found, side, unit) for unit in ledger.state.sheet(warband)))
    for effects in grown:
        ledger.book(*effects)
    ledger.book(StepTaken(mission=mission, warband=warband, step="upgrades", rule="OPR-20"))
    return ledger.effects


def _open_notes(ledger: Ledger, mission: Mission, warband: str) -> Procedure[None]:
    """Sealed notes on enemy units count now, so they are opened. Source: OPR-69, OPR-72"""
    for event in mission.events:
        entry = entry_of(ledger.rules, event)
        mine = entry.kind == "revenge" and event.warband == warband
        if mine and event.sealed and not event.revealed:
            ledger.book((yield from open_sealed_note(ledger.state, mission.id, event, entry.kind)))


def earns_xp(side: Side, unit: Unit) -> bool:
    """Fielded, still on the sheet, and not out of this mission's XP. Source: OPR-42, OPR-46"""
    return unit.id in side.fielded and unit.living and unit.id not in side.no_xp


def _shared(ledger: Ledger, mission: Mission, side: Side, event: Event) -> Procedure[None]:
    """Event XP for several units, before everything else. Source: OPR-72, A-28, A-29"""
    entry = entry_of(ledger.rules, event)
    everyone = ledger.rules.setting("event_xp_scope") == "sheet"
    units = [
        unit
        for unit in ledger.state.sheet(side.warband)
        if unit.id not in side.no_xp and (everyone or earns_xp(side, unit))
    ]
    if entry.kind == "countdown" and side.won and mission.round == event.round:
        yield from _split(ledger, entry, event, side, units)
    elif entry.kind == "revenge" and event.warband == side.warband and _fell(mission, event):
        for unit in units:
            ledger.xp(unit.id, entry.xp, "event", "OPR-72", event.id)


def _fell(mission: Mission, event: Event) -> bool:
    """Whether the unit noted was taken out, and not before; a kill without a round is held for a later one.

    Source: event 52
    """
    since = event.noted or event.round
    late = [kill for kill in mission.kills if not kill.round or kill.round >= since]
    return bool(event.note) and any(kill.victim == event.note and is_taken_out(kill) for kill in late)


def _split(
    ledger: Ledger, entry: EventEntry, event: Event, side: Side, units: Sequence[Unit]
) -> Procedure[None]:
    """As evenly as possible among those who can still learn; the owner places the rest. Source: A-29"""
    learning = [unit for unit in units if ledger.state.units[unit.id].xp < ledger.rules.figures.xp_max]
    if not learning:
        return
    each, rest = divmod(entry.xp, len(learning))
    more: tuple[str, ...] = ()
    if rest:
        options = tuple(Option(unit.id, unit.name, say("{number} XP", number=unit.xp)) for unit in learning)
        text = say("{event}: who gets 1 more XP?", event=entry.name)
        more = yield ChooseSeveral(
            f"share:{event.id}",
            text,
            rule="A-29",
            who=side_of(side.warband),
            options=options,
            least=rest,
            most=rest,
            left_out=partial(_no_share, ledger, side),
        )
    for unit in learning:
        ledger.xp(unit.id, each + (unit.id in more), "event", "OPR-72", event.id)


def _no_share(ledger: Ledger, side: Side, one: str) -> Refused | None:
    """Why a unit gets nothing of XP that are shared out. Source: OPR-42, OPR-46, OPR-47"""
    unit = ledger.state.units.get(one)
    if unit is None or unit.warband != side.warband:
        return why_not_of(ledger.state, side.warband, one)
    if not unit.living:
        return Refused("OPR-46", say("{unit} is no longer on the sheet.", unit=unit.name))
    if one in side.no_xp:
        return Refused("OPR-42", say("{unit} earns nothing in this mission.", unit=unit.name))
    if unit.xp >= ledger.rules.figures.xp_max:
        return Refused("OPR-47", say("{unit} has {xp} XP, the maximum.", unit=unit.name, xp=unit.xp))
    return Refused("OPR-46", say("{unit} did not take part.", unit=unit.name))


def _grow(base: Ledger, mission: Mission, side: Side, unit: Unit) -> Procedure[Effects]:
    """All XP of one unit, then its levels."""
    ledger = Ledger(base.state, base.rules, base.mission)
    if earns_xp(side, unit):
        for gain in experience_gains(ledger.state, ledger.rules, mission, side, unit):
            ledger.xp(unit.id, gain.amount, gain.because, gain.rule, gain.about)
        yield from _frenzy(ledger, mission, unit)
    yield from gain_levels(ledger, unit.id, side_of(side.warband))
    return ledger.effects


def experience_gains(
    state: OprState, rules: InForce, mission: Mission, side: Side, unit: Unit
) -> list[ExperienceGain]:
    """XP for surviving, for kills, and for being first at event 44; what needs no die.

    Source: OPR-44, A-07 to A-12
    """
    found = []
    if _survived(rules, mission, side, unit.id):
        found.append(ExperienceGain(rules.figures.xp_survive, "survived", "OPR-44"))
    mine = [kill for kill in mission.kills if kill.killer == unit.id]
    found += _kill_gains(state, rules, mission, mine)
    for event in mission.events:
        entry = entry_of(rules, event)
        if entry.kind == "mercy" and first_mercy(mission, entry, event) == unit.id:
            found.append(ExperienceGain(entry.xp, "event", "OPR-45", event.id))
    return found


def _survived(rules: InForce, mission: Mission, side: Side, unit: str) -> bool:
    """Whether a unit gets the XP for surviving. Source: OPR-44, A-12, A-32"""
    if unit in side.casualties or _duelled(rules, mission, unit):
        return False
    return rules.on("left_alive_xp") or not left_alive(mission, side, unit)


def _duelled(rules: InForce, mission: Mission, unit: str) -> bool:
    return any(unit in event.units and entry_of(rules, event).kind == "duel" for event in mission.events)


def _kill_gains(
    state: OprState, rules: InForce, mission: Mission, kills: Sequence[Kill]
) -> list[ExperienceGain]:
    figures, routs = rules.figures, rules.on("rout_gives_kill_xp")
    counted = [kill for kill in kills if is_taken_out(kill) or routs]
    victims = {kill.victim for kill in counted}
    found, paired = [], set()
    for kill in counted:
        hero = state.units.get(kill.victim)
        together = hero is not None and hero.hero and hero.joined_to in victims
        if hero is not None and together and figures.xp_kill_hero_and_unit is not None:
            paired |= {hero.id, hero.joined_to}
            found.append(ExperienceGain(figures.xp_kill_hero_and_unit, "kill", "OPR-44", hero.id))
    for kill in counted:
        if kill.victim in paired:
            continue
        amount = _kill_xp(state, rules, mission, kill)
        if amount:
            found.append(ExperienceGain(amount, "kill", "OPR-44", kill.victim))
    return found


def _kill_xp(state: OprState, rules: InForce, mission: Mission, kill: Kill) -> int:
    """Source: OPR-44, A-07, A-11"""
    if not kill.victim.startswith(NEUTRAL):
        hero = kill.victim.startswith(APP_HERO) or (
            not kill.victim.startswith(APP_UNIT) and state.units[kill.victim].hero
        )
        return rules.figures.xp_kill_hero if hero else rules.figures.xp_kill_unit
    event = mission.event(kill.victim.removeprefix(NEUTRAL))
    own = event.warband == warband_of(state, kill.killer)
    return entry_of(rules, event).kill_xp if rules.on("neutral_kill_xp") and not own else 0


def first_mercy(mission: Mission, entry: EventEntry, event: Event) -> str:
    """The first unit to take out an enemy that was down in that round, empty for none.

    Source: OPR-45, event 44
    """
    for kill in mission.kills:
        in_time = kill.round == event.round and kill.down and is_taken_out(kill)
        fitting = not entry.charge_only or (kill.melee and kill.charge)
        between_units = not kill.victim.startswith(NEUTRAL) and not kill.killer.startswith(NEUTRAL)
        if in_time and fitting and between_units and kill.killer:
            return kill.killer
    return ""


def _frenzy(ledger: Ledger, mission: Mission, unit: Unit) -> Procedure[None]:
    """A D3 of XP for every enemy taken out in melee in the round of event 26. Source: A-27, A-50"""
    for event in mission.events:
        entry = entry_of(ledger.rules, event)
        if entry.kind != "frenzy":
            continue
        for kill in mission.kills:
            if kill.killer == unit.id and kill.melee and kill.round == event.round and _enemy_out(kill):
                text = say("{event}: how many XP for {unit}?", event=entry.name, unit=unit.name)
                key = f"frenzy:{event.id}:{kill.victim}"
                who = side_of(unit.warband)
                die: int = yield Roll(key, text, rule="A-27", who=who, die="D3", about=unit.id)
                ledger.xp(unit.id, die * entry.times, "event", "A-27", event.id)


def _enemy_out(kill: Kill) -> bool:
    return is_taken_out(kill) and not kill.victim.startswith(NEUTRAL)
