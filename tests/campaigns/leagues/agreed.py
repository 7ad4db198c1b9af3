"""Whatever says how far a game is agreed upon says the same: home, the league's page, the organise page,
programs, a notice."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils import timezone

from campaigns.engine.asking.agreements import league_agreements
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.access import may_play
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import todos_of
from campaigns.leagues.organising.agreement_needs import agreement_needs, agreement_page_url
from campaigns.models import Notice, NoticeKind, Scope, Seat
from campaigns.notices.kinds.every_kind import is_so
from rules.engine.state import State
from rules.engine.todos import ORGANISERS
from tests.factories import signed_in
from tests.pages import looking, page_of, text_of


def assert_all_say_the_same(scope: Scope) -> list[Agreement]:
    """For everybody in the club; gives what was told."""
    registration = registration_of(scope.game)
    state = registration.load(scope.pk)
    found = league_agreements(scope, registration, state)
    seats = [one for one in scope.club.seats.active().order_by("pk") if one.person and may_play(one)]
    for told in found:
        assert_sound(told)
        for seat in seats:
            assert _is_asked_at_home(scope, told, seat) == _is_asked(scope, told, state, seat), (told, seat)
    assert_the_organise_page(scope, found)
    assert_the_league_page(scope, found, seats[:2])
    assert_programs(scope, found, seats[:2])
    assert_notices(scope, found, state)
    return found


def assert_sound(told: Agreement) -> None:
    """It waits for somebody, or for an earlier game; what is disputed, for an organiser and no clock."""
    assert told.stands in ("sent", "parked", "disputed")
    assert not {*told.by} & {*told.waits}
    assert {*told.asked} <= {*told.others}
    if told.is_disputed:
        assert (told.asked, told.until) == ((), None)
    if told.held:
        assert told.until is None
    assert told.told or told.report is None


def _is_asked(scope: Scope, told: Agreement, state: State, seat: Seat) -> bool:
    """Whether it asks something of this person: who plays a side that has not answered, or decides; and
    whoever plays what a disputed report was sent for, who may mend it."""
    members, me = registration_of(scope.game).rules.members_of, str(seat.pk)
    report, decides = told.report, ORGANISERS in told.waits and seat.organises(scope)
    plays = any(me in members(state, side) for side in told.by)
    if report is not None and (plays if told.by else report.reporter_id == seat.pk):
        return told.is_disputed or decides
    return decides or any(me in members(state, side) for side in told.asked)


def _is_asked_at_home(scope: Scope, told: Agreement, seat: Seat) -> bool:
    mine = gather_my_leagues(seat.person, [seat])
    if told.report is not None:
        url = reverse("campaigns:report", args=[scope.pk, told.key])
        return any(one.url == url for one in todos_of(mine))
    rows = [row for row in (*mine.musts(scope), *mine.organises(scope)) if row.about == (told.key,)]
    assert {row.until for row in rows} <= {told.until}
    return bool(rows)


def assert_the_organise_page(scope: Scope, found: Iterable[Agreement]) -> None:
    """One line each, with the same time, as long as somebody is waited for."""
    viewer = looking(scope, scope.club.seats.active().organisers().order_by("pk").first(), "desk")
    lines = list(agreement_needs(viewer))
    waits = [one for one in found if one.waits or one.held]
    assert len(lines) == len(waits)
    for line, told in zip(lines, waits, strict=True):
        assert line.url.partition("#")[0] == agreement_page_url(viewer, told)
        assert line.due == (None if told.is_disputed else told.until)
        assert line.urgent or not told.is_disputed


def assert_the_league_page(scope: Scope, found: Iterable[Agreement], seats: Iterable[Seat]) -> None:
    """It names whom reports wait for; a map's, every side that has a must."""
    names = registration_of(scope.game).sides_of(registration_of(scope.game).load(scope.pk))
    for seat in seats:
        response = signed_in(seat).get(reverse("campaigns:league", args=[scope.pk]), follow=True)
        for told in found:
            if told.report is None:
                assert all(names[one].name in text_of(response) for one in told.asked)
            else:
                url = reverse("campaigns:report", args=[scope.pk, told.key])
                waited = [one for one in page_of(response).waited if one.url == url]
                assert len(waited) == len(told.waits)


def assert_programs(scope: Scope, found: Iterable[Agreement], seats: Iterable[Seat]) -> None:
    """A report's time and how it stands."""
    told = {one.key: one for one in found if one.report is not None}
    for seat in seats:
        rows = signed_in(seat).get(f"/api/v1/leagues/{scope.pk}/reports/").json()
        for row in rows:
            one = told.get(str(row["id"]))
            assert (row["due"] is not None) == (one is not None and one.until is not None)
            assert one is None or row["status"] == one.stands


def assert_notices(scope: Scope, found: Iterable[Agreement], state: State) -> None:
    """Whom a report waits for was told so, nobody else, and no notice says more than is so."""
    members = registration_of(scope.game).rules.members_of
    for report, told in ((one.report, one) for one in found if one.report is not None):
        about = Notice.objects.filter(report=report)
        asked, disputed = (about.filter(kind=kind) for kind in (NoticeKind.REPORTED, NoticeKind.DISPUTED))
        assert all(is_so(one, timezone.now()) is (told.stands == "sent") for one in asked)
        assert all(is_so(one, timezone.now()) is told.is_disputed for one in disputed)
        seats = [one for side in told.asked for one in members(state, side) if one.isdigit()]
        people = set(Seat.objects.filter(pk__in=seats).values_list("person", flat=True))
        if told.stands == "sent" and seats and asked.exists():
            assert people - {report.reporter.person_id} == set(asked.values_list("person", flat=True))
