"""What the door wrote down that the rules know nothing of, as the chronicle says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CARRIES_ON, LEFT_CLUB, SEALED_ANEW, WAITS_AGAIN
from rules.engine.plain import text_in


def note_sentence(
    viewer: AnyViewer, what: str, params: Mapping[str, object], names: Callable[[str], str]
) -> str:
    """What became of a dialogue, or who acts for a side that nobody plays; `names` gives names to ids."""
    side = {"side": names(text_in(params, viewer.registration.store.traces.side))}
    if what == CARRIES_ON:
        return _("From now on the app carries on for %(side)s, which nobody plays.") % side
    if what == LEFT_CLUB:
        return _("The player of %(side)s has left the club, so nobody plays it any more.") % side
    if what == WAITS_AGAIN:
        return _("The app no longer carries on for %(side)s, which nobody plays.") % side
    name = str(params.get("what", ""))
    spec = viewer.registration.game.procedures.get(name)
    title = {"what": spec.title.rstrip(".") if spec else name}
    if what == SEALED_ANEW:
        return _("Sealed again: %(what)s.") % title
    told = [_("Cancelled: %(what)s.") % title]
    if params.get("seals"):
        told.append(_("What was sealed in it no longer counts."))
    if params.get("dice"):
        told.append(_("The app had already rolled; choices made before that roll still count."))
    return " ".join(told)
