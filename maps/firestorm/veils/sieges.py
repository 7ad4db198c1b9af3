"""Who sees what of a siege: its two sides and the organisers everything, all others that there is one, and
how it ended. Source: FS-162

Each function answers for sieges alone; the plug-in asks them with what else is secret in a league. The state
itself comes without it to others (`rules.firestorm.siege.secret.without_secret_sieges`).
"""

from __future__ import annotations

from maps.firestorm.viewer import FirestormViewer
from rules.engine.effects import Effect
from rules.engine.plain import Params, text_in
from rules.engine.questions import Question
from rules.firestorm.siege.secret import PUBLIC, follows_siege
from rules.firestorm.siege_effects import Bought, GainChanged, Gained, SiegeMoved

OF_SIEGES = frozenset(
    f"firestorm.{act}" for act in ("offer_siege", "start_siege", "siege_turn", "take_option", "buy_equipment")
)


def sees_siege(viewer: FirestormViewer, battle: str) -> bool:
    """Whether this visitor follows the siege of a battle."""
    return viewer.is_organiser or follows_siege(viewer.whole, viewer.owns, battle)


def may_see_siege(viewer: FirestormViewer, effect: Effect) -> bool:
    """Whether an effect is none of a siege, or of one this visitor follows."""
    battle = _battle_of(viewer, effect)
    return not battle or sees_siege(viewer, battle)


def _battle_of(viewer: FirestormViewer, effect: Effect) -> str:
    """The battle of whose siege an effect tells more than that there is one; empty when it does not."""
    if isinstance(effect, SiegeMoved):
        return "" if effect.siege.step in (*PUBLIC, "start") else effect.siege.id
    if isinstance(effect, Gained):
        return effect.gain.siege
    if isinstance(effect, Bought):
        return effect.purchase.siege
    if isinstance(effect, GainChanged):
        gain = viewer.whole.gains.get(effect.gain)
        return gain.siege if gain else effect.gain
    return ""


def may_read_siege(viewer: FirestormViewer, procedure: str, question: Question) -> bool:
    """Whether an answer in what is still open may be read: a siege's by those who follow it."""
    return procedure not in OF_SIEGES or sees_siege(viewer, question.about)


def may_follow_siege(viewer: FirestormViewer, procedure: str, params: Params) -> bool:
    """Whether an open dialogue may be looked at: a siege's by those who follow it."""
    return procedure not in OF_SIEGES or sees_siege(viewer, text_in(params, "battle"))
