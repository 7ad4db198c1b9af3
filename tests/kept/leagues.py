"""A league as an older release left it: its journal alone, which is small enough to lie beside its test.

`MUSTERROLL_KEEP_LEAGUES=1 pytest tests/maps/firestorm/battles/test_kept_sieges.py` wrote them with the code
of then; a file that is committed is never made again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction

from campaigns.engine.stored.journal import state_from_journal
from campaigns.engine.stored.store import registration_of
from campaigns.models import Entry, EntryText, Scope, Seat, Slot
from tests import factories
from tests.maps.firestorm.play import Table

OF_SCOPE = ("game", "edition", "name", "begin", "seq", "slots")
OF_SLOT = ("name", "code", "standing")
OF_ENTRY = (
    "seq", "place", "procedure", "params", "answers", "effects", "fixed", "edition", "revision", "acting_for",
    "via", "started_at", "at", "void",
)  # fmt: skip


def keep(file: Path, tables: Iterable[Table]) -> None:
    """Write these leagues down."""
    assert not file.exists(), "what is kept is never made again"
    kept = [_kept(one) for one in tables]
    text = json.dumps(kept, cls=DjangoJSONEncoder, separators=(",", ":"), sort_keys=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def _kept(table: Table) -> dict[str, Any]:
    scope = Scope.objects.get(pk=table.scope.pk)
    entries = scope.entries.select_related("slot").order_by("seq")
    return {
        "scope": {one: getattr(scope, one) for one in OF_SCOPE},
        "organiser": table.organiser.pk,
        "seats": {name: seat.pk for name, seat in table.seats.items()},
        "factions": table.factions,
        "slots": [
            {**{name: getattr(one, name) for name in OF_SLOT}, "seed": bytes(one.seed).hex()}
            for one in scope.all_slots.order_by("pk")
        ],
        "entries": [
            {
                **{name: getattr(one, name) for name in OF_ENTRY},
                "slot": one.slot.code,
                "actor": one.actor_id,
                "texts": dict(one.texts.values_list("n", "body")),
            }
            for one in entries
        ],
    }


def opened(file: Path) -> list[Table]:
    """The leagues of a file, folded by today's code, with a browser for everybody in them."""
    return [_opened(one) for one in json.loads(gzip.decompress(file.read_bytes()))]


def _opened(kept: dict[str, Any]) -> Table:
    club = factories.new_club()
    seats = {
        name: factories.new_seat(pk=pk, club=club, name=name, role=_role(kept, pk))
        for name, pk in kept["seats"].items()
    }
    organiser = next(one for one in seats.values() if one.pk == kept["organiser"])
    scope = Scope.objects.create(club=club, created_by=organiser, **kept["scope"])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # past the door's triggers
        _written(scope, kept)
        registration = registration_of(scope.game)
        registration.save(
            scope.pk, 1, registration.game.begin(scope.edition, scope.begin), state_from_journal(scope)
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    browsers = {name: factories.signed_in(seat) for name, seat in seats.items()}
    return Table(scope, organiser, browsers, seats, kept["factions"])


def _role(kept: dict[str, Any], pk: int) -> str:
    return "organiser" if pk == kept["organiser"] else "player"


def _written(scope: Scope, kept: dict[str, Any]) -> None:
    slots = {
        one["code"]: Slot.objects.create(scope=scope, **{**one, "seed": bytes.fromhex(one["seed"])})
        for one in kept["slots"]
    }
    for one in kept["entries"]:
        texts, slot, actor = one.pop("texts"), slots[one.pop("slot")], one.pop("actor")
        entry = Entry.objects.create(scope=scope, slot=slot, actor=_seat(actor), **one)
        told = [EntryText(entry=entry, n=int(n), body=body) for n, body in texts.items()]
        EntryText.objects.bulk_create(told)


def _seat(pk: int | None) -> Seat | None:
    return Seat.objects.get(pk=pk) if pk else None
