"""Agreed at the table: it counts at once, and one of whom that was said may object until somebody goes on."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.engine import door, reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Report
from campaigns.shell.told import chronicle
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, at_once, founded
from tests.pages import looking, told_in

pytestmark = pytest.mark.django_db


def agreed(evening: Evening) -> Report:
    """Marta's report of her own victory, which she lets count."""
    report = evening.report()
    reports.record_table_agreement(report, Actor(evening.marta))
    report.refresh_from_db()
    return report


def objected(evening: Evening, report: Report, who: Any = None) -> Report:
    return reports.dispute_report(report, Actor(who or evening.tom), "We never agreed to that.")


def test_it_counts_at_once_and_whoever_never_agreed_says_no() -> None:
    evening = founded()
    before = play.state_of(evening.scope)
    report = agreed(evening)
    assert report.agreed == {evening.hers: "reported", evening.his: "at the table"}
    assert play.state_of(evening.scope).warbands[evening.hers].vp == 2
    told = objected(evening, report)
    assert (told.status, told.entry, told.disputed_by) == ("disputed", None, evening.tom)
    assert told.agreed == {evening.hers: "reported"}
    assert play.state_of(evening.scope).warbands == before.warbands
    assert reconcile(evening.scope) == []
    assert Entry.objects.order_by("seq").last().actor == evening.tom  # type: ignore[union-attr]
    with pytest.raises(Refused):
        reports.record_table_agreement(report, Actor(evening.marta))
    reports.agree_report(report, Actor(evening.tom))
    assert play.state_of(evening.scope).warbands[evening.hers].vp == 2
    assert reconcile(evening.scope) == []


def test_who_says_no_is_named_with_their_reason_and_acts_for_nobody() -> None:
    evening = founded()
    objected(evening, agreed(evening))
    line = next(iter(chronicle.newest_lines(looking(evening.scope, evening.ilse, "chronicle"))))
    assert "was corrected: We never agreed to that." in line.sentence
    assert (line.who, line.acting_for) == ("Tom", "")


def test_who_told_it_agrees_for_no_side_they_come_to_play_later() -> None:
    evening = founded()
    report = evening.report()
    for warband, owner in ((evening.hers, play.player(evening.scope, "Nell")), (evening.his, evening.marta)):
        params = {"warband": warband, "owner": str(owner.pk), "words": "swapped"}
        door.act(evening.scope.pk, Actor(evening.ilse), "opr.hand_over", params)
    with pytest.raises(PermissionDenied):
        reports.agree_report(report, Actor(evening.marta))
    with pytest.raises(Refused, match="An organiser has to decide"):
        reports.record_table_agreement(report, Actor(evening.marta))
    assert Report.objects.get().status == "sent"
    assert "Marta now plays the warband “Tom's band”: swapped" in told_in(evening.scope, evening.ilse)[0]


def test_only_a_side_that_others_spoke_for_may_object() -> None:
    evening = founded()
    report = agreed(evening)
    for who in (evening.marta, evening.ilse):
        with pytest.raises(Refused, match="already counts"):
            objected(evening, report, who)
    with pytest.raises(PermissionDenied):
        objected(evening, report, play.player(evening.scope, "Pip"))


def test_what_one_agreed_to_oneself_stays() -> None:
    evening = founded()
    report = evening.report()
    reports.agree_report(report, Actor(evening.tom))
    with pytest.raises(Refused, match="already counts"):
        objected(evening, report)


@pytest.mark.parametrize("begun", ["open", "settled"])
def test_once_somebody_has_gone_on_it_is_the_organisers(begun: str) -> None:
    evening = founded()
    report = agreed(evening)
    evening.mission = next(iter(play.state_of(evening.scope).missions))
    if begun == "open":
        evening.casualties(evening.tom)
    else:
        play.act(evening.scope, evening.marta, "casualties", mission=evening.mission, warband=evening.hers)
    with pytest.raises(Refused, match="An organiser can correct it"):
        objected(evening, report)
    report.refresh_from_db()
    assert report.status == "counted"


def test_what_has_nothing_to_do_with_it_closes_nothing() -> None:
    evening = founded()
    report = agreed(evening)
    door.act(
        evening.scope.pk,
        Actor(evening.ilse),
        "opr.give_vp",
        {"warband": evening.hers, "amount": 1, "words": "x"},
    )
    assert objected(evening, report).status == "disputed"


@pytest.mark.django_db(transaction=True)
def test_one_objects_while_the_other_goes_on() -> None:
    evening = founded()
    report = agreed(evening)
    evening.mission = next(iter(play.state_of(evening.scope).missions))
    params = {"mission": evening.mission, "warband": evening.hers}
    at_once(
        evening.scope,
        lambda: objected(evening, report),
        lambda: door.act(evening.scope.pk, Actor(evening.marta), "opr.casualties", params),
    )
    report.refresh_from_db()
    walked = Entry.objects.filter(procedure="opr.casualties", void=False).exists()
    assert walked == (report.status == "counted")
    assert reconcile(evening.scope) == []
