"""A reporter mends their own report until somebody has agreed; then it is for organisers."""

from __future__ import annotations

import pytest

from campaigns.engine import reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Seat
from tests import factories
from tests.campaigns.past import Past
from tests.pages import refusal_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(league: Past) -> Report:
    facts = {"warbands": [league.bell, league.raiders], "winners": [league.bell], "rounds": 4}
    marta = Seat.objects.get(club=league.scope.club, name="Marta")
    return reports.submit_report(
        scope=league.scope, actor=Actor(marta), procedure="opr.quick_report", facts=facts,
        once="first",
    )  # fmt: skip


def test_the_reporter_changes_the_winner_before_anybody_agrees(league: Past, sent: Report) -> None:
    client = factories.signed_in(sent.reporter)
    page = client.get(f"{league.url}/reports/{sent.pk}/")
    url = page.context["page"].mend_url
    assert f'href="{url}"' in page.content.decode()
    form = client.get(url).context["form"]
    assert [side.id for side in form.sides if side.won] == [league.bell]
    answer = client.post(url, {"winner": league.raiders, "rounds": "6", "once": "second"})
    assert answer.status_code == 302
    sent.refresh_from_db()
    assert sent.status == "withdrawn"
    mended = Report.objects.latest("pk")
    tom = Seat.objects.get(club=league.scope.club, name="Tom")
    reports.agree_report(mended, Actor(tom))
    assert league.state.warbands[league.raiders].won == 1
    assert reconcile(league.scope) == []


def test_once_it_counts_it_is_for_an_organiser(league: Past, sent: Report) -> None:
    tom = Seat.objects.get(club=league.scope.club, name="Tom")
    reports.agree_report(sent, Actor(tom))
    client = factories.signed_in(sent.reporter)
    assert client.get(f"{league.url}/reports/{sent.pk}/").context["page"].mend_url == ""
    url = f"{league.url}/report/?instead={sent.pk}"
    answer = client.post(url, {"winner": league.raiders, "rounds": "6", "once": "second"})
    assert answer.status_code == 409
    assert "an organiser can correct it" in refusal_of(answer)
    assert Report.objects.count() == 1


def test_nobody_mends_somebody_else_s_report(league: Past, sent: Report) -> None:
    tom = Seat.objects.get(club=league.scope.club, name="Tom")
    assert factories.signed_in(tom).get(f"{league.url}/report/?instead={sent.pk}").status_code == 404
    elsewhere = factories.new_organiser(name="Elsewhere")
    assert factories.signed_in(elsewhere).get(f"{league.url}/report/?instead={sent.pk}").status_code == 404
    sent.refresh_from_db()
    assert sent.status == "sent"
