"""Whatever players do around a die of the app, they never see two outcomes to choose from.

Every procedure of every game in which the app rolls, on the states of the examples: answers, back, set aside,
undo, the act anew, as it was or with other facts, by its player, by somebody else and by the organiser, who
also changes settings in between.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from unittest import mock

import hypothesis
import pytest
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from hypothesis import given
from hypothesis import strategies as st

from campaigns.engine import door
from campaigns.engine.lines import Act
from campaigns.engine.plugins import plugin_of, rulebooks
from campaigns.engine.stored import people_texts
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.transaction.slot_standing import BY_AN_ENTRY
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope, ScopeKind, Seat, Slot
from campaigns.shell.told import undoing
from campaigns.solo import games as solo
from rules.engine.dice import is_random, thrower
from rules.engine.procedure import Open, drive
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.solo.game import LATEST, solo_book
from tests import factories
from tests.rules.rehearsal.test_every_procedure import Case, by_chance, cases

pytestmark = pytest.mark.django_db
FEW = hypothesis.settings(
    max_examples=20 if os.environ.get("MUSTERROLL_SEASON") == "1" else 1,
    phases=[hypothesis.Phase.generate],
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture, hypothesis.HealthCheck.too_slow],
)
ROUNDS = 3
WHAT_STANDS = Prefetch("entries", Entry.objects.filter(void=False), "standing_entries")


def rolls(case: Case) -> bool:
    """Whether a die falls in this step of an example."""
    progress = drive(case.start(), lambda question: Answer(case.given[question.key]))
    return any(is_random(one.question) for one in progress.asked)


@cache
def with_dice() -> dict[str, list[Case]]:
    """The steps of the examples in which a die falls, by their procedure."""
    found = {name: list(filter(rolls, steps)) for name, steps in cases().items()}
    return {name: steps for name, steps in sorted(found.items()) if steps}


@dataclass
class Chosen:
    """What was said in a slot before the latest die of the app fell there."""

    procedure: str
    params: dict[str, Any]
    answers: dict[str, Any] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)  # dice that people threw and typed in


class Table:
    """A scope in the state of an example. Tom owns every side, Marta none, and Ilse is organiser."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case, self.luck = case, random.Random(seed)
        self.source = by_chance(case, seed, thrower(seed.to_bytes(8)))
        self.ilse = factories.new_organiser(name="Ilse")
        self.tom, self.marta = (
            factories.new_seat(club=self.ilse.club, name=name) for name in ("Tom", "Marta")
        )
        kind = ScopeKind.GAME if case.game.name == "solo" else ScopeKind.LEAGUE
        edition = next(iter(case.game.books))
        self.scope: Scope = found_scope(
            club=self.ilse.club,
            by=self.ilse,
            game=case.game.name,
            edition=edition,
            name="x",
            settings={},
            kind=kind,
        )
        self.state = owned(case.state, str(self.tom.pk))
        with scope_transaction(self.scope.pk, Actor()) as transaction:
            transaction.registration.save(
                self.scope.pk, transaction.scope.version + 1, transaction.state, self.state
            )
            transaction.count("the example")
        self.chosen: dict[int, Chosen] = {}

    # what they do

    def evening(self) -> None:
        """Again and again somebody begins, some answer, and somebody tries to get out of it."""
        for _round in range(ROUNDS):
            self.move(self.begin)
            for _answer in range(self.luck.randint(1, 4)):
                self.move(self.answer)
            for way_out in self.luck.sample((self.back, self.aside, self.undo, self.setting), 2):
                self.move(way_out)

    def move(self, what: Callable[[Seat], None]) -> None:
        before, waiting = {slot.pk: said(slot) for slot in self.slots()}, self.waiting()
        with suppress(Refused, PermissionDenied):
            what(self.somebody())
        self.note(before)
        new = [base(slot) for slot in self.slots() if slot.pk not in before]
        assert not waiting.intersection(new)  # a die that has fallen is met again, not thrown anew

    def somebody(self) -> Seat:
        return self.luck.choice((self.tom, self.tom, self.marta, self.ilse, self.ilse))

    def begin(self, who: Seat) -> None:
        params = dict(self.case.step.get("params", {}))
        name = self.case.step["do"]
        if self.luck.random() < 0.5:
            params = other(params, self.luck)
        spec = self.case.game.spec(name)
        params |= {key: str(self.tom.pk) for key in ("owner",) if key in params}
        spec.slot_name(params)
        door.act(self.scope.pk, Actor(who), name, params, app_dice=self.luck.random() < 0.2)

    def answer(self, who: Seat) -> None:
        open_now = [(slot, one) for slot in self.slots() for one in asked_in(slot)]
        if not open_now:
            return self.begin(who)
        slot, question = self.luck.choice(open_now)
        value: Any = door.ROLL
        if not is_random(question) or self.luck.random() < 0.2:
            seed = self.luck.randint(0, 99)
            value = by_chance(self.case, seed, thrower(seed.to_bytes(8)))(question).value
        app_dice = self.luck.random() < 0.1
        door.answer_question(self.scope.pk, Actor(who), slot.code, question.key, value, app_dice=app_dice)
        return None

    def back(self, who: Seat) -> None:
        for slot in self.slots():
            if hasattr(slot, "dialogue"):
                door.undo_answer(self.scope.pk, Actor(who), slot.code)

    def aside(self, who: Seat) -> None:
        for slot in self.slots():
            if hasattr(slot, "dialogue"):
                door.set_aside(self.scope.pk, Actor(who), slot.code)

    def undo(self, who: Seat) -> None:
        if self.case.game.name == "solo":
            with scope_transaction(self.scope.pk, Actor(who)) as transaction:
                solo.undo_table_step(transaction)
        elif (entry := self.scope.entries.order_by("-seq").first()) is not None:
            undoing.undo_entry(self.scope.pk, Actor(who), entry.seq)

    def setting(self, _who: Seat) -> None:
        """The organiser changes one of the league's settings."""
        game = self.case.game.name
        if game == "solo":
            key, one = self.luck.choice(sorted(solo_book(LATEST).settings.items()))
            options = one.options or (one.least, one.most)
            change: Act = ("solo.setting", {"key": key, "value": self.luck.choice(options)})
        else:
            book = self.luck.choice([one for one in rulebooks() if one.game == game])
            setting = self.luck.choice([one for one in book.settings if one.choices])
            value = self.luck.choice(setting.choices).value
            change = plugin_of(game).acts.change(setting.key, value, "for another night")
        door.act(self.scope.pk, Actor(self.ilse), *change)

    # what must hold

    def slots(self) -> list[Slot]:
        every = Slot.objects.filter(scope=self.scope).select_related("dialogue").order_by("pk")
        found: list[Slot] = list(every.prefetch_related(WHAT_STANDS, "dialogue__answers"))
        for slot in found:
            slot.scope = self.scope
        return found

    def note(self, before: dict[int, tuple[dict[str, Any], set[str]]]) -> None:
        """Check what is said now, then keep what stood before the dice that have just fallen."""
        for slot in self.slots():
            now, dice = said(slot)
            if (chosen := self.chosen.get(slot.pk)) is not None:
                if slot.standing == BY_AN_ENTRY:  # it was taken back: a slip of the finger is typed anew
                    chosen.answers = {
                        key: one for key, one in chosen.answers.items() if key not in chosen.typed
                    }
                self.check(slot, chosen, now)
            earlier, fallen = before.get(slot.pk, ({}, set()))
            if dice - fallen:
                procedure, params = begun(slot)
                kept = chosen.answers if chosen else {}
                answers = kept | earlier | {key: now[key] for key in dice}
                self.chosen[slot.pk] = Chosen(procedure, params, answers, typed_in(slot))

    def check(self, slot: Slot, chosen: Chosen, now: dict[str, Any]) -> None:
        if stands(slot):
            assert begun(slot) == (chosen.procedure, chosen.params)
            for key in now.keys() & chosen.answers.keys():
                assert now[key] == chosen.answers[key], key
        elif hasattr(slot, "dialogue"):
            assert begun(slot) == (chosen.procedure, chosen.params)
            run, progress = peek_dialogue(self.scope, slot)
            told = {one.question.key: one.answer.value for one in getattr(progress, "asked", ())}
            for key in told.keys() & chosen.answers.keys():
                assert plain(told[key]) == chosen.answers[key], key
            asked = {one.key for one in progress.questions} if isinstance(progress, Open) else set()
            assert not (asked - run.dropped.keys()) & chosen.answers.keys()

    def waiting(self) -> set[str]:
        """The occasions in which a die has fallen and which have not settled."""
        thrown = (slot for slot in self.slots() if slot.pk in self.chosen)
        return {base(slot) for slot in thrown if not stands(slot)}


