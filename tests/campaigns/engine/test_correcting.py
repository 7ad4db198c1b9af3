"""Correcting a league's past: preview, decisions, commit, undo; the journal folds afterwards."""

from __future__ import annotations

import pytest

from campaigns.engine import correcting as corrections
from campaigns.engine import door
from campaigns.engine.passage.visit import visit
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry, EntryVersion, Scope, Seat, Slot
from campaigns.opr.past.inserts import new_insert
from campaigns.shell.told import undoing
from rules.engine.refusals import Refused
from rules.engine.state import differences
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> tuple[Scope, Seat, str, str, str]:
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
    shown = corrections.preview(made)
    for outcome in shown.undecided:
        made.changes[outcome.record.id] = {"keep": True}
    shown = corrections.preview(made)
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
    door.answer(scope.pk, Actor(ilse), opened.slot, key, 1)
    assert state_of(scope).units[victim].status == "dead"
    made = draft(scope, ilse, {opened.slot: {"answers": {key: {"value": 4, "origin": "hand"}}}})
    shown = corrections.preview(made)
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
    door.answer(scope.pk, Actor(ilse), opened.slot, f"casualty:{wrong}", 3)
    entry = entry_of(scope, "casualties")
    with visit(scope.pk, Actor(ilse)):
        Slot.objects.filter(pk=entry.slot_id).update(seed=b"recovers")
    result = entry_of(scope, "quick_report")
    kills = [{**result.params["kills"][0], "victim": right}]
    made = draft(scope, ilse, {result.slot.code: {"params": {**result.params, "kills": kills}}})
    shown = corrections.preview(made)
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
    door.answer(scope.pk, Actor(ilse), opened.slot, f"casualty:{victim}", 6)
    door.answer(scope.pk, Actor(ilse), opened.slot, f"talent:{victim}:1", 4)
    entry, before = entry_of(scope, "casualties"), state_of(scope)
    for face in (3, 6):
        answers = {f"casualty:{victim}": {"value": face, "origin": "hand"}}
        made = draft(scope, ilse, {entry.slot.code: {"answers": answers}})
        shown = corrections.preview(made)
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
    seen = corrections.preview(first).fingerprint
    corrections.commit(first, Actor(ilse), seen)
    with pytest.raises(Refused):
        corrections.commit(second, Actor(ilse), seen)
    assert reconcile(scope) == []


def test_a_correction_with_open_decisions_does_not_commit(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    mission = played(scope, ilse, bell, raiders)
    walked(scope, ilse, mission, bell)
    made = draft(scope, ilse, {mission.split(".")[0]: {"void": True}})
    shown = corrections.preview(made)
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
    shown = corrections.preview(made)
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
    undoing.undo(scope.pk, Actor(jun), entry.seq)
    assert warband not in state_of(scope).warbands
    assert state_of(scope).warbands.keys() == before.warbands.keys()
    assert reconcile(scope) == []
    with pytest.raises(Refused):
        undoing.undo(scope.pk, Actor(jun), entry.seq)


def test_undo_is_not_for_somebody_elses_entry_nor_for_app_dice(league) -> None:
    scope, ilse, bell, raiders, _lamps = league
    start = entry_of(scope, "found_warband")
    with pytest.raises(Refused):
        undoing.undo(scope.pk, Actor(ilse), start.seq)
    mission = played(scope, ilse, bell, raiders)
    opened = act(scope, ilse, "casualties", mission=mission, warband=bell)
    answer_all(scope, ilse, opened)
    outcome = answer_all(scope, ilse, act(scope, ilse, "experience", mission=mission, warband=bell))
    assert outcome.entry is not None
    assert reconcile(scope) == []
