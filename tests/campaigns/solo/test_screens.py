"""What single screens say: a caster without spells, a marker that is moved, an order, what an act came to."""

from __future__ import annotations

from typing import Any

import pytest

from rules.solo.activating import diagrams
from rules.solo.game import GAME
from tests import factories
from tests.campaigns import play
from tests.campaigns.opr.against.test_against import open_club
from tests.campaigns.opr.against.test_mission import at_the_table
from tests.campaigns.solo.test_units import in_round_one
from tests.campaigns.solo.walk import Walk, new_game, signed_in

pytestmark = pytest.mark.django_db


def begun(list: str, choose: Any = None) -> Walk:
    seat = factories.new_seat(name="Marta")
    walk = Walk(signed_in(seat), new_game(signed_in(seat), seat, challenge="on"), choose)
    walk.post(do="choose_list", side="app1", list=list)
    return walk


def screen(walk: Walk) -> str:
    told: str = walk.browser.get(f"/l/{walk.scope.pk}/solo/").content.decode()
    return told


def test_solo_63_a_caster_without_spells_is_said_before_the_game() -> None:
    walk = begun("fen-wardens")
    walk.until("types")
    assert screen(walk).count("This unit casts spells: enter them") == 1
    witch = next(unit for unit in play.state_of(walk.scope).units_of("ai") if "Caster(1)" in unit.rules)
    address = f"/l/{walk.scope.pk}/solo/units/{witch.id}/"
    spell = {"spell_name": "Thorn Grip", "aim": "harm", "cost": "1", "reach": "18", "side": witch.side}
    walk.browser.post(address, {"unit": witch.id, "do": "spells", **spell})
    assert "This unit casts spells: enter them" not in screen(walk)


def test_solo_11_a_marker_that_moves_is_drawn_with_its_way() -> None:
    walk = begun("thornmarch", lambda question: "not_legal" if question.key == "spot:centre" else None)
    while not (walk.page.asking.ask and walk.page.asking.ask.question.key.startswith("spot:shifted")):
        walk.step()
    shifted = int(walk.page.asking.ask.question.key[-1])
    words = walk.page.asking.ask.picture
    assert words is not None
    assert f"towards the centre of {shifted}." in words
    assert 'class="dg-way"' in words
    state = play.state_of(walk.scope)
    still = diagrams.squares(state, GAME.book_of(state), shifted)
    assert not [shape for shape in still.shapes if shape.role == "way"]


def test_solo_43_an_idle_unit_hears_nothing_of_the_challenge_and_solo_73_a_jump_is_one_tap_away() -> None:
    walk, scope = in_round_one()
    seen = {"idle": False, "jump": False}
    for unit in play.state_of(scope).units_of("ai")[:2]:
        walk.browser.post(
            f"/l/{scope.pk}/solo/units/{unit.id}/", {"unit": unit.id, "do": "status", "stunned": 1}
        )
    for _ in range(120):
        ask = walk.page.asking.ask
        if ask is not None and ask.order is not None:
            if ask.order.verb == "Idle":
                assert ask.order.notes == ()
                seen["idle"] = True
            if "A gap or a drop on the way" in screen(walk):
                assert ask.order.jumps
                seen["jump"] = True
        if all(seen.values()):
            break
        walk.step()
    assert all(seen.values()), seen


def test_what_the_dice_of_a_unit_came_to_stands_first() -> None:
    walk, scope = in_round_one()
    unit = play.state_of(scope).on_table("ai")[0]
    address = f"/l/{scope.pk}/solo/units/{unit.id}/"
    sent = walk.browser.post(address, {"unit": unit.id, "do": "jump", "gap": "4"})
    page = walk.browser.get(sent["Location"]).content.decode()
    assert page.index("jump") < page.index("Wounds")


def test_solo_80_a_league_s_random_events_are_one_tap_away() -> None:
    story = at_the_table()
    walk = story.started(story.ilse)
    walk.hurry("between")
    assert walk.page.event_url == f"/l/{story.league.pk}/m/{story.mission}/"
    club = open_club()
    alone = club.game(club.ilse, "Marta")
    alone.hurry("between")
    assert alone.page.event_url == ""


def test_what_a_list_is_worth_has_its_unit() -> None:
    seat = factories.new_seat(name="Marta")
    walk = Walk(signed_in(seat), new_game(signed_in(seat), seat))
    assert "200<br><small>pts</small>" in screen(walk)
