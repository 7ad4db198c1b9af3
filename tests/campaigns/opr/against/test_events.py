"""A league's random events at a table with the app's own warband: drawn, told, and never booked for it."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile, rerun_today
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope
from campaigns.opr.against.own_warbands import with_own_warbands
from campaigns.opr.table import mission_page
from campaigns.opr.table.event_view import EventView
from campaigns.shell.questions.question_forms import question_view
from rules.engine.dice import is_random
from rules.engine.questions import ChooseSeveral
from rules.opr.books import edition_in_force
from rules.solo.deciding.scores import best_melee
from rules.solo.game import GAME
from tests.campaigns import play
from tests.campaigns.api.conftest import Api
from tests.campaigns.opr.against.test_mission import Story, at_the_table, out
from tests.campaigns.solo.walk import Walk, signed_in
from tests.pages import looking, page_of, told_in, words_of
from tests.scenario import scenario

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(5, kind="against the app")]


class Together(Story):
    """Marta and Tom against the app, before the first round; Marta holds the phone."""

    def __init__(self) -> None:
        super().__init__()
        browser = signed_in(self.ilse)
        assert browser.post(self.address, {"apps": "1"}).status_code == 302
        self.walk = Walk(browser, Scope.objects.filter(game="solo").latest("pk"))
        self.walk.post(do="draw", only_app="1")
        self.walk.hurry("between")
        self.phone = signed_in(self.seats["Marta"])
        self.page = f"/l/{self.league.pk}/m/{self.mission}/"

    @property
    def app(self) -> list[Any]:
        return list(play.state_of(self.walk.scope).units_of("ai"))

    @property
    def events(self) -> Any:
        return play.state_of(self.league).missions[self.mission].events

    def asked(self, code: int, **typed: Any) -> str:
        """The next round brings this event; the address of what is asked then."""
        number = play.state_of(self.league).missions[self.mission].round + 1
        asked = str(self.phone.post(f"{self.page}do/round/", {"round": number, **typed})["Location"])
        self.tell(asked, **{"event-check": "6", "event": str(code)})
        return asked

    def tell(self, asked: str, **answers: Any) -> None:
        for key, value in answers.items():
            answer = self.phone.post(asked, {"key": key, "value": value})
            assert answer.status_code == 302

    @property
    def shown(self) -> tuple[EventView, ...]:
        """The events on the mission's page."""
        return mission_page.mission_page(looking(self.league, self.ilse, "missions"), self.mission).events

    def ticks(self, asked: str) -> tuple[list[str], list[str]]:
        """Whom the dialogue offers, and who is ticked in it."""
        taps = question_view(page_of(self.phone.get(asked)).first.question).taps
        return [tap.value for tap in taps], [tap.value for tap in taps if tap.chosen]


@scenario
def together() -> Together:
    return Together()


def test_solo_80_an_event_draws_a_unit_of_the_app_and_the_mission_goes_on_to_its_end() -> None:
    story = Together()
    hound = story.app[0]
    asked = story.asked(41)
    taps = question_view(page_of(story.phone.get(asked)).first.question).taps
    assert [tap.note for tap in taps if tap.label == hound.name] == ["The app"]
    mine = play.state_of(story.league).warbands[story.bands["Marta"]].units[0]
    ids = [f"app:{unit.id}" for unit in story.app]
    story.tell(asked, eligible=[mine, *ids], **{"warband:1": "app:app1"}, **{"unit:1": ids[0]})
    [event] = story.events
    assert (event.warband, event.units, [one.name for one in event.app]) == ("", (), [hound.name])
    assert story.shown[0].hits == f"{hound.name} (The app)"
    told = told_in(story.league, story.ilse)[0].replace("\u2068", "").replace("\u2069", "")
    assert f"Slippery Ledge (the app’s {hound.name})" in told
    walk = Walk(story.walk.browser, story.walk.scope)
    walk.hurry("round")
    killer = play.state_of(walk.scope).on_table("human")[0]
    out(walk, hound.id, killer.id)
    walk = Walk(walk.browser, walk.scope)
    walk.hurry("over")
    assert story.handed_over(walk, won="1").status_code == 302
    walk.browser.post(f"/l/{story.league.pk}/reports/{Report.objects.get().pk}/", {"confirm": "1"})
    for band in story.bands.values():
        play.walked(story.league, story.ilse, story.mission, band)
    assert play.state_of(story.league).missions[story.mission].status == "finished"
    assert reconcile(story.league) == []
    assert reconcile(walk.scope) == []
    assert rerun_today(story.league) == []


