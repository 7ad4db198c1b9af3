"""What somebody does with one tap is one transaction through the door: one version of the scope, one event on
the stream; and when a later part of it is refused, nothing of it is written, on page, table and API alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine.plugins import plugin_of, plugins
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Dialogue, DialogueAnswer, Entry, Report, Scope, Seat
from campaigns.solo.plugin import PLUGIN as SOLO
from maps.models import OrderDraft
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, at_once, founded, played
from tests.campaigns.solo.walk import Walk, new_game
from tests.hearing import hearing
from tests.maps.firestorm.orders import test_orders as orders
from tests.maps.firestorm.test_by_itself import later, met, tied
from tests.scenario import scenario

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = (Entry, Dialogue, DialogueAnswer, Report, OrderDraft)


def version(scope: Scope) -> int:
    return Scope.objects.values_list("version", flat=True).get(pk=scope.pk)


@contextmanager
def one(scope: Scope) -> Iterator[None]:
    """What is done meanwhile is one version and one event, and the rows are what the journal makes them."""
    before = version(scope)
    with hearing() as told:
        yield
        events = [event for event in told() if event["scope"] == str(scope.pk)]
    assert version(scope) == before + 1
    assert [event["version"] for event in events] == [before + 1]
    assert reconcile(scope) == []


@contextmanager
def untouched(scope: Scope) -> Iterator[None]:
    """What is done meanwhile leaves nothing behind."""
    before = (
        version(scope),
        play.state_of(scope),
        [list(kind.objects.order_by("pk").values()) for kind in ROWS],
    )
    with hearing() as told:
        yield
        assert told() == []
    after = (
        version(scope),
        play.state_of(scope),
        [list(kind.objects.order_by("pk").values()) for kind in ROWS],
    )
    assert after == before


def program(seat: Seat, scope: Scope, procedure: str, **params: Any) -> Any:
    """An act through the API, by somebody who is signed in."""
    address, sent = f"/api/v1/leagues/{scope.pk}/act/", {"procedure": procedure, "params": params}
    return factories.signed_in(seat).post(address, sent, content_type="application/json")


# A walk-over of a mission that was only set up


def set_up(evening: Evening) -> str:
    warbands = [evening.hers, evening.his]
    return f"{play.act(evening.scope, evening.marta, 'open_mission', warbands=warbands).slot}.mission"


def walked_over(evening: Evening, mission: str) -> None:
    assert play.state_of(evening.scope).missions[mission].status == "playing"
    assert Report.objects.get().procedure == "opr.walk_over"


def test_opr_31_a_walk_over_begins_its_mission() -> None:
    evening = founded()
    mission = set_up(evening)
    page = f"/l/{evening.scope.pk}/m/{mission}/walk-over/"
    with one(evening.scope):
        sent = factories.signed_in(evening.marta).post(page, {"winner": evening.hers})
        assert sent.status_code == 302
    walked_over(evening, mission)


def test_opr_31_a_walk_over_of_a_program_begins_its_mission() -> None:
    evening = founded()
    mission = set_up(evening)
    with one(evening.scope):
        told = program(evening.marta, evening.scope, "opr.walk_over", mission=mission, winner=evening.hers)
        assert told.json()["report"]
    walked_over(evening, mission)


def test_opr_31_a_walk_over_that_is_refused_begins_nothing() -> None:
    evening = founded()
    mission = set_up(evening)
    with untouched(evening.scope):
        told = program(evening.marta, evening.scope, "opr.walk_over", mission=mission, winner="nobody")
        assert told.status_code == 409, told.json()
    assert play.state_of(evening.scope).missions[mission].status == "setup"


def test_opr_31_both_say_at_once_that_the_other_did_not_come() -> None:
    evening = founded()
    mission = set_up(evening)

    def says(seat: Seat, winner: str) -> Callable[[], Any]:
        return lambda: program(seat, evening.scope, "opr.walk_over", mission=mission, winner=winner)

    given = at_once(evening.scope, says(evening.marta, evening.hers), says(evening.tom, evening.his))
    assert [one.status_code for one in given] == [200, 200]
    first, second = Report.objects.order_by("pk")
    assert (second.answers_to_id, first.reporter_id) != (None, second.reporter_id)
    assert second.answers_to_id == first.pk
    assert play.state_of(evening.scope).missions[mission].status == "playing"
    assert Entry.objects.filter(procedure="opr.begin").count() == 1


# A step that begins with its first die


def test_opr_38_a_step_begins_with_its_first_face() -> None:
    evening = played(6)
    client = factories.signed_in(evening.tom)
    page = reverse("campaigns:step", args=[evening.scope.pk, evening.mission, evening.his])
    victim = evening.sheet(evening.his)[1].id
    with untouched(evening.scope):
        assert client.post(page, {"key": f"casualty:{victim}", "value": "9"}).status_code == 409
    with one(evening.scope):
        assert client.post(page, {"key": f"casualty:{victim}", "value": "3"}).status_code == 302
    assert DialogueAnswer.objects.get().value == 3


# A seal of orders


def test_fs_163_a_seal_of_orders() -> None:
    table = orders.writing("Marta", "Kwame")
    mine = orders.banner(table, "Marta")
    orders.tapped(table, "Marta", mine, step="T07")
    with one(table.scope):
        orders.tapped(table, "Marta", mine, seal="1")
    with one(table.scope):
        orders.tapped(table, "Marta", mine, open="1")


def test_fs_163_a_seal_that_is_refused_opens_nothing() -> None:
    table = orders.writing("Marta", "Kwame")
    mine = orders.banner(table, "Marta")
    orders.tapped(table, "Marta", mine, step="T07")
    OrderDraft.objects.filter(banner=mine).update(path=["T13"])
    with untouched(table.scope):
        assert orders.tap(table, "Marta", mine, seal="1").status_code == 409
    assert not table.state.sheets


# The table of a game against the app


def at_table(phase: str = "round") -> tuple[Walk, Seat]:
    """Marta's turn at a table where the app throws the dice."""
    seat = factories.new_organiser(name="Marta")
    client = factories.signed_in(seat)
    walk = Walk(client, new_game(client, seat))
    walk.until(phase)
    return walk, seat


