"""A mission beside the table: open it, set it up, play it round by round."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.engine import door, reports
from campaigns.engine.passage.twins import versions
from campaigns.engine.passage.visit import DoorOutcome, visit
from campaigns.models import Report
from campaigns.opr.here import OprHere, of_warbands
from campaigns.opr.league import facts
from campaigns.opr.table import event_acts, home_parts, mission_page
from campaigns.opr.table.carrying import act, named_report
from campaigns.opr.table.forms import AbandonForm, AgainForm, MoreTimeForm, UnderdogForm, notes
from campaigns.opr.table.in_play.mission_answer import MISSION, body_of, just_ticked, told_of
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.who_plays import LOOSE, all_play, lines, mission_form, ranking_if_loose
from campaigns.shell.league import (
    asked_parts,
    closed_page,
    draw,
    here_or_404,
    member_or_404,
    player_here_or_404,
    refused,
)
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import read, sent_to, tapped, word, words
from rules.engine.plain import JsonObject, Params, number_in, text_in
from rules.engine.refusals import Refused
from rules.opr.playing.rounds import moment_of
from rules.opr.warbands.founding import shuts_out


@require_http_methods(["GET", "POST"])
def new_mission(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a mission: who meets whom."""
    here = player_here_or_404(request, pk, "missions")
    if here.closed:
        return closed_page(here)
    form = mission_form(here, sent_to(request))
    context: dict[str, object] = {"form": form, "lines": lines(here, form["warband"])}
    context |= {"all_play": all_play(here), "shuts": shuts_out(here.state, here.book)}
    if request.method == "POST":
        try:
            said = read(form)
            told = {"warbands": said["warband"], "name": said["name"]}
            with visit(here.scope.pk, here.actor) as passage:
                if here.is_organiser and tapped(request, "loose"):
                    door.act_within(passage, *LOOSE)
                outcome = door.act_within(passage, "opr.open_mission", told, app_dice=here.app_dice)
        except Refused as error:
            if beside(form, error):
                return draw(here, "campaigns/opr/table/new_mission.html", context, status=UNPROCESSABLE)
            if here.is_organiser and error.rule == "OPR-10" and error.key == "warbands":
                context["ranking"] = ranking_if_loose(here)
            return refused(here, "campaigns/opr/table/new_mission.html", error, context)
        return redirect("campaigns:mission", pk, _opened(here, outcome))
    return draw(here, "campaigns/opr/table/new_mission.html", context)


def _opened(here: OprHere, outcome: DoorOutcome) -> str:
    fresh = here.registration.load(here.scope.pk)
    return next(str(key) for key in fresh.missions if key.startswith(f"{outcome.slot}."))


