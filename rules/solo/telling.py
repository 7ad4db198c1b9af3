"""One sentence for each entry of a solo game's chronicle, as a player would write it.

Pure: what is told comes from the effects; `names` turns ids into the names of today.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.effects import Effect
from rules.language import listed
from rules.questions import Answer
from rules.solo import effects as fx
from rules.solo import setup_effects as sx
from rules.solo.game import LATEST, book
from rules.solo.ground_plan import shown

type Names = Callable[[str], str]


def tell(
    procedure: str,
    params: Mapping[str, Any],
    answers: Mapping[str, Answer],
    effects: Sequence[Effect],
    names: Names,
    edition: str = "",
) -> str | None:
    """The entry in one sentence without a full stop; None when there is nothing to tell."""
    teller = TELLERS.get(procedure.removeprefix("solo."))
    told = teller(effects, params, names) if teller else None
    return told.removesuffix(".") if told else None


def _first[E: Effect](effects: Sequence[Effect], kind: type[E]) -> E | None:
    return next((one for one in effects if isinstance(one, kind)), None)


def _all[E: Effect](effects: Sequence[Effect], kind: type[E]) -> list[E]:
    return [one for one in effects if isinstance(one, kind)]


def _open(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    sides = [one.side for one in _all(effects, sx.SideJoined)]
    people = [names(side.id) for side in sides if not side.is_ai]
    apps = [names(side.id) for side in sides if side.is_ai]
    return f"{listed(people)} sat down against {listed(apps)}, run by the app."


def _lists(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    drawn = [f"{names(one.side)} plays {names(one.list)}" for one in _all(effects, sx.ListDrawn)]
    return f"{listed(drawn)}."


def _types(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    given = _all(effects, sx.TypeGiven)
    changed = [names(one.unit) for one in given if one.words]
    more = f" {listed(changed)} by hand." if changed else ""
    return f"{len(given)} units of the app got their types.{more}"


def _type(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return f"{names(params['unit'])} is {params['type']} from now on, by hand."


def _marker(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    laid = _first(effects, sx.MarkerLaid)
    if laid is None:
        return "The app found no place for its marker."
    where = (
        ""
        if laid.marker.x is None
        else f", {shown(laid.marker.x / 100):g}″ along and {shown((laid.marker.y or 0) / 100):g}″ in"
    )
    return f"Marker {laid.marker.name} was laid{where}."


def _zones(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    drawn = _first(effects, sx.ZoneDrawn)
    across = drawn is not None and drawn.zone == 2
    return f"The app deploys at the edge {'across' if across else 'the markers were measured from'}."


def _deploy(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    placed, kept = _all(effects, fx.Deployed), len(_all(effects, fx.Reserved))
    halves = [sum(one.section == section for one in placed) for section in (1, 2)]
    more = f", {kept} wait in reserve" if kept else ""
    return f"The app deployed {halves[0]} in section 1 and {halves[1]} in section 2{more}."


def _deployed(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return "The people's side is deployed."


def _start(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    began = _first(effects, fx.RoundBegan)
    arrived = [names(one.unit) for one in _all(effects, fx.Deployed)]
    more = f" {listed(arrived)} came on from reserve." if arrived else ""
    if began is not None and began.hit:
        more += f" The app gets +1 to hit{' and to Defense' if began.defense else ''}."
    return f"Round {params['round']} began.{more}"


def _end(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    seized = [f"{names(one.marker)} to {names(one.side)}" for one in _all(effects, fx.Seized) if one.side]
    over = _first(effects, fx.GameOver)
    told = f"Round {params['round']} is over"
    told += f": {listed(seized)}." if seized else "."
    ends = {"ai": " The app won.", "human": " The people won.", "draw": " It is a draw."}
    return told + (ends[over.winner] if over else "")


def _turn(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    acted = [names(one.unit) for one in _all(effects, fx.Acted)]
    return f"{listed(acted)} acted." if acted else None


VERBS = {
    "CHARGE": "charged",
    "ADVANCE": "advanced",
    "RUSH": "rushed",
    "HOLD": "held its ground",
    "IDLE": "stood up again",
}


def _activate(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    closed = _first(effects, fx.ActivationClosed)
    if closed is None:
        return None
    done = closed.activation
    told = f"{names(done.unit)} {VERBS[done.action]}"
    if done.action == "CHARGE" and done.target:
        return f"{told} {names(done.target)}."
    if done.toward == "objective" and done.marker:
        told += f" toward marker {names(done.marker)}"
    elif done.toward and done.action in ("ADVANCE", "RUSH"):
        told += " toward the nearest enemy"
    if done.spells:
        told += f", cast {listed([names(spell) for spell in done.spells])}"
    if done.target and done.action != "CHARGE":
        told += f" and shot at {names(done.target)}"
    return f"{told}."


def _status(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    state, kill = _first(effects, fx.StatusSet), _first(effects, fx.KillNoted)
    if state is None:
        return None
    unit, words = names(state.unit), book(LATEST).words[state.terms]
    if kill is not None and kill.kill.how == "routed":
        return f"{unit} routed."
    if kill is not None:
        by = f" by {names(kill.kill.by)}" if kill.kill.by else ""
        return f"{unit} was {words['ko']}{by}."
    wounds = f"{state.wounds} wound{'' if state.wounds == 1 else 's'}"
    return f"{unit} has {wounds}{f' and is {words["stunned"]}' if state.stunned else ''}."


def _attack(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    roll = _first(effects, fx.Attacked)
    if roll is None:
        return None
    at = f" on {names(roll.target)}" if roll.target else ""
    return f"{names(roll.unit)} made {roll.hits} of {roll.dice} hits{at}, needing {roll.needed}+."


def _spell(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    roll = _first(effects, fx.SpellWorked)
    if roll is None:
        return None
    return f"{names(roll.spell)} of {names(roll.unit)} {'worked' if roll.works else 'failed'}."


def _jump(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    roll = _first(effects, fx.Jumped)
    if roll is None:
        return None
    jumps = roll.outcome in ("always", "jump")
    return f"{names(roll.unit)} {'jumped' if jumps else 'did not jump'}."


def _section(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return f"{names(params['unit'])} stands in section {params['section']}, somebody saw."


def _concede(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return f"{names(params['side'])} gave the game up."


def _toss(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str | None:
    toss = _first(effects, fx.Tossed)
    return (
        None if toss is None else f"Of {toss.count} equally right options the die took number {toss.chosen}."
    )


def _army_rules(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return f"The army rules of {names(params['unit'])} were written down."


def _spells(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return f"The spells of {names(params['side'])} were written down."


def _setting(effects: Sequence[Effect], params: Mapping[str, Any], names: Names) -> str:
    return f"{params['key'].replace('_', ' ').capitalize()} is {params['value']} from now on."


TELLERS: dict[str, Callable[[Sequence[Effect], Mapping[str, Any], Names], str | None]] = {
    "open": _open,
    "draw": _lists,
    "choose_list": _lists,
    "types": _types,
    "type": _type,
    "lay_marker": _marker,
    "place_marker": _marker,
    "zones": _zones,
    "deployed": _deployed,
    "deploy": _deploy,
    "start_round": _start,
    "end_round": _end,
    "human_turn": _turn,
    "activate": _activate,
    "status": _status,
    "defend": _status,
    "attack": _attack,
    "spell": _spell,
    "jump": _jump,
    "section": _section,
    "concede": _concede,
    "toss": _toss,
    "army_rules": _army_rules,
    "spells": _spells,
    "setting": _setting,
}
