"""The rules a league plays by, one rule, and the organiser's settings."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.engine import door
from campaigns.engine.plugins import plugin_of, rulebook
from campaigns.engine.stored import topics
from campaigns.engine.transaction import scopes
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import person_of
from campaigns.leagues import rules_page
from campaigns.leagues.closing import ClosingForm, closing_of
from campaigns.leagues.first import EVENINGS
from campaigns.leagues.forms import HouseRuleForm, LeagueForm
from campaigns.leagues.organising.organisers import named_in
from campaigns.models import Scope
from campaigns.shell.league import CONFLICT, league_organiser_or_404, render_league, viewer_or_404
from campaigns.shell.people_frame import me_in
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import read, sent_to, tapped, word
from campaigns.shell.rule_hint import opened_a_rule
from rules.engine.games import ActTrait
from rules.engine.language import listed
from rules.engine.names import name_key
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused

SETTINGS = "campaigns/leagues/settings.html"


@require_safe
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Settings in force and every table of the book."""
    viewer = viewer_or_404(request, pk, "rules")
    context = {"settings": rules_page.settings_in_force(viewer), "tables": rules_page.tables(viewer)}
    return render_league(viewer, "campaigns/leagues/rules.html", context)


@require_safe
def show_rule(request: HttpRequest, pk: int, rule_id: str) -> HttpResponse:
    """What a rule id stands for."""
    viewer = viewer_or_404(request, pk, "rules")
    view = rules_page.rule_page(viewer, rule_id)
    if not view.known:
        raise Http404
    return opened_a_rule(render_league(viewer, "campaigns/leagues/rule.html", {"rule": view}), request)


@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """An evening with this game, step by step."""
    viewer = viewer_or_404(request, pk, "help")
    plugin = plugin_of(viewer.scope.game)
    book = rulebook(viewer.scope.edition)
    context = {
        "hints": plugin.play.help,
        "back": plugin.play.place(viewer.scope, {}),
        "book": book and book.title,
    }
    return render_league(viewer, "campaigns/leagues/help.html", context)


@require_safe
def first_evening(request: HttpRequest, who: str) -> HttpResponse:
    """What a newcomer does first, for an organiser or a player; whoever holds the address may read it."""
    if who not in EVENINGS:
        raise Http404
    context = {"page": EVENINGS[who], "me": me_in(person_of(request))}
    return render(request, "campaigns/leagues/first_evening.html", context)


@require_http_methods(["GET", "POST"])
def change_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the league's name, its time for silence, its public page, a setting; end, archive."""
    viewer = league_organiser_or_404(request, pk, "settings")
    plugin = plugin_of(viewer.scope.game)
    form, limit = _league_form(viewer), _limit_form(viewer)
    closing = closing_of(viewer, sent_to(request) if tapped(request, "close") else None)
    lines = rules_page.settings_to_change(viewer)
    changed, wanted = request.GET.get("changed", ""), request.GET.get("setting", "")
    context = {
        "lines": lines,
        "groups": rules_page.in_groups(lines, changed or wanted),
        "changed": changed,
        "frozen_words": rules_page.frozen_words(rulebook(viewer.scope.edition)),
        "closing": closing,
        "form": form,
        "wants_reason": plugin.acts.reasons,
        "limit": limit,
        "settled": _settled(viewer) if viewer.closed else None,
        "organisers": listed([str(one.seat) for one in named_in(viewer.scope)]) if viewer.runs_club else "",
    }
    if tapped(request, "limit"):
        return _set_limit(viewer, limit, context)
    if closing is not None and tapped(request, "close") and not closing.form.is_valid():
        return render_league(viewer, SETTINGS, context, status=UNPROCESSABLE)
    if request.method == "POST":
        try:
            asks = _change(viewer, form)
        except Refused as error:
            if (form.is_bound and form.errors) or rules_page.tells(lines, error):
                return render_league(viewer, SETTINGS, context, status=UNPROCESSABLE)
            at = "" if context["settled"] else rules_page.sent_to_line(lines)
            return render_league(
                viewer, SETTINGS, {**context, "refused": error, "refused_at": at}, status=CONFLICT
            )
        return _changed(viewer, form, asks)
    return render_league(viewer, SETTINGS, context)


