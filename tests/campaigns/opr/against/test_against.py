"""A league's games against the app's own warbands: who may make them, on which terms, what they bring."""

from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope, Seat
from rules.opr.books import edition_in_force
from tests.campaigns import play
from tests.campaigns.opr.against.test_mission import fielded, out
from tests.campaigns.solo.walk import Walk, signed_in
from tests.pages import page_of, refusal_of, tight, words_of
from tests.scenario import scenario

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(5, kind="against the app")]
GOAL = edition_in_force("aofs-3.2.0", ()).figures.special_objective_pts


class Club:
    """A running league of two in which anybody plays when they have time."""

    def __init__(self, **settings: str) -> None:
        wanted: dict[str, Any] = {"parallel_play": "on", "campaign_type": "endless", **settings}
        self.league = play.found_league(**wanted)
        self.ilse: Seat = self.league.club.seats.get(role="organiser")
        self.seats = {name: play.player(self.league, name) for name in ("Marta", "Tom")}
        self.bands = {
            name: play.found_warband(self.league, seat, units=fielded(name))
            for name, seat in self.seats.items()
        }
        play.answer_all(self.league, self.ilse, play.act(self.league, self.ilse, "start"))
        self.address = f"/l/{self.league.pk}/against/"

    def sent(self, by: Seat, *names: str, **more: Any) -> Any:
        return signed_in(by).post(self.address, {"w": [self.bands[name] for name in names], **more})

    def game(self, by: Seat, *names: str, **more: Any) -> Walk:
        assert self.sent(by, *names, **more).status_code == 302
        return Walk(signed_in(by), Scope.objects.filter(game="solo").latest("pk"))

    def played(self, walk: Walk, **changed: Any) -> Report:
        """To the end, reported as the draft has it, and confirmed by the organiser."""
        walk.hurry("over")
        address = f"{self.address}{walk.scope.pk}/report/"
        page = walk.browser.get(address).context["page"]
        ticks = {tick.name: "1" for tick in (*page.losses, *page.taken)}
        told = {"won": page.won or "1", "rounds": page.rounds, **ticks, **changed}
        sent = walk.browser.post(address, told)
        assert sent.status_code == 302, tight(sent)[:3000]
        report = Report.objects.latest("pk")
        confirm = f"/l/{self.league.pk}/reports/{report.pk}/"
        assert signed_in(self.ilse).post(confirm, {"confirm": "1"}).status_code == 302
        return report

    def set(self, **settings: str) -> None:
        for key, value in settings.items():
            play.act(self.league, self.ilse, "change_setting", key=key, value=value)


@scenario
def open_club(**settings: str) -> Club:
    return Club(**settings)


@scenario
def played_out() -> tuple[Club, Walk]:
    """Marta has played a game that counts to its end."""
    club = open_club(ai_game_counts="fully")
    walk = club.game(club.seats["Marta"], "Marta")
    walk.hurry("over")
    return club, walk


def counts(walk: Walk) -> str:
    told: str = play.state_of(walk.scope).game.counts
    return told


def test_solo_77_a_mission_against_the_app_brings_the_league_its_report_as_a_draft() -> None:
    club = open_club()
    walk = club.game(club.ilse, "Marta")
    walk.hurry("round")
    state = play.state_of(walk.scope)
    assert (state.ai_sides()[0].kind, counts(walk)) == ("ai_neutral", "fully")
    mine, theirs = state.on_table("human"), state.on_table("ai")
    hero = next(unit for unit in theirs if unit.hero)
    out(walk, hero.id, mine[0].id)
    out(walk, mine[1].id, theirs[-1].id)
    report = club.played(Walk(walk.browser, walk.scope), won="1")
    assert report.procedure == "opr.app_report"
    taken = {"killer": mine[0].source, "hero": True, "round": 1, "warband": "app:app1"}
    assert report.facts["app_kills"] == [taken]
    assert [one["victim"] for one in report.facts["kills"]] == [mine[1].source]
    league = play.state_of(club.league)
    marta = league.warbands[club.bands["Marta"]]
    mission = league.missions[marta.mission]
    assert (marta.vp, marta.missions, marta.pool > 0) == (2, 1, True)
    assert mission.side(marta.id).casualties == (mine[1].source,)
    assert league.warbands[club.bands["Tom"]].missions == 0
    play.walked(club.league, club.ilse, mission.id, marta.id)
    assert play.state_of(club.league).units[mine[0].source].xp == 1 + 2
    assert "beat the app" in words_of(signed_in(club.ilse).get(f"/l/{club.league.pk}/chronicle/"))
    assert reconcile(club.league) == []


