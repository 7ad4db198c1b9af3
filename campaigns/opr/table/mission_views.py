"""A mission beside the table: open it, set it up, play it round by round."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.engine import door, reports
from campaigns.engine.transaction.scope_transaction import DoorOutcome, scope_transaction
from campaigns.models import Report
from campaigns.opr.league import facts
from campaigns.opr.table import event_acts, home_parts, mission_page
from campaigns.opr.table.carrying import act_as_viewer, named_report
from campaigns.opr.table.forms import AbandonForm, AgainForm, MoreTimeForm, UnderdogForm, mission_note_forms
from campaigns.opr.table.in_play.mission_answer import MISSION, body_of, just_ticked, mission_context
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.who_plays import LOOSE, all_play, mission_form, ranking_if_loose, warband_tick_lines
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.opr.who_asks import joining_requests
from campaigns.shell.league import (
    asked_parts,
    closed_page,
    league_player_or_404,
    member_or_404,
    refusal_response,
    render_league,
    viewer_or_404,
)
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import read, sent_ids, sent_to, tapped, word
from rules.engine.plain import JsonObject, Params, number_in, text_in
from rules.engine.refusals import Refused
from rules.opr.playing.rounds import moment_of
from rules.opr.warbands.founding import shuts_out


@require_http_methods(["GET", "POST"])
def new_mission(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a mission: who meets whom."""
    viewer = league_player_or_404(request, pk, "missions")
    if viewer.closed:
        return closed_page(viewer)
    form = mission_form(viewer, sent_to(request))
    context: dict[str, object] = {"form": form, "lines": warband_tick_lines(viewer, form["warband"])}
    context |= {"all_play": all_play(viewer), "shuts": (shuts := shuts_out(viewer.state, viewer.book))}
    context["still_ask"] = joining_requests(viewer) if shuts else ()
    if request.method == "POST":
        try:
            said = read(form)
            told = {"warbands": said["warband"], "name": said["name"]}
            with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
                if viewer.is_organiser and tapped(request, "loose"):
                    door.act_within(transaction, *LOOSE)
                outcome = door.act_within(transaction, "opr.open_mission", told, app_dice=viewer.app_dice)
        except Refused as error:
            if shows_refusal(form, error):
                return render_league(
                    viewer, "campaigns/opr/table/new_mission.html", context, status=UNPROCESSABLE
                )
            if viewer.is_organiser and error.rule == "OPR-10" and error.key == "warbands":
                context["ranking"] = ranking_if_loose(viewer)
            return refusal_response(viewer, "campaigns/opr/table/new_mission.html", error, context)
        return redirect("campaigns:mission", pk, _opened(viewer, outcome))
    return render_league(viewer, "campaigns/opr/table/new_mission.html", context)


def _opened(viewer: OprViewer, outcome: DoorOutcome) -> str:
    fresh = viewer.registration.load(viewer.scope.pk)
    return next(str(key) for key in fresh.missions if key.startswith(f"{outcome.slot}."))


