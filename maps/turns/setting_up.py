"""What a league on a map that cannot start yet wants of its organisers, on their home."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.engine.lines import TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.models import Scope
from campaigns.shell.links import page_of

type Lacks = Literal["", "map", "people", "rest"]  # nothing where it can start, or waits for its players

WORDS: Mapping[Lacks, str] = {
    "map": gettext_noop("The league needs a map that is large enough: choose one."),
    "people": gettext_noop("More people have to join: invite them."),
    "rest": gettext_noop("Something is still missing: the league’s page says what."),
}


def set_up_todo(leagues: MyLeagues, scope: Scope, lacks: Lacks) -> TodoLine | None:
    """That it cannot start yet, and why; to its organisers."""
    if not lacks or not leagues.runs(scope):
        return None
    return TodoLine(
        title=_("%(league)s cannot start yet") % {"league": scope.name},
        where=_(WORDS[lacks]),
        url=page_of("campaigns:league", scope.pk),
        icon="flag",
        action=_("Go to the league"),
        scope=scope.pk,
    )
