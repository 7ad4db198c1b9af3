"""The league's home as its template wants it: parts that everybody of an audience shares."""

from __future__ import annotations

from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.engine.who.access import may_play
from campaigns.leagues.requests.lines import joining_answer
from campaigns.opr.league import home
from campaigns.opr.teams.teams_page import chooser, teamless_warbands
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.founding_page import founding_refusal
from campaigns.opr.warbands.joining import asks_to_join
from campaigns.opr.who_asks import joining_line, joining_requests
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.whom_to_ask import whom_to_ask
from rules.opr.warbands.founding import shuts_out

TEMPLATE = "campaigns/opr/league/home.html"
PARTS_KEPT = ("season", "standings", "missions", "waited", "news")


def home_fragments(viewer: OprViewer) -> Parts[home.LeagueHome]:
    """Nothing on it tells of what is ticked beside a table."""
    return Parts(viewer, TEMPLATE, PARTS_KEPT, lambda: home.league_home(viewer), follows=(ALL_BUT_FACTS,))


def context(viewer: OprViewer, parts: Parts[home.LeagueHome]) -> dict[str, object]:
    return {"top": parts.fact("top", lambda page: page.top), **own_place(viewer)}


def may_open_missions(viewer: OprViewer) -> bool:
    """Whether the visitor may open missions: organisers, and whoever has a warband in the league."""
    may = viewer.seat is not None and may_play(viewer.seat)
    return may and (viewer.is_organiser or _plays(viewer))


def own_place(viewer: OprViewer) -> dict[str, object]:
    """Where the visitor stands: whether they `may_open` missions, whether their warband `is_mine_missing`
    (`asks_first`: an organiser decides about it) or they have `asked` to join with one, what they were
    `answered` when they had, or `why_not` while
    nobody new is taken in, and `ask_whom`; `shuts` while it is still time to join, with those who `still_ask`
    for it; whether their warband `picks_team`.

    An organiser without a warband is asked for one only before the league starts; after that they `may_bring`
    one. They read who is in no team (`teamless`) beside the button that starts the league.
    """
    state, seat = viewer.state, viewer.seat
    may: dict[str, object] = {
        "may_open": may_open_missions(viewer),
        "own_follows": _own_follows(viewer),
        "shuts": (shuts := _shuts(viewer)),
        "still_ask": joining_requests(viewer) if shuts else (),
        "picks_team": (own := chooser(viewer)) is not None and not own.team,
        "teamless": teamless_warbands(state) if viewer.is_organiser else (),
    }
    if seat is None or not may_play(seat) or viewer.closed or _plays(viewer):
        return may
    if (asked := joining_line(viewer)) is not None:
        return {**may, "asked": asked}
    may |= {"answered": joining_answer(viewer)}
    refused = founding_refusal(viewer, str(seat.pk))
    if viewer.is_organiser and state.league.status != "founding":
        return {**may, "may_bring": refused is None}
    ask_whom = whom_to_ask(viewer) if refused is not None and not viewer.is_organiser else ""
    may |= {"is_mine_missing": refused is None, "asks_first": asks_to_join(viewer, str(seat.pk))}
    return {**may, "why_not": refused, "ask_whom": ask_whom}


def _own_follows(viewer: OprViewer) -> str:
    """What makes a visitor's place another: how far the league is and who has won it, and their own warband;
    a newcomer may bring one as long as some are taken in, an organiser begins when enough are there.
    The first mission may shut the league."""
    league, names = viewer.state.league, ["campaign"]
    names += [f"of:{one}" for one in viewer.state.warbands if one in league.winners or viewer.owns(one)]
    founding = league.status == "founding"
    comes = viewer.seat is not None and may_play(viewer.seat) and not _plays(viewer)
    if comes and (founding or not viewer.is_organiser):
        names += ["warbands", "missions"]
    elif founding and viewer.is_organiser:
        names.append("warbands")
    shuts = _shuts(viewer)
    if shuts and "missions" not in names:
        names.append("missions")
    asks = shuts if viewer.is_organiser else comes  # an organiser is told who asks while it shuts
    return " ".join([*names, "asks"] if asks else names)


def _shuts(viewer: OprViewer) -> bool:
    """Whether somebody who plays or organises has to know that the first mission lets nobody new in."""
    may = viewer.seat is not None and may_play(viewer.seat) and not viewer.closed
    return may and shuts_out(viewer.state, viewer.book)


def _plays(viewer: OprViewer) -> bool:
    return any(viewer.owns(one.id) for one in viewer.state.active)
