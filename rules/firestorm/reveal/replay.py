"""The reveal told again, one banner at a time, out of what its one entry has booked. Source: FS-27, FS-164"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.engine.effects import Effect, apply_all
from rules.firestorm.effects import BattleJoined, BattleOpened, Marched, OrderShown, OwnerChanged
from rules.firestorm.state import Firestorm, Order


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealStep:
    """One banner's turn in the reveal: its order, what it claimed, the battle it came to, the map after it.

    `battle` is one it opened, or `joined`; `ring` says that it changed places with friends.
    """

    order: Order
    claimed: tuple[str, ...] = ()
    to: str = ""
    trail: tuple[str, ...] = ()
    moved: bool = False
    ring: bool = False
    battle: str = ""
    joined: str = ""
    state: Firestorm


def reveal_steps(before: Firestorm, effects: Iterable[Effect]) -> tuple[RevealStep, ...]:
    """Each banner as it was revealed: of a faction first those that stay. Source: FS-27, FS-176"""
    found: list[RevealStep] = []
    state = before
    for section in _sections(effects):
        for own in _by_banner(section):
            state = apply_all(state, own)
            found.append(_step(own, state))
    return tuple(found)


def _sections(effects: Iterable[Effect]) -> Iterator[list[Effect]]:
    """The effects of each faction's turn; what is booked after the last one is no step."""
    section: list[Effect] = []
    for one in effects:
        if isinstance(one, OrderShown) and section and _faction(section) != one.order.faction:
            yield section
            section = []
        if isinstance(one, OrderShown) or (section and revealed_banner(one)):
            section.append(one)
        elif section:
            break
    if section:
        yield section


def _faction(section: list[Effect]) -> str:
    first = section[0]
    return first.order.faction if isinstance(first, OrderShown) else ""


def revealed_banner(one: Effect) -> str:
    """The banner whose turn in the reveal an effect belongs to. Source: FS-27"""
    match one:
        case OrderShown(order=order):
            return order.banner
        case OwnerChanged(banner=banner) | Marched(banner=banner) | BattleJoined(banner=banner):
            return banner
        case BattleOpened(battle=battle):
            return battle.attacker
    return ""


def _by_banner(section: list[Effect]) -> Iterator[list[Effect]]:
    """Who stays, then who has moved, in the order in which they did."""
    own: dict[str, list[Effect]] = {}
    for one in section:
        own.setdefault(revealed_banner(one), []).append(one)
    marched = [one.banner for one in section if isinstance(one, Marched)]
    yield from (own[one] for one in own if one not in marched)
    yield from (own[one] for one in marched)


def _step(own: list[Effect], state: Firestorm) -> RevealStep:
    shown = next(one.order for one in own if isinstance(one, OrderShown))
    marched = next((one for one in own if isinstance(one, Marched)), None)
    return RevealStep(
        order=shown,
        claimed=tuple(one.territory for one in own if isinstance(one, OwnerChanged)),
        to=marched.to if marched else state.banners[shown.banner].territory,
        trail=marched.trail if marched else (),
        moved=marched is not None and marched.moved,
        ring=marched is not None and marched.ring,
        battle=next((one.battle.id for one in own if isinstance(one, BattleOpened)), ""),
        joined=next((one.battle for one in own if isinstance(one, BattleJoined)), ""),
        state=state,
    )
