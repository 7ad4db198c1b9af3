"""When a device that another's word let in reads what is secret although its person has said nothing: whose
turns count for it, how long it takes, and who is told.

Source: FS-26, FS-162
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.leagues.clock import PARTS
from campaigns.models import LetIn, Role, Seat
from campaigns.notices.found.inbox import inbox_page
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.people.me.letting_in import FORSAKEN
from maps.firestorm import clock
from tests import factories
from tests.maps.conquest import play as conquest
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table
from tests.maps.firestorm.test_coming_later import asked, organiser, sealed
from tests.maps.test_let_in import WAYS, by_link, by_merge, came_in, reads_room, waited
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def a_turn_later(table: Table, by: str = "Organiser") -> None:
    """An organiser ends one phase after the other until the next turn's orders."""
    turn = table.state.now.turn
    while table.state.now.turn == turn or table.phase == "preparation":
        act(table, by, "advance", step=table.state.now.step, words="Go on.")
        clock.advance_firestorm(table.scope, timezone.now())


def rival_lets_in(way: str = WAYS[0]) -> tuple[Table, Client]:
    """Kwame, an organiser and Marta's rival, lets a device in as her."""
    table = sealed()
    organiser(table, "Kwame")
    return table, came_in(way, table.seats["Kwame"], table.seats["Marta"])


@pytest.mark.parametrize("way", WAYS)
def test_fs_26_a_turn_moved_on_by_the_rival_who_let_a_device_in_opens_nothing(way: str) -> None:
    table, browser = rival_lets_in(way)
    a_turn_later(table, "Kwame")
    assert not reads_room(table, browser)
    assert (waited(1.1), waited(30)) == (0, 0)
    assert not reads_room(table, browser)
    a_turn_later(table)  # by an organiser who plays nowhere
    assert not reads_room(table, browser)
    assert waited(1.1) == 1
    assert reads_room(table, browser)


def test_fs_26_no_turn_opens_anything_within_a_day() -> None:
    table, browser = rival_lets_in()
    a_turn_later(table)
    assert waited(0.9) == 0
    assert not reads_room(table, browser)
    assert waited(1.1) == 1
    assert reads_room(table, browser)


def test_fs_26_an_accomplice_who_plays_or_was_made_an_organiser_moves_no_turn_on_either() -> None:
    table, browser = rival_lets_in()
    organiser(table, "Jun")
    a_turn_later(table, "Jun")
    assert waited(30) == 0
    people.change_role(by=table.seats["Kwame"], seat=table.seats["Nadia"], role=Role.ORGANISER)
    a_turn_later(table, "Nadia")
    assert waited(30) == 0
    assert not reads_room(table, browser)


def test_cq_13_the_device_itself_ends_no_round_for_itself() -> None:
    league = conquest.begun("Marta", "Kwame", gold_public=False)
    for name in ("Marta", "Kwame"):
        league.browsers[name] = by_link(league.organiser, league.seats[name])
    for phase in (
        conquest.events,
        conquest.revenue,
        conquest.challenges,
        conquest.battles,
        conquest.spending,
    ):
        phase(league)
    assert league.state.now.round == 2
    last = league.scope.entries.filter(procedure="conquest.end_turn").latest("seq").actor
    assert waited(1.1) == 1
    assert last
    assert LetIn.objects.exclude(opened={}).get().person != last.person


def test_fs_26_an_organiser_who_plays_nowhere_and_moves_each_turn_on_is_believed_after_two_weeks() -> None:
    table = sealed()
    browser = by_link(table.organiser, table.seats["Marta"])
    a_turn_later(table)
    assert waited(13) == 0
    assert not reads_room(table, browser)
    a_turn_later(table)
    assert waited(15) == 1
    assert reads_room(table, browser)


def test_fs_26_while_another_device_is_signed_in_it_takes_two_weeks() -> None:
    table = sealed()
    Client().post(people.way_back_path(people.make_way_back(person=table.seats["Marta"].person)))
    organiser(table, "Kwame")
    browser = by_link(table.seats["Kwame"], table.seats["Marta"])
    a_turn_later(table)
    assert waited(13) == 0
    assert waited(15) == 1
    assert reads_room(table, browser)


def with_password(person: Any) -> None:
    signin.set_sign_in(person=person, sign_in_name="marta.m", password=factories.PASSWORD)


def with_passkey(person: Any) -> None:
    Authenticator.objects.create(user=person.user, type=Authenticator.Type.WEBAUTHN, data={})


