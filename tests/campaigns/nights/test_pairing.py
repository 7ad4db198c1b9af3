"""Pairs: against every pairing there is for few, by properties for many; then as an organiser does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.models import (
    KeptApart,
    Night,
    Pairing,
    PlannedGame,
    PlanStatus,
    Scope,
    Seat,
)
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.pairing import pairs
from campaigns.nights.pairing.drawing import NOBODY, KnownPairs, Pairs, paired, round_robin
from campaigns.nights.pairing.page import pairs_page
from campaigns.nights.pairing.pairs import table_of
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.nights.conftest import EVENING, Evening, announced, club_with_a_night
from tests.campaigns.people.test_races import at_once
from tests.factories import new_seat, signed_in
from tests.pages import page_of, page_text, refusal_of
from tests.scenario import scenario

type Score = tuple[int, int, int, int]


def every(people: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to put people into pairs, of an even number."""
    if not people:
        yield []
        return
    first, *others = people
    for n, other in enumerate(others):
        for more in every(others[:n] + others[n + 1 :]):
            yield [(first, other), *more]


def score(pairs: list[tuple[int, int]], known: KnownPairs) -> Score | None:
    """How bad a pairing is, the worst aim first; None where two meet who are kept apart."""
    real = [pair for pair in pairs if NOBODY not in pair]
    if any(frozenset(pair) in known.apart for pair in real):
        return None
    out = [max(pair) for pair in pairs if NOBODY in pair]
    return (
        sum(known.sat_out.get(one, 0) for one in out),
        sum(one in known.out_last for one in out),
        sum(known.times(*pair) ** 2 for pair in real),
        sum(known.distance(*pair) for pair in real),
    )


def as_made(found: Pairs) -> list[tuple[int, int]]:
    return [*found.pairs, *((NOBODY, one) for one in found.out)]


@st.composite
def evenings(draw: st.DrawFn, most: int) -> tuple[list[int], KnownPairs]:
    people = list(range(1, draw(st.integers(2, most)) + 1))
    couples = [frozenset(pair) for pair in combinations(people, 2)]
    known = KnownPairs(
        met=draw(st.dictionaries(st.sampled_from(couples), st.integers(0, 4))),
        places={one: draw(st.integers(0, 12)) for one in people},
        sat_out={one: draw(st.integers(0, 2)) for one in people},
        out_last=draw(st.sets(st.sampled_from(people), max_size=1)),
    )
    return people, known


@given(evenings(most=8))
def test_no_pairing_is_better(made: tuple[list[int], KnownPairs]) -> None:
    people, known = made
    seats = people if len(people) % 2 == 0 else [NOBODY, *people]
    scores = [one for pairs in every(seats) if (one := score(pairs, known)) is not None]
    assert score(as_made(paired(people, known)), known) == min(scores)


