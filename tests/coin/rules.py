"""Heads or tails: two sides call, a coin decides, whoever called it scores; three points win."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from rules.engine.effects import Effect, effect
from rules.engine.games import Choosable, Ctx, Effects, Game, all_chosen, register_game
from rules.engine.language import mark, say
from rules.engine.plain import Params
from rules.engine.procedure import Procedure, admit, ask_and_open, checked_name, require
from rules.engine.questions import Choose, Draw, Option, side
from rules.engine.state import State, Table, altered
from rules.engine.telling import now_set, sentence_teller
from rules.engine.todos import Todo, WhoseMove

BOOKS = {"coin-1": "Heads or Tails"}
WINS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    id: str = "evening"
    calls: str = "sealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tosser:
    """One side of a toss and the people who play it; whoever came first speaks for it."""

    id: str
    name: str
    people: tuple[str, ...] = ()
    points: int = 0


@dataclass(frozen=True)
class Coin(State):
    evenings: Table[Evening] = field(default_factory=dict)
    tossers: Table[Tosser] = field(default_factory=dict)


def settings(_edition: str = "") -> tuple[Choosable, ...]:
    words, line = {"sealed": say("sealed"), "open": say("open")}, say("How calls are made.")
    return (Choosable("calls", "sealed", tuple(words), line=line, words=words, rule="COIN-2"),)


def begin(_edition: str, given: Params) -> Coin:
    return Coin().put("evenings", altered(Evening(), **all_chosen(settings(), given)))


GAME = register_game(Game("coin", Coin, BOOKS, lambda _: BOOKS["coin-1"], begin, settings=settings))


@effect("coin.stands", puts="tossers")
class Stands(Effect):
    """Somebody as they stand now: they have come, or have a point more."""

    tosser: Tosser


@effect("coin.changed", puts="evenings")
class Changed(Effect):
    evening: Evening


@GAME.figure("standings")
def points_of(state: Coin, book: str) -> dict[str, int]:
    """Who has how many points. Source: COIN-4"""
    return {one.id: one.points for one in state.tossers.values()}


def phase_of(state: Coin) -> Literal["setup", "play", "over"]:
    """One may come until somebody scores, and wins with three points and more than all others."""
    first, second, *_others = sorted((0, 0, *points_of(state, "").values()), reverse=True)
    return "setup" if not first else "over" if first >= WINS and first > second else "play"


@GAME.procedure("enlist", rules=("COIN-1",), slot="enlist:{owner}", by="person:{owner}")
def enlist(ctx: Ctx[Coin, str], *, owner: str, name: str) -> Procedure[Effects]:
    """Come to the evening; who gives a name that is taken plays with them. Source: COIN-1"""
    there = ctx.state.tossers.values()
    yield from admit(phase_of(ctx.state) == "setup", "COIN-1", say("Somebody has scored already."))
    yield from admit(not any(owner in one.people for one in there), "COIN-1", say("You are here already."))
    alone = Tosser(
        id=ctx.new("tosser"), name=checked_name(name, 60, "COIN-1", say("Say what you are called."))
    )
    joined = next((one for one in there if one.name == alone.name), alone)
    return (Stands(tosser=altered(joined, people=(*joined.people, owner)), rule="COIN-1"),)


@GAME.procedure("change_setting", rules=("COIN-2",), slot="settings", repeat=True)
def change_setting(ctx: Ctx[Coin, str], *, key: str, value: str) -> Procedure[Effects]:
    """Change a setting of the evening. Source: COIN-2"""
    yield from admit(phase_of(ctx.state) != "over", "COIN-4", say("The evening is over."))
    evening = altered(ctx.state.evenings["evening"], **all_chosen(settings(), {key: value}))
    return (Changed(evening=evening, rule="COIN-2"),)


@GAME.procedure("toss", rules=("COIN-2", "COIN-3"), slot="toss:{tosser}", by="side:{tosser}", repeat=True)
def toss(ctx: Ctx[Coin, str], *, tosser: str, against: str) -> Procedure[Effects]:
    """Toss a coin. Source: COIN-2, COIN-3"""
    here, two = ctx.state.tossers, (tosser, against)
    sealed = ctx.state.evenings["evening"].calls == "sealed"
    require(tosser in here, "COIN-1", say("Nobody of that name tosses here."), "tosser")
    require(against in here.keys() - {tosser}, "COIN-2", say("Say whom you toss against."), "against")
    yield from admit(phase_of(ctx.state) != "over", "COIN-4", say("The evening is over."))
    call, faces = say("What do you call?"), (Option("heads", say("Heads")), Option("tails", say("Tails")))
    asked = [Choose(f"call:{one}", call, faces, rule="COIN-2", who=side(one), sealed=sealed) for one in two]
    calls = yield from ask_and_open(ctx.entry, asked, lambda _asked: say("What was called?"), rule="COIN-2")
    fallen = yield Draw("coin", say("How does the coin fall?"), faces, rule="COIN-3", who=side(tosser))
    right = [here[one] for one, called in zip(two, calls, strict=True) if called == fallen]
    return [Stands(tosser=altered(one, points=one.points + 1), rule="COIN-3") for one in right]


def owed(state: Coin, _book: str) -> Iterator[Todo]:
    """Any of them tosses, until it is over. Source: COIN-2, COIN-4"""
    for one in state.tossers if phase_of(state) != "over" and len(state.tossers) > 1 else ():
        yield Todo(kind="coin.toss", side=one, act="toss", params={"tosser": one}, any_of=True)


WHOSE_MOVE = WhoseMove(owed)
TELLERS = {
    "enlist": sentence_teller(mark("{name} has come")),
    "change_setting": lambda told: now_set(settings(), told.text("key"), told.text("value")),
    "toss": sentence_teller(mark("{tosser} tossed against {against}")),
}
