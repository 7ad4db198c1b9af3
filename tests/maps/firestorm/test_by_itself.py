"""What happens by itself in a Firestorm league: when a phase's time is up, and when it is ended by force."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue
from maps.firestorm import clock
from rules.firestorm.faction_figures import balance
from rules.firestorm.glory.awards import WON
from rules.firestorm.state import Battle
from tests.factories import todos_for
from tests.maps.firestorm.driving import act, endow, everybody_ready, marched
from tests.maps.firestorm.play import Table, begun_before

pytestmark = pytest.mark.django_db

MEETING = {
    "Marta": (("forced_march", ("T02", "T03")),),
    "Kwame": (("forced_march", ("T04", "T03")),),
}


def later(table: Table, days: int) -> int:
    """The clock, so many days from now."""
    return clock.advance_firestorm(table.scope, timezone.now() + timedelta(days=days))


def battle(table: Table) -> Battle:
    (one,) = table.state.battles.values()
    return one


def met() -> Table:
    """Both banners meet on T03, and the attacker reports a minor victory."""
    table = begun_before(days_battles=1, days_aftermath=10, days_build=40)
    marched(table, **MEETING)
    attacker = next(name for name, key in table.factions.items() if key == battle(table).attack)
    act(
        table, attacker, "report", battle=battle(table).id, faction=battle(table).attack,
        result="minor_victory",
    )  # fmt: skip
    return table


def tied() -> Table:
    """Both lead with glory enough, and the app has asked the organiser whether they share the victory."""
    table = begun_before(glory_target=5)
    endow(table, glory=9)
    marched(table)
    while table.phase in ("aftermath", "build"):
        everybody_ready(table)
    assert table.phase == "scoring"
    return table


def test_before_the_deadline_nothing_happens():
    table = begun_before()
    assert clock.advance_firestorm(table.scope, timezone.now()) == 0
    assert table.phase == "preparation"


def test_when_the_time_is_up_silence_speaks_phase_by_phase():
    table = begun_before()
    assert later(table, 2) == 1
    assert table.phase == "orders"
    act(table, "Organiser", "pause", words="Holidays.")
    assert later(table, 30) == 0


def test_a_report_nobody_answered_counts_and_the_app_rolls_for_the_silent():
    table = met()
    assert later(table, 2) == 1
    assert (table.phase, battle(table).result) == ("aftermath", "minor_victory")
    later(table, 11)
    assert table.phase == "build"
    assert {one.kind for one in table.state.fates.values()} == {"stays", "retreats"}
    assert sorted(battle(table).rolled) == sorted(table.factions.values())
    assert not Dialogue.objects.filter(scope=table.scope).exists()
    assert reconcile(table.scope) == []


def test_a_question_left_open_is_answered_with_the_dice_that_have_fallen():
    table = met()
    later(table, 2)
    winner = next(name for name, key in table.factions.items() if key == battle(table).attack)
    loser = next(name for name in table.factions if name != winner)
    act(table, loser, "choose_retreat", turn=1, faction=table.factions[loser], banner=battle(table).defender)
    who, where = Actor(table.seats[winner]), {"battle": battle(table).id, "faction": table.factions[winner]}
    opened = door.act(table.scope.pk, who, "firestorm.roll_build", {"turn": 1, **where})
    key = f"build:{where['battle']}:{where['faction']}:1"
    assert not door.answer_question(
        table.scope.pk, who, opened.slot, key, 2
    ).settled  # it may be rolled again
    (face,) = (one.value for one in Dialogue.objects.get(scope=table.scope).answers.all())
    later(table, 11)
    assert table.phase == "build"
    assert balance(table.state, table.factions[winner]) == face
    assert battle(table).result in WON


def test_the_organiser_ends_the_battles_and_everything_follows_in_the_same_transaction():
    table = begun_before()
    marched(table, **MEETING)
    act(table, "Organiser", "advance", step=table.state.now.step, words="Nobody came.")
    assert (table.phase, battle(table).status) == ("aftermath", "struck")
    act(table, "Organiser", "advance", step=table.state.now.step)
    clock.advance_firestorm_leagues(timezone.now())
    assert table.phase == "build"
    assert len({one.territory for one in table.state.banners.values()}) == 2
    assert reconcile(table.scope) == []


@pytest.mark.parametrize(("shared", "phase"), [(True, "finished"), (False, "preparation")])
def test_fs_105_equal_leaders_wait_for_the_organiser(shared: bool, phase: str):
    table = tied()
    assert later(table, 90) == 0
    assert table.phase == "scoring"
    (asks,) = Dialogue.objects.filter(scope=table.scope).select_related("slot")
    address = reverse("campaigns:dialogue", args=[table.scope.pk, asks.slot.code])
    assert address in {todo.url for todo in todos_for(table.organiser)}
    assert door.answer_question(
        table.scope.pk, Actor(table.organiser), asks.slot.code, "share", shared
    ).settled
    assert table.phase == phase
    assert reconcile(table.scope) == []


def test_only_an_organiser_ends_a_phase():
    table = begun_before()
    with pytest.raises(PermissionDenied):
        door.act(table.scope.pk, Actor(table.seats["Marta"]), "firestorm.advance",
                 {"step": table.state.now.step})  # fmt: skip
    assert table.phase == "preparation"


def test_losses_that_were_named_are_rolled_for_before_the_phase_ends():
    table = begun_before(days_battles=1, days_aftermath=10, days_build=40)
    for name, faction in table.factions.items():
        act(
            table, name, "list_character", faction=faction, banner=f"{faction}:1", name=f"Lord {name}",
            kind="commander",
        )  # fmt: skip
    marched(table, **MEETING)
    act(
        table, "Organiser", "report", battle=battle(table).id, faction=battle(table).attack,
        result="minor_victory",
    )  # fmt: skip
    later(table, 2)
    lord = next(one for one in table.state.characters.values() if one.faction == battle(table).defend)
    (game,) = table.state.bouts
    opened = door.act(
        table.scope.pk, Actor(table.organiser), "firestorm.count_dead",
        {"faction": lord.faction, "bout": game, "dead": [lord.id]},
    )  # fmt: skip
    assert not opened.settled
    later(table, 11)
    assert table.phase == "build"
    assert table.state.bouts[game].dead == (lord.id,)
    assert not Dialogue.objects.filter(scope=table.scope).exists()
