"""An organiser reminds whom a league on a map waits for with one tap, each side once a day."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.leagues.organise_page import league_organise_page
from campaigns.models import Notice, NoticeKind
from campaigns.notices.found.inbox import notification_sentence
from campaigns.notices.reminding import MOVE, remind_players, reminded_sides
from tests import factories
from tests.away import away
from tests.maps.conquest import play as conquest
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import play as firestorm

pytestmark = pytest.mark.django_db


def begun(book: str) -> tuple[Any, str]:
    """A league of that book, and who is waited for in it."""
    if book == "conquest":
        table = conquest.begun()
        return table, table.player(table.state.now.active)
    return firestorm.begun(), "Marta"


def buttons(table: Any) -> dict[str, bool]:
    needs = league_organise_page(table.at("Organiser")).needs
    return {one.words: one.done for need in needs for one in need.remind}


def tapped(table: Any, who: str, side: str) -> Any:
    return table.browsers[who].post(reverse("campaigns:remind", args=[table.scope.pk]), {"side": side})


def side_of(table: Any, name: str) -> str:
    return str(table.factions[name] if hasattr(table, "factions") else table.realm(name))


@pytest.mark.parametrize("book", ["conquest", "firestorm"])
def test_who_stands_in_is_reminded_and_nobody_who_is_away(book: str) -> None:
    table, name = begun(book)
    side, rosa = side_of(table, name), factories.new_seat(club=table.scope.club, name="Rosa")
    away(table.browsers[name], table.seats[name], stand_in=rosa)
    assert tapped(table, "Organiser", side).status_code == 302
    (told,) = Notice.objects.filter(kind=NoticeKind.REMINDED)
    assert told.person == rosa.person
    said = f"Reminder from Organiser: {table.scope.name} is waiting for you"
    assert notification_sentence(told) == said


@pytest.mark.parametrize("book", ["conquest", "firestorm"])
def test_who_is_waited_for_is_reminded_from_organise_once_a_day(book: str) -> None:
    table, name = begun(book)
    side = side_of(table, name)
    words = f"Remind {table.state.name_of(side)}"
    assert buttons(table)[words] is False
    desk = reverse("campaigns:desk", args=[table.scope.pk])
    assert words in words_of(table.browsers["Organiser"].get(desk))
    assert tapped(table, "Organiser", side).status_code == 302
    (told,) = Notice.objects.filter(kind=NoticeKind.REMINDED)
    assert told.person == table.seats[name].person
    said = f"Reminder from Organiser: {table.scope.name} is waiting for you"
    assert notification_sentence(told) == said
    assert said in words_of(table.browsers[name].get("/inbox/"))
    assert buttons(table)[words] is True
    tapped(table, "Organiser", side)
    assert "This side has already been reminded today." in words_of(table.browsers["Organiser"].get(desk))
    assert Notice.objects.filter(kind=NoticeKind.REMINDED).count() == 1
    Notice.objects.update(at=timezone.now() - timedelta(days=2))
    assert buttons(table)[words] is False


def test_nobody_else_reminds_and_nobody_is_reminded_of_what_is_not_theirs() -> None:
    table, name = begun("conquest")
    other = next(one for one in ("Marta", "Kwame", "Ilse") if one != name)
    assert tapped(table, other, side_of(table, name)).status_code == 404
    tapped(table, "Organiser", side_of(table, other))
    desk = words_of(table.browsers["Organiser"].get(reverse("campaigns:desk", args=[table.scope.pk])))
    assert "The league is no longer waiting for that side." in desk
    assert not Notice.objects.filter(kind=NoticeKind.REMINDED).exists()
    tapped(table, "Organiser", side_of(table, name))
    now = table.state.now
    table.post("Organiser", "skip", realm=now.active, round=now.round, turn=now.turn, words="Away.")
    told = Notice.objects.get(kind=NoticeKind.REMINDED)
    assert "nothing is waiting for you there now" in notification_sentence(told)


def test_a_side_whose_id_is_long_or_begins_as_another_s_is_reminded_for_itself() -> None:
    league, short, long = conquest.table("Ilse"), "north", "north-" + "east" * 12
    for name, realm, colour in (("Marta", short, "green"), ("Kwame", long, "purple")):
        league.seats[name] = factories.new_seat(club=league.scope.club, name=name)
        told = {"colour": colour, "name": name, "owner": str(league.seats[name].pk), "realm": realm}
        door.act(league.scope.pk, Actor(league.seats[name]), "conquest.enlist", told)
    organiser = league.at("Organiser")
    remind_players(organiser, MOVE, long)
    assert reminded_sides(organiser, MOVE, [short, long]) == {long}
    remind_players(organiser, MOVE, short)
    told_to = Notice.objects.filter(kind=NoticeKind.REMINDED).values_list("person", flat=True)
    assert {*told_to} == {league.seats[name].person_id for name in ("Marta", "Kwame")}
