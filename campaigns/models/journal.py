"""Scopes, slots, dialogues, entries and seals: the one journal every rulebook writes to.

A *scope* is what is locked together: a league, or a single game outside one. A *slot* (mission × warband ×
step) owns the dice; a *dialogue* is the open procedure of a slot with the answers so far; an *entry* is a
settled one. Entries hold ids and facts; what people wrote stands in `EntryText`, so that it can be moderated
or erased. Only `campaigns.engine.door` writes these rows.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import Club, LetIn, Role, Seat


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class ScopeKind(models.TextChoices):
    LEAGUE = "league", _("League")
    GAME = "game", _("Single game")


class Scope(models.Model):
    """What is locked together. `version` counts every write, `touched` says which version touched a name last
    (`campaigns.engine.stored.stands`); `slots` numbers the slots.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="scopes")
    kind = models.CharField(max_length=6, choices=ScopeKind, default=ScopeKind.LEAGUE)
    game = models.CharField(max_length=12)
    edition = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    name_key = models.TextField(null=True, blank=True, editable=False, help_text="of `naming.name_key`")
    time_zone = models.CharField(max_length=64, default="UTC")
    is_public = models.BooleanField(default=False)
    created_by = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    touched: models.JSONField[dict[str, int] | None] = models.JSONField(null=True, editable=False)
    seq = models.PositiveIntegerField(default=0)
    slots = models.PositiveIntegerField(default=0)
    begin = models.JSONField(default=dict, help_text="the settings the state began with")
    silence_hours = models.PositiveSmallIntegerField(default=48)
    passes_over = models.BooleanField(
        default=False, db_default=False, help_text="whether a side with nothing to choose counts as ready"
    )
    stakes = models.BooleanField(
        default=True, db_default=True, help_text="whether a challenge may have a stake, in words"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    def on_clock(self, moment: datetime | None) -> datetime | None:
        """A moment as the league's clock shows it: the rules count days by that one."""
        return moment and moment.astimezone(ZoneInfo(self.time_zone))


class LeagueOrganiser(models.Model):
    """A player who organises this league too and nothing else of the club, by the word of one of the club's
    organisers; until one of them takes it away, or they get another role or leave."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="organised_by")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="organised")
    by = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "seat"], name="organises_a_league_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.scope}"


def with_runs(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Each seat with the leagues it organises alone, read in the same statement."""
    rows = LeagueOrganiser.objects.filter(seat=models.OuterRef("pk"))
    return seats.annotate(runs_read=ArraySubquery(rows.values("scope")))


def organisers_of(scope: Scope) -> QuerySet[Seat]:
    """Who organises a league: its whole club, or it alone (`Seat.organises`)."""
    alone = models.Q(role=Role.PLAYER, pk__in=scope.organised_by.values("seat"))
    seats = Seat.objects.active().filter(models.Q(role=Role.ORGANISER) | alone, club=scope.club_id)
    return with_runs(seats)


class Slot(models.Model):
    """An occasion that settles once; `code` names the entry and what is new in it, `seed` throws its dice.

    `standing` is what was chosen before a die of the app fell, while no dialogue is open.
    """

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="all_slots")
    name = models.CharField(max_length=200)
    code = models.CharField(max_length=16)
    seed = models.BinaryField(default=new_seed, max_length=32)
    standing = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "name"], name="one_slot_per_name"),
            models.UniqueConstraint(fields=["scope", "code"], name="one_slot_per_code"),
        ]

    def __str__(self) -> str:
        return self.name


class ActRequestStatus(models.TextChoices):
    OPEN = "open"
    DONE = "done"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


class ActRequest(models.Model):
    """An act that binds others and waits for their word; nothing of it has happened before all have agreed.

    `whose`: who has to agree, as questions name them; `agreed`: those who have, and how. `subject`: what it
    is about, of which one request is open. `terms`: what they agree to besides the parameters, as it stood
    when they were asked. `stage`: what is declined is not asked again before it is over.
    """

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="act_requests")
    procedure = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    subject = models.CharField(max_length=200)
    asker = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    lapses_at = models.DateTimeField(null=True)
    whose = models.JSONField(default=list)
    agreed = models.JSONField(default=dict, help_text="who -> {how, by}")
    terms = models.JSONField(default=dict)
    stage = models.CharField(max_length=40, blank=True)
    quiet = models.BooleanField(default=False)
    status = models.CharField(max_length=12, choices=ActRequestStatus, default=ActRequestStatus.OPEN)
    answered_by = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    words = models.TextField(blank=True)
    entry = models.ForeignKey(
        "campaigns.Entry", null=True, on_delete=models.PROTECT, related_name="act_requests"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["scope", "subject"],
                condition=models.Q(status="open"),
                name="one_open_request_a_subject",
            )
        ]

    def __str__(self) -> str:
        return f"request {self.pk}"

    @property
    def open_to(self) -> list[str]:
        """Those whose word is still missing."""
        return [who for who in self.whose if who not in self.agreed]


class Dialogue(models.Model):
    """The open procedure of a slot. It reserves nothing."""

    slot = models.OneToOneField(Slot, on_delete=models.PROTECT, related_name="dialogue")
    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="dialogues")
    procedure = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    opened_by = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.procedure} in {self.slot}"


