"""What an adversary is told of a game against the app: what is to be done next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.solo.book import Rules
from rules.solo.playing.next_act import next_act
from rules.solo.state import SoloState
from tests.rules.solo.sampled import MOVES
from tests.stress.facts import Facts, Wanted


def moves(state: SoloState, rules: Rules, luck: random.Random) -> Iterator[Wanted]:
    following = next_act(state, rules)
    if following.do:
        more: dict[str, Any] = {}
        if following.do == "human_turn":
            own = [one.id for one in state.units.values() if state.sides[one.side].kind == "human"]
            more = {"unit": luck.choice(own)} if own and luck.random() < 0.8 else {"done": True}
        yield Wanted(following.do, {**following.params, **more})


ASIDES = {"concede", "setting", "toss", "jump", "type", "army_rules", "spells", "open", "section", "status"}
FACTS = Facts(todos=MOVES, moves=moves, asides=ASIDES)
