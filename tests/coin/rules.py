"""Heads or tails: two players call, a coin decides, whoever called it scores; the first to so many wins.

State, book, effects, procedures, the one figure and how an entry is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypedDict

from rules.engine.effects import Effect, apply_all, effect
from rules.engine.games import Choosable, Ctx, Effects, Game, chosen, register_game
from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.plain import Params
from rules.engine.procedure import Procedure, admit, gather, require
from rules.engine.questions import Choose, Face, Option, Reveal, Roll, side
from rules.engine.state import State, Table, altered
from rules.engine.telling import Told, plain, told_by

FACES = {"heads": mark("Heads"), "tails": mark("Tails")}
SETTINGS = (
    Choosable("wins", 3, (1, 3, 5), line="Points that win the evening.", rule="COIN-4"),
    Choosable("calls", "sealed", ("sealed", "open"), line="Whether a call is shown at once.", rule="COIN-2"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Where the evening stands, and its settings."""

    id: str = "evening"
    edition: str = "coin-1"
    wins: int = 3
    calls: Literal["sealed", "open"] = "sealed"
    phase: Literal["setup", "play", "over"] = "setup"
    winner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tosser:
    """One side of a toss: `owner` is the person who came first, `mates` those who play it with them."""

    id: str
    owner: str = ""
    mates: tuple[str, ...] = ()
    name: str = ""
    points: int = 0


@dataclass(frozen=True)
class Coin(State):
    """A whole evening."""

    evenings: Table[Evening] = field(default_factory=dict)
    tossers: Table[Tosser] = field(default_factory=dict)

    @property
    def now(self) -> Evening:
        return self.evenings["evening"]


@dataclass(frozen=True, slots=True)
class Book:
    """An edition."""

    title: str


type CoinCtx = Ctx[Coin, Book]
BOOKS = {"coin-1": Book("Heads or Tails")}


def begin(edition: str, settings: Params) -> Coin:
    """An evening nobody has come to yet."""
    values = {key: chosen(SETTINGS, key, value) for key, value in settings.items()}
    return Coin(evenings={"evening": altered(Evening(edition=edition or "coin-1"), **values)})


GAME = register_game(
    Game("coin", Coin, BOOKS, lambda state: BOOKS[state.now.edition], begin, settings=lambda _one: SETTINGS)
)


@effect("coin.enlisted")
class Enlisted(Effect):
    tosser: Tosser

    def apply(self, state: Coin) -> Coin:
        return state.put("tossers", self.tosser)


@effect("coin.joined")
class Joined(Effect):
    """Somebody plays a side with the others."""

    tosser: str
    mate: str

    def apply(self, state: Coin) -> Coin:
        mates = (*state.tossers[self.tosser].mates, self.mate)
        return state.change("tossers", self.tosser, mates=mates)


@effect("coin.changed")
class Changed(Effect):
    """A field of the evening has another value: a setting, the phase, who has won."""

    key: str
    value: str | int

    def apply(self, state: Coin) -> Coin:
        return state.change("evenings", "evening", **{self.key: self.value})


@effect("coin.tossed")
class Tossed(Effect):
    """How the coin fell for one of the two."""

    tosser: str
    call: str
    points: int

    def apply(self, state: Coin) -> Coin:
        return state.change("tossers", self.tosser, points=state.tossers[self.tosser].points + self.points)


@GAME.procedure("enlist", rules=("COIN-1",), slot="enlist:{owner}", by="person:{owner}")
def enlist(ctx: CoinCtx, *, owner: str, name: str) -> Procedure[Effects]:
    """Come to the evening under a name. Source: COIN-1"""
    taken = any(one.owner == owner for one in ctx.state.tossers.values())
    require(0 < len(name.strip()) <= 60, "COIN-1", say("Say what you are called."), "name")
    yield from admit(not taken, "COIN-1", say("You are here already."))
    yield from admit(ctx.state.now.phase == "setup", "COIN-1", say("The tossing has begun."))
    return (Enlisted(tosser=Tosser(id=ctx.new("tosser"), owner=owner, name=name.strip()), rule="COIN-1"),)


def _here(ctx: CoinCtx, tosser: str, key: str) -> str:
    """Somebody who tosses; raises `Refused` about the field `key`. Source: COIN-1"""
    require(tosser in ctx.state.tossers, "COIN-1", say("Nobody of that name tosses here."), key)
    return tosser


@GAME.procedure("join", rules=("COIN-1",), slot="join:{mate}", by="side:{tosser}")
def join(ctx: CoinCtx, *, tosser: str, mate: str) -> Procedure[Effects]:
    """Take somebody on to play with. Source: COIN-1"""
    there = {seat for one in ctx.state.tossers.values() for seat in (one.owner, *one.mates)}
    yield from admit(mate not in there, "COIN-1", say("They are here already."), "mate")
    return (Joined(tosser=_here(ctx, tosser, "tosser"), mate=mate, rule="COIN-1"),)


