"""Correcting a league's past: preview, decisions, commit, undo; the journal folds afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.engine import correcting as corrections
from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.tables import Rest
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry, EntryVersion, Scope, Seat, Slot
from campaigns.opr.past.inserts import new_insert
from campaigns.shell.told import undoing
from rules.engine.refusals import Refused
from rules.engine.state import Entity, differences
from tests import factories
from tests.campaigns.play import (
    act,
    answer_all,
    evening,
    found_league,
    found_warband,
    played,
    player,
    started,
    state_of,
    walked,
)
from tests.remembered import nothing_remembered
from tests.scenario import scenario

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> tuple[Scope, Seat, str, str, str]:
    return of_three()


@scenario
def of_three() -> tuple[Scope, Seat, str, str, str]:
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, parallel_play="on", campaign_type="endless")
    bell, raiders, lamps = started(scope, ilse, "Marta", "Tom", "Jun")
    return scope, ilse, bell, raiders, lamps


def entry_of(scope: Scope, procedure: str) -> Entry:
    return Entry.objects.filter(scope=scope, procedure=f"opr.{procedure}", void=False).latest("seq")


def draft(scope: Scope, by: Seat, changes: object) -> Correction:
    return Correction.objects.create(scope=scope, by=by, changes=changes)


def test_a_voided_mission_is_as_if_never_logged(league) -> None:
    scope, ilse, bell, raiders, lamps = league
    before = state_of(scope)
    mission = evening(scope, ilse, bell, raiders)
    evening(scope, ilse, lamps, raiders)
    codes = [e.slot.code for e in scope.entries.select_related("slot") if mission in str(e.params)]
    quick = Entry.objects.get(scope=scope, slot__code=mission.split(".")[0])
    changes = {code: {"void": True} for code in [quick.slot.code, *codes]}
    made = draft(scope, ilse, changes)
    shown = corrections.preview_correction(made)
    for outcome in shown.undecided:
        made.changes[outcome.record.id] = {"keep": True}
    shown = corrections.preview_correction(made)
    assert shown.ready
    corrections.commit(made, Actor(ilse), shown.fingerprint)
    after = state_of(scope)
    assert after.warbands[bell].vp == before.warbands[bell].vp
    assert reconcile(scope) == []
    assert EntryVersion.objects.filter(entry=quick).count() == 1


def test_a_corrected_die_changes_what_follows_and_nothing_else(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    victim = state_of(scope).warbands[raiders].units[1]
    killer = state_of(scope).warbands[bell].units[0]
    mission = played(scope, ilse, bell, raiders, kills={victim: killer})
    opened = act(scope, ilse, "casualties", mission=mission, warband=raiders)
    key = opened.questions[0].key
    door.answer_question(scope.pk, Actor(ilse), opened.slot, key, 1)
    assert state_of(scope).units[victim].status == "dead"
    made = draft(scope, ilse, {opened.slot: {"answers": {key: {"value": 4, "origin": "hand"}}}})
    shown = corrections.preview_correction(made)
    changed = differences(shown.draft.before, shown.draft.after)
    assert {d.id for d in changed if d.table == "units"} == {victim}
    corrections.commit(made, Actor(ilse), shown.fingerprint)
    assert state_of(scope).units[victim].status == "active"
    assert reconcile(scope) == []


def test_opr_37_a_die_is_on_record_even_where_it_changes_nothing(league) -> None:
    """Another unit fell than was reported: its die takes the place of the other's, though both recovered."""
    scope, ilse, bell, raiders, _lamps = league
    wrong, right = state_of(scope).warbands[raiders].units[:2]
    killer = state_of(scope).warbands[bell].units[0]
    mission = played(scope, ilse, bell, raiders, kills={wrong: killer})
    opened = act(scope, ilse, "casualties", mission=mission, warband=raiders)
    door.answer_question(scope.pk, Actor(ilse), opened.slot, f"casualty:{wrong}", 3)
    entry = entry_of(scope, "casualties")
    with scope_transaction(scope.pk, Actor(ilse)):
        Slot.objects.filter(pk=entry.slot_id).update(seed=b"recovers")
    result = entry_of(scope, "quick_report")
    kills = [{**result.params["kills"][0], "victim": right}]
    made = draft(scope, ilse, {result.slot.code: {"params": {**result.params, "kills": kills}}})
    shown = corrections.preview_correction(made)
    assert [one.record.seq for one in shown.draft.outcomes if one.changed] == [result.seq, entry.seq]
    corrections.commit(made, Actor(ilse), shown.fingerprint)
    entry.refresh_from_db()
    assert entry.answers.keys() == {f"casualty:{right}"}
    assert 1 < entry.answers[f"casualty:{right}"]["value"] < 6
    assert entry.answers[f"casualty:{right}"]["origin"] == "app"
    assert reconcile(scope) == []


