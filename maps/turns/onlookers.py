"""Whoever only looks on at a map finds no form there: their open page asks for parts that are the same for
all of them.
"""

from __future__ import annotations

from collections.abc import Callable

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.shell.drawn.parts import Parts


def onlooker_parts[Page](
    viewer: AnyViewer, template: str, names: tuple[str, ...], territory: str, make: Callable[[str], Page]
) -> Parts[Page]:
    """The parts of a map's page that all who only look on share, with the territory whose panel is open; none
    for anybody else.

    Their key says under which name the office is reached, too: a reminder that is copied there leads there.
    """
    place = territory if territory in viewer.state.territories else ""
    key = f"{viewer.request.scheme}://{viewer.request.get_host()} {place}"
    return Parts(viewer, template, names if viewer.looks_on else (), lambda: make(place), key)
