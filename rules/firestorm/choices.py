"""What somebody may do in a Firestorm league besides what they have to, and whether that leaves a choice.

Source: FS-12, FS-18, FS-44, FS-50, FS-75, FS-109, FS-118, FS-162
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.plain import JsonObject
from rules.engine.todos import ORGANISERS, Todo, is_admitted
from rules.firestorm.aftermath.razing import raze_problems
from rules.firestorm.battles.games import must_besiege
from rules.firestorm.book import FirestormInForce
from rules.firestorm.building.secret import keeps_secrets, without_secret_buildings
from rules.firestorm.building.shop import level_problems, scepter_problems, shop_items
from rules.firestorm.faction_figures import (
    banners_in_reserve,
    battles_this_turn,
    bouts_of,
    faction_territories,
    is_siege_battle,
    on_map,
)
from rules.firestorm.game import GAME
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.path.upgrade_rules import army_in_battle
from rules.firestorm.preparing.banners import raise_problems, returns
from rules.firestorm.setting_up.armies import BEFORE_BATTLE, change_problems, commander_of
from rules.firestorm.setting_up.beginning import firestorm_start_problems
from rules.firestorm.setting_up.objectives import objective_of
from rules.firestorm.siege.siege_rules import deciders, siege_item_price, siege_side
from rules.firestorm.state import Battle, Bout, Firestorm
from rules.turns.problems import TurnProblem, first_of

TOO_DEAR = "E64"


def besides(state: Firestorm, book: FirestormInForce, side: str) -> Iterator[Todo]:
    """What a faction, a player or the organisers may do now, in the book's order. Source: FS-160"""
    if side == ORGANISERS:
        yield from _of_organisers(state, book)
    elif _stands_still(state):
        return
    elif side in state.factions:
        if state.now.phase != "finished" and state.factions[side].status == "active":
            yield from _of_phase(state, book, side)
            yield from _any_time(state, side)
        yield _may("fs.any", "rename", side)
    elif side in state.players:
        yield from _of_player(state, side)


def _may(kind: str, act: str, faction: str, *about: str, **params: str | int) -> Todo:
    known: JsonObject = {**params, "faction": faction}
    return Todo(kind=kind, about=about, stand="may", side=faction, act=act, params=known)


def _stands_still(state: Firestorm) -> bool:
    """Whether it is paused; one that ended in a pause is over."""
    return state.now.paused and state.now.phase != "finished"


