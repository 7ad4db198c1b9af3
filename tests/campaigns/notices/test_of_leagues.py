"""Whose turn it is, until when, what others have played, and the night that is near."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import Notice, NoticeKind, NoticeMark, Role, Seat, TodoRow
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import (
    InboxLine,
    inbox_page,
    notification_sentence,
    notification_target_url,
)
from campaigns.notices.found.occasions import holds
from campaigns.notices.kinds.todos import OF_TODOS
from campaigns.shell.told.undoing import undo_entry
from config.dates import clock_time
from tests.campaigns import play
from tests.campaigns.engine.evening import played
from tests.campaigns.nights.conftest import Evening, at, evening
from tests.factories import new_organiser
from tests.maps.conquest import play as conquest
from tests.maps.conquest.play import begun
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table

__all__ = ["at", "evening"]
pytestmark = pytest.mark.django_db


def new(seat: Seat, now: datetime | None = None) -> list[tuple[str, str]]:
    """What the next look brings somebody: kind and sentence."""
    finding.catch_up(now or timezone.now())
    mine = Notice.objects.filter(person=seat.person, read_at=None)
    found = mine.exclude(kind=NoticeKind.WEEK).order_by("pk")  # which comes on Sundays alone
    told = [(one.kind, notification_sentence(one)) for one in found]
    found.update(read_at=timezone.now())
    return told


def until(table: Table) -> datetime:
    found = table.state.now.deadline
    assert found is not None
    return found


def test_whose_turn_it_is_hears_so_once_a_step_and_once_more_on_its_last_day() -> None:
    table = writing("Marta", "Kwame")
    name, at = table.scope.name, until(table)
    when = clock_time(at, table.scope.club.tz)
    assert new(table.seats["Marta"]) == [("my_turn", f"It’s your turn in {name}: you have until {when}")]
    assert new(table.seats["Marta"]) == []
    assert new(table.organiser) == [], "who plays for nobody has no turn"
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    late = at - timedelta(hours=23)
    assert new(table.seats["Marta"], late) == [("due", f"{name} is waiting for you: you have until {when}")]
    assert new(table.seats["Kwame"], late) == [], "has sealed, and has nothing left to read"
    soon = f"One hour left in {name}: you have until {when}"
    assert new(table.seats["Marta"], at - timedelta(minutes=50)) == [("due_now", soon)]
    assert new(table.seats["Marta"], at + timedelta(minutes=1)) == []


def test_a_turn_that_is_taken_or_over_is_told_nobody_any_more() -> None:
    table = writing("Marta", "Kwame")
    finding.catch_up(timezone.now())
    mine = Notice.objects.get(person=table.seats["Marta"].person, kind=NoticeKind.MY_TURN)
    assert notification_target_url(mine) == f"/l/{table.scope.pk}/"
    assert holds(mine, timezone.now())
    assert not holds(mine, until(table))
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    assert not holds(mine, timezone.now())


def test_a_turn_that_is_taken_leaves_the_inbox_and_is_read() -> None:
    table = writing("Marta", "Kwame")
    finding.catch_up(timezone.now())
    people = {name: table.seats[name].person for name in ("Marta", "Kwame")}

    def lines(name: str) -> list[str]:
        return [line.sentence for day in inbox_page(people[name]).days for line in day.lines]

    assert all("your turn" in lines(name)[0] for name in people)
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    assert lines("Marta") == []
    assert inbox_page(people["Marta"]).unread == 0
    assert len(lines("Kwame")) == 1, "who has not acted is still called"
    finding.catch_up(timezone.now())
    mine, theirs = (Notice.objects.get(person=one, kind=NoticeKind.MY_TURN) for one in people.values())
    assert mine.read_at is not None, "the bell on home counts it no more"
    assert theirs.read_at is None


def test_where_realms_act_in_turn_only_whose_turn_it_is_hears_so() -> None:
    league = begun("Marta", "Kwame", "Ilse")
    assert league.phase == "events"
    active = league.player(league.state.now.active)
    kinds = {name: [kind for kind, _words in new(league.seats[name])] for name in ("Marta", "Kwame", "Ilse")}
    assert kinds == {name: ["my_turn"] if name == active else [] for name in kinds}


def test_the_day_before_a_night_those_who_come_are_reminded_once(evening: Evening) -> None:
    night = evening.night
    for seat, said in ((evening.marta, "yes"), (evening.tom, "maybe"), (evening.jun, "no")):
        acts.set_attendance(seat=seat, night=night, come=said)
    assert new(evening.marta, night.begins_at - timedelta(hours=25)) == []
    near = night.begins_at - timedelta(hours=23)
    words = f"Club night on {night}, 19:00, Back room"
    assert new(evening.marta, near) == [("night_soon", words)]
    assert new(evening.tom, near) == [("night_soon", words)]
    assert new(evening.marta, near + timedelta(hours=1)) == []
    assert new(evening.jun, near) == []
    told = Notice.objects.filter(kind=NoticeKind.NIGHT_SOON)[0]
    told.read_at = None
    assert holds(told, near)
    acts.mark_night_off(night=night, why="")
    told = Notice.objects.select_related("night").get(pk=told.pk)
    told.read_at = None
    assert not holds(told, near)


def test_a_result_is_told_to_the_rest_of_the_league(db: None) -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse, parallel_play="on")
    marta, tom, jun = (play.player(scope, one) for one in ("Marta", "Tom", "Jun"))
    hers, his, _third = (play.found_warband(scope, one, units=play.band(150)) for one in (marta, tom, jun))
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    finding.catch_up(timezone.now())
    play.evening(scope, ilse, hers, his)
    names = [play.state_of(scope).warbands[one].name for one in (hers, his)]
    assert new(jun) == [("result", f"{names[0]} beat {names[1]}")]
    assert [one for one in new(marta) if one[0] == "result"] == []


def test_steps_after_a_mission_that_are_still_open_are_told_once_to_their_player() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    table = played()
    now = timezone.now()
    finding.catch_up(now)
    assert not Notice.objects.filter(kind=NoticeKind.STEPS).exists(), "as a rule they are done at the table"
    later = now + timedelta(hours=1, minutes=1)
    words = f"You still have steps to do after a game in {table.scope.name}"
    assert ("steps", words) in new(table.tom, later)
    assert [one for one in new(table.tom, later + timedelta(hours=1)) if one[0] == "steps"] == []
    told = Notice.objects.get(person=table.tom.person, kind=NoticeKind.STEPS)
    told.read_at = None
    assert holds(told, later)
    assert notification_target_url(told) == f"/l/{table.scope.pk}/"
    assert not Notice.objects.filter(person=table.ilse.person, kind=NoticeKind.STEPS).exists()
    play.walked(table.scope, table.ilse, table.mission, table.his)
    assert not holds(told, later)
    assert notification_sentence(told) == f"Your steps after a game in {table.scope.name} are done"


def test_a_mission_that_ended_long_ago_is_not_told_of() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    played()
    finding.catch_up(timezone.now() + timedelta(days=4))
    assert not Notice.objects.filter(kind=NoticeKind.STEPS).exists()


def test_nor_one_from_before_anybody_looked() -> None:
    played()
    finding.catch_up(timezone.now())
    finding.catch_up(timezone.now() + timedelta(hours=2))
    assert not Notice.objects.filter(kind=NoticeKind.STEPS).exists()


def test_the_day_before_a_game_those_who_play_are_reminded_once(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    night = evening.night
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(night, 1))
    plan = plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    near = plan.begins_at - timedelta(hours=23)

    def soon(seat: Seat, now: datetime) -> list[str]:
        return [words for kind, words in new(seat, now) if kind == "game_soon"]

    assert soon(evening.tom, plan.begins_at - timedelta(hours=25)) == []
    assert soon(evening.tom, near) == [f"You’re playing Marta on {night}, 19:00, table 1"]
    assert soon(evening.marta, near) == [f"You’re playing Tom on {night}, 19:00, table 1"]
    assert soon(evening.tom, near + timedelta(hours=1)) == []
    assert soon(evening.jun, near) == []
    told = Notice.objects.filter(kind=NoticeKind.GAME_SOON)[0]
    told.read_at = None
    assert holds(told, near)
    assert not holds(told, plan.begins_at)
    plans.mark_plan_off(by=evening.marta, plan=plan, why="")
    told = Notice.objects.select_related("plan__club").get(pk=told.pk)
    told.read_at = None
    assert not holds(told, near)


def test_a_game_agreed_for_the_same_evening_needs_no_reminder(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    finding.catch_up(timezone.now())
    at(evening.night.begins_at - timedelta(hours=20))
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    finding.catch_up(timezone.now())
    assert not Notice.objects.filter(kind=NoticeKind.GAME_SOON).exists()


def test_how_a_battle_on_the_map_ended_is_told_to_the_rest_of_the_league() -> None:
    league = begun("Marta", "Kwame", "Ilse", "Jun")
    conquest.events(league)
    conquest.revenue(league)
    conquest.challenges(league, frozenset({"Marta", "Kwame"}), frozenset({"Ilse", "Jun"}))
    finding.catch_up(timezone.now())
    assert not Notice.objects.filter(kind=NoticeKind.RESULT).exists()
    conquest.battles(league)
    finding.catch_up(timezone.now())
    battles = [one for one in league.state.battles.values() if one.status == "settled"]
    told = {name: results(league.seats[name]) for name in ("Marta", "Kwame", "Ilse", "Jun")}
    assert told == {
        name: [
            f"result-{league.scope.pk}-{one.id}" for one in battles if league.realm(name) not in one.members
        ]
        for name in told
    }
    assert all(told.values())


def results(seat: Seat) -> list[str]:
    return list(
        Notice.objects.filter(person=seat.person, kind=NoticeKind.RESULT).values_list("key", flat=True)
    )


def turns_in_inbox(table: Table, name: str) -> list[InboxLine]:
    page = inbox_page(table.seats[name].person)
    return [line for day in page.days for line in day.lines if table.scope.name in line.sentence]


def test_what_is_to_do_in_a_league_is_one_line_that_is_renewed() -> None:
    table = writing("Marta", "Kwame")
    person, at = table.seats["Marta"].person, until(table)
    mine = Notice.objects.filter(person=person, scope=table.scope)
    finding.catch_up(timezone.now())
    first = mine.get()
    mine.update(read_at=timezone.now())
    finding.catch_up(at - timedelta(hours=23))
    now = mine.get()
    assert (now.pk, now.kind, now.read_at, now.posted) == (first.pk, NoticeKind.DUE, None, False)
    (line,) = turns_in_inbox(table, "Marta")
    assert line.sentence.startswith(f"{table.scope.name} is waiting for you: you have until ")
    assert table.browsers["Marta"].get(line.url).status_code == 302
    assert mine.get().read_at is not None


def test_a_turn_after_another_is_the_same_line_unread_again() -> None:
    table = writing("Marta", "Kwame")
    person = table.seats["Marta"].person
    unread = Notice.objects.filter(person=person, scope=table.scope, read_at=None)
    finding.catch_up(timezone.now())
    first = unread.get()
    for name in ("Marta", "Kwame"):
        tapped(table, name, banner(table, name), seal="1")
    finding.catch_up(timezone.now())
    again = unread.get()
    assert (again.pk, again.key) == (first.pk, first.key)
    assert again.at > first.at
    assert [one.unread for one in turns_in_inbox(table, "Marta")] == [True]


@pytest.mark.parametrize(("who", "told"), [("tom", False), ("ilse", True)])
def test_who_takes_a_step_back_is_told_nothing_of_what_comes_back_with_it(who: str, told: bool) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    table = played()
    seat = getattr(table, who)
    opened = table.casualties(seat)
    play.answer_all(table.scope, seat, opened, **{one.key: 3 for one in opened.questions})
    entry = table.scope.entries.get(procedure="opr.casualties")
    with scope_transaction(table.scope.pk, CLOCK):  # they went long ago
        gone = TodoRow.objects.filter(scope=table.scope, gone_at__isnull=False)
        gone.update(gone_at=F("gone_at") - timedelta(minutes=5))
    undo_entry(table.scope.pk, Actor(seat), entry.seq)
    finding.catch_up(timezone.now() + timedelta(hours=2))
    steps = Notice.objects.filter(kind=NoticeKind.STEPS)
    assert steps.filter(person=table.marta.person).exists()
    assert steps.filter(person=table.tom.person).exists() is told


def test_who_has_acted_has_read_it_though_more_is_to_do() -> None:
    table = writing("Marta", "Kwame")
    finding.catch_up(timezone.now())
    mine = Notice.objects.get(person=table.seats["Marta"].person, kind=NoticeKind.MY_TURN)
    act(table, "Marta", "rename", faction=table.factions["Marta"], name="Other", colour="#336699")
    finding.catch_up(timezone.now())
    mine.refresh_from_db()
    assert mine.read_at is not None


def test_what_an_older_release_has_told_is_not_told_again() -> None:
    table = writing("Marta", "Kwame")
    person = table.seats["Marta"].person
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    NoticeMark.objects.update(todos_from=timezone.now())
    finding.catch_up(timezone.now() + timedelta(minutes=1))
    assert not Notice.objects.filter(person=person).exists()
    finding.catch_up(until(table) - timedelta(hours=23))
    assert [one.kind for one in Notice.objects.filter(person=person)] == [NoticeKind.DUE]


def test_a_line_of_an_older_release_is_over() -> None:
    table = writing("Marta", "Kwame")
    person = table.seats["Marta"].person
    old = f"my_turn-{table.scope.pk}-1-orders"
    about = {"club": table.scope.club, "scope": table.scope, "kind": NoticeKind.MY_TURN, "key": old}
    told = Notice.objects.create(person=person, **about)
    assert turns_in_inbox(table, "Marta") == []
    assert not holds(told, timezone.now())
    finding.catch_up(timezone.now())
    assert len(turns_in_inbox(table, "Marta")) == 1


def test_organisers_who_play_none_of_the_sides_hear_that_they_have_to_rule() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    (attacker,), (defender,) = (
        [league.player(one) for one in side] for side in conquest.sides(league, battle)
    )
    Seat.objects.filter(pk=league.seats[attacker].pk).update(role=Role.ORGANISER)
    figures: dict[str, Any] = {"attack": (700, 3, 9), "defend": (500, 5, 9), "fled": "defend"}
    conquest.reported(league, attacker, battle, **figures)
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    league.do(defender, "dispute", battle=battle, words="We held.")
    finding.catch_up(timezone.now())
    turns = Notice.objects.filter(kind__in=OF_TODOS)
    assert [one.person for one in turns] == [league.seats["Organiser"].person]
