"""What a league of warbands lays on its organiser's desk: the start, the limit, where everybody stands."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from django.db.models import Q
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Need, StepsStanding
from campaigns.models import Role, Seat
from campaigns.models import Warband as WarbandRow
from campaigns.opr.league.length import pace_need
from campaigns.opr.league.waiting import AFTER, STEP_WORDS, step_url, warband_player
from campaigns.opr.viewer import OprViewer
from rules.engine.plain import text_in
from rules.engine.todos import ORGANISERS, Todo
from rules.opr.standings import warband_standings
from rules.opr.state import Side, Warband
from rules.opr.todos import WHOSE_MOVE
from rules.opr.warbands.founding import takes_in

FEW, LEAST_TO_PAIR = 3, 3  # missions of a warband, and warbands, before a lead is said


def warband_league_needs(viewer: OprViewer) -> list[Need]:
    """The league itself, when it could begin or its limit is missing; steps whose time was up."""
    if viewer.closed:
        return []
    owed = [one for one in WHOSE_MOVE.owed(viewer.state, viewer.book) if one.side == ORGANISERS]
    late = [_left_over(viewer, *one.about) for one in owed if one.kind == "op.late"]
    look_at = (pace_need(viewer), _lead(viewer))
    return [*_of_league(viewer, owed), *late, *(one for one in look_at if one is not None)]


def _lead(viewer: OprViewer) -> Need | None:
    """That one warband is far ahead by VP per mission, where the others can be paired with each other.

    Source: OPR-10, OPR-11, OPR-35
    """
    if viewer.state.league.status != "running" or not viewer.book.on("parallel_play"):
        return None
    played = [one for one in warband_standings(viewer.state, viewer.book) if one.missions >= FEW]
    if len(played) < LEAST_TO_PAIR or played[0].score is None or played[1].score is None:
        return None
    first, second = played[:2]
    lead = Fraction(*played[0].score) - Fraction(*played[1].score)
    if lead * 2 < viewer.book.figures.win_vp:
        return None
    title = _("%(name)s is far ahead of everybody else") % {"name": first.name}
    note = _(
        "%(vp)s VP per mission; %(name)s is closest with %(closest)s. Pair the others with each other?"
    ) % {"vp": first.shown, "name": second.name, "closest": second.shown}
    url = f"{reverse('campaigns:round', args=[viewer.scope.club.slug])}?league={viewer.scope.pk}"
    return Need(title, note, url, _("Go to the pairings"), "trophy", urgent=False)


def _left_over(viewer: OprViewer, mission: str, warband: str) -> Need:
    """What an organiser takes over of somebody's steps. Source: A-58"""
    title = _("You have to take the steps for %(warband)s") % {"warband": viewer.state.warbands[warband].name}
    side = viewer.state.missions[mission].side(warband)
    note = str(STEP_WORDS[side.step].stands) if side.step in STEP_WORDS else ""
    url = step_url(viewer.scope, mission, warband, side.step)
    return Need(title, note, url, _("View"), "hourglass-split", urgent=False)


def _of_league(viewer: OprViewer, owed: list[Todo]) -> list[Need]:
    url = reverse("campaigns:league", args=[viewer.scope.pk])
    kinds = {one.kind for one in owed}
    if "op.limit" in kinds:
        note = _("Missions can begin once you have rolled")
        return [Need(_("Roll for the league’s length"), note, url, _("View"), "dice-5-fill", urgent=True)]
    for one in owed:
        if one.kind == "op.empty":
            return [_empty(viewer, text_in(one.params, "mission"))]
    if viewer.state.league.status == "running" and len(viewer.state.active) < 2:
        return [_end_it(viewer)]
    if "op.start" not in kinds:
        return _shut_out(viewer)
    count = len(viewer.state.active)
    note = ngettext("%(n)s warband", "%(n)s warbands", count) % {"n": count}
    return [Need(_("The league can start"), note, url, _("View"), "flag", urgent=False)]


def _empty(viewer: OprViewer, mission: str) -> Need:
    """A mission that cannot begin. Source: OPR-24, OPR-25"""
    url = reverse("campaigns:mission", args=[viewer.scope.pk, mission])
    what = _("A warband has no unit that can join its mission")
    return Need(
        what, _("Abandon the mission, or give the warband a unit back"), url, _("View"), "people", urgent=True
    )


