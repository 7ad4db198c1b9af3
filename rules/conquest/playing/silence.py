"""What happens without anybody: the app's own steps, and what silence brings once a deadline has passed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from rules.conquest.book import ConquestInForce
from rules.conquest.playing.reports import reported_verdict
from rules.conquest.realm_figures import battles_this_round, ranking_now
from rules.conquest.reckoning.challenges import legal_targets
from rules.conquest.reckoning.verdict import SpokenGrade, spoken_grade
from rules.conquest.rounds.phases import realms_to_act
from rules.conquest.setting_up.beginning import lacks_room
from rules.conquest.state import Battle, Conquest, SideName
from rules.engine.language import listed, mark, said
from rules.engine.plain import JsonObject
from rules.engine.todos import Todo

type Step = tuple[str, JsonObject]  # a procedure and its parameters
SIDES: tuple[SideName, ...] = ("attack", "defend")


def automatic_steps(state: Conquest) -> list[Step]:
    """Procedures the app may start without anybody: the order of a round, roll-offs all have agreed to.

    Source: CQ-17, CQ-157
    """
    if state.now.phase == "order":
        return [("conquest.take_order", {"round": state.now.round + 1})]
    agreed = [
        b for b in battles_this_round(state) if b.status == "open" and set(b.abstract_for) == set(b.members)
    ]
    return [("conquest.abstract", {"battle": one.id}) for one in agreed]


_SILENCE = {
    "capitals": "draw_capital",
    "events": "skip",
    "revenue": "collect",
    "challenge": "skip",
    "choice": "choose_battles",
    "conquest": "end_turn",
}
LAPSES = {
    "capitals": mark("A capital is chosen at random for {name}."),
    "events": mark("{name} takes no event this round."),
    "revenue": mark("The app rolls for {name}’s mines."),
    "challenge": mark("{name} challenges nobody, but can still be challenged."),
    "choice": mark("{name} fights one battle against all challengers."),
    "conquest": mark("{name}’s turn ends; 1 EP is kept, and the rest lapses."),
    "counts": mark(
        "The report of the battle between {names} counts: {attack} for the challenger, {defend} "
        "for the other side."
    ),
    "falls": mark("The battle between {names} is called off."),
    "rolled": mark("The battle between {names} is rolled off."),
    "struck": mark("The battle between {names} is struck out."),
}


RESULTS: dict[SpokenGrade, str] = {
    "won": mark("a victory"),
    "lead": mark("a victory on points, worth a draw"),
    "lose": mark("a defeat"),
    "draw": mark("a draw"),
    "minor": mark("a minor victory"),
    "major": mark("a major victory"),
    "massacre": mark("a massacre"),
}


@dataclass(frozen=True, slots=True)
class ConquestLapse:
    """What happens when nobody does anything, not yet in words: `kind` is one of `LAPSES`.

    `do`: the procedure; `grades`: the challenger's of a report that comes to count, then the other's.
    """

    kind: str
    do: str
    params: JsonObject
    names: tuple[str, ...]
    realm: str = ""
    grades: tuple[SpokenGrade, ...] = ()

    @property
    def step(self) -> Step:
        """The procedure that does it, by its whole name."""
        return f"conquest.{self.do}", self.params

    @property
    def sentence(self) -> str:
        return empire_lapse_sentence(self.kind, self.names, self.grades)


def empire_lapse_sentence(kind: str, names: Iterable[str], grades: Iterable[SpokenGrade]) -> str:
    """What silence brings as a sentence. Source: CQ-59, CQ-157"""
    told = dict(zip(SIDES, (said(RESULTS[one]) for one in grades), strict=False))
    called = listed(names)
    return said(LAPSES[kind], name=called, names=called, **told)


def empire_lapses(state: Conquest, book: ConquestInForce) -> list[ConquestLapse]:
    """What happens when the present deadline passes, not yet in words. Source: CQ-59, CQ-157"""
    now = state.now
    if now.phase == "battle":
        found = (_undecided(state, book, battle) for battle in battles_this_round(state))
        return [one for one in found if one]
    waiting = [] if lacks_room(state, book) else realms_to_act(state, book)
    called = [one for one in waiting if now.active in ("", one)]
    return [_silent(state, one) for one in called] if now.phase in _SILENCE else []


def absent_empire_steps(
    state: Conquest,
    book: ConquestInForce,
    rows: Sequence[Todo],
    rests: Callable[[Todo], bool],
    unplayed: Collection[str],
) -> list[Step]:
    """What silence does before a deadline, where nobody is there to do what falls to them (`rests`): at once
    for empires that nobody plays, for others as soon as nobody else has anything left to do.

    Source: CQ-22, CQ-59
    """
    at_once = _of_nobody(state, book, unplayed)
    musts = [one for one in rows if one.stand == "must"]
    resting = {(one.key, one.side) for one in musts if rests(one)}
    if not resting or any(not rests(one) and not _meets_nobody(state, one, resting) for one in musts):
        return at_once
    return [*at_once, *(one.step for one in empire_lapses(state, book))]


def _meets_nobody(state: Conquest, row: Todo, resting: Collection[tuple[str, str]]) -> bool:
    """Whether it is a battle that cannot be fought, since all of one side are away."""
    battle = state.battles.get(row.about[0]) if row.kind == "cq.fight" else None
    if battle is None:
        return False
    away = {side for key, side in resting if key == row.key}
    return any(away.issuperset(team) for team in (battle.attackers, battle.defenders))


def _of_nobody(state: Conquest, book: ConquestInForce, unplayed: Collection[str]) -> list[Step]:
    """Of empires that nobody plays: they still challenge, and their battles are rolled off. Source: CQ-46"""
    if state.now.phase == "battle":
        steps = (_unfought(state, book, one, unplayed) for one in battles_this_round(state))
        return [one for one in steps if one]
    found = [one for one in empire_lapses(state, book) if one.realm in unplayed]
    return [_challenge(state, book, one) if one.kind == "challenge" else one.step for one in found]


def _challenge(state: Conquest, book: ConquestInForce, lapse: ConquestLapse) -> Step:
    """Whom such an empire challenges: the largest that it may. Source: CQ-46"""
    targets = legal_targets(state, book, lapse.realm)
    defender = next((one.realm for one in ranking_now(state) if one.realm in targets), "")
    params: JsonObject = {"round": state.now.round, "realm": lapse.realm, "defender": defender}
    return ("conquest.challenge", params) if defender else lapse.step


def _unfought(
    state: Conquest, book: ConquestInForce, battle: Battle, unplayed: Collection[str]
) -> Step | None:
    """What becomes at once of a battle against nobody; None of any other. Source: CQ-91, CQ-157"""
    told = battle.side_of(battle.reported_by) if battle.status == "reported" else ""
    teams = {"attack": battle.attackers, "defend": battle.defenders}
    asked = [team for side, team in teams.items() if side != told]
    if not any(set(unplayed).issuperset(team) for team in asked):
        return None
    if battle.status == "open" and battle.kind == "land" and book.settings.abstract_allowed:
        return "conquest.rule_abstract", {"battle": battle.id}
    if battle.status == "open":
        return "conquest.strike", {"battle": battle.id}
    lapse = _undecided(state, book, battle) if battle.status == "reported" else None
    return lapse.step if lapse else None


def _silent(state: Conquest, realm: str) -> ConquestLapse:
    phase, act = state.now.phase, _SILENCE[state.now.phase]
    params: JsonObject = {"round": state.now.round, "realm": realm}
    if act == "skip":
        params["turn"] = state.now.turn
    if act == "choose_battles":
        params["mode"] = "team"
    return ConquestLapse(phase, act, params, (state.name_of(realm),), realm)


def _undecided(state: Conquest, book: ConquestInForce, battle: Battle) -> ConquestLapse | None:
    """A report counts, a dispute is an organiser's, an unreported battle goes by the league's option, other
    kinds lapse.
    """
    if battle.status in ("settled", "struck", "disputed"):
        return None
    names = tuple(state.name_of(one) for one in battle.members)
    about: JsonObject = {"battle": battle.id}
    if battle.status == "reported":
        found = reported_verdict(book, battle)
        grades = (spoken_grade(book, battle, found.grade(one), won=found.outcome == one) for one in SIDES)
        return ConquestLapse("counts", "decide", about, names, grades=tuple(grades))
    if battle.kind != "land":
        return ConquestLapse("falls", "strike", about, names)
    if book.settings.battle_silence == "wait":
        return None
    if book.settings.battle_silence == "abstract" and book.settings.abstract_allowed:
        return ConquestLapse("rolled", "rule_abstract", about, names)
    return ConquestLapse("struck", "strike", about, names)
