"""Every figure in which two states differ, before and after, in words: what a correction changes, or a case.

Reads the two states only and knows no game: which figures a player argues about, and what the game adds up
itself, says its plug-in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaigns.engine.histories import Figure, Histories
from campaigns.engine.lines import DiffRow
from campaigns.engine.plugins import plugin_of, veiled
from campaigns.engine.transaction.viewer import AnyViewer
from config.dates import dated
from rules.engine.state import State


def both_sides_of(viewer: AnyViewer, before: State, after: State) -> Histories[State]:
    """Two histories of a league, as this visitor may see them."""
    figures = plugin_of(viewer.scope.game).past.figures
    return Histories(
        before, after, viewer.registration, viewer.people, figures, lambda found: veiled(viewer, found)
    )


def figure_rows[S: State](both: Histories[S]) -> list[DiffRow]:
    """Every figure that differs: mission by mission, then as things stand now, values and standings last."""
    rows = [row for table in both.before.tables() for row in _table_rows(both, table)]
    return [*sorted(rows, key=lambda row: row.occasion == _("now")), *both.figures.sums(both)]


def changed_rows[S: State](both: Histories[S]) -> Iterator[DiffRow]:
    """The figures of each thing that differ, without what a game keeps within them or adds up."""
    for table in both.before.tables():
        for entity_id, then, now in _pairs(both, table):
            yield from _entity_rows(both, entity_id, then, now)


def _table_rows[S: State](both: Histories[S], table: str) -> Iterator[DiffRow]:
    for entity_id, then, now in _pairs(both, table):
        yield from _entity_rows(both, entity_id, then, now)
        if then is not None and now is not None:
            yield from both.figures.within(both, then, now)


def _pairs[S: State](both: Histories[S], table: str) -> Iterator[tuple[str, object, object]]:
    """What differs of a table, as it stood and stands."""
    old, new = getattr(both.before, table), getattr(both.after, table)
    for entity_id in {**old, **new}:
        then, now = old.get(entity_id), new.get(entity_id)
        if then is not now and then != now:
            yield entity_id, then, now


def _entity_rows[S: State](
    both: Histories[S], entity_id: str, then: object, now: object
) -> Iterator[DiffRow]:
    if then is None or now is None:
        yield _came_or_went(both, entity_id, then, now)
    else:
        yield from field_rows(both, entity_id, then, now, both.figures.shown)


def _came_or_went[S: State](both: Histories[S], entity_id: str, then: object, now: object) -> DiffRow:
    there, gone = _("there"), _("gone") if then is not None else "–"
    before, after = (there, gone) if then is not None else (gone, there)
    return diff_row(both, entity_id, "", before, after, now is not None)


def field_rows[S: State](
    both: Histories[S], entity_id: str, then: object, now: object, shown: Mapping[str, Figure]
) -> Iterator[DiffRow]:
    """A row for each of these fields in which the two differ."""
    for field, figure in shown.items():
        before, after = getattr(then, field, None), getattr(now, field, None)
        if before != after and (before or after):
            if both.hides(entity_id, field, after):
                yield diff_row(both, entity_id, str(figure.label), _("hidden"), _("hidden"))
                continue
            said = _both_told(both, field, figure, before, after)
            gained = _gained(both, field, before, after, figure.better)
            yield diff_row(both, entity_id, str(figure.label), *said, gained)


def _both_told[S: State](
    both: Histories[S], field: str, figure: Figure, before: object, after: object
) -> tuple[str, str]:
    """Two values in words; of lists only what is not in both, unless the order is all that differs."""
    if figure.counted:
        return _counted(before), _counted(after)
    if isinstance(before, tuple) and isinstance(after, tuple):
        gone, come = (
            tuple(one for one in two if one not in too) for two, too in ((before, after), (after, before))
        )
        before, after = (gone, come) if gone or come else (before, after)
    return figure_words(both, field, before), figure_words(both, field, after)


def _counted(value: object) -> str:
    return str(len(value)) if isinstance(value, Sized) and len(value) else "–"


def diff_row[S: State](
    both: Histories[S], entity_id: str, label: str, before: str, after: str, gained: bool = False
) -> DiffRow:
    """A row about an entity as things stand now."""
    owner = both.owner(entity_id)
    name = both.name(entity_id)
    what = name if name and name != entity_id else _("The league")
    return DiffRow(_("now"), what, label, owner.name or _("everybody"), owner.emblem, before, after, gained)


def _gained[S: State](both: Histories[S], field: str, before: object, after: object, better: int) -> bool:
    if isinstance(before, str):
        lost = both.figures.lost
        return better > 0 and before in lost and after not in lost
    if not isinstance(before, int) or not isinstance(after, int):
        return False
    return (after - before) * better > 0


def figure_words[S: State](both: Histories[S], field: str, value: object) -> str:
    """A figure in words: a list by its labels, an id by its name, nothing as a dash."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", ()):
        return "–"
    if said := both.figures.said(both, field, value):
        return said
    if isinstance(value, datetime):
        return dated(localtime(value), "j F, H:i")
    if isinstance(value, tuple):
        return ", ".join(_part(both, one) for one in value)
    return (
        str(both.figures.words.get(value, "")) or both.name(value) if isinstance(value, str) else str(value)
    )


def _part[S: State](both: Histories[S], one: object) -> str:
    """One of a list: an id by its name, a thing by its label, what stands beside a key with that."""
    if isinstance(one, str):
        return both.name(one)
    match one:
        case (str(key), value):
            return f"{both.name(key)}: {value}".replace("_", " ")
    label = getattr(one, "label", "") or getattr(one, "key", "") or str(one)
    option = getattr(one, "option", "")
    said = label.replace("_", " ").capitalize()
    return f"{said} ({option})" if option else said
