"""The page of a battle: who fights with what, what is agreed on, its report from two phones, what follows."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues import organise_page as desk_page
from maps.firestorm.battles.battle_labels import tabled_words
from maps.firestorm.club.bouts import firestorm_encounter
from rules.firestorm.state import Bout
from tests.factories import todos_for
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.fights import both, done, in_the_field, page_at, sent
from tests.maps.firestorm.play import Table, begun
from tests.older import asking
from tests.pages import page_of, told_in

pytestmark = pytest.mark.django_db


def test_fs_51_each_side_sees_the_points_of_both_line_by_line() -> None:
    league, battle = in_the_field()
    for name in both(league, battle):
        page = page_of(page_at(league, name, battle.id))
        assert page.title == "Battle for Eyes of the Prismatikon"
        assert [one.total for one in page.sides] == [2000, 2000]
        assert [[(line.words, line.points, line.rule) for line in one.lines] for one in page.sides] == [
            [("The banner’s army", 2000, "FS-10")],
            [("The banner’s army", 2000, "FS-10")],
        ]
        assert [one.tags for one in page.sides] == [(("fatigued: −1 to hit", "FS-35"),)] * 2
        assert page.first == "report"


def test_fs_35_only_what_applies_to_this_battle_is_to_be_had_in_mind() -> None:
    league, battle = in_the_field()
    page = page_of(page_at(league, "Marta", battle.id))
    rules = [one.rule for one in page.notes]
    assert rules.count("FS-35") == 2
    assert "FS-37" not in rules  # nobody has fortified
    league, battle = in_the_field(sudden_death=False, realm_rules=False)
    page = page_of(page_at(league, "Marta", battle.id))
    assert not {"FS-127", "FS-09"} & {one.rule for one in page.notes}
    assert page.sudden is None


def test_fs_10_the_size_agreed_on_changes_the_points_of_both() -> None:
    league, battle = in_the_field()
    done(league, "Marta", battle.id, "agree_size", points=1500)
    page = page_of(page_at(league, "Kwame", battle.id))
    assert page.before.size == 1500
    assert [one.total for one in page.sides] == [1500, 1500]


def test_fs_10_a_size_that_cannot_be_is_refused_beside_its_field_with_what_was_typed() -> None:
    league, battle = in_the_field()
    response = sent(league, "Marta", battle.id, "agree_size", points="plenty")
    assert response.status_code == 422
    assert response.context["wrong"].of == "agree_size.points"
    assert response.context["forms"].field("agree_size", "points").value() == "plenty"
    response = sent(league, "Marta", battle.id, "agree_games", games="40")
    assert response.context["wrong"].of == "agree_games.games"
    response = sent(league, "Marta", battle.id, "name_scenario", name=" ")
    assert response.context["wrong"].of == "name_scenario.name"
    assert league.state.battles[battle.id] == battle


def test_fs_53_terrain_is_rolled_once_and_stands_on_the_page() -> None:
    league, battle = in_the_field()
    assert page_of(page_at(league, "Marta", battle.id)).before.roll is not None
    done(league, "Marta", battle.id, "roll_terrain")
    before = page_of(page_at(league, "Kwame", battle.id)).before
    assert len(before.terrain) == 6
    assert set(before.terrain) <= {1, 2, 3}
    assert before.roll is None
    tiles = ", ".join(map(str, before.terrain))
    place = league.state.name_of(battle.territory)
    said = f"Pieces of terrain at {place}, tile by tile: {tiles}."
    assert told_in(league.scope, league.seats["Kwame"])[0] == said


def test_fs_124_each_side_rolls_its_command_points_for_the_next_game() -> None:
    league, battle = in_the_field()
    done(league, "Marta", battle.id, "roll_commands")
    (bout,) = league.state.bouts.values()
    page = page_of(page_at(league, "Marta", battle.id))
    mine = league.factions["Marta"]
    known = {one.name: one.points for one in page.before.commands}
    assert known == {"The Cinder Watch": dict(bout.commands)[mine]}
    other = page_of(page_at(league, "Kwame", battle.id)).before.commands
    assert {one.name: one.tap is not None for one in other} == {
        "The Cinder Watch": False,
        "Hollow Crown": True,
    }
    response = sent(league, "Marta", battle.id, "roll_commands", bout=bout.id)
    assert response.status_code == 409


def test_fs_50_a_report_counts_when_the_other_phone_says_so() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    done(league, attacker, battle.id, "report", result="minor_victory", words="a near thing")
    theirs = page_of(page_at(league, attacker, battle.id))
    (game,) = theirs.games
    assert (
        game.waits == f"The report counts once the other side agrees: {league.state.name_of(battle.defend)}."
    )
    assert game.confirm.title == "They agreed at the table"
    mine = page_of(page_at(league, defender, battle.id))
    assert mine.first == "confirm"
    (game,) = mine.games
    assert game.confirm.title == "Agree"
    assert game.words == "a near thing"
    names = [league.state.name_of(one) for one in battle.factions]
    assert game.results == (f"{names[0]}: Minor victory", f"{names[1]}: Minor defeat")
    assert league.state.battles[battle.id].status == "open"
    done(league, defender, battle.id, "confirm", **dict(game.confirm.fields))
    assert league.phase == "aftermath"
    assert league.state.battles[battle.id].result == "minor_victory"
    assert reconcile(league.scope) == []


def test_fs_50_a_disputed_report_is_sent_anew_or_the_organiser_decides() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    done(league, attacker, battle.id, "report", result="major_victory")
    (bout,) = league.state.bouts
    done(league, defender, battle.id, "dispute", bout=bout, words="It was minor.")
    page = page_of(page_at(league, defender, battle.id))
    assert page.games[0].status == "disputed"
    assert page.games[0].again
    anew = page_of(page_at(league, defender, battle.id, again=bout))
    assert (anew.report.bout, anew.report.grade) == (bout, "major_defeat")
    there = reverse("firestorm:battle", args=[league.scope.pk, battle.id])
    assert f"{there}#decide" in [
        one.url for one in desk_page.league_organise_page(league.at("Organiser")).needs
    ]
    place = league.state.name_of(battle.territory)
    assert (f"Decide a disputed battle: {place}", there) in [
        (one.title, one.url) for one in todos_for(league.organiser)
    ]
    desk = page_of(page_at(league, "Organiser", battle.id))
    assert desk.games[0].may_decide
    assert desk.waits_for_organiser
    assert not page.waits_for_organiser
    assert desk.organising.decide.attacker == league.state.name_of(battle.attack)
    response = sent(league, "Organiser", battle.id, "decide", bout=bout, result="minor_victory")
    assert response.status_code == 422
    assert response.context["wrong"].of == "decide.words"
    done(league, "Organiser", battle.id, "decide", bout=bout, result="minor_victory", words="I saw it.")
    assert league.state.battles[battle.id].result == "minor_victory"


def test_fs_50_both_versions_of_a_disputed_report_are_there_in_full() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    done(league, attacker, battle.id, "report", result="major_victory", defender_tabled="true", words="Hm.")
    names = [league.state.name_of(one) for one in battle.factions]

    def said(name: str) -> list[tuple[str, bool, bool, tuple[str, ...], str]]:
        (game,) = page_of(page_at(league, name, battle.id)).games
        return [(one.who, one.mine, one.disputes, one.lines, one.words) for one in game.versions]

    results = (f"{names[0]}: Major victory", f"{names[1]}: Major defeat")
    assert said(defender) == [(names[0], False, False, results, "Hm.")]
    (bout,) = league.state.bouts
    done(league, defender, battle.id, "dispute", bout=bout, words="It was minor.")
    assert said(attacker) == [
        (names[0], True, False, results, "Hm."),
        (names[1], False, True, (), "It was minor."),
    ]
    (game,) = page_of(page_at(league, attacker, battle.id)).games
    assert any("Tabled" in line for line in game.versions[0].details)
    done(league, defender, battle.id, "report", result="minor_defeat", bout=bout)
    assert [one[:3] for one in said(attacker)] == [
        (names[0], True, False), (names[1], False, True), (names[1], False, False)
    ]  # fmt: skip
    (game,) = page_of(page_at(league, attacker, battle.id)).games
    told, against, again = game.versions
    assert ([*told.own[:2]], against.own) == ([*results], ())
    assert set(again.own) & set(told.own) == set()
    assert not set(game.alike) & {*told.own, *again.own}
    desk = league.browsers["Organiser"].get(f"/l/{league.scope.pk}/desk/").context["page"]
    (need,) = (one for one in desk.needs if one.sayings)
    assert [(one.who, one.lines) for one in need.sayings] == [
        (names[0], told.own), (names[1], ("disputes it: “It was minor.”",)), (names[1], again.own)
    ]  # fmt: skip
    anew = {who: page_of(page_at(league, who, battle.id, again=bout)).report for who in (attacker, defender)}
    assert (anew[attacker].words, anew[defender].words) == ("Hm.", "")  # each keeps their own


def test_fs_59_a_third_that_an_older_report_of_two_names_is_told_nowhere() -> None:
    league, battle = in_the_field()
    told = tabled_words(league.state, battle, Bout(id="b", battle=battle.id, tabled=("attack", "third")))
    assert told == f"Tabled: {league.state.name_of(battle.attacker)}."
    assert tabled_words(league.state, battle, Bout(id="b", battle=battle.id, tabled=("third",))) == ""


def test_fs_49_a_report_without_a_result_is_refused_with_what_was_typed() -> None:
    league, battle = in_the_field()
    response = sent(league, "Marta", battle.id, "report", words="we fought", defender_tabled="true")
    assert response.status_code == 422
    assert response.context["wrong"].of == "report.result"
    forms = response.context["forms"]
    assert forms.field("report", "words").value() == "we fought"
    assert forms.field("report", "defender_tabled").value()
    assert "Choose how it ended." in words_of(response)
    assert not league.state.bouts


def test_fs_57_several_games_are_added_up() -> None:
    league, battle = in_the_field()
    done(league, "Marta", battle.id, "agree_games", games=2)
    attacker, _defender = both(league, battle)
    for number, result in enumerate(("major_victory", "draw"), start=1):
        form = page_of(page_at(league, attacker, battle.id)).report
        assert (form.number, form.of) == (number, 2)
        fights.fought(league, battle, result)
    assert league.state.battles[battle.id].result == "minor_victory"


def test_fs_50_a_walk_over_is_for_the_side_that_gives_up_or_did_not_come() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    page = page_of(page_at(league, attacker, battle.id))
    assert page.give_up is not None
    assert page.organising is None
    assert len(page_of(page_at(league, "Organiser", battle.id)).organising.absent) == 2
    done(league, defender, battle.id, "walkover")
    assert league.state.battles[battle.id].result == "minor_victory"
    assert "One side conceded." in [
        one.words for one in page_of(page_at(league, attacker, battle.id)).outcome
    ]


def test_somebody_who_does_not_fight_only_looks() -> None:
    league, battle = in_the_field("Marta", "Kwame", "Ilse")
    page = page_of(page_at(league, "Ilse", battle.id))
    assert (page.me, page.report, page.give_up, page.before.changes) == ("", None, None, False)
    assert page.sides[0].total == 2000
    response = sent(league, "Ilse", battle.id, "report", result="draw", faction=battle.attack)
    assert response.status_code == 403
    response = sent(league, "Ilse", battle.id, "report", result="draw")
    assert response.status_code == 409
    assert not league.state.bouts


def test_an_organiser_acts_for_a_side_and_the_page_says_so() -> None:
    league, battle = in_the_field()
    page = page_of(page_at(league, "Organiser", battle.id))
    assert [name for _url, name in page.organising.act_for] == [
        league.state.name_of(one) for one in battle.factions
    ]
    page = page_of(page_at(league, "Organiser", battle.id, **{"as": battle.attack}))
    assert page.acting_for == league.state.name_of(battle.attack)
    assert page.report.faction == battle.attack
    response = sent(
        league,
        "Organiser",
        battle.id,
        "report",
        result="draw",
        faction=battle.attack,
        **{"as": battle.attack},
    )
    assert response.url.endswith(f"?as={battle.attack}")


def test_fs_128_the_calculator_says_who_gives_a_condition_away_and_fills_it_in() -> None:
    league, battle = in_the_field()
    browser, url = league.browsers["Marta"], league.url("battle_reckon", battle.id)
    figures = {
        f"{side}-{name}": value
        for side in ("attack", "defend")
        for name, value in (("points", 2000), ("wounds", 0), ("summoned", 400))
    }
    assert page_of(browser.post(url, figures)).sudden.gives == "none"
    page = page_of(browser.post(url, {**figures, "attack-summoned": 401}))
    assert page.sudden.gives == "attack"
    assert page.sudden.told == f"{league.state.name_of(battle.attack)} grants the other side a condition."
    assert page.sudden.conditions
    assert page.report.condition == "attack"
    wrong = browser.post(url, {**figures, "defend-wounds": "lots"})
    assert wrong.status_code == 422
    assert "whole numbers" in words_of(wrong)
    assert not league.state.bouts


def test_a_battle_that_is_not_there_is_not_found() -> None:
    league, battle = in_the_field()
    for name in ("battle", "battle_reckon"):
        assert league.browsers["Marta"].get(league.url(name, "turn:9:battle:T03:1")).status_code == 404
    response = league.browsers["Marta"].post(league.url("battle_do", battle.id, "lay_map"))
    assert response.status_code == 404


def test_every_page_of_a_battle_takes_ten_queries_at_most(django_assert_max_num_queries: object) -> None:
    league, battle = in_the_field()
    done(league, "Marta", battle.id, "roll_terrain")
    for name in ("Marta", "Organiser"):
        with django_assert_max_num_queries(10):  # type: ignore[operator]
            page_at(league, name, battle.id)
    fights.fought(league, battle)
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        league.browsers["Marta"].get(league.url("aftermath"))


# Three factions


def three(third_party: str) -> tuple[Table, str]:
    """The Merrow Horde has come to a place that two others fight for; the id of the last battle."""
    league = begun("Marta", "Kwame", "Ilse", "Jun", third_party=third_party)
    fights.ordered(league, Jun={"T25": ("forced_march", ("T19", "T14", "T09"))})
    fights.on_to_the_next_turn(league)
    fights.ordered(
        league,
        Marta={"T01": ("forced_march", ("T02", fights.GOAL))},
        Kwame={"T05": ("forced_march", ("T04", fights.GOAL))},
        Jun={"T09": ("forced_march", ("T08", fights.GOAL))},
    )
    assert league.phase == "battles"
    return league, list(league.state.battles)[-1]


def test_fs_171_a_queued_battle_says_what_it_waits_for() -> None:
    league, last = three("queue")
    queued = league.state.battles[last]
    assert queued.status == "queued"
    page = page_of(page_at(league, fights.founder(league, queued.attack), last))
    first = league.state.battles[queued.after]
    names = [league.state.name_of(one) for one in (first.attacker, first.defender)]
    assert page.head.after == f"Battle for Eyes of the Prismatikon, {names[0]} against {names[1]}"
    assert page.head.after_url == league.url("battle", first.id)
    assert (page.report, len(page.sides), page.before.changes) == (None, 1, False)
    fights.fought(league, first)
    page = page_of(page_at(league, fights.founder(league, queued.attack), last))
    assert page.head.after == ""
    assert len(page.sides) == 2
    assert page.report is not None


def test_fs_171_of_three_at_one_table_whoever_is_beaten_says_who_has_won() -> None:
    league, last = three("three_way")
    battle = league.state.battles[last]
    third = fights.founder(league, battle.third_faction)
    page = page_of(page_at(league, third, last))
    assert [one.role for one in page.sides] == ["attacker", "defender", "against both"]
    assert page.sudden is None
    assert [key for key, _name in page.report.winners] == ["attack", "defend"]
    response = sent(league, third, last, "report", result="minor_defeat")
    assert response.status_code == 422
    assert response.context["wrong"].of == "report.winner"
    done(league, third, last, "report", result="minor_defeat", winner="defend")
    (game,) = page_of(page_at(league, fights.founder(league, battle.attack), last)).games
    assert [line.rpartition(": ")[2] for line in game.results] == [
        "Minor defeat", "Minor victory", "Minor defeat",
    ]  # fmt: skip
    done(league, fights.founder(league, battle.attack), last, "confirm", **dict(game.confirm.fields))
    assert league.state.battles[last].status == "settled"


# What follows


def test_fs_60_the_beaten_say_where_they_go_and_it_is_told() -> None:
    league, battle = in_the_field()
    asking(league)
    attacker, defender = both(league, battle)
    fights.fought(league, battle)
    page = page_of(page_at(league, defender, battle.id))
    assert page.first == "duty"
    acts = [one.tap.act for one in page.duties]
    assert acts[0] == "choose_retreat"
    assert "roll_build" in acts
    assert [one.tap.act for one in page_of(page_at(league, attacker, battle.id)).duties] == ["roll_build"]
    (banner,) = (dict(one.tap.fields)["banner"] for one in page.duties if one.tap.act == "choose_retreat")
    done(league, defender, battle.id, "choose_retreat", banner=banner)
    told = [one.words for one in page_of(page_at(league, attacker, battle.id)).outcome]
    place = league.state.banners[banner].territory
    assert f"{league.state.name_of(banner)} retreats to {league.state.name_of(place)}." in told
    assert f"{league.state.name_of(battle.attack)} takes Eyes of the Prismatikon." in told
    assert f"{league.state.name_of(battle.attack)}: +1 glory" in told


@pytest.mark.parametrize(("result", "won"), [("major_victory", ["attack"]), ("draw", [])])
def test_fs_102_a_battle_says_who_won_it(result: str, won: list[str]) -> None:
    league, battle = in_the_field()
    fights.fought(league, battle, result)
    found = firestorm_encounter(league.state, battle.id)
    assert found is not None
    assert found.winners == tuple(getattr(battle, side) for side in won)


def test_fs_62_the_die_of_a_banner_beaten_badly_stands_in_the_list() -> None:
    league, battle = in_the_field()
    asking(league)
    _attacker, defender = both(league, battle)
    fights.fought(league, battle, "major_victory")
    banner = battle.defender
    done(league, defender, battle.id, "choose_retreat", banner=banner)
    (fate,) = (one for one in league.state.fates.values() if one.banner == banner)
    dice = [one.dice for one in page_of(page_at(league, defender, battle.id)).outcome if one.dice]
    assert dice == [(fate.roll,)]
    if fate.kind == "scatters":
        assert page_of(page_at(league, defender, battle.id)).duties[0].tap.act == "choose_rally"


def test_fs_72_the_winner_may_roll_once_more() -> None:
    league, battle = in_the_field()
    attacker, _defender = both(league, battle)
    fights.fought(league, battle)
    done(league, attacker, battle.id, "roll_build", said={":again": False})
    told = [one.words for one in page_of(page_at(league, attacker, battle.id)).outcome]
    assert any("build point" in one for one in told)
    assert not page_of(page_at(league, attacker, battle.id)).duties


def test_fs_13_the_phase_ends_when_everybody_has_settled_what_they_owe() -> None:
    league, battle = in_the_field()
    asking(league)
    attacker, defender = both(league, battle)
    fights.fought(league, battle)
    page = page_of(league.browsers[defender].get(league.url("aftermath")))
    assert page.ready.why_not
    assert [one.tap.act for one in page.duties] == ["choose_retreat", "roll_build"]
    (told,) = page.battles
    assert told.line.title == "Battle for Eyes of the Prismatikon"
    now = page_of(league.browsers[defender].get(league.url("map"))).now
    assert (now.leads, now.main.why_not > "") == (True, True)
    done(league, defender, battle.id, "choose_retreat", banner=battle.defender)
    for name in (attacker, defender):
        done(league, name, battle.id, "roll_build", said={":again": False})
    page = page_of(league.browsers[defender].get(league.url("aftermath")))
    assert (page.ready.why_not, page.duties) == ("", ())
    now = page_of(league.browsers[defender].get(league.url("map"))).now
    assert (now.leads, now.main.look) == (False, "brass")
    for name in (attacker, defender):
        ready = page_of(league.browsers[name].get(league.url("aftermath"))).ready
        response = league.browsers[name].post(league.url("settle", "ready"), dict(ready.fields))
        assert response.status_code == 302, words_of(response)
    assert league.phase == "build"


def test_fs_161_a_paused_league_asks_for_nothing_and_shows_no_deadline() -> None:
    league, battle = in_the_field(days_battles=3, days_aftermath=3)
    _attacker, defender = both(league, battle)
    browser = league.browsers[defender]
    assert page_of(browser.get(league.url("map"))).deadline is not None
    assert page_of(page_at(league, defender, battle.id)).report is not None
    act(league, "Organiser", "pause", words="Holidays.")
    page = page_of(page_at(league, defender, battle.id))
    assert (page.report, page.before.changes, page.give_up) == (None, False, None)
    assert page.paused == "The league is paused (Holidays)."
    act(league, "Organiser", "resume")
    fights.fought(league, battle)
    act(league, "Organiser", "pause", words="")
    page = page_of(browser.get(league.url("aftermath")))
    assert (page.duties, page.ready, page.waits) == ((), None, "The league is paused.")
    page = page_of(browser.get(league.url("map")))
    assert (page.deadline, page.now.title) == (None, "The league is paused.")
    assert (page.now.leads, page.now.main, page.now.reminder) == (False, None, "")
    act(league, "Organiser", "resume")
    assert page_of(browser.get(league.url("aftermath"))).duties
    assert page_of(browser.get(league.url("map"))).deadline is not None


def test_fs_44_chaos_razes_where_it_stands_after_a_second_tap() -> None:
    league, battle = in_the_field()
    attacker, _defender = both(league, battle)
    fights.fought(league, battle, "major_victory" if attacker == "Kwame" else "major_defeat")
    fights.settled(league, battle)
    fights.bought(league, "Kwame", fights.GOAL, "mustering_ground")
    league.ready()
    fights.ordered(league)
    assert league.phase == "aftermath"
    (duty,) = page_of(league.browsers["Kwame"].get(league.url("aftermath"))).duties
    assert (duty.tap.title, duty.owed) == ("Raze Eyes of the Prismatikon", False)
    assert duty.tap.sure == "Gone for good: Mustering Ground."
    assert page_of(league.browsers["Marta"].get(league.url("aftermath"))).duties == ()
    response = league.browsers["Kwame"].post(league.url("settle", "raze"), dict(duty.tap.fields))
    assert response.status_code == 302, words_of(response)
    assert league.state.territories[fights.GOAL].items == ()


# Path to Glory


def listed(league: Table, name: str) -> None:
    """A commander and a unit of somebody's banner."""
    faction = league.factions[name]
    (banner,) = (one.id for one in league.state.banners.values() if one.faction == faction)
    for called, kind in (("Aleska", "commander"), ("The Oathless", "unit")):
        act(league, name, "list_character", faction=faction, banner=banner, name=called, kind=kind)


