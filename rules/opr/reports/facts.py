"""The facts of a report: the kill ledger, who left, which objectives were met, and what speaks against them.

Nothing is booked here; the checks raise `Refused` or give the sentence that speaks against a claim.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ConfigDict

from rules.engine.codec import dump
from rules.engine.language import say, say_many
from rules.engine.plain import Params, number_in, table_in, texts_in
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import find_side
from rules.opr.books import InForce
from rules.opr.playing.owed import entry_of
from rules.opr.playing.table import left_by_event
from rules.opr.state import Event, Kill, Mission, OprState, Side

NEUTRAL = "neutral:"
APP_UNIT, APP_HERO = "app:unit:", "app:hero:"  # victims of an app's warband that has no record

LEFT_ALIVE = ("sent", "left", "captured", "paid")  # how events that take a unit off the table end


@dataclass(frozen=True, slots=True)
class Left:
    """A unit that left the table the way an event (35 or 36) asked for."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    event: str
    unit: str


def is_taken_out(kill: Kill) -> bool:
    """Whether the victim was taken out by damage, not routed. Source: OPR-37"""
    return not kill.routed


def counts_as_casualty(rules: InForce, kill: Kill) -> bool:
    """Source: OPR-37"""
    return is_taken_out(kill) or rules.figures.routed_is_casualty


def left_alive(mission: Mission, side: Side, unit: str) -> bool:
    """Whether a unit that was no casualty had left the table: its side conceded, an event took it away, or it
    routed. Source: A-12
    """
    away = {one for event in mission.events if event.outcome in LEFT_ALIVE for one in event.units}
    routed = any(kill.victim == unit and kill.routed for kill in mission.kills)
    return bool(side.conceded) or unit in away or routed


def ordered(kills: Sequence[Kill]) -> tuple[Kill, ...]:
    """By round; within a round as they were written down. Source: OPR-36"""
    return tuple(sorted(kills, key=lambda kill: kill.round))


def check_kills(
    state: OprState, rules: InForce, mission: Mission, kills: Sequence[Kill], rounds: int
) -> None:
    """Raise `Refused` for the first line of the kill ledger that cannot be. Source: OPR-36"""
    seen: set[str] = set()
    for kill in kills:
        require(0 <= kill.round <= rounds, "OPR-36", rounds_told(rounds), "kills")
        check_kill(state, rules, mission, kill, victim="kills", killer="kills")
        twice = say("{unit} is listed as taken out twice.", unit=_name(state, rules, mission, kill.victim))
        require(kill.victim not in seen, "OPR-36", twice, "kills")
        seen.add(kill.victim)


def check_kill(
    state: OprState,
    rules: InForce,
    mission: Mission,
    kill: Kill,
    victim: str = "victim",
    killer: str = "killer",
) -> None:
    """Raise `Refused` for a line that cannot be, whatever else the ledger holds.

    `victim` and `killer` are the fields a refusal is about. Source: OPR-31, OPR-36, OPR-37
    """
    _took_part(mission, kill.victim, victim)
    _took_part(mission, kill.killer, killer)
    require(bool(kill.victim), "OPR-36", say("Who was taken out?"), victim)
    name = _name(state, rules, mission, kill.victim)
    same = warband_of(state, kill.victim) == warband_of(state, kill.killer)
    own = say("{unit} cannot be taken out by its own side.", unit=name)
    require(not same or not warband_of(state, kill.killer), "OPR-36", own, killer)
    alive = say("{unit} had already left the table alive.", unit=name)
    require(kill.victim not in left_by_event(mission), "OPR-37", alive, victim)
    _not_after_conceding(state, mission, kill, name, victim)


def check_at_home(home: Mapping[str, str], victims: Collection[str]) -> None:
    """Raise `Refused` when somebody stayed at home and was taken out as well; `home` has names by id.

    Source: OPR-23, OPR-36
    """
    for unit, name in home.items():
        sentence = say("{unit} stayed at home, so it cannot have been taken out.", unit=name)
        require(unit not in victims, "OPR-36", sentence, "home")


