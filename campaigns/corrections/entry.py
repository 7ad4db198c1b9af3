"""One entry of the journal laid open: what was answered and reported, what it replaced, who corrected it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.corrections.drafts import state_before
from campaigns.corrections.past import both_sides
from campaigns.engine.histories import Words
from campaigns.engine.lines import ButtonLink, DiffRow
from campaigns.engine.plugins import entry_effects, knows_all, plugin_of, seen_by
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import entry_record, entry_texts, loaded_answers
from campaigns.engine.transaction.seals import Proof, proofs
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.models import Entry, EntryVersion
from campaigns.shell.questions.question_forms import answer_words
from campaigns.shell.told import chronicle
from campaigns.shell.told.figures import both_sides_of, figure_rows
from campaigns.shell.told.undoing import Undo, undo_beside
from rules.engine.codec import load_effects
from rules.engine.journal import Record
from rules.engine.procedure import AnsweredQuestion, drive, from_mapping
from rules.engine.questions import Answer, Question, Reveal
from rules.engine.refusals import Refused
from rules.engine.state import Gone


@dataclass(frozen=True, slots=True)
class Answered:
    """A question as it was asked. `why_not`: why nobody changes this answer; `proof`: of an opened seal."""

    question: Question
    answer: Answer
    why_not: str
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an entry said before a correction: who replaced it, when and why."""

    sentence: str
    who: str
    at: datetime
    why: str
    answers: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class EntryPage:
    """`facts` are the lines of a report; `facts_link` leads to their form, `more_url` to what nobody
    wrote down; `figures` are what a correction changed, `replaced` the entries behind them, and
    `may_take_back` whether this reader may undo it; `undo` takes an entry back with one tap.
    """

    line: chronicle.ToldLine
    facts: tuple[str, ...]
    asked: tuple[Answered, ...]
    earlier: tuple[Earlier, ...]
    figures: tuple[DiffRow, ...] | None
    when: tuple[Words, Words]
    replaced: tuple[chronicle.ToldLine, ...]
    may_take_back: bool
    facts_link: ButtonLink | None
    may_correct: bool
    more_url: str
    undo: Undo | None


def entry_page(viewer: AnyViewer, entry: Entry) -> EntryPage:
    """The page of an entry, without answers that led to what is for other eyes; organisers correct it."""
    texts = entry_texts(viewer.scope)
    own = texts.get(entry.pk, {})
    of_book = entry.procedure in viewer.registration.game.procedures
    plugin = plugin_of(viewer.scope.game)
    deep = not plugin.rules.from_the_present
    may = viewer.is_organiser and of_book and not entry.void and deep
    line = chronicle.chronicle_line(viewer, entry)
    asked = answered_questions(viewer, entry)
    return EntryPage(
        line=line,
        facts=_facts(viewer, entry.procedure, people_texts.put_back(entry.params, own)),
        asked=tuple(_answered(viewer, asked, may)) if knows_all(viewer, entry_effects(entry, own)) else (),
        earlier=tuple(_earlier(viewer, entry, own, asked)),
        figures=_figures(viewer, entry),
        when=plugin.past.figures.when,
        replaced=tuple(_replaced(viewer, entry)),
        may_take_back=viewer.is_organiser and deep and entry.procedure == CORRECTION,
        facts_link=plugin.past.forms.facts_link(viewer, entry)
        if viewer.is_organiser and not entry.void
        else None,
        may_correct=may,
        more_url=plugin.past.forms.more_url(viewer, entry) if may else "",
        undo=undo_beside(viewer, [entry], [line]),
    )


def answered_questions(viewer: AnyViewer, entry: Entry) -> tuple[AnsweredQuestion, ...]:
    """The questions of an entry as they were asked, found by driving it on the state before it."""
    record = entry_record(entry, entry_texts(viewer.scope).get(entry.pk, {}))
    return _asked(viewer, record)


