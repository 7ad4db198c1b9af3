"""Facts of the past that are no report: walk-overs, missions called off, concessions, forgotten steps."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.corrections import entry as entry_page
from campaigns.engine import correcting as corrections
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry
from campaigns.opr.past import inserts
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play
from tests.campaigns.past import Past, committed, drafted
from tests.pages import errors_of, looking, page_of, refusal_of, words_of

pytestmark = pytest.mark.django_db


def begun(league: Past) -> str:
    """A mission of the first two that is being played."""
    opened = play.act(league.scope, league.ilse, "open_mission", warbands=[league.bell, league.raiders])
    play.act(league.scope, league.ilse, "begin", mission=f"{opened.slot}.mission")
    return f"{opened.slot}.mission"


def through(league: Past, draft: str, **answers: str) -> None:
    """Decide everything a draft asks: dice as given or rolled, nothing bought and nobody recruited."""
    while (decision := league.organiser.get(draft).context["page"].first) is not None:
        if decision.step:
            sent = {"code": decision.code, "complete": "1"}
        else:
            question = decision.questions[0]
            said = {"value": answers[question.key]} if question.key in answers else {"roll": "1"}
            sent = {"code": decision.code, "key": question.key, **said}
        assert league.organiser.post(draft, sent).status_code == 302


def test_a_walk_over_was_played_after_all(league: Past) -> None:
    mission = begun(league)
    play.act(league.scope, league.ilse, "walk_over", mission=mission, winner=league.bell)
    entry = league.entry("walk_over")
    url = f"/entries/{entry.seq}/facts/"
    form = league.organiser.get(league.url + url).context["form"]
    assert [(side.id, side.won, side.gave_up) for side in form.sides] == [
        (league.bell, True, 0),
        (league.raiders, False, 1),
    ]
    victim, killer = (league.state.warbands[one].units[1] for one in (league.bell, league.raiders))
    sent = {"winner": league.raiders, "rounds": "5", f"out:{victim}": "1", f"by:{victim}": killer}
    draft = drafted(league, url, **sent)
    page = league.organiser.get(draft).context["page"]
    assert page.title == "Correct the report of Mission 1"
    assert ("winner", "Marta's band", "Tom's band") in [(r.why, r.before, r.after) for r in page.rows]
    through(league, draft, **{f"casualty:{victim}": "3"})
    committed(league, draft, "they came late")
    found = league.state.missions[mission]
    assert (found.winner, found.round, [kill.killer for kill in found.kills]) == (league.raiders, 5, [killer])
    assert found.side(league.raiders).conceded == 0
    assert reconcile(league.scope) == []
    play.walked(league.scope, league.ilse, mission, league.raiders)
    told = words_of(league.organiser.get(f"{league.url}/entries/{entry.seq}/"))
    assert "they came late" in told


@pytest.mark.parametrize("played", [True, False])
def test_a_mission_that_was_called_off_counts_after_all_with_its_steps(league: Past, played: bool) -> None:
    opened = play.act(league.scope, league.ilse, "open_mission", warbands=[league.bell, league.raiders])
    mission = f"{opened.slot}.mission"
    if played:
        play.act(league.scope, league.ilse, "begin", mission=mission)
    play.act(league.scope, league.ilse, "abandon", mission=mission, words="rain")
    fallen = league.state.warbands[league.raiders].units[2]
    url = f"/entries/{league.entry('abandon').seq}/facts/"
    draft = drafted(league, url, winner=league.bell, rounds="4", **{f"out:{fallen}": "1"})
    through(league, draft, **{f"casualty:{fallen}": "1"})
    committed(league, draft, "it was played to the end")
    found = league.state.missions[mission]
    assert (found.status, found.winner) == ("finished", league.bell)
    assert [side.step for side in found.sides] == ["done", "done"]
    assert league.state.units[fallen].status == "dead"
    assert league.state.warbands[league.bell].vp == 2
    assert reconcile(league.scope) == []


def test_the_report_in_the_place_of_a_walk_over_is_changed_inside_the_draft(league: Past) -> None:
    mission = begun(league)
    play.act(league.scope, league.ilse, "walk_over", mission=mission, winner=league.bell)
    url = f"/entries/{league.entry('walk_over').seq}/facts/"
    draft = drafted(league, url, winner=league.raiders, rounds="5")
    code = Correction.objects.get().inserts[0]["code"]
    again = f"{draft}facts/{code}/"
    assert league.organiser.get(again).context["form"].rounds == 5
    assert league.organiser.post(again, {"winner": league.raiders, "rounds": "6"}).status_code == 302
    committed(league, draft)
    assert league.state.missions[mission].round == 6
    assert reconcile(league.scope) == []


def test_a_concession_was_in_another_round(league: Past) -> None:
    mission = begun(league)
    play.act(league.scope, league.ilse, "concede", mission=mission, warband=league.raiders, round=1)
    url = f"/entries/{league.entry('concede').seq}/facts/"
    wrong = league.organiser.post(league.url + url, {"round": "many", "moment": "rout_test"})
    assert wrong.status_code == 422
    assert wrong.context["form"]["round"].value() == "many"
    draft = drafted(league, url, round="3", moment="rout_test")
    committed(league, draft)
    side = league.state.missions[mission].side(league.raiders)
    assert (side.conceded, side.moment) == (3, "rout_test")
    assert reconcile(league.scope) == []


def test_who_came_along_is_changed_and_the_underdog_points_follow(league: Past) -> None:
    opened = play.act(league.scope, league.ilse, "open_mission", warbands=[league.bell, league.raiders])
    mission = f"{opened.slot}.mission"
    first, *_rest, last = league.state.warbands[league.bell].units
    play.act(league.scope, league.ilse, "field", mission=mission, warband=league.bell, units=None)
    play.act(league.scope, league.ilse, "begin", mission=mission)
    url = f"/entries/{league.entry('field').seq}/facts/"
    assert len(league.organiser.get(league.url + url).context["form"]["units"].value()) == 3
    draft = drafted(league, url, units=first)
    committed(league, draft, "the others stayed at home")
    side = league.state.missions[mission].side(league.bell)
    assert side.fielded == (first,)
    assert last not in side.fielded
    assert side.underdog == 8  # 150 against 70, a point for each full 10
    assert reconcile(league.scope) == []


def _recovered(league: Past) -> Entry:
    """Somebody typed a 3 for a unit that recovered."""
    victim, killer = (league.state.warbands[one].units[1] for one in (league.raiders, league.bell))
    mission = play.played(league.scope, league.ilse, league.bell, league.raiders, kills={victim: killer})
    play.walked(league.scope, league.ilse, mission, league.raiders)
    return league.entry("casualties")


def test_another_face_with_the_same_outcome_changes_the_record_and_no_figure(league: Past) -> None:
    entry = _recovered(league)
    [key] = entry.answers
    before = league.state
    same = drafted(league, f"/entries/{entry.seq}/", key=key, value="3")
    assert not league.organiser.get(same).context["page"].ready
    draft = drafted(league, f"/entries/{entry.seq}/", key=key, value="4")
    shown = league.organiser.get(draft)
    page = shown.context["page"]
    assert page.ready
    assert not page.rows
    assert [(cause.before[:1], cause.after[:1]) for cause in page.causes] == [("3", "4")]
    assert "only the record is corrected" in shown.content.decode()
    committed(league, draft, "it was a four")
    entry.refresh_from_db()
    assert entry.answers[key]["value"] == 4
    assert league.state == before
    told = entry_page.entry_page(looking(league.scope, league.ilse), entry)
    assert [one.why for one in told.earlier] == ["it was a four"]
    assert reconcile(league.scope) == []


def test_a_report_whose_sentence_stays_the_same_is_told_once(league: Past) -> None:
    warbands = league.state.warbands
    victim, (killer, other) = warbands[league.raiders].units[0], warbands[league.bell].units[:2]
    play.played(league.scope, league.ilse, league.bell, league.raiders, kills={victim: killer})
    entry = league.entry("quick_report")
    said = {"winner": league.bell, "rounds": "4", f"out:{victim}": "1", f"by:{victim}": other}
    [cause] = (
        league.organiser.get(drafted(league, f"/entries/{entry.seq}/facts/", **said)).context["page"].causes
    )
    assert (cause.before, cause.after.split(";")[0]) == ("", "Marta's band beat Tom's band after 4 rounds")


def test_two_drafts_about_one_record_the_second_sees_what_the_first_made_of_it(league: Past) -> None:
    entry = _recovered(league)
    [key] = entry.answers
    url = f"/entries/{entry.seq}/"
    first, second = drafted(league, url, key=key, value="4"), drafted(league, url, key=key, value="5")
    seen = league.organiser.get(second).context["page"].fingerprint
    committed(league, first)
    answer = league.organiser.post(second, {"commit": "1", "fingerprint": seen, "words": "five"})
    assert answer.status_code == 409
    assert [cause.before[:1] for cause in answer.context["page"].causes] == ["4"]


def test_a_link_to_a_place_of_a_forgotten_mission_asks_who_played(past: Past) -> None:
    address = f"{past.url}/corrections/forgotten/"
    place = past.organiser.get(address).context["places"][0].after
    assert past.organiser.get(f"{address}?after={place}").status_code == 200
    alone = past.organiser.get(f"{address}?after={place}&w={past.lamps}")
    assert alone.status_code == 422
    assert "A mission needs at least two" in errors_of(alone)


# --- A forgotten mission with everything that followed it --------------------------------------------------


@pytest.fixture
def forgotten(past: Past) -> str:
    """The draft of a mission of Jun and Tom before the first one, up to its first open step."""
    first = past.organiser.get(f"{past.url}/corrections/forgotten/").context["places"][0]
    where = f"/corrections/forgotten/?after={first.after}&w={past.lamps}&w={past.raiders}"
    return drafted(past, where, winner=past.lamps, rounds="4")


def to_step(past: Past, draft: str, warband: str, step: str) -> str:
    """Go on in the draft until it asks about this step; its address."""
    name = {"upgrades": "Upgrades", "recruiting": "Recruiting"}[step]
    while True:
        decision = past.organiser.get(draft).context["page"].first
        assert decision is not None
        if decision.title == f"{name} for {past.state.warbands[warband].name}":
            return str(decision.step.url)
        through_one(past, draft, decision)


def through_one(past: Past, draft: str, decision: Any) -> None:
    said = {"complete": "1"} if decision.step else {"key": decision.questions[0].key, "roll": "1"}
    assert past.organiser.post(draft, {"code": decision.code, **said}).status_code == 302


def test_what_was_bought_sold_and_recruited_then_is_told_inside_the_draft(past: Past, forgotten: str) -> None:
    unit = past.state.warbands[past.lamps].units[0]
    upgrades = to_step(past, forgotten, past.lamps, "upgrades")
    page = past.organiser.get(upgrades).context["page"]
    assert (page.step, page.pool) == ("upgrades", 20)
    buy = {"do": "buy", "unit": unit, "label": "Banner", "price": "15"}
    assert past.organiser.post(upgrades, buy)["Location"] == upgrades
    shown = past.organiser.get(upgrades)
    assert shown.context["page"].pool == 5
    assert [sentence for _code, sentence in shown.context["done"]] == [
        "Captain Bell got Banner for 15 points."
    ]
    past.organiser.post(upgrades, {"do": "close_upgrades"})
    recruiting = to_step(past, forgotten, past.lamps, "recruiting")
    assert past.organiser.get(recruiting).context["page"].pool == 5
    past.organiser.post(recruiting, {"do": "recruit", "name": "Stray", "points": "5", "models": "1"})
    past.organiser.post(recruiting, {"do": "close_recruiting"})
    through(past, forgotten)
    committed(past, forgotten, "nobody wrote it down")
    lamps = past.state.warbands[past.lamps]
    assert lamps.pool == 0
    assert [item.label for item in past.state.units[unit].items] == ["Banner"]
    assert "Stray" in [past.state.units[one].name for one in lamps.units]
    assert reconcile(past.scope) == []


def test_what_cannot_be_paid_is_refused_with_what_was_typed(past: Past, forgotten: str) -> None:
    unit = past.state.warbands[past.lamps].units[0]
    upgrades = to_step(past, forgotten, past.lamps, "upgrades")
    answer = past.organiser.post(upgrades, {"do": "buy", "unit": unit, "label": "Dragon", "price": "900"})
    assert answer.status_code == 409
    assert "the pool holds 20" in refusal_of(answer)
    assert [card.buy["label"].value() for card in page_of(answer).units if card.id == unit] == ["Dragon"]


def test_a_purchase_is_taken_out_of_the_draft_and_a_step_opened_again(past: Past, forgotten: str) -> None:
    unit = past.state.warbands[past.lamps].units[0]
    upgrades = to_step(past, forgotten, past.lamps, "upgrades")
    past.organiser.post(upgrades, {"do": "buy", "unit": unit, "label": "Banner", "price": "15"})
    past.organiser.post(upgrades, {"do": "close_upgrades"})
    page = past.organiser.get(forgotten).context["page"]
    done = next(one for one in page.decided if one.how == "complete")
    past.organiser.post(forgotten, {"code": done.code, "again": "1"})
    assert past.organiser.get(forgotten).context["page"].first.step.url == upgrades
    [(code, _sentence)] = past.organiser.get(upgrades).context["done"]
    past.organiser.post(upgrades, {"without": code})
    shown = past.organiser.get(upgrades)
    assert shown.context["done"] == ()
    assert shown.context["page"].pool == 20


def test_the_dice_of_a_forgotten_mission_fall_once_however_often_it_is_drafted(past: Past) -> None:
    first = past.organiser.get(f"{past.url}/corrections/forgotten/").context["places"][0]
    where = f"/corrections/forgotten/?after={first.after}&w={past.lamps}&w={past.raiders}"
    fallen = past.state.warbands[past.lamps].units[1]
    faces = []
    for _attempt in range(3):
        draft = drafted(past, where, winner=past.raiders, rounds="4", **{f"out:{fallen}": "1"})
        decision = past.organiser.get(draft).context["page"].first
        through_one(past, draft, decision)
        made = Correction.objects.latest("pk")
        faces.append(made.changes[decision.code]["answers"][f"casualty:{fallen}"]["value"])
        past.organiser.post(draft, {"discard": "1"})
    assert len(set(faces)) == 1


def test_two_missions_forgotten_at_the_same_time_both_get_their_place(past: Past) -> None:
    first = past.organiser.get(f"{past.url}/corrections/forgotten/").context["places"][0]
    where = f"/corrections/forgotten/?after={first.after}&w={past.lamps}&w={past.raiders}"
    drafts = [drafted(past, where, winner=past.lamps, rounds="4") for _one in range(2)]
    for draft in drafts:
        through(past, draft)
        committed(past, draft)
    assert past.state.warbands[past.lamps].vp == 4
    assert reconcile(past.scope) == []


def test_a_forgotten_step_is_for_organisers_and_for_open_drafts(past: Past, forgotten: str) -> None:
    upgrades = to_step(past, forgotten, past.lamps, "upgrades")
    assert factories.signed_in(past.mate).get(upgrades).status_code == 404
    assert past.organiser.post(upgrades, {"do": "nonsense"}).status_code == 404
    past.organiser.post(forgotten, {"discard": "1"})
    assert past.organiser.get(upgrades).status_code == 404


def test_a_draft_with_an_open_step_does_not_commit(past: Past, forgotten: str) -> None:
    made = Correction.objects.get()
    shown = corrections.preview_correction(made)
    with pytest.raises(Refused, match="still something to decide"):
        corrections.commit(made, Actor(past.ilse), shown.fingerprint)
    close = next(one for one in made.inserts if one["procedure"] == "opr.close_upgrades")
    step = inserts.closed_step(made, close["code"])
    assert step is not None
    with pytest.raises(Refused, match="does not belong"):
        inserts.add_act(made, step, "opr.recruit", {})


# --- A purchase nobody wrote down --------------------------------------------------------------------------


@pytest.fixture
def closed(past: Past) -> Entry:
    """Marta has walked through her steps without buying anything."""
    play.walked(past.scope, past.ilse, past.mission, past.bell)
    return past.entry("close_upgrades")


def test_a_purchase_nobody_wrote_down_is_put_in_front_of_the_closed_step(past: Past, closed: Entry) -> None:
    unit = past.state.warbands[past.bell].units[0]
    entry = f"{past.url}/entries/{closed.seq}/"
    url = past.organiser.get(entry).context["page"].more_url
    step = past.organiser.post(url)["Location"]
    assert past.organiser.get(step).context["page"].pool == 20
    buy = {"do": "buy", "unit": unit, "label": "Banner", "price": "15"}
    assert past.organiser.post(step, buy)["Location"] == step
    draft = past.organiser.post(step, {"do": "close_upgrades"})["Location"]
    page = past.organiser.get(draft).context["page"]
    assert page.title == "Something missed after Mission 1"
    assert page.ready
    assert ("pool", "20", "5") in [(row.why, row.before, row.after) for row in page.rows]
    committed(past, draft, "the banner was bought that evening")
    assert past.state.warbands[past.bell].pool == 5
    assert [item.label for item in past.state.units[unit].items] == ["Banner"]
    assert reconcile(past.scope) == []


def test_a_five_point_sale_nobody_wrote_down_asks_for_its_die(past: Past, closed: Entry) -> None:
    unit = past.state.warbands[past.bell].units[0]
    url = f"{past.url}/entries/{closed.seq}/forgot/"
    step = past.organiser.post(url)["Location"]
    past.organiser.post(step, {"do": "buy", "unit": unit, "label": "Whistle", "price": "5"})
    [item] = [line.id for one in past.organiser.get(step).context["page"].units for line in one.items]
    draft = past.organiser.post(step, {"do": "sell", "item": f"{unit}|{item}"})["Location"]
    decision = past.organiser.get(draft).context["page"].first
    [question] = decision.questions
    assert question.rule == "OPR-58"
    past.organiser.post(draft, {"code": decision.code, "key": question.key, "value": "6"})
    committed(past, draft)
    assert past.state.warbands[past.bell].pool == 20
    assert past.state.units[unit].items == ()
    assert reconcile(past.scope) == []


def test_only_closed_steps_take_something_more(past: Past, closed: Entry) -> None:
    report = past.entry("quick_report")
    assert past.organiser.post(f"{past.url}/entries/{report.seq}/forgot/").status_code == 404
    url = f"{past.url}/entries/{closed.seq}/forgot/"
    assert factories.signed_in(past.mate).post(url).status_code == 404
    assert past.organiser.get(url).status_code == 405
