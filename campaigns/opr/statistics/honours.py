"""The league's honours: the hall of heroes, the cemetery, records of warbands and players, head to head."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.naming import sorted_by_name
from campaigns.engine.who.seatbook import NO_SEAT, KnownPerson
from campaigns.opr.statistics.record import LeagueRecord, WarbandShare
from campaigns.opr.viewer import OprViewer
from campaigns.shell.links import page_of
from campaigns.shell.look import charts
from rules.engine.lazy_tables import peek
from rules.opr.state import OprState, Unit, Warband

HALL = 10


@dataclass(frozen=True, slots=True)
class Hero:
    """A unit that is remembered: for its deeds, or on its stone."""

    name: str
    url: str
    hero: bool
    warband: str
    emblem: str
    kills: int
    xp: int
    level: int
    words: str


@dataclass(frozen=True, slots=True)
class HonoursLine:
    """The record of a warband or a player. `form` and `bars` are drawn."""

    name: str
    url: str
    player: str
    emblem: str
    played: int
    won: int
    vp: int
    kills: int
    losses: int
    form: SafeString
    bars: SafeString


@dataclass(frozen=True, slots=True)
class MeetingsRow:
    """One row of the table of meetings. `cells` are drawn: of a large league they are thousands."""

    name: str
    emblem: str
    cells: SafeString


@dataclass(frozen=True, slots=True)
class HonoursPage:
    hall: tuple[Hero, ...]
    cemetery: tuple[Hero, ...]
    warbands: tuple[HonoursLine, ...]
    players: tuple[HonoursLine, ...]
    emblems: tuple[tuple[str, str], ...]
    meetings: tuple[MeetingsRow, ...]


@dataclass(frozen=True, slots=True)
class WarbandRecord:
    """A warband's own part of the honours: `results` are won or lost, mission by mission; `meetings`:
    opponent, its address, how it stands."""

    results: tuple[bool, ...]
    kills: int
    losses: int
    best: Hero | None
    meetings: tuple[tuple[str, str, str], ...]

    @property
    def form(self) -> SafeString:
        return charts.form(self.results)


def honours_page(viewer: OprViewer) -> HonoursPage:
    """The page from the league's state and its seats."""
    look = _HonoursLook(viewer, LeagueRecord(viewer.state), viewer.people)
    played = [one for one in look.state.warbands.values() if one.missions or look.record.results(one.id)]
    return HonoursPage(
        hall=tuple(map(look.hero, look.best())),
        cemetery=tuple(map(look.hero, look.dead())),
        warbands=tuple(look.line(one) for one in played),
        players=tuple(look.players(played)),
        emblems=tuple((one.name, look.owner(one).emblem) for one in played),
        meetings=tuple(look.meetings(played)),
    )


def of_warband(viewer: OprViewer, warband: Warband) -> WarbandRecord | None:
    """A warband's record, once it has played."""
    look = _HonoursLook(viewer, LeagueRecord(viewer.state, warband.id), {})
    results = look.record.results(warband.id)
    if not results:
        return None
    best = look.best(warband.id)
    return WarbandRecord(
        results=tuple(results),
        kills=look.record.taken_out(warband.id),
        losses=look.record.losses(warband.id),
        best=look.hero(best[0]) if best else None,
        meetings=tuple(
            (other.name, look.url(other), look.record.meeting(warband.id, other.id).words)
            for other in look.record.opponents(warband.id)
        ),
    )


