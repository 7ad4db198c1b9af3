"""One seat of a club, as its organisers see it: the leagues, the next games, and when they were here last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink, LeagueLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of, states_of
from campaigns.engine.transaction.summaries import SHAPE, believed, summary_of
from campaigns.engine.who.access import may_vouch_for
from campaigns.models import (
    NightAnswer,
    PlannedGame,
    Role,
    Scope,
    ScopeKind,
    Seat,
)
from campaigns.people.me.letting_in import users_of
from config.dates import dated

MOST_LEAGUES, MOST_GAMES = 20, 5  # the newest; those to come


@dataclass(frozen=True)
class SeatPage:
    """One seat as an organiser sees it. `at_night`: the last club night they came to. `signed_in`: when last,
    which may be long ago for whoever keeps their browser; not told of somebody who is in other clubs too.
    `organises`: the leagues they organise alone.
    """

    seat: Seat
    is_own: bool
    may_vouch: bool
    leagues: tuple[LeagueLine, ...] = ()
    organises: tuple[ButtonLink, ...] = ()
    games: tuple[ButtonLink, ...] = ()
    at_night: date | None = None
    signed_in: datetime | None = None

    @property
    def loses(self) -> str:
        """What they organise no more as a spectator."""
        return get_text_list([one.words for one in self.organises], _("and"))


def seat_page(by: Seat, seat: Seat) -> SeatPage:
    """What `by`, an organiser, may do about `seat`, and what they see of it."""
    may_vouch = may_vouch_for(by, seat.person)
    users = User.objects.filter(pk__in=users_of(seat.person)) if may_vouch else User.objects.none()
    own = [one.pk for one in seat.club.seats.filter(person=seat.person_id)]
    came = NightAnswer.objects.filter(seat__in=own, here_at__isnull=False)
    return SeatPage(
        seat,
        is_own=seat.pk == by.pk,
        may_vouch=may_vouch,
        leagues=tuple(_leagues(seat, frozenset(map(str, own)))),
        organises=tuple(_organises(seat)),
        games=tuple(_games(seat, own)),
        at_night=came.aggregate(last=Max("night__day"))["last"],
        signed_in=users.aggregate(last=Max("last_login"))["last"],
    )


def _leagues(seat: Seat, own: frozenset[str]) -> Iterator[LeagueLine]:
    """A line for each side they have in a league of this club, the newest league first. Where no summary is
    believed the league itself is read."""
    unknown = Q(summary=None) | ~Q(summary__shape=SHAPE) | ~Q(summary__version=F("version"))
    played = Q(summary__members__overlap=list(own))
    found = Scope.objects.filter(club=seat.club_id, archived_at=None, kind=ScopeKind.LEAGUE)
    scopes = tuple(found.filter(played | unknown).select_related("club", "summary").order_by("-pk"))
    told = {pk: row.data for pk, row in believed(scopes).items()}
    untold = [one for one in scopes if one.pk not in told]
    states = states_of(untold)
    told |= {one.pk: summary_of(registration_of(one.game), states[one.pk]) for one in untold}
    mine = MyLeagues(seats={seat.club_id: seat}, own=own, scopes=scopes, told=told)
    with_them = [one for one in scopes if any(mine.owns(side, one) for side in told[one.pk]["members"])]
    for scope in with_them[:MOST_LEAGUES]:
        yield from plugin_of(scope.game).club.lines(mine, scope)


def _organises(seat: Seat) -> Iterator[ButtonLink]:
    """The leagues of this club that a player organises alone, the newest first."""
    if seat.role == Role.PLAYER:
        for scope in Scope.objects.filter(organised_by__seat=seat, archived_at=None).order_by("-pk"):
            yield ButtonLink(reverse("campaigns:league_organisers", args=[scope.pk]), scope.name)


def _games(seat: Seat, own: list[int]) -> Iterator[ButtonLink]:
    """Those to come that hold, the soonest first."""
    today = timezone.now().astimezone(seat.club.tz).date()
    plans = PlannedGame.objects.to_play().filter(club=seat.club_id).of(seat.person_id)
    coming = plans.filter(day__gte=today).prefetch_related("sides__seat").order_by("day", "starts", "pk")
    for plan in coming[:MOST_GAMES]:
        others = [str(one.seat) for one in plan.sides.all() if one.seat_id not in own]
        against = get_text_list(others, _("and")) or _("no opponent")
        words = f"{dated(plan.day, 'j F')}, {plan.starts:%H:%M} · {against}"
        yield ButtonLink(reverse("campaigns:plan", args=[seat.club.slug, plan.pk]), words)
