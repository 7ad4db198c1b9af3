"""A toy game for tests of the heart: purses that gain and lose coins by dice, choices and sealed bids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.effects import Effect, effect
from rules.engine.games import Ctx, Game
from rules.engine.procedure import Procedure, admit, gather, require, roll_until
from rules.engine.questions import Choose, Face, Option, Roll, Split, YesNo, side
from rules.engine.state import State, Table


@dataclass(frozen=True, slots=True)
class Purse:
    id: str
    name: str = ""
    owner: str = ""
    coins: int = 0


@dataclass(frozen=True)
class Toy(State):
    purses: Table[Purse] = field(default_factory=dict)


@effect("toy.coins")
class Coins(Effect):
    purse: str
    amount: int

    def apply(self, state: Toy) -> Toy:
        purse = state.purses[self.purse]
        return state.put("purses", replace(purse, coins=purse.coins + self.amount))


@effect("toy.purse")
class NewPurse(Effect):
    purse: str
    name: str = ""
    owner: str = ""

    def apply(self, state: Toy) -> Toy:
        return state.put("purses", Purse(self.purse, self.name, self.owner))


def begin(edition: str, settings: Mapping[str, Any]) -> Toy:
    purses = {name: Purse(name, name.title(), coins=coins) for name, coins in settings.items()}
    return Toy(purses=purses)


GAME = Game("toy", Toy, {"1": None}, lambda state: None, begin)

type Toys = Procedure[tuple[Effect, ...]]


@GAME.procedure("open", slot="open:{owner}", by="member")
def open_purse(ctx: Ctx[Toy, None], *, owner: str, name: str) -> Toys:
    """Open a purse."""
    yield from admit(bool(name.strip()), "TOY-1", "A purse needs a name.")
    return (NewPurse(purse=ctx.new("purse"), name=name, owner=owner),)


@GAME.procedure("dig", slot="dig:{day}:{purse}", by="side:{purse}")
def dig(ctx: Ctx[Toy, None], *, purse: str, day: int = 1) -> Toys:
    """Dig for coins: a 1 is dug again, a 6 may be doubled or lost."""
    require(purse in ctx.state.purses, "TOY-2", "There is no such purse.")
    faces = tuple(Face(n, str(n), again=n == 1) for n in range(1, 7))
    found = yield from roll_until(f"dig:{purse}", faces, text="How deep?", rule="TOY-2", who=side(purse))
    if found == 6:
        double = yield YesNo(f"double:{purse}", "Double or nothing?", who=side(purse))
        if double:
            again = yield Roll(f"double:{purse}:die", "4 or more doubles.", who=side(purse))
            found = 12 if again >= 4 else 0
    return (Coins(purse=purse, amount=found, rule="TOY-2"),)


@GAME.procedure("dig_all", slot="dig_all:{day}", by="table")
def dig_all(ctx: Ctx[Toy, None], *, day: int = 1) -> Toys:
    """Everybody digs at once."""
    results = yield from gather(*(dig(ctx, purse=purse, day=day) for purse in sorted(ctx.state.purses)))
    return tuple(one for effects in results for one in effects)


@GAME.procedure("pay", slot="pay:{purse}", by="side:{purse}", repeat=True)
def pay(ctx: Ctx[Toy, None], *, purse: str, to: str, amount: int) -> Toys:
    """Pay somebody."""
    require(purse in ctx.state.purses and to in ctx.state.purses, "TOY-3", "There is no such purse.")
    require(0 < amount <= ctx.state.purses[purse].coins, "TOY-3", "There are not enough coins.", "amount")
    yield from admit(amount <= 10, "TOY-4", "At most 10 coins at a time.")
    return (Coins(purse=purse, amount=-amount), Coins(purse=to, amount=amount))


@GAME.procedure("share", slot="share:{day}", by="organiser")
def share(ctx: Ctx[Toy, None], *, total: int, day: int = 1) -> Toys:
    """Share coins out, then choose who starts."""
    names = tuple(Option(p.id, p.name) for p in ctx.state.purses.values())
    shares = yield Split("shares", "Who gets how many?", options=names, total=total)
    first = yield Choose("first", "Who starts?", options=names)
    bonus = Coins(purse=first, amount=1)
    return (*(Coins(purse=purse, amount=amount) for purse, amount in shares if amount), bonus)
