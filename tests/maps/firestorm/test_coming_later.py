"""A change of sides in a running league: who may say so, when it works, and what nobody reads by it.

Source: FS-01, FS-26, FS-162
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.side_streams import followable, stream_of
from campaigns.leagues import organise_page
from campaigns.models import Notice, NoticeKind, Role, SealedAnswer, Seat
from campaigns.notices.found.finding import catch_up
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats
from maps.firestorm import clock
from maps.firestorm.factions import faction_page
from maps.models import FactionNote, OrderDraft
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act, marched
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table, begun
from tests.older import asking
from tests.pages import told_in
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
MARK, WAY = "He will go for the ford.", "Ashen Orchard"


@scenario
def planned(**settings: Any) -> Table:
    """Marta and Ilse have a draft, a note and a seal; Kwame and Jun are their rivals, Nadia plays nowhere."""
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"), ("Jun", "Kwame")), **settings)
    table.seats["Nadia"] = factories.new_seat(club=table.scope.club, name="Nadia")
    table.browsers["Nadia"] = factories.signed_in(table.seats["Nadia"])
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    table.browsers["Marta"].post(table.url("write_note"), {"note": MARK})
    return table


@scenario
def sealed(**settings: Any) -> Table:
    table = planned(**settings)
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    return table


def player(table: Table, name: str) -> str:
    owner = str(table.seats[name].pk)
    return next(one.id for one in table.state.players.values() if one.owner == owner)


def left(table: Table, name: str) -> None:
    table.do(name, "leave_faction", player=player(table, name))


def taken_in(table: Table, by: str, name: str, whose: str = "Marta") -> Any:
    """A form of the faction's page, sent by somebody."""
    sent = {"owner": str(table.seats[name].pk)}
    return table.browsers[by].post(table.url("army", table.factions[whose], "join"), sent)


def came(table: Table, by: str, name: str, whose: str = "Marta") -> None:
    answer = taken_in(table, by, name, whose)
    assert answer.status_code == 302, words_of(answer)


def next_turn(table: Table) -> None:
    """The organiser ends one phase after the other; what nobody has chosen the clock does."""
    turn = table.state.now.turn
    while table.state.now.turn == turn:
        act(table, "Organiser", "advance", step=table.state.now.step, words="Go on.")
        clock.advance_firestorm(table.scope, timezone.now())


def to_orders(table: Table) -> None:
    next_turn(table)
    if table.phase == "preparation":
        act(table, "Organiser", "advance", step=table.state.now.step, words="Go on.")
    assert table.phase == "orders"


def asked(table: Table, who: str, procedure: str, **params: Any) -> Any:
    """A program's call."""
    address = f"/api/v1/leagues/{table.scope.pk}/act/"
    sent = {"procedure": f"firestorm.{procedure}", "params": params}
    return table.browsers[who].post(address, sent, content_type="application/json")


def organiser(table: Table, name: str) -> None:
    Seat.objects.filter(pk=table.seats[name].pk).update(role=Role.ORGANISER)
    table.seats[name].refresh_from_db()


def reads_nothing(table: Table, who: str, whose: str = "Marta") -> None:
    """Somebody meets nothing of what a faction keeps to itself, at any of its doors."""
    faction, scope = table.factions[whose], table.scope
    browser, seat = table.browsers[who], table.seats[who]
    pages = [table.url(one) for one in ("room", "orders")] + [table.url("broken", faction)]
    pages.append(f"{table.url('orders')}?as={faction}")
    assert {browser.get(one).status_code for one in pages} == {404}
    for one in ("write_note", "take_note", "change_orders"):
        assert browser.post(table.url(one), {"note": "x", "seal": "1"}).status_code == 404
    assert followable(seat.person, [stream_of(scope, faction)]) == ()
    turn = table.state.now.turn
    for procedure in ("seal_orders", "open_seal", "ready"):
        more = {"step": table.state.now.step} if procedure == "ready" else {"turn": turn}
        assert asked(table, who, procedure, faction=faction, **more).status_code == 403
    open_to_all = [table.url("map"), reverse("people:my_file"), "/", "/inbox/", table.url("faction", faction)]
    api = f"/api/v1/leagues/{scope.pk}"
    open_to_all += [f"{api}/state/{one}/" for one in ("orders", "sheets", "players")]
    for text in (table.answered(who, one) for one in (*open_to_all, f"{api}/dialogues/")):
        assert MARK not in text
        assert f"› {WAY}" not in text
        assert '"T07"' not in text


