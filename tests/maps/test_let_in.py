"""Who came in as somebody by another's word: they act, and read nothing secret until they may.

An organiser can make a link for a rival, let their own device in at a rival's seat, or merge a seat of their
own into a rival's. Source: FS-01, FS-26, FS-162, CQ-13
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.who import let_in, opening
from campaigns.engine.who.side_streams import followable, stream_of
from campaigns.models import LetIn, Notice, NoticeKind, Role, Seat
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats as people
from campaigns.people import signin
from tests import factories
from tests.campaigns.engine.test_sealed import SECRET
from tests.campaigns.engine.test_sealed import sealed as sealed_note
from tests.campaigns.play import state_of
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import channels
from tests.maps.firestorm.orders.test_orders import banner, tapped
from tests.maps.firestorm.play import Table
from tests.maps.firestorm.test_coming_later import MARK, WAY, asked, planned, sealed, taken_in, to_orders
from tests.pages import page_of, text_of, unpressed

pytestmark = pytest.mark.django_db
LINK = "by a link"
UNTIL = "stays hidden on this device until you confirm on another of yours that it was you"
WAYS = (LINK, "at the door", "by a merge")


def by_link(organiser: Seat, seat: Seat) -> Client:
    browser = Client()
    browser.post(people.way_back_path(people.make_way_back(person=seat.person, by=organiser)))
    return browser


def at_the_door(organiser: Seat, seat: Seat) -> Client:
    """A device says that the seat is its own, and the organiser lets it in."""
    browser = Client()
    word = people.invite(by=organiser).word
    browser.post(reverse("people:mine", args=[word]), {"name": seat.name})
    asked = organiser.club.seat_requests.get()
    signin.decide_request(by=organiser, request=asked, seat=seat)
    browser.post(reverse("people:waiting"))
    return browser


def by_merge(organiser: Seat, seat: Seat) -> Client:
    """Somebody else's seat of their own becomes the rival's."""
    other = factories.new_seat(club=seat.club, name="A second phone")
    browser = factories.signed_in(other)
    signin.merge_seats(by=organiser, keep=seat, drop=other)
    return browser


def came_in(way: str, organiser: Seat, seat: Seat) -> Client:
    return {LINK: by_link, "at the door": at_the_door, "by a merge": by_merge}[way](organiser, seat)


def waited(days: float) -> int:
    """Ever so many days later the clock looks at those who were let in; in how many leagues they read on."""
    return opening.open_due(timezone.now() + timedelta(days=days))


def learns(table: Table, browser: Client) -> set[str]:
    """What a browser reads of the faction's note and order, at any address of pages, programs and papers."""
    texts = channels.read({"somebody": browser}, channels.places(table))
    return {one for one in (MARK, f"› {WAY}") if channels.found(texts, one)}


def reads_room(table: Table, browser: Client) -> bool:
    return MARK in text_of(browser.get(table.url("room")))


@pytest.mark.parametrize(("way", "made"), [*((one, sealed) for one in WAYS), (LINK, planned)])
@pytest.mark.in_turn(4)
def test_fs_162_who_was_let_in_reads_nothing_of_the_room_until_the_next_turn(
    monkeypatch: pytest.MonkeyPatch, way: str, made: Any
) -> None:
    unpressed(monkeypatch)
    table = made()
    faction, marta = table.factions["Marta"], table.seats["Marta"]
    browser = came_in(way, table.organiser, marta)
    assert "Marta" in text_of(browser.get("/"))
    assert learns(table, table.browsers["Marta"]) == {MARK, f"› {WAY}"}
    assert learns(table, browser) == set()
    assert UNTIL in text_of(browser.get(table.url("room")))
    marta.person.refresh_from_db()
    rows = let_in.rows_of_session(browser.session, marta.person)
    stream = stream_of(table.scope, faction)
    assert followable(marta.person, [stream], rows) == ()
    assert followable(marta.person, [stream]) == (stream,)


def test_fs_26_who_was_let_in_writes_on_a_sheet_of_their_own_and_seals_it() -> None:
    table = planned()
    browser = by_link(table.organiser, table.seats["Marta"])
    page = browser.get(table.url("orders"))
    assert "signed this device in" in text_of(page)
    table.browsers["Marta"] = browser
    tapped(table, "Marta", banner(table, "Marta"), seal="1", seen=page.context["page"].seen)
    assert any(one.turn == 1 and one.entry for one in table.state.sheets.values())


