"""What a sensible player would do next in a Firestorm league: for the demo club, and for seasons in tests.

One move at a time, made of what the rules offer; dice and the other questions are whoever plays it to answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.engine.todos import with_must
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.aftermath.razing import raze_problems, too_many
from rules.firestorm.aftermath.spoils import unrolled
from rules.firestorm.book import FirestormInForce
from rules.firestorm.building.shop import shop_items
from rules.firestorm.faction_figures import (
    banners_at,
    banners_in_reserve,
    battles_this_turn,
    bouts_of,
    garrison,
    is_stronghold,
    near,
    on_map,
)
from rules.firestorm.orders.plans import OrderPlan, most_steps
from rules.firestorm.orders.sheet import sheet_key
from rules.firestorm.preparing.banners import raise_problems, returns
from rules.firestorm.siege.siege_rules import is_option_open, options_of_side
from rules.firestorm.siege_state import Besieging, Siege
from rules.firestorm.state import Banner, Battle, Firestorm, Grade, OrderKind
from rules.firestorm.todos import faction_todos

WON: tuple[Grade, ...] = ("major_victory", "minor_victory", "draw", "minor_defeat", "major_defeat")
ODDS = (2, 3, 1, 3, 2)


@dataclass(frozen=True, slots=True)
class MarshalMove:
    """An act of a faction; `answers` are those that are more than dice, by the key of their question."""

    faction: str
    act: str
    params: Mapping[str, object]
    answers: Mapping[str, object] = field(default_factory=dict)


def next_move(state: Firestorm, book: FirestormInForce, luck: random.Random) -> MarshalMove | None:
    """What somebody does next; None where the phase waits for nobody."""
    return next(_moves(state, book, luck), None)


def _moves(state: Firestorm, book: FirestormInForce, luck: random.Random) -> Iterator[MarshalMove]:
    phase = state.now.phase
    if phase == "battles":
        for battle in battles_this_turn(state):
            yield from _battle(state, book, battle, luck)
        yield from _leaving(state)
    elif phase == "aftermath":
        yield from _leaving(state)
    for faction in filter(None, with_must(faction_todos(state, book))):
        yield from _of_faction(state, book, faction, luck)


def _of_faction(
    state: Firestorm, book: FirestormInForce, faction: str, luck: random.Random
) -> Iterator[MarshalMove]:
    phase = state.now.phase
    if phase == "orders":
        yield sealing_move(state, book, faction, luck)
        return
    if phase == "preparation":
        yield from _preparing(state, book, faction)
    elif phase == "aftermath":
        yield from _settling(state, book, faction)
    elif phase == "build":
        yield from _building(state, book, faction, luck)
    if phase in ("preparation", "aftermath", "build"):
        yield MarshalMove(faction, "ready", {"step": state.now.step, "faction": faction})


# Preparation


def _preparing(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[MarshalMove]:
    common = {"turn": state.now.turn, "faction": faction}
    for one in banners_in_reserve(state, faction):
        if returns(state, book, one):
            yield MarshalMove(faction, "return_banner", {**common, "banner": one.id})
    if not any(raise_problems(state, book, faction)):
        yield MarshalMove(faction, "raise_banner", common)


# Orders


def sealing_move(state: Firestorm, book: FirestormInForce, faction: str, luck: random.Random) -> MarshalMove:
    """The faction's orders, sealed."""
    said: list[tuple[str, object]] = []
    taken: set[str] = set()
    for number, banner in enumerate(on_map(state, faction), 1):
        plan = _plan(state, book, banner, luck, taken)
        taken.add(plan.path[-1] if plan.path else banner.territory)
        said += [
            (f"kind:{banner.id}", plan.kind),
            (f"path:{banner.id}", list(plan.path)),
            (f"seq:{banner.id}", number),
        ]
    key = sheet_key(state.now.turn, faction)
    return MarshalMove(faction, "seal_orders", {"turn": state.now.turn, "faction": faction}, {key: said})


def _plan(
    state: Firestorm, book: FirestormInForce, banner: Banner, luck: random.Random, taken: set[str]
) -> OrderPlan:
    """Towards land that is not ours and where nobody of ours goes; now and then in one place."""
    kind: OrderKind = luck.choice(("move", "move", "forced_march", "forced_march", "hold"))
    if kind == "hold":
        return OrderPlan(banner=banner.id)
    ways, path, at = near(state), list[str](), banner.territory
    for _step in range(min(2, most_steps(state, book, banner.faction, kind))):
        open_ = [one for one in ways.get(at, ()) if one not in taken and one not in path]
        fresh = [one for one in open_ if state.territories[one].owner != banner.faction]
        if not (fresh or open_):
            break
        at = luck.choice(_walled(state, book, fresh) or fresh or open_)
        path.append(at)
    if not path:
        return OrderPlan(banner=banner.id)
    return OrderPlan(banner=banner.id, kind="move" if len(path) == 1 else kind, path=tuple(path))


