"""What holds everywhere: ledgers, overrides, determinism, corrections, books as data (OPR-68 to OPR-73)."""

import re
from typing import Any

import pytest

from rules.engine.books import rule_texts
from rules.engine.codec import canonical_state, dump_effects, dump_state, load_effects
from rules.engine.effects import apply_all
from rules.engine.journal import Change, fold, replay, rerun
from rules.opr import GAME
from rules.opr.booking import MOST_POINTS
from rules.opr.books import EDITIONS, InForce, edition_in_force, settings_of
from rules.opr.effects import Experience, Points, VictoryPoints
from rules.opr.state import OprState
from rules.rehearsal.coverage import ROOT
from rules.rehearsal.rehearse import rehearse
from tests.rules.engine.read_back import load_state
from tests.rules.opr.play import AOFS, GF, League, league_of, refusal, unit


def played(edition: str = AOFS, **settings: Any) -> League:
    """Two missions with everything from events to recruits."""
    league = league_of(4, 4, edition=edition, **settings)
    a = league.warband("A").id
    league.begin()
    league.round(5, 61, 3, choices=[a, league.unit("A1").id])
    league.round(5, 64, 2, choices=[a])
    league.result("A", league.kill("B1", "A1", round=1), league.kill("B0", "A1", round=2), league.kill("A2"))
    for name in "AB":
        league.step("casualties", name, seed=b"one")
        league.step("experience", name, seed=b"two")
    league.step("buy", "A", unit=league.unit("A1").id, item={"label": "Sword", "price": 5})
    league.step("close_upgrades", "A")
    league.step("recruit", "A", unit=unit("New", 10), veteran=True, seed=b"three")
    league.finish()
    league.do("quick_report", warbands=[one.id for one in league.state.active], winners=[a], rounds=5)
    league.finish()
    return league


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_68_totals_are_the_sums_of_their_entries(edition: str) -> None:
    league = league_of(4, 4, edition=edition)
    start = league.start_state
    league.begin()
    league.result("A", league.kill("B1", "A1"))
    league.finish()
    effects = [one for record in league.records for one in record.effects]
    for warband in league.state.active:
        pool = sum(one.amount for one in effects if isinstance(one, Points) and one.warband == warband.id)
        vp = sum(
            one.amount for one in effects if isinstance(one, VictoryPoints) and one.warband == warband.id
        )
        assert (warband.pool, warband.vp) == (pool, vp)
        for one in league.state.sheet(warband.id):
            booked = [x.amount for x in effects if isinstance(x, Experience) and x.unit == one.id]
            assert one.xp == sum(booked)
    assert start.warbands == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_68_every_amount_names_its_reason_and_rule(edition: str) -> None:
    league = played(edition)
    for record in league.records:
        for one in record.effects:
            assert one.rule, one
            if isinstance(one, Points | VictoryPoints | Experience):
                assert one.because


OVERRIDES: dict[str, dict[str, Any]] = {
    "give_points": {"amount": 1},
    "give_vp": {"amount": 1},
    "give_xp": {"amount": 1},
    "give_value": {"amount": 5},
    "give_trait": {"kind": "injury", "key": "broken_hand"},
    "take_trait": {"kind": "injury", "key": "broken_hand"},
    "give_item": {"item": {"label": "Banner"}},
    "take_item": {"item": "Banner"},
    "move_unit": {},
    "remove_unit": {},
    "return_unit": {},
    "bench_unit": {"missions": 1},
    "hand_over": {"owner": "somebody"},
}


@pytest.mark.parametrize("name", OVERRIDES)
def test_opr_68_no_override_without_a_reason(name: str) -> None:
    league = league_of(4, 4)
    ids = {"warband": league.warband("A").id, "unit": league.unit("A1").id}
    mine = {key: one for key, one in ids.items() if key in GAME.spec(f"opr.{name}").params.model_fields}
    refused = refusal(league, name, **mine, **OVERRIDES[name], words=" ")
    assert (refused.rule, refused.key) == ("OPR-68", "words")


def test_opr_68_overrides_reach_their_bounds_and_no_farther() -> None:
    league = league_of(4, 4)
    one: dict[str, Any] = {"unit": league.unit("A1").id, "words": "to the edge"}
    most = GAME.book_of(league.state).figures.xp_max
    for amount in (most, -most):
        league.do("give_xp", **one, amount=amount)
        assert refusal(league, "give_xp", **one, amount=amount).rule == "OPR-47"
    up = MOST_POINTS - league.unit("A1").value
    for amount, beyond in ((up, 1), (-MOST_POINTS, -1)):
        league.do("give_value", **one, amount=amount)
        assert refusal(league, "give_value", **one, amount=beyond).key == "amount"
    league.do("bench_unit", **one, missions=99)
    assert refusal(league, "bench_unit", **one, missions=100).key == "missions"
    assert league.unit("A1").status == "sitting_out"
    league.do("bench_unit", **one, missions=0)
    assert (league.unit("A1").status, league.unit("A1").sits_out) == ("active", 0)