@dataclass(frozen=True, slots=True)
class _HonoursLook:
    """What a page of honours is made of; of a large league many have the same few results, drawn once."""

    viewer: OprViewer
    record: LeagueRecord
    people: dict[str, KnownPerson]
    form: Callable[[tuple[bool, ...]], SafeString] = field(default_factory=lambda: cache(charts.form))
    pair: Callable[[int, int, int], SafeString] = field(default_factory=lambda: cache(charts.pair))

    @property
    def state(self) -> OprState:
        return self.record.state

    def owner(self, warband: Warband) -> KnownPerson:
        return self.people.get(warband.owner, NO_SEAT)

    def url(self, warband: Warband) -> str:
        return page_of("campaigns:warband", self.viewer.scope.pk, warband.id)

    def best(self, warband: str = "") -> list[Unit]:
        """Who has taken out most; then who has learnt most. Units without a deed are not of them."""
        kills = self.record.kills
        units = [
            one
            for one in self.state.units.values()
            if (kills[one.id] or one.level) and warband in ("", one.warband)
        ]
        return sorted(sorted_by_name(units), key=lambda one: (-kills[one.id], -one.xp))[:HALL]

    def dead(self) -> list[Unit]:
        """The fallen, the latest first."""
        fallen = [one for one in self.state.units.values() if one.status == "dead"]
        return sorted(sorted_by_name(fallen), key=lambda one: -self._number(one))

    def _number(self, unit: Unit) -> int:
        mission = peek(self.state.missions, unit.left)
        return mission.number if mission else 0

    def hero(self, unit: Unit) -> Hero:
        warband = self.state.warbands[unit.warband]
        return Hero(
            name=unit.name,
            url=page_of("campaigns:unit", self.viewer.scope.pk, unit.id),
            hero=unit.hero,
            warband=warband.name,
            emblem=self.owner(warband).emblem,
            kills=self.record.kills[unit.id],
            xp=unit.xp,
            level=unit.level,
            words=self._words(unit),
        )

    def _words(self, unit: Unit) -> str:
        """`5 battles` for the living, `fell in mission 4 to the Gutter Slingers` for the dead."""
        if unit.status != "dead":
            battles = self.record.battles[unit.id]
            return ngettext("%(n)s battle", "%(n)s battles", battles) % {"n": battles}
        number, killer = self._number(unit), self.record.killed_by(unit)
        if number and killer:
            return _("fell to %(name)s in mission %(n)s") % {"n": number, "name": killer}
        return _("fell in mission %(n)s") % {"n": number} if number else _("fell")

    def line(self, warband: Warband) -> HonoursLine:
        owner = self.owner(warband)
        whole = self.record.whole(warband)
        return self._line([whole], warband.name, self.url(warband), owner.name, owner.emblem)

    def players(self, warbands: list[Warband]) -> list[HonoursLine]:
        """Records of players, where somebody has led more than one warband, or one was led by several."""
        by_player: dict[str, list[WarbandShare]] = defaultdict(list)
        for warband in warbands:
            for owner, share in self.record.shares(warband, self.viewer.book):
                by_player[owner].append(share)
        if all(len(own) == 1 and own[0].is_whole for own in by_player.values()):
            return []
        return [self._player(owner, own) for owner, own in by_player.items()]

    def _player(self, seat: str, own: list[WarbandShare]) -> HonoursLine:
        owner = self.people.get(seat, NO_SEAT)
        return self._line(own, owner.name, self.url(own[-1].warband), "", owner.emblem)

    def _line(self, own: list[WarbandShare], name: str, url: str, player: str, emblem: str) -> HonoursLine:
        results = [won for one in own for won in one.results]
        kills, losses = sum(one.kills for one in own), sum(one.losses for one in own)
        return HonoursLine(
            name, url, player, emblem,
            played=len(results), won=sum(results), vp=sum(one.vp for one in own), kills=kills, losses=losses,
            form=self.form(tuple(results)), bars=self.pair(kills, losses, self.record.most),
        )  # fmt: skip

    def meetings(self, warbands: list[Warband]) -> Iterator[MeetingsRow]:
        """A row for each; most pairs of a large league have never met."""
        place = {one.id: n for n, one in enumerate(warbands)}
        for n, warband in enumerate(warbands):
            cells = [charts.NEVER_MET] * len(warbands)
            cells[n] = charts.ITSELF
            for other in self.record.met.get(warband.id, ()):
                if other in place:
                    cells[place[other]] = charts.met(self.record.meeting(warband.id, other).words)
            yield MeetingsRow(warband.name, self.owner(warband).emblem, SafeString("".join(cells)))
