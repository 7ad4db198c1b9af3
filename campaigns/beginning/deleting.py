"""Deleting a club for good: every row that belongs to it, and the people who sat nowhere else.

Only for a demo that was put aside. Each row a journal refers to is protected, so all of it goes in one
transaction, at whose end the database looks once that nothing is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.db.transaction import atomic

from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Person, Scope, Seat
from campaigns.models.people import Stage

type Keys = set[int | str]  # primary keys
type Rows = dict[type[models.Model], Keys]
GO_WITH = (models.CASCADE, models.PROTECT, models.RESTRICT)


@atomic
def delete_club(club: Club) -> bool:
    """Whether it was there, and put aside."""
    club_ = Club.objects.select_for_update().filter(pk=club.pk, stage=Stage.ASIDE).first()
    if club_ is None:
        return False
    with ExitStack() as doors:  # nobody plays there meanwhile, and each league's rows are its door's
        for scope in Scope.objects.filter(club=club_).order_by("pk"):
            doors.enter_context(scope_transaction(scope.pk, Actor(None)))
        _delete(club_)
    return True


def _delete(club: Club) -> None:
    people = _alone_in(club)
    users: Keys = set(Person.objects.filter(pk__in=people).values_list("user_id", flat=True))
    rows = _belonging({Club: {club.pk}, Person: people, User: users})
    for model, keys in rows.items():
        for field, others in _let_go(model, keys):
            others.update(**{field.name: None})
    for model, keys in rows.items():
        found = model._base_manager.filter(pk__in=keys)
        found._raw_delete(found.db)  # which asks no other row


def _alone_in(club: Club) -> Keys:
    """The people who sit in this club and in no other, at any time."""
    elsewhere = Seat.objects.exclude(club=club).values("person")
    return set(club.seats.exclude(person__in=elsewhere).values_list("person_id", flat=True))


def _belonging(rows: Rows) -> Rows:
    """With all that would be nothing without them, however far away."""
    found: Rows = defaultdict(set, rows)
    fresh = dict(rows)
    while fresh:
        step: Rows = defaultdict(set)
        for model, keys in fresh.items():
            for field, other in _pointing_at(model):
                if field.remote_field.on_delete in GO_WITH:
                    theirs = other._base_manager.filter(**{f"{field.name}__in": keys})
                    step[other] |= set(theirs.values_list("pk", flat=True)) - found[other]
        fresh = {model: keys for model, keys in step.items() if keys}
        for model, keys in fresh.items():
            found[model] |= keys
    return {model: keys for model, keys in found.items() if keys}


def _let_go(
    model: type[models.Model], keys: Keys
) -> Iterator[tuple[models.ForeignKey[models.Model], models.QuerySet[models.Model]]]:
    """Rows that stay, and the field with which they name one that goes."""
    for field, other in _pointing_at(model):
        if field.remote_field.on_delete not in GO_WITH:
            yield field, other._base_manager.filter(**{f"{field.name}__in": keys})


def _pointing_at(
    model: type[models.Model],
) -> Iterator[tuple[models.ForeignKey[models.Model], type[models.Model]]]:
    for other in apps.get_models(include_auto_created=True):
        for field in other._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and field.related_model is model:
                yield field, other