@require_safe
def mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The page of a mission, whatever its state."""
    here = here_or_404(request, pk, "missions")
    page = mission_page.mission_page(here, key)
    if "mission" in asked_parts(request):
        return body_of(here, page)
    ticked = just_ticked(page, request.GET.get("ticked", ""))
    return draw(here, MISSION, {**told_of(here, page), "ticked": ticked})


type Wanted = Callable[[OprHere, str], tuple[str, JsonObject]]  # an act on a mission, with its parameters


# What a form on the mission page may start, with the parameters it sends.
def _sends(act: str, *names: str, note: type[PlainForm] = PlainForm) -> Wanted:
    """An act with these parameters of its form, and the words of a note."""

    def wanted(here: OprHere, key: str) -> tuple[str, JsonObject]:
        spec = here.registration.game.spec(act)
        return act, params_of(spec, sent_to(here.request), only=names, fields=note().fields, mission=key)

    return wanted


def _field(here: OprHere, key: str) -> tuple[str, JsonObject]:
    units = None if tapped(here.request, "everybody") else words(here.request, "unit")
    return "opr.field", {"mission": key, "warband": word(here.request, "warband"), "units": units}


def _round(here: OprHere, key: str) -> tuple[str, JsonObject]:
    act, params = _sends("opr.round", "round", "warband")(here, key)
    return act, {**params, **_ticked(here, key)}


def _ticked(here: OprHere, key: str) -> dict[str, list[str]]:
    """Who is out and who is down, as far as somebody has ticked it."""
    known = facts.facts_of(here.scope, key)
    found = {kind: [unit for one, unit in known if one == kind] for kind in (facts.OUT, facts.DOWN)}
    out = found[facts.OUT]
    return {"gone": out, "down": [unit for unit in found[facts.DOWN] if unit not in out]}


def _concede(here: OprHere, key: str) -> tuple[str, JsonObject]:
    """At the start of a round; once it has cost a unit only before a rout test, where the book knows that."""
    act, params = _sends("opr.concede", "round", "warband")(here, key)
    kills = list(map(facts.kill_in, facts.kills_of(here.scope, key)))
    moment = moment_of(here.state, here.book, kills, text_in(params, "warband"), number_in(params, "round"))
    return act, {**params, "moment": moment}


def _event(do: str) -> Wanted:
    def wanted(here: OprHere, key: str) -> tuple[str, JsonObject]:
        params = event_acts.params_of(do, key, word(here.request, "event"), word(here.request, "warband"))
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
def do(request: HttpRequest, pk: int, key: str, what: str) -> HttpResponse:
    """Carry out one act on a mission; go to its dialogue when it asks something."""
    here = member_or_404(request, pk, "missions")
    mission_or_404(here, key)
    if what not in ACTS:
        raise Http404
    try:
        outcome = act(here, *ACTS[what](here, key))
    except Refused as error:
        forms = notes(what, sent_to(request))
        context = {**told_of(here, mission_page.mission_page(here, key)), "notes": forms}
        if any(form.errors for form in forms.values()):
            return draw(here, MISSION, context, status=UNPROCESSABLE)
        return refused(here, MISSION, error, context)
    return onward(here, outcome, key)


@require_POST
def walk_over(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Somebody did not come: report a walk-over, or say so in answer to a report of this mission."""
    here = member_or_404(request, pk, "missions")
    found, winner = mission_or_404(here, key), word(request, "winner")
    if winner not in found.warbands or not (here.owns(winner) or here.is_organiser):
        raise Http404
    answered = named_report(here)
    try:
        sent = _sent_walk_over(here, key, winner, answered)
    except Refused as error:
        return refused(here, MISSION, error, told_of(here, mission_page.mission_page(here, key)))
    return redirect("campaigns:report", pk, sent.pk)


def _sent_walk_over(here: OprHere, key: str, winner: str, answered: Report | None) -> Report:
    """Reported; a mission that had not begun begins with it, both or neither."""
    return reports.send(
        scope=here.scope,
        actor=here.actor,
        procedure="opr.walk_over",
        facts={"mission": key, "winner": winner},
        answers_to=answered and versions(answered)[0],
    )


def onward(here: OprHere, outcome: DoorOutcome, key: str) -> HttpResponse:
    if outcome.settled:
        return redirect("campaigns:mission", here.scope.pk, key)
    if outcome.request:
        return redirect("campaigns:request", here.scope.pk, outcome.request)
    return redirect("campaigns:dialogue", here.scope.pk, outcome.slot)


@require_POST
def start_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the league: the limit is rolled, missions may be opened."""
    here = member_or_404(request, pk, "league")
    return _of_the_league(here, "opr.start", {"time_zone": here.scope.time_zone})


@require_POST
def roll_limit(request: HttpRequest, pk: int) -> HttpResponse:
    """Roll the limit of a league that was to have no end when it started."""
    return _of_the_league(member_or_404(request, pk, "league"), "opr.roll_limit", {})


def _of_the_league(here: OprHere, procedure: str, params: Params) -> HttpResponse:
    pk = of_warbands(here).scope.pk
    try:
        outcome = act(here, procedure, params)
    except Refused as error:
        parts = home_parts.parts_of(here)
        return refused(here, home_parts.TEMPLATE, error, home_parts.context(here, parts), parts)
    if outcome.settled:
        return redirect("campaigns:league", pk)
    return redirect("campaigns:dialogue", pk, outcome.slot)
