"""What a form at a solo table may start, and how its fields become the act's parameters."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.engine.transaction.viewer import Viewer
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import Said, read, row_forms, sent_ids, sent_to, word
from campaigns.solo.table.forms import FORMS, LINES, TypeForm, numbered_forms
from campaigns.solo.viewer import SoloViewer
from rules.engine.plain import JsonObject

DICE_BY_HAND = "solo_by_hand"


def rolls_by_hand(viewer: SoloViewer) -> bool:
    """Whether this phone's people throw the dice themselves; otherwise the app does."""
    return bool(viewer.request.session.get(DICE_BY_HAND))


def fresh(viewer: SoloViewer) -> SoloViewer:
    """The same visitor with the game as it is now."""
    return Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section)


def _overrides(viewer: SoloViewer) -> JsonObject:
    sent = sent_to(viewer.request)
    found = {unit: read(TypeForm(sent, unit)) for unit in viewer.state.units}
    return {
        "overrides": {unit: one["type"] for unit, one in found.items() if one["type"] not in ("", one["was"])}
    }


def _reserve(viewer: SoloViewer) -> JsonObject:
    return {"reserve": sent_ids(viewer.request, "reserve")}


def _known(line: Said, *names: str) -> JsonObject:
    return {name: line[name] for name in names if line[name] is not None}


def _spells(viewer: SoloViewer) -> JsonObject:
    """The lines with a name, numbered in their order."""
    side, lines = word(viewer.request, "side"), map(read, sent_line_forms(viewer, "spells"))
    named = (one for one in lines if one["spell_name"])
    return {
        "spells": [
            {"id": f"{side}.spell-{n}", "number": n, "name": one["spell_name"], "aim": one["aim"]}
            | _known(one, "cost", "reach")
            for n, one in enumerate(named, 1)
        ]
    }


def _army_rules(viewer: SoloViewer) -> JsonObject:
    lines = map(read, sent_line_forms(viewer, "army_rules"))
    return {"army_rules": [_known(one, "label", "aim", "reach") for one in lines if one["label"]]}


def sent_line_forms(viewer: SoloViewer, name: str) -> list[PlainForm]:
    """The lines of a form as they were sent."""
    kind, by = LINES[name]
    return list(numbered_forms(row_forms(kind, sent_to(viewer.request), by), name))


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
MORE: dict[str, Callable[[SoloViewer], JsonObject]] = {
    "types": _overrides,
    "deployed": _reserve,
    "spells": _spells,
    "army_rules": _army_rules,
}
BACK = "back"  # not out any more


def params_for(viewer: SoloViewer, name: str) -> JsonObject:
    """What the form says to this act. Raises `Refused` about a field that cannot be read."""
    spec, sent = viewer.registration.game.spec(f"solo.{name}"), sent_to(viewer.request)
    fields = FORMS[name]().fields if name in FORMS else {}
    params = read_params(spec, sent, only=ACTS[name], fields=fields)
    if params.get("out") == BACK:
        params["out"] = ""
    return params | (MORE[name](viewer) if name in MORE else {})


def act_on_table(viewer: SoloViewer, transaction: ScopeTransaction, name: str) -> None:
    """One act at the door."""
    if name not in ACTS:
        raise Http404
    door.act_within(transaction, f"solo.{name}", params_for(viewer, name), app_dice=not rolls_by_hand(viewer))