def test_opr_68_there_and_back_the_die_somebody_threw_counts_again(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    victim, killer = state_of(scope).warbands[raiders].units[0], state_of(scope).warbands[bell].units[0]
    mission = played(scope, ilse, bell, raiders, kills={victim: killer})
    opened = act(scope, ilse, "casualties", mission=mission, warband=raiders)
    door.answer_question(scope.pk, Actor(ilse), opened.slot, f"casualty:{victim}", 6)
    door.answer_question(scope.pk, Actor(ilse), opened.slot, f"talent:{victim}:1", 4)
    entry, before = entry_of(scope, "casualties"), state_of(scope)
    for face in (3, 6):
        answers = {f"casualty:{victim}": {"value": face, "origin": "hand"}}
        made = draft(scope, ilse, {entry.slot.code: {"answers": answers}})
        shown = corrections.preview_correction(made)
        assert shown.ready
        corrections.commit(made, Actor(ilse), shown.fingerprint)
        entry.refresh_from_db()
        assert (f"talent:{victim}:1" in entry.answers) is (face == 6)
    assert entry.answers[f"talent:{victim}:1"]["value"] == 4
    assert entry.answers[f"talent:{victim}:1"]["origin"] == "hand"
    assert [d for d in differences(before, state_of(scope)) if d.field != "version"] == []
    assert reconcile(scope) == []


def test_two_organisers_the_second_sees_the_new_difference(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    mission = played(scope, ilse, bell, raiders)
    code = mission.split(".")[0]
    first, second = (draft(scope, ilse, {code: {"void": True}}) for _ in range(2))
    seen = corrections.preview_correction(first).fingerprint
    corrections.commit(first, Actor(ilse), seen)
    with pytest.raises(Refused):
        corrections.commit(second, Actor(ilse), seen)
    assert reconcile(scope) == []


def test_a_correction_with_open_decisions_does_not_commit(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    mission = played(scope, ilse, bell, raiders)
    walked(scope, ilse, mission, bell)
    made = draft(scope, ilse, {mission.split(".")[0]: {"void": True}})
    shown = corrections.preview_correction(made)
    assert shown.undecided
    with pytest.raises(Refused, match="decide"):
        corrections.commit(made, Actor(ilse), shown.fingerprint)


def test_a_forgotten_entry_is_inserted(league) -> None:
    scope, ilse, bell, raiders, lamps = league
    mission = played(scope, ilse, bell, raiders)
    first = Entry.objects.get(scope=scope, slot__code=mission.split(".")[0])
    facts = {"warbands": [lamps, raiders], "winners": [lamps], "rounds": 4}
    made = Correction.objects.create(
        scope=scope,
        by=ilse,
        inserts=[new_insert(scope, "opr.quick_report", facts, first.seq - 1)],
        changes={mission.split(".")[0]: {"void": True}},
    )
    shown = corrections.preview_correction(made)
    assert shown.ready
    corrections.commit(made, Actor(ilse), shown.fingerprint)
    assert state_of(scope).warbands[lamps].vp == 2
    assert reconcile(scope) == []


def test_undo_takes_back_my_own_last_entry(league) -> None:
    scope, ilse, *_ = league
    jun = player(scope, "Wren")
    before = state_of(scope)
    key = "late_joiners"
    act(scope, ilse, "change_setting", key=key, value="on")
    warband = found_warband(scope, jun, "Late Lamps")
    assert warband in state_of(scope).warbands
    entry = scope.entries.latest("seq")
    undoing.undo_entry(scope.pk, Actor(jun), entry.seq)
    assert warband not in state_of(scope).warbands
    assert state_of(scope).warbands.keys() == before.warbands.keys()
    assert reconcile(scope) == []
    with pytest.raises(Refused):
        undoing.undo_entry(scope.pk, Actor(jun), entry.seq)


def test_undo_is_not_for_somebody_elses_entry_nor_for_app_dice(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    start = entry_of(scope, "found_warband")
    with pytest.raises(Refused):
        undoing.undo_entry(scope.pk, Actor(ilse), start.seq)
    mission = played(scope, ilse, bell, raiders)
    opened = act(scope, ilse, "casualties", mission=mission, warband=bell)
    answer_all(scope, ilse, opened)
    outcome = answer_all(scope, ilse, act(scope, ilse, "experience", mission=mission, warband=bell))
    assert outcome.entry is not None
    assert reconcile(scope) == []


# Computed before the lock


@pytest.fixture
def fallen(league: tuple[Scope, Seat, str, str, str]) -> tuple[Scope, Seat, str, dict[str, object]]:
    """A league with a unit that is dead by a die, the unit, and what makes the die another."""
    scope, ilse, bell, raiders, _lamps = league
    victim, killer = state_of(scope).warbands[raiders].units[1], state_of(scope).warbands[bell].units[0]
    mission = played(scope, ilse, bell, raiders, kills={victim: killer})
    opened = act(scope, ilse, "casualties", mission=mission, warband=raiders)
    key = opened.questions[0].key
    door.answer_question(scope.pk, Actor(ilse), opened.slot, key, 1)
    return scope, ilse, victim, {opened.slot: {"answers": {key: {"value": 4, "origin": "hand"}}}}


def before_the_lock(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Something happens once a preview was computed, and before its league is locked."""
    computed_ahead = corrections.computed_ahead

    def computed(*asked: Any) -> corrections.Ahead:
        ahead = computed_ahead(*asked)
        happens()
        return ahead

    monkeypatch.setattr(corrections, "computed_ahead", computed)


def test_it_is_computed_once_and_not_under_the_lock(fallen, monkeypatch: pytest.MonkeyPatch) -> None:
    scope, ilse, victim, changes = fallen
    made = draft(scope, ilse, changes)
    seen = corrections.preview_correction(made).fingerprint

    def computed(*_asked: object) -> corrections.Preview:
        raise AssertionError("computed under the lock")

    before_the_lock(monkeypatch, lambda: monkeypatch.setattr(corrections, "preview_of", computed))
    corrections.commit(made, Actor(ilse), seen)
    assert state_of(scope).units[victim].status == "active"


def test_what_was_written_before_the_lock_is_not_lost(fallen, monkeypatch: pytest.MonkeyPatch) -> None:
    scope, ilse, victim, changes = fallen
    made, warband = draft(scope, ilse, changes), next(iter(state_of(scope).warbands))
    seen, before = corrections.preview_correction(made).fingerprint, state_of(scope).warbands[warband].pool
    given = {"warband": warband, "amount": 3, "words": "under fire"}
    before_the_lock(monkeypatch, lambda: act(scope, ilse, "give_points", **given))
    corrections.commit(made, Actor(ilse), seen)
    assert state_of(scope).warbands[warband].pool == before + 3
    assert state_of(scope).units[victim].status == "active"
    assert reconcile(scope) == []


def test_a_draft_that_was_changed_before_the_lock_is_shown_anew(
    fallen, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope, ilse, victim, changes = fallen
    made = draft(scope, ilse, changes)
    seen = corrections.preview_correction(made).fingerprint
    other = {code: {"void": True} for code in changes}
    before_the_lock(monkeypatch, lambda: Correction.objects.filter(pk=made.pk).update(changes=other))
    with pytest.raises(Refused, match="Something has changed"):
        corrections.commit(made, Actor(ilse), seen)
    assert state_of(scope).units[victim].status == "dead"


def test_many_entries_are_replaced_by_as_many_statements_as_one(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    asked = []
    for count in (1, 4):
        changes = {}
        for _ in range(count):
            code = evening(scope, ilse, bell, raiders).split(".")[0]
            changes[code] = {"params": {**entry_of(scope, "quick_report").params, "winners": [raiders]}}
        made = draft(scope, ilse, changes)
        shown = corrections.preview_correction(made)
        assert shown.ready
        with CaptureQueriesContext(connection) as caught:
            corrections.commit(made, Actor(ilse), shown.fingerprint)
        asked.append(len([one for one in caught if "campaigns_entry" in one["sql"]]))
        assert EntryVersion.objects.filter(entry__slot__code__in=changes).count() == count
    assert asked[1] <= asked[0] + 1, "words are read where something was corrected before"
    assert reconcile(scope) == []


@pytest.mark.in_turn(7, kind="long")
def test_of_the_past_nothing_is_read_under_the_lock_but_what_differs(
    league, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope, ilse, bell, raiders, _lamps = league
    first, *_others = [evening(scope, ilse, bell, raiders) for _ in range(7)]
    quick = Entry.objects.get(scope=scope, slot__code=first.split(".")[0])
    made = draft(scope, ilse, {quick.slot.code: {"params": {**quick.params, "winners": [raiders]}}})
    seen, asked = corrections.preview_correction(made).fingerprint, list[str]()
    read = Rest.read

    def noting(self: Rest, ids: Collection[str]) -> dict[str, Entity]:
        asked.extend(ids)
        return read(self, ids)

    nothing_remembered()
    monkeypatch.setattr(Rest, "read", noting)
    corrections.commit(made, Actor(ilse), seen)
    assert asked == [first]
    assert reconcile(scope) == []
