"""What destroys something of one's own says so on its button and asks again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from rules.engine.questions import Question, question_options
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, words_in, words_of
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def asked_again(html: str, act: str, **fields: str) -> str:
    """The words of what unfolds before this act; empty where the act is one tap."""
    for found in re.findall(r'<details class="map-sure">.*?</details>', html, re.DOTALL):
        wanted = [f'name="{name}" value="{value}"' for name, value in fields.items()]
        if f"/map/do/{act}/" in found and all(one in found for one in wanted):
            return words_in(found)
    return ""


def one_tap(html: str, act: str, **fields: str) -> bool:
    plain = re.sub(r'<details class="map-sure">.*?</details>', "", html, flags=re.DOTALL)
    wanted = [f'name="{name}" value="{value}"' for name, value in fields.items()]
    forms = [one for one in re.findall(r"<form.*?</form>", plain, re.DOTALL) if f"/map/do/{act}/" in one]
    return any(all(field in one for field in wanted) for one in forms)


def spending(*, river: bool) -> tuple[Table, str, str]:
    """Somebody spends; their capital lies on a river if wished. The league, who, the capital."""
    league, name, _other, _castle = play.before_a_castle()
    capital = league.state.realms[league.realm(name)].capital
    sent = {
        "act": "redraw", "territory": capital, "terrain": "plain", "name": "", "objective": "", "words": "x",
    }  # fmt: skip
    ground = reverse("maps:ground", args=[league.scope.pk])
    drawn = league.browsers["Organiser"].post(ground, {**sent, **({"river": "on"} if river else {})})
    assert drawn.status_code == 302, words_of(drawn)
    return league, name, capital


def test_cq_102_building_over_ones_own_says_what_is_lost_and_an_upgrade_what_is_left() -> None:
    league, name, capital = spending(river=True)
    html = league.see(name, t=capital)
    told = asked_again(html, "build", building="mine")
    assert "instead of the city" in told
    assert "The city will be lost." in told
    assert not one_tap(html, "build", building="mine")
    league.do(name, "build", territory=capital, building="castle")
    html = league.see(name, t=capital)
    told = asked_again(html, "build", building="city")
    points = league.state.realms[league.realm(name)].ep
    assert f"You will have {points - 1} EP left. This cannot be undone." in told
    assert "will be lost" not in told
    assert "The castle will be lost." in asked_again(html, "build", building="mine")
    league.do(name, "build", territory=capital, building="city")
    assert reconcile(league.scope) == []


def test_cq_94_ending_a_turn_with_points_that_lapse_asks_again() -> None:
    league, name, _capital = spending(river=False)
    points = league.state.realms[league.realm(name)].ep
    assert points > 2
    said = f"1 EP is kept for the next round, and {points - 1} lapse."
    assert said in asked_again(league.see(name), "end_turn")
    league.post("Organiser", "grant", realm=league.realm(name), gold="0", ep=str(1 - points), words="x")
    html = league.see(name)
    assert asked_again(html, "end_turn") == ""
    assert one_tap(html, "end_turn")


def answer(league: Table, name: str, at: Any, key: str, value: str) -> Any:
    return league.browsers[name].post(at.url, {"key": key, "value": value})


def asked(league: Table, name: str, at: Any) -> Question:
    """What the dialogue asks somebody first."""
    found: Question = page_of(league.browsers[name].get(at.url)).first.question
    return found


def test_cq_30_a_boom_over_the_own_city_is_asked_about_and_a_no_chooses_anew() -> None:
    league = begun("Marta", "Kwame")
    name = league.player(league.state.now.active)
    realm = league.realm(name)
    capital = league.state.realms[realm].capital
    at = league.post(name, "pick_event", realm=realm, round=1)
    answer(league, name, at, f"event:{realm}", "building_boom")
    notes = [one.note for one in question_options(asked(league, name, at))]
    assert any("castle (the city will be lost)" in one for one in notes), notes
    answer(league, name, at, f"boom:{realm}", capital)
    answer(league, name, at, f"boom:{realm}:{capital}", "castle")
    assert league.state.territories[capital].building == "city"
    where = league.state.territories[capital].name or capital
    assert f"Build a castle at {where}? That costs you the city there." in asked(league, name, at).text
    answer(league, name, at, f"boom:{realm}:{capital}:sure", "no")
    assert "Where will you build?" in asked(league, name, at).text
    answer(league, name, at, f"boom2:{realm}", capital)
    answer(league, name, at, f"boom2:{realm}:{capital}", "castle")
    answer(league, name, at, f"boom2:{realm}:{capital}:sure", "yes")
    assert league.state.territories[capital].building == "castle"
    assert "in place of the city" in league.see(name)
    assert reconcile(league.scope) == []
