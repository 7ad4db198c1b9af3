"""From battle facts to a verdict, and from a round's battles to empire points.

Pure arithmetic on facts: nothing here is booked. Source: CQ-73 … CQ-92.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import battles_this_round, has_event
from rules.conquest.reckoning.armies import Modifier, modifiers_told
from rules.conquest.state import Battle, Conquest, Earned, Facts, Grade, Result, SideName
from rules.engine.language import mark, said, say
from rules.engine.lazy_tables import having

type Outcome = Literal["attack", "defend", "draw"]
type SpokenGrade = Grade | Literal["won", "lead"]

WHY = {
    "general": mark("A general of the winning team fell, so it is a draw."),
    "surrender": mark("The other side surrendered."),
    "withdrew": mark(
        "The other side withdrew with fewer victory points; the winner’s losses were {lost}, with a break "
        "point of {broken_at}."
    ),
    "withdrew_not_behind": mark("One side withdrew, but not with fewer victory points: a draw."),
    "both_equal": mark("Both sides withdrew with equal victory points."),
    "both_lead": mark("Both sides withdrew; victory points decide."),
    "both_drawn": mark(
        "Both sides withdrew; the side ahead on victory points gets a draw, and the other side loses."
    ),
    "equal": mark("Equal victory points: a draw."),
    "lead": mark(
        "Neither side was forced to withdraw; the side ahead on victory points gets a draw, and the other "
        "side loses."
    ),
    "lead_won": mark(
        "Neither side was forced to withdraw; the side ahead on victory points wins the battle, but earns "
        "only a draw’s points."
    ),
    "draw": mark("A draw."),
    "bare": mark("Decided on the result alone."),
    "rolled": mark("{shown} on two dice; {added}; total {total}."),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Both sides' grades, who has won (a lead on points alone is nobody's victory), and why.

    `why` is a key of `WHY` with its figures: "withdrew:2:8". `why_words` tells it.
    """

    attack: Grade
    defend: Grade
    outcome: Outcome
    why: str

    def grade(self, side: SideName) -> Grade:
        return self.attack if side == "attack" else self.defend


def vp_of(side: Facts) -> int:
    """A side's victory points, those of all its armies together. Source: CQ-75"""
    return sum(host.vp for host in side.hosts)


def losses_of(side: Facts) -> tuple[int, int]:
    """(units lost, break point) of a side, a team's added up. Source: CQ-73."""
    return sum(host.units_lost for host in side.hosts), sum(host.break_point for host in side.hosts)


def battle_verdict(book: ConquestInForce, attack: Facts, defend: Facts) -> Verdict:
    """How a battle ended; the first line that fits decides. Source: CQ-78 … CQ-82."""
    found = _verdict(book, attack, defend)
    winner = {"attack": attack, "defend": defend}.get(found.outcome)
    if winner and len(winner.hosts) > 1 and any(host.general_lost for host in winner.hosts):
        return Verdict("draw", "draw", "draw", "general")
    return found


def _verdict(book: ConquestInForce, attack: Facts, defend: Facts) -> Verdict:
    if attack.surrendered != defend.surrendered:
        return _surrender(book, attack, defend)
    if attack.withdrew != defend.withdrew:
        return _one_withdrew(attack, defend)
    if attack.withdrew and book.settings.both_withdrew == "leader_minor":
        return _both_withdrew(attack, defend)
    return _on_points(book, attack, defend)


def _surrender(book: ConquestInForce, attack: Facts, defend: Facts) -> Verdict:
    winner: SideName = "defend" if attack.surrendered else "attack"
    grade = _grade(attack if winner == "attack" else defend)
    if book.settings.surrender_grade == "minor":
        grade = "minor"
    return _victory(winner, grade, "surrender")


def _one_withdrew(attack: Facts, defend: Facts) -> Verdict:
    stayed: SideName = "defend" if attack.withdrew else "attack"
    mine, theirs = (attack, defend) if stayed == "attack" else (defend, attack)
    if vp_of(mine) > vp_of(theirs):
        lost, broken_at = losses_of(mine)
        return _victory(stayed, _grade(mine), f"withdrew:{lost}:{broken_at}")
    return Verdict("draw", "draw", "draw", "withdrew_not_behind")


