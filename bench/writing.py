"""What the killed processes of `bench.kills` do: prepare a league, write into it, look what is there."""

from __future__ import annotations

import uuid
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from bench.league import EDITION, SETTINGS
from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.idempotency import idempotency_key
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Entry, Once, Role, Scope, Seat
from campaigns.people import seats as people

LOAD = "Load"
UNITS = [{"name": "Captain", "points": 60, "hero": True}, {"name": "Ferrymen", "points": 80}]


def prepare() -> None:
    """Tables, a club, a league with one warband that is given and taken points."""
    call_command("migrate", verbosity=0)
    if not Club.objects.exists():
        people.found_club(name="Killed club", organiser_name="Marta")
    club = Club.objects.get()
    seat = club.seats.get(role=Role.ORGANISER)
    scope = found_scope(club=club, by=seat, game="opr", edition=EDITION, name=LOAD, settings=SETTINGS)
    params = {"owner": str(seat.pk), "name": "Bell", "units": UNITS}
    door.act(scope.pk, Actor(seat), "opr.found_warband", params)
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")  # the control must lose what is written later, not this


def write(file: Path) -> None:
    """Entries as fast as the door takes them; a key is noted once its commit is acknowledged."""
    scope = Scope.objects.get(name=LOAD)
    actor = Actor(scope.club.seats.get(role=Role.ORGANISER))
    warband = next(iter(scope.entries.filter(procedure="opr.found_warband"))).slot.code + ".warband"
    with file.open("a") as noted:
        while True:
            key = uuid.uuid4().hex
            params = {"warband": warband, "amount": 1, "words": "under load"}
            door.act(scope.pk, actor, "opr.give_points", params, once=key)
            noted.write(f"{key}\n")
            noted.flush()


def kept_as(word: str, seat: Seat) -> str:
    """How the door keeps an idempotency key of this person."""
    key = idempotency_key(word, Actor(seat))
    assert key is not None
    return key.own


def look(file: Path, answer: Path) -> None:
    """How many noted keys are lost, and how many things are half there; written into `answer`."""
    noted = set(file.read_text().split())
    scope = Scope.objects.get(name=LOAD)
    kept = {kept_as(word, scope.club.seats.get(role=Role.ORGANISER)): word for word in noted}
    found = Once.objects.filter(scope=scope, key__in=kept).values_list("key", "result")
    known = {kept[key]: result for key, result in found}
    numbers = list(Entry.objects.filter(scope=scope).order_by("seq").values_list("seq", flat=True))
    entries = set(numbers)
    halves = sum(1 for result in known.values() if result["entry"] not in entries)
    halves += len({result["entry"] for result in known.values()}) != len(known)
    halves += numbers != list(range(1, len(numbers) + 1))
    halves += len(reconcile(scope))
    answer.write_text(f"{len(noted - known.keys())} {halves}")