def test_fs_26_who_was_let_in_opens_no_seal_and_brings_nobody_in() -> None:
    table = sealed()
    faction, late = table.factions["Marta"], str(table.seats["Nadia"].pk)
    own, table.browsers["Marta"] = table.browsers["Marta"], by_link(table.organiser, table.seats["Marta"])
    calls: dict[str, dict[str, Any]] = {"open_seal": {"turn": 1}, "join": {"owner": late}}
    for act, params in calls.items():
        answer = asked(table, "Marta", act, faction=faction, **params)
        assert answer.status_code == 409
        assert answer.json()["sentence"].startswith(
            "Organiser signed this device in, so you have to confirm this yourself"
        )
    taken_in(table, "Marta", "Nadia")
    assert late not in {one.owner for one in table.state.players.values()}
    table.browsers["Marta"] = own
    assert asked(table, "Marta", "open_seal", faction=faction, turn=1).status_code == 200


def test_fs_26_who_has_nothing_but_a_link_is_asked_on_it_once_it_reads_all() -> None:
    """A player who has lost their phone plays on by an organiser's link; the next such link is not theirs."""
    table = sealed()
    only = by_link(table.organiser, table.seats["Marta"])
    assert "Not mine" not in text_of(only.get("/"))
    to_orders(table)
    assert waited(15) == 1
    assert reads_room(table, only)
    rival = by_link(table.organiser, table.seats["Marta"])
    assert "Not mine" not in text_of(rival.get("/"))
    told = text_of(only.get("/"))
    assert told.count("Not mine") == 1
    to_orders(table)
    assert waited(15) == 0
    assert reads_room(table, only)
    assert not reads_room(table, rival)
    row = LetIn.objects.latest("pk")
    assert rival.post(reverse("people:was_me", args=[row.pk]), {"mine": "yes"}).status_code == 404
    first = LetIn.objects.earliest("pk")
    assert rival.post(reverse("people:was_me", args=[first.pk]), {"mine": "no"}).status_code == 404
    assert only.post(reverse("people:was_me", args=[row.pk]), {"mine": "no"}).status_code == 302
    assert rival.get("/me/").status_code == 302
    assert reads_room(table, only)


def test_fs_26_it_does_not_where_a_device_of_their_own_has_asked_and_heard_nothing() -> None:
    table = sealed()
    browser = by_link(table.organiser, table.seats["Marta"])
    assert "Organiser signed a device in as you" in text_of(table.browsers["Marta"].get(table.url("map")))
    to_orders(table)
    assert waited(30) == 0
    assert not reads_room(table, browser)


def test_their_own_word_opens_it_at_once() -> None:
    table = sealed()
    browser, own = by_link(table.organiser, table.seats["Marta"]), table.browsers["Marta"]
    (row,) = LetIn.objects.all()
    address = reverse("people:was_me", args=[row.pk])
    assert browser.post(address, {"mine": "yes"}).status_code == 404
    assert table.browsers["Kwame"].post(address, {"mine": "yes"}).status_code == 404
    assert own.post(address, {"mine": "yes"}).status_code == 302
    assert reads_room(table, browser)
    assert "signed a device in as you" not in text_of(own.get(table.url("map")))


def test_who_says_that_it_was_not_them_ends_it() -> None:
    table = sealed()
    browser, own = by_link(table.organiser, table.seats["Marta"]), table.browsers["Marta"]
    (row,) = LetIn.objects.all()
    link = people.way_back_of(table.seats["Marta"].person)
    assert link
    own.post(reverse("people:was_me", args=[row.pk]), {"mine": "no"})
    assert browser.get(table.url("room")).status_code == 404
    assert browser.post(people.way_back_path(link)).status_code == 404
    assert own.get(table.url("room")).status_code == 200


def test_a_password_of_their_own_opens_it_at_once() -> None:
    table = sealed()
    marta = table.seats["Marta"]
    signin.set_sign_in(person=marta.person, sign_in_name="marta.m", password=factories.PASSWORD)
    browser = by_link(table.organiser, marta)
    assert not reads_room(table, browser)
    browser.post("/accounts/login/", {"login": "marta.m", "password": factories.PASSWORD})
    browser.logout()
    browser.post("/accounts/login/", {"login": "marta.m", "password": factories.PASSWORD})
    assert reads_room(table, browser)


@pytest.mark.parametrize("way", WAYS)
def test_who_was_let_in_makes_no_way_in_of_their_own(way: str) -> None:
    table = sealed()
    browser = came_in(way, table.organiser, table.seats["Marta"])
    names = ("my_way_back", "new_way_back", "claim", "my_token", "my_file", "sign_out_everywhere", "erase")
    pages = [reverse(f"people:{one}") for one in names] + [reverse("campaigns:told")]
    pages += [reverse("mfa_add_webauthn"), reverse("campaigns:mail_address")]
    slug, seat = table.scope.club.slug, table.seats["Marta"].pk
    pages += [reverse("people:remove", args=[slug, seat])]
    assert {browser.get(one).status_code for one in pages} == {403}
    assert {browser.post(one, {}).status_code for one in pages} == {403}
    organisers = [reverse(f"people:{one}", args=[slug, seat]) for one in ("seat", "seat_way_back", "merge")]
    assert {browser.post(one, {}).status_code for one in organisers} == {404}
    assert browser.get(reverse("people:me")).status_code == 200
    assert "something you have to confirm yourself" in text_of(browser.get(reverse("people:me")))
    again = Client()
    if link := people.way_back_of(table.seats["Marta"].person):
        again.post(people.way_back_path(link))
    assert not reads_room(table, again)