def test_opr_18_a_unit_that_moves_keeps_names_unique() -> None:
    league = league_of(4, 4)
    one, other = league.unit("A1"), league.warband("B").id
    league.edit("units", league.unit("B1").id, name="A1")
    at = {"unit": one.id, "warband": other, "words": "traded"}
    assert refusal(league, "move_unit", **at).rule == "OPR-18"


def test_opr_68_an_override_is_an_entry_with_a_reason() -> None:
    league = league_of(4, 4)
    a, one = league.warband("A"), league.unit("A1")
    pool = a.pool
    assert refusal(league, "give_points", warband=a.id, amount=5, words=" ").rule == "OPR-68"
    assert refusal(league, "give_points", warband=a.id, amount=-pool - 1, words="fine").rule == "OPR-68"
    league.do("give_points", warband=a.id, amount=15, words="prize of the club")
    assert refusal(league, "give_vp", warband=a.id, amount=-1, words="too many").key == "amount"
    league.do("give_vp", warband=a.id, amount=1, words="painted army")
    league.do("give_vp", warband=a.id, amount=-1, words="not painted after all")
    league.do("give_vp", warband=a.id, amount=1, words="but based")
    league.do("give_value", unit=one.id, amount=-5, words="list was wrong")
    league.do("bench_unit", unit=one.id, missions=1, words="lent to a friend")
    assert (league.warband("A").pool, league.warband("A").vp) == (pool + 15, 1)
    assert (league.unit("A1").value, league.unit("A1").status) == (20, "sitting_out")
    assert league.records[-6].effects[0].words == "prize of the club"  # type: ignore[attr-defined]


def test_opr_68_units_move_leave_and_return_by_hand() -> None:
    league = league_of(4, 4)
    one = league.unit("A1")
    league.do("move_unit", unit=one.id, warband=league.warband("B").id, words="traded")
    assert league.unit("A1").warband == league.warband("B").id
    assert one.id in league.warband("B").units
    assert one.id not in league.warband("A").units
    league.do("remove_unit", unit=one.id, status="dead", words="we forgot")
    assert league.unit("A1").status == "dead"
    assert refusal(league, "remove_unit", unit=one.id, words="again").sentence
    league.do("return_unit", unit=one.id, words="no, it lived")
    assert one.id in league.warband("B").units
    assert refusal(league, "return_unit", unit=one.id, words="again").rule == "OPR-68"


def test_opr_68_items_and_traits_are_taken_by_hand() -> None:
    league = league_of(4, 4)
    one = league.unit("A1").id
    league.do("give_item", unit=one, item={"label": "Bow", "price": 10}, words="forgotten")
    item = league.unit("A1").items[0].id
    assert league.unit("A1").value == 35
    league.do("take_item", unit=one, item=item, words="no")
    assert league.unit("A1").value == 25
    trait: dict[str, Any] = {
        "unit": one,
        "kind": "level",
        "key": "specialist",
        "option": "melee",
        "words": "w",
    }
    league.do("give_trait", **trait)
    twice = refusal(league, "give_trait", **trait)
    assert (twice.rule, twice.key) == ("OPR-73", "key")
    unsaid = refusal(league, "give_trait", **{**trait, "option": ""})
    assert (unsaid.rule, unsaid.key) == ("OPR-50", "option")
    assert refusal(league, "give_trait", **{**trait, "key": "fast_learner", "option": ""}).rule == "OPR-40"
    league.do("take_trait", **trait)
    assert refusal(league, "take_trait", **trait).rule == "OPR-68"
    assert league.unit("A1").traits == ()


def test_opr_47_by_hand_xp_stay_between_0_and_30() -> None:
    league = league_of(4, 4)
    one = league.unit("A1").id
    over = refusal(league, "give_xp", unit=one, amount=31, words="w")
    assert (over.rule, over.key) == ("OPR-47", "amount")
    assert over.sentence == "A unit can have 0 to 30 XP; this one has 0."
    assert refusal(league, "give_xp", unit=one, amount=-1, words="w").rule == "OPR-47"


def test_opr_02_a_warband_may_change_hands() -> None:
    league = league_of(4, 4)
    a = league.warband("A").id
    assert refusal(league, "hand_over", warband=a, owner="p-B", words="left").rule == "OPR-02"
    league.do("hand_over", warband=a, owner="somebody", words="left")
    assert league.warband("A").owner == "somebody"


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_71_the_same_answers_give_the_same_sheet(edition: str) -> None:
    one, other = played(edition), played(edition)
    assert canonical_state(one.state) == canonical_state(other.state)


