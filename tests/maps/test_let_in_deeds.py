"""What a device does that another's word let in: told as such, until its person says that it was theirs.

Source: FS-26, FS-162, CQ-13, OPR-68, OPR-69
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import door, reports
from campaigns.engine.asking import requests
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, Club, LetIn, LetInTrace, Notice, NoticeKind, Report
from campaigns.notices.found.inbox import inbox_page
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.people.me.program_tokens import new_token
from tests import factories
from tests.campaigns.engine.evening import founded
from tests.campaigns.engine.test_agreement import begun
from tests.campaigns.engine.test_sealed import sealed as sealed_note
from tests.campaigns.nights.conftest import announced
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import state_of
from tests.maps.conquest import play as conquest
from tests.maps.firestorm.orders.test_orders import banner, tapped
from tests.maps.firestorm.play import Table
from tests.maps.firestorm.test_coming_later import (
    MARK,
    WAY,
    asked,
    organiser,
    planned,
    player,
    sealed,
    to_orders,
)
from tests.maps.firestorm.test_paper import printed
from tests.maps.test_let_in import by_link, by_merge, learns, reads_room, waited
from tests.pages import text_of, unpressed
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
WORDS = "on a device signed in by Organiser"


@scenario
def sealed_by_held() -> Table:
    """A league in which such a device has sealed Marta's orders; it is the browser `held`."""
    table = planned()
    own, table.browsers["Marta"] = table.browsers["Marta"], by_link(table.organiser, table.seats["Marta"])
    sheet = table.browsers["Marta"].get(table.url("orders")).context["page"]
    tapped(table, "Marta", banner(table, "Marta"), seal="1", seen=sheet.seen)
    table.browsers["held"], table.browsers["Marta"] = table.browsers["Marta"], own
    return table


def chronicle(table: Any, who: str) -> str:
    return text_of(table.browsers[who].get(reverse("campaigns:chronicle", args=[table.scope.pk])))


def seal_entry(table: Table) -> Any:
    return table.scope.entries.get(procedure="firestorm.seal_orders")


def said(table: Table, mine: str) -> Any:
    row = LetIn.objects.latest("pk")
    return table.browsers["Marta"].post(reverse("people:was_me", args=[row.pk]), {"mine": mine}, follow=True)


# Told


def test_fs_26_the_chronicle_the_entry_and_the_interface_say_who_let_the_device_in() -> None:
    table, api = (found := sealed_by_held()), f"/api/v1/leagues/{found.scope.pk}"
    seq = seal_entry(table).seq
    for who in ("Organiser", "Marta", "Kwame", "held"):
        browser = table.browsers[who]
        assert chronicle(table, who).count(WORDS) == 1, who
        assert WORDS in text_of(browser.get(reverse("campaigns:entry", args=[table.scope.pk, seq])))
        (line,) = [one for one in browser.get(f"{api}/chronicle/").json() if one["seq"] == seq]
        assert (line["who"], line["stood_in"]) == ("Marta", [WORDS])
        (entry,) = [one for one in browser.get(f"{api}/journal/").json() if one["seq"] == seq]
        assert entry["let_in"] == [table.organiser.pk]


def test_what_is_done_on_a_device_of_ones_own_says_nothing() -> None:
    table = sealed()
    by_link(table.organiser, table.seats["Marta"])
    assert not LetInTrace.objects.exists()
    assert WORDS not in chronicle(table, "Kwame")


def test_who_let_it_in_reads_somebody_once_they_are_erased() -> None:
    table = sealed_by_held()
    table.seats["Ilse"].refresh_from_db()
    other = factories.new_organiser(club=table.scope.club, name="Second")
    signin.erase_person(person=table.organiser.person)
    table.browsers["Second"] = factories.signed_in(other)
    assert "on a device signed in by somebody" in chronicle(table, "Second")
    assert "An organiser signed a device in as you" in text_of(table.browsers["Marta"].get("/me/"))


def test_who_was_let_in_is_erased_and_whose_word_it_was_stays_told() -> None:
    table = sealed_by_held()
    signin.erase_person(person=table.seats["Marta"].person)
    assert WORDS in chronicle(table, "Kwame")
    row = LetIn.objects.get()
    assert (row.device, row.session_key, row.answered_at is None) == ("", "", False)


