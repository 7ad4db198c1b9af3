"""The standings of a map league: every empire's figures, and the empire points of every round as a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.shell.look import charts
from maps.conquest.viewer import ConquestViewer
from maps.turns.played import players_words
from rules.conquest.standings import RealmStanding, points_history, realm_standings
from rules.conquest.state import Conquest, Realm


@dataclass(frozen=True, slots=True)
class RealmStandingLine:
    """One empire. `moved`: places won since the order was taken; `gold` is None where it is secret."""

    realm: str
    rank: str
    name: str
    player: str
    emblem: str
    url: str
    size: str
    cities: int
    castles: int
    gold: int | None
    earned: int
    moved: int
    mine: bool
    out: bool


@dataclass(frozen=True, slots=True)
class RealmHistory:
    """What the battles of every round have earned one empire. `rounds` are (round, points)."""

    realm: str
    name: str
    emblem: str
    url: str
    rounds: tuple[tuple[int, int], ...]
    total: int
    strip: SafeString


@dataclass(frozen=True, slots=True)
class RealmStandingsPage:
    lines: tuple[RealmStandingLine, ...]
    histories: tuple[RealmHistory, ...]
    numbers: tuple[int, ...]
    counting: str
    win: str
    shows_gold: bool


def realm_standings_page(viewer: ConquestViewer) -> RealmStandingsPage:
    """The page from the league's state; one query for names."""
    found = empire_histories(viewer)
    target = viewer.book.settings.win_target
    return RealmStandingsPage(
        lines=tuple(_lines(viewer, {one.realm: one.total for one in found})),
        histories=found,
        numbers=tuple(number for number, _points in found[0].rounds) if found else (),
        counting=_(
            "Ranked by size, then cities, then castles. A territory counts as 1, a city as 2 and a "
            "besieged territory as a half for each side."
        ),
        win=_("The first to reach %(n)s wins.") % {"n": target},
        shows_gold=viewer.book.settings.gold_public,
    )


def _lines(viewer: ConquestViewer, earned: Mapping[str, int]) -> Iterator[RealmStandingLine]:
    state: Conquest = viewer.state
    places = _frozen(viewer)
    found = realm_standings(viewer.state, viewer.book)
    for place, one in enumerate(found, 1):
        realm = state.realms[one.realm]
        moved = places.get(realm.id, place) - place
        yield _line(viewer, realm, one, str(place), moved, earned.get(realm.id, 0))
    known = {one.realm for one in found}
    for realm in state.realms.values():
        if realm.id not in known:
            yield _line(viewer, realm, None, "–", 0, earned.get(realm.id, 0))


def _frozen(viewer: ConquestViewer) -> dict[str, int]:
    """Places in the order with which the round last scored began; in the first round its own."""
    rounds = sorted(viewer.state.rounds.values(), key=lambda one: one.number)
    taken = next((one for one in reversed(rounds) if one.ended), rounds[0] if rounds else None)
    return {rank.realm: place for place, rank in enumerate(taken.ranking, 1)} if taken else {}


def _line(
    viewer: ConquestViewer,
    realm: Realm,
    one: RealmStanding | None,
    rank: str,
    moved: int,
    earned: int,
) -> RealmStandingLine:
    mine, shown = viewer.owns(realm.id), viewer.reads(realm.id) or viewer.book.settings.gold_public
    return RealmStandingLine(
        realm=realm.id,
        rank=rank,
        name=viewer.state.name_of(realm.id),
        player=players_words(viewer, realm.id),
        emblem=realm.colour,
        url=realm_url(viewer, realm.id),
        size=one.size if one else "0",
        cities=one.cities if one else 0,
        castles=one.castles if one else 0,
        gold=realm.gold if shown and not realm.is_out else None,
        earned=earned,
        moved=moved,
        mine=mine,
        out=realm.is_out,
    )


def realm_url(viewer: ConquestViewer, realm: str) -> str:
    return reverse("maps:realm", args=[viewer.scope.pk, realm])


def empire_histories(viewer: ConquestViewer) -> tuple[RealmHistory, ...]:
    """Everybody's empire points by round, once a round has earned anybody some; in the standings' order."""
    state: Conquest = viewer.state
    earned = points_history(viewer.state)
    if not earned:
        return ()
    numbers = sorted({line.round for line in earned})
    points = {(line.realm, line.round): line.points for line in earned}
    most = max(points.values())
    order = [line.realm for line in realm_standings(viewer.state, viewer.book)]
    order += [one for one in state.realms if one not in order]
    return tuple(
        _history(viewer, realm, [(n, points.get((realm, n), 0)) for n in numbers], most) for realm in order
    )


def _history(viewer: ConquestViewer, realm: str, rounds: list[tuple[int, int]], most: int) -> RealmHistory:
    told = ", ".join(
        ngettext("round %(n)s: %(ep)s point", "round %(n)s: %(ep)s points", ep) % {"n": n, "ep": ep}
        for n, ep in rounds
    )
    return RealmHistory(
        realm=realm,
        name=viewer.state.name_of(realm),
        emblem=viewer.state.realms[realm].colour,
        url=realm_url(viewer, realm),
        rounds=tuple(rounds),
        total=sum(points for _n, points in rounds),
        strip=charts.strip([points for _n, points in rounds], most, told),
    )
