"""Ten thousand random forms, legal and not, never break what must always hold.

`make test` sends a few hundred of them, `make season` all.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.models import Entry, Via
from rules.conquest.rounds.phases import PHASES
from rules.conquest.state import Conquest
from tests import factories
from tests.maps.conquest.fuzz import Monkey
from tests.maps.conquest.play import Table, table
from tests.rules.conquest.test_invariants import check
from tests.season.told import keep

pytestmark = [pytest.mark.django_db, pytest.mark.season]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
TAPS = 2_500 if ALL else 100
LEAGUES = (("two_rivers", 4), ("salt_islands", 3), ("the_wheel", 4), ("two_rivers", 2))[: None if ALL else 1]
NAMES = ("Marta", "Kwame", "Ilse", "Jun")
ITSELF = {"take_order", "abstract", "commit_gold"}
ORGANISERS = {
    "lay_map", "begin_play", "skip", "pause", "resume", "extend", "correct", "grant", "strike", "decide",
    "close_battles", "rule_abstract", CORRECTION,
}  # fmt: skip
ANY_TIME = {"sail", "assault", "leave", "sign_on", "rename", "enlist"}


@pytest.mark.parametrize(("number", "map_", "players"), [(n, *one) for n, one in enumerate(LEAGUES)])
def test_random_forms_break_nothing(number: int, map_: str, players: int) -> None:
    began = time.perf_counter()
    options: dict[str, Any] = {"siege": True, "naval": True, "win_target": 30, "knockout_wins": False}
    league = table(*NAMES[:players], map=map_, **options)
    strangers = tuple(factories.signed_in(one) for one in (factories.new_seat(name="Stranger"), None))
    league.luck = random.Random(number)
    monkey, seen, ruled = Monkey(league, league.luck, strangers), Counter[str](), set[str]()
    for _ in range(TAPS):
        before, count = league.state, league.scope.entries.count()
        name, _address, status = monkey.tap()
        after = league.state
        seen[str(status)] += 1
        new = list(league.scope.entries.order_by("seq")[count:])
        assert new or after == before
        for entry in new:
            seen[entry.procedure] += 1
            may_have(league, name, entry, before)
            ruled |= {entry.params["territory"]} if entry.procedure == "conquest.correct" else set()
        if new and not any(one.procedure == CORRECTION for one in new):
            check(before, after, ruled)
    assert reconcile(league.scope) == []
    assert {"302", "403", "409"} <= set(seen)
    if ALL:
        write_down(f"{map_}, {players} players", league, seen, time.perf_counter() - began)


def may_have(league: Table, name: str, entry: Entry, before: Conquest) -> None:
    """Whoever did it is one who may: the realm's own player in their turn, or the organiser."""
    act = entry.procedure.removeprefix("conquest.")
    if entry.via == Via.CLOCK:
        assert act in ITSELF
        return
    assert name in league.seats
    took_part = {str(entry.actor_id), *(answer["by"] for answer in entry.answers.values())}
    if str(league.organiser.pk) in took_part:
        return
    assert act not in ORGANISERS
    realm = entry.params.get("realm", "")
    assert not realm or before.realms[realm].owner in took_part, (act, realm)
    if PHASES[before.now.phase].acting == "in_turn" and act not in ANY_TIME:
        assert before.now.active == realm, (act, realm)


def write_down(where: str, league: Table, seen: Counter[str], seconds: float) -> None:
    """Keep what was tried beside the seasons, for docs/season.md."""
    booked = {name: count for name, count in seen.items() if not name.isdecimal()}
    keep(
        f"fuzz-{where.replace(', ', '-').replace(' ', '-')}",
        {
            "map": where,
            "forms sent": TAPS,
            "led on (302)": seen["302"],
            "page again (200)": seen["200"],
            "refused (409)": seen["409"],
            "not theirs to do (403)": seen["403"],
            "not theirs to see, or no such thing (404, 405, 422)": seen["404"] + seen["405"] + seen["422"],
            "entries booked": sum(booked.values()),
            "kinds of entries": len(booked),
            "steps taken back": booked.get(CORRECTION, 0),
            "round reached": league.state.now.round,
            "seconds": round(seconds),
        },
    )