def test_fs_118_the_dead_are_ticked_and_rolled_for() -> None:
    league, battle = in_the_field()
    listed(league, "Marta")
    fights.fought(league, battle)
    (after,) = page_of(page_at(league, "Marta", battle.id)).path
    assert after.counts
    assert [(one.name, one.note) for one in after.army] == [("Aleska", "commander"), ("The Oathless", "unit")]
    lost = after.army[0].id
    done(league, "Marta", battle.id, "count_dead", bout=after.bout, dead=[lost])
    (bout,) = league.state.bouts.values()
    assert bout.dead == (lost,)
    assert not page_of(page_at(league, "Marta", battle.id)).path  # nobody is upgraded without a Barracks
    assert not page_of(page_at(league, "Kwame", battle.id)).path


def test_fs_110_survivors_are_upgraded_once_with_a_barracks() -> None:
    league, battle = in_the_field()
    listed(league, "Marta")
    act(
        league,
        "Organiser",
        "correct",
        territory="T02",
        owner=league.factions["Marta"],
        items=["barracks"],
        words="for the test",
    )
    fights.fought(league, battle)
    (after,) = page_of(page_at(league, "Marta", battle.id)).path
    done(league, "Marta", battle.id, "count_dead", bout=after.bout)
    (after,) = page_of(page_at(league, "Marta", battle.id)).path
    assert (after.left_words, [tap.title for tap in after.upgrades]) == (
        "1 upgrade left", ["Aleska", "The Oathless"],
    )  # fmt: skip
    tap = after.upgrades[1]
    done(league, "Marta", battle.id, tap.act, **dict(tap.fields))
    (after,) = page_of(page_at(league, "Marta", battle.id)).path
    assert (after.note, after.upgrades) == ("Upgraded: The Oathless.", ())


