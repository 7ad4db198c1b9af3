"""Where an organiser writes to some people of a league."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Seat
from campaigns.notices.words.acts import MOST_ADDRESSEES


def message_link(viewer: AnyViewer, to: Mapping[int, str]) -> ButtonLink | None:
    """To these people, names by seat; to who is one of them themselves, to the others. From there one comes
    back to this page. None to nobody, nor to more than are written to alone.
    """
    own = viewer.seat.pk if viewer.seat else 0
    others = {seat: name for seat, name in to.items() if seat != own}
    if not 0 < len(others) <= MOST_ADDRESSEES:
        return None
    names = list(others.values())
    query = {
        "league": str(viewer.scope.pk),
        "to": [str(seat) for seat in others],
        "from": viewer.request.path,
    }
    words = _("Write to both") if len(names) == 2 else _("Write to all of them")
    if len(names) == 1:
        words = _("Write to %(names)s") % {"names": names[0]}
    return ButtonLink(reverse("campaigns:word_new", args=[viewer.scope.club.slug], query=query), words)


def sides_message_link(viewer: AnyViewer, sides: Iterable[str]) -> ButtonLink | None:
    """To those who play some sides, for an organiser of a league that is still used."""
    if not viewer.is_organiser or viewer.scope.archived_at is not None:
        return None
    members_of = viewer.registration.rules.members_of
    seats = [seat for side in dict.fromkeys(sides) for seat in members_of(viewer.state, side)]
    people = {viewer.people[seat].person for seat in seats if seat in viewer.people}
    there = Seat.objects.active().filter(club=viewer.scope.club_id, person__in=people)
    return message_link(viewer, {seat.pk: str(seat) for seat in there.order_by("pk")})
