"""What visitors of a league see of other factions' purchases and purses, in every channel.

`campaigns.engine.transaction.viewer` shows the state through `seen`, the stream and homes tell what everybody
sees of it; entries that are `withheld` stand in no chronicle. An amount for other eyes is not told by effects
either.
"""

from __future__ import annotations

from maps.firestorm.viewer import FirestormViewer
from rules.engine.effects import Effect
from rules.engine.plain import Params, text_in
from rules.engine.questions import Question, side
from rules.firestorm.building.secret import hidden
from rules.firestorm.effects import LedgerEntered

ROLLS = "firestorm.roll_build"


def withheld(viewer: FirestormViewer) -> frozenset[str]:
    """Codes of the entries that tell of what others have bought in secret."""
    rows = hidden(viewer.whole, viewer.book, lambda side: _knows(viewer, side))
    return frozenset(one.id.rpartition(".")[0] for one in rows)


def may_see_build_points(viewer: FirestormViewer, effect: Effect) -> bool:
    """Build points that the league does not show belong to the faction and to organisers."""
    if not isinstance(effect, LedgerEntered) or effect.row.coin != "build":
        return True
    return viewer.book.settings.public_bp or _knows(viewer, effect.row.faction)


def shows_points(viewer: FirestormViewer, faction: str) -> bool:
    """Whether a page tells this visitor how many build points a faction has."""
    return viewer.book.settings.public_bp or _knows(viewer, faction)


def may_read_points_roll(viewer: FirestormViewer, procedure: str, question: Question) -> bool:
    """Whether an answer in what is still open may be read: a die for build points is as secret as these."""
    if procedure != ROLLS or viewer.book.settings.public_bp or viewer.is_organiser:
        return True
    return any(viewer.owns(one) and question.who == side(one) for one in viewer.whole.factions)


def may_follow_roll(viewer: FirestormViewer, procedure: str, params: Params) -> bool:
    """Whether an open dialogue may be looked at: a roll for build points by those who may know them."""
    return procedure != ROLLS or shows_points(viewer, text_in(params, "faction"))


def _knows(viewer: FirestormViewer, faction: str) -> bool:
    return viewer.is_organiser or viewer.owns(faction)
