"""Reporting a mission: on one page, then the opponents agree, or silence does."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from campaigns.engine import reports
from campaigns.engine.passage.twins import versions
from campaigns.models import Report
from campaigns.models.play import WAITING
from campaigns.opr.here import OprHere
from campaigns.opr.league import facts as ticked
from campaigns.opr.table.carrying import named_report
from campaigns.opr.table.forms import DisputeForm
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.report import report_page, report_reading, report_view
from campaigns.opr.table.report.open_before import open_before
from campaigns.opr.table.report.own_part import adding, own_part
from campaigns.opr.table.report.report_holds import open_steps_of, will_wait
from campaigns.opr.table.report.told_events import check, only_asks
from campaigns.opr.table.report.which_game import which_game
from campaigns.opr.table.who_plays import WhoForm, all_play, lines, one_is_no_mission
from campaigns.shell.league import CONFLICT, closed_page, draw, here_or_404, player_here_or_404, refused
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.reader import number_of, read, sent_to, tapped, word
from rules.engine.plain import Params, text_in
from rules.engine.refusals import Refused
from rules.opr.queues import parks
from rules.opr.state import Mission
from rules.opr.warbands.founding import shuts_out

FORM = "campaigns/opr/table/report_form.html"
WHICH_GAME = "campaigns/opr/table/which_game.html"
PAGE = "campaigns/opr/table/report.html"


@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Report a mission that was played here: what was ticked stands already."""
    here = player_here_or_404(request, pk, "missions")
    mission = mission_or_404(here, key)
    if mission.status != "playing":
        return redirect("campaigns:mission", pk, key)
    earlier = named_report(here) or _mended(here) or named_report(here, "again")
    if earlier is None and request.method == "GET" and (waits := _waiting(here, key)):
        return redirect("campaigns:report", pk, waits.pk)
    told = earlier is not None and earlier.procedure == "opr.result"
    known = earlier.facts if earlier and told else {"kills": ticked.kills_of(here.scope, key)}
    return _form(here, list(mission.warbands), mission, known)


