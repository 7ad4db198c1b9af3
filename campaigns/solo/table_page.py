"""The table of a game against the app: whose turn it is and the one thing to do now.

With a dialogue open that is its question (`ask_page`), otherwise the next act of the rules with what bears
on it. Source: SOLO-06 to SOLO-24, SOLO-39 to SOLO-45, A-46.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns import chronicle
from campaigns.league_page import Here
from campaigns.services.solo import open_dialogue
from campaigns.solo.ask_page import Asking, Crumb, asking
from campaigns.solo.drawing import picture
from campaigns.solo.words import app_names, traits_of, weapon_words
from rules.refusals import Refused
from rules.solo import diagrams, handover, views
from rules.solo.attacks import odds
from rules.solo.book import Rules
from rules.solo.deployment import pool_warnings
from rules.solo.rounds import bonus, held
from rules.solo.setup import free_lists, next_label, without_army
from rules.solo.state import SoloState, Unit
from rules.solo.turns import left_to_act


@dataclass(frozen=True, slots=True)
class Field:
    """A hidden field of a form: the turn or round it speaks of, so that a stale one is noticed."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class UnitTap:
    """One of people's units that may act now."""

    id: str
    name: str
    side: str
    note: str


@dataclass(frozen=True, slots=True)
class Strike:
    """Dice the app may throw for the unit that has just acted."""

    unit: str
    weapon: int
    target: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class TypeRow:
    """A unit of the app with its scores; `proposed` "" is left to a die."""

    id: str
    name: str
    ranged: str
    melee: str
    proposed: str
    close: bool
    fixed: bool
    unknown: str
    weapons: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of the pool and who plays it."""

    id: str
    name: str
    points: int
    units: str
    by: str


@dataclass(frozen=True, slots=True)
class Step:
    """The act to be done now. `phase` picks what is drawn around it, `do` with `fields` is what is sent."""

    phase: str
    do: str
    fields: tuple[Field, ...]
    title: str
    words: str = ""
    button: str = ""
    picture: SafeString | None = None
    taps: tuple[UnitTap, ...] = ()
    strikes: tuple[Strike, ...] = ()
    types: tuple[TypeRow, ...] = ()
    lists: tuple[Listed, ...] = ()
    needy: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    bonus: str = ""
    untracked: bool = False


@dataclass(frozen=True, slots=True)
class SoloPage:
    """One screen of the table."""

    title: str
    subtitle: str
    crumbs: tuple[Crumb, ...]
    asking: Asking
    step: Step | None
    left: str
    may_act: bool
    can_undo: bool
    last: chronicle.Line | None
    mission_url: str = ""
    refused: Refused | None = None


def build(here: Here, refused: Refused | None = None) -> SoloPage:
    state: SoloState = here.state
    dialogue = open_dialogue(here.scope)
    shown = asking(here, dialogue) if dialogue is not None else Asking()
    asked = shown.ask is not None or shown.several is not None
    may_act = here.seat is not None and here.actor.acts_as("table", here.scope, state, here.kept)
    lines = chronicle.lines(here, limit=1) if not asked else []
    names = app_names(state)
    return SoloPage(
        title=_title(state),
        subtitle=_("%(names)s, run by the app") % {"names": names} if names else here.scope.name,
        crumbs=shown.ask.crumbs if shown.ask else (),
        asking=shown,
        step=None if asked else step_of(state, here.book),
        left=_left(state),
        may_act=may_act,
        can_undo=may_act and (asked or bool(lines and lines[0].seq > 1)),
        last=lines[0] if lines and lines[0].seq > 1 else None,
        mission_url=_mission_url(state),
        refused=refused or shown.refused,
    )


def _mission_url(state: SoloState) -> str:
    """Where a finished game hands its facts to the league."""
    league, _colon, mission = state.game.mission.partition(":")
    ready = mission and state.game.phase == "over"
    return reverse("campaigns:mission_solo", args=[int(league), mission]) if ready else ""


def _title(state: SoloState) -> str:
    game = state.game
    if game.phase == "over":
        return _("The game is over")
    if game.phase == "between":
        return _("Round %(round)s begins") % {"round": game.round + 1}
    if game.phase != "round":
        return _("Before the game")
    words = {"ai": _("AI turn · round %(round)s"), "human": _("Your turn · round %(round)s")}
    return words.get(game.active, _("Round %(round)s ends")) % {"round": game.round}


def _left(state: SoloState) -> str:
    if state.game.phase != "round":
        return ""
    ai, people = (len(left_to_act(state, camp)) for camp in ("ai", "human"))
    told = ngettext("%(n)d AI unit left", "%(n)d AI units left", ai) % {"n": ai}
    if not state.units_of("human"):
        return told
    return f"{told} · {_('%(n)d of yours') % {'n': people}}"


def step_of(state: SoloState, rules: Rules) -> Step:
    """The act that comes next, with everything that helps to do it."""
    act = views.next_act(state, rules)
    fields = tuple(Field(name, str(value)) for name, value in act.params.items())
    phase = state.game.phase
    if phase == "round":
        return _turn(state, rules, act.do, fields)
    builders = {
        "setup": _lists,
        "types": _types,
        "markers": _markers,
        "zones": _zones,
        "deployment": _deployment,
        "ai_deployment": _ai_deployment,
        "between": _between,
        "over": _over,
    }
    return Step(phase=phase, do=act.do, fields=fields, **builders[phase](state, rules))


def _lists(state: SoloState, rules: Rules) -> dict[str, Any]:
    points = [one.points for one in state.lists.values()]
    warnings = pool_warnings(points, rules.number("balance_points")) if points else []
    free = {one.id for one in free_lists(state, rules)}
    listed = tuple(
        Listed(
            one.id,
            one.name,
            one.points,
            ", ".join(unit.name for unit in one.units),
            "" if one.id in free else state.sides[one.drawn_by].name if one.drawn_by in state.sides else "",
        )
        for one in state.lists.values()
    )
    return {
        "title": _("Who plays which list?"),
        "words": _("The app draws first, then everybody in seat order."),
        "button": _("Draw the lists"),
        "lists": listed,
        "needy": tuple((side.id, side.name) for side in without_army(state)),
        "warnings": tuple(warnings),
    }


def _types(state: SoloState, rules: Rules) -> dict[str, Any]:
    return {
        "title": _("How the app’s units fight"),
        "words": _("Worked out from their weapons. Change what you see otherwise; then it stays."),
        "button": _("Settle the types"),
        "types": tuple(_type_row(state.units[row["unit"]], row) for row in views.type_rows(state, rules)),
    }


def _type_row(unit: Unit, row: dict[str, Any]) -> TypeRow:
    return TypeRow(
        id=unit.id,
        name=unit.name,
        ranged=f"{row['ranged']:g}",
        melee=f"{row['melee']:g}",
        proposed=row["type"] or row["proposed"],
        close=row["close"],
        fixed=row["always_melee"],
        unknown=", ".join(row["unknown"]),
        weapons="; ".join(map(weapon_words, unit.weapons)),
    )


def _markers(state: SoloState, rules: Rules) -> dict[str, Any]:
    label, most = next_label(state), rules.number("markers")
    return {
        "title": _("Marker %(label)s of %(most)s") % {"label": label, "most": most},
        "words": _("Take turns, as your mission says. The app rolls where its own marker goes."),
        "button": _("The app lays marker %(label)s") % {"label": label},
        "picture": picture(diagrams.squares(state, rules)),
    }


def _zones(state: SoloState, rules: Rules) -> dict[str, Any]:
    return {
        "title": _("Which edge is whose?"),
        "words": _("A die says where the app deploys."),
        "button": _("Roll for the edges"),
        "picture": picture(diagrams.sections(state, rules)),
    }


def _deployment(state: SoloState, rules: Rules) -> dict[str, Any]:
    return {
        "title": _("Deploy all of your units"),
        "words": _("The app places its own afterwards, knowing where you stand."),
        "button": _("We are deployed"),
        "taps": tuple(_tap(state, rules, unit) for unit in state.units_of("human")),
    }


def _ai_deployment(state: SoloState, rules: Rules) -> dict[str, Any]:
    return {
        "title": _("Now the app deploys"),
        "words": _("Groups and sections are rolled; then place unit after unit as you are told."),
        "button": _("Deploy the app’s units"),
        "picture": picture(diagrams.sections(state, rules)),
    }


def _between(state: SoloState, rules: Rules) -> dict[str, Any]:
    ai, people = held(state)
    waiting = sum(unit.out == "reserve" for unit in state.units_of("ai"))
    told = [_("Markers: %(people)s for you, %(ai)s for the app.") % {"people": people, "ai": ai}]
    if waiting and state.game.round >= 1:
        told.append(
            ngettext("%(n)d unit arrives from reserve.", "%(n)d units arrive from reserve.", waiting)
            % {"n": waiting}
        )
    following = state.game.round + 1
    return {
        "title": _("Round %(round)s") % {"round": following},
        "words": " ".join(told),
        "button": _("Begin round %(round)s") % {"round": following},
        "bonus": bonus_words(*bonus(state, rules, following)),
    }


def bonus_words(hit: int, defense: int) -> str:
    """The challenge bonus of a round; empty without one."""
    if not hit:
        return ""
    if defense:
        return _("Challenge: the app’s units get +1 to hit and to Defense this round.")
    return _("Challenge: the app’s units get +1 to hit this round.")


def _over(state: SoloState, rules: Rules) -> dict[str, Any]:
    ends = {"ai": _("The app won."), "human": _("You won."), "draw": _("A draw.")}
    losses = handover.losses(state)
    names = [f"{state.units[one.victim].name} ({rules.words[one.how]})" for one in losses]
    return {
        "title": ends.get(state.game.winner, _("The game is over.")),
        "words": _("Nobody left the table.") if not names else ", ".join(names) + ".",
    }


def _turn(state: SoloState, rules: Rules, do: str, fields: tuple[Field, ...]) -> Step:
    game = state.game
    more: dict[str, Any] = {"bonus": bonus_words(game.hit, game.defense), "strikes": _strikes(state)}
    if game.active == "human":
        units = [
            unit for unit in left_to_act(state, "human") if game.seat in (0, state.sides[unit.side].seat)
        ]
        more |= {
            "title": _("Who of yours acted?") if units else _("Act with one of your units"),
            "words": _("Act first, then tap who it was.") if units else "",
            "taps": tuple(_tap(state, rules, unit) for unit in units),
            "untracked": not units or not game.tracked,
        }
    elif game.active == "ai":
        more |= {"title": _("The app’s turn"), "button": _("Next AI unit")}
    else:
        more |= {
            "title": _("Everybody has acted"),
            "words": _("See who holds which marker."),
            "button": _("Close round %(round)s") % {"round": game.round},
        }
    return Step(phase="round", do=do, fields=fields, **more)


def _tap(state: SoloState, rules: Rules, unit: Unit) -> UnitTap:
    several = len(state.human_sides()) > 1
    side = state.sides[unit.side].name if several else ""
    note = rules.words["stunned"] if unit.stunned else ""
    return UnitTap(unit.id, unit.name, side, note or traits_of(unit, rules))


def _strikes(state: SoloState) -> tuple[Strike, ...]:
    """What the unit that acted last strikes with, each with its dice. Source: SOLO-51, SOLO-54"""
    latest = [one for one in state.activations.values() if one.round == state.game.round]
    if not latest:
        return ()
    done = max(latest, key=lambda one: one.number)
    unit = state.units[done.unit]
    if not unit.on_table:
        return ()
    return tuple(_strike(state, unit, weapon, enemy) for weapon, enemy in done.targets)


def _strike(state: SoloState, unit: Unit, at: int, enemy: str) -> Strike:
    weapon = unit.weapons[at]
    chance = odds(state, unit, weapon)
    victim = state.units[enemy].name if enemy in state.units else _("its target")
    dice = ngettext("%(n)d die", "%(n)d dice", chance.dice) % {"n": chance.dice}
    note = _("%(dice)s, hits on %(needed)s+, AP(%(ap)s)") % {
        "dice": dice,
        "needed": chance.needed,
        "ap": chance.ap,
    }
    why = "".join(f", {one.label} {one.amount:+d}" for one in chance.modifiers)
    label = _("%(unit)s: %(weapon)s at %(victim)s") % {
        "unit": unit.name,
        "weapon": weapon.label,
        "victim": victim,
    }
    return Strike(unit.id, at, enemy if enemy in state.units else "", label, note + why)
