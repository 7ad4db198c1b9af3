"""On home: that somebody has asked to be let into a league and waits for the answer."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import TodoLine
from campaigns.models import ActRequest, Scope
from campaigns.shell.links import page_of


def waiting_to_join(scope: Scope, asked: ActRequest, words: str = "") -> TodoLine:
    """In place of the invitation, in these words of a game."""
    return TodoLine(
        title=scope.name,
        where=words or _("You’re waiting for an organiser to let you in."),
        url=page_of("campaigns:request", scope.pk, asked.pk),
        icon="hourglass-split",
        action=_("View it"),
        scope=scope.pk,
        waits=True,
    )
