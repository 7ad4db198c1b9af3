"""Laws of corrections, on generated seasons: voiding, there and back, untouched, constant faces, bystanders.

Pure: the journal as values, no database. What holds without corrections is in tests/rules/opr.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from rules.engine.codec import canonical_state
from rules.engine.journal import Change, Draft, Record, fold, replay, rerun
from rules.engine.plain import texts_in
from rules.engine.questions import Answer
from rules.opr import GAME
from rules.opr.state import OprState
from tests.rules.opr.play import League, happen, of
from tests.rules.opr.test_properties import founded, seasons

# A season is too big a thing to shrink; its seed is enough to find a fault again.
EXAMPLES = 200 if os.environ.get("MUSTERROLL_SEASON") == "1" else 25
LAWS = settings(max_examples=EXAMPLES, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
BEGINNINGS = ("opr.change_setting", "opr.start")


pytestmark = pytest.mark.season


def draft_of(
    league: League, changes: dict[str, Change], records: list[Record] | None = None
) -> Draft[OprState]:
    return replay(GAME, league.start_state, league.records if records is None else records, changes)


@st.composite
def parallel_seasons(draw: Any) -> League:
    """Four warbands of which any two may meet, so that some have nothing to do with others."""
    league = founded(draw(st.sampled_from(["aofs-3.2.0", "gf-3.4.0"])), [3, 3, 3, 3], PARALLEL)
    for _ in range(draw(st.integers(2, 4))):
        fit = [w.name for w in league.state.active if sum(u.available for u in league.state.sheet(w.id)) > 1]
        if len(fit) < 2:
            break
        winner, loser = draw(st.lists(st.sampled_from(fit), min_size=2, max_size=2, unique=True))
        play(league, winner, loser, draw(st.binary(min_size=4, max_size=4)))
    return league


PARALLEL = {"parallel_play": "on", "campaign_type": "endless"}


def play(league: League, winner: str, loser: str, seed: bytes) -> None:
    ids = [league.warband(name).id for name in (winner, loser)]
    fielded = {one: [u.id for u in league.state.sheet(one) if u.available][:2] for one in ids}
    kills = [
        {"victim": fielded[ids[1]][0], "killer": fielded[ids[0]][0], "round": 1},
        {"victim": fielded[ids[0]][1], "killer": fielded[ids[1]][1], "round": 2},
    ]
    cap = league.ask("cap", warbands=ids)
    for one in ids:
        while len(fielded[one]) > 1 and sum(league.state.units[u].value for u in fielded[one]) > cap:
            fielded[one].pop()
    here = {unit for units in fielded.values() for unit in units}
    kept = [kill for kill in kills if kill["victim"] in here and kill["killer"] in here]
    league.do("quick_report", warbands=ids, winners=[ids[0]], fielded=fielded, kills=kept, rounds=4)
    league.finish(winner, loser, seed=seed)


def dice_of(record: Record) -> dict[str, Answer]:
    return {key: answer for key, answer in record.answers.items() if answer.dice}


@LAWS
@given(seasons())
def test_opr_71_driving_every_entry_again_changes_nothing(league: League) -> None:
    draft = draft_of(league, {record.id: Change() for record in league.records})
    assert draft.ready
    assert not [one.record.procedure for one in draft.outcomes if one.changed]
    assert canonical_state(draft.before) == canonical_state(draft.after) == canonical_state(league.state)


@LAWS
@given(parallel_seasons(), st.data())
def test_opr_68_voiding_an_entry_is_the_replay_of_the_rest(league: League, data: Any) -> None:
    gone = data.draw(st.sampled_from([r for r in league.records if r.procedure not in BEGINNINGS]))
    rest = [replace(record, effects=()) for record in league.records if record is not gone]
    draft = draft_of(league, {gone.id: Change(void=True)})
    again = draft_of(league, {record.id: Change() for record in rest}, rest)
    assert canonical_state(draft.after) == canonical_state(again.after)
    assert canonical_state(draft.before) == canonical_state(fold(league.start_state, league.records))


@LAWS
@given(parallel_seasons(), st.data())
def test_opr_68_a_die_corrected_there_and_back_changes_nothing(league: League, data: Any) -> None:
    thrown = [(r, key) for r in league.records for key in dice_of(r) if key.startswith("casualty:")]
    assume(thrown)
    record, key = data.draw(st.sampled_from(thrown))
    face = data.draw(st.integers(1, 6))
    there = draft_of(league, {record.id: Change(answers={key: Answer(face, "hand")})})
    assume(there.ready)
    became = {outcome.record.id: outcome for outcome in there.outcomes}
    corrected = [
        replace(r, effects=became[r.id].effects, answers=dict(became[r.id].answers), former=r.answers)
        if r.id in became
        else r
        for r in league.records
    ]
    back = draft_of(league, {record.id: Change(answers={key: record.answers[key]})}, corrected)
    assert back.ready
    assert canonical_state(back.before) == canonical_state(there.after)
    assert canonical_state(back.after) == canonical_state(league.state)


@LAWS
@given(parallel_seasons(), st.data())
def test_opr_71_no_die_changes_its_face_in_a_correction(league: League, data: Any) -> None:
    gone = data.draw(st.sampled_from([r for r in league.records if r.procedure == "opr.quick_report"]))
    params = {**gone.params, "kills": gone.params["kills"][:1]}
    draft = draft_of(league, {gone.id: Change(params=params)})
    for outcome in draft.outcomes:
        for key, answer in dice_of(outcome.record).items():
            if key in outcome.answers:
                assert outcome.answers[key].value == answer.value, key
    assert draft_of(league, {gone.id: Change(params=params)}).outcomes == draft.outcomes


@LAWS
@given(parallel_seasons(), st.data())
def test_opr_71_who_never_met_them_is_not_touched_by_a_correction(league: League, data: Any) -> None:
    reports = [r for r in league.records if r.procedure == "opr.quick_report"]
    report = data.draw(st.sampled_from(reports))
    params = {**report.params, "winners": report.params["warbands"][1:], "kills": []}
    draft = draft_of(league, {report.id: Change(params=params)})
    touched = set(report.params["warbands"])
    for later in reports[reports.index(report) + 1 :]:
        if touched & set(texts_in(later.params, "warbands")):
            touched |= set(texts_in(later.params, "warbands"))
    for warband in set(league.state.warbands) - touched:
        assert draft.after.warbands[warband] == league.state.warbands[warband]
        for unit in league.state.sheet(warband):
            assert draft.after.units[unit.id] == unit


def test_opr_69_a_sealed_note_is_evidence_enough_for_a_rerun() -> None:
    league = founded("aofs-3.2.0", [3, 3], PARALLEL)
    league.begin("A", "B")
    event = happen(league, 52, choices=of(league, "A"))
    league.step("seal_note", "A", event=event.id, choices=[league.unit("B2").id])
    note = league.records[-1]
    sealed = {key: replace(answer, value="0f" * 32, origin="sealed") for key, answer in note.answers.items()}
    kept = [*league.records[:-1], replace(note, answers=sealed)]
    assert rerun(GAME, league.start_state, kept) == []
    draft = draft_of(league, {record.id: Change() for record in kept}, kept)
    assert draft.ready
    assert not [one for one in draft.outcomes if one.changed]
