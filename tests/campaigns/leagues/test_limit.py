"""How long a league runs, on its pages: rolled after it was to have no end, or set by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.leagues import organise_page as desk_page
from campaigns.models import Scope, Seat
from tests import factories
from tests.campaigns import play
from tests.campaigns.leagues.test_organise_page import home_of, may_begin
from tests.factories import signed_in, todos_for
from tests.pages import looking, page_of, told_in


@pytest.fixture
def ilse(db: None) -> Seat:
    return factories.new_organiser(name="Ilse")


def running(ilse: Seat, **settings: str) -> Scope:
    scope = play.found_league(ilse, **settings)
    play.started(scope, ilse, "Marta", "Tom")
    return scope


def change(scope: Scope, by: Seat, **data: Any) -> Any:
    return signed_in(by).post(f"/l/{scope.pk}/settings/", data)


def league(scope: Scope) -> Any:
    return play.state_of(scope).league


def test_opr_04_a_limited_league_that_was_to_have_no_end_is_led_to_the_roll(ilse: Seat) -> None:
    scope = running(ilse, campaign_type="endless")
    assert not home_of(scope, ilse).top.may_roll
    assert may_begin(scope, ilse)
    answer = change(scope, ilse, key="campaign_type", value="game")
    asked = page_of(signed_in(ilse).get(answer.url))
    assert asked.title == "How long the league runs"
    assert asked.first.question.text == "How many missions?"
    # whoever goes elsewhere first finds it again
    (todo,) = [one for one in todos_for(ilse) if "length" in one.title]
    assert (todo.title, todo.url) == ("Roll for the length of The Iron Winter", answer.url)
    home = home_of(scope, ilse)
    assert home.top.may_roll
    assert home.nobody == "Nobody yet. Missions begin once an organiser has rolled for the league’s length."
    assert not may_begin(scope, ilse)
    needs = [one.title for one in desk_page.league_organise_page(looking(scope, ilse, "desk")).needs]
    assert needs == ["Roll for the league’s length"]
    drawn = signed_in(ilse).get(f"/l/{scope.pk}/").content.decode()
    assert "Roll for the league’s length" in drawn
    assert "missions can begin once it has" in drawn
    answer = signed_in(ilse).post(f"/l/{scope.pk}/limit/")
    play.answer_all(scope, ilse, play.act(scope, ilse, "roll_limit"), limit=6)
    assert league(scope).limit == 10
    assert may_begin(scope, ilse)
    assert not [one for one in todos_for(ilse) if "length" in one.title]


def test_opr_04_a_player_is_not_asked_to_roll_the_limit(ilse: Seat) -> None:
    scope = running(ilse, campaign_type="endless")
    play.act(scope, ilse, "change_setting", key="campaign_type", value="game")
    marta = Seat.objects.get(name="Marta")
    assert not home_of(scope, marta).top.may_roll
    assert not may_begin(scope, marta)


def test_opr_04_a_54_a_number_by_hand_before_the_start(ilse: Seat) -> None:
    scope = play.found_league(ilse)
    for name in ("Marta", "Tom"):
        play.found_warband(scope, play.player(scope, name))
    assert home_of(scope, ilse).top.start_rolls
    page = signed_in(ilse).get(f"/l/{scope.pk}/").content.decode()
    assert f"/l/{scope.pk}/settings/#limit" in page
    answer = change(scope, ilse, limit="1", number="8", kind="time", words="")
    assert answer.status_code == 302
    assert not home_of(scope, ilse).top.start_rolls
    started = signed_in(ilse).post(f"/l/{scope.pk}/start/")
    assert started["Location"] == f"/l/{scope.pk}/"
    assert (league(scope).limit, league(scope).status) == (8, "running")
    assert "The league lasts 8 weeks." in home_of(scope, ilse).top.season


def test_opr_08_a_54_what_does_not_pass_is_said_beside_its_field_and_kept(ilse: Seat) -> None:
    scope = running(ilse, campaign_type="endless")
    marta, tom = (one.id for one in play.state_of(scope).active)
    play.evening(scope, ilse, marta, tom)
    answer = change(scope, ilse, limit="1", number="12", kind="game", words="")
    assert answer.status_code == 422
    form = answer.context["limit"]
    assert form.errors == {"words": ["This cannot be left empty."]}
    assert form["number"].value() == "12"
    assert (
        change(scope, ilse, limit="1", number="1", kind="game", words="x").context["limit"].errors["number"]
    )
    assert change(scope, ilse, limit="1", number="many", kind="game").status_code == 422
    assert (
        change(scope, ilse, limit="1", number="12", kind="game", words="the hall closes").status_code == 302
    )
    assert league(scope).limit == 12
    assert "An end has been set for the league: 12 missions · the hall closes." in told_in(scope, ilse)


FIELDS = {"number": "Number", "kind": "Counted in", "words": "Reason"}


def drawn_limit(answer: Any) -> str:
    """The form as it stands on the page."""
    return str(answer.content.decode().partition('id="limit"')[2].partition("</form>")[0])


def test_each_field_of_the_limit_has_its_label_and_what_is_wrong_below_it(ilse: Seat) -> None:
    before = drawn_limit(signed_in(ilse).get(f"/l/{play.found_league(ilse).pk}/settings/"))
    for name, label in {**FIELDS, "words": "Reason (optional)"}.items():
        assert re.search(rf'<label class="form-label" for="id_{name}">{re.escape(label)}<', before)
        assert f' id="id_{name}"' in before
    scope = running(ilse)
    play.evening(scope, ilse, *(one.id for one in play.state_of(scope).active))
    after = drawn_limit(change(scope, ilse, limit="1", number="x", kind="time", words=""))
    for name, label in FIELDS.items():
        assert f'<label class="form-label" for="id_{name}">{label}</label>' in after
        assert re.search(
            rf'<(input|select)[^>]* name="{name}"[^>]* aria-describedby="id_{name}-error"', after
        )
        assert f'<p class="field-error" id="id_{name}-error" role="alert">' in after


def test_opr_03_a_54_after_the_first_mission_only_the_number_may_change(ilse: Seat) -> None:
    scope = running(ilse)
    marta, tom = (one.id for one in play.state_of(scope).active)
    play.evening(scope, ilse, marta, tom)
    form = signed_in(ilse).get(f"/l/{scope.pk}/settings/").context["limit"]
    assert [value for value, _ in form.fields["kind"].choices] == ["game"]
    assert change(scope, ilse, limit="1", number="12", kind="time", words="x").status_code == 422
    assert change(scope, ilse, limit="1", number="12", kind="game", words="x").status_code == 302
    assert league(scope).limit == 12
    play.act(scope, ilse, "close", words="it is over")
    assert signed_in(ilse).get(f"/l/{scope.pk}/settings/").context["limit"] is None
    assert change(scope, ilse, limit="1", number="13", kind="game", words="x").status_code == 404


def test_opr_25_a_mission_nobody_can_come_to_is_on_the_organisers_home_and_page(ilse: Seat) -> None:
    scope = play.found_league(ilse)
    first, second = play.started(scope, ilse, "Marta", "Tom")
    mission = f"{play.act(scope, ilse, 'open_mission', warbands=[first, second]).slot}.mission"
    for unit in play.state_of(scope).sheet(first):
        play.act(scope, ilse, "remove_unit", unit=unit.id, words="lent only")
    what = "A warband has no unit that can join its mission"
    (todo,) = [one for one in todos_for(ilse) if one.title == what]
    assert todo.url == reverse("campaigns:mission", args=[scope.pk, mission])
    page = page_of(signed_in(ilse).get(reverse("campaigns:desk", args=[scope.pk])))
    assert [one.title for one in page.needs if one.urgent] == [what]
    assert todos_for(scope.club.seats.get(name="Marta")) == []
