"""What happens when a banner walks into an enemy: a battle, one that waits, or its garrison's relief.

Source: FS-33, FS-52, FS-171, FS-186
"""

from __future__ import annotations

from dataclasses import replace

from rules.firestorm.effects import BattleJoined, BattleOpened
from rules.firestorm.faction_figures import banners_at, battle_id, battles_this_turn, garrison
from rules.firestorm.reveal.presence import last_battle, relieves
from rules.firestorm.state import Banner, Battle
from rules.firestorm.work import FirestormWork


def open_battle(work: FirestormWork, territory: str, attacker: Banner) -> None:
    """Open a battle, queue it behind another, or join one. Source: FS-33, FS-171, FS-186"""
    state = work.state
    own = relieves(state, territory, attacker.faction)
    if own:
        work.do(BattleJoined(battle=own.id, banner=attacker.id, rule="FS-186"))
        return
    before = last_battle(state, territory)
    if before and work.book.settings.third_party == "three_way" and not before.third:
        work.do(
            BattleJoined(
                battle=before.id, banner=attacker.id, role="third", faction=attacker.faction, rule="FS-171"
            )
        )  # fmt: skip
        return
    rule = "FS-171" if before else "FS-33"
    work.do(BattleOpened(battle=_battle(work, territory, attacker, before), rule=rule))


def _battle(work: FirestormWork, territory: str, attacker: Banner, before: Battle | None) -> Battle:
    state, turn = work.state, work.state.now.turn
    number = len(battles_this_turn(state)) + 1
    here = sum(one.territory == territory for one in battles_this_turn(state)) + 1
    new = Battle(
        id=battle_id(turn, territory, here),
        turn=turn,
        number=number,
        territory=territory,
        attacker=attacker.id,
        attack=attacker.faction,
        after=before.id if before else "",
        status="queued" if before else "open",
    )
    return new if before else _defended(work, new, attacker)


def _defended(work: FirestormWork, battle: Battle, attacker: Banner) -> Battle:
    """With whoever stands there, and the garrison of whoever owns it. Source: FS-52"""
    place = work.state.territories[battle.territory]
    enemy = next((one for one in banners_at(work.state, place.id) if one.faction != attacker.faction), None)
    points = garrison(work.book, place) if place.owner != attacker.faction else 0
    defend = enemy.faction if enemy else place.owner
    if enemy and place.owner != enemy.faction:
        points = 0
    return replace(battle, defender=enemy.id if enemy else "", defend=defend, garrison=points)
