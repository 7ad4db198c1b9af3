"""Open requests as lines on the pages of a league: what is asked, and whose word it waits for."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.asking.reading import is_asked, may_read
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.who.rights import at_its_table, side_of
from campaigns.leagues.requests.page import whose_name
from campaigns.models import ActRequest, ActRequestStatus
from rules.engine.language import listed


@dataclass(frozen=True, slots=True)
class RequestLine:
    """One request for an `act`; `asks`: it waits for the visitor's own word; `mine`: they have asked."""

    act: str
    text: str
    note: str
    url: str
    asks: bool
    mine: bool


def request_lines(here: AnyHere, **about: str) -> tuple[RequestLine, ...]:
    """Those open in a league that the visitor may know of, about a battle or mission where one is named."""
    if not getattr(here.scope, "asked", True):
        return ()
    found = ActRequest.objects.filter(scope=here.scope, status=ActRequestStatus.OPEN, params__contains=about)
    shown = [one for one in found.select_related("asker").order_by("pk") if may_read(here, one)]
    return tuple(_line(here, one) for one in shown)


def takes_a_word(here: AnyHere, act: str, **params: str) -> bool:
    """Whether an act of the visitor's would ask others first."""
    word = here.registration.words[f"{here.scope.game}.{act}"]
    whose = list(word.whose(here.state, here.book, params))
    own = [who for who in whose if _is_me(here, who)]
    starts = at_its_table(here.registration.game.spec(f"{here.scope.game}.{act}").starters(params), params)
    party = bool(own) or (side_of(starts) != "" and _is_me(here, starts))
    return len(own) < len(whose) and (party or not here.is_organiser)


def _is_me(here: AnyHere, who: str) -> bool:
    return here.seat is not None and here.actor.is_one_of(who, here.scope, here.whole, here.registration)


def _line(here: AnyHere, asked: ActRequest) -> RequestLine:
    word, asks = here.registration.words[asked.procedure], is_asked(here, asked)
    mine = here.seat is not None and here.actor.is_seat(str(asked.asker_id))
    still = [whose_name(here, who)[0] for who in asked.whose if who not in asked.agreed]
    return RequestLine(
        act=asked.procedure.partition(".")[2],
        text=word.asks(here.state, asked.params, "" if mine else str(asked.asker)),
        note=_("waiting for you") if asks else _("waiting for %(names)s") % {"names": listed(still)},
        url=reverse("campaigns:request", args=[here.scope.pk, asked.pk]),
        asks=asks,
        mine=mine,
    )
