"""Rounds by chance: nothing somebody is waited for is refused by its own act, and somebody can always act."""

from __future__ import annotations

import random
from typing import Any

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from bench.chance import settled
from rules.conquest.book import in_force
from rules.conquest.playing.silence import automatic
from rules.conquest.rounds.duties import Duty, duties
from rules.engine.procedure import drive
from rules.engine.refusals import Refused
from tests.rules.conquest.play import League, side, team
from tests.rules.conquest.test_invariants import battlefield

ACTS = 100


def params_of(found: League, one: Duty, realm: str) -> tuple[str, dict[str, Any]]:
    """What somebody would send who does what the league waits for; who may challenge nobody passes."""
    state, more = found.state, {"realm": realm, "round": found.state.now.round}
    if one.act == "challenge":
        open_ones = [t["realm"] for t in found.ask("targets", realm=realm) if t["why_not"] is None]
        return ("challenge", {**more, "defender": open_ones[0]}) if open_ones else ("pass_challenge", more)
    if one.act == "choose_battles":
        return one.act, {**more, "mode": "team"}
    if one.about:
        battle = state.battles[one.about]
        facts = [team(*map(side, members)) for members in (battle.attackers, battle.defenders)]
        more = {"battle": battle.id, "realm": realm}
        if one.act == "report":
            return one.act, {**more, "attack": facts[0], "defend": facts[1]}
        return one.act, {**more, "outcome": "draw"} if one.act == "report_outcome" else more
    return one.act, more


def no_dead_end(found: League) -> None:
    """Every duty passes its own check; where anybody is waited for, somebody has one."""
    book = in_force(found.state)
    owed = [(realm, duty) for realm in found.state.realms for duty in duties(found.state, book, realm)]
    for realm, duty in owed:
        if not duty.waits:
            act, params = params_of(found, duty, realm)
            try:
                drive(found.start(act, **params), lambda question: None)
            except Refused as refused:
                raise AssertionError((duty, act, params, refused.sentence)) from refused
    acting = [duty for _realm, duty in owed if not duty.waits]
    assert acting or automatic(found.state) or not found.waiting(), found.state.now


@hypothesis.settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**32))
def test_cq_22_nothing_that_is_waited_for_is_refused(seed: int) -> None:
    dice = random.Random(seed)
    found = battlefield(dice)
    for _act in range(ACTS):
        if found.phase == "finished":
            return
        if found.phase not in ("setup", "capitals"):
            no_dead_end(found)
        settled(found, dice)
