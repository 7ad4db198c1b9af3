"""Who is named to stand in hears of it, can decline, and acts from every page of the league."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from campaigns.leagues.clock import clock_tick
from campaigns.models import Holiday, Seat
from campaigns.people.me.holidays import clear_holidays
from tests import factories
from tests.away import away, back, day
from tests.campaigns.notices.test_inbox import told
from tests.maps.conquest import play as conquest
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import fights
from tests.pages import page_text

pytestmark = pytest.mark.django_db


def named(first: int, last: int) -> str:
    return f"from {date_format(day(first), 'j F')} to {date_format(day(last), 'j F')}"


def pair() -> tuple[Seat, Seat]:
    """Ilse, and Rosa whom she can name."""
    ilse = factories.new_seat(name="Ilse")
    return ilse, factories.new_seat(club=ilse.club, name="Rosa")


def test_who_is_named_hears_once_until_when_and_once_that_it_is_over() -> None:
    ilse, rosa = pair()
    browser = factories.signed_in(ilse)
    away(browser, ilse, 2, 9, stand_in=rosa)
    (said,) = told(rosa)
    assert said == f"Ilse has asked you to stand in for them in {ilse.club} {named(2, 9)}"
    away(browser, ilse, 1, 9, stand_in=rosa)
    assert told(rosa) == []
    back(browser, ilse)
    assert told(rosa) == ["You’re no longer standing in for Ilse"]


def test_the_leagues_in_which_one_can_act_are_named() -> None:
    league = conquest.begun()
    name = next(one for one in league.seats if one != "Organiser")
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")
    away(league.browsers[name], league.seats[name], stand_in=rosa)
    assert f"in {league.scope.name} from" in told(rosa)[0]


def test_an_organiser_who_enters_it_is_named_with_who_is_away() -> None:
    ilse, rosa = pair()
    organiser = factories.new_organiser(name="Marta", club=ilse.club)
    sent = {"begins": day(0).isoformat(), "ends": day(3).isoformat(), "stand_in": str(rosa.pk), "sure": "1"}
    factories.signed_in(organiser).post(reverse("people:holiday", args=[ilse.club.slug, ilse.pk]), sent)
    assert "Marta has asked you to stand in for Ilse" in told(rosa)[0]


def test_another_name_tells_both() -> None:
    ilse, rosa = pair()
    tom = factories.new_seat(club=ilse.club, name="Tom")
    browser = factories.signed_in(ilse)
    away(browser, ilse, 0, 3, stand_in=rosa)
    told(rosa)
    away(browser, ilse, 0, 3, stand_in=tom)
    assert told(rosa) == ["You’re no longer standing in for Ilse"]
    assert len(told(tom)) == 1


def test_the_clock_tells_that_it_is_over() -> None:
    ilse, rosa = pair()
    away(factories.signed_in(ilse), ilse, 0, 3, stand_in=rosa)
    told(rosa)
    clock_tick(timezone.now() + timedelta(days=5))
    assert told(rosa) == ["You’re no longer standing in for Ilse"]


def test_one_tap_declines_and_the_one_away_hears() -> None:
    ilse, rosa = pair()
    away(factories.signed_in(ilse), ilse, 2, 9, stand_in=rosa)
    browser = factories.signed_in(rosa)
    address = reverse("people:standing_in", args=[ilse.club.slug, ilse.pk])
    assert address in page_text(browser.get("/inbox/")) or "stand in" in words_of(browser.get("/inbox/"))
    assert named(2, 9) in words_of(browser.get(address))
    assert browser.post(address).status_code == 302
    assert Holiday.objects.get().stand_in is None
    assert told(ilse) == ["Rosa can’t stand in for you"]
    assert "You’re not standing in for Ilse." in words_of(browser.get(address))
    browser.post(address)
    assert told(ilse) == []


def test_nobody_else_declines_for_them() -> None:
    ilse, rosa = pair()
    tom = factories.new_seat(club=ilse.club, name="Tom")
    away(factories.signed_in(ilse), ilse, 2, 9, stand_in=rosa)
    factories.signed_in(tom).post(reverse("people:standing_in", args=[ilse.club.slug, ilse.pk]))
    assert Holiday.objects.get().stand_in == rosa


def test_who_leaves_the_club_tells_whom_they_stood_in_for() -> None:
    ilse, rosa = pair()
    away(factories.signed_in(ilse), ilse, 2, 9, stand_in=rosa)
    clear_holidays(rosa)
    assert told(ilse) == ["Rosa can’t stand in for you"]


# Pages


def test_cq_the_map_and_the_battle_say_for_whom_one_stands_in_and_act_for_them() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")
    browser = factories.signed_in(rosa)
    (battle,) = league.state.battles.values()
    pages = [
        reverse("campaigns:league", args=[league.scope.pk]),
        reverse("maps:battle", args=[league.scope.pk, battle.id]),
    ]
    for page in pages:
        assert "standing in" not in words_of(browser.get(page, follow=True))
    away(league.browsers["Marta"], league.seats["Marta"], stand_in=rosa)
    acting = f"?as={league.realm('Marta')}"
    for page in pages:
        shown = browser.get(page, follow=True)
        assert "You’re standing in for Marta." in words_of(shown)
        assert "Rosa stands in for Marta." not in words_of(shown)
        assert f'href="{acting}"' in unquote(page_text(shown))
        assert f'href="{acting}"' not in unquote(page_text(browser.get(page + acting, follow=True)))
    assert "You’re standing in" not in words_of(league.browsers["Kwame"].get(pages[0], follow=True))


def test_fs_the_map_and_the_battle_say_for_whom_one_stands_in_and_act_for_them() -> None:
    league, battle = fights.in_the_field()
    name = fights.both(league, battle)[0]
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")
    browser = factories.signed_in(rosa)
    away(league.browsers[name], league.seats[name], stand_in=rosa)
    for page in (
        reverse("campaigns:league", args=[league.scope.pk]),
        reverse("firestorm:battle", args=[league.scope.pk, battle.id]),
    ):
        shown = browser.get(page, follow=True)
        assert f"You’re standing in for {name}." in words_of(shown)
        assert f'href="?as={battle.attack}"' in unquote(page_text(shown))


# Whom one can name


def test_only_who_may_stand_in_is_offered_and_a_rival_sent_anyway_is_refused_by_name() -> None:
    league = conquest.begun("Marta", "Kwame")
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")
    page = reverse("people:my_holiday", args=[league.scope.club.slug])
    form = league.browsers["Marta"].get(page).context["form"]
    offered = {str(label) for _value, label in form.fields["stand_in"].choices}
    assert str(rosa) in offered
    assert "Kwame" not in offered
    answer = away(league.browsers["Marta"], league.seats["Marta"], stand_in=league.seats["Kwame"])
    assert "Kwame plays for a rival" in words_of(answer)
