"""Short verbs for telling OPR seasons in tests: every change goes through a registered procedure.

Dice are a list in the rulebook's dice order (a D3 already converted, a D66 as its code), choices a list for
everything that is not a die. What is not consumed, or is missing, fails the test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from rules.engine.dice import roll, thrower
from rules.engine.effects import Effect, apply_all
from rules.engine.journal import Record
from rules.engine.procedure import AnsweredQuestion, Open, drive, from_mapping
from rules.engine.questions import Answer, Draw, Question, Roll
from rules.engine.refusals import Refused
from rules.opr import GAME
from rules.opr.state import Event, Kill, Mission, OprState, Side, Unit, Warband
from tests.rules.sourced import KNOWN, sourced, well_asked, well_refused

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
AOFS, GF = "aofs-3.2.0", "gf-3.4.0"

# Why something was booked; receipts and the journal put these into words.
REASONS = {
    *("", "abandoned", "bounty", "casualty", "disbanded", "doctor", "duel", "event", "founding", "injury"),
    *("kill", "lose", "no_permadeath", "objective", "override", "purchase", "ransom", "recruit", "sale"),
    *("survived", "talent", "units", "veteran", "warband", "win"),
}


class League:
    """A campaign being played, with its journal."""

    def __init__(self, edition: str = AOFS, **settings: str) -> None:
        self.start_state: OprState = GAME.begin(edition, settings)
        self.state = self.start_state
        self.records: list[Record] = []
        self.now = START
        self.asked: tuple[AnsweredQuestion, ...] = ()

    # driving

    def do(
        self,
        procedure: str,
        /,
        *,
        dice: Sequence[int] = (),
        choices: Sequence[Any] = (),
        answers: dict[str, Any] | None = None,
        seed: bytes = b"",
        **params: Any,
    ) -> tuple[Effect, ...]:
        """Settle a procedure and book it; raises `Refused` when it is refused."""
        met: set[str] = set()
        try:
            return self._do(procedure, dice, choices, answers, seed, params, met)
        except Refused as refused:
            well_refused(refused, *GAME.spec(f"opr.{procedure}").params.model_fields, *met)
            raise

    def _do(
        self,
        procedure: str,
        dice: Sequence[int],
        choices: Sequence[Any],
        answers: dict[str, Any] | None,
        seed: bytes,
        params: dict[str, Any],
        met: set[str],
    ) -> tuple[Effect, ...]:
        entry = f"e{len(self.records) + 1}"
        faces, picks = list(dice), list(choices)
        known: dict[str, Answer] = {}
        given = dict(answers or {})
        while True:
            run = GAME.start(self.state, f"opr.{procedure}", params, entry, self.now)
            progress = drive(run, from_mapping(known))
            self.asked = progress.asked
            if not isinstance(progress, Open):
                break
            for question in progress.questions:
                well_asked(question)
                met.add(question.key)
            question = progress.questions[0]
            known[question.key] = _answer(question, faces, picks, given, seed)
        left = [*faces, *picks, *given]
        assert not left, f"not asked for: {left}"
        effects = sourced(tuple(progress.result))
        strange = {getattr(one, "because", "") for one in effects} - REASONS - KNOWN
        assert not strange, f"no reason {strange}"
        self.state = apply_all(self.state, effects)
        number = len(self.records) + 1
        self.records.append(Record(entry, number, f"opr.{procedure}", params, known, effects, seed, self.now))
        return effects

    def open_questions(
        self, procedure: str, said: Mapping[str, Answer] | None = None, /, **params: Any
    ) -> tuple[Question, ...]:
        """What a procedure asks first, or once this has been said."""
        progress = drive(
            GAME.start(self.state, f"opr.{procedure}", params, "look", self.now), from_mapping(said or {})
        )
        return progress.questions if isinstance(progress, Open) else ()

    def ask(self, figure: str, /, **params: Any) -> Any:
        return GAME.ask(self.state, figure, params)

    def edit(self, table: str, entity: str, **values: Any) -> None:
        """Put the state where a worked example begins."""
        self.state = self.state.change(table, entity, **values)

    # looking

    def warband(self, name: str) -> Warband:
        return next(
            one for one in self.state.warbands.values() if one.name == name and one.status == "active"
        )

    def unit(self, name: str) -> Unit:
        return next(one for one in reversed(list(self.state.units.values())) if one.name == name)

    def side(self, name: str) -> Side:
        warband = self.warband(name)
        return self.mission.side(warband.id)

    @property
    def mission(self) -> Mission:
        return list(self.state.missions.values())[-1]

    # telling

    def found(self, name: str, *units: dict[str, Any], owner: str = "", **more: Any) -> Warband:
        self.do("found_warband", owner=owner or f"p-{name}", name=name, units=list(units), **more)
        return self.warband(name)

    def begin(self, *names: str, fielded: dict[str, list[str]] | None = None) -> Mission:
        """Open a mission, field, begin."""
        ids = [self.warband(name).id for name in names] or [one.id for one in self.state.active]
        self.do("open_mission", warbands=ids)
        mission = self.mission.id
        for name, units in (fielded or {}).items():
            chosen = [self.unit(unit).id for unit in units]
            self.do("field", mission=mission, warband=self.warband(name).id, units=chosen)
        self.do("begin", mission=mission)
        return self.mission

    def round(
        self, *dice: int, choices: Sequence[Any] = (), gone: Sequence[str] = (), number: int = 0
    ) -> None:
        gone_ids = [self.unit(name).id for name in gone]
        number = number or self.mission.round + 1
        self.do("round", mission=self.mission.id, round=number, gone=gone_ids, dice=dice, choices=choices)

    def kill(self, victim: str, killer: str = "", **facts: Any) -> dict[str, Any]:
        kill = Kill(self.unit(victim).id, self.unit(killer).id if killer else "", **facts)
        return {field: getattr(kill, field) for field in Kill.__slots__}

    def result(self, winner: str, *kills: dict[str, Any], rounds: int = 4, **facts: Any) -> None:
        """Report the running mission."""
        self.do(
            "result",
            mission=self.mission.id,
            winners=[self.warband(winner).id],
            rounds=rounds,
            kills=list(kills),
            **facts,
        )

    def step(self, name: str, warband: str, **answers: Any) -> tuple[Effect, ...]:
        """One of the steps 3 to 6 for one warband."""
        return self.do(name, mission=self.mission.id, warband=self.warband(warband).id, **answers)

    def finish(self, *names: str, seed: bytes = b"finish") -> None:
        """Steps 3 to 6 with the app's dice and the first choice everywhere."""
        for name in names or [self.state.warbands[one].name for one in self.mission.warbands]:
            for step in ("casualties", "experience", "close_upgrades", "close_recruiting"):
                if self.open_step(name) == STEP_OF[step]:
                    self.step(step, name, seed=seed)

    def open_step(self, name: str) -> str:
        return self.side(name).step

    def later(self, **passed: float) -> None:
        self.now += timedelta(**passed)


