"""The page of a battle, everything one does on it with one tap, and its cards on paper."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.shell.league import draw, here_or_404, member_or_404
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import carried_out
from maps.firestorm.acting.reaching import acting_as, firestorm_or_404
from maps.firestorm.battles import pages
from maps.firestorm.battles.afterwards import aftermath
from maps.firestorm.battles.forms import FORMS, with_forms, wrong_with
from maps.firestorm.battles.paper import cards
from maps.firestorm.here import FirestormHere
from rules.engine.refusals import Refused
from rules.firestorm.phases.table import FATES, FIGHTING, SIEGE
from rules.firestorm.state import Battle

BATTLE = "maps/firestorm/battles/battle.html"
AFTERMATH = "maps/firestorm/battles/aftermath.html"
CARDS = {"battle": cards.battle_card, "siege": cards.siege_card, "fortress": cards.fortress_cards}
ACTS = frozenset({*FIGHTING, *SIEGE, *FATES, "set_trait", "correct_result", "void_result"})


@require_safe
def battle(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """A battle with everything its players do about it; `again` is a game to be reported anew."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    found = _battle_or_404(here, battle)
    return draw(
        here,
        BATTLE,
        with_forms(pages.firestorm_battle_page(here, found, again=request.GET.get("again", "")[:200])),
    )


def _battle_or_404(here: FirestormHere, key: str) -> Battle:
    found = pages.battle_of(here, key)
    if found is None:
        raise Http404
    return found


@require_POST
def do(request: HttpRequest, pk: int, battle: str, act: str) -> HttpResponse:
    """Carry out one act about a battle, and back to its page."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    _battle_or_404(here, battle)
    if act not in ACTS:
        raise Http404
    shown = partial(_refused, battle, act)
    try:
        params = _params(here, act)
    except Refused as error:
        return shown(here, error)
    then = reverse("firestorm:battle", args=[pk, battle]) + acting_as(here)
    return carried_out(here, act, params, shown=shown, then=then)


def _params(here: FirestormHere, act: str) -> dict[str, object]:
    """What the form says to an act. Raises `Refused` for what cannot be read."""
    known = FORMS[act]().fields if act in FORMS else {}
    return params_of(here.registration.game.spec(f"firestorm.{act}"), sent_to(here.request), fields=known)


def _refused(battle: str, act: str, here: FirestormHere, error: Refused) -> HttpResponse:
    """The battle as it stands now, with the sentence beside its field where it has one."""
    wrong = wrong_with(act, error, sent_to(here.request) or {})
    page = pages.firestorm_battle_page(here, _battle_or_404(here, battle), again=wrong.typed.get("bout", ""))
    return draw(here, BATTLE, with_forms(page, wrong), status=wrong.status)


@require_http_methods(["GET", "POST"])
def reckon(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """The sudden death calculator: what these figures mean. Nothing is written."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(here, battle)
    page = pages.firestorm_battle_page(here, found, figures=sent_to(request))
    wrong = page.sudden is not None and page.sudden.is_wrong
    return draw(here, BATTLE, with_forms(page), status=UNPROCESSABLE if wrong else 200)


@require_safe
def paper(request: HttpRequest, pk: int, battle: str, card: str) -> HttpResponse:
    """A card of this battle, to be printed."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    found = _battle_or_404(here, battle)
    if card not in CARDS or (card != "battle" and not cards.may_be_besieged(here, found)):
        raise Http404
    place = slugify(here.state.name_of(found.territory), allow_unicode=True)
    return _file(f"{place or card}-{card}.pdf", CARDS[card](here, found))


@require_safe
def fortress(request: HttpRequest, pk: int) -> HttpResponse:
    """Cards of the fortress and the battleplans for any siege, to be printed before there is one."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    return _file("fortress.pdf", cards.fortress_cards(here))


def _file(name: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": content_disposition_header(False, name)}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


# After the battles


@require_safe
def after(request: HttpRequest, pk: int) -> HttpResponse:
    """What the battles of this turn came to, and what is still to be done."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    return draw(here, AFTERMATH, with_forms(aftermath.aftermath_page(here)))


@require_POST
def settle(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """One act of the aftermath, and back to its page."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in FATES:
        raise Http404

    def shown(fresh: FirestormHere, error: Refused) -> HttpResponse:
        wrong = wrong_with(act, error, sent_to(request) or {})
        return draw(fresh, AFTERMATH, with_forms(aftermath.aftermath_page(fresh), wrong), status=wrong.status)

    try:
        params = _params(here, act)
    except Refused as error:
        return shown(here, error)
    then = reverse("firestorm:aftermath", args=[pk]) + acting_as(here)
    return carried_out(here, act, params, shown=shown, then=then)
