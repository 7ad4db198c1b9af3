"""The home of a league of warbands: standings and how they count, missions, who is waited for, news."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.who.seatbook import NO_SEAT, KnownPerson
from campaigns.opr.league.waiting import STEP_WORDS, Waited, awaited_players
from campaigns.opr.teams.teams_page import TeamRow, team_counting, team_rows
from campaigns.opr.viewer import OprViewer
from campaigns.opr.who_asks import joining_requests
from campaigns.shell.links import page_of
from campaigns.shell.told import chronicle
from campaigns.shell.told.away import name_with_holiday
from rules.engine.lazy_tables import top
from rules.opr.ending import lacks_limit, season_sentence, waits_for_limit
from rules.opr.league.team_standings import team_of
from rules.opr.standings import averages, ranks_before, warband_standings
from rules.opr.state import Mission, OprState, Warband
from rules.opr.waiting import refusal_sentence

NEWS = 6
AVERAGED = lazy("VP ÷ missions played; ties share a place.")
COUNTED = lazy("The highest VP total leads; ties share a place.")
CARDS = 6
NOT_BEGUN = lazy("Nobody yet. Missions begin once an organiser has started the league.")
NO_LIMIT = lazy("Nobody yet. Missions begin once an organiser has rolled for the league’s length.")
NO_MISSION = lazy("Nobody: no mission has been opened yet.")
NOBODY = lazy("Nobody: every mission has been reported.")
OVER = lazy("Nobody: the league is over.")
PLAYING = lazy("Nobody: the open missions are still being played.")


@dataclass(frozen=True, slots=True)
class StandingsRow:
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
    rival: bool = False


@dataclass(frozen=True, slots=True)
class MissionCard:
    """A mission with who meets whom and how far it is; `winner` and `when` once it is over.

    `sides` is empty where they are the `name`, as nobody has given it another.
    """

    number: int
    name: str
    url: str
    emblems: tuple[str, ...]
    sides: str
    status: str
    tone: str
    winner: str = ""
    when: datetime | None = None


@dataclass(frozen=True, slots=True)
class LeagueTop:
    """What stands above the parts: `season` says how far the league is, `end` that it is over and won."""

    season: str
    may_begin: bool
    can_start: bool
    start_rolls: bool
    may_roll: bool
    is_over: bool
    steps_left: bool
    end: str


@dataclass(frozen=True, slots=True)
class LeagueHome:
    """`rule` is the id behind the way of counting; `nobody` is said when nobody is waited for."""

    top: LeagueTop
    rows: tuple[StandingsRow, ...]
    teams: tuple[TeamRow, ...]
    team_counting: str
    averaged: bool
    counting: str
    rule: str
    cards: tuple[MissionCard, ...]
    waited: tuple[Waited, ...]
    nobody: str
    news: tuple[chronicle.ToldLine, ...]

    @property
    def waits(self) -> int:
        """How many it really waits for."""
        return sum(not one.rests for one in self.waited)


def league_home(viewer: OprViewer) -> LeagueHome:
    """The page from the league's state, the seats and the newest entries: no query a warband or mission."""
    state: OprState = viewer.state
    averaged = averages(state, viewer.book)
    return LeagueHome(
        top=_top(viewer),
        rows=tuple(standings_rows(viewer, viewer.people)),
        teams=team_rows(viewer),
        team_counting=team_counting(viewer),
        averaged=averaged,
        counting=str(AVERAGED if averaged else COUNTED),
        rule="OPR-11" if averaged else "OPR-09",
        cards=tuple(mission_card(viewer, mission) for mission in newest_missions(state, CARDS)),
        waited=(*awaited_players(viewer), *_joining(viewer)),
        nobody=_nobody(viewer),
        news=tuple(chronicle.news(viewer, NEWS)),
    )


def _joining(viewer: OprViewer) -> list[Waited]:
    """Who has asked to be let in waits for the organisers, who alone read of it. Source: A-59"""
    return [Waited(_("The organisers"), "iron", one.text, one.url) for one in joining_requests(viewer)]


def _nobody(viewer: OprViewer) -> str:
    if viewer.state.league.status == "founding":
        return str(NOT_BEGUN)
    if viewer.state.league.status == "ended":
        return str(OVER)
    if waits_for_limit(viewer.state, viewer.book):
        return str(NO_LIMIT)
    if any(mission.open for mission in viewer.state.under_way):
        return str(PLAYING)
    return str(NOBODY if viewer.state.missions else NO_MISSION)


