"""What was told and does not count yet: home, the league's page, the organise page and programs name the same
people, whom it waits for."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.engine import door, reports
from campaigns.engine.asking.agreements import league_agreements
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope
from rules.engine.todos import ORGANISERS
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, founded
from tests.factories import signed_in, todos_for
from tests.maps.firestorm import fights
from tests.pages import page_of, text_of

pytestmark = pytest.mark.django_db


def agreement(scope: Scope) -> Agreement:
    registration = registration_of(scope.game)
    (found,) = league_agreements(scope, registration, registration.load(scope.pk))
    return found


def needs(evening: Evening) -> list[str]:
    page = signed_in(evening.ilse).get(reverse("campaigns:desk", args=[evening.scope.pk]))
    return [one.title for one in page_of(page).needs]


def titles(evening: Evening, name: str) -> list[str]:
    return [one.title for one in todos_for(getattr(evening, name))]


def swapped() -> tuple[Evening, Report]:
    """Marta has told of her victory over Tom, and has come to play what was his."""
    evening = founded()
    report = evening.report()
    for warband, owner in ((evening.hers, play.player(evening.scope, "Nell")), (evening.his, evening.marta)):
        params = {"warband": warband, "owner": str(owner.pk), "words": "swapped"}
        door.act(evening.scope.pk, Actor(evening.ilse), "opr.hand_over", params)
    return evening, report


def test_a_report_waits_for_nobody_who_told_it_but_for_an_organiser() -> None:
    evening, report = swapped()
    told = agreement(evening.scope)
    assert (told.asked, told.waits, told.until) == ((), (ORGANISERS,), report.due)
    assert "Nobody else can answer Marta’s report" in needs(evening)
    league = text_of(signed_in(evening.marta).get(reverse("campaigns:league", args=[evening.scope.pk])))
    assert "An organiser to answer Marta’s report" in league
    assert "Is Marta’s report right?" in titles(evening, "ilse")
    assert "Is Marta’s report right?" not in titles(evening, "marta")
    shown = text_of(
        signed_in(evening.marta).get(reverse("campaigns:report", args=[evening.scope.pk, report.pk]))
    )
    assert "It counts once an organiser accepts it" in shown


def test_words_that_came_with_a_report_are_no_reason_why_it_cannot_count() -> None:
    evening = founded()
    first = reports.submit_report(
        scope=evening.scope, actor=Actor(evening.marta), procedure="opr.quick_report", facts=evening.facts(),
        words="A close one.",
    )  # fmt: skip
    other = {**evening.facts(), "winners": [evening.his]}
    reports.submit_report(
        scope=evening.scope, actor=Actor(evening.tom), procedure="opr.quick_report", facts=other,
        answers_to=first,
    )  # fmt: skip
    assert titles(evening, "marta") == ["Your report is disputed"]
    assert "Marta’s report is disputed" in titles(evening, "ilse")
    assert "Tom disputes Marta’s report" in needs(evening)


def test_a_disputed_report_waits_for_organisers_and_for_no_clock() -> None:
    evening = founded()
    report = evening.report()
    assert agreement(evening.scope).waits == (evening.his,)
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    told = agreement(evening.scope)
    assert (told.stands, told.waits, told.until) == ("disputed", (ORGANISERS,), None)
    assert [(one.who, one.disputes, one.words) for one in told.told] == [
        ("Marta", False, ""),
        ("Tom", True, "Pip ran."),
    ]


def test_fs_50_a_game_without_an_answer_stands_before_the_organiser_with_its_time() -> None:
    league, battle = fights.in_the_field()
    attacker, _defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    told = agreement(league.scope)
    assert (told.by, told.waits) == ((battle.attack,), (battle.defend,))
    assert told.until == league.state.now.deadline
    page = league.browsers["Organiser"].get(reverse("campaigns:desk", args=[league.scope.pk]))
    (need,) = (one for one in page_of(page).needs if one.title.endswith(": reported"))
    assert (need.title, need.due) == (f"{told.title}: reported", told.until)
