"""What seldom happens at the table: settings, spells, army rules, markers out of reach, giving up."""

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.solo.table import units_page
from rules.engine.refusals import Refused
from rules.solo.game import LATEST, solo_book
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.test_units import in_round_one, tap
from tests.campaigns.solo.walk import Walk, new_game, signed_in
from tests.pages import looking, refusal_of

pytestmark = pytest.mark.django_db


def test_an_organiser_changes_a_figure_of_the_base_game_and_a_player_cannot() -> None:
    player = factories.new_seat(name="Marta")
    scope = new_game(signed_in(player), player)
    organiser = signed_in(factories.new_organiser(club=player.club))
    address = f"/l/{scope.pk}/solo/settings/"
    page = organiser.get(address)
    sent = {name: field.initial for name, field in page.context["form"].fields.items()}
    assert signed_in(player).get(address).status_code == 200
    assert signed_in(player).post(address, {**sent, "advance": 5}).status_code == 404
    assert organiser.post(address, {**sent, "advance": 5, "challenge": "True"}).status_code == 302
    assert play.state_of(scope).game.settings == {"advance": 5, "challenge": True}
    assert organiser.post(address, {**sent, "advance": 500}).status_code == 422
    assert reconcile(scope) == []


def test_a_game_s_settings_leave_out_what_only_a_league_decides() -> None:
    player = factories.new_seat(name="Marta")
    scope = new_game(signed_in(player), player)
    organiser = factories.new_organiser(club=player.club)
    shown = signed_in(organiser).get(f"/l/{scope.pk}/solo/settings/").context["form"].fields
    assert shown["rounds"].widget.attrs["inputmode"] == "numeric"
    league = {key for key, one in solo_book(LATEST).settings.items() if one.league}
    assert {"ai_opponent_record", "ai_special_objective"} <= league
    assert not league & set(shown)
    with pytest.raises(Refused, match="The league sets this"):
        door.act(scope.pk, Actor(organiser), "solo.setting", {"key": "standin", "value": "off"})


def test_who_may_not_change_the_settings_reads_them_in_words() -> None:
    player = factories.new_seat(name="Marta")
    scope = new_game(signed_in(player), player)
    shown = signed_in(player).get(f"/l/{scope.pk}/solo/settings/")
    words = [said for _line, said in shown.context["form"].told]
    assert {"no", "in the way"} <= set(words)
    assert not {"False", "True", "in_way"} & set(words)


def test_what_is_settled_before_round_one_is_refused_afterwards() -> None:
    walk, scope = in_round_one()
    organiser = signed_in(factories.new_organiser(club=scope.club))
    address = f"/l/{scope.pk}/solo/settings/"
    sent = {name: field.initial for name, field in organiser.get(address).context["form"].fields.items()}
    answer = organiser.post(address, {**sent, "challenge": "True"})
    assert answer.status_code == 409
    assert "set before the first round" in refusal_of(answer)
    assert walk.browser.get(f"/l/{scope.pk}/solo/").status_code == 200


def test_solo_63_a_spell_list_is_written_down_and_cast_from() -> None:
    seat = factories.new_seat(name="Marta")
    browser = signed_in(seat)
    scope = new_game(browser, seat)
    browser.post(f"/l/{scope.pk}/solo/", {"do": "choose_list", "side": "app1", "list": "fen-wardens"})
    walk = Walk(browser, scope)
    walk.hurry("round")
    witch = next(unit for unit in play.state_of(scope).units_of("ai") if unit.name == "Bog Witch")
    rows = {
        "spell_name": ["Mire", "Lull", ""],
        "cost": ["1", "2", "1"],
        "aim": ["harm", "help", "harm"],
        "reach": ["18", "12", "0"],
    }
    assert tap(walk, scope, witch.id, "spells", side=witch.side, **rows) == 302
    spells = play.state_of(scope).spells
    assert [(one.name, one.number, one.cost, one.aim) for one in spells.values()] == [
        ("Mire", 1, 1, "harm"),
        ("Lull", 2, 2, "help"),
    ]
    walk = Walk(browser, scope)
    walk.hurry("over")
    assert any(one.spells for one in play.state_of(scope).activations.values())
    assert reconcile(scope) == []


def test_solo_59_army_rules_are_asked_for_when_the_unit_acts() -> None:
    walk, scope = in_round_one()
    for unit in play.state_of(scope).on_table("ai"):
        assert tap(walk, scope, unit.id, "army_rules", label=["War cry"], aim=["help"], reach=["12"]) == 302
    walk.step()
    assert walk.page.asking.ask is not None
    assert "uses War cry on the nearest valid friend" in walk.page.asking.ask.question.text


def test_a_die_chooses_a_marker_is_out_of_reach_and_somebody_gives_up() -> None:
    walk, scope = in_round_one()
    walk.post(do="toss", count=3)
    assert walk.page.last is not None
    assert " of 3 equally good options" in walk.page.last.sentence
    marker = next(iter(play.state_of(scope).markers))
    walk.post(do="unreachable", marker=marker, reachable="0")
    assert not play.state_of(scope).markers[marker].reachable
    roster = units_page.roster(looking(scope, scope.club.seats.first(), "solo"))
    assert [one.id for one in roster.markers if not one.reachable] == [marker]
    walk.post(do="concede", side="p1")
    assert play.state_of(scope).game.winner == "ai"
    assert reconcile(scope) == []


def test_solo_81_whoever_gave_up_is_said_to_have_left_the_table() -> None:
    walk, _scope = in_round_one()
    walk.post(do="concede", side="p1")
    assert walk.page.step is not None
    assert walk.page.step.words == "Marta conceded; units that left the table as a result aren’t casualties."
