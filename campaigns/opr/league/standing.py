"""How a person stands in a league of warbands, and what one that has not started wants of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import LeagueLine, Todo
from campaigns.engine.mine import Mine
from campaigns.models import Scope
from campaigns.opr.league.summary import Told
from campaigns.opr.league.todos import told_of, warbands_of
from campaigns.shell.links import page_of


def lines(mine: Mine, scope: Scope) -> Iterator[LeagueLine]:
    """A line for each warband I have there."""
    names = told_of(mine, scope)["names"]
    for warband in warbands_of(mine, scope):
        rank, score = str(warband["rank"] or "–"), _("%(n)s VP") % {"n": warband["vp"]}
        yield LeagueLine(scope.name, page_of("campaigns:league", scope.pk), names[warband["id"]], rank, score)


def own_page(mine: Mine, scope: Scope) -> tuple[str, str, str] | None:
    """My warband's."""
    own = warbands_of(mine, scope)
    address = page_of("campaigns:warband", scope.pk, own[0]["id"]) if own else ""
    return (_("Warband"), address, "people") if own else None


# A league that begins


def beginning(mine: Mine, scope: Scope) -> Todo | None:
    """What a league that has not started wants of this person."""
    told = told_of(mine, scope)
    if told["status"] != "founding":
        return _army(mine, scope) if _may_join(mine, scope, told) else None
    count = len(told["sides"])
    if mine.seat(scope).is_organiser and count != 1:
        return _start(scope, count) if count else _invite(scope)
    return None if mine.seat(scope).is_organiser or warbands_of(mine, scope) else _army(mine, scope)


def _may_join(mine: Mine, scope: Scope, told: Told) -> bool:
    """Whether this person may still bring an army to a league that has started. Once missions are played,
    whoever was there at the start and brought none is not asked any more. Source: OPR-12, A-53
    """
    began, seat = told["started"], mine.seat(scope)
    if seat.is_organiser or warbands_of(mine, scope) or not told["takes_in"]:
        return False
    return not told["begun"] or (began != "" and seat.joined_at > datetime.fromisoformat(began))


def _army(mine: Mine, scope: Scope) -> Todo:
    begun = scope.pk in mine.drafts
    return Todo(
        title=_("Your army is not founded yet") if begun else _("Bring your army"),
        where=scope.name,
        url=page_of("campaigns:new_warband", scope.pk),
        action=_("Go on") if begun else _("Bring it"),
        icon="person-plus-fill",
        scope=scope.pk,
    )


def _start(scope: Scope, count: int) -> Todo:
    return Todo(
        title=_("%(league)s can start") % {"league": scope.name},
        where=ngettext("%(n)s warband", "%(n)s warbands", count) % {"n": count},
        url=page_of("campaigns:league", scope.pk),
        icon="flag",
        scope=scope.pk,
    )


def _invite(scope: Scope) -> Todo:
    return Todo(
        title=_("Nobody has brought an army yet"),
        where=_("%(league)s: invite your players") % {"league": scope.name},
        url=page_of("people:invitations", scope.club.slug),
        icon="qr-code",
        scope=scope.pk,
    )
