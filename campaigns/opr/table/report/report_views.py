"""Reporting a mission: on one page, then the opponents agree, or silence does."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.engine import reports
from campaigns.engine.lines import ButtonLink
from campaigns.engine.transaction.twins import report_versions
from campaigns.models import Report
from campaigns.models.play import WAITING
from campaigns.opr.league import facts as ticked
from campaigns.opr.table.carrying import named_report
from campaigns.opr.table.forms import DisputeForm
from campaigns.opr.table.home_parts import may_open_missions
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.report import report_page, report_reading, report_view
from campaigns.opr.table.report.open_before import open_before
from campaigns.opr.table.report.own_part import adding, own_part
from campaigns.opr.table.report.report_holds import open_steps_of, will_wait
from campaigns.opr.table.report.step_reminders import remind_of_steps, reminded_of_steps
from campaigns.opr.table.report.told_events import check, only_asks
from campaigns.opr.table.report.which_game import which_game
from campaigns.opr.table.who_plays import (
    WhoForm,
    all_play,
    one_is_no_mission,
    tells_of_others,
    warband_tick_lines,
)
from campaigns.opr.viewer import OprViewer
from campaigns.shell.league import (
    CONFLICT,
    closed_page,
    league_player_or_404,
    refusal_response,
    render_league,
    viewer_or_404,
)
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.reader import number_of, read, sent_to, tapped, word
from campaigns.shell.whom_to_ask import whom_to_ask
from rules.engine.plain import Params, text_in
from rules.engine.refusals import Refused
from rules.opr.state import Mission
from rules.opr.warbands.founding import shuts_out

FORM = "campaigns/opr/table/report_form.html"
WHICH_GAME = "campaigns/opr/table/which_game.html"
PAGE = "campaigns/opr/table/report.html"
WHO = "campaigns/opr/table/who_played.html"


@require_http_methods(["GET", "POST"])
def report_mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Report a mission that was played here: what was ticked stands already."""
    viewer = league_player_or_404(request, pk, "missions")
    mission = mission_or_404(viewer, key)
    if mission.status != "playing":
        return redirect("campaigns:mission", pk, key)
    earlier = named_report(viewer) or _mended(viewer) or named_report(viewer, "again")
    if earlier is None and request.method == "GET" and (waits := _waiting(viewer, key)):
        return redirect("campaigns:report", pk, waits.pk)
    told = earlier is not None and earlier.procedure == "opr.result"
    known = earlier.facts if earlier and told else {"kills": ticked.ticked_kills(viewer.scope, key)}
    return _form(viewer, list(mission.warbands), mission, known)


@require_http_methods(["GET", "POST"])
def write_quick_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a mission nobody logged: who took part, then everything on one page."""
    viewer = league_player_or_404(request, pk, "missions")
    active, earlier = (
        viewer.state.active,
        named_report(viewer) or _mended(viewer) or named_report(viewer, "again"),
    )
    if earlier is not None:
        return _form(viewer, list(earlier.sides), None, earlier.facts)
    if viewer.closed:
        return _too_late(viewer)
    if request.method == "GET" and not may_open_missions(viewer):
        return render_league(viewer, WHO, {"plays_none": True})
    asked = request.GET.getlist("w") or ([one.id for one in active] if len(active) == 2 else [])
    warbands = [one.id for one in active if one.id in asked]
    if request.method == "GET" and (page := which_game(viewer, warbands)):
        return render_league(viewer, WHICH_GAME, {"page": page})
    if len(warbands) < 2:
        return _who(viewer, one_is_no_mission(viewer) if asked else "")
    if request.method == "GET" and (of_others := tells_of_others(viewer, warbands)):
        return _who(viewer, of_others)
    if request.method == "GET" and (begun := _begun(viewer, warbands)):
        return redirect(
            "campaigns:result" if begun.status == "playing" else "campaigns:mission", pk, begun.id
        )
    return _form(viewer, warbands, None, {})


def _too_late(viewer: OprViewer) -> HttpResponse:
    """The league is over: an organiser still adds a game that was played before, and never told; in front of
    another or after it. Source: A-37
    """
    if viewer.scope.archived_at is not None or not viewer.state.missions:
        return closed_page(viewer)
    if not viewer.is_organiser:
        told = _(
            "Was a game played before the league was over and never reported? %(names)s can still add it."
        )
        return closed_page(viewer, told % {"names": whom_to_ask(viewer) or _("An organiser")})
    told = _("Was a game played before the league was over and never reported? You can still add it.")
    way = ButtonLink(reverse("campaigns:corrections", args=[viewer.scope.pk]), _("Start a correction"))
    return closed_page(viewer, told, way)


@require_POST
def remind_before_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Remind somebody of the steps that a report of another game would wait for."""
    viewer = league_player_or_404(request, pk, "missions")
    try:
        remind_of_steps(viewer, word(request, "side"))
    except Refused as error:
        messages.error(request, str(error))
    return redirect("campaigns:quick_report", pk)


def _begun(viewer: OprViewer, warbands: list[str]) -> Mission | None:
    """The mission these have open together: somebody has begun it, and its own form tells how it ended."""
    together = (one for one in viewer.state.under_way if one.open and set(one.warbands) == set(warbands))
    return next(together, None)


def _waiting(viewer: OprViewer, mission: str) -> Report | None:
    """The report of a mission that waits: whoever has something to say to it is led there."""
    found = Report.objects.filter(scope=viewer.scope, mission=mission, status__in=WAITING, answers_to=None)
    return found.order_by("pk").first()


