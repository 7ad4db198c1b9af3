"""Pages of a league: processor time against one query and some formatting, queries, weights."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from html import escape

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.measure import Figure, Work, against, kilobytes, medians
from campaigns.engine.door import act
from campaigns.engine.remembering import MEMORY
from campaigns.engine.rights import Actor
from campaigns.models import Scope, Seat

ROUNDS = 15
QUERY = """
SELECT w.key, w.name, w.vp, w.missions, w.won, w.pool, u.name, u.list_points, u.xp, u.level, u.status,
       u.traits, u.profile
FROM campaigns_warband w JOIN campaigns_unit u ON u.scope_id = w.scope_id AND u.warband = w.key
WHERE w.scope_id = %s ORDER BY w.vp DESC, w.id, u.id
"""
WARBAND = """
SELECT w.name, w.vp, w.missions, w.won, w.pool, seat.name,
       (SELECT count(*) FROM campaigns_warband o WHERE o.scope_id = w.scope_id AND o.vp > w.vp),
       (SELECT jsonb_agg(jsonb_build_array(
                   u.name, u.list_points, u.xp, u.level, u.status, u.traits, u.profile) ORDER BY u.id)
          FROM campaigns_unit u WHERE u.scope_id = w.scope_id AND u.warband = w.key),
       (SELECT jsonb_agg(jsonb_build_array(m.number, m.winner, o.name, m.kills) ORDER BY m.number)
          FROM campaigns_mission m
          JOIN campaigns_warband o ON o.scope_id = m.scope_id AND o.key <> w.key
               AND m.sides @> jsonb_build_array(jsonb_build_object('warband', o.key))
         WHERE m.scope_id = w.scope_id AND m.status = 'finished'
               AND m.sides @> jsonb_build_array(jsonb_build_object('warband', w.key)))
FROM campaigns_warband w JOIN campaigns_seat seat ON seat.id = w.owner::bigint
WHERE w.scope_id = %s AND w.key = %s
"""
MISSION = (
    "SELECT name, status, round, sides, kills, winner FROM campaigns_mission WHERE scope_id = %s AND key = %s"
)


def signed_in(seat: Seat) -> Client:
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(seat.person.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def by_hand(scope: Scope) -> str:
    """The same warbands and units by one query and f-strings: the least a page can cost."""
    with connection.cursor() as cursor:
        cursor.execute(QUERY, [scope.pk])
        rows = cursor.fetchall()
    return _page("".join(_line(row) for row in rows))


def warband_by_hand(scope: Scope, key: str) -> str:
    """What a warband's page tells: its figures and rank, its units, whom it met and who was taken out."""
    with connection.cursor() as cursor:
        cursor.execute(WARBAND, [scope.pk, key])
        *figures, units, missions = cursor.fetchone()
    lines = (tuple(row) for told in (units, missions) for row in json.loads(told or "[]"))
    return _page(_line(tuple(figures)) + "".join(map(_line, lines)))


def mission_by_hand(scope: Scope, key: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(MISSION, [scope.pk, key])
        row = cursor.fetchone()
        cursor.execute(QUERY, [scope.pk])
        units = cursor.fetchall()
    return _page(_line(row) + "".join(_line(unit) for unit in units if unit[0] in str(row[3])))


def _line(row: tuple[object, ...]) -> str:
    return "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"


def _page(inner: str) -> str:
    return f"<!doctype html><title>League</title><table>{inner}</table>"


def pages(scope: Scope, seat: Seat, warband: str, mission: str) -> list[Figure]:
    client, at = signed_in(seat), f"/l/{scope.pk}/"
    cases: list[tuple[str, str, Work]] = [
        ("league page", at, lambda: by_hand(scope)),
        ("warband page", f"{at}w/{warband}/", lambda: warband_by_hand(scope, warband)),
        ("mission page", f"{at}m/{mission}/", lambda: mission_by_hand(scope, mission)),
    ]
    given = {"warband": warband, "amount": 1, "words": "right after a change"}
    states: dict[str, Work] = {
        "": lambda: None,
        ", right after a change": lambda: act(scope.pk, Actor(seat), "opr.give_points", given),
        ", nothing read before": _forget,
    }
    found = []
    for name, address, hand in cases:
        assert client.get(address).status_code == 200, address
        get = _get(client, address)
        *ours, theirs = medians(ROUNDS, *((before, get) for before in states.values()), hand)
        for (state, before), taken in zip(states.items(), ours, strict=True):
            line = against(name + state, taken, theirs, "one query, f-strings", "≤ 10×, queries ≤ 10")
            found.append(_counted(line, before, get))
    return found


def _get(client: Client, address: str) -> Work:
    return lambda: client.get(address)


def _forget() -> None:
    """A process that has just started: nothing of the league is kept."""
    caches["parts"].clear()
    MEMORY.forget()


def _counted(line: Figure, before: Work, get: Work) -> Figure:
    before()
    with CaptureQueriesContext(connection) as caught:
        get()
    return replace(line, value=f"{line.value}, {len(caught)} queries")


def weights(scope: Scope, seat: Seat, warband: str) -> list[Figure]:
    """What a phone has to fetch: a first visit with styles and scripts, a later page, a live fragment."""
    client, at = signed_in(seat), f"/l/{scope.pk}/"
    page = client.get(at).content
    assert client.get(at).status_code == 200
    later = client.get(f"{at}w/{warband}/").content
    part = client.get(f"{at}w/{warband}/", headers={"HX-Target": "units"}).content
    files = [(name, body) for name in linked(page) if (body := _static(name)) is not None]
    first = sum(len(gzip.compress(body, 6)) for body in (page, *(body for _name, body in files)))
    return [
        Figure("first visit, page and every file it names", f"{first / 1000:.0f} KB gzip", "", "≤ 60 KB"),
        Figure("of it the page itself, styles inside, in one flight of 14 KB", kilobytes(page)),
        Figure("later page (a warband of ten)", kilobytes(later), "", "≤ 10 KB"),
        Figure("live part (its units)", kilobytes(part), "", "≤ 2 KB"),
    ]


def linked(page: bytes) -> list[str]:
    """Names of the static files a page loads at once: styles, scripts, faces."""
    import re

    text = page.decode()
    found = re.findall(r'(?:src|href)="([^"#?]+)"', text) + re.findall(r"url\(([^)#]+)\)", text)
    names = [one.strip("\"'") for one in found]
    loaded = (".css", ".js", ".woff2")
    return list(
        dict.fromkeys(one for one in names if one.startswith(settings.STATIC_URL) and one.endswith(loaded))
    )


def _static(address: str) -> bytes | None:
    file = settings.STATIC_ROOT / address.removeprefix(settings.STATIC_URL)
    return file.read_bytes() if file.is_file() else None
