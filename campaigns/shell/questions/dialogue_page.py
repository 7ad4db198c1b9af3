"""What the dialogue page shows: the answers so far and the open questions, with who may answer each.

One page for every rulebook. Several open questions at once make the whole-warband view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored import topics
from campaigns.engine.transaction.dialogue import DialogueRun, Spoken, peek_dialogue
from campaigns.engine.transaction.slot_standing import last_fixed_answer, why_no_aside
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.rights import at_its_table, who_starts
from campaigns.models import Dialogue, DialogueAnswer, Seat, Slot
from campaigns.shell.places import entry_place
from campaigns.shell.questions.question_forms import AskedQuestion
from campaigns.shell.reading.answers import AnswerForm
from campaigns.shell.reading.fields import Data
from rules.engine.dice import is_random
from rules.engine.games import ActTrait, AnySpec
from rules.engine.language import either
from rules.engine.plain import Params, text_in
from rules.engine.procedure import AnsweredQuestion as Answered
from rules.engine.procedure import Open, Settled
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """One question of the dialogue; `answer` is None while open, `meaning` says what the answer does."""

    question: Question
    answer: Answer | None
    mine: bool
    waiting_for: str
    action: str
    name: str = ""
    error: str = ""
    typed: AnswerForm | None = None

    @property
    def about(self) -> str:
        return self.question.about


@dataclass(frozen=True, slots=True)
class DialoguePage:
    """`title` names the step, `subtitle` whose; `lines` in the order asked, each unit's together."""

    slot: str
    title: str
    subtitle: str
    lines: tuple[QuestionLine, ...]
    can_go_back: bool
    others: tuple[str, ...]
    address: str
    leave: str
    follows: str = ""
    refused: Refused | None = None
    acting_for: tuple[str, ...] = ()
    reopened: tuple[str, ...] = ()
    complete: bool = False
    may_go_on: bool = False
    why_no_aside: str = ""

    @property
    def wrong(self) -> bool:
        """Whether a question here says itself why its answer was refused."""
        return any(line.error for line in self.lines)

    @property
    def open(self) -> tuple[QuestionLine, ...]:
        return tuple(line for line in self.lines if line.answer is None)

    @property
    def answered(self) -> tuple[QuestionLine, ...]:
        return tuple(line for line in self.lines if line.answer is not None)

    @property
    def dice_left(self) -> tuple[QuestionLine, ...]:
        """My open questions that the app can roll."""
        return tuple(line for line in self.open if line.mine and is_random(line.question))

    @property
    def first(self) -> QuestionLine | None:
        """The question to put first: mine before anybody else's."""
        return next((line for line in self.open if line.mine), self.open[0] if self.open else None)

    @property
    def alone(self) -> bool:
        """Whether one question at a time fills the screen; otherwise the whole warband is shown."""
        return len(self.open) == 1 and len({line.about for line in self.lines}) == 1

    @property
    def asked(self) -> list[AskedQuestion]:
        """The lines as the whole-warband view draws them: a unit's name first, what follows from it below.

        Without dice to roll for all, the first question that is mine has the primary button.
        """
        seen: set[str] = set()
        first = None if self.dice_left else self.first
        shown = []
        for line in self.lines:
            sub = line.about in seen
            title = "" if sub or line.name in line.question.text else line.name
            asked = AskedQuestion(line.question, line.answer, line.mine, line.waiting_for, title, sub)
            is_first = line is first and line.mine
            shown.append(replace(asked, error=line.error, typed=line.typed, first=is_first))
            seen |= {line.about} - {""}
        return shown

    @property
    def how(self) -> str:
        return _("Answer in any order you like.") if len(self.open) > 1 else " "

    @property
    def open_count(self) -> int:
        return len(self.dice_left)

    @property
    def roll_label(self) -> str:
        """The words of the button that rolls what is left, empty when there is nothing to roll."""
        count = len(self.dice_left)
        if not count:
            return ""
        if count == 2:
            return _("Roll both for me")
        return ngettext("Roll the last one for me", "Roll all %(count)d for me", count) % {"count": count}

    @property
    def place(self) -> str:
        """How far this is, in words; how many questions follow from each other nobody knows beforehand."""
        done, count = len(self.answered), len(self.lines)
        if self.alone:
            return _("Question %(n)d") % {"n": done + 1} if done else ""
        return _("%(done)d of %(count)d answered") % {"done": done, "count": count} if count > 1 else ""

    @property
    def bars(self) -> list[str]:
        """Progress: one word per question, for at most twelve."""
        states = ["done" if line.answer is not None else "now" if line.mine else "" for line in self.lines]
        return states if len(states) <= 12 else []


