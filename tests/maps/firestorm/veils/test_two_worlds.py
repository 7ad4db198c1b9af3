"""What is secret is nowhere else: two leagues that differ in nothing but secrets look the same to all others.

In one world a faction orders this, in the other that; in each the objectives are dealt anew. Whoever is not
told fetches every page, fragment and API answer of both, and cannot tell them apart: no word, no length, no
number differs. Source: FS-04, FS-26, FS-162
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver

from campaigns.engine import door
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Role, Seat, Slot
from campaigns.people.me.program_tokens import new_token
from campaigns.shell.drawn import kept
from rules.firestorm.faction_figures import on_map
from rules.firestorm.orders.sheet import sheet_key
from tests import factories
from tests.maps.firestorm.play import Table, begun
from tests.pages import unpressed
from tests.test_guards import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def paper_is_not_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    unpressed(monkeypatch)


ALIKE = (
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|name="once" value="[^"]*"'),
    re.compile(r"\b[0-9a-f]{64}\b"),  # the fingerprint of a seal, of 128 random bits
    re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+\d\d:\d\d)?"),
    re.compile(r'nonce="[^"]*"|\bmr-[0-9a-f]{8,}\b'),
    re.compile(r"\b\d\d:\d\d\b"),  # a minute may pass meanwhile
)
type Seen = Mapping[tuple[str, str], tuple[int, str]]  # by who looks and where: status and text

LEAGUES = ("l/<int:pk>/", "api/v1/campaigns/<int:pk>/", "api/v1/leagues/<int:pk>/")
OK = 200
STEPS = ("T07", "T02")  # where the orders of the two worlds lead to


def _addresses(table: Table) -> list[str]:
    """Every page and reading of this league that its organiser finds, with some of the ids that fit."""
    routes = {route for _name, route in addresses(get_resolver()) if route.startswith(LEAGUES)}
    pages = sorted({page for route in routes for page in _filled(table, route)})
    return [page for page in pages if _is_read(table.browsers["Organiser"], page)]


def _is_read(browser: Client, page: str) -> bool:
    """Whether somebody finds words there; printed pages are made of the same views."""
    if page.endswith(".pdf"):
        return False
    answer = browser.get(page)
    words = answer.get("Content-Type", "").startswith(("text/", "application/json"))
    return answer.status_code == OK and words and not getattr(answer, "streaming", False)


def _filled(table: Table, route: str) -> Iterator[str]:
    league, _, rest = route.replace("<int:pk>", str(table.scope.pk), 1).partition("<")
    if not rest:
        yield f"/{league}"
        return
    name, _, end = rest.partition(">")
    if "<" not in end:
        yield from (f"/{league}{one}{end}" for one in _known(table, name.rpartition(":")[2]))


def _known(table: Table, name: str) -> list[str]:
    state = table.state
    if name in ("slot", "code"):
        return list(Slot.objects.filter(scope=table.scope).values_list("code", flat=True))
    if name == "seq":
        return [str(one) for one in Entry.objects.filter(scope=table.scope).values_list("seq", flat=True)]
    if name == "table":
        return list(registration_of("firestorm").tables)
    plural = {"territory": "territories"}.get(name, f"{name}s")
    found = getattr(state, plural, None)
    return list(found)[:2] if found else list(state.factions)[:1]


def _people(table: Table) -> dict[str, Client]:
    """Everybody who is not told what the first faction has sealed."""
    spectator = factories.new_seat(club=table.scope.club, name="Watcher", role=Role.SPECTATOR)
    return {
        "stranger": Client(),
        "spectator": _with_token(factories.signed_in(spectator), spectator),
        "member of another faction": _with_token(table.browsers["Kwame"], table.seats["Kwame"]),
        "organiser": _with_token(table.browsers["Organiser"], table.organiser),
    }


def _with_token(browser: Client, seat: Seat) -> Client:
    """The same browser, which reads the interface for programs as well."""
    browser.defaults["HTTP_AUTHORIZATION"] = f"Token {new_token(seat.person)}"
    return browser


def _seen(people: Mapping[str, Client], pages: list[str]) -> Seen:
    return {(who, page): _alike(browser, page) for who, browser in people.items() for page in pages}


def _alike(browser: Client, page: str) -> tuple[int, str]:
    """An answer without what differs each time it is asked for."""
    answer = browser.get(page)
    text = answer.content.decode()
    for pattern in ALIKE:
        text = pattern.sub("", text)
    return answer.status_code, text


def _world(table: Table, deed: Callable[[], None], people: Mapping[str, Client], pages: list[str]) -> Seen:
    """What everybody sees after the deed, which is then undone."""
    with transaction.atomic():
        deed()
        found = _seen(people, pages)
        transaction.set_rollback(True)
    caches["parts"].clear()
    kept.clear_shelves()
    return found


def _sealing(table: Table, step: str) -> None:
    """The first faction orders its banner to a territory, and seals that."""
    state, faction = table.state, table.factions["Marta"]
    actor, said = Actor(table.seats["Marta"]), list[tuple[str, object]]()
    for number, one in enumerate(on_map(state, faction), 1):
        said += [(f"kind:{one.id}", "move"), (f"path:{one.id}", [step]), (f"seq:{one.id}", number)]
    turn = state.now.turn
    asked = door.act(table.scope.pk, actor, "firestorm.seal_orders", {"turn": turn, "faction": faction})
    door.answer_question(table.scope.pk, actor, asked.slot, sheet_key(turn, faction), said)


def _differences(one: Seen, other: Seen) -> list[str]:
    """What differs: who sees it, where, and the first words that do."""
    found = []
    for (who, page), (status, text) in one.items():
        said = other[who, page][1]
        if (status, text) != other[who, page]:
            at = next((n for n, pair in enumerate(zip(text, said, strict=False)) if pair[0] != pair[1]), 0)
            found.append(f"{who} at {page}: …{text[at - 60 : at + 60]}… against …{said[at - 60 : at + 60]}…")
    return found


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_26_whoever_is_outside_cannot_tell_sealed_orders_apart() -> None:
    table = begun("Marta", "Kwame")
    table.ready()
    people = _people(table)
    with transaction.atomic():
        _sealing(table, STEPS[0])
        pages = _addresses(table)
        transaction.set_rollback(True)
    worlds = [_world(table, partial(_sealing, table, to), people, pages) for to in STEPS]
    assert len(pages) > 40
    assert not _differences(*worlds)


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_04_whoever_is_outside_cannot_tell_objectives_apart() -> None:
    table = begun("Marta", "Kwame")
    people = _people(table)
    del people["member of another faction"]  # who has an objective too

    def deal() -> None:
        table.do("Organiser", "deal_objectives")

    with transaction.atomic():
        deal()
        pages = _addresses(table)
        transaction.set_rollback(True)
    worlds = [_world(table, deal, people, pages) for _time in range(3)]
    assert not _differences(worlds[0], worlds[1])
    assert not _differences(worlds[0], worlds[2])


def test_fs_162_no_row_but_the_seal_differs() -> None:
    """The database itself, table by table: only the sealed answer, and drafts, tell two worlds apart."""
    table = begun("Marta", "Kwame")
    table.ready()
    dumps = []
    for to in STEPS:
        with transaction.atomic():
            _sealing(table, to)
            dumps.append(_rows())
            transaction.set_rollback(True)
    told = [
        name for name, rows in dumps[0].items() if _where_it_leads(rows) != _where_it_leads(dumps[1][name])
    ]
    assert told in ([], ["campaigns_sealedanswer"])


def _rows() -> dict[str, str]:
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        found = {}
        for name in names:
            cursor.execute(f"SELECT coalesce(string_agg(t::text, ' ' ORDER BY t::text), '') FROM {name} t")
            found[name] = str(cursor.fetchone()[0])
    return found


def _where_it_leads(rows: str) -> list[int]:
    """How often each of the two territories is named."""
    return [len(re.findall(rf"\b{one}\b", rows)) for one in STEPS]
