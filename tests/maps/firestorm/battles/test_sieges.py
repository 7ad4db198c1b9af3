"""A siege on its battle's page, turn by turn, and what others learn of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.stored import topics
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.models import Person
from campaigns.models.people import Dice
from campaigns.shell.told import chronicle
from rules.firestorm.siege_state import Siege
from rules.firestorm.state import Battle, Firestorm
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.fights import (
    at_the_tower,
    done,
    in_the_field,
    open_question,
    page_at,
    sent,
    siege_begun,
)
from tests.maps.firestorm.play import Table
from tests.pages import looking, page_of, told_in
from tests.rules.firestorm.play import league
from tests.scenario import scenario

pytestmark = pytest.mark.django_db

QUICK, PLAYED = {":how": "quick"}, {":how": "battleplan"}
BY_US = {":how": "battleplan", ":winner": "besieger"}


def siege_of(league: Table, battle: Battle) -> Siege:
    return league.state.sieges[battle.id]


def looked(league: Table, name: str, battle: Battle) -> Any:
    return page_of(page_at(league, name, battle.id)).siege


def laid(league: Table, battle: Battle, **opening: object) -> None:
    """Marta says it is a siege, Kwame lays it, the opening is played and lost by the besieged."""
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    said = opening or {":how": "battleplan", ":winner": "besieger"}
    done(league, "Kwame", battle.id, "start_siege", storm="false", said=said)


def patience(league: Table, battle: Battle) -> None:
    """The besieger rolls a 1: the siege goes on."""
    turn = siege_of(league, battle).completed + 1
    done(league, "Kwame", battle.id, "siege_turn", turn=turn, said={f":{turn}": 1})
    assert siege_of(league, battle).step == "besieger"


def test_fs_162_only_what_a_siege_keeps_back_is_told_as_secret() -> None:
    held = Siege(id="b", step="timer", bravery=3)
    before = league("O", "C").state.put("sieges", held)
    assert told_of(before, before.change("factions", "O", name="Watch")) == {"factions", "factions:O", "of:O"}
    assert told_of(before, before.change("sieges", "b", bravery=2)) == {topics.VEILED}


def told_of(before: Firestorm, after: Firestorm) -> set[str]:
    """What an event names, as everybody sees both states."""
    return topics.between(registration_of("firestorm"), before, after)


def test_fs_140_the_defender_says_whether_it_is_a_siege() -> None:
    league, battle = at_the_tower()
    mine, theirs = looked(league, "Marta", battle), looked(league, "Kwame", battle)
    assert [tap.title for tap in mine.taps] == ["Make it a siege", "Make it a field battle"]
    assert (theirs.mine, theirs.taps, theirs.waits) == (False, (), "The Cinder Watch")
    done(league, "Marta", battle.id, "offer_siege", siege="false")
    assert looked(league, "Marta", battle) is None
    assert page_of(page_at(league, "Marta", battle.id)).report is not None


def test_fs_140_in_the_field_nobody_is_asked_for_a_siege() -> None:
    league, battle = in_the_field()
    assert looked(league, "Marta", battle) is None
    league, battle = at_the_tower(siege_mode="never")
    assert looked(league, "Marta", battle) is None


def test_fs_140_where_both_have_to_agree_both_are_asked() -> None:
    league, battle = at_the_tower(siege_mode="both_agree")
    for name in ("Kwame", "Marta"):
        assert looked(league, name, battle).mine
        done(league, name, battle.id, "offer_siege", siege="true")
    assert siege_of(league, battle).step == "start"


def test_fs_143_a_siege_begins_with_as_many_points_as_its_level() -> None:
    league, battle = at_the_tower()
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    page = page_of(page_at(league, "Kwame", battle.id))
    assert page.title == "Siege of Cinderwatch"
    assert [(one.role, one.siege_points) for one in page.siege.sides] == [
        ("besieging", 1),
        ("under siege", 1),
    ]
    assert [tap.title for tap in page.siege.taps] == ["Lay siege to it", "Storm it at once"]
    assert page.report is None
    assert looked(league, "Marta", battle).waits == "Hollow Crown"


def test_fs_150_the_opening_is_asked_on_the_page_of_questions() -> None:
    league, battle = at_the_tower()
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    response: Any = sent(league, "Kwame", battle.id, "start_siege", storm="false")
    assert "/d/" in response.url
    browser = league.browsers["Kwame"]
    if "How does the siege begin?" in words_of(browser.get(response.url)):
        browser.post(response.url, {"key": f"opening:{battle.id}", "roll": "1"})
    page = page_of(page_at(league, "Kwame", battle.id))
    assert (page.first, page.asked[0].waits_for) == ("asked", "")
    assert page.siege.taps == (), "its die is out: nothing begins anew"
    assert (looked(league, "Marta", battle).waits, looked(league, "Marta", battle).taps) == ("", ())
    assert page.asked[0].text.endswith("roll or play?")
    assert page_of(page_at(league, "Marta", battle.id)).asked[0].text == page.asked[0].text
    browser.post(response.url, {"key": f"opening:{battle.id}:how", "value": "battleplan"})
    answer: Any = browser.post(response.url, {"key": f"opening:{battle.id}:winner", "value": "besieged"})
    assert answer.url == league.url("battle", battle.id)
    assert siege_of(league, battle).step == "timer"
    (opening,) = looked(league, "Marta", battle).told
    assert (opening.turn, opening.who, opening.how) == (0, "", "The Cinder Watch won it.")


def test_fs_146_the_timer_says_from_which_face_on_the_assault_begins() -> None:
    league, battle = at_the_tower()
    laid(league, battle)
    page = looked(league, "Kwame", battle)
    assert page.title == "Siege turn 1: does the assault begin now?"
    assert page.note == "The assault begins on a 6."
    assert [tap.title for tap in page.taps] == ["Roll for me", "I’ll roll it myself"]
    assert not looked(league, "Marta", battle).taps
    Person.objects.filter(pk=league.seats["Kwame"].person_id).update(dice=Dice.APP)
    assert [tap.title for tap in looked(league, "Kwame", battle).taps] == ["Roll for me"]


def test_fs_149_the_besieger_chooses_openly_and_the_besieged_know_it() -> None:
    league, battle = at_the_tower()
    laid(league, battle)
    patience(league, battle)
    page = looked(league, "Kwame", battle)
    assert [one.name for one in page.choices][:3] == ["Bombardment", "Undermine", "Starve out"]
    assert page.choices[1].asks == "Which wall?"
    assert page.choices[1].how == "You roll: works on 5+, or play Undermine"
    assert not looked(league, "Marta", battle).choices
    done(league, "Kwame", battle.id, "take_option", turn=1, option="undermine", target="North wall")
    page = looked(league, "Marta", battle)
    assert page.note.startswith("The besiegers have chosen: Undermine (North wall).")
    assert page.note == looked(league, "Kwame", battle).note
    assert "you" not in page.note.split()
    closed = {one.name: one.rule for one in page.choices if one.why_not}
    assert set(closed) == {"Artillery", "Bring reinforcements"}  # a repair answers what is being done
    assert [tap.title for tap in page.choices[3].taps] == [
        "War machines",
        "Siege equipment",
        "Ammunition and supplies",
    ]
    said = {**BY_US, ":wounds": 7}
    done(league, "Marta", battle.id, "take_option", turn=1, option="construct_besieged", said=said)
    page = looked(league, "Marta", battle)
    assert [(one.turn, one.what, one.won) for one in page.told[1:]] == [
        (1, "Undermine: North wall", True),
        (1, "Build siege equipment", True),
    ]
    (waits,) = page.pending
    assert (waits.what, waits.dice) == ("Undermine: North wall", "7 mortal wounds")
    assert [one.siege_points for one in page.sides] == [1, 2]
    assert page.title.startswith("Siege turn 2")


def test_fs_150_what_is_rolled_for_or_played_says_so_with_the_tap_that_chooses_it() -> None:
    league, battle = at_the_tower()
    laid(league, battle)
    patience(league, battle)
    choices = {one.key: one for one in looked(league, "Kwame", battle).choices}
    assert [words for _how, words in choices["starve_out"].either] == ["Roll for it", "Play it"]
    assert choices["construct"].is_plain
    assert not choices["starve_out"].is_plain
    done(league, "Kwame", battle.id, "take_option", turn=1, option="starve_out", how="quick")
    help_sent = {"turn": 1, "option": "send_for_help", "how": "battleplan"}
    done(league, "Marta", battle.id, "take_option", **help_sent, said={":winner": "besieged"})
    (_opening, theirs, ours) = league.state.gains.values()
    assert (theirs.how, ours.how, ours.won) == ("quick", "battleplan", True)


@pytest.mark.parametrize(
    ("option", "labels"),
    [
        ("reinforcements", ["nobody"] * 5 + ["100 points"]),
        ("send_for_help", ["it fails"] * 3 + ["it works"] * 3),
    ],
)
def test_fs_150_a_quick_roll_says_on_each_face_what_it_brings(option: str, labels: list[str]) -> None:
    league, battle = at_the_tower()
    laid(league, battle, **{battle.id: 1, ":how": "battleplan", ":winner": "besieged"})
    patience(league, battle)
    done(league, "Kwame", battle.id, "take_option", turn=1, option="construct")
    sent(league, "Marta", battle.id, "take_option", turn=1, option=option, how="quick")
    asked = open_question(league)
    assert asked is not None
    assert [one.label for one in asked[1].faces] == labels  # type: ignore[attr-defined]


def test_fs_146_one_tap_rolls_and_a_die_of_ones_own_is_typed() -> None:
    league, battle = at_the_tower()
    laid(league, battle)
    by_hand: Any = sent(league, "Kwame", battle.id, "siege_turn", turn=1)
    assert "/d/" in by_hand.url
    page = page_of(page_at(league, "Kwame", battle.id))
    assert [(one.by_app, one.waits_for) for one in page.asked] == [(True, "")]
    theirs = page_of(page_at(league, "Marta", battle.id))
    assert [(one.by_app, one.waits_for) for one in theirs.asked] == [(False, "Hollow Crown")]
    league.browsers["Kwame"].post(page.asked[0].url, {"roll_all": "1"})
    assert siege_of(league, battle).step in ("besieger", "assault")
    league, battle = at_the_tower()
    laid(league, battle)
    by_app: Any = sent(league, "Kwame", battle.id, "siege_turn", turn=1, roll="1")
    assert by_app.url == league.url("battle", battle.id)
    assert siege_of(league, battle).step in ("besieger", "assault")


def test_fs_153_beside_a_repaired_piece_stands_which_bombardments_count_there() -> None:
    league, battle = at_the_tower()
    laid(league, battle)
    patience(league, battle)
    done(league, "Kwame", battle.id, "take_option", turn=1, option="bombardment", target="")
    done(league, "Marta", battle.id, "take_option", turn=1, option="repair", target="Keep")
    told = [(one.what, one.text, one.dice) for one in looked(league, "Kwame", battle).pending]
    assert told[1:] == [("Repaired: Keep", "No bombardment counts there.", "")]
    assert told[0][2] == "1 × D3"


def test_fs_151_an_option_without_its_target_is_refused_beside_the_field() -> None:
    league, battle = at_the_tower()
    laid(league, battle)
    patience(league, battle)
    more = {"turn": 1, "option": "undermine", "target": ""}
    response = sent(league, "Kwame", battle.id, "take_option", **more)
    assert response.status_code == 422
    assert response.context["wrong"].of == "take_option.target"
    assert siege_of(league, battle).option == ""


def storming(league: Table, battle: Battle) -> None:
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    done(league, "Kwame", battle.id, "start_siege", storm="true")


def test_fs_128_the_calculator_begins_with_the_armies_as_a_siege_has_changed_them() -> None:
    league, battle = at_the_tower("Marta", "Kwame", "Ilse")
    laid(league, battle, **{battle.id: 6, ":how": "battleplan", ":winner": "besieged"})
    assert siege_of(league, battle).besieged_delta == -250
    for name, points in (("Marta", 1750), ("Kwame", 1750), ("Ilse", 2000)):  # she knows nothing of it
        sudden = page_of(page_at(league, name, battle.id)).sudden
        assert [one.form["points"].value() for one in sudden.armies] == [2000, points]
        assert sudden.armies[0].limit == f"may summon up to {points // 5} points"


def test_fs_157_equipment_is_bought_for_something_and_not_for_more_than_there_is() -> None:
    league, battle = at_the_tower()
    storming(league, battle)
    page = page_of(page_at(league, "Kwame", battle.id)).assault
    assert page.points == 1
    dear = [one.tap.title for one in page.wares if one.tap.why_not]
    assert dear == ["Reinforced battering ram", "Reinforced siege tower"]
    response = sent(league, "Kwame", battle.id, "buy_equipment", item="mantlets", target="")
    assert response.context["wrong"].of == "buy_equipment.target"
    done(league, "Kwame", battle.id, "buy_equipment", item="mantlets", target="Bloodletters")
    page = page_of(page_at(league, "Kwame", battle.id)).assault
    assert page.points == 0
    assert all(one.tap.why_not for one in page.wares)
    (bought,) = page_of(page_at(league, "Marta", battle.id)).assault.bought
    assert (bought.who, bought.what, bought.cost) == ("Hollow Crown", "Mantlets: Bloodletters", 1)


def test_fs_144_whoever_mistyped_the_assault_reports_it_again_until_it_counts() -> None:
    league, battle = at_the_tower()
    storming(league, battle)
    done(league, "Kwame", battle.id, "end_siege", winner="besieged", defender_tabled="on")
    waiting = page_of(page_at(league, "Kwame", battle.id))
    assert waiting.games[0].again
    assert not waiting.assault.may_report
    (bout,) = league.state.bouts
    anew = page_of(page_at(league, "Kwame", battle.id, again=bout)).assault
    assert (anew.may_report, anew.bout, anew.winner, anew.wares) == (True, bout, "besieged", ())
    assert [on for _name, _words, on in anew.tables] == [False, True]
    theirs = page_of(page_at(league, "Marta", battle.id, again=bout)).assault
    assert (theirs.may_report, theirs.winner) == (True, "")
    refused = sent(league, "Kwame", battle.id, "end_siege", bout=bout)
    assert page_of(refused).assault.may_report
    done(league, "Kwame", battle.id, "end_siege", bout=bout, winner="besieger")
    (game,) = league.state.bouts.values()
    assert (game.status, game.result, game.tabled) == ("reported", "major_victory", ())
    done(league, "Marta", battle.id, "end_siege", bout=bout, winner="besieger")
    assert league.state.battles[battle.id].result == "major_victory"
    assert reconcile(league.scope) == []


def test_fs_144_a_side_that_thinks_better_of_the_assault_agrees_by_reporting_the_same() -> None:
    league, battle = at_the_tower()
    storming(league, battle)
    for name, winner in (("Kwame", "besieger"), ("Marta", "besieged"), ("Marta", "besieger")):
        done(league, name, battle.id, "end_siege", winner=winner)
    assert league.state.battles[battle.id].result == "major_victory"
    assert reconcile(league.scope) == []


def test_fs_144_the_assault_is_reported_by_who_won_and_confirmed_on_the_other_phone() -> None:
    league, battle = at_the_tower()
    storming(league, battle)
    page = page_of(page_at(league, "Kwame", battle.id))
    assert page.assault.may_report
    assert [words for _key, words in page.assault.winners] == [
        f"{league.state.name_of(battle.attacker)} won",
        f"{league.state.name_of(battle.defender)} won",
    ]
    response = sent(league, "Kwame", battle.id, "end_siege")
    assert response.status_code == 422
    done(league, "Kwame", battle.id, "end_siege", winner="besieger")
    page = page_of(page_at(league, "Marta", battle.id))
    assert (page.first, page.games[0].status) == ("confirm", "reported")
    done(league, "Marta", battle.id, "confirm", **dict(page.games[0].confirm.fields))
    assert league.state.battles[battle.id].result == "major_victory"
    page = page_of(page_at(league, "Marta", battle.id))
    assert page.siege.stage == "closed"
    assert "Decided by the Final Assault." in [one.words for one in page.outcome]
    assert reconcile(league.scope) == []


def test_fs_140_a_siege_says_beforehand_and_afterwards_what_becomes_of_reports_that_wait() -> None:
    league, battle = at_the_tower()
    assert "is void" not in looked(league, "Marta", battle).note
    done(league, "Kwame", battle.id, "report", result="major_victory")
    assert "any report that has not been agreed to is void" in looked(league, "Marta", battle).note
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    assert (
        "is a siege; the reports that were waiting are void"
        in told_in(league.scope, league.seats["Kwame"])[0]
    )


# What others see


@scenario
def busy() -> tuple[Table, Battle]:
    """A siege in which something has been bought, looked at by somebody who does not fight in it."""
    league, battle = at_the_tower("Marta", "Kwame", "Ilse")
    storming(league, battle)
    done(league, "Kwame", battle.id, "buy_equipment", item="mantlets", target="Quillfeather")
    return league, battle


def test_fs_162_others_see_that_there_is_a_siege_and_nothing_of_it() -> None:
    league, battle = busy()
    page = page_of(page_at(league, "Ilse", battle.id))
    assert (page.title, page.siege.follows, page.siege.sides, page.assault) == (
        "Siege of Cinderwatch",
        False,
        (),
        None,
    )
    for name in ("Marta", "Kwame", "Organiser"):
        assert page_of(page_at(league, name, battle.id)).siege.follows


def places_to_look(league: Table, battle: Battle) -> list[str]:
    pk = league.scope.pk
    api = f"/api/v1/leagues/{pk}"
    found = [league.url("battle", battle.id), league.url("map"), league.url("aftermath")]
    found += [reverse(f"campaigns:{one}", args=[pk]) for one in ("league", "chronicle", "board")]
    found += [reverse("campaigns:entry", args=[pk, one.seq]) for one in league.scope.entries.all()]
    found += [f"{api}/state/{one}/" for one in ("sieges", "gains", "purchases", "battles")]
    return [*found, *(f"{api}/{one}/" for one in ("chronicle", "journal", "dialogues"))]


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_what_is_bought_in_a_siege_is_nowhere_for_other_eyes() -> None:
    league, battle = busy()
    found = dict.fromkeys(("Marta", "Organiser", "Ilse"), 0)
    for name in found:
        for at in places_to_look(league, battle):
            told = league.browsers[name].get(at).content.decode()
            found[name] += "Quillfeather" in told
            if name == "Ilse":
                assert "Quillfeather" not in told, at
                assert "mantlets" not in told.lower(), at
    assert found["Marta"] > 3
    assert found["Organiser"] > 3


def test_fs_162_nobody_fishes_for_an_option_in_the_chronicle() -> None:
    league, _battle = busy()
    at = reverse("campaigns:chronicle", args=[league.scope.pk])
    for word in ("mantlets", "Quillfeather"):
        assert "continues" not in words_of(league.browsers["Ilse"].get(at, {"about": word}))


def test_news_say_once_that_a_siege_continues() -> None:
    league, _battle = busy()
    told = "The siege of Cinderwatch continues."
    assert told_in(league.scope, league.seats["Ilse"]).count(told) > 1
    news = [one.sentence for one in chronicle.news(looking(league.scope, league.seats["Ilse"]), 8)]
    assert (news.count(told), len(news)) == (1, 8)


def test_fs_162_an_open_question_of_a_siege_is_its_two_sides_alone() -> None:
    league, battle = at_the_tower("Marta", "Kwame", "Ilse")
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    params = {"battle": battle.id, "faction": battle.attack, "storm": False}
    actor = Actor(league.seats["Kwame"])
    opened = door.act(league.scope.pk, actor, "firestorm.start_siege", params)
    address = reverse("campaigns:dialogue", args=[league.scope.pk, opened.slot])
    api = f"/api/v1/leagues/{league.scope.pk}/dialogues/"
    for name in ("Marta", "Kwame", "Organiser"):
        assert league.browsers[name].get(address).status_code == 200
        assert len(league.browsers[name].get(api).json()) == 1
    assert league.browsers["Ilse"].get(address).status_code == 404
    assert league.browsers["Ilse"].get(api).json() == []
    assert league.browsers["Ilse"].get(f"{api}{opened.slot}/").status_code == 404


def test_fs_150_who_comes_second_is_told_what_the_button_says() -> None:
    league, battle, address = siege_begun()
    how = f"opening:{battle.id}:how"
    league.browsers["Kwame"].post(address, {"key": how, "value": "battleplan"})
    second: Any = league.browsers["Marta"].post(address, {"key": how, "value": "quick"})
    assert "Kwame has already answered this: Play the battleplan." in second.content.decode()


def test_fs_128_an_army_stands_on_a_page_with_one_figure() -> None:
    league, battle = at_the_tower(forlorn="on_defeat")
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    said = {f"opening:{battle.id}": 6, ":how": "battleplan", ":winner": "besieger"}
    done(league, "Kwame", battle.id, "start_siege", storm="false", said=said)
    assert siege_of(league, battle).besieged_delta < 0
    for name in ("Marta", "Kwame"):
        page = page_of(page_at(league, name, battle.id))
        assert [one.total for one in page.sides] == [one.army for one in page.siege.sides]
        for one in page.sides:
            assert sum(line.points for line in one.lines) == one.total
        assert ("By the siege", siege_of(league, battle).besieged_delta) in [
            (line.words, line.points) for one in page.sides for line in one.lines
        ]
