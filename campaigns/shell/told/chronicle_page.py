"""The chronicle as a page: what can be asked for in words, and the entries about it."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.engine.lines import Group
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.shell.told import chronicle
from campaigns.shell.told.undoing import Undo, undo_beside


@dataclass(frozen=True, slots=True)
class ChroniclePage:
    """`before` is the number it begins below, `more` the one to go on from; `words` say what `about` is.

    `undo` is the one entry in it that may be taken back with a tap.
    """

    lines: list[chronicle.ToldLine]
    before: int | None
    more: int | None
    about: str
    words: str
    groups: tuple[Group, ...]
    undo: Undo | None


def chronicle_page(viewer: AnyViewer, *, about: str = "", before: int | None = None) -> ChroniclePage:
    """Entries about one thing (or everything), newest first."""
    entries = list(chronicle.entries_of(viewer, about=about, before=before)[: chronicle.PAGE])
    lines = chronicle.chronicle_lines(viewer, entries)
    more = lines[-1].seq if len(lines) == chronicle.PAGE else None
    groups = plugin_of(viewer.scope.game).past.groups(viewer, about)
    names = {key: name for group in groups for key, name in group.choices}
    undo = undo_beside(viewer, entries, lines)
    return ChroniclePage(lines, before, more, about, names.get(about, ""), groups, undo)
