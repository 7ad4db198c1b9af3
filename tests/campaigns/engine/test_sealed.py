"""What is sealed reaches nobody but its owner before the rules open it: no page, call, event, log, admin."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client

from campaigns import urls
from campaigns.api.urls import urlpatterns as calls
from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile, rerun_today
from campaigns.engine.stored.topics import CHANNEL
from campaigns.engine.transaction.seals import fingerprint_of
from campaigns.engine.who.rights import Actor
from campaigns.models import DialogueAnswer, Entry, Role, SealedAnswer, Seat
from campaigns.people.me.program_tokens import new_token
from rules.engine.procedure import Procedure
from rules.engine.questions import Text, YesNo
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import player, state_of
from tests.pages import told_in

SECRET = "the crooked well"
TRAP = 23


@pytest.fixture
def here(db: None) -> Evening:
    """A mission in play in which Marta has sealed a note."""
    return sealed()


def sealed() -> Evening:
    evening = Evening()
    mission = evening.mission()
    event = evening.event(mission, TRAP, warband=evening.bell)
    params = {"mission": mission, "event": event, "warband": evening.bell}
    opened = door.act(evening.scope.pk, Actor(evening.marta), "opr.seal_note", params)
    outcome = door.answer_question(evening.scope.pk, Actor(evening.marta), opened.slot, "note", SECRET)
    assert outcome.settled
    return evening


def addresses(here: Evening) -> Iterator[str]:
    """Every address of pages and calls that can be filled in for this league."""
    entry = Entry.objects.latest("seq")
    mission = next(iter(state_of(here.scope).missions))
    known = {
        "pk": here.scope.pk, "slug": here.scope.club.slug, "seq": entry.seq, "number": 1,
        "slot": entry.slot.code, "warband": here.bell, "what": "seal_note", "rule_id": "OPR-69",
        "draft": 1, "table": "missions",
    }  # fmt: skip
    keys = {"m/": mission, "missions/": mission, "w/": here.bell, "warbands/": here.bell}
    for prefix, patterns in (("/", urls.urlpatterns), ("/api/v1/", calls)):
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            before = re.search(r"(\w+/)<id:key>", path)
            unit = here.units(here.bell)[0]
            filled = {**known, "key": keys.get(before[1], unit) if before else unit}
            if set(re.findall(r"<(?:\w+:)?(\w+)>", path)) <= set(filled):
                yield re.sub(r"<(?:\w+:)?(\w+)>", lambda found, f=filled: str(f[found[1]]), path)  # type: ignore[misc]


@pytest.mark.parametrize("name", ["tom", "ilse", "nadia"])
@pytest.mark.in_turn(5, kind="secrets")
def test_no_page_and_no_call_shows_it_to_anybody_else(here: Evening, name: str) -> None:
    who = player(here.scope, "Nadia") if name == "nadia" else getattr(here, name)
    client, seen = here.browser(who), 0
    token = {"Authorization": f"Token {new_token(who.person)}"}
    for address in addresses(here):
        if address.endswith(".pdf"):
            continue  # packed; the table of the database below says where the words stand at all
        answer = client.get(address, headers=token if address.startswith("/api") else {})
        seen += answer.status_code == 200
        assert SECRET not in answer.content.decode(), (who, address)
    assert seen > 20


def test_in_the_database_it_stands_among_the_seals_and_nowhere_else(here: Evening) -> None:
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" r WHERE r::text LIKE %s', [f"%{SECRET}%"])
            found += [table] if cursor.fetchone()[0] else []
    assert found == ["campaigns_sealedanswer"]


def test_everybody_else_keeps_the_fingerprint(here: Evening) -> None:
    seal = SealedAnswer.objects.get()
    assert seal.fingerprint == fingerprint_of(bytes(seal.salt), SECRET)
    assert seal.fingerprint == sha256(bytes(seal.salt) + f'"{SECRET}"'.encode()).hexdigest()
    assert len(bytes(seal.salt)) == 16
    entry = Entry.objects.get(procedure="opr.seal_note")
    assert entry.answers["note"] | {"by": ""} == {
        "value": seal.fingerprint, "origin": "sealed", "by": "", "dice": [], "stood_for": "",
    }  # fmt: skip
    assert reconcile(here.scope) == []
    assert rerun_today(here.scope) == []


def test_the_same_words_sealed_twice_look_different(db: None) -> None:
    sealed()
    sealed()
    assert len(set(SealedAnswer.objects.values_list("fingerprint", flat=True))) == 2


def test_the_admin_does_not_show_it(here: Evening) -> None:
    client = Client()
    client.force_login(
        User.objects.create_superuser("boss"), backend="django.contrib.auth.backends.ModelBackend"
    )
    seal = SealedAnswer.objects.get()
    addresses = [f"/admin/campaigns/sealedanswer/{tail}" for tail in ("", f"{seal.pk}/change/")]
    entry = Entry.objects.get(procedure="opr.seal_note")
    addresses += ["/admin/campaigns/mission/", f"/admin/campaigns/entry/{entry.pk}/change/"]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert SECRET not in answer.content.decode()
    assert seal.fingerprint in client.get(addresses[1]).content.decode()


def test_the_log_does_not_tell(caplog: pytest.LogCaptureFixture, db: None) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)  # statements are logged by nobody
    evening = sealed()
    answer = evening.browser(evening.tom).get(evening.url())
    assert answer.status_code == 200
    assert SECRET not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_the_live_event_does_not_tell() -> None:
    given = connection.get_connection_params()
    kept = {name: given[name] for name in ("dbname", "user", "password", "host", "port") if name in given}
    with psycopg.connect(**kept, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        sealed()
        listening.execute("SELECT pg_notify(%s, 'that was all')", [CHANNEL])
        told = []
        for event in listening.notifies(timeout=60):
            if event.payload == "that was all":
                break
            told.append(event.payload)
    assert len(told) > 3
    assert all(SECRET not in payload for payload in told)


def test_it_is_opened_by_its_owner_and_then_everybody_reads_it(here: Evening) -> None:
    entry = Entry.objects.get(procedure="opr.seal_note")
    params = {name: entry.params[name] for name in ("mission", "event", "warband")}
    with pytest.raises(PermissionDenied):
        door.act(here.scope.pk, Actor(here.tom), "opr.open_note", params)
    assert door.act(here.scope.pk, Actor(here.marta), "opr.open_note", params).settled
    assert SealedAnswer.objects.get().revealed_at is not None
    assert here.shows(here.tom, entry.params["mission"]).events[0].note == SECRET
    assert reconcile(here.scope) == []


@pytest.mark.parametrize("who", ["ilse", "tom"])
def test_opr_69_no_organiser_opens_it_in_its_owner_s_name(here: Evening, who: str) -> None:
    """Whoever could, playing against them or not, would read it."""
    seat = getattr(here, who)
    Seat.objects.filter(pk=seat.pk).update(role=Role.ORGANISER)
    seat.refresh_from_db()
    entry = Entry.objects.get(procedure="opr.seal_note")
    params = {name: entry.params[name] for name in ("mission", "event", "warband")}
    with pytest.raises(PermissionDenied):
        door.act(here.scope.pk, Actor(seat), "opr.open_note", params)
    assert SealedAnswer.objects.get().revealed_at is None


def test_whoever_doubts_an_opened_seal_can_check_it(here: Evening) -> None:
    sealing = Entry.objects.get(procedure="opr.seal_note")
    params = {name: sealing.params[name] for name in ("mission", "event", "warband")}
    fingerprint = SealedAnswer.objects.get().fingerprint
    told = here.browser(here.tom).get(here.url(f"entries/{sealing.seq}/")).context["page"].asked
    assert [(one.answer.value, one.proof) for one in told] == [(fingerprint, None)]
    opened = door.act(here.scope.pk, Actor(here.marta), "opr.open_note", params)
    page = here.browser(here.tom).get(here.url(f"entries/{opened.entry}/"))
    (proof,) = [one.proof for one in page.context["page"].asked if one.proof]
    assert proof.fingerprint == fingerprint
    assert "Check the seal" in page.content.decode()
    checked = subprocess.run([sys.executable, "-c", proof.check], capture_output=True, text=True, check=True)
    assert checked.stdout.strip() == fingerprint


# While a dialogue is still open


def _bid(ctx: Any, *, warband: str) -> Procedure[Any]:
    """Seal a bid, then say whether you are sure."""
    yield Text("bid", "What do you bid?", who=f"side:{warband}", least=1, sealed=True)
    yield YesNo("sure", "Are you sure?", who=f"side:{warband}")
    return ()


@pytest.fixture
def bidding(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Evening, str]:
    """A dialogue with one sealed answer that waits for another question."""
    procedures = all_games()["opr"].procedures
    like = procedures["opr.seal_note"]
    spec = replace(like, name="opr.bid", run=_bid, slot="bid:{warband}", by="side:{warband}")
    monkeypatch.setitem(procedures, "opr.bid", spec)
    evening = Evening()
    opened = door.act(evening.scope.pk, Actor(evening.marta), "opr.bid", {"warband": evening.bell})
    door.answer_question(evening.scope.pk, Actor(evening.marta), opened.slot, "bid", SECRET)
    return evening, opened.slot


def test_an_open_dialogue_shows_others_that_something_is_sealed(bidding: tuple[Evening, str]) -> None:
    here, slot = bidding
    assert DialogueAnswer.objects.get(key="bid").value == SealedAnswer.objects.get().fingerprint
    for who in (here.tom, here.ilse):
        client = here.browser(who)
        for address in (here.url(f"d/{slot}/"), f"/api/v1/leagues/{here.scope.pk}/dialogues/{slot}/"):
            answer = client.get(address)
            assert answer.status_code == 200
            assert SECRET not in answer.content.decode()


def test_nobody_learns_it_by_guessing(bidding: tuple[Evening, str]) -> None:
    here, slot = bidding
    for guess in (SECRET, "something else"):
        with pytest.raises(Refused) as refused:
            door.answer_question(here.scope.pk, Actor(here.ilse), slot, "bid", guess)
        assert refused.value.sentence == "Marta has already answered this: sealed."


def test_a_sealed_answer_stays_sealed_when_it_is_set_aside(bidding: tuple[Evening, str]) -> None:
    here, slot = bidding
    with pytest.raises(Refused, match="A sealed answer cannot be undone"):
        door.undo_answer(here.scope.pk, Actor(here.marta), slot)
    with pytest.raises(Refused, match="Only an organiser can cancel these questions"):
        door.set_aside(here.scope.pk, Actor(here.marta), slot)
    assert SealedAnswer.objects.get().value == SECRET


def test_setting_a_seal_aside_and_sealing_anew_stand_in_the_chronicle(bidding: tuple[Evening, str]) -> None:
    here, slot = bidding
    door.set_aside(here.scope.pk, Actor(here.ilse), slot)
    again = door.act(here.scope.pk, Actor(here.marta), "opr.bid", {"warband": here.bell})
    door.answer_question(here.scope.pk, Actor(here.marta), again.slot, "bid", "another bid")
    assert SealedAnswer.objects.get().value == "another bid"
    told = "\n".join(told_in(here.scope, here.tom))
    assert (
        "Cancelled: Seal a bid, then say whether you are sure. What was sealed in it no longer counts."
        in told
    )
    assert "Sealed again: Seal a bid, then say whether you are sure." in told
    assert "another bid" not in told
    assert reconcile(here.scope) == []
    assert rerun_today(here.scope) == []
