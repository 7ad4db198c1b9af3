"""The published cases of the reveal: data in `cases/*.toml`, each a situation, orders and an outcome.

Orders are written as at the table: `move T08`, `march T08 T09`, `fortify`, `hold`, with `#2` for when. Where
a case says how its battles end (`results`, the attacker's, by territory; `tabled` sides), the banners' fates
follow: `rolls` are their dice, `goes` where their factions send them, `razes` who razes.
`python -m tests.rules.firestorm.cases` writes them to `docs/firestorm-reveal.md`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.engine.games import Ctx
from rules.engine.procedure import Open
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.effects import BattleDecided
from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.reveal.revealing import settle_reveal
from rules.firestorm.state import Battle, Firestorm, OrderKind
from rules.firestorm.work import FirestormWork
from tests.rules.firestorm.play import HOMES, League, league

FOLDER = Path(__file__).parent / "cases"
KINDS: dict[str, OrderKind] = {"move": "move", "march": "forced_march", "fortify": "fortify", "hold": "hold"}


@dataclass(frozen=True, kw_only=True)
class Case:
    """A case as its file has it. `then` says only what the case is about."""

    number: int
    title: str
    rules: tuple[int, ...]
    initiative: tuple[str, ...]
    banners: dict[str, str]
    orders: dict[str, str]
    own: dict[str, tuple[str, ...]] = field(default_factory=dict)
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    tabled: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rolls: dict[str, int] = field(default_factory=dict)
    goes: dict[str, str] = field(default_factory=dict)
    razes: tuple[str, ...] = ()
    then: dict[str, Any] = field(default_factory=dict)
    example: str = ""

    @property
    def rule_ids(self) -> tuple[str, ...]:
        return tuple(f"FS-{one:02}" for one in self.rules)


def cases() -> list[Case]:
    """All of them, by number."""
    return sorted(_read(), key=lambda one: one.number)


def _read() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield Case(**row)


def plan(banner: str, words: str) -> OrderPlan:
    """`march T08 T09 #2` as a plan."""
    kind, *rest = words.split()
    seq = next((int(one[1:]) for one in rest if one.startswith("#")), 0)
    path = tuple(one for one in rest if not one.startswith("#"))
    return OrderPlan(banner=banner, kind=KINDS[kind], path=path, seq=seq)


def situation(case: Case) -> League:
    """The map as the case finds it: no banners but those it names, towers where factions begin."""
    found = league(*case.initiative, **case.settings)
    for one in case.initiative:
        found.gone(f"{one}1")
    for owner, territories in case.own.items():
        found.own(owner, *territories)
    for banner, territory in case.banners.items():
        found.stand(banner, territory)
    for territory, items in case.items.items():
        found.build(territory, *items)
    return found.enter("reveal", *case.initiative)


def revealed(found: League, orders: dict[str, str]) -> Firestorm:
    """The state after the reveal of these orders."""
    sheets: dict[str, dict[str, OrderPlan]] = {}
    for banner, words in orders.items():
        sheets.setdefault(banner[0], {})[banner] = plan(banner, words)
    work = FirestormWork(Ctx(found.state, found.book_now, "e1"))
    settle_reveal(work, sheets)
    found.book(work.done())
    return found.state


def fought(found: League, case: Case) -> Firestorm:
    """The state after the battles have ended as the case says, and the fates of the beaten."""
    for battle in list(found.state.battles.values()):
        result, tabled = case.results[battle.territory], tuple(case.tabled.get(battle.territory, ()))
        found.book([BattleDecided(battle=battle.id, result=result, tabled=tabled, rule="FS-50")])  # type: ignore[arg-type]
    work = FirestormWork(Ctx(found.state, found.book_now, "e2"))
    enter_turn_phase(work, "aftermath")
    found.book(work.done())
    for _battle, banner in leaving(found.state):
        _leave(found, case, "choose_retreat", banner.id)
    for banner in scattered_banners(found.state):
        _leave(found, case, "choose_rally", banner.id)
    for one in case.razes:
        found.do("raze", faction=one[0], banner=one)
    return found.state


def _leave(found: League, case: Case, act: str, banner: str) -> None:
    """With the die and the choice of the case, where there is one."""
    asked = found.drive(act, faction=banner[0], banner=banner)
    rolled = isinstance(asked, Open) and asked.questions[0].kind == "roll"
    dice = (case.rolls[banner],) if rolled else ()
    asked = found.drive(act, faction=banner[0], banner=banner, dice=dice)
    choices = (case.goes[banner],) if isinstance(asked, Open) else ()
    found.do(act, faction=banner[0], banner=banner, dice=dice, choices=choices)


def outcome(state: Firestorm, then: dict[str, Any]) -> dict[str, Any]:
    """What the state says of everything `then` asks about."""
    looks = {
        "at": lambda: {one: state.banners[one].territory for one in then["at"]},
        "own": lambda: {one: state.territories[one].owner for one in then["own"]},
        "battles": lambda: battles(state),
        "holds": lambda: {one: state.orders[f"turn:1:{one}"].reason for one in then["holds"]},
        "tired": lambda: sorted(tired(state)),
        "stands": lambda: {one: where(state, one) for one in then["stands"]},
        "items": lambda: {one: list(state.territories[one].items) for one in then["items"]},
        "points": lambda: {one: points(state, one) for one in then["points"]},
    }
    return {key: looks[key]() for key in then}


def where(state: Firestorm, banner: str) -> str:
    """The territory of a banner, or `reserve`."""
    found = state.banners[banner]
    return found.territory if found.at == "map" else found.at


def battles(state: Firestorm) -> list[str]:
    """`D1 v O2 + 1500 at T12`, `C1 v winner at T12`, in the order they were opened."""
    return [_battle(one) for one in sorted(state.battles.values(), key=lambda one: one.number)]


def _battle(battle: Battle) -> str:
    garrison = str(battle.garrison) if battle.garrison else ""
    against = " + ".join(one for one in (battle.defender, garrison) if one) or "winner"
    third = f" v {battle.third}" if battle.third else ""
    return f"{battle.attacker} v {against}{third} at {battle.territory}"


def tired(state: Firestorm) -> Iterator[str]:
    for one in state.battles.values():
        yield from (banner for banner in one.banners if state.banners[banner].marched)


def points(state: Firestorm, side: str) -> int:
    """Points of a banner, or of a garrison by its territory."""
    for one in state.battles.values():
        if one.attacker == side:
            return sum(line.points for line in one.lines if line.side == "attack")
        if side in (one.defender, one.territory):
            return sum(line.points for line in one.lines if line.side == "defend")
    raise AssertionError(f"{side} fights nowhere")


def homes(case: Case) -> dict[str, str]:
    return {HOMES[one][1]: one for one in case.initiative}
