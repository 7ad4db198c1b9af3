"""Nobody waits for a faction whose people are on holiday, or that nobody plays. Source: FS-160"""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.clock import clock_tick
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import todos_of
from campaigns.models import Entry, Holiday, NoticeKind, Role, Seat, TodoRow, Unplayed, Via
from campaigns.nights.evenings.due import deadlines
from campaigns.notices.found.finding import catch_up
from campaigns.notices.found.inbox import notification_sentence as sentence
from campaigns.notices.found.inbox import notification_target_url
from campaigns.notices.kinds.reading import notices_of
from campaigns.people import seats as people
from campaigns.shell.told.away import away_lines
from maps.firestorm.club.needs import faction_league_needs
from maps.turns.waits import awaited_sides, waiting_words
from tests import factories
from tests.away import away, back, sent
from tests.campaigns.leagues.whose_move import assert_kept_as_made
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import driving, fights, play
from tests.maps.firestorm.orders.test_orders import banner, tapped
from tests.maps.firestorm.play import Table
from tests.pages import told_in

pytestmark = pytest.mark.django_db


def goes(table: Table, name: str, first: int = 0, last: int = 7, **more: object) -> None:
    answer = away(table.browsers[name], table.seats[name], first, last, **more)  # type: ignore[arg-type]
    assert answer.status_code == 302, words_of(answer)
    assert_kept_as_made(table.scope)


def by_absence(table: Table) -> list[Entry]:
    return list(table.scope.entries.filter(via=Via.ABSENT, void=False).order_by("seq"))


def todos(table: Table, name: str) -> list[str]:
    return [one.title for one in todos_of(gather_my_leagues(table.seats[name].person))]


def at_orders(*names: str, **more: object) -> Table:
    table = play.begun(*names, **more)  # type: ignore[arg-type]
    driving.everybody_ready(table)
    assert table.phase == "orders"
    return table


def test_fs_160_who_goes_away_with_orders_unsealed_is_asked_once() -> None:
    table = at_orders("Marta", "Kwame")
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    browser, address = table.browsers["Marta"], reverse("people:my_holiday", args=[table.scope.club.slug])
    asked = browser.post(address, sent(0, 7))
    assert asked.status_code == 422
    assert words_of(asked).count(f"It’s still your move in {table.scope.name}.") == 1
    assert f"Go to {table.scope.name}" in words_of(asked)
    assert "Save anyway" in words_of(asked)
    assert table.phase == "orders"
    assert not Holiday.objects.exists()
    turn = table.state.now.turn
    assert browser.post(address, sent(2, 7)).status_code == 302, "it begins later"
    assert browser.post(address, {**sent(0, 7), "sure": "1"}).status_code == 302
    assert table.state.now.turn > turn, "nobody is left whom it waits for"


def test_fs_160_an_organiser_is_asked_about_somebody_s_move_in_their_words() -> None:
    table = at_orders("Marta", "Kwame")
    address = reverse("people:holiday", args=[table.scope.club.slug, table.seats["Marta"].pk])
    asked = table.browsers["Organiser"].post(address, sent(0, 7))
    assert f"It’s still Marta’s move in {table.scope.name}." in words_of(asked)
    wrong = table.browsers["Organiser"].post(address, sent(0, -2))
    assert "It is still" not in words_of(wrong), "first what cannot be saved at all"
    assert "That day has passed." in words_of(wrong)


def test_fs_160_nobody_is_asked_whose_side_somebody_else_moves() -> None:
    table = at_orders("Marta", "Kwame", more=(("Ilse", "Marta"),))
    address = reverse("people:my_holiday", args=[table.scope.club.slug])
    assert table.browsers["Marta"].post(address, sent(0, 7)).status_code == 302, "Ilse plays there, too"
    helper = factories.new_seat(club=table.scope.club, name="Rosa")
    assert table.browsers["Kwame"].post(address, sent(0, 7)).status_code == 422
    assert table.browsers["Kwame"].post(address, sent(0, 7, helper)).status_code == 302, "Rosa stands in"


