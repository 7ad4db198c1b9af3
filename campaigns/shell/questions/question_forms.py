"""Between a rule's question and an HTML form: what to draw.

Pure: no request, no database. `question_view` makes the view-model that `templates/parts/question.html` draws
without sums of its own; `campaigns.shell.reading.answers` reads what is sent. Who may answer and what an
answer does is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaigns.shell.reading.answers import SHARE, AnswerForm
from rules.engine.dice import RANDOM
from rules.engine.hidden import SealedSheet, mapping_from_pairs
from rules.engine.questions import (
    Answer,
    Choose,
    ChooseSeveral,
    Draw,
    Face,
    Number,
    Path,
    Question,
    Reveal,
    Roll,
    Split,
    Text,
    YesNo,
    die_values,
    question_options,
    split_die,
)

MOST_FACES_TO_TAP = 36  # a D66; beyond that a number is typed
MOST_OF_EITHER = 24  # letters on each of two buttons beside each other
MOST_BELOW_A_DIE, MOST_OF_THREE = 6, 11  # letters of a word, with six and with three faces beside each other


@dataclass(frozen=True, slots=True)
class QuestionTap:
    """One thing to tap or fill. `die` is the face to draw, `share` the amount typed into a split."""

    value: str
    label: str
    note: str = ""
    why_not: str = ""
    die: int | str = ""
    chosen: bool = False
    share: str = ""


@dataclass(frozen=True, slots=True)
class Tens:
    """The first die of a D66, and what can be rolled with it."""

    face: int
    taps: tuple[QuestionTap, ...]

    @property
    def chosen(self) -> bool:
        return any(one.chosen for one in self.taps)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """All a template needs: `widget` picks the fields, `typed` is what somebody sent before. `lines` are
    those of a sheet; the names of their fields have an `ending`, and each has its own `error`.
    """

    question: Question
    widget: str
    id: str
    how: str
    taps: tuple[QuestionTap, ...] = ()
    typed: str = ""
    least: int = 0
    most: int = 0
    total: int = 0
    unit: str = ""
    steps: tuple[tuple[QuestionTap, ...], ...] = ()
    by_app: bool = False
    ending: str = ""
    error: str = ""
    lines: tuple[QuestionView, ...] = ()

    @property
    def how_id(self) -> str:
        """What explains the question, for its field; nothing when nothing does."""
        return f"{self.id}-how" if self.how else ""

    @property
    def line_how(self) -> str:
        """What explains it in a line among others; how a die is tapped is not said on each of them."""
        return self.question.how if self.widget == "faces" else self.how

    @property
    def many(self) -> bool:
        """Whether the faces need the narrow grid."""
        return len(self.taps) > 6

    @property
    def words(self) -> str:
        """The classes of faces that need more room than a die, so that no word of theirs is broken."""
        parts = re.split(r"[\s\u00a0-]+", " ".join(f"{one.label} {one.why_not}" for one in self.taps))
        longest = max(map(len, parts))
        return " has-words" * (longest > MOST_BELOW_A_DIE) + " has-long-words" * (longest > MOST_OF_THREE)

    @property
    def tens(self) -> tuple[Tens, ...]:
        """The faces of a D66, a die at a time; nothing for other dice."""
        if self.widget != "faces" or getattr(self.question, "die", "") != "D66":
            return ()
        found = ((face, [one for one in self.taps if one.value[0] == str(face)]) for face in die_values("D6"))
        return tuple(
            Tens(face, tuple(replace(one, die=int(one.value[1])) for one in taps)) for face, taps in found
        )


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer told: the dice to draw, its words, and where it came from ("app", "hand" or neither)."""

    words: str
    origin: str
    origin_words: str
    dice: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with its standing, for `parts/questions.html`: answered, mine to answer, or waited for;
    `first` has the primary button.
    """

    question: Question
    answer: Answer | None = None
    mine: bool = True
    waiting_for: str = ""
    title: str = ""
    sub: bool = False
    error: str = ""
    typed: AnswerForm | None = None
    first: bool = False


# --- Drawing the question ----------------------------------------------------------------------------------


def question_view(question: Question, typed: AnswerForm | None = None) -> QuestionView:
    """What to draw for `question`; `typed` is the form of an answer that was refused, kept as typed."""
    sent = typed.typed() if typed else []
    view = QuestionView(
        question=question,
        widget=_widget(question),
        id=field_id(question.key),
        how=question.how or _how(question),
        taps=_taps(question, set(sent), typed),
        typed=sent[0] if sent else "",
        by_app=isinstance(question, RANDOM),
        lines=tuple(_lines(question, typed)) if isinstance(question, SealedSheet) else (),
    )
    return _with_bounds(view)


def _lines(sheet: SealedSheet, typed: AnswerForm | None) -> Iterable[QuestionView]:
    """The lines of a sheet, each with what was typed in it."""
    for place, line in enumerate(sheet.lines):
        sent = typed.lines[place] if typed else None
        view = question_view(line, sent)
        widget = "options" if view.widget == "yesno" else view.widget  # a button would send the whole sheet
        yield replace(view, widget=widget, ending=f":{line.key}", error=sent.wrong if sent else "")


def field_id(key: str) -> str:
    """A question's key as an HTML id."""
    return "q-" + re.sub(r"[^A-Za-z0-9_-]+", "-", key)


