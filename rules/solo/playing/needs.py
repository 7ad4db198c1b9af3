"""What a die of the app’s needs, and why: to hit, to save, and what wounds do.

What both sheets and the events of the mission say is counted by itself. What hangs on a distance or on an
earlier shot is a chip, offered only where somebody is there who has it; all else the table sees is `extra`.
Source: SOLO-22, SOLO-23, SOLO-28, OPR-33.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rules.engine.language import either, mark, said, say, signed, with_heading
from rules.engine.procedure import require
from rules.solo.book import Rules
from rules.solo.deciding.scores import armour_piercing, best_melee, has, specialist
from rules.solo.league.campaign import hit_bonus
from rules.solo.printed import Printed
from rules.solo.state import BLINDED, DOUBLED, FIRST_BLOCK, FRENZY, SoloState, Unit


@dataclass(frozen=True, slots=True)
class DieModifier:
    """Something that changes the face needed: +1 makes it easier for the app."""

    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class Odds:
    """Dice of a roll, the face each needs, and why; `more`: dice added, and why."""

    dice: int
    needed: int
    ap: int
    modifiers: tuple[DieModifier, ...] = ()
    more: tuple[DieModifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """What only the table sees: who has it, and what it does. `wants`: who must be there, of a friend, an
    enemy or the other one; `shot`: in which attacks, None in both."""

    key: str
    label: str
    trait: Printed | None = None
    wants: str = ""
    shot: bool | None = None
    amount: int = 0
    skirmish: bool = False


INSTIGATOR = Chip(
    "instigator", mark("Activated within 6″ of {heroes}"), Printed.INSTIGATOR, "friend", False, 1
)
TACTICIAN = Chip("tactician", mark("Activated within 6″ of {heroes}"), Printed.TACTICIAN, "friend", True, 1)
PROWLER = Chip("prowler", mark("Over 12″ from {heroes}"), Printed.PROWLER, "other", True, -1)
SUPPRESSOR = Chip("suppressor", mark("{heroes} shot at it this round"), Printed.SUPPRESSOR, "enemy", True, -1)
TO_HIT = (INSTIGATOR, TACTICIAN, PROWLER, SUPPRESSOR)
COVER = Chip("cover", mark("In cover"), shot=True, amount=1)  # of the base game, as AP is
MASTERMIND = Chip("mastermind", mark("Within 6″ of {heroes}"), Printed.MASTERMIND, "enemy", amount=-1)
HERBALIST = Chip(
    "herbalist", mark("Within 6″ of {heroes}: wounds are ignored on 6+"), Printed.HERBALIST, "friend"
)
CHEMIST = Chip(
    "chemist",
    mark("Within 6″ of {heroes}: −1 on the wound die"),
    Printed.CHEMIST,
    "friend",
    skirmish=True,
)
FIRST_ONE = Chip("first_block", mark("Event {code}: no unit has rolled a 1 to block yet this round"))
TO_SAVE = (COVER, MASTERMIND, HERBALIST, CHEMIST, FIRST_ONE)


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack as a die of the app’s meets it: its unit, the `other` one if it is known, shot or struck
    (None: nobody says), and what the table sees (`also` the keys of chips, `extra` the rest)."""

    unit: Unit
    other: Unit | None = None
    shot: bool | None = None
    also: tuple[str, ...] = ()
    extra: int = 0


def friends_of(state: SoloState, rules: Rules, unit: Unit) -> list[Unit]:
    """Others on the table who fight on a unit’s side. Source: SOLO-39"""
    separate = rules.choice("ai_warbands") == "separate"
    units = [one for one in state.on_table(state.camp_of(unit.side)) if one.id != unit.id]
    return [one for one in units if one.side == unit.side or not separate]


def enemies_of(state: SoloState, rules: Rules, unit: Unit) -> list[Unit]:
    """Who on the table fights against a unit of the app. Source: SOLO-39"""
    separate = rules.choice("ai_warbands") == "separate"
    others = state.on_table("ai") if separate else []
    return [*state.on_table("human"), *(one for one in others if one.side != unit.side)]


