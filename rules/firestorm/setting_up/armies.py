"""Who marches under a banner: its commander, named characters, heroes and units worth a record.

Source: FS-11, FS-17 … FS-19, FS-121, FS-123
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, checked_name, require
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import near
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.muster_effects import CharacterListed, Upgraded
from rules.firestorm.muster_state import Character, CharacterKind, ChartName, Upgrade
from rules.firestorm.phases.admission import banner_of, faction_problems
from rules.firestorm.state import Banner, Firestorm
from rules.turns.problems import TurnProblem, stop

MOST_NAME = 60
ONLY_ONCE = ("commander", "named")  # kinds that march under one banner alone
BEFORE_BATTLE = ("setup", "preparation", "initiative", "orders")


def commander_of(state: Firestorm, banner: str) -> Character | None:
    """The living commander of a banner. Source: FS-19, FS-123"""
    found = (one for one in state.characters.values() if one.banner == banner and one.alive)
    return next((one for one in found if one.kind == "commander"), None)


@GAME.procedure(
    "list_character", rules=("FS-17", "FS-19", "FS-121", "FS-123"), slot="banner:{banner}:list",
    by="side:{faction}", repeat=True,
)  # fmt: skip
def list_character(
    ctx: FirestormCtx, *, faction: str, banner: str, name: str, kind: CharacterKind = "unit"
) -> Procedure[tuple[Effect, ...]]:
    """Enter who marches under a banner; a commander only if it has no living one.

    Source: FS-17, FS-19, FS-121, FS-123
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "list_character", faction))
    banner_of(state, book, banner, faction)
    said = checked_name(name, MOST_NAME, "FS-17", say("Enter a name."))
    yield from stop(_listing_problems(state, book, banner, said, kind))
    new = Character(id=ctx.new("character"), faction=faction, banner=banner, name=said, kind=kind)
    return (CharacterListed(character=new, rule="FS-123" if kind == "commander" else "FS-17"),)


def _listing_problems(
    state: Firestorm, book: FirestormInForce, banner: str, name: str, kind: CharacterKind
) -> Iterator[TurnProblem]:
    """Why nobody of this name is written down for a banner. Source: FS-17, FS-19, FS-121"""
    same = [one for one in state.characters.values() if one.name.casefold() == name.casefold()]
    for one in same:
        if one.kind in ONLY_ONCE and not one.alive and kind in ONLY_ONCE:
            yield book.problem("E37", name=one.name).about("name")
        if one.kind in ONLY_ONCE and one.alive:
            yield book.problem("E36", name=one.name).about("name")
    if kind == "commander" and commander_of(state, banner):
        yield book.problem("E38").about("kind")


@GAME.procedure(
    "change_banner", rules=("FS-18", "FS-19"), slot="character:{character}:banner", by="side:{faction}",
    repeat=True,
)  # fmt: skip
def change_banner(
    ctx: FirestormCtx, *, faction: str, character: str, banner: str, swap: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Let a character march under a neighbouring banner of its faction; `swap` comes over in exchange.

    Source: FS-18, FS-19
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "change_banner", faction))
    goes = _character(state, book, faction, character, "character")
    comes = _character(state, book, faction, swap, "swap") if swap else None
    to = banner_of(state, book, banner)
    yield from stop(change_problems(state, book, goes, comes, to))
    effects: list[Effect] = [CharacterListed(character=replace(goes, banner=to.id), rule="FS-18")]
    if comes:
        effects.append(CharacterListed(character=replace(comes, banner=goes.banner), rule="FS-18"))
    return tuple(effects)


def _character(state: Firestorm, book: FirestormInForce, faction: str, character: str, key: str) -> Character:
    found = state.characters.get(character)
    if found is None or found.faction != faction:
        raise book.problem("E108").about(key).refused()
    if not found.alive:
        raise book.problem("E37", name=found.name).about(key).refused()
    return found


def change_problems(
    state: Firestorm, book: FirestormInForce, goes: Character, comes: Character | None, to: Banner
) -> Iterator[TurnProblem]:
    """Why nobody changes banner. Source: FS-18, FS-19"""
    at = state.banners[goes.banner]
    if at.faction != to.faction:
        yield book.problem("E34").about("banner")
    if at.at != "map" or to.at != "map":
        yield book.problem("E35").about("banner")
    elif to.territory not in near(state).get(at.territory, ()):
        yield book.problem("E33").about("banner")
    if comes and comes.banner != to.id:
        yield book.problem("E36", name=comes.name).about("swap")
    there = commander_of(state, to.id)
    if goes.kind == "commander" and there and there != comes:
        yield book.problem("E38").about("banner")
    if comes and comes.kind == "commander" and goes.kind != "commander" and commander_of(state, at.id):
        yield book.problem("E38").about("swap")


@GAME.procedure(
    "bring_upgrade", rules=("FS-11",), slot="character:{character}:legacy", by="side:{faction}", repeat=True
)
def bring_upgrade(
    ctx: FirestormCtx, *, faction: str, character: str, name: str
) -> Procedure[tuple[Effect, ...]]:
    """Enter an advancement an army brings into the league; it needs no Barracks. Source: FS-11, FS-114"""
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "bring_upgrade", faction))
    who = _character(state, book, faction, character, "character")
    if state.now.turn > 1 or state.now.phase not in BEFORE_BATTLE:
        yield from stop([book.problem("E109").about("character")])
    said = checked_name(name, MOST_NAME, "FS-11", say("Enter the name of the advancement."))
    has = any((one.character, one.state) == (character, "held") for one in state.upgrades.values())
    one_only = say("{name} already has an upgrade, and a unit can have only one.", name=who.name)
    require(who.kind == "commander" or not has, "FS-114", one_only, "character")
    chart: ChartName = "champion" if who.kind == "commander" else "unit"
    new = Upgrade(id=ctx.new("upgrade"), character=character, chart=chart, name=said, legacy=True)
    return (Upgraded(upgrade=new, rule="FS-11"),)
