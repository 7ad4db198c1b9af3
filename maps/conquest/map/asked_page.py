"""Questions that are open in a map league: those put to a realm, and those it waits for others to answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaigns.engine.dialogue import open_talk
from campaigns.models import Dialogue
from maps.conquest.here import ConquestHere
from rules.conquest.state import Realm
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question. `waits_for` names who else has to answer it, empty when it is this realm's."""

    text: str
    url: str
    waits_for: str = ""


def asked_of(here: ConquestHere, me: Realm) -> tuple[Asked, ...]:
    """What waits for this realm's answer, then what it has asked of others; three queries."""
    dialogues = Dialogue.objects.filter(scope=here.scope).select_related("slot", "scope")
    found = [
        one
        for dialogue in dialogues.prefetch_related("answers").order_by("pk")
        for one in _asked(here, dialogue, me)
    ]
    return tuple(sorted(found, key=lambda one: bool(one.waits_for)))


def _asked(here: ConquestHere, dialogue: Dialogue, me: Realm) -> Iterator[Asked]:
    questions = _questions(here, dialogue)
    url = reverse("campaigns:dialogue", args=[here.scope.pk, dialogue.slot.code])
    mine = [one for one in questions if f"side:{me.id}" in one.who.split("|")]
    for question in mine:
        yield Asked(question.text, url)
    if not mine and questions and dialogue.params.get("realm") == me.id:
        yield Asked(questions[0].text, url, _named(here, questions[0].who))


def _questions(here: ConquestHere, dialogue: Dialogue) -> tuple[Question, ...]:
    try:
        progress = open_talk(dialogue.slot, dialogue, here.state, now=dialogue.opened_at).drive()
    except Refused:
        return ()
    return progress.questions if isinstance(progress, Open) else ()


def _named(here: ConquestHere, who: str) -> str:
    return ", ".join(here.state.name_of(one.removeprefix("side:")) for one in who.split("|"))
