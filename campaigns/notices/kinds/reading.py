"""What the sentences of many notices need, read once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from campaigns.models import ActRequest, Entry, LetIn, Night, Notice, NoticeKind, Person, Report, Seat
from campaigns.models.nights import with_answers
from campaigns.nights.games.leagues import Leagues
from campaigns.notices.kinds import done, let_ins, office, todos


class NotificationReading:
    """What these notices are about, each thing asked for when it is first needed: as many questions to the
    database for one notice as for a hundred of the same leagues. `reader`: the person who reads them on a
    device of their own, and so all that they may know; others read what everybody does.
    """

    def __init__(self, told: Iterable[Notice], reader: Person | None = None) -> None:
        self._told, self._reader = list(told), reader
        results = self._scopes(NoticeKind.RESULT)
        self.leagues = Leagues(results | {about.scope_id for one in self._told if (about := _about(one))})
        self._said: dict[tuple[int, str | None], dict[int, str]] = {}

    @cached_property
    def leagues_known(self) -> frozenset[int]:
        """The leagues that one may say of whose move it is."""
        return todos.known_leagues(self._scopes(*todos.OF_TODOS))

    @cached_property
    def owing(self) -> Mapping[todos.At, todos.Owing]:
        """What these people have to do in the leagues they are told of."""
        told = [one for one in self._told if one.kind in todos.OF_TODOS and one.scope_id is not None]
        at = {(one.scope_id or 0, one.person_id) for one in told}
        return todos.owing(timezone.now(), at) if at else {}

    def is_over(self, notice: Notice) -> bool:
        """Whether there is nothing left to do of what it called somebody to."""
        return todos.is_over(notice, self.leagues_known, self.owing)

    def owed(self, notice: Notice) -> todos.Owing | None:
        """What its person has to do in its league; nothing by a line that is over."""
        current = notice.key == todos.todo_notice_key(notice.scope_id or 0)
        return self.owing.get((notice.scope_id or 0, notice.person_id)) if current else None

    @cached_property
    def _let_ins(self) -> Mapping[int, tuple[LetIn, int]]:
        """The devices they tell of, each with how many entries were made on it."""
        told = {let_ins.let_in_id(one) for one in self._told if one.kind == NoticeKind.LET_IN}
        if not told:
            return {}
        counted = Count("traces__slot__entries", filter=Q(traces__slot__entries__void=False))
        rows = LetIn.objects.filter(pk__in=told)
        entered = dict(rows.order_by().annotate(n=counted).values_list("pk", "n"))
        return {one.pk: (one, entered[one.pk]) for one in rows}

    def let_in(self, notice: Notice) -> tuple[LetIn | None, int]:
        """The device a notice tells of, and how many entries were made on it."""
        return self._let_ins.get(let_ins.let_in_id(notice), (None, 0))

    @cached_property
    def stood_for(self) -> Mapping[int, office.StoodFor]:
        """Those who are away and for whom somebody stands in."""
        return office.stood_for(one for one in self._told if one.kind == NoticeKind.ACTED_FOR)

    @cached_property
    def said_to(self) -> Mapping[tuple[int, int], str]:
        """What people have said to the nights they are told of."""
        nights = {one.night_id for one in self._told if one.night_id is not None}
        found = Night.objects.filter(pk__in=nights).prefetch_related(with_answers()) if nights else ()
        return {(night.pk, person): one.come for night in found for person, one in night.said.items()}

    @cached_property
    def addressed(self) -> Mapping[int, Seat]:
        """To whom alone words were written."""
        to = {pk for one in self._told if one.word is not None for pk in one.word.to or ()}
        return Seat.objects.in_bulk(to) if to else {}

    def said_of(self, entry: Entry) -> str:
        """What the chronicle says of it to whoever reads, in the language that is spoken now; league by
        league."""
        at = (entry.scope_id, get_language())
        if at not in self._said:
            named = {one.entry.pk: one.entry for one in self._told if one.entry is not None}
            here = [one for one in named.values() if one.scope_id == entry.scope_id]
            found, reader = self.leagues[entry.scope_id], self._reader
            seat = reader.seats.active().filter(club=found.scope.club_id).first() if reader else None
            self._said[at] = done.entry_sentences(found, here, seat)
        return self._said[at].get(entry.pk, "")

    def _scopes(self, *kinds: NoticeKind) -> set[int]:
        return {one.scope_id for one in self._told if one.kind in kinds and one.scope_id is not None}


def notices_of(person: Person) -> QuerySet[Notice]:
    """A person's, with all that they are about."""
    related = (
        "club",
        "actor",
        "plan__scope",
        "plan__club",
        "plan__night__club",
        "night__club",
        "report__scope",
        "report__reporter",
        "report__entry__slot",
        "request__scope",
        "request__asker",
        "request__answered_by",
        "entry__scope",
        "entry__slot",
        "word__club",
        "word__night__club",
        "word__scope",
    )
    found = Notice.objects.filter(person=person).select_related(
        *related, "chat", "scope__club", "person__telling"
    )
    return found.prefetch_related("plan__sides__seat")


def _about(notice: Notice) -> Entry | Report | ActRequest | None:
    """The report, request or entry whose league a notice tells of."""
    return notice.report or notice.request or notice.entry