STEP_OF = {
    "casualties": "casualties",
    "experience": "experience",
    "close_upgrades": "upgrades",
    "close_recruiting": "recruiting",
}


def _answer(
    question: Question, faces: list[int], picks: list[Any], given: dict[str, Any], seed: bytes
) -> Answer:
    if question.key in given:
        return Answer(given.pop(question.key), "hand")
    if isinstance(question, Roll) and faces:
        return Answer(faces.pop(0), "hand")
    if not isinstance(question, Roll) and picks:
        return Answer(picks.pop(0))
    if seed and isinstance(question, Roll | Draw):
        return roll(question, thrower(seed))
    if seed:
        return Answer(first_choice(question))
    raise AssertionError(f"nothing to answer {question.key} with: {question.text}")


def first_choice(question: Question) -> Any:
    """A legal answer to anything that is not a die."""
    options = getattr(question, "options", ())
    if question.kind == "yesno":
        return True
    if question.kind == "several":
        return tuple(option.id for option in options[: question.least])  # type: ignore[attr-defined]
    if question.kind == "text":
        return "behind the tower"
    return next(option.id for option in options if not option.why_not)


def unit(name: str, points: int, *items: tuple[str, int], **more: Any) -> dict[str, Any]:
    bought = [{"label": label, "price": price} for label, price in items]
    return {"name": name, "points": points, "items": bought, **more}


