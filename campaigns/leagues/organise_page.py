"""The organise page: reports that need a word, seats asked for, where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine import chores
from campaigns.engine.lines import ButtonLink, Need, Section, StepsStanding
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.naming import names_alike
from campaigns.leagues.clock import TITLES
from campaigns.leagues.health.page import Health, health_of
from campaigns.leagues.organising.agreement_needs import agreement_needs, enumerated_names
from campaigns.leagues.organising.carrying_on import OFF, ON, happens_at_once
from campaigns.leagues.requests.lines import request_lines
from campaigns.models import (
    Invitation,
    PlannedGame,
    RequestStatus,
    Seat,
    SeatRequest,
)
from campaigns.nights.games.games import plan_title, plan_url
from campaigns.people.queries import open_invitations
from campaigns.shell.told import chronicle
from campaigns.shell.told.away import away_lines, coming_lines
from config import installation
from config.dates import dated
from rules.engine.games import ActTrait

WHOM_TO_TELL = lazy("Tell the person who looks after the club’s computer.")


@dataclass(frozen=True, slots=True)
class LeagueOrganisePage:
    """What the page shows: that the league is `over`, `needs` of the league and `club`'s own, how the league
    is, and what its game alone has (`own`). The club's, its invitation too, is nothing
    for who organises this league alone."""

    over: Need | None
    needs: tuple[Need, ...]
    club: tuple[Need, ...]
    health: Health
    standing: tuple[StepsStanding, ...]
    own: tuple[ButtonLink, ...]
    invitation: Invitation | None

    @property
    def count(self) -> int:
        """How many things there are to look at."""
        return len(self.needs) + len(self.health.lines) + len(self.club)


def league_organise_page(viewer: AnyViewer) -> LeagueOrganisePage:
    """The organise page of one league."""
    plugin, zone = plugin_of(viewer.scope.game), ZoneInfo(viewer.scope.time_zone)
    needs = [
        *agreement_needs(viewer),
        *plugin.club.needs(viewer),
        *_unplayed(viewer),
        *_asked_acts(viewer),
        *_untold(viewer),
        *_away(viewer),
    ]
    return LeagueOrganisePage(
        over=_over(viewer),
        needs=tuple(sorted(needs, key=lambda need: not need.urgent)),
        club=(*_backups(zone), *_clock(zone), *_requests(viewer), *_alike(viewer))
        if viewer.runs_club
        else (),
        health=health_of(viewer),
        standing=tuple(plugin.club.standing(viewer)),
        own=tuple(_own(viewer, plugin.play.sections)),
        invitation=_invitation(viewer) if viewer.runs_club else None,
    )


def _over(viewer: AnyViewer) -> Need | None:
    """That the league is over; where an organiser has ended it, who, when and who won then."""
    rules, game = viewer.registration.rules, viewer.registration.game
    if not rules.is_over(viewer.state):
        return None
    closing = chronicle.entries_of(viewer).filter(
        procedure__in=game.marked[ActTrait.CLOSES_LEAGUE], void=False
    )
    title, note = _("The league has been played to the end"), _("Its page says who won.")
    for line in chronicle.chronicle_lines(viewer, list(closing[:1])):
        when = dated(line.at.astimezone(ZoneInfo(viewer.scope.time_zone)), "j F Y")
        title, note = line.sentence, _("Ended by %(name)s on %(day)s.") % {"name": line.who, "day": when}
    league = reverse("campaigns:league", args=[viewer.scope.pk])
    return Need(title, note, league, _("View"), "trophy", urgent=False)


def _own(viewer: AnyViewer, sections: Iterable[Section]) -> Iterator[ButtonLink]:
    """Where organisers see to what this game alone has, while the league goes on."""
    if not viewer.closed and not viewer.registration.rules.is_over(viewer.state):
        for one in sections:
            if one.url and not one.listed:
                yield ButtonLink(reverse(one.url, args=[viewer.scope.pk]), _(one.label))


def _invitation(viewer: AnyViewer) -> Invitation | None:
    """An open link that leads to this league, else one into the club; never one into another league."""
    found = [one for one in open_invitations(viewer.scope.club) if one.scope in (None, viewer.scope)]
    return max(found, key=lambda one: one.scope is not None, default=None)


# Games


def _untold(viewer: AnyViewer) -> list[Need]:
    """Games that were to be played and of which nobody has said anything, as long as that is asked."""
    now = timezone.now()
    agreed = PlannedGame.objects.to_play().filter(scope=viewer.scope, day__lte=now.date())
    found = agreed.select_related("club", "night__club").prefetch_related("sides__seat")
    return [
        Need(
            title=plan_title(plan),
            note=_("Was it played? Nobody has said how it went."),
            url=plan_url(plan),
            action=_("View the game"),
            icon="question-circle",
            urgent=False,
        )
        for plan in found
        if plan.is_untold(now)
    ]


# Sides and seats


def _unplayed(viewer: AnyViewer) -> list[Need]:
    """Sides that nobody of the club plays any more."""
    registration, state = viewer.registration, viewer.state
    sides = {} if viewer.closed else registration.sides_of(state)
    in_play = (one for one in sides if registration.rules.in_play(state, one))
    return [_nobody_plays(viewer, one) for one in in_play if _is_left(viewer, one)]


def _is_left(viewer: AnyViewer, side: str) -> bool:
    """Whether all who played a side have gone; the app's own has nobody who could."""
    if viewer.is_played(side):
        return False
    registration, state = viewer.registration, viewer.state
    can_be_left = registration.rules.goes_on is not None and registration.game.has_begun(state)
    return can_be_left or bool(registration.rules.members_of(state, side))


