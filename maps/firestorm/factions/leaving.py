"""What is lost with a faction one leaves, told before to whoever leaves, or takes them out of the club.

Nothing of it is the faction's alone to know.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.firestorm.faction_figures import players_of, plays
from rules.firestorm.game import turns_have_begun
from rules.firestorm.setting_up.objectives import objective_of
from rules.firestorm.state import Firestorm, Player

OPEN = ("drawn", "claimed", "refused")  # an objective that may still be reached


def is_last(state: Firestorm, player: Player) -> bool:
    """Whether nobody else plays for the faction."""
    return players_of(state, player.faction) == [player.id]


def lost_with(state: Firestorm, player: Player, *, own: bool) -> Iterator[str]:
    """Sentence by sentence; `own`: the reader is who leaves."""
    told = {"faction": state.name_of(player.faction)}
    if not turns_have_begun(state):
        if is_last(state, player):
            yield _("Nobody else plays for %(faction)s, so it will be withdrawn from the league.") % told
        return
    if plays(state, player):
        closed = (
            _(
                "You will immediately lose access to the orders, drafts and notes of %(faction)s, including "
                "your own."
            )
            if own
            else _(
                "They will immediately lose access to the orders, drafts and notes of %(faction)s, including "
                "their own."
            )
        )
        yield closed % told
    objective = objective_of(state, player.id)
    if objective and objective.state in OPEN:
        yield (
            _("Your secret objective will be lost for good.")
            if own
            else _("Their secret objective will be lost for good.")
        )
    if is_last(state, player):
        yield (
            _(
                "Nobody else plays in the faction, so once you leave, an organiser will act for it or hand "
                "it to another player."
            )
            if own
            else _(
                "Nobody else plays in the faction, so once they leave, an organiser will act for it or "
                "hand it to another player."
            )
        )
