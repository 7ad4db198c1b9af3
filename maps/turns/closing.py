"""What ending a league on a map means, and that it is offered when nobody is left to play against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Need
from campaigns.engine.transaction.viewer import AnyViewer


def left_alone(viewer: AnyViewer, sides: Iterable[str]) -> Iterator[Need]:
    """The end, where somebody plays no more than one of the sides that are still in. Source: A-57"""
    names = viewer.registration.sides_of(viewer.state)
    left = [names[one].name for one in sides if viewer.is_played(one)]
    if len(left) < 2 and not viewer.closed:
        told = {"side": "".join(left)}
        what = _("Only %(side)s is left") % told if left else _("Nobody plays in this league any more")
        url = f"{reverse('campaigns:settings', args=[viewer.scope.pk])}#closing"
        yield Need(what, _("End the league, or bring somebody in"), url, _("View"), "flag", urgent=False)


def no_more() -> str:
    """What holds for every league that is ended."""
    return _("Nothing more can be done in the league, but you can still read everything.")