def _walled(state: Firestorm, book: FirestormInForce, places: list[str]) -> list[str]:
    """Strongholds of others that somebody defends: worth a siege."""
    return [
        one
        for one in places
        if state.territories[one].owner
        and is_stronghold(book, state.territories[one])
        and (banners_at(state, one) or garrison(book, state.territories[one]))
    ]


# Battles


def _battle(
    state: Firestorm, book: FirestormInForce, battle: Battle, luck: random.Random
) -> Iterator[MarshalMove]:
    if battle.status != "open":
        return
    siege = state.sieges.get(battle.id)
    if siege and siege.step not in ("field", "offered", "closed", "assault"):
        yield _siege(state, book, battle, siege, luck)
    elif waiting := bouts_of(state, battle.id, "reported"):
        other = next(one for one in battle.factions if one != waiting[0].reported_by)
        yield MarshalMove(other, "confirm", {"bout": waiting[0].id, "faction": other})
    elif siege and siege.step == "assault":
        winner = luck.choice(("besieger", "besieged"))
        sent = {"battle": battle.id, "faction": battle.attack, "winner": winner}
        yield MarshalMove(battle.attack, "end_siege", sent)
    else:
        yield _report(battle, luck)


def _report(battle: Battle, luck: random.Random) -> MarshalMove:
    result = luck.choices(WON, ODDS)[0]
    sent: dict[str, object] = {"battle": battle.id, "faction": battle.attack, "result": result}
    if battle.third and result in ("minor_defeat", "major_defeat"):
        sent["winner"] = "defend"
    return MarshalMove(battle.attack, "report", sent)


def lay_siege(state: Firestorm, battle: Battle) -> MarshalMove:
    """Whoever defends a stronghold wants a siege."""
    return MarshalMove(battle.defend, "offer_siege", {"battle": battle.id, "faction": battle.defend})


def _siege(
    state: Firestorm, book: FirestormInForce, battle: Battle, siege: Siege, luck: random.Random
) -> MarshalMove:
    """The next step of a siege: its opening, its timer, an option of a side."""
    turn = siege.completed + 1
    if siege.step == "start":
        return MarshalMove(battle.attack, "start_siege", {"battle": battle.id, "faction": battle.attack})
    if siege.step == "timer":
        sent = {"battle": battle.id, "faction": battle.attack, "turn": turn}
        return MarshalMove(battle.attack, "siege_turn", sent)
    mine: Besieging = "besieger" if siege.step == "besieger" else "besieged"
    who = battle.attack if mine == "besieger" else battle.defend
    keys = [
        key
        for key, row in options_of_side(book, mine).items()
        if not row.target and is_option_open(state, book, siege, key)
    ]
    sent = {"battle": battle.id, "faction": who, "turn": turn, "option": luck.choice(keys)}
    return MarshalMove(who, "take_option", sent)


# Aftermath


def _leaving(state: Firestorm) -> Iterator[MarshalMove]:
    """The next banner that has to leave, then the next that rallies."""
    due = [("choose_retreat", banner) for _battle, banner in leaving(state)]
    due += [("choose_rally", banner) for banner in scattered_banners(state)]
    for act, banner in due[:1]:
        sent = {"turn": state.now.turn, "faction": banner.faction, "banner": banner.id}
        yield MarshalMove(banner.faction, act, sent)


def _settling(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[MarshalMove]:
    common = {"turn": state.now.turn, "faction": faction}
    for battle in unrolled(state, faction):
        yield MarshalMove(faction, "roll_build", {**common, "battle": battle.id})
    if too_many(state, book, faction):
        for banner in (*on_map(state, faction), *banners_in_reserve(state, faction)):
            yield MarshalMove(faction, "remove_banner", {**common, "banner": banner.id})
    for banner in on_map(state, faction):
        if not any(raze_problems(state, book, banner)):
            yield MarshalMove(faction, "raze", {**common, "banner": banner.id})


# Build


def _building(
    state: Firestorm, book: FirestormInForce, faction: str, luck: random.Random
) -> Iterator[MarshalMove]:
    offers = [one for one in shop_items(state, book, faction) if one.why_not is None and not one.idle]
    if offers:
        one = luck.choice(offers)
        yield MarshalMove(
            faction, "build", {"faction": faction, "territory": one.territory, "item": one.item}
        )