def test_solo_84_two_play_together_and_an_objective_is_paid() -> None:
    club = open_club(coop_reward="split")
    walk = club.game(club.ilse, "Marta", "Tom", apps="2")
    state = play.state_of(walk.scope)
    assert (len(state.ai_sides()), len(state.human_sides())) == (2, 2)
    walk.until("types")
    assert walk.page.step is not None
    assert walk.page.step.warnings == ("The app’s side brings 400 points; aim for 300.",)
    marta = club.bands["Marta"]
    before = play.state_of(club.league).warbands[marta].pool
    club.played(walk, won="1", **{f"objective:{marta}": "recovery", f"met:{marta}": "1"})
    league = play.state_of(club.league)
    assert [league.warbands[band].vp for band in club.bands.values()] == [2, 2]
    assert league.warbands[marta].pool - before == 10 + GOAL


def test_solo_76_who_has_steps_to_finish_reads_so_and_starts_no_game_for_others() -> None:
    club = open_club(ai_game_counts="fully", open_steps="refused")
    club.played(club.game(club.seats["Marta"], "Marta"), won="1")
    shown = signed_in(club.seats["Marta"]).get(club.address)
    page = page_of(shown)
    assert (page.may_make, page.chosen) == (False, frozenset())
    assert page.why_not == "Marta's band is in a mission, or has steps left to finish."
    assert page.why_not in words_of(shown), "beside the game she has played, too"
    refused = club.sent(club.seats["Marta"], "Tom")
    assert (refused.status_code, page_of(refused).chosen) == (409, {club.bands["Tom"]})
    assert "only an organiser can start a game for others" in refusal_of(refused)
    assert page_of(signed_in(club.ilse).get(club.address)).chosen == {club.bands["Tom"]}
    assert club.sent(club.ilse, "Tom").status_code == 302


def test_solo_77_what_counts_is_as_the_league_has_it() -> None:
    club = open_club()
    marta = club.seats["Marta"]
    assert counts(club.game(marta, "Marta")) == "practice"
    club.set(ai_game_counts="no_vp")
    walk = club.game(marta, "Marta")
    assert counts(walk) == "no_vp"
    club.played(walk, won="1")
    league = play.state_of(club.league)
    assert (league.warbands[club.bands["Marta"]].vp, league.warbands[club.bands["Marta"]].missions) == (0, 1)
    club.set(ai_game_counts="fully")
    assert counts(club.game(club.seats["Tom"], "Tom")) == "fully"


def test_solo_77_the_cap_is_per_player_and_round_of_the_league() -> None:
    club = open_club(ai_games_cap="1", ai_game_counts="fully")
    club.played(club.game(club.ilse, "Marta"))
    _steps(club, "Marta")
    assert counts(club.game(club.ilse, "Marta")) == "practice"
    tom = club.game(club.ilse, "Tom")
    assert counts(tom) == "fully"
    club.played(tom)
    _steps(club, "Tom")
    assert counts(club.game(club.ilse, "Marta")) == "fully"


def _steps(club: Club, name: str) -> None:
    league = play.state_of(club.league)
    band = club.bands[name]
    play.walked(club.league, club.ilse, league.warbands[band].mission, band)