def _who(viewer: OprViewer, wrong: str) -> HttpResponse:
    """Ask who took part; once more where those ticked are `wrong`."""
    form = WhoForm(viewer, viewer.request.GET if wrong else None)
    if wrong:
        form.add_error("w", wrong)
    waits = tuple(open_steps_of(viewer))
    context = {
        "form": form,
        "lines": warband_tick_lines(viewer, form["w"]),
        "all_play": all_play(viewer),
        "waits": waits,
        "reminded": reminded_of_steps(viewer) if any(one.remind for one in waits) else frozenset(),
    }
    return render_league(viewer, WHO, context, status=UNPROCESSABLE if wrong else 200)


def _mended(viewer: OprViewer) -> Report | None:
    """My own report that this one replaces, because nobody has agreed to it yet."""
    found = named_report(viewer, "instead")
    if found is not None and found.reporter != viewer.seat:
        raise Http404
    return found


def _form(viewer: OprViewer, warbands: list[str], mission: Mission | None, known: Params) -> HttpResponse:
    answered = named_report(viewer)
    form = report_page.form_for(viewer, warbands, mission, known)
    context: dict[str, object] = {
        "form": form, "mission": mission, "hours": viewer.scope.silence_hours, "answered": answered,
        "shuts": not mission and shuts_out(viewer.state, viewer.book),
        "before": () if mission else tuple(open_before(viewer, warbands)),
        "waits": will_wait(viewer, warbands),
        "first": any(not viewer.state.warbands[one].missions for one in warbands if viewer.owns(one)),
    }  # fmt: skip
    post = sent_to(viewer.request)
    if post is None:
        return render_league(viewer, FORM, context)
    try:
        if only_asks(viewer.request):
            check(form.cast, post)
            context["form"] = report_page.form_for(
                viewer, warbands, mission, report_reading.typed(form, post)
            )
            return render_league(viewer, FORM, context)
        sent = _send(viewer, form, answered)
    except Refused as error:
        again = report_page.form_for(viewer, warbands, mission, report_reading.typed(form, post))
        told = which_game(viewer, warbands) if error.key == "another" else None
        which = tapped(viewer.request, "same", "another")
        left = word(viewer.request, "left_to") if error.key in ("another", "sure") else ""
        more = {"form": again, "refused": error, "told": told, "which": which, "left": left}
        return render_league(viewer, FORM, {**context, **more}, status=CONFLICT)
    return redirect("campaigns:report", viewer.scope.pk, sent.pk)


def _send(viewer: OprViewer, form: report_page.ReportFormPage, answered: Report | None) -> Report:
    which, left = tapped(viewer.request, "same", "another"), word(viewer.request, "left_to")
    facts = report_reading.facts_from(form, sent_to(viewer.request))
    return reports.submit_report(
        scope=viewer.scope,
        actor=viewer.actor,
        procedure="opr.result" if form.mission else "opr.quick_report",
        facts=report_reading.left_open(facts, left) if left else facts,
        answers_to=answered and (answered.answers_to or answered),
        instead_of=_mended(viewer),
        sure=tapped(viewer.request, "sure") != "",
        another=bool(which == "another" or viewer.request.GET.get("another")),
        asks=which == "",
        left_to=left,
    )


@require_http_methods(["GET", "POST"])
def show_report(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A report: what it says, who has agreed, and what I may say to it."""
    viewer = viewer_or_404(request, pk, "missions")
    sent = Report.objects.select_related("reporter", "disputed_by")
    found = get_object_or_404(sent, scope=viewer.scope, pk=number)
    if request.method == "POST":
        try:
            said = _say(viewer, found)
        except Refused as error:
            found.refresh_from_db()
            form = DisputeForm(sent_to(request) if tapped(request, "dispute") else None)
            page = report_view.report_view(viewer, found)
            part = own_part(viewer, found, sent_to(request)) if page.is_left_to_me else None
            context = {"page": page, "dispute": form, "part": part}
            if shows_refusal(form, error):
                return render_league(viewer, PAGE, context, status=UNPROCESSABLE)
            return refusal_response(viewer, PAGE, error, context)
        return redirect("campaigns:report", pk, said.pk)
    page = report_view.report_view(viewer, found)
    part = own_part(viewer, found) if page.is_left_to_me else None
    return render_league(viewer, PAGE, {"page": page, "part": part, "dispute": DisputeForm()})


def _say(viewer: OprViewer, found: Report) -> Report:
    """Carry out what was tapped; gives the report on whose page one goes on."""
    actor, right = viewer.actor, number_of(word(viewer.request, "right"))
    if right:
        reports.agree_report(get_object_or_404(report_versions(found), pk=right), actor)
        return found
    match tapped(viewer.request, "confirm", "at_table", "dispute", "withdraw", "another", "remind"):
        case "confirm":
            reports.agree_report(found, actor, adding(viewer, found, sent_to(viewer.request)))
        case "at_table":
            reports.record_table_agreement(found, actor)
        case "dispute":
            reports.dispute_report(found, actor, text_in(read(DisputeForm(sent_to(viewer.request))), "words"))
        case "withdraw":
            reports.withdraw_report(found, actor)
        case "another":
            return reports.of_another_game(found, actor)
        case "remind":
            reports.remind_side(found, actor, word(viewer.request, "remind"))
        case _:
            raise Http404
    return found
