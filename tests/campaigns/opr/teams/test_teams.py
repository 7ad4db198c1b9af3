"""Teams on the pages of a league: made by organisers, chosen by players, beside every table."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from campaigns.engine import plugins
from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.board import board_page
from campaigns.models import KeptApart, LeaguePrint, Scope, Seat
from campaigns.nights.pairing.drawing import KnownPairs, paired, rounds_across
from campaigns.nights.pairing.pairs import drafted, redraw_pairs, swap_seats, table_of
from campaigns.opr.league.board import warband_board
from campaigns.opr.league.waiting import awaited_players
from campaigns.opr.paper.league import front_page
from campaigns.opr.viewer import of_warbands
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play
from tests.factories import signed_in
from tests.maps.conquest.play import words_of
from tests.pages import body_of, looking, page_of

pytestmark = pytest.mark.django_db
MADE = {"name0": "The Bridge", "colour0": "orange", "name1": "The Ford", "colour1": "blue", "save": "1"}


class League:
    """A league in its lobby: Ilse organises, four others have warbands."""

    def __init__(self) -> None:
        self.ilse = factories.new_organiser(name="Ilse")
        self.scope: Scope = play.found_league(self.ilse, parallel_play="on")
        self.seats: dict[str, Seat] = {}
        self.warbands: dict[str, str] = {}
        for name in ("Marta", "Tom", "Oskar", "Nadia"):
            self.seats[name] = play.player(self.scope, name)
            self.warbands[name] = play.found_warband(self.scope, self.seats[name])
        self.desk: Client = signed_in(self.ilse)
        self.url = reverse("campaigns:teams", args=[self.scope.pk])

    @property
    def state(self) -> Any:
        return play.state_of(self.scope)

    @property
    def teams(self) -> list[str]:
        return [one.id for one in self.state.league.teams]

    def made(self, **more: str) -> League:
        assert self.desk.post(self.url, {**MADE, **more}).status_code == 302
        return self

    def put(self, **teams: int) -> League:
        """Who is in which team, by its place."""
        sent = {f"in-{self.warbands[name]}": self.teams[place] for name, place in teams.items()}
        assert self.desk.post(self.url, {**sent, "put": "1"}).status_code == 302
        return self

    def view(self) -> Any:
        return of_warbands(looking(self.scope, self.ilse, "league"))


@pytest.fixture
def league() -> League:
    return League()


def test_a_60_an_organiser_makes_teams_and_puts_warbands_in(league: League) -> None:
    league.made().put(Marta=0, Tom=0, Oskar=1)
    assert [one.name for one in league.state.league.teams] == ["The Bridge", "The Ford"]
    page = page_of(signed_in(league.seats["Marta"]).get(league.url))
    assert [(row.name, row.members) for row in page.rows] == [
        ("The Bridge", ("Marta's band", "Tom's band")),
        ("The Ford", ("Oskar's band",)),
    ]
    assert page.teamless == ("Nadia's band",)
    assert page.own is None
    assert reconcile(league.scope) == []


def test_a_60_who_organises_nothing_changes_no_team(league: League) -> None:
    league.made()
    tom = signed_in(league.seats["Tom"])
    assert "Save the teams" not in words_of(tom.get(league.url))
    for sent in (MADE, {"put": "1", f"in-{league.warbands['Tom']}": league.teams[0]}):
        assert tom.post(league.url, sent).status_code == 404
    chosen = tom.post(league.url, {"choose": league.teams[0]})
    refused = "only an organiser can put warbands into teams" in words_of(chosen)
    assert (chosen.status_code, refused) == (409, True)
    assert league.desk.post(league.url, {"choose": league.teams[0]}).status_code == 403
    assert signed_in(factories.new_seat(name="Sven")).get(league.url).status_code == 404
    assert not any(one.team for one in league.state.active)


def test_a_60_players_choose_where_the_league_lets_them_and_are_asked_at_home(league: League) -> None:
    league.made(picks="on")
    tom = signed_in(league.seats["Tom"])
    home = reverse("campaigns:league", args=[league.scope.pk])
    assert "Which team are you playing for?" in words_of(tom.get(home))
    (todo,) = [one for one in factories.todos_for(league.seats["Tom"]) if one.title == "Choose your team"]
    assert todo.url == league.url
    awaited = {one.name: (one.what, one.url) for one in awaited_players(league.view())}
    assert awaited["Tom"] == ("to choose a team", league.url)
    assert tom.post(league.url, {"choose": league.teams[1]}).status_code == 302
    assert league.state.warbands[league.warbands["Tom"]].team == league.teams[1]
    read = words_of(tom.get(home))
    assert "Which team are you playing for?" not in read
    assert not [one for one in factories.todos_for(league.seats["Tom"]) if one.title == "Choose your team"]
    assert "Tom · The Ford" in read
    chronicle = words_of(tom.get(reverse("campaigns:chronicle", args=[league.scope.pk])))
    assert "Tom's band now belongs to The Ford" in chronicle
    assert "The league now has these teams: The Bridge and The Ford" in chronicle


def test_a_60_a_form_that_names_two_teams_alike_comes_back_as_it_was_typed(league: League) -> None:
    answer = league.desk.post(league.url, {**MADE, "name1": "the bridge"})
    assert answer.status_code == 409
    assert "two teams called" in words_of(answer)
    assert answer.context["form"]["name1"].value() == "the bridge"
    assert not league.state.league.teams


def test_a_60_the_table_stands_on_home_board_paper_and_in_the_api(league: League) -> None:
    league.made().put(Marta=0, Tom=1)
    play.act(league.scope, league.ilse, "give_vp", warband=league.warbands["Tom"], amount=4, words="painted")
    play.answer_all(league.scope, league.ilse, play.act(league.scope, league.ilse, "start"), limit=6)
    home = words_of(league.desk.get(reverse("campaigns:league", args=[league.scope.pk])))
    assert "A team’s score is the average of its warbands’ averages." in home
    assert warband_board(league.view()).teams
    assert "The Ford" in words_of(league.desk.get(reverse("campaigns:board", args=[league.scope.pk])))
    asked = LeaguePrint(scope=league.scope, base="", asked_at=timezone.now(), paper="a4")
    front = front_page(asked, league.state, {})
    assert any("The Ford" in line for line in front.how)
    lines = league.desk.get(f"/api/v1/leagues/{league.scope.pk}/teams/").json()["lines"]
    assert {one["name"] for one in lines} == {"The Bridge", "The Ford"}


def test_a_60_what_is_chosen_on_the_page_is_as_wide_as_the_page(league: League) -> None:
    """A list that is no form's own is as wide as its longest name."""
    lists = re.findall(r"<select[^>]*>", body_of(league.made().desk.get(league.url)))
    assert len(lists) == 8
    assert all("form-select" in one for one in lists)
    long = league.desk.post(league.url, {**MADE, "name0": "F" * 41})
    assert long.status_code == 409
    assert "at most 40 characters" in words_of(long)


