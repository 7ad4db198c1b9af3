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
from campaigns.engine.desk import desk_of, rulebook
from campaigns.engine.passage import scopes
from campaigns.engine.passage.dialogue import trial
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.passage.visit import visit
from campaigns.engine.stored import touched
from campaigns.engine.who.access import person_of
from campaigns.leagues import rules_page
from campaigns.leagues.closing import ClosingForm, closing_of
from campaigns.leagues.first import EVENINGS
from campaigns.leagues.forms import HouseRuleForm, LeagueForm
from campaigns.leagues.organising.organisers import named_in
from campaigns.models import Scope
from campaigns.shell.league import CONFLICT, draw, here_or_404, organiser_here_or_404
from campaigns.shell.people_frame import me_in
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import read, sent_to, tapped, word
from campaigns.shell.rule_hint import opened_a_rule
from rules.engine.language import listed
from rules.engine.names import name_key
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused

SETTINGS = "campaigns/leagues/settings.html"


@require_safe
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Settings in force and every table of the book."""
    here = here_or_404(request, pk, "rules")
    context = {"settings": rules_page.settings_in_force(here), "tables": rules_page.tables(here)}
    return draw(here, "campaigns/leagues/rules.html", context)


@require_safe
def rule(request: HttpRequest, pk: int, rule_id: str) -> HttpResponse:
    """What a rule id stands for."""
    here = here_or_404(request, pk, "rules")
    view = rules_page.rule(here, rule_id)
    if not view.known:
        raise Http404
    return opened_a_rule(draw(here, "campaigns/leagues/rule.html", {"rule": view}), request)


@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """An evening with this game, step by step."""
    here = here_or_404(request, pk, "help")
    desk = desk_of(here.scope.game)
    book = rulebook(here.scope.edition)
    context = {"hints": desk.help, "back": desk.place(here.scope, {}), "book": book and book.title}
    return draw(here, "campaigns/leagues/help.html", context)


@require_safe
def first_evening(request: HttpRequest, who: str) -> HttpResponse:
    """What a newcomer does first, for an organiser or a player; whoever holds the address may read it."""
    if who not in EVENINGS:
        raise Http404
    context = {"page": EVENINGS[who], "me": me_in(person_of(request))}
    return render(request, "campaigns/leagues/first_evening.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the league's name, its time for silence, its public page, a setting; end, archive."""
    here = organiser_here_or_404(request, pk, "settings")
    desk = desk_of(here.scope.game)
    form, limit = _league_form(here), _limit_form(here)
    closing = closing_of(here, sent_to(request) if tapped(request, "close") else None)
    lines = rules_page.settings_to_change(here)
    changed, wanted = request.GET.get("changed", ""), request.GET.get("setting", "")
    context = {
        "lines": lines,
        "groups": rules_page.in_groups(lines, changed or wanted),
        "changed": changed,
        "frozen_words": rules_page.frozen_words(rulebook(here.scope.edition)),
        "closing": closing,
        "form": form,
        "wants_reason": desk.reasons,
        "limit": limit,
        "settled": _settled(here) if here.closed else None,
        "organisers": listed([str(one.seat) for one in named_in(here.scope)]) if here.runs_club else "",
    }
    if tapped(request, "limit"):
        return _set_limit(here, limit, context)
    if closing is not None and tapped(request, "close") and not closing.form.is_valid():
        return draw(here, SETTINGS, context, status=UNPROCESSABLE)
    if request.method == "POST":
        try:
            asks = _change(here, form)
        except Refused as error:
            if (form.is_bound and form.errors) or rules_page.tells(lines, error):
                return draw(here, SETTINGS, context, status=UNPROCESSABLE)
            at = "" if context["settled"] else rules_page.sent_to_line(lines)
            return draw(here, SETTINGS, {**context, "refused": error, "refused_at": at}, status=CONFLICT)
        return _changed(here, form, asks)
    return draw(here, SETTINGS, context)


def _changed(here: AnyHere, form: LeagueForm, asks: str) -> HttpResponse:
    """Back to what was changed, or on to what a change has begun or ended."""
    if asks:
        return redirect("campaigns:dialogue", here.scope.pk, asks)
    if tapped(here.request, "close"):
        return redirect("campaigns:league", here.scope.pk)
    if form.is_bound:
        return _back_to(here, "league", "league")
    key = word(here.request, "key")
    return _back_to(here, key, f"s-{key}") if key else redirect("campaigns:settings", here.scope.pk)


def _back_to(here: AnyHere, changed: str, place: str) -> HttpResponse:
    """To where something was changed, which says so."""
    address = reverse("campaigns:settings", args=[here.scope.pk], query={"changed": changed})
    return redirect(f"{address}#{quote(place)}")


BUTTONS = ("close", "archive", "unarchive", "key", "limit")  # of the other forms on this page


def _league_form(here: AnyHere) -> LeagueForm:
    """What the league is called and how it treats silence and visitors."""
    own = here.request.method == "POST" and not tapped(here.request, *BUTTONS)
    now = {name: getattr(here.scope, name) for name in LeagueForm.base_fields}
    return LeagueForm(sent_to(here.request) if own else None, initial=now, auto_id="%s")


def _limit_form(here: AnyHere) -> Form | None:
    """How long the league runs, by hand; none where that is not for anybody to say."""
    sent = sent_to(here.request) if tapped(here.request, "limit") else None
    return desk_of(here.scope.game).length_form(here, sent)


def _set_limit(here: AnyHere, form: Form | None, context: Mapping[str, object]) -> HttpResponse:
    """Set the limit by hand; what does not pass is said beside its field and keeps what was typed."""
    if form is None:
        raise Http404
    if form.is_valid():
        try:
            door.act(here.scope.pk, here.actor, desk_of(here.scope.game).set_length, form.cleaned_data)
            return _back_to(here, "limit", "limit")
        except Refused as error:
            form.add_error(error.key if error.key in form.fields else None, error.sentence)
    return draw(here, SETTINGS, context, status=UNPROCESSABLE)


def _settled(here: AnyHere) -> Refused | None:
    """Why no house rule is changed any more, where that is for the rules to say."""
    line = next(iter(rules_page.settings_in_force(here)), None)
    if line is None:
        return None
    act, params = desk_of(here.scope.game).change(line.setting.key, line.value, "trial")
    found = trial(here.scope, here.state, act, params)
    return found if isinstance(found, Refused) else None


def _change(here: AnyHere, form: LeagueForm) -> str:
    """Do what the form says; the slot of the dialogue that it has begun, if any."""
    desk = desk_of(here.scope.game)
    match tapped(here.request, *BUTTONS):
        case "close":
            if not desk.close:
                raise Http404
            said = read(ClosingForm(sent_to(here.request)))
            door.act(here.scope.pk, here.actor, desk.close, {"words": text_in(said, "words")})
        case "archive":
            scopes.archive(here.scope, here.actor)
        case "unarchive":
            scopes.unarchive(here.scope, here.actor)
        case "key":
            said = read(HouseRuleForm(sent_to(here.request)))
            act, params = desk.change(*(text_in(said, one) for one in ("key", "value", "words")))
            return door.act(here.scope.pk, here.actor, act, params).then
        case _:
            changes = read(form)
            changes |= {"name_key": name_key(text_in(changes, "name"))}
            with visit(here.scope.pk, here.actor) as inside:
                Scope.objects.filter(pk=here.scope.pk).update(**changes)
                inside.scope.silence_hours = number_in(changes, "silence_hours")
                inside.count("league", (touched.EVERYTHING, touched.REPORTS))
    return ""