def my_turn() -> tuple[Walk, Seat, dict[str, Any]]:
    """The same, and what says which of hers has acted."""
    walk, seat = at_table()
    while walk.page.step is None or walk.page.step.do != "human_turn":
        walk.step()
    state = play.state_of(walk.scope)
    unit = next(unit for unit in state.on_table("human") if not unit.activated)
    return walk, seat, {"turn": state.game.turn, "unit": unit.id}


def app_goes(scope: Scope, turn: int) -> bool:
    """Whether the app's turn after that has begun."""
    found = Dialogue.objects.filter(scope=scope, procedure="solo.activate", params={"turn": turn})
    return found.exists() or Entry.objects.filter(procedure="solo.activate", params={"turn": turn}).exists()


def table_of(scope: Scope) -> str:
    return f"/l/{scope.pk}/solo/"


def test_solo_39_when_people_have_had_their_turn_the_app_takes_its_own() -> None:
    walk, _seat, turn = my_turn()
    with one(walk.scope):
        answer = walk.browser.post(table_of(walk.scope), {"do": "human_turn", **turn})
        assert answer.status_code == 302
    assert app_goes(walk.scope, turn["turn"] + 1)


def test_solo_39_a_program_s_turn_is_followed_by_the_app_s_too() -> None:
    walk, seat, turn = my_turn()
    with one(walk.scope):
        told = program(seat, walk.scope, "solo.human_turn", **turn).json()
    assert told["settled"]
    assert app_goes(walk.scope, turn["turn"] + 1)
    asks = Dialogue.objects.filter(scope=walk.scope, procedure="solo.activate").first()
    assert told["then"] == (asks.slot.code if asks else "")


def test_solo_39_a_turn_counts_with_the_app_s_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    walk, seat, turn = my_turn()
    monkeypatch.setitem(
        SOLO.acts.begins, "solo.human_turn", lambda state, book: ("solo.activate", {"turn": 99})
    )
    with untouched(walk.scope):
        answer = walk.browser.post(table_of(walk.scope), {"do": "human_turn", **turn})
        assert answer.status_code == 409
    with untouched(walk.scope):
        assert program(seat, walk.scope, "solo.human_turn", **turn).status_code == 409


