"""The admin: clubs and people may be mended here; game state and journal are only looked at.

Nobody adds, changes or deletes a row of a league past the door. What is secret stays out altogether: sealed
answers, the seeds of dice still to fall, words of links, tokens. The admin knows no sides and no phases, so
what a game keeps back for a while is not there at any time: the fields and tables that its rows name
(`StateRow.SECRET`, `StateRow.KEPT_BACK`), and the journal of a game that keeps effects for certain eyes.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.authtoken import admin as _tokens  # noqa: F401  (importing it registers them)
from rest_framework.authtoken.models import TokenProxy

from campaigns.engine.plugins import plugins
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
    TodoRow,
    WayBack,
)


class ReadOnly(admin.ModelAdmin[models.Model]):
    """Rows to look at. `secret` fields are not shown, not even to a superuser."""

    secret: tuple[str, ...] = ()
    list_per_page = 50

    def hidden(self) -> tuple[str, ...]:
        """The fields that are not shown."""
        return self.secret

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        return tuple(field.name for field in self._shown())

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        plain = (models.CharField, models.IntegerField, models.DateTimeField, models.BooleanField)
        names = [field.name for field in self._shown() if isinstance(field, plain)]
        return ("__str__", *names[:6])

    def _shown(self) -> list[models.Field[object, object]]:
        """The fields but those that are hidden: of a relation, its key under the name of its column, too."""
        hidden = set(self.hidden())
        return [field for field in self.model._meta.fields if not hidden & {field.name, field.column}]

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

    Of a game that keeps effects for certain eyes (a treasury, a siege, land built on in secret) no row is
    here: an act's name, hour and number tell as much as its content. Its chronicle says what may be known.
    """

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[models.Model]:
        found = super().get_queryset(request)
        if self.model is Scope:
            return found
        secret = [plugin.game.name for plugin in plugins() if plugin.keeps_secrets]
        return found.exclude(**{f"{_way_to_scope(self.model)}__game__in": secret})


def _way_to_scope(model: type[models.Model]) -> str:
    """How a row of the journal leads to its scope, as a lookup."""
    names = {field.name for field in model._meta.fields}
    if "scope" in names:
        return "scope"
    name = next(one for one in ("entry", "slot", "dialogue") if one in names)
    beyond = model._meta.get_field(name).related_model
    assert isinstance(beyond, type)
    return f"{name}__{_way_to_scope(beyond)}"


@admin.register(Summary)
class SummaryAdmin(ReadOnly):
    """What homes tell of leagues."""

    list_filter = ("shape",)


@admin.register(TodoRow)
class TodoAdmin(ReadOnly):
    """Whose move it is, as everybody reads it: not what a side keeps to itself, nor what has gone, which the
    next write takes away, a secret one as well."""

    list_filter = ("kind",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[TodoRow]:
        return TodoRow.objects.filter(own=False, gone_at=None)


@admin.register(Slot)
class SlotAdmin(JournalAdmin):
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
    """Rows of game state, without what a table keeps for its owner's eyes, nor when that has changed."""

    def hidden(self) -> tuple[str, ...]:
        assert issubclass(self.model, StateRow)
        return (*self.model.SECRET, "version") if self.model.SECRET else ()

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[models.Model]:
        assert issubclass(self.model, StateRow)
        found = super().get_queryset(request)
        return found.none() if self.model.KEPT_BACK else found

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
    list_display = ("display_name", "dice", "theme", "language", "erased_at")
    fields = ("display_name", "dice", "theme", "language")
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