def dialogue_page(viewer: AnyViewer, dialogue: Dialogue, spoken: Spoken | None = None) -> DialoguePage:
    """The page of an open dialogue. `spoken`: what it asks, when the door has just said so."""
    slot = dialogue.slot
    run, progress = spoken or peek_dialogue(viewer.scope, slot, viewer.state)
    asked: tuple[Answered, ...] = () if isinstance(progress, Refused) else progress.asked
    questions = progress.questions if isinstance(progress, Open) else ()
    address = reverse("campaigns:dialogue", args=[viewer.scope.pk, slot.code])
    known = (one for one in asked if may_read_answer(viewer, run.procedure, one.question))
    lines = [_line(viewer, run, one.question, one.answer, address) for one in known]
    lines += [_line(viewer, run, question, None, address) for question in questions]
    return DialoguePage(
        slot=slot.code,
        title=head_of(viewer.scope.game, run.procedure, run.params, run.spec),
        subtitle=_subtitle(viewer, run),
        lines=tuple(_grouped(lines)),
        can_go_back=_can_go_back(viewer, dialogue),
        others=tuple(sorted({line.waiting_for for line in lines if line.answer is None and not line.mine})),
        address=address,
        follows=_follows(viewer, slot, run),
        leave=entry_place(viewer.scope, dialogue.params),
        refused=progress if isinstance(progress, Refused) else None,
        acting_for=_acting_for(viewer, lines),
        reopened=run.reopened,
        complete=isinstance(progress, Settled),
        may_go_on=viewer.seat is not None
        and viewer.actor.may_act(
            who_starts(run.spec, run.params, begun=viewer.registration.game.has_begun(viewer.state)),
            run.procedure,
            viewer.scope,
            viewer.state,
            viewer.registration,
        ),
        why_no_aside=why_no_aside(dialogue, is_organiser=viewer.is_organiser),
    )


@dataclass(frozen=True, slots=True)
class Awaited:
    """Who takes an open dialogue on: the visitor (`mine`), or others, by name."""

    mine: bool
    others: tuple[str, ...]


def awaited(viewer: AnyViewer, dialogue: Dialogue) -> Awaited:
    """Whether this visitor may answer what an open dialogue asks, and else who may; what asks nothing any
    more or no longer fits is for whoever may look."""
    run, progress = peek_dialogue(viewer.scope, dialogue.slot, viewer.state)
    if not isinstance(progress, Open):
        return Awaited(True, ())
    lines = [_line(viewer, run, question, None, "") for question in progress.questions]
    return Awaited(any(line.mine for line in lines), tuple(sorted({line.waiting_for for line in lines})))


def first_questions_page(
    viewer: AnyViewer, procedure: str, params: Params, address: str
) -> DialoguePage | None:
    """What an act will ask first, before anybody has begun it; None when that is nothing of this visitor's.

    The first answer, sent to `address`, begins it.
    """
    run = DialogueRun(viewer.registration.game, viewer.state, procedure, params, "", b"", timezone.now())
    try:
        progress = run.drive()
    except Refused:
        return None
    questions = progress.questions if isinstance(progress, Open) else ()
    lines = [_line(viewer, run, question, None, address) for question in questions]
    if not any(line.mine for line in lines):
        return None
    title = head_of(viewer.scope.game, procedure, params, run.spec)
    others = tuple(sorted({line.waiting_for for line in lines if not line.mine}))
    return DialoguePage("", title, _subtitle(viewer, run), tuple(_grouped(lines)), False, others, address, "")


def _follows(viewer: AnyViewer, slot: Slot, run: DialogueRun) -> str:
    """What makes the page stale: its own answers, the ground under them, what its facts are learnt from."""
    learns = topics.FACTS if run.procedure in viewer.registration.game.marked[ActTrait.FOLLOWS_SERVER] else ""
    return f"{topics.DIALOGUE}:{slot.code} {topics.ENTRIES} {learns}".strip()


def with_typed(page: DialoguePage, refused: Refused, sent: Data) -> DialoguePage:
    """The page with a refusal beside the open question it is about, and what was typed there."""

    def told(line: QuestionLine) -> QuestionLine:
        if line.question.key != refused.key or line.answer is not None or not line.mine:
            return line
        return replace(line, error=refused.sentence, typed=AnswerForm(line.question, sent))

    return replace(page, lines=tuple(map(told, page.lines)))