@require_safe
def show_mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The page of a mission, whatever its state."""
    viewer = viewer_or_404(request, pk, "missions")
    page = mission_page.mission_page(viewer, key)
    if "mission" in asked_parts(request):
        return body_of(viewer, page)
    ticked = just_ticked(page, request.GET.get("ticked", ""))
    return render_league(viewer, MISSION, {**mission_context(viewer, page), "ticked": ticked})


type Wanted = Callable[[OprViewer, str], tuple[str, JsonObject]]  # an act on a mission, with its parameters


# What a form on the mission page may start, with the parameters it sends.
def _sends(act: str, *names: str, note: type[PlainForm] = PlainForm) -> Wanted:
    """An act with these parameters of its form, and the words of a note."""

    def wanted(viewer: OprViewer, key: str) -> tuple[str, JsonObject]:
        spec = viewer.registration.game.spec(act)
        return act, read_params(spec, sent_to(viewer.request), only=names, fields=note().fields, mission=key)

    return wanted


def _field(viewer: OprViewer, key: str) -> tuple[str, JsonObject]:
    units = None if tapped(viewer.request, "everybody") else sent_ids(viewer.request, "unit")
    return "opr.field", {"mission": key, "warband": word(viewer.request, "warband"), "units": units}


def _round(viewer: OprViewer, key: str) -> tuple[str, JsonObject]:
    act, params = _sends("opr.round", "round", "warband")(viewer, key)
    return act, {**params, **_ticked(viewer, key)}


def _ticked(viewer: OprViewer, key: str) -> dict[str, list[str]]:
    """Who is out and who is down, as far as somebody has ticked it."""
    known = facts.counting_facts(viewer.scope, key)
    found = {kind: [unit for one, unit in known if one == kind] for kind in (facts.OUT, facts.DOWN)}
    out = found[facts.OUT]
    return {"gone": out, "down": [unit for unit in found[facts.DOWN] if unit not in out]}


def _concede(viewer: OprViewer, key: str) -> tuple[str, JsonObject]:
    """At the start of a round; once it has cost a unit only before a rout test, where the book knows that."""
    act, params = _sends("opr.concede", "round", "warband")(viewer, key)
    kills = list(map(facts.kill_in, facts.ticked_kills(viewer.scope, key)))
    moment = moment_of(
        viewer.state, viewer.book, kills, text_in(params, "warband"), number_in(params, "round")
    )
    return act, {**params, "moment": moment}


def _event(do: str) -> Wanted:
    def wanted(viewer: OprViewer, key: str) -> tuple[str, JsonObject]:
        params = event_acts.event_params(
            do, key, word(viewer.request, "event"), word(viewer.request, "warband")
        )
        return f"opr.{do}", dict(params)

    return wanted


EVENT_ACTS = ("send", "seal_note", "open_note", "duel", "ransom", "collect", "event_die")
ACTS: dict[str, Wanted] = {
    **{do: _event(do) for do in EVENT_ACTS},
    "field": _field,
    "objective": _sends("opr.roll_objective", "warband"),
    "objective-again": _sends("opr.reroll_objective", "warband", note=AgainForm),
    "begin": _sends("opr.begin"),
    "round": _round,
    "concede": _concede,
    "underdog": _sends("opr.spend_underdog", "warband", "by", note=UnderdogForm),
    "skip": _sends("opr.skip", "warband"),
    "abandon": _sends("opr.abandon", note=AbandonForm),
    "extend-steps": _sends("opr.extend_steps", note=MoreTimeForm),
}


@require_POST
def act_on_mission(request: HttpRequest, pk: int, key: str, what: str) -> HttpResponse:
    """Carry out one act on a mission; go to its dialogue when it asks something."""
    viewer = member_or_404(request, pk, "missions")
    mission_or_404(viewer, key)
    if what not in ACTS:
        raise Http404
    try:
        outcome = act_as_viewer(viewer, *ACTS[what](viewer, key))
    except Refused as error:
        forms = mission_note_forms(what, sent_to(request))
        context = {**mission_context(viewer, mission_page.mission_page(viewer, key)), "notes": forms}
        if any(form.errors for form in forms.values()):
            return render_league(viewer, MISSION, context, status=UNPROCESSABLE)
        return refusal_response(viewer, MISSION, error, context)
    return onward(viewer, outcome, key)


@require_POST
def report_walk_over(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Somebody did not come: report a walk-over, or say so in answer to a report of this mission."""
    viewer = member_or_404(request, pk, "missions")
    found, winner = mission_or_404(viewer, key), word(request, "winner")
    if winner not in found.warbands or not (viewer.owns(winner) or viewer.is_organiser):
        raise Http404
    answered = named_report(viewer)
    try:
        sent = _sent_walk_over(viewer, key, winner, answered)
    except Refused as error:
        return refusal_response(
            viewer, MISSION, error, mission_context(viewer, mission_page.mission_page(viewer, key))
        )
    return redirect("campaigns:report", pk, sent.pk)


def _sent_walk_over(viewer: OprViewer, key: str, winner: str, answered: Report | None) -> Report:
    """Reported; a mission that had not begun begins with it, both or neither."""
    return reports.submit_report(
        scope=viewer.scope,
        actor=viewer.actor,
        procedure="opr.walk_over",
        facts={"mission": key, "winner": winner},
        answers_to=answered and (answered.answers_to or answered),
    )


def onward(viewer: OprViewer, outcome: DoorOutcome, key: str) -> HttpResponse:
    if outcome.settled:
        return redirect("campaigns:mission", viewer.scope.pk, key)
    if outcome.request:
        return redirect("campaigns:request", viewer.scope.pk, outcome.request)
    return redirect("campaigns:dialogue", viewer.scope.pk, outcome.slot)


@require_POST
def start_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the league: the limit is rolled, missions may be opened."""
    viewer = member_or_404(request, pk, "league")
    return _of_the_league(viewer, "opr.start", {"time_zone": viewer.scope.time_zone})


@require_POST
def roll_league_length(request: HttpRequest, pk: int) -> HttpResponse:
    """Roll the limit of a league that was to have no end when it started."""
    return _of_the_league(member_or_404(request, pk, "league"), "opr.roll_limit", {})


def _of_the_league(viewer: OprViewer, procedure: str, params: Params) -> HttpResponse:
    pk = of_warbands(viewer).scope.pk
    try:
        outcome = act_as_viewer(viewer, procedure, params)
    except Refused as error:
        parts = home_parts.home_fragments(viewer)
        return refusal_response(viewer, home_parts.TEMPLATE, error, home_parts.context(viewer, parts), parts)
    if outcome.settled:
        return redirect("campaigns:league", pk)
    return redirect("campaigns:dialogue", pk, outcome.slot)
