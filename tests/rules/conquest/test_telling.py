"""Entries told in a sentence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from rules.conquest import GAME
from rules.conquest.state import Event
from rules.conquest.telling.entries import TELLERS, tell
from rules.maps.model import Place
from tests.rules.conquest.play import League, league, side
from tests.rules.conquest.test_setup import begun, row
from tests.rules.conquest.test_siege_and_sea import besieger, next_round, sea, under_siege
from tests.rules.played import NOW


def told(found: League, act: str, **given: Any) -> str:
    """Do it and tell it."""
    params = {key: value for key, value in given.items() if key not in ("dice", "choices", "now")}
    sentence = tell(f"conquest.{act}", params, {}, found.do(act, **given), found.state.name_of)
    assert sentence is not None
    return sentence


def test_every_procedure_has_a_teller() -> None:
    assert {f"conquest.{name}" for name in TELLERS} == set(GAME.procedures)
    assert tell("conquest.unheard_of", {}, {}, (), str) is None


def test_before_play() -> None:
    found = League(GAME.begin("", {}))
    assert told(found, "set_options", settings={"siege": True}).startswith("Options set: “Sieges:")
    assert told(found, "lay_map", map=row(15, sea=1)) == "The map is set: 14 territories."
    assert told(found, "enlist", colour="red", name="Ada", realm="A") == "Ada joins."
    assert told(found, "enlist", colour="blue", name="Bo", realm="B") == "Bo joins."
    assert (
        told(found, "begin_play", order=("A", "B"))
        == "The league begins; capitals are picked in this order: Ada and Bo."
    )
    assert (
        told(found, "pick_capital", realm="A", territory="t3") == "Ada begins at t3, where a city is added."
    )
    assert begun(2, row(14)).phase == "capitals"


def test_the_round() -> None:
    found = league("P1", "P2", phase="order")
    assert told(found, "take_order", round=2, dice=(3, 5)) == (
        "Round 2 begins; largest first: P2 (rolled 5) and P1 (rolled 3)."
    )
    found.put("a2", "P1", "castle").put("h7", "P2", "mine", river=True)
    found.state = found.state.change("campaign", "campaign", active="P1")
    assert told(found, "pick_event", realm="P1", choices=("disaster", "P2"), dice=(4, 4)) == (
        "P1 takes Disaster against P2."
    )
    assert told(found, "pick_event", realm="P2", choices=("building_boom", "h7", "castle", True)) == (
        "P2 takes Building Boom and builds a castle at h7 in place of the mine."
    )
    found.put("a3", "P1", "mine", river=True).enter("revenue")
    assert told(found, "collect", realm="P1", dice=(2, 2)) == (
        "P1 collects 40 gold; the mine at a3 is exhausted."
    )
    assert told(found, "challenge", realm="P1", defender="P2") == "P1 challenges P2."


def test_battles() -> None:
    found = league("P1", "P2", phase="battle").give("P1", gold=100)
    battle = found.fight("P1", against="P2")
    assert (
        told(found, "agree_size", battle=battle, realm="P1", points=2000)
        == "Battle size agreed: 2000 points a side."
    )
    assert told(found, "commit_gold", battle=battle, choices=(50, 0)) == "Gold for the battle: P1 50."
    facts = {"attack": side("P1", 9), "defend": side("P2", 1, withdrew=True)}
    assert told(found, "report", battle=battle, realm="P1", **facts).startswith("P1 reports")
    assert told(found, "confirm", battle=battle, realm="P2") == (
        "P1 massacres the enemy (5 EP) and P2 loses (1 EP)."
    )
    found = league("P1", "P2", "P3", phase="battle")
    battle = found.fight("P2", against="P3")
    assert told(found, "rule_abstract", battle=battle, dice=(1, 2)).startswith(
        "A battle is rolled off (total 3):"
    )


def test_spending() -> None:
    found = league("P2", "P1").give("P1", ep=20).give("P2", gold=90).beat("P1", "P2")
    found.put("h7", "P2", "mine", river=True).put("c3", "P2")
    assert told(found, "claim", realm="P1", territory="g8") == "P1 claims g8 for 2 empire points."
    assert told(found, "conquer", realm="P1", territory="h7") == (
        "P1 conquers h7 from P2 for 3 empire points; the mine there is destroyed."
    )
    assert told(found, "build", realm="P1", territory="h7", building="castle") == (
        "P1 builds a castle at h7 for 1 empire point."
    )
    assert told(found, "raid", realm="P1", territory="c3", dice=(2, 2)) == "P1 raids c3: 40 gold from P2."
    assert told(found, "plunder", realm="P1", territory="c3") == (
        "P1 plunders c3: P2 loses it for 2 empire points."
    )
    assert told(found, "end_turn", realm="P1") == "P1 ends its turn; 10 empire points lapse."


def test_sieges_the_sea_and_the_end() -> None:
    assert told(besieger(), "besiege", realm="P1", territory="h2", choices=(False,)) == (
        "P1 cannot besiege h2: its owner does not agree."
    )
    found = next_round(under_siege())
    assert told(found, "assault", realm="P1", territory="h2", choices=(True,)) == (
        "P1 attacks the fort at h2."
    )
    battle = "round:2:siege:h2"
    found.fight("P1", against="P3")
    found.do("report_outcome", battle=battle, realm="P1", outcome="attack")
    assert told(found, "confirm", battle=battle, realm="P2").endswith("; the fort at h2 falls.")
    found = sea().enter("battle")
    assert told(found, "sail", realm="P1", defender="P2") == "P1 challenges P2 at sea."
    found = league("P4", "P2", "P1").give("P1", ep=9).beat("P1", "P4").put("a1").put("h2", "P4")
    assert told(found, "conquer", realm="P1", territory="h2").endswith(
        "P4 is out. P1 wins the league by taking the last territory of another player."
    )


def test_the_organiser() -> None:
    found = league("P1", "P2", "P3", phase="events")
    assert told(found, "skip", realm="P3", words="ill") == "P3 is skipped (ill)."
    assert told(found, "extend", until=NOW + timedelta(days=1)) == "The deadline is now 02 March, 12:00."
    assert told(found, "pause", words="holidays") == "The league is paused (holidays)."
    assert told(found, "resume") == "The league continues."
    assert told(found, "grant", realm="P1", gold=30, words="prize") == (
        "P1: +30 gold, as the organiser decided (prize)."
    )
    assert told(found, "correct", territory="c3", owner="P1", building="castle", words="forgotten") == (
        "The map is corrected: c3 belongs to P1 and holds a castle (forgotten)."
    )
    assert told(found, "redraw", territory="c3", fields={"terrain": "marsh"}) == "c3 is redrawn."
    assert told(found, "add", place=Place(id="isle"), near=("c3",)) == "isle is added to the map."
    assert told(found, "connect", a="a1", b="h8") == "a1 and h8 are now neighbours."
    found.state = found.state.put("events", Event(id="x", round=1, realm="P1", event="scouts"))
    assert told(found, "leave", realm="P2", words="moved") == "P2 leaves the league (moved)."
