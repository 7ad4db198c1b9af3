"""Between the rounds: lists, types, markers, edges, deployment, what a round begins with, how it ended.

Each function gives what a `TableStep` shows beside its button. Source: SOLO-06 to SOLO-24, SOLO-78.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.solo.table.drawing import picture
from campaigns.solo.table.forms import type_form
from campaigns.solo.table.steps import ListedArmy, StepShown, TypeLine
from campaigns.solo.table.turn_step import bonus_words, unit_tap
from campaigns.solo.unit_labels import weapon_words
from rules.engine.language import listed
from rules.solo.activating import diagrams
from rules.solo.book import Rules
from rules.solo.deciding.deployment import pool_warnings
from rules.solo.deciding.spells import caster_level
from rules.solo.league import handover
from rules.solo.league.campaign import fixture_warnings
from rules.solo.playing.rounds import challenge_bonus, seized_markers
from rules.solo.setting_up import types
from rules.solo.setting_up.markers import next_label
from rules.solo.setting_up.setup import free_lists, without_army
from rules.solo.state import SoloState, Unit


def _lists(state: SoloState, rules: Rules) -> StepShown:
    points = [one.points for one in state.lists.values()]
    warnings = pool_warnings(points, rules) if points else []
    free = {one.id for one in free_lists(state, rules)}
    needy = without_army(state)
    brought = all(side.is_ai for side in needy)
    listed = tuple(
        ListedArmy(
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
        "words": _("You play your own warbands; the app draws from the lists.")
        if brought and any(side.source for side in state.human_sides())
        else _("The app draws first, then everybody in seating order."),
        "button": _("Draw the lists"),
        "lists": listed,
        "needy": tuple((side.id, side.name) for side in needy),
        "warnings": tuple(warnings),
    }


def _types(state: SoloState, rules: Rules) -> StepShown:
    return {
        "title": _("How the app’s units fight"),
        "words": _("Worked out from their weapons. Change anything you disagree with; your choice stays."),
        "button": _("Set the types"),
        "types": tuple(_type_row(state, state.units[row.unit], row) for row in types.type_rows(state, rules)),
        "warnings": tuple(_brought(state, rules)),
    }


def _brought(state: SoloState, rules: Rules) -> list[str]:
    """What is unusual about the values brought to a league's mission. Source: SOLO-78"""
    if not rules.number("match_cap"):
        return []
    people, apps = ([side.points for side in sides] for sides in (state.human_sides(), state.ai_sides()))
    return fixture_warnings(people, apps, rules.number("match_cap"))


def _type_row(state: SoloState, unit: Unit, row: types.TypeRow) -> TypeLine:
    listed = any(spell.side == unit.side for spell in state.spells.values())
    return TypeLine(
        id=unit.id,
        name=unit.name,
        ranged=f"{row.ranged:g}",
        melee=f"{row.melee:g}",
        form=type_form(unit.id, row.type or row.proposed),
        close=row.close,
        fixed=row.always_melee,
        unknown=", ".join(row.unknown),
        weapons="; ".join(map(weapon_words, unit.weapons)),
        mute=caster_level(unit) > 0 and not listed,
    )


def _markers(state: SoloState, rules: Rules) -> StepShown:
    label, most = next_label(state), rules.number("markers")
    return {
        "title": _("Marker %(label)s of %(most)s") % {"label": label, "most": most},
        "words": _("Take turns, as your mission says. The app rolls for where its own marker goes."),
        "button": _("The app places marker %(label)s") % {"label": label},
        "picture": picture(diagrams.squares(state, rules)),
    }


def _zones(state: SoloState, rules: Rules) -> StepShown:
    return {
        "title": _("Which edge is whose?"),
        "words": _("A die decides where the app deploys."),
        "button": _("Roll for the edges"),
        "picture": picture(diagrams.sections(state, rules)),
    }


def _deployment(state: SoloState, rules: Rules) -> StepShown:
    return {
        "title": _("Deploy all of your units"),
        "words": _("The app places its own afterwards, knowing where you stand."),
        "button": _("We’ve deployed"),
        "picture": picture(diagrams.sections(state, rules)),
        "taps": tuple(unit_tap(state, rules, unit) for unit in state.units_of("human")),
    }


def _ai_deployment(state: SoloState, rules: Rules) -> StepShown:
    return {
        "title": _("Now the app deploys"),
        "words": _("Groups and sections are rolled for; then place the units one by one as the app says."),
        "button": _("Deploy the app’s units"),
        "picture": picture(diagrams.sections(state, rules)),
    }


def _between(state: SoloState, rules: Rules) -> StepShown:
    ai, people = seized_markers(state)
    waiting = sum(unit.out == "reserve" for unit in state.units_of("ai"))
    told = [_("Markers: %(people)s for you, %(ai)s for the app.") % {"people": people, "ai": ai}]
    if waiting and state.game.round >= 1:
        told.append(
            ngettext("%(n)d unit arrives from reserve.", "%(n)d units arrive from reserve.", waiting)
            % {"n": waiting}
        )
    told += [
        ngettext("%(name)s has %(n)d underdog point.", "%(name)s has %(n)d underdog points.", side.underdog)
        % {"name": side.name, "n": side.underdog}
        for side in state.in_seat_order()
        if side.underdog
    ]
    following = state.game.round + 1
    return {
        "title": _("Round %(round)s") % {"round": following},
        "words": " ".join(told),
        "button": _("Begin round %(round)s") % {"round": following},
        "bonus": bonus_words(*challenge_bonus(state, rules, following)),
    }


def _over(state: SoloState, rules: Rules) -> StepShown:
    ends = {"ai": _("The app won."), "human": _("You won."), "draw": _("A draw.")}
    losses = handover.losses(state)
    names = [f"{state.units[one.victim].name} ({rules.words[one.how]})" for one in losses]
    told = [", ".join(names) + "."] if names else []
    gave_up = listed(one.name for one in state.human_sides() if one.conceded)
    if gave_up:
        text = _("%(names)s conceded; units that left the table as a result aren’t casualties.")
        told.append(text % {"names": gave_up})
    if not told and not any(one.out == "left" for one in state.units.values()):
        told.append(_("No units have left the table."))
    return {"title": ends.get(state.game.winner, _("The game is over.")), "words": " ".join(told)}


BUILDERS: dict[str, Callable[[SoloState, Rules], StepShown]] = {
    "setup": _lists,
    "types": _types,
    "markers": _markers,
    "zones": _zones,
    "deployment": _deployment,
    "ai_deployment": _ai_deployment,
    "between": _between,
    "over": _over,
}