def _both_withdrew(attack: Facts, defend: Facts) -> Verdict:
    lead = vp_of(attack) - vp_of(defend)
    if not lead:
        return Verdict("draw", "draw", "draw", "both_equal")
    return _victory("attack" if lead > 0 else "defend", "minor", "both_lead")


def _on_points(book: ConquestInForce, attack: Facts, defend: Facts) -> Verdict:
    lead, both = vp_of(attack) - vp_of(defend), attack.withdrew
    if not lead:
        return Verdict("draw", "draw", "draw", "both_equal" if both else "equal")
    leader: SideName = "attack" if lead > 0 else "defend"
    won = book.settings.points_lead == "win"
    why = ("both_lead" if won else "both_drawn") if both else "lead_won" if won else "lead"
    return Verdict(*(("draw", "lose") if lead > 0 else ("lose", "draw")), leader if won else "draw", why)


def _grade(winner: Facts) -> Grade:
    """A victory by the winner's own losses, compared without rounding. Source: CQ-80."""
    lost, break_point = losses_of(winner)
    if 4 * lost <= break_point:
        return "massacre"
    return "major" if 2 * lost <= break_point else "minor"


def _victory(winner: SideName, grade: Grade, why: str) -> Verdict:
    grades: tuple[Grade, Grade] = (grade, "lose") if winner == "attack" else ("lose", grade)
    return Verdict(*grades, winner, why)


def plain_outcome(book: ConquestInForce, outcome: Outcome) -> Verdict:
    """A verdict from the bare outcome of a walkover, a siege or a sea battle. Source: CQ-84."""
    if outcome == "draw":
        return Verdict("draw", "draw", "draw", "draw")
    return _victory(outcome, book.figures.walkover, "bare")


def abstract_verdict(book: ConquestInForce, shown: int, added: Sequence[Modifier]) -> Verdict:
    """What the two dice of an abstract battle mean, once adjusted. Source: CQ-153."""
    total = shown + sum(one.amount for one in added)
    row = next(row for row in book.book.abstract if total <= row.most)
    outcome: Outcome = "draw" if row.attack == "draw" else "defend" if row.attack == "lose" else "attack"
    why = ("rolled", shown, total, *(part for one in added for part in (one.key, one.amount)))
    return Verdict(row.attack, row.defend, outcome, ":".join(map(str, why)))


def why_words(book: ConquestInForce, why: str) -> str:
    """Why a battle ended as it did, for people. Source: CQ-78, CQ-153"""
    key, *figures = why.split(":")
    if key == "withdrew":
        return said(WHY[key], lost=figures[0], broken_at=figures[1])
    if key == "rolled":
        shown, total, *added = figures
        told = modifiers_told(book, zip(added[::2], map(int, added[1::2]), strict=True))
        return said(WHY[key], shown=shown, added=told, total=total)
    return said(WHY.get(key, why))


def battle_results(
    state: Conquest, book: ConquestInForce, battle: Battle, found: Verdict
) -> tuple[Result, ...]:
    """What the verdict is worth to each member: to whoever took All or Nothing nothing unless it is won.

    Source: CQ-32, CQ-83, CQ-86, CQ-92.
    """
    return tuple(_result(state, book, battle, found, realm) for realm in battle.members)


def _result(state: Conquest, book: ConquestInForce, battle: Battle, found: Verdict, realm: str) -> Result:
    side = battle.side_of(realm)
    team, won = len(battle.attackers if side == "attack" else battle.defenders) > 1, found.outcome == side
    worth = book.book.points[found.grade(side)] - (book.figures.team_less if team else 0)
    lost = battle.kind not in paid(book) or (not won and voids(state, book, battle, realm))
    return Result(realm=realm, grade=found.grade(side), won=won, points=0 if lost else max(worth, 0))


