"""What waits for the word of a side nobody plays is an organiser's: at home, on their desk, in the inbox."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.asking import requests
from campaigns.engine.who.rights import Actor
from campaigns.leagues.organise_page import league_organise_page
from campaigns.models import Notice, NoticeKind, Role, Seat
from campaigns.notices.found.finding import catch_up
from campaigns.people import seats
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns.engine.evening import founded
from tests.campaigns.engine.test_requests import asked, done, request_of
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.pages import looking, page_of

pytestmark = pytest.mark.django_db


def urgent(scope: Any, who: Seat) -> list[str]:
    return [one.title for one in league_organise_page(looking(scope, who, "desk")).needs if one.urgent]


def told(kind: NoticeKind) -> set[str]:
    catch_up(timezone.now())
    found = Notice.objects.filter(kind=kind).values("person")
    return set(Seat.objects.filter(person__in=found).values_list("name", flat=True))


def test_opr_30_a_request_to_a_side_nobody_plays_is_an_organiser_s() -> None:
    evening, _mission, request = asked()
    said = "Marta would like to abandon “Mission 1”"
    assert not [one for one in factories.todos_for(evening.ilse) if one.decline]
    seats.remove_seat(by=evening.ilse, seat=evening.tom)
    (todo,) = [one for one in factories.todos_for(evening.ilse) if one.decline]
    assert (todo.title, todo.confirm) == (said, "Accept")
    assert f"{said}." in urgent(evening.scope, evening.ilse)
    assert not [one for one in factories.todos_for(evening.marta) if one.decline]
    assert factories.signed_in(evening.ilse).post(todo.url, {"accept": "1"}).status_code == 302
    request.refresh_from_db()
    assert request.status == "done"


def test_opr_30_who_asks_a_side_nobody_plays_is_read_about_by_organisers() -> None:
    evening, _mission, request = asked()
    catch_up(timezone.now())
    requests.withdraw_request(request, Actor(evening.marta))
    Notice.objects.all().delete()
    seats.remove_seat(by=evening.ilse, seat=evening.tom)
    mission = request.params["mission"]
    request_of(done(evening.scope, evening.marta, "opr.abandon", mission=mission, words="the hall closes"))
    assert told(NoticeKind.REQUEST) == {"Ilse"}


def test_opr_31_a_report_against_a_warband_nobody_plays_is_an_organiser_s() -> None:
    evening = founded()
    catch_up(timezone.now())
    seats.remove_seat(by=evening.ilse, seat=evening.tom)
    evening.report()
    (todo,) = [one for one in factories.todos_for(evening.ilse) if one.confirm]
    assert (todo.title, todo.confirm) == ("Is Marta’s report right?", "Agree")
    assert "Nobody plays Tom's band, so Marta’s report is for you to answer" in urgent(
        evening.scope, evening.ilse
    )
    assert told(NoticeKind.REPORTED) == {"Ilse"}
    assert not [one for one in factories.todos_for(evening.marta) if one.confirm]


def test_cq_157_a_roll_off_with_an_empire_nobody_plays_is_an_organiser_s() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    organiser, marta = league.seats["Organiser"], league.seats["Marta"]
    Seat.objects.filter(pk=marta.pk).update(role=Role.ORGANISER)
    marta.refresh_from_db()
    seats.remove_seat(by=organiser, seat=league.seats["Kwame"])
    outcome = done(league.scope, marta, "conquest.ask_abstract", battle=battle, realm=league.realm("Marta"))
    request = request_of(outcome)
    (todo,) = [one for one in factories.todos_for(organiser) if one.decline]
    assert todo.confirm == "Accept"
    assert not [one for one in factories.todos_for(marta) if one.decline], "another organiser is there"
    assert [one for one in urgent(league.scope, organiser) if "roll" in one]
    Seat.objects.filter(pk=organiser.pk).update(role=Role.PLAYER)
    assert [one for one in factories.todos_for(marta) if one.decline]
    assert requests.agree(request, Actor(Seat.objects.get(pk=marta.pk))).settled


def test_fs_50_a_report_against_a_faction_nobody_plays_is_an_organiser_s() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    for one in (attacker, "Organiser"):
        assert not [todo for todo in factories.todos_for(league.seats[one]) if "nobody plays" in todo.title]
    Seat.objects.filter(pk=league.seats[attacker].pk).update(role=Role.ORGANISER)
    league.seats[attacker].refresh_from_db()
    seats.remove_seat(by=league.organiser, seat=league.seats[defender])
    catch_up(timezone.now())
    Notice.objects.all().delete()
    fights.done(league, attacker, battle.id, "report", result="minor_victory")
    titles = [one.title for one in factories.todos_for(league.organiser)]
    assert "Agree to a report for a side nobody plays, or dispute it" in titles
    assert "Agree to a report for a side nobody plays, or dispute it" not in [
        one.title for one in factories.todos_for(league.seats[attacker])
    ]
    assert [one for one in urgent(league.scope, league.organiser) if one.startswith("Reported: ")]
    assert told(NoticeKind.MY_TURN) == {"Organiser"}
    said = {one: reported_need(league.scope, league.seats[one]) for one in (attacker, "Organiser")}
    assert "so you can agree to the report or dispute it on that side’s behalf" in said["Organiser"]
    assert "You are playing against it, so decide the result as organiser." in said[attacker]


def test_cq_91_a_report_against_an_empire_nobody_plays_is_in_the_organisers_inbox() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    Seat.objects.filter(pk=league.seats["Marta"].pk).update(role=Role.ORGANISER)
    seats.remove_seat(by=league.seats["Organiser"], seat=league.seats["Kwame"])
    catch_up(timezone.now())
    Notice.objects.all().delete()
    conquest.reported(league, "Marta", battle, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    assert told(NoticeKind.MY_TURN) == {"Organiser"}


def reported_need(scope: Any, who: Seat) -> str:
    """What Organise says below a battle that is reported."""
    needs = league_organise_page(looking(scope, who, "desk")).needs
    return next(one.note for one in needs if one.title.startswith("Reported: "))


NOBODY = "Nobody plays the other side, so nobody can have agreed at the table"


def test_opr_31_nobody_agreed_at_the_table_for_a_warband_nobody_plays() -> None:
    evening = founded()
    report = evening.report()
    seats.remove_seat(by=evening.ilse, seat=evening.tom)
    with pytest.raises(Refused, match=NOBODY):
        reports.record_table_agreement(report, Actor(evening.marta))
    address = reverse("campaigns:report", args=[evening.scope.pk, report.pk])
    assert page_of(factories.signed_in(evening.marta).get(address)).word.at_table == ""
    report.refresh_from_db()
    assert report.status == "sent"


def test_cq_91_nobody_agreed_at_the_table_for_an_empire_nobody_plays() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    conquest.reported(league, "Marta", battle, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    address = reverse("maps:battle", args=[league.scope.pk, battle])
    offered = [one.act for one in page_of(league.browsers["Marta"].get(address)).taps]
    assert "confirm" in offered
    seats.remove_seat(by=league.seats["Organiser"], seat=league.seats["Kwame"])
    page = page_of(league.browsers["Marta"].get(address))
    assert "confirm" not in [one.act for one in page.taps]
    waits = "Nobody plays Kwame's realm any more, so an organiser can agree to the report or dispute it."
    assert page.must_wait == waits
    sent = {"battle": battle, "realm": league.realm("Marta"), "at_table": True}
    with pytest.raises(Refused, match=NOBODY):
        done(league.scope, league.seats["Marta"], "conquest.confirm", **sent)
    assert league.state.battles[battle].status == "reported"


def test_fs_50_nobody_agreed_at_the_table_for_a_faction_nobody_plays() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (game,) = league.state.bouts
    seats.remove_seat(by=league.organiser, seat=league.seats[defender])
    sent = {"bout": game, "faction": league.factions[attacker], "at_table": True}
    with pytest.raises(Refused, match=NOBODY):
        done(league.scope, league.seats[attacker], "firestorm.confirm", **sent)
    assert league.state.bouts[game].status == "reported"
