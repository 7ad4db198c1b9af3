"""A person's home: what waits for them, and their leagues with where they stand."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import LeagueLine, TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.picking import Most
from campaigns.leagues.mine.playing import places_of, playing_url
from campaigns.leagues.mine.todos import invitations_of, todos_of
from campaigns.models import Club, Holiday, HolidayStage, LetIn, Notice, Person, Scope, Seat
from campaigns.models.people import Stage
from campaigns.nights.evenings.pages import NextNight, next_night
from campaigns.nights.games.tonight import MyNextGame, my_next_game
from campaigns.notices.kinds.todos import unread_by
from campaigns.shell.frame import Me, NavItem, me_of
from campaigns.shell.links import page_of
from campaigns.shell.pinned import Pinned, pinned
from config.dates import dated

FOLLOWED = 20  # leagues on one stream, the newest
MOST = Most()
SAID_FOR = timedelta(days=30)
FRESH = (Stage.NEW, Stage.DEMO)


@dataclass(frozen=True, slots=True)
class ClubLine:
    name: str
    url: str
    new_league: str  # empty for everybody but its organisers


@dataclass(frozen=True, slots=True)
class AwayLine:
    """That I am on holiday from a club, or stand in for somebody who is; `url`: where that is ended."""

    said: str
    url: str


@dataclass(frozen=True, slots=True)
class HomePage:
    game: MyNextGame | None  # the one I play today
    night: NextNight | None
    pinned: tuple[Pinned, ...]
    away: tuple[AwayLine, ...]
    stands_for: tuple[AwayLine, ...]  # that I stand in for somebody who is away
    gone: tuple[str, ...]  # that I am no longer on a club's list
    unread: int
    inbox: str
    todos: tuple[TodoLine, ...]
    count: str
    more_todos: str  # leads to all of them, empty where they all stand here
    play: str
    played: str  # both empty where there is nothing of the kind
    invitations: tuple[TodoLine, ...]
    more_invitations: str
    leagues: tuple[LeagueLine, ...]
    all_leagues: str
    clubs: tuple[ClubLine, ...]
    first_league: str  # where an organiser founds the first one
    nav: tuple[NavItem, ...]
    me: Me | None
    begins: bool  # whoever has just put up an office begins elsewhere
    live_url: str  # the stream of my leagues; what else brings something is asked for once a minute


def home_page(
    person: Person, most: Most = MOST, *, everything: bool = False, let_in: Sequence[LetIn] = ()
) -> HomePage:
    """The home of a person, so much of it; with `everything` all that waits and all invitations. `let_in`: by
    whose word the device came in, if not by theirs."""
    every = everything or bool(let_in)  # what is not read is counted by what its own side knows
    mine = replace(gather_my_leagues(person, most=None if every else most), let_in=tuple(let_in))
    if kept_back := unread_by(let_in, person):
        unread = Notice.objects.filter(person=person, read_at=None).exclude(pk__in=kept_back)
        mine = replace(mine, unread=unread.count())
    return assembled_home(
        mine, replace(most, todos=sys.maxsize, invitations=sys.maxsize) if everything else most
    )


def assembled_home(mine: MyLeagues, most: Most) -> HomePage:
    """The home that these leagues make."""
    todos, invitations, games = todos_of(mine), invitations_of(mine), places_of(mine)
    count = len(todos) + mine.left_todos
    asked = {one.scope for one in invitations}
    shown = _first([scope for scope in mine.scopes if scope.pk not in asked], mine, most.leagues)
    left = mine.leagues - len(asked) - mine.left_invitations - len(shown)
    clubs = tuple(_club(seat) for seat in mine.seats.values())
    founding = [club.new_league for club in clubs if club.new_league]
    return HomePage(
        game=my_next_game(mine.seats.values(), timezone.now()),
        night=next_night(mine.seats.values()),
        pinned=pinned(mine.seats.values()),
        away=tuple(_away(mine)),
        stands_for=tuple(_stands_for(mine)),
        gone=tuple(_gone(mine)),
        unread=mine.unread,
        inbox=reverse("campaigns:inbox"),
        todos=tuple(todos[: most.todos]),
        count=ngettext("%(n)s thing", "%(n)s things", count) % {"n": count},
        more_todos=_more(count - most.todos),
        play=playing_url("play", games),
        played=playing_url("played", games),
        invitations=tuple(invitations[: most.invitations]),
        more_invitations=_more(len(invitations) + mine.left_invitations - most.invitations),
        leagues=tuple(line for scope in shown for line in league_lines(mine, scope)),
        all_leagues=_("All leagues (%(n)s)") % {"n": mine.leagues} if left > 0 else "",
        clubs=clubs,
        first_league=founding[0] if founding and not mine.scopes else "",
        nav=tuple(_sections(mine, count)),
        me=_me(mine),
        begins=any(seat.is_organiser and seat.club.stage in FRESH for seat in mine.seats.values()),
        live_url=_live_url(mine),
    )


def _club(seat: Seat) -> ClubLine:
    club: Club = seat.club
    new = reverse("campaigns:new_league", args=[club.slug]) if seat.is_organiser else ""
    return ClubLine(club.name, reverse("campaigns:club", args=[club.slug]), new)


def _away(mine: MyLeagues) -> Iterator[AwayLine]:
    for seat in mine.seats.values():
        row = getattr(seat, "holiday", None)
        if row is not None and row.stage == HolidayStage.ON:
            told = {"day": dated(row.ends, "j F"), "club": seat.club.name}
            said = _("You’re away until %(day)s, and your to-dos can wait.")
            if len(mine.seats) > 1:
                said = _("You’re away from %(club)s until %(day)s, and your to-dos there can wait.")
            yield AwayLine(said % told, reverse("people:my_holiday", args=[seat.club.slug]))


def _stands_for(mine: MyLeagues) -> Iterator[AwayLine]:
    """Whom I was named for, while they are away."""
    if not mine.stands_for:
        return
    seats = [int(one) for one in mine.stands_for]
    rows = Holiday.objects.filter(seat__in=seats, seat__club__in=mine.seats, stage=HolidayStage.ON)
    said = _(
        "You’re standing in for %(name)s until %(day)s. In leagues with a map you can act for them: what "
        "they have to do is listed here too."
    )
    for row in rows.select_related("seat__person", "seat__club").order_by("ends", "seat"):
        url = reverse("people:standing_in", args=[row.seat.club.slug, row.seat_id])
        yield AwayLine(said % {"name": row.seat, "day": dated(row.ends, "j F")}, url)


def _gone(mine: MyLeagues) -> Iterator[str]:
    """That somebody is no longer on the list of a club: for a month, and as long as they are in no other.
    A demo that was left for a club has no list any more."""
    since = timezone.now() - SAID_FOR
    said = _(
        "You’re no longer a member of %(club)s: an organiser removed you, or you left. What you played "
        "there is kept. If you’d like to come back, ask an organiser to add you again."
    )
    for seat in mine.gone:
        is_recent = seat.left_at is not None and seat.left_at > since
        if seat.club.stage != Stage.ASIDE and (is_recent or not mine.seats):
            yield said % {"club": seat.club.name}


def _more(number: int) -> str:
    return ngettext("Show %(n)s more", "Show %(n)s more", number) % {"n": number} if number > 0 else ""


def _first(scopes: list[Scope], mine: MyLeagues, most: int) -> list[Scope]:
    """The first of my leagues in a list: those with a side of mine, then those I organise, the newest first.
    Who has none yet sees those of their clubs."""
    own = [scope for scope in scopes if seated(mine, scope)]
    run = [scope for scope in scopes if scope not in own and mine.runs(scope)]
    return ([*own, *run] or scopes)[:most]


def seated(mine: MyLeagues, scope: Scope) -> bool:
    """Whether a person has a line of their own in a league."""
    told = mine.told[scope.pk]
    if not any(mine.owns(side, scope) for side in told["members"]):
        return False
    return any(mine.owns(side, scope) for side in registration_of(scope.game).store.for_whom(told).seated)


def league_lines(mine: MyLeagues, scope: Scope) -> list[LeagueLine]:
    """A line for each side I have there, or one for the league alone; of one that is over it says so."""
    own = list(plugin_of(scope.game).club.lines(mine, scope))
    lines = own or [LeagueLine(scope.name, page_of("campaigns:league", scope.pk), scope.club.name)]
    if not registration_of(scope.game).store.for_whom(mine.told[scope.pk]).over:
        return lines
    return [replace(one, note=" · ".join((one.note, _("the league is over")))) for one in lines]


def _sections(mine: MyLeagues, count: int) -> Iterator[NavItem]:
    home = NavItem(_("Home"), reverse("campaigns:home"), "house-door-fill", count, current=True, tab=True)
    yield replace(home, follows="todos")
    if club := next((seat.club for seat in mine.seats.values()), None):
        nights = reverse("campaigns:nights", args=[club.slug])
        yield NavItem(_("Calendar"), nights, "calendar-event", tab=True)
    if mine.scopes:
        league = mine.scopes[0]
        yield NavItem(_("League"), reverse("campaigns:league", args=[league.pk]), "trophy", tab=True)
    own = (plugin_of(scope.game).club.own_page(mine, scope) for scope in mine.scopes)
    if page := next(filter(None, own), None):
        label, address, icon = page
        yield NavItem(label, address, icon, tab=True)
    yield NavItem(_("Inbox"), reverse("campaigns:inbox"), "bell", mine.unread)
    for seat in mine.seats.values():
        yield NavItem(seat.club.name, reverse("campaigns:club", args=[seat.club.slug]), "shield-fill")


def _me(mine: MyLeagues) -> Me | None:
    seat = next(iter(mine.seats.values()), None)
    return None if seat is None else me_of(seat)


def _live_url(mine: MyLeagues) -> str:
    followed = mine.scopes[:FOLLOWED]
    names = ".".join(str(one.pk) for one in followed)
    versions = ".".join(str(one.version) for one in followed)
    return f"/live/{names}?version={versions}" if followed else ""