def _changed(viewer: AnyViewer, form: LeagueForm, asks: str) -> HttpResponse:
    """Back to what was changed, or on to what a change has begun or ended."""
    if asks:
        return redirect("campaigns:dialogue", viewer.scope.pk, asks)
    if tapped(viewer.request, "close"):
        return redirect("campaigns:league", viewer.scope.pk)
    if form.is_bound:
        return _back_to(viewer, "league", "league")
    key = word(viewer.request, "key")
    return _back_to(viewer, key, f"s-{key}") if key else redirect("campaigns:settings", viewer.scope.pk)


def _back_to(viewer: AnyViewer, changed: str, place: str) -> HttpResponse:
    """To where something was changed, which says so."""
    address = reverse("campaigns:settings", args=[viewer.scope.pk], query={"changed": changed})
    return redirect(f"{address}#{quote(place)}")


BUTTONS = ("close", "archive", "unarchive", "key", "limit")  # of the other forms on this page


def _league_form(viewer: AnyViewer) -> LeagueForm:
    """What the league is called and how it treats silence and visitors."""
    own = viewer.request.method == "POST" and not tapped(viewer.request, *BUTTONS)
    now = {name: getattr(viewer.scope, name) for name in LeagueForm.base_fields}
    form = LeagueForm(sent_to(viewer.request) if own else None, initial=now, auto_id="%s")
    if viewer.registration.rules.told_games:
        del form.fields["silence_hours"]  # what is told of its games counts with the phase
    return form


def _limit_form(viewer: AnyViewer) -> Form | None:
    """How long the league runs, by hand; none where that is not for anybody to say."""
    sent = sent_to(viewer.request) if tapped(viewer.request, "limit") else None
    return plugin_of(viewer.scope.game).play.length_form(viewer, sent)


def _set_limit(viewer: AnyViewer, form: Form | None, context: Mapping[str, object]) -> HttpResponse:
    """Set the limit by hand; what does not pass is said beside its field and keeps what was typed."""
    if form is None:
        raise Http404
    if form.is_valid():
        try:
            door.act(
                viewer.scope.pk,
                viewer.actor,
                viewer.registration.game.procedure_that(ActTrait.SETS_LENGTH),
                form.cleaned_data,
            )
            return _back_to(viewer, "limit", "limit")
        except Refused as error:
            form.add_error(error.key if error.key in form.fields else None, error.sentence)
    return render_league(viewer, SETTINGS, context, status=UNPROCESSABLE)


def _settled(viewer: AnyViewer) -> Refused | None:
    """Why no house rule is changed any more, where that is for the rules to say."""
    line = next(iter(rules_page.settings_in_force(viewer)), None)
    if line is None:
        return None
    act, params = plugin_of(viewer.scope.game).acts.change(line.setting.key, line.value, "trial")
    found = dry_run(viewer.scope, viewer.state, act, params)
    return found if isinstance(found, Refused) else None


def _change(viewer: AnyViewer, form: LeagueForm) -> str:
    """Do what the form says; the slot of the dialogue that it has begun, if any."""
    plugin = plugin_of(viewer.scope.game)
    match tapped(viewer.request, *BUTTONS):
        case "close":
            if not (closing := plugin.game.procedure_that(ActTrait.CLOSES_LEAGUE)):
                raise Http404
            said = read(ClosingForm(sent_to(viewer.request)))
            door.act(viewer.scope.pk, viewer.actor, closing, {"words": text_in(said, "words")})
        case "archive":
            scopes.archive(viewer.scope, viewer.actor)
        case "unarchive":
            scopes.unarchive(viewer.scope, viewer.actor)
        case "key":
            said = read(HouseRuleForm(sent_to(viewer.request)))
            act, params = plugin.acts.change(*(text_in(said, one) for one in ("key", "value", "words")))
            return door.act(viewer.scope.pk, viewer.actor, act, params).then
        case _:
            changes = read(form)
            changes |= {"name_key": name_key(text_in(changes, "name"))}
            with scope_transaction(viewer.scope.pk, viewer.actor) as inside:
                Scope.objects.filter(pk=viewer.scope.pk).update(**changes)
                if "silence_hours" in changes:
                    inside.scope.silence_hours = number_in(changes, "silence_hours")
                inside.count("league", (topics.EVERYTHING, topics.REPORTS))
    return ""