def _of_organisers(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    if _stands_still(state):
        yield Todo(kind="fs.pause", stand="may", act="resume")
        return
    if state.now.phase == "setup" and first_of(firestorm_start_problems(state, book)):
        for act in ("lay_map", "write_deck", "write_chart"):
            yield Todo(kind="fs.begin", stand="may", act=act)
    if state.now.phase != "finished" and is_admitted(GAME, state, "deal_objectives", {}):
        yield Todo(kind="fs.any", stand="may", act="deal_objectives")


def _of_player(state: Firestorm, player: str) -> Iterator[Todo]:
    """Source: FS-04, FS-05"""
    mine = objective_of(state, player)
    if mine is None:
        return
    acts = ["claim_objective"] if mine.state in ("drawn", "refused") and state.now.phase != "finished" else []
    for act in [*acts, *(["show_objective"] if not mine.card else [])]:
        yield Todo(
            kind="fs.card", about=(player,), stand="may", side=player, act=act, params={"player": player}
        )


def _of_phase(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[Todo]:
    phase = state.now.phase
    if phase == "preparation":
        yield from _preparing(state, book, faction)
    elif phase == "orders" and order_sheet(state, faction).entry:
        turn = state.now.turn
        yield _may("fs.seal", "open_seal", faction, str(state.now.step), turn=turn)
    elif phase == "battles":
        for one in battles_this_turn(state):
            if one.status == "open" and faction in one.factions:
                yield from _fighting(state, book, one, faction)
    elif phase == "aftermath":
        yield from _afterwards(state, book, faction)
    elif phase == "build":
        yield from _building(state, book, faction)


def _before_ready(state: Firestorm, act: str, faction: str, **params: str | int) -> Todo:
    return _may("fs.ready", act, faction, str(state.now.step), **params)


# What leaves a choice


def has_choice(state: Firestorm, book: FirestormInForce, faction: str) -> bool:
    """Whether anything is left to do before "ready", by what everybody may know. Source: FS-160, FS-162"""
    if state.now.phase == "build":
        return _could_buy(state, book, faction)
    of_phase = {"preparation": _preparing, "aftermath": _afterwards}[state.now.phase]
    return next(of_phase(state, book, faction), None) is not None


def _could_buy(state: Firestorm, book: FirestormInForce, faction: str) -> bool:
    """By the public balance; where that is nobody else's, whether any number of points would buy something.

    Source: FS-75, FS-162
    """
    secret = keeps_secrets(state, book)
    known = without_secret_buildings(state, book, lambda one: False)
    problems = [one.why_not for one in shop_items(known, book, faction)]
    problems.append(first_of(scepter_problems(known, book, faction)))
    problems += [
        first_of(level_problems(known, book, faction, one.id)) for one in faction_territories(known, faction)
    ]
    return any(_buys(one, secret=secret) for one in problems)


def _buys(problem: TurnProblem | None, *, secret: bool) -> bool:
    return problem is None or (secret and problem.code == TOO_DEAR)


def _preparing(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[Todo]:
    """Banners come back, one is raised, people change over. Source: FS-14, FS-18, FS-65"""
    turn = state.now.turn
    for one in banners_in_reserve(state, faction):
        if returns(state, book, one):
            yield _before_ready(state, "return_banner", faction, turn=turn, banner=one.id)
    if first_of(raise_problems(state, book, faction)) is None:
        yield _before_ready(state, "raise_banner", faction, turn=turn)
    for goes, to, comes in _changes(state, book, faction):
        more = {"swap": comes} if comes else {}
        yield _before_ready(state, "change_banner", faction, character=goes, banner=to, **more)


def _changes(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[tuple[str, str, str]]:
    """Who may march under which banner, and who would come over for them. Source: FS-18, FS-19"""
    people = [one for one in state.characters.values() if one.faction == faction and one.alive]
    for goes in people:
        for to in on_map(state, faction):
            if to.id != goes.banner and goes.banner in state.banners:
                swaps = [None, *(one for one in people if one.banner == to.id)]
                for comes in swaps:
                    if first_of(change_problems(state, book, goes, comes, to)) is None:
                        yield goes.id, to.id, comes.id if comes else ""


def _afterwards(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[Todo]:
    """What is razed, who was lost, who learned something. Source: FS-44, FS-109, FS-118"""
    turn = state.now.turn
    for one in on_map(state, faction):
        if first_of(raze_problems(state, book, one)) is None:
            yield _before_ready(state, "raze", faction, turn=turn, banner=one.id)
    for battle in battles_this_turn(state):
        fought = army_in_battle(state, battle, faction) if faction in battle.factions else []
        for game in bouts_of(state, battle.id, "confirmed") if fought else ():
            if faction not in game.counted:
                yield _before_ready(state, "count_dead", faction, bout=game.id)
            for who in fought:
                row = _before_ready(state, "upgrade", faction, bout=game.id, character=who.id)
                if is_admitted(GAME, state, "upgrade", row.params):
                    yield row


def _building(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[Todo]:
    """Source: FS-75, FS-97, FS-142"""
    for one in shop_items(state, book, faction):
        if one.why_not is None:
            yield _before_ready(state, "build", faction, territory=one.territory, item=one.item)
    if first_of(scepter_problems(state, book, faction)) is None:
        yield _before_ready(state, "forge_scepter", faction)
    for place in faction_territories(state, faction):
        if first_of(level_problems(state, book, faction, place.id)) is None:
            yield _before_ready(state, "raise_level", faction, territory=place.id)


# Battles


def _fighting(state: Firestorm, book: FirestormInForce, battle: Battle, faction: str) -> Iterator[Todo]:
    """What belongs to the battle, to its siege, and to each game that was told. Source: FS-48 … FS-53"""
    told = bouts_of(state, battle.id, "reported", "disputed")
    for game in told:
        yield from _told(state, battle, game, faction)
    is_siege = is_siege_battle(state, battle.id)
    acts = ["agree_size", "name_scenario", "roll_terrain"]
    acts += [] if battle.third or is_siege else ["agree_games"]
    acts += [] if battle.third or told else ["walkover"]
    acts += _of_siege(state, book, battle, faction)
    if is_admitted(GAME, state, "roll_commands", {"battle": battle.id, "faction": faction}):
        acts.append("roll_commands")
    for act in acts:
        yield _may("fs.fight", act, faction, battle.id, battle=battle.id)
    if is_siege and state.sieges[battle.id].step == "assault":
        yield from _equipment(state, book, battle, faction)


def _of_siege(state: Firestorm, book: FirestormInForce, battle: Battle, faction: str) -> list[str]:
    """Asking for a siege where both agree, or still saying that it is one; the first report settles that.

    Source: FS-140
    """
    asked = deciders(state, book, battle)
    told = bouts_of(state, battle.id, "reported", "disputed")
    if not asked or must_besiege(state, book, battle):
        return []
    both = book.settings.siege_mode == "both_agree"
    offers = ["offer_siege"] if faction in asked and (both or told) else []
    return [*offers, *([] if both or told else ["report"])]


def _told(state: Firestorm, battle: Battle, game: Bout, faction: str) -> Iterator[Todo]:
    """Telling a game again, or answering it. Source: FS-50, FS-144"""
    mine, disputed = game.reported_by == faction, game.status == "disputed"
    asked = not disputed or (game.is_told_again and not mine)
    kind = "fs.agree" if asked else "fs.ruling"
    if disputed or mine:
        act = "end_siege" if is_siege_battle(state, battle.id) else "report"
        more = {} if act == "end_siege" else {"bout": game.id}
        yield _may(kind, act, faction, game.id, battle=battle.id, **more)
    if not mine:
        yield _may(kind, "dispute" if asked else "confirm", faction, game.id, bout=game.id)


def _equipment(state: Firestorm, book: FirestormInForce, battle: Battle, faction: str) -> Iterator[Todo]:
    """Source: FS-155, FS-157"""
    siege, mine = state.sieges[battle.id], siege_side(battle, faction)
    points = siege.besieger_points if mine == "besieger" else siege.besieged_points
    for key, row in book.siege.equipment.items():
        if row.side == mine and siege_item_price(book, siege, key) <= points:
            yield _may("fs.assault", "buy_equipment", faction, battle.id, battle=battle.id, item=key)


# At any time


def _any_time(state: Firestorm, faction: str) -> Iterator[Todo]:
    """Who marches under which banner; first where a commander has died. Source: FS-11, FS-17, FS-123"""
    mine = [one for one in state.banners.values() if one.faction == faction and one.at != "removed"]
    for one in sorted(mine, key=lambda one: commander_of(state, one.id) is not None):
        yield _may("fs.any", "list_character", faction, banner=one.id)
    for one in mine:
        yield _may("fs.any", "name_banner", faction, banner=one.id)
    if state.now.turn <= 1 and state.now.phase in BEFORE_BATTLE:
        held = {one.character for one in state.upgrades.values() if one.state == "held"}
        for who in state.characters.values():
            if who.faction == faction and who.alive and (who.kind == "commander" or who.id not in held):
                yield _may("fs.any", "bring_upgrade", faction, character=who.id)
    yield _may("fs.any", "set_trait", faction)