def test_solo_39_two_phones_say_at_once_who_acted() -> None:
    walk, seat, turn = my_turn()
    others = [unit.id for unit in play.state_of(walk.scope).on_table("human") if unit.id != turn["unit"]]
    sent = [turn, {**turn, "unit": others[0]}]

    def tap(turn: dict[str, Any]) -> Callable[[], Any]:
        return lambda: factories.signed_in(seat).post(table_of(walk.scope), {"do": "human_turn", **turn})

    given = at_once(walk.scope, *map(tap, sent))
    assert sorted(one.status_code for one in given) == [302, 409]
    assert Entry.objects.filter(procedure="solo.human_turn", params__turn=turn["turn"]).count() == 1
    assert app_goes(walk.scope, turn["turn"] + 1)
    assert reconcile(walk.scope) == []


def asked_several() -> tuple[Walk, Any]:
    """A table that is asked several things at once which are no dice."""
    seat = factories.new_organiser(name="Marta")
    client = factories.signed_in(seat)
    walk = Walk(client, new_game(client, seat))
    for _tap in range(600):
        several = walk.page.asking.several
        if several is not None and not several.dice and len(several.lines) > 1:
            return walk, several
        walk.step()
    raise AssertionError(walk.seen)


def test_answers_sent_together_are_one_write() -> None:
    walk, several = asked_several()
    with one(walk.scope):
        assert walk.browser.post(table_of(walk.scope), of_marta(several)).status_code == 302


def of_marta(several: Any) -> dict[str, Any]:
    """What Marta's phone sends: every marker as the page shows it."""
    told = {f"value:{line.question.key}": line.now for line in several.lines}
    return {"slot": several.slot, "all": "1", **told}


def of_tom(several: Any) -> dict[str, Any]:
    """What Tom's phone sends: somebody else holds the last marker."""
    line = several.lines[-1]
    value = next(option.id for option in line.question.options if option.id != line.now)
    return {"slot": several.slot, "key": line.question.key, "kind": line.question.kind, "value": value}


def test_of_answers_sent_together_none_counts_when_one_is_refused() -> None:
    walk, several = asked_several()
    address = table_of(walk.scope)
    assert walk.browser.post(address, of_tom(several)).status_code == 302
    with untouched(walk.scope):
        answer = walk.browser.post(address, of_marta(several))
        assert answer.status_code == 409
        assert "has already answered this" in answer.content.decode()


def test_two_phones_answer_at_once_and_the_answers_of_one_count() -> None:
    walk, several = asked_several()
    club = walk.scope.club
    clients = [factories.signed_in(factories.new_seat(club=club, name=name)) for name in ("Tom", "Nadia")]
    sent, address = (of_marta(several), of_tom(several)), table_of(walk.scope)
    given = at_once(
        walk.scope, *(partial(client.post, address, one) for client, one in zip(clients, sent, strict=True))
    )
    assert sorted(one.status_code for one in given) == [302, 409]
    kept = DialogueAnswer.objects.filter(dialogue__slot__code=several.slot).count()
    settled = Entry.objects.filter(slot__code=several.slot, scope=walk.scope).count()
    assert (kept, settled) == ((0, 1) if given[0].status_code == 302 else (1, 0))
    assert reconcile(walk.scope) == []


def test_a_step_back_at_the_table_is_one_write() -> None:
    walk, _seat, turn = my_turn()
    walk.browser.post(table_of(walk.scope), {"do": "human_turn", **turn})
    with one(walk.scope):
        assert walk.browser.post(table_of(walk.scope), {"back": "1"}).status_code == 302


# Settings


@scenario
def endless() -> tuple[Scope, Seat]:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, campaign_type="endless")
    play.started(scope, ilse, "Marta", "Tom")
    return scope, ilse


LIMITED = {"key": "campaign_type", "value": "game"}


def by_page(seat: Seat, scope: Scope) -> str:
    """The dialogue that the page leads to."""
    sent = factories.signed_in(seat).post(f"/l/{scope.pk}/settings/", LIMITED)
    return str(sent["Location"]).rstrip("/").rpartition("/")[2] if sent.status_code == 302 else ""