def test_solo_78_only_lists_that_fit_are_drawn_and_solo_79_who_brings_less_is_the_underdog() -> None:
    club = open_club()
    walk = club.game(club.ilse, "Marta")
    state = play.state_of(walk.scope)
    assert {one.points for one in state.lists.values()} == {200}
    walk.until("types")
    assert walk.page.step is not None
    assert walk.page.step.warnings == ()
    walk.until("markers")
    state = play.state_of(walk.scope)
    assert (state.human_sides()[0].underdog, state.ai_sides()[0].underdog) == (5, 0)
    walk.hurry("between")
    assert walk.page.step is not None
    assert "Marta's band has 5 underdog points." in walk.page.step.words
    refused = club.sent(club.ilse, "Tom", list="iron-lantern", apps="2")
    assert refused.status_code == 422
    page = tight(refused)
    assert page.count("over the limit") == page.count('id="list-error"') == 1
    kept = refused.context["page"].terms
    assert (kept["list"].value(), kept["apps"].value()) == ("iron-lantern", "2"), "what was chosen stays"
    assert '<option value="iron-lantern" selected>' in page


def test_solo_76_a_rival_of_the_league_is_run_by_the_app_with_a_record() -> None:
    club = open_club(ai_opponent_record="rival")
    organiser, tom = signed_in(club.ilse), club.bands["Tom"]
    assert "Rivals run by the app" in tight(organiser.get(club.address))
    assert organiser.post(club.address, {"rival": tom, "kind": "unranked"}).status_code == 302
    assert play.state_of(club.league).warbands[tom].rival == "unranked"
    refused = signed_in(club.seats["Marta"]).post(club.address, {"rival": tom, "kind": ""})
    assert refused.status_code == 404
    opened = play.act(club.league, club.ilse, "open_mission", warbands=list(club.bands.values()))
    mission = next(key for key in play.state_of(club.league).missions if key.startswith(opened.slot))
    play.answer_all(club.league, club.ilse, play.act(club.league, club.ilse, "begin", mission=mission))
    address = f"/l/{club.league.pk}/m/{mission}/solo/"
    page = organiser.get(address).context["page"]
    assert [side.id for side in page.rivals] == [tom]
    assert organiser.post(address, {}).status_code == 302
    walk = Walk(organiser, Scope.objects.filter(game="solo").latest("pk"))
    assert play.state_of(walk.scope).ai_sides()[0].kind == "ai_rival"
    report = club.played(walk, won="0")
    assert report.sides == [club.bands["Marta"], tom]
    league = play.state_of(club.league)
    assert (league.warbands[tom].vp, league.warbands[tom].missions) == (2, 1)
    assert "run by the app" in tight(organiser.get(f"/l/{club.league.pk}/"))


def test_who_may_make_and_report_a_game_of_a_league() -> None:
    club = open_club(ai_game_counts="fully")
    marta, tom = club.seats["Marta"], club.seats["Tom"]
    assert club.sent(tom, "Marta").status_code == 409
    assert club.sent(marta).status_code == 409
    stranger = signed_in(play.found_league().club.seats.first())  # type: ignore[arg-type]
    assert stranger.get(club.address).status_code == 404
    walk = club.game(marta, "Marta")
    address = f"{club.address}{walk.scope.pk}/report/"
    assert walk.browser.get(address).status_code == 404
    walk.hurry("over")
    assert signed_in(tom).get(address).status_code == 404
    assert stranger.get(address).status_code == 404
    assert walk.browser.get(address).status_code == 200
    assert walk.browser.post(address, {"won": "", "rounds": "4"}).status_code == 409
    sent = {"won": "1", "rounds": "4", "once": "tap"}
    assert walk.browser.post(address, sent).status_code == 302
    assert walk.browser.post(address, {**sent, "once": "tap2"}).status_code == 409
    report = Report.objects.get()
    mended = walk.browser.post(f"{address}?instead={report.pk}", {"won": "0", "rounds": "3", "once": "again"})
    assert mended.status_code == 302
    assert [one.status for one in Report.objects.order_by("pk")] == ["withdrawn", "sent"]
    assert "Report it to the league" not in tight(walk.browser.get(club.address))


