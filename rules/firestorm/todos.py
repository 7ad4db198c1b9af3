"""Whose move it is in a Firestorm league, of what everybody may know. Source: FS-13, FS-50, FS-160"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from rules.engine.plain import JsonObject
from rules.engine.questions import person
from rules.engine.todos import ORGANISERS, Todo, WhoseMove, asks_nothing, waiting_on, with_must
from rules.firestorm.aftermath.fates import leaving, rally_problems, retreat_problems, scattered_banners
from rules.firestorm.aftermath.razing import too_many
from rules.firestorm.aftermath.spoils import unrolled
from rules.firestorm.battles.admission import preceding_battle
from rules.firestorm.battles.games import must_besiege
from rules.firestorm.book import FirestormInForce
from rules.firestorm.choices import besides, has_choice
from rules.firestorm.faction_figures import (
    battles_this_turn,
    bouts_of,
    factions,
    is_siege_battle,
    sole_sealer,
)
from rules.firestorm.game import GAME
from rules.firestorm.glory.victory import glory_leaders
from rules.firestorm.ground import corner_territories
from rules.firestorm.phases.moving_on import factions_to_act
from rules.firestorm.setting_up.beginning import firestorm_start_problems
from rules.firestorm.setting_up.objectives import claims
from rules.firestorm.siege.siege_rules import deciders, faction_on
from rules.firestorm.state import Banner, Battle, Bout, Firestorm, PhaseName
from rules.turns.problems import first_of

type Finder = Callable[[Firestorm, FirestormInForce], Iterable[Todo]]


def faction_todos(state: Firestorm, book: FirestormInForce) -> list[Todo]:
    """What everybody has to do and waits for. Source: FS-160"""
    now = state.now
    if now.paused or now.phase == "finished":
        return []
    rows = list(FINDERS[now.phase](state, book)) if now.phase in FINDERS else []
    if now.phase != "setup":
        playing = [one.id for one in factions(state)]
        rows += list(waiting_on(rows, playing, "fs.phase", str(now.step)))
    return [*rows, *_objectives(state)]


def _must(state: Firestorm, kind: str, act: str, faction: str, *about: str, **params: str | int) -> Todo:
    """What a faction has to do until the phase's time is up."""
    known: JsonObject = {**params, "faction": faction}
    return Todo(kind=kind, about=about, side=faction, act=act, params=known, until=state.now.deadline)


def _waits(kind: str, faction: str, on: Iterable[str], *about: str) -> Todo:
    return Todo(kind=kind, about=about, stand="waits", side=faction, on=tuple(on))


# Before the first turn


