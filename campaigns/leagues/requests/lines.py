"""Open requests as lines on the pages of a league: what is asked, and whose word it waits for."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.asking.declined import no_holds, takes_other_words
from campaigns.engine.asking.reading import (
    is_asked,
    is_mine,
    may_answer_here,
    may_read_request,
    paused_too,
    waits_for_organisers,
    what_became_and_why,
)
from campaigns.engine.asking.whose import whose_word
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.own_word import waits_for_another_device
from campaigns.leagues.requests.page import joining_advice, whose_name
from campaigns.models import ActRequest, ActRequestStatus
from rules.engine.games import ActTrait
from rules.engine.language import listed
from rules.engine.plain import Params


@dataclass(frozen=True, slots=True)
class RequestLine:
    """One request for an `act`; `asks`: it waits for the visitor's own word, or theirs as an organiser since
    nobody plays the sides that are asked; `mine`: they have asked."""

    act: str
    text: str
    note: str
    url: str
    asks: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class JoiningAnswer:
    """What became of a request to be let in, the words that came with it, what helps, and where all of it
    stands; `closed`: the parameters of what cannot be asked again yet."""

    said: str
    words: str
    advice: str
    url: str
    closed: Params


def request_lines(viewer: AnyViewer, **about: str) -> tuple[RequestLine, ...]:
    """Those open in a league that the visitor may know of, about a battle or mission where one is named."""
    if not getattr(viewer.scope, "asked", True):
        return ()
    found = ActRequest.objects.filter(
        scope=viewer.scope, status=ActRequestStatus.OPEN, params__contains=about
    )
    shown = [one for one in found.select_related("asker").order_by("pk") if may_read_request(viewer, one)]
    return tuple(_line(viewer, one) for one in shown)


def joining_answer(viewer: AnyViewer) -> JoiningAnswer | None:
    """What the visitor was told when they last asked to be let in, where they were not and do not wait."""
    if viewer.seat is None:
        return None
    takes = viewer.registration.game.marked[ActTrait.TAKES_SEAT]
    found = ActRequest.objects.filter(scope=viewer.scope, procedure__in=takes, asker=viewer.seat)
    latest = found.filter(params__owner=str(viewer.seat.pk)).select_related("asker", "answered_by").first()
    if latest is None or latest.status not in (ActRequestStatus.DECLINED, ActRequestStatus.LAPSED):
        return None
    said = what_became_and_why(viewer, latest)
    if latest.status == ActRequestStatus.DECLINED:
        said = _("%(who)s hasn’t let you in this time.") % {"who": latest.answered_by}
    at = (viewer.scope, viewer.whole, viewer.registration)
    holds = no_holds(*at, latest, timezone.now()) and not takes_other_words(viewer.registration, latest)
    return JoiningAnswer(
        said=said,
        words=latest.words,
        advice=joining_advice(viewer, latest),
        url=reverse("campaigns:request", args=[viewer.scope.pk, latest.pk]),
        closed=latest.params if holds else {},
    )


def takes_a_word(viewer: AnyViewer, act: str, **params: str) -> bool:
    """Whether an act of the visitor's would ask others first."""
    spec = viewer.registration.game.spec(f"{viewer.scope.game}.{act}")
    return whose_word(viewer.actor, spec, params, viewer.scope, viewer.whole, viewer.registration).asks_first


def _line(viewer: AnyViewer, asked: ActRequest) -> RequestLine:
    word, mine = viewer.registration.acts.words[asked.procedure], is_mine(viewer, asked)
    rests = word.rests(viewer.state)
    as_organiser = waits_for_organisers(viewer, asked)
    is_me = is_asked(viewer, asked) or as_organiser
    asks = not rests and (may_answer_here(viewer, asked) or as_organiser)
    own = _("waiting for you") if asks else waits_for_another_device()
    own = _("waiting for you, as organiser") if asks and as_organiser else own
    still = listed(whose_name(viewer, who)[0] for who in asked.open_to)
    return RequestLine(
        act=asked.procedure.partition(".")[2],
        text=word.asks(viewer.state, asked.params, "" if mine else str(asked.asker)),
        note=paused_too() if rests else own if is_me else _("waiting for %(names)s") % {"names": still},
        url=reverse("campaigns:request", args=[viewer.scope.pk, asked.pk]),
        asks=asks,
        mine=mine,
    )
