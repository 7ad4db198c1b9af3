"""A small club of its own: Firestorm in mid-season, with what people begin and hide, and nights."""

from __future__ import annotations

from datetime import time, timedelta

from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Come, Repeats, Seat
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.notices.found.finding import catch_up
from maps.models import OrderDraft
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table

EVENING = {
    "starts": time(19), "ends": time(23), "doors": time(18, 30), "place": "The Anchor", "address": "",
    "tables": 4, "places": None, "words": "Bring a river.",
}  # fmt: skip


def firestorm() -> None:
    """A siege in which something is asked; orders, one faction's sealed, another's drafted; nights."""
    catch_up(timezone.now())  # what follows is new
    evenings(under_siege())
    orders_begun()
    catch_up(timezone.now())


def under_siege() -> Table:
    """A tower besieged: the die of the opening has fallen, whether it is played or rolled for is asked."""
    league, battle = fights.at_the_tower("Marta", "Kwame", more=(("Tom", "Marta"),))
    act(league, "Organiser", "deal_objectives")
    fights.done(league, "Marta", battle.id, "offer_siege", siege="true")
    fights.sent(league, "Kwame", battle.id, "start_siege", storm="false")
    asked = fights.open_question(league)
    assert asked
    slot, question = asked
    door.answer_question(league.scope.pk, Actor(league.seats["Kwame"]), slot, question.key, door.ROLL)
    return league


def orders_begun() -> Table:
    """The second turn, after a battle: Marta's orders are sealed, Kwame has drafted."""
    league, battle = fights.in_the_field()
    fights.fought(league, battle, "major_victory")
    fights.settled(league, battle)
    fights.on_to_the_next_turn(league)
    league.ready()
    assert (league.state.now.turn, league.phase) == (2, "orders")
    fights.sealed(league, "Marta", {})
    mine = next(one for one in league.state.banners.values() if one.faction == league.factions["Kwame"])
    sent = {"banner": mine.id, "kind": "fortify", "seen": ":"}
    assert league.browsers["Kwame"].post(league.url("change_orders"), sent).status_code == 302
    assert OrderDraft.objects.filter(scope=league.scope, kind__gt="").exists()
    return league


def evenings(league: Table) -> None:
    """A night each week, with answers; a game agreed, one asked, one called off; somebody looks for one."""
    by, marta, kwame, tom = (league.seats[name] for name in ("Organiser", "Marta", "Kwame", "Tom"))
    day = timezone.now().astimezone(league.scope.club.tz).date() + timedelta(days=3)
    night = acts.create_night(by=by, day=day, repeats=Repeats.WEEK, facts=EVENING)
    for seat, come in ((marta, Come.YES), (kwame, Come.MAYBE), (tom, Come.NO)):
        acts.set_attendance(seat=seat, night=night, come=come, brings="A river" if seat == marta else "")
    for number, others in enumerate((kwame, tom, kwame), start=1):
        _planned(league, marta, others, plans.When.on(night, number), number)
    plans.seek_game(seat=kwame, words="Anything short")


def _planned(league: Table, one: Seat, other: Seat, when: plans.When, number: int) -> None:
    plan = plans.propose_game(by=one, others=[other], when=when, scope=league.scope if number == 1 else None)
    if number == 1:
        plans.reply_to_plan(by=other, plan=plan, accepts=True)
    if number == 3:
        plans.mark_plan_off(by=one, plan=plan, why="The bus does not run.")
