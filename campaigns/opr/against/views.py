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
from campaigns.opr.against.at_the_table import follow_mission
from campaigns.opr.against.forms import RivalForm
from campaigns.opr.league import app_games as solo_league
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.report import told_events
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.shell.league import CONFLICT, member_or_404, refusal_response, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.reader import number_of, read, sent_ids, sent_to, tapped, word
from campaigns.solo.armies import PoolArmy
from campaigns.solo.club_page import games_of
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.opr.state import Mission
from rules.solo.state import TableSide, Unit

MISSION, AGAINST = "campaigns/opr/against/mission.html", "campaigns/opr/against/against.html"
HANDOVER = "campaigns/opr/against/handover.html"


def _league_or_404(request: HttpRequest, pk: int) -> OprViewer:
    viewer = of_warbands(member_or_404(request, pk, "missions"))
    if not league_games.playable(viewer.scope.edition):
        raise Http404
    return viewer


# A mission that was set up in the league


@never_cache
@require_http_methods(["GET", "POST"])
def show_app_mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Who plays and for whom the app stands in; after the game, its draft."""
    viewer = _league_or_404(request, pk)
    found = mission_or_404(viewer, key)
    if request.method == "POST":
        consents = tapped(request, "consent") != ""
        page = mission_page.against_mission_page(viewer, found, None if consents else sent_to(request))
        try:
            return (
                _consent(viewer, found, word(request, "consent"))
                if consents
                else _carry_out(viewer, found, page)
            )
        except Refused as error:
            return _again(viewer, MISSION, page, error)
    return render_league(viewer, MISSION, {"page": mission_page.against_mission_page(viewer, found)})


def _again(
    viewer: OprViewer,
    template: str,
    page: against_page.AgainstPage | mission_page.MissionSolo,
    error: Refused,
) -> HttpResponse:
    """The page with what was chosen, its sentence beside a field or above."""
    if shows_refusal(page.terms, error):
        return render_league(viewer, template, {"page": page}, status=UNPROCESSABLE)
    return refusal_response(viewer, template, error, {"page": page})


def _carry_out(viewer: OprViewer, found: Mission, page: mission_page.MissionSolo) -> HttpResponse:
    _only_players(viewer, list(found.warbands))
    if not found.open:
        raise Refused("SOLO-76", _("This mission already has a result."), admission=True)
    standins, apps = page.terms.standins, page.terms.wanted
    brought = mission_page.mission_game_sides(viewer, found, standins, apps)
    values = [side.points for side in brought[0] if side.source]
    armies = against_page.armies_for(viewer, values, apps, page.terms.chosen) if apps else []
    name = found.name or _("Mission %(number)s") % {"number": found.number}
    game = _started(viewer, name, brought, armies, mission=found.id)
    follow_mission(game.pk, found)
    return redirect("campaigns:solo", game.pk)


def _consent(viewer: OprViewer, found: Mission, warband: str) -> HttpResponse:
    """Only its owner lends a warband to the app."""
    if warband not in found.warbands or not viewer.owns(warband):
        raise Http404
    given = word(viewer.request, "given") == "1"
    solo_league.consent(
        league=viewer.scope, actor=viewer.actor, mission=found.id, warband=warband, given=given
    )
    return redirect("campaigns:mission_solo", viewer.scope.pk, found.id)


def _only_players(viewer: OprViewer, warbands: list[str]) -> None:
    if not _plays_one(viewer, warbands):
        raise Http404


def _plays_one(viewer: OprViewer, warbands: list[str]) -> bool:
    return viewer.is_organiser or any(map(viewer.owns, warbands))


def _started(
    viewer: OprViewer,
    name: str,
    brought: tuple[list[TableSide], list[Unit]],
    armies: list[PoolArmy],
    *,
    mission: str = "",
    practice: bool = False,
) -> Scope:
    assert viewer.seat is not None
    settings = league_games.chosen_terms(viewer) | ({"ai_game_counts": "practice"} if practice else {})
    return solo_league.start_mission(
        seat=viewer.seat,
        league=viewer.scope,
        state=viewer.state,
        rules=viewer.book,
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
    viewer = _league_or_404(request, pk)
    if request.method == "POST":
        try:
            return _rival(viewer) if tapped(request, "rival") else _begun(viewer)
        except Refused as error:
            page = against_page.against_page(
                viewer, typed=not tapped(request, "rival"), too_many=error.rule == "OPR-24"
            )
            return _again(viewer, AGAINST, page, error)
    return render_league(viewer, AGAINST, {"page": against_page.against_page(viewer)})


def _begun(viewer: OprViewer) -> HttpResponse:
    free = {side.id for side in against_page.against_page(viewer).free}
    chosen = [one for one in sent_ids(viewer.request, "w") if one in free]
    practice = tapped(viewer.request, "practice") != ""
    if not chosen:
        raise Refused("SOLO-76", _("Who is playing? Tick at least one warband."), "w")
    if not _plays_one(viewer, chosen):
        raise Refused(
            "SOLO-76",
            _("Tick a warband of your own too: only an organiser can start a game for others."),
            "w",
        )
    form = against_page.terms(viewer, typed=True)
    apps = form.wanted or 1
    brought = against_page.league_game_sides(viewer, chosen, apps, practice=practice)
    values = [side.points for side in brought[0] if side.source]
    armies = against_page.armies_for(viewer, values, apps, form.chosen)
    names = " + ".join(side.name for side in brought[0] if side.source)
    name = _("%(names)s against the app") % {"names": names}
    game = _started(viewer, name, brought, armies, practice=practice)
    return redirect("campaigns:solo", game.pk)


def _rival(viewer: OprViewer) -> HttpResponse:
    if not viewer.is_organiser:
        raise Http404
    said = read(RivalForm(sent_to(viewer.request)))
    kind = text_in(said, "kind")
    params = {"warband": text_in(said, "rival"), "rival": kind != "", "ranked": kind != "unranked"}
    door.act(viewer.scope.pk, viewer.actor, "opr.rival", params)
    return redirect("campaigns:against", viewer.scope.pk)


# What a game says


@never_cache
@require_http_methods(["GET", "POST"])
def send_solo_report(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The draft of a finished game: put right, then sent, for the others to agree."""
    viewer = _league_or_404(request, pk)
    game = get_object_or_404(Scope, pk=number, game="solo", club=viewer.scope.club)
    try:
        told = solo_league.report_of(game)
    except Refused as error:
        raise Http404 from error
    if number not in games_of(solo_league.mission_key(viewer.scope, told.mission)):
        raise Http404
    _only_players(viewer, [*told.warbands, *told.against])
    sent = sent_to(request)
    another = _of_another(viewer)
    earlier = another["instead_of"] or another["answers_to"]
    page = handover_page.handover_page(
        viewer, number, told, sent, (earlier.facts.get("events") or ()) if earlier else ()
    )
    if sent is None:
        return render_league(viewer, HANDOVER, {"page": page})
    try:
        if told_events.only_asks(request):
            told_events.check(page.cast, sent)
            return render_league(viewer, HANDOVER, {"page": page})
        report = solo_league.send_report(
            league=viewer.scope,
            actor=viewer.actor,
            game=game,
            said=handover_page.handover_facts(page, told, sent),
            sure=tapped(request, "sure") != "",
            **another,
        )
    except Refused as error:
        return render_league(viewer, HANDOVER, {"page": page, "refused": error}, status=CONFLICT)
    return redirect("campaigns:report", pk, report.pk)


def _of_another(viewer: OprViewer) -> dict[str, Report | None]:
    """The report this one answers, or my own that it mends."""
    found = {word: _named(viewer, word) for word in ("answers", "instead")}
    if found["instead"] is not None and found["instead"].reporter != viewer.seat:
        raise Http404
    answered = found["answers"]
    return {"answers_to": answered and (answered.answers_to or answered), "instead_of": found["instead"]}


def _named(viewer: OprViewer, word: str) -> Report | None:
    asked = viewer.request.GET.get(word, "")
    if not number_of(asked):
        return None
    reports = Report.objects.select_related("reporter")
    return get_object_or_404(reports, scope=viewer.scope, pk=number_of(asked))
