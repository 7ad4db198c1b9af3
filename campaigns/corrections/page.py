"""A correction as a page: what was wrong, what would change figure by figure, what has to be decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.correcting import Preview
from campaigns.engine.histories import Histories, Words
from campaigns.engine.lines import ButtonLink, DiffRow, InDraft
from campaigns.engine.plugins import AnyPlugin, knows_all, plugin_of, seen_by
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Correction
from campaigns.shell.questions.question_forms import answer_words
from campaigns.shell.told.chronicle import tell_record
from campaigns.shell.told.figures import both_sides_of, figure_rows
from rules.engine.dice import is_random
from rules.engine.journal import EntryOutcome, Record
from rules.engine.plain import table_in
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused
from rules.engine.state import State

FEW = 2  # so many of a whole mission's entries are shown before somebody asks for the rest


@dataclass(frozen=True, slots=True)
class Cause:
    """What was wrong: the entry's sentence, what it said, what it should say."""

    what: str
    before: str
    after: str
    url: str


@dataclass(frozen=True, slots=True)
class CorrectionDecision:
    """An entry that cannot stay as it is, or asks something new. `again`: its answer may be chosen again,
    `facts`: leads to where its facts are changed, `step`: to where what it was used for is told."""

    code: str
    occasion: str
    title: str
    sentence: str
    rule: str
    questions: tuple[Question, ...]
    again: bool
    forgotten: bool
    facts: ButtonLink | None = None
    step: ButtonLink | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision taken in the draft; it can be taken again."""

    code: str
    title: str
    how: str


@dataclass(frozen=True, slots=True)
class DraftRemark:
    """What the draft notes or drops by itself, said once; `times`: of how many entries, empty for one."""

    sentence: str
    rule: str
    times: str


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    """`fingerprint` goes back with the commit: only what was seen is committed."""

    title: str
    causes: tuple[Cause, ...]
    more_causes: tuple[Cause, ...]
    rows: tuple[DiffRow, ...]
    when: tuple[Words, Words]
    decisions: tuple[CorrectionDecision, ...]
    decided: tuple[Decided, ...]
    noted: tuple[DraftRemark, ...]
    dropped: tuple[DraftRemark, ...]
    follow: int
    changed: int
    ready: bool
    fingerprint: str

    @property
    def first(self) -> CorrectionDecision | None:
        """One decision at a time; those that follow may answer themselves."""
        return self.decisions[0] if self.decisions else None


def correction_page(viewer: AnyViewer, correction: Correction, preview: Preview) -> CorrectionPage:
    draft = preview.draft
    both = both_sides_of(viewer, draft.before, draft.after)
    look = _PageLook(viewer, correction, both, preview, plugin_of(viewer.scope.game))
    causes = tuple(look.causes())
    return CorrectionPage(
        title=look.title(),
        causes=causes[:FEW] if len(causes) > FEW + 1 else causes,
        more_causes=causes[FEW:] if len(causes) > FEW + 1 else (),
        rows=(*look.asked_rows(), *figure_rows(look.both)),
        when=look.both.figures.when,
        decisions=tuple(map(look.decision, preview.undecided)),
        decided=tuple(look.decided()),
        noted=_once((one.sentence, one.rule) for outcome in preview.noted for one in outcome.noted),
        dropped=_once((sentence, "") for sentence in preview.dropped),
        follow=look.follow(),
        changed=sum(1 for outcome in draft.outcomes if outcome.changed),
        ready=preview.ready,
        fingerprint=preview.fingerprint,
    )


def _once(said: Iterable[tuple[str, str]]) -> tuple[DraftRemark, ...]:
    """Each sentence once, in the order of the entries."""
    return tuple(
        DraftRemark(sentence, rule, ngettext("%(n)s time", "%(n)s times", n) % {"n": n} if n > 1 else "")
        for (sentence, rule), n in Counter(said).items()
    )


@dataclass(frozen=True, slots=True)
class _PageLook:
    viewer: AnyViewer
    correction: Correction
    both: Histories[State]
    preview: Preview
    plugin: AnyPlugin

    # What was wrong

    def is_cause(self, outcome: EntryOutcome) -> bool:
        code = outcome.record.id
        change = self.correction.changes.get(code)
        return outcome.record.asks or (change is not None and not change.get("decided"))

    def title(self) -> str:
        first = next((one for one in self.preview.draft.outcomes if self.is_cause(one)), None)
        if first is None:
            return _("Nothing would change")
        if taken_back := self.correction.changes.get(first.record.id, {}).get("takes_back"):
            return _("Correction #%(n)s undone") % {"n": taken_back}
        where = self.occasion(first.record, long=True)
        if self.correction.inserts:
            return self._title_of_inserts(first, where)
        if first.void:
            whole = len(self.correction.changes) > 1 and self.plugin.store.traces.begins(
                first.record.procedure
            )
            return _("%(mission)s never happened") % {"mission": where} if whole else _("Remove an entry")
        if self.correction.changes[first.record.id].get("params") is not None:
            return (
                _("Correct the report of %(mission)s") % {"mission": where}
                if where
                else _("Correct the report")
            )
        return _("Correct an answer in %(mission)s") % {"mission": where} if where else _("Correct an answer")

    def _title_of_inserts(self, first: EntryOutcome, where: str) -> str:
        inserted = {one["procedure"] for one in self.correction.inserts}
        if inserted & self.plugin.past.reports.entries and not first.record.asks:
            return _("Correct the report of %(mission)s") % {"mission": where}
        if inserted & self.plugin.store.traces.whole and self.plugin.past.forms.forgotten is not None:
            return str(self.plugin.past.forms.forgotten.title)
        return _("Something missed after %(mission)s") % {"mission": where}

    def causes(self) -> Iterator[Cause]:
        for outcome in self.preview.draft.outcomes:
            if self.is_cause(outcome) and not (outcome.record.asks and outcome.void):
                yield from self.cause(outcome)

    def cause(self, outcome: EntryOutcome) -> Iterator[Cause]:
        record = outcome.record
        url = "" if record.asks else reverse("campaigns:entry", args=[self.viewer.scope.pk, record.seq])
        change = self.correction.changes.get(record.id, {})
        if record.asks:
            yield Cause(self.sentence(outcome), "", _("added"), url)
        elif outcome.void:
            yield Cause(self.sentence(outcome), _("recorded"), _("undone"), url)
        elif change.get("revived"):
            yield Cause(self.sentence(outcome), _("undone"), _("recorded"), url)
        elif change.get("params") is not None and not self._only_answers(outcome, change):
            reported = record.procedure in self.plugin.past.reports.entries
            what = _("The report") if reported else _("What was recorded")
            then, now = self.sentence(outcome, then=True), self.sentence(outcome)
            yield Cause(what, "" if then == now else then, now, url)
        else:
            for key, given in change.get("answers", {}).items():
                if given and key in record.answers and not self._same(outcome, change, key):
                    yield self._answer_cause(outcome, key, given, url)

    def _only_answers(self, outcome: EntryOutcome, change: Mapping[str, object]) -> bool:
        """Whether a correction taken back had left the facts of this entry as they were."""
        return "takes_back" in change and outcome.params == outcome.record.params

    def _same(self, outcome: EntryOutcome, change: Mapping[str, object], key: str) -> bool:
        """Whether a correction taken back had left this answer as it was."""
        now = outcome.answers.get(key)
        return "takes_back" in change and now is not None and now.value == outcome.record.answers[key].value

    def _answer_cause(self, outcome: EntryOutcome, key: str, given: Mapping[str, object], url: str) -> Cause:
        question = next((one.question for one in outcome.asked if one.question.key == key), None)
        if question is None:
            return Cause(
                self.not_asked(key), str(outcome.record.answers[key].value), str(given["value"]), url
            )
        old = outcome.record.answers[key]
        return Cause(question.text, _said(question, old), _said(question, outcome.answers[key]), url)

    # What changes

    def asked_rows(self) -> Iterator[DiffRow]:
        """Questions that fall away, come up, or are answered otherwise."""
        for outcome in self.preview.draft.outcomes:
            if outcome.record.asks or outcome.void or not outcome.changed or outcome.needs_decision:
                continue
            if not self.may_read(outcome):
                continue
            changed = self.correction.changes.get(outcome.record.id, {}).get("answers", {})
            questions = {one.question.key: one.question for one in outcome.asked}
            for key, fallen in outcome.record.answers.items():
                if key not in outcome.answers:
                    yield self._row(outcome, key, self.not_asked(key), _plain(fallen), _("dropped"))
            for key, question in questions.items():
                new, old = outcome.answers[key], outcome.record.answers.get(key)
                if key not in changed and (old is None or old.value != new.value):
                    said = _said(question, old, self.both.name) if old else "–", _said(question, new)
                    yield self._row(outcome, question.about or key, question.text, *said)

    def may_read(self, outcome: EntryOutcome) -> bool:
        """Whether its dice are for this visitor's eyes: those behind all it did and would do."""
        return knows_all(self.viewer, (*outcome.record.effects, *outcome.effects))

    def _row(self, outcome: EntryOutcome, about: str, what: str, before: str, after: str) -> DiffRow:
        entity = next((part for part in about.split(":") if self.both.name(part) != part), "")
        owner = self.both.owner(entity, outcome.record.now)
        return DiffRow(
            self.occasion(outcome.record), what, _("not asked at the time") if before == "–" else "",
            owner.name or _("everybody"), owner.emblem, before, after,
        )  # fmt: skip

    def not_asked(self, key: str) -> str:
        """A question known by its key alone: `casualty:s3.unit-1` -> "Casualty die, Hound Pack"."""
        kind, *parts = key.split(":")
        names = [self.both.name(part) for part in parts if self.both.name(part) != part]
        return ", ".join([str(self.both.figures.questions.get(kind, _("An answer"))), *names])

    def occasion(self, record: Record, *, long: bool = False) -> str:
        """Where in the journal: what was played, or the entry's number."""
        played = self.plugin.store.traces.about(record.procedure, record.params, record.id)
        for state in (self.both.before, self.both.after):
            brief, at_length = self.plugin.rules.occasion(state, played)
            if brief:
                return at_length if long else brief
        return "" if long else f"#{record.seq}"

    def sentence(self, outcome: EntryOutcome, *, then: bool = False) -> str:
        """The entry told, as it was or as it would be."""
        record = outcome.record
        old = then or outcome.void or outcome.needs_decision
        params = record.params if old else outcome.params
        effects = record.effects if old else outcome.effects
        seen = seen_by(self.viewer, effects)
        return tell_record(self.viewer, record.procedure, params, record.answers, seen, self.both.name)

    def follow(self) -> int:
        """How many entries come after the first that changes."""
        changed = [one.record for one in self.preview.draft.outcomes if one.changed or one.needs_decision]
        first = min((record.at or record.seq for record in changed), default=0)
        return self.viewer.scope.entries.filter(void=False, place__gt=first).count() if first else 0

    # What is decided

    def decision(self, outcome: EntryOutcome) -> CorrectionDecision:
        record, refused = outcome.record, outcome.refused
        form = self.plugin.past.forms.in_draft(self.correction, record, self.both.name)
        if form and not outcome.needs_decision:
            return self._step(record, form)
        return CorrectionDecision(
            code=record.id,
            occasion=self.occasion(record, long=True) or f"#{record.seq}",
            title=self.sentence(outcome),
            sentence=refused.sentence if refused else "",
            rule=refused.rule if refused else "",
            questions=outcome.open,
            again=bool(refused and refused.key in outcome.answers),
            forgotten=record.asks,
            facts=form.link if form and not form.title and refused else None,
        )

    def _step(self, record: Record, form: InDraft) -> CorrectionDecision:
        """A forgotten step nobody has called complete yet."""
        return CorrectionDecision(
            code=record.id,
            occasion=self.occasion(record, long=True),
            title=form.title,
            sentence=form.asked,
            rule=form.rule,
            questions=(),
            again=False,
            forgotten=True,
            step=form.link,
        )

    def decided(self) -> Iterator[Decided]:
        complete = {one["code"] for one in self.correction.inserts if one.get("open") is False}
        for outcome in self.preview.draft.outcomes:
            if outcome.record.id in complete and not outcome.needs_decision and not outcome.void:
                yield Decided(outcome.record.id, self.sentence(outcome), _("complete"))
                continue
            change = self.correction.changes.get(outcome.record.id, {})
            if change.get("decided") and not outcome.needs_decision:
                yield Decided(outcome.record.id, self.sentence(outcome), self._how(change, outcome))

    def _how(self, change: Mapping[str, object], outcome: EntryOutcome) -> str:
        if change.get("void"):
            return _("dropped")
        if change.get("keep"):
            return _("stays as it was: %(why)s") % {"why": change.get("words", "")}
        asked = {one.question.key: one.question for one in outcome.asked}
        given = [key for key in table_in(change, "answers") if key in asked]
        said = ", ".join(_said(asked[key], outcome.answers[key]) for key in given)
        return _("answered: %(said)s") % {"said": said}


def refusal_context(viewer: AnyViewer, refused: Refused) -> dict[str, str]:
    """A refusal with where its rule stands, as `parts/refusal.html` draws it."""
    url = reverse("campaigns:rule", args=[viewer.scope.pk, refused.rule]) if refused.rule else ""
    said = {"sentence": refused.sentence, "rule": refused.rule, "rule_url": url}
    return said | {"key": refused.key or ""}


def _said(question: Question, answer: Answer, called: Callable[[str], str] = str) -> str:
    """`4, recovers`: the face and what it means."""
    words = answer_words(question, answer.value, called)
    face = str(answer.value) if is_random(question) and isinstance(answer.value, int) else ""
    return ", ".join(filter(None, [face, words])) or str(answer.value)


def _plain(answer: Answer) -> str:
    return str(answer.value) if isinstance(answer.value, int) else "–"
