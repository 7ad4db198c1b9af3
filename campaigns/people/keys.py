"""Names that are taken, and the keys stored for it: in a club one seat for a name, in the office one sign-in.

What is compared are the names. Rows that a version before has written have no key, or that of another name;
two people who were alike before there were keys keep their names, and the first of them has the key.
"""

from __future__ import annotations

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.models import Club, Person, Seat
from rules.engine.names import name_key
from rules.engine.refusals import Refused


def free_key(club: Club, name: str, own: Seat | None = None) -> str:
    """The key of a name that nobody else in a club carries, which is locked. Raises `Refused` for another."""
    key, others = name_key(name), club.seats.exclude(pk__in=[own.pk] if own else [])
    if any(name_key(other) == key for other in others.active().values_list("name", flat=True)):
        raise Refused(
            "", _("%(name)s already has a seat here. Add an initial to yours.") % {"name": name}, key="name"
        )
    others.filter(name_key=key).update(name_key=None)  # left there by a version before
    return key


def seat_named(club: Club, name: str) -> Seat | None:
    """The seat of a club that carries a name, or one a reader would take for it."""
    wanted = name_key(name)
    alike = [one for one in club.seats.active() if name_key(one.name) == wanted]
    return next((one for one in alike if one.name == name), alike[0] if alike else None)


# Signing in


def sign_in_named(name: str, but: User | None = None) -> User | None:
    """Who signs in by a name, or by one a reader would take for it; somebody else than `but`."""
    key = name_key(name)
    has_password = ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    keyless = Q(person=None) | Q(person__sign_in_key=None)
    found = User.objects.filter(
        Q(username__iexact=name) | Q(person__sign_in_key=key) | (has_password & keyless)
    ).exclude(pk__in=[but.pk] if but else [])
    alike = [one for one in found.order_by("pk") if name_key(one.username) == key]
    return min(alike, key=lambda one: _distance(one.username, name), default=None)


def _distance(name: str, other: str) -> int:
    return (name != other) + (name.casefold() != other.casefold())


def take_sign_in_name(person: Person, name: str) -> None:
    """Give a name to sign in with, and its key. Raises `Refused` when it is somebody else's."""
    taken = Refused("", _("That sign-in name is already taken. Choose another."), key="sign_in_name")
    if sign_in_named(name, but=person.user):
        raise taken
    key = name_key(name)
    stale = Person.objects.filter(sign_in_key=key).exclude(pk=person.pk)
    stale.update(sign_in_key=None)  # left there by a version before
    person.user.username, person.sign_in_key = name, key
    try:
        with transaction.atomic():
            person.user.save(update_fields=["username"])
            person.save(update_fields=["sign_in_key"])
    except IntegrityError as error:  # somebody took it this moment
        raise taken from error