def test_a_60_a_score_stands_alone_and_its_reason_once_under_the_name(league: League) -> None:
    league.made().put(Marta=0)
    for address in (league.url, reverse("campaigns:league", args=[league.scope.pk])):
        read = words_of(league.desk.get(address))
        assert read.count("no members yet") == 1
        assert "no members yet –" in read


def test_a_60_the_start_button_says_who_is_in_no_team(league: League) -> None:
    home = reverse("campaigns:league", args=[league.scope.pk])
    assert "Not in a team" not in words_of(league.desk.get(home))
    league.made().put(Marta=0, Tom=0, Oskar=1)
    read = words_of(league.desk.get(home))
    assert "Start the league" in read
    assert "Not in a team: Nadia's band" in read
    assert "Not in a team" not in words_of(signed_in(league.seats["Tom"]).get(home))
    assert "Not in a team" not in words_of(league.put(Marta=0, Tom=0, Oskar=1, Nadia=1).desk.get(home))


def test_a_60_taking_all_teams_away_asks_first(league: League) -> None:
    league.made().put(Marta=0)
    none = {**MADE, "name0": "", "name1": ""}
    asked = league.desk.post(league.url, none)
    assert asked.status_code == 409
    read = words_of(asked)
    assert "nobody will be in one any more" in read
    assert "Remove all the teams" in read
    assert re.search(r"<a [^>]* autofocus>Leave it", body_of(asked))
    assert len(league.teams) == 2
    assert league.desk.post(league.url, {**none, "sure": "1"}).status_code == 302
    assert league.teams == []
    assert league.desk.post(league.url, none).status_code == 302