def _bearers(state: SoloState, rules: Rules, blow: Blow, chip: Chip) -> list[Unit]:
    there = {
        "friend": lambda: friends_of(state, rules, blow.unit),
        "enemy": lambda: enemies_of(state, rules, blow.unit),
        "other": lambda: [blow.other] if blow.other else [],
    }
    return [one for one in there[chip.wants]() if chip.trait and has(one.all_rules, chip.trait)]


def offered_chips(
    state: SoloState, rules: Rules, blow: Blow, chips: Iterable[Chip]
) -> Iterator[tuple[Chip, str]]:
    """The chips that can matter for this die, each with its words. Source: SOLO-22, SOLO-23"""
    skirmish = rules.choice("terms") == "skirmish"
    for chip in chips:
        if (chip.skirmish and not skirmish) or (blow.shot is not None and chip.shot is (not blow.shot)):
            continue
        if chip is FIRST_ONE:
            if mission_event_counts(state, FIRST_BLOCK) and (skirmish or blow.unit.tough > 1):
                yield chip, said(chip.label, code=FIRST_BLOCK)
        elif not chip.wants:
            yield chip, _worded(chip, "")
        elif heroes := _bearers(state, rules, blow, chip):
            yield chip, _worded(chip, either(one.name for one in heroes))


def _worded(chip: Chip, heroes: str) -> str:
    words = said(chip.label, heroes=heroes)
    return with_heading(words, signed(chip.amount)) if chip.amount else words


def check_chips(state: SoloState, rules: Rules, blow: Blow, chips: Iterable[Chip]) -> None:
    """Raise `Refused` for what the table says where nobody has it. Source: SOLO-22, SOLO-23"""
    known = {chip.key for chip, _words in offered_chips(state, rules, blow, chips)}
    nobody = say("Nothing on the table gives that modifier at the moment.")
    require(set(blow.also) <= known, "SOLO-22", nobody, "also")
    require(-5 <= blow.extra <= 5, "SOLO-22", say("Enter no more than 5 either way."), "extra")


def mission_event_counts(state: SoloState, code: int, on: Collection[str] = ()) -> bool:
    """Whether an event of the league’s mission counts in this round, for one of these units or sides.

    Source: OPR-33
    """
    now = [one for one in state.game.events if one.code == code and one.round == state.game.round]
    return any(not one.struck and (not on or set(on) & set(one.on)) for one in now)


def _event(code: int) -> str:
    return say("event {code}", code=code)


def _seen(blow: Blow, chips: Iterable[Chip]) -> Iterator[DieModifier]:
    for chip in chips:
        if chip.key in blow.also and chip.trait:
            yield DieModifier(chip.trait, chip.amount)
        elif chip.key in blow.also and chip is COVER:
            yield DieModifier(say("cover"), chip.amount)
    yield DieModifier(say("other modifier"), blow.extra)


def _to_hit(state: SoloState, blow: Blow) -> Iterator[DieModifier]:
    """Source: SOLO-22, SOLO-28, OPR-33"""
    mine, other = blow.unit.all_rules, blow.other
    injury = Printed.BLINDED_EYE if blow.shot else Printed.ARM_INJURY
    yield DieModifier(say("challenge bonus"), state.game.hit)
    yield DieModifier(Printed.SPECIALIST, int(("ranged" if blow.shot else "melee") in specialist(mine)))
    yield DieModifier(injury, -int(has(mine, injury)))
    if other is None:
        return
    yield DieModifier(Printed.BITTER_RIVALRY, int(has(mine, Printed.BITTER_RIVALRY) and other.hero))
    if not blow.shot:
        yield DieModifier(Printed.DUELLIST, -int(has(other.all_rules, Printed.DUELLIST)))
        yield DieModifier(Printed.HORRIBLE_SCARS, -int(has(other.all_rules, Printed.HORRIBLE_SCARS)))
        yield DieModifier(_event(BLINDED), -int(mission_event_counts(state, BLINDED, [other.side])))


def underdog_point(state: SoloState, rules: Rules, unit: Unit) -> int:
    """The underdog point that its next roll to hit takes, 0 or 1. Source: SOLO-79, OPR-27"""
    if unit.side not in state.sides or not rules.is_on("ai_underdog"):
        return 0
    return hit_bonus(state.sides[unit.side].underdog)[0]