def test_opr_30_a_game_of_one_round_without_a_loss_is_asked_about() -> None:
    club, walk = played_out()
    address, slip = f"{club.address}{walk.scope.pk}/report/", {"won": "1", "rounds": "1"}
    asked = walk.browser.post(address, slip)
    assert (asked.status_code, Report.objects.count()) == (409, 0)
    page = tight(asked)
    assert "Only one round, no unit out and nobody conceded. Did the mission really end like that?" in page
    assert 'name="sure" value="1"' in page
    assert walk.browser.post(address, {**slip, "sure": "1"}).status_code == 302
    assert Report.objects.get().facts["rounds"] == 1


def test_a_level_game_has_to_be_decided_before_it_is_sent() -> None:
    club, walk = played_out()
    address = f"{club.address}{walk.scope.pk}/report/"
    answer = walk.browser.post(address, {"rounds": "many", "won": "1"})
    assert answer.status_code == 409
    assert "A number from 1 to 20" in tight(answer)
    assert 'value="many"' in tight(answer)


def test_nobody_settles_a_rival_past_the_door() -> None:
    club = open_club()
    with pytest.raises(Exception, match="no record"):
        door.act(club.league.pk, Actor(club.ilse), "opr.rival", {"warband": club.bands["Tom"]})


def test_opr_33_events_of_a_game_against_the_app_are_told_with_its_report() -> None:
    club = open_club()
    walk = club.game(club.ilse, "Marta")
    walk.hurry("round")
    state = play.state_of(walk.scope)
    mine, theirs = state.on_table("human"), state.on_table("ai")
    out(walk, theirs[-1].id, mine[0].id)
    band = club.bands["Marta"]
    pool = play.state_of(club.league).warbands[band].pool
    walk.hurry("over")
    address = f"{club.address}{walk.scope.pk}/report/"
    first = walk.browser.get(address)
    assert '<details class="card more" id="events">' in tight(first)
    assert "taken:0:melee" not in tight(first)
    sent = {"won": "1", "rounds": "4", "taken:0": "1"}
    price = {"event:0:code": "12", "event:0:round": "1", "event:0:met": "app:app1"}
    added = walk.browser.post(address, {**sent, **price, "event-typed": "26", "event-add": "1"})
    assert added.status_code == 200
    assert [row.code for row in added.context["page"].told.rows] == [12, 26]
    assert "taken:0:melee" in tight(added)
    assert not Report.objects.exists()
    frenzy = {"event:1:code": "26", "event:1:round": "1", "taken:0:melee": "1"}
    waiting = walk.browser.post(address, {**sent, **price, "once": "first"})["Location"]
    again = walk.browser.get(f"{address}?instead={Report.objects.get().pk}").context["page"].told
    assert [(row.code, row.selects[0].value()) for row in again.rows] == [(12, "app:app1")]
    walk.browser.post(waiting, {"withdraw": "1"})
    club.played(walk, **sent, **price, **frenzy)
    state = play.state_of(club.league)
    [mission] = state.missions.values()
    assert [(one.code, [met.id for met in one.app]) for one in mission.events] == [
        (12, ["app:app1"]),
        (26, []),
    ]
    assert mission.kills[0].melee
    assert state.warbands[band].pool - pool == 20 + 5
    assert reconcile(club.league) == []


@pytest.mark.parametrize("same", [True, False])
def test_solo_77_two_who_played_together_tell_of_one_game(same: bool) -> None:
    club = open_club(ai_game_counts="fully")
    walk = club.game(club.ilse, "Marta", "Tom")
    walk.hurry("over")
    address = f"{club.address}{walk.scope.pk}/report/"
    marta, tom = (signed_in(club.seats[name]) for name in ("Marta", "Tom"))
    page = marta.get(address).context["page"]
    told = {"won": page.won or "1", "rounds": page.rounds}
    first = marta.post(address, told)["Location"]
    second = tom.post(address, told if same else {**told, "rounds": int(page.rounds) + 1})["Location"]
    assert (second == first) is same
    states = ["counted"] if same else ["disputed", "disputed"]
    assert [one.status for one in Report.objects.all()] == states
    assert marta.post(address, {**told, "rounds": int(page.rounds) + 2}).status_code == 409
    assert reconcile(club.league) == []
