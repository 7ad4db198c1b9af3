"""A league's mission against the app: consent, the game, and what the league is told."""

from dataclasses import replace
from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope, Seat
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, signed_in
from tests.pages import page_of, refusal_of, text_of, told_in, words_of
from tests.scenario import scenario

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(5, kind="against the app")]
WEAPONS = [{"label": "Bow", "range": 24, "attacks": 1}, {"label": "Blade", "attacks": 2}]


def profile() -> dict[str, Any]:
    return {"quality": 4, "defense": 4, "tough": 1, "models": 1, "weapons": WEAPONS, "rules": []}


def fielded(name: str) -> list[dict[str, Any]]:
    units = [
        play.unit(f"{name} Captain", 70, hero=True),
        play.unit(f"{name} Guard", 40),
        play.unit(f"{name} Scout", 40),
    ]
    return [{**unit, "profile": profile()} for unit in units]


class Story:
    """A league in which Marta's and Tom's warbands meet; the mission is being played."""

    def __init__(self) -> None:
        self.league = play.found_league()
        self.ilse: Seat = self.league.club.seats.get(role="organiser")
        self.seats = {name: play.player(self.league, name) for name in ("Marta", "Tom")}
        self.bands = {
            name: play.found_warband(self.league, seat, units=fielded(name))
            for name, seat in self.seats.items()
        }
        play.answer_all(self.league, self.ilse, play.act(self.league, self.ilse, "start"))
        opened = play.act(self.league, self.ilse, "open_mission", warbands=list(self.bands.values()))
        self.mission = next(key for key in play.state_of(self.league).missions if key.startswith(opened.slot))
        for band in self.bands.values():
            play.answer_all(
                self.league,
                self.ilse,
                play.act(self.league, self.ilse, "field", mission=self.mission, warband=band),
            )
            done = play.act(self.league, self.ilse, "roll_objective", mission=self.mission, warband=band)
            play.answer_all(self.league, self.ilse, done)
        play.answer_all(
            self.league, self.ilse, play.act(self.league, self.ilse, "begin", mission=self.mission)
        )
        self.address = f"/l/{self.league.pk}/m/{self.mission}/solo/"

    def started(self, by: Seat, **more: Any) -> Walk:
        browser = signed_in(by)
        answer = browser.post(self.address, {"standin": self.bands["Tom"], **more})
        assert answer.status_code == 302
        return Walk(browser, Scope.objects.filter(game="solo").latest("pk"))

    def handed_over(self, walk: Walk, **changed: Any) -> Any:
        """The draft as the game knows it, sent."""
        address = f"/l/{self.league.pk}/against/{walk.scope.pk}/report/"
        page = walk.browser.get(address).context["page"]
        ticks = {tick.name: "1" for tick in (*page.losses, *page.taken) if tick.on}
        return walk.browser.post(address, {"won": page.won, "rounds": page.rounds, **ticks, **changed})


@scenario
def at_the_table() -> Story:
    return Story()


@scenario
def played_out() -> tuple[Story, Walk]:
    """The organiser has played it to its end."""
    story = at_the_table()
    walk = story.started(story.ilse)
    walk.hurry("over")
    return story, walk


def out(walk: Walk, victim: str, by: str) -> None:
    address = f"/l/{walk.scope.pk}/solo/units/{victim}/"
    answer = walk.browser.post(address, {"unit": victim, "do": "status", "out": "ko", "by": by})
    assert answer.status_code == 302


def test_solo_82_a_stand_in_with_consent_is_played_and_reported() -> None:
    story = at_the_table()
    tom = signed_in(story.seats["Tom"])
    assert tom.post(story.address, {"consent": story.bands["Tom"], "given": "1"}).status_code == 302
    walk = story.started(story.ilse)
    walk.hurry("round")
    state = play.state_of(walk.scope)
    assert state.game.counts == "fully"
    standin, marta = state.ai_sides()[0], state.human_sides()[0]
    assert (standin.kind, standin.consent, standin.source) == ("ai_standin", True, story.bands["Tom"])
    victim, killer = state.on_table("ai")[1], state.on_table("human")[0]
    out(walk, victim.id, killer.id)
    walk = Walk(walk.browser, walk.scope)
    walk.hurry("over")
    assert story.handed_over(walk).status_code == 302
    report = Report.objects.get()
    assert report.procedure == "opr.app_report"
    assert (report.facts["warbands"], report.facts["won"]) == ([marta.source], True)
    assert [(k["victim"], k["killer"]) for k in report.facts["kills"]] == [(victim.source, killer.source)]
    assert report.agreed == {marta.source: "at the table"}
    assert play.state_of(story.league).missions[story.mission].status == "playing"
    confirm = f"/l/{story.league.pk}/reports/{report.pk}/"
    assert signed_in(story.seats["Marta"]).post(confirm, {"confirm": "1"}).status_code == 403
    assert tom.post(confirm, {"confirm": "1"}).status_code == 302
    league = play.state_of(story.league)
    assert (league.missions[story.mission].status, league.missions[story.mission].winner) == (
        "finished",
        marta.source,
    )
    assert league.missions[story.mission].side(story.bands["Tom"]).stood_in
    for band in story.bands.values():
        play.walked(story.league, story.ilse, story.mission, band)
    assert play.state_of(story.league).units[killer.source].xp > 0
    assert reconcile(walk.scope) == []
    assert reconcile(story.league) == []