@require_http_methods(["GET", "POST"])
def quick_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a mission nobody logged: who took part, then everything on one page."""
    here = player_here_or_404(request, pk, "missions")
    active, earlier = here.state.active, named_report(here) or _mended(here) or named_report(here, "again")
    if earlier is not None:
        return _form(here, list(earlier.sides), None, earlier.facts)
    if here.closed:
        return closed_page(here)
    asked = request.GET.getlist("w") or ([one.id for one in active] if len(active) == 2 else [])
    warbands = [one.id for one in active if one.id in asked]
    if request.method == "GET" and (page := which_game(here, warbands)):
        return draw(here, WHICH_GAME, {"page": page})
    if len(warbands) < 2:
        return _who(here, bool(asked))
    if request.method == "GET" and (begun := _begun(here, warbands)):
        return redirect(
            "campaigns:result" if begun.status == "playing" else "campaigns:mission", pk, begun.id
        )
    return _form(here, warbands, None, {})


def _begun(here: OprHere, warbands: list[str]) -> Mission | None:
    """The mission these have open together: somebody has begun it, and its own form tells how it ended."""
    together = (one for one in here.state.under_way if one.open and set(one.warbands) == set(warbands))
    return next(together, None)


def _waiting(here: OprHere, mission: str) -> Report | None:
    """The report of a mission that waits: whoever has something to say to it is led there."""
    found = Report.objects.filter(scope=here.scope, mission=mission, status__in=WAITING, answers_to=None)
    return found.order_by("pk").first()


def _who(here: OprHere, asked: bool) -> HttpResponse:
    """Ask who took part; once more where one alone was ticked."""
    form = WhoForm(here, here.request.GET if asked else None)
    if asked:
        form.add_error("w", one_is_no_mission(here))
    waits = tuple(open_steps_of(here)) if parks(here.book) else ()
    context = {
        "form": form, "lines": lines(here, form["w"]), "all_play": all_play(here), "waits": waits,
        "others": any(one.side and not here.owns(one.side) for one in waits),
    }  # fmt: skip
    status = UNPROCESSABLE if asked else 200
    return draw(here, "campaigns/opr/table/who_played.html", context, status=status)


def _mended(here: OprHere) -> Report | None:
    """My own report that this one replaces, because nobody has agreed to it yet."""
    found = named_report(here, "instead")
    if found is not None and found.reporter != here.seat:
        raise Http404
    return found


def _form(here: OprHere, warbands: list[str], mission: Mission | None, known: Params) -> HttpResponse:
    answered = named_report(here)
    form = report_page.form_for(here, warbands, mission, known)
    context: dict[str, object] = {
        "form": form, "mission": mission, "hours": here.scope.silence_hours, "answered": answered,
        "shuts": not mission and shuts_out(here.state, here.book),
        "before": () if mission else tuple(open_before(here, warbands)),
        "waits": will_wait(here, warbands),
        "first": any(not here.state.warbands[one].missions for one in warbands if here.owns(one)),
    }  # fmt: skip
    post = sent_to(here.request)
    if post is None:
        return draw(here, FORM, context)
    try:
        if only_asks(here.request):
            check(form.cast, post)
            context["form"] = report_page.form_for(here, warbands, mission, report_reading.typed(form, post))
            return draw(here, FORM, context)
        sent = _send(here, form, answered)
    except Refused as error:
        again = report_page.form_for(here, warbands, mission, report_reading.typed(form, post))
        told = which_game(here, warbands) if error.key == "another" else None
        which = tapped(here.request, "same", "another")
        left = word(here.request, "left_to") if error.key in ("another", "sure") else ""
        more = {"form": again, "refused": error, "told": told, "which": which, "left": left}
        return draw(here, FORM, {**context, **more}, status=CONFLICT)
    return redirect("campaigns:report", here.scope.pk, sent.pk)


def _send(here: OprHere, form: report_page.ReportFormPage, answered: Report | None) -> Report:
    which, left = tapped(here.request, "same", "another"), word(here.request, "left_to")
    facts = report_reading.facts_from(form, sent_to(here.request))
    return reports.send(
        scope=here.scope,
        actor=here.actor,
        procedure="opr.result" if form.mission else "opr.quick_report",
        facts=report_reading.left_open(facts, left) if left else facts,
        answers_to=answered and (answered.answers_to or answered),
        instead_of=_mended(here),
        sure=tapped(here.request, "sure") != "",
        another=bool(which == "another" or here.request.GET.get("another")),
        asks=which == "",
        left_to=left,
    )


@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A report: what it says, who has agreed, and what I may say to it."""
    here = here_or_404(request, pk, "missions")
    sent = Report.objects.select_related("reporter", "disputed_by")
    found = get_object_or_404(sent, scope=here.scope, pk=number)
    if request.method == "POST":
        try:
            said = _say(here, found)
        except Refused as error:
            found.refresh_from_db()
            form = DisputeForm(sent_to(request) if tapped(request, "dispute") else None)
            page = report_view.report_view(here, found)
            part = own_part(here, found, sent_to(request)) if page.is_left_to_me else None
            context = {"page": page, "dispute": form, "part": part}
            if beside(form, error):
                return draw(here, PAGE, context, status=UNPROCESSABLE)
            return refused(here, PAGE, error, context)
        return redirect("campaigns:report", pk, said.pk)
    page = report_view.report_view(here, found)
    part = own_part(here, found) if page.is_left_to_me else None
    return draw(here, PAGE, {"page": page, "part": part, "dispute": DisputeForm()})


def _say(here: OprHere, found: Report) -> Report:
    """Carry out what was tapped; gives the report on whose page one goes on."""
    actor, right = here.actor, number_of(word(here.request, "right"))
    if right:
        reports.confirm(get_object_or_404(versions(found), pk=right), actor)
        return found
    match tapped(here.request, "confirm", "at_table", "dispute", "withdraw", "another", "remind"):
        case "confirm":
            reports.confirm(found, actor, adding(here, found, sent_to(here.request)))
        case "at_table":
            reports.agreed_at_table(found, actor)
        case "dispute":
            reports.dispute(found, actor, text_in(read(DisputeForm(sent_to(here.request))), "words"))
        case "withdraw":
            reports.withdraw(found, actor)
        case "another":
            return reports.of_another_game(found, actor)
        case "remind":
            reports.remind(found, actor, word(here.request, "remind"))
        case _:
            raise Http404
    return found
