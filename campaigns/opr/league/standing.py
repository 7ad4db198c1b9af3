"""How a person stands in a league of warbands, and what one that has not started wants of them."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import LeagueLine, Todo
from campaigns.engine.mine import Mine
from campaigns.models import Scope
from campaigns.opr.league.todos import warbands_of
from rules.opr.game import book_of
from rules.opr.standings import standings
from rules.opr.state import OprState, Warband
from rules.opr.warbands.founding import has_begun, takes_in


def lines(mine: Mine, scope: Scope) -> Iterator[LeagueLine]:
    """A line for each warband I have there."""
    url = reverse("campaigns:league", args=[scope.pk])
    for warband in warbands_of(mine, scope):
        score = _("%(n)s VP") % {"n": warband.vp}
        yield LeagueLine(scope.name, url, warband.name, _rank(mine.states[scope.pk], warband), score)


def _rank(state: OprState, warband: Warband) -> str:
    places = standings(state, book_of(state))
    return next((str(one.rank) for one in places if one.warband == warband.id and one.missions), "–")


def own_page(mine: Mine, scope: Scope) -> tuple[str, str, str] | None:
    """My warband's."""
    own = warbands_of(mine, scope)
    address = reverse("campaigns:warband", args=[scope.pk, own[0].id]) if own else ""
    return (_("Warband"), address, "people") if own else None


# A league that begins


def beginning(mine: Mine, scope: Scope) -> Todo | None:
    """What a league that has not started wants of this person."""
    state: OprState = mine.states[scope.pk]
    if state.league.status != "founding":
        return _army(mine, scope) if _may_join(mine, scope, state) else None
    if mine.seat(scope).is_organiser and len(state.active) != 1:
        return _start(scope, state) if state.active else _invite(scope)
    return None if mine.seat(scope).is_organiser or warbands_of(mine, scope) else _army(mine, scope)


def _may_join(mine: Mine, scope: Scope, state: OprState) -> bool:
    """Whether this person may still bring an army to a league that has started. Once missions are played,
    whoever was there at the start and brought none is not asked any more. Source: OPR-12, A-53
    """
    began, seat = state.league.started, mine.seat(scope)
    if seat.is_organiser or warbands_of(mine, scope) or not takes_in(state, book_of(state)):
        return False
    return not has_begun(state) or (began is not None and seat.joined_at > began)


def _army(mine: Mine, scope: Scope) -> Todo:
    begun = scope.pk in mine.drafts
    return Todo(
        title=_("Your army is not founded yet") if begun else _("Bring your army"),
        where=scope.name,
        url=reverse("campaigns:new_warband", args=[scope.pk]),
        action=_("Go on") if begun else _("Bring it"),
        icon="person-plus-fill",
        scope=scope.pk,
    )


def _start(scope: Scope, state: OprState) -> Todo:
    count = len(state.active)
    return Todo(
        title=_("%(league)s can start") % {"league": scope.name},
        where=ngettext("%(n)s warband", "%(n)s warbands", count) % {"n": count},
        url=reverse("campaigns:league", args=[scope.pk]),
        icon="flag",
        scope=scope.pk,
    )


def _invite(scope: Scope) -> Todo:
    return Todo(
        title=_("Nobody has brought an army yet"),
        where=_("%(league)s: invite your players") % {"league": scope.name},
        url=reverse("people:invitations", args=[scope.club.slug]),
        icon="qr-code",
        scope=scope.pk,
    )