def base(slot: Slot) -> str:
    """The name of an occasion that may come again, without its number."""
    return slot.name.partition("#")[0]


def owned(state: State, owner: str) -> State:
    """The same state with every side in one person's hands."""
    for table in {"warbands", "realms", "factions", "players"}.intersection(state.tables()):
        for one in getattr(state, table).values():
            if hasattr(one, "owner"):
                more = {"colour": one.id} if getattr(one, "colour", one) == "" else {}
                state = state.put(table, replace(one, owner=owner, **more))
    return state


def stands(slot: Slot) -> Entry | None:
    """The entry by which a slot of the table has settled."""
    entries: list[Entry] = slot.standing_entries  # type: ignore[attr-defined]
    return entries[0] if entries else None


def plain(value: Any) -> Any:
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


def begun(slot: Slot) -> tuple[str, dict[str, Any]]:
    entry = stands(slot)
    if hasattr(slot, "dialogue"):
        return slot.dialogue.procedure, slot.dialogue.params
    entry = entry or slot.entries.latest("seq")
    return entry.procedure, people_texts.put_back(
        entry.params, {one.n: one.body for one in entry.texts.all()}
    )


def said(slot: Slot) -> tuple[dict[str, Any], set[str]]:
    """The answers of a slot that count now, and which of them the app has rolled."""
    entry = stands(slot)
    if entry is not None:
        rows = {key: (one["value"], one["origin"]) for key, one in entry.answers.items()}
    elif hasattr(slot, "dialogue"):
        rows = {one.key: (one.value, one.origin) for one in slot.dialogue.answers.all()}
    else:
        rows = {}
    dice = {key for key, (_value, origin) in rows.items() if origin == "app"}
    return {key: plain(value) for key, (value, _origin) in rows.items()}, dice