def test_solo_83_without_consent_the_sheet_stays_as_it_is() -> None:
    story = at_the_table()
    walk = story.started(story.ilse)
    walk.hurry("round")
    state = play.state_of(walk.scope)
    victim, killer = state.on_table("ai")[1], state.on_table("human")[0]
    out(walk, victim.id, killer.id)
    walk = Walk(walk.browser, walk.scope)
    walk.hurry("over")
    assert "its owner has not agreed to a stand-in" in words_of(walk.browser.get(story.address))
    before = play.state_of(story.league)
    assert story.handed_over(walk).status_code == 302
    report = Report.objects.get()
    assert report.sides == [story.bands["Marta"]]
    confirmed = walk.browser.post(f"/l/{story.league.pk}/reports/{report.pk}/", {"confirm": "1"})
    assert confirmed.status_code == 302
    after, ghost = play.state_of(story.league), story.bands["Tom"]
    assert replace(after.warbands[ghost], mission="") == replace(before.warbands[ghost], mission="")
    assert after.units[victim.source] == before.units[victim.source]
    assert after.warbands[story.bands["Marta"]].missions == 1
    play.walked(story.league, story.ilse, story.mission, story.bands["Marta"])
    assert play.state_of(story.league).units[killer.source].xp == 2
    assert reconcile(story.league) == []


def test_solo_77_who_took_out_the_last_of_an_event_s_neutral_figures_is_told_with_the_game() -> None:
    story = at_the_table()
    first = play.act(story.league, story.ilse, "round", mission=story.mission, round=1)
    play.answer_all(story.league, story.ilse, first, **{"event-check": 6, "event": 32})
    event = play.state_of(story.league).missions[story.mission].events[-1].id
    walk = story.started(story.ilse)
    walk.hurry("over")
    killer = play.state_of(walk.scope).units_of("human")[0].source
    address = f"/l/{story.league.pk}/against/{walk.scope.pk}/report/"
    assert "which unit took out the last neutral figure?" in text_of(walk.browser.get(address))
    [zombies] = page_of(walk.browser.get(address)).escapes
    assert (zombies.event, zombies.neutral, zombies.chosen) == (event, True, "")
    kept = walk.browser.post(address, {"won": "", "rounds": "4", f"neutral:{event}": killer})
    assert [one.chosen for one in page_of(kept).escapes] == [killer]
    assert story.handed_over(walk, won="1", **{f"neutral:{event}": killer}).status_code == 302
    report = Report.objects.get()
    assert [(one["victim"], one["killer"]) for one in report.facts["kills"]] == [(f"neutral:{event}", killer)]
    assert report.facts["left"] == []
    walk.browser.post(f"/l/{story.league.pk}/reports/{report.pk}/", {"confirm": "1"})
    play.walked(story.league, story.ilse, story.mission, story.bands["Marta"])
    assert play.state_of(story.league).units[killer].xp == 1 + 1  # it survived, and the last zombie
    assert reconcile(story.league) == []


def test_solo_77_one_game_counts_once_whatever_it_claims_to_mend() -> None:
    story, walk = played_out()
    address = f"/l/{story.league.pk}/against/{walk.scope.pk}/report/"
    page = walk.browser.get(address).context["page"]
    said = {"won": page.won, "rounds": page.rounds, "once": "first"}
    assert walk.browser.post(address, said).status_code == 302
    report = Report.objects.get()
    walk.browser.post(f"/l/{story.league.pk}/reports/{report.pk}/", {"confirm": "1"})
    report.pk, report.once, report.status, report.mission = None, "another", "sent", ""
    with scope_transaction(story.league.pk, Actor()):
        report.save()  # about something else
    for word in ("instead", "answers"):
        again = walk.browser.post(f"{address}?{word}={report.pk}", {**said, "once": word})
        assert again.status_code == 409
        assert "has already been reported" in refusal_of(again)
    report.refresh_from_db()
    assert report.status == "sent"


def test_solo_77_somebody_elses_report_with_a_key_of_a_game_keeps_nobody_from_reporting_it() -> None:
    story, walk = played_out()
    with scope_transaction(story.league.pk, Actor()):
        Report.objects.create(
            scope=story.league, reporter=story.ilse, procedure="opr.quick_report",
            facts={}, sides=[], agreed={}, once=f"solo:{walk.scope.pk}:mine",
        )  # fmt: skip
    address = f"/l/{story.league.pk}/against/{walk.scope.pk}/report/"
    page = walk.browser.get(address).context["page"]
    said = {"won": page.won, "rounds": page.rounds, "once": "first"}
    assert walk.browser.post(address, said).status_code == 302
    assert Report.objects.filter(procedure="opr.app_report").count() == 1


