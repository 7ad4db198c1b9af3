"""What an organiser sees of somebody in the club: leagues, next games, when they were here last."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Night, NightAnswer, Seat, Summary
from campaigns.models.nights import Come
from campaigns.nights.games import plans
from campaigns.people import signin
from campaigns.people.seat_page import seat_page
from tests.campaigns.people.conftest import Cast
from tests.campaigns.play import found_league, found_warband
from tests.factories import new_seat, signed_in
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def fresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("person__user", "club").get(pk=seat.pk)


def read(cast: Cast, of: Seat) -> str:
    return text_of(signed_in(cast.ilse).get(cast.path(f"people/{of.pk}/")))


def test_a_seat_shows_its_leagues_and_no_others(cast: Cast) -> None:
    found_warband(found_league(cast.ilse, name="The Iron Winter"), cast.marta, "Second Bell")
    found_league(cast.ilse, name="Without her")
    elsewhere = found_league(cast.stranger, name="Of another club")
    found_warband(elsewhere, new_seat(club=cast.stranger.club, person=cast.marta.person), "Far Lamps")
    text = read(cast, cast.marta)
    assert "The Iron Winter" in text
    assert "Second Bell" in text
    assert "Without her" not in text
    assert "Of another club" not in text
    assert "Not in any of the club’s leagues." in read(cast, cast.tom)
    assert signed_in(cast.tom).get(cast.path(f"people/{cast.marta.pk}/")).status_code == 404


def test_a_league_whose_summary_is_not_believed_is_read_itself(cast: Cast) -> None:
    scope = found_league(cast.ilse)
    found_warband(scope, cast.marta, "Second Bell")
    found_league(cast.ilse, name="Without her")
    with scope_transaction(scope.pk, CLOCK):
        Summary.objects.update(shape="0.0", data={}, members=[])
    (line,) = seat_page(cast.ilse, fresh(cast.marta)).leagues
    assert line.note == "Second Bell"


def test_the_next_games_are_those_all_have_agreed_to(cast: Cast) -> None:
    day = timezone.now().astimezone(cast.club.tz).date() + timedelta(days=2)
    plan = plans.propose_game(by=cast.marta, others=[cast.tom], when=plans.When(day, time(19)))
    assert seat_page(cast.ilse, cast.marta).games == (), "nobody has accepted yet"
    plans.reply_to_plan(by=cast.tom, plan=plan, accepts=True)
    assert "19:00 · Tom" in read(cast, cast.marta)


def test_when_somebody_was_here_last_is_their_last_club_night(cast: Cast) -> None:
    for day, here in ((date(2031, 3, 4), True), (date(2031, 3, 11), False)):
        night = Night.objects.create(club=cast.club, day=day, starts=time(19), ends=time(23))
        at = timezone.now() if here else None
        NightAnswer.objects.create(night=night, seat=cast.marta, come=Come.YES, here_at=at)
    assert "Last at a club night: 4 March 2031" in read(cast, cast.marta)
    assert "Last at a club night" not in read(cast, cast.tom)


def test_when_somebody_signed_in_is_not_told_to_one_of_their_clubs(cast: Cast) -> None:
    assert "Last signed in" not in read(cast, cast.tom)
    signed_in(cast.tom)
    assert "Last signed in: now" in read(cast, cast.tom)
    new_seat(club=cast.stranger.club, person=cast.tom.person)
    assert "Last signed in" not in read(cast, cast.tom)


def test_who_was_forgotten_keeps_what_they_played_and_nothing_of_themselves(cast: Cast) -> None:
    found_warband(found_league(cast.ilse, name="The Iron Winter"), cast.marta, "Second Bell")
    signed_in(cast.marta)
    signin.erase_person(person=cast.marta.person)
    text = read(cast, cast.marta)
    assert "A former player" in text
    assert "The Iron Winter" in text
    assert "Last signed in" not in text
    assert "Marta" not in text