def ended_at_once(state: OprState, facts: Params) -> str:
    """What to ask about a result that looks unfinished: one round, nobody out, nobody conceding; else empty.

    Source: OPR-30
    """
    if facts.get("rounds") != 1 or any(facts.get(one) for one in ("kills", "app_kills", "conceded")):
        return ""
    mission = state.missions.get(str(facts.get("mission", "")))
    if mission and any(side.conceded for side in mission.sides):
        return ""
    return say("Only one round, no unit out and nobody conceded. Did the mission really end like that?")


def over_before(state: OprState, facts: Params) -> str:
    """What to ask about a mission that went on when all others had conceded; else empty. Source: OPR-31"""
    mission, rounds = state.missions.get(str(facts.get("mission", ""))), facts.get("rounds")
    known = {side.warband: side.conceded for side in mission.sides if not side.skipped} if mission else {}
    others = {*known, *texts_in(facts, "warbands")} - {*texts_in(facts, "winners")}
    gave_up = [known.get(one) or number_in(table_in(facts, "conceded"), one) for one in others]
    last = max(gave_up, default=0) if all(gave_up) else 0
    if "won" in facts or not last or not isinstance(rounds, int) or rounds <= last:
        return ""  # against the app it goes on without them
    return say(
        "The last opponent conceded in round {last}. Did the mission really go on until round {rounds}?",
        last=last,
        rounds=rounds,
    )


def out_before(state: OprState, facts: Params) -> str:
    """What to ask about a unit that took somebody out after it was out itself; else empty. Source: OPR-36"""
    lost, taken = _facts(facts, "kills"), _facts(facts, "app_kills")
    fell = {str(one.get("victim")): number_in(one, "round") for one in lost}
    for one in [*lost, *taken]:
        killer, round = str(one.get("killer")), number_in(one, "round")
        gone = fell.get(killer, 0)
        if gone and round > gone:
            return say(
                "{unit} was out in round {gone}. Did it really take out another unit in round {round}?",
                unit=state.called("units", killer),
                gone=gone,
                round=round,
            )
    return ""


def rounds_told(rounds: int) -> str:
    """What speaks against a later round. Source: OPR-30"""
    return say_many(rounds, "The mission had {number} round.", "The mission had {number} rounds.")


def _took_part(mission: Mission, one: str, key: str) -> None:
    if one.startswith(NEUTRAL):
        known = {f"{NEUTRAL}{event.id}" for event in mission.events}
        require(one in known, "OPR-36", say("No such neutral figure was on the table."), key)
    elif one:
        require(one in mission.fielded, "OPR-36", say("A unit in the list of kills was not fielded."), key)


def _not_after_conceding(state: OprState, mission: Mission, kill: Kill, name: str, key: str) -> None:
    """Whoever conceded had left the table: nobody is taken out any more. Source: OPR-31"""
    warband = warband_of(state, kill.victim)
    side = next((one for one in mission.sides if one.warband == warband), None)
    if side is None or not side.conceded or not kill.round:
        return
    last = side.conceded if side.moment == "rout_test" else side.conceded - 1
    sentence = say(
        "{unit} left the table in round {round}, when its side conceded.", unit=name, round=side.conceded
    )
    require(kill.round <= last, "OPR-31", sentence, key)


def warband_of(state: OprState, one: str) -> str:
    """The warband of a unit; empty for nobody, neutral figures and an app's units. Source: OPR-36"""
    return state.units[one].warband if one and ":" not in one else ""


def _name(state: OprState, rules: InForce, mission: Mission, one: str) -> str:
    if one.startswith(NEUTRAL):
        return entry_of(rules, mission.event(one.removeprefix(NEUTRAL))).name
    return state.units[one].name


def check_left(rules: InForce, mission: Mission, left: Sequence[Left], kills: Sequence[Kill]) -> None:
    """Raise `Refused` for a unit that cannot have left as reported. Source: OPR-37, events 35 and 36"""
    victims = {kill.victim for kill in kills}
    for one in left:
        event = next((event for event in mission.events if event.id == one.event), None)
        kind = entry_of(rules, event).kind if event else ""
        unasked = say("No event in this mission asks a unit to leave the table.")
        require(kind in ("escort", "marker"), "OPR-33", unasked, "left")
        assert event is not None
        drawn = kind == "marker" or one.unit in event.units
        other = say("That event does not apply to this unit.")
        require(drawn and one.unit in mission.fielded, "OPR-33", other, "left")
        both = say("A unit that left the table alive cannot have been taken out as well.")
        require(one.unit not in victims, "OPR-37", both, "left")
    events, twice = [one.event for one in left], say("Only one unit per event can leave the table.")
    require(len(set(events)) == len(events), "OPR-33", twice, "left")