def test_fs_57_of_several_games_the_head_says_how_many_count() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    done(league, attacker, battle.id, "agree_games", games="2")
    assert page_of(page_at(league, attacker, battle.id)).head.status_words == "not fought yet"
    done(league, attacker, battle.id, "report", result="draw")
    done(league, defender, battle.id, "confirm", bout=list(league.state.bouts)[-1])
    assert page_of(page_at(league, attacker, battle.id)).head.status_words == "1 of 2 games counts"


def test_fs_110_a_game_names_who_played_and_telling_it_again_keeps_them() -> None:
    league, battle = in_the_field(more=(("Tom", "Marta"), ("Zora", "Kwame")))
    attacker, defender = both(league, battle)
    form = page_of(page_at(league, attacker, battle.id)).report
    assert [played for _side, _label, _options, played in form.players] == ["", ""]
    first = [
        next(value for value, name in options if name == who)
        for (_side, _label, options, _played), who in zip(form.players, (attacker, defender), strict=True)
    ]
    done(league, attacker, battle.id, "report", result="draw", attack=first[0], defend=first[1])
    (bout,) = league.state.bouts
    page = page_of(page_at(league, attacker, battle.id))
    assert page.games[0].who == f"{attacker} against {defender}"
    again = page_of(page_at(league, attacker, battle.id, again=bout)).report
    assert [played for _side, _label, _options, played in again.players] == first
    drawn = page_at(league, attacker, battle.id, again=bout).content.decode()
    assert all(f'value="{one}" selected' in drawn for one in first)