# Who says so


def test_fs_01_whoever_is_taken_in_hears_of_it_and_who_comes_by_themselves_does_not() -> None:
    catch_up(timezone.now())
    table = sealed()
    faction = table.state.name_of(table.factions["Marta"])
    came(table, "Marta", "Nadia")
    catch_up(timezone.now())
    told = {
        name: Notice.objects.filter(kind=NoticeKind.ACTED_FOR, person=seat.person)
        for name, seat in table.seats.items()
    }
    assert {name: found.count() for name, found in told.items() if found} == {"Nadia": 1}
    turn = table.state.now.turn + 1
    said = f"Marta did this for you: Nadia joins {faction}, from turn {turn} on"
    assert notification_sentence(told["Nadia"].get()) == said
    assert f"You’ll play for {faction} from turn {turn} on." in table.page("Nadia").now.hint


def test_fs_01_nobody_walks_into_a_faction_once_play_has_begun() -> None:
    table = sealed()
    faction = table.factions["Marta"]
    assert table.page("Nadia").now.hint.startswith("You don’t play for a faction yet. Ask to join one")
    assert "don’t play for a faction" not in table.page("Kwame").now.hint + table.page("Organiser").now.hint
    before = table.state.players
    answer: Any = table.browsers["Nadia"].post(table.url("join"), {"faction": faction})
    assert "You’ve asked to join the faction “The Cinder Watch”." in words_of(
        table.browsers["Nadia"].get(answer.url)
    )
    assert table.browsers["Kwame"].get(answer.url).status_code == 404
    assert table.page("Nadia").now.open_to == ()
    call = asked(table, "Nadia", "join", faction=faction, owner=str(table.seats["Kwame"].pk))
    assert call.status_code == 403
    jun = player(table, "Jun")
    left(table, "Jun")
    assert asked(table, "Jun", "join", faction=faction, owner=str(table.seats["Jun"].pk)).json()["request"]
    assert taken_in(table, "Kwame", "Jun").status_code == 403  # for his rival
    assert set(table.state.players) == set(before) - {jun}
    reads_nothing(table, "Jun")
    reads_nothing(table, "Nadia")


@pytest.mark.parametrize("by", ["Marta", "Ilse", "Organiser"])
def test_fs_01_its_players_take_somebody_in_and_an_organiser_who_plays_for_none(by: str) -> None:
    table = sealed()
    came(table, by, "Nadia")
    mine = table.state.players[player(table, "Nadia")]
    assert (mine.faction, mine.since, mine.name) == (table.factions["Marta"], 2, "Nadia")
    assert table.page("Nadia").now.hint == "You’ll play for The Cinder Watch from turn 2 on."
    assert told_in(table.scope, table.seats["Marta"])[0] == "Nadia joins The Cinder Watch, from turn 2 on."
    assert "Nadia will play from turn 2 on." in words_of(
        table.browsers["Jun"].get(table.url("faction", mine.faction))
    )
    assert reconcile(table.scope) == []


def test_fs_01_an_organiser_who_plays_takes_nobody_into_a_rival_faction() -> None:
    table = sealed()
    organiser(table, "Kwame")
    assert taken_in(table, "Kwame", "Nadia").status_code == 403
    came(table, "Kwame", "Nadia", "Kwame")
    organiser(table, "Nadia")  # who plays for Kwame from the next turn on
    table.seats["Pip"] = factories.new_seat(club=table.scope.club, name="Pip")
    assert taken_in(table, "Nadia", "Pip").status_code == 403
    left(table, "Kwame")  # and knows what they plan
    assert taken_in(table, "Kwame", "Pip").status_code == 403
    to_orders(table)
    came(table, "Kwame", "Pip")


def test_fs_01_where_nobody_is_left_any_organiser_takes_somebody_in() -> None:
    table = sealed()
    organiser(table, "Kwame")
    Seat.objects.filter(pk=table.organiser.pk).update(role=Role.PLAYER)
    for one in ("Marta", "Ilse"):
        assert taken_in(table, "Kwame", "Nadia").status_code == 403
        seats.remove_seat(by=table.seats[one], seat=table.seats[one])
    came(table, "Kwame", "Nadia")


