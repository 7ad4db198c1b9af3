"""The facts of the past on the report's own form: a report that was wrong, a mission that was forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.corrections import drafts
from campaigns.corrections.found import correction_draft_or_404, entry_or_404
from campaigns.corrections.page import refusal_context
from campaigns.engine import correcting as corrections
from campaigns.engine.stored.journal import entry_record, entry_texts
from campaigns.engine.transaction.reportable import require_sure
from campaigns.engine.transaction.viewer import Viewer
from campaigns.models import Correction, CorrectionStatus, Entry
from campaigns.opr.league import reported
from campaigns.opr.past import act_page, inserts
from campaigns.opr.past.forms import ForgottenForm
from campaigns.opr.table.report import report_page, report_reading, told_events
from campaigns.opr.table.who_plays import one_is_no_mission
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.shell.league import CONFLICT, league_organiser_or_404, organiser, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import sent_to, tapped
from rules.engine.journal import Record, recalled
from rules.engine.lazy_tables import all_light
from rules.engine.plain import JsonObject, Params, table_in, text_in, texts_in
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.opr.reports.quick import came_as_told
from rules.opr.state import Mission

FORM = "campaigns/opr/past/facts.html"
FORGOTTEN = "campaigns/opr/past/forgotten.html"
LAST = 10**9  # behind every entry of a place

type Save = Callable[[Params], Correction]


@dataclass(frozen=True, slots=True)
class PastPlace:
    """Where a forgotten mission may go: behind the entry `after`."""

    after: int
    words: str


@dataclass(frozen=True, slots=True)
class _Report:
    """A report in the past: what it said, and the league as it stood then."""

    then: OprViewer
    warbands: list[str]
    facts: Params

    @property
    def mission(self) -> Mission | None:
        return self.then.state.missions[text_in(self.facts, "mission")] if "mission" in self.facts else None

    def form(self, facts: Params) -> report_page.ReportFormPage:
        return report_page.form_for(self.then, self.warbands, self.mission, facts)

    def require_sure(self, facts: Params) -> None:
        """Ask about what looks like a slip, unless it stood there before or has been asked about."""
        if not tapped(self.then.request, "sure"):
            procedure = "opr.result" if "mission" in self.facts else "opr.quick_report"
            require_sure(self.then.registration, self.then.state, procedure, facts, self.facts)


@require_http_methods(["GET", "POST"])
def entry_facts(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """Other facts for an entry that stands: starts a draft."""
    viewer = league_organiser_or_404(request, pk, "corrections")
    found = entry_or_404(viewer, seq)
    if found.procedure not in reported.WITH_FACTS or found.void:
        raise Http404
    back = reverse("campaigns:entry", args=[pk, seq])
    if found.procedure in reported.INSTEAD:
        return _page(viewer, _instead(viewer, found), _save_instead(viewer, found, None), back)
    record = _recorded(viewer, found)
    state = drafts.state_before(viewer.scope, record.place)
    if found.procedure not in reported.REPORTS:
        return act_page.past_act_page(viewer, state, record, back)
    return _page(viewer, _report(viewer, state, record.params), _save(viewer, record.id, None), back)


@require_http_methods(["GET", "POST"])
def correction_facts(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """Other facts for a report inside a draft."""
    viewer = league_organiser_or_404(request, pk, "corrections")
    draft = correction_draft_or_404(viewer, number)
    if draft.status != CorrectionStatus.OPEN:
        raise Http404
    place, params = _in_draft(viewer, draft, code)
    report = _report(viewer, drafts.state_before(viewer.scope, place, draft), params)
    replaced = inserts.replaced_by(draft, code)
    save = _save_instead(viewer, replaced, draft) if replaced else _save(viewer, code, draft)
    return _page(viewer, report, save, reverse("campaigns:correction", args=[pk, number]))


def _save(viewer: OprViewer, code: str, draft: Correction | None) -> Save:
    return lambda facts: drafts.change_facts(viewer.scope, organiser(viewer), code, facts, draft)


def _save_instead(viewer: OprViewer, entry: Entry, draft: Correction | None) -> Save:
    return lambda facts: inserts.report_instead(viewer.scope, organiser(viewer), entry, facts, draft)


def _in_draft(viewer: OprViewer, draft: Correction, code: str) -> tuple[tuple[int, int], Params]:
    """Place and facts of a report as the draft has them."""
    for record in corrections.inserted_in(draft):
        if record.id == code and record.procedure in reported.REPORTS:
            return record.place, record.params
    entry = viewer.scope.entries.filter(slot__code=code, void=False).select_related("slot").first()
    if entry is None or entry.procedure not in reported.REPORTS:
        raise Http404
    record = _recorded(viewer, entry)
    return record.place, draft.changes.get(code, {}).get("params") or record.params


def _recorded(viewer: OprViewer, entry: Entry) -> Record:
    """What an entry said, and who came along even where everybody did."""
    return recalled(
        viewer.registration.game, entry_record(entry, entry_texts(viewer.scope).get(entry.pk, {}))
    )


def _report(viewer: OprViewer, state: State, facts: Params) -> _Report:
    then: OprViewer = Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section)
    then.__dict__["state"] = state  # the league as it stood then
    known = then.state
    if "mission" in facts:
        mission = known.missions.get(text_in(facts, "mission"))
        if mission is None:
            raise Http404
        return _Report(then, list(mission.warbands), facts)
    return _Report(then, [one for one in texts_in(facts, "warbands") if one in known.warbands], facts)


def _instead(viewer: OprViewer, entry: Entry) -> _Report:
    """The form for a mission that was a walk-over, or was called off, with what that says ticked."""
    mission, winner = entry.params["mission"], entry.params.get("winner", "")
    state = inserts.state_once_begun(viewer.scope, inserts.state_in_front(viewer.scope, entry), mission)
    if not winner:
        return _report(viewer, state, {"mission": mission})
    sides = [side for side in state.missions[mission].sides if not side.conceded and not side.skipped]
    gave_up = {side.warband: 1 for side in sides if side.warband != winner}
    facts = {"mission": mission, "winners": [winner], "rounds": 1, "conceded": gave_up}
    return _report(viewer, state, facts)


def _page(viewer: OprViewer, report: _Report, save: Save, back: str) -> HttpResponse:
    sent, form = sent_to(viewer.request), report.form(report.facts)
    context: dict[str, object] = {"form": form, "mission": report.mission, "back": back}
    if sent is None:
        return render_league(viewer, FORM, context)
    try:
        if told_events.only_asks(viewer.request):
            return _with_event(report, form, context, viewer)
        facts = _all_named(form, report_reading.facts_from(form, sent), report.facts)
        report.require_sure({**report.facts, **facts})
        made = save({**report.facts, **facts})
    except Refused as error:
        again = report.form(report_reading.typed(form, sent))
        context |= {"form": again, "refused": refusal_context(viewer, error)}
        return render_league(viewer, FORM, context, status=CONFLICT)
    return redirect("campaigns:correction", viewer.scope.pk, made.pk)


def _all_named(form: report_page.ReportFormPage, facts: JsonObject, before: Params) -> JsonObject:
    """The facts with everybody who came along by name, where a whole mission is told; whom the form does not
    show because dice have taken them away since came along as before.
    """
    if "fielded" not in facts:
        return facts
    shown = {side.id: [unit.id for unit in side.units] for side in form.sides}
    gone = {one: sorted(came_as_told(before, one) - set(units)) for one, units in shown.items()}
    named = table_in(facts, "fielded")
    came = shown | {side: list(texts_in(named, side)) for side in named}
    return {**facts, "fielded": {side: [*units, *gone.get(side, ())] for side, units in came.items()}}


def _with_event(
    report: _Report, form: report_page.ReportFormPage, context: Mapping[str, object], viewer: OprViewer
) -> HttpResponse:
    """The form once more, with an event added or taken away."""
    sent = sent_to(viewer.request)
    told_events.check(form.cast, sent)
    return render_league(viewer, FORM, {**context, "form": report.form(report_reading.typed(form, sent))})


@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest, pk: int) -> HttpResponse:
    """A mission that was played but not written down: when, who, then the report's form."""
    viewer = of_warbands(league_organiser_or_404(request, pk, "corrections"))
    after, asked = request.GET.get("after", ""), request.GET.getlist("w")
    known = tuple(past_places(viewer))
    places_told = [(str(one.after), one.words) for one in known]
    form = ForgottenForm(
        places_told, viewer.state.warbands.values(), request.GET if asked and known else None
    )
    if form.is_bound and len(asked) < 2:
        form.add_error("w", one_is_no_mission(viewer))
    if not form.is_valid():
        return _which(viewer, form, known)
    report = _report(viewer, drafts.state_before(viewer.scope, (int(after), LAST)), {"warbands": asked})
    if len(report.warbands) < 2:
        form.add_error("after", _("One of these warbands had not joined by then. Choose a later time."))
        return _which(viewer, form, known)
    return _insert(viewer, report, int(after))


