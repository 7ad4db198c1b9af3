"""An evening of Age of Fantasy: Skirmish through the interface and the pages, with the rulebook beside it.

Every figure expected here was worked out by hand from the book before the evening was played.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Seat
from tests import factories
from tests.campaigns import play
from tests.campaigns.api.conftest import Api
from tests.pages import page_text

pytestmark = pytest.mark.django_db


class Table:
    """Marta, Tom and Jun at a table, each with a program of their own; Ilse runs the league."""

    def __init__(self, edition: str, **settings: Any) -> None:
        self.ilse = factories.new_organiser(name="Ilse")
        self.scope = play.found_league(self.ilse, edition=edition, **settings)
        self.seats: dict[str, Seat] = {"Ilse": self.ilse}
        for name in ("Marta", "Tom", "Jun"):
            self.seats[name] = play.player(self.scope, name)
        self.apis = {name: Api(seat) for name, seat in self.seats.items()}
        self.base = f"/api/v1/leagues/{self.scope.pk}/"

    def does(self, who: str, procedure: str, *answers: Any, **params: Any) -> str:
        """An act with its answers in the order they are asked; its slot."""
        sent = self.apis[who].post(self.base + "act/", {"procedure": f"opr.{procedure}", "params": params})
        assert sent.status_code == 200, (procedure, sent.json())
        told, left = sent.json(), list(answers)
        slot: str = told["slot"]
        while told["questions"]:
            question = told["questions"][0]
            assert left, (procedure, question)
            reply = {"slot": slot, "key": question["key"], "value": left.pop(0)}
            told = self.apis[who].post(self.base + "answer/", reply).json()
            assert "sentence" not in told, (procedure, reply, told)
        assert not left, (procedure, left)
        return slot

    def refused(self, who: str, procedure: str, **params: Any) -> str:
        sent = self.apis[who].post(self.base + "act/", {"procedure": f"opr.{procedure}", "params": params})
        assert sent.status_code == 409, sent.json()
        return f"{sent.json()['rule']}: {sent.json()['sentence']}"

    def purse(self, *warbands: str) -> list[tuple[int, int]]:
        """VP and points to spend of each."""
        rows = [self.row("warbands", one) for one in warbands]
        return [(one["vp"], one["pool"]) for one in rows]

    def sheet(self, *units: str) -> list[tuple[int, int]]:
        """XP and value of each."""
        rows = [self.row("units", one) for one in units]
        return [(one["xp"], one["reckoned"]) for one in rows]

    def page(self, where: str) -> str:
        """What a page of the league says."""
        html = page_text(factories.signed_in(self.ilse).get(f"/l/{self.scope.pk}/{where}"))
        return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())

    def row(self, table: str, key: str) -> Any:
        return self.apis["Ilse"].get(f"{self.base}{table}/{key}/").json()


def unit(name: str, points: int, *items: tuple[str, int], hero: bool = False) -> dict[str, object]:
    return {
        "name": name,
        "points": points,
        "hero": hero,
        "items": [{"label": label, "price": price} for label, price in items],
    }


def test_an_evening_by_the_book() -> None:
    table = Table("aofs-3.2.0", campaign_type="point")
    does = table.does
    people = {name: str(seat.pk) for name, seat in table.seats.items()}
    bell = [
        unit("Orla", 45, ("Axe", 15), ("Mail", -5), hero=True),
        unit("Spears", 40, ("Banner", 5)),
        unit("Archers", 30),
    ]
    raiders = [unit("Brakka", 50, hero=True), unit("Reavers", 40), unit("Trolls", 45)]
    lamps = [unit("Lamp", 40, hero=True), unit("Watch", 40), unit("Dogs", 40)]
    a = does("Marta", "found_warband", owner=people["Marta"], name="Bell", units=bell)
    b = does("Tom", "found_warband", owner=people["Tom"], name="Raiders", units=raiders)
    c = does("Jun", "found_warband", owner=people["Jun"], name="Lamps", units=lamps)
    A, B, C = f"{a}.warband", f"{b}.warband", f"{c}.warband"
    orla, spears, archers = (f"{a}.unit-{n}" for n in (1, 2, 3))
    brakka, reavers, trolls = (f"{b}.unit-{n}" for n in (1, 2, 3))
    lamp, watch, dogs = (f"{c}.unit-{n}" for n in (1, 2, 3))
    does("Ilse", "start", 1)  # N = 1 + 4 = 5 VP
    slot = does("Marta", "open_mission", warbands=[A, B, C])
    m = f"{slot}.mission"
    for who, w in (("Marta", A), ("Tom", B), ("Jun", C)):
        does(who, "field", mission=m, warband=w)
    for who, w, dice in (("Marta", A, [1, 6]), ("Tom", B, [3, 5]), ("Jun", C, [2])):
        does(who, "roll_objective", *dice, mission=m, warband=w)
    does("Marta", "begin", mission=m)
    out: list[str] = []

    def rolls(n: int, *answers: Any, gone: tuple[str, ...] = ()) -> str:
        out.extend(gone)
        return f"{does('Marta', 'round', *answers, mission=m, round=n, gone=out)}.event"

    rolls(1, 5, 65, A)  # a lucky find: 1 VP
    rolls(2, 6, 26)  # blood frenzy: D3 XP more for melee
    rolls(3, 5, 12, B, gone=(reavers,))  # a bounty on the Raiders
    rolls(4, 5, 51, A)  # a doctor for Bell
    rolls(5, 5, 61, 2, B, trolls)  # 2 XP
    rolls(6, 5, 64, 3, C)  # 15 points
    rolls(7, 5, 63, 2, C, dogs)  # AP(2)
    taken = rolls(8, 5, 11, C, watch)
    escort = rolls(9, 5, 35, A, archers)
    sent = rolls(10, 5, 62, B)
    does("Tom", "send", trolls, 1, mission=m, event=sent, warband=B, gone=out)  # 10 points
    arena = rolls(11, 5, 66, [reavers, orla], B, C, gone=(orla,))
    does("Marta", "duel", 6, 2, True, mission=m, event=arena)
    revenge = rolls(12, 5, 52, A)
    does("Marta", "seal_note", lamp, mission=m, event=revenge, warband=A, gone=out)
    rolls(13, 5, 46, gone=(lamp,))
    kills = [
        {"victim": reavers, "killer": orla, "round": 2, "melee": True},
        {"victim": orla, "killer": lamp, "round": 10},
        {"victim": lamp, "killer": spears, "round": 12},
        {"victim": brakka, "killer": spears, "round": 13},
    ]
    facts = {
        "winners": [A],
        "rounds": 13,
        "kills": kills,
        "met": {A: True, B: False, C: False},
        "left": [{"event": escort, "unit": archers}],
    }
    does("Ilse", "result", mission=m, **facts)
    # Bell 20 + 20 won + 10 objective + 2 × 5 bounty; Raiders 15 + 40 + 10 sent + 30 arena; Lamps 30 + 40 + 15
    assert table.purse(A, B, C) == [(3, 60), (0, 95), (0, 85)]
    does("Jun", "ransom", 1, True, mission=m, event=taken, warband=C)
    does("Marta", "collect", 3, mission=m, event=escort, warband=A)
    assert table.purse(A, B, C) == [(3, 75), (0, 95), (0, 75)]
    does("Marta", "casualties", True, 1, True, 1, 4, mission=m, warband=A)
    does("Tom", "casualties", 6, 3, mission=m, warband=B)
    does("Jun", "casualties", 1, 1, mission=m, warband=C)
    does("Marta", "experience", [spears, archers], 3, 5, 3, "fighter", 1, 3, "melee", mission=m, warband=A)
    does("Tom", "experience", mission=m, warband=B)
    does("Jun", "experience", mission=m, warband=C)
    # Orla 3 by the frenzy, 1 Reavers, 1 revenge, 1 of the race; Spears 1 + 2 + 2 + 1 + 2; Archers 1 + 1 + 2
    assert table.sheet(orla, spears, archers) == [(6, 60), (8, 50), (4, 30)]
    # Brakka crazed, no XP; Reavers 3 of the arena; Trolls 1 + 2
    assert table.sheet(brakka, reavers, trolls) == [(0, 55), (3, 40), (3, 45)]
    assert table.sheet(watch, dogs) == [(1, 40), (1, 40)]
    assert table.row("units", lamp)["status"] == "dead"
    assert [(one["kind"], one["key"]) for one in table.row("units", orla)["traits"]] == [
        ("injury", "arm_injury"),
        ("level", "elite"),
        ("skill", "duellist"),
    ]
    _upgrades(table, m, A, orla, spears, archers)
    dear = table.refused("Marta", "recruit", mission=m, warband=A, unit=unit("Too dear", 56))
    assert dear == "OPR-63: That costs 56 points; the pool holds 55."
    does("Marta", "recruit", mission=m, warband=A, unit=unit("Wren", 40, hero=True))
    second = table.refused("Marta", "recruit", mission=m, warband=A, unit=unit("Again", 5, hero=True))
    assert second.startswith("OPR-62: You can recruit only one hero after each mission")
    boys = does("Marta", "recruit", 1, mission=m, warband=A, unit=unit("Boys", 5), veteran=True) + ".unit-1"
    does("Marta", "close_recruiting", mission=m, warband=A)
    does("Tom", "close_upgrades", mission=m, warband=B)
    does("Tom", "disband_unit", mission=m, warband=B, unit=brakka)  # Brakka retires
    does("Tom", "recruit", mission=m, warband=B, unit=unit("Ox", 60, hero=True))
    does("Tom", "close_recruiting", mission=m, warband=B)
    does("Jun", "close_upgrades", mission=m, warband=C)
    does("Jun", "recruit", mission=m, warband=C, unit=unit("Mira", 70, hero=True))
    does("Jun", "close_recruiting", mission=m, warband=C)
    assert table.purse(A, B, C) == [(3, 0), (0, 35), (0, 5)]
    assert [table.row("warbands", w)["reckoned"]["sheet"] for w in (A, B, C)] == [190, 145, 150]
    m = does("Tom", "open_mission", warbands=[A, B, C]) + ".mission"
    for who, w in (("Marta", A), ("Tom", B), ("Jun", C)):
        does(who, "field", mission=m, warband=w)
    for who, w in (("Marta", A), ("Tom", B), ("Jun", C)):
        does(who, "roll_objective", 5, mission=m, warband=w)
    does("Marta", "begin", mission=m)
    sides = table.row("missions", m)["sides"]
    assert [(one["value"], one["underdog"]) for one in sides] == [(190, 0), (145, 4), (150, 4)]
    does("Marta", "round", 1, mission=m, round=1)
    does("Marta", "round", 1, mission=m, round=2)
    does("Tom", "concede", mission=m, warband=B, round=2, moment="rout_test")
    kills = [{"victim": trolls, "killer": boys, "round": 1}]
    does("Ilse", "result", mission=m, winners=[A], rounds=4, kills=kills, met={A: True, B: False, C: False})
    assert table.purse(A, B, C) == [(5, 30), (0, 75), (0, 45)]
    does("Marta", "casualties", mission=m, warband=A)
    does("Tom", "casualties", 2, mission=m, warband=B)
    does("Jun", "casualties", mission=m, warband=C)
    does("Marta", "experience", 1, mission=m, warband=A)
    does("Tom", "experience", mission=m, warband=B)
    does("Jun", "experience", mission=m, warband=C)
    assert table.sheet(orla, spears, archers, boys) == [(7, 50), (9, 45), (5, 50), (7, 10)]
    assert table.sheet(reavers, trolls) == [(4, 40), (3, 45)]
    lines = table.apis["Tom"].get(table.base + "standings/").json()["lines"]
    assert [(one["name"], one["rank"], one["shown"]) for one in lines] == [
        ("Bell", 1, "5"),
        ("Raiders", 2, "0"),
        ("Lamps", 2, "0"),
    ]
    assert table.refused("Tom", "open_mission", warbands=[A, B, C]) == "OPR-05: The league is over."
    told = table.page(f"w/{A}/")
    for words in ("50 pts", "10 pts", "2 of 3 heroes", "4 enemies taken out", "1 unit lost"):
        assert words in told, words
    assert "next level in 3 XP" in table.page(f"u/{orla}/")
    assert reconcile(table.scope) == []


def _upgrades(table: Table, m: str, warband: str, orla: str, spears: str, archers: str) -> None:
    """Step 5: 75 − 10 for the doctor; +5 for the axe, nothing for the banner, −5 to be rid of the mail."""
    where = {"mission": m, "warband": warband}
    table.does("Marta", "sell", **where, unit=orla, item=f"{orla}.item-1")
    assert table.purse(warband) == [(3, 70)]
    table.does("Marta", "sell", 3, **where, unit=spears, item=f"{spears}.item-1")
    again = table.refused("Marta", "sell", **where, unit=spears, item=f"{spears}.item-1")
    assert again.startswith("OPR-58: Nobody wanted Banner after this mission.")
    table.does("Marta", "sell", **where, unit=orla, item=f"{orla}.item-2")
    table.does("Marta", "buy", **where, unit=archers, item={"label": "Shields", "price": 15})
    table.does("Marta", "buy", **where, unit=spears, item={"label": "Old boots", "price": -5})
    assert table.purse(warband) == [(3, 55)]
    assert [value for _xp, value in table.sheet(orla, spears, archers)] == [50, 45, 45]
    table.does("Marta", "close_upgrades", **where)