def test_fs_160_who_has_nothing_left_to_do_goes_away_unasked() -> None:
    table = at_orders("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    address = reverse("people:my_holiday", args=[table.scope.club.slug])
    assert table.browsers["Marta"].post(address, sent(0, 7)).status_code == 302


def test_fs_160_the_preparation_ends_when_all_who_are_there_are_ready() -> None:
    table = play.begun_before("Marta", "Kwame")
    goes(table, "Marta")
    assert table.phase == "preparation"
    assert todos(table, "Marta") == []
    table.ready("Kwame")
    assert table.phase == "orders"
    assert [one.procedure for one in by_absence(table)] == ["firestorm.advance"]
    assert reconcile(table.scope) == []


def test_fs_29_banners_of_who_is_away_hold_once_all_others_have_sealed() -> None:
    table = at_orders("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    goes(table, "Marta")
    assert (table.phase, by_absence(table)) == ("orders", [])
    turn = table.state.now.turn
    driving.seal(table, "Kwame")
    assert (table.state.now.turn, table.phase) != (turn, "orders")
    assert by_absence(table)[0].procedure == "firestorm.close_orders"
    orders = [one for one in table.state.orders.values() if one.banner == banner(table, "Marta")]
    assert {one.kind for one in orders} <= {"hold"}
    assert reconcile(table.scope) == []


def test_who_comes_back_in_time_seals_as_always() -> None:
    table = at_orders("Marta", "Kwame")
    goes(table, "Marta")
    back(table.browsers["Marta"], table.seats["Marta"])
    driving.seal(table, "Kwame")
    assert table.phase == "orders"
    assert todos(table, "Marta")


def test_nobody_waits_for_who_is_away_on_any_page_but_that_of_who_looks_on() -> None:
    table = at_orders("Marta", "Kwame")
    goes(table, "Marta")
    mine, other = (table.state.name_of(table.factions[one]) for one in ("Marta", "Kwame"))
    waits = waiting_words(table.at("Kwame"), awaited_sides(table.at("Kwame")))
    assert waits == f"Waiting for {other}."
    (need,) = [one for one in faction_league_needs(table.at("Organiser")) if "is waiting for" in one.title]
    assert other in need.title
    assert mine not in need.title
    looker = factories.new_seat(club=table.scope.club, name="Looker", role=Role.SPECTATOR)
    table.seats["Looker"] = looker
    told = waiting_words(table.at("Looker"), awaited_sides(table.at("Looker")))
    assert mine in told
    assert "away" not in told
    assert table.page("Marta").now.mine  # whoever is away may act all the same


def test_two_worlds_others_learn_no_draft_of_who_is_away() -> None:
    seen = list[list[object]]()
    for drafts in (False, True):
        table = at_orders("Marta", "Kwame")
        if drafts:
            tapped(table, "Marta", banner(table, "Marta"), step="T07")
        goes(table, "Marta")
        rows = TodoRow.objects.filter(scope=table.scope, gone_at=None).order_by("place", "side", "key")
        seen.append([(one.kind, one.stand, one.act, len(one.seats), one.own) for one in rows])
        driving.seal(table, "Kwame")
        seen[-1] += [one.procedure for one in by_absence(table)]
    assert seen[0] == seen[1]


def test_the_others_of_a_faction_act_for_it_and_are_waited_for() -> None:
    table = play.begun_before("Marta", "Kwame", more=(("Ilse", "Marta"),))
    goes(table, "Marta")
    table.ready("Kwame")
    assert (table.phase, by_absence(table)) == ("preparation", [])
    assert todos(table, "Ilse")
    assert todos(table, "Marta") == []
    goes(table, "Ilse")
    assert table.phase == "orders"


def test_fs_163_who_stands_in_writes_on_a_sheet_of_their_own() -> None:
    table = at_orders("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    helper = factories.new_seat(club=table.scope.club, name="Rosa")
    table.seats["Rosa"], table.browsers["Rosa"] = helper, factories.signed_in(helper)
    goes(table, "Marta", stand_in=helper)
    (line,) = todos_of(gather_my_leagues(helper.person))
    assert table.browsers["Rosa"].get(line.url).status_code == 200
    faction = table.factions["Marta"]
    sheet = table.browsers["Rosa"].get(table.url("orders"), {"as": faction})
    assert "cannot see their drafts" in unescape(words_of(sheet))
    driving.seal(table, "Kwame")
    assert table.phase == "orders"
    sent = {"seal": "1", "seen": sheet.context["page"].seen}
    answer = table.browsers["Rosa"].post(f"{table.url('change_orders')}?as={faction}", sent)
    assert answer.status_code == 302, words_of(answer)
    entry = table.scope.entries.filter(procedure="firestorm.seal_orders").latest("seq")
    assert (entry.actor, entry.acting_for) == (helper, f"side:{faction}")
    assert table.phase != "orders" or table.state.now.turn > 1
    room = table.browsers["Rosa"].get(table.url("room"))
    assert room.status_code == 404


def test_whoever_stands_in_is_not_offered_to_join_the_rivals() -> None:
    table = at_orders("Marta", "Kwame")
    helper = factories.new_seat(club=table.scope.club, name="Rosa")
    browser = factories.signed_in(helper)
    assert "Ask to join" in words_of(browser.get(table.url("map")))
    goes(table, "Marta", stand_in=helper)
    read = words_of(browser.get(table.url("map")))
    assert "Ask to join" not in read
    assert "You don’t play for a faction yet" not in read
    back(table.browsers["Marta"], table.seats["Marta"])
    assert "Ask to join" in words_of(browser.get(table.url("map")))


def test_a_rival_does_not_stand_in() -> None:
    table = at_orders("Marta", "Kwame")
    answer = away(table.browsers["Marta"], table.seats["Marta"], stand_in=table.seats["Kwame"])
    assert answer.status_code == 422
    assert "plays for a rival" in words_of(answer)


def test_who_was_named_and_went_away_is_named_no_more() -> None:
    table = play.begun_before("Marta", "Kwame", more=(("Ilse", "Marta"),))
    goes(table, "Marta", stand_in=table.seats["Ilse"])
    viewer = table.at("Organiser")
    assert [note for _seat, _said, note in away_lines(viewer)] == ["Ilse stands in."]
    goes(table, "Ilse")
    told = {note for _seat, _said, note in away_lines(table.at("Organiser"))}
    assert "Ilse stands in." not in told


def test_one_of_the_same_faction_may_be_named() -> None:
    table = play.begun_before("Marta", "Kwame", more=(("Ilse", "Marta"),))
    goes(table, "Marta", stand_in=table.seats["Ilse"])
    assert len(todos(table, "Ilse")) == 1


# A faction nobody plays


def left_by(table: Table, name: str) -> str:
    people.remove_seat(by=table.seats[name], seat=table.seats[name])
    return table.factions[name]


def carried_on(table: Table, faction: str, wants: str = "on") -> None:
    address = reverse("campaigns:unplayed", args=[table.scope.pk])
    answer = table.browsers["Organiser"].post(address, {"side": faction, "wants": wants})
    assert answer.status_code == 302
    assert_kept_as_made(table.scope)


def test_a_faction_nobody_plays_is_not_waited_for() -> None:
    table = at_orders("Marta", "Kwame", "Ilse")
    faction = left_by(table, "Marta")
    assert table.state.factions[faction].status == "active"
    carried_on(table, faction)
    for name in ("Kwame", "Ilse"):
        driving.seal(table, name)
    assert by_absence(table)
    assert Unplayed.objects.exists()


def test_fs_160_the_move_of_a_faction_nobody_plays_is_an_organiser_s_at_home_and_in_the_inbox() -> None:
    table = at_orders("Marta", "Kwame")
    assert todos(table, "Organiser") == []
    faction = left_by(table, "Marta")
    driving.seal(table, "Kwame")
    (line,) = todos_of(gather_my_leagues(table.seats["Organiser"].person))
    assert line.title == "Write and seal the orders for your banners"
    assert table.state.name_of(faction) in line.where
    told = (faction, table.state.name_of(faction))
    assert led_to(table, "Organiser") == line_of(table, "Organiser") == told
    carried_on(table, faction)
    assert todos(table, "Organiser") == []


def test_fs_160_the_calendar_of_an_organiser_who_plays_opens_and_names_what_they_owe() -> None:
    table = at_orders("Marta", "Kwame")
    seat = table.seats["Kwame"]
    Seat.objects.filter(pk=seat.pk).update(role=Role.ORGANISER)
    seat.refresh_from_db()
    faction = left_by(table, "Marta")
    orders = "Write and seal the orders for your banners"
    assert [one.title for due in deadlines(seat, mine=True) for one in due.owed] == [orders, orders]
    carried_on(table, faction)
    assert [one.title for due in deadlines(seat, mine=True) for one in due.owed] == [orders]


def test_fs_163_who_stands_in_reads_in_the_inbox_for_whom_and_acts_where_it_leads() -> None:
    table = at_orders("Marta", "Kwame")
    helper = factories.new_seat(club=table.scope.club, name="Rosa")
    table.seats["Rosa"], table.browsers["Rosa"] = helper, factories.signed_in(helper)
    goes(table, "Marta", stand_in=helper)
    faction = table.factions["Marta"]
    assert led_to(table, "Rosa") == line_of(table, "Rosa") == (faction, table.state.name_of(faction))


def line_of(table: Table, name: str) -> tuple[str, str]:
    """For which faction the line in somebody's home acts, and how it is called there."""
    (line,) = todos_of(gather_my_leagues(table.seats[name].person))
    return line.url.partition("?as=")[2], line.where.rpartition("for ")[2]


def led_to(table: Table, name: str) -> tuple[str, str]:
    """The same for the one line in their inbox."""
    catch_up(timezone.now())
    (notice,) = notices_of(table.seats[name].person).filter(kind=NoticeKind.MY_TURN)
    return notification_target_url(notice).partition("?as=")[2], sentence(notice).rpartition("for ")[2]


def test_fs_107_a_battle_for_a_faction_nobody_plays_is_fought_by_others_until_the_deadline_or_conceded() -> (
    None
):
    table, battle = fights.in_the_field(days_battles=2)
    faction = left_by(table, "Marta")
    carried_on(table, faction)
    assert table.state.battles[battle.id].status == "open"
    clock_tick(timezone.now() + timedelta(days=1))
    assert table.state.battles[battle.id].status == "open"
    clock_tick(timezone.now() + timedelta(days=4))
    assert table.state.battles[battle.id].status != "open"
    (entry,) = table.scope.entries.filter(procedure="firestorm.walkover")
    assert (entry.params["faction"], entry.actor) == (faction, None)
    assert reconcile(table.scope) == []


def test_fs_50_a_report_against_a_faction_nobody_plays_counts_at_once() -> None:
    table, battle = fights.in_the_field()
    faction = left_by(table, "Marta")
    carried_on(table, faction)
    mine = table.factions["Kwame"]
    driving.act(table, "Kwame", "report", battle=battle.id, faction=mine, result="minor_victory")
    assert [one.procedure for one in by_absence(table)][:1] == ["firestorm.decide"]
    assert table.state.battles[battle.id].status != "open"
    chronicle = told_in(table.scope, table.seats["Kwame"])
    assert any(re.match(r"The report from .* counts; ", one) for one in chronicle)
    assert not any("organiser settles" in one for one in chronicle)
    assert reconcile(table.scope) == []


def test_fs_50_an_organiser_reads_beforehand_which_report_counts_at_once() -> None:
    table, battle = fights.in_the_field()
    mine = table.factions["Kwame"]
    driving.act(table, "Kwame", "report", battle=battle.id, faction=mine, result="minor_victory")
    faction = left_by(table, "Marta")
    desk = reverse("campaigns:desk", args=[table.scope.pk])
    page = words_of(table.browsers["Organiser"].get(desk))
    assert "The app will take over straight away, do whatever" in page
    assert f"{table.state.name_of(mine)}’s report will count at once:" in page
    assert "You fought in this battle yourself." not in page
    Seat.objects.filter(pk=table.seats["Kwame"].pk).update(role=Role.ORGANISER)
    page = words_of(table.browsers["Kwame"].get(desk))
    assert "You fought in this battle yourself." in page
    carried_on(table, faction)
    assert "will count at once" not in words_of(table.browsers["Organiser"].get(desk))


def test_a_form_from_before_does_not_switch_it_back() -> None:
    table = at_orders("Marta", "Kwame", "Ilse")
    faction = left_by(table, "Marta")
    carried_on(table, faction)
    carried_on(table, faction)
    assert Unplayed.objects.exists()
    carried_on(table, faction, "off")
    assert not Unplayed.objects.exists()


@pytest.mark.in_turn(7, kind="long")
def test_the_clock_ends_it_all() -> None:
    table = at_orders("Marta", "Kwame")
    goes(table, "Marta", 2, 3)
    driving.seal(table, "Kwame")
    assert table.phase == "orders"
    clock_tick(timezone.now() + timedelta(days=2))
    assert by_absence(table)
    clock_tick(timezone.now() + timedelta(days=4))
    assert_kept_as_made(table.scope)