def test_cq_13_a_merged_sign_in_is_told_too_and_only_where_it_was_not_playing_before() -> None:
    league = conquest.begun("Marta", "Kwame")
    browser = by_merge(league.organiser, league.seats["Marta"])
    name = {"name": "Ash Court", "realm": league.realm("Marta"), "colour": "green"}
    base = f"/api/v1/leagues/{league.scope.pk}"
    sent = {"procedure": "conquest.rename", "params": name}
    assert browser.post(f"{base}/act/", sent, content_type="application/json").status_code == 200
    told = browser.get(f"{base}/chronicle/").json()[0]
    assert told["stood_in"] == ["using a sign-in merged with theirs by Organiser"]


def test_opr_68_a_report_says_so_before_and_after_it_counts() -> None:
    evening = Evening()
    held = by_link(evening.ilse, evening.marta)
    facts = {"warbands": [evening.bell, evening.raiders], "winners": [evening.raiders], "kills": []}
    sent = {"procedure": "opr.quick_report", "params": facts, "sure": True}
    base = f"/api/v1/leagues/{evening.scope.pk}"
    number = held.post(f"{base}/act/", sent, content_type="application/json").json()["report"]
    assert number
    page = text_of(
        evening.browser(evening.tom).get(reverse("campaigns:report", args=[evening.scope.pk, number]))
    )
    words = "on a device signed in by Ilse"
    assert words in page
    reports.settle_silent(timezone.now() + timedelta(days=9))
    assert Report.objects.get(pk=number).entry
    told = evening.browser(evening.tom).get(f"{base}/chronicle/").json()[0]
    assert told["stood_in"] == [f"Marta {words}"]


def test_opr_30_what_such_a_device_asks_for_waits_for_the_persons_own_word_too_and_says_so() -> None:
    evening = founded()
    mission = begun(evening)
    held = by_link(evening.ilse, evening.marta)
    sent = {"procedure": "opr.abandon", "params": {"mission": mission, "words": "The hall closes."}}
    base = f"/api/v1/leagues/{evening.scope.pk}"
    asked = held.post(f"{base}/act/", sent, content_type="application/json").json()
    request = ActRequest.objects.get(pk=asked["request"])
    assert request.agreed == {}
    place = reverse("campaigns:request", args=[evening.scope.pk, request.pk])
    assert WORDS.replace("Organiser", "Ilse") in text_of(factories.signed_in(evening.tom).get(place))
    row = LetIn.objects.get()
    page = factories.signed_in(evening.marta).get(reverse("people:was_me", args=[row.pk]))
    assert place in {deed.url for deed in page.context["deeds"]}
    requests.agree(request, Actor(evening.tom))
    assert requests.agree(ActRequest.objects.get(), Actor(evening.marta)).settled
    told = factories.signed_in(evening.tom).get(f"{base}/chronicle/").json()[0]
    assert WORDS.replace("Organiser", "Ilse") in told["stood_in"]


def test_cq_62_sealed_gold_is_told_with_who_let_in_the_device_that_answered() -> None:
    """The dialogue is one of several; whoever opens it, the answer was given on that device."""
    league = conquest.at_battles("Marta", "Kwame", gold_public=False)
    battle = next(iter(league.state.battles))
    league.browsers["Kwame"] = by_link(league.organiser, league.seats["Kwame"])
    conquest.sized(league, "Marta", battle, 700)
    conquest.gold(league, battle)
    slots = {trace.slot.name for trace in LetInTrace.objects.select_related("slot") if trace.slot}
    assert any(battle in one and "gold" in one for one in slots), slots
    told = league.browsers["Marta"].get(f"/api/v1/leagues/{league.scope.pk}/chronicle/").json()
    said = [one["stood_in"] for one in told if one["stood_in"]]
    assert said
    assert all(WORDS in one for words in said for one in words)


