"""Games: who means to play whom, when and at which table, what became of it, and who looks for a game.

A record is no game state. On the evening it becomes the mission or battle itself, by the game's own
procedure; `became` is what the league then calls it, and `stands` how that is, as the door reads it there. A
game nobody had planned has a record since it began, or was told.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, time, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.journal import Scope
from campaigns.models.nights import CLOSES, Come, Night, NightAnswer, fill_places, held_nights, with_answers
from campaigns.models.people import Club, Person, Seat

NOON = time(12)
LASTS = timedelta(hours=3)  # a game on a day that is no club night
UNTOLD = timedelta(days=14)  # so long is it asked what came of a game that was to be played


class PlanStatus(models.TextChoices):
    """PAIRED: an organiser has said so; it holds as if all had agreed, until somebody calls it off."""

    ASKED = "asked", _("not accepted yet")
    PAIRED = "paired", _("paired")
    AGREED = "agreed", _("agreed")
    DECLINED = "declined", _("declined")
    OFF = "off", _("called off")
    LAPSED = "lapsed", _("lapsed without an answer")
    BEGUN = "begun", _("already started")


TO_PLAY = (PlanStatus.PAIRED, PlanStatus.AGREED)
OPEN = (PlanStatus.ASKED, *TO_PLAY)


class GameState(models.TextChoices):
    """How the game is that a record has become, as its league says: under way; told, and not agreed to; it
    counts; or it was called off there. Empty: not begun, or followed by nobody. Nobody has read it yet: a
    record of an older release.
    """

    UNREAD = "unread"
    PLAYS = "plays"
    TOLD = "told"
    COUNTS = "counts"
    STRUCK = "struck"


class Fell(models.TextChoices):
    """With what a game fell that nobody called off for itself: with its night; as somebody does not come, or
    has left the club; because two who were to meet are one person; with its league.
    """

    NIGHT = "night"
    AWAY = "away"
    LEFT = "left"
    ONE = "one"
    OVER = "over"


class PlannedGameQuerySet(models.QuerySet["PlannedGame"]):
    def open(self) -> PlannedGameQuerySet:
        """Those that may still be played."""
        return self.filter(status__in=OPEN)

    def to_play(self) -> PlannedGameQuerySet:
        """Those that are to be played as they stand, and have not begun."""
        return self.filter(status__in=TO_PLAY)

    def live(self) -> PlannedGameQuerySet:
        """Those that are still to come, under way or played: neither declined nor off."""
        return self.filter(status__in=(*OPEN, PlanStatus.BEGUN))

    def planned(self) -> PlannedGameQuerySet:
        """Those somebody had planned; not what was played unplanned."""
        return self.filter(asks__gt=0)

    def of(self, *people: Person | int) -> PlannedGameQuerySet:
        """Those in which any of these people plays, in whichever of their seats."""
        return self.filter(pk__in=PlannedSide.objects.filter(seat__person__in=people).values("game"))

    def of_evening(self, night: Night) -> PlannedGameQuerySet:
        """Those of a night, and those its people play elsewhere while it goes on."""
        meanwhile = models.Q(night=None, club=night.club_id, day=night.day, starts__gte=night.starts)
        return self.filter(models.Q(night=night.pk) | meanwhile)

    def fall(self, *, by: Seat | None, fell: Fell, why: str = "") -> int:
        """Call off those that are open, in the name of whoever made them impossible; how many."""
        changed = {"sequence": models.F("sequence") + 1, "changed_at": timezone.now()}
        changed["was"] = models.F("status")
        nights = (
            [] if fell == Fell.OVER else list(self.open().exclude(night=None).values_list("night", flat=True))
        )
        held_nights(nights)  # before the games, as everybody locks them
        fallen = self.open().update(status=PlanStatus.OFF, fell=fell, why=why, changed_by=by, **changed)
        if nights:
            no_longer_for_a_game(nights)
        return fallen


def no_longer_for_a_game(nights: Collection[int]) -> None:
    """Take back that somebody comes to a night who has said so by nothing but agreeing to a game that is off:
    they are asked anew, or may come as they had said before.
    """
    plays = PlannedSide.objects.filter(
        game__night=models.OuterRef("night"),
        game__status__in=(*TO_PLAY, PlanStatus.BEGUN),
        seat__person=models.OuterRef("seat__person"),
        said="yes",
    )
    said = NightAnswer.objects.filter(night__in=nights, for_game=True, here_at=None)
    said = said.exclude(models.Exists(plays))
    said.filter(brings="", words="").delete()
    said.update(come=Come.MAYBE, for_game=False)
    fill_places(nights)


class PlannedGame(models.Model):
    """A game between seats of a club, on a night of it or any other day; of a league, or just a game."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="plans")
    scope = models.ForeignKey(Scope, null=True, blank=True, on_delete=models.CASCADE, related_name="plans")
    single = models.CharField(
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text="of no league: the game and the edition of its book",
    )
    night = models.ForeignKey(Night, null=True, blank=True, on_delete=models.SET_NULL, related_name="plans")
    day = models.DateField(db_index=True)
    starts = models.TimeField()
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=8, choices=PlanStatus, default=PlanStatus.ASKED)
    asked_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    words = models.CharField(max_length=200, blank=True)
    stake = models.CharField(max_length=120, blank=True)
    why = models.CharField(max_length=120, blank=True)
    fell = models.CharField(max_length=5, choices=Fell, blank=True, default="", db_default="")
    was = models.CharField(
        max_length=8, blank=True, default="", db_default="", help_text="its status before it began or fell"
    )
    became = models.CharField(max_length=80, blank=True)
    stands = models.CharField(
        max_length=6, choices=GameState, blank=True, default="", db_default=GameState.UNREAD
    )
    report = models.ForeignKey(
        "campaigns.Report", null=True, blank=True, on_delete=models.SET_NULL, related_name="records"
    )
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    asks = models.PositiveSmallIntegerField(
        default=1, help_text="how often the others were asked: a move asks again; 0: nobody planned it"
    )
    was_day = models.DateField(null=True, blank=True, help_text="before it was moved last")
    was_starts = models.TimeField(null=True, blank=True)
    retabled = models.PositiveIntegerField(
        default=0, db_default=0, help_text="the sequence with which its table alone changed last"
    )
    retabled_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    begun_at = models.DateTimeField(null=True, blank=True)
    sequence = models.PositiveIntegerField(default=0)

    objects = PlannedGameQuerySet.as_manager()

    class Meta:
        ordering = ["day", "starts", "table", "id"]

    def __str__(self) -> str:
        return f"{self.day} {self.get_status_display()}"

    @property
    def begins_at(self) -> datetime:
        """When it begins, in the club's time zone."""
        return datetime.combine(self.day, self.starts, self.club.tz)

    @property
    def ends_at(self) -> datetime:
        """When nobody begins it any more: with its night, or when it would have been played."""
        over = self.begins_at + LASTS if self.night is None else self.night.ends_at
        return over if over > self.begins_at else self.begins_at + LASTS

    @property
    def closes_at(self) -> datetime:
        """When somebody should have said what came of it: with its night, or as long after its end."""
        return self.ends_at + CLOSES if self.night is None else self.night.closes_at

    def is_untold(self, now: datetime) -> bool:
        """Whether a game of a league was to be played, and nobody has begun it or told of it."""
        followed = self.scope_id is not None and not self.single
        begun = self.stands not in ("", GameState.UNREAD)
        return self.is_to_play and followed and not begun and self.closes_at <= now

    def arrive(self, now: datetime) -> None:
        """Whoever begins it on its night is there, also who has no place; inside a transaction."""
        night = self.night
        if night is None or night.is_off or night.ends_at <= now or not night.is_today(now):
            return
        seats = [side.seat for side in self.sides.select_related("seat")]
        models.prefetch_related_objects([night], with_answers())
        said, come = night.said, {answer.seat.person_id for answer in night.coming}
        more = [seat.person_id for seat in seats if seat.person_id not in come]
        beyond = [] if night.free is None else more[night.free :]
        there = {"come": Come.YES, "here_at": now}
        absent = NightAnswer.objects.filter(night=night, here_at=None)
        absent = absent.filter(seat__person__in=[seat.person_id for seat in seats])
        absent.exclude(come__in=(Come.YES, Come.WAIT)).update(said_at=now)
        if beyond:
            absent.filter(seat__person__in=beyond).update(beyond=True, **there)
        absent.update(**there)
        fresh = [
            NightAnswer(
                night=night, seat=seat, said_at=now, for_game=True, beyond=seat.person_id in beyond, **there
            )
            for seat in seats
            if seat.person_id not in said
        ]
        NightAnswer.objects.bulk_create(fresh, ignore_conflicts=True)

    def take_back_arrival(self, people: Collection[int]) -> bool:
        """These were not there after all: what nothing but its beginning has said of them, and whether
        anything was; what they had said of the night themselves stands again. Inside a transaction."""
        there = {"night": self.night_id, "here_at": self.begun_at, "seat__person__in": people}
        said = NightAnswer.objects.filter(**there)
        if self.night_id is None or self.begun_at is None or not said.exists():
            return False
        by_game = models.Q(said_at=self.begun_at)  # else they had said before that they would come, or wait
        said.filter(by_game, for_game=True).delete()
        said.filter(by_game).update(come=Come.MAYBE)
        said.filter(~by_game, beyond=True).update(come=Come.WAIT)
        said.update(here_at=None, beyond=False)
        fill_places([self.night_id])
        return True

    @property
    def lapses_at(self) -> datetime:
        """Without an answer it lapses: at noon of its day; if it was asked later, when it begins; if it was
        asked later still, when it ends."""
        noon = datetime.combine(self.day, NOON, self.club.tz)
        if self.changed_at < noon < self.begins_at:
            return noon
        return self.begins_at if self.changed_at < self.begins_at else self.ends_at

    @property
    def nobody_answered(self) -> bool:
        """Whether it lapsed because somebody who was asked has said nothing."""
        said = {one.said for one in self.sides.all()}
        return self.status == PlanStatus.LAPSED and "" in said and len(said) > 1

    @property
    def is_just_a_game(self) -> bool:
        """Whether the app has no more to do with it than its date."""
        return self.scope_id is None and not self.single

    @property
    def is_to_play(self) -> bool:
        """Whether it is to be played as it stands, and has not begun."""
        return self.status in TO_PLAY

    @property
    def is_open(self) -> bool:
        """Whether it may still take place."""
        return self.status in OPEN


class PlannedSide(models.Model):
    """Somebody who is to play, and what they said to it."""

    game = models.ForeignKey(PlannedGame, on_delete=models.CASCADE, related_name="sides")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    said = models.CharField(max_length=3, blank=True, choices=[("yes", _("accepted")), ("no", _("declined"))])
    words = models.CharField(max_length=120, blank=True)
    said_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_side_per_game_and_seat")]

    def __str__(self) -> str:
        return f"{self.seat} {self.said}"


class Looking(models.Model):
    """Somebody wants a game this week."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="looking")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="looking")
    words = models.CharField(max_length=120, blank=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["since"]

    def __str__(self) -> str:
        return f"{self.seat}: {self.words}"
