"""Who may sit at the table, and what the app does by itself after an act."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from campaigns.engine import door
from campaigns.engine.passage.dialogue import Spoken
from campaigns.engine.passage.visit import Passage
from campaigns.shell.league import here_or_404, member_or_404
from campaigns.solo.here import SoloHere
from campaigns.solo.table.table_page import asked_now
from rules.engine.dice import is_random
from rules.engine.procedure import Open
from rules.engine.refusals import Refused
from rules.solo.state import SoloState


def game_or_404(request: HttpRequest, pk: int) -> SoloHere:
    """The game for people of its club; to look at, also for everybody if it is public."""
    here = here_or_404(request, pk, "solo") if request.method == "GET" else member_or_404(request, pk, "solo")
    if here.scope.game != "solo":
        raise Http404
    return here


def go_on(passage: Passage, *, app_dice: bool) -> Spoken | None:
    """After an act, in its passage: dice the app owes are thrown, what has lost its last question is settled,
    and what nobody can answer any more is set aside. What the table is asked then."""
    spoken = _asked(passage)
    if spoken is None:
        return None
    talk, progress = spoken
    open_now = progress.questions if isinstance(progress, Open) else ()
    if isinstance(progress, Refused):
        door.set_aside_within(passage, talk.entry, going_back=True)
    elif not open_now or (app_dice and all(map(is_random, open_now))):
        door.act_within(passage, talk.procedure, talk.params, app_dice=True)
    else:
        return spoken
    return _asked(passage)


def _asked(passage: Passage) -> Spoken | None:
    """What the passage has just asked, else what is stored."""
    if passage.spoken is not None and isinstance(passage.spoken[1], Open):
        return passage.spoken
    assert isinstance(passage.state, SoloState)
    return asked_now(passage.scope, passage.state)