def _setup(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Corners and alliances; then the organiser begins. Source: FS-01, FS-02, FS-06"""
    rows = list(_choosing(state))
    yield from rows
    on = with_must(rows)
    if first_of(firestorm_start_problems(state, book)) is None:
        yield Todo(kind="fs.begin", act="begin_play")
        on = (ORGANISERS,)
    elif on:
        yield _waits("fs.begin", ORGANISERS, on)
    for one in factions(state):
        if on and one.id not in on:
            yield _waits("fs.begin", one.id, on)


def _choosing(state: Firestorm) -> Iterator[Todo]:
    taken = {one.corner for one in state.factions.values()}
    free = set(corner_territories(state.territories)) - taken
    for one in factions(state):
        if not one.corner and free:
            yield _must(state, "fs.corner", "take_corner", one.id)
        if not one.alliance:
            yield _must(state, "fs.alliance", "choose_alliance", one.id)


# Phases that end with "ready"


def _ready(state: Firestorm, book: FirestormInForce, faction: str) -> Todo:
    step = state.now.step
    row = _must(state, "fs.ready", "ready", faction, str(step), step=step)
    return replace(row, idle=not has_choice(state, book, faction))


def _preparing(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Preparation and Build: whoever has not said it. Source: FS-14, FS-75"""
    for faction in factions_to_act(state, book):
        yield _ready(state, book, faction)


def _orders(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Where one person seals, the others of the faction wait for them. Source: FS-26"""
    for faction in factions_to_act(state, book):
        alone = sole_sealer(state, book, faction)
        row = _must(state, "fs.seal", "seal_orders", faction, str(state.now.step), turn=state.now.turn)
        yield replace(row, who=person(alone) if alone else "")


def _aftermath(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Fates, build points, banners too many; once all have left and rallied, ready. Source: FS-13, FS-60"""
    yield from _fates(state, book)
    settled = not leaving(state) and not scattered_banners(state)
    for faction in factions_to_act(state, book):
        rows = [*_spoils(state, faction), *(_removal(state, book, faction) if settled else ())]
        yield from rows
        if settled and not rows and faction not in state.now.done:
            yield _ready(state, book, faction)


def _fates(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Beaten banners leave, then scattered ones rally, faction by faction. Source: FS-60, FS-61, FS-64"""
    gone = [banner for _, banner in leaving(state)]
    for banner in gone:
        first = first_of(retreat_problems(state, book, banner.faction)) is None
        yield _fate(state, "fs.retreat", "choose_retreat", banner, "" if first else gone[0].faction)
    lost = [] if gone else scattered_banners(state)
    for banner in lost:
        first = first_of(rally_problems(state, book, banner.faction)) is None
        yield _fate(state, "fs.rally", "choose_rally", banner, "" if first else lost[0].faction)


def _fate(state: Firestorm, kind: str, act: str, banner: Banner, after: str) -> Todo:
    """`after`: the faction whose banners come first. Without die and choice there is nothing to say."""
    if after:
        return _waits(kind, banner.faction, (after,), banner.id)
    row = _must(state, kind, act, banner.faction, banner.id, turn=state.now.turn, banner=banner.id)
    return replace(row, idle=asks_nothing(GAME, state, act, row.params))


def _spoils(state: Firestorm, faction: str) -> Iterator[Todo]:
    """Source: FS-71"""
    for battle in unrolled(state, faction):
        yield _must(state, "fs.spoils", "roll_build", faction, battle.id, turn=battle.turn, battle=battle.id)


def _removal(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[Todo]:
    """Source: FS-13"""
    if too_many(state, book, faction):
        mine = [b.id for b in state.banners.values() if b.faction == faction and b.at != "removed"]
        only = {"banner": mine[0]} if len(mine) == 1 else {}
        turn, step = state.now.turn, str(state.now.step)
        row = _must(state, "fs.remove", "remove_banner", faction, step, turn=turn, **only)
        yield replace(row, idle=bool(only))


# Battles


def _battles(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Source: FS-50, FS-178"""
    rows = [
        row for one in battles_this_turn(state) if one.status == "open" for row in _battle(state, book, one)
    ]
    rows += list(_fates(state, book))
    yield from rows
    for one in battles_this_turn(state):
        if one.status == "queued":
            on = _ahead(state, one, rows)
            for faction in one.factions if on else ():
                yield _waits("fs.queued", faction, on, one.id)


def _ahead(state: Firestorm, battle: Battle, rows: list[Todo]) -> tuple[str, ...]:
    """Who still has to act before a queued battle begins; of a siege both sides, whatever its step.

    Source: FS-171, FS-178
    """
    first = preceding_battle(state, battle)
    while first.status == "queued":
        first = preceding_battle(state, first)
    if is_siege_battle(state, first.id) and first.status == "open":
        return first.factions
    games = {one.id for one in bouts_of(state, first.id)}
    mine = [one for one in rows if set(one.about) & {first.id, *games, *first.banners}]
    return with_must(mine) or (with_must(rows) if first.applied else ())


def _battle(state: Firestorm, book: FirestormInForce, battle: Battle) -> Iterator[Todo]:
    """Every game that was told, then the siege or the next game. Source: FS-49, FS-50, FS-140"""
    told = bouts_of(state, battle.id, "reported", "disputed")
    for game in told:
        yield from _ruling(state, battle, game) if game.status == "disputed" else _agree(state, battle, game)
    if is_siege_battle(state, battle.id):
        yield from () if told else _siege(state, battle)
        return
    asked = () if told else _asked(state, book, battle)
    for faction in asked:
        row = _must(state, "fs.siege", "offer_siege", faction, battle.id, battle=battle.id)
        yield replace(row, any_of=len(asked) > 1)
    for faction in battle.factions:
        if asked and faction not in asked:
            yield _waits("fs.siege", faction, asked, battle.id)
    counted = bouts_of(state, battle.id, "confirmed")
    if not asked and not must_besiege(state, book, battle) and len(told) + len(counted) < battle.games:
        for faction in battle.factions:
            row = _must(state, "fs.fight", "report", faction, battle.id, battle=battle.id)
            yield replace(row, any_of=True)


def _asked(state: Firestorm, book: FirestormInForce, battle: Battle) -> tuple[str, ...]:
    """Who has to say whether a battle is a siege; where both have to agree to one, nobody. Source: FS-140"""
    if book.settings.siege_mode == "both_agree":
        return ()
    return deciders(state, book, battle)


def _agree(state: Firestorm, battle: Battle, game: Bout) -> Iterator[Todo]:
    """Source: FS-50, FS-171"""
    yield from (others := list(_agreeing(state, battle, game)))
    if game.reported_by in battle.factions:
        yield _waits("fs.agree", game.reported_by, [one.side for one in others], game.id)


def _agreeing(state: Firestorm, battle: Battle, game: Bout) -> Iterator[Todo]:
    """Who has not told the report that stands agrees to it; of three either of two."""
    others = [one for one in battle.factions if one != game.reported_by]
    for faction in others:
        row = _must(state, "fs.agree", "confirm", faction, game.id, bout=game.id)
        yield replace(row, any_of=len(others) > 1)


def _ruling(state: Firestorm, battle: Battle, game: Bout) -> Iterator[Todo]:
    """An organiser decides, or who is told another version agrees to that; no silence does. Source: FS-50"""
    rows = list(_agreeing(state, battle, game)) if game.is_told_again else []
    asked = [row.side for row in rows]
    for row in rows:
        yield replace(row, until=None)
    yield Todo(kind="fs.ruling", about=(game.id,), act="decide", params={"bout": game.id})
    for faction in battle.factions:
        on = (ORGANISERS, *(() if faction in asked else asked))
        yield _waits("fs.ruling", faction, on, game.id)


def _siege(state: Firestorm, battle: Battle) -> Iterator[Todo]:
    """The side at it; whose move it is inside a siege nobody else learns. Source: FS-146, FS-149"""
    siege, cover = state.sieges[battle.id], ("fs.fight", battle.id)
    turn = siege.completed + 1
    about = {"battle": battle.id}
    if siege.step == "assault":
        for faction in battle.factions:
            row = _must(state, "fs.assault", "end_siege", faction, battle.id, **about)
            yield replace(row, any_of=True, cover=cover)
        return
    at_it = faction_on(battle, "besieged" if siege.step == "besieged" else "besieger")
    kind, act = STEPS.get(siege.step, ("fs.option", "take_option"))
    ids = (battle.id,) if kind == "fs.lay" else (battle.id, str(turn))
    params = about if kind == "fs.lay" else {**about, "turn": turn}
    for faction in battle.factions:  # in their order whoever is at it: that would tell as well
        if faction == at_it:
            yield replace(_must(state, kind, act, at_it, *ids, **params), cover=cover)
        else:
            waiting = _waits(kind, faction, (at_it,), *ids)
            yield replace(waiting, cover=cover, until=state.now.deadline)


STEPS = {"start": ("fs.lay", "start_siege"), "timer": ("fs.timer", "siege_turn")}


# What the organiser answers


def _tie(state: Firestorm, book: FirestormInForce) -> Iterator[Todo]:
    """Several lead with glory enough: the score asks whether they share the victory. Source: FS-105"""
    if len(glory_leaders(state, book)) > 1:
        yield Todo(kind="fs.tie", act="score", params={"turn": state.now.turn})
        for one in factions(state):
            yield _waits("fs.tie", one.id, (ORGANISERS,))


def _objectives(state: Firestorm) -> Iterator[Todo]:
    """Source: FS-05"""
    for one in claims(state):
        params = {"player": one.player}
        yield Todo(kind="fs.objective", about=(one.player,), act="judge_objective", params=params)
        yield _waits("fs.objective", one.player, (ORGANISERS,), one.player)


FINDERS: Mapping[PhaseName, Finder] = {
    "setup": _setup,
    "preparation": _preparing,
    "orders": _orders,
    "battles": _battles,
    "aftermath": _aftermath,
    "build": _preparing,
    "scoring": _tie,
}
WHOSE_MOVE = WhoseMove(owed=faction_todos, may=besides, at_the_table=frozenset({"fs.begin"}))