def _widget(question: Question) -> str:
    if isinstance(question, Roll):
        return "faces" if len(_faces_to_show(question)) <= MOST_FACES_TO_TAP else "number"
    if isinstance(question, Choose) and _is_either(question):
        return "yesno"
    if isinstance(question, Draw | Choose):
        return "options"
    return question.kind


def _is_either(question: Choose) -> bool:
    """Whether it is one or the other in a word or two: a button each, and one tap answers."""
    options = question.options
    words = all(not one.note and not one.why_not and len(one.label) <= MOST_OF_EITHER for one in options)
    return len(options) == 2 and words and not question.sealed


def _how(question: Question) -> str:
    if isinstance(question, Roll):
        if question.die == "D66":
            return _("Tap what you rolled: the first die, then the second.")
        return _("Tap the face you rolled.")
    if isinstance(question, ChooseSeveral):
        most = question.most or len(question.options)
        return _("Tap %(count)s.") % {"count": _span(question.least, most)}
    if isinstance(question, Split):
        return _("Share out %(total)s.") % {"total": question.total}
    if isinstance(question, Number):
        return _("%(least)s to %(most)s %(unit)s") % {
            "least": question.least,
            "most": question.most,
            "unit": question.unit,
        }
    return ""


def _span(least: int, most: int) -> str:
    if least == most:
        return str(least)
    return _("up to %(most)s") % {"most": most} if not least else f"{least}–{most}"


def _faces_to_show(question: Roll) -> tuple[int, ...]:
    """Every face while they are few, so that impossible ones are seen; of many only those that count."""
    faces = die_values(question.die)
    return faces if len(faces) <= 12 else question.values


def _taps(question: Question, sent: set[str], typed: AnswerForm | None) -> tuple[QuestionTap, ...]:
    if isinstance(question, Roll):
        return tuple(_faces(question, sent)) if _widget(question) == "faces" else ()
    if isinstance(question, Draw | Choose | ChooseSeveral | Split):
        return tuple(_options(question, sent, typed))
    if isinstance(question, YesNo):
        return QuestionTap("no", question.no), QuestionTap("yes", question.yes)
    return ()


def _faces(question: Roll, sent: set[str]) -> Iterable[QuestionTap]:
    meanings = {face.value: face for face in question.faces}
    for value in _faces_to_show(question):
        face = meanings.get(value, Face(value))
        yield QuestionTap(
            value=str(value),
            label=_meaning(face),
            why_not="" if value in question.values else _("roll again"),
            die=die_face(question.die, value),
            chosen=str(value) in sent,
        )


