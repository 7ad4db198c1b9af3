"""The map of a running league: before the first turn anything may be redrawn, afterwards texts and positions.

Source: FS-180, FS-181, FS-183
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields as fields_of

from pydantic import ValidationError

from rules.engine.codec import dump, load
from rules.engine.effects import Effect
from rules.engine.ids import is_id, no_id
from rules.engine.language import say
from rules.engine.procedure import Procedure, require
from rules.engine.refusals import Refused
from rules.firestorm.book import FirestormInForce
from rules.firestorm.game import GAME, FirestormCtx, turns_have_begun
from rules.firestorm.ground import firestorm_map_errors
from rules.firestorm.league_effects import (
    FactionSet,
    FirestormLinkChanged,
    FirestormTerritoryRedrawn,
    FirestormTerritoryRemoved,
)
from rules.firestorm.phases.admission import require_place
from rules.firestorm.state import Firestorm, Territory
from rules.firestorm.work import FirestormWork
from rules.maps.model import Map, Place, link
from rules.turns.problems import TurnProblem, stop

AT_ANY_TIME = ("name", "words", "x", "y", "outline")
BEFORE_PLAY = (*AT_ANY_TIME, "terrain", "river", "shore", "role", "corner", "special", "bonus")


@GAME.procedure("redraw", rules=("FS-180", "FS-183"), slot="redraw:{territory}", by="organiser", repeat=True)
def redraw_territory(
    ctx: FirestormCtx, *, territory: str, fields: dict[str, object], words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Change a territory’s name, text, place or outline; before the first turn, also what kind it is.

    `fields` holds what changes. Source: FS-180, FS-183
    """
    state, book = ctx.state, ctx.book
    old = require_place(state, book, territory)
    unknown = sorted(set(fields) - set(BEFORE_PLAY))
    sentence = say("There is nothing called {names} to redraw.", names=", ".join(unknown))
    require(not unknown, "FS-183", sentence, "fields")
    if not set(fields) <= set(AT_ANY_TIME):
        yield from stop(frozen_problems(state, book))
    work = FirestormWork(ctx)
    new = _redrawn(old, fields)
    work.do(FirestormTerritoryRedrawn(territory=new, words=words.strip(), rule="FS-183"))
    if not new.corner:
        _free_corner(work, territory)
    _faultless(ctx.state, work)
    return work.done()


def _redrawn(old: Territory, fields: dict[str, object]) -> Territory:
    try:
        new: Territory = load(Territory, {**dump(old), **fields})
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        sentence = say("What you sent for {field} cannot be drawn.", field=wrong)
        raise Refused("FS-183", sentence, "fields") from error
    return new


def frozen_problems(state: Firestorm, book: FirestormInForce) -> Iterator[TurnProblem]:
    """Territories and links stay from the first turn on. Source: FS-183"""
    if turns_have_begun(state):
        yield book.problem("E17")


def _faultless(state: Firestorm, work: FirestormWork) -> None:
    """No change puts a fault on the map with which no league can be played. Source: FS-181"""
    before, after = (firestorm_map_errors(_map_of(one)) for one in (state, work.state))
    faults = [one for one in after if one not in before]
    require(not faults, "FS-181", faults[0] if faults else "")


def _map_of(state: Firestorm) -> Map:
    places, links = tuple(state.territories.values()), tuple(state.links.values())
    return Map(ground=next(iter(state.ground.values())), places=places, links=links)


def _free_corner(work: FirestormWork, territory: str) -> None:
    """Nobody begins where no corner is any more. Source: FS-02"""
    for one in [one for one in work.state.factions.values() if one.corner == territory]:
        work.do(FactionSet(faction=one.id, alliance=one.alliance, trait=one.trait, rule="FS-02"))


@GAME.procedure("add", rules=("FS-180", "FS-183"), slot="add", by="organiser", repeat=True)
def add_starting_territory(
    ctx: FirestormCtx, *, place: Place, near: tuple[str, ...], words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Add a territory to the map, with its neighbours; only before the first turn. Source: FS-180, FS-183"""
    state, book = ctx.state, ctx.book
    yield from stop(frozen_problems(state, book))
    there = place.id in state.territories
    require(not there, "FS-180", say("{place} is already on the map.", place=place.id), "place")
    require(is_id(place.id), "FS-180", no_id(place.id), "place")
    for one in near:
        require_place(state, book, one, "near")
    new = Territory(**{one.name: getattr(place, one.name) for one in fields_of(Place)})
    work = FirestormWork(ctx)
    work.do(FirestormTerritoryRedrawn(territory=new, words=words.strip(), rule="FS-180"))
    work.do(
        *(
            FirestormLinkChanged(link=link(new.id, one), there=True, rule="FS-180")
            for one in sorted(set(near))
        )
    )
    _faultless(ctx.state, work)
    return work.done()


@GAME.procedure("remove", rules=("FS-183",), slot="remove:{territory}", by="organiser")
def delete_territory(ctx: FirestormCtx, *, territory: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Remove a territory from the map; only before the first turn. Source: FS-181, FS-183"""
    yield from stop(frozen_problems(ctx.state, ctx.book))
    require_place(ctx.state, ctx.book, territory)
    work = FirestormWork(ctx)
    work.do(FirestormTerritoryRemoved(territory=territory, words=words.strip(), rule="FS-183"))
    _free_corner(work, territory)
    _faultless(ctx.state, work)
    return work.done()


@GAME.procedure("connect", rules=("FS-180", "FS-183"), slot="link:{a}:{b}", by="organiser", repeat=True)
def connect_territories(
    ctx: FirestormCtx, *, a: str, b: str, there: bool = True, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Make two territories neighbours, or separate them; only before the first turn.

    Source: FS-180, FS-183
    """
    state, book = ctx.state, ctx.book
    yield from stop(frozen_problems(state, book))
    for key, one in (("a", a), ("b", b)):
        require_place(state, book, one, key)
    require(a != b, "FS-180", say("A territory cannot be its own neighbour."), "b")
    way = link(a, b)
    require(there or way.id in state.links, "FS-180", say("These two are not neighbours."), "b")
    work = FirestormWork(ctx)
    work.do(FirestormLinkChanged(link=way, there=there, words=words.strip(), rule="FS-180"))
    _faultless(ctx.state, work)
    return work.done()
