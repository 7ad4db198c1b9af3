"""What it costs to read all of a league or a game that this process does not remember, as its past grows.

Processor time of Python and of PostgreSQL, of this process and its own connection.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from bench.chance import League, founded, new, settled
from bench.measure import Figure
from bench.server import middle, own_cost
from bench.solo_table import Table
from campaigns.engine.stored.store import registered, registration_of
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, ScopeKind, Seat
from rules.conquest.book import EDITIONS
from rules.conquest.ground import making
from rules.conquest.state import Conquest
from rules.engine.state import State
from rules.maps.generator import Wishes, generate
from rules.opr import GAME as OPR
from rules.solo.game import LATEST
from rules.solo.state import SoloState

TIMES, TRIES, SEED = 15, 200_000, 5
ROUNDS = (2, 12, 48)  # of which the last is being played


def reads(leagues: list[Scope], seat: Seat) -> list[Figure]:
    """Leagues of warbands, of empires, and a game against the app at its beginning and at its end."""
    found = []
    for scope in leagues:
        missions = len(registered(OPR).load(scope.pk).missions)
        found.append(_read(scope, f"a league of warbands after {missions:,} missions"))
    for state in conquests():
        past = f"{len(state.battles):,} battles, {len(state.events):,} events"
        scope = _kept(seat, "conquest", EDITIONS[0], state)
        found.append(_read(scope, f"a league of empires in round {state.now.round}: {past}"))
    for game in games():
        scope, turns = _kept(seat, "solo", LATEST, game), len(game.activations)
        found.append(_read(scope, f"a game against the app after {turns} of the app's turns"))
    return found


def conquests() -> Iterator[Conquest]:
    """One league of six played by chance, as it stands in these rounds."""
    dice = random.Random(SEED)  # noqa: S311 - players of a bench
    ground = generate(Wishes(players=6, seed="bench"), making()).map
    league, tries = founded(League(new()), ground, 6, dice), 0
    for wanted in ROUNDS:
        while league.state.now.round < wanted and tries < TRIES:
            tries += 1
            settled(league, dice)
        yield league.state


def games() -> Iterator[SoloState]:
    """The same game once everybody stands on the table, and when it is over."""
    begun = Table(SEED)
    begun.set_up()
    yield begun.state
    yield Table(SEED).play()


def _kept(seat: Seat, game: str, edition: str, state: State) -> Scope:
    kind = ScopeKind.GAME if game == "solo" else ScopeKind.LEAGUE
    scope = found_scope(
        club=seat.club, by=seat, game=game, edition=edition, name="Much to read", settings={}, kind=kind
    )
    with scope_transaction(scope.pk, Actor(seat)) as transaction:
        registration_of(game).save(scope.pk, transaction.scope.version + 1, transaction.state, state)
        count_write(transaction.scope, "bench")
    return scope


def _read(scope: Scope, what: str) -> Figure:
    registration = registration_of(scope.game)
    read = partial(registration.load, scope.pk)
    read()
    cost = middle(own_cost(read) for _ in range(TIMES))
    return Figure(f"reading {what}", f"{cost.told()}, {registration.as_read(scope.pk).size / 1000:,.0f} KB")
