"""Questions that are open in a map league: those put to a side, and those it waits for others to answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaigns.engine.stored.topics import DIALOGUE
from campaigns.engine.transaction.dialogue import open_run
from campaigns.engine.transaction.viewer import Viewer
from campaigns.models import Dialogue
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State


@dataclass(frozen=True, slots=True)
class SlotQuestion:
    """An open question of a slot. `waits_for` names who else has to answer it, empty if it is this side's."""

    text: str
    url: str
    slot: str
    waits_for: str = ""


def followed(asked: Iterable[SlotQuestion]) -> str:
    """What a page follows that shows these: of one's own questions, how their dialogues go on elsewhere."""
    return " ".join(sorted({f"{DIALOGUE}:{one.slot}" for one in asked if not one.waits_for}))


def side_questions[S: State, B](viewer: Viewer[S, B], *me: str) -> tuple[SlotQuestion, ...]:
    """What waits for these sides' answer (a faction, a player), then what they have asked of others.

    Three queries.
    """
    dialogues = Dialogue.objects.filter(scope=viewer.scope).select_related("slot", "scope")
    found = [
        one
        for dialogue in dialogues.prefetch_related("answers").order_by("pk")
        for one in _asked(viewer, dialogue, me)
    ]
    return tuple(sorted(found, key=lambda one: bool(one.waits_for)))


def _asked[S: State, B](
    viewer: Viewer[S, B], dialogue: Dialogue, me: tuple[str, ...]
) -> Iterator[SlotQuestion]:
    questions = open_questions(viewer, dialogue)
    slot = dialogue.slot.code
    url = reverse("campaigns:dialogue", args=[viewer.scope.pk, slot])
    sides = {f"side:{one}" for one in me}
    ours = [one for one in questions if not sides.isdisjoint(one.who.split("|"))]
    for question in ours:
        yield SlotQuestion(question.text, url, slot)
    held = viewer.registration.store.held
    if not ours and questions and dialogue.params.get(held) in me:
        yield SlotQuestion(questions[0].text, url, slot, _named(viewer, questions[0].who))


def open_questions[S: State, B](viewer: Viewer[S, B], dialogue: Dialogue) -> tuple[Question, ...]:
    """What a dialogue asks now, of the state as the visitor sees it; nothing where it is refused."""
    try:
        progress = open_run(dialogue.slot, dialogue, viewer.state, now=dialogue.opened_at).drive()
    except Refused:
        return ()
    return progress.questions if isinstance(progress, Open) else ()


def _named[S: State, B](viewer: Viewer[S, B], who: str) -> str:
    sides = viewer.registration.sides_of(viewer.state)
    asked = (sides.get(one.removeprefix("side:")) for one in who.split("|"))
    return ", ".join(one.name for one in asked if one)
