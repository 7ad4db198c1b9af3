"""Club nights: changed, called off, coming up, and whether somebody comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Come, Night, NightAnswer, Notice, NoticeKind, PlannedGame, Topic
from campaigns.models.nights import with_answers
from campaigns.nights.evening import away_people, members
from campaigns.notices.kinds.games import fell_with_its_night, with_reason
from campaigns.notices.kinds.kind import Look, NotificationKind
from campaigns.notices.kinds.making import notices
from campaigns.notices.kinds.reading import NotificationReading

NEAR, SOON = timedelta(days=1), timedelta(days=2)
UP, DOWN = "place-", "no-place-"  # of the keys that say who has a place at a night, or none any more


def of_nights(look: Look) -> Iterator[Notice]:
    yield from of_changes(look)
    yield from of_places(look)


def of_changes(look: Look) -> Iterator[Notice]:
    """Who said they come, or may, or was to play, hears that a night has changed or does not take place."""
    changed = Night.objects.filter(changed_at__gte=look.since, sequence__gt=0)
    for night in changed.select_related("club").prefetch_related(with_answers()):
        if night.ends_at > look.now:
            people = {one for one, answer in night.said.items() if answer.come != Come.NO}
            people |= _players_of(night)
            kind = NoticeKind.NIGHT_OFF if night.is_off else NoticeKind.NIGHT_CHANGED
            key = f"night-{night.pk}-{night.sequence}"
            yield from notices(people, night.club_id, kind, key, night=night, at=night.changed_at)


def of_places(look: Look) -> Iterator[Notice]:
    """Who waited hears that they come after all, and who has to wait; by what others did, and nobody else."""
    moved = NightAnswer.objects.filter(moved_at__gte=look.since, night__called_off_at=None)
    for answer in moved.select_related("night__club", "seat"):
        night, at, comes = answer.night, answer.moved_at, answer.come == Come.YES
        if at is not None and answer.come in (Come.YES, Come.WAIT) and night.ends_at > look.now:
            key = f"{UP if comes else DOWN}{night.pk}-{at:%Y%m%d%H%M%S%f}"
            people, kind = [answer.seat.person_id], NoticeKind.NIGHT_CHANGED
            yield from notices(people, night.club_id, kind, key, night=night, at=at)


def _players_of(night: Night) -> set[int]:
    """Those with a game on a night, or one that fell with it, whatever they said about the night."""
    plans = PlannedGame.objects.filter(night=night).select_related("night").prefetch_related("sides__seat")
    meant = [one for one in plans if one.is_open or fell_with_its_night(one)]
    return {side.seat.person_id for plan in meant for side in plan.sides.all()}


def of_nights_near(look: Look) -> Iterator[Notice]:
    """Who said they come, or may, is reminded the day before."""
    now = look.now
    near = Night.objects.filter(day__range=(now.date() - NEAR, now.date() + 2 * NEAR), called_off_at=None)
    for night in near.select_related("club").prefetch_related(with_answers()):
        if NEAR / 24 < night.begins_at - now <= NEAR:
            people = {one for one, answer in night.said.items() if answer.come in (Come.YES, Come.MAYBE)}
            key = f"{NoticeKind.NIGHT_SOON}-{night.pk}-{night.day}"
            yield from notices(people, night.club_id, NoticeKind.NIGHT_SOON, key, night=night, at=now)


def of_nights_unanswered(look: Look) -> Iterator[Notice]:
    """Who has said nothing, and plays nothing there, is asked two days before."""
    now = look.now
    near = Night.objects.filter(day__range=(now.date() - NEAR, now.date() + SOON + NEAR), called_off_at=None)
    for night in near.select_related("club").prefetch_related(with_answers()):
        left = night.begins_at - now
        if NEAR / 24 < left <= SOON:
            answered = night.said.keys() | _players_of(night) | away_people(night)
            people = {one.person_id for one in members(night.club)} - answered
            key = f"{NoticeKind.NIGHT_ASKED}-{night.pk}-near-{night.day}"
            yield from notices(people, night.club_id, NoticeKind.NIGHT_ASKED, key, night=night, at=now)


# In words


def _says(notice: Notice, read: NotificationReading) -> str:
    night = notice.night
    assert night is not None
    names: dict[str, object] = {"name": notice.actor or _("Somebody")}
    if notice.kind == NoticeKind.NIGHT_OFF:
        said = _("The club night on %(day)s has been called off") % {"day": night}
        return with_reason(said, night.why)
    known = {"day": night, "from": f"{night.starts:%H:%M}", "place": night.place}
    if notice.kind == NoticeKind.NIGHT_ASKED and notice.actor is None:
        return _("Club night on %(day)s, %(from)s: will you be there?") % known
    if notice.kind == NoticeKind.NIGHT_ASKED:
        return _("%(name)s is asking whether you’re coming to the club night on %(day)s, %(from)s") % {
            **names,
            **known,
        }
    if notice.kind == NoticeKind.NIGHT_SOON:
        soon = _("Club night on %(day)s, %(from)s, %(place)s")
        return (soon if night.place else _("Club night on %(day)s, %(from)s")) % known
    if notice.key.startswith(UP):
        return _("There is a place for you after all: club night on %(day)s, %(from)s") % known
    if notice.key.startswith(DOWN):
        return _("There are fewer places at the club night on %(day)s: you’re on the waiting list") % known
    told = _("The club night has changed: %(day)s, %(from)s, %(place)s")
    return (told if night.place else _("The club night has changed: %(day)s, %(from)s")) % known


# Whether it is still so


def _is_latest(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    night = notice.night
    assert night is not None
    if notice.key.startswith((UP, DOWN)):
        come = Come.YES if notice.key.startswith(UP) else Come.WAIT
        still = read.said_to.get((night.pk, notice.person_id)) == come
        return still and not night.is_off and night.ends_at > now
    return notice.key == f"night-{night.pk}-{night.sequence}" and night.ends_at > now


def _is_near(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    night = notice.night
    assert night is not None
    near = notice.key == f"{notice.kind}-{night.pk}-{night.day}"
    return near and not night.is_off and night.begins_at > now


def _is_unanswered(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    night = notice.night
    assert night is not None
    said = (night.pk, notice.person_id) in read.said_to
    return not (said or night.is_off) and night.begins_at > now


def _ends(notice: Notice, now: datetime) -> datetime | None:
    return notice.night.ends_at if notice.night else None


def _begins(notice: Notice, now: datetime) -> datetime | None:
    return notice.night.begins_at if notice.night else None


def _place(notice: Notice) -> str:
    night = notice.night
    assert night is not None
    return reverse("campaigns:night", args=[night.club.slug, night.pk])


_NIGHT = NotificationKind(
    topic=Topic.NIGHTS, icon="calendar-event", says=_says, place=_place, is_so=_is_latest, ends=_ends,
    week="happened", finds=of_nights,
)  # fmt: skip
_SOON = replace(_NIGHT, is_so=_is_near, ends=_begins, week="", finds=of_nights_near)
KINDS = {
    NoticeKind.NIGHT_CHANGED: _NIGHT,
    NoticeKind.NIGHT_OFF: replace(_NIGHT, icon="slash-circle"),
    NoticeKind.NIGHT_SOON: _SOON,
    NoticeKind.NIGHT_ASKED: replace(
        _SOON, topic=Topic.COMING, is_so=_is_unanswered, finds=of_nights_unanswered
    ),
}
