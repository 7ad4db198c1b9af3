"""The rulebook's functions by name, for anybody who wants to check an example without a game.

Each takes plain JSON and, where dice are thrown, `dice`: D6 in reading order. With `used=True` the answer is
`{"result": …, "dice": […]}`. Here is what prepares a game and what it means to a league; what a turn needs is
in `turn_figures`, figures about a running game are in `views`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from rules.language import say
from rules.refusals import Refused
from rules.solo import campaign, deployment, ground_plan, measures, scores
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.picks import Tape, pick
from rules.solo.printed import Printed
from rules.solo.state import SoloState, Unit, UnitType, Weapon

type Json = Any


def with_dice(*names: str) -> Callable[[Callable[..., Json]], Callable[..., Json]]:
    """Register a figure that throws dice: `f(rules, tape, **given)`."""

    def register(compute: Callable[..., Json]) -> Callable[..., Json]:
        def figure(
            state: SoloState, book: Rules, *, dice: Sequence[int] = (), used: bool = False, **given: Json
        ) -> Json:
            tape = Tape(dice)
            result = compute(book, tape, **given)
            return {"result": result, "dice": tape.used} if used else result

        for name in names:
            GAME.figure(name)(figure)
        return compute

    return register


def without_dice(*names: str) -> Callable[[Callable[..., Json]], Callable[..., Json]]:
    """Register a figure that throws none: `f(rules, **given)`."""

    def register(compute: Callable[..., Json]) -> Callable[..., Json]:
        for name in names:
            GAME.figure(name)(lambda state, book, **given: compute(book, **given))
        return compute

    return register


def plain(number: Fraction) -> int | float:
    """Scores are whole or halves, so a float is exact."""
    return int(number) if number.denominator == 1 else float(number)


def tidy(inches: float) -> int | float:
    return int(inches) if float(inches).is_integer() else round(inches, 6)


@with_dice("pick")
def _pick(book: Rules, tape: Tape, n: int) -> int:
    return pick(n, tape)


@with_dice("draw_lists", "lists")
def _lists(
    book: Rules, tape: Tape, pool: Sequence[str], humans: Sequence[str] = (), ais: Sequence[str] = ("ai",)
) -> dict[str, str]:
    repeats = book.is_on("draw_repeats")
    return deployment.draw_lists(pool, [*ais, *humans], tape, repeats=repeats)


@without_dice("pool")
def _pool(book: Rules, points: Sequence[int]) -> list[str]:
    return deployment.pool_warnings(points, book)


@with_dice("place_objective", "objective")
def _objective(
    book: Rules,
    tape: Tape,
    region: Sequence[float],
    existing: Sequence[Sequence[float]] = (),
    spacing: float | None = None,
) -> Json:
    """Square, second square and place; `x` and `y` are null when nothing is placed. Source: SOLO-10 to 12."""
    plan = ground_plan.Plan(
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
    x, y = (None, None) if at is None else (tidy(at[0]), tidy(at[1]))
    return {"square": first, "second": second, "x": x, "y": y}


@with_dice("deploy_groups", "groups")
def _groups(book: Rules, tape: Tape, units: Sequence[Json]) -> list[list[Json]]:
    """Three groups; a unit is an id, or a mapping with `id` and `rules` (Ambush is left out)."""
    ids = [u if isinstance(u, str) else u["id"] for u in units if isinstance(u, str) or not _reserve(u)]
    return deployment.dealt(ids, tape)


def _reserve(unit: Mapping[str, Json]) -> bool:
    return scores.has(unit.get("rules", ()), Printed.AMBUSH)


@with_dice("group_sections", "sections")
def _sections(
    book: Rules, tape: Tape, group_sizes: Sequence[int] = (), groups: Sequence[Sequence[Json]] = ()
) -> Json:
    """A section per group (null for an empty one) and the number of full rolls; sizes or the groups given."""
    sections, rolls = deployment.group_sections(group_sizes or [len(group) for group in groups], tape)
    return {"sections": sections, "rolls": rolls}


@with_dice("deploy_order")
def _deploy_order(book: Rules, tape: Tape, units: Sequence[Json]) -> list[str]:
    """Random order of everybody who is not in reserve; Scouts after all others. Source: SOLO-18, SOLO-69."""
    known = [{"id": u} if isinstance(u, str) else u for u in units]
    here = [u for u in known if not _reserve(u)]
    scouts = [u["id"] for u in here if scores.has(u.get("rules", ()), Printed.SCOUT)]
    others = [u["id"] for u in here if u["id"] not in scouts]
    return deployment.drawn_order(others, tape) + deployment.drawn_order(scouts, tape)


@without_dice("challenge")
def _challenge(book: Rules, ai: int, human: int, on: bool | None = None, round: int = 2) -> Json:
    active = book.is_on("challenge") if on is None else on
    hit, defense = measures.challenge(
        active, ai, human, round=round, round_one=book.is_on("challenge_round_one")
    )
    return {"hit": hit, "defense": defense}


def _weapon(data: Mapping[str, Json], ranged: bool) -> Weapon:
    return Weapon(
        label=data.get("name", data.get("label", "")),
        count=data.get("n", 1),
        attacks=data.get("a", 1),
        ap=data.get("ap", 0),
        range=data.get("range", 1) if ranged else 0,
        rules=tuple(data.get("rules", ())),
    )


def _armed(given: Mapping[str, Json]) -> Unit:
    """A unit from the short shape `q, ranged, melee, rules, traits, models`."""
    weapons = [_weapon(w, True) for w in given.get("ranged", ())]
    weapons += [_weapon(w, False) for w in given.get("melee", ())]
    return Unit(
        id="unit",
        quality=given.get("q", 4),
        models=given.get("models", 1),
        weapons=tuple(weapons),
        rules=tuple(given.get("rules", ())),
        traits=tuple(given.get("traits", ())),
    )


@with_dice("classify")
def _classify(book: Rules, tape: Tape, override: UnitType = "", **given: Json) -> Json:
    unit = _armed(given)
    worth = scores.scores(unit)
    kind = scores.classify(unit, tape, override)
    return {"type": kind, "ranged": plain(worth.ranged), "melee": plain(worth.melee)}


@without_dice("weapon_score")
def _weapon_score(book: Rules, **given: Json) -> Json:
    worth = scores.scores(_armed(given), book.book.known_rules)
    return {
        "ranged": plain(worth.ranged),
        "melee": plain(worth.melee),
        "close": worth.close,
        "unknown": list(worth.unknown),
    }


@without_dice("campaign")
def _campaign(
    book: Rules,
    kind: Json,
    human_side_won: bool,
    co_op_humans: int = 1,
    consent: bool = False,
    counts: campaign.Counting = "fully",
    human_warband_knocked_out_ai_hero_with: str | None = None,
) -> Json:
    earned = campaign.outcome(kind, co_op_humans, human_side_won, book, consent=consent, counts=counts)
    told = {side: asdict(gain) for side, gain in earned.items()}
    who = human_warband_knocked_out_ai_hero_with
    if who:
        told[f"{who}_xp"] = {
            "not_casualty": book.book.experience["alive"],
            "hero": campaign.experience([{"hero": True}], book)[0],
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
        raise Refused("SOLO-80", say("In this league the organiser chooses for the app's warband."))
    return options[pick(len(options), tape) - 1]
