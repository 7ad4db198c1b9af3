"""Who was let in by another's word, beside what they have done: told until they say that it was them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.models import LetIn, LetInTrace

type People = Mapping[str, KnownPerson]


def traces_at(slots: Iterable[int]) -> QuerySet[LetInTrace]:
    """What was done in some slots by those who had been let in, and have not said that it was them."""
    return LetInTrace.objects.filter(slot__in=set(slots)).exclude(let_in__mine=True)


def let_in_at(slots: Iterable[int]) -> dict[int, list[LetIn]]:
    """Who that was, by slot; one query."""
    return _rows(traces_at(slots), lambda trace: trace.slot_id)


def let_in_by_report(reports: Iterable[int]) -> dict[int, list[LetIn]]:
    """The same by report, before anything has come of it."""
    traces = LetInTrace.objects.filter(report__in=set(reports)).exclude(let_in__mine=True)
    return _rows(traces, lambda trace: trace.report_id)


def let_in_by_request(request: int) -> list[LetIn]:
    """The same of one request."""
    traces = LetInTrace.objects.filter(request=request).exclude(let_in__mine=True)
    return [trace.let_in for trace in traces.select_related("let_in__by").order_by("pk")]


def let_in_said(viewer: AnyViewer, slots: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """The same in words, with whom it was let in as, to members: "Marta on a device Ilse let in"."""
    rows = let_in_at(slots) if viewer.seat else {}
    return {slot: tuple(let_in_words(viewer.people, row, None) for row in of) for slot, of in rows.items()}


def _rows(traces: QuerySet[LetInTrace], key: Callable[[LetInTrace], int | None]) -> dict[int, list[LetIn]]:
    found = defaultdict[int, list[LetIn]](list)
    for trace in traces.select_related("let_in__by").order_by("pk"):
        found[key(trace) or 0].append(trace.let_in)
    return found


def let_in_words(people: People, row: LetIn, actor: int | None) -> str:
    """`on a device Ilse let in`, for who is named already as the person `actor`; else with whom it was."""
    known = people.get(str(row.by_id)) if row.whose_word else None
    said = {"by": known.name if known else row.whose_word or _("somebody"), "name": _name(people, row)}
    is_known = row.person_id == actor
    if row.sign_in_id is not None:
        own, other = (
            _("using a sign-in merged with theirs by %(by)s"),
            _("%(name)s using a sign-in merged with theirs by %(by)s"),
        )
    elif row.mine is False:
        own, other = (
            _("on what they say is somebody else’s device, signed in by %(by)s"),
            _("%(name)s on what they say is somebody else’s device, signed in by %(by)s"),
        )
    else:
        own, other = _("on a device signed in by %(by)s"), _("%(name)s on a device signed in by %(by)s")
    return (own if is_known else other) % said


def _name(people: People, row: LetIn) -> str:
    names = (known.name for known in people.values() if known.person == row.person_id)
    return next(names, _("Somebody"))
