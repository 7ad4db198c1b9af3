"""The one question a table is asked, as its screen shows it: who acts, the way so far, picture, order, taps.

What is asked and in which order is the rules' business; here it only gets its widget. One tap answers where
there is one thing to choose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.engine.transaction.dialogue import DialogueRun, Spoken
from campaigns.solo.table.ahead import NextQuestion, next_questions
from campaigns.solo.table.drawing import picture
from campaigns.solo.unit_labels import traits_of
from campaigns.solo.viewer import SoloViewer
from rules.engine.dice import is_random
from rules.engine.language import said
from rules.engine.procedure import AnsweredQuestion, Open
from rules.engine.questions import Choose, Face, Option, Question, Roll, YesNo
from rules.engine.refusals import Refused
from rules.solo.activating import cards, diagrams
from rules.solo.activating.activation import CANNOT, DONE
from rules.solo.book import Rules
from rules.solo.deciding.order import SECTIONS
from rules.solo.playing.rounds import NOBODY
from rules.solo.setting_up.markers import SQUARE_NAMES
from rules.solo.setting_up.placing import nearest_goal, place_text
from rules.solo.state import SoloState, Unit

FIRST_NOTES = 2
FIGURE = re.compile(r"(\d+″(?:\s(?:rush|advance|charge))?)", re.IGNORECASE)
SHIFTED = re.compile(r"shifted:([1-4])")


@dataclass(frozen=True, slots=True)
class CrumbLine:
    """A step of the way through the tree; `answer` "" is the one asked now."""

    label: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A die that has just fallen, and what it means."""

    face: int
    origin: str
    words: str


@dataclass(frozen=True, slots=True)
class ActingUnit:
    """The unit a screen is about; `traits` in one line."""

    id: str
    name: str
    traits: str
    hero: bool