def test_cq_13_before_a_league_begins_it_is_told_too_and_no_more_once_it_has() -> None:
    league = conquest.table("Marta", "Kwame")
    held = by_link(league.organiser, league.seats["Marta"])
    address = f"/api/v1/leagues/{league.scope.pk}"

    def renamed(colour: str) -> list[str]:
        name = {"name": f"{colour} court", "realm": league.realm("Marta"), "colour": colour}
        sent = {"procedure": "conquest.rename", "params": name}
        assert held.post(f"{address}/act/", sent, content_type="application/json").status_code == 200
        told: list[str] = held.get(f"{address}/chronicle/").json()[0]["stood_in"]
        return told

    assert renamed("green") == [WORDS]
    conquest.opened(league)
    LetIn.objects.update(asked_at=None)  # her own browser has asked meanwhile
    assert waited(15) == 1
    assert renamed("sky") == []


# The person's own word


def test_fs_26_its_mine_takes_the_words_away_everywhere_and_open_pages_hear_of_it() -> None:
    table = sealed_by_held()
    before = table.scope.version
    table.scope.refresh_from_db()
    before = table.scope.version
    said(table, "yes")
    table.scope.refresh_from_db()
    assert table.scope.version == before + 1
    assert WORDS not in chronicle(table, "Kwame")


def test_fs_26_not_mine_says_what_the_device_did_and_who_can_correct_it() -> None:
    table = sealed_by_held()
    seq = seal_entry(table).seq
    question = table.browsers["Marta"].get(reverse("people:was_me", args=[LetIn.objects.get().pk]))
    entry = reverse("campaigns:entry", args=[table.scope.pk, seq])
    assert entry in {deed.url for deed in question.context["deeds"]}
    page = said(table, "no")
    assert entry in {deed.url for deed in page.context["deeds"]}
    assert "they can correct each entry" in text_of(page)
    assert "on what they say is somebody else’s device, signed in by Organiser" in chronicle(
        table, "Organiser"
    )
    lines = [line.sentence for day in inbox_page(table.seats["Marta"].person).days for line in day.lines]
    (line,) = [one for one in lines if "signed a device in" in one]
    assert line.endswith("1 entry was made on it. You said that it was not you")


def test_nobody_else_looks_at_what_a_device_did() -> None:
    table = sealed_by_held()
    address = reverse("people:was_me", args=[LetIn.objects.get().pk])
    assert table.browsers["Kwame"].get(address).status_code == 404
    assert table.browsers["Organiser"].get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_the_device_itself_is_told_what_is_the_case_and_asked_nothing() -> None:
    table = sealed_by_held()
    inbox = text_of(table.browsers["held"].get(reverse("campaigns:inbox")))
    assert "Organiser signed a device in as you" in inbox
    assert "?" not in inbox.split("signed a device in as you")[1].split("that was you")[0]
    row = LetIn.objects.get()
    page = table.browsers["held"].get(reverse("people:was_me", args=[row.pk]))
    assert "Organiser signed this device in." in text_of(page)
    assert "Not mine" not in text_of(page)


def test_two_devices_are_asked_about_by_name_and_day() -> None:
    table = planned()
    for system in ("Android", "iPhone"):
        browser = Client(headers={"User-Agent": f"Mozilla/5.0 ({system}) Firefox/140"})
        browser.post(people.way_back_path(people.make_way_back(
            person=table.seats["Marta"].person, by=table.organiser
        )))  # fmt: skip
    page = text_of(table.browsers["Marta"].get("/me/"))
    assert page.count("Not mine: sign it out") == 2
    assert "Android, Firefox)" in page
    assert "iPhone, Firefox)" in page
    told = Notice.objects.filter(kind=NoticeKind.LET_IN)
    lines = {line.sentence for day in inbox_page(table.seats["Marta"].person).days for line in day.lines}
    assert len({one for one in lines if "signed a device in" in one}) == told.count() == 2


# What takes the person's own word


def test_fs_01_a_device_that_was_let_in_leaves_no_faction_and_says_what_helps() -> None:
    table = sealed()
    own, table.browsers["Marta"] = table.browsers["Marta"], by_link(table.organiser, table.seats["Marta"])
    mine = player(table, "Marta")
    answer = asked(table, "Marta", "leave_faction", player=mine)
    assert answer.status_code == 409
    assert "tap “It’s mine” on another of your devices".lower() in answer.json()["sentence"].lower()
    table.browsers["Marta"] = own
    assert asked(table, "Marta", "leave_faction", player=mine).status_code == 200