def _top(viewer: OprViewer) -> LeagueTop:
    league, warbands = viewer.state.league, viewer.state.warbands
    waiting = waits_for_limit(viewer.state, viewer.book)
    return LeagueTop(
        season=season_sentence(viewer.state, viewer.book),
        may_begin=league.status == "running" and not viewer.closed and not waiting,
        can_start=can_start(viewer),
        start_rolls=lacks_limit(viewer.state, viewer.book),
        may_roll=viewer.is_organiser and waiting and not viewer.closed,
        is_over=league.status == "ended",
        steps_left=league.status == "ended" and any(one.mission for one in viewer.state.active),
        end=_end([warbands[one].name for one in league.winners if one in warbands]),
    )


def _end(winners: list[str]) -> str:
    """That it is over, and who has won."""
    if not winners:
        return _("The league is over.")
    words = ngettext(
        "The league is over: %(names)s wins.", "The league is over: %(names)s share the win.", len(winners)
    )
    return words % {"names": get_text_list(winners, _("and"))}


def can_start(viewer: OprViewer) -> bool:
    """Whether this organiser may start the league now."""
    may = viewer.is_organiser and not viewer.closed
    return may and not refusal_sentence(viewer.state, viewer.book, "opr.start", {})


def unfinished(state: OprState) -> list[Mission]:
    """Missions that are played still, or after which somebody has steps to walk, the newest first."""
    return [one for one in reversed(state.under_way) if is_unfinished(one)]


def newest_missions(state: OprState, most: int) -> list[Mission]:
    """Missions, the open ones first, then by number from the newest."""
    waits = unfinished(state)
    known = {one.id for one in waits}
    others = top(state.missions, most + len(waits), "number")
    return [*waits, *(one for one in others if one.id not in known)][:most]


def is_unfinished(mission: Mission) -> bool:
    """Whether it is played still, or somebody has steps to walk after it."""
    steps = [side.step for side in mission.sides if not side.skipped]
    return mission.open or (mission.status == "finished" and any(step != "done" for step in steps))


def standings_rows(viewer: OprViewer, people: dict[str, KnownPerson]) -> list[StandingsRow]:
    """The standings, best first, with who moved since the latest mission."""
    rows, (_mission, before) = [], ranks_before(viewer.state, viewer.book)
    for line in warband_standings(viewer.state, viewer.book):
        warband = viewer.state.warbands[line.warband]
        owner = people.get(warband.owner, NO_SEAT)
        url = page_of("campaigns:warband", viewer.scope.pk, warband.id)
        moved, player = before.get(line.warband, line.rank) - line.rank, _player(viewer, warband, owner)
        rows.append(
            StandingsRow(
                line.rank, warband.name, player, owner.emblem, url, line.missions, line.won, line.vp,
                line.shown, line.how, viewer.owns(warband.id), moved, f"{url}?why=score", bool(line.rival),
            )
        )  # fmt: skip
    return rows


def _player(viewer: OprViewer, warband: Warband, owner: KnownPerson) -> str:
    """Whose warband it is, from when to when they are away or that they have left, and the team it is in."""
    team = team_of(viewer.state, warband)
    name = name_with_holiday(viewer, owner)
    if owner.name and not owner.there:
        name = _("%(name)s has left") % {"name": owner.name}
    return " · ".join(filter(None, (name, team.name if team else "")))


def mission_card(viewer: OprViewer, mission: Mission) -> MissionCard:
    warbands = [viewer.state.warbands[one] for one in mission.warbands if one in viewer.state.warbands]
    emblems = tuple(_emblem(viewer, one, mission) for one in warbands)
    status, tone = _status(mission)
    return MissionCard(
        number=mission.number,
        name=mission.name or " – ".join(one.name for one in warbands),
        url=page_of("campaigns:mission", viewer.scope.pk, mission.id),
        emblems=emblems,
        sides=" · ".join(one.name for one in warbands) if mission.name else "",
        status=status,
        tone=tone,
        winner=viewer.state.warbands[mission.winner].name if mission.winner in viewer.state.warbands else "",
        when=mission.finished,
    )


def _emblem(viewer: OprViewer, warband: Warband, mission: Mission) -> str:
    """That of who played it then."""
    return next(iter(viewer.players_in(warband.id, mission.id)), NO_SEAT).emblem


def _status(mission: Mission) -> tuple[str, str]:
    if mission.status == "playing":
        return _("in play, round %(round)s") % {"round": mission.round or 1}, "verdigris"
    if mission.status == "setup":
        return _("being set up"), "pencil"
    if mission.status == "abandoned":
        return _("abandoned"), "pencil"
    step = next((side.step for side in mission.sides if side.step != "done" and not side.skipped), "done")
    return (_("finished"), "") if step == "done" else (str(STEP_WORDS[step].stands), "brass")