def test_only_who_may_say_so_is_offered_it() -> None:
    table = sealed()
    organiser(table, "Kwame")
    faction = table.faction("Marta")

    def offered(who: str) -> list[str]:
        return [name for _seat, name in faction_page.faction_page(table.at(who), faction).people.others]

    assert {who: offered(who) for who in ("Marta", "Organiser", "Kwame", "Nadia")} == {
        "Marta": ["Nadia", "Organiser"], "Organiser": ["Nadia", "Organiser"], "Kwame": [], "Nadia": [],
    }  # fmt: skip


def test_who_is_taken_in_hears_of_it() -> None:
    table = sealed()
    catch_up(timezone.now() - timedelta(minutes=1))
    came(table, "Ilse", "Nadia")
    catch_up(timezone.now())
    (notice,) = Notice.objects.filter(person=table.seats["Nadia"].person, kind=NoticeKind.ACTED_FOR)
    assert notice.actor == table.seats["Ilse"]
    told = words_of(table.browsers["Nadia"].get("/inbox/"))
    assert "Ilse did this for you: Nadia joins The Cinder Watch, from turn 2 on" in told


@pytest.mark.parametrize("who", ["gone", "watches", "elsewhere", "nobody"])
def test_only_people_who_play_in_the_club_are_taken_in(who: str) -> None:
    table = sealed()
    club = table.scope.club
    people: dict[str, Callable[[], object]] = {
        "gone": lambda: factories.new_seat(club=club, name="Pip", status="removed").pk,
        "watches": lambda: factories.new_seat(club=club, name="Pip", role=Role.SPECTATOR).pk,
        "elsewhere": lambda: factories.new_seat(name="Pip").pk,
        "nobody": lambda: "a/b",
    }
    sent = {"owner": str(people[who]())}
    answer = table.browsers["Marta"].post(table.url("army", table.factions["Marta"], "join"), sent)
    assert answer.status_code == 422
    assert "Choose somebody who plays in this club." in words_of(answer)


# When it works, and what is read by it


def test_fs_26_a_seal_that_no_reveal_has_opened_is_closed_to_who_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("campaigns.paper.press.pressed", lambda html: html.encode())
    table = sealed()
    came(table, "Marta", "Nadia")
    gone = banner(table, "Marta")
    act(table, "Organiser", "disband_banner", banner=gone, words="Its player has left.")
    next_turn(table)
    faction = table.factions["Marta"]
    seal = SealedAnswer.objects.get(slot__scope=table.scope, key=f"orders:1:{faction}")
    assert (seal.revealed_at, "T07" in str(seal.value)) == (None, True)
    assert table.at("Nadia").reads(faction)
    pages = [table.url(one) for one in ("room", "orders", "print_orders", "map")]
    pages += [f"{table.url('orders')}?as={faction}", table.url("faction", faction), reverse("people:my_file")]
    texts = [table.answered("Nadia", one) for one in pages]
    assert len(texts) == len(pages)
    assert [text for text in texts if f"› {WAY}" in text or '"path"' in text] == []


def test_fs_26_a_rival_who_comes_over_reads_nothing_before_the_next_turn_and_nothing_older_then() -> None:
    table = asking(sealed())
    left(table, "Jun")
    came(table, "Marta", "Jun")
    reads_nothing(table, "Jun")
    tapped(table, "Marta", banner(table, "Marta"), open="1")
    reads_nothing(table, "Jun")
    to_orders(table)
    table.browsers["Ilse"].post(table.url("write_note"), {"note": "Welcome, Jun."})
    told = words_of(table.browsers["Jun"].get(table.url("room")))
    assert "Welcome, Jun." in told
    assert MARK not in told
    assert MARK in words_of(table.browsers["Marta"].get(table.url("room")))
    tapped(table, "Jun", banner(table, "Marta"), step="T02")
    assert OrderDraft.objects.filter(turn=2).get().by == table.seats["Jun"]
    assert reconcile(table.scope) == []


@pytest.mark.parametrize("phase", ["preparation", "orders", "build"])
def test_fs_26_whenever_somebody_joins_it_is_the_next_turn(phase: str) -> None:
    table = asking(planned())
    while table.phase != phase:
        act(table, "Organiser", "advance", step=table.state.now.step, words="Go on.")
    turn = table.state.now.turn
    came(table, "Marta", "Nadia")
    while table.state.now.turn == turn:
        assert table.browsers["Nadia"].get(table.url("room")).status_code == 404
        act(table, "Organiser", "advance", step=table.state.now.step, words="Go on.")
    assert table.browsers["Nadia"].get(table.url("room")).status_code == 200


