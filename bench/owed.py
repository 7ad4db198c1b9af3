"""What is written while an office is killed (`bench.office`), and whether somebody was told of each.

One writer asks the office's API for the same act again and again, each with a key of its own and until it is
acknowledged. Each is an organiser's act about somebody else's warband, of which that person has to hear once.
`python -m bench.owed begin` and `count FILE` work in the office's database, in a process of their own.
"""

from __future__ import annotations

import json
import sys
import threading
import uuid
from pathlib import Path

import httpx

AGAIN, PAUSE = 0.1, 0.2  # seconds until the same is asked again, and between two acts


class Writer(threading.Thread):
    """Writes until it is told to stop; a key stands in `file` once its act is acknowledged."""

    def __init__(self, address: str, begun: dict[str, str], file: Path) -> None:
        super().__init__(daemon=True)
        self.address, self.begun, self.file = address, begun, file
        self.ended = threading.Event()
        self.refused = ""

    def run(self) -> None:
        with self.file.open("w") as noted:
            while not self.ended.wait(PAUSE):
                key = uuid.uuid4().hex
                while not self._is_acknowledged(key):
                    if self.refused or self.ended.wait(AGAIN):
                        return
                noted.write(f"{key}\n")
                noted.flush()

    def _is_acknowledged(self, key: str) -> bool:
        params = {"warband": self.begun["warband"], "amount": 1, "words": "under fire"}
        asked = {"procedure": "opr.give_points", "params": params, "once": key}
        headers = {"Authorization": f"Token {self.begun['token']}"}
        try:
            path = f"{self.address}/api/v1/leagues/{self.begun['scope']}/act/"
            answer = httpx.post(path, json=asked, headers=headers, timeout=10)
        except httpx.HTTPError:
            return False
        if answer.status_code < 400:
            return True
        if answer.status_code < 500:
            self.refused = f"{answer.status_code} {answer.text[:300]}"
        return False

    def stop(self) -> None:
        self.ended.set()
        self.join()
        if self.refused:
            raise RuntimeError(self.refused)


def begin() -> dict[str, str]:
    """A league with somebody's warband, a token of an organiser who plays nothing, and the first look."""
    from django.utils import timezone
    from rest_framework.authtoken.models import Token

    from bench.league import EDITION, SETTINGS
    from bench.writing import UNITS
    from campaigns.engine import door
    from campaigns.engine.transaction.scopes import found_scope
    from campaigns.engine.who.rights import Actor
    from campaigns.models import Club, Role, Seat
    from campaigns.notices.found import finding
    from campaigns.people import seats as people

    club = Club.objects.order_by("pk")[0]
    organiser = club.seats.filter(role=Role.ORGANISER).order_by("pk")[0]
    name = f"Tom {uuid.uuid4().hex[:6]}"
    tom = Seat.objects.create(club=club, person=people.make_guest(name), name=name, role=Role.PLAYER)
    scope = found_scope(
        club=club, by=organiser, game="opr", edition=EDITION, name="Under fire", settings=SETTINGS
    )
    params = {"owner": str(tom.pk), "name": "Bell", "units": UNITS}
    warband = f"{door.act(scope.pk, Actor(organiser), 'opr.found_warband', params).slot}.warband"
    token, _is_new = Token.objects.get_or_create(user=organiser.person.user)
    finding.catch_up(timezone.now())
    return {"scope": str(scope.pk), "warband": warband, "token": token.key, "tom": str(tom.person_id)}


def count(file: Path, begun: dict[str, str]) -> dict[str, int]:
    """What was acknowledged and what of it is lost, what was owed and what of it is told, once."""
    from bench.writing import kept_as
    from campaigns.engine.stored.journal import reconcile
    from campaigns.leagues.clock import clock_tick
    from campaigns.models import Entry, Notice, NoticeKind, Once, Role, Scope

    clock_tick()
    scope, words = Scope.objects.get(pk=begun["scope"]), file.read_text().split()
    organiser = scope.club.seats.filter(role=Role.ORGANISER).order_by("pk")[0]
    noted = {kept_as(word, organiser) for word in words}
    known = set(Once.objects.filter(scope=scope, key__in=noted).values_list("key", flat=True))
    written = set(Entry.objects.filter(scope=scope, procedure="opr.give_points").values_list("pk", flat=True))
    told = Notice.objects.filter(person_id=int(begun["tom"]), kind=NoticeKind.ACTED_FOR, entry__in=written)
    entries = list(told.values_list("entry", flat=True))
    return {
        "acknowledged": len(noted),
        "lost": len(noted - known),
        "halves": len(reconcile(scope)) + max(0, len(known) - len(written)),
        "owed": len(written),
        "told": len(set(entries)),
        "told twice": len(entries) - len(set(entries)),
    }


def main() -> None:
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("MUSTERROLL_POOL", "0")
    django.setup()
    what, *words = sys.argv[1:]
    print(json.dumps(begin() if what == "begin" else count(Path(words[0]), json.loads(words[1]))))


if __name__ == "__main__":
    main()