@dataclass(frozen=True, slots=True)
class Tier:
    """One line of the priorities of targets."""

    number: int
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class OrderOnScreen:
    """An order card: the verb, the rest of the sentence, whom to strike first, ground, notes.

    `more` are the notes one seldom needs; `jumps`: a gap on the way asks for a die.
    """

    verb: str
    rest: SafeString
    tiers: tuple[Tier, ...]
    may: tuple[str, ...]
    never: tuple[str, ...]
    notes: tuple[str, ...]
    more: tuple[str, ...]
    done: Option
    endings: tuple[Option, ...]
    cannot: Option | None
    jumps: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """`widget`: "order", "yesno", "taps" (one tap answers) or "fields" (dice, several, numbers).

    `ahead` is what follows answers at once, and is answered with them.
    """

    slot: str
    question: Question
    widget: str
    text: SafeString
    mine: bool
    acting: ActingUnit | None = None
    crumbs: tuple[CrumbLine, ...] = ()
    picture: SafeString | None = None
    order: OrderOnScreen | None = None
    thrown: tuple[FallenDie, ...] = ()
    ahead: tuple[NextQuestion, ...] = ()

    @property
    def aims(self) -> NextQuestion | None:
        """Whom a yes, or an order that was done, is aimed at."""
        return self.ahead[0] if self.ahead and self.widget in ("order", "yesno") else None

    @property
    def options(self) -> tuple[tuple[Option, NextQuestion | None], ...]:
        """What there is to choose from, each with what it asks then."""
        assert isinstance(self.question, Choose)
        then = {one.answer: one for one in self.ahead}
        return tuple((one, then.get(one.id)) for one in self.question.options)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several questions; `now` is the answer it has as things stand."""

    question: Question
    now: str = ""


@dataclass(frozen=True, slots=True)
class Several:
    """Independent questions on one screen: markers with their holders, or a handful of dice."""

    slot: str
    lines: tuple[OneOf, ...]
    mine: bool
    dice: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """What an open dialogue shows."""

    ask: Ask | None = None
    several: Several | None = None
    refused: Refused | None = None
    reopened: tuple[str, ...] = ()


def table_question(viewer: SoloViewer, spoken: Spoken) -> Asking:
    run, progress = spoken
    if isinstance(progress, Refused):
        return Asking(refused=progress)
    if not isinstance(progress, Open):
        return Asking()
    questions = progress.questions
    mine = viewer.seat is not None and viewer.actor.acts_as(
        "table", viewer.scope, viewer.state, viewer.registration
    )
    if len(questions) > 1:
        dice = any(is_random(one) for one in questions)
        lines = tuple(_one_of(viewer.state, one) for one in questions)
        return Asking(several=Several(run.entry, lines, mine, dice), reopened=run.reopened)
    ask = _ask(viewer, run, progress.asked, questions[0], mine=mine)
    return Asking(ask=ask, reopened=run.reopened)


def _one_of(state: SoloState, question: Question) -> OneOf:
    """A marker keeps its holder until somebody says otherwise."""
    marker = state.markers.get(question.about)
    return OneOf(question, (marker.seized or NOBODY) if marker is not None else "")


def _ask(
    viewer: SoloViewer, run: DialogueRun, asked: Sequence[AnsweredQuestion], question: Question, *, mine: bool
) -> Ask:
    state: SoloState = viewer.state
    rules: Rules = viewer.book
    unit = state.units.get(question.about)
    order = _order(question) if isinstance(question, cards.OrderQuestion) else None
    return Ask(
        slot=run.entry,
        question=question,
        widget=_widget(question),
        text=marked(question.text),
        mine=mine,
        acting=_acting(unit, rules) if unit is not None else None,
        crumbs=_crumbs(question, asked) if run.procedure == "solo.activate" else (),
        picture=_picture(state, rules, question, asked),
        order=order,
        thrown=_thrown(asked),
        ahead=next_questions(run, question) if mine else (),
    )


def _widget(question: Question) -> str:
    if isinstance(question, cards.OrderQuestion):
        return "order"
    if isinstance(question, YesNo):
        return "yesno"
    return "taps" if isinstance(question, Choose) else "fields"


def marked(text: str) -> SafeString:
    """The sentence with its distances set off."""
    parts = FIGURE.split(text)
    shown = [
        f'<b class="inch">{conditional_escape(p)}</b>' if at % 2 else conditional_escape(p)
        for at, p in enumerate(parts)
    ]
    return mark_safe("".join(shown))  # noqa: S308 - every part is escaped


def _acting(unit: Unit, rules: Rules) -> ActingUnit:
    return ActingUnit(unit.id, unit.name, traits_of(unit, rules), unit.hero)


def _order(question: cards.OrderQuestion) -> OrderOnScreen | None:
    card = question.card
    if card is None:
        return None
    options = {option.id: option for option in question.options}
    rest = card.sentence.removeprefix(card.verb).strip(" ,;")
    notes = tuple(one.text for one in card.notes)
    endings = [one for key, one in options.items() if key not in (DONE, CANNOT)]
    return OrderOnScreen(
        verb=card.verb,
        rest=marked(rest),
        tiers=tuple(Tier(at, tier.text, tier.rule) for at, tier in enumerate(card.tiers, start=1)),
        may=tuple(one.text for one in card.may),
        never=tuple(one.text for one in card.never),
        notes=notes[:FIRST_NOTES],
        more=notes[FIRST_NOTES:],
        done=options[DONE],
        endings=tuple(endings),
        cannot=options.get(CANNOT),
        jumps=any(one.rule == "SOLO-73" for one in card.notes),
    )


def _crumbs(question: Question, asked: Sequence[AnsweredQuestion]) -> tuple[CrumbLine, ...]:
    """The way so far: as the card or the question has it, otherwise from the facts asked."""
    if isinstance(question, cards.OrderQuestion) and question.card is not None:
        return tuple(map(_crumb, question.card.crumbs))
    if isinstance(question, cards.FactQuestion):
        return tuple(map(_crumb, question.crumbs))
    for one in reversed(asked):
        if isinstance(one.question, cards.FactQuestion) and one.question.crumbs:
            *way, last = one.question.crumbs
            return (*map(_crumb, way), CrumbLine(last.label, _said(one.answer.value)))
    return ()


def _crumb(crumb: cards.Crumb) -> CrumbLine:
    return CrumbLine(crumb.label, "" if crumb.answer is None else _said(crumb.answer))


def _said(answer: object) -> str:
    return _("yes") if answer else _("no")


def _thrown(asked: Sequence[AnsweredQuestion]) -> tuple[FallenDie, ...]:
    """The dice that counted since the latest answer of a person; a handful at most."""
    fallen: list[FallenDie] = []
    for one in reversed(asked):
        if not isinstance(one.question, Roll):
            break
        value = one.question.check(one.answer.value)
        face = next((f for f in one.question.faces if f.value == value), Face(0))
        if face.again:
            continue
        label, faces = face.label, one.answer.dice or (value,)
        fallen += [FallenDie(face, one.answer.origin, label) for face in reversed(faces)]
    return tuple(reversed(fallen[:4]))


def _picture(
    state: SoloState, rules: Rules, question: Question, asked: Sequence[AnsweredQuestion]
) -> SafeString | None:
    """The diagram of a question, where words are slow."""
    if isinstance(question, cards.FactQuestion):
        return picture(question.diagram) if question.diagram else None
    kind = question.key.split(":")[0]
    if kind == "place" and (section := _deployed(state, question)):
        return picture(diagrams.deployment(state, rules, section))
    if kind == "arrive":
        return picture(diagrams.sections(state, rules, int(question.key.rpartition(":")[2])))
    if kind in ("spot", "square", "toward"):
        shifted, first = SHIFTED.search(question.key), _square(asked)
        ends = (int(shifted[1]), first) if shifted else (first, 0)
        return picture(diagrams.squares(state, rules, *ends))
    if question.key == "section" or kind == "line":
        return picture(diagrams.sections(state, rules))
    return None


def _deployed(state: SoloState, question: Question) -> int:
    """The section a unit is told to deploy in."""
    unit, goal = state.units[question.about], nearest_goal(state)
    return next((one for one in SECTIONS if place_text(unit, one, goal) == question.text), 0)


def _square(asked: Sequence[AnsweredQuestion]) -> int:
    """The square the dice named for the marker."""
    for one in asked:
        if isinstance(one.question, Roll):
            label = next((f.label for f in one.question.faces if f.value == one.answer.value), "")
            found = (square for square, name in SQUARE_NAMES.items() if said(name) == label)
            if square := next(found, 0):
                return square
    return 0