@pytest.mark.parametrize("kept", [with_password, with_passkey])
@pytest.mark.parametrize("come", [by_link, by_merge])
def test_fs_26_who_can_sign_in_by_a_word_of_their_own_is_waited_for(
    kept: Callable[[Any], None], come: Callable[[Seat, Seat], Client]
) -> None:
    table = sealed()
    kept(table.seats["Marta"].person)
    browser = come(table.organiser, table.seats["Marta"])
    a_turn_later(table)
    assert waited(60) == 0
    assert not reads_room(table, browser)


def test_fs_26_that_it_reads_on_is_told_to_the_person_and_the_organisers_and_asked_at_once() -> None:
    table, browser = rival_lets_in()
    a_turn_later(table)
    assert waited(1.1) == 1
    name, said = table.scope.name, "what your side keeps secret"
    lines = [line.sentence for day in inbox_page(table.seats["Marta"].person).days for line in day.lines]
    assert [
        f"that sign-in has been able to read {said} in {name}" in line
        for line in lines
        if "signed a device in" in line
    ] == [True]
    address = reverse("people:people", args=[table.scope.club.slug])
    told = f"that sign-in has been able to read what Marta’s side keeps secret in {name}"
    assert told in text_of(table.browsers["Organiser"].get(address))
    assert told not in text_of(table.browsers["Ilse"].get(address))
    own = text_of(table.browsers["Marta"].get("/me/"))
    assert f"that sign-in has been able to read {said} in {name}" in own
    assert not reads_room(table, browser)  # she has been asked now
    row = LetIn.objects.get()
    assert f"that sign-in has been able to read {said} in {name}" in text_of(
        table.browsers["Marta"].get(reverse("people:was_me", args=[row.pk]))
    )


def test_not_mine_ends_all_that_such_a_device_has_made_for_itself() -> None:
    table, browser = rival_lets_in()
    a_turn_later(table)
    assert waited(1.1) == 1
    marta = table.seats["Marta"]
    browser.post(reverse("people:new_way_back"))
    key = browser.post(reverse("people:my_token")).context["fresh"]
    word = {"sign_in_name": "marta.m", "password": factories.PASSWORD}
    assert browser.post(reverse("people:claim"), word).status_code == 302
    by_the_link, link = Client(), people.way_back_of(marta.person)
    assert link
    by_the_link.post(people.way_back_path(link))
    assert by_the_link.get("/me/").status_code == 200
    own = factories.signed_in(Seat.objects.get(pk=marta.pk))
    assert own.get("/me/").status_code == 200
    row = LetIn.objects.get()
    deeds = {deed.sentence for deed in own.get(reverse("people:was_me", args=[row.pk])).context["deeds"]}
    assert deeds >= {"Set a password", "Created a sign-in link", "Created or revoked a token for programs"}
    own.post(reverse("people:was_me", args=[row.pk]), {"mine": "no"})
    for closed in (browser, by_the_link):
        assert closed.get("/me/").status_code == 302
    assert Client(headers={"Authorization": f"Token {key}"}).get("/api/v1/leagues/").status_code == 401
    assert people.way_back_of(marta.person) is None
    again = Client().post("/accounts/login/", {"login": "marta.m", "password": factories.PASSWORD})
    assert again.status_code == 422
    assert own.get(table.url("room")).status_code == 200


def test_the_clock_looks_after_it() -> None:
    table, _browser = rival_lets_in()
    a_turn_later(table)
    assert PARTS["let_in"](timezone.now()) == 0
    LetIn.objects.update(waits_until=timezone.now())
    assert PARTS["let_in"](timezone.now()) == 1


# An office given by a rival


def test_fs_162_whom_a_rival_makes_an_organiser_breaks_no_seal_of_who_plays_against_them() -> None:
    table = sealed()
    organiser(table, "Kwame")
    people.change_role(by=table.seats["Kwame"], seat=table.seats["Nadia"], role=Role.ORGANISER)
    more = factories.signed_in(second := people.join_club(
        invitation=people.invite(by=table.seats["Nadia"], role=Role.ORGANISER), name="Sock"
    ).seat)  # fmt: skip
    table.browsers["Sock"], table.seats["Sock"] = more, second
    faction = table.factions["Marta"]
    for who in ("Nadia", "Sock"):
        answer = asked(table, who, "break_seal", turn=1, faction=faction, words="Let me see.")
        assert answer.status_code == 409
        assert answer.json()["sentence"] == (
            "Somebody who plays in this league made you an organiser after it began, so you cannot do this "
            "here. Ask Organiser."
        )
        assert asked(table, who, "seal_orders", turn=1, faction=faction).status_code in (403, 409)
    people.change_role(by=table.organiser, seat=table.seats["Nadia"], role=Role.PLAYER)
    people.change_role(by=table.organiser, seat=table.seats["Nadia"], role=Role.ORGANISER)
    assert asked(table, "Nadia", "break_seal", turn=1, faction=faction).status_code == 200


