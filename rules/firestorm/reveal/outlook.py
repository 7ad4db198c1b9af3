"""What an order would meet as the map stands: what its faction may know before anything is revealed.

Only what is public and the faction's own plans count, so nothing here says what others have ordered.
Source: FS-20, FS-32, FS-33, FS-35, FS-167
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import banners_at, garrison, near, on_map, steps_from
from rules.firestorm.orders.plans import MOVING, OrderPlan, most_steps
from rules.firestorm.reveal.presence import enemy_there, friend_there
from rules.firestorm.state import Banner, Firestorm

type Found = Literal["own", "free", "undefended", "battle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TerritoryOutlook:
    """What a banner finds in a territory on its way.

    `banner` is the enemy who stands there, `goes` whether its faction moves before ours and so may be gone;
    `garrison` are its points, `friend` a banner of our own that stands in the way at the end.
    """

    territory: str
    found: Found
    owner: str = ""
    banner: str = ""
    garrison: int = 0
    goes: bool = False
    friend: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threat:
    """An enemy banner that could come; `first` when its faction moves before ours."""

    banner: str
    steps: int
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """An order and what it would meet. `ends` is where it would stand, `cut` what lies beyond a battle."""

    meetings: tuple[TerritoryOutlook, ...]
    ends: str
    cut: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    garrison: int = 0
    tired: bool = False
    fortified: int = 0
    threats: tuple[Threat, ...] = ()

    @property
    def battle(self) -> TerritoryOutlook | None:
        """The battle it would come to."""
        return next((one for one in self.meetings if one.found == "battle"), None)


def outlook(
    state: Firestorm, book: FirestormInForce, plan: OrderPlan, plans: Mapping[str, OrderPlan]
) -> Outlook:
    """What a banner's order would meet, with its faction's other plans. Source: FS-33, FS-35, FS-38"""
    banner = state.banners[plan.banner]
    path = plan.path if plan.kind in MOVING else ()
    met = tuple(_met(state, book, banner, path, plans))
    ends = met[-1].territory if met else banner.territory
    place = state.territories[ends]
    order = state.factions[banner.faction].alliance == "order"
    return Outlook(
        meetings=met,
        ends=ends,
        cut=path[len(met) :],
        support=tuple(planned_supporters(state, banner, ends, plans)),
        garrison=garrison(book, place) if place.owner == banner.faction else 0,
        tired=plan.kind == "forced_march" and bool(path),
        fortified=book.figures.fortify_bonus if plan.kind == "fortify" and order else 0,
        threats=tuple(threats(state, book, banner, ends)),
    )


def _met(
    state: Firestorm,
    book: FirestormInForce,
    banner: Banner,
    path: tuple[str, ...],
    plans: Mapping[str, OrderPlan],
) -> Iterator[TerritoryOutlook]:
    """What is met step by step, up to the first battle. Source: FS-32, FS-33, FS-167"""
    for number, territory in enumerate(path, start=1):
        place, last = state.territories[territory], number == len(path)
        friend = friend_there(state, territory, banner) if last else None
        waits = friend.id if friend and not _leaves(friend, plans) else ""
        if enemy_there(state, book, territory, banner.faction):
            yield _fight(state, book, territory, banner)
            return
        mine = place.owner == banner.faction
        found: Found = "own" if mine else "undefended" if place.owner else "free"
        yield TerritoryOutlook(territory=territory, found=found, owner=place.owner, friend=waits)


def _leaves(friend: Banner, plans: Mapping[str, OrderPlan]) -> bool:
    plan = plans.get(friend.id)
    return plan is not None and plan.kind in MOVING and bool(plan.path)


def _fight(state: Firestorm, book: FirestormInForce, territory: str, banner: Banner) -> TerritoryOutlook:
    """A battle, against the banner that stands there, the garrison of its owner, or both. Source: FS-52"""
    place = state.territories[territory]
    enemy = next((one for one in banners_at(state, territory) if one.faction != banner.faction), None)
    owner = enemy.faction if enemy else place.owner
    theirs = garrison(book, place) if place.owner == owner else 0
    return TerritoryOutlook(
        territory=territory,
        found="battle",
        owner=owner,
        banner=enemy.id if enemy else "",
        garrison=theirs,
        goes=enemy is not None and reveals_before(state, enemy.faction, banner.faction),
    )


def reveals_before(state: Firestorm, one: str, other: str) -> bool:
    """Whether a faction reveals before another. Source: FS-27"""
    order = state.now.initiative
    return one in order and other in order and order.index(one) < order.index(other)


def planned_supporters(
    state: Firestorm, banner: Banner, territory: str, plans: Mapping[str, OrderPlan]
) -> Iterator[str]:
    """Banners of its faction that would stand next to a territory, as planned. Source: FS-20"""
    beside = near(state).get(territory, ())
    for one in on_map(state, banner.faction):
        plan = plans.get(one.id)
        moves = plan is not None and plan.kind in MOVING and plan.path
        stands = plan.path[-1] if plan and moves else one.territory
        if one.id != banner.id and stands in beside:
            yield one.id


def threats(state: Firestorm, book: FirestormInForce, banner: Banner, ends: str) -> Iterator[Threat]:
    """Enemy banners that could come: to where it stands before it moves, or to where it ends, after it.

    Source: FS-28, FS-31, FS-34
    """
    for one in on_map(state):
        if one.faction == banner.faction:
            continue
        first = reveals_before(state, one.faction, banner.faction)
        steps = steps_from(state, one.territory).get(banner.territory if first else ends, 0)
        if 0 < steps <= most_steps(state, book, one.faction, "forced_march"):
            yield Threat(banner=one.id, steps=steps, first=first)


def next_territories(state: Firestorm, book: FirestormInForce, plan: OrderPlan) -> tuple[str, ...]:
    """Territories the order may enter next. Source: FS-31, FS-34"""
    banner = state.banners[plan.banner]
    if len(plan.path) >= most_steps(state, book, banner.faction, plan.kind):
        return ()
    here = plan.path[-1] if plan.path else banner.territory
    return near(state).get(here, ())
