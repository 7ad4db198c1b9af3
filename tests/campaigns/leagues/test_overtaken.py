"""A request that was overtaken says what made it impossible, as it was then, and no more than one may."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.engine import door
from campaigns.engine.asking import impossible, requests
from campaigns.engine.stored.journal import state_at
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, Notice, NoticeKind, Scope, Seat
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats
from rules.engine.state import State
from tests import factories
from tests.campaigns.engine.test_requests import asked, done, request_of
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm
from tests.maps.test_joining import decides, newcomer
from tests.pages import looking, page_of

pytestmark = pytest.mark.django_db
OVER = "It can no longer be done."


def told(scope: Scope, request: ActRequest, who: Seat) -> str:
    """What the page of a request says has become of it."""
    address = reverse("campaigns:request", args=[scope.pk, request.pk])
    return str(page_of(factories.signed_in(who).get(address)).closed)


def test_opr_30_a_result_ends_the_wish_to_abandon_and_stays_the_reason() -> None:
    evening, mission, request = asked()
    facts = {"mission": mission, "winners": [evening.hers], "rounds": 4}
    assert door.act(evening.scope.pk, Actor(evening.ilse), "opr.result", facts).settled
    read = told(evening.scope, request, evening.marta)
    assert read.startswith(OVER)
    assert read != OVER
    assert told(evening.scope, request, evening.tom) == read
    door.act(evening.scope.pk, Actor(evening.ilse), "opr.close", {"words": "We move."})
    assert told(evening.scope, request, evening.marta) == read, "what has happened since is no reason"


def test_opr_30_a_report_that_came_first_is_named() -> None:
    evening, mission, request = asked()
    facts = {"mission": mission, "winners": [evening.his], "rounds": 4}
    door.act(evening.scope.pk, Actor(evening.tom), "opr.result", facts)
    requests.lapse_due(timezone.now())
    assert "Tom has reported this game" in told(evening.scope, request, evening.marta)


def test_who_has_left_is_named() -> None:
    evening, _mission, _request = asked()
    late = factories.new_seat(club=evening.scope.club, name="Ines")
    params = {"warband": evening.hers, "owner": str(late.pk), "words": "moving away"}
    handed = request_of(done(evening.scope, evening.marta, "opr.hand_over", **params))
    seats.remove_seat(by=evening.ilse, seat=late)
    assert told(evening.scope, handed, evening.marta) == f"{OVER} Ines has left the club."


def test_cq_04_a_colour_somebody_was_quicker_with_is_the_reason() -> None:
    league = conquest.table("Marta", "Kwame")
    decides(league)
    for name in ("Nadia", "Oskar"):
        newcomer(league, name).post(
            reverse("maps:enlist", args=[league.scope.pk]), {"name": name, "colour": "sky"}
        )
    first, second = ActRequest.objects.order_by("pk")
    requests.agree(first, Actor(league.organiser))
    assert told(league.scope, second, league.seats["Oskar"]) == f"{OVER} This colour is already taken."


def test_cq_157_a_battle_that_has_its_result_is_the_reason_and_no_pause_since() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    first = league.player(league.state.battles[battle].members[0])
    params = {"battle": battle, "realm": league.realm(first)}
    request = request_of(done(league.scope, league.seats[first], "conquest.ask_abstract", **params))
    conquest.battles(league)
    request.refresh_from_db()
    assert request.status == "lapsed"
    read = told(league.scope, request, league.seats[first])
    assert read.startswith(f"{OVER} This battle has been reported.")
    league.answered("Organiser", league.post("Organiser", "pause", words="holidays"))
    assert told(league.scope, request, league.seats[first]) == read


def test_cq_157_what_was_reported_first_is_settled_by_now() -> None:
    league = conquest.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    (battle,) = league.state.battles
    for one in ("Marta", "Kwame"):
        league.post(one, "sign_on", realm=league.realm(one), sails="true")
    league.do("Marta", "sail", defender=league.realm("Kwame"))  # still to be fought
    first, second = (league.player(one) for one in league.state.battles[battle].members)
    params = {"battle": battle, "realm": league.realm(first)}
    request = request_of(done(league.scope, league.seats[first], "conquest.ask_abstract", **params))
    figures: Any = {"attack": (700, 3, 9), "defend": (500, 5, 9), "fled": "defend"}
    conquest.reported(league, first, battle, **figures)
    assert "Agree to the report" in told(league.scope, request, league.seats[first])
    league.do(second, "confirm", battle=battle, realm=league.realm(second))
    assert (league.state.battles[battle].status, league.phase) == ("settled", "battle")
    settled = f"{OVER} This battle is already settled."
    assert told(league.scope, request, league.seats[first]) == settled


def test_fs_01_a_league_that_has_begun_founds_no_faction() -> None:
    league = firestorm.gathered("Marta", "Kwame")
    decides(league)
    newcomer(league, "Nadia").post(league.url("found"), {"name": "The Tarn", "colour": "sky"})
    (founds,) = ActRequest.objects.all()
    league.do("Organiser", "begin_play")
    read = told(league.scope, founds, league.seats["Nadia"])
    assert read.startswith(f"{OVER} ")


def test_a_request_nobody_answered_is_told_as_that_and_not_as_impossible() -> None:
    league = conquest.table("Marta", "Kwame")
    decides(league)
    asks: Any = {"name": "Tarn", "colour": "sky"}
    newcomer(league, "Nadia").post(reverse("maps:enlist", args=[league.scope.pk]), asks)
    (request,) = ActRequest.objects.all()
    finding.catch_up(timezone.now())
    assert request.lapses_at is not None
    requests.lapse_due(request.lapses_at)
    ActRequest.objects.update(answered_at=request.lapses_at)
    assert told(league.scope, request, league.seats["Nadia"]) == "No answer came in time."
    request.refresh_from_db()
    finding.catch_up(request.lapses_at)
    (notice,) = Notice.objects.filter(kind=NoticeKind.REQUEST, person=league.seats["Nadia"].person)
    assert notification_sentence(notice).endswith(": no answer came in time")


def test_fs_01_who_belongs_to_a_faction_by_then_is_named_to_others_and_the_inbox_says_why() -> None:
    league = firestorm.gathered("Marta", "Kwame")
    decides(league)
    nadia = newcomer(league, "Nadia")
    nadia.post(league.url("join"), {"faction": league.factions["Marta"]})
    nadia.post(league.url("found"), {"name": "The Tarn", "colour": "sky"})
    joins, founds = ActRequest.objects.order_by("pk")
    finding.catch_up(timezone.now())
    requests.agree(joins, Actor(league.seats["Organiser"]))
    founds.refresh_from_db()
    assert founds.status == "lapsed"
    assert told(league.scope, founds, league.seats["Nadia"]).endswith(
        "You already belong to The Cinder Watch."
    )
    read = told(league.scope, founds, league.seats["Organiser"])
    assert read == f"{OVER} Nadia already belongs to The Cinder Watch."
    seats.rename_seat(seat=league.seats["Nadia"], name="Nadja")
    founds = ActRequest.objects.get(pk=founds.pk)  # nobody's old name is remembered with the reason
    read = told(league.scope, founds, league.seats["Organiser"])
    assert read == f"{OVER} Nadja already belongs to The Cinder Watch."
    finding.catch_up(timezone.now())
    (notice,) = Notice.objects.filter(request=founds, person=league.seats["Nadia"].person)
    why = "it can no longer be done. You already belong to The Cinder Watch."
    assert notification_sentence(notice).endswith(why)


def test_cq_20_who_offered_an_empire_and_left_with_it_is_not_said_to_belong_to_one_already() -> None:
    league = conquest.begun()
    nadia, realm = factories.new_seat(club=league.scope.club, name="Nadia"), league.realm("Marta")
    marta = Actor(league.seats["Marta"])
    door.act(league.scope.pk, marta, "conquest.hand_over", {"realm": realm, "owner": str(nadia.pk)})
    (request,) = ActRequest.objects.all()
    assert request.procedure == "conquest.hand_over"
    assert door.act(league.scope.pk, marta, "conquest.leave", {"realm": realm}).settled
    requests.lapse_due(timezone.now())
    read = told(league.scope, request, nadia)
    assert read.startswith(OVER)
    assert "already plays" not in read


def test_a_look_at_it_reads_the_journal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    evening, mission, request = asked()
    facts = {"mission": mission, "winners": [evening.hers], "rounds": 4}
    door.act(evening.scope.pk, Actor(evening.ilse), "opr.result", facts)
    read = told(evening.scope, request, evening.marta)
    assert read != OVER
    folded: list[object] = []

    def fold(scope: Scope, moment: datetime) -> State:
        folded.append(moment)
        return state_at(scope, moment)

    monkeypatch.setattr("campaigns.engine.asking.impossible.state_at", fold)
    assert told(evening.scope, request, evening.marta) == read
    assert folded == []
    with override("de"):
        request.refresh_from_db()
        viewer = looking(evening.scope, evening.marta, "missions")
        assert impossible.why_overtaken(viewer, request) not in read
    assert len(folded) == 1