def test_fs_162_a_seat_merged_into_by_a_rival_breaks_no_seal_either() -> None:
    table = sealed()
    organiser(table, "Kwame")
    other = factories.new_organiser(club=table.scope.club, name="Old")
    signin.merge_seats(by=table.seats["Kwame"], keep=table.seats["Nadia"], drop=other)
    answer = asked(table, "Nadia", "break_seal", turn=1, faction=table.factions["Marta"], words="Let me see.")
    assert answer.status_code == 409


def test_fs_162_who_made_whom_an_organiser_before_the_league_began_is_no_matter() -> None:
    table = sealed()
    organiser(table, "Kwame")
    people.change_role(by=table.seats["Kwame"], seat=table.seats["Nadia"], role=Role.ORGANISER)
    Seat.objects.filter(pk=table.seats["Nadia"].pk).update(organiser_since=table.scope.created_at)
    assert asked(table, "Nadia", "break_seal", turn=1, faction=table.factions["Marta"]).status_code == 200


# What an opened device may not do while another of the person's is signed in


def opened_beside_another() -> tuple[Table, Client, Client]:
    """A rival's device as Marta, a league open to it, and one of hers that she has not used since."""
    table = sealed()
    own = Client()
    own.post(people.way_back_path(people.make_way_back(person=table.seats["Marta"].person)))
    organiser(table, "Kwame")
    browser = by_link(table.seats["Kwame"], table.seats["Marta"])
    a_turn_later(table)
    assert waited(15) == 1
    assert reads_room(table, browser)
    return table, browser, own


@pytest.mark.parametrize(
    "name", ["claim", "sign_out_everywhere", "new_way_back", "my_way_back", "my_token", "erase"]
)
def test_fs_26_an_opened_device_changes_no_way_in_while_another_can_be_asked(
    name: str,
) -> None:
    _table, browser, own = opened_beside_another()
    word = {"sign_in_name": "marta.m", "password": factories.PASSWORD}
    assert browser.get(reverse(f"people:{name}")).status_code in (403, 405)
    assert browser.post(reverse(f"people:{name}"), word).status_code == 403
    refused = browser.get(reverse("mfa_add_webauthn"))
    assert refused.status_code == 403
    assert "Another device of yours is signed in." in text_of(refused)
    assert browser.get(reverse("campaigns:told")).status_code == 200
    assert own.get("/me/").status_code == 200
    (row,) = own.get("/me/").context["let_ins"]
    own.post(reverse("people:was_me", args=[row.pk]), {"mine": "no"})
    assert browser.get("/me/").status_code == 302


def test_who_has_lost_their_only_device_has_ways_in_of_their_own_again_after_eight_weeks() -> None:
    _table, browser, _own = opened_beside_another()
    LetIn.objects.update(at=timezone.now() - FORSAKEN)
    word = {"sign_in_name": "marta.m", "password": factories.PASSWORD}
    assert browser.post(reverse("people:claim"), word).status_code == 302


def test_a_merged_sign_in_signs_nobody_out_while_the_other_can_be_asked() -> None:
    table = sealed()
    own = Client()
    own.post(people.way_back_path(people.make_way_back(person=table.seats["Marta"].person)))
    browser = by_merge(table.organiser, table.seats["Marta"])
    LetIn.objects.update(opened={str(table.scope.pk): timezone.now().isoformat()})
    assert browser.post(reverse("people:sign_out_everywhere")).status_code == 403
    assert own.get("/me/").status_code == 200


def test_all_moments_of_a_device_that_was_let_in_are_told_by_one_clock_that_is_named() -> None:
    table, _browser = rival_lets_in()
    a_turn_later(table)
    assert waited(1.1) == 1
    person, row = table.seats["Marta"].person, LetIn.objects.get()
    assert row.by is not None
    Seat.objects.filter(pk=row.by.pk).update(club=factories.new_club(time_zone="Asia/Tokyo"))
    (line,) = [
        one.sentence
        for day in inbox_page(person).days
        for one in day.lines
        if "signed a device in" in one.sentence
    ]
    assert line.count("Tokyo time") == 2
    assert LetIn.objects.get().moment.endswith("Tokyo time")