def check_objectives(
    state: OprState, rules: InForce, mission: Mission, met: Mapping[str, bool], kills: Sequence[Kill]
) -> Procedure[None]:
    """What speaks against a claim: no objective, the ledger, or somebody else who was first as well.

    Source: OPR-28, A-17, A-18
    """
    named = [(find_side(mission, warband, f"met.{warband}"), claimed) for warband, claimed in met.items()]
    sides = [side for side, claimed in named if claimed]
    firsts = {one.key for one in rules.book.objectives if one.first}
    taken: set[str] = set()
    for side in sides:
        field = f"met.{side.warband}"
        require(bool(side.objective), "OPR-28", say("There was no objective to meet."), field)
        doubt = objective_doubt(state, rules, mission, side, kills)
        yield from admit(not doubt, "OPR-28", doubt, field)
        both = say("Only one side can have been first to meet this objective.")
        yield from admit(side.objective not in taken, "OPR-28", both, field)
        taken |= {side.objective} & firsts


def objective_doubt(
    state: OprState, rules: InForce, mission: Mission, side: Side, kills: Sequence[Kill]
) -> str:
    """Why the ledger says that this objective was not met; empty when it does not say so.

    Source: OPR-28, A-17, A-18
    """
    if side.objective == "rage":
        return _rage_doubt(state, rules, mission, side, kills)
    if side.objective == "destruction":
        enemies = [one for other in mission.sides if other.warband != side.warband for one in other.frozen]
        dearest = max((one.value for one in enemies), default=0)
        out = {kill.victim for kill in kills if is_taken_out(kill)}
        if not any(one.unit in out for one in enemies if one.value == dearest):
            return say("The most expensive enemy was not {out}.", out=rules.words.out)
    return ""


def winner_known(mission: Mission, kills: Sequence[Kill]) -> str:
    """Who must have won as far as the table has said it: everybody else has conceded or nobody of theirs
    stands; empty where that says nothing. Source: OPR-30, OPR-31
    """
    gone = {kill.victim for kill in kills} | left_by_event(mission)
    left = [one for one in mission.sides if not one.conceded and not one.skipped]
    standing = [one for one in left if not one.fielded or any(unit not in gone for unit in one.fielded)]
    return standing[0].warband if len(standing) == 1 and len(mission.sides) > 1 else ""


def objective_known(
    state: OprState, rules: InForce, mission: Mission, side: Side, kills: Sequence[Kill]
) -> bool:
    """Whether the ledger says by itself that this objective was met: the first to fall, or the dearest one.

    Source: OPR-28, A-17, A-18
    """
    if side.objective == "destruction":
        return not objective_doubt(state, rules, mission, side, kills)
    out = [kill for kill in kills if is_taken_out(kill) and warband_of(state, kill.victim)]
    if side.objective != "rage" or not out or not all(kill.killer and kill.round for kill in out):
        return False
    first = min(kill.round for kill in out)
    return all(warband_of(state, kill.killer) == side.warband for kill in out if kill.round == first)


def _rage_doubt(state: OprState, rules: InForce, mission: Mission, side: Side, kills: Sequence[Kill]) -> str:
    """Rage is for the first to take out an enemy; what the ledger leaves open is not held against anybody."""
    holders = {one.warband for one in mission.sides if one.objective == "rage"}
    among = set(mission.warbands) if rules.setting("objective_first") == "all" else holders
    out = [kill for kill in kills if is_taken_out(kill) and warband_of(state, kill.victim)]
    if not all(kill.killer for kill in out):
        return ""
    counted = [kill for kill in out if warband_of(state, kill.killer) in among]
    mine = [kill for kill in counted if warband_of(state, kill.killer) == side.warband]
    if not mine:
        return say("{warband} has not taken out any enemy.", warband=state.warbands[side.warband].name)
    first = min(kill.round for kill in counted)
    if first and all(kill.round > first for kill in mine):
        winner = next(warband_of(state, kill.killer) for kill in counted if kill.round == first)
        return say("{warband} was first to take out an enemy.", warband=state.warbands[winner].name)
    return ""


