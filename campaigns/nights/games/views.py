"""Games to come: ask for one, answer, move, call off, begin on the evening; and who looks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.transaction import atomic
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.engine import door
from campaigns.engine.lines import ButtonLink
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import may_play, player_or_404, seat_or_404
from campaigns.models import Night, PlannedGame, PlanStatus, Scope, Seat
from campaigns.nights import evening
from campaigns.nights.games import becoming, clashes, plans, singles
from campaigns.nights.games.forms import AskGameForm, LookForm, MoveGameForm, SayForm, WhenForm, WhyForm
from campaigns.nights.games.games import plan_result_url, plan_title, plan_url
from campaigns.nights.games.leagues import LeagueOfClub, league_of_club, leagues_of, only_league_of
from campaigns.nights.games.page import plan_page
from campaigns.shell.club_pages import draw_club
from campaigns.shell.league import league_player_or_404
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page, safe_path
from campaigns.shell.reading.reader import number_of, read, sent_to, tapped
from campaigns.shell.what_now import what_now
from rules.engine.plain import text_in
from rules.engine.refusals import Refused

PAGES = "campaigns/nights/"
CONFLICT = 409


def plan_or_404(seat: Seat, pk: int) -> PlannedGame:
    """A planned game of the seat's club, with its sides."""
    found = seat.club.plans.select_related("scope", "night", "asked_by").prefetch_related("sides__seat")
    plan = get_object_or_404(found, pk=pk)
    plan.club = seat.club
    return plan


def _nights(seat: Seat) -> list[Night]:
    return evening.to_come([seat.club], timezone.now(), most=12)


@never_cache
@require_http_methods(["GET", "POST"])
def ask_for_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask somebody for a game; a link may name them, the night and the league."""
    seat = player_or_404(request, slug)
    others = [one for one in evening.members(seat.club) if may_play(one) and one.person_id != seat.person_id]
    nights, leagues = _nights(seat), leagues_of(seat)
    wanted = _wanted(request, nights, only_league_of(seat, leagues))
    form = AskGameForm(sent_to(request), nights=nights, seats=others, leagues=leagues, initial=wanted)
    if request.method == "POST" and _is_meant(seat, form, lambda: [seat, *form.cleaned_data["others"]]):
        said = form.cleaned_data
        try:
            plan = plans.propose_game(
                by=seat, others=said["others"], when=form.when, scope=said["scope"], words=said["words"],
                stake=said.get("stake", ""), single=form.single, game=said["game"],
            )  # fmt: skip
            return redirect(plan_url(plan))
        except Refused as error:
            explain(form, error)
    context = {**club_frame(seat, "nights"), "seats": {str(one.pk): one for one in others}}
    return form_page(request, f"{PAGES}ask.html", form, **context)


def _is_meant(
    me: Seat, form: WhenForm, seats: Callable[[], Iterable[Seat]], moved: PlannedGame | None = None
) -> bool:
    """Whether it is filled in, and everybody is free then, has a place and the league; or that was said."""
    if not form.is_valid():
        return False
    if form.is_sure:
        return True
    said = [clashes.away_sentence(seats(), form.when), clashes.clash_sentence(seats(), form.when, moved)]
    said.append(clashes.full(seats(), form.when, me))
    if moved is None and not form.cleaned_data.get("game"):  # a battle there is has its own sides
        said.append(clashes.outsiders_sentence(seats(), form.cleaned_data.get("scope")))
    if any(said):
        form.ask_again(" ".join(filter(None, said)))
    return not any(said)


def _wanted(request: HttpRequest, nights: list[Night], only: str) -> dict[str, object]:
    """What the link says, and else the next night and the only league somebody is in."""
    asked = {name: number_of(request.GET.get(name, "")) for name in ("night", "league", "table")}
    who = [number_of(one) for one in request.GET.getlist("who")]
    first = next((one.pk for one in nights if not one.is_off), "")
    return {
        "others": [str(one) for one in who if one is not None],
        "game": request.GET.get("game", "")[:80],
        "night": str(asked["night"] or first),
        "scope": str(asked["league"] or (only if "game" not in request.GET else "")),
        "table": asked["table"],
        "starts": "19:00",
    }


@never_cache
@require_safe
def show_planned_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One planned game. Looking at it answers nothing."""
    seat = seat_or_404(request, slug)
    return _plan(request, seat, plan_or_404(seat, pk))


def _plan(
    request: HttpRequest,
    seat: Seat,
    found: PlannedGame,
    refused: Refused | None = None,
    way: ButtonLink | None = None,
) -> HttpResponse:
    """`way`: where what is in the way of it is seen to."""
    context = {"page": plan_page(seat, found), "plan": found, "form": SayForm()}
    context |= {"refused": refused, "way": way}
    status = CONFLICT if refused else 200
    parts, template = ("game", "bar"), f"{PAGES}plan.html"
    return draw_club(request, seat, template, context, section="nights", parts=parts, status=status)