def test_fs_26_who_leaves_is_out_at_once_and_who_comes_back_has_seen_nothing_meanwhile() -> None:
    table = planned()
    left(table, "Ilse")
    reads_nothing(table, "Ilse")
    FactionNote.objects.create(scope=table.scope, faction=table.factions["Marta"], turn=1, words="Alone.")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    came(table, "Marta", "Ilse")
    reads_nothing(table, "Ilse")
    to_orders(table)
    told = words_of(table.browsers["Ilse"].get(table.url("room")))
    assert "Alone." not in told
    assert MARK not in told
    sentences = told_in(table.scope, table.seats["Marta"])
    assert "Ilse leaves The Cinder Watch." in sentences
    assert "Ilse joins The Cinder Watch, from turn 2 on." in sentences


def test_fs_26_a_seal_of_one_s_own_is_no_key_to_the_room_once_one_has_left() -> None:
    table = planned()
    tapped(table, "Ilse", banner(table, "Marta"), seal="1")
    left(table, "Ilse")
    assert table.browsers["Ilse"].get(table.url("room")).status_code == 404
    assert asked(table, "Ilse", "open_seal", turn=1, faction=table.factions["Marta"]).status_code == 403
    tapped(table, "Marta", banner(table, "Marta"), open="1")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    seal = SealedAnswer.objects.filter(side=table.factions["Marta"]).latest("sealed_at")
    assert seal.owner == table.seats["Marta"]


def test_fs_04_who_is_still_to_come_draws_no_objective() -> None:
    table = planned()
    came(table, "Marta", "Nadia")
    table.do("Organiser", "deal_objectives")
    assert player(table, "Nadia") not in {one.player for one in table.state.objectives.values()}


def test_fs_26_an_organiser_who_has_left_a_faction_writes_no_orders_in_the_same_turn() -> None:
    table = planned()
    organiser(table, "Jun")
    left(table, "Jun")
    faction = table.factions["Marta"]
    address = f"{table.url('orders')}?as={faction}"
    assert table.browsers["Jun"].get(address).status_code == 404
    assert asked(table, "Jun", "seal_orders", turn=1, faction=faction).status_code == 403
    to_orders(table)
    assert table.browsers["Jun"].get(address).status_code == 200


# A broken seal


def test_fs_162_a_broken_seal_is_read_by_organisers_who_play_for_no_rival_alone() -> None:
    table = sealed()
    for one in ("Kwame", "Jun", "Nadia", "Ilse"):
        organiser(table, one)
    faction = table.factions["Marta"]
    act(table, "Ilse", "break_seal", turn=1, faction=faction, words="Let me see.")  # who plays for it
    address, desk = table.url("broken", faction), table.url("organise")
    left(table, "Jun")
    came(table, "Kwame", "Nadia", "Kwame")

    def reads(who: str) -> tuple[int, bool]:
        linked = address in table.answered(who, desk)
        return table.browsers[who].get(address).status_code, linked

    assert {who: reads(who) for who in ("Organiser", "Ilse", "Kwame", "Jun", "Nadia")} == {
        "Organiser": (200, True), "Ilse": (200, True),
        "Kwame": (404, False), "Jun": (404, False), "Nadia": (404, False),
    }  # fmt: skip
    assert "break_seal" not in table.answered("Kwame", desk)


def test_fs_162_a_rival_organiser_is_refused_to_break_a_seal_and_told_who_can() -> None:
    """Nobody reads by it: the chronicle and the inbox would say that they did."""
    table = sealed()
    for one in ("Kwame", "Jun", "Nadia", "Ilse"):
        organiser(table, one)
    faction = table.factions["Marta"]
    left(table, "Jun")
    came(table, "Kwame", "Nadia", "Kwame")
    for who in ("Kwame", "Jun", "Nadia"):  # plays, has just left, is about to join
        answer = asked(table, who, "break_seal", turn=1, faction=faction, words="Let me see.")
        assert (answer.status_code, answer.json()["rule"]) == (409, "FS-162")
        told = "Only an organiser who does not play for a rival can do this. Ask Ilse or Organiser."
        assert answer.json()["sentence"] == told
        form = table.browsers[who].post(
            table.url("organise_do", "break_seal"), {"faction": faction, "words": "Let me see."}
        )
        assert told in words_of(form)
    assert not table.scope.entries.filter(procedure="firestorm.break_seal").exists()
    assert asked(table, "Organiser", "break_seal", turn=1, faction=faction).status_code == 200