def may_read_answer(viewer: AnyViewer, procedure: str, question: Question) -> bool:
    """Whether this visitor may know what was answered before the dialogue has settled."""
    return plugin_of(viewer.scope.game).secrecy.may_read(viewer, procedure, question)


def may_follow_dialogue(viewer: AnyViewer, dialogue: Dialogue) -> bool:
    """Whether this visitor may look at an open dialogue at all; its questions may tell what is secret."""
    return plugin_of(viewer.scope.game).secrecy.may_follow(viewer, dialogue.procedure, dialogue.params)


def may_look(viewer: AnyViewer, code: str, dialogue: Dialogue | None) -> bool:
    """Whether this visitor may know of what is open in a slot, or of what has settled in it."""
    if dialogue is not None:
        return may_follow_dialogue(viewer, dialogue)
    return code not in plugin_of(viewer.scope.game).secrecy.withheld(viewer)


def head_of(game: str, procedure: str, params: Mapping[str, object], spec: AnySpec) -> str:
    """What a dialogue is called; one that has no head of its own, by what its procedure does."""
    return plugin_of(game).acts.title(procedure, params) or spec.title.rstrip(".")


def _acting_for(viewer: AnyViewer, lines: Iterable[QuestionLine]) -> tuple[str, ...]:
    """Whom an organiser would answer for here, by name; the chronicle will say so."""
    open_ones = [line for line in lines if line.answer is None and line.mine]
    others = {
        line.waiting_for
        for line in open_ones
        if not viewer.actor.is_one_of(line.question.who, viewer.scope, viewer.state, viewer.registration)
    }
    return tuple(sorted(others))


def _line(
    viewer: AnyViewer, run: DialogueRun, question: Question, answer: Answer | None, address: str
) -> QuestionLine:
    who = at_its_table(question.who, run.params)
    mine = viewer.seat is not None and viewer.actor.may_act(
        who, run.procedure, viewer.scope, viewer.state, viewer.registration
    )
    own = viewer.seat is not None and viewer.actor.is_one_of(
        who, viewer.scope, viewer.state, viewer.registration
    )
    own = own and not viewer.actor.held
    name = entity_name(viewer, question.about) if question.about else ""
    return QuestionLine(question.as_met(own), answer, mine, who_name(viewer, question.who), address, name)


def who_name(viewer: AnyViewer, who: str) -> str:
    """Who is waited for, by name; any of several."""
    return either(_one_name(viewer, one) for one in who.split("|"))


def _one_name(viewer: AnyViewer, who: str) -> str:
    kind, _sep, name = who.partition(":")
    if kind == "side":
        return entity_name(viewer, name)
    if kind == "person":
        return Seat.objects.filter(pk=name).values_list("name", flat=True).first() or _("a player")
    return _("the organiser") if kind == "organiser" else _("anybody at the table")


def entity_name(viewer: AnyViewer, side: str) -> str:
    """The name of a warband, realm or unit."""
    for table in viewer.state.tables():
        name = getattr(getattr(viewer.state, table).get(side), "name", None)
        if isinstance(name, str) and name:
            return name
    return _("a player")


def _subtitle(viewer: AnyViewer, run: DialogueRun) -> str:
    side = text_in(run.params, viewer.registration.store.traces.side)
    return " · ".join(filter(None, [entity_name(viewer, side) if side else "", viewer.scope.name]))


def _can_go_back(viewer: AnyViewer, dialogue: Dialogue) -> bool:
    answers: list[DialogueAnswer] = list(dialogue.answers.all())
    latest = max(answers, key=lambda one: one.pk, default=None)
    if latest is None or viewer.seat is None or latest.origin in ("app", "sealed"):
        return False
    if latest.pk <= last_fixed_answer(dialogue):
        return False
    return latest.by_id == viewer.seat.pk or viewer.is_organiser


def _grouped(lines: Iterable[QuestionLine]) -> list[QuestionLine]:
    """Lines about the same unit next to each other, units in the order they first come up."""
    order: dict[str, int] = {}
    kept = list(lines)
    for place, line in enumerate(kept):
        order.setdefault(line.about or line.question.key, place)
    return sorted(kept, key=lambda line: order[line.about or line.question.key])
