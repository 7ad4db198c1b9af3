"""Who may sit at the table, and what the app does by itself after an act."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from campaigns.engine import door
from campaigns.engine.dialogue import Spoken
from campaigns.shell.league import here_or_404, member_or_404
from campaigns.solo.here import SoloHere
from campaigns.solo.table.acts import by_hand, fresh
from campaigns.solo.table.table_page import asked_now
from rules.engine.dice import is_random
from rules.engine.procedure import Open
from rules.engine.refusals import Refused


def game_or_404(request: HttpRequest, pk: int) -> SoloHere:
    """The game for people of its club; to look at, also for everybody if it is public."""
    here = here_or_404(request, pk, "solo") if request.method == "GET" else member_or_404(request, pk, "solo")
    if here.scope.game != "solo":
        raise Http404
    return here


def go_on(here: SoloHere) -> tuple[SoloHere, Spoken | None]:
    """After an act: dice the app owes are thrown, what has lost its last question is settled, and what nobody
    can answer any more is set aside."""
    spoken = asked_now(here)
    if spoken is None:
        return here, None
    talk, progress = spoken
    open_now = progress.questions if isinstance(progress, Open) else ()
    if isinstance(progress, Refused):
        door.set_aside(here.scope.pk, here.actor, talk.entry, going_back=True)
    elif not open_now or (not by_hand(here) and all(map(is_random, open_now))):
        door.act(here.scope.pk, here.actor, talk.procedure, talk.params, app_dice=True)
    else:
        return here, spoken
    now = fresh(here)
    return now, asked_now(now)