@GAME.procedure("start", rules=("COIN-1",), slot="start")
def start(ctx: CoinCtx) -> Procedure[Effects]:
    """Begin with the tossing. Source: COIN-1"""
    yield from admit(ctx.state.now.phase == "setup", "COIN-1", say("The tossing has begun."))
    yield from admit(len(ctx.state.tossers) > 1, "COIN-1", say("It takes two to toss."))
    return (Changed(key="phase", value="play", rule="COIN-1"),)


@GAME.procedure("change_setting", rules=("COIN-4",), slot="settings", repeat=True)
def change_setting(ctx: CoinCtx, *, key: str, value: str) -> Procedure[Effects]:
    """Change a setting of the evening. Source: COIN-4"""
    to = chosen(SETTINGS, key, value)
    yield from admit(ctx.state.now.phase != "over", "COIN-4", say("The evening is over."))
    return (Changed(key=key, value=to, rule="COIN-4"),) if to != getattr(ctx.state.now, key) else ()


@GAME.procedure(
    "toss",
    rules=("COIN-2", "COIN-3", "COIN-4"),
    slot="toss:{tosser}:{against}",
    by="side:{tosser}|side:{against}",
    repeat=True,
)
def toss(ctx: CoinCtx, *, tosser: str, against: str) -> Procedure[Effects]:
    """Both call, then the coin falls. Source: COIN-2 … COIN-4"""
    both = (_here(ctx, tosser, "tosser"), _here(ctx, against, "against"))
    require(tosser != against, "COIN-2", say("Nobody tosses against themselves."), "against")
    yield from admit(ctx.state.now.phase == "play", "COIN-2", say("There is no tossing now."))
    sealed = yield from gather(*(_call(ctx, one) for one in both))
    who = f"{side(tosser)}|{side(against)}"
    faces = (Face(1, said(FACES["heads"])), Face(2, said(FACES["tails"])))
    face: int = yield Roll(
        "coin", say("How does the coin fall?"), rule="COIN-3", who=who, die="D2", faces=faces
    )
    booked = list[Effect]()
    for one, given in zip(both, sealed, strict=True):
        call = (yield from _opened(ctx, one)) if ctx.state.now.calls == "sealed" else str(given)
        right = call == list(FACES)[face - 1]
        booked.append(Tossed(tosser=one, call=call, points=int(right), rule="COIN-3"))
    return (*booked, *_end(apply_all(ctx.state, booked)))


def _call(ctx: CoinCtx, tosser: str) -> Procedure[str]:
    options = tuple(Option(face, said(text)) for face, text in FACES.items())
    text = say("What does {name} call?", name=ctx.state.tossers[tosser].name)
    key, shut, who = f"call:{tosser}", ctx.state.now.calls == "sealed", side(tosser)
    call: str = yield Choose(key, text, rule="COIN-2", who=who, options=options, sealed=shut)
    return call


def _opened(ctx: CoinCtx, tosser: str) -> Procedure[str]:
    key, text = f"call:{tosser}", say("What was called?")
    call: str = yield Reveal(f"opened:{tosser}", text, rule="COIN-2", entry=ctx.entry, sealed_key=key)
    return call


def _end(state: Coin) -> Effects:
    """Whoever has points enough and more than everybody else has won. Source: COIN-4"""
    first, *others = standings(state, BOOKS[state.now.edition])
    if first["points"] < state.now.wins or first["points"] == others[0]["points"]:
        return ()
    won = Changed(key="winner", value=first["id"], rule="COIN-4")
    return (won, Changed(key="phase", value="over", rule="COIN-4"))


class Standing(TypedDict):
    """Where somebody stands."""

    id: str
    name: str
    points: int


@GAME.figure("standings")
def standings(state: Coin, book: Book) -> list[Standing]:
    """Who has how many points, most first. Source: COIN-4"""
    ranked = sorted(state.tossers.values(), key=lambda one: -one.points)
    return [{"id": one.id, "name": one.name, "points": one.points} for one in ranked]


def points_of(state: Coin, book: Book) -> dict[str, int]:
    return {one.id: one.points for one in state.tossers.values()}


def points_words(number: int) -> str:
    return say_many(number, "{number} point", "{number} points")


def _changed(told: Told) -> str:
    value = told.text("value")
    if told.text("key") == "wins":
        return say("{points} win the evening now", points=points_words(int(value)))
    return say("Calls are sealed now") if value == "sealed" else say("Calls are open now")


def _tossed(told: Told) -> str:
    calls = [
        say(
            "{name} called {call}: {scored}",
            name=told.names(one.tosser),
            call=said(FACES[one.call]),
            scored=points_words(one.points),
        )
        for one in told.all(Tossed)
    ]
    won = [
        say("{who} wins the evening", who=told.names(str(one.value)))
        for one in told.all(Changed)
        if one.key == "winner"
    ]
    return listed([*calls, *won])


TELLERS = {
    "enlist": plain(mark("{name} has come")),
    "join": plain(mark("{tosser} is not alone any more")),
    "start": plain(mark("The tossing begins")),
    "change_setting": _changed,
    "toss": _tossed,
}
tell = told_by(Told, TELLERS)
