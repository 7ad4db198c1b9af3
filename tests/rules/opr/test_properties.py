"""What holds for any season: invariants, order of answers, constant dice, corrections, told sentences."""

import os
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.engine.codec import canonical_state
from rules.engine.dice import roll
from rules.engine.effects import apply_all
from rules.engine.journal import Change, fold, replay
from rules.engine.procedure import Open, drive, from_mapping
from rules.engine.questions import Answer, Draw, Question, Roll
from rules.opr import GAME
from rules.opr.books import EDITIONS, settings_of
from rules.opr.state import OprState
from rules.opr.telling.entries import TELLERS, tell
from tests.rules.engine.loaded import constant
from tests.rules.opr.play import League, first_choice, hero, unit

# A warband of the app's own that some rounds have at the table.
APP = {
    "id": "app:1",
    "name": "The app",
    "units": [{"id": "app:u1", "name": "Crow"}, {"id": "app:u2", "name": "Ox"}],
}
# A season is too big a thing to shrink; its seed is enough to find a fault again.
EXAMPLES = 200 if os.environ.get("MUSTERROLL_SEASON") == "1" else 10
SEASONS = settings(max_examples=EXAMPLES, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


def founded(edition: str, sizes: list[int], chosen: dict[str, str]) -> League:
    league = League(edition, **chosen)
    budget = GAME.book_of(league.state).figures.start_points
    for letter, size in zip("ABCD", sizes, strict=False):
        price = budget // (size + 1)
        rest = [unit(f"{letter}{n}", price, ("Flaw", -5), ("Blade", 5)) for n in range(1, size)]
        left = budget - price * (size - 1)
        league.found(letter, hero(f"{letter}0", left, caster=size % 2 == 0), *rest)
    league.do("start", seed=b"start")
    return league


def mission(league: League, draw: Any) -> None:
    """One mission with rounds, events, kills and everything after it, as `draw` decides."""
    seed = draw(st.binary(min_size=4, max_size=4))
    _field(league)
    rounds = draw(st.integers(1, 5))
    for number in range(1, rounds + 1):
        answers = {"event-check": draw(st.integers(1, 6))}
        more: dict[str, Any] = {"app": [APP]} if draw(st.booleans()) else {}
        league.do("round", mission=league.mission.id, round=number, answers=answers, seed=seed, **more)
    _after_events(league, seed, playing=True)
    _report(league, draw, rounds)
    _after_events(league, seed, playing=False)
    for one in league.mission.warbands:
        _steps(league, one, seed, draw)


def _field(league: League) -> None:
    """Everybody fields what fits under the cap, dearest first."""
    state = league.state
    able = [one.id for one in state.active if any(unit.available for unit in state.sheet(one.id))]
    league.do("open_mission", warbands=able)
    cap = league.ask("cap", warbands=able)
    for warband in able:
        chosen, worth = [], 0
        for one in sorted(league.state.sheet(warband), key=lambda unit: -unit.value):
            if one.available and worth + one.value <= cap:
                chosen.append(one.id)
                worth += one.value
        league.do("field", mission=league.mission.id, warband=warband, units=chosen)
        league.do("roll_objective", mission=league.mission.id, warband=warband, seed=b"goal")
    league.do("begin", mission=league.mission.id)


def _after_events(league: League, seed: bytes, *, playing: bool) -> None:
    for warband in league.mission.warbands:
        for todo in league.ask("waiting", warband=warband):
            name = todo["procedure"].removeprefix("opr.")
            wanted = ("send", "seal_note") if playing else ("ransom", "collect", "duel")
            if name in wanted and not todo["why_not"]:
                league.do(name, **todo["params"], seed=seed)


def _report(league: League, draw: Any, rounds: int) -> None:
    mission = league.mission
    away = {one for event in mission.events if event.outcome in ("captured", "sent") for one in event.units}
    kills = []
    for side in mission.sides:
        enemies = [one for other in mission.sides if other != side for one in other.fielded]
        for victim in side.fielded:
            if victim in away or not draw(st.booleans()):
                continue
            killer = draw(st.sampled_from(["", *enemies]))
            flags = {name: draw(st.booleans()) for name in ("melee", "charge", "down", "routed")}
            kills.append({"victim": victim, "killer": killer, "round": draw(st.integers(1, rounds)), **flags})
    winner = draw(st.sampled_from(mission.warbands))
    league.do("result", mission=mission.id, winners=[winner], rounds=rounds, kills=kills)


def _steps(league: League, warband: str, seed: bytes, draw: Any) -> None:
    at: dict[str, Any] = {"mission": league.mission.id, "warband": warband}
    league.do("casualties", **at, seed=seed)
    reveal = {
        f"reveal:{event.id}": league.mission.sides[0].fielded[0]
        for event in league.mission.events
        if event.seal and not event.revealed and event.warband == warband and event.code == 52
    }
    league.do("experience", **at, answers=reveal, seed=seed)
    for _ in range(draw(st.integers(0, 2))):
        for offer in [one for one in league.ask("offers", warband=warband) if not one["why_not"]][:1]:
            league.do("sell", **at, unit=offer["unit"], item=offer["item"], seed=seed)
    league.do("close_upgrades", **at)
    if draw(st.booleans()) and league.state.warbands[warband].pool >= 10:
        name = f"N{len(league.records)}"
        league.do("recruit", **at, unit=unit(name, 10))
    league.do("close_recruiting", **at)


@st.composite
def seasons(draw: Any) -> League:
    edition = draw(st.sampled_from(EDITIONS))
    free = [one for one in settings_of(edition) if one.key not in ("campaign_type", "event_dice")]
    chosen = {one.key: draw(st.sampled_from([c.value for c in one.choices])) for one in free}
    league = founded(edition, draw(st.lists(st.integers(2, 5), min_size=2, max_size=3)), chosen)
    for _ in range(draw(st.integers(1, 3))):
        fit = [w for w in league.state.active if any(u.available for u in league.state.sheet(w.id))]
        if league.state.league.status == "running" and len(fit) >= 2:
            mission(league, draw)
    return league


def check(state: OprState) -> None:
    for warband in state.warbands.values():
        assert warband.pool >= 0
        assert 0 <= warband.won <= warband.missions
        assert all(
            state.units[one].living and state.units[one].warband == warband.id for one in warband.units
        )
    for one in state.units.values():
        assert one.value >= 0
        assert 0 <= one.xp <= 30
        assert one.level <= 6
        assert one.level <= one.xp // 5
        assert (one.sits_out > 0) == (one.status == "sitting_out")
        assert len(one.sets) <= 2
        for kind in ("injury", "talent", "skill"):
            keys = [trait.key for trait in one.held(kind)]
            assert len(keys) == len(set(keys))
    for side in (side for one in state.missions.values() for side in one.sides):
        assert len(side.spent) <= side.underdog
        assert set(side.casualties) <= set(side.fielded)


@pytest.mark.season
@pytest.mark.timeout(3600)
@SEASONS
@given(seasons())
def test_opr_68_and_47_and_40_invariants_hold_in_any_season(league: League) -> None:
    state = league.start_state
    for record in league.records:
        state = apply_all(state, record.effects)
        check(state)
    assert canonical_state(state) == canonical_state(league.state)
    assert canonical_state(fold(league.start_state, league.records)) == canonical_state(league.state)


@pytest.mark.season
@pytest.mark.timeout(3600)
@SEASONS
@given(seasons(), st.data())
def test_opr_71_any_order_of_answers_gives_the_same_effects(league: League, data: Any) -> None:
    state = league.start_state
    for record in league.records:
        known: dict[str, Answer] = {}
        while True:
            run = GAME.start(state, record.procedure, record.params, record.id, record.now)
            progress = drive(run, from_mapping(known))
            if not isinstance(progress, Open):
                break
            question = data.draw(st.sampled_from(progress.questions))
            known[question.key] = record.answers[question.key]
        assert tuple(progress.result) == record.effects
        state = apply_all(state, record.effects)


@pytest.mark.season
@pytest.mark.timeout(3600)
@SEASONS
@given(seasons(), st.integers(1, 6))
def test_opr_40_and_49_constant_dice_come_to_an_end(league: League, face: int) -> None:
    state = league.start_state
    for record in league.records:
        throw = constant(face)

        def answer(question: Question, throw: Any = throw, known: Any = record.answers) -> Answer:
            if isinstance(question, Roll | Draw):
                return roll(question, throw)
            return known[question.key] if question.kind == "reveal" else Answer(first_choice(question))

        run = GAME.start(state, record.procedure, record.params, record.id, record.now)
        assert not isinstance(drive(run, answer), Open)
        state = apply_all(state, record.effects)


@pytest.mark.season
@pytest.mark.timeout(3600)
@SEASONS
@given(seasons())
def test_opr_71_a_correction_that_changes_nothing_changes_nothing(league: League) -> None:
    reports = [one for one in league.records if one.procedure == "opr.result"]
    changes = {one.id: Change(params=dict(one.params)) for one in reports[:1]}
    draft = replay(GAME, league.start_state, league.records, changes)
    assert draft.ready
    assert canonical_state(draft.after) == canonical_state(league.state)


@pytest.mark.season
@pytest.mark.timeout(3600)
@SEASONS
@given(seasons())
def test_opr_68_voiding_all_after_a_point_is_the_state_at_that_point(league: League) -> None:
    half = len(league.records) // 2
    changes = {one.id: Change(void=True) for one in league.records[half:]}
    draft = replay(GAME, league.start_state, league.records, changes)
    assert canonical_state(draft.after) == canonical_state(fold(league.start_state, league.records[:half]))


@pytest.mark.season
@pytest.mark.timeout(3600)
@SEASONS
@given(seasons())
def test_opr_68_every_entry_is_told_in_a_sentence_without_ids(league: League) -> None:
    names = {one.id: one.name for one in league.state.warbands.values()}
    names |= {one.id: one.name for one in league.state.units.values()}
    edition = league.state.league.edition
    for record in league.records:
        facts = (record.params, record.answers, record.effects)
        told = tell(record.procedure, *facts, lambda one: names.get(one, one), edition)
        assert told, record.procedure
        assert ".unit-" not in told
        assert ".warband" not in told
        assert told.endswith((".", "!", "?"))


def test_opr_68_every_procedure_has_its_sentence() -> None:
    assert {name.removeprefix("opr.") for name in GAME.procedures} == set(TELLERS)
