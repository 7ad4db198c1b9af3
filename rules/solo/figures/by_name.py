"""The rulebook's functions by name, for anybody who wants to check an example without a game.

Each takes plain JSON and, where dice are thrown, `dice`: D6 in reading order. With `used=True` the answer is
`{"result": …, "dice": […]}`. Here is what prepares a game and what it means to a league; what a turn needs is
in `turns`, figures about a running game are in `views`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import update_wrapper
from inspect import Signature, signature

from rules.engine.language import say
from rules.engine.refusals import Refused
from rules.solo.book import Rules
from rules.solo.deciding import deployment, ground_plan, measures, scores
from rules.solo.game import GAME
from rules.solo.league import campaign
from rules.solo.picks import Tape, pick
from rules.solo.printed import Printed
from rules.solo.state import Kind, SoloState, SoloWeapon, Unit, UnitType

type Json = object  # plain values: a number, a text, lists and tables of them


def with_dice(name: str, former: str = "") -> Callable[[Callable[..., Json]], Callable[..., Json]]:
    """Register a figure that throws dice: `f(rules, tape, …)`."""

    def register(compute: Callable[..., Json]) -> Callable[..., Json]:
        def figure(
            state: SoloState, book: Rules, *, dice: Sequence[int] = (), used: bool = False, **given: Json
        ) -> Json:
            tape = Tape(dice)
            result = compute(book, tape, **given)
            return {"result": result, "dice": tape.used} if used else result

        return _registered(figure, compute, (name, former), skip=2)

    return register


def without_dice(name: str, former: str = "") -> Callable[[Callable[..., Json]], Callable[..., Json]]:
    """Register a figure that throws none: `f(rules, …)`."""

    def register(compute: Callable[..., Json]) -> Callable[..., Json]:
        def figure(state: SoloState, book: Rules, **given: Json) -> Json:
            return compute(book, **given)

        return _registered(figure, compute, (name, former), skip=1)

    return register


def _registered(
    figure: Callable[..., Json], compute: Callable[..., Json], names: tuple[str, str], skip: int
) -> Callable[..., Json]:
    """With the words and the parameters of what it computes after its first `skip`."""
    own = [one for one in signature(figure).parameters.values() if one.kind is not one.VAR_KEYWORD]
    inner = [one.replace(kind=one.KEYWORD_ONLY) for one in signature(compute).parameters.values()][skip:]
    update_wrapper(figure, compute, assigned=("__doc__",), updated=())
    thrown = {one: figure.__annotations__[one] for one in ("dice", "used") if skip == 2}
    figure.__annotations__ = thrown | compute.__annotations__  # they are read where `compute` stands
    vars(figure)["__signature__"] = Signature([*own, *inner])
    GAME.figure(*names)(figure)
    return compute


def exact_number(number: Fraction) -> int | float:
    """Scores are whole or halves, so a float is exact."""
    return int(number) if number.denominator == 1 else float(number)


def tidy_inches(inches: float) -> int | float:
    """Inches that are whole are whole numbers."""
    return int(inches) if float(inches).is_integer() else round(inches, 6)


@with_dice("pick")
def _pick(book: Rules, tape: Tape, n: int) -> int:
    """Which of `n` options the dice take, from 1. Source: SOLO-02, SOLO-03."""
    return pick(n, tape)


@with_dice("lists", former="draw_lists")
def _lists(
    book: Rules, tape: Tape, pool: Sequence[str], humans: Sequence[str] = (), ais: Sequence[str] = ("ai",)
) -> dict[str, str]:
    """The list each side draws from the pool. Source: SOLO-06 to SOLO-08."""
    repeats = book.is_on("draw_repeats")
    return deployment.draw_lists(pool, [*ais, *humans], tape, repeats=repeats)


@without_dice("pool")
def _pool(book: Rules, points: Sequence[int]) -> list[str]:
    """What is unusual about a pool of lists with these points. Source: SOLO-06, SOLO-08."""
    return deployment.pool_warnings(points, book)


@with_dice("objective", former="place_objective")
def _objective(
    book: Rules,
    tape: Tape,
    region: Sequence[float],
    existing: Sequence[Sequence[float]] = (),
    spacing: float | None = None,
) -> Json:
    """Square, second square and place; `x` and `y` are null when nothing is placed. Source: SOLO-10 to 12."""
    plan = ground_plan.GroundPlan(
        ground_plan.Region(*region),
        tuple((x, y) for x, y in existing),
        book.number("marker_spacing") if spacing is None else spacing,
    )
    first = pick(4, tape)
    start, untried = plan.region.centre(first), [s for s in ground_plan.SQUARES if s != first]
    second: int | None = None
    at = start if plan.legal(start) else None
    while at is None and untried:
        second = untried.pop(pick(len(untried), tape) - 1)
        at = plan.shifted(start, plan.region.centre(second))
    at = at or plan.closest(start)
    x, y = (None, None) if at is None else (tidy_inches(at[0]), tidy_inches(at[1]))
    return {"square": first, "second": second, "x": x, "y": y}


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit by its id, with the rules that say when and how it is deployed."""

    id: str
    rules: tuple[str, ...] = ()


def _known(units: Sequence[str | KnownUnit]) -> list[KnownUnit]:
    return [KnownUnit(one) if isinstance(one, str) else one for one in units]


@with_dice("groups", former="deploy_groups")
def _groups(book: Rules, tape: Tape, units: Sequence[str | KnownUnit]) -> list[list[Json]]:
    """Three groups; a unit is an id, or a table with `id` and `rules` (Ambush is left out)."""
    return deployment.dealt_groups([one.id for one in _known(units) if not _reserve(one)], tape)