def test_who_is_meant_is_told_at_once() -> None:
    table = sealed()
    by_link(table.organiser, table.seats["Marta"])
    notice = Notice.objects.get(person=table.seats["Marta"].person, kind=NoticeKind.LET_IN)
    assert notification_sentence(notice).startswith("Organiser signed a device in as you (another device, ")
    assert notification_sentence(notice).endswith("). You haven’t said yet whether that was you")


def test_ones_own_device_stays_what_it_was_and_ones_own_link_opens_all() -> None:
    table = sealed()
    marta, own = table.seats["Marta"], table.browsers["Marta"]
    own.post(people.way_back_path(people.make_way_back(person=marta.person, by=table.organiser)))
    assert reads_room(table, own)
    browser = Client()
    browser.post(people.way_back_path(people.make_way_back(person=marta.person)))
    assert reads_room(table, browser)
    assert not LetIn.objects.exists()


# Conquest


@pytest.mark.parametrize("way", WAYS)
def test_cq_13_who_was_let_in_reads_no_hidden_gold(way: str) -> None:
    league = conquest.begun("Marta", "Kwame", gold_public=False)
    realm = league.realm("Marta")
    browser = came_in(way, league.organiser, league.seats["Marta"])
    scope = league.scope.pk
    pages = [reverse(f"maps:{one}", args=[scope]) for one in ("map", "standings")]
    realm_page = reverse("maps:realm", args=[scope, realm])
    pages += [realm_page, f"{realm_page}?why=gold", f"/api/v1/leagues/{scope}/state/realms/"]
    own = league.browsers["Marta"]
    told = own.get(pages[-1]).json()
    assert [one["gold"] for one in told if one["id"] == realm] == [league.state.realms[realm].gold]
    assert [one["gold"] for one in browser.get(pages[-1]).json() if one["id"] == realm] == [None]
    gold = {one.label for one in page_of(own.get(realm_page)).figures} - {
        one.label for one in page_of(browser.get(realm_page)).figures
    }
    assert gold == {"gold"}
    assert UNTIL in text_of(browser.get(realm_page))
    assert page_of(browser.get(f"{realm_page}?why=gold")).receipt is None
    assert {one.gold for one in page_of(browser.get(pages[1])).lines} == {None}
    assert {one.gold for one in page_of(browser.get(pages[0])).realms} == {None}


def test_cq_13_parts_drawn_for_ones_own_device_are_not_handed_to_who_was_let_in() -> None:
    league = conquest.begun("Marta", "Kwame", gold_public=False, start_gold=370)
    address = reverse("maps:standings", args=[league.scope.pk])
    own, browser = league.browsers["Marta"], by_link(league.organiser, league.seats["Marta"])
    asked = {"HX-Target": "standings", "HX-Request": "true"}
    first, second = (text_of(one.get(address, headers=asked)) for one in (own, browser))
    gold = str(league.state.realms[league.realm("Marta")].gold)
    assert gold in first
    assert gold not in second


# One Page Rules


@pytest.mark.parametrize("way", [LINK, "at the door"])
def test_opr_69_who_was_let_in_reads_no_note_that_was_sealed_before(way: str) -> None:
    evening = sealed_note()
    played = next(iter(state_of(evening.scope).missions))
    browser = came_in(way, evening.ilse, evening.marta)
    mission = reverse("campaigns:mission", args=[evening.scope.pk, played])
    assert SECRET in text_of(evening.browser(evening.marta).get(mission))
    pages = [mission, reverse("people:my_file"), f"/api/v1/leagues/{evening.scope.pk}/dialogues/"]
    texts = channels.read({"somebody": browser}, pages)
    assert not channels.found(texts, SECRET)


def test_a_page_of_organisers_is_not_there_for_a_player_on_any_device() -> None:
    table = sealed()
    browser = by_link(table.organiser, table.seats["Marta"])
    club, seat = table.scope.club.slug, table.seats["Kwame"].pk
    addresses = [
        reverse("campaigns:league_organisers", args=[table.scope.pk]),
        reverse("people:invitations", args=[club]),
        *(reverse(f"people:{one}", args=[club, seat]) for one in ("seat", "seat_way_back", "merge")),
    ]
    assert browser.get(reverse("people:my_way_back")).status_code == 403
    assert [browser.get(one).status_code for one in addresses] == [404] * 5
    assert browser.post(addresses[0], {"seat": seat}).status_code == 404
    Seat.objects.filter(pk=table.seats["Marta"].pk).update(role=Role.ORGANISER)
    assert [browser.get(one).status_code for one in addresses] == [403] * 5
