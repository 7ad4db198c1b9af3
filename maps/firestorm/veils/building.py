"""What visitors of a league see of other factions' purchases and purses, in every channel.

`campaigns.engine.passage.here` shows the state through `seen`, the stream and homes tell what everybody sees
of it; entries that are `withheld` stand in no chronicle. An amount for other eyes is not told by effects
either.
"""

from __future__ import annotations

from campaigns.engine.stored.store import Owns
from maps.firestorm.here import FirestormHere
from rules.engine.effects import Effect
from rules.engine.plain import Params, text_in
from rules.engine.questions import Question, side
from rules.firestorm.book import in_force
from rules.firestorm.building.secret import as_seen, hidden
from rules.firestorm.effects import LedgerEntered
from rules.firestorm.state import Firestorm

ROLLS = "firestorm.roll_build"


def seen(state: Firestorm, owns: Owns) -> Firestorm:
    """The league as somebody sees it who plays the factions that `owns` names."""
    return as_seen(state, in_force(state), owns)


def withheld(here: FirestormHere) -> frozenset[str]:
    """Codes of the entries that tell of what others have bought in secret."""
    rows = hidden(here.whole, here.book, lambda side: _knows(here, side))
    return frozenset(one.id.rpartition(".")[0] for one in rows)


def may_see(here: FirestormHere, effect: Effect) -> bool:
    """Build points that the league does not show belong to the faction and to organisers."""
    if not isinstance(effect, LedgerEntered) or effect.row.coin != "build":
        return True
    return here.book.settings.public_bp or _knows(here, effect.row.faction)


def shows_points(here: FirestormHere, faction: str) -> bool:
    """Whether a page tells this visitor how many build points a faction has."""
    return here.book.settings.public_bp or _knows(here, faction)


def may_read(here: FirestormHere, procedure: str, question: Question) -> bool:
    """Whether an answer in what is still open may be read: a die for build points is as secret as these."""
    if procedure != ROLLS or here.book.settings.public_bp or here.is_organiser:
        return True
    return any(here.owns(one) and question.who == side(one) for one in here.whole.factions)


def may_follow(here: FirestormHere, procedure: str, params: Params) -> bool:
    """Whether an open dialogue may be looked at: a roll for build points by those who may know them."""
    return procedure != ROLLS or shows_points(here, text_in(params, "faction"))


def _knows(here: FirestormHere, faction: str) -> bool:
    return here.is_organiser or here.owns(faction)
