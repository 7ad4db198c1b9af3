"""Who is out and who has won, looked at after every change of a banner or a building.

Source: CQ-24, CQ-121 … CQ-127.
"""

from __future__ import annotations

from typing import Literal

from rules.conquest.effects import BannerMoved, BattleStruck, BuildingChanged, SiegeOver
from rules.conquest.league_effects import ConquestWon, RealmOut
from rules.conquest.realm_figures import (
    active_realms,
    empire_territories,
    held_sieges,
    lives_on,
    size_in_halves,
    undecided_battles,
)
from rules.conquest.work import ConquestWork

type Cause = Literal["conquest", "plunder", "other"]


def book_victory(work: ConquestWork, actor: str, cause: Cause = "other") -> None:
    """Book who is out and whether the league is won; `actor` is whose deed it was.

    Source: CQ-24, CQ-121 … CQ-126
    """
    if work.is_over:
        return
    gone = [one.id for one in active_realms(work.state) if not lives_on(work.state, one.id)]
    for realm in gone:
        drop_empire(work, realm, "eliminated")
    if gone and _knocked_out(work, cause):
        rule = "CQ-122" if cause == "conquest" else "CQ-125"
        work.do(ConquestWon(realm=actor, how="knockout", rule=rule))
    else:
        _size_or_last(work, actor)


def _knocked_out(work: ConquestWork, cause: Cause) -> bool:
    settings = work.book.settings
    if cause == "plunder":
        return settings.plunder_last_tile == "wins"
    return cause == "conquest" and settings.knockout_wins


def _size_or_last(work: ConquestWork, actor: str) -> None:
    active = [one.id for one in active_realms(work.state)]
    target = 2 * work.book.settings.win_target
    for realm in sorted(active, key=lambda one: (one != actor, one)):
        if size_in_halves(work.state, work.book, realm) >= target:
            work.do(ConquestWon(realm=realm, how="size", rule="CQ-121"))
            return
    waiting = any(one.status == "waiting" for one in work.state.realms.values())
    if len(active) == 1 and not waiting:
        work.do(ConquestWon(realm=active[0], how="last", rule="CQ-125"))


def drop_empire(
    work: ConquestWork, realm: str, status: Literal["eliminated", "left"], words: str = ""
) -> None:
    """A realm is out: its open battles are struck, its sieges end. Source: CQ-20"""
    rule = "CQ-125" if status == "eliminated" else "CQ-20"
    for battle in undecided_battles(work.state):
        if realm in battle.members:
            cancel_battle(work, battle.id, rule)
    for place in held_sieges(work.state, realm):
        work.do(SiegeOver(territory=place.id, how="left", rule=rule))
    if status == "left":
        _give_up(work, realm)
    work.do(RealmOut(realm=realm, status=status, words=words, rule=rule))


def cancel_battle(work: ConquestWork, battle: str, rule: str, words: str = "") -> None:
    """A battle is off; gold committed to it goes back. Source: CQ-66, CQ-88."""
    for realm, amount in work.state.battles[battle].gold:
        work.gold(realm, amount, "battle struck out", battle, "CQ-66")
    work.do(BattleStruck(battle=battle, words=words, rule=rule))


def _give_up(work: ConquestWork, realm: str) -> None:
    """What becomes of a leaver's territories; a fort somebody else holds in one is whole again."""
    for place in empire_territories(work.state, realm):
        siege = work.state.sieges.get(place.id)
        if siege:
            work.do(SiegeOver(territory=place.id, how="left", rule="CQ-20"))
        elif place.building and work.book.settings.leaver_tiles == "razed":
            work.do(BuildingChanged(territory=place.id, building="", before=place.building, rule="CQ-20"))
        heir = siege.holder if siege else ""
        work.do(BannerMoved(territory=place.id, owner=heir, before=realm, rule="CQ-20"))