def typed_in(slot: Slot) -> set[str]:
    """The dice of a slot that people have typed in."""
    entry = stands(slot)
    if entry is not None:
        return {key for key, one in entry.answers.items() if one["origin"] == "hand"}
    return {one.key for one in slot.dialogue.answers.all() if one.origin == "hand"}


def asked_in(slot: Slot) -> Iterator[Question]:
    if hasattr(slot, "dialogue"):
        _run, progress = peek_dialogue(slot.scope, slot)
        if isinstance(progress, Open):
            yield from progress.questions


def other(params: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """The same facts with one told otherwise."""
    if not params:
        return params
    name = luck.choice(sorted(params))
    value: Any = params[name]
    match value:
        case bool():
            value = not value
        case int():
            value += luck.choice((-1, 1))
        case list():
            value = luck.sample(value, luck.randint(0, len(value)))
        case str():
            value = luck.choice([one for one in params.values() if isinstance(one, str)] + ["", value])
    return {**params, name: value}


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("name", list(with_dice()))
@pytest.mark.season
@pytest.mark.timeout(3600)
@FEW
@given(st.integers(0, 2**32))
def test_nobody_ever_sees_two_outcomes_to_choose_from(name: str, seed: int) -> None:
    table = Table(random.Random(seed).choice(with_dice()[name]), seed)
    with mock.patch("campaigns.engine.correcting.initial_state", return_value=table.state):
        table.evening()
