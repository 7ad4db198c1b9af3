"""A rival: a warband of the league that the app plays, with a record like everybody else's (SOLO-76)."""

from __future__ import annotations

from rules.engine.language import say
from rules.engine.procedure import Procedure, admit
from rules.opr.booking import Effects, find_warband
from rules.opr.effects import RivalSet
from rules.opr.game import GAME, OprCtx
from rules.opr.state import Rival


@GAME.procedure("rival", rules=("SOLO-76",), slot="warband:{warband}:rival", by="organiser", repeat=True)
def set_rival(ctx: OprCtx, *, warband: str, rival: bool = True, ranked: bool = True) -> Procedure[Effects]:
    """Let the app play a warband in every mission, with a record of its own; or hand it back to a person.

    `ranked`: it may win the league. Source: SOLO-76
    """
    find_warband(ctx.state, warband)
    allowed = not rival or ctx.book.setting("ai_opponent_record") == "rival"
    sentence = say("In this league the app’s warbands have no record. Change the setting first.")
    yield from admit(allowed, "SOLO-76", sentence)
    kind: Rival = ("ranked" if ranked else "unranked") if rival else ""
    return (RivalSet(warband=warband, rival=kind, rule="SOLO-76"),)
