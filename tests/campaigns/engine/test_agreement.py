"""What counts only when the others agree: whoever calls the door, it becomes a report until they do."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.engine import door, reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registrations
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Report, Scope, Slot
from rules.engine.games import ActTrait
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, at_once, founded

pytestmark = pytest.mark.django_db

QUICK, RESULT, WALK_OVER, APP = "opr.quick_report", "opr.result", "opr.walk_over", "opr.app_report"


def begun(evening: Evening) -> str:
    """A mission of the two, under way."""
    opened = play.act(evening.scope, evening.marta, "open_mission", warbands=[evening.hers, evening.his])
    mission = f"{opened.slot}.mission"
    for seat, warband in ((evening.marta, evening.hers), (evening.tom, evening.his)):
        play.act(evening.scope, seat, "field", mission=mission, warband=warband)
    play.answer_all(
        evening.scope, evening.marta, play.act(evening.scope, evening.marta, "begin", mission=mission)
    )
    return mission


def told(evening: Evening, procedure: str) -> dict[str, Any]:
    """What Marta says of an evening with Tom."""
    if procedure == QUICK:
        return {**evening.facts(), "rounds": 4}
    mission = begun(evening)
    if procedure == RESULT:
        return {"mission": mission, "winners": [evening.hers], "rounds": 4}
    return {"mission": mission, "winner": evening.hers}


def done(evening: Evening, who: Any, procedure: str, facts: dict[str, Any], **more: Any) -> DoorOutcome:
    return door.act(evening.scope.pk, Actor(who), procedure, facts, **more)


@pytest.mark.parametrize("procedure", [QUICK, RESULT, WALK_OVER])
def test_a_player_alone_settles_nothing_that_is_agreed_upon(procedure: str) -> None:
    evening = founded()
    facts = told(evening, procedure)
    before = play.state_of(evening.scope)
    outcome = done(evening, evening.marta, procedure, facts)
    assert (outcome.settled, outcome.questions) == (False, ())
    (report,) = Report.objects.all()
    assert outcome.report == report.pk
    assert (report.procedure, report.facts, report.reporter) == (procedure, facts, evening.marta)
    assert report.sides == [evening.hers, evening.his]
    assert report.agreed == {evening.hers: "reported"}
    assert report.due is not None
    assert play.state_of(evening.scope) == before
    assert not Entry.objects.filter(procedure=procedure).exists()
    assert not Slot.objects.filter(entries=None, dialogue=None).exists()
    assert reports.agree_report(report, Actor(evening.tom)).settled
    report.refresh_from_db()
    assert report.entry is not None
    assert play.state_of(evening.scope) != before
    assert reconcile(evening.scope) == []


@pytest.mark.parametrize("procedure", [QUICK, RESULT, WALK_OVER])
def test_an_organiser_settles_it_at_once(procedure: str) -> None:
    evening = founded()
    outcome = done(evening, evening.ilse, procedure, told(evening, procedure))
    assert (outcome.settled, outcome.report) == (True, None)
    assert not Report.objects.exists()


def test_whoever_did_not_play_reports_nothing() -> None:
    evening = founded()
    pip = play.player(evening.scope, "Pip")
    with pytest.raises(PermissionDenied):
        done(evening, pip, QUICK, told(evening, QUICK))
    assert not Report.objects.exists()


def test_solo_77_a_game_against_the_app_is_reported_from_its_own_table() -> None:
    evening = founded()
    facts = {"warbands": [evening.hers], "won": True, "rounds": 4, "app_values": [150]}
    with pytest.raises(Refused) as refused:
        done(evening, evening.marta, APP, facts)
    assert refused.value.key == "procedure"
    assert not Entry.objects.filter(procedure=APP).exists()
    assert done(evening, evening.ilse, APP, facts).settled


def test_opr_30_a_slip_is_asked_about_before_it_is_sent() -> None:
    evening = founded()
    slip = {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": 1}
    with pytest.raises(Refused) as refused:
        done(evening, evening.marta, QUICK, slip)
    assert refused.value.key == "sure"
    assert not Report.objects.exists()
    assert done(evening, evening.marta, QUICK, slip, sure=True).report


def test_facts_that_cannot_be_are_refused_and_leave_nothing() -> None:
    evening = founded()
    before = Scope.objects.get(pk=evening.scope.pk).version
    with pytest.raises(Refused):
        done(evening, evening.marta, QUICK, {**told(evening, QUICK), "winners": ["nobody"]})
    assert not Report.objects.exists()
    assert Scope.objects.get(pk=evening.scope.pk).version == before


def test_a_key_sends_one_report() -> None:
    evening = founded()
    facts = told(evening, QUICK)
    first = done(evening, evening.marta, QUICK, facts, once="k1")
    again = done(evening, evening.marta, QUICK, facts, once="k1")
    assert (again.report, again.repeated) == (first.report, True)
    with pytest.raises(Refused) as refused:
        done(evening, evening.marta, QUICK, {**facts, "rounds": 3}, once="k1")
    assert refused.value.key == "once"
    assert Report.objects.count() == 1


def test_every_agreed_procedure_is_one_of_its_game() -> None:
    for name, registration in registrations().items():
        for procedure in (
            *registration.acts.reported,
            *registration.acts.doubted,
        ):
            assert registration.game.spec(procedure), (name, procedure)
        by_games = registration.game.marked[ActTrait.BY_GAMES]
        assert {*registration.acts.doubted, *by_games} <= {*registration.acts.reported}


@pytest.mark.django_db(transaction=True)
def test_both_players_say_it_at_once_and_it_counts_once() -> None:
    evening = founded()
    facts = told(evening, RESULT)
    given = at_once(
        evening.scope,
        lambda: done(evening, evening.marta, RESULT, facts),
        lambda: done(evening, evening.tom, RESULT, facts),
    )
    assert sorted(one.settled for one in given) == [False, True]
    (report,) = Report.objects.all()
    assert {one.report for one in given} == {report.pk}
    assert (report.status, {*report.agreed.values()}) == ("counted", {"reported"})
    assert reconcile(evening.scope) == []
