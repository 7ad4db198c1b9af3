"""Holidays are said, begin and end, with all that follows in the leagues of who is away.

Whose move it is there is told anew in the same write, with what silence does meanwhile.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.db.transaction import atomic
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.engine.stored.games import seats_named
from campaigns.engine.transaction.driving import follow_absences
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.access import may_play
from campaigns.engine.who.offices import (
    AWAY,
    BACK,
    DECLINES,
    STANDS_BACK,
    STANDS_IN,
    notify_of_holiday,
    notify_of_standing_in,
)
from campaigns.engine.who.rights import CLOCK, Actor, seats_taking_sides
from campaigns.models import Holiday, HolidayStage, Role, Seat
from campaigns.people.me.nights_away import (
    begun_days,
    begun_words,
    expected_days,
    take_back_nights,
    taken_back_words,
)
from campaigns.people.me.open_moves import open_moves, open_moves_words, played_by
from rules.engine.refusals import Refused

KEPT = timedelta(days=60)  # after it is over: for nights that nobody was there to answer about
LONGEST = timedelta(days=366)


def today_in(seat: Seat, now: datetime) -> date:
    """The day it is where a club is."""
    return now.astimezone(seat.club.tz).date()


def say_away(
    *,
    by: Seat,
    seat: Seat,
    begins: date,
    ends: date,
    stand_in: Seat | None,
    sure: bool = False,
    now: datetime | None = None,
) -> Holiday:
    """Somebody is away from a club, as they say themselves or an organiser for them. Raises `Refused`: with
    the key "sure" for what is asked about once.
    """
    moment = now or timezone.now()
    today = today_in(seat, moment)
    if ends < today:
        raise Refused("", _("That day has passed."), "ends")
    if ends < begins:
        raise Refused("", _("The last day comes before the first."), "ends")
    if ends - max(begins, today) > LONGEST:
        raise Refused("", _("Choose a last day within a year."), "ends")
    if stand_in is not None:
        require_stand_in(seat, stand_in)
    if not sure:
        _require_nothing_open(by, seat, begins, ends, stand_in, moment)
    with atomic():
        told = {"begins": begins, "ends": ends, "stand_in": stand_in, "said_by": by}
        stage = HolidayStage.ON if begins <= today else HolidayStage.COMES
        before = _stands_in_for(seat)
        row, _is_new = Holiday.objects.update_or_create(seat=seat, defaults={**told, "stage": stage})
        _tell_stand_ins(by, seat, before, stand_in)
        take_back_nights(seat, max(begins, today), ends, moment)
        notify_of_holiday(by, seat, AWAY)
        renew_leagues(seat)
    return row


def _stands_in_for(seat: Seat) -> Seat | None:
    """Who is named to stand in, as long as the holiday is not over."""
    row = (
        Holiday.objects.filter(seat=seat).exclude(stage=HolidayStage.OVER).select_related("stand_in").first()
    )
    return row.stand_in if row else None


def _tell_stand_ins(by: Seat, seat: Seat, before: Seat | None, named: Seat | None) -> None:
    """Who is named now hears so once, and who was named before that it is over."""
    if before is not None and before != named:
        notify_of_standing_in(by, before.person_id, seat, STANDS_BACK)
    if named is not None and before != named:
        notify_of_standing_in(by, named.person_id, seat, STANDS_IN)


def decline_to_stand_in(by: Seat, seat: Seat) -> bool:
    """Whoever was named does not stand in; the one away hears so. Gives whether they were named."""
    with atomic():
        rows = Holiday.objects.select_for_update().filter(seat=seat, stand_in__person=by.person_id)
        if not rows.exclude(stage=HolidayStage.OVER).update(stand_in=None):
            return False
        notify_of_standing_in(by, seat.person_id, seat, DECLINES)
        renew_leagues(seat)
    return True


def _require_nothing_open(
    by: Seat, seat: Seat, begins: date, ends: date, stand_in: Seat | None, now: datetime
) -> None:
    """Raise `Refused`, once, where somebody is expected in these days, or a phase may end at once without
    what they have not done.
    """
    own, today = by.person_id == seat.person_id, today_in(seat, now)
    sentences = list[str]()
    if begins <= today:
        sentences += open_moves_words("" if own else str(seat), open_moves(seat, stand_in, own=own))
    if days := expected_days(seat, max(begins, today), ends, now):
        sentences.append(taken_back_words("" if own else str(seat), days))
    if begun := begun_days(seat, max(begins, today), ends, now):
        sentences.append(begun_words("" if own else str(seat), begun))
    if sentences:
        raise Refused("", " ".join(sentences), "sure")


def require_stand_in(seat: Seat, stand_in: Seat) -> None:
    """Raise `Refused` for whom somebody cannot name: they read what a side keeps from its rivals."""
    if stand_in.club_id != seat.club_id or not may_play(stand_in) or stand_in.person_id == seat.person_id:
        raise Refused("", _("Choose somebody else who plays in this club."), "stand_in")
    for scope, registration, state, side in played_by(seat):
        if registration.rules.goes_on and Actor(stand_in).may_favour(side, scope, state, registration):
            sentence = _(
                "In %(league)s, %(name)s plays for a rival, or was made an organiser by somebody who does. "
                "Choose somebody else, or nobody."
            )
            raise Refused("", sentence % {"name": stand_in, "league": scope.name}, "stand_in")


def possible_stand_ins(seat: Seat) -> QuerySet[Seat]:
    """Whom somebody can name: those who may play in the club, and for no rival of theirs."""
    rivals = set[str]()
    for _scope, registration, state, side in played_by(seat):
        if registration.rules.goes_on:
            rivals |= seats_taking_sides(state, registration) - {*registration.rules.members_of(state, side)}
    others = seat.club.seats.active().exclude(person=seat.person_id).exclude(role=Role.SPECTATOR)
    return others.exclude(person__in=seats_named(rivals).values("person"))


def stand_in_problem(row: Holiday) -> str:
    """Why who was named does not act for somebody, empty when they do."""
    if row.stand_in is None:
        return ""
    if Holiday.objects.filter(seat=row.stand_in, stage=HolidayStage.ON).exists():
        return _("%(name)s is away too.") % {"name": row.stand_in}
    try:
        require_stand_in(row.seat, row.stand_in)
    except Refused as refused:
        return refused.sentence
    return ""


def come_back(by: Seat, seat: Seat, now: datetime | None = None) -> None:
    """Somebody is there again, or does not go away after all, as they say themselves or an organiser does."""
    row = Holiday.objects.filter(seat=seat).exclude(stage=HolidayStage.OVER).first()
    if row is None:
        return
    with atomic():
        _end(row, now or timezone.now())
        notify_of_holiday(by, seat, BACK)


def _end(row: Holiday, now: datetime) -> None:
    today = today_in(row.seat, now)
    _tell_stand_ins(row.seat, row.seat, row.stand_in, None)
    if row.begins >= today and row.stage == HolidayStage.COMES:
        row.delete()
        return
    row.stage, row.ends = HolidayStage.OVER, max(row.begins, min(row.ends, today))
    row.save(update_fields=["stage", "ends"])
    renew_leagues(row.seat)


def turn_over(now: datetime) -> int:
    """Begin and end what is due; how many there were. What was over long ago goes."""
    Holiday.objects.filter(stage=HolidayStage.OVER, ends__lt=(now - KEPT).date()).delete()
    changed = 0
    rows = Holiday.objects.exclude(stage=HolidayStage.OVER).select_related("seat__club", "stand_in")
    for row in rows.filter(begins__lte=now.date() + timedelta(days=1)):
        with alone(), atomic():
            changed += _turned(row, now)
    return changed


def _turned(row: Holiday, now: datetime) -> int:
    today = today_in(row.seat, now)
    if row.ends < today:
        row.stage = HolidayStage.OVER
    elif row.stage == HolidayStage.COMES and row.begins <= today:
        row.stage = HolidayStage.ON
    else:
        return 0
    row.save(update_fields=["stage"])
    if row.stage == HolidayStage.OVER:
        _tell_stand_ins(row.seat, row.seat, row.stand_in, None)
    renew_leagues(row.seat)
    return 1


def renew_leagues(seat: Seat) -> None:
    """Say anew whose move it is in every league somebody plays or stands in, and do what follows."""
    stood = Seat.objects.filter(holiday__stand_in=seat, holiday__stage=HolidayStage.ON)
    stood = stood.select_related("club")
    people = [seat, *stood]
    for pk in dict.fromkeys(scope.pk for one in people for scope, *_rest in played_by(one)):
        with scope_transaction(pk, CLOCK) as transaction:
            follow_absences(transaction)


def clear_holidays(seat: Seat) -> None:
    """Whoever leaves a club is not on holiday from it, and stands in for nobody."""
    left = list(Holiday.objects.filter(stand_in=seat).select_related("seat__club"))
    _tell_stand_ins(seat, seat, _stands_in_for(seat), None)
    Holiday.objects.filter(seat=seat).delete()
    for row in left:
        row.stand_in = None
        row.save(update_fields=["stand_in"])
        if row.stage != HolidayStage.OVER:
            notify_of_standing_in(seat, row.seat.person_id, row.seat, DECLINES)
        renew_leagues(row.seat)
