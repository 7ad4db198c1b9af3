"""Who has a place at a night that not everybody fits into: in the order in which they asked for one.

Whoever changes who comes holds the night and reads its answers then, so of two who take the last place one
waits. A place that falls free is the first one's on the waiting list at once; `moved_at` says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from campaigns.models.nights import Come, Night, NightAnswer
from campaigns.models.people import Person

OVER = timedelta(days=2)  # a night that began so long ago is over on every clock


def with_answers() -> Prefetch[str, QuerySet[NightAnswer], str]:
    return Prefetch("answers", NightAnswer.objects.select_related("seat"))


def held(nights: Iterable[int]) -> list[Night]:
    """Nights under a lock, always in one order, with what was said about them; inside a transaction."""
    rows = Night.objects.filter(pk__in=list(nights)).select_related("club").order_by("pk")
    return list(rows.select_for_update(of=("self",)).prefetch_related(with_answers()))


def fill(nights: Iterable[int]) -> None:
    """Whoever waits has a place as soon as there is one."""
    now = timezone.now()
    for night in held(nights):
        up = night.waiting[: night.free]
        if up and not night.is_off and night.ends_at > now:
            _move(up, Come.YES)


def beyond(night: Night, places: int | None) -> list[NightAnswer]:
    """Who would have to wait if only so many fitted, the latest first; nobody who is there."""
    more = 0 if places is None else max(len(night.coming) - places, 0)
    return [one for one in reversed(night.coming) if one.here_at is None][:more]


def last(night: Night) -> list[NightAnswer]:
    """Who comes beyond those who fit: who asked last."""
    return [] if night.places is None else night.coming[night.places :]


def settle(nights: Iterable[int]) -> None:
    """Other places than before: the latest wait, or those who waited come."""
    pks = list(nights)
    for night in held(pks):
        _move(beyond(night, night.places), Come.WAIT)
    fill(pks)


def _move(answers: Iterable[NightAnswer], come: Come) -> None:
    moved = NightAnswer.objects.filter(pk__in=[one.pk for one in answers])
    moved.update(come=come, moved_at=timezone.now())


def ahead_of(person: Person, club: int | None = None) -> list[int]:
    """The nights to come, of one club or of all, about which somebody has said something or plays there."""
    answered, plays = Q(answers__seat__person=person), Q(plans__sides__seat__person=person)
    found = Night.objects.filter(answered | plays, day__gte=(timezone.now() - OVER).date())
    found = found.filter(club=club) if club is not None else found
    return list(found.order_by("pk").values_list("pk", flat=True).distinct())


def leave(person: Person, nights: Iterable[int]) -> None:
    """Whoever leaves comes to no night any more: what they said is taken back, their places are free."""
    pks = list(nights)
    NightAnswer.objects.filter(night__in=pks, seat__person=person, here_at=None).delete()
    fill(pks)
