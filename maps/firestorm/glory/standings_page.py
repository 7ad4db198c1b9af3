"""The standings: every faction's glory with what stands behind it, and the score of every turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.shell.look import charts
from maps.firestorm.glory.audit_page import snapshots
from maps.firestorm.phase_labels import player_name
from maps.firestorm.veils.building import shows_points
from maps.firestorm.viewer import FirestormViewer
from maps.turns.played import players_words
from rules.firestorm.decks import deck
from rules.firestorm.faction_figures import allowed, balance, banner_count
from rules.firestorm.glory.counting import Audit, scoreboard
from rules.firestorm.state import Firestorm

STATES = ("claimed", "accepted", "refused", "shown")  # objectives that everybody knows


@dataclass(frozen=True, slots=True)
class FactionStandingLine:
    """One faction. `moved`: places won since the last scored turn began; `build` is None if it is secret."""

    faction: str
    rank: int
    name: str
    players: str
    emblem: str
    url: str
    glory: int
    held: int
    earned: int
    lands: int
    banners: int
    allowed: int
    build: int | None
    moved: int
    mine: bool
    out: bool
    won: bool


@dataclass(frozen=True, slots=True)
class FactionHistory:
    """A faction's score at the end of every turn: (turn, glory)."""

    faction: str
    name: str
    emblem: str
    url: str
    turns: tuple[tuple[int, int], ...]
    strip: SafeString


@dataclass(frozen=True, slots=True)
class ObjectiveShown:
    """An objective that everybody knows: whose, what it asks, what it brings, and how it stands."""

    player: str
    faction: str
    emblem: str
    name: str
    words: str
    glory: int
    build: int
    state: str


@dataclass(frozen=True, slots=True)
class GloryStandingsPage:
    lines: tuple[FactionStandingLine, ...]
    histories: tuple[FactionHistory, ...]
    numbers: tuple[int, ...]
    objectives: tuple[ObjectiveShown, ...]
    hidden: int
    target: int
    over: bool


def glory_standings_page(viewer: FirestormViewer) -> GloryStandingsPage:
    """The page from the league's state; one query for names."""
    state: Firestorm = viewer.state
    ended = sorted(one.number for one in state.turns.values() if one.ended)
    return GloryStandingsPage(
        lines=tuple(_lines(viewer)),
        histories=faction_histories(viewer),
        numbers=tuple(ended),
        objectives=tuple(_objectives(viewer)),
        hidden=sum(one.state == "drawn" and one.player in state.players for one in state.objectives.values()),
        target=viewer.book.settings.glory_target,
        over=state.now.phase == "finished",
    )


def _lines(viewer: FirestormViewer) -> Iterator[FactionStandingLine]:
    board = scoreboard(viewer.state, viewer.book)
    before = _places(viewer.state)
    for one in board:
        rank = 1 + sum(other.total > one.total for other in board)
        yield _line(viewer, one, rank, before.get(one.faction, rank) - rank)


def _places(state: Firestorm) -> dict[str, int]:
    """Everybody's place at the end of the turn before the one last scored."""
    ended = sorted((one for one in state.turns.values() if one.ended), key=lambda one: one.number)
    if len(ended) < 2:
        return {}
    scores = {one.faction: one.holdings + one.ledger for one in ended[-2].scores}
    return {one: 1 + sum(other > score for other in scores.values()) for one, score in scores.items()}


def _line(viewer: FirestormViewer, one: Audit, rank: int, moved: int) -> FactionStandingLine:
    state, faction = viewer.state, viewer.state.factions[one.faction]
    return FactionStandingLine(
        faction=faction.id,
        rank=rank,
        name=state.name_of(faction.id),
        players=players_words(viewer, faction.id),
        emblem=faction.colour,
        url=audit_url(viewer, faction.id),
        glory=one.total,
        held=one.held,
        earned=one.earned,
        lands=len(one.holdings),
        banners=banner_count(state, faction.id),
        allowed=allowed(state, viewer.book, faction.id),
        build=balance(state, faction.id) if shows_points(viewer, faction.id) else None,
        moved=moved,
        mine=viewer.owns(faction.id),
        out=faction.status != "active",
        won=faction.id in state.now.winners,
    )


def audit_url(viewer: FirestormViewer, faction: str) -> str:
    return reverse("firestorm:audit", args=[viewer.scope.pk, faction])


def faction_histories(viewer: FirestormViewer) -> tuple[FactionHistory, ...]:
    """Everybody's score by turns, once a turn has ended; in the standings' order."""
    state = viewer.state
    found = {
        one.faction: tuple((each.turn, each.total) for each in snapshots(state, one.faction))
        for one in scoreboard(state, viewer.book)
    }
    most = max((score for turns in found.values() for _turn, score in turns), default=0)
    return tuple(_history(viewer, faction, turns, most) for faction, turns in found.items() if turns)


def _history(
    viewer: FirestormViewer, faction: str, turns: tuple[tuple[int, int], ...], most: int
) -> FactionHistory:
    told = ", ".join(_("turn %(n)s: %(glory)s") % {"n": n, "glory": glory} for n, glory in turns)
    one = viewer.state.factions[faction]
    strip = charts.strip([glory for _turn, glory in turns], most, told)
    return FactionHistory(
        faction, viewer.state.name_of(faction), one.colour, audit_url(viewer, faction), turns, strip
    )


def _objectives(viewer: FirestormViewer) -> Iterator[ObjectiveShown]:
    """Objectives that were claimed or shown; the others are their players' secret."""
    state = viewer.state
    cards = {one.id: one for one in deck(state, viewer.book, "objective")}
    words = {
        "claimed": _("claimed: the organiser will decide"),
        "accepted": _("achieved"),
        "refused": _("not achieved yet"),
        "shown": _("shown"),
    }
    for one in state.objectives.values():
        card, player = cards.get(one.card), state.players.get(one.player)
        if one.state in STATES and card and player:
            yield ObjectiveShown(
                player_name(viewer, player.id),
                state.name_of(player.faction), state.factions[player.faction].colour,
                card.name, card.words, card.glory, card.build, words[one.state],
            )  # fmt: skip
