"""What a decided battle comes to on the map: glory, conquest, and whose banners have to leave.

Source: FS-42, FS-43, FS-47, FS-68 … FS-70
"""

from __future__ import annotations

from rules.firestorm.effects import BattleApplied, FateKnown, OwnerChanged
from rules.firestorm.faction_figures import battles_this_turn
from rules.firestorm.glory.awards import WON, award, graded
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.state import Battle, Fate, Firestorm, Grade, SideName
from rules.firestorm.work import FirestormWork


def battles_to_apply(state: Firestorm) -> list[Battle]:
    """Decided battles that are not applied: queued ones last, by the attacker's initiative, then as opened.

    Source: FS-42
    """
    rank = {one: place for place, one in enumerate(state.now.initiative)}
    found = [one for one in battles_this_turn(state) if one.status == "settled" and not one.applied]
    return sorted(found, key=lambda one: (bool(one.after), rank.get(one.attack, 9), one.number))


def banner_side(battle: Battle, banner: str) -> SideName:
    """The side a banner fights on. Source: FS-52"""
    if banner == battle.attacker:
        return "attack"
    return "third" if banner and banner == battle.third else "defend"


def grade_of(battle: Battle, banner: str) -> Grade | None:
    """A banner's overall result; none while nothing is decided. Source: FS-58"""
    if not battle.result:
        return None
    return graded(banner_side(battle, banner), battle.result, third_won=battle.third_won)


def apply_all_battles(work: FirestormWork) -> None:
    """Glory and conquests of everything decided, in order, until somebody has won. Source: FS-42, FS-105"""
    for battle in battles_to_apply(work.state):
        if not work.is_over:
            apply_battle(work, battle)


def apply_battle(work: FirestormWork, battle: Battle) -> None:
    """Glory, conquest, and the banners that stay. Source: FS-42, FS-68, FS-102, FS-105"""
    award(work, battle)
    if battle.third_won:
        award_territory(work, battle, battle.third_faction, battle.third)
    elif battle.result in WON:
        award_territory(work, battle, battle.attack, battle.attacker)
    work.do(BattleApplied(battle=battle.id, rule="FS-42"))
    for banner in battle.banners:
        if not leaves(work, battle, banner):
            name = fate_id(battle, banner)
            fate = Fate(id=name, battle=battle.id, banner=banner, kind="stays", settled=True)
            work.do(FateKnown(fate=fate, rule="FS-68"))
    won_at_once(work)


def award_territory(work: FirestormWork, battle: Battle, faction: str, banner: str) -> None:
    """The territory is the winner's; the garrison's building falls, all else stays. Source: FS-42, FS-43"""
    place = work.state.territories[battle.territory]
    lost = tuple(one for one in place.items if work.book.item(one).falls)
    work.do(
        OwnerChanged(
            territory=place.id,
            owner=faction,
            before=place.owner,
            banner=banner,
            how="conquered",
            lost=lost,
            rule="FS-43" if lost else "FS-42",
        )
    )


def leaves(work: FirestormWork, battle: Battle, banner: str) -> bool:
    """Whether a banner cannot stay where it fought. Source: FS-60, FS-62, FS-63, FS-68"""
    side, grade = banner_side(battle, banner), grade_of(battle, banner)
    if side in battle.tabled:
        return True
    if grade == "draw":
        return side != "defend" or work.book.settings.draw_retreat == "both"
    return grade in ("minor_defeat", "major_defeat")


def fate_id(battle: Battle, banner: str) -> str:
    """Where a banner's fate after a battle stands. Source: FS-60"""
    return f"{battle.id}:{banner}"