def test_a_60_the_hall_screen_keeps_room_for_the_teams_below_the_rows(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.leagues.board.OVER_TEAMS", 3)
    assert len(board_page(league.view()).rows) == 4
    shown = board_page(league.made().view())
    assert (len(shown.rows), shown.more, len(shown.teams)) == (3, 1, 2)


def test_a_60_an_old_page_leaves_a_player_where_they_have_gone_meanwhile(league: League) -> None:
    league.made(picks="on").put(Marta=0, Tom=0)
    shown = league.desk.get(league.url).context["members"]
    sent = {one.html_name: one.value() for one, _hidden in shown.rows}
    sent |= {one.html_initial_name: one.value() for one, _hidden in shown.rows}
    assert all(f'name="{name}"' in body_of(league.desk.get(league.url)) for name in sent)
    signed_in(league.seats["Tom"]).post(league.url, {"choose": league.teams[1]})
    sent[f"in-{league.warbands['Nadia']}"] = league.teams[0]
    assert league.desk.post(league.url, {**sent, "put": "1"}).status_code == 302
    told = {one.name: one.team for one in league.state.active}
    assert (told["Tom's band"], told["Nadia's band"]) == (league.teams[1], league.teams[0])


def test_a_60_an_old_page_renames_no_team_that_stands_in_another_row_by_now(league: League) -> None:
    third = {"name2": "The Mill", "colour2": "green"}
    league.made(**third).put(Tom=1)
    sent = {**MADE, **third, "seen": str(league.desk.get(league.url).context["form"]["seen"].value())}
    assert f'name="seen" value="{sent["seen"]}"' in body_of(league.desk.get(league.url))
    assert league.desk.post(league.url, {**sent, "name0": ""}).status_code == 302
    late = league.desk.post(league.url, {**sent, "name0": "The Bridges"})
    assert (late.status_code, "Something has changed" in words_of(late)) == (409, True)
    assert late.context["form"]["name0"].value() == "The Ford"
    assert [one.name for one in league.state.league.teams] == ["The Ford", "The Mill"]
    assert league.state.warbands[league.warbands["Tom"]].team == league.teams[0]
    none = {**sent, "name0": "", "name1": "", "name2": ""}
    assert "Remove all the teams" not in words_of(league.desk.post(league.url, none))


def test_a_60_teams_are_saved_from_a_page_of_any_version(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "_version", lambda told: plugins.VERSIONS - 1)
    seen = str(league.desk.get(league.url).context["form"]["seen"].value())
    assert league.desk.post(league.url, {**MADE, "seen": seen, "save": "1"}).status_code == 302
    assert len(league.state.league.teams) == 2


def test_a_60_who_chooses_too_late_reads_why(league: League) -> None:
    league.made(picks="on")
    play.answer_all(league.scope, league.ilse, play.act(league.scope, league.ilse, "start"), limit=6)
    play.act(league.scope, league.ilse, "open_mission", warbands=[*league.warbands.values()][:2])
    late = signed_in(league.seats["Tom"]).post(league.url, {"choose": league.teams[0]})
    assert late.status_code == 409
    assert "Teams are fixed once the first mission is open." in words_of(late)


def test_a_60_people_of_one_team_are_not_paired(league: League) -> None:
    league.made().put(Marta=0, Tom=0, Oskar=1, Nadia=1)
    play.answer_all(league.scope, league.ilse, play.act(league.scope, league.ilse, "start"), limit=6)
    draft, table = drafted(table_of(None, league.scope))
    both = (("Marta", "Tom"), ("Oskar", "Nadia"))
    mates = {frozenset((league.seats[a].pk, league.seats[b].pk)) for a, b in both}
    assert len(draft.pairs) == 2
    assert not mates & {frozenset(pair) for pair in draft.pairs}
    assert table.known.mates
    address = reverse("campaigns:round", args=[league.scope.club.slug])
    page = words_of(league.desk.get(address, {"league": league.scope.pk}))
    assert "Teammates are not paired with each other." in page
    assert not KeptApart.objects.exists()


def test_a_60_pairing_says_why_a_swap_would_not_do(league: League) -> None:
    league.made().put(Marta=0, Tom=0, Oskar=1, Nadia=1)
    play.answer_all(league.scope, league.ilse, play.act(league.scope, league.ilse, "start"), limit=6)
    draft, table = drafted(table_of(None, league.scope))
    (first, second), marta = draft.pairs, league.seats["Marta"].pk
    hers = first if marta in first else second
    partner = next(one for one in hers if one != marta)
    with pytest.raises(Refused, match="These two are in the same team"):
        swap_seats(table, partner, league.seats["Tom"].pk)


def test_a_60_nobody_sits_out_for_a_team_who_could_play() -> None:
    """Three of one team and three of another: three pairs across; four and two: two, and two sit out."""
    for sizes, pairs in (((3, 3), 3), ((4, 2), 2)):
        people = range(1, sum(sizes) + 1)
        teams = [set(people[: sizes[0]]), set(people[sizes[0] :])]
        mates = {frozenset(pair) for team in teams for pair in combinations(team, 2)}
        found = paired(people, KnownPairs(mates=mates))
        assert len(found.pairs) == pairs
        assert not {frozenset(pair) for pair in found.pairs} & mates


def test_a_60_a_whole_season_pairs_nobody_with_their_own_team(league: League) -> None:
    """Two and two: two rounds, in each of which both of one team meet both of the other."""
    league.made().put(Marta=0, Tom=0, Oskar=1, Nadia=1)
    play.answer_all(league.scope, league.ilse, play.act(league.scope, league.ilse, "start"), limit=6)
    redraw_pairs(table_of(None, league.scope), way="robin")
    address = reverse("campaigns:round", args=[league.scope.club.slug])
    page = page_of(league.desk.get(address, {"league": league.scope.pk}))
    assert [(len(one.pairs), one.out) for one in page.season] == [(2, ""), (2, "")]
    told = [pair for one in page.season for pair, _state in one.pairs]
    for mates in (("Marta", "Tom"), ("Oskar", "Nadia")):
        assert not [pair for pair in told if all(name in pair for name in mates)]
    assert [one.is_next for one in page.season] == [True, False]


@given(st.lists(st.integers(0, 3), max_size=12))
def test_a_60_a_season_across_teams_has_each_pair_once_and_few_rounds(teams: list[int]) -> None:
    """Team 0 is none: its people meet everybody. Two teams need no round more than the most games of one."""
    people = range(1, len(teams) + 1)
    mates = {
        frozenset((a, b)) for a, b in combinations(people, 2) if teams[a - 1] and teams[a - 1] == teams[b - 1]
    }
    rounds = rounds_across(tuple(people), frozenset(mates))
    met = [frozenset(pair) for one in rounds for pair in one.pairs]
    assert len(met) == len(set(met))
    assert set(met) == {frozenset(pair) for pair in combinations(people, 2)} - mates
    for one in rounds:
        assert sorted([*one.out, *(person for pair in one.pairs for person in pair)]) == [*people]
    most = max((sum(person in pair for pair in met) for person in people), default=0)
    assert len(rounds) <= (most if set(teams) == {1, 2} else most + 2)


def test_a_60_whoever_takes_over_a_warband_is_in_its_team(league: League) -> None:
    league.made().put(Marta=0)
    new = play.player(league.scope, "Pip")
    told = {"warband": league.warbands["Marta"], "owner": str(new.pk), "words": "moved"}
    play.act(league.scope, league.ilse, "hand_over", **told)
    home = league.desk.get(reverse("campaigns:league", args=[league.scope.pk]))
    assert "Pip · The Bridge" in words_of(home)


def test_a_60_the_way_to_the_teams_stands_on_the_organisers_page_before_there_are_any(league: League) -> None:
    desk = reverse("campaigns:desk", args=[league.scope.pk])
    link = f'href="{league.url}"'
    assert link in body_of(league.desk.get(desk))
    play.answer_all(league.scope, league.ilse, play.act(league.scope, league.ilse, "start"), limit=6)
    play.act(league.scope, league.ilse, "close", words="We move.")
    assert link not in body_of(league.desk.get(desk))