def test_solo_77_a_game_a_player_starts_is_practice_and_tells_the_league_nothing() -> None:
    story = at_the_table()
    walk = story.started(story.seats["Marta"])
    assert play.state_of(walk.scope).game.counts == "practice"
    walk.hurry("over")
    assert "none of it counts in the league" in words_of(walk.browser.get(story.address))
    assert story.handed_over(walk).status_code == 409
    assert not Report.objects.exists()


def test_solo_84_a_co_op_mission_is_won_by_both_and_counts_kills_of_the_app_s_own() -> None:
    story = at_the_table()
    browser = signed_in(story.ilse)
    assert browser.post(story.address, {"apps": "1"}).status_code == 302
    scope = Scope.objects.filter(game="solo").latest("pk")
    walk = Walk(browser, scope)
    walk.post(do="draw", only_app="1")
    walk.hurry("round")
    state = play.state_of(scope)
    assert len(state.human_sides()) == 2
    assert state.ai_sides()[0].kind == "ai_neutral"
    hero = next(unit for unit in state.on_table("ai") if unit.hero)
    killer = state.on_table("human")[0]
    out(walk, hero.id, killer.id)
    walk = Walk(browser, scope)
    walk.hurry("over")
    assert story.handed_over(walk, won="1").status_code == 302
    report = Report.objects.get()
    page = words_of(browser.get(f"/l/{story.league.pk}/reports/{report.pk}/"))
    assert "took out one of the app’s heroes" in page
    browser.post(f"/l/{story.league.pk}/reports/{report.pk}/", {"confirm": "1"})
    league = play.state_of(story.league)
    assert [league.warbands[band].vp for band in story.bands.values()] == [2, 2]
    for band in story.bands.values():
        play.walked(story.league, story.ilse, story.mission, band)
    assert play.state_of(story.league).units[killer.source].xp == 3
    assert reconcile(scope) == []
    assert reconcile(story.league) == []


def test_only_the_owner_consents_and_only_those_who_take_part_start() -> None:
    story = at_the_table()
    marta = signed_in(story.seats["Marta"])
    assert marta.post(story.address, {"consent": story.bands["Tom"], "given": "1"}).status_code == 404
    outsider = signed_in(play.player(story.league, "Nadia"))
    assert outsider.get(story.address).status_code == 200
    assert outsider.post(story.address, {"standin": story.bands["Tom"]}).status_code == 404
    stranger = play.found_league().club.seats.first()
    assert stranger is not None
    assert signed_in(stranger).get(story.address).status_code == 404


def test_everybody_against_nobody_is_refused() -> None:
    story = at_the_table()
    answer = signed_in(story.ilse).post(story.address, {})
    assert answer.status_code == 409
    assert "One side must be run by the app" in refusal_of(answer)


def test_for_whom_the_app_stands_in_is_kept_where_something_else_is_refused() -> None:
    story = Story()
    sent = {"standin": story.bands["Tom"], "apps": "1", "list": "nowhere"}
    page = signed_in(story.ilse).post(story.address, sent)
    assert page.status_code == 422
    ticked = {side.id for box, side in page.context["page"].boxes if box.data["selected"]}
    assert ticked == {story.bands["Tom"]}


def test_opr_31_who_conceded_beside_a_winner_is_not_said_to_have_won() -> None:
    story = at_the_table()
    browser = signed_in(story.ilse)
    browser.post(story.address, {"apps": "1"})
    scope = Scope.objects.filter(game="solo").latest("pk")
    walk = Walk(browser, scope)
    walk.post(do="draw", only_app="1")
    walk.hurry("round")
    state = play.state_of(scope)
    fallen = next(unit for unit in state.on_table("human") if unit.name == "Marta Guard")
    out(walk, fallen.id, state.on_table("ai")[0].id)
    outcome = play.act(scope, story.ilse, "concede", side=fallen.side)
    play.answer_all(scope, story.ilse, outcome, rout=True)  # it fell in this round: before a rout test
    Walk(browser, scope).hurry("over")
    assert story.handed_over(walk, won="1").status_code == 302
    marta, tom = "Marta's band", "Tom's band"
    page = text_of(browser.get(f"/l/{story.league.pk}/reports/{Report.objects.get().pk}/"))
    assert f"{tom} beat the app" in page
    assert f"{marta} conceded in round 1" in page
    browser.post(f"/l/{story.league.pk}/reports/{Report.objects.get().pk}/", {"confirm": "1"})
    [told] = (one for one in told_in(story.league, story.ilse) if "beat the app" in one)
    assert told.startswith(f"{tom} beat the app")
    assert f"{marta} conceded in round 1" in told
    league = play.state_of(story.league)
    rows = [league.warbands[story.bands[name]] for name in ("Marta", "Tom")]
    assert [(one.vp, one.pool) for one in rows] == [(0, 40), (2, 20)]
