"""Heads or tails: two sides call, a coin decides, whoever called it scores; so many points win."""

from dataclasses import dataclass, field
from typing import Literal

from rules.engine.effects import Effect, apply_all, effect
from rules.engine.games import Choosable, Ctx, Effects, Game, chosen, register_game
from rules.engine.language import mark, said, say
from rules.engine.plain import Params
from rules.engine.procedure import Procedure, admit, gather, require, unsealed
from rules.engine.questions import Choose, Face, Option, Roll, side
from rules.engine.state import State, Table, altered
from rules.engine.telling import Told, now_set, plain, told_by

BOOKS = {"coin-1": "Heads or Tails"}
COINS = ("COIN-2", "COIN-3", "COIN-4")
FACES = {"heads": mark("Heads"), "tails": mark("Tails")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    id: str = "evening"
    wins: int = 3
    calls: Literal["sealed", "open"] = "sealed"
    phase: Literal["setup", "play", "over"] = "setup"
    winner: str = ""


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

    @property
    def now(self) -> Evening:
        return self.evenings["evening"]


def settings(_edition: str = "") -> tuple[Choosable, ...]:
    calls, line = {"sealed": say("sealed"), "open": say("open")}, say("How calls are made.")
    wins = Choosable("wins", 3, (1, 3, 5), line=say("Points that win."), rule="COIN-4")
    return (wins, Choosable("calls", "sealed", tuple(calls), line=line, rule="COIN-2", words=calls))


def begin(_edition: str, given: Params) -> Coin:
    values = {key: chosen(settings(), key, value) for key, value in given.items()}
    return Coin(evenings={"evening": altered(Evening(), **values)})


GAME = register_game(Game("coin", Coin, BOOKS, lambda _: BOOKS["coin-1"], begin, settings=settings))


@effect("coin.enlisted", puts="tossers")
class Enlisted(Effect):
    tosser: Tosser


@effect("coin.changed", puts="evenings")
class Changed(Effect):
    evening: Evening


@effect("coin.tossed", sets="tossers")
class Tossed(Effect):
    tosser: str
    points: int


@GAME.procedure("enlist", rules=("COIN-1",), slot="enlist:{owner}", by="person:{owner}")
def enlist(ctx: Ctx[Coin, str], *, owner: str, name: str) -> Procedure[Effects]:
    """Come to the evening; who gives a name that is taken plays with them. Source: COIN-1"""
    there = ctx.state.tossers.values()
    yield from admit(ctx.state.now.phase == "setup", "COIN-1", say("The tossing has begun."))
    yield from admit(not any(owner in one.people for one in there), "COIN-1", say("You are here already."))
    require(0 < len(name.strip()) <= 60, "COIN-1", say("Say what you are called."), "name")
    alone = Tosser(id=ctx.new("tosser"), name=name.strip())
    joined = next((one for one in there if one.name == alone.name), alone)
    return (Enlisted(tosser=altered(joined, people=(*joined.people, owner)), rule="COIN-1"),)


@GAME.procedure("start", rules=("COIN-1",), slot="start")
def start(ctx: Ctx[Coin, str]) -> Procedure[Effects]:
    """Begin with the tossing. Source: COIN-1"""
    yield from admit(ctx.state.now.phase == "setup", "COIN-1", say("The tossing has begun."))
    yield from admit(len(ctx.state.tossers) > 1, "COIN-1", say("It takes two to toss."))
    return (Changed(evening=altered(ctx.state.now, phase="play"), rule="COIN-1"),)


@GAME.procedure("change_setting", rules=("COIN-4",), slot="settings", repeat=True)
def change_setting(ctx: Ctx[Coin, str], *, key: str, value: str) -> Procedure[Effects]:
    """Change a setting of the evening. Source: COIN-4"""
    now = altered(ctx.state.now, **{key: chosen(settings(), key, value)})
    yield from admit(now.phase != "over", "COIN-4", say("The evening is over."))
    return (Changed(evening=now, rule="COIN-4"),) if now != ctx.state.now else ()


@GAME.procedure("toss", rules=COINS, slot="toss:{tosser}:{against}", by="side:{tosser}", repeat=True)
def toss(ctx: Ctx[Coin, str], *, tosser: str, against: str) -> Procedure[Effects]:
    """Toss a coin. Source: COIN-2 … COIN-4"""
    for key, one in (("tosser", tosser), ("against", against)):
        require(one in ctx.state.tossers, "COIN-1", say("Nobody of that name tosses here."), key)
    require(tosser != against, "COIN-2", say("Nobody tosses against themselves."), "against")
    yield from admit(ctx.state.now.phase == "play", "COIN-2", say("There is no tossing now."))
    calls = yield from gather(_call(ctx, tosser), _call(ctx, against))
    faces = tuple(Face(face, said(words)) for face, words in enumerate(FACES.values(), 1))
    text, booked = say("How does the coin fall?"), list[Effect]()
    face: int = yield Roll("coin", text, rule="COIN-3", who=side(tosser), die="D2", faces=faces)
    for one, call in zip((tosser, against), calls, strict=True):
        if ctx.state.now.calls == "sealed":
            call = yield from unsealed(ctx.entry, f"call:{one}", say("What was called?"), rule="COIN-2")
        points = ctx.state.tossers[one].points + int(call == list(FACES)[face - 1])
        booked.append(Tossed(tosser=one, points=points, rule="COIN-3"))
    after = apply_all(ctx.state, booked)
    first, second, *_others = sorted(after.tossers.values(), key=lambda one: -one.points)
    if first.points >= after.now.wins and first.points > second.points:
        over = altered(after.now, phase="over", winner=first.id)
        booked.append(Changed(evening=over, rule="COIN-4"))
    return booked


def _call(ctx: Ctx[Coin, str], one: str) -> Procedure[str]:
    ask, shut = say("What do you call?"), ctx.state.now.calls == "sealed"
    faces = tuple(Option(face, said(words)) for face, words in FACES.items())
    call: str = yield Choose(f"call:{one}", ask, rule="COIN-2", who=side(one), options=faces, sealed=shut)
    return call


@GAME.figure("standings")
def points_of(state: Coin, book: str) -> dict[str, int]:
    """Who has how many points. Source: COIN-4"""
    return {one.id: one.points for one in state.tossers.values()}


def _won(told: Told) -> list[str]:
    won = (told.names(one.evening.winner) for one in told.all(Changed) if one.evening.winner)
    return [say("{who} wins the evening", who=one) for one in won]


TELLERS = {
    "enlist": plain(mark("{name} has come")),
    "start": plain(mark("The tossing begins")),
    "change_setting": lambda told: now_set(settings(), told.text("key"), told.text("value")),
    "toss": plain(mark("{tosser} tossed against {against}")),
}
tell = told_by(Told, TELLERS, _won)
