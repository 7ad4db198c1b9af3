"""Effects of the course of a campaign: rulebook, settings, limit, who plays a warband, start, end.

They carry what was worked out, so folding them asks no rule; a mission's own stand in `mission_effects.py`.
"""

from __future__ import annotations

from dataclasses import field, replace
from datetime import datetime

from rules.engine.effects import Effect, effect
from rules.engine.language import say, say_many
from rules.engine.state import Predecessor
from rules.opr.league.small_parts import Team
from rules.opr.state import CAMPAIGN, OprState


@effect("opr.edition")
class EditionChosen(Effect):
    edition: str

    def apply(self, state: OprState) -> OprState:
        return _league(state, edition=self.edition)


@effect("opr.setting")
class SettingChanged(Effect):
    key: str
    value: str
    before: str = ""

    def apply(self, state: OprState) -> OprState:
        chosen = dict(state.league.settings) | {self.key: self.value}
        return _league(state, settings=tuple(sorted(chosen.items())))


@effect("opr.warband_handed_over")
class WarbandHandedOver(Effect):
    """Somebody else plays on with it; what was over by `until` stays with whoever had it before."""

    warband: str
    owner: str = ""
    before: str = field(default="", compare=False)
    until: datetime | None = None

    def apply(self, state: OprState) -> OprState:
        had = state.warbands[self.warband]
        gone = (Predecessor(had.owner, until=self.until),) if self.until and had.owner else ()
        predecessors = (*had.predecessors, *gone)
        return state.change("warbands", self.warband, owner=self.owner, predecessors=predecessors)


EACH, TOGETHER = "each", "all"  # whose missions a limit counts where several are played at once


def limit_told(kind: str, limit: int) -> str:
    """What a campaign of this type is limited to, `9 missions`. Source: OPR-05 to OPR-07, A-36"""
    if kind == EACH:
        return say_many(limit, "{number} mission for each warband", "{number} missions for each warband")
    if kind == TOGETHER:
        return say_many(
            limit, "{number} mission in the whole league", "{number} missions in the whole league"
        )
    if kind == "game":
        return say_many(limit, "{number} mission", "{number} missions")
    if kind == "time":
        return say_many(limit, "{number} week", "{number} weeks")
    return say("{limit} VP", limit=limit) if kind == "point" else str(limit)


@effect("opr.limit")
class LimitRolled(Effect):
    """`kind` is what was limited at that time, only to tell; entries from before it was kept have none."""

    die: int
    limit: int
    kind: str = field(default="", compare=False)

    @property
    def words(self) -> str:
        return limit_told(self.kind, self.limit)

    def apply(self, state: OprState) -> OprState:
        return _league(state, limit_die=self.die, limit=self.limit)


@effect("opr.limit_set")
class LimitSet(Effect):
    """The limit an organiser has given by hand, in the place of the die; `kind` is only to tell."""

    limit: int
    kind: str = field(compare=False)

    @property
    def words(self) -> str:
        return limit_told(self.kind, self.limit)

    def apply(self, state: OprState) -> OprState:
        over = [replace(one, reached=None) for one in state.warbands.values() if one.reached is not None]
        return _league(state.put("warbands", *over), limit_die=None, limit=self.limit)


@effect("opr.started")
class CampaignStarted(Effect):
    started: datetime | None = None
    time_zone: str = "UTC"

    def apply(self, state: OprState) -> OprState:
        return _league(state, status="running", started=self.started, time_zone=self.time_zone)


@effect("opr.ends")
class EndSet(Effect):
    """The moment a time-limited campaign ends; None for every other type."""

    ends: datetime | None = None

    def apply(self, state: OprState) -> OprState:
        return _league(state, ends=self.ends)


@effect("opr.averaging")
class AveragingBegan(Effect):
    """From now on VP count per mission played, for everybody."""

    def apply(self, state: OprState) -> OprState:
        return _league(state, averaging=True)


@effect("opr.ended")
class CampaignEnded(Effect):
    winners: tuple[str, ...] = ()
    ended: datetime | None = None
    because: str = ""

    def apply(self, state: OprState) -> OprState:
        return _league(state, status="ended", winners=self.winners, ended=self.ended, decider=())


@effect("opr.limit_reached")
class LimitReached(Effect):
    """Since then a warband has had the VP of the limit; what falls later takes nothing of that."""

    warband: str
    when: datetime | None = None

    def apply(self, state: OprState) -> OprState:
        return state.change("warbands", self.warband, reached=self.when)


@effect("opr.teams")
class TeamsSet(Effect):
    """The teams there are from now on; whoever was in one that is gone is in none."""

    teams: tuple[Team, ...]
    picks: bool = False

    def apply(self, state: OprState) -> OprState:
        known = {one.id for one in self.teams}
        left = [
            replace(one, team="") for one in state.warbands.values() if one.team and one.team not in known
        ]
        return _league(state.put("warbands", *left), teams=self.teams, picks=self.picks)


@effect("opr.decider")
class DeciderCalled(Effect):
    """The tied warbands play one more mission for the win."""

    warbands: tuple[str, ...]

    def apply(self, state: OprState) -> OprState:
        return _league(state, decider=self.warbands)


def _league(state: OprState, **changes: object) -> OprState:
    return state.change("campaign", CAMPAIGN, **changes)
