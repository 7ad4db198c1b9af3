"""The colours of a map that nobody plays with."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import ActRequest, ActRequestStatus
from campaigns.shell.look.emblems import EMBLEM_NAMES


def free_colours(taken: Collection[str]) -> tuple[str, ...]:
    """Those nobody has."""
    return tuple(one for one in EMBLEM_NAMES if one not in taken)


def colours_to_join(viewer: AnyViewer, taken: Collection[str]) -> tuple[str, ...]:
    """Those a newcomer may choose from; one that somebody has asked to join with is kept for them, as their
    request is over once it is gone, while there is another. Who plays already reads nothing of such requests.
    """
    free = free_colours(taken)
    if not getattr(viewer.scope, "asked", True):
        return free
    found = ActRequest.objects.filter(
        scope=viewer.scope, status=ActRequestStatus.OPEN, params__has_key="colour"
    )
    asked = set(found.values_list("params__colour", flat=True))
    return tuple(one for one in free if one not in asked) or free