def spoken_grade(book: ConquestInForce, battle: Battle, grade: Grade, *, won: bool) -> SpokenGrade:
    """A grade as people say it: a lead on points that wins, and only a victory where none is graded.

    Source: CQ-79, CQ-92
    """
    if not won:
        return grade
    return "lead" if grade == "draw" else grade if battle.kind in paid(book) else "won"


def paid(book: ConquestInForce) -> tuple[str, ...]:
    """The kinds of battles that earn empire points. Source: CQ-92."""
    return ("land", "siege") if book.settings.siege_ep == "as_battle" else ("land",)


def report_faults(battle: Battle, attack: Facts, defend: Facts) -> Iterator[str]:
    """Why these facts cannot be right, as part of a sentence. Source: CQ-85."""
    if attack.surrendered and defend.surrendered:
        yield say("both sides surrendered")
    for side, members in ((attack, battle.attackers), (defend, battle.defenders)):
        if sorted(host.realm for host in side.hosts) != sorted(members):
            yield say("it needs one line for each army")
        if any(host.vp < 0 or host.units_lost < 0 for host in side.hosts):
            yield say("figures cannot be below 0")
        if any(host.break_point < 1 for host in side.hosts):
            yield say("a break point must be at least 1")


def is_doubtful(found: Verdict, attack: Facts, defend: Facts) -> bool:
    """A winner that lost its break point without withdrawing: worth asking again. Source: CQ-85."""
    winner = {"attack": attack, "defend": defend}.get(found.outcome)
    if winner is None or winner.withdrew:
        return False
    lost, break_point = losses_of(winner)
    return lost >= break_point


def in_battle_order(battle: Battle, side: Facts, members: tuple[str, ...]) -> Facts:
    """The same facts with the hosts in the battle's own order. Source: CQ-85"""
    return replace(side, hosts=tuple(sorted(side.hosts, key=lambda host: members.index(host.realm))))


def staked(book: ConquestInForce) -> tuple[str, ...]:
    """The kinds of battles All or Nothing looks at: those that earn points, or every one. Source: CQ-92."""
    return ("land", "siege", "sea") if book.settings.aon_battles == "all" else paid(book)


def counted_results(state: Conquest, kinds: tuple[str, ...], realm: str) -> list[Result]:
    """The realm's results of this round from battles of these kinds. Source: CQ-87, CQ-88, CQ-92."""
    return [
        result
        for battle in battles_this_round(state)
        if battle.kind in kinds and battle.status == "settled"
        for result in battle.results
        if result.realm == realm
    ]


def earned(state: Conquest, book: ConquestInForce, realm: str) -> Earned:
    """Empire points of this round, without what was carried over. Source: CQ-87 … CQ-90."""
    results = counted_results(state, paid(book), realm)
    points = sum(one.points for one in results) // len(results) if results else 0
    if has_event(state, realm, "all_or_nothing"):
        points = _all_or_nothing(book, counted_results(state, staked(book), realm), points)
    return Earned(realm=realm, points=points, battles=len(results))


def voids(state: Conquest, book: ConquestInForce, battle: Battle, realm: str) -> bool:
    """Whether a battle that a realm does not win takes all points of its round from it. Source: CQ-32"""
    taken = having(state.events, "round", battle.round).values()
    return battle.kind in staked(book) and any(
        (one.realm, one.event) == (realm, "all_or_nothing") for one in taken
    )


def is_void(state: Conquest, book: ConquestInForce, battle: Battle, realm: str) -> bool:
    """Whether a realm has nothing of a battle because it has not won all of that round. Source: CQ-32"""
    fought = having(state.battles, "round", battle.round).values()
    others = (one for one in fought if one.status == "settled" and one.id != battle.id)
    return any(
        voids(state, book, one, realm) and not result.won
        for one in (battle, *others)
        for result in one.results
        if result.realm == realm
    )


def _all_or_nothing(book: ConquestInForce, results: list[Result], points: int) -> int:
    if not results:
        return book.figures.all_or_nothing if book.settings.aon_idle == "bonus" else 0
    return points + book.figures.all_or_nothing if all(one.won for one in results) else 0