def test_opr_71_the_journal_folds_to_the_state_and_survives_json() -> None:
    league = played()
    league.state = fold(league.start_state, league.records)
    again = league.start_state
    for record in league.records:
        again = apply_all(again, load_effects(dump_effects(record.effects)))
    assert canonical_state(again) == canonical_state(league.state)
    assert load_state(OprState, dump_state(league.state)) == league.state


def journal(edition: str = AOFS) -> League:
    """A played league whose whole beginning stands in the journal too."""
    league = League(edition)
    cost = 120 if edition == AOFS else 800
    for name in "ABC":
        units = [unit(f"{name}{n}", cost // 4) for n in range(4)]
        league.found(name, *units)
    league.do("change_setting", key="parallel_play", value="on")
    league.do("start", dice=[6])
    return league


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_71_todays_rules_settle_an_untouched_journal_alike(edition: str) -> None:
    league = journal(edition)
    for winner in "AB":
        league.begin()
        league.round(5, 12, choices=[league.warband("A").id])
        league.result(winner, league.kill("C1", "A1", melee=True), league.kill("A2", "B1"))
        league.finish()
    assert rerun(GAME, league.start_state, league.records) == []
    draft = replay(GAME, league.start_state, league.records, {league.records[0].id: Change()})
    assert draft.ready
    assert canonical_state(draft.after) == canonical_state(league.state)


def test_opr_68_voiding_a_mission_takes_back_what_it_brought() -> None:
    league, without = journal(), journal()
    for one in (league, without):
        if one is league:
            one.begin("A", "B")
            one.result("A", one.kill("B1", "A1"))
            one.finish()
    start = len(without.records)
    voided = {record.id: Change(void=True) for record in league.records[start:]}
    draft = replay(GAME, league.start_state, league.records, voided)
    assert draft.ready
    assert canonical_state(draft.after) == canonical_state(without.state)


def test_opr_68_a_corrected_kill_changes_only_what_reads_it() -> None:
    league = journal()
    league.begin("A", "B")
    league.result("A", league.kill("B1", "A1"), league.kill("B2", "A2"))
    report = league.records[-1]
    league.finish()
    params = {**report.params, "kills": [league.kill("B1", "A2"), league.kill("B2", "A2")]}
    draft = replay(GAME, league.start_state, league.records, {report.id: Change(params=params)})
    assert draft.ready
    assert [draft.after.units[league.unit(f"A{n}").id].xp for n in (1, 2)] == [1, 3]
    assert draft.after.warbands == league.state.warbands
    for name in ["B0", "B1", "B2", "B3", "C0", "A0"]:
        one = league.unit(name)
        assert draft.after.units[one.id] == one


def test_opr_68_correcting_there_and_back_changes_nothing() -> None:
    league = journal()
    league.begin("A", "B")
    league.result("A", league.kill("B1", "A1"))
    report = league.records[-1]
    league.finish()
    same = {report.id: Change(params=dict(report.params))}
    draft = replay(GAME, league.start_state, league.records, same)
    assert canonical_state(draft.after) == canonical_state(league.state)


def test_opr_71_a_correction_touches_no_warband_that_read_nothing() -> None:
    league = journal()
    league.begin("A", "B")
    league.result("A", league.kill("B1", "A1"))
    report = league.records[-1]
    league.finish()
    league.begin("B", "C")
    league.result("C")
    league.finish()
    params = {**report.params, "winners": [league.warband("B").id], "kills": []}
    draft = replay(GAME, league.start_state, league.records, {report.id: Change(params=params)})
    touched = {one.record.procedure for one in draft.outcomes if one.changed}
    assert "opr.found_warband" not in touched
    assert draft.after.warbands[league.warband("C").id] == league.warband("C")


@pytest.mark.parametrize("edition", EDITIONS)
def test_opr_01_both_books_are_whole(edition: str) -> None:
    rules = edition_in_force(edition, ())
    book = rules.book
    assert len(book.events) == 36
    assert len(book.skill_sets) == 6
    traits = [
        (kind, one.key) for kind in ("level", "injury", "talent", "skill") for one in _table(book, kind)
    ]
    assert len([key for kind, key in traits if kind == "skill"]) == 18
    assert all(found is not None and found.text for found in (book.trait(*one) for one in traits))
    assert all(event.text and event.name for event in book.events)


def _table(book: Any, kind: str) -> Any:
    skills = [skill for one in book.skill_sets for skill in one.skills]
    tables = {"level": book.level_traits, "injury": book.injuries, "talent": book.talents, "skill": skills}
    return tables[kind]


RULED = (
    1,
    2,
    3,
    5,
    9,
    11,
    12,
    14,
    17,
    19,
    20,
    25,
    26,
    28,
    31,
    32,
    34,
    35,
    36,
    39,
    40,
    44,
    48,
    52,
    55,
    58,
    59,
)


def test_opr_42_every_setting_of_the_rulings_is_there_with_its_default() -> None:
    rules = {one.rule for edition in EDITIONS for one in settings_of(edition)}
    against_the_app = {f"SOLO-{number}" for number in (76, 77, 79, 80, 82, 83, 84)}
    plain = {f"A-{number:02}" for number in RULED} | {"OPR-03", "OPR-10", "OPR-12", "OPR-42"}
    assert rules == plain | against_the_app
    aofs, gf = ({one.key for one in settings_of(edition)} for edition in (AOFS, GF))
    assert aofs - gf == {"aofs_hero_level_price"}
    assert gf - aofs == {"rout_gives_kill_xp"}


@pytest.mark.parametrize("key", [one.key for one in settings_of(AOFS)])
def test_opr_42_settings_are_fixed_by_the_first_mission_unless_they_may_change(key: str) -> None:
    setting = next(one for one in settings_of(AOFS) if one.key == key)
    other = next(choice.value for choice in setting.choices if choice.value != setting.default)
    league = league_of(4, 4)
    league.begin()
    assert next(one for one in league.ask("settings") if one["key"] == key)["open"] is not setting.frozen
    if setting.frozen:
        assert refusal(league, "change_setting", key=key, value=other).rule == setting.rule
    else:
        league.do("change_setting", key=key, value=other)
        assert GAME.book_of(league.state).setting(key) == other


def test_opr_70_a_league_can_be_rehearsed_without_anybody() -> None:
    script = {
        "game": "opr",
        "book": "gf-3.4.0",
        "settings": {"parallel_play": True},
        "state": {
            "warbands": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
            "units": [
                {"id": "h", "warband": "a", "name": "Hero", "hero": True, "list_points": 90},
                {"id": "u", "warband": "b", "name": "Squad", "list_points": 100},
            ],
        },
        "steps": [
            {"do": "opr.start", "dice": [3]},
            {"do": "opr.quick_report", "entry": "m", "params": QUICK},
            {"do": "opr.casualties", "params": {"mission": "m.mission", "warband": "a"}, "dice": [1, 4]},
            {"ask": "value", "params": {"unit": "h"}},
        ],
    }
    told = rehearse(script)
    assert [one.get("refused") for one in told["steps"]] == [None] * 4
    assert told["steps"][-1]["value"] == 85
    assert told["steps"][2]["questions"][0]["key"] == "casualty:h"


QUICK = {"warbands": ["a", "b"], "winners": ["b"], "rounds": 5, "kills": [{"victim": "h", "killer": "u"}]}


def test_opr_68_every_rule_a_page_quotes_has_words() -> None:
    quoted = set()
    for path in (ROOT / "rules" / "opr").rglob("*.py"):
        quoted |= set(re.findall(r'"((?:OPR|A)-\d+)"', path.read_text(encoding="utf-8")))
    quoted |= {one.rule for edition in EDITIONS for one in settings_of(edition)}
    assert quoted <= set(rule_texts())
    assert {f"A-{number:02}" for number in range(1, 50)} <= set(rule_texts())


def test_opr_71_a_changed_rule_rewrites_no_past(monkeypatch: pytest.MonkeyPatch) -> None:
    league = journal()
    for pair in (("A", "B"), ("B", "C")):
        league.begin(*pair)
        league.result(pair[0], league.kill(f"{pair[1]}1", f"{pair[0]}1"))
        league.finish()
    results = [one for one in league.records if one.procedure == "opr.result"]
    dearer = edition_in_force(AOFS, ()).book
    dearer = dearer.model_copy(update={"figures": dearer.figures.model_copy(update={"win_pts": 25})})
    monkeypatch.setattr("rules.opr.game.edition_in_force", lambda edition, chosen: InForce(dearer, chosen))
    assert canonical_state(fold(league.start_state, league.records)) == canonical_state(league.state)
    otherwise = [one.record.id for one in rerun(GAME, league.start_state, league.records)]
    assert otherwise == [one.id for one in results]
    params = {**results[1].params, "kills": []}
    draft = replay(GAME, league.start_state, league.records, {results[1].id: Change(params=params)})
    assert results[0].id not in [one.record.id for one in draft.outcomes if one.changed]
    assert draft.after.warbands[league.warband("A").id] == league.warband("A")
    assert draft.after.warbands[league.warband("B").id].pool == league.warband("B").pool + 5
