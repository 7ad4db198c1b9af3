"""Who leaves a faction, or the club, or turns out to be somebody else: what is said before, and what follows.

Source: FS-01, FS-26
"""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Entry
from campaigns.people import seats, signin
from maps.firestorm.factions import faction_page
from rules.engine.refusals import Refused
from tests import factories
from tests.maps.conquest.play import begun as conquest_begun
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.orders.test_orders import banner, tapped
from tests.maps.firestorm.play import Table, gathered
from tests.maps.firestorm.test_coming_later import asked, left, next_turn, planned, reads_nothing, sealed
from tests.pages import told_in

pytestmark = pytest.mark.django_db

CLOSED = (
    "You will immediately lose access to the orders, drafts and notes of The Cinder Watch, including your "
    "own."
)
OBJECTIVE = "Your secret objective will be lost for good."
LAST = (
    "Nobody else plays in the faction, so once you leave, an organiser will act for it or hand it to "
    "another player."
)

# What is said before


def lost(table: Table, name: str, whose: str) -> tuple[str, ...]:
    """What somebody is told beside the button by which they leave."""
    return faction_page.faction_page(table.at(name), table.faction(whose)).people.lost


def asked_first(table: Table, who: str, name: str) -> str:
    """The question before somebody is out of the club, or leaves it."""
    address = reverse("people:remove", args=[table.scope.club.slug, table.seats[name].pk])
    return table.answered(who, address)


def test_fs_01_whoever_leaves_a_faction_is_told_before_what_they_lose() -> None:
    table = planned()
    assert lost(table, "Ilse", "Marta") == (CLOSED,)
    assert lost(table, "Kwame", "Marta") == lost(table, "Organiser", "Marta") == ()
    table.do("Organiser", "deal_objectives")
    assert lost(table, "Ilse", "Marta") == (CLOSED, OBJECTIVE)
    page = table.answered("Ilse", table.url("faction", table.factions["Marta"]))
    assert CLOSED in page
    assert OBJECTIVE in page
    with translation.override("de"):
        assert lost(table, "Ilse", "Marta")[1] == "Dein geheimes Ziel geht dann endgültig verloren."
    left(table, "Ilse")
    assert lost(table, "Marta", "Marta") == (CLOSED, OBJECTIVE, LAST)


def test_fs_04_an_objective_that_everybody_has_seen_is_not_lost() -> None:
    table = planned()
    table.do("Organiser", "deal_objectives")
    mine = next(one.id for one in table.state.players.values() if one.owner == str(table.seats["Ilse"].pk))
    act(table, "Ilse", "show_objective", player=mine)
    assert lost(table, "Ilse", "Marta") == (CLOSED,)


def test_leaving_the_club_says_that_it_leaves_the_faction_and_what_is_lost() -> None:
    table = planned()
    table.do("Organiser", "deal_objectives")
    mine = f"The Ember Crown: You will leave The Cinder Watch immediately. {CLOSED} {OBJECTIVE}"
    assert mine in asked_first(table, "Ilse", "Ilse")
    assert mine in table.answered("Ilse", reverse("people:erase"))
    theirs = (
        "The Ember Crown: They will leave The Cinder Watch immediately. They will immediately lose access to "
        "the orders, drafts and notes of The Cinder Watch, including their own. Their secret objective will "
        "be lost for good."
    )
    assert theirs in asked_first(table, "Organiser", "Ilse")
    assert "The Ember Crown" not in asked_first(table, "Organiser", "Nadia")


def test_leaving_the_club_before_play_says_that_the_faction_is_withdrawn() -> None:
    table = gathered("Marta", "Kwame", more=(("Ilse", "Marta"),))
    assert "You will leave The Cinder Watch immediately.</p>" in asked_first(table, "Ilse", "Ilse")
    withdrawn = "Nobody else plays for Hollow Crown, so it will be withdrawn from the league."
    assert withdrawn in asked_first(table, "Kwame", "Kwame")


def test_a_realm_that_nobody_else_plays_is_named_before_its_player_leaves_the_club() -> None:
    table = conquest_begun()
    realm = table.state.name_of(table.realm("Marta"))
    page = table.browsers["Marta"].get(
        reverse("people:remove", args=[table.scope.club.slug, table.seats["Marta"].pk])
    )
    said = f"Nobody else plays {realm}, so an organiser will act for it or hand it to somebody."
    assert f"{table.scope.name}: {said}" in words_of(page)


# One person, one side


