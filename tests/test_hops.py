"""How far what people do most travels through the code (`tests/hops.py`): from now on only shorter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from operator import le

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine import correcting
from campaigns.models import ArmyDraft, Correction
from tests import factories
from tests.campaigns import past as pasts
from tests.campaigns import play
from tests.campaigns.engine.evening import founded
from tests.campaigns.nights.conftest import club_with_a_night, today
from tests.campaigns.opr.warbands import conftest as warbands
from tests.campaigns.opr.warbands import test_founding as founding
from tests.hops import hops_of
from tests.maps.firestorm.orders import test_orders as orders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("code")]

type Tap = Callable[[], object]


def casualty() -> Tap:
    """The die that ends an evening's step: one unit, one die."""
    evening = founded(2)
    kills = [
        {"victim": evening.sheet(evening.his)[1].id, "killer": evening.sheet(evening.hers)[0].id, "round": 1}
    ]
    outcome = play.act(evening.scope, evening.ilse, "quick_report", **{**evening.facts(), "kills": kills})
    evening.mission = f"{outcome.slot}.mission"
    asked = evening.casualties(evening.tom)
    address = reverse("campaigns:dialogue", args=[evening.scope.pk, asked.slot])
    sent = {"key": asked.questions[0].key, "value": "3"}
    return posting(factories.signed_in(evening.tom), address, sent)


def reveal() -> Tap:
    """The last seal, and the reveal of all orders."""
    table = orders.writing("Marta", "Kwame")
    orders.tapped(table, "Kwame", orders.banner(table, "Kwame"), seal="1")
    sent = {"seen": orders.page(table, "Marta").seen, "seal": "1"}
    return posting(table.browsers["Marta"], table.url("change_orders"), sent)


def correction() -> Tap:
    """A correction of one die of an earlier evening, as it counts."""
    past = pasts.with_a_mission(pasts.just_started())
    past.organiser.post(
        f"{past.url}/entries/{past.entry('casualties').seq}/", {"key": past.die, "value": "6"}
    )
    draft = Correction.objects.get(scope=past.scope)
    mark = correcting.preview_correction(draft).fingerprint
    sent = {"commit": "1", "words": "it was otherwise", "fingerprint": mark}
    return posting(past.organiser, f"{past.url}/corrections/{draft.pk}/", sent)


def pasted() -> Tap:
    """A list of two units, pasted."""
    table = warbands.league_of_two()
    client = factories.signed_in(table.marta)
    return posting(client, founding.new_url(table), {"text": founding.LIST})


def founded_with() -> Tap:
    """A warband founded with that list."""
    table = warbands.league_of_two()
    client = factories.signed_in(table.marta)
    draft: ArmyDraft = founding.pasted(table, client)
    sent = {**founding.fields_of(table, draft), "found": "1"}
    return posting(client, founding.draft_url(draft), sent)


def night() -> Tap:
    """A club night, announced."""
    evening = club_with_a_night(date.today())
    day = today(evening.club) + timedelta(days=9)
    sent = {"day": day.isoformat(), "starts": "18:30", "ends": "23:30", "place": "The Anchor", "tables": "5"}
    return posting(
        factories.signed_in(evening.ilse), reverse("campaigns:night_new", args=[evening.club.slug]), sent
    )


def posting(client: Client, address: str, sent: dict[str, str]) -> Tap:
    def post() -> None:
        answer = client.post(address, sent)
        assert answer.status_code == 302, answer.content.decode()

    return post


FLOWS = (casualty, reveal, correction, pasted, founded_with, night)
MOST = {
    "casualty": (61, 296, 19),
    "reveal": (102, 2828, 216),
    "correction": (59, 518, 137),
    "pasted": (40, 209, 4),
    "founded_with": (73, 544, 32),
    "night": (22, 41, 4),
}  # modules, crossings, climbs


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_what_people_do_most_goes_no_further_than_it_did(flow: Callable[[], Tap]) -> None:
    flow()()
    found = hops_of(flow())
    counted, most = (len(found.modules), found.crossings, found.climbs), MOST[flow.__name__]
    assert all(map(le, counted, most)), f"{found}: {found.pairs.most_common(12)}"
