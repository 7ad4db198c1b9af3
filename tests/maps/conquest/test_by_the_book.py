"""A round of Conquest through the interface and the page, with the rulebook beside it.

Every figure expected here was worked out by hand from the book before the round was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from tests.campaigns.api.conftest import Api
from tests.maps.conquest import play

pytestmark = pytest.mark.django_db


class Programs:
    """Everybody at the table with a program of their own."""

    def __init__(self, table: play.Table) -> None:
        self.table = table
        self.apis = {name: Api(seat) for name, seat in table.seats.items()}
        self.base = f"/api/v1/leagues/{table.scope.pk}/"

    def act(self, who: str, procedure: str, **params: Any) -> Any:
        return self.apis[who].post(
            self.base + "act/", {"procedure": f"conquest.{procedure}", "params": params}
        )

    def answer(self, who: str, slot: str, key: str, value: Any) -> Any:
        told = self.apis[who].post(self.base + "answer/", {"slot": slot, "key": key, "value": value})
        assert told.status_code == 200, told.json()
        return told.json()

    def does(self, who: str, procedure: str, *answers: Any, **params: Any) -> None:
        """An act with its answers in the order they are asked."""
        sent = self.act(who, procedure, **params)
        told, left = sent.json(), list(answers)
        assert sent.status_code == 200, (procedure, told)
        while told["questions"]:
            told = self.answer(who, told["slot"], told["questions"][0]["key"], left.pop(0))
        assert not left, (procedure, left)

    def refused(self, who: str, procedure: str, **params: Any) -> str:
        sent = self.act(who, procedure, **params)
        assert sent.status_code == 409, sent.json()
        return f"{sent.json()['rule']}: {sent.json()['sentence']}"


def test_a_round_by_the_book() -> None:
    table = play.opened(play.table("Marta", "Kwame", "Ilse", win_target=5))
    here = Programs(table)
    ranks = table.state.rounds["round:1"].ranking
    large, middle, small = (one.realm for one in ranks)  # equal but for the dice
    big, mid, low = (table.player(one) for one in (large, middle, small))
    does = here.does
    does(low, "pick_event", "scouts", realm=small, round=1)
    does(mid, "pick_event", "land_grab", realm=middle, round=1)
    does(big, "pick_event", "all_or_nothing", realm=large, round=1)
    for realm, gold in ((small, 100), (middle, 250)):
        does("Organiser", "grant", realm=realm, gold=gold, words="a gift")
    assert here.refused(big, "challenge", realm=large, round=1, defender=small).startswith("CQ-22")
    does(low, "challenge", realm=small, round=1, defender=large)
    does(mid, "challenge", realm=middle, round=1, defender=large)
    does(big, "choose_battles", realm=large, round=1, mode="series")
    fought, rolled = f"round:1:{small}:{large}", f"round:1:{middle}:{large}"
    for battle, name, realm, gold in ((fought, low, small, 100), (rolled, mid, middle, 200)):
        for who, side in ((name, realm), (big, large)):
            does(who, "agree_size", battle=battle, realm=side, points=2000)
        slot = here.act(name, "commit_gold", battle=battle).json()["slot"]
        here.answer(name, slot, f"gold:{battle}:{realm}", gold)
        here.answer(big, slot, f"gold:{battle}:{large}", 0)
    totals = [{one["realm"]: one["total"] for one in table.ask("armies", battle=b)} for b in (fought, rolled)]
    # 100 gold are 100 of 2000 points, 200 are a tenth; the largest empire has a fortieth more
    assert totals == [{small: 2100, large: 2050}, {middle: 2200, large: 2050}]
    attack = {"withdrew": True, "hosts": [_host(small, 400, 8)]}
    defend = {"hosts": [_host(large, 900, 2)]}
    does(low, "report", battle=fought, realm=small, attack=attack, defend=defend)
    does(big, "confirm", battle=fought, realm=large)
    does("Organiser", "rule_abstract", 4, battle=rolled, words="Nobody has time.")
    # a quarter lost: massacre, 5 against 1; 4 + 2 for the gold − 1 for the largest: minor for the defender
    assert _points(table, fought) == {small: 1, large: 5}
    assert _points(table, rolled) == {middle: 1, large: 3}
    # (5 + 3) / 2 and 2 of All or Nothing
    assert _purses(table, large, middle, small) == [(6, 0), (1, 50), (1, 0)]
    free = next(key for key, one in table.state.territories.items() if not one.owner and not one.is_sea)
    does(low, "raid", 15, round=1, realm=small, territory=free)
    assert here.refused(low, "raid", round=1, realm=small, territory=free).startswith("CQ-22")
    does(mid, "claim", realm=middle, round=1, territory=_plain(table, middle, price=1))
    assert _purses(table, large, middle, small) == [(6, 0), (0, 50), (0, 150)]
    for _third in range(3):
        assert not table.state.now.winner
        does(big, "claim", realm=large, round=1, territory=_plain(table, large, price=2))
    # the city counts two, and three claims make five
    assert (table.phase, table.state.now.winner, table.state.now.victory) == ("finished", large, "size")
    assert f"{big}'s realm has won the league" in play.words_in(table.see(big))
    assert reconcile(table.scope) == []


def _host(realm: str, vp: int, lost: int) -> dict[str, Any]:
    return {"realm": realm, "vp": vp, "units_lost": lost, "break_point": 8}


def _points(table: play.Table, battle: str) -> dict[str, int]:
    return {one.realm: one.points for one in table.state.battles[battle].results}


def _purses(table: play.Table, *realms: str) -> list[tuple[int, int]]:
    """Empire points and gold of each."""
    return [(table.state.realms[one].ep, table.state.realms[one].gold) for one in realms]


def _plain(table: play.Table, realm: str, *, price: int) -> str:
    """A territory that is claimed for this."""
    claims = (one for one in table.ask("reachable", realm=realm) if one["act"] == "claim")
    return next(str(one["territory"]) for one in claims if one["price"] == price)
