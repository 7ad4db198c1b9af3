"""The journal's laws on a toy game: fold, replay, corrections there and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.codec import canonical_state, dump_effects, dump_state, load_effects
from rules.engine.dice import thrower
from rules.engine.effects import Effect, apply_all, effect
from rules.engine.games import Ctx, Game
from rules.engine.journal import Change, Record, fold, replay, rerun
from rules.engine.plain import Params
from rules.engine.procedure import Procedure, Settled, ask_nothing, drive, from_mapping
from rules.engine.questions import Answer
from rules.engine.refusals import Refused
from rules.engine.state import Gone
from tests.rules.engine.loaded import thrown_by
from tests.rules.engine.read_back import load_state
from tests.rules.engine.toy import GAME, Coins, Purse, Toy, begin

START = begin("1", {"ann": 3, "bob": 0, "cid": 7})
NOBODY: dict[str, str] = {}
FAULTY = Game("faulty", Toy, {"1": None}, lambda state: None, begin)


@FAULTY.procedure("stumble")
def stumble(ctx: Ctx[Toy, None]) -> Procedure[tuple[Effect, ...]]:
    """A rule with a fault in it."""
    yield from ask_nothing()
    return (Stumbled(purse=NOBODY["nobody"]),)


@effect("toy.stumbled")
class Stumbled(Effect):
    purse: str = ""

    def apply(self, state: Toy) -> Toy:
        return state.put("purses", Purse(NOBODY["nobody"]))


ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("toy.dig"), st.fixed_dictionaries({"purse": st.sampled_from(["ann", "bob", "cid"])})
        ),
        st.tuples(
            st.just("toy.pay"),
            st.fixed_dictionaries(
                {
                    "purse": st.sampled_from(["ann", "bob", "cid"]),
                    "to": st.sampled_from(["ann", "bob", "cid"]),
                    "amount": st.integers(1, 6),
                }
            ),
        ),
    ),
    max_size=12,
)


def play(acts: Iterable[tuple[str, Params]]) -> list[Record]:
    """A journal made by driving the acts that are possible."""
    state, records = START, []
    for n, (name, params) in enumerate(acts, start=1):
        seed, params = bytes([n]) * 32, ({**params, "day": n} if name == "toy.dig" else params)
        try:
            done = drive(
                GAME.start(state, name, params, f"s{n}"),
                thrown_by(thrower(seed)),
            )
        except Refused:
            continue
        assert isinstance(done, Settled)
        answers = {asked.question.key: asked.answer for asked in done.asked}
        records.append(Record(f"s{n}", n, name, params, answers, tuple(done.result), seed))
        state = apply_all(state, done.result)
    return records


@given(ACTS)
def test_replay_of_an_untouched_journal_changes_nothing(acts) -> None:
    records = play(acts)
    draft = replay(GAME, START, records, {})
    assert (
        canonical_state(draft.before) == canonical_state(draft.after) == canonical_state(fold(START, records))
    )
    assert not draft.outcomes
    assert not rerun(GAME, START, records)


@given(ACTS, st.data())
def test_voiding_is_the_replay_of_the_rest(acts, data) -> None:
    records = play(acts)
    if not records:
        return
    gone = data.draw(st.sampled_from(records))
    draft = replay(GAME, START, records, {gone.id: Change(void=True)})
    rest = [record for record in records if record is not gone]
    again = replay(GAME, START, rest, {record.id: Change() for record in rest})
    assert canonical_state(draft.after) == canonical_state(again.after)
    assert canonical_state(draft.before) == canonical_state(fold(START, records))


@given(ACTS, st.data())
def test_correcting_there_and_back_changes_nothing(acts, data) -> None:
    records = [r for r in play(acts) if r.procedure == "toy.dig"]
    if not records:
        return
    one = data.draw(st.sampled_from(records))
    key = next(iter(one.answers))
    there = replay(GAME, START, records, {one.id: Change(answers={key: Answer(4, "hand")})})
    corrected = [
        replace(r, effects=o.effects, answers=dict(o.answers))
        for r in records
        for o in [next((o for o in there.outcomes if o.record is r), None)]
        if o is not None
    ]
    merged = [next((c for c in corrected if c.id == r.id), r) for r in records]
    back = replay(GAME, START, merged, {one.id: Change(answers=dict.fromkeys(()) | dict(one.answers))})
    assert canonical_state(back.after) == canonical_state(fold(START, records))


def test_no_die_changes_its_face_when_a_branch_comes_back() -> None:
    records = play([("toy.dig", {"purse": "ann"})])
    first = replay(GAME, START, records, {"s1": Change(answers={"dig:ann:1": Answer(6, "hand")})})
    twice = replay(GAME, START, records, {"s1": Change(answers={"dig:ann:1": Answer(6, "hand")})})
    assert first.outcomes == twice.outcomes
    assert first.outcomes[0].open  # double or nothing is a choice: it stays open in the draft


def test_an_entry_that_reads_nothing_changed_keeps_its_effects() -> None:
    records = play([("toy.dig", {"purse": "ann"}), ("toy.dig", {"purse": "bob"})])
    draft = replay(GAME, START, records, {"s1": Change(void=True)})
    assert [o.record.id for o in draft.outcomes] == ["s1"]


def test_only_the_impossible_needs_a_decision() -> None:
    dug = Record("s1", 1, "toy.dig", {"purse": "bob"}, {"dig:bob:1": Answer(4, "hand")}, (), b"1" * 32)
    found = drive(GAME.start(START, dug.procedure, dug.params, "s1"), from_mapping(dug.answers))
    assert isinstance(found, Settled)
    records = [replace(dug, effects=tuple(found.result))]
    paid = Record("s2", 2, "toy.pay", {"purse": "bob", "to": "ann", "amount": 1}, {}, (), b"2" * 32)
    done = drive(GAME.start(fold(START, records), paid.procedure, paid.params, "s2"), lambda q: None)
    assert isinstance(done, Settled)
    journal = [*records, replace(paid, effects=tuple(done.result))]
    draft = replay(GAME, START, journal, {"s1": Change(void=True)})
    assert not draft.ready
    assert draft.outcomes[-1].refused is not None
    dropped = replay(GAME, START, journal, {"s1": Change(void=True), "s2": Change(void=True)})
    assert dropped.ready
    assert canonical_state(dropped.after) == canonical_state(START)


def _digs_and_pays() -> list[Record]:
    """Ann digs; what she pays depends on having it."""
    return play([("toy.dig", {"purse": "ann"}), ("toy.pay", {"purse": "ann", "to": "bob", "amount": 2})])


def test_an_override_keeps_its_effects_whatever_the_rules_would_say() -> None:
    dug, paid = _digs_and_pays()
    other = Change(answers={"dig:ann:1": Answer(4, "hand")}, keep=True)
    draft = replay(GAME, START, [dug, paid], {dug.id: other})
    assert canonical_state(draft.after) == canonical_state(draft.before)


def test_an_override_of_the_past_is_not_computed_again() -> None:
    dug, paid = _digs_and_pays()
    given_by_hand = replace(paid, fixed=True, effects=paid.effects[:1])
    draft = replay(GAME, START, [dug, given_by_hand], {dug.id: Change(void=True)})
    assert draft.after.purses["ann"].coins == START.purses["ann"].coins - 2
    assert draft.after.purses["bob"].coins == START.purses["bob"].coins


def test_a_recorded_face_that_is_no_face_any_more_is_asked_again() -> None:
    wrong = Record("s1", 1, "toy.dig", {"purse": "bob"}, {"dig:bob:1": Answer(9)}, (), b"1" * 32, asks=True)
    (outcome,) = replay(GAME, START, [wrong], {"s1": Change()}).outcomes
    assert outcome.refused is None
    assert [question.key for question in outcome.open] == ["dig:bob:1"]


def test_an_override_of_what_is_gone_is_a_decision() -> None:
    bought = play([("toy.open", {"owner": "dora", "name": "Dora"})])
    purse = bought[0].effects[0].purse  # type: ignore[attr-defined]
    coins = Record("s2", 2, "toy.pay", {}, {}, (Coins(purse=purse, amount=3),), fixed=True)
    draft = replay(GAME, START, [*bought, coins], {bought[0].id: Change(void=True), "s2": Change()})
    refused = draft.outcomes[-1].refused
    assert refused is not None
    assert refused.sentence == "This entry needs something that no longer exists: Dora."


def test_a_fault_is_not_something_gone() -> None:
    """A `KeyError` in a rule or an effect stays one: no draft and no rerun makes a decision of it."""
    fault = Record("s1", 1, "faulty.stumble", {}, {}, ())
    with pytest.raises(KeyError, match="nobody"):
        replay(FAULTY, START, [fault], {"s1": Change()})
    with pytest.raises(KeyError, match="nobody"):
        rerun(FAULTY, START, [fault])
    booked = Record("s1", 1, "faulty.stumble", {}, {}, (Stumbled(),), fixed=True)
    with pytest.raises(KeyError, match="nobody"):
        replay(FAULTY, START, [booked], {"s1": Change(keep=True)})


@given(st.sampled_from(["ann", "zoe"]), st.booleans())
def test_a_state_says_what_it_does_not_hold(one: str, watched: bool) -> None:
    state = START.put("purses", Purse("eve")).drop("purses", "cid").change("purses", "ann", coins=1)
    state = state.watched(lambda read: None) if watched else state
    assert (one in state.purses) == (state.purses.get(one) is not None) == (one == "ann")
    for gone in ("zoe", "cid"):
        with pytest.raises(Gone) as missing:
            state.purses[gone]
        assert (missing.value.table, missing.value.id) == ("purses", gone)
        assert not isinstance(missing.value, KeyError)
    with pytest.raises(Gone):
        state.change("purses", "zoe", coins=1)


def test_a_forgotten_entry_is_inserted_at_its_place() -> None:
    records = play([("toy.dig", {"purse": "ann"}), ("toy.dig", {"purse": "bob"})])
    forgotten = Record(
        "i1", 9, "toy.pay", {"purse": "cid", "to": "bob", "amount": 2}, {}, (), b"9" * 32, at=1
    )
    draft = replay(GAME, START, [*records, forgotten], {"i1": Change()})
    assert draft.ready
    assert draft.after.purses["cid"].coins == 5


@given(ACTS)
def test_effects_and_states_survive_json(acts) -> None:
    records = play(acts)
    for record in records:
        assert load_effects(dump_effects(record.effects)) == record.effects
    state = fold(START, records)
    assert load_state(Toy, dump_state(state)) == state
