"""Bringing an army: handed in one of three ways, corrected, founded."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import imports
from campaigns.engine import door
from campaigns.engine.passage.visit import visit
from campaigns.engine.who.access import may_act_for
from campaigns.models import ArmyDraft, Seat
from campaigns.models.people import Role
from campaigns.opr.here import OprHere
from campaigns.opr.imports.draft import DraftArmy, by_hand, facts
from campaigns.opr.warbands import founding_page as founding
from campaigns.opr.warbands.forms import ArmyForm, BringForm
from campaigns.opr.warbands.handing_in import army_of
from campaigns.opr.warbands.reaching import warbands_here_or_404
from campaigns.shell.league import CONFLICT, closed_page, draw
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import sent_to, tapped
from campaigns.shell.swapping import swaps
from rules.engine.refusals import Refused

NEW, FOUNDING = "campaigns/opr/warbands/new.html", "campaigns/opr/warbands/founding.html"


@never_cache
@require_http_methods(["GET", "POST"])
def new_warband(request: HttpRequest, pk: int) -> HttpResponse:
    """Paste a list, upload its file, or begin by hand."""
    here, seat = warbands_here_or_404(request, pk)
    if here.closed:
        return closed_page(here)
    players = Seat.objects.active().filter(club=here.scope.club).exclude(role=Role.SPECTATOR)
    given = players if here.is_organiser else None
    form = BringForm(sent_to(request), request.FILES or None, seat=seat, players=given)
    if request.method == "POST" and form.is_valid():
        try:
            draft = _hand_in(here, seat, form)
            return redirect("campaigns:army_draft", pk, draft.pk)
        except imports.Unreadable as error:
            form.add_error("file" if form.cleaned_data.get("file") else "text", error.sentence)
    drafts = ArmyDraft.objects.filter(scope=here.scope, warband="").select_related("seat")
    mine = drafts if here.is_organiser else drafts.filter(seat=seat)
    refused = None if here.is_organiser else founding.closed(here, str(seat.pk))
    context = {"form": form, "drafts": mine[:10], "refused": refused}
    return draw(here, NEW, context, status=UNPROCESSABLE if form.is_bound and form.errors else 200)


def _hand_in(here: OprHere, seat: Seat, form: BringForm) -> ArmyDraft:
    """Read what was handed in and keep it. Raises `imports.Unreadable`."""
    if form.by_hand:
        source, filename, army = b"", "", by_hand()
    else:
        source, filename = form.source()
        army = army_of(here, source, filename)
    return ArmyDraft.objects.create(
        scope=here.scope, seat=form.owner, made_by=seat, source=source, filename=filename, data=army.as_dict()
    )


def draft_or_404(here: OprHere, seat: Seat, draft: int) -> ArmyDraft:
    """A draft its player or an organiser may work on."""
    row = get_object_or_404(ArmyDraft.objects.select_related("seat__person"), scope=here.scope, pk=draft)
    if not may_act_for(seat, row.seat, here.scope):
        raise Http404
    return row


@never_cache
@require_http_methods(["GET", "POST"])
def army_draft(request: HttpRequest, pk: int, draft: int) -> HttpResponse:
    """What we understood, to be corrected; points while typing; founding."""
    here, seat = warbands_here_or_404(request, pk)
    row = draft_or_404(here, seat, draft)
    if row.warband:
        return redirect("campaigns:warband", pk, row.warband)
    army = DraftArmy.from_dict(row.data)
    if request.method == "GET":
        return draw(here, FOUNDING, {"page": founding.founding_page(here, row, ArmyForm(army), army)})
    if tapped(request, "discard"):
        row.delete()
        return redirect("campaigns:new_warband", pk)
    return _corrected(here, row, ArmyForm(army, sent_to(request)))


def _corrected(here: OprHere, row: ArmyDraft, form: ArmyForm) -> HttpResponse:
    """Keep what makes sense; show what does not, with everything as it was typed."""
    fine = form.is_valid()
    army = form.result()
    if fine:
        more = bool(tapped(here.request, "add_unit")) and not army.with_blank().is_too_long
        row.data = (army.with_blank() if more else army).as_dict()
        row.save(update_fields=["data", "changed_at"])
    page = founding.founding_page(here, row, form, army)
    if swaps(here.request):
        return draw(here, f"{FOUNDING}#verdict", {"page": page, "live": True})
    if not fine:
        return draw(here, FOUNDING, {"page": page}, status=UNPROCESSABLE)
    if not tapped(here.request, "found"):
        return _again(here, row)
    return _found(here, row, army, page)


def _again(here: OprHere, row: ArmyDraft) -> HttpResponseRedirect:
    """The page as it is kept now; after a new unit, there."""
    address = reverse("campaigns:army_draft", args=[here.scope.pk, row.pk])
    return HttpResponseRedirect(address + ("#last" if tapped(here.request, "add_unit") else ""))


def _found(here: OprHere, row: ArmyDraft, army: DraftArmy, page: founding.FoundingPage) -> HttpResponse:
    if not page.verdict.is_fine:
        return draw(here, FOUNDING, {"page": page, "tried": True}, status=CONFLICT)
    try:
        warband = _founded(here, row, army)
    except Refused as error:
        return draw(here, FOUNDING, {"page": page, "refused": error}, status=CONFLICT)
    return redirect("campaigns:warband", here.scope.pk, warband)


def _founded(here: OprHere, row: ArmyDraft, army: DraftArmy) -> str:
    """The warband a draft becomes; the draft remembers it, or neither is there."""
    with visit(here.scope.pk, here.actor) as passage:
        if not ArmyDraft.objects.select_for_update().filter(pk=row.pk, warband=""):
            sentence = _("Something has changed. This is where things are now.")
            raise Refused("", sentence, admission=True)
        outcome = door.act_within(passage, founding.PROCEDURE, facts(army, str(row.seat.pk)))
        row.warband = founding.founded_in(outcome)
        row.save(update_fields=["warband"])
    return row.warband
