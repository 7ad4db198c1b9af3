"""A league's games against the app: made here, played at their own table, reported back as a draft."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.models import Report, Scope
from campaigns.opr.against import against_page, handover_page, league_games, mission_page
from campaigns.opr.against.at_the_table import follow
from campaigns.opr.against.forms import RivalForm
from campaigns.opr.here import OprHere, of_warbands
from campaigns.opr.league import app_games as solo_league
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.report import told_events
from campaigns.shell.league import CONFLICT, draw, member_or_404, refused
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.reader import number_of, read, sent_to, tapped, word, words
from campaigns.solo.armies import PoolArmy
from campaigns.solo.club_page import games_of
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.opr.state import Mission
from rules.solo.state import TableSide, Unit

MISSION, AGAINST = "campaigns/opr/against/mission.html", "campaigns/opr/against/against.html"
HANDOVER = "campaigns/opr/against/handover.html"


def _league_or_404(request: HttpRequest, pk: int) -> OprHere:
    here = of_warbands(member_or_404(request, pk, "missions"))
    if not league_games.playable(here.scope.edition):
        raise Http404
    return here


# A mission that was set up in the league


@never_cache
@require_http_methods(["GET", "POST"])
def mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Who plays and for whom the app stands in; after the game, its draft."""
    here = _league_or_404(request, pk)
    found = mission_or_404(here, key)
    if request.method == "POST":
        consents = tapped(request, "consent") != ""
        page = mission_page.against_mission_page(here, found, None if consents else sent_to(request))
        try:
            return (
                _consent(here, found, word(request, "consent")) if consents else _carry_out(here, found, page)
            )
        except Refused as error:
            return _again(here, MISSION, page, error)
    return draw(here, MISSION, {"page": mission_page.against_mission_page(here, found)})


def _again(
    here: OprHere, template: str, page: against_page.AgainstPage | mission_page.MissionSolo, error: Refused
) -> HttpResponse:
    """The page with what was chosen, its sentence beside a field or above."""
    if beside(page.terms, error):
        return draw(here, template, {"page": page}, status=UNPROCESSABLE)
    return refused(here, template, error, {"page": page})


def _carry_out(here: OprHere, found: Mission, page: mission_page.MissionSolo) -> HttpResponse:
    _only_players(here, list(found.warbands))
    if not found.open:
        raise Refused("SOLO-76", _("This mission already has a result."), admission=True)
    standins, apps = page.terms.standins, page.terms.wanted
    brought = mission_page.sides_and_units(here, found, standins, apps)
    values = [side.points for side in brought[0] if side.source]
    armies = against_page.armies_for(here, values, apps, page.terms.chosen) if apps else []
    name = found.name or _("Mission %(number)s") % {"number": found.number}
    game = _started(here, name, brought, armies, mission=found.id)
    follow(game.pk, found)
    return redirect("campaigns:solo", game.pk)


def _consent(here: OprHere, found: Mission, warband: str) -> HttpResponse:
    """Only its owner lends a warband to the app."""
    if warband not in found.warbands or not here.owns(warband):
        raise Http404
    given = word(here.request, "given") == "1"
    solo_league.consent(league=here.scope, actor=here.actor, mission=found.id, warband=warband, given=given)
    return redirect("campaigns:mission_solo", here.scope.pk, found.id)


def _only_players(here: OprHere, warbands: list[str]) -> None:
    if not (here.is_organiser or any(here.owns(one) for one in warbands)):
        raise Http404


def _started(
    here: OprHere,
    name: str,
    brought: tuple[list[TableSide], list[Unit]],
    armies: list[PoolArmy],
    *,
    mission: str = "",
    practice: bool = False,
) -> Scope:
    assert here.seat is not None
    settings = league_games.settings_of(here) | ({"ai_game_counts": "practice"} if practice else {})
    return solo_league.start_mission(
        seat=here.seat,
        league=here.scope,
        state=here.state,
        rules=here.book,
        mission=mission,
        name=name,
        sides=brought[0],
        units=brought[1],
        armies=armies,
        settings=settings,
    )