@require_POST
def answer_plan(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept or decline, with a word."""
    seat = player_or_404(request, slug)
    found = plan_or_404(seat, pk)
    try:
        said = read(SayForm(sent_to(request)))
        accepts = tapped(request, "accept", "decline") == "accept"
        plans.reply_to_plan(by=seat, plan=found, accepts=accepts, words=text_in(said, "words"))
    except PermissionDenied as error:
        raise Http404 from error
    except Refused as error:
        return _plan(request, seat, found, error)
    return redirect("campaigns:plan", slug, pk)


@never_cache
@require_http_methods(["GET", "POST"])
def propose_another_day(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Propose another day, or another table."""
    seat, found = _acting(request, slug, pk)
    initial = {
        "night": str(found.night_id or ""),
        "day": found.day,
        "starts": found.starts,
        "table": found.table,
    }
    form = MoveGameForm(sent_to(request), nights=_nights(seat), initial=initial)
    if request.method == "POST" and _is_meant(
        seat, form, lambda: [one.seat for one in found.sides.all()], found
    ):
        try:
            plans.move_planned_game(by=seat, plan=found, when=form.when, words=form.cleaned_data["words"])
            return redirect("campaigns:plan", slug, pk)
        except Refused as error:
            explain(form, error)
    words = {
        "title": _("Another day"),
        "sub": plan_title(found),
        "button": _("Suggest it"),
        "back": plan_url(found),
    }
    return form_page(request, f"{PAGES}plan_form.html", form, **club_frame(seat, "nights"), **words)


@never_cache
@require_http_methods(["GET", "POST"])
def call_off_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """It does not take place, and why."""
    seat, found = _acting(request, slug, pk)
    form = WhyForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        try:
            plans.mark_plan_off(by=seat, plan=found, why=form.cleaned_data["why"])
            return redirect("campaigns:plan", slug, pk)
        except Refused as error:
            explain(form, error)
    words = {
        "title": _("Call this game off"),
        "sub": plan_title(found),
        "button": _("Call it off"),
        "back": plan_url(found),
        "red": True,
    }
    return form_page(request, f"{PAGES}plan_form.html", form, **club_frame(seat, "nights"), **words)


def _acting(request: HttpRequest, slug: str, pk: int) -> tuple[Seat, PlannedGame]:
    """Whoever plays in it, or organises; everybody else meets 404."""
    seat = player_or_404(request, slug)
    found = plan_or_404(seat, pk)
    if not plans.may_change_plan(seat, found):
        raise Http404
    return seat, found


@require_POST
def begin_planned_game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The planned game becomes the mission itself, by its game's own procedure."""
    seat, found = _acting(request, slug, pk)
    try:
        with atomic():  # the mission and that the plan has become it: both or neither
            # The league first, as the door locks it, which then writes the records of its games.
            list(Scope.objects.select_for_update(no_key=True).filter(plans=found))
            return redirect(_begun(request, seat, plans.to_begin(found)))
    except Refused as error:
        viewer = league_player_or_404(request, found.scope_id) if found.scope_id else None
        way = what_now(viewer, error) if viewer else None
        return _plan(request, seat, plan_or_404(seat, pk), error, way)


def _begun(request: HttpRequest, seat: Seat, found: PlannedGame) -> str:
    """Where it goes on. Of two who begin it at once, the second comes to the game of the first."""
    if found.status == PlanStatus.BEGUN:
        return plan_result_url(found) or plan_url(found)
    if found.single:
        game = singles.begin_single_game(found, seat)
        return plan_result_url(plans.began(plan=found, became=singles.BEGUN, scope=game))
    if found.scope_id is None:
        plans.began(plan=found, became="")
        return plan_url(found)
    viewer, told = league_player_or_404(request, found.scope_id), league_of_club(found.scope_id)
    seats = [one.seat for one in found.sides.all()]
    if known := becoming.to_take(found, told):
        return plan_result_url(plans.began(plan=found, became=known))
    if waits := becoming.waiting_report(found, told):
        return reverse("campaigns:report", args=[found.scope_id, waits.pk])
    what = plugin_of(told.scope.game).club.meet(viewer, _sides(told, seats))
    if isinstance(what, str):
        return what
    became = _act(viewer, *what)
    return plan_result_url(plans.began(plan=found, became=became)) or plan_url(found)


def _act(viewer: AnyViewer, procedure: str, params: object) -> str:
    """Do it, and say what the new thing is called; nothing where its dialogue is still open."""
    assert isinstance(params, dict)
    outcome = door.act(viewer.scope.pk, viewer.actor, procedure, params, app_dice=viewer.app_dice)
    plugin = plugin_of(viewer.scope.game)
    return plugin.store.traces.about(procedure, params, outcome.slot) if plugin.store.games else ""


def _sides(told: LeagueOfClub, seats: list[Seat]) -> tuple[str, ...]:
    """The side each of them plays; refused where somebody has none in this league."""
    found = []
    for seat in seats:
        own = told.sides_of(seat.person_id)
        if not own:
            raise Refused(
                "", _("%(name)s does not play in %(league)s.") % {"name": seat, "league": told.scope}
            )
        found.append(own[0])
    return tuple(found)


@require_POST
def look_for_game(request: HttpRequest, slug: str) -> HttpResponse:
    """I am looking for a game this week."""
    seat = player_or_404(request, slug)
    try:
        plans.seek_game(seat=seat, words=text_in(read(LookForm(sent_to(request))), "words"))
        messages.success(request, _("You’re on the notice board for a week."))
    except Refused as error:
        messages.error(request, error.sentence)
    return redirect(safe_path(request, request.headers.get("Referer"), fallback=f"/clubs/{slug}/nights/"))


@require_POST
def stop_looking_for_game(request: HttpRequest, slug: str) -> HttpResponse:
    """I have found one."""
    plans.stop_looking(seat=seat_or_404(request, slug))
    return redirect(safe_path(request, request.headers.get("Referer"), fallback=f"/clubs/{slug}/nights/"))