def bounty(state: OprState, rules: InForce, kills: Sequence[Kill], event: Event) -> dict[str, int]:
    """How many units of the marked warband each other one took out, routs not counted.

    Of the app's own somebody took out one counts whose warband nobody has written down. Source: event 12,
    A-26, SOLO-80
    """
    since = event.round if rules.setting("bounty_from") == "event" else 0
    marked = event.warband or next((one.id for one in event.app), "")
    taken: dict[str, int] = {}
    for kill in kills:
        killer = warband_of(state, kill.killer)
        of = app_warband(kill.victim, marked) if event.app else warband_of(state, kill.victim)
        if (
            is_taken_out(kill)
            and kill.round >= since
            and killer
            and marked not in (killer, "")
            and of == marked
        ):
            taken[killer] = taken.get(killer, 0) + 1
    return taken


def app_victim(n: int, *, hero: bool, warband: str) -> str:
    """How the ledger names the `n`th unit of the app's own that was taken out. Source: OPR-36, SOLO-77"""
    return f"{APP_HERO if hero else APP_UNIT}{n}" + (f":{warband}" if warband else "")


def app_warband(victim: str, unknown: str) -> str:
    """The app's warband of such a victim, `unknown` where it was not written down; empty for others.

    Source: OPR-36, SOLO-77
    """
    for word in (APP_UNIT, APP_HERO):
        if victim.startswith(word):
            return victim.removeprefix(word).partition(":")[2] or unknown
    return ""


def prune_report(
    state: OprState, then: OprState, params: Mapping[str, object]
) -> tuple[dict[str, object], list[str]]:
    """Drop what a report says about units that are gone or were not fielded, and name it. Source: OPR-36"""
    mission = state.missions.get(str(params.get("mission")))
    if mission is None:
        return dict(params), []
    neutral = {f"{NEUTRAL}{event.id}" for event in mission.events}
    kept, dropped = prune_facts(then, params, {*mission.fielded, *neutral}, set(mission.warbands))
    return kept, dropped + _prune_left(mission, kept)


def prune_facts(
    then: OprState, params: Mapping[str, object], units: set[str], warbands: set[str]
) -> tuple[dict[str, object], list[str]]:
    """The facts that are still about somebody, and a sentence for each other one: who it was `then`.

    Source: OPR-36
    """
    kept, dropped = dict(params), []
    kills = []
    for kill in _facts(params, "kills"):
        if kill.get("victim") not in units:
            gone = _gone_name(then, kill.get("victim"))
            dropped.append(say("The unit that was taken out no longer exists: {unit}.", unit=gone))
            continue
        if kill.get("killer") and kill["killer"] not in units:
            gone = _gone_name(then, kill["killer"])
            dropped.append(say("The unit that took out another no longer exists: {unit}.", unit=gone))
            kill = {**kill, "killer": ""}
        kills.append(kill)
    if "kills" in params:
        kept["kills"] = kills
    for key in ("met", "conceded", "fielded", "objectives"):
        facts = params.get(key)
        if isinstance(facts, Mapping):
            kept[key] = {one: fact for one, fact in facts.items() if one in warbands}
            dropped += [_gone_warband(then, one) for one in facts if one not in warbands]
    return kept, dropped


def _prune_left(mission: Mission, kept: dict[str, object]) -> list[str]:
    lefts, events = _facts(kept, "left"), {event.id for event in mission.events}
    still = [one for one in lefts if one.get("unit") in mission.fielded and one.get("event") in events]
    if lefts:
        kept["left"] = still
    return [say("A unit, or the event it left the table for, no longer exists.")] * (len(lefts) - len(still))


def _facts(params: Mapping[str, object], key: str) -> list[dict[str, object]]:
    facts = params.get(key)
    if not isinstance(facts, Sequence):
        return []
    return [dict(one) if isinstance(one, Mapping) else dump(one) for one in facts]


def _gone_name(then: OprState, unit: object) -> str:
    if str(unit).startswith(NEUTRAL):
        return say("a neutral figure")
    return then.called("units", str(unit)) or say("an unknown unit")


def _gone_warband(then: OprState, warband: str) -> str:
    name = then.called("warbands", warband)
    return (
        say("A warband no longer exists: {warband}.", warband=name)
        if name
        else say("A warband no longer exists.")
    )
