"""What the sentences of many notices need, read once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from django.db.models import Count, Q
from django.utils.translation import get_language

from campaigns.models import ActRequest, Entry, LetIn, NightAnswer, Notice, NoticeKind, Report, Summary
from campaigns.nights.games.leagues import Leagues
from campaigns.notices.found import done, let_ins, steps, turns


class Read:
    """What these notices are about, each thing asked for when it is first needed: as many questions to the
    database for one notice as for a hundred of the same leagues."""

    def __init__(self, told: Iterable[Notice]) -> None:
        self._told = list(told)
        results = self._scopes(NoticeKind.RESULT)
        self.leagues = Leagues(results | {about.scope_id for one in self._told if (about := _about(one))})
        self._said: dict[tuple[int, str | None], dict[int, str]] = {}

    @cached_property
    def waits(self) -> Mapping[int, Summary]:
        """How each league stands that waits for somebody."""
        return _rows(turns.rows_of(self._scopes(*turns.OF_TURNS)))

    @cached_property
    def after(self) -> Mapping[int, Summary]:
        """What was played in each with steps still open."""
        return _rows(steps.rows_of(self._scopes(NoticeKind.STEPS)))

    @cached_property
    def people(self) -> Mapping[str, int]:
        """Who sits on the seats that a league waits for, in its turn or for steps."""
        seats = _seats(self.after, steps.seats_in) | _seats(self.waits, turns.seats_waited_for)
        return turns.people_by_seat(seats)

    @cached_property
    def _let_ins(self) -> Mapping[int, tuple[LetIn, int]]:
        """The devices they tell of, each with how many entries were made on it."""
        told = {let_ins.row_of(one) for one in self._told if one.kind == NoticeKind.LET_IN}
        if not told:
            return {}
        counted = Count("traces__slot__entries", filter=Q(traces__slot__entries__void=False))
        rows = LetIn.objects.filter(pk__in=told)
        entered = dict(rows.order_by().annotate(n=counted).values_list("pk", "n"))
        return {one.pk: (one, entered[one.pk]) for one in rows}

    def let_in(self, notice: Notice) -> tuple[LetIn | None, int]:
        """The device a notice tells of, and how many entries were made on it."""
        return self._let_ins.get(let_ins.row_of(notice), (None, 0))

    @cached_property
    def answered(self) -> frozenset[tuple[int, int]]:
        """Nights and the people who have said whether they come."""
        nights = {one.night_id for one in self._told if one.kind == NoticeKind.NIGHT_ASKED}
        said = NightAnswer.objects.filter(night__in=nights) if nights else NightAnswer.objects.none()
        return frozenset(said.values_list("night", "seat__person"))

    def said_of(self, entry: Entry) -> str:
        """What the chronicle says of it, in the language that is spoken now; league by league."""
        at = (entry.scope_id, get_language())
        if at not in self._said:
            named = {one.entry.pk: one.entry for one in self._told if one.entry is not None}
            here = [one for one in named.values() if one.scope_id == entry.scope_id]
            self._said[at] = done.sentences(self.leagues[entry.scope_id], here)
        return self._said[at].get(entry.pk, "")

    def _scopes(self, *kinds: NoticeKind) -> set[int]:
        return {one.scope_id for one in self._told if one.kind in kinds and one.scope_id is not None}


def _about(notice: Notice) -> Entry | Report | ActRequest | None:
    """The report, request or entry whose league a notice tells of."""
    return notice.report or notice.request or notice.entry


def _seats(rows: Mapping[int, Summary], seats_in: Callable[[Summary], set[str]]) -> set[str]:
    return {seat for row in rows.values() for seat in seats_in(row)}


def _rows(found: Iterable[Summary]) -> dict[int, Summary]:
    return {row.scope_id: row for row in found}
