"""The list to correct from: entries by what was played, newest first, and those in which words occur."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Entry
from campaigns.shell.told import chronicle
from campaigns.shell.told.chronicle import ToldLine
from rules.engine.names import name_key

PAGE = 60
AT_ONCE = 240  # entries that are told to find words in them
MOST = 2_400  # so many are looked through for one page; the rest on the next


@dataclass(frozen=True, slots=True)
class Chapter:
    """What was written down about one mission or in one round."""

    title: str
    lines: tuple[ToldLine, ...]


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """`more`: the number below which one goes on looking; `find`: the words looked for."""

    chapters: tuple[Chapter, ...]
    more: int | None
    find: str


type Titled = tuple[str, ToldLine]


def overview_page(viewer: AnyViewer, before: int | None, find: str) -> OverviewPage:
    """A page of entries, or of those in whose lines all of the words `find` occur."""
    find = " ".join(find.split())
    if find:
        found, more = _looked_through(viewer, before, name_key(find).split())
    else:
        found = _titled(viewer, _entries(viewer, before, PAGE))
        more = found[-1][1].seq if len(found) == PAGE else None
    return OverviewPage(tuple(_chapters(found)), more, find)


def _entries(viewer: AnyViewer, before: int | None, most: int) -> list[Entry]:
    return list(chronicle.entries_of(viewer, before=before)[:most])


def _looked_through(
    viewer: AnyViewer, before: int | None, words: list[str]
) -> tuple[list[Titled], int | None]:
    found: list[Titled] = []
    for _block in range(MOST // AT_ONCE):
        told = _titled(viewer, _entries(viewer, before, AT_ONCE))
        found += [(title, line) for title, line in told if _speaks_of(title, line, words)]
        before = told[-1][1].seq if len(told) == AT_ONCE else None
        if before is None or len(found) >= PAGE:
            break
    return found, before


def _speaks_of(title: str, line: ToldLine, words: list[str]) -> bool:
    text = name_key(f"#{line.seq} {title} {line.sentence} {line.who} {line.acting_for}")
    return all(word in text for word in words)


def _titled(viewer: AnyViewer, entries: Sequence[Entry]) -> list[Titled]:
    """Each entry with the title it stands under; what says nothing itself goes with what came before it."""
    plugin, title = plugin_of(viewer.scope.game), ""
    titles = []
    for entry in reversed(entries):
        said = plugin.rules.chapter(viewer.state, entry.procedure, entry.params, entry.slot.code)
        title = title if said is None else said
        titles.append(title)
    return list(zip(reversed(titles), chronicle.chronicle_lines(viewer, list(entries)), strict=True))


def _chapters(found: list[Titled]) -> Iterator[Chapter]:
    """In the order of what is newest in them."""
    for title in dict.fromkeys(title for title, _line in found):
        yield Chapter(title or _("The league"), tuple(line for other, line in found if other == title))