@pytest.mark.parametrize("who", ["Organiser", "Kwame", "Ilse"])
@pytest.mark.parametrize("procedure", ["show_objective", "claim_objective"])
def test_fs_04_nobody_opens_an_objective_in_its_player_s_name(who: str, procedure: str) -> None:
    """No organiser, one who plays against them or one of their own faction: everybody would read it."""
    table = planned()
    organiser(table, "Kwame")
    organiser(table, "Ilse")
    table.do("Organiser", "deal_objectives")
    mine = player(table, "Marta")
    assert asked(table, who, procedure, player=mine).status_code == 403
    assert {one.state for one in table.state.objectives.values()} == {"drawn"}
    assert asked(table, "Marta", procedure, player=mine).status_code == 200


def test_fs_162_where_every_organiser_is_a_rival_the_refusal_says_what_to_do_and_the_league_goes_on() -> None:
    table = sealed()
    organiser(table, "Kwame")
    Seat.objects.filter(pk=table.organiser.pk).update(role=Role.SPECTATOR)
    faction = table.factions["Marta"]
    answer = asked(table, "Kwame", "break_seal", turn=1, faction=faction)
    assert answer.status_code == 409
    assert "There is no such organiser here, so leave this undone" in answer.json()["sentence"]
    act(table, "Kwame", "advance", step=table.state.now.step, words="Time is up.")
    clock.advance_firestorm(table.scope, timezone.now())
    assert any(one.turn == 1 for one in table.state.orders.values())
    organiser(table, "Nadia")
    assert asked(table, "Nadia", "break_seal", turn=1, faction=faction).status_code == 409  # it is late
    assert asked(table, "Marta", "break_seal", turn=1, faction=faction).status_code == 403


def test_fs_162_a_broken_seal_is_told_to_the_faction_whose_it_was() -> None:
    table = sealed()
    catch_up(timezone.now())
    asked(table, "Organiser", "break_seal", turn=1, faction=table.factions["Marta"], words="She is ill.")
    catch_up(timezone.now())
    told = [notification_sentence(one) for one in Notice.objects.filter(person=table.seats["Marta"].person)]
    assert any("did this as organiser" in one for one in told), told


# Who is who


def test_a_founder_goes_by_their_name_wherever_a_player_is_named() -> None:
    table = begun("Marta", "Kwame")
    table.do("Organiser", "deal_objectives")
    mine = player(table, "Marta")
    act(table, "Marta", "claim_objective", player=mine, words="It is done.")
    desk = reverse("campaigns:desk", args=[table.scope.pk])
    assert "Marta claims an objective" in words_of(table.browsers["Organiser"].get(desk))
    assert told_in(table.scope, table.seats["Kwame"])[0].startswith("Marta claims the objective")
    for address in (table.url("map"), table.url("cards"), table.url("standings"), desk):
        assert ".player" not in words_of(table.browsers["Organiser"].get(address))
    assert table.state.name_of(mine) == "The Cinder Watch"


def test_a_faction_that_nobody_plays_any_more_says_so_to_everybody_who_waits() -> None:
    table = sealed()
    for one in ("Kwame", "Jun"):
        seats.remove_seat(by=table.seats[one], seat=table.seats[one])
    page = organise_page.league_organise_page(table.at("Organiser"))
    (need,) = [one for one in page.needs if "Nobody" in one.title]
    assert (need.title, need.urgent) == ("Nobody plays Hollow Crown any more", True)
    told = table.page("Marta")
    assert told.now.title == (
        "Waiting for the organiser. Nobody plays Hollow Crown any more; an organiser can act."
    )
    lines = {one.name: one.players for one in told.factions}
    assert lines == {"The Cinder Watch": "Marta and Ilse", "Hollow Crown": "nobody plays it any more"}
    assert "nobody plays it any more" in words_of(table.browsers["Ilse"].get(table.url("standings")))


def deserted() -> Table:
    """Nobody is left of Kwame and Jun, and an organiser has taken Nadia in for the next turn."""
    table = sealed()
    for one in ("Kwame", "Jun"):
        seats.remove_seat(by=table.seats[one], seat=table.seats[one])
    came(table, "Organiser", "Nadia", "Kwame")
    return table


def test_fs_01_who_is_still_to_come_into_a_deserted_faction_is_named_where_one_waits_for_it() -> None:
    table = deserted()
    assert table.page("Marta").now.title == (
        "Waiting for the organiser. Nadia plays Hollow Crown from turn 2 on; until then an organiser acts "
        "for it."
    )
    to_orders(table)
    assert "Nadia plays" not in table.page("Marta").now.title


