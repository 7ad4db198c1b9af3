"""Reporting a mission: on one page, then the opponents agree, or silence does."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from campaigns.league_page import CONFLICT, Here, draw, here_or_404, member_or_404
from campaigns.models import Report
from campaigns.seatbook import seatbook
from campaigns.services import facts as ticked
from campaigns.services import reports
from campaigns.table import report_page
from campaigns.views.table import found_mission
from rules.opr.state import Mission
from rules.refusals import Refused

FORM = "campaigns/table/report_form.html"
PAGE = "campaigns/table/report.html"


@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Report a mission that was played here: what was ticked stands already."""
    here = member_or_404(request, pk, "missions")
    mission = found_mission(here, key)
    if mission.status != "playing":
        return redirect("campaigns:mission", pk, key)
    known = {"kills": ticked.kills_of(here.scope, key)}
    return _form(here, list(mission.warbands), mission, known)


@require_http_methods(["GET", "POST"])
def quick_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a mission nobody logged: who took part, then everything on one page."""
    here = member_or_404(request, pk, "missions")
    active = here.state.active
    asked = request.GET.getlist("w") or ([one.id for one in active] if len(active) == 2 else [])
    warbands = [one.id for one in active if one.id in asked]
    if len(warbands) < 2:
        mine = [one.id for one in active if here.owns(one.id)]
        return draw(here, "campaigns/table/who_played.html", {"warbands": active, "chosen": asked or mine})
    return _form(here, warbands, None, {})


def _form(here: Here, warbands: list[str], mission: Mission | None, known: dict[str, Any]) -> HttpResponse:
    form = report_page.form_for(here, warbands, mission, known)
    context: dict[str, Any] = {"form": form, "mission": mission, "hours": here.scope.silence_hours}
    if here.request.method != "POST":
        return draw(here, FORM, context)
    try:
        facts = report_page.facts_from(form, here.request.POST)
        known = facts
        procedure = "opr.result" if mission else "opr.quick_report"
        sent = reports.send(
            scope=here.scope,
            actor=here.actor,
            procedure=procedure,
            facts=facts,
            sides=warbands,
            once=here.request.POST.get("once", "")[:64],
        )
    except Refused as error:
        again = report_page.form_for(here, warbands, mission, known or _typed(form, here))
        return draw(here, FORM, {**context, "form": again, "refused": error}, status=CONFLICT)
    return redirect("campaigns:report", here.scope.pk, sent.pk)


def _typed(form: report_page.ReportForm, here: Here) -> dict[str, Any]:
    """What was ticked, when the facts could not even be read."""
    post = here.request.POST
    out = [unit for unit in form.units if f"out:{unit.id}" in post]
    kills = [{"victim": unit.id, "killer": post.get(f"by:{unit.id}", "")} for unit in out]
    return {"kills": kills, "winners": post.getlist("winner")}


@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A report: what it says, who has agreed, and what I may say to it."""
    here = here_or_404(request, pk, "missions")
    found = get_object_or_404(Report.objects.select_related("reporter"), scope=here.scope, pk=number)
    if request.method == "POST":
        try:
            _say(here, found)
        except Refused as error:
            found.refresh_from_db()
            return draw(here, PAGE, {**_context(here, found), "refused": error}, status=CONFLICT)
        return redirect("campaigns:report", pk, number)
    return draw(here, PAGE, _context(here, found))


def _say(here: Here, found: Report) -> None:
    post, actor = here.request.POST, here.actor
    if "confirm" in post:
        reports.confirm(found, actor)
    elif "at_table" in post:
        reports.agreed_at_table(found, actor)
    elif "dispute" in post:
        reports.dispute(found, actor, post.get("words", ""))
    elif "withdraw" in post:
        reports.withdraw(found, actor)
    else:
        raise Http404


def _context(here: Here, found: Report) -> dict[str, Any]:
    people = seatbook(here.scope.club)
    mine = [side for side in found.sides if here.owns(side)]
    warbands = here.state.warbands
    sides = [
        (warbands[side].name, people.get(warbands[side].owner), found.agreed.get(side, ""))
        for side in found.sides
        if side in warbands
    ]
    other = Report.objects.filter(answers_to=found).select_related("reporter").first() or found.answers_to
    return {
        "report": found,
        "lines": report_page.told(here, found.facts),
        "other": other,
        "other_lines": report_page.told(here, other.facts) if other else [],
        "sides": sides,
        "open": found.status in ("sent", "disputed"),
        "may_confirm": here.is_organiser or any(side not in found.agreed for side in mine),
        "took_part": bool(mine) or here.is_organiser,
        "is_reporter": here.seat is not None and here.seat.pk == found.reporter_id,
        "mission": found.mission or _mission_of(here, found),
    }


def _mission_of(here: Here, found: Report) -> str:
    """The mission a quick report has become."""
    if found.entry is None:
        return ""
    code = found.entry.slot.code
    return next((key for key in here.state.missions if key.startswith(f"{code}.")), "")