def by_program(seat: Seat, scope: Scope) -> str:
    sent = program(seat, scope, "opr.change_setting", **LIMITED)
    return str(sent.json()["then"]) if sent.status_code == 200 else ""


CALLERS = pytest.mark.parametrize("caller", [by_page, by_program])


@CALLERS
def test_opr_04_a_setting_and_the_roll_that_it_begins(caller: Callable[[Seat, Scope], str]) -> None:
    scope, ilse = endless()
    with one(scope):
        asks = caller(ilse, scope)
    roll = Dialogue.objects.get(scope=scope)
    assert (roll.procedure, roll.slot.code) == ("opr.roll_limit", asks)


@CALLERS
def test_opr_04_a_setting_stays_as_it_was_when_what_it_begins_is_refused(
    caller: Callable[[Seat, Scope], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scope, ilse = endless()
    monkeypatch.setitem(
        plugin_of("opr").acts.begins, "opr.change_setting", lambda state, book: ("opr.start", {})
    )
    with untouched(scope):
        assert not caller(ilse, scope)


def test_a_key_of_a_program_answers_with_what_its_act_went_on_to() -> None:
    scope, ilse = endless()
    sent = {"procedure": "opr.change_setting", "params": LIMITED, "once": "k"}
    address, client = f"/api/v1/leagues/{scope.pk}/act/", factories.signed_in(ilse)
    first, again = (client.post(address, sent, content_type="application/json").json() for _ in range(2))
    assert first["then"]
    assert (again["then"], again["repeated"]) == (first["then"], True)


def test_settings_of_a_table_are_changed_together() -> None:
    walk, _seat = at_table("setup")
    page = f"/l/{walk.scope.pk}/solo/settings/"
    client: Client = walk.browser
    shown = client.get(page).context["form"]
    now = {name: shown[name].value() for name in shown.fields}
    figures = [name for name, field in shown.fields.items() if hasattr(field, "min_value")][:2]
    changed = {**now, **{name: int(now[name]) + 1 for name in figures}}
    with one(walk.scope):
        assert client.post(page, changed).status_code == 302
    done = Entry.objects.filter(scope=walk.scope, procedure="solo.setting")
    assert len(figures) == done.count() == 2


# Silence


def test_what_silence_answers_counts_with_the_act_that_asked() -> None:
    table = met()
    before, taken = version(table.scope), later(table, 2) + later(table, 11)
    assert {fate.kind for fate in table.state.fates.values()} == {
        "stays",
        "retreats",
    }  # who was asked is silent
    assert version(table.scope) == before + taken


def test_what_waits_for_somebody_is_opened_once_and_then_wakes_nobody() -> None:
    table = tied()
    assert Dialogue.objects.filter(scope=table.scope).count() == 1
    for days in range(2):
        with untouched(table.scope):
            assert later(table, days) == 0


def test_what_is_begun_again_where_it_is_open_wakes_nobody_and_its_key_is_kept() -> None:
    scope, ilse = endless()
    by_program(ilse, scope)
    sent = {"procedure": "opr.roll_limit", "params": {}, "once": "k"}
    address, client = f"/api/v1/leagues/{scope.pk}/act/", factories.signed_in(ilse)
    with untouched(scope):
        first, again = (client.post(address, sent, content_type="application/json").json() for _ in range(2))
    assert (first["slot"], first["settled"], first["repeated"]) == (again["slot"], False, False)
    assert again["repeated"]


def test_what_goes_before_and_after_an_act_is_of_its_own_game() -> None:
    for plugin in plugins():
        for name in (*plugin.acts.first, *plugin.acts.begins):
            assert plugin.game.spec(name).name == name


def test_a_scope_is_not_locked_inside_a_transaction_of_its_own() -> None:
    first, second = play.found_league(), play.found_league(name="Another")
    with (
        scope_transaction(first.pk, CLOCK),
        pytest.raises(RuntimeError, match="locked already"),
        scope_transaction(first.pk, CLOCK),
    ):
        raise AssertionError("inside")
    with scope_transaction(first.pk, CLOCK), scope_transaction(second.pk, CLOCK) as inside:
        assert inside.scope == second
    with scope_transaction(first.pk, CLOCK) as again:
        assert again.scope == first
