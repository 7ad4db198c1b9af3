"""Who won, with one tap: as a side says it, or as the organiser rules."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.shell.acts.carrying import as_shown
from maps.conquest.map.battle_lines import winner_words
from maps.conquest.viewer import ConquestViewer
from maps.ground.taps import MapTap, hidden_fields
from maps.turns.rulings import who_is_right
from rules.conquest.state import Battle


def outcomes(viewer: ConquestViewer, battle: Battle, me: str) -> Iterator[MapTap]:
    """How a battle at sea or for a fort ended: only who won is asked."""
    if battle.kind == "land" or battle.status not in ("open", "disputed"):
        return
    for outcome, words in winner_words(viewer.state, battle):
        sent = hidden_fields(battle=battle.id, realm=me, outcome=outcome)
        yield MapTap("report_outcome", words, sent, look="btn")


def ruling_taps(viewer: ConquestViewer, battle: Battle) -> Iterator[MapTap]:
    """What the organiser may rule."""
    sent = hidden_fields(battle=battle.id)
    shown = (*sent, as_shown(viewer, "battles", battle))
    if battle.status == "reported":
        yield MapTap("decide", _("Let the report count"), shown, look="btn", wants_reason=True)
    if battle.status == "disputed":
        told_by = [battle.reported_by, *(one.by for one in battle.accounts)]
        yield from who_is_right(told_by, viewer.state.name_of, shown)
    for outcome, words in winner_words(viewer.state, battle):
        ruled = _("Decide: %(words)s") % {"words": words}
        yield MapTap("decide", ruled, (*sent, ("outcome", outcome)), look="btn", wants_reason=True)
    if viewer.book.settings.abstract_allowed and battle.kind == "land":
        yield MapTap(
            "rule_abstract", _("Roll it off"), sent, icon="dice-5-fill", look="btn", wants_reason=True
        )
    yield MapTap("strike", _("Strike it out"), sent, look="btn", wants_reason=True)
