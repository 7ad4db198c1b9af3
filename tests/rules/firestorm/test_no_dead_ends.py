"""Whole turns by chance: no must is refused by its own act, and somebody can always act."""

from __future__ import annotations

from typing import Any

import hypothesis
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.procedure import drive
from rules.engine.refusals import Refused
from rules.firestorm.automatic import next_steps
from rules.firestorm.figures.duties import Duty, duties
from rules.firestorm.phases.moving_on import waiting_for
from rules.firestorm.siege.standing import is_open, options
from rules.firestorm.standing import factions
from tests.rules.firestorm.chance import Season
from tests.rules.firestorm.play import League


def params_of(found: League, one: Duty, faction: str) -> dict[str, Any]:
    """What somebody would send who does what the league waits for."""
    state, about = found.state, one.about
    named = {"banner": about} if about in state.banners else {"bout": about} if about in state.bouts else {}
    more: dict[str, Any] = {"faction": faction, "step": state.now.step, "turn": state.now.turn, **named}
    if about in state.bouts:
        more["battle"] = state.bouts[about].battle
    elif about in state.battles:
        more["battle"] = about
    if one.act == "remove_banner":
        more["banner"] = next(
            b.id for b in state.banners.values() if b.faction == faction and b.at != "removed"
        )
    if one.act == "report":
        more |= {"result": "draw", "another": one.kind == "another"}
    if one.act == "end_siege":
        more["winner"] = "besieger"
    if one.act in ("siege_turn", "take_option"):
        more["turn"] = state.sieges[about].completed + 1
    if one.act == "take_option":
        more["option"] = _option(found, about)
    wanted = found.game.spec(f"firestorm.{one.act}").params.model_fields
    return {key: value for key, value in more.items() if key in wanted}


def _option(found: League, battle: str) -> str:
    siege, book = found.state.sieges[battle], found.book_now
    side: Any = siege.step
    rows = options(book, side).items()
    return next(key for key, row in rows if not row.target and is_open(found.state, book, siege, key))


def no_dead_end(found: League) -> None:
    """Every must passes its own check; where anybody is waited for, somebody has one."""
    book = found.book_now
    must = [
        (one.id, duty)
        for one in factions(found.state)
        for duty in duties(found.state, book, one.id)
        if duty.must and duty.act
    ]
    for faction, duty in must:
        params = params_of(found, duty, faction)
        try:
            drive(found.start(duty.act, **params), lambda question: None)
        except Refused as refused:
            raise AssertionError((duty, params, refused.sentence)) from refused
    assert must or next_steps(found.state) or not waiting_for(found.state, book), found.state.now


class Watched(Season):
    """A season that is looked at before each act."""

    def act(self, name: str, *, silent: bool = False, **params: Any) -> None:
        if self.state.now.phase in ("preparation", "orders", "battles", "aftermath", "build"):
            no_dead_end(self.league)
        super().act(name, silent=silent, **params)


@hypothesis.settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_fs_160_no_must_is_refused_and_somebody_can_act(seed: int) -> None:
    season = Watched(seed, rulings=0.2)
    while season.state.now.turn <= 3 and season.state.now.phase != "finished":
        season.phase()
