"""How a person stands in a league of warbands, and what one that has not started wants of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import LeagueLine, Playing, TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.leagues.requests.waiting import waiting_to_join
from campaigns.models import Role, Scope
from campaigns.opr.league.needs import had_warbands
from campaigns.opr.league.summary import OprSummary
from campaigns.opr.league.todos import opr_league_summary, warbands_of
from campaigns.shell.links import page_of


def warband_league_lines(mine: MyLeagues, scope: Scope) -> Iterator[LeagueLine]:
    """A line for each warband I have there."""
    told, url = opr_league_summary(mine, scope), page_of("campaigns:league", scope.pk)
    for one in warbands_of(mine, scope):
        name, score = told["names"][one["id"]], _("%(n)s VP") % {"n": one["vp"]}
        yield LeagueLine(scope.name, url, name, one["rank"], len(told["sides"]), score, one["moved"])


def warband_play_links(mine: MyLeagues, scope: Scope) -> Playing | None:
    """On with the mission I am in, and to its result; else to a new one, and to a quick report."""
    told, own = opr_league_summary(mine, scope), warbands_of(mine, scope)
    if not own or told["status"] != "running" or told["waits_for_limit"]:
        return None
    if mission := next((told for one in own for told in one["missions"] if told["open"]), None):
        of_it = [scope.pk, mission["id"]]
        result = page_of("campaigns:result", *of_it) if mission["playing"] else ""
        return Playing(page_of("campaigns:mission", *of_it), result)
    return Playing(page_of("campaigns:new_mission", scope.pk), page_of("campaigns:quick_report", scope.pk))


def own_page(mine: MyLeagues, scope: Scope) -> tuple[str, str, str] | None:
    """My warband's."""
    own = warbands_of(mine, scope)
    address = page_of("campaigns:warband", scope.pk, own[0]["id"]) if own else ""
    return (_("Warband"), address, "people") if own else None


# A league that begins


def league_start_todo(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """What a league without a warband, or one that lets nobody new in, wants of its organiser, and of who has
    begun with an army.
    """
    told = opr_league_summary(mine, scope)
    if scope.pk in mine.drafts and _is_asked(mine, scope, told):
        return _unfounded(scope)
    if not mine.runs(scope):
        return None
    if told["status"] == "founding" and not told["sides"]:
        if any(one.scope_id == scope.pk and one.procedure == "opr.found_warband" for one in mine.asked):
            return None  # somebody has, and waits for the organisers
        return _invite(scope) if mine.seat(scope).is_organiser else None
    return _shut_out(mine, scope, told)


def _shut_out(mine: MyLeagues, scope: Scope, told: OprSummary) -> TodoLine | None:
    """Who came to the club after the league began, and cannot join it. Source: OPR-12, A-53"""
    if told["status"] != "running" or told["takes_in"] or not told["started"]:
        return None
    began = datetime.fromisoformat(told["started"])
    seats = [one for one in mine.organised if one.club_id == scope.club_id]
    members = {one for its in told["members"].values() for one in its}
    playing = {one.person_id for one in seats if str(one.pk) in members}
    came = (one for one in seats if one.is_active and one.role == Role.PLAYER and one.joined_at > began)
    new = [one for one in came if one.person_id not in playing]
    had = had_warbands(scope.pk) if new else frozenset()
    names = [str(one) for one in new if str(one.pk) not in had]
    if not names:
        return None
    said = ngettext("%(names)s cannot bring a warband", "%(names)s cannot bring warbands", len(names))
    return TodoLine(
        title=said % {"names": get_text_list(names, _("and"))},
        where=scope.name,
        url=f"{page_of('campaigns:settings', scope.pk)}?setting=late_joiners#s-late_joiners",
        icon="person-plus-fill",
        action=_("Allow late joiners"),
        scope=scope.pk,
    )


def warband_invitation(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """To bring an army, for whoever has not begun with one; organisers are not asked to play."""
    asked = scope.pk not in mine.drafts and _is_asked(mine, scope, opr_league_summary(mine, scope))
    if not asked or mine.runs(scope):
        return None
    return _waits(mine, scope) or _army(scope)


def _waits(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """Their own list waits for an organiser's word. Source: A-59"""
    asked = mine.own_request(scope, "opr.found_warband")
    return waiting_to_join(scope, asked, _("Your army is waiting for an organiser.")) if asked else None


def _is_asked(mine: MyLeagues, scope: Scope, told: OprSummary) -> bool:
    if told["status"] != "founding":
        return _may_join(mine, scope, told)
    return not warbands_of(mine, scope)


def _may_join(mine: MyLeagues, scope: Scope, told: OprSummary) -> bool:
    """Whether this person may still bring an army to a league that has started. Once missions are played,
    whoever was there at the start and brought none is not asked any more. Source: OPR-12, A-53
    """
    began, seat = told["started"], mine.seat(scope)
    if warbands_of(mine, scope) or not told["takes_in"]:
        return False
    return (
        not told["begun"]
        or scope.pk in mine.drafts
        or (began != "" and seat.joined_at > datetime.fromisoformat(began))
    )


def _army(scope: Scope) -> TodoLine:
    return TodoLine(
        title=scope.name,
        where=_("Bring an army and join in."),
        url=page_of("campaigns:new_warband", scope.pk),
        icon="person-plus-fill",
        action=_("Bring your army"),
        scope=scope.pk,
    )


def _unfounded(scope: Scope) -> TodoLine:
    declined = vars(scope).get("army_declined_to_me", False)
    return TodoLine(
        title=_("Your army was declined") if declined else _("Your army isn’t finished yet"),
        where=scope.name,
        url=page_of("campaigns:new_warband", scope.pk),
        action=_("Continue"),
        icon="person-plus-fill",
        scope=scope.pk,
    )


def _invite(scope: Scope) -> TodoLine:
    return TodoLine(
        title=_("Nobody has brought an army yet"),
        where=_("%(league)s: invite your players") % {"league": scope.name},
        url=page_of("people:invitations", scope.club.slug),
        icon="qr-code",
        scope=scope.pk,
    )