def test_fs_01_organise_leads_to_where_somebody_is_let_into_a_deserted_faction() -> None:
    table = sealed()
    for one in ("Kwame", "Jun"):
        seats.remove_seat(by=table.seats[one], seat=table.seats[one])
    (need,) = [
        one
        for one in organise_page.league_organise_page(table.at("Organiser")).needs
        if one.title.startswith("Nobody")
    ]
    address = table.url("faction", table.factions["Kwame"])
    assert (need.url, need.action) == (f"{address}#let-in", "Let somebody in")
    page = table.browsers["Organiser"].get(address)
    shown = faction_page.faction_page(table.at("Organiser"), table.faction("Kwame"))
    assert (shown.people.nobody, bool(shown.people.others)) == (True, True)
    assert "they cannot see the faction’s orders or notes" in words_of(page)
    own = words_of(table.browsers["Marta"].get(table.url("faction", table.factions["Marta"])))
    assert "they cannot see your orders or notes" in own


# What silence did before they came


@pytest.mark.parametrize("late", ["Nadia", "Jun"])
def test_fs_160_who_plays_from_the_next_turn_on_does_not_hear_what_silence_did_in_this_one(late: str) -> None:
    table = begun("Marta", "Kwame", more=(("Jun", "Kwame"),))
    table.seats["Nadia"] = factories.new_seat(club=table.scope.club, name="Nadia")
    table.browsers["Nadia"] = factories.signed_in(table.seats["Nadia"])
    marched(table, Marta=(("forced_march", ("T02", "T03")),), Kwame=(("forced_march", ("T04", "T03")),))
    catch_up(timezone.now() - timedelta(minutes=1))
    if late == "Jun":
        left(table, "Jun")
    came(table, "Marta", late)
    for name in ("Marta", "Kwame"):
        (battle,) = table.state.battles.values()
        if battle.attack == table.factions[name]:
            told_by = {"battle": battle.id, "faction": battle.attack}
            act(table, name, "report", **told_by, result="minor_victory")
    next_turn(table)
    assert table.at(late).owns(table.factions["Marta"])
    catch_up(timezone.now())
    told = Notice.objects.filter(kind=NoticeKind.WENT_ON)
    heard = {name for name, seat in table.seats.items() if told.filter(person=seat.person).exists()}
    assert heard == {"Marta", "Kwame", "Jun"} - {late}


def test_fs_01_a_faction_somebody_is_about_to_play_is_not_said_to_be_left() -> None:
    table = sealed()
    for one in ("Marta", "Ilse"):
        left(table, one)
    name, faction = table.state.name_of(table.factions["Marta"]), table.factions["Marta"]
    titles = [one.title for one in organise_page.league_organise_page(table.at("Organiser")).needs]
    assert f"Nobody plays {name} any more" in titles
    came(table, "Organiser", "Nadia")
    needs = organise_page.league_organise_page(table.at("Organiser")).needs
    (need,) = [one for one in needs if name in one.title]
    assert need.title == f"Nadia plays {name} from turn 2 on; until then an organiser acts for it."
    assert need.url.partition("#")[0] == table.url("faction", faction)


def test_until_somebody_comes_it_is_said_who_acts_and_an_organiser_switches_it() -> None:
    table = begun("Marta", "Kwame")
    table.seats["Nadia"] = factories.new_seat(club=table.scope.club, name="Nadia")
    seats.remove_seat(by=table.seats["Kwame"], seat=table.seats["Kwame"])
    came(table, "Organiser", "Nadia", "Kwame")
    faction, organiser = table.factions["Kwame"], table.browsers["Organiser"]
    address = reverse("campaigns:unplayed", args=[table.scope.pk])
    for wants, acts in (("on", "the app carries on for it"), ("off", "an organiser acts for it")):
        assert organiser.post(address, {"side": faction, "wants": wants}).status_code == 302
        name = table.state.name_of(faction)
        said = f"Nadia plays {name} from turn 2 on; until then {acts}."
        needs = organise_page.league_organise_page(table.at("Organiser")).needs
        (need,) = [one for one in needs if one.side == faction]
        assert (need.title, need.wants) == (said, "off" if wants == "on" else "on")
        read = words_of(table.browsers["Marta"].get(table.url("map")))
        other = "an organiser acts" if wants == "on" else "the app carries on"
        assert f"until then {other}" not in read
