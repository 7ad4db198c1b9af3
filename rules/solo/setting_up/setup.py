"""Before the first round: who plays, which lists, which types.

Markers and zones (`markers`), deployment and rounds come later (`placing`, `rounds`). Source: SOLO-06 to
SOLO-08, SOLO-25 to SOLO-30, SOLO-76, SOLO-82.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, gather, require
from rules.solo import effects as fx
from rules.solo import limits
from rules.solo import setup_effects as sx
from rules.solo.book import Rules
from rules.solo.deciding import scores
from rules.solo.game import GAME, SoloCtx
from rules.solo.league.campaign import counting, record_kind, underdogs
from rules.solo.picks import ask_pick
from rules.solo.state import ArmyRule, Phase, PoolList, SoloState, Spell, TableSide, Unit, UnitType

type Effects = tuple[Effect, ...]

NO_REASON = "by hand"  # why a unit has another type, when nobody wrote a reason


def in_phase(ctx: SoloCtx, *phases: Phase, rule: str) -> Procedure[None]:
    """Admission while the game is in one of these phases."""
    past = say("The game has moved on. This is where things are now.")
    yield from admit(ctx.state.game.phase in phases, rule, past)


def this_turn(ctx: SoloCtx, turn: int) -> Procedure[None]:
    """Admission of what belongs to this turn. Source: SOLO-39"""
    past = say("That turn is over. This is where things are now.")
    yield from admit(turn == ctx.state.game.turn, "SOLO-39", past)


def not_over(ctx: SoloCtx, *, rule: str) -> Procedure[None]:
    """Admission while the game is not over."""
    yield from admit(ctx.state.game.phase != "over", rule, say("The game is over."))


def of_the_app(ctx: SoloCtx, units: Iterable[str], *, rule: str, key: str = "unit") -> None:
    """Each of these is a unit of the app, or `Refused` about the field `key`."""
    known = {unit.id for unit in ctx.state.units_of("ai")}
    require(set(units) <= known, rule, say("That unit is not run by the app."), key)


@GAME.procedure("open", rules=("SOLO-76", "SOLO-82", "SOLO-83"), slot="open", by="table")
def open_game(
    ctx: SoloCtx,
    *,
    sides: list[TableSide],
    units: list[Unit] | None = None,
    pool: list[PoolList] | None = None,
    spells: list[Spell] | None = None,
    mission: str = "",
    organised: bool = False,
    played_before: int = 0,
    league_round: int = 0,
) -> Procedure[Effects]:
    """Prepare a game: the sides, the armies that are known already, and the lists to draw from.

    `units` name the side they belong to; `organised`: an organiser made this fixture; `played_before`: games
    against the app one of the players had in this `league_round`.

    Source: SOLO-76, SOLO-82, SOLO-83
    """
    yield from in_phase(ctx, "setup", rule="SOLO-76")
    _check_sides(sides, ctx.book)
    known = units or []
    _within_limits(sides, known, pool or [], spells or [])
    ids = [unit.id for unit in known] + [side.id for side in sides]
    require(len(set(ids)) == len(ids), "SOLO-76", say("Two of these share an id."), "units")
    homeless = [unit for unit in known if unit.side not in {side.id for side in sides}]
    require(not homeless, "SOLO-76", say("Every unit must belong to one of the sides."), "units")
    counts = counting(organised, ctx.book, played_before=played_before)
    found: list[Effect] = [
        sx.Opened(mission=mission, counts=counts, league_round=league_round, rule="SOLO-77")
    ]
    found += [sx.SideJoined(side=_without_points(side, ctx.book), rule="SOLO-76") for side in sides]
    found += [sx.ListOffered(list=one, rule="SOLO-06") for one in pool or []]
    found += [sx.SpellKnown(spell=spell, rule="SOLO-63") for spell in spells or []]
    found += _joined(known)
    return (*found, *_armed(sides, {unit.side for unit in known}, pool=bool(pool)))


def _without_points(side: TableSide, rules: Rules) -> TableSide:
    """The app's sides bring underdog points only where the game lets them have any. Source: SOLO-79"""
    return replace(side, underdog=0) if side.is_ai and not rules.is_on("ai_underdog") else side


def _within_limits(
    sides: list[TableSide], units: list[Unit], pool: list[PoolList], spells: list[Spell]
) -> None:
    for side in sides:
        limits.check_side(side)
    for unit in units:
        limits.check_unit(unit)
    limits.check_pool(pool)
    limits.spells(spells)


def _check_sides(sides: list[TableSide], rules: Rules) -> None:
    require(any(side.is_ai for side in sides), "SOLO-76", say("One side must be run by the app."), "sides")
    require(
        any(not side.is_ai for side in sides), "SOLO-76", say("One side must be played by people."), "sides"
    )
    battle = rules.choice("terms") == "battle"
    off = say("Grimdark Future armies are not allowed here.")
    require(not battle or rules.is_on("battle_armies"), "SOLO-76", off)
    for side in sides:
        record_kind(side.kind, side.consent, rules)


