"""A league on a map rests, and goes on: everybody who plays hears who has done so, once."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import ActRequest, Notice, NoticeKind, Seat
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from tests import factories
from tests.campaigns import play
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm
from tests.pages import page_text, text_of

pytestmark = pytest.mark.django_db
BEGUN: dict[str, Any] = {"conquest": conquest.begun, "firestorm": firestorm.begun}


def heard() -> dict[str, str]:
    """Who has a new line of something done as organiser, and what it says."""
    finding.catch_up(timezone.now())
    lines = Notice.objects.filter(kind=NoticeKind.ACTED_FOR, read_at=None)
    names = dict(Seat.objects.values_list("person", "name"))
    told = {names[one.person_id]: notification_sentence(one) for one in lines}
    lines.update(read_at=timezone.now())
    return told


@pytest.fixture(params=sorted(BEGUN))
def league(request: pytest.FixtureRequest) -> Any:
    finding.catch_up(timezone.now())
    found = BEGUN[request.param]("Marta", "Kwame")
    factories.new_seat(club=found.scope.club, name="Wren", role="spectator")
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    return found


def test_cq_21_fs_161_whoever_plays_hears_of_a_pause_once_with_who_and_what_rests(league: Any) -> None:
    organiser, game = league.seats["Organiser"].name, league.scope.game
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    paused = f"{organiser} did this as organiser: The league is paused (summer). Deadlines and requests"
    told = heard()
    assert set(told) == {"Marta", "Kwame"}
    assert all(one.startswith(paused) for one in told.values()), (game, told)
    place = notification_target_url(Notice.objects.filter(kind=NoticeKind.ACTED_FOR).latest("pk"))
    assert place == reverse("campaigns:league", args=[league.scope.pk])
    assert heard() == {}
    play.act(league.scope, league.seats["Organiser"], "resume")
    told = heard()
    assert set(told) == {"Marta", "Kwame"}
    assert all("The league continues. Deadlines have moved" in one for one in told.values())
    assert heard() == {}


PAUSES = {"conquest": "campaigns:league", "firestorm": "firestorm:organise"}


def test_cq_21_fs_161_a_league_is_paused_at_the_second_tap_and_the_map_says_by_whom_and_why(
    league: Any,
) -> None:
    organiser, scope = league.seats["Organiser"], league.scope
    at = reverse(PAUSES[scope.game], args=[scope.pk])
    page = page_text(factories.signed_in(organiser).get(at, follow=True))
    before = page[: page.index("Deadlines and requests are on hold until you continue the league.")]
    opened = before.rindex("<details")
    assert "Pause the league" in before[opened:]
    assert "</details>" not in before[opened:]
    assert "<form" not in before[opened:].partition("</summary>")[0]
    play.act(scope, organiser, "pause", words="summer")
    seen = text_of(factories.signed_in(league.seats["Marta"]).get(f"/l/{scope.pk}/", follow=True))
    assert "The league is paused (summer)" in seen
    assert f"Paused by {organiser.name} on " in seen


def test_cq_21_whose_empire_is_gone_hears_of_no_pause() -> None:
    league = conquest.at_battles("Marta", "Kwame", "Tarn")
    own, realms = str(league.seats["Tarn"].pk), play.state_of(league.scope).realms.values()
    (gone,) = [one.id for one in realms if one.owner == own]
    play.act(league.scope, league.seats["Tarn"], "leave", realm=gone)
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    assert set(heard()) == {"Marta", "Kwame"}


def test_cq_21_fs_161_the_organisers_page_says_first_that_it_rests_and_lets_it_go_on(league: Any) -> None:
    organiser = league.seats["Organiser"]
    play.act(league.scope, organiser, "pause", words="summer")
    browser = factories.signed_in(organiser)
    first = browser.get(reverse("campaigns:desk", args=[league.scope.pk])).context["page"].needs[0]
    assert first.title == "The league is paused (summer)."
    assert first.note.startswith("Since ")
    assert first.does == "Continue"
    for address in (reverse("campaigns:desk", args=[league.scope.pk]), first.url):
        assert f'action="{first.to}"' in page_text(browser.get(address))
    answer = browser.post(first.to, {"csrfmiddlewaretoken": "x"})
    assert (answer.status_code, answer["Location"]) == (302, first.url)
    assert not play.state_of(league.scope).now.paused


def test_cq_21_fs_161_a_leagues_page_says_since_when_and_only_organisers_let_it_go_on(league: Any) -> None:
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    home = reverse("campaigns:league", args=[league.scope.pk])
    for name, may in (("Organiser", True), ("Marta", False)):
        page = page_text(factories.signed_in(league.seats[name]).get(home, follow=True))
        lead, _now = page.split("map-ways", 1)
        assert "Paused by " in lead
        assert ("resume/" in lead) is may
    play.act(league.scope, league.seats["Organiser"], "resume")
    assert "Paused by " not in page_text(factories.signed_in(league.seats["Marta"]).get(home, follow=True))


def test_cq_04_fs_01_nobody_is_offered_to_be_let_in_while_it_rests(league: Any) -> None:
    factories.new_seat(club=league.scope.club, name="Nadia")
    people = reverse("campaigns:league", args=[league.scope.pk])
    if league.scope.game == "firestorm":
        people = league.url("faction", league.factions["Marta"])
    organiser = factories.signed_in(league.seats["Organiser"])
    assert "Let them in" in page_text(organiser.get(people, follow=True))
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    rests = page_text(organiser.get(people, follow=True))
    assert "Let them in" not in rests
    assert "nobody can be let in. Continue it first." in rests
    if league.scope.game == "firestorm":
        page = page_text(factories.signed_in(league.seats["Marta"]).get(people))
        assert "Let them in" not in page
        assert "You can let somebody in once it continues." in page


def test_fs_26_whoever_is_in_no_faction_asks_none_while_it_rests() -> None:
    league = firestorm.begun("Marta", "Kwame")
    nadia = factories.signed_in(factories.new_seat(club=league.scope.club, name="Nadia"))
    ask, home = league.url("join"), league.url("map")
    assert ask in page_text(nadia.get(home))
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    rests = page_text(nadia.get(home))
    assert ask not in rests
    assert "You can ask one to let you in once the league continues." in rests


def test_cq_157_a_request_that_rests_says_when_it_can_be_answered() -> None:
    league = conquest.begun("Marta", "Kwame")
    nadia = factories.new_seat(club=league.scope.club, name="Nadia")
    enlist = reverse("maps:enlist", args=[league.scope.pk])
    factories.signed_in(nadia).post(enlist, {"name": "Tarn", "colour": "sky"})
    request = ActRequest.objects.get()
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    address = reverse("campaigns:request", args=[league.scope.pk, request.pk])
    rests = "The league is paused, and so is this request."
    page = factories.signed_in(league.seats["Organiser"]).get(address).context["page"]
    assert (page.closed, page.asks) == (f"{rests} You can answer once the league continues.", False)
    asks = factories.signed_in(nadia)
    shown = asks.get(address).context["page"]
    assert shown.closed == rests
    (lapses,) = [one.value for one in shown.facts if one.label == "Lapses"]
    assert lapses == "not while the league is paused"
    api = f"/api/v1/leagues/{league.scope.pk}/requests/"
    assert [one["lapses_at"] for one in asks.get(api).json()] == [None]
    play.act(league.scope, league.seats["Organiser"], "resume")
    assert asks.get(api).json()[0]["lapses_at"] is not None
    (lapses,) = [one.value for one in asks.get(address).context["page"].facts if one.label == "Lapses"]
    assert lapses != "not while the league is paused"