@pytest.mark.parametrize("act", ["break_seal", "seal_orders", "join", "leave_faction"])
def test_fs_162_a_device_let_in_as_an_organiser_speaks_for_no_faction_and_breaks_no_seal(act: str) -> None:
    table = sealed()
    organiser(table, "Nadia")
    table.browsers["held"] = by_link(table.organiser, table.seats["Nadia"])
    faction, turn = table.factions["Kwame"], {"turn": 1}
    params: dict[str, dict[str, Any]] = {
        "break_seal": {"faction": table.factions["Marta"], **turn},
        "seal_orders": {"faction": faction, **turn},
        "join": {"faction": faction, "owner": str(table.organiser.pk)},
        "leave_faction": {"player": player(table, "Kwame")},
    }  # fmt: skip
    assert asked(table, "held", act, **params[act]).status_code == 409
    assert "confirm this yourself" in asked(table, "held", act, **params[act]).json()["sentence"]


def test_cq_13_a_device_that_was_let_in_does_not_leave_for_good() -> None:
    league = conquest.begun("Marta", "Kwame")
    held = by_link(league.organiser, league.seats["Marta"])
    sent = {"procedure": "conquest.leave", "params": {"realm": league.realm("Marta")}}
    answer = held.post(f"/api/v1/leagues/{league.scope.pk}/act/", sent, content_type="application/json")
    assert (answer.status_code, "confirm this yourself" in answer.json()["sentence"]) == (409, True)


@pytest.mark.parametrize("act", ["hand_over", "disband_warband"])
def test_opr_68_a_device_that_was_let_in_gives_no_warband_away(act: str) -> None:
    evening = Evening()
    held = by_link(evening.ilse, evening.marta)
    params = {"warband": evening.bell} | (
        {"owner": str(evening.ilse.pk), "words": "Mine."} if act == "hand_over" else {}
    )
    sent = {"procedure": f"opr.{act}", "params": params}
    answer = held.post(f"/api/v1/leagues/{evening.scope.pk}/act/", sent, content_type="application/json")
    assert (answer.status_code, "confirm this yourself" in answer.json()["sentence"]) == (409, True)


def test_opr_69_while_a_note_is_sealed_no_way_in_is_made_that_would_open_it() -> None:
    """A link of the device's own, opened elsewhere, would read the note at once."""
    evening = sealed_note()
    held = by_link(evening.ilse, evening.marta)
    assert held.get(reverse("people:my_way_back")).status_code == 403
    assert held.get(reverse("people:claim")).status_code == 403
    mission = next(iter(state_of(evening.scope).missions.values()))
    about = {"mission": mission.id, "event": mission.events[-1].id, "warband": evening.bell}
    assert door.act(evening.scope.pk, Actor(evening.marta), "opr.open_note", about).settled
    assert held.get(reverse("people:claim")).status_code == 200


# Merged, and a turn later; slips


def test_fs_26_after_a_merge_the_next_turn_opens_the_room_to_the_merged_sign_in() -> None:
    table = sealed()
    browser = by_merge(table.organiser, table.seats["Marta"])
    assert not reads_room(table, browser)
    to_orders(table)
    assert not reads_room(table, browser)
    assert waited(15) == 1
    assert reads_room(table, browser)


def test_fs_26_after_a_merge_it_stays_shut_where_the_person_was_asked_and_said_nothing() -> None:
    table = sealed()
    browser = by_merge(table.organiser, table.seats["Marta"])
    assert "is also you" in text_of(table.browsers["Marta"].get("/me/"))
    to_orders(table)
    assert waited(15) == 0
    assert not reads_room(table, browser)