def _nobody_plays(viewer: AnyViewer, side: str) -> Need:
    plugin = plugin_of(viewer.scope.game)
    names = viewer.players_of(side)
    told = {"side": plugin.sides_of(viewer.state)[side].name, "names": enumerated_names(names)}
    title = (
        _("Nobody has played %(side)s since %(names)s left") if names else _("Nobody plays %(side)s any more")
    )
    lets_in = plugin.play.what_now(viewer, {"unplayed": side})
    place = lets_in.url if lets_in else plugin.play.place(viewer.scope, {plugin.store.traces.side: side})
    does, note, wants = _carrying_on(viewer, side)
    coming = coming_lines(viewer, side, str(told["side"]))
    return Need(
        coming[0] if coming else title % told,
        " ".join(coming[1:]) if coming else note,
        place,
        lets_in.words if lets_in and not coming else _("View"),
        "person-plus-fill",
        urgent=side not in viewer.unplayed and not coming,
        does=does,
        to=reverse("campaigns:unplayed", args=[viewer.scope.pk]) if does else "",
        side=side,
        wants=wants,
        asks=tuple(happens_at_once(viewer, side)) if does and wants == ON else (),
    )


def _carrying_on(viewer: AnyViewer, side: str) -> tuple[str, str, str]:
    """What an organiser can switch for a side nobody plays, what they can do besides, what a form wants."""
    if side in viewer.unplayed:
        return (
            _("Wait for a player again"),
            _("The app will carry on for this side until somebody plays it."),
            OFF,
        )
    if viewer.registration.rules.goes_on is None:
        return "", _("Act for this side, hand it to somebody else, or let the time run out."), ON
    does = _("Let the app carry on for it")
    return does, _("Act for this side, hand it to somebody else, or let the app carry on for it."), ON


def _away(viewer: AnyViewer) -> list[Need]:
    """Who is, or will be, on holiday, and what that means."""
    return [
        Need(said, note, _holiday_url(viewer, seat), _("View"), "calendar-event", urgent=False)
        for seat, said, note in away_lines(viewer)
    ]


def _holiday_url(viewer: AnyViewer, seat: str) -> str:
    """Where somebody's holiday stands: its own page, for who organises this league alone among the people."""
    slug = viewer.scope.club.slug
    if viewer.runs_club:
        return reverse("people:holiday", args=[slug, seat])
    return reverse("people:people", args=[slug])


def _asked_acts(viewer: AnyViewer) -> list[Need]:
    """Acts that wait for somebody's word; the organisers' own is urgent."""
    return [
        Need(one.text, one.note, one.url, _("View"), "question-circle", urgent=one.asks)
        for one in request_lines(viewer)
    ]


def _requests(viewer: AnyViewer) -> list[Need]:
    asked = SeatRequest.objects.filter(club=viewer.scope.club, status=RequestStatus.OPEN)
    return [
        Need(
            _("%(name)s says they already have a seat here") % {"name": request.typed_name},
            _("Their screen shows %(figures)s.") % {"figures": request.figures},
            reverse("people:seat_request", args=[viewer.scope.club.slug, request.pk]),
            _("View"),
            "person-plus-fill",
            urgent=True,
        )
        for request in asked
    ]


def _alike(viewer: AnyViewer) -> list[Need]:
    """People whose names only a machine tells apart; they had them before that was looked at."""
    names = Seat.objects.active().filter(club=viewer.scope.club_id).values_list("name", flat=True)
    people = reverse("people:people", args=[viewer.scope.club.slug])
    return [
        Need(
            _("Names that look alike: %(names)s") % {"names": enumerated_names(alike)},
            _("Give one of them an initial, so that nobody mixes them up."),
            people,
            _("View"),
            "people",
            urgent=False,
        )
        for alike in names_alike(names)
    ]


def _backups(zone: ZoneInfo) -> list[Need]:
    """The club's data is not safe: whoever runs the machine should hear of it from somebody."""
    trouble = installation.trouble_with_backups()
    if trouble is None:
        return []
    reasons = {
        "room": _("There isn’t enough room on the disk for it."),
        "other": _("The worker’s log says why."),
        "late": _("The worker that makes it each day is not running."),
    }
    last = _("There is no backup yet.")
    if trouble.last:
        last = _("The last one is from %(day)s.") % {"day": date(trouble.last.astimezone(zone), "j F Y")}
    note = f"{reasons[trouble.why]} {last} {WHOM_TO_TELL}"
    return [Need(_("Today’s backup is missing"), note, "", "", "hdd", urgent=True)]


def _clock(zone: ZoneInfo) -> list[Need]:
    """What the app does by itself and does not any more: all of it, or some."""
    trouble = chores.clock_trouble(timezone.now())
    if trouble is None:
        return []
    when, tell = {"when": dated(trouble.since.astimezone(zone), "j F Y, H:i")}, str(WHOM_TO_TELL)
    if trouble.stands:
        title = _("The app’s clock has stopped")
        note = _(
            "Since %(when)s, deadlines have not been acted on and nobody has been notified: the worker is "
            "not running."
        )
    else:
        names = dict.fromkeys(str(TITLES.get(one, one)) for one in trouble.failing)
        title = _("Something the app does automatically is failing: %(what)s") % {
            "what": enumerated_names(list(names))
        }
        note = _("It has been failing since %(when)s; the app tries again every minute.")
        tell = f"{_('The worker’s log says why.')} {tell}"
    return [Need(title, f"{note % when} {tell}", "", "", "clock-history", urgent=True)]