def to_hit(state: SoloState, rules: Rules, blow: Blow, at: int, *, charging: bool = True) -> Odds:
    """How the weapon `at` this place of the sheet strikes now. Source: SOLO-22, SOLO-28, SOLO-79"""
    unit, weapon = blow.unit, blow.unit.weapons[at]
    point = DieModifier(say("underdog point"), underdog_point(state, rules, unit))
    found = _counted(_to_hit(state, blow), _seen(blow, TO_HIT), [point])
    quality = 2 if has((*unit.all_rules, *weapon.rules), Printed.RELIABLE) else unit.quality
    ap = armour_piercing(weapon) + (weapon.is_ranged and has(unit.all_rules, Printed.DESTROYER))
    dice = weapon.count * weapon.attacks
    more = _counted(_more_dice(state, unit, at, dice, charging))
    return Odds(dice + sum(one.amount for one in more), face(quality, found), ap, found, more)


def _more_dice(state: SoloState, unit: Unit, at: int, dice: int, charging: bool) -> Iterator[DieModifier]:
    """More attacks go to the best melee weapon; a shooter may shoot twice. Source: SOLO-28, OPR-33"""
    if unit.weapons[at].is_ranged:
        yield DieModifier(_event(DOUBLED), dice * mission_event_counts(state, DOUBLED, [unit.id]))
    elif at == best_melee(unit):
        yield DieModifier(Printed.FANATIC, int(has(unit.all_rules, Printed.FANATIC)))
        yield DieModifier(Printed.CRAZED, int(charging and has(unit.all_rules, Printed.CRAZED)))
        yield DieModifier(_event(FRENZY), int(mission_event_counts(state, FRENZY)))


def _to_save(state: SoloState, blow: Blow) -> Iterator[DieModifier]:
    """Source: SOLO-23, OPR-49, OPR-39"""
    mine, other = blow.unit.all_rules, blow.other
    yield DieModifier(say("challenge bonus"), state.game.defense)
    yield DieModifier(Printed.RESILIENT, int(has(mine, Printed.RESILIENT)))
    yield DieModifier(Printed.CHEST_WOUND, -int(has(mine, Printed.CHEST_WOUND)))
    if other is not None and blow.shot:
        yield DieModifier(Printed.DESTROYER, -int(has(other.all_rules, Printed.DESTROYER)))


def to_save(state: SoloState, blow: Blow, *, hits: int = 0, ap: int = 0) -> Odds:
    """What its Defense needs against hits of this AP. Source: SOLO-23"""
    found = _counted(_to_save(state, blow), _seen(blow, (COVER, MASTERMIND)))
    return Odds(hits, face(blow.unit.defense + ap, found), ap, found)


def on_wound_die(rules: Rules, blow: Blow, *, ones: bool) -> tuple[DieModifier, ...]:
    """What is added to the wound die of a single model; `ones`: one of its saves was a 1.

    Source: SOLO-01, OPR-33
    """
    if rules.choice("terms") != "skirmish":
        return ()
    other = blow.other
    hurt = other is not None and blow.shot is False and has(other.all_rules, Printed.BERSERKER)
    return _counted(
        [
            DieModifier(Printed.BERSERKER, int(hurt)),
            DieModifier(Printed.CHEMIST, -int(CHEMIST.key in blow.also)),
            DieModifier(_event(FIRST_BLOCK), int(ones and FIRST_ONE.key in blow.also)),
        ]
    )


def _counted(*found: Iterable[DieModifier]) -> tuple[DieModifier, ...]:
    return tuple(one for some in found for one in some if one.amount)


def face(figure: int, found: Iterable[DieModifier]) -> int:
    """The face needed with all of these: a 6 always does, a 1 never. Source: SOLO-22, SOLO-23"""
    return min(max(figure - sum(one.amount for one in found), 2), 6)


def modifier_reasons(found: Iterable[DieModifier]) -> str:
    """The reasons in words: `Specialist +1, cover −1`. Source: SOLO-22"""
    return ", ".join(f"{one.label} {signed(one.amount)}" for one in found)
