"""Steps of a siege that somebody has begun: their question says what waits now, and for whom."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.models import Dialogue
from maps.firestorm.viewer import FirestormViewer
from maps.turns.asked import open_questions
from rules.engine.plain import text_in
from rules.engine.todos import Todo
from rules.firestorm.game import GAME

STEPS = {"fs.lay": "start_siege", "fs.timer": "siege_turn", "fs.option": "take_option"}
ASKED = "cl.asked"  # the kind of a question that is open, about its battle and its slot


def step_slot(row: Todo) -> str:
    """The name of the slot in which a step of a siege is taken; empty for every other to-do."""
    if row.kind not in STEPS or row.stand != "must":
        return ""
    spec = GAME.spec(f"{GAME.name}.{row.act}")
    return spec.slot.format(**spec.filled(row.params))


def owed_now(viewer: FirestormViewer) -> list[Todo]:
    """What everybody has to do and waits for, as far as the visitor may know: once a step of a siege is
    begun, it is to be done by those to whom its question is put. Queries only where they follow a siege.
    """
    besieged = {row.about[0] for row in viewer.owed if row.kind in STEPS}
    begun = _begun(viewer, besieged) if besieged else {}
    if not begun:
        return viewer.owed
    musts = [row for row in viewer.owed if row.stand == "must" and row.about and row.about[0] in begun]
    asked = {row.side for rows in begun.values() for row in rows}
    others = [
        row for row in viewer.owed if row not in musts and not (row.kind in STEPS and row.side in asked)
    ]
    return [*(row for rows in begun.values() for row in rows), *others]


def _begun(viewer: FirestormViewer, battles: set[str]) -> Mapping[str, list[Todo]]:
    """What the open questions of these sieges lay on whom, by battle."""
    acts = [f"{GAME.name}.{act}" for act in STEPS.values()]
    found = Dialogue.objects.filter(scope=viewer.scope, procedure__in=acts).select_related("slot", "scope")
    begun = {}
    for one in found.prefetch_related("answers"):
        battle = text_in(one.params, "battle")
        if battle in battles and (rows := _asked(viewer, one, battle)):
            begun[battle] = rows
    return begun


def _asked(viewer: FirestormViewer, dialogue: Dialogue, battle: str) -> list[Todo]:
    """A row for each side to which it puts a question."""
    asked = dict.fromkeys(who for one in open_questions(viewer, dialogue) for who in one.who.split("|"))
    about, until = (battle, dialogue.slot.code), viewer.state.now.deadline
    sides = [who.removeprefix("side:") for who in asked]
    return [Todo(kind=ASKED, about=about, side=one, until=until, any_of=len(sides) > 1) for one in sides]
