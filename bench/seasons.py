"""A face tapped on a phone, and the next look, in seasons of growing length: what they cost the server."""

from __future__ import annotations

import statistics
from contextlib import suppress
from functools import partial
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.league import STEPS, first
from bench.measure import Figure
from bench.server import FORM, Cost, Server, cookie_of, middle, shipped, signed_in
from campaigns.engine import door
from campaigns.engine.stored.store import registered
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from rules.engine.refusals import Refused
from rules.opr import GAME
from rules.opr.playing.setup import available_units

TAPS = 12
ASKED = ("≤ 25 ms, ≤ 12 statements", "≤ 28 ms, ≤ 12 statements")
COUNTED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def seasons(scopes: list[Scope], seat: Seat) -> list[Figure]:
    found = []
    for scope, asked in zip(scopes, ASKED, strict=True):
        number = len(registered(GAME).load(scope.pk).missions)
        with shipped() as server:
            tapped, looked, statements = _taps(server, scope, seat)
        value = f"{tapped.told()}, {statements:.0f} statements"
        found.append(Figure(f"a face tapped at {number:,} missions", value, "", asked))
        found.append(Figure(f"the league's page after it, at {number:,} missions", looked.told()))
    return found


def _taps(server: Server, scope: Scope, seat: Seat) -> tuple[Cost, Cost, float]:
    """What a tap on a casualty's face costs, and the look at the league after it; statements of a tap."""
    client, cookie = signed_in(seat), cookie_of(seat)
    taken, looks, counts = list[Cost](), list[Cost](), list[int]()
    for _ in range(TAPS + 1):
        outcome, about, bands = _asked(scope, seat)
        address = f"/l/{scope.pk}/d/{outcome.slot}/"
        server.get(address, cookie)
        counted, timed = (one.key for one in outcome.questions)  # counting takes time itself
        counts.append(_statements(client, address, counted))
        taken.append(server.posted(address, cookie, {"key": timed, "value": "6"}))
        looks.append(server.cost(partial(server.get, f"/l/{scope.pk}/", cookie)))
        _walk(scope, Actor(seat), about, bands)
    return middle(taken[1:]), middle(looks[1:]), statistics.median(counts[1:])


def _statements(client: Client, address: str, key: str) -> int:
    assert client.get(address).status_code == 200
    said = urlencode({"key": key, "value": "6"})
    with CaptureQueriesContext(connection) as caught:
        answer = client.post(address, said, FORM, headers={"HX-Request": "true"})
    assert answer.status_code in (200, 302), answer.content[:200]
    return sum(one["sql"].split()[0] in COUNTED for one in caught)


def _asked(scope: Scope, seat: Seat) -> tuple[DoorOutcome, str, list[str]]:
    """A mission in which two of a warband were taken out; their dice are asked for."""
    registration, actor = registered(GAME), Actor(seat)
    state = registration.load(scope.pk)
    able = [one.id for one in state.active if len(available_units(state, one.id)) > 2][:2]
    sheets = [[one.id for one in available_units(state, band)][:3] for band in able]
    kills = [{"victim": one, "killer": sheets[0][0], "round": 1} for one in sheets[1][:2]]
    fielded = dict(zip(able, sheets, strict=True))
    facts = {"warbands": able, "winners": able[:1], "kills": kills, "fielded": fielded}
    reported = door.act(scope.pk, actor, "opr.quick_report", facts)
    mission = f"{reported.slot}.mission"
    asked = door.act(scope.pk, actor, "opr.casualties", {"mission": mission, "warband": able[1]})
    return asked, mission, able


def _walk(scope: Scope, actor: Actor, mission: str, bands: list[str]) -> None:
    """What is left of the mission's steps, with the app's dice."""
    for band in bands:
        for step in STEPS:
            with suppress(Refused):  # the dice that were tapped
                about = {"mission": mission, "warband": band}
                outcome = door.act(scope.pk, actor, f"opr.{step}", about, app_dice=True)
                while not outcome.settled:
                    question = outcome.questions[0]
                    given = (outcome.slot, question.key, first(question))
                    outcome = door.answer_question(scope.pk, actor, *given, app_dice=True)