def _joined(units: Iterable[Unit]) -> list[Effect]:
    return [
        sx.SoloUnitJoined(unit=replace(unit, place=place, out="undeployed"), rule="SOLO-76")
        for place, unit in enumerate(units, start=1)
    ]


def _armed(sides: Iterable[TableSide], with_units: set[str], *, pool: bool) -> Effects:
    """Go on to the types once the app has its armies; people need theirs only if there are lists to draw."""
    missing = [side for side in sides if side.id not in with_units and (side.is_ai or pool)]
    return () if missing else (fx.PhaseBegan(phase="types", rule="SOLO-25"),)


def without_army(state: SoloState) -> list[TableSide]:
    """Sides that still need a list: the AI's first, then people in seat order. Source: SOLO-07."""
    armed = {unit.side for unit in state.units.values()}
    return [side for side in [*state.ai_sides(), *state.human_sides()] if side.id not in armed]


@GAME.procedure("draw", rules=("SOLO-06", "SOLO-07"), slot="draw", by="table")
def draw_army_lists(ctx: SoloCtx, *, only_app: bool = False) -> Procedure[Effects]:
    """Draw the lists: the app’s first, then one for each person without an army.

    `only_app`: people bring armies that nobody enters here.

    Source: SOLO-06, SOLO-07
    """
    yield from in_phase(ctx, "setup", rule="SOLO-07")
    state, repeats = ctx.state, ctx.book.is_on("draw_repeats")
    left = free_lists(state, ctx.book)
    found: list[Effect] = []
    for nth, side in enumerate(without_army(state), start=1):
        if only_app and not side.is_ai:
            continue
        require(bool(left), "SOLO-07", say("There are fewer lists than sides. Add another list."))
        labels = [one.name or one.id for one in left]
        text = say("Which list does {side} use?", side=side.name)
        at = yield from ask_pick(f"list:{side.id}", labels, text, rule="SOLO-07")
        found += _takes(ctx, side, left[at], nth)
        left = left if repeats else [one for one in left if one is not left[at]]
    require(bool(found), "SOLO-07", say("Everybody already has an army."))
    return (*found, fx.PhaseBegan(phase="types", rule="SOLO-25"))


@GAME.procedure("choose_list", rules=("SOLO-07",), slot="list:{side}", by="table")
def choose_list(ctx: SoloCtx, *, side: str, list: str) -> Procedure[Effects]:
    """Give a side one of the lists without drawing.

    Source: SOLO-07
    """
    yield from in_phase(ctx, "setup", rule="SOLO-07")
    state = ctx.state
    needy = without_army(state)
    require(side in {one.id for one in needy}, "SOLO-07", say("That side already has its army."), "side")
    free = {one.id: one for one in free_lists(state, ctx.book)}
    require(list in free, "SOLO-07", say("That list is taken. Choose another one."), "list")
    found = tuple(_takes(ctx, state.sides[side], free[list], 1))
    return (*found, fx.PhaseBegan(phase="types", rule="SOLO-25")) if len(needy) == 1 else found


def free_lists(state: SoloState, rules: Rules) -> list[PoolList]:
    """Lists that may still be drawn, in the order of the pool. Source: SOLO-07."""
    return [one for one in state.lists.values() if rules.is_on("draw_repeats") or not one.drawn_by]


def _takes(ctx: SoloCtx, side: TableSide, taken: PoolList, nth: int) -> list[Effect]:
    """The side gets the list's units; `nth` tells apart what one entry draws."""
    units = [
        replace(unit, id=ctx.new(f"unit-{nth}-{place}"), side=side.id)
        for place, unit in enumerate(taken.units, start=1)
    ]
    drawn = sx.ListDrawn(side=side.id, list=taken.id, points=taken.points, rule="SOLO-07")
    return [drawn, *_joined(units)]


@GAME.procedure("setting", rules=("SOLO-21",), slot="setting:{key}", by="organiser", repeat=True)
def change_game_setting(ctx: SoloCtx, *, key: str, value: str | int | bool) -> Procedure[Effects]:
    """Change a setting of this game.

    Source: SOLO-21
    """
    settings = ctx.book.book.settings
    require(key in settings, "", say("There is no setting called {key}.", key=key), "key")
    of_league = say("The league sets this for all its games. Change it there.")
    yield from admit(not settings[key].league, settings[key].ruling, of_league, "key")
    late = ctx.state.game.round > 0 and not settings[key].changeable
    yield from admit(
        not late, settings[key].ruling, say("This can only be set before the first round."), "key"
    )
    return (sx.SoloSettingChanged(key=key, value=settings[key].check(key, value), rule=settings[key].ruling),)