def _asked(viewer: AnyViewer, record: Record) -> tuple[AnsweredQuestion, ...]:
    game = viewer.registration.game
    if record.procedure not in game.procedures or not record.answers:
        return ()
    try:
        state = state_before(viewer.scope, record.place)
        procedure = game.start(state, record.procedure, record.params, record.id, record.now)
        return drive(procedure, from_mapping(record.answers), enforce=False).asked
    except (Refused, Gone):
        return ()


def _answered(viewer: AnyViewer, asked: Sequence[AnsweredQuestion], may: bool) -> Iterator[Answered]:
    opened = [one.question for one in asked if isinstance(one.question, Reveal)]
    found = proofs(viewer.scope, opened) if opened else {}
    for one in asked:
        why_not = "" if may else _("Only an organiser can change what has been recorded.")
        if one.answer.origin == "app":
            why_not = _("The app rolled this die, so it cannot be changed.")
        elif one.answer.origin in ("sealed", "revealed"):
            why_not = _("This was sealed and stays as written.")
        yield Answered(one.question, one.answer, why_not, found.get(one.question.key))


def _earlier(
    viewer: AnyViewer, entry: Entry, texts: dict[int, str], asked: Sequence[AnsweredQuestion]
) -> Iterator[Earlier]:
    questions = {one.question.key: one.question for one in asked}
    versions = EntryVersion.objects.filter(entry=entry).select_related("correction__actor").order_by("-pk")
    for version in versions:
        answers = loaded_answers(people_texts.put_back(version.answers, texts))
        effects = load_effects(people_texts.put_back(version.effects, texts))
        sentence = chronicle.tell_record(
            viewer,
            entry.procedure,
            people_texts.put_back(version.params, texts),
            answers,
            seen_by(viewer, effects),
            chronicle.namer(viewer),
            entry.edition,
        )
        correction = version.correction
        yield Earlier(
            sentence=sentence,
            who=str(correction.actor or ""),
            at=correction.at,
            why=_why(viewer, correction),
            answers=(
                *_facts(viewer, entry.procedure, people_texts.put_back(version.params, texts)),
                *(
                    _said(questions, key, answer)
                    for key, answer in answers.items()
                    if knows_all(viewer, effects)
                ),
            ),
            url=reverse("campaigns:entry", args=[viewer.scope.pk, correction.seq]),
        )


def _facts(viewer: AnyViewer, procedure: str, facts: Mapping[str, object]) -> tuple[str, ...]:
    """What a report says, line by line."""
    plugin = plugin_of(viewer.scope.game)
    if procedure not in plugin.past.reports.entries:
        return ()
    known = viewer.registration.game.spec(procedure).filled(facts)
    return tuple(
        plugin.past.reports.lines(viewer, {name: fact for name, fact in known.items() if fact is not None})
    )


def _said(questions: dict[str, Question], key: str, answer: Answer) -> str:
    question = questions.get(key)
    meaning = answer_words(question, answer.value) if question and answer.origin != "sealed" else ""
    value = str(answer.value) if isinstance(answer.value, int) and not isinstance(answer.value, bool) else ""
    told = ", ".join(filter(None, [value, meaning]))
    return f"{question.text} {told}" if question else told


def _why(viewer: AnyViewer, correction: Entry) -> str:
    texts = {text.n: text.body for text in correction.texts.all()}
    return str(people_texts.put_back(correction.params, texts).get("words", ""))


def _figures(viewer: AnyViewer, entry: Entry) -> tuple[DiffRow, ...] | None:
    """What a correction changed when it was made, whatever has come since."""
    if entry.procedure != CORRECTION:
        return None
    now, both = _("now"), both_sides_of(viewer, *both_sides(entry))
    return tuple(
        replace(row, occasion="" if row.occasion == now else row.occasion) for row in figure_rows(both)
    )


def _replaced(viewer: AnyViewer, entry: Entry) -> Iterator[chronicle.ToldLine]:
    if entry.procedure == CORRECTION:
        touched = Entry.objects.filter(scope=viewer.scope, seq__in=entry.params.get("entries", []))
        yield from chronicle.chronicle_lines(
            viewer, list(touched.select_related("slot").order_by("place", "seq"))
        )
