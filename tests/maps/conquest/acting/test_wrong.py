"""What is wrong with a form is told beside its field, with 422, and what was typed stays."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.shell.reading.fields import TickField
from maps.conquest.forms import FORMS
from maps.ground.forms import FORMS as OF_MAPS
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, table, words_in

pytestmark = pytest.mark.django_db


def told_beside(answer: Any, of: str, sentence: str, *kept: str) -> None:
    """422, the sentence once and beside the field, the field tied to it, everything typed still there."""
    html = unescape(answer.content.decode())
    assert answer.status_code == 422, words_in(html)[:400]
    assert html.count(f'id="{of}-error"') == 1
    assert f'aria-describedby="{of}-error' in html
    assert sentence in words_in(html)
    assert words_in(html).count(sentence) == 1  # not above the page as well
    for typed in kept:
        assert f'value="{typed}"' in html or f">{typed}</textarea>" in html, typed


@pytest.fixture
def shelf() -> tuple[Any, str]:
    league = table("Marta", "Kwame")
    return league.browsers["Organiser"], reverse("maps:maps", args=[league.scope.club.slug])


FILES = {
    "not JSON": b"{",
    "This file contains no map": b"[]",
    "A is listed 2 times": json.dumps({"tiles": [{"key": "A"}, {"key": "A"}]}).encode(),
}


@pytest.mark.parametrize("sentence", FILES)
def test_a_file_that_is_no_map_is_told_beside_the_file(shelf, sentence) -> None:
    browser, address = shelf
    league = table("Ilse", "Jun")
    lay = reverse("maps:lay", args=[league.scope.pk])
    for who, at in ((browser, address), (league.browsers["Organiser"], lay)):
        sent = {"file": SimpleUploadedFile("map.json", FILES[sentence]), "bring": "1"}
        told_beside(who.post(at, sent), "bring.file", sentence)
        told_beside(who.post(at, {"bring": "1"}), "bring.file", "Choose a file.")


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("players", "many", "many is not a whole number"),
        ("players", "40", "2 to 10"),
        ("rivers", "9", "rivers"),
    ],
)
def test_a_wish_that_cannot_be_is_told_beside_it_where_it_is_posted(shelf, field, typed, sentence) -> None:
    browser, address = shelf
    league = table("Ilse", "Jun")
    lay = reverse("maps:lay", args=[league.scope.pk])
    for who, at in ((browser, address), (league.browsers["Organiser"], lay)):
        sent = {"players": "3", "mountains": "17", "seed": "My own", field: typed}
        answer = who.post(at, sent)
        html = answer.content.decode()
        assert answer.status_code == 422
        assert html.count(f'id="wish-{field}-error"') == 1
        assert f'aria-describedby="wish-{field}-error"' in html
        assert sentence in words_in(html)
        for kept in sent.values():
            assert f'value="{kept}"' in html, kept


def test_a_colour_that_is_taken_is_told_beside_the_colours() -> None:
    league = table("Marta", "Kwame")
    marta = league.state.realms[league.realm("Marta")]
    address = reverse("maps:enlist", args=[league.scope.pk])
    for colour, said in ((marta.colour, "already taken"), ("pink", "Choose one of the colours")):
        answer = league.browsers["Organiser"].post(address, {"colour": colour, "name": "The Late"})
        told_beside(answer, "enlist.colour", said, "The Late")
        sent = {"realm": league.realm("Kwame"), "colour": colour, "name": "The Others"}
        told_beside(league.post("Kwame", "rename", **sent), "rename.colour", said, "The Others")


def test_an_order_of_picking_that_misses_somebody_is_told_beside_it() -> None:
    league = table("Marta", "Kwame", pick_order="organiser")
    one = league.realm("Kwame")
    answer = league.post("Organiser", "begin_play", order=[one, one])
    told_beside(answer, "begin_play.order", "name everybody once")
    assert answer.content.decode().count(f'<option value="{one}" selected>') == 2


def test_what_organisers_type_on_the_map_is_told_beside_it() -> None:
    league = begun()
    browser, pk, why = league.browsers["Organiser"], league.scope.pk, "Say why"
    extend, back = (reverse(f"maps:{name}", args=[pk]) for name in ("extend", "step_back"))
    told_beside(
        browser.post(extend, {"until": "2020-01-01T10:00", "words": "snow"}),
        "extend.until",
        "in the future",
        "2020-01-01T10:00",
        "snow",
    )
    told_beside(browser.post(extend, {"until": "soon", "words": "snow"}), "extend.until", "a day", "snow")
    told_beside(browser.post(extend, {"until": "2099-01-01T10:00"}), "extend.words", why, "2099-01-01T10:00")
    told_beside(browser.post(back, {}), "step_back.words", "Say why the step")
    realm = league.realm("Kwame")
    sent = {"realm": realm, "gold": "12", "ep": "3", "words": "found"}
    for field, typed, said in (
        ("gold", "a lot", "a lot is not a whole number"),
        ("gold", "-5000", "more gold than this player has"),
        ("ep", "-9", "you have 0"),
        ("ep", "9999999", "Give or take away at most 100000 at a time"),
        ("words", " ", why),
    ):
        form = {**sent, field: typed}
        answer = league.post("Organiser", "grant", **form)
        told_beside(answer, f"grant.{field}", said, *(one for name, one in form.items() if name != "realm"))
        assert f'<option value="{realm}" selected>' in answer.content.decode()
    place = league.state.realms[realm].capital
    sent = {"territory": place, "owner": league.realm("Marta"), "building": "mine", "words": ""}
    answer = league.post("Organiser", "correct", **sent)
    told_beside(answer, "correct.words", why)
    assert '<option value="mine" selected>mine</option>' in answer.content.decode()
    assert reconcile(league.scope) == []


def test_a_reason_is_asked_for_beside_the_button_that_lacks_it() -> None:
    league = begun()
    now = league.state.now
    answer = league.post("Organiser", "skip", realm=now.active, round=now.round, turn=now.turn, words="")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count('role="alert"') == 1
    assert html.index(f'action="{reverse("maps:do", args=[league.scope.pk, "skip"])}"') < html.index(
        'role="alert"'
    )
    assert html.index('role="alert"') < html.index("Skip ", html.index('role="alert"'))
    assert league.state.now == now


def in_battle(*names: str) -> tuple[Table, str, str]:
    league = play.at_battles(*names)
    battle = next(iter(league.state.battles))
    return league, battle, league.player(play.sides(league, battle)[0][0])


def test_a_size_that_is_none_is_told_beside_it() -> None:
    league, battle, name = in_battle("Marta", "Kwame")
    address = reverse("maps:size", args=[league.scope.pk, battle])
    for typed, said in (("many", "whole number"), ("0", "at least 1 point"), ("999999", "at most 100,000")):
        told_beside(league.browsers[name].post(address, {"points": typed}), "size.points", said, typed)


def test_shares_that_do_not_add_up_are_told_beside_them() -> None:
    league = begun("Marta", "Kwame", "Ilse")
    play.events(league)
    play.revenue(league)
    while league.phase == "challenge":
        active = league.state.now.active
        free = [one["realm"] for one in league.ask("targets", realm=active) if not one["why_not"]]
        largest = league.ask("order")[0]["realm"]
        league.do(league.player(active), "challenge", defender=largest if largest in free else free[0])
    play.challenges(league)
    battle = next(one for one in league.state.battles.values() if len(one.attackers) == 2)
    address = reverse("maps:size", args=[league.scope.pk, battle.id])
    browser = league.browsers[league.player(battle.attackers[0])]
    one, two = (f"share:{realm}" for realm in battle.attackers)
    for shares, said in (
        ({one: "900", two: "700"}, "must add up to 2000"),
        ({one: "x", two: "7"}, "a whole number up to 999999, like"),
    ):
        told_beside(
            browser.post(address, {"points": "2000", **shares}), "size.shares", said, *shares.values()
        )


def test_a_report_is_told_at_the_figure_and_kept_when_it_cannot_be() -> None:
    league, battle, name = in_battle("Marta", "Kwame")
    address = reverse("maps:report", args=[league.scope.pk, battle])
    sent = play.facts_of(league, battle, (700, 3, 9), (500, 5, 9), "defend")
    wrong = {**sent, "defend-0-lost": "five", "send": "1"}
    told_beside(
        league.browsers[name].post(address, wrong), "report.defend-0-lost", "whole numbers", "five", "700"
    )
    both = {**sent, "attack-surrendered": "on", "defend-surrendered": "on", "send": "1"}
    answer = league.browsers[name].post(address, both)
    assert answer.status_code == 409  # about the report as a whole: above it
    html = answer.content.decode()
    assert "cannot be right" in html
    assert re.search(r'name="defend-0-lost" value="5"', html)
    assert re.search(r'name="attack-surrendered"[^>]* checked', html)


@pytest.mark.parametrize(
    ("act", "sent", "field", "said"),
    [
        ("redraw", {"terrain": "sea", "name": "Deep", "words": "flood"}, "terrain", "cannot become sea"),
        ("redraw", {"terrain": "plain", "name": "Deep", "words": ""}, "words", "Say why"),
        (
            "redraw",
            {"terrain": "plain", "name": "x" * 61, "words": "flood"},
            "name",
            "61 characters; the limit is 60",
        ),
        ("connect", {"there": "1", "words": ""}, "words", "Say why"),
        ("connect", {"there": "0", "words": "cliff"}, "other", "not neighbours"),
        ("add", {"label": "a|b", "words": "found"}, "label", "cannot be a label"),
        ("remove", {"words": ""}, "words", "Say why"),
    ],
)
def test_what_is_wrong_with_the_ground_is_told_beside_it(act, sent, field, said) -> None:
    league = begun("Marta", "Kwame")
    state = league.state
    place = state.realms[league.realm("Marta")].capital
    if act == "add":  # somewhere with a free side
        place = next(
            one.id
            for one in state.territories.values()
            if len([two for two in state.links.values() if one.id in (two.a, two.b)]) < 5
        )
        page = league.browsers["Organiser"].get(f"/l/{league.scope.pk}/map/ground/", {"t": place})
        sent = {**sent, "cell": page.context["page"].sides[0][1]}
    if act == "connect":
        linked = {end for one in state.links.values() if place in (one.a, one.b) for end in (one.a, one.b)}
        sent = {**sent, "other": next(one for one in state.territories if one not in linked)}
    if act == "remove":
        place = next(one.id for one in state.territories.values() if not one.owner)
    address = reverse("maps:ground", args=[league.scope.pk])
    answer = league.browsers["Organiser"].post(address, {"act": act, "territory": place, **sent})
    kept = [value for name, value in sent.items() if name in ("name", "label", "words") and value]
    told_beside(answer, f"{act}.{field}", said, *kept)
    if act == "connect":
        assert f'<option value="{sent["other"]}" selected>{sent["other"]}</option>' in answer.content.decode()


@pytest.mark.parametrize("cell", ["9" * 290 + ",1", "999999999,0", "1", "a,b", ""])
def test_a_side_nobody_offered_is_refused(cell):
    league = begun("Marta", "Kwame")
    place = league.state.realms[league.realm("Marta")].capital
    address, before = reverse("maps:ground", args=[league.scope.pk]), league.state.territories
    sent = {"act": "add", "territory": place, "label": "Far", "words": "found", "cell": cell}
    assert league.browsers["Organiser"].post(address, sent).status_code == 409
    assert league.state.territories == before


def test_every_field_that_can_tell_has_its_place_on_a_page():
    """What a form could say beside a field nobody draws would be seen nowhere."""
    drawn = "".join(one.read_text() for one in (Path(__file__).parents[4] / "templates/maps").rglob("*.html"))
    for forms in (OF_MAPS, FORMS):
        for name, kind in forms.items():
            seen = [] if getattr(kind, "as_sent", False) else kind.base_fields.items()
            for field, one in seen:
                places = (f'"{name}.{field}"', f'|add:".{field}"', f'"{name}."|add:one.name')
                if not one.widget.is_hidden and (field == "sure" or not isinstance(one, TickField)):
                    assert any(place in drawn for place in places), (name, field)


def tag_of(html: str, field: str) -> str:
    """The tag of a field, by its id."""
    return next(one[0] for one in re.finditer("<[^>]*>", html) if f' id="{field}"' in one[0])


def test_a_wrong_field_is_in_hand_when_its_page_comes_back() -> None:
    league = begun()
    answer = league.post("Organiser", "grant", realm=league.realm("Kwame"), gold="a lot", words="x")
    html = answer.content.decode()
    assert " autofocus" in tag_of(html, "grant-gold")
    assert html.count(" autofocus") == 1


def test_a_field_says_what_its_form_takes() -> None:
    """Label and whether it may stay empty are said once, by the form that reads it."""
    league = begun()
    place = league.state.realms[league.realm("Kwame")].capital
    page = league.browsers["Organiser"].get(f"/l/{league.scope.pk}/map/", {"t": place}).content.decode()
    drawn = tag_of(page, "correct-words")
    assert "maxlength" not in drawn, "nothing is cut as it is typed"
    assert " required" in drawn
    assert f'aria-label="{FORMS["correct"].base_fields["words"].label}"' in drawn
    assert 'type="datetime-local"' in tag_of(page, "extend-until")