def test_cq_13_a_token_of_the_merged_one_reads_hidden_gold_from_the_next_round_on() -> None:
    league = conquest.begun("Marta", "Kwame", gold_public=False)
    other = factories.new_seat(club=league.scope.club, name="A second phone")
    program = Client(headers={"Authorization": f"Token {new_token(other.person)}"})
    signin.merge_seats(by=league.organiser, keep=league.seats["Marta"], drop=other)
    realm, address = league.realm("Marta"), f"/api/v1/leagues/{league.scope.pk}/state/realms/"

    def gold() -> int | None:
        (mine,) = [one for one in program.get(address).json() if one["id"] == realm]
        return mine["gold"]  # type: ignore[no-any-return]

    assert gold() is None
    conquest.events(league)
    conquest.revenue(league)
    conquest.challenges(league)
    conquest.battles(league)
    conquest.spending(league)
    assert league.state.now.round == 2
    assert gold() is None  # her own browser has asked meanwhile
    LetIn.objects.update(asked_at=None)
    assert waited(2) == 1
    assert gold() == league.state.realms[realm].gold


def test_fs_26_order_slips_asked_for_by_who_was_let_in_carry_no_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On paper, and by a program with the same session."""
    table = sealed()
    table.browsers["held"] = by_link(table.organiser, table.seats["Marta"])
    slip, own = (table.browsers[one].get(table.url("print_orders")) for one in ("held", "Marta"))
    assert slip.status_code == own.status_code == 200
    assert slip["Content-Type"] == "application/pdf"
    (page,) = printed(table, "held", "print_orders")
    assert not {one for one in (MARK, f"› {WAY}") if one in page}
    unpressed(monkeypatch)
    assert learns(table, table.browsers["held"]) == set()


def test_the_question_is_told_by_the_clubs_clock_on_every_page() -> None:
    table = sealed_by_held()
    Club.objects.update(time_zone="Pacific/Auckland")
    at = LetIn.objects.get().at.astimezone(ZoneInfo("Pacific/Auckland"))
    for page in ("/me/", "/", table.url("map"), reverse("campaigns:inbox")):
        assert f"{at:%H:%M}" in text_of(table.browsers["Marta"].get(page)).split("signed a device in")[1][:80]


# What no league tells of, and a battle's page


def test_what_is_done_outside_any_league_is_listed_too() -> None:
    evening = founded()
    held, club = by_link(evening.ilse, evening.marta), evening.scope.club
    night = announced(evening.ilse)
    own = reverse("people:my_seat", args=[club.slug])
    sent = {"name": "Tarn", "emblem": evening.marta.emblem}
    assert held.post(own, sent).status_code == 302
    say = reverse("campaigns:night_say", args=[club.slug, night.pk])
    assert held.post(say, {"come": "yes"}).status_code < 400
    assert held.post(own, {"name": ""}).status_code == 422  # which changes nothing
    row = LetIn.objects.get()
    page = factories.signed_in(evening.marta).get(reverse("people:was_me", args=[row.pk]))
    assert {(deed.sentence, deed.url) for deed in page.context["deeds"]} == {
        ("Changed their name or emblem in a club", own),
        (
            "Said whether they’re coming to a club night",
            reverse("campaigns:night", args=[club.slug, night.pk]),
        ),
    }
    factories.signed_in(evening.marta).post(own, sent)
    assert row.traces.count() == 2


def test_cq_90_the_battles_page_names_the_device_a_report_was_sent_on() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    battle = next(iter(league.state.battles))
    conquest.sized(league, "Marta", battle, 700)
    conquest.gold(league, battle)
    league.browsers["Marta"] = by_link(league.organiser, league.seats["Marta"])
    conquest.reported(league, "Marta", battle, attack=(700, 2, 5), defend=(300, 4, 5))
    page = text_of(league.browsers["Kwame"].get(reverse("maps:battle", args=[league.scope.pk, battle])))
    assert f"Marta {WORDS}" in page


def test_a_device_let_in_as_an_organiser_invites_nobody() -> None:
    """Whoever came by such an invitation would be an organiser by nobody's word."""
    table = sealed()
    organiser(table, "Nadia")
    held = by_link(table.organiser, table.seats["Nadia"])
    address = reverse("people:invitations", args=[table.scope.club.slug])
    assert {held.get(address).status_code, held.post(address, {"role": "organiser"}).status_code} == {403}
