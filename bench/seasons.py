"""A face tapped on a phone, and the next look, in seasons of growing length: processor time of the view."""

from __future__ import annotations

import statistics
from contextlib import suppress
from urllib.parse import urlencode

from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.league import STEPS, first
from bench.measure import Figure, cpu
from bench.pages import signed_in
from campaigns.engine import door
from campaigns.engine.rights import Actor
from campaigns.engine.store import registration
from campaigns.engine.visit import Outcome
from campaigns.models import Scope, Seat
from rules.engine.refusals import Refused
from rules.opr.playing.setup import available_units

TAPS = 12
FORM = "application/x-www-form-urlencoded"
ASKED = ("≤ 25 ms, ≤ 12 statements", "≤ 28 ms")
COUNTED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def seasons(scopes: list[Scope], seat: Seat) -> list[Figure]:
    found = []
    for scope, asked in zip(scopes, ASKED, strict=True):
        number = len(registration(scope.game).load(scope.pk).missions)
        tapped, looked, statements = _taps(scope, seat)
        value = f"{tapped:.1f} ms, {statements:.0f} statements"
        found.append(Figure(f"a face tapped at {number:,} missions", value, "Python's part", asked))
        found.append(Figure(f"the league's page after it, at {number:,} missions", f"{looked:.1f} ms"))
    return found


def _taps(scope: Scope, seat: Seat) -> tuple[float, float, float]:
    """Medians of a tap on a casualty's face, the look at the league after it, and statements of a tap."""
    client, taken, looks, counts = signed_in(seat), list[float](), list[float](), list[int]()
    for _ in range(TAPS + 1):
        outcome, about, bands = _asked(scope, seat)
        address = f"/l/{scope.pk}/d/{outcome.slot}/"
        assert client.get(address).status_code == 200
        keys = [one.key for one in outcome.questions]
        for key, kept in zip(keys, (counts, taken), strict=True):  # counting takes time itself
            said = urlencode({"key": key, "value": "6"})

            def tap(address: str = address, said: str = said) -> None:
                answer = client.post(address, said, FORM, headers={"HX-Request": "true"})
                assert answer.status_code in (200, 302), answer.content[:200]

            if kept is taken:
                taken.append(cpu(tap))
                continue
            with CaptureQueriesContext(connection) as caught:
                tap()
            counts.append(sum(one["sql"].split()[0] in COUNTED for one in caught))
        looks.append(cpu(lambda: client.get(f"/l/{scope.pk}/")))
        _walk(scope, Actor(seat), about, bands)
    return statistics.median(taken[1:]), statistics.median(looks[1:]), statistics.median(counts[1:])


def _asked(scope: Scope, seat: Seat) -> tuple[Outcome, str, list[str]]:
    """A mission in which two of a warband were taken out; their dice are asked for."""
    kept, actor = registration(scope.game), Actor(seat)
    state = kept.load(scope.pk)
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
                    outcome = door.answer(scope.pk, actor, *given, app_dice=True)
