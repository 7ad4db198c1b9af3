"""A season as a journal: it folds and reruns to itself, and battle facts can be corrected."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from bench.chance import some_act, some_answer
from rules.conquest import GAME
from rules.conquest.state import Conquest
from rules.engine.codec import dump
from rules.engine.dice import is_random, roll, thrower
from rules.engine.games import REVISION
from rules.engine.journal import Change, Record, fold, replay, rerun
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused
from rules.rehearsal.rehearse import rehearse
from tests.rules.conquest.play import League, league, side
from tests.rules.conquest.test_invariants import battlefield
from tests.rules.played import NOW


@dataclass
class Book(League):
    """A league that keeps its journal."""

    state: Conquest
    records: list[Record] = field(default_factory=list)
    entries: int = 0

    def record(self, act: str, params: dict[str, Any], dice: random.Random) -> None:
        """Try an act with the app's dice and random choices; keep it when it settles."""
        known: dict[str, Answer] = {}
        seed = dice.randbytes(8)

        def answer(question: Question) -> Answer:
            random_one = is_random(question)
            if question.key not in known:
                said = roll(question, thrower(seed)) if random_one else Answer(some_answer(question, dice))  # type: ignore[arg-type]
                known[question.key] = said
            return known[question.key]

        full = {"round": self.state.now.round, "turn": self.state.now.turn, **params}
        spec = GAME.spec(f"conquest.{act}")
        wanted = {key: value for key, value in full.items() if key in spec.params.model_fields}
        try:
            progress = drive(GAME.start(self.state, spec.name, wanted, f"e{self.entries + 1}", NOW), answer)
        except Refused:
            return
        assert isinstance(progress, Settled)
        self.book(tuple(progress.result))
        number = self.entries
        plain = {key: dump(value) if hasattr(value, "hosts") else value for key, value in wanted.items()}
        self.records.append(
            Record(f"e{number}", number, spec.name, plain, known, tuple(progress.result), seed, NOW)
        )


def season(seed: int, steps: int) -> tuple[Conquest, Book]:
    dice = random.Random(seed)
    start = battlefield(dice).state
    book = Book(start)
    for _ in range(steps):
        book.record(*some_act(book, dice), dice)
    return start, book


def test_cq_119_a_season_folds_and_reruns_to_itself() -> None:
    start, book = season(7, 400)
    assert book.state.now.round > 3
    assert fold(start, book.records) == book.state
    assert rerun(GAME, start, book.records) == []


def test_cq_91_correcting_battle_facts_notes_what_could_not_have_been() -> None:
    found = league("P1", "P2", phase="battle").put("b1", "P2")
    battle = found.fight("P1", against="P2")
    start, book, dice = found.state, Book(found.state), random.Random(1)
    facts = {"attack": dump(side("P1", 900)), "defend": dump(side("P2", 100, withdrew=True))}
    book.record("report", {"battle": battle, "realm": "P1", **facts}, dice)
    book.record("confirm", {"battle": battle, "realm": "P2"}, dice)
    book.record("end_turn", {"realm": "P2"}, dice)
    book.record("conquer", {"realm": "P1", "territory": "b1"}, dice)
    assert [one.procedure for one in book.records][-1] == "conquest.conquer"
    assert book.state.realms["P1"].ep == 2

    mild = {"attack": dump(side("P1", 900, 5)), "defend": dump(side("P2", 100, withdrew=True))}
    draft = replay(GAME, start, book.records, {"e1": Change(params={**book.records[0].params, **mild})})
    assert draft.ready
    assert draft.after.realms["P1"].ep == 0

    lost = {"attack": dump(side("P1", 9)), "defend": dump(side("P2", 900))}
    draft = replay(GAME, start, book.records, {"e1": Change(params={**book.records[0].params, **lost})})
    decision = [one for one in draft.outcomes if one.needs_decision]
    assert [one.record.procedure for one in decision] == ["conquest.conquer"]
    assert decision[0].refused is not None
    assert "This costs 3 EP" in decision[0].refused.sentence


def test_cq_104_a_script_may_give_only_what_matters() -> None:
    told = rehearse(
        {
            "game": "conquest",
            "state": {
                "campaign": [{"id": "campaign", "phase": "conquest", "round": 1, "active": "A"}],
                "realms": [{"id": "A", "ep": 3}, {"id": "B", "gold": 120}],
                "territories": [
                    {"id": "a", "owner": "A"},
                    {"id": "b", "owner": "B", "building": "castle"},
                    {"id": "c", "owner": "B", "building": "castle"},
                    {"id": "d", "owner": "B", "building": "city"},
                    {"id": "e"},
                ],
                "links": [{"id": "a|e", "a": "a", "b": "e"}],
            },
            "steps": [
                {"ask": "price", "params": {"realm": "A", "act": "claim", "territory": "e"}},
                {"do": "conquest.raid", "params": {"round": 1, "realm": "A", "territory": "b"}, "dice": [9]},
                {"do": "conquest.claim", "params": {"round": 1, "realm": "A", "territory": "e"}},
                {"do": "conquest.claim", "params": {"round": 1, "realm": "A", "territory": "b"}},
            ],
        }
    )
    assert told["steps"][0]["value"] == 2
    assert {one["id"]: one["gold"] for one in told["state"]["realms"]} == {"A": 45, "B": 75}
    assert told["steps"][3]["refused"]["rule"] == "CQ-95"


def boomed(revision: int) -> tuple[Conquest, list[Record]]:
    """A castle in place of the own city, settled by rules of this revision, which did not ask about it."""
    found = league("P1", "P2", phase="events", active="P2")
    start, home = found.state, found.realm("P2").capital
    answers = {
        "event:P2": Answer("building_boom"), "boom:P2": Answer(home), f"boom:P2:{home}": Answer("castle"),
    }  # fmt: skip
    found.do("pick_event", realm="P2", choices=("building_boom", home, "castle", True))
    progress = drive(
        GAME.start(start, "conquest.pick_event", {"round": 1, "realm": "P2"}, "e1", NOW),
        lambda question: answers.get(question.key, Answer(True)),
    )
    assert isinstance(progress, Settled)
    effects = tuple(progress.result)
    params = {"round": 1, "realm": "P2"}
    pick = Record("e1", 1, "conquest.pick_event", params, answers, effects, now=NOW, revision=revision)
    return start, [pick]


def test_cq_30_an_entry_from_before_what_is_lost_was_asked_about_stands() -> None:
    start, records = boomed(revision=2)
    assert fold(start, records).territories["h8"].building == "castle"
    assert rerun(GAME, start, records) == []
    draft = replay(GAME, start, records, {"e1": Change()})
    assert draft.ready
    assert draft.after == fold(start, records)


def test_cq_30_an_entry_of_todays_rules_without_that_answer_is_a_decision() -> None:
    start, records = boomed(revision=REVISION)
    (outcome,) = rerun(GAME, start, records)
    assert [one.key for one in outcome.open] == ["boom:P2:h8:sure"]