def test_solo_80_who_is_down_or_out_at_the_table_of_the_game_is_ticked() -> None:
    story = together()
    first, second = story.app[:2]
    people = play.state_of(story.walk.scope).units_of("human")
    stunned = {"do": "status", "stunned": "1"}
    for unit in (first, people[0]):
        address = f"/l/{story.walk.scope.pk}/solo/units/{unit.id}/"
        assert story.walk.browser.post(address, {"unit": unit.id, **stunned}).status_code == 302
    out(story.walk, second.id, people[0].id)
    asked = story.asked(55)
    offered, ticked = story.ticks(asked)
    assert ticked == [people[0].source, f"app:{first.id}"]
    assert f"app:{second.id}" not in offered
    story.tell(asked, eligible=[f"app:{first.id}"])
    assert story.events[0].app[0].name == first.name
    offered, ticked = story.ticks(story.asked(66))
    assert ticked == [f"app:{second.id}"]
    assert f"app:{first.id}" not in offered
    assert people[1].source in offered  # of the league's own nobody is written down yet


def test_solo_80_a_stand_in_is_drawn_as_the_warband_of_the_league_it_is() -> None:
    story = at_the_table()
    walk = story.started(story.ilse)
    walk.hurry("between")
    marta = story.seats["Marta"]
    outcome = play.act(story.league, marta, "round", mission=story.mission, round=1)
    for key, value in (("event-check", 6), ("event", 65)):
        outcome = door.answer_question(story.league.pk, Actor(marta), outcome.slot, key, value)
    [question] = outcome.questions
    assert {option.id for option in question.options} == set(story.bands.values())  # type: ignore[attr-defined]
    assert "app" not in story.league.dialogues.get().params


def test_solo_80_nobody_sends_the_app_s_names_along() -> None:
    story = at_the_table()
    api = Api(story.seats["Marta"])
    sent = {"id": "app:x", "name": "Whoever", "units": []}
    params = {"mission": story.mission, "round": 1, "app": [sent]}
    call = {"procedure": "opr.round", "params": params, "roll": True}
    assert api.post(f"/api/v1/leagues/{story.league.pk}/act/", call).status_code == 200
    kept = story.league.dialogues.first() or story.league.entries.order_by("-seq").first()
    assert kept is not None
    assert (kept.procedure, kept.params.get("app")) == ("opr.round", None)


def test_solo_80_every_event_that_meets_the_app_has_its_line_and_disturbs_no_page() -> None:
    story = together()
    marta = story.seats["Marta"]
    before = play.state_of(story.league)
    for number, entry in enumerate(edition_in_force("aofs-3.2.0", ()).book.events, start=1):
        outcome = play.act(story.league, marta, "round", mission=story.mission, round=number)
        given: dict[str, Any] = {"event-check": 6, "event": entry.code, "number": 2}
        given |= dict.fromkeys(("warband", "warband:1", "warband:2"), "app:app1")
        while not outcome.settled:
            question = outcome.questions[0]
            value = given.get(question.key, door.ROLL if is_random(question) else None)
            if isinstance(question, ChooseSeveral):
                value = [option.id for option in question.options if option.id.startswith("app:")]
            outcome = door.answer_question(story.league.pk, Actor(marta), outcome.slot, question.key, value)
        answer = story.phone.get(story.page)
        shown = page_of(answer).events[0]
        text = unescape(answer.content.decode()).replace("\u2068", "").replace("\u2069", "")
        assert entry.name in text
        if entry.draw not in ("", "quarter"):
            assert shown.hits in text, entry.code
            assert "The app" in shown.hits or entry.eligible == "out", (entry.code, shown.hits)
            assert shown.app in text
    state = play.state_of(story.league)
    assert (state.units, state.warbands) == (before.units, before.warbands)
    for tail in ("", f"m/{story.mission}/out/", f"m/{story.mission}/result/", "chronicle/", "board/"):
        assert story.phone.get(f"/l/{story.league.pk}/{tail}").status_code == 200, tail
    assert story.phone.get(f"/l/{story.league.pk}/against/{story.walk.scope.pk}/report/").status_code == 404
    assert reconcile(story.league) == []
    facts = {"mission": story.mission, "winners": [story.bands["Tom"]], "rounds": 36}
    play.act(story.league, story.ilse, "result", **facts)
    for band in story.bands.values():
        play.walked(story.league, story.ilse, story.mission, band)
    assert reconcile(story.league) == []
    assert rerun_today(story.league) == []


def test_solo_80_a_price_on_the_app_s_heads_is_paid_with_the_game_s_report() -> None:
    story = together()
    story.tell(story.asked(12), warband="app:app1")
    assert story.shown[0].hits == "The app"
    story.walk.hurry("round")
    state = play.state_of(story.walk.scope)
    killer = state.on_table("human")[0]
    out(story.walk, state.on_table("ai")[0].id, killer.id)
    walk = Walk(story.walk.browser, story.walk.scope)
    walk.hurry("over")
    story.handed_over(walk, won="1")
    pools = {band: play.state_of(story.league).warbands[band].pool for band in story.bands.values()}
    walk.browser.post(f"/l/{story.league.pk}/reports/{Report.objects.get().pk}/", {"confirm": "1"})
    after = play.state_of(story.league)
    won = {band: after.warbands[band].pool - pool for band, pool in pools.items()}
    owner = after.units[killer.source].warband
    [other] = [band for band in won if band != owner]
    assert won[owner] - won[other] == 5
    assert reconcile(story.league) == []