def _meaning(face: Face) -> str:
    """What a face means here, and that it is rolled again when it cannot count."""
    if not face.again:
        return face.label
    return _("%(meaning)s: roll again") % {"meaning": face.label} if face.label else _("roll again")


def die_face(die: str, value: int) -> int | str:
    """What to draw for `value`: pips (an int) on a single small die, otherwise the figure (a str)."""
    if die == "D66":
        return str(value)
    count, sides = split_die(die)
    return value if count == 1 and sides <= 6 else str(value)


def _options(
    question: Draw | Choose | ChooseSeveral | Split, sent: set[str], typed: AnswerForm | None
) -> Iterable[QuestionTap]:
    sent = sent if typed else set(getattr(question, "ticked", ()))
    for option in question.options:
        yield QuestionTap(
            value=option.id,
            label=option.label,
            note=option.note,
            why_not=option.why_not,
            chosen=option.id in sent,
            share="".join(typed.typed(f"{SHARE}{option.id}")[-1:]) if typed else "",
        )


def _with_bounds(view: QuestionView) -> QuestionView:
    question = view.question
    if isinstance(question, Number):
        return replace(view, least=question.least, most=question.most, unit=question.unit)
    if isinstance(question, Roll) and view.widget == "number":
        return replace(view, least=min(question.values), most=max(question.values))
    if isinstance(question, Split):
        most = question.most or question.total
        return replace(view, least=question.least, most=most, total=question.total)
    if isinstance(question, Text):
        return replace(view, least=question.least, most=question.most)
    if isinstance(question, Path):
        return replace(view, least=question.least, most=question.most, steps=_path_steps(question))
    return view


def _path_steps(question: Path) -> tuple[tuple[QuestionTap, ...], ...]:
    """One list of places per step; the first knows which places lie next to the start."""
    places = sorted({place for edge in question.edges for place in edge})
    near = sorted({a if b == question.start else b for a, b in question.edges if question.start in (a, b)})
    return tuple(
        tuple(QuestionTap(p, p) for p in (near if step == 0 else places)) for step in range(question.most)
    )


# --- Telling an answer -------------------------------------------------------------------------------------


def answer_view(question: Question, answer: Answer) -> AnswerView:
    """The answer in words and dice, as a list shows it; a sealed one only says that it is sealed."""
    if answer.origin == "sealed":
        return AnswerView(words=_("sealed"), origin="sealed", origin_words="")
    origins = {"app": _("by the app"), "hand": _("by hand"), "clock": _("automatically")}
    return AnswerView(
        words=answer_words(question, answer.value),
        origin=answer.origin if answer.origin in ("app", "hand") else "plain",
        origin_words=origins.get(answer.origin, ""),
        dice=_dice(question, answer),
    )


def _dice(question: Question, answer: Answer) -> tuple[int | str, ...]:
    if answer.dice:
        return tuple(answer.dice)
    face = answer.value
    return (die_face(question.die, face),) if isinstance(question, Roll) and isinstance(face, int) else ()


def answer_words(question: Question, value: object, called: Callable[[str], str] = str) -> str:
    """An answer's meaning in the question's own words; `called` names what the question offers no more."""
    if isinstance(question, Roll):
        return next((_meaning(face) for face in question.faces if face.value == value), "")
    if isinstance(question, YesNo):
        return question.yes if value else question.no
    if isinstance(question, Reveal) and question.called:
        return question.called(value)
    labels = {option.id: option.label for option in question_options(question)}
    if isinstance(question, Split):
        shares = value if isinstance(value, list | tuple) else ()
        return ", ".join(f"{labels.get(option) or called(option)} {amount}" for option, amount in shares)
    if isinstance(question, Number):
        return f"{value} {question.unit}".strip()
    if pairs := mapping_from_pairs(value) if isinstance(value, list | tuple) else None:
        return ", ".join(answer_words(question, one, called) for one in pairs.values())
    if isinstance(value, list | tuple):
        return ", ".join(str(labels.get(one) or called(one)) for one in value) or _("none")
    return labels.get(str(value)) or called(str(value))
