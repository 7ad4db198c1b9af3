"""What has to hold after every act: that it goes on, that the books balance, that a seal is one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.engine.who.rights import at_its_table, side_from_who
from campaigns.leagues.unplayed import why_app_does_not_play
from campaigns.models import Dialogue, Entry, SealedAnswer, Via
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.engine.state import State
from tests.campaigns.leagues.whose_move import assert_kept_as_made
from tests.seals import reads
from tests.stress.drawing import answer_to
from tests.stress.found import Found
from tests.stress.pages import odd_ids
from tests.stress.playing import Adversary
from tests.stress.stage import Stage

PHASES = ("phase", "turn", "round", "status")  # what says where a league stands
SHOWN = ("opened", "reveal")  # keys under which an act reads what was sealed
RECONCILED = 10  # every so many acts


@dataclass
class Looking:
    """Looks at a league after each act. `knew`: who belonged to a seal when it was made; `strange`: the ids
    of which this act was the first and that are no plain words; `open`: the seals nobody keeps any more."""

    stage: Stage
    adversary: Adversary
    knew: dict[int, set[int]] = field(default_factory=dict)
    is_new_phase: bool = False
    has_somebody_moved: bool = False
    stood: tuple[object, ...] = ()
    strange: tuple[str, ...] = ()
    open: set[int] = field(default_factory=set)

    def after(self) -> Iterator[Found]:
        """All that is wrong now."""
        before, is_new = self.stage.state, self.stage.look()
        deed = self.adversary.deeds[-1]
        self.has_somebody_moved = False
        self.is_new_phase = is_new and _phase(before) != _phase(self.stage.state)
        self.strange = tuple({*odd_ids(self.stage.state)} - {*odd_ids(before)}) if is_new else ()
        if (error := self.adversary.broken) is not None:
            yield Found("breaks", f"{deed.what.split()[0]} {type(error).__name__}", f"{error!r}"[:600])
        if is_new or deed.is_of_people:
            yield from self._invariants(before)
            yield from self._dead_ends()
            yield from self._open_questions()
            yield from self._opened()
            yield from self._seals()
        yield from self._kept_moves()

    def _kept_moves(self) -> Iterator[Found]:
        """Whether what is kept of whose move it is is what the rules say now."""
        try:
            assert_kept_as_made(self.stage.scope)
        except AssertionError as error:
            yield Found("kept to-dos", f"{error}"[:80], f"{error}"[:900])

    def _invariants(self, before: State) -> Iterator[Found]:
        try:
            self.stage.facts.holds(before, self.stage.state)
        except AssertionError as error:
            yield Found("invariant", f"{error}"[:80], f"{error}"[:400])
        if len(self.adversary.deeds) % RECONCILED == 0:
            yield from self.balance()

    def balance(self) -> Iterator[Found]:
        """Whether the journal folds to the rows."""
        for one in reconcile(self.stage.scope)[:3]:
            told = f"{one.table} {one.id} {one.field}: journal {one.before}, rows {one.after}"
            yield Found("journal", f"{one.table}.{one.field}", told)

    # It goes on

    def _dead_ends(self) -> Iterator[Found]:
        """What holds of the to-dos; every must can be done, and none has been done already."""
        book = self.stage.facts.todos
        try:
            if book is not None:
                replace(book, now=self.stage.clock.at).hold(self.stage.state)
        except AssertionError as error:
            yield Found("to-do", f"{error}"[:80], f"{error}"[:900])
        for one in self.adversary.owed():
            if refused := self.adversary.refusal(self.adversary.spec_of(one), self.adversary.sent_with(one)):
                told = f"{one.side} {one.act} {dict(one.params)}: {refused.sentence}"
                yield Found("dead end", one.kind, told[:900])

    def _open_questions(self) -> Iterator[Found]:
        """A question that nobody may answer, or to which there is no answer."""
        for row in Dialogue.objects.filter(scope=self.stage.scope).select_related("slot").order_by("pk"):
            row.scope = self.stage.scope
            progress = peek_dialogue(row.scope, row.slot, self.stage.state)[1]
            for question in progress.questions if isinstance(progress, Open) else ():
                is_asked = any(self._may(name, row, question) for name in self.stage.members())
                if not is_asked and not self._can_be_carried_on(question):
                    told = f"{question.key} is put to {question.who}"
                    yield Found("dead end", f"{row.procedure} asks nobody", told)
                if answer_to(question, self.stage.luck) is None:
                    yield Found("dead end", f"{row.procedure} has no answer", question.key)

    def _can_be_carried_on(self, question: Question) -> bool:
        """Whether the side it is put to is one nobody plays, which organisers can let the app play."""
        stage, side = self.stage, side_from_who(question.who)
        return bool(side) and not why_app_does_not_play(stage.scope, stage.plugin, stage.state, side)

    def _may(self, name: str, row: Dialogue, question: Question) -> bool:
        stage, who = self.stage, at_its_table(question.who, row.params)
        return stage.actor(name).may_act(who, row.procedure, stage.scope, stage.state, stage.plugin)

    # Seals

    def _seals(self) -> Iterator[Found]:
        """Nobody reads what was sealed before they belonged to that side, unless it was opened."""
        unopened = SealedAnswer.objects.filter(slot__scope=self.stage.scope, revealed_at=None)
        closed, people = list(unopened.select_related("slot").order_by("pk")), self._who_is_where()
        for seal in closed:
            self.knew.setdefault(seal.pk, self._people_of(seal))
        self.has_somebody_moved = self.stood[1:] != people
        stands = (frozenset(one.pk for one in closed), *people)
        if stands == self.stood:
            return
        self.stood = stands
        for name in self.stage.members() if closed else ():
            yield from self._reads(name, closed)

    def _opened(self) -> Iterator[Found]:
        """Nobody opens what others keep, but by an act that opens it by the rules."""
        opened = SealedAnswer.objects.filter(slot__scope=self.stage.scope, revealed_at__isnull=False)
        fresh = [one for one in opened.exclude(pk__in=self.open).order_by("pk") if one.pk in self.knew]
        self.open |= {one.pk for one in fresh}
        entry = self.stage.scope.entries.filter(via=Via.PERSON, void=False).order_by("-seq").first()
        if entry is None or entry.actor is None or not _opens(entry, self.stage.facts.opens):
            return
        for seal in fresh:
            if entry.actor.person_id not in self.knew[seal.pk]:
                told = f"{entry.actor} opens {seal.key}, sealed for {seal.side}, by {entry.procedure}"
                yield Found("opened", entry.procedure, told[:500])

    def _reads(self, name: str, closed: list[SealedAnswer]) -> Iterator[Found]:
        """What somebody reads and should not."""
        person, named = self.stage.seats[name].person_id, self._named()
        strange = [one.pk for one in closed if person not in self.knew[one.pk] and one.slot.code in named]
        for seal in reads(self.stage.here(name), SealedAnswer.objects.filter(pk__in=strange)):
            told = f"{name} reads {seal.key}, sealed for {seal.side} before they belonged to it: {seal.value}"
            yield Found("seal", seal.key.partition(":")[0], told[:500])

    def _named(self) -> set[str]:
        """The entries whose seals a page may come to: what is open, and what the league still names."""
        state, is_past = self.stage.state, self.stage.facts.past
        things = (thing for one in state.tables() for thing in getattr(state, one).values())
        said = {getattr(thing, "entry", "") for thing in things if not is_past(state, thing)}
        return said | set(
            Dialogue.objects.filter(scope=self.stage.scope).values_list("slot__code", flat=True)
        )

    def _who_is_where(self) -> tuple[object, ...]:
        """Who plays which side, and who is in the club."""
        plugin, state = self.stage.plugin, self.stage.state
        played = tuple((one, *plugin.rules.members_of(state, one)) for one in plugin.sides_of(state))
        return played, tuple((name, self.stage.seats[name].role) for name in self.stage.members())

    def _people_of(self, seal: SealedAnswer) -> set[int]:
        """Who may read a seal as it is made: whoever made it, and everybody of its side."""
        names = self.stage.playing(seal.side, self.stage.state) if seal.side else []
        people = {self.stage.seats[name].person_id for name in names}
        return people | ({seal.owner.person_id} if seal.owner else set())


def _opens(entry: Entry, allowed: Collection[str]) -> bool:
    """Whether an entry itself has shown what lay under a seal, by an act that is not one to do so."""
    by_itself = entry.procedure.partition(".")[2] in allowed
    return not by_itself and any(key.partition(":")[0] in SHOWN for key in entry.answers)


def _phase(state: State) -> tuple[object, ...]:
    """Where a league stands, as the first rows of its tables say it."""
    firsts = [one for table in state.tables() for one in list(getattr(state, table).values())[:1]]
    return tuple(getattr(one, name, "") for one in firsts for name in PHASES)