@GAME.procedure("types", rules=("SOLO-25", "SOLO-29", "SOLO-30"), slot="types", by="table")
def settle_types(
    ctx: SoloCtx, *, overrides: dict[str, UnitType] | None = None, words: str = ""
) -> Procedure[Effects]:
    """Settle what kind of unit each of the app’s units is.

    `overrides`: types by unit id that somebody wants otherwise; `words` says why.

    Source: SOLO-25, SOLO-29, SOLO-30
    """
    yield from in_phase(ctx, "types", rule="SOLO-25")
    wanted = overrides or {}
    limits.name(words, "words", limits.SHORT)
    units = ctx.state.units_of("ai")
    of_the_app(ctx, wanted, rule="SOLO-30", key="overrides")
    given = yield from gather(*(_typed(unit, wanted.get(unit.id, ""), words) for unit in units))
    underdogs = _underdogs(ctx.state, ctx.book)
    lay = ctx.book.number("markers")
    began = fx.PhaseBegan(phase="markers" if lay else "zones", rule="SOLO-09" if lay else "SOLO-13")
    return (*given, *underdogs, began)


def _underdogs(state: SoloState, rules: Rules) -> Effects:
    """Points for whoever brought less, as soon as the app's own lists are known. Source: SOLO-79"""
    if not any(side.list for side in state.ai_sides()):
        return ()
    values = {side.id: side.points for side in state.in_seat_order() if side.points}
    points = underdogs(values, rules.number("underdog_step"))
    without = () if rules.is_on("ai_underdog") else [side.id for side in state.ai_sides()]
    return tuple(
        sx.UnderdogPoints(side=one, points=n, rule="SOLO-79")
        for one, n in points.items()
        if one not in without
    )


def _typed(unit: Unit, wanted: UnitType, words: str) -> Procedure[sx.TypeGiven]:
    if wanted:
        return _given(unit, scores.overridden(unit, wanted), words or NO_REASON)
    kind = scores.plain_type(unit)
    if not kind:
        text = say("{unit} is as good at shooting as in melee. Which type is it?", unit=unit.name)
        labels = (say("hybrid"), say("shooting"))
        at = yield from ask_pick(f"type:{unit.id}", labels, text, rule="SOLO-29", about=unit.id)
        kind = ("hybrid", "shooting")[at]
    return _given(unit, kind, "")


def _given(unit: Unit, kind: UnitType, words: str) -> sx.TypeGiven:
    worth = scores.unit_scores(unit)
    return sx.TypeGiven(
        unit=unit.id,
        type=kind,
        ranged=worth.ranged.as_integer_ratio(),
        melee=worth.melee.as_integer_ratio(),
        words=words,
        rule="SOLO-30" if words else "SOLO-25",
    )


@GAME.procedure("type", rules=("SOLO-30",), slot="type:{unit}", by="table", repeat=True)
def override_type(ctx: SoloCtx, *, unit: str, type: UnitType, words: str = "") -> Procedure[Effects]:
    """Give one of the app’s units another type before the first round.

    Source: SOLO-30
    """
    settled = say("Types can no longer be changed once the first round has begun.")
    yield from admit(ctx.state.game.round == 0, "SOLO-30", settled)
    of_the_app(ctx, [unit], rule="SOLO-30")
    limits.name(words, "words", limits.SHORT)
    mine = ctx.state.units[unit]
    return (_given(mine, scores.overridden(mine, type), words or NO_REASON),)


@GAME.procedure("army_rules", rules=("SOLO-59",), slot="army:{unit}", by="table", repeat=True)
def know_army_rules(ctx: SoloCtx, *, unit: str, army_rules: list[ArmyRule]) -> Procedure[Effects]:
    """Enter which army rules one of the app’s units uses when it is activated.

    Source: SOLO-59
    """
    yield from not_over(ctx, rule="SOLO-59")
    of_the_app(ctx, [unit], rule="SOLO-59")
    limits.army_rules(army_rules)
    return (sx.ArmyRulesKnown(unit=unit, army_rules=tuple(army_rules), rule="SOLO-59"),)


@GAME.procedure("spells", rules=("SOLO-63",), slot="spells:{side}", by="table", repeat=True)
def know_spells(ctx: SoloCtx, *, side: str, spells: list[Spell]) -> Procedure[Effects]:
    """Enter the spell list of one of the app’s sides, numbered from 1.

    Source: SOLO-63
    """
    yield from not_over(ctx, rule="SOLO-63")
    own = {one.id for one in ctx.state.ai_sides()}
    require(side in own, "SOLO-63", say("That side is not run by the app."), "side")
    limits.spells(spells)
    numbers = [spell.number for spell in spells]
    in_order = sorted(numbers) == list(range(1, len(spells) + 1))
    require(in_order, "SOLO-63", say("Number the spells 1, 2, 3, …"), "spells")
    return tuple(sx.SpellKnown(spell=replace(spell, side=side), rule="SOLO-63") for spell in spells)