def _which(viewer: OprViewer, form: ForgottenForm, known: tuple[PastPlace, ...]) -> HttpResponse:
    """When it was, and who took part; with what is wrong with either."""
    status = UNPROCESSABLE if form.errors else 200
    return render_league(viewer, FORGOTTEN, {"form": form, "places": known}, status=status)


def _insert(viewer: OprViewer, report: _Report, after: int) -> HttpResponse:
    sent = sent_to(viewer.request)
    back = reverse("campaigns:forgotten", args=[viewer.scope.pk])
    form = report.form({})
    context: dict[str, object] = {"form": form, "mission": None, "back": back, "forgotten": True}
    if sent is None:
        return render_league(viewer, FORM, context)
    try:
        if told_events.only_asks(viewer.request):
            return _with_event(report, form, context, viewer)
        facts = report_reading.facts_from(form, sent)
        report.require_sure(facts)
        made = inserts.forgotten_mission(viewer.scope, organiser(viewer), facts, after)
    except Refused as error:
        again = report.form(report_reading.typed(form, sent))
        context |= {"form": again, "refused": refusal_context(viewer, error)}
        return render_league(viewer, FORM, context, status=CONFLICT)
    return redirect("campaigns:correction", viewer.scope.pk, made.pk)


def past_places(viewer: OprViewer) -> Iterator[PastPlace]:
    """Before the first mission, and after each."""
    last: dict[str, int] = {}
    first = 0
    for place, code, params in viewer.scope.entries.filter(void=False).values_list(
        "place", "slot__code", "params"
    ):
        named = params.get("mission")
        mission = named if isinstance(named, str) and named else f"{code}.mission"
        if mission in viewer.state.missions:
            first = first or place
            last[mission] = place
    found = [(first - 1, _("before the first mission"))] if first else []
    for one in sorted(all_light(viewer.state.missions).values(), key=lambda one: one.number):
        if one.id in last and not one.open:
            sides = " – ".join(viewer.state.warbands[side].name for side in one.warbands)
            words = {"n": one.number, "who": one.name or sides}
            found.append((last[one.id], _("after mission %(n)s, %(who)s") % words))
    return (PastPlace(after, said) for after, said in found)
