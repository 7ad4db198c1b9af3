"""Where an organiser writes to some people of a league."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.engine.transaction.viewer import AnyViewer


def message_link(viewer: AnyViewer, to: Mapping[int, str]) -> ButtonLink | None:
    """To these people, names by seat; to who is one of them themselves, to the others. None to nobody."""
    own = viewer.seat.pk if viewer.seat else 0
    others = {seat: name for seat, name in to.items() if seat != own}
    if not others:
        return None
    names = list(others.values())
    query = {"league": str(viewer.scope.pk), "to": [str(seat) for seat in others]}
    words = _("Write to both") if len(names) > 1 else _("Write to %(names)s") % {"names": names[0]}
    return ButtonLink(reverse("campaigns:word_new", args=[viewer.scope.club.slug], query=query), words)
