"""Games outside any league that a club can plan: what the plug-ins offer, with the books each is played
by."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.plugins import Single, plugin_of, plugins
from campaigns.models import PlannedGame, Scope, Seat

BEGUN = "game"  # what a plan has become: the one game of its scope


def single_choices() -> list[tuple[str, str]]:
    """As a form offers them: the game with its book's edition."""
    return [
        (
            f"{plugin.game.name}:{edition}",
            _("%(what)s, %(book)s") % {"what": _(str(single.title)), "book": title},
        )
        for plugin in plugins()
        if (single := plugin.club.single) is not None
        for edition, title in single.books()
    ]


def single_title(single: str) -> str:
    """What is planned, in words; empty where it is no such game."""
    return dict(single_choices()).get(single, "")


def begin_single_game(plan: PlannedGame, by: Seat) -> Scope:
    """Open the game for those who are to play."""
    game, _colon, edition = plan.single.partition(":")
    single: Single | None = plugin_of(game).club.single
    assert single is not None, plan.single
    players = [one.seat for one in plan.sides.select_related("seat__person")]
    return single.begin(by, players, edition)