def _reserve(unit: KnownUnit) -> bool:
    return scores.has(unit.rules, Printed.AMBUSH)


@with_dice("sections", former="group_sections")
def _sections(
    book: Rules, tape: Tape, group_sizes: Sequence[int] = (), groups: Sequence[Sequence[str | KnownUnit]] = ()
) -> Json:
    """A section per group (null for an empty one) and the number of full rolls; sizes or the groups given."""
    sections, rolls = deployment.group_sections(group_sizes or [len(group) for group in groups], tape)
    return {"sections": sections, "rolls": rolls}


@with_dice("deploy_order")
def _deploy_order(book: Rules, tape: Tape, units: Sequence[str | KnownUnit]) -> list[str]:
    """Random order of everybody who is not in reserve; Scouts after all others. Source: SOLO-18, SOLO-69."""
    here = [one for one in _known(units) if not _reserve(one)]
    scouts = [one.id for one in here if scores.has(one.rules, Printed.SCOUT)]
    others = [one.id for one in here if one.id not in scouts]
    return deployment.drawn_order(others, tape) + deployment.drawn_order(scouts, tape)


@without_dice("challenge")
def _challenge(book: Rules, ai: int, human: int, on: bool | None = None, round: int = 2) -> Json:
    """What the app gets for the markers it and people hold. Source: SOLO-21 to SOLO-24."""
    active = book.is_on("challenge") if on is None else on
    hit, defense = measures.challenge_modifiers(
        active, ai, human, round=round, round_one=book.is_on("challenge_round_one")
    )
    return {"hit": hit, "defense": defense}


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in short: `n` of them with `a` attacks each, `range` in inches for a ranged one."""

    name: str = ""
    label: str = ""
    n: int = 1
    a: int = 1
    ap: int = 0
    range: int = 1
    rules: tuple[str, ...] = ()


def _weapon(arm: Arm, *, ranged: bool) -> SoloWeapon:
    return SoloWeapon(
        label=arm.name or arm.label,
        count=arm.n,
        attacks=arm.a,
        ap=arm.ap,
        range=arm.range if ranged else 0,
        rules=arm.rules,
    )


def _armed(
    q: int,
    ranged: Sequence[Arm],
    melee: Sequence[Arm],
    rules: Sequence[str],
    traits: Sequence[str],
    models: int,
) -> Unit:
    weapons = [_weapon(one, ranged=True) for one in ranged] + [_weapon(one, ranged=False) for one in melee]
    return Unit(
        id="unit", quality=q, models=models, weapons=tuple(weapons), rules=tuple(rules), traits=tuple(traits)
    )


@with_dice("classify")
def _classify(
    book: Rules,
    tape: Tape,
    override: UnitType = "",
    q: int = 4,
    ranged: Sequence[Arm] = (),
    melee: Sequence[Arm] = (),
    rules: Sequence[str] = (),
    traits: Sequence[str] = (),
    models: int = 1,
) -> Json:
    """What kind of unit this is, and the scores behind it. Source: SOLO-25 to SOLO-30."""
    unit = _armed(q, ranged, melee, rules, traits, models)
    worth = scores.unit_scores(unit)
    kind = scores.classify(unit, tape, override)
    return {"type": kind, "ranged": exact_number(worth.ranged), "melee": exact_number(worth.melee)}


@without_dice("weapon_score")
def _weapon_score(
    book: Rules,
    q: int = 4,
    ranged: Sequence[Arm] = (),
    melee: Sequence[Arm] = (),
    rules: Sequence[str] = (),
    traits: Sequence[str] = (),
    models: int = 1,
) -> Json:
    """The scores of a unit's weapons, and the rules nobody knows. Source: SOLO-26."""
    worth = scores.unit_scores(_armed(q, ranged, melee, rules, traits, models), book.book.known_rules)
    return {
        "ranged": exact_number(worth.ranged),
        "melee": exact_number(worth.melee),
        "close": worth.close,
        "unknown": list(worth.unknown),
    }


@without_dice("campaign")
def _campaign(
    book: Rules,
    kind: Kind,
    human_side_won: bool,
    co_op_humans: int = 1,
    consent: bool = False,
    counts: campaign.Counting = "fully",
    human_warband_knocked_out_ai_hero_with: str | None = None,
) -> Json:
    """What a league books for each side after a game against the app. Source: SOLO-77, SOLO-84."""
    earned = campaign.league_rewards(kind, co_op_humans, human_side_won, book, consent=consent, counts=counts)
    told = {side: asdict(gain) for side, gain in earned.items()}
    who = human_warband_knocked_out_ai_hero_with
    if who:
        told[f"{who}_xp"] = {
            "not_casualty": book.book.experience["alive"],
            "hero": campaign.kill_experience([{"hero": True}], book)[0],
        }
    return told


@without_dice("fixture")
def _fixture(book: Rules, humans: Sequence[int], ais: Sequence[int], within: int) -> Json:
    """Values brought: the aim of the AI's total, the most one may have, warnings. Source: SOLO-78."""
    return {
        "aim": sum(humans),
        "most": min([*humans, *ais]) + within,
        "warnings": campaign.fixture_warnings(humans, ais, within),
    }


@with_dice("ai_choice")
def _ai_choice(book: Rules, tape: Tape, options: Sequence[str]) -> str:
    """What the AI answers when the league asks it to choose. Source: SOLO-80."""
    if book.choice("ai_choices") == "organiser":
        raise Refused("SOLO-80", say("In this league the organiser chooses for the app’s warband."))
    return options[pick(len(options), tape) - 1]
