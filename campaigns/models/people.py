"""Clubs, the people in them and the links that let them in.

A *person* signs in; a *seat* is that person's place in one club and what leagues refer to. Names live here
and only here, so they can be changed, moderated or erased; the journal holds ids. Who may do what: `access`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import tokens
from config.dates import dated_by


class PaperSize(models.TextChoices):
    A4 = "A4", _("A4")
    LETTER = "Letter", _("Letter")


class Stage(models.TextChoices):
    """How far an office has come: who opens it first is asked what their club is, or looks at a demo."""

    OWN = "", "a club of people"
    NEW = "new", "nobody has said yet what the club is called"
    DEMO = "demo", "a demo, which nobody has opened yet"
    SEEN = "seen", "a demo that somebody looks around in"
    ASIDE = "aside", "a demo that was left for a club"


class Club(models.Model):
    """A gaming club: the circle inside which leagues, people and links are visible."""

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60, unique=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    founded_at = models.DateTimeField(default=timezone.now)
    paper = models.CharField(max_length=6, choices=PaperSize, default=PaperSize.A4)
    # Since then nothing leaves the office, but the inbox: a demo club, or one that came out of a backup.
    silent_since = models.DateTimeField(null=True, blank=True)
    stage = models.CharField(max_length=5, choices=Stage, default=Stage.OWN, db_default="", blank=True)
    # What new leagues begin with where it is not the rulebook's way: settings by their keys.
    habits = models.JSONField(default=dict, db_default={}, blank=True)
    # How often its clock was set to another zone, which moves each of its nights for other programs.
    clock_changes = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    clock_changed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The database counts up whenever this row or one of the club's seats changes, and tells open pages.
    version = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)

    def __str__(self) -> str:
        return self.name

    @property
    def tz(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def is_demo(self) -> bool:
        return self.stage in (Stage.DEMO, Stage.SEEN, Stage.ASIDE)


class Dice(models.TextChoices):
    ASK = "ask", _("Ask me for each die")
    APP = "app", _("The app rolls for me")


class Theme(models.TextChoices):
    AUTO = "auto", _("Same as my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Person(models.Model):
    """Somebody who signs in: a guest without a password at first, later with a password or passkey."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="person")
    display_name = models.CharField(max_length=40, blank=True)
    dice = models.CharField(max_length=4, choices=Dice, default=Dice.ASK)
    theme = models.CharField(max_length=5, choices=Theme, default=Theme.AUTO)
    # empty: what the browser asks for
    language = models.CharField(max_length=7, blank=True, default="", db_default="")
    # Two sign-ins that turned out to be one human being: this one stands for the other from then on.
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged_from"
    )
    erased_at = models.DateTimeField(null=True, blank=True)
    # Whether somebody else has let a device in as this person, and they have not said that it was them.
    let_in = models.BooleanField(default=False, db_default=False)
    # `naming.name_key` of the name they sign in with.
    sign_in_key = models.TextField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name_plural = "people"
        constraints = [models.UniqueConstraint(fields=["sign_in_key"], name="one_person_per_sign_in_name")]

    def __str__(self) -> str:
        return self.display_name or gettext("A former player")

    @property
    def own_clock(self) -> ZoneInfo | None:
        """The zone they want moments told in, where they have said one."""
        telling = getattr(self, "telling", None)
        return ZoneInfo(telling.zone) if telling is not None and telling.zone else None

    @property
    def is_claimed(self) -> bool:
        """Whether there is a password to sign in with."""
        return self.user.has_usable_password()

    @property
    def sign_in_name(self) -> str:
        """What they type to sign in; a guest's is ours and nobody types it."""
        return self.user.get_username() if self.is_claimed else ""


class Role(models.TextChoices):
    ORGANISER = "organiser", _("Organiser")
    PLAYER = "player", _("Player")
    SPECTATOR = "spectator", _("Spectator")


class SeatStatus(models.TextChoices):
    ACTIVE = "active", _("Here")
    REMOVED = "removed", _("Removed")
    MERGED = "merged", _("Merged with another seat")


