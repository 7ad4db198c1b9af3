"""What the dialogue page shows: the answers so far and the open questions, with who may answer each.

One page for every rulebook. Several open questions at once make the whole-warband view.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.dialogue import Talk, look
from campaigns.league_page import Here
from campaigns.models import DialogueAnswer, Seat, Slot
from campaigns.rights import Actor
from rules.dice import is_random
from rules.procedure import Asked, Open
from rules.questions import Answer, Question, Roll, YesNo
from rules.refusals import Refused


@dataclass(frozen=True, slots=True)
class Line:
    """One question of the dialogue; `answer` is None while open, `meaning` says what the answer does."""

    question: Question
    answer: Answer | None
    mine: bool
    waiting_for: str
    action: str
    once: str
    meaning: str = ""

    @property
    def about(self) -> str:
        return self.question.about


@dataclass(frozen=True, slots=True)
class DialoguePage:
    """`title` names the step, `subtitle` whose; `lines` in the order asked, each unit's together."""

    slot: str
    title: str
    subtitle: str
    lines: tuple[Line, ...]
    can_go_back: bool
    others: tuple[str, ...]
    address: str
    refused: Refused | None = None

    @property
    def open(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.answer is None)

    @property
    def mine(self) -> tuple[Line, ...]:
        return tuple(line for line in self.open if line.mine)

    @property
    def dice_left(self) -> tuple[Line, ...]:
        """My open questions that the app can roll."""
        return tuple(line for line in self.mine if is_random(line.question))

    @property
    def first(self) -> Line | None:
        return self.mine[0] if self.mine else (self.open[0] if self.open else None)

    @property
    def done(self) -> int:
        return len(self.lines) - len(self.open)

    @property
    def bars(self) -> list[str]:
        """Progress: one word per question, for at most twelve."""
        states = ["done" if line.answer is not None else "now" if line.mine else "" for line in self.lines]
        return states if len(states) <= 12 else []


def build(here: Here, slot: Slot) -> DialoguePage:
    """The page of an open dialogue."""
    talk, progress = look(here.scope, slot, here.state)
    asked: tuple[Asked, ...] = () if isinstance(progress, Refused) else progress.asked
    questions = progress.questions if isinstance(progress, Open) else ()
    address = reverse("campaigns:dialogue", args=[here.scope.pk, slot.code])
    lines = [_line(here, talk, one.question, one.answer, address) for one in asked]
    lines += [_line(here, talk, question, None, address) for question in questions]
    return DialoguePage(
        slot=slot.code,
        title=talk.spec.title.rstrip("."),
        subtitle=_subtitle(here, talk),
        lines=tuple(_grouped(lines)),
        can_go_back=_can_go_back(here, slot),
        others=tuple(sorted({line.waiting_for for line in lines if line.answer is None and not line.mine})),
        address=address,
        refused=progress if isinstance(progress, Refused) else None,
    )


def _line(here: Here, talk: Talk, question: Question, answer: Answer | None, address: str) -> Line:
    mine = here.seat is not None and Actor(here.seat).acts_as(question.who, here.scope, here.state, here.kept)
    meaning = meaning_of(question, answer) if answer is not None else ""
    return Line(question, answer, mine, who_name(here, question.who), address, uuid4().hex, meaning)


def meaning_of(question: Question, answer: Answer) -> str:
    """The answer in words: the face's meaning, the option's label."""
    if answer.origin == "sealed":
        return _("sealed")
    if isinstance(question, Roll):
        return next((face.label for face in question.faces if face.value == answer.value), "")
    labels = {option.id: option.label for option in getattr(question, "options", ())}
    if isinstance(answer.value, bool):
        return question.told(answer.value) if isinstance(question, YesNo) else str(answer.value)
    if isinstance(answer.value, str):
        return labels.get(answer.value, answer.value)
    if isinstance(answer.value, tuple | list):
        return ", ".join(_part(labels, part) for part in answer.value)
    return str(answer.value)


def _part(labels: dict[str, str], part: Any) -> str:
    if isinstance(part, tuple | list):
        return f"{labels.get(part[0], part[0])}: {part[1]}"
    return labels.get(part, str(part))


def who_name(here: Here, who: str) -> str:
    """Who is waited for, by name."""
    kind, _sep, name = who.partition(":")
    if kind == "side":
        return side_name(here, name)
    if kind == "person":
        return Seat.objects.filter(pk=name).values_list("name", flat=True).first() or _("a player")
    return _("the organiser") if kind == "organiser" else _("anybody at the table")


def side_name(here: Here, side: str) -> str:
    """The name of a warband or realm."""
    for table in here.state.tables():
        name = getattr(getattr(here.state, table).get(side), "name", None)
        if isinstance(name, str) and name:
            return name
    return _("a player")


def _subtitle(here: Here, talk: Talk) -> str:
    side = talk.params.get("warband") or talk.params.get("realm")
    return " · ".join(filter(None, [side_name(here, side) if side else "", here.scope.name]))


def _can_go_back(here: Here, slot: Slot) -> bool:
    latest: DialogueAnswer | None = slot.dialogue.answers.order_by("-id").first()
    if latest is None or here.seat is None or latest.origin in ("app", "sealed"):
        return False
    return latest.by_id == here.seat.pk or here.is_organiser


def _grouped(lines: Iterable[Line]) -> list[Line]:
    """Lines about the same unit next to each other, units in the order they first come up."""
    order: dict[str, int] = {}
    kept = list(lines)
    for place, line in enumerate(kept):
        order.setdefault(line.about or line.question.key, place)
    return sorted(kept, key=lambda line: order[line.about or line.question.key])
