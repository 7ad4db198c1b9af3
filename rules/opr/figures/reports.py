"""A report by name: what it would bring, before anybody sends it."""

from __future__ import annotations

from rules.engine.games import Ctx
from rules.engine.plain import JsonObject
from rules.engine.procedure import Open, drive, from_mapping
from rules.engine.refusals import Refused
from rules.opr.booking import Effects
from rules.opr.books import InForce
from rules.opr.effects import Points, VictoryPoints
from rules.opr.game import GAME
from rules.opr.mission_effects import Conceded, SideResult
from rules.opr.state import OprState


@GAME.figure("check_report")
def check_report(
    state: OprState, rules: InForce, procedure: str = "opr.result", **facts: object
) -> JsonObject:
    """What a report would bring each warband, or the first reason why it does not pass.

    `procedure` is opr.result, opr.quick_report or opr.walk_over, the rest its parameters.

    Source: OPR-30, OPR-35
    """
    try:
        run = GAME.spec(procedure).start(Ctx(state, rules, "draft"), facts)
        outcome = drive(run, from_mapping({}))
    except Refused as refused:
        return {
            "refused": {"rule": refused.rule, "sentence": refused.sentence, "field": refused.key or ""},
            "sides": [],
        }
    effects = () if isinstance(outcome, Open) else tuple(outcome.result)
    return {"refused": None, "sides": [_brings(effects, one) for one in _sides(effects)]}


def _sides(effects: Effects) -> list[SideResult]:
    return [one for one in effects if isinstance(one, SideResult)]


def _brings(effects: Effects, side: SideResult) -> JsonObject:
    mine = [one for one in effects if getattr(one, "warband", "") == side.warband]
    return {
        "warband": side.warband,
        "won": side.won,
        "vp": sum(one.amount for one in mine if isinstance(one, VictoryPoints)),
        "points": sum(one.amount for one in mine if isinstance(one, Points)),
        "casualties": list(side.casualties),
        "conceded": next((one.round for one in mine if isinstance(one, Conceded)), 0),
    }
