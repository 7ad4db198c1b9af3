"""How one faction's banners move: one after the other, waiting for friends who leave, in a ring if need be.

Source: FS-32 … FS-34, FS-41, FS-169 … FS-175, FS-187
"""

from __future__ import annotations

from rules.firestorm.effects import Marched, OwnerChanged
from rules.firestorm.faction_figures import order_id
from rules.firestorm.orders.plans import MOVING, OrderPlan, in_sequence
from rules.firestorm.reveal.opening import open_battle
from rules.firestorm.reveal.presence import blocked_on, enemy_there, friend_there, ring, stops_before
from rules.firestorm.state import Banner
from rules.firestorm.work import FirestormWork


def walk(work: FirestormWork, plans: list[OrderPlan]) -> None:
    """Carry these plans of one faction out, in their order. Source: FS-169, FS-187"""
    queue = list(plans)
    while queue:
        for place, plan in enumerate(queue):
            left = {one.banner for one in queue if one is not plan}
            if not _waits(work, plan, left):
                del queue[place]
                march_banner(work, plan)
                # who was passed over waits behind those who have not been asked
                queue = [*queue[place:], *queue[:place]]
                break
        else:
            queue = _untangle(work, queue)


def _waits(work: FirestormWork, plan: OrderPlan, left: set[str]) -> str:
    banner = work.state.banners[plan.banner]
    return blocked_on(work.state, work.book, banner, plan.path, left)


def _untangle(work: FirestormWork, queue: list[OrderPlan]) -> list[OrderPlan]:
    """Everybody waits for another: a ring turns, or the first stops short. Source: FS-169"""
    names = [one.banner for one in queue]
    waits = {one.banner: _waits(work, one, set(names) - {one.banner}) for one in queue}
    found = ring(waits, names) if work.book.settings.friendly_swap else []
    if not found:
        march_banner(work, queue[0])
        return queue[1:]
    rotate(work, [one for one in queue if one.banner in found])
    return [one for one in queue if one.banner not in found]


def rotate(work: FirestormWork, plans: list[OrderPlan]) -> None:
    """A ring of friends: all claim what they cross, then all stand where they go. Source: FS-169"""
    for plan in sorted(plans, key=lambda one: in_sequence(work.state, one)):
        for territory in plan.path:
            occupy_territory(work, territory, work.state.banners[plan.banner])
    for plan in plans:
        banner = work.state.banners[plan.banner]
        _settle(work, banner, plan, [banner.territory, *plan.path], plan.path[-1], ring=True)


def march_banner(work: FirestormWork, plan: OrderPlan) -> None:
    """One banner goes as far as it can. Source: FS-33, FS-34, FS-41, FS-170"""
    banner = work.state.banners[plan.banner]
    trail = [banner.territory]
    for number, territory in enumerate(plan.path, start=1):
        state = work.state
        friend = friend_there(state, territory, banner)
        if enemy_there(state, work.book, territory, banner.faction):
            if friend or stops_before(state, work.book, territory, banner.faction):
                break
            _settle(work, banner, plan, [*trail, territory], territory, fights=True)
            open_battle(work, territory, banner)
            return
        if friend and number == len(plan.path):
            break
        occupy_territory(work, territory, banner)
        trail.append(territory)
    free = [one for one in trail if not friend_there(work.state, one, banner)]
    _settle(work, banner, plan, trail, free[-1] if free else banner.territory)


def occupy_territory(work: FirestormWork, territory: str, banner: Banner) -> None:
    """Take a territory nobody defends; what stands there stays. Source: FS-32, FS-174, FS-175"""
    before = work.state.territories[territory].owner
    if before != banner.faction:
        work.do(
            OwnerChanged(
                territory=territory, owner=banner.faction, before=before, banner=banner.id, rule="FS-32"
            )
        )


def _settle(
    work: FirestormWork,
    banner: Banner,
    plan: OrderPlan,
    trail: list[str],
    to: str,
    *,
    fights: bool = False,
    ring: bool = False,
) -> None:
    """Where a banner ends, and whether that was a move. Source: FS-34, FS-35"""
    began = banner.territory
    moved = fights or (len(trail) > 1 and (to != began or began in plan.path))
    work.do(
        Marched(
            banner=banner.id,
            order=order_id(work.state.now.turn, banner.id),
            trail=tuple(trail),
            to=to,
            moved=moved,
            marched=moved and plan.kind == "forced_march",
            ring=ring,
            rule="FS-33" if fights else "FS-169" if ring else "FS-34" if plan.kind == MOVING[1] else "FS-31",
        )
    )
