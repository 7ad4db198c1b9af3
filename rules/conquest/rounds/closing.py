"""Between phases: battles are called, points handed out, the round is closed. Source: CQ-58, CQ-87."""

from __future__ import annotations

from rules.conquest.effects import BattleCalled
from rules.conquest.league_effects import PointsEarned, RoundEnded
from rules.conquest.realm_figures import active_realms
from rules.conquest.reckoning.challenges import pairings
from rules.conquest.reckoning.verdict import earned
from rules.conquest.state import Battle
from rules.conquest.work import ConquestWork


def call_battles(work: ConquestWork) -> None:
    """The land battles that came of the challenges. Source: CQ-58."""
    number = work.state.now.round
    for pairing in pairings(work.state):
        whom = "team" if len(pairing.attackers) > 1 else pairing.attackers[0]
        battle = Battle(
            id=f"round:{number}:{whom}:{pairing.defender}",
            round=number,
            attackers=pairing.attackers,
            defenders=(pairing.defender,),
        )
        work.do(BattleCalled(battle=battle, rule="CQ-58"))


def hand_out_points(work: ConquestWork) -> None:
    """Everybody's empire points of the round. Source: CQ-87 … CQ-90."""
    reckoned = tuple(earned(work.state, work.book, one.id) for one in active_realms(work.state))
    work.do(PointsEarned(number=work.state.now.round, earned=reckoned, rule="CQ-87"))


def lapse_points(work: ConquestWork, realm: str) -> None:
    """Of unspent points only what may be carried over is left. Source: CQ-94."""
    unspent = work.state.realms[realm].ep - work.book.figures.carry_most
    if unspent > 0:
        work.pay(realm, unspent, "lapsed", "", "CQ-94")


def close_round(work: ConquestWork) -> None:
    """Events and what was noted for the round lapse with it. Source: CQ-27, CQ-94."""
    for realm in active_realms(work.state):
        lapse_points(work, realm.id)
    work.do(RoundEnded(number=work.state.now.round, rule="CQ-27"))
