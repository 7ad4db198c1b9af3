"""What a form at a solo table may start, and how its fields become the act's parameters."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404

from campaigns.engine import door
from campaigns.engine.passage.here import Here
from campaigns.engine.passage.visit import Passage
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import Said, read, rows, sent_to, word, words
from campaigns.solo.here import SoloHere
from campaigns.solo.table.forms import FORMS, LINES, TypeForm, numbered
from rules.engine.plain import JsonObject

DICE_BY_HAND = "solo_by_hand"


def by_hand(here: SoloHere) -> bool:
    """Whether this phone's people throw the dice themselves; otherwise the app does."""
    return bool(here.request.session.get(DICE_BY_HAND))


def fresh(here: SoloHere) -> SoloHere:
    """The same visitor with the game as it is now."""
    return Here(here.request, here.scope, here.seat, here.section)


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


def lines_of(here: SoloHere, name: str) -> list[PlainForm]:
    """The lines of a form as they were sent."""
    kind, by = LINES[name]
    return list(numbered(rows(kind, sent_to(here.request), by), name))


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
    "status": ("unit", "wounds", "stunned", "out", "by", "may_shoot", "leaving"),
    "section": ("unit", "section"),
    "defend": ("unit", "hits", "ap", "deadly", "by", "shot", "also", "extra"),
    "attack": ("unit", "weapon", "target", "extra", "strikes_back", "also"),
    "reroll": ("unit",),
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


def params_for(here: SoloHere, name: str) -> JsonObject:
    """What the form says to this act. Raises `Refused` about a field that cannot be read."""
    spec, sent = here.registration.game.spec(f"solo.{name}"), sent_to(here.request)
    fields = FORMS[name]().fields if name in FORMS else {}
    params = params_of(spec, sent, only=ACTS[name], fields=fields)
    if params.get("out") == BACK:
        params["out"] = ""
    return params | (MORE[name](here) if name in MORE else {})


def act(here: SoloHere, passage: Passage, name: str) -> None:
    """One act at the door."""
    if name not in ACTS:
        raise Http404
    door.act_within(passage, f"solo.{name}", params_for(here, name), app_dice=not by_hand(here))