# Without one: alone or together against the app's own lists


@never_cache
@require_http_methods(["GET", "POST"])
def against(request: HttpRequest, pk: int) -> HttpResponse:
    """Play against the app's own warbands; an organiser also says which warbands it runs as rivals."""
    here = _league_or_404(request, pk)
    if request.method == "POST":
        try:
            return _rival(here) if tapped(request, "rival") else _begun(here)
        except Refused as error:
            page = against_page.against_page(
                here, typed=not tapped(request, "rival"), too_many=error.rule == "OPR-24"
            )
            return _again(here, AGAINST, page, error)
    return draw(here, AGAINST, {"page": against_page.against_page(here)})


def _begun(here: OprHere) -> HttpResponse:
    free = {side.id for side in against_page.against_page(here).free}
    chosen = [one for one in words(here.request, "w") if one in free]
    practice = tapped(here.request, "practice") != ""
    if not chosen:
        raise Refused("SOLO-76", _("Who is playing? Tick at least one warband."), "w")
    _only_players(here, chosen)
    form = against_page.terms(here, typed=True)
    apps = form.wanted or 1
    brought = against_page.sides_and_units(here, chosen, apps, practice=practice)
    values = [side.points for side in brought[0] if side.source]
    armies = against_page.armies_for(here, values, apps, form.chosen)
    names = " + ".join(side.name for side in brought[0] if side.source)
    name = _("%(names)s against the app") % {"names": names}
    game = _started(here, name, brought, armies, practice=practice)
    return redirect("campaigns:solo", game.pk)


def _rival(here: OprHere) -> HttpResponse:
    if not here.is_organiser:
        raise Http404
    said = read(RivalForm(sent_to(here.request)))
    kind = text_in(said, "kind")
    params = {"warband": text_in(said, "rival"), "rival": kind != "", "ranked": kind != "unranked"}
    door.act(here.scope.pk, here.actor, "opr.rival", params)
    return redirect("campaigns:against", here.scope.pk)


# What a game says


@never_cache
@require_http_methods(["GET", "POST"])
def hand_over(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The draft of a finished game: put right, then sent, for the others to agree."""
    here = _league_or_404(request, pk)
    game = get_object_or_404(Scope, pk=number, game="solo", club=here.scope.club)
    try:
        told = solo_league.report_of(game)
    except Refused as error:
        raise Http404 from error
    if number not in games_of(solo_league.mission_key(here.scope, told.mission)):
        raise Http404
    _only_players(here, [*told.warbands, *told.against])
    sent = sent_to(request)
    another = _of_another(here)
    earlier = another["instead_of"] or another["answers_to"]
    page = handover_page.handover_page(
        here, number, told, sent, (earlier.facts.get("events") or ()) if earlier else ()
    )
    if sent is None:
        return draw(here, HANDOVER, {"page": page})
    try:
        if told_events.only_asks(request):
            told_events.check(page.cast, sent)
            return draw(here, HANDOVER, {"page": page})
        report = solo_league.send_report(
            league=here.scope,
            actor=here.actor,
            game=game,
            said=handover_page.facts(page, told, sent),
            sure=tapped(request, "sure") != "",
            **another,
        )
    except Refused as error:
        return draw(here, HANDOVER, {"page": page, "refused": error}, status=CONFLICT)
    return redirect("campaigns:report", pk, report.pk)


def _of_another(here: OprHere) -> dict[str, Report | None]:
    """The report this one answers, or my own that it mends."""
    found = {word: _named(here, word) for word in ("answers", "instead")}
    if found["instead"] is not None and found["instead"].reporter != here.seat:
        raise Http404
    answered = found["answers"]
    return {"answers_to": answered and (answered.answers_to or answered), "instead_of": found["instead"]}


def _named(here: OprHere, word: str) -> Report | None:
    asked = here.request.GET.get(word, "")
    if not number_of(asked):
        return None
    reports = Report.objects.select_related("reporter")
    return get_object_or_404(reports, scope=here.scope, pk=number_of(asked))
