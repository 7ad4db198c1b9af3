"""The page of a battle, everything one does on it with one tap, and its cards on paper."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.shell.league import member_or_404, render_league, viewer_or_404
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import acting_as, firestorm_or_404
from maps.firestorm.battles import pages
from maps.firestorm.battles.afterwards import aftermath
from maps.firestorm.battles.forms import FORMS, battle_form_context, wrong_with
from maps.firestorm.battles.paper import cards
from maps.firestorm.viewer import FirestormViewer
from maps.turns.forms import act_fields
from rules.engine.refusals import Refused
from rules.firestorm.phases.table import FATES, FIGHTING, SIEGE
from rules.firestorm.state import Battle

BATTLE = "maps/firestorm/battles/battle.html"
AFTERMATH = "maps/firestorm/battles/aftermath.html"
CARDS = {"battle": cards.battle_card, "siege": cards.siege_card, "fortress": cards.fortress_cards}
ACTS = frozenset({*FIGHTING, *SIEGE, *FATES, "set_trait", "correct_result", "void_result"})


@require_safe
def show_firestorm_battle(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """A battle with everything its players do about it; `again` is a game to be reported anew."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    found = _battle_or_404(viewer, battle)
    return render_league(
        viewer,
        BATTLE,
        battle_form_context(
            pages.firestorm_battle_page(viewer, found, again=request.GET.get("again", "")[:200])
        ),
    )


def _battle_or_404(viewer: FirestormViewer, key: str) -> Battle:
    found = pages.battle_if_known(viewer, key)
    if found is None:
        raise Http404
    return found


@require_POST
def act_on_battle(request: HttpRequest, pk: int, battle: str, act: str) -> HttpResponse:
    """Carry out one act about a battle, and back to its page."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    _battle_or_404(viewer, battle)
    if act not in ACTS:
        raise Http404
    shown = partial(_refused, battle, act)
    try:
        params = _params(viewer, act)
    except Refused as error:
        return shown(viewer, error)
    then = reverse("firestorm:battle", args=[pk, battle]) + acting_as(viewer)
    return firestorm_response(viewer, act, params, shown=shown, then=then)


def _params(viewer: FirestormViewer, act: str) -> dict[str, object]:
    """What the form says to an act. Raises `Refused` for what cannot be read."""
    sent = sent_to(viewer.request)
    spec = viewer.registration.game.spec(f"firestorm.{act}")
    return read_params(spec, sent, fields=act_fields(FORMS, act, sent))


def _refused(battle: str, act: str, viewer: FirestormViewer, error: Refused) -> HttpResponse:
    """The battle as it stands now, with the sentence beside its field where it has one."""
    wrong = wrong_with(act, error, sent_to(viewer.request) or {})
    page = pages.firestorm_battle_page(
        viewer, _battle_or_404(viewer, battle), again=wrong.typed.get("bout", "")
    )
    return render_league(viewer, BATTLE, battle_form_context(page, wrong), status=wrong.status)


@require_http_methods(["GET", "POST"])
def reckon(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """The sudden death calculator: what these figures mean. Nothing is written."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(viewer, battle)
    page = pages.firestorm_battle_page(viewer, found, figures=sent_to(request))
    wrong = page.sudden is not None and page.sudden.is_wrong
    return render_league(viewer, BATTLE, battle_form_context(page), status=UNPROCESSABLE if wrong else 200)


@require_safe
def print_battle_card(request: HttpRequest, pk: int, battle: str, card: str) -> HttpResponse:
    """A card of this battle, to be printed."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    found = _battle_or_404(viewer, battle)
    if card not in CARDS or (card != "battle" and not cards.may_be_besieged(viewer, found)):
        raise Http404
    place = slugify(viewer.state.name_of(found.territory), allow_unicode=True)
    return _file(f"{place or card}-{card}.pdf", CARDS[card](viewer, found))


@require_safe
def fortress(request: HttpRequest, pk: int) -> HttpResponse:
    """Cards of the fortress and the battleplans for any siege, to be printed before there is one."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    return _file("fortress.pdf", cards.fortress_cards(viewer))


def _file(name: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": content_disposition_header(False, name)}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


# After the battles


@require_safe
def show_aftermath(request: HttpRequest, pk: int) -> HttpResponse:
    """What the battles of this turn came to, and what is still to be done."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    return render_league(viewer, AFTERMATH, battle_form_context(aftermath.aftermath_page(viewer)))


@require_POST
def take_aftermath_step(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """One act of the aftermath, and back to its page."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in FATES:
        raise Http404

    def shown(fresh: FirestormViewer, error: Refused) -> HttpResponse:
        wrong = wrong_with(act, error, sent_to(request) or {})
        return render_league(
            fresh, AFTERMATH, battle_form_context(aftermath.aftermath_page(fresh), wrong), status=wrong.status
        )

    try:
        params = _params(viewer, act)
    except Refused as error:
        return shown(viewer, error)
    then = reverse("firestorm:aftermath", args=[pk]) + acting_as(viewer)
    return firestorm_response(viewer, act, params, shown=shown, then=then)