@given(evenings(most=6), st.data())
def test_who_is_kept_apart_never_meets_and_as_many_play_as_can(
    made: tuple[list[int], KnownPairs], data: st.DataObject
) -> None:
    people, plain = made
    couples = [frozenset(pair) for pair in combinations(people, 2)]
    apart = frozenset(data.draw(st.sets(st.sampled_from(couples))))
    known = KnownPairs(plain.met, plain.places, plain.sat_out, plain.out_last, apart)
    found = paired(people, known)
    assert not apart & {frozenset(pair) for pair in found.pairs}
    room = [len(pairs) for size in range(len(people) // 2 + 1) for pairs in sized(people, size, apart)]
    assert len(found.pairs) == max(room)


def sized(people: list[int], size: int, apart: frozenset[frozenset[int]]) -> Iterator[list[frozenset[int]]]:
    """Every choice of so many pairs that share nobody."""
    couples = [one for pair in combinations(people, 2) if (one := frozenset(pair)) not in apart]
    for chosen in combinations(couples, size):
        if len(frozenset().union(*chosen)) == 2 * size:
            yield list(chosen)


@given(evenings(most=40), st.integers(0, 5))
def test_everybody_is_somewhere_once_and_the_same_people_are_paired_alike(
    made: tuple[list[int], KnownPairs], turn: int
) -> None:
    people, known = made
    found = paired(people, known, turn=turn)
    assert sorted([one for pair in found.pairs for one in pair] + list(found.out)) == people
    assert len(found.out) == len(people) % 2
    assert paired(list(reversed(people)), known, turn=turn) == found
    assert score(as_made(found), known) == score(as_made(paired(people, known)), known)


@given(st.integers(2, 14))
def test_a_season_repeats_no_pair_while_it_can_and_sits_out_in_turn(players: int) -> None:
    people = list(range(1, players + 1))
    met: dict[frozenset[int], int] = {}
    sat: dict[int, int] = {}
    last: tuple[int, ...] = ()
    for _night in range(players // 2):  # so long a matching of those who have not met is always left
        found = paired(people, KnownPairs(met=met, sat_out=sat, out_last=last))
        for pair in found.pairs:
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        for one in found.out:
            sat[one] = sat.get(one, 0) + 1
        last = found.out
    assert set(met.values()) <= {1}
    assert set(sat.values()) <= {1}


@given(st.integers(0, 15))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    people = list(range(1, players + 1))
    rounds = round_robin(people)
    met = [frozenset(pair) for one in rounds for pair in one.pairs]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    assert all(sorted([p for pair in one.pairs for p in pair] + list(one.out)) == people for one in rounds)


def test_nobody_comes() -> None:
    assert paired([], KnownPairs()) == Pairs((), ())
    assert paired([7], KnownPairs()) == Pairs((), (7,))


# As an organiser does it


@dataclass(frozen=True)
class Hall:
    """A league of five, of whom four come and one says maybe."""

    evening: Evening
    scope: Scope
    seats: tuple[Seat, ...]

    @property
    def night(self) -> Night:
        return (
            Night.objects.prefetch_related("answers__seat")
            .select_related("club")
            .get(pk=self.evening.night.pk)
        )

    def path(self, rest: str = "") -> str:
        return f"{self.evening.path('pairs/')}{rest}?league={self.scope.pk}"


@pytest.fixture
def hall(db: None) -> Hall:
    return full_hall(date.today())


@scenario
def full_hall(day: date) -> Hall:
    evening = club_with_a_night(day)
    scope = play.found_league(evening.ilse, name="The Iron Winter", parallel_play="on")
    more = [new_seat(club=evening.club, name=one) for one in ("Priya", "Ruth")]
    seats = (evening.marta, evening.tom, evening.jun, *more)
    for seat in seats:
        play.found_warband(scope, seat, units=play.band(150))
    play.answer_all(scope, evening.ilse, play.act(scope, evening.ilse, "start"))
    for seat in seats[:4]:
        acts.set_attendance(seat=seat, night=evening.night, come="yes")
    acts.set_attendance(seat=seats[4], night=evening.night, come="maybe")
    return Hall(evening, scope, seats)


def test_pairing_is_for_organisers(hall: Hall) -> None:
    visitors = (hall.evening.ilse, hall.evening.marta, hall.evening.wren, hall.evening.sven, None)
    assert [signed_in(one).get(hall.path()).status_code for one in visitors] == [200, 404, 404, 404, 404]
    for rest in ("again/", "swap/", "publish/", "apart/", "apart/1/"):
        assert signed_in(hall.evening.marta).post(hall.path(rest)).status_code == 404
        assert signed_in(hall.evening.ilse).get(hall.path(rest)).status_code == 405


def test_the_page_says_why_and_who_is_not_paired(hall: Hall) -> None:
    page = page_of(signed_in(hall.evening.ilse).get(hall.path()))
    assert page.head == "2 pairings"
    assert {tag.words for line in page.lines for tag in line.why} == {"never met", "level in the standings"}
    assert (page.empty, page.away) == ("", ("maybe: Ruth",))
    assert page.repeats == "No rematches."
    assert page.publish == "Publish 2 pairings"


def test_who_waits_for_a_place_is_not_paired(hall: Hall) -> None:
    night = hall.evening.night
    acts.update_night(night=night, day=night.day, facts={**EVENING, "places": 3})
    page = page_of(signed_in(hall.evening.ilse).get(hall.path()))
    assert page.head == "1 pairing, 1 sits out"
    assert page.away == ("on the waiting list: Priya", "maybe: Ruth")


def test_two_names_change_places_by_two_taps(hall: Hall) -> None:
    browser = signed_in(hall.evening.ilse)
    page = page_of(browser.get(hall.path()))
    (one, partner), (other, _last) = (line.plates for line in page.lines)
    picked = page_of(browser.get(one.pick_url))
    notes = {plate.name: plate.note for line in picked.lines for plate in line.plates}
    assert (notes[one.name], notes[partner.name]) == ("selected", "the same pairing")
    assert notes[other.name] == "both new"
    browser.post(hall.path("swap/"), {"one": one.seat, "other": other.seat})
    after = page_of(browser.get(hall.path()))
    assert [plate.name for plate in after.lines[0].plates] == [other.name, partner.name]
    assert browser.post(hall.path("swap/"), {"one": one.seat, "other": 999}).status_code == 409
    assert browser.post(hall.path("swap/"), {"one": "x"}).status_code == 409


def test_published_pairs_are_games_at_the_free_tables_once(hall: Hall) -> None:
    browser = signed_in(hall.evening.ilse)
    for _twice in range(2):
        browser.post(hall.path("publish/"))
    games = list(PlannedGame.objects.order_by("table"))
    assert [(one.table, one.status, one.scope) for one in games] == [
        (n, PlanStatus.PAIRED, hall.scope) for n in (1, 2)
    ]
    acts.set_attendance(seat=hall.seats[4], night=hall.evening.night, come="yes")
    page = page_of(browser.get(hall.path()))
    assert page.head == "0 pairings, 1 sits out"
    told = [(plate.name, why) for plate, why in page.out]
    assert told == [("Ruth", "Sits out: there is nobody else without a game.")]
    assert page.away == ("game already planned: Jun, Marta, Priya and Tom",)


def test_who_was_paired_with_somebody_who_does_not_come_is_free_for_a_late_comer(hall: Hall) -> None:
    browser = signed_in(hall.evening.ilse)
    browser.post(hall.path("publish/"))
    fallen = PlannedGame.objects.filter(sides__seat=hall.evening.marta).get()
    left = fallen.sides.exclude(seat=hall.evening.marta).get().seat
    acts.set_attendance(seat=hall.evening.marta, night=hall.evening.night, come="no")
    assert page_of(browser.get(hall.path())).head == "0 pairings, 1 sits out"
    acts.set_attendance(seat=hall.seats[4], night=hall.evening.night, come="yes")
    browser.post(hall.path("again/"))
    (line,) = page_of(browser.get(hall.path())).lines
    assert {plate.name for plate in line.plates} == {str(left), "Ruth"}


def test_where_nobody_has_said_that_they_come_the_page_says_that(hall: Hall) -> None:
    hall.evening.night.answers.all().delete()
    page = page_of(signed_in(hall.evening.ilse).get(hall.path()))
    assert page.empty.startswith("Nobody who plays in this league has said they are coming. ")
    assert page.onward == ("See who is coming", hall.evening.path())
    assert page.away == ("no reply: Jun, Marta, Priya, Ruth and Tom",)
    assert (page.repeats, page.publish) == ("", "")


@pytest.mark.django_db(transaction=True)
def test_two_organisers_publish_at_once_and_the_pairs_are_made_once(hall: Hall) -> None:
    table = table_of(hall.night, hall.scope)
    draft = pairs.drafted(table)[0]
    through = at_once(*[lambda: pairs.plan_paired_games(table, by=hall.evening.ilse)] * 2)
    assert sorted(through) == [False, True]
    assert PlannedGame.objects.count() == 2
    for act in (
        lambda: pairs.swap_seats(table, *draft.pairs[0]),
        lambda: pairs.plan_paired_games(table, by=hall.evening.ilse),
    ):
        with pytest.raises(Refused):
            act()
    assert pairs.redraw_pairs(table).pairs == []
    acts.set_attendance(seat=hall.seats[4], night=hall.evening.night, come="yes")
    assert pairs.redraw_pairs(table).out == [hall.seats[4].pk]


def test_what_is_published_is_what_the_organiser_has_seen(hall: Hall) -> None:
    browser = signed_in(hall.evening.ilse)
    seen = page_of(browser.get(hall.path())).sign
    acts.set_attendance(seat=hall.seats[4], night=hall.evening.night, come="yes")
    refused = browser.post(hall.path("publish/"), {"seen": seen})
    assert refused.status_code == 409
    assert "Check them again" in refusal_of(refused)
    assert not PlannedGame.objects.exists()
    browser.post(hall.path("publish/"), {"seen": page_of(refused).sign})
    assert PlannedGame.objects.count() == 2


def test_who_comes_later_is_paired_anew(hall: Hall) -> None:
    first = pairs.drafted(table_of(hall.night, hall.scope))[0]
    acts.set_attendance(seat=hall.seats[4], night=hall.evening.night, come="yes")
    again = pairs.drafted(table_of(hall.night, hall.scope))[0]
    assert (again.pk, len(again.people), len(again.out)) == (first.pk, 5, 1)


def test_who_has_met_is_told_and_avoided(hall: Hall, at: Callable[[datetime], None]) -> None:
    marta, tom = list(play.state_of(hall.scope).warbands)[:2]
    play.evening(hall.scope, hall.evening.ilse, marta, tom)
    table = table_of(hall.night, hall.scope)
    draft = pairs.drafted(table)[0]
    both = {hall.evening.marta.pk, hall.evening.tom.pk}
    assert both not in [set(pair) for pair in draft.pairs]
    partner = {one: other for pair in draft.pairs for one, other in (pair, pair[::-1])}
    pairs.swap_seats(table, hall.evening.tom.pk, partner[hall.evening.marta.pk])
    page = pairs_page(pairs.drafted(table)[0], table, [hall.scope])
    assert "met once" in {tag.words for line in page.lines for tag in line.why}
    assert page.repeats == "No two players will have met more than twice."


def everybody_comes(hall: Hall, night: Night) -> Night:
    for seat in hall.seats:
        acts.set_attendance(seat=seat, night=night, come="yes")
    return Night.objects.prefetch_related("answers__seat").select_related("club").get(pk=night.pk)


def published(hall: Hall, night: Night, way: str = "nights") -> Pairing:
    """The five are paired for a night."""
    table = table_of(everybody_comes(hall, night), hall.scope)
    pairs.redraw_pairs(table, way=way)
    pairs.plan_paired_games(table, by=hall.evening.ilse)
    return Pairing.objects.latest("published_at")


def test_everybody_sits_out_in_turn_and_a_night_that_fell_out_does_not_count(hall: Hall) -> None:
    nights = [announced(hall.evening.ilse, ahead=ahead) for ahead in range(10, 16)]
    (fell,) = published(hall, nights[0]).out
    acts.mark_night_off(night=nights[0], why="")
    out = [published(hall, night).out for night in nights[1:]]
    assert out[0] == [fell]
    assert sorted(seat for one in out for seat in one) == sorted(seat.pk for seat in hall.seats)


def test_only_who_had_no_game_on_a_night_has_sat_out(hall: Hall) -> None:
    """Three come and one sits out, until somebody comes late and plays that one after all."""
    first, second = (announced(hall.evening.ilse, ahead=ahead) for ahead in (10, 11))
    coming, late = hall.seats[:3], hall.seats[3]

    def table(night: Night) -> pairs.PairingTable:
        found = Night.objects.prefetch_related("answers__seat").select_related("club").get(pk=night.pk)
        return table_of(found, hall.scope)

    for seat in coming:
        acts.set_attendance(seat=seat, night=first, come="yes")
    pairs.plan_paired_games(table(first), by=hall.evening.ilse)
    (out,) = Pairing.objects.get(night=first).out
    sat = next(one.person_id for one in coming if one.pk == out)
    assert table(second).known.sat_out == {sat: 1}
    acts.set_attendance(seat=late, night=first, come="yes")
    pairs.plan_paired_games(table(first), by=hall.evening.ilse)
    known = table(second).known
    assert (dict(known.sat_out), known.out_last) == ({}, frozenset())
    fell = PlannedGame.objects.get(night=first, sides__seat=late)
    plans.mark_plan_off(by=late, plan=fell, why="")
    assert table(second).known.out_last == {sat, late.person_id}


def test_who_does_not_come_after_all_has_not_sat_out_but_who_waited_for_them_has(hall: Hall) -> None:
    first, second = (announced(hall.evening.ilse, ahead=ahead) for ahead in (10, 11))
    for seat in hall.seats[:2]:
        acts.set_attendance(seat=seat, night=first, come="yes")
    table = table_of(Night.objects.prefetch_related("answers__seat").get(pk=first.pk), hall.scope)
    pairs.plan_paired_games(table, by=hall.evening.ilse)
    acts.set_attendance(seat=hall.seats[0], night=first, come="no")
    table = table_of(Night.objects.prefetch_related("answers__seat").get(pk=second.pk), hall.scope)
    assert table.known.out_last == {hall.seats[1].person_id}


def test_places_are_those_of_the_league_s_own_table(hall: Hall) -> None:
    """Two victories in two missions stand above three in four, in a league that counts by the mission."""
    bands = list(play.state_of(hall.scope).warbands)
    for winner, loser in ((2, 3), (2, 3), (0, 1), (1, 0), (1, 0), (1, 0)):
        play.evening(hall.scope, hall.evening.ilse, bands[winner], bands[loser])
    table = table_of(hall.night, hall.scope)
    page = pairs_page(pairs.drafted(table)[0], table, [hall.scope])
    told = {plate.name: plate.note for line in page.lines for plate in line.plates}
    assert (told["Jun"], told["Tom"]) == ("place 1 of 5", "place 2 of 5")


def test_kept_apart_is_kept_and_never_told(hall: Hall) -> None:
    browser = signed_in(hall.evening.ilse)
    draft = pairs.drafted(table_of(hall.night, hall.scope))[0]
    one, other = draft.pairs[0]
    browser.post(hall.path("apart/"), {"seat": other, "other": one})
    browser.post(hall.path("apart/"), {"seat": one, "other": other})
    kept = KeptApart.objects.get()
    table = table_of(hall.night, hall.scope)
    assert {one, other} not in [set(pair) for pair in pairs.drafted(table)[0].pairs]
    partner = {a: b for pair in pairs.drafted(table)[0].pairs for a, b in (pair, pair[::-1])}
    with pytest.raises(Refused, match="kept apart"):
        pairs.swap_seats(table, other, partner[one])
    assert browser.post(hall.path("apart/"), {"seat": one, "other": one}).status_code == 409
    browser.post(hall.path("publish/"))
    for seat in hall.seats:
        for path in (hall.evening.path(), hall.evening.path("hall/")):
            assert "apart" not in signed_in(seat).get(path).content.decode().lower().replace("apart-", "")
    browser.post(hall.path(f"apart/{kept.pk}/"))
    assert not KeptApart.objects.exists()


def test_the_other_way_and_other_pairs(hall: Hall) -> None:
    browser = signed_in(hall.evening.ilse)
    browser.post(hall.path("again/"), {"way": "robin"})
    draft = Pairing.objects.get()
    assert (draft.way, draft.turn, len(draft.pairs)) == ("robin", 0, 2)
    browser.post(hall.path("again/"))
    draft.refresh_from_db()
    assert (draft.way, draft.turn) == ("robin", 1)
    browser.post(hall.path("again/"), {"way": "nights"})
    draft.refresh_from_db()
    assert draft.way == "nights"
    assert browser.post(hall.path("again/"), {"way": "dice"}).status_code == 409


def test_a_page_without_pairs_leads_on_and_one_with_pairs_does_not(hall: Hall) -> None:
    browser, evening = signed_in(hall.evening.ilse), hall.evening
    assert page_of(browser.get(hall.path())).onward is None
    for seat in hall.seats[1:4]:
        acts.set_attendance(seat=seat, night=evening.night, come="no")
    alone = browser.get(hall.path())
    assert (page_of(alone).head, page_of(alone).empty) == ("0 pairings, 1 sits out", "")
    assert f'href="{evening.path()}">See who is coming<' in page_text(alone)
    empty = play.found_league(evening.ilse, name="The Rust Frontier")
    drawn = browser.get(f"{evening.path('pairs/')}?league={empty.pk}")
    assert page_of(drawn).empty == "Nobody plays in this league yet."
    assert page_of(drawn).onward == ("Go to the league", f"/l/{empty.pk}/")


def test_without_a_league_there_is_nothing_to_pair(evening: Evening) -> None:
    other = announced(evening.sven)
    path = f"/clubs/{evening.sven.club.slug}/nights/{other.pk}/pairs/"
    assert "No leagues yet" in signed_in(evening.sven).get(path).content.decode()
    assert signed_in(evening.sven).get(f"{path}?league=999").status_code == 404