def test_fs_01_a_second_seat_of_somebody_who_plays_is_no_second_side() -> None:
    table = gathered("Marta", "Kwame")
    second = factories.new_seat(club=table.scope.club, name="Kwame on his phone")
    signin.merge_seats(by=table.organiser, keep=table.seats["Kwame"], drop=second)
    call = asked(table, "Kwame", "join", faction=table.factions["Marta"], owner=str(second.pk))
    assert call.status_code == 409
    assert "You already belong to Hollow Crown." in call.json()["sentence"]
    second.refresh_from_db()
    assert second.person == table.seats["Kwame"].person


def test_two_people_of_different_sides_do_not_become_one() -> None:
    table = sealed()
    with pytest.raises(Refused) as refused:
        signin.merge_seats(by=table.organiser, keep=table.seats["Kwame"], drop=table.seats["Ilse"])
    assert refused.value.sentence == (
        "In The Ember Crown, Kwame plays for Hollow Crown and Ilse for The Cinder Watch. Nobody can play "
        "for two sides: one of them must leave their side or hand it over first."
    )
    left(table, "Ilse")
    with pytest.raises(Refused) as refused:  # who knows what they plan
        signin.merge_seats(by=table.organiser, keep=table.seats["Kwame"], drop=table.seats["Ilse"])
    assert refused.value.sentence == (
        "In The Ember Crown, Kwame is tied to Hollow Crown this turn and Ilse to The Cinder Watch. If one "
        "of them has left a side, merge them next turn; if one is about to join a side, they must leave "
        "that side first."
    )
    next_turn(table)
    signin.merge_seats(by=table.organiser, keep=table.seats["Kwame"], drop=table.seats["Ilse"])
    signin.merge_seats(by=table.organiser, keep=table.seats["Kwame"], drop=table.seats["Jun"])


def test_a_side_already_left_is_not_named_where_another_is_played() -> None:
    table = planned()
    left(table, "Jun")
    table.browsers["Marta"].post(
        table.url("army", table.factions["Marta"], "join"), {"owner": str(table.seats["Jun"].pk)}
    )
    with pytest.raises(Refused) as refused:
        signin.merge_seats(by=table.organiser, keep=table.seats["Jun"], drop=table.seats["Kwame"])
    assert "Jun is tied to The Cinder Watch this turn and Kwame to Hollow Crown" in (refused.value.sentence)


# Who leaves the club


def test_fs_26_when_the_founder_leaves_the_club_who_has_played_longest_opens_and_seals() -> None:
    table = sealed(seal_by="founder")
    mine = banner(table, "Marta")
    refused = table.browsers["Ilse"].post(table.url("change_orders"), {"banner": mine, "open": "1"})
    assert refused.status_code == 409
    seats.remove_seat(by=table.seats["Marta"], seat=table.seats["Marta"])
    sentence = "Marta leaves The Cinder Watch; Ilse seals its orders from now on."
    assert told_in(table.scope, table.seats["Ilse"])[0] == sentence
    tapped(table, "Ilse", mine, open="1")
    tapped(table, "Ilse", mine, seal="1")
    assert reconcile(table.scope) == []


@pytest.mark.parametrize("how", ["removed", "erased"])
def test_fs_01_who_is_gone_from_the_club_is_out_of_their_faction_and_does_not_come_back_into_it(
    how: str,
) -> None:
    table = planned()
    ilse = table.seats["Ilse"]
    if how == "erased":
        signin.erase_person(person=ilse.person)
    else:
        seats.remove_seat(by=table.organiser, seat=ilse)
    assert str(ilse.pk) not in {one.owner for one in table.state.players.values()}
    if how == "removed":
        seats.restore_seat(by=table.organiser, seat=ilse)
        reads_nothing(table, "Ilse")


def test_fs_01_a_league_in_the_archive_lets_nobody_back_in_who_left_meanwhile() -> None:
    table = planned()
    archived = {"archived_at": table.seats["Marta"].joined_at}
    type(table.scope).objects.filter(pk=table.scope.pk).update(**archived)
    seats.remove_seat(by=table.organiser, seat=table.seats["Ilse"])
    type(table.scope).objects.filter(pk=table.scope.pk).update(archived_at=None)
    seats.restore_seat(by=table.organiser, seat=table.seats["Ilse"])
    reads_nothing(table, "Ilse")


def test_before_play_the_last_one_to_leave_the_club_withdraws_the_faction() -> None:
    table = gathered("Marta", "Kwame", more=(("Ilse", "Marta"),))
    for one in ("Marta", "Ilse"):
        seats.remove_seat(by=table.organiser, seat=table.seats[one])
    assert list(table.state.factions) == [table.factions["Kwame"]]
    procedures = Entry.objects.filter(scope=table.scope).order_by("seq").values_list("procedure", flat=True)
    assert list(procedures)[-2:] == ["firestorm.leave_faction", "firestorm.withdraw"]
