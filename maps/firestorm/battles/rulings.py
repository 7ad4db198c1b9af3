"""What an organiser rules about a whole battle: it is struck out, its result is corrected or void."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from maps.firestorm.battles.games import GameDecision, decide_form, tabled_boxes
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.battles.locking import SETTLED
from rules.firestorm.state import Battle


@dataclass(frozen=True, slots=True)
class Rulings:
    """`correct` is the form of the result as it stands; `strike` and `void` say what would become of it,
    empty where they cannot be.
    """

    strike: str
    correct: GameDecision | None
    tables: tuple[tuple[str, str, bool], ...]
    grade: str
    void: str


def possible_rulings(viewer: FirestormViewer, battle: Battle) -> Rulings | None:
    """The rulings that are possible now; none once the league is over."""
    phase = viewer.state.now.phase
    settled = battle.status == "settled" and phase != "finished"
    strikes = battle.status not in SETTLED and phase == "battles" and battle.turn == viewer.state.now.turn
    if not settled and not strikes:
        return None
    return Rulings(
        strike=_struck() if strikes else "",
        correct=decide_form(viewer, battle) if settled else None,
        tables=tabled_boxes(viewer, battle, battle.tabled),
        grade=battle.result,
        void=_voided(battle) if settled else "",
    )


def _struck() -> str:
    return _(
        "Nobody wins: no glory, no build points, no conquest. Banners on land that is not theirs leave it "
        "as they would after a draw."
    )


def _voided(battle: Battle) -> str:
    if not battle.applied:
        return _("The battle will be open again for another report.")
    return _(
        "The battle’s glory and build points are taken back, and it counts as struck out. Land and banners "
        "stay as they are; this page will then show what may have to be moved, and where."
    )
