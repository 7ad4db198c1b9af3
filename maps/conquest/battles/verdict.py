"""What a battle comes to, told for everybody: grades, points, why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.conquest.viewer import ConquestViewer
from rules.conquest.book import ConquestInForce
from rules.conquest.playing.reports import reported_verdict
from rules.conquest.reckoning.verdict import Verdict, battle_results, battle_verdict, is_void, why_words
from rules.conquest.state import Battle, Conquest, Facts, Result
from rules.engine.language import with_heading

GRADE_WORDS = {
    "lose": gettext_noop("defeat"),
    "draw": gettext_noop("draw"),
    "minor": gettext_noop("minor victory"),
    "major": gettext_noop("major victory"),
    "massacre": gettext_noop("massacre"),
    "lead": gettext_noop("victory on points, worth a draw"),
}
# Where no points are at stake every other grade wins.
PLAIN = {"lose": gettext_noop("%(name)s loses"), "draw": gettext_noop("%(name)s draws")}
WINS = gettext_noop("%(name)s wins")


@dataclass(frozen=True, slots=True)
class BattleVerdict:
    """What facts mean: why, and what everybody gets."""

    why: str
    lines: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What is sent with a report, to tell whether this is what its sender has read."""
        return sha256("\n".join((self.why, *self.lines)).encode()).hexdigest()[:16]


def verdict_panel(viewer: ConquestViewer, battle: Battle, facts: tuple[Facts, Facts]) -> BattleVerdict | None:
    """What these facts would mean, told for everybody."""
    state: Conquest = viewer.state
    told = _verdict(viewer.book, battle, facts)
    if told is None:
        return None
    results = replace(battle, results=battle_results(state, viewer.book, battle, told))
    return BattleVerdict(why_words(viewer.book, told.why), tuple(result_sentences(viewer, results)))


def _verdict(book: ConquestInForce, battle: Battle, facts: tuple[Facts, Facts]) -> Verdict | None:
    """How it ended by these facts, or by who won at sea or for a fort; None as long as neither is told."""
    if battle.kind != "land":
        return reported_verdict(book, battle) if battle.outcome else None
    attack, defend = facts
    if not attack.hosts or not defend.hosts or any(h.break_point < 1 for h in (*attack.hosts, *defend.hosts)):
        return None
    return battle_verdict(book, attack, defend)


def result_sentences(viewer: ConquestViewer, battle: Battle) -> Iterator[str]:
    """What a battle was worth to everybody in it."""
    earning = is_earning(battle)
    for one in battle.results:
        name = viewer.state.name_of(one.realm)
        if earning:
            yield with_heading(name, worth_of(viewer, battle, one))
        else:
            yield _(PLAIN.get(one.grade, WINS)) % {"name": name}


def is_earning(battle: Battle) -> bool:
    """Whether it earned anybody points."""
    return any(one.points for one in battle.results)


def worth_of(viewer: ConquestViewer, battle: Battle, result: Result) -> str:
    """ "minor victory, 3 EP"; nothing of it where All or Nothing has taken it."""
    grade = _(GRADE_WORDS["lead" if result.won and result.grade == "draw" else result.grade])
    if is_void(viewer.state, viewer.book, battle, result.realm):
        return _("%(grade)s, no EP (All or Nothing)") % {"grade": grade}
    return _("%(grade)s, %(points)d EP") % {"grade": grade, "points": result.points}