class DialogueAnswer(models.Model):
    """One answer of an open dialogue; the row's order is the order of answering."""

    dialogue = models.ForeignKey(Dialogue, on_delete=models.CASCADE, related_name="answers")
    key = models.CharField(max_length=200)
    value = models.JSONField(null=True)
    origin = models.CharField(max_length=8)
    dice = models.JSONField(default=list)
    by = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["dialogue", "key"], name="one_answer_per_question")]

    def __str__(self) -> str:
        return self.key


class ThrownDie(models.Model):
    """A face the app has thrown in a slot. It stays when the dialogue is set aside: nobody types over it.

    `answer` is the row of the dialogue it answered: what was answered until then stands.
    """

    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="thrown")
    key = models.CharField(max_length=200)
    value = models.JSONField()
    dice = models.JSONField(default=list)
    answer = models.BigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slot", "key"], name="one_throw_per_question")]

    def __str__(self) -> str:
        return self.key


class SealedAnswer(models.Model):
    """What a seal hides. Only the pages of those whose it is and the step that reveals it read `value`: of
    whoever sealed it, and of everybody who plays `side`, when it was sealed for one.

    `fingerprint` is SHA-256 over `salt` (128 random bits) and the canonical content.
    """

    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="seals")
    key = models.CharField(max_length=200)
    owner = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=80, blank=True, default="")
    value = models.JSONField()
    salt = models.BinaryField(max_length=16)
    fingerprint = models.CharField(max_length=64)
    sealed_at = models.DateTimeField(default=timezone.now)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slot", "key"], name="one_seal_per_question")]

    def __str__(self) -> str:
        return self.fingerprint


class Via(models.TextChoices):
    PERSON = "person", _("A person")
    CLOCK = "clock", _("The clock")
    IDLE = "idle", _("Nothing to choose")
    ABSENT = "absent", _("Nobody there to do it")


FOLLOWS = (Via.IDLE, Via.ABSENT)  # what nobody did came of what somebody did before it


class Entry(models.Model):
    """A settled procedure. `place` and `seq` order the journal: an entry forgotten at the time is inserted
    after the entry whose `seq` is its `place`."""

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="entries")
    procedure = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    answers = models.JSONField(default=dict)
    effects = models.JSONField(default=list)
    fixed = models.BooleanField(default=False)
    edition = models.CharField(max_length=40)
    revision = models.PositiveIntegerField()
    actor = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    acting_for = models.CharField(max_length=60, blank=True)
    via = models.CharField(max_length=6, choices=Via, default=Via.PERSON)
    started_at = models.DateTimeField(null=True)
    at = models.DateTimeField(default=timezone.now)
    void = models.BooleanField(default=False)

    class Meta:
        ordering = ["place", "seq"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["scope", "seq"], name="one_entry_per_seq"),
            models.UniqueConstraint(
                fields=["slot"], condition=models.Q(void=False), name="one_living_entry_per_slot"
            ),
        ]
        indexes = [
            models.Index(fields=["scope", "place", "seq"], name="journal_order"),
            models.Index(fields=["scope", "at", "seq"], name="newest_entries"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.procedure}"


class EntryText(models.Model):
    """Words people wrote in an entry; `n` is how the entry refers to them. Erasing empties `body`."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="texts")
    n = models.PositiveIntegerField()
    body = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "n"], name="one_text_per_number")]

    def __str__(self) -> str:
        return self.body


class EntryVersion(models.Model):
    """What an entry said before a correction replaced it; `correction` says who and why."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="versions")
    correction = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="replaced")
    params = models.JSONField()
    answers = models.JSONField()
    effects = models.JSONField()
    void = models.BooleanField()

    def __str__(self) -> str:
        return f"earlier version of {self.entry_id}"


class Once(models.Model):
    """A write that was carried out, by its idempotency key: a repeat gets the first result.

    `key` is a hash of it and of whose it is, in rows of the first releases the key itself; `act` is a hash of
    who did what with it.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    act = models.CharField(max_length=64, default="", blank=True)
    result = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="one_result_per_key")]

    def __str__(self) -> str:
        return self.key


class LetInTrace(models.Model):
    """What was done as somebody before they had said that it was them: in which slot, by which report or
    request; or, outside any league, at which address (`view`, with its arguments) and when."""

    # No constraints: a server of before this table goes on deleting what it names.
    let_in = models.ForeignKey(LetIn, on_delete=models.CASCADE, related_name="traces", db_constraint=False)
    slot = models.ForeignKey(
        "campaigns.Slot", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    report = models.ForeignKey(
        "campaigns.Report", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )

    request = models.ForeignKey(
        "campaigns.ActRequest", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    view = models.CharField(max_length=40, blank=True, default="", db_default="")
    about = models.JSONField(default=dict, db_default={})
    at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["let_in", "slot"], name="one_trace_per_slot"),
            models.UniqueConstraint(fields=["let_in", "report"], name="one_trace_per_report"),
            models.UniqueConstraint(fields=["let_in", "request"], name="one_trace_per_request"),
        ]

    def __str__(self) -> str:
        return f"trace {self.pk} of {self.let_in_id}"
