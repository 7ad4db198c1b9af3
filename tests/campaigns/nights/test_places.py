"""A night that is full: who comes, who waits, who moves up, and everything that tells the two apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.engine.stored import topics
from campaigns.models import Browser, Come, Night, NightAnswer, Notice, Outgoing, PlannedGame, Repeats
from campaigns.models.nights import with_answers
from campaigns.nights import acts
from campaigns.nights.evenings.hall import hall_page
from campaigns.nights.evenings.pages import next_night, night_page
from campaigns.nights.feeds import feeds
from campaigns.nights.games import plans
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from campaigns.nights.games.tonight import my_next_game
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.notices.found.occasions import holds
from campaigns.notices.ways import outbox
from campaigns.people import seats as people
from campaigns.people import signin
from tests.campaigns.nights.conftest import EVENING, Evening, announced, club_with_a_night, today
from tests.campaigns.people.test_races import at_once
from tests.factories import signed_in
from tests.pages import page_of, text_of

type At = Callable[[datetime], None]


@dataclass(frozen=True)
class Full:
    """Marta and Tom come to a night for two; Jun is first on its waiting list, Wren second."""

    evening: Evening
    night: Night

    def come(self) -> dict[str, str]:
        said = NightAnswer.objects.filter(night=self.night).select_related("seat")
        return {one.seat.name: one.come for one in said}

    def path(self, rest: str = "") -> str:
        return f"/clubs/{self.evening.club.slug}/nights/{self.night.pk}/{rest}"

    def places(self, fit: int | None, **more: Any) -> Night:
        return acts.update_night(
            night=self.night, day=self.night.day, facts={**EVENING, "places": fit}, **more
        )


@pytest.fixture
def full(evening: Evening) -> Full:
    night = announced(evening.ilse, ahead=5, places=2)
    for seat in (evening.marta, evening.tom, evening.jun, evening.wren):
        acts.set_attendance(seat=seat, night=night, come=Come.YES)
    return Full(evening, night)


COMES = {"Marta": "yes", "Tom": "yes", "Jun": "wait", "Wren": "wait"}


def told() -> dict[str, list[str]]:
    """What everybody is told anew."""
    Notice.objects.all().delete()
    finding.catch_up(timezone.now() + timedelta(seconds=1))
    found: dict[str, list[str]] = {}
    for one in Notice.objects.order_by("pk"):
        found.setdefault(one.person.display_name, []).append(notification_sentence(one))
    return found


@pytest.fixture
def looked(evening: Evening) -> None:
    """The clock has looked once, so what follows is told."""
    finding.catch_up(timezone.now() - timedelta(minutes=1))


# Who comes and who waits


def test_who_asks_for_a_place_at_a_full_night_waits_in_order_of_asking(full: Full) -> None:
    assert full.come() == COMES
    for seat, words in ((full.evening.jun, "first"), (full.evening.wren, "second")):
        answers = page_of(signed_in(seat).get(full.path())).answers
        assert answers.note == f"You’re {words} on the waiting list."
        assert (answers.mine, dict(answers.choices)["yes"]) == ("yes", "Waiting list")
    ilse = night_page(full.evening.ilse, held_night(full))
    assert ilse.answers is not None
    assert (ilse.answers.mine, ilse.answers.note) == ("", "Every place is taken.")
    assert (ilse.come, ilse.tables) == ("2 of 2 places", "6 tables · 2 places")
    assert [(one.count, one.word) for one in ilse.groups] == [(2, "coming"), (2, "waiting"), (1, "no reply")]
    assert [one.name for one in ilse.groups[1].guests] == ["Jun", "Wren"]


def held_night(full: Full) -> Night:
    return read_again(full.night)


def read_again(night: Night) -> Night:
    return Night.objects.select_related("club").prefetch_related(with_answers()).get(pk=night.pk)


def test_asking_again_keeps_the_place_in_the_row_and_changing_ones_mind_loses_it(full: Full) -> None:
    acts.set_attendance(seat=full.evening.jun, night=full.night, come=Come.YES)
    signed_in(full.evening.jun).post(full.path("bring/"), {"brings": "a river", "words": ""})
    assert [one.seat.name for one in held_night(full).waiting] == ["Jun", "Wren"]
    acts.set_attendance(seat=full.evening.jun, night=full.night, come=Come.MAYBE)
    acts.set_attendance(seat=full.evening.jun, night=full.night, come=Come.YES)
    assert [one.seat.name for one in held_night(full).waiting] == ["Wren", "Jun"]
    assert full.come()["Jun"] == Come.WAIT


def test_nobody_says_by_themselves_that_they_wait(full: Full) -> None:
    answer = signed_in(full.evening.ilse).post(full.path("say/"), {"come": "wait"})
    assert answer.status_code == 409
    assert "Ilse" not in full.come()


def test_home_says_where_one_is_on_the_list(full: Full, at: At) -> None:
    at(full.night.begins_at - timedelta(hours=3))
    found = next_night([full.evening.jun])
    assert found is not None
    assert (found.come, found.answers.note) == ("2 coming", "You’re first on the waiting list.")
    assert "You’re first on the waiting list." in text_of(signed_in(full.evening.jun).get("/"))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_place_at_once_one_comes() -> None:
    evening = club_with_a_night(datetime.now().date())
    night = announced(evening.ilse, ahead=5, places=2)
    acts.set_attendance(seat=evening.marta, night=night, come=Come.YES)
    late = (evening.tom, evening.jun)
    through = at_once(
        *(lambda seat=seat: acts.set_attendance(seat=seat, night=night, come=Come.YES) for seat in late)
    )
    assert through == [True, True]
    come = NightAnswer.objects.filter(night=night, seat__in=[one.pk for one in late])
    assert sorted(come.values_list("come", flat=True)) == [Come.WAIT, Come.YES]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_plan_a_game_alone_for_the_last_place_one_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = club_with_a_night(datetime.now().date())
    night = announced(evening.ilse, ahead=5, places=1)
    late, both = (evening.tom, evening.jun), Barrier(2)
    monkeypatch.setattr(topics, "tell_club", lambda *_: both.wait(timeout=60))  # both have planned theirs
    through = at_once(
        *(lambda seat=seat: plans.propose_game(by=seat, others=[], when=When.on(night)) for seat in late)
    )
    assert through == [True, True]
    come = NightAnswer.objects.filter(night=night)
    assert sorted(come.values_list("come", flat=True)) == [Come.WAIT, Come.YES]


# Moving up


def drops_out(full: Full) -> None:
    acts.set_attendance(seat=full.evening.marta, night=full.night, come=Come.NO)


def leaves(full: Full) -> None:
    people.remove_seat(by=full.evening.tom, seat=full.evening.tom)


def is_removed(full: Full) -> None:
    people.remove_seat(by=full.evening.ilse, seat=full.evening.tom)


def is_erased(full: Full) -> None:
    signin.erase_person(person=full.evening.tom.person)


def grows(full: Full) -> None:
    full.places(3)


def turns_out_to_be_another(full: Full) -> None:
    signin.merge_seats(by=full.evening.ilse, keep=full.evening.marta, drop=full.evening.tom)


@pytest.mark.parametrize("act", [drops_out, leaves, is_removed, is_erased, grows, turns_out_to_be_another])
def test_the_first_who_waits_moves_up_at_once_and_hears_it_once(
    full: Full, looked: None, act: Callable[[Full], None]
) -> None:
    act(full)
    assert (full.come()["Jun"], full.come()["Wren"]) == (Come.YES, Come.WAIT)
    said = told()
    day = f"{full.night}, 19:00"
    assert said == {"Jun": [f"There is a place for you after all: club night on {day}"]}
    finding.catch_up(timezone.now() + timedelta(seconds=2))
    assert Notice.objects.count() == 1
    acts.set_attendance(seat=full.evening.jun, night=full.night, come=Come.NO)
    assert not holds(Notice.objects.get(), timezone.now())
    assert full.come()["Wren"] == Come.YES


def test_whoever_waits_and_thinks_better_of_it_moves_nobody(full: Full, looked: None) -> None:
    acts.set_attendance(seat=full.evening.jun, night=full.night, come=Come.NO)
    assert full.come() == {**COMES, "Jun": "no"}
    assert told() == {}


def test_who_comes_back_to_the_club_asks_anew(full: Full) -> None:
    is_removed(full)
    people.restore_seat(by=full.evening.ilse, seat=full.evening.tom)
    assert "Tom" not in full.come()
    acts.set_attendance(seat=full.evening.tom, night=full.night, come=Come.YES)
    assert [one.seat.name for one in held_night(full).waiting] == ["Wren", "Tom"]


def test_without_a_limit_everybody_who_waited_comes(full: Full) -> None:
    full.places(None)
    assert set(full.come().values()) == {Come.YES}


def test_a_night_that_is_called_off_lets_nobody_in(full: Full, looked: None) -> None:
    acts.mark_night_off(night=full.night, why="")
    assert full.come() == COMES
    assert set(told()) == set(COMES)
    drop = NightAnswer.objects.get(seat=full.evening.marta)
    assert drop.come == Come.YES


def test_a_browser_shows_it_to_whoever_moves_up(full: Full, at: At, looked: None, settings: Any) -> None:
    settings.HTTPS = True
    at(full.night.begins_at - timedelta(hours=20))
    for seat in (full.evening.jun, full.evening.wren):
        Browser.objects.create(
            person=seat.person, endpoint=f"https://push.example/{seat.pk}", key="k", auth="a", name="Phone"
        )
    told()
    Outgoing.objects.all().delete()
    drops_out(full)
    finding.catch_up(timezone.now())
    outbox.fill_outbox()
    rows = Outgoing.objects.filter(way="push", notice__key__startswith="place-")
    assert [one.person for one in rows] == [full.evening.jun.person]


# Fewer places


def changed(browser: Client, full: Full, **more: str) -> Any:
    sent = {"day": full.night.day.isoformat(), "starts": "19:00", "ends": "23:00", "place": "Back room"}
    return browser.post(full.path("change/"), {**sent, "tables": "6", **more})


def test_fewer_places_than_people_says_first_who_would_wait(full: Full, looked: None) -> None:
    browser = signed_in(full.evening.ilse)
    answer = changed(browser, full, places="1")
    assert answer.status_code == 422
    assert f"Tom would be on the waiting list for {full.night}." in text_of(answer)
    assert full.come() == COMES
    assert changed(browser, full, places="1", sure="on").status_code == 302
    assert full.come() == {**COMES, "Tom": "wait"}
    assert [one.seat.name for one in held_night(full).waiting] == ["Tom", "Jun", "Wren"]
    words = f"There are fewer places at the club night on {full.night}: you’re on the waiting list"
    assert told() == {"Tom": [words]}


def test_other_places_alone_are_no_news_to_a_calendar(full: Full) -> None:
    assert full.places(7).sequence == 0
    assert full.places(2).sequence == 0
    changed = acts.update_night(
        night=full.night, day=full.night.day, facts={**EVENING, "places": 3, "place": "Front room"}
    )
    assert changed.sequence == 1


def test_places_of_later_nights_change_with_their_rule(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK, places=2)
    second = Night.objects.filter(rule=first.rule)[1]
    for seat in (evening.marta, evening.tom):
        acts.set_attendance(seat=seat, night=second, come=Come.YES)
    ((night, seats),) = acts.to_wait(first, 1, following=True)
    assert (night.pk, [str(one) for one in seats]) == (second.pk, ["Tom"])
    acts.update_night(night=first, day=first.day, facts={**EVENING, "places": 1}, following=True)
    assert set(Night.objects.filter(rule=first.rule).values_list("places", "sequence")) == {(1, 0)}
    assert [one.seat.name for one in read_again(second).waiting] == ["Tom"]
    acts.update_night(night=first, day=first.day, facts={**EVENING, "places": 4}, following=True)
    assert not read_again(second).waiting


def test_later_nights_follow_places_after_one_night_had_its_own(evening: Evening) -> None:
    first = announced(evening.ilse, ahead=1, repeats=Repeats.WEEK)
    second, third = Night.objects.filter(rule=first.rule)[1:3]
    for night, places in ((first, 12), (third, 9)):
        acts.update_night(night=night, day=night.day, facts={**EVENING, "places": places})
    browser, path = signed_in(evening.ilse), f"/clubs/{evening.club.slug}/nights/{first.pk}/change/"
    assert "Change the time, venue and number of places for later nights too" in text_of(browser.get(path))
    for seat in (evening.marta, evening.tom):
        acts.set_attendance(seat=seat, night=second, come=Come.YES)
    sent = {"day": first.day.isoformat(), "starts": "19:00", "ends": "23:00", "place": "Back room"}
    sent |= {"tables": "6", "places": "1", "following": "on"}
    assert f"Tom would be on the waiting list for {second}." in text_of(browser.post(path, sent))
    browser.post(path, {**sent, "sure": "on"})
    fit = Night.objects.filter(rule=first.rule).values_list("places", flat=True)
    assert list(fit[:4]) == [1, 1, 9, 1], "the third has said its own"
    assert [one.seat.name for one in read_again(second).waiting] == ["Tom"]


WRONG = [("0", "At least 1."), ("1000", "At most 999."), ("twelve", "Type a whole number.")]


@pytest.mark.parametrize(("typed", "words"), WRONG)
def test_places_that_are_no_number_are_refused_beside_them(full: Full, typed: str, words: str) -> None:
    answer = changed(signed_in(full.evening.ilse), full, places=typed)
    assert answer.status_code == 422
    assert answer.context["form"]["places"].errors == [words]
    assert answer.context["form"]["places"].value() == typed


# At the door


def test_a_full_night_lets_nobody_in_but_by_an_organiser(full: Full, at: At) -> None:
    at(full.night.begins_at)
    jun, ilse = signed_in(full.evening.jun), signed_in(full.evening.ilse)
    page = page_of(jun.get(full.path()))
    assert (page.here, page.full) == ("", "This night is full. Are you here? Ask Ilse to let you in.")
    assert page.full in text_of(jun.get(full.path()))
    assert page.full in text_of(jun.get(full.path("here/")))
    refused = jun.post(full.path("here/"))
    assert (refused.status_code, refused.context["refusal"]) == (409, page.full)
    assert full.come()["Jun"] == Come.WAIT
    assert "The night is full, but anybody you tap will be let in." in text_of(ilse.get(full.path()))
    ilse.post(full.path(f"here/{full.evening.jun.pk}/"))
    assert full.come()["Jun"] == Come.YES
    assert page_of(ilse.get(full.path())).come == "3 of 2 places"
    drops_out(full)
    assert full.come()["Wren"] == Come.WAIT
    ilse.post(full.path(f"here/{full.evening.jun.pk}/"), {"gone": "1"})
    assert full.come()["Jun"] == Come.YES


def test_who_does_not_come_to_a_full_night_reads_at_the_door_alone_how_to_get_in(full: Full, at: At) -> None:
    at(full.night.begins_at)
    jun = signed_in(full.evening.jun)
    jun.post(full.path("say/"), {"come": "no"})
    assert "This night is full" not in text_of(jun.get(full.path()))
    assert "Ask Ilse to let you in" in text_of(jun.get(full.path("here/")))


def test_who_was_let_in_by_mistake_waits_again(full: Full, at: At) -> None:
    at(full.night.begins_at)
    acts.arrive(seat=full.evening.jun, night=full.night, by=full.evening.ilse)
    acts.arrive(seat=full.evening.tom, night=full.night)
    acts.not_here(seat=full.evening.tom, night=full.night)
    acts.not_here(seat=full.evening.jun, night=full.night)
    assert full.come() == COMES
    assert [one.seat.name for one in held_night(full).waiting] == ["Jun", "Wren"]


def test_who_had_to_wait_and_was_let_in_by_mistake_waits_at_their_old_place(full: Full, at: At) -> None:
    at(full.night.begins_at)
    acts.arrive(seat=full.evening.tom, night=full.night)
    full.places(1)
    assert full.come() == {**COMES, "Marta": "wait"}, "whoever is there stays"
    acts.arrive(seat=full.evening.marta, night=full.night, by=full.evening.ilse)
    acts.not_here(seat=full.evening.marta, night=full.night)
    assert full.come() == {**COMES, "Marta": "wait"}
    assert [one.seat.name for one in held_night(full).waiting] == ["Marta", "Jun", "Wren"]


def test_who_was_let_in_past_others_by_mistake_leaves_a_place_to_them(full: Full, at: At) -> None:
    at(full.night.begins_at)
    acts.arrive(seat=full.evening.wren, night=full.night, by=full.evening.ilse)
    drops_out(full)
    acts.not_here(seat=full.evening.wren, night=full.night)
    assert full.come() == {"Marta": "no", "Tom": "yes", "Jun": "yes", "Wren": "wait"}


def test_who_began_a_game_without_a_place_and_is_not_there_waits_again(full: Full, at: At) -> None:
    evening, pair = full.evening, [full.evening.jun, full.evening.ilse]
    plan = plans.arrange(by=evening.ilse, pair=pair, when=When.on(full.night, 1), scope=None)
    at(full.night.begins_at)
    plan.arrive(timezone.now())
    assert (full.come()["Jun"], full.come()["Ilse"]) == (Come.YES, Come.YES)
    acts.not_here(seat=evening.jun, night=full.night)
    assert [one.seat.name for one in held_night(full).waiting] == ["Jun", "Wren"]


def test_who_had_said_no_and_was_let_in_by_mistake_waits_last(full: Full, at: At) -> None:
    at(full.night.begins_at)
    drops_out(full)
    acts.arrive(seat=full.evening.marta, night=full.night, by=full.evening.ilse)
    acts.not_here(seat=full.evening.marta, night=full.night)
    assert [one.seat.name for one in held_night(full).waiting] == ["Wren", "Marta"]


@pytest.mark.parametrize("come", [Come.NO, Come.MAYBE])
def test_whoever_is_here_and_then_does_not_come_is_not_here(full: Full, at: At, rf: Any, come: str) -> None:
    at(full.night.begins_at)
    acts.arrive(seat=full.evening.marta, night=full.night)
    signed_in(full.evening.marta).post(full.path("say/"), {"come": come})
    page = hall_page(rf.get("/"), held_night(full))
    assert page.count.startswith("0 here")
    assert full.come() == {"Marta": come, "Tom": "yes", "Jun": "yes", "Wren": "wait"}
    assert not any(
        one.here_at
        for group in night_page(full.evening.ilse, held_night(full)).groups
        for one in group.guests
    )


def test_the_hall_expects_who_comes_and_not_who_waits(full: Full, at: At, rf: Any) -> None:
    at(full.night.begins_at)
    page = hall_page(rf.get("/"), held_night(full))
    assert {one.name for one in page.missing} == {"Marta", "Tom"}
    assert page.count == "0 here, 2 to come"


# Games


def test_asking_for_a_game_on_a_full_night_says_who_would_wait(full: Full) -> None:
    browser = signed_in(full.evening.marta)
    path = f"/clubs/{full.evening.club.slug}/games/new/"
    sent = {"others": [str(full.evening.ilse.pk)], "night": str(full.night.pk), "scope": ""}
    answer = browser.post(path, sent)
    assert "The night is full: Ilse would be on its waiting list." in text_of(answer)
    assert not PlannedGame.objects.exists()
    browser.post(path, {**sent, "sure": "on"})
    plan = PlannedGame.objects.get()
    asked = signed_in(full.evening.ilse)
    page = f"/clubs/{full.evening.club.slug}/games/{plan.pk}/"
    assert "The night is full: you would be on its waiting list." in text_of(asked.get(page))
    assert "The night is full: Ilse would be on its waiting list." in text_of(browser.get(page))
    plans.reply_to_plan(by=full.evening.ilse, plan=plan, accepts=True)
    assert full.come() == {**COMES, "Ilse": "wait"}
    assert "You’re on the waiting list" in text_of(asked.get(page))
    line = page_of(browser.get(full.path())).games[0]
    assert (line.state, line.tone) == ("Ilse is on the waiting list", "waits")


def test_whoever_waits_already_is_not_told_that_they_would(full: Full) -> None:
    path = f"/clubs/{full.evening.club.slug}/games/new/"
    sent = {"others": [str(full.evening.marta.pk)], "night": str(full.night.pk), "scope": ""}
    assert signed_in(full.evening.jun).post(path, sent).status_code == 302
    sent["others"] = [str(full.evening.tom.pk), str(full.evening.jun.pk)]
    answer = signed_in(full.evening.ilse).post(path, {**sent, "words": ""})
    assert "The night is full: you would be on its waiting list." in text_of(answer)


def test_a_game_of_somebody_who_has_to_wait_calls_nobody_to_a_table(full: Full, at: At, rf: Any) -> None:
    evening = full.evening
    pair, when = [evening.marta, evening.tom], When.on(full.night, 1)
    plan = plans.arrange(by=evening.ilse, pair=pair, when=when, scope=None)
    said = text_of(changed(signed_in(evening.ilse), full, places="1"))
    assert f"Tom would be on the waiting list for {full.night}. Tom has a game then." in said
    full.places(1)
    at(full.night.begins_at + timedelta(minutes=5))
    acts.arrive(seat=evening.marta, night=full.night)
    tom, marta = (my_next_game([seat], timezone.now()) for seat in (evening.tom, evening.marta))
    assert tom is not None
    assert marta is not None
    assert (tom.title, tom.headline, tom.action) == (
        "Tonight", "You’re on the waiting list.", "View the game",
    )  # fmt: skip
    assert (marta.title, marta.headline, marta.action) == (
        "Tonight", "Tom is on the waiting list.", "View the game",
    )  # fmt: skip
    night = next_night([evening.tom])
    assert night is not None
    assert (night.game, night.answers.note) == (None, "You’re first on the waiting list.")
    assert night_page(evening.tom, held_night(full)).game is None
    (game,) = hall_page(rf.get("/"), held_night(full)).games
    assert (game.state, game.since) == ("Tom is on the waiting list", "")
    acts.arrive(seat=evening.tom, night=full.night, by=evening.ilse)
    page = plan_page(evening.tom, plan, timezone.now())
    assert (page.title, page.headline) == ("Tonight, table 1", "Marta is here. You’re at table 1.")


def test_whose_game_falls_gives_up_the_place_they_had_for_it(evening: Evening) -> None:
    night = announced(evening.ilse, ahead=5, places=2)
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(night))
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    acts.set_attendance(seat=evening.jun, night=night, come=Come.YES)
    full = Full(evening, night)
    assert full.come() == {"Marta": "yes", "Tom": "yes", "Jun": "wait"}
    plans.mark_plan_off(by=evening.tom, plan=plan, why="")
    assert full.come() == {"Jun": "yes"}


def test_a_game_of_a_night_with_room_says_nothing(evening: Evening) -> None:
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    assert "Places" not in [one.label for one in plan_page(evening.tom, plan).facts]


# What else tells them apart


def test_who_waits_is_neither_reminded_nor_asked(full: Full, at: At) -> None:
    at(full.night.begins_at - timedelta(hours=40))
    finding.catch_up(timezone.now())
    assert [one.person.display_name for one in Notice.objects.filter(night=full.night)] == ["Ilse"]
    at(full.night.begins_at - timedelta(hours=20))
    said = told()
    near = {name for name, lines in said.items() if any(str(full.night) in one for one in lines)}
    assert near == {"Marta", "Tom", "Ilse"}, "Ilse has still not answered"


def test_who_waits_hears_that_the_night_changes(full: Full, looked: None) -> None:
    acts.update_night(
        night=full.night, day=full.night.day, facts={**EVENING, "places": 2, "place": "The attic"}
    )
    assert set(told()) == set(COMES)


def test_ones_own_calendar_says_that_one_waits(full: Full) -> None:
    now = timezone.now()
    for seat, waits in ((full.evening.jun, True), (full.evening.marta, False)):
        own = feeds.open_feed(person=seat.person)
        (event,) = [one for one in feeds.events_of(own, now) if one.begins == full.night.begins_at]
        assert (event.tentative, event.words) == (waits, "You’re on the waiting list." if waits else "")
    club = feeds.open_feed(person=full.evening.jun.person, club=full.evening.club)
    assert not any(one.tentative for one in feeds.events_of(club, now))


def test_looking_for_a_game_says_who_waits(full: Full) -> None:
    plans.seek_game(seat=full.evening.jun, words="")
    board = night_page(full.evening.marta, held_night(full)).board
    assert board is not None
    assert [(one.name, one.note) for one in board.wishes] == [("Jun", "on the waiting list")]


def test_the_announcement_takes_the_places(evening: Evening) -> None:
    day = today(evening.club) + timedelta(days=9)
    sent = {"day": day.isoformat(), "starts": "18:30", "ends": "22:30", "tables": "5", "repeats": "1"}
    path = f"/clubs/{evening.club.slug}/nights/new/"
    signed_in(evening.ilse).post(path, {**sent, "places": "12"})
    assert Night.objects.filter(rule__places=12, places=12).count() > 3
