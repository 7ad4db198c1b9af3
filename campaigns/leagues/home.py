"""The home of a league of warbands: standings and how they count, missions, who is waited for, news."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns import chronicle
from campaigns.league_page import Here
from campaigns.seatbook import Known, seatbook
from rules.opr.standings import averages, season, standings
from rules.opr.state import Mission, OprState, Side

NEWS = 6
AVERAGED = lazy("VP ÷ missions played, exact; equal is level.")
COUNTED = lazy("Most VP leads; equal is level.")
CARDS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings, as `parts/standings_row.html` draws it; `how` explains the figure."""

    rank: int
    name: str
    player: str
    emblem: str
    url: str
    played: int
    won: int
    vp: int
    figure: str
    how: str
    mine: bool
    moved: int = 0
    receipt_url: str = ""


@dataclass(frozen=True, slots=True)
class MissionCard:
    """A mission with who meets whom and how far it is."""

    number: int
    name: str
    url: str
    emblems: tuple[str, ...]
    sides: str
    status: str
    tone: str


@dataclass(frozen=True, slots=True)
class Waited:
    """Somebody the league waits for, and for what."""

    name: str
    emblem: str
    what: str
    url: str


@dataclass(frozen=True, slots=True)
class LeagueHome:
    """`season` is the sentence on how far the league is, `rule` the id behind the way of counting."""

    rows: tuple[Row, ...]
    averaged: bool
    counting: str
    rule: str
    season: str
    status: str
    cards: tuple[MissionCard, ...]
    waited: tuple[Waited, ...]
    news: tuple[chronicle.Line, ...]
    can_start: bool
    winners: tuple[str, ...]


# What somebody is waited for, and how the mission stands meanwhile.
STEP_WORDS = {
    "setup": (lazy("to set up"), lazy("set up")),
    "play": (lazy("in play"), lazy("play")),
    "casualties": (lazy("to roll casualties"), lazy("casualties open")),
    "experience": (lazy("to resolve experience"), lazy("experience open")),
    "upgrades": (lazy("to buy or sell upgrades"), lazy("upgrades open")),
    "recruiting": (lazy("to recruit"), lazy("recruiting open")),
}


def build(here: Here) -> LeagueHome:
    """The page from the league's state, the seats and the newest entries: no query a warband or mission."""
    state: OprState = here.state
    people = seatbook(here.scope.club)
    told: dict[str, Any] = season(state, here.book)
    averaged = averages(state, here.book)
    return LeagueHome(
        rows=tuple(_rows(here, people)),
        averaged=averaged,
        counting=str(AVERAGED if averaged else COUNTED),
        rule="OPR-11" if averaged else "OPR-09",
        season=told["sentence"],
        status=state.league.status,
        cards=tuple(card(here, mission, people) for mission in newest(state)[:CARDS]),
        waited=tuple(waited_for(here, people)),
        news=tuple(chronicle.lines(here, limit=NEWS, known=people)),
        can_start=_can_start(here),
        winners=tuple(state.warbands[one].name for one in state.league.winners if one in state.warbands),
    )


def _can_start(here: Here) -> bool:
    founding = here.state.league.status == "founding" and not here.closed
    return here.is_organiser and founding and len(here.state.active) >= 2


def newest(state: OprState) -> list[Mission]:
    """Missions, the open ones first, then by number from the newest."""
    return sorted(state.missions.values(), key=lambda m: (not _unfinished(m), -m.number))


def _unfinished(mission: Mission) -> bool:
    steps = [side.step for side in mission.sides if not side.skipped]
    return mission.open or (mission.status == "finished" and any(step != "done" for step in steps))


def _rows(here: Here, people: dict[str, Known]) -> list[Row]:
    rows, before = [], _ranks_before(here)
    for line in standings(here.state, here.book):
        warband = here.state.warbands[line.warband]
        owner = people.get(warband.owner, Known("", "iron"))
        url = reverse("campaigns:warband", args=[here.scope.pk, warband.id])
        mine = here.seat is not None and str(here.seat.pk) == warband.owner
        rows.append(
            Row(
                line.rank, warband.name, owner.name, owner.emblem, url, line.missions, line.won, line.vp,
                line.shown, line.how, mine, moved=before.get(line.warband, line.rank) - line.rank,
                receipt_url=f"{url}?why=score",
            )
        )  # fmt: skip
    return rows


def _ranks_before(here: Here) -> dict[str, int]:
    """Everybody's rank before the latest mission that was reported."""
    state: OprState = here.state
    reported = [one for one in state.missions.values() if one.status == "finished" and one.finished]
    if not reported:
        return {}
    latest = max(reported, key=lambda one: (one.finished, one.number))
    lines = standings(_without(here, latest), here.book)
    return {line.warband: line.rank for line in lines if line.missions}


def _without(here: Here, mission: Mission) -> OprState:
    """The warbands as they stood before a mission's result: its VP, its count and its win taken off."""
    state, figures = here.state, here.book.figures
    known = [state.warbands[one] for one in mission.warbands if one in state.warbands]
    earlier = []
    for one in known:
        won = one.id == mission.winner
        gained = (figures.win_vp if won else figures.lose_vp) + sum(
            event.vp for event in mission.events if event.warband == one.id
        )
        earlier.append(replace(one, vp=one.vp - gained, missions=max(one.missions - 1, 0), won=one.won - won))
    found: OprState = state.put("warbands", *earlier)
    return found


def card(here: Here, mission: Mission, people: dict[str, Known]) -> MissionCard:
    warbands = [here.state.warbands[one] for one in mission.warbands if one in here.state.warbands]
    emblems = tuple(people.get(one.owner, Known("", "iron")).emblem for one in warbands)
    status, tone = _status(mission)
    return MissionCard(
        number=mission.number,
        name=mission.name or " – ".join(one.name for one in warbands),
        url=reverse("campaigns:mission", args=[here.scope.pk, mission.id]),
        emblems=emblems,
        sides=" · ".join(one.name for one in warbands),
        status=status,
        tone=tone,
    )


def _status(mission: Mission) -> tuple[str, str]:
    if mission.status == "playing":
        return _("in play, round %(round)s") % {"round": mission.round or 1}, "verdigris"
    if mission.status == "setup":
        return _("being set up"), "pencil"
    if mission.status == "abandoned":
        return _("abandoned"), "pencil"
    step = next((side.step for side in mission.sides if side.step != "done" and not side.skipped), "done")
    return (_("finished"), "") if step == "done" else (str(STEP_WORDS[step][1]), "brass")


def waited_for(here: Here, people: dict[str, Known]) -> list[Waited]:
    waited = []
    for mission in here.state.missions.values():
        if mission.status == "finished":
            url = reverse("campaigns:mission", args=[here.scope.pk, mission.id])
            waited += [_waits(here, people, side, url) for side in mission.sides if _lags(side)]
    return waited


def _lags(side: Side) -> bool:
    return side.step not in ("done", "play", "setup") and not side.skipped


def _waits(here: Here, people: dict[str, Known], side: Side, url: str) -> Waited:
    owner = people.get(here.state.warbands[side.warband].owner, Known("", "iron"))
    return Waited(owner.name, owner.emblem, str(STEP_WORDS[side.step][0]), url)
