"""A league's end and its archive: off the lists, still readable, nothing new begins, and back again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.models import Fact, Scope, Seat
from campaigns.opr.league import facts
from campaigns.people import seats as people
from rules.engine.refusals import Refused
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, state_of

pytestmark = pytest.mark.django_db
OVER = "This league is over."
SHELVED = "This league is in the archive."


def archived(how: str = "archive") -> Evening:
    here = Evening()
    assert here.browser(here.ilse).post(here.url("settings/"), {how: "1", "words": "over"}).status_code == 302
    here.scope.refresh_from_db()
    return here


def join_link(scope: Scope, by: Seat) -> str:
    return people.invitation_path(people.invite(by=by, scope=scope))


def refused_at(here: Evening, tail: str) -> str:
    """The sentence with which an address of a league that takes nothing new answers Marta."""
    answer = here.browser(here.marta).get(here.url(tail))
    assert answer.status_code == 409, tail
    return str(answer.context["sentence"])


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return str(answer.content.decode())


@pytest.mark.parametrize("tail", ["missions/new/", "report/", "warbands/new/"])
def test_opr_05_typed_addresses_of_a_league_that_is_over_answer_with_the_sentence(tail: str) -> None:
    here = Evening()
    act(here.scope, here.ilse, "close", words="it is over")
    assert refused_at(here, tail).startswith(OVER)


@pytest.mark.parametrize("tail", ["missions/new/", "report/", "warbands/new/"])
def test_the_same_in_the_archive(tail: str) -> None:
    assert refused_at(archived(), tail).startswith(SHELVED)


def test_the_sentence_stands_there_instead_of_a_form() -> None:
    here = Evening()
    act(here.scope, here.ilse, "close", words="it is over")
    text = text_of(here.browser(here.marta), here.url("missions/new/"), 409)
    assert OVER in text
    assert "<form" not in text.split("<main")[1].split("</main>")[0]


def test_opr_08_an_archived_league_leaves_the_home_pages_and_stands_in_its_own_list() -> None:
    here = archived()
    assert gather_my_leagues(here.marta.person).scopes == ()
    assert here.scope.name not in text_of(here.browser(here.marta), "/")
    club = text_of(here.browser(here.marta), reverse("campaigns:club", args=[here.scope.club.slug]))
    before, after = club.split("Archived")
    assert here.scope.name not in before.split("<main")[1]
    assert here.scope.name in after


@pytest.mark.parametrize(
    "tail", ["", "missions/", "warbands/", "chronicle/", "rules/", "honours/", "settings/", "desk/"]
)
def test_every_page_of_an_archived_league_stays_readable(tail: str) -> None:
    here = archived()
    assert "New mission" not in text_of(here.browser(here.ilse), here.url(tail))


def test_an_archived_league_can_be_printed() -> None:
    here = archived()
    answer = here.browser(here.marta).get(here.url(f"w/{here.bell}/sheet.pdf"))
    assert answer["Content-Type"] == "application/pdf"


def test_nothing_is_played_in_the_archive_not_even_by_the_clock() -> None:
    here = Evening()
    mission = here.mission()
    facts = {"mission": mission, "winners": [here.bell], "rounds": 4, "kills": []}
    sent = reports.submit_report(
        scope=here.scope,
        actor=Actor(here.marta),
        procedure="opr.result",
        facts=facts,
        once="a",
    )
    here.browser(here.ilse).post(here.url("settings/"), {"archive": "1"})
    with pytest.raises(Refused, match="in the archive"):
        act(here.scope, here.ilse, "close", words="it is over")
    with pytest.raises(Refused, match="in the archive"):
        reports.agree_report(sent, Actor(here.tom))
    clock_tick(timezone.now() + timedelta(days=400))
    sent.refresh_from_db()
    assert sent.status == "sent"
    assert reconcile(here.scope) == []


def test_nothing_is_ticked_in_a_mission_of_an_archived_league() -> None:
    here = Evening()
    mission = here.mission()
    here.browser(here.ilse).post(here.url("settings/"), {"archive": "1"})
    said: dict[str, Any] = {"mission": mission, "kind": facts.OUT, "subject": "nobody", "data": {}}
    with pytest.raises(Refused, match=SHELVED):
        facts.tick_fact(scope=here.scope, actor=Actor(here.marta), **said)
    assert not Fact.objects.exists()


def test_it_goes_on_where_it_stood_when_it_is_taken_out() -> None:
    here = archived()
    ilse = here.browser(here.ilse)
    assert "Take the league out of the archive" in text_of(ilse, here.url("settings/"))
    assert ilse.post(here.url("settings/"), {"unarchive": "1"})["Location"] == here.url("settings/")
    assert [scope.pk for scope in gather_my_leagues(here.marta.person).scopes] == [here.scope.pk]
    assert here.mission() in state_of(here.scope).missions


@pytest.mark.parametrize("how", ["archive", "close"])
def test_nobody_joins_by_a_link_to_a_league_that_is_over(how: str) -> None:
    here = Evening()
    link = join_link(here.scope, here.ilse)
    assert "Type a name and you’re in" in text_of(Client(), link)
    here.browser(here.ilse).post(here.url("settings/"), {how: "1", "words": "over"})
    sentence = SHELVED if how == "archive" else OVER
    assert sentence in text_of(Client(), link, 410)
    late = Client().post(link, {"name": "Pip"})
    assert late.status_code == 422
    assert any(sentence in told for told in late.context["form"].errors["name"])
    assert not Seat.objects.filter(club=here.scope.club, name="Pip").exists()


def test_no_link_is_made_to_a_league_that_is_over() -> None:
    here = Evening()
    act(here.scope, here.ilse, "close", words="it is over")
    form = {"role": "player", "uses": 3, "days": 3, "scope": here.scope.pk}
    address = reverse("people:invitations", args=[here.scope.club.slug])
    answer = here.browser(here.ilse).post(address, form)
    assert answer.status_code == 422
    assert any(OVER in told for told in answer.context["form"].errors["scope"])


def test_only_organisers_archive() -> None:
    here = Evening()
    assert here.browser(here.marta).post(here.url("settings/"), {"archive": "1"}).status_code == 404
    here.scope.refresh_from_db()
    assert here.scope.archived_at is None