class Emblem(models.TextChoices):
    ORANGE = "orange", _("Orange sun")
    SKY = "sky", _("Sky gem")
    GREEN = "green", _("Green tree")
    YELLOW = "yellow", _("Yellow lightning")
    BLUE = "blue", _("Blue droplet")
    VERMILION = "vermilion", _("Vermilion fire")
    PURPLE = "purple", _("Purple moon")
    IRON = "iron", _("Iron hammer")


class SeatQuerySet(models.QuerySet["Seat"]):
    def active(self) -> SeatQuerySet:
        return self.filter(status=SeatStatus.ACTIVE)

    def organisers(self) -> SeatQuerySet:
        return self.active().filter(role=Role.ORGANISER)


class OfAClub(Protocol):
    """A league, as far as its club is concerned."""

    pk: int
    club_id: int


class Seat(models.Model):
    """A person's place in one club.

    A merged seat stays as a second row of the same person, so nothing that names it has to move.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seats")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="seats")
    role = models.CharField(max_length=9, choices=Role, default=Role.PLAYER)
    name = models.CharField(max_length=40, blank=True)
    # `naming.name_key` of the name of who is here; none where two were alike before there were keys.
    name_key = models.TextField(null=True, blank=True, editable=False)
    emblem = models.CharField(max_length=9, choices=Emblem, default=Emblem.ORANGE)
    status = models.CharField(max_length=7, choices=SeatStatus, default=SeatStatus.ACTIVE)
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)
    # Made by the join form: a second tap on "Join" finds the seat the first one made.
    join_key = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    # Who made it an organiser's, and when; nothing for who founded the club or was one before this was noted.
    organiser_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", editable=False
    )
    organiser_since = models.DateTimeField(null=True, blank=True, editable=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"],
                condition=models.Q(status__in=["active", "removed"]),
                name="one_seat_per_person_and_club",
            ),
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=models.Q(status="active"),
                name="one_seat_per_name_key_and_club",
            ),
            # For what a version before writes, which knows no keys.
            models.UniqueConstraint(
                "club", Lower("name"), condition=models.Q(status="active"), name="one_seat_per_name_and_club"
            ),
        ]
        indexes = [models.Index(fields=["person", "club"], name="seats_of_a_person")]

    def __str__(self) -> str:
        return self.name or gettext("A former player")

    @property
    def is_active(self) -> bool:
        return self.status == SeatStatus.ACTIVE

    @property
    def is_organiser(self) -> bool:
        """Whether it is an organiser's of the whole club; of one league `organises` says so."""
        return self.is_active and self.role == Role.ORGANISER

    @cached_property
    def runs(self) -> Collection[int]:
        """The leagues it organises alone, read with the seat (`with_runs`) or asked for."""
        read: Collection[int] | None = getattr(self, "runs_read", None)
        return tuple(self.organised.values_list("scope", flat=True)) if read is None else read

    def organises(self, scope: OfAClub) -> bool:
        """Whether it is an organiser's there: of the whole club, or of this league alone."""
        if self.club_id != scope.club_id or not self.is_active:
            return False
        return self.is_organiser or (self.role == Role.PLAYER and scope.pk in self.runs)

    @property
    def is_spectator(self) -> bool:
        return self.role == Role.SPECTATOR


class SecretLink(models.Model):
    """A link with a secret word in it, of which the database knows the hash only."""

    PURPOSE = ""

    nonce = models.CharField(max_length=32, default=tokens.new_nonce, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def word(self) -> str | None:
        """The secret word, for somebody who may know it; `None` after a change of the server's key."""
        return tokens.word_if_known(self.PURPOSE, self.nonce, self.token_hash)

    @classmethod
    def hash_for(cls, nonce: str) -> str:
        return tokens.hash_of(tokens.secret_word(cls.PURPOSE, nonce))


class Invitation(SecretLink):
    """An open link into a club. Opening spends nothing, joining spends one use."""

    PURPOSE = "invitation"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    # The league joining leads to; none: the club alone.
    scope = models.ForeignKey(
        "campaigns.Scope", null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=9, choices=Role, default=Role.PLAYER)
    uses_left = models.PositiveSmallIntegerField()
    expires_at = models.DateTimeField()
    made_by = models.ForeignKey(Seat, on_delete=models.RESTRICT, related_name="+")

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.get_role_display()}, {self.uses_left} left"

    def is_open(self, now: datetime | None = None) -> bool:
        return self.revoked_at is None and self.uses_left > 0 and self.expires_at > (now or timezone.now())


