"""Club nights: the rule they come by, each night, and who comes.

A night keeps the time its club's clock will show, `day` and `starts`, and no moment of the world's: so it
stays at seven in the evening when the clocks change, and when the club moves to another zone.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import Club, Person, Seat, SeatStatus
from config.dates import dated

CLOSES = timedelta(hours=6)  # after its end nobody changes any more who was there
OVER = timedelta(days=2)  # a night that began so long ago is over on every clock


class Repeats(models.TextChoices):
    """How the nights of a rule follow one another; those of a month have its weekday and its place in it."""

    WEEK = "1", _("every week")
    SECOND = "2", _("every other week")
    THIRD = "3", _("every three weeks")
    FOURTH = "4", _("every four weeks")
    MONTH = "month", _("every month, on the same weekday")


class Evening(models.Model):
    """What a night and the rule behind it both say: when on the club's clock, where, how many tables and
    places."""

    starts = models.TimeField()
    ends = models.TimeField()
    doors = models.TimeField(null=True, blank=True)
    place = models.CharField(max_length=80, blank=True)
    address = models.CharField(max_length=120, blank=True)
    tables = models.PositiveSmallIntegerField(default=0)
    places = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how many people fit; none: no limit"
    )
    words = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True


class NightRule(Evening):
    """Nights that come again. They are rows as soon as they are near; `made_to` is the last day looked at."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="night_rules")
    repeats = models.CharField(max_length=5, choices=Repeats, default=Repeats.WEEK)
    first = models.DateField()
    until = models.DateField(null=True, blank=True)
    made_to = models.DateField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["first"]

    def __str__(self) -> str:
        return f"{self.get_repeats_display()}, {self.first}"


class Night(Evening):
    """One evening of a club. `by_rule` is the day its rule says, also when this night was moved to another.

    `sequence` counts the changes that a calendar has to hear of.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    rule = models.ForeignKey(
        NightRule, null=True, blank=True, on_delete=models.SET_NULL, related_name="nights"
    )
    by_rule = models.DateField(null=True, blank=True)
    day = models.DateField(db_index=True)
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    sequence = models.PositiveIntegerField(default=0)
    called_off_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["day", "starts", "id"]
        constraints = [
            models.UniqueConstraint(fields=["rule", "by_rule"], name="one_night_per_day_of_a_rule")
        ]

    def __str__(self) -> str:
        return dated(self.day, "l j F")

    @property
    def begins_at(self) -> datetime:
        """When it begins, in the club's time zone."""
        return datetime.combine(self.day, self.starts, self.club.tz)

    @property
    def ends_at(self) -> datetime:
        """When it ends: on the next day, where the clock then shows less."""
        over = timedelta(days=int(self.ends <= self.starts))
        return datetime.combine(self.day + over, self.ends, self.club.tz)

    @property
    def closes_at(self) -> datetime:
        """When it closes by itself: until then an organiser notes who was there."""
        return self.ends_at + CLOSES

    def is_today(self, now: datetime) -> bool:
        """Whether it is its day, or it still goes on after midnight."""
        return now.astimezone(self.club.tz).date() == self.day or self.begins_at <= now < self.ends_at

    @property
    def is_off(self) -> bool:
        return self.called_off_at is not None

    # Who comes; read with the seats of its answers

    @property
    def said(self) -> dict[int, NightAnswer]:
        """What each person of the club said, in the order in which they did; of a merged one the newer answer
        counts."""
        found: dict[int, NightAnswer] = {}
        for one in self.answers.all():
            if one.seat.status != SeatStatus.REMOVED:
                found.pop(one.seat.person_id, None)
                found[one.seat.person_id] = one
        return found

    @property
    def coming(self) -> list[NightAnswer]:
        """Who comes; in the order in which they said so."""
        return [one for one in self.said.values() if one.come == Come.YES]

    @property
    def waiting(self) -> list[NightAnswer]:
        """Who would like to come and has no place; in the order in which they asked for one."""
        return [one for one in self.said.values() if one.come == Come.WAIT]

    @property
    def free(self) -> int | None:
        """How many places are free; none where there is no limit."""
        return None if self.places is None else max(self.places - len(self.coming), 0)

    @property
    def is_full(self) -> bool:
        return self.free == 0

    def has_place_for(self, person: int) -> bool:
        """Whether somebody comes, or may."""
        answer = self.said.get(person)
        return not self.is_full or (answer is not None and answer.come == Come.YES)


