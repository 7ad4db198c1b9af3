"""Who may know of a request, whose word it waits for, and what has become of it."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaigns.engine.asking.impossible import ran_out, why_overtaken
from campaigns.engine.asking.whose import may_decide, speaks_for
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.rights import side_from_who
from campaigns.models import ActRequest, ActRequestStatus
from rules.engine.state import State
from rules.engine.todos import Word


def request_or_404(viewer: AnyViewer, number: int) -> ActRequest:
    """A request of this league that the visitor may know of."""
    found = ActRequest.objects.select_related("asker", "answered_by", "entry")
    asked = get_object_or_404(found, scope=viewer.scope, pk=number)
    if not may_read_request(viewer, asked):
        raise Http404
    return asked


def may_read_request(viewer: AnyViewer, asked: ActRequest) -> bool:
    """Whether a visitor may know of a request: of a quiet one only who asks, who is asked, and organisers."""
    if not asked.quiet or viewer.is_organiser:
        return True
    return is_mine(viewer, asked) or any(_means(viewer, who) for who in asked.whose)


def is_mine(viewer: AnyViewer, asked: ActRequest) -> bool:
    """Whether this visitor has asked."""
    return viewer.seat is not None and viewer.actor.is_seat(str(asked.asker_id))


def is_asked(viewer: AnyViewer, asked: ActRequest) -> bool:
    """Whether it waits for this visitor's own word, on whatever device."""
    return any(_means(viewer, who) for who in asked.open_to)


def may_answer_here(viewer: AnyViewer, asked: ActRequest) -> bool:
    """The same on a device that speaks for them."""
    at = (viewer.scope, viewer.whole, viewer.registration)
    return viewer.seat is not None and any(speaks_for(viewer.actor, who, *at) for who in asked.open_to)


def decides(viewer: AnyViewer, asked: ActRequest) -> bool:
    """Whether this visitor may answer for those who do not, as an organiser."""
    return viewer.seat is not None and may_decide(
        viewer.actor, asked, viewer.scope, viewer.whole, viewer.registration
    )


def waits_for_organisers(viewer: AnyViewer, asked: ActRequest) -> bool:
    """The same where nobody plays the sides that are asked, so that it is this visitor's, as an organiser."""
    sides = [side_from_who(who) for who in asked.open_to]
    nobody = bool(sides) and all(side and not viewer.is_played(side) for side in sides)
    return nobody and decides(viewer, asked)


def _means(viewer: AnyViewer, who: str) -> bool:
    return viewer.seat is not None and viewer.actor.is_one_of(
        who, viewer.scope, viewer.whole, viewer.registration
    )


def paused_too() -> str:
    """Why nobody gives their word now in a league that rests, in a sentence."""
    return _("The league is paused, and so is this request.")


def lapse_of[S: State](asked: ActRequest, word: Word[S, object], state: S) -> datetime | None:
    """When a request lapses; of one that rests with its league nobody knows yet."""
    return None if word.rests(state) else asked.lapses_at or word.until(state)


def answer_later() -> str:
    """What whoever is asked can do about that."""
    return _("You can answer once the league continues.")


def what_became(asked: ActRequest) -> str:
    """What has become of it, in a sentence; nothing while it is open."""
    who = {"who": asked.answered_by or _("the app")}
    match asked.status:
        case ActRequestStatus.DONE if asked.entry and asked.entry.void:
            return _("It was done, but has since been undone.")
        case ActRequestStatus.DONE:
            return _("Everybody agreed: it’s done.")
        case ActRequestStatus.DECLINED:
            return _("%(who)s has said no.") % who
        case ActRequestStatus.WITHDRAWN:
            return _("%(who)s has withdrawn this request.") % who
        case ActRequestStatus.LAPSED if ran_out(asked):
            return _("No answer came in time.")
        case ActRequestStatus.LAPSED:
            return _("It can no longer be done.")
    return ""


def what_became_and_why(viewer: AnyViewer, asked: ActRequest) -> str:
    """The same, with what made it impossible as far as the visitor may know."""
    return " ".join(filter(None, (what_became(asked), why_overtaken(viewer, asked))))
