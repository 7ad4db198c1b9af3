"""What a form at a solo table may start, and how its fields become the act's parameters."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.http import Http404

from campaigns.engine import door
from campaigns.engine.here import Here
from campaigns.shell.reading.fields import LONGEST, LengthField, LineField, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import EachForm, Said, read, rows, sent_to, word, words
from campaigns.solo.here import SoloHere
from rules.engine.plain import JsonObject
from rules.solo.figures.views import next_act

DICE_BY_HAND = "solo_by_hand"
MOST_LETTERS = 60  # of a spell or a rule


def by_hand(here: SoloHere) -> bool:
    """Whether this phone's people throw the dice themselves; otherwise the app does."""
    return bool(here.request.session.get(DICE_BY_HAND))


def fresh(here: SoloHere) -> SoloHere:
    """The same visitor with the game as it is now."""
    return Here(here.request, here.scope, here.seat, here.section)


class TypeForm(EachForm):
    """What a unit is played as, and what it was when the form was drawn."""

    type = forms.CharField(required=False, max_length=LONGEST)
    was = forms.CharField(required=False, max_length=LONGEST)


class RuleForm(PlainForm):
    """A line about a rule of an army: what it is called, whom it may aim at, how far it reaches."""

    label = LineField(required=False, most=MOST_LETTERS)
    aim = forms.CharField(required=False, max_length=LONGEST)
    reach = WholeField(required=False, least=0, most=99)


class SpellForm(PlainForm):
    """A line about a spell."""

    spell_name = LineField(required=False, most=MOST_LETTERS)
    cost = WholeField(required=False, least=0, most=99)
    aim = forms.CharField(required=False, max_length=LONGEST)
    reach = WholeField(required=False, least=0, most=99)


def _overrides(here: SoloHere) -> JsonObject:
    sent = sent_to(here.request)
    found = {unit: read(TypeForm(sent, unit)) for unit in here.state.units}
    return {
        "overrides": {unit: one["type"] for unit, one in found.items() if one["type"] not in ("", one["was"])}
    }


def _reserve(here: SoloHere) -> JsonObject:
    return {"reserve": words(here.request, "reserve")}


def _known(line: Said, *names: str) -> JsonObject:
    return {name: line[name] for name in names if line[name] is not None}


def _spells(here: SoloHere) -> JsonObject:
    """The lines with a name, numbered in their order."""
    side, lines = word(here.request, "side"), map(read, lines_of(here, "spells"))
    named = (one for one in lines if one["spell_name"])
    return {
        "spells": [
            {"id": f"{side}.spell-{n}", "number": n, "name": one["spell_name"], "aim": one["aim"]}
            | _known(one, "cost", "reach")
            for n, one in enumerate(named, 1)
        ]
    }


def _army_rules(here: SoloHere) -> JsonObject:
    lines = map(read, lines_of(here, "army_rules"))
    return {"army_rules": [_known(one, "label", "aim", "reach") for one in lines if one["label"]]}


# The forms of several lines: what reads a line, by which of its fields the lines are counted.
LINES: dict[str, tuple[type[PlainForm], str]] = {
    "spells": (SpellForm, "spell_name"),
    "army_rules": (RuleForm, "label"),
}


def lines_of(here: SoloHere, name: str) -> list[PlainForm]:
    """The lines of a form as they were sent."""
    kind, by = LINES[name]
    return list(rows(kind, sent_to(here.request), by))


# The parameters that a form sends, act by act.
ACTS: dict[str, tuple[str, ...]] = {
    "draw": ("only_app",),
    "choose_list": ("side", "list"),
    "types": (),
    "place_marker": ("number",),
    "lay_marker": ("number", "x", "y"),
    "markers_done": (),
    "unreachable": ("marker", "reachable"),
    "zones": (),
    "deployed": (),
    "deploy": (),
    "start_round": ("round",),
    "activate": ("turn",),
    "human_turn": ("turn", "unit", "done"),
    "end_round": ("round",),
    "status": ("unit", "wounds", "stunned", "out", "by", "may_shoot"),
    "section": ("unit", "section"),
    "defend": ("unit", "hits", "ap", "deadly", "by"),
    "attack": ("unit", "weapon", "target", "extra", "strikes_back"),
    "spell": ("unit", "spell"),
    "jump": ("unit", "gap", "drop"),
    "toss": ("count",),
    "concede": ("side",),
    "spells": ("side",),
    "army_rules": ("unit",),
}
# Those of several fields.
MORE: dict[str, Callable[[SoloHere], JsonObject]] = {
    "types": _overrides,
    "deployed": _reserve,
    "spells": _spells,
    "army_rules": _army_rules,
}
BACK = "back"  # not out any more


def _fields(name: str) -> dict[str, forms.Field]:
    """Lengths as they are measured."""
    if name == "lay_marker":
        return {one: LengthField(parts=100, required=False) for one in ("x", "y")}
    return {one: LengthField(parts=10, required=False) for one in ("gap", "drop")} if name == "jump" else {}


def params_for(here: SoloHere, name: str) -> JsonObject:
    """What the form says to this act. Raises `Refused` about a field that cannot be read."""
    spec, sent = here.kept.game.spec(f"solo.{name}"), sent_to(here.request)
    params = params_of(spec, sent, only=ACTS[name], fields=_fields(name))
    if params.get("out") == BACK:
        params["out"] = ""
    return params | (MORE[name](here) if name in MORE else {})


def act(here: SoloHere, name: str) -> None:
    """One act at the door; when people have had their turn, the app takes its own at once."""
    if name not in ACTS:
        raise Http404
    params = params_for(here, name)
    outcome = door.act(here.scope.pk, here.actor, f"solo.{name}", params, app_dice=not by_hand(here))
    if name == "human_turn" and outcome.settled and not outcome.repeated:
        _app_turn(fresh(here))


def _app_turn(here: SoloHere) -> None:
    following = next_act(here.state, here.book)
    if following.do == "activate":
        app_dice = not by_hand(here)
        door.act(here.scope.pk, here.actor, "solo.activate", following.params, app_dice=app_dice)