class Come(models.TextChoices):
    """WAIT: they would, and everybody who fits into the night comes already."""

    YES = "yes", _("I’ll be there")
    MAYBE = "maybe", _("Maybe")
    NO = "no", _("Not this time")
    WAIT = "wait", _("On the waiting list")


SAYS = (Come.YES, Come.MAYBE, Come.NO)  # what somebody says themselves


class NightAnswer(models.Model):
    """What somebody said about a night: whether they come, what they bring; and that they have arrived."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="answers")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    come = models.CharField(max_length=5, choices=Come)
    brings = models.CharField(max_length=60, blank=True)
    words = models.CharField(max_length=60, blank=True)
    said_at = models.DateTimeField(default=timezone.now)
    here_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(
        null=True, blank=True, help_text="when a place was given to them, or taken, by what others did"
    )
    beyond = models.BooleanField(
        default=False, db_default=False, help_text="let in by an organiser although the night was full"
    )
    for_game = models.BooleanField(
        default=False, db_default=False, help_text="said by agreeing to a game then, and by nothing else"
    )

    class Meta:
        ordering = ["said_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["night", "seat"], name="one_answer_per_night_and_seat")
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.get_come_display()}"


# Places: whoever changes who comes holds the night and reads its answers then, so of two who take the last
# place one waits. A place that falls free is the first one's on the waiting list at once.


def with_answers() -> models.Prefetch[str, models.QuerySet[NightAnswer], str]:
    return models.Prefetch("answers", NightAnswer.objects.select_related("seat"))


def held_nights(nights: Iterable[int]) -> list[Night]:
    """Nights under a lock, always in one order, with what was said about them; inside a transaction."""
    rows = Night.objects.filter(pk__in=list(nights)).select_related("club").order_by("pk")
    return list(rows.select_for_update(of=("self",)).prefetch_related(with_answers()))


def fill_places(nights: Iterable[int]) -> None:
    """Whoever waits has a place as soon as there is one."""
    now = timezone.now()
    for night in held_nights(nights):
        up = night.waiting[: night.free]
        if up and not night.is_off and night.ends_at > now:
            _move(up, Come.YES)


def beyond_places(night: Night, places: int | None) -> list[NightAnswer]:
    """Who would have to wait if only so many fitted, the latest first; nobody who is there."""
    more = 0 if places is None else max(len(night.coming) - places, 0)
    return [one for one in reversed(night.coming) if one.here_at is None][:more]


def settle_places(nights: Iterable[int]) -> None:
    """Other places than before: the latest wait, or those who waited come."""
    pks = list(nights)
    for night in held_nights(pks):
        _move(beyond_places(night, night.places), Come.WAIT)
    fill_places(pks)


def _move(answers: Iterable[NightAnswer], come: Come) -> None:
    moved = NightAnswer.objects.filter(pk__in=[one.pk for one in answers])
    moved.update(come=come, moved_at=timezone.now())


def nights_ahead_of(person: Person, club: int | None = None) -> list[int]:
    """The nights to come, of one club or of all, about which somebody has said something or plays there."""
    answered, plays = models.Q(answers__seat__person=person), models.Q(plans__sides__seat__person=person)
    found = Night.objects.filter(answered | plays, day__gte=(timezone.now() - OVER).date())
    found = found.filter(club=club) if club is not None else found
    return list(found.order_by("pk").values_list("pk", flat=True).distinct())


def leave_nights(person: Person, nights: Iterable[int]) -> None:
    """Whoever leaves comes to no night any more: what they said is taken back, their places are free."""
    now = timezone.now()
    ahead = [night.pk for night in held_nights(nights) if night.ends_at > now]
    NightAnswer.objects.filter(night__in=ahead, seat__person=person, here_at=None).delete()
    fill_places(ahead)
