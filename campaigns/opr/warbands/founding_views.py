"""Bringing an army: handed in one of three ways, corrected, founded."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import imports
from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.access import may_act_for
from campaigns.models import ActRequestStatus, ArmyDraft, Seat
from campaigns.models.people import Role
from campaigns.opr.imports.draft import DraftArmy, blank_army, founding_params
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands import founding_page as founding
from campaigns.opr.warbands.forms import ArmyForm, BringForm
from campaigns.opr.warbands.handing_in import army_of
from campaigns.opr.warbands.joining import asks_to_join, waiting_url
from campaigns.opr.warbands.reaching import warbands_viewer_or_404
from campaigns.shell.league import CONFLICT, closed_page, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import sent_to, tapped
from campaigns.shell.swapping import swaps
from rules.engine.refusals import Refused

WAITS = Q(asked__status=ActRequestStatus.OPEN)
NEW, FOUNDING = "campaigns/opr/warbands/new.html", "campaigns/opr/warbands/founding.html"


@never_cache
@require_http_methods(["GET", "POST"])
def new_warband(request: HttpRequest, pk: int) -> HttpResponse:
    """Paste a list, upload its file, or begin by hand."""
    viewer, seat = warbands_viewer_or_404(request, pk)
    if viewer.closed:
        return closed_page(viewer)
    players = Seat.objects.active().filter(club=viewer.scope.club).exclude(role=Role.SPECTATOR)
    given = players if viewer.is_organiser else None
    form = BringForm(sent_to(request), request.FILES or None, seat=seat, players=given)
    if request.method == "POST" and form.is_valid():
        try:
            draft = _hand_in(viewer, seat, form)
            return redirect("campaigns:army_draft", pk, draft.pk)
        except imports.Unreadable as error:
            form.add_error("file" if form.cleaned_data.get("file") else "text", error.sentence)
    drafts = (
        ArmyDraft.objects.filter(scope=viewer.scope, warband="").select_related("seat").annotate(waits=WAITS)
    )
    mine = drafts if viewer.is_organiser else drafts.filter(seat=seat)
    refused = None if viewer.is_organiser else founding.founding_refusal(viewer, str(seat.pk))
    context = {
        "form": form,
        "drafts": mine[:10],
        "refused": refused,
        "asks": asks_to_join(viewer, str(seat.pk)),
    }
    return render_league(viewer, NEW, context, status=UNPROCESSABLE if form.is_bound and form.errors else 200)


def _hand_in(viewer: OprViewer, seat: Seat, form: BringForm) -> ArmyDraft:
    """Read what was handed in and keep it. Raises `imports.Unreadable`."""
    if form.by_hand:
        source, filename, army = b"", "", blank_army()
    else:
        source, filename = form.source()
        army = army_of(viewer, source, filename)
    return ArmyDraft.objects.create(
        scope=viewer.scope,
        seat=form.owner,
        made_by=seat,
        source=source,
        filename=filename,
        data=army.as_dict(),
    )


def army_draft_or_404(viewer: OprViewer, seat: Seat, draft: int) -> ArmyDraft:
    """A draft its player or an organiser may work on."""
    rows = ArmyDraft.objects.select_related("seat__person", "asked__answered_by", "asked__entry")
    row = get_object_or_404(rows, scope=viewer.scope, pk=draft)
    if not may_act_for(seat, row.seat, viewer.scope):
        raise Http404
    return row


@never_cache
@require_http_methods(["GET", "POST"])
def army_draft(request: HttpRequest, pk: int, draft: int) -> HttpResponse:
    """What we understood, to be corrected; points while typing; founding."""
    viewer, seat = warbands_viewer_or_404(request, pk)
    row = army_draft_or_404(viewer, seat, draft)
    if row.warband:
        return redirect("campaigns:warband", pk, row.warband)
    if waiting := waiting_url(row):  # a list stays as it is while somebody looks at it
        return redirect(waiting)
    army = DraftArmy.from_dict(row.data)
    if request.method == "GET":
        return render_league(
            viewer, FOUNDING, {"page": founding.founding_page(viewer, row, ArmyForm(army), army)}
        )
    if tapped(request, "discard"):
        row.delete()
        return redirect("campaigns:new_warband", pk)
    return _corrected(viewer, row, ArmyForm(army, sent_to(request)))


def _corrected(viewer: OprViewer, row: ArmyDraft, form: ArmyForm) -> HttpResponse:
    """Keep what makes sense; show what does not, with everything as it was typed."""
    fine = form.is_valid()
    army = form.result()
    if fine:
        more = bool(tapped(viewer.request, "add_unit")) and not army.with_blank().is_too_long
        row.data = (army.with_blank() if more else army).as_dict()
        row.save(update_fields=["data", "changed_at"])
    page = founding.founding_page(viewer, row, form, army)
    if swaps(viewer.request):
        return render_league(viewer, f"{FOUNDING}#verdict", {"page": page, "live": True})
    if not fine:
        return render_league(viewer, FOUNDING, {"page": page}, status=UNPROCESSABLE)
    if not tapped(viewer.request, "found"):
        return _again(viewer, row)
    return _found(viewer, row, army, page)


def _again(viewer: OprViewer, row: ArmyDraft) -> HttpResponseRedirect:
    """The page as it is kept now; after a new unit, there."""
    address = reverse("campaigns:army_draft", args=[viewer.scope.pk, row.pk])
    return HttpResponseRedirect(address + ("#last" if tapped(viewer.request, "add_unit") else ""))


def _found(viewer: OprViewer, row: ArmyDraft, army: DraftArmy, page: founding.FoundingPage) -> HttpResponse:
    if not page.verdict.is_fine:
        return render_league(viewer, FOUNDING, {"page": page, "tried": True}, status=CONFLICT)
    try:
        _founded(viewer, row, army)
    except Refused as error:
        return render_league(viewer, FOUNDING, {"page": page, "refused": error}, status=CONFLICT)
    if row.asked_id and not row.warband:
        return redirect("campaigns:request", viewer.scope.pk, row.asked_id)
    return redirect("campaigns:warband", viewer.scope.pk, row.warband)


def _founded(viewer: OprViewer, row: ArmyDraft, army: DraftArmy) -> None:
    """The warband a draft becomes, or the request for it; the draft remembers which, or neither is there."""
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        if not ArmyDraft.objects.select_for_update().filter(pk=row.pk, warband=""):
            sentence = _("Something has changed. This is how things stand now.")
            raise Refused("", sentence, admission=True)
        outcome = door.act_within(transaction, founding.PROCEDURE, founding_params(army, str(row.seat.pk)))
        row.asked_id, row.warband = outcome.request, founding.founded_in(outcome)
        row.save(update_fields=["asked", "warband"])
