"""The league's home as its template wants it: parts that everybody of an audience shares."""

from __future__ import annotations

from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.engine.who.access import may_play
from campaigns.opr.here import OprHere
from campaigns.opr.league import home
from campaigns.opr.warbands.founding_page import closed
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.whom_to_ask import whom_to_ask
from rules.opr.warbands.founding import shuts_out

TEMPLATE = "campaigns/opr/league/home.html"
PARTS_KEPT = ("season", "standings", "missions", "waited", "news")


def parts_of(here: OprHere) -> Parts[home.LeagueHome]:
    """Nothing on it tells of what is ticked beside a table."""
    return Parts(here, TEMPLATE, PARTS_KEPT, lambda: home.league_home(here), follows=(ALL_BUT_FACTS,))


def context(here: OprHere, parts: Parts[home.LeagueHome]) -> dict[str, object]:
    return {"top": parts.fact("top", lambda page: page.top), **own_place(here)}


def may_open(here: OprHere) -> bool:
    """Whether the visitor may open missions: organisers, and whoever has a warband in the league."""
    may = here.seat is not None and may_play(here.seat)
    return may and (here.is_organiser or _plays(here))


def own_place(here: OprHere) -> dict[str, object]:
    """Where the visitor stands: whether they `may_open` missions, whether their warband `is_mine_missing`, or
    `why_not` while nobody new is taken in, and `ask_whom`; `shuts` while it is still time to join.

    An organiser without a warband is asked for one only before the league starts; after that they `may_bring`
    one.
    """
    state, seat = here.state, here.seat
    may: dict[str, object] = {
        "may_open": may_open(here),
        "own_follows": _own_follows(here),
        "shuts": _shuts(here),
    }
    if seat is None or not may_play(seat) or here.closed or not state.active or _plays(here):
        return may
    refused = closed(here, str(seat.pk))
    if here.is_organiser and state.league.status != "founding":
        return {**may, "may_bring": refused is None}
    ask_whom = whom_to_ask(here) if refused is not None and not here.is_organiser else ""
    return {**may, "is_mine_missing": refused is None, "why_not": refused, "ask_whom": ask_whom}


def _own_follows(here: OprHere) -> str:
    """What makes a visitor's place another: how far the league is and who has won it, and their own warband;
    a newcomer may bring one as long as some are taken in, an organiser begins when enough are there.
    The first mission may shut the league."""
    league, names = here.state.league, ["campaign"]
    names += [f"of:{one}" for one in here.state.warbands if one in league.winners or here.owns(one)]
    founding = league.status == "founding"
    comes = here.seat is not None and may_play(here.seat) and not _plays(here)
    if comes and (founding or not here.is_organiser):
        names += ["warbands", "missions"]
    elif founding and here.is_organiser:
        names.append("warbands")
    if _shuts(here) and "missions" not in names:
        names.append("missions")
    return " ".join(names)


def _shuts(here: OprHere) -> bool:
    """Whether somebody who plays or organises has to know that the first mission lets nobody new in."""
    may = here.seat is not None and may_play(here.seat) and not here.closed
    return may and shuts_out(here.state, here.book)


def _plays(here: OprHere) -> bool:
    return any(here.owns(one.id) for one in here.state.active)
