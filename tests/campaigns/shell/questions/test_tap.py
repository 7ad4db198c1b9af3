"""A tap once: what a face, an act on a map and an answer at a solo table cost, session and person included.

A statement is one the server sees; BEGIN, COMMIT and savepoints are not counted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.shortcuts import render
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.store import Registration
from campaigns.models import Entry, Notice, Scope
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.shell import league as frame
from tests import factories, remembered
from tests.campaigns.engine.evening import Evening, played
from tests.campaigns.nights.conftest import announced
from tests.campaigns.solo.walk import Walk, new_game
from tests.maps.conquest import play as maps
from tests.maps.firestorm import play as firestorm
from tests.maps.firestorm.orders import test_orders as orders
from tests.older import asking

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 12
HTMX = {"HX-Request": "true"}
BARE = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@contextmanager
def once() -> Iterator[None]:
    """Meanwhile the state is asked for once, and read at most once."""
    reads: list[str] = []

    def counted(name: str) -> Callable[..., Any]:
        real = getattr(Registration, name)

        def call(self: Any, *given: Any) -> Any:
            reads.append(name)
            return real(self, *given)

        return call

    whole, since = (
        mock.patch.object(Registration, one, counted(one)) for one in ("as_read_many", "read_since")
    )
    with whole, since:
        yield
    assert len(reads) <= 1, reads


def tapped(client: Client, address: str, **sent: Any) -> Any:
    """A form as the page sends it, within what it may cost."""
    uncompared = mock.patch.object(remembered.Comparing, "is_due", False)  # reads besides
    with uncompared, once(), CaptureQueriesContext(connection) as caught:
        answer = client.post(address, {**sent, "once": uuid4().hex}, headers=HTMX)
    told = [one["sql"] for one in caught.captured_queries if not one["sql"].startswith(BARE)]
    assert len(told) <= MOST, "\n".join([str(len(told)), *told])
    return answer


def asked_page(evening: Evening, client: Client) -> tuple[str, list[str]]:
    """The page of Tom's casualties, and the keys of its questions."""
    opened = evening.casualties(evening.tom)
    address = reverse("campaigns:dialogue", args=[evening.scope.pk, opened.slot])
    assert client.get(address).status_code == 200
    return address, [one.key for one in opened.questions]


def test_opr_38_a_casualty_face_is_one_transaction() -> None:
    evening = played(6)
    client = factories.signed_in(evening.tom)
    address, keys = asked_page(evening, client)
    assert tapped(client, address, key=keys[1], value="3").status_code == 200
    assert tapped(client, address, key=keys[2], value="4").status_code == 200
    assert tapped(client, address, key=keys[3], roll="1").status_code == 200
    assert tapped(client, address, key=keys[1], value="3").status_code == 200, "the same again"
    assert tapped(client, address, key=keys[4], value="9").status_code == 409, "no such face"


def test_an_act_on_the_map_is_one_transaction() -> None:
    league = maps.after_battles("Marta", "Kwame")
    active = league.state.now.active
    free = [one for one in league.ask("reachable", realm=active) if one["act"] == "claim" and not one["dear"]]
    address = reverse("maps:do", args=[league.scope.pk, "claim"])
    sent = {"realm": active, "round": league.state.now.round, "territory": free[0]["territory"]}
    assert tapped(league.browsers[league.player(active)], address, **sent).status_code == 302
    assert league.state.territories[free[0]["territory"]].owner == active


def test_an_answer_at_a_solo_table_is_one_transaction() -> None:
    seat = factories.new_organiser(name="Ilse")
    client = factories.signed_in(seat)
    scope = new_game(client, seat)
    walk, address = Walk(client, scope), reverse("campaigns:solo", args=[scope.pk])
    answered = 0
    while answered < 3:
        asking = walk.page.asking.ask
        if asking is None or asking.widget != "yesno":
            walk.step()
            continue
        sent = {"slot": asking.slot, "key": asking.question.key, "kind": asking.question.kind}
        page = tapped(client, address, **sent, value="yes").context["page"]
        answered += page.asking.ask is not None and page.asking.ask.slot == asking.slot
        walk.page = page


def test_an_act_of_a_firestorm_league_is_one_transaction() -> None:
    table = asking(firestorm.gathered("Marta", "Kwame"))
    table.do("Organiser", "begin_play")
    sent = {"step": table.state.now.step, "faction": table.factions["Marta"]}
    assert tapped(table.browsers["Marta"], table.url("do", "ready"), **sent).status_code == 302
    assert Entry.objects.filter(scope=table.scope, procedure="firestorm.ready").count() == 1


def orders_tapped(table: firestorm.Table, **sent: str) -> None:
    """A button of the page of orders, with what the page showed."""
    mine = orders.banner(table, "Marta")
    about = {"banner": mine, "seen": orders.in_hand(table, "Marta", mine).seen}
    answer = tapped(table.browsers["Marta"], table.url("change_orders"), **about, **sent)
    assert answer.status_code in (200, 302)


def test_fs_31_a_tap_on_orders_is_one_transaction() -> None:
    table = orders.writing("Marta", "Kwame")
    orders_tapped(table, step="T07")
    assert orders.draft(table) == ("move", ["T07"])


def test_a_club_s_nights_and_notices_make_no_tap_in_its_league_dearer() -> None:
    evening = played(6)
    client = factories.signed_in(evening.tom)
    address, keys = asked_page(evening, client)
    when = When.on(announced(evening.ilse), 1)
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    plans.propose_game(by=evening.marta, others=[evening.tom], when=when, scope=evening.scope)
    finding.catch_up(timezone.now())
    assert Notice.objects.filter(person=evening.tom.person, read_at=None).exists()
    assert tapped(client, address, key=keys[1], value="3").status_code == 200
    assert tapped(client, address, key=keys[2], roll="1").status_code == 200


def free(scope: Scope) -> bool:
    """Whether somebody else could write in a league now."""
    found: list[bool] = []

    def look() -> None:
        try:
            with transaction.atomic():
                Scope.objects.select_for_update(no_key=True, nowait=True).get(pk=scope.pk)
            found.append(True)
        except OperationalError:
            found.append(False)
        finally:
            connections.close_all()

    other = threading.Thread(target=look)
    other.start()
    other.join(timeout=60)
    return found == [True]


def test_nobody_waits_while_the_answer_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = played(6)
    client = factories.signed_in(evening.tom)
    address, keys = asked_page(evening, client)
    seen: list[bool] = []

    def drawing(*given: Any, **more: Any) -> Any:
        seen.append(free(evening.scope))
        return render(*given, **more)

    monkeypatch.setattr(frame, "render", drawing)
    sent = {"key": keys[1], "value": "3", "once": uuid4().hex}
    assert client.post(address, sent, headers=HTMX).status_code == 200
    assert seen == [True]
