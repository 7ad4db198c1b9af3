"""A report is open while the side it was sent for goes to somebody else: who answers for it from then on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Seat
from campaigns.nights.games.leagues import league_of_club, past_meetings
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, founded
from tests.campaigns.notices.test_inbox import looked, told
from tests.factories import signed_in, todos_for
from tests.pages import text_of

pytestmark = pytest.mark.django_db
__all__ = ["looked"]


def handed_on() -> tuple[Evening, Report, Seat]:
    """Marta has reported a game against Tom; her warband is Zoe's since."""
    evening = founded()
    report, zoe = evening.report(), play.player(evening.scope, "Zoe")
    params = {"warband": evening.hers, "owner": str(zoe.pk), "words": "moved away"}
    play.act(evening.scope, evening.ilse, "hand_over", **params)
    return evening, report, zoe


def titles(seat: Seat) -> list[str]:
    return [one.title for one in todos_for(seat) if "report" in one.title]


def test_who_plays_the_side_now_has_a_disputed_report_at_home_and_nobody_else(looked: None) -> None:
    evening, report, zoe = handed_on()
    for seat in (evening.marta, evening.tom, zoe):
        told(seat)
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    assert titles(zoe) == ["Marta’s report for your side is disputed"]
    assert titles(evening.marta) == []
    game = "Marta's band v Tom's band"
    assert told(zoe) == [f"Tom disputes Marta’s report of {game}: “Pip ran.”"]
    assert told(evening.marta) == []


def test_another_version_is_told_to_who_plays_the_side_now(looked: None) -> None:
    evening, report, zoe = handed_on()
    told(zoe)
    other = {**evening.facts(), "winners": [evening.his]}
    reports.submit_report(
        scope=evening.scope, actor=Actor(evening.tom), procedure="opr.quick_report", facts=other,
        answers_to=report,
    )  # fmt: skip
    game = "Marta's band v Tom's band"
    assert told(zoe) == [f"Tom disputes Marta’s report of {game} and has sent another version of it"]
    assert titles(zoe) == ["Marta’s report for your side is disputed"]


def test_the_page_names_who_reported_and_who_disputed_it() -> None:
    evening, report, zoe = handed_on()
    url = reverse("campaigns:report", args=[evening.scope.pk, report.pk])
    assert "Marta · reported it" in text_of(signed_in(zoe).get(url))
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    rosa = play.player(evening.scope, "Rosa")
    params = {"warband": evening.his, "owner": str(rosa.pk), "words": "moved away"}
    play.act(evening.scope, evening.ilse, "hand_over", **params)
    shown = text_of(signed_in(zoe).get(url))
    assert "Marta · reported it" in shown
    assert "Tom · disputed it" in shown


def test_a_game_that_counts_after_the_hand_over_is_of_who_played_it() -> None:
    evening, report, zoe = handed_on()
    reports.agree_report(report, Actor(evening.tom))
    met = past_meetings(league_of_club(evening.scope))
    assert met.keys() == {frozenset({evening.marta.person_id, evening.tom.person_id})}
    assert zoe.person_id not in frozenset().union(*met)
