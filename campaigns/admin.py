"""The admin: clubs and people may be mended here; game state and journal are only looked at.

Nobody adds, changes or deletes a row of a league past the door. What is secret stays out altogether: sealed
answers, the seeds of dice still to fall, words of links, tokens.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from rest_framework.authtoken import admin as _tokens  # noqa: F401  (importing it registers them)
from rest_framework.authtoken.models import TokenProxy

from campaigns.engine.desk import desk_of
from campaigns.models import (
    Club,
    Correction,
    Dialogue,
    DialogueAnswer,
    Entry,
    EntryText,
    EntryVersion,
    Fact,
    Invitation,
    Person,
    Report,
    Scope,
    SealedAnswer,
    Seat,
    Slot,
    StateRow,
    Summary,
    ThrownDie,
    WayBack,
)


class ReadOnly(admin.ModelAdmin[models.Model]):
    """Rows to look at. `secret` fields are not shown, not even to a superuser."""

    secret: tuple[str, ...] = ()
    list_per_page = 50

    def hidden(self, obj: models.Model | None = None) -> tuple[str, ...]:
        """The fields of a row that are not shown; without a row, those of none."""
        return self.secret

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        hidden = self.hidden(obj)
        return tuple(field.name for field in self.model._meta.fields if field.name not in hidden)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        plain = (models.CharField, models.IntegerField, models.DateTimeField, models.BooleanField)
        names = [
            f.name for f in self.model._meta.fields if isinstance(f, plain) and f.name not in self.hidden()
        ]
        return ("__str__", *names[:6])

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(
    Scope, Dialogue, DialogueAnswer, ThrownDie, Entry, EntryText, EntryVersion, Correction, Fact, Report
)
class JournalAdmin(ReadOnly):
    """The journal, open dialogues and reports.

    In a game that keeps effects for certain eyes (a treasury), what led to them and what they are stays out.
    """

    telling = ("params", "answers", "effects", "value", "dice", "changes", "inserts")

    def hidden(self, obj: models.Model | None = None) -> tuple[str, ...]:
        return self.telling if obj is not None and desk_of(_scope_of(obj).game).keeps_secrets else ()


def _scope_of(row: models.Model) -> Scope:
    """The scope of a row of the journal."""
    for name in ("scope", "entry", "slot", "dialogue"):
        if hasattr(row, name):
            found = getattr(row, name)
            return found if name == "scope" else _scope_of(found)
    assert isinstance(row, Scope)
    return row


@admin.register(Summary)
class SummaryAdmin(ReadOnly):
    """What homes tell of leagues."""

    list_filter = ("shape",)


@admin.register(Slot)
class SlotAdmin(ReadOnly):
    secret = ("seed",)


@admin.register(SealedAnswer)
class SealedAnswerAdmin(ReadOnly):
    """That something is sealed, by whom, and its fingerprint."""

    secret = ("value", "salt")


@admin.register(Invitation, WayBack)
class LinkAdmin(ReadOnly):
    """Links, without the word that opens them."""

    secret = ("nonce", "token_hash")


class StateAdmin(ReadOnly):
    """Rows of game state, without what a table keeps for its owner's eyes."""

    def hidden(self, obj: models.Model | None = None) -> tuple[str, ...]:
        assert issubclass(self.model, StateRow)
        return self.model.SECRET

    list_filter = ("scope",)


for model in apps.get_models():  # of every game, wherever its rows live
    if issubclass(model, StateRow):
        admin.site.register(model, StateAdmin)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    list_display = ("name", "slug", "time_zone", "founded_at")
    fields = ("name", "slug", "time_zone")

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin[Person]):
    list_display = ("display_name", "dice", "theme", "erased_at")
    fields = ("display_name", "dice", "theme")
    search_fields = ("display_name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(Seat)
class SeatAdmin(admin.ModelAdmin[Seat]):
    list_display = ("name", "club", "role", "status", "joined_at")
    list_filter = ("club", "role", "status")
    fields = ("name", "role", "emblem")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


admin.site.unregister(TokenProxy)  # whoever reads a token acts as its person