class WayBack(SecretLink):
    """A person's own link back to their seat: good on any device until it is revoked or replaced."""

    PURPOSE = "way-back"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ways_back")
    # The organiser who made it for somebody locked out; empty when the person made it.
    made_by = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "ways back"
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=models.Q(revoked_at=None), name="one_way_back_per_person"
            )
        ]

    def __str__(self) -> str:
        return f"way back {self.pk}"


class LetIn(models.Model):
    """Somebody else's word let a device in as a person, or said that two people are one.

    It holds for the session that came in so (`session_key`), or for what signs in by the other's sign-in
    (`sign_in`), until the person says on a device of their own that it was them. `turns` says in which turn
    each league was, by its number; `waits_until` before when no turn that begins counts; `opened` since when
    it has read the secrets of a league because one had begun; `asked_at` since when nothing but the person's
    word opens any, because they have a password or a device of theirs has shown the question; `mine` how they
    answered it.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="let_ins")
    by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    device = models.CharField(max_length=80, blank=True, default="")
    session_key = models.CharField(max_length=40, blank=True, default="", editable=False)
    sign_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+", editable=False
    )
    turns = models.JSONField(default=dict)
    waits_until = models.DateTimeField(null=True)
    opened = models.JSONField(default=dict, db_default={}, help_text="a league's number -> since when")
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    mine = models.BooleanField(null=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"let in {self.pk}"

    @property
    def whose_word(self) -> str:
        """The name of who let it in; empty once nobody remembers it."""
        return self.by.name if self.by else ""

    @property
    def moment(self) -> str:
        """When, by the person's own clock or the club's: "29 November, 19:04 Berlin time"."""
        return dated_by(self.at, self.clock)

    @property
    def has_read(self) -> list[tuple[str, str]]:
        """The leagues whose secrets it reads although the person has said nothing, each with since when."""
        return self.has_read_in()

    def has_read_in(self, **of: object) -> list[tuple[str, str]]:
        """The same of some leagues."""
        leagues = apps.get_model("campaigns", "Scope").objects.filter(pk__in=self.opened, **of)
        opened = ((one.name, self.opened[str(one.pk)]) for one in leagues.order_by("pk"))
        return [(name, dated_by(datetime.fromisoformat(at), self.clock)) for name, at in opened]

    @property
    def clock(self) -> ZoneInfo:
        """By which all of it is told: the person's own clock, else that of the club."""
        club = self.by.club if self.by else Club.objects.filter(seats__person=self.person_id).first()
        return self.person.own_clock or (club.tz if club else ZoneInfo(settings.TIME_ZONE))


class RequestStatus(models.TextChoices):
    OPEN = "open", _("Waiting for an organiser")
    APPROVED = "approved", _("Approved")
    REFUSED = "refused", _("Refused")
    TAKEN = "taken", _("Taken")


class SeatRequest(models.Model):
    """ "I already have a seat", said from a browser that does not know it yet; an organiser approves.

    The asking browser proves itself by a secret in its session; the four figures are on both screens, so the
    organiser can tell whose request it is.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seat_requests")
    typed_name = models.CharField(max_length=40)
    figures = models.CharField(max_length=4)
    device = models.CharField(max_length=80, blank=True)
    asker_hash = models.CharField(max_length=64, unique=True, editable=False)
    status = models.CharField(max_length=8, choices=RequestStatus, default=RequestStatus.OPEN)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="requests")
    asked_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["asked_at"]

    def __str__(self) -> str:
        return f"{self.typed_name} ({self.figures})"