def hero(name: str, points: int, *items: tuple[str, int], **more: Any) -> dict[str, Any]:
    return unit(name, points, *items, hero=True, **more)


def league_of(*sizes: int, edition: str = AOFS, limit: int = 6, **settings: str) -> League:
    """A started league of warbands A, B, …; each has a hero and `size` − 1 regular units of equal value.

    AOFS units cost 25 (the hero 40), GF units 150 (the hero 250); what is left is spent on nothing.
    """
    league = League(edition, **settings)
    small = edition == AOFS
    for letter, size in zip("ABCDEFGH", sizes or (4, 4), strict=False):
        lead = hero(f"{letter}0", 40 if small else 250)
        rest = [unit(f"{letter}{n}", 25 if small else 150) for n in range(1, size)]
        _found_freely(league, letter, [lead, *rest])
    league.do("start", dice=[] if settings.get("campaign_type") == "endless" else [limit - 4])
    return league


def _found_freely(league: League, name: str, units: list[dict[str, Any]]) -> None:
    """Found with whatever the budget allows, put the rest on the sheet by hand."""
    figures = GAME.book_of(league.state).figures
    filler = figures.start_points - sum(one["points"] for one in units)
    padded = [*units]
    if filler > figures.start_save_max:
        padded[0] = {**padded[0], "points": padded[0]["points"] + filler - figures.start_save_max}
    league.found(name, *padded)
    league.edit("units", league.unit(units[0]["name"]).id, list_points=units[0]["points"])


def refusal(league: League, procedure: str, /, **params: Any) -> Refused:
    """The refusal this procedure meets; fails when it is let through."""
    before = league.state
    try:
        league.do(procedure, **params)
    except Refused as refused:
        assert league.state is before
        return refused
    raise AssertionError(f"{procedure} was not refused")


def with_settings(league: League, **settings: str) -> League:
    """The same state under other settings."""
    chosen = dict(league.state.league.settings) | settings
    league.edit("campaign", "campaign", settings=tuple(sorted(chosen.items())))
    return league


def playing(*sizes: int, edition: str = AOFS, **settings: Any) -> League:
    """A league in its first mission; everybody is fielded."""
    league = league_of(*(sizes or (4, 4)), edition=edition, **settings)
    league.begin()
    return league


def facts(league: League, winner: str, **more: Any) -> dict[str, Any]:
    """The parameters of a report of the running mission."""
    winners = [league.warband(one).id for one in winner]
    return {"mission": league.mission.id, "winners": winners, "rounds": 4, **more}


def happen(league: League, code: int, *dice: int, choices: tuple[Any, ...] = (), **more: Any) -> Event:
    """The next round brings this event."""
    league.round(5, code, *dice, choices=choices, **more)
    return league.mission.events[-1]


def options_of(league: League) -> list[str]:
    """What the last question offered."""
    return [option.id for option in league.asked[-1].question.options]  # type: ignore[attr-defined]


def of(league: League, name: str, unit: str = "") -> tuple[str, ...]:
    """The draws that lead to a warband, or to one of its units."""
    mine = league.warband(name).id
    return (mine, league.unit(unit).id) if unit else (mine,)


def play(league: League, winner: str, *names: str) -> None:
    """A mission from its set-up to the last step after it."""
    league.begin(*names)
    league.result(winner)
    league.finish()