def test_solo_80_a_wrong_draw_is_corrected_from_the_app_to_the_league_and_back() -> None:
    story = together()
    story.tell(story.asked(64), number="3", warband="app:app1")
    league, marta = f"/l/{story.league.pk}", story.bands["Marta"]
    pool = play.state_of(story.league).warbands[marta].pool
    entry = story.league.entries.get(procedure="opr.round")
    ilse = story.walk.browser
    for warband, gained in ((marta, 15), ("app:app1", 0)):
        page = ilse.get(f"{league}/entries/{entry.seq}/")
        assert "The app" in words_of(page)
        draft = ilse.post(f"{league}/entries/{entry.seq}/", {"key": "warband", "value": warband})["Location"]
        shown = ilse.get(draft).context["page"]
        assert shown.ready
        sent = {"commit": "1", "fingerprint": shown.fingerprint, "words": "we misread the die"}
        assert ilse.post(draft, sent).status_code == 302
        assert play.state_of(story.league).warbands[marta].pool == pool + gained
        assert reconcile(story.league) == []
    assert story.events[0].app[0].name == "The app"


def test_opr_37_whom_an_event_captures_leaves_the_table_of_the_game_and_is_back_with_its_undo() -> None:
    story = together()
    mine = next(u for u in play.state_of(story.walk.scope).units_of("human") if u.name == "Marta Guard")
    story.tell(story.asked(11), **{"warband:1": story.bands["Marta"], "unit:1": mine.source})
    away = play.state_of(story.walk.scope).units[mine.id]
    assert (away.out, away.leaving) == ("left", "captured")
    assert told_in(story.walk.scope, story.ilse)[0] == "Marta Guard was captured and left the table"
    entry = story.league.entries.get(procedure="opr.round")
    assert story.phone.post(f"/l/{story.league.pk}/entries/{entry.seq}/undo/").status_code == 302
    back = play.state_of(story.walk.scope).units[mine.id]
    assert (back.out, back.leaving) == ("undeployed", "")  # as before the first round
    assert reconcile(story.walk.scope) == []


def test_opr_31_who_concedes_on_the_mission_s_page_leaves_the_table_of_the_game() -> None:
    story = together()
    done = story.phone.post(f"{story.page}do/concede/", {"round": "1", "warband": story.bands["Marta"]})
    assert done.status_code == 302
    state = play.state_of(story.walk.scope)
    [side] = [side for side in state.human_sides() if side.conceded]
    assert (side.source, side.moment) == (story.bands["Marta"], "round_start")
    assert {unit.leaving for unit in state.units.values() if unit.side == side.id} == {"conceded"}
    assert state.game.phase != "over"


def test_opr_31_who_concedes_at_the_table_of_the_game_plays_no_more_on_the_mission_s_page() -> None:
    story = together()
    story.walk.hurry("round")
    marta, tom = story.bands["Marta"], story.bands["Tom"]
    side = next(one for one in play.state_of(story.walk.scope).human_sides() if one.source == marta)
    story.walk.post(do="concede", side=side.id)
    shown = mission_page.mission_page(looking(story.league, story.ilse, "missions"), story.mission)
    assert {one.id: bool(one.conceded) for one in shown.sides} == {marta: True, tom: False}
    gone = {unit.left.partition(",")[0] for one in shown.sides if one.id == marta for unit in one.units}
    assert gone == {"left when its side conceded"}
    given = with_own_warbands(story.league, {"mission": story.mission, "round": 1})
    away = given["away"]
    assert isinstance(away, list)
    assert (marta in away, tom in away) == (True, False)
    assert not play.state_of(story.league).missions[story.mission].side(marta).conceded


def test_opr_33_an_event_that_changes_dice_is_counted_at_the_table_of_the_game() -> None:
    story = together()
    story.walk.hurry("round")
    app = next(unit for unit in play.state_of(story.walk.scope).on_table("ai") if _melee(unit) is not None)
    seen = {"unit": app.id, "weapon": _melee(app), "charging": False}
    before = solo_figure(story, "odds", seen)
    story.asked(26)
    after = solo_figure(story, "odds", seen)
    assert (after["dice"] - before["dice"], [one["label"] for one in after["more"]]) == (1, ["event 26"])
    assert reconcile(story.walk.scope) == []


def _melee(unit: Any) -> int | None:
    found: int | None = best_melee(unit)
    return found


def solo_figure(story: Together, name: str, params: dict[str, Any]) -> Any:
    state = play.state_of(story.walk.scope)
    return GAME.figures[name](state, GAME.book_of(state), **params)