def _end_it(viewer: OprViewer) -> Need:
    """Nobody is left to play against. Source: A-57"""
    left = next((one.name for one in viewer.state.active), "")
    what = (
        _("Only %(warband)s is left") % {"warband": left}
        if left
        else _("Nobody plays in this league any more")
    )
    url = f"{reverse('campaigns:settings', args=[viewer.scope.pk])}#closing"
    return Need(what, _("End the league, or bring somebody in"), url, _("View"), "flag", urgent=False)


def _shut_out(viewer: OprViewer) -> list[Need]:
    """That somebody new, or who holds an invitation, cannot join any more, and what lets them in.
    Source: OPR-12, A-53
    """
    league = viewer.state.league
    if league.status != "running" or takes_in(viewer.state, viewer.book):
        return []
    if names := _newcomers(viewer):
        came = ngettext("%(names)s cannot bring a warband", "%(names)s cannot bring warbands", len(names))
        title = came % {"names": get_text_list(names, _("and"))}
    elif _invites(viewer):
        title = _("Nobody new can join this league")
    else:
        return []
    note = _(
        "The league’s first mission has been opened. Turn on “Late joiners” in the settings to let new "
        "players in."
    )
    url = f"{reverse('campaigns:settings', args=[viewer.scope.pk])}?setting=late_joiners#s-late_joiners"
    return [Need(title, note, url, _("Allow late joiners"), "person-plus-fill", urgent=False)]


def _newcomers(viewer: OprViewer) -> list[str]:
    """The players who came to the club after the league began and have had no warband in it."""
    began = viewer.state.league.started
    if began is None:  # of an old league nobody knows
        return []
    seats = Seat.objects.active().filter(club=viewer.scope.club_id, role=Role.PLAYER, joined_at__gt=began)
    players = {viewer.people[one.owner].person for one in viewer.state.active if one.owner in viewer.people}
    new = [seat for seat in seats if seat.person_id not in players]
    had = had_warbands(viewer.scope.pk) if new else frozenset()
    return [str(seat) for seat in new if str(seat.pk) not in had]


def had_warbands(scope: int) -> frozenset[str]:
    """The seats of all who have had a warband in a league, whoever leads it now."""
    led = WarbandRow.objects.filter(scope=scope).values_list("owner", "predecessors")
    return frozenset(seat for owner, gone in led for seat in (owner, *(one["owner"] for one in gone)))


def _invites(viewer: OprViewer) -> bool:
    """Whether a link is open that leads new players here, or into the club alone."""
    leads_here = Q(scope=viewer.scope) | Q(scope=None)
    links = viewer.scope.club.invitations.filter(leads_here, role=Role.PLAYER)
    return any(link.is_open() for link in links)


def steps_progress(viewer: OprViewer) -> list[StepsStanding]:
    """How far each warband is with the steps after its mission; once the league is over nobody has to be."""
    return [] if viewer.closed else [_standing(viewer, one) for one in viewer.state.active]


def _standing(viewer: OprViewer, warband: Warband) -> StepsStanding:
    owner = warband_player(viewer.people, warband)
    resting = StepsStanding(
        owner.name,
        warband.name,
        owner.emblem,
        _("nothing to do") if owner.there else _("nobody plays it any more"),
        ("ink",) * len(AFTER),
        reverse("campaigns:warband", args=[viewer.scope.pk, warband.id]),
    )
    mission = viewer.state.missions.get(warband.mission)
    if mission is None:
        return resting
    side = mission.side(warband.id)
    url = step_url(viewer.scope, mission.id, warband.id, side.step)
    if side.step not in AFTER:
        what = _("playing mission %(number)s") % {"number": mission.number}
        return replace(resting, what=what, bars=("",) * len(AFTER), url=url)
    what = str(STEP_WORDS[side.step].stands)
    if side.step == "casualties" and not side.casualties:
        what = _("to confirm that there are no casualties")
    return replace(resting, what=what, bars=_bars(side), url=url)


def _bars(side: Side) -> tuple[str, ...]:
    place = AFTER.index(side.step)
    return tuple("ink" if n < place else "done" if n == place else "" for n in range(len(AFTER)))
