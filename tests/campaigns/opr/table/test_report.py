"""The report on one page: who stayed at home, which objective there was, and two versions side by side."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Report
from campaigns.opr.league import facts
from campaigns.people import signin
from tests.campaigns.opr.table.evening import Evening, roll_on
from tests.campaigns.play import act, answer_all, band, evening, found_warband, player, state_of
from tests.pages import page_of, refusal_of, tight

pytestmark = pytest.mark.django_db


def told(here: Evening, **more: Any) -> dict[str, Any]:
    return {"winner": here.bell, "rounds": 4, "once": "", **more}


def test_opr_24_who_is_over_the_cap_says_who_stayed_at_home() -> None:
    here = Evening()
    home = here.units(here.bell)[-1]
    act(here.scope, here.ilse, "give_value", unit=home, amount=200, words="A dragon's egg.")
    marta = here.browser(here.marta)
    page = tight(marta.get(here.quick))
    assert "points over the" in page
    refused = marta.post(here.quick, told(here))
    assert refused.status_code == 409
    assert "over the" in tight(refused)
    sent = marta.post(here.quick, told(here, **{f"home:{home}": 1}))
    assert sent.status_code == 302
    assert home not in Report.objects.get().facts["fielded"][here.bell]
    here.browser(here.tom).post(sent["Location"], {"confirm": 1})
    latest = list(state_of(here.scope).missions.values())[-1]
    assert home not in latest.fielded


def test_a_unit_at_home_cannot_have_been_taken_out() -> None:
    here = Evening()
    unit = here.units(here.raiders)[1]
    refused = here.browser(here.marta).post(here.quick, told(here, **{f"home:{unit}": 1, f"out:{unit}": 1}))
    page = tight(refused)
    assert refused.status_code == 409
    assert "stayed at home, so it cannot have been taken out" in page
    assert re.search(rf'name="home:{re.escape(unit)}"[^>]* checked', page)


def test_opr_28_a_quick_report_tells_which_objective_was_met() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    drawn = {f"objective:{here.bell}": "honor", f"met:{here.bell}": 1}
    sent = marta.post(here.quick, told(here, **drawn))
    assert sent.status_code == 302, tight(sent)
    assert "met its special objective" in tight(marta.get(sent["Location"]))
    here.browser(here.tom).post(sent["Location"], {"confirm": 1})
    mission = next(iter(state_of(here.scope).missions.values()))
    assert (mission.side(here.bell).objective, mission.side(here.bell).met) == ("honor", True)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"winner": ""}, "Tap who won. There are no draws"),
        ({"winner": "s1.other"}, "Tap who won. There are no draws"),
        ({"rounds": "many"}, "How many rounds were played?"),
        ({"rounds": "0"}, "How many rounds were played?"),
        ({"rounds": "9" * 40}, "How many rounds were played?"),
    ],
)
def test_what_cannot_be_read_is_said_and_what_was_ticked_stays(sent: dict[str, str], sentence: str) -> None:
    here = Evening()
    victim, killer = here.units(here.raiders)[0], here.units(here.bell)[0]
    ticked = {f"out:{victim}": 1, f"by:{victim}": killer, f"melee:{victim}": 1}
    refused = here.browser(here.marta).post(here.quick, told(here, **ticked, **sent))
    page = tight(refused)
    assert refused.status_code == 409
    assert sentence in page
    assert f'name="by:{victim}" value="{killer}" checked' in page
    assert Report.objects.count() == 0


AT_ONCE = "Only one round, no unit out and nobody conceded. Did the mission really end like that?"


@pytest.mark.parametrize("logged", [False, True])
def test_opr_30_a_result_of_one_round_without_a_loss_is_asked_about(logged: bool) -> None:
    here = Evening()
    address = here.url(f"m/{here.mission()}/result/") if logged else here.quick
    marta = here.browser(here.marta)
    asked = marta.post(address, told(here, rounds=1, winner=here.raiders))
    page = tight(asked)
    assert (asked.status_code, Report.objects.count()) == (409, 0)
    assert AT_ONCE in page
    assert 'name="sure" value="1"' in page
    assert f'name="winner" value="{here.raiders}" checked' in page
    sent = marta.post(address, told(here, rounds=1, winner=here.raiders, sure=1))
    assert sent.status_code == 302
    assert Report.objects.get().facts["rounds"] == 1
    here.browser(here.tom).post(sent["Location"], {"confirm": 1})  # who agrees is not asked again
    assert state_of(here.scope).warbands[here.raiders].vp == 2


def test_opr_30_one_round_is_not_asked_about_when_something_happened_in_it() -> None:
    here = Evening()
    marta, loser = here.browser(here.marta), here.units(here.raiders)[0]
    out = {f"out:{loser}": 1, f"by:{loser}": ""}
    for said in (out, {f"conceded:{here.raiders}": "1"}, {"rounds": 2}):
        sent = marta.post(here.quick, told(here, **{"rounds": 1, **said}))
        assert sent.status_code == 302
    page = tight(marta.get(here.quick))
    assert 'name="sure"' not in page
    assert marta.post(here.quick, told(here, rounds="many", sure=1)).status_code == 409


def test_opr_31_a_game_that_went_on_after_everybody_else_conceded_is_asked_about() -> None:
    here = Evening()
    marta, gave_up = here.browser(here.marta), {f"conceded:{here.raiders}": "1"}
    asked = marta.post(here.quick, told(here, rounds=2, **gave_up))
    assert (asked.status_code, asked.context["refused"].key) == (409, "sure")
    assert (
        refusal_of(asked)
        == "The last opponent conceded in round 1. Did the mission really go on until round 2?"
    )
    assert marta.post(here.quick, told(here, rounds=1, **gave_up)).status_code == 302


def test_opr_30_a_concession_written_down_at_the_table_is_something() -> None:
    here = Evening()
    mission = here.mission()
    act(here.scope, here.tom, "concede", mission=mission, warband=here.raiders, round=1)
    address = here.url(f"m/{mission}/result/")
    assert here.browser(here.marta).post(address, told(here, rounds=1)).status_code == 302


def versions(here: Evening) -> tuple[str, str]:
    """Marta has reported, Tom has sent his version; the addresses of both."""
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    first = marta.post(here.quick, told(here))["Location"]
    answer = f"{here.url('report/')}?answers={Report.objects.get().pk}"
    assert f'name="winner" value="{here.bell}" checked' in tight(tom.get(answer))
    second = tom.post(answer, told(here, winner=here.raiders))["Location"]
    return first, second


def test_a_dispute_shows_both_versions_and_the_organiser_picks_one() -> None:
    here = Evening()
    first, _second = versions(here)
    ilse = here.browser(here.ilse)
    page = tight(ilse.get(first))
    for words in ("Accept Marta’s version", "Accept Tom’s version", "Second Bell won", "Raiders won"):
        assert words in page
    toms = Report.objects.get(reporter=here.tom)
    assert ilse.post(first, {"right": toms.pk}).status_code == 302
    state = state_of(here.scope)
    assert (state.warbands[here.bell].vp, state.warbands[here.raiders].vp) == (0, 2)
    assert {one.status for one in Report.objects.exclude(pk=toms.pk)} == {"withdrawn"}
    assert "Another version counts." in tight(ilse.get(first))
    assert reconcile(here.scope) == []


def test_a_version_that_changes_nothing_is_refused_beside_its_form() -> None:
    here = Evening()
    first, _second = versions(here)
    answer = f"{here.url('report/')}?answers={first.rstrip('/').rsplit('/', 1)[1]}"
    for who in (here.marta, here.tom):
        own = told(here, winner=here.raiders) if who == here.tom else told(here)
        again = here.browser(who).post(answer, own)
        assert again.status_code == 409
        assert "agree to the other version" in refusal_of(again)
        assert again.context["form"].sides
    assert Report.objects.count() == 2


def test_agreed_at_the_table_is_not_said_of_two_versions() -> None:
    here = Evening()
    first, second = versions(here)
    for address in (first, second):
        page = page_of(here.browser(here.ilse).get(address))
        assert [one.may_confirm for one in page.versions] == [True, True]
        assert page.word.at_table == ""


def test_the_two_of_them_can_settle_a_dispute_themselves() -> None:
    here = Evening()
    first, second = versions(here)
    marta = here.browser(here.marta)
    own, toms = Report.objects.get(reporter=here.marta), Report.objects.get(reporter=here.tom)
    assert marta.post(first, {"right": own.pk}).status_code == 403
    assert marta.post(second, {"right": toms.pk}).status_code == 302
    assert state_of(here.scope).warbands[here.raiders].vp == 2


def disputed(here: Evening) -> tuple[str, str]:
    """Marta has reported, Tom says that it was otherwise; its address, and where she tells it anew."""
    first = here.browser(here.marta).post(here.quick, told(here))["Location"]
    here.browser(here.tom).post(first, {"dispute": 1, "words": "We played five rounds."})
    return first, f"{here.url('report/')}?instead={Report.objects.get().pk}"


def test_whose_report_is_disputed_tells_it_again_and_it_counts_once_the_other_agrees() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    first, anew = disputed(here)
    assert f'href="{anew}"' in tight(marta.get(first))
    assert "Report it again" in tight(marta.get(first))
    assert "Report it again" not in tight(tom.get(first))
    same = marta.post(anew, told(here))
    assert (same.status_code, Report.objects.count()) == (409, 1)
    assert "This says the same as the disputed report." in refusal_of(same)
    second = marta.post(anew, told(here, rounds=5))["Location"]
    assert list(Report.objects.order_by("pk").values_list("status", "due")) == [
        ("withdrawn", Report.objects.earliest("pk").due),
        ("disputed", None),
    ]
    page = page_of(tom.get(second))
    assert (page.may_confirm, page.word.may_dispute, page.side_by_side) == (True, True, False)
    assert "If it’s correct this time, agree" in tight(tom.get(second))
    assert "It counts once the other side agrees or an organiser decides." in tight(marta.get(second))
    assert "Is Marta’s report right?" in tight(tom.get("/"))
    clock_tick(timezone.now() + timedelta(days=9))
    assert state_of(here.scope).warbands[here.bell].vp == 0
    assert tom.post(second, {"confirm": 1}).status_code == 302
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert reconcile(here.scope) == []


def test_what_was_told_again_may_be_disputed_again_and_told_once_more() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    _first, anew = disputed(here)
    second = marta.post(anew, told(here, rounds=6))["Location"]
    tom.post(second, {"dispute": 1, "words": "Five, not six."})
    assert page_of(marta.get(second)).said_by == "Tom"
    assert not page_of(marta.get(second)).word.again
    assert not page_of(tom.get(second)).word.may_dispute
    last = Report.objects.latest("pk").pk
    third = marta.post(f"{here.url('report/')}?instead={last}", told(here, rounds=5))["Location"]
    tom.post(third, {"confirm": 1})
    assert state_of(here.scope).warbands[here.bell].vp == 2


def test_of_two_versions_each_may_be_told_again_and_the_same_is_the_agreement() -> None:
    here = Evening()
    first, second = versions(here)
    own, toms = Report.objects.get(reporter=here.marta), Report.objects.get(reporter=here.tom)
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    anew = here.url("report/")
    third = marta.post(f"{anew}?instead={own.pk}", told(here, rounds=7))["Location"]
    page = page_of(here.browser(here.ilse).get(third))
    assert [(one.who, one.open) for one in page.versions] == [("Tom", True), ("Marta", True)]
    assert tom.post(f"{anew}?instead={toms.pk}", told(here, rounds=7)).status_code == 302
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert sorted(Report.objects.values_list("status", flat=True)) == ["counted", "withdrawn", "withdrawn"]
    assert first != second


def test_opr_36_everybody_waits_for_an_answer_once_one_of_two_versions_is_withdrawn() -> None:
    here = Evening()
    first, second = versions(here)
    marta, tom, ilse = (here.browser(one) for one in (here.marta, here.tom, here.ilse))
    organise = here.url("desk/")
    assert "Accept Tom’s version" in tight(ilse.get(organise))
    marta.post(first, {"withdraw": 1})
    assert "Waiting for Marta to answer Tom’s report" in tight(ilse.get(organise))
    assert "Is Tom’s report right?" in tight(marta.get("/"))
    assert "is disputed" not in tight(tom.get("/"))
    left = tight(marta.get(second))
    assert "Disputed" not in left
    assert "Agree </button>" in left
    assert f'<a class="btn btn-brass grow" href="{second}">View Tom’s report</a>' in tight(marta.get(first))
    assert marta.post(second, {"confirm": 1}).status_code == 302
    assert state_of(here.scope).warbands[here.raiders].vp == 2


def test_what_was_withdrawn_leads_to_the_form_with_all_that_it_said() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    first = marta.post(here.quick, told(here))["Location"]
    marta.post(first, {"withdraw": 1})
    again = f"{here.url('report/')}?again={Report.objects.get().pk}"
    assert f'href="{again}">Report it again</a>' in tight(marta.get(first))
    assert "Report it again" not in tight(here.browser(here.ilse).get(first))
    assert f'name="winner" value="{here.bell}" checked' in tight(marta.get(again))
    sent = marta.post(again, told(here))
    assert sent.status_code == 302
    assert list(Report.objects.order_by("pk").values_list("status", flat=True)) == ["withdrawn", "sent"]


def test_nobody_answers_a_report_that_counts() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    first = marta.post(here.quick, told(here))["Location"]
    tom.post(first, {"confirm": 1})
    answer = f"{here.url('report/')}?answers={Report.objects.get().pk}"
    assert tom.post(answer, told(here, winner=here.raiders)).status_code == 409


def test_a_mission_is_reported_once() -> None:
    here = Evening()
    mission = here.mission()
    address = here.url(f"m/{mission}/result/")
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    sent = marta.post(address, told(here))["Location"]
    again = marta.post(address, told(here, rounds=5))
    assert again.status_code == 409
    assert "You have already reported this game." in tight(again)
    for browser in (marta, tom):
        assert browser.get(address)["Location"] == sent
    assert tom.post(address, told(here))["Location"] == sent
    assert [one.status for one in Report.objects.all()] == ["counted"]


def test_somebody_who_did_not_take_part_neither_reports_nor_agrees() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    oskar = player(here.scope, "Oskar")
    found_warband(here.scope, oskar, "The Nine", band())
    browser = here.browser(oskar)
    assert browser.post(here.quick, told(here)).status_code == 403
    first = here.browser(here.marta).post(here.quick, told(here))["Location"]
    for say in ({"confirm": 1}, {"at_table": 1}, {"dispute": 1, "words": "No."}, {"withdraw": 1}):
        assert browser.post(first, say).status_code == 403
    assert browser.get(first).status_code == 200


def test_what_an_organiser_lets_count_nobody_else_has_agreed_to() -> None:
    here = Evening()
    sent = here.browser(here.marta).post(here.quick, {"winner": here.bell, "rounds": 4})["Location"]
    here.browser(here.ilse).post(sent, {"confirm": 1})
    page = here.browser(here.tom).get(sent).context["page"]
    assert [(side.player, side.how) for side in page.sides] == [
        ("Marta", "reported it"),
        ("Tom", "accepted by an organiser"),
    ]


def test_of_three_only_who_agrees_has_agreed() -> None:
    here = Evening(late_joiners="on", parallel_play="on")
    lamps = found_warband(here.scope, player(here.scope, "Jun"), "Lamps")
    form = here.url(f"report/?w={here.bell}&w={here.raiders}&w={lamps}")
    sent = here.browser(here.marta).post(form, {"winner": here.bell, "rounds": 4})["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    agreed = Report.objects.get().agreed
    assert agreed == {here.bell: "reported", here.raiders: "confirmed", lamps: "unasked"}


def test_a_dispute_of_a_merged_seat_is_its_players_own() -> None:
    here = Evening()
    sent = here.browser(here.marta).post(here.quick, {"winner": here.bell, "rounds": 4})["Location"]
    again = player(here.scope, "Tom on another phone")
    signin.merge_seats(by=here.ilse, keep=again, drop=here.tom)
    here.browser(again).post(sent, {"dispute": 1, "words": "We had a draw."})
    page = here.browser(here.marta).get(sent).context["page"]
    assert [side.how for side in page.sides] == ["reported it", "disputed it"]


def lines_of(page: Any) -> list[tuple[str, ...]]:
    return [version.lines for version in page.context["page"].versions]


def test_what_others_did_reads_differently_from_what_one_did_oneself() -> None:
    here = Evening()
    sent = here.browser(here.marta).post(here.quick, told(here))["Location"]
    read = {seat.name: here.browser(seat).get(sent).content.decode() for seat in (here.marta, here.tom)}
    assert "Sent." in read["Marta"]
    assert "It counts once an opponent agrees" in read["Marta"]
    assert "Sent." not in read["Tom"]
    assert "Marta has reported this mission." in read["Tom"]
    assert "It counts once you agree" in read["Tom"]


def test_a_report_tells_everything_one_agrees_to_and_nothing_nobody_said() -> None:
    here = Evening()
    victim, killer = here.units(here.raiders)[0], here.units(here.bell)[0]
    ticked = {f"{one}:{victim}": 1 for one in ("out", "melee", "charge", "down")}
    sent = here.browser(here.marta).post(here.quick, told(here, **ticked, **{f"by:{victim}": killer}))
    tom = here.browser(here.tom)
    page = tom.get(sent["Location"])
    (line,) = [one for one in lines_of(page)[0] if here.name(victim) in one]
    for words in (here.name(killer), "in melee", "on the charge", "already stunned"):
        assert words in line
    tom.post(sent["Location"], {"confirm": 1})
    mission = next(iter(state_of(here.scope).missions))
    assert "round 1" not in tight(tom.get(here.url(f"m/{mission}/")))


def test_both_versions_of_a_disputed_report_are_there_in_full() -> None:
    here = Evening()
    first, second = versions(here)
    for seat in (here.marta, here.tom, here.ilse):
        for address in (first, second):
            lines = lines_of(here.browser(seat).get(address))
            assert len(lines) == 2
            assert all(lines)
            shown = here.browser(seat).get(address)
            page = page_of(shown)
            own = [one.own for one in page.versions]
            assert all(own)
            assert not set(own[0]) & set(own[1])
            assert [{*one.own, *page.alike} >= {*one.lines} for one in page.versions] == [True, True]
            assert tight(shown).count(">differs<") == len([*own[0], *own[1]])


def test_a_report_of_a_mission_tells_when_somebody_fell_and_which_objective_was_missed() -> None:
    here = Evening()
    marta, ours, theirs = here.browser(here.marta), here.units(here.bell), here.units(here.raiders)
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page = here.url(f"m/{opened.slot}.mission/")
    marta.post(f"{page}do/field/", {"warband": here.bell, "unit": ours})
    roll_on(marta, marta.post(f"{page}do/objective/", {"warband": here.bell}))
    marta.post(f"{page}do/begin/")
    fell = {f"out:{theirs[0]}": 1, f"by:{theirs[0]}": ours[0], f"round:{theirs[0]}": 3}
    sent = marta.post(f"{page}result/", told(here, rounds=4, winner=here.bell, **fell))
    lines = page_of(here.browser(here.tom).get(sent["Location"])).versions[0].lines
    assert any(", round 3." in line for line in lines)
    assert "Second Bell did not meet its special objective." in lines


def test_who_is_known_to_have_been_first_has_met_rage_already() -> None:
    here = Evening()
    ours, theirs = here.units(here.bell), here.units(here.raiders)
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    mission = f"{opened.slot}.mission"
    act(here.scope, here.marta, "field", mission=mission, warband=here.bell)
    asked = act(here.scope, here.marta, "roll_objective", mission=mission, warband=here.bell)
    answer_all(here.scope, here.marta, asked, objective=5, roll=5)
    assert state_of(here.scope).missions[mission].side(here.bell).objective == "rage"
    act(here.scope, here.marta, "begin", mission=mission)
    marta, page = here.browser(here.marta), here.url(f"m/{mission}/result/")

    def met() -> bool:
        form = marta.get(page).context["form"]
        return next(bool(side.met) for side in form.sides if side.id == here.bell)

    def fell(victim: str, killer: str, round: int) -> None:
        data = {"killer": killer, "round": round}
        facts.tick_fact(
            scope=here.scope,
            actor=Actor(here.marta),
            mission=mission,
            kind=facts.OUT,
            subject=victim,
            data=data,
        )

    assert not met()
    fell(theirs[0], ours[0], 2)
    assert met()
    fell(ours[1], theirs[1], 2)
    assert not met()  # both in the second round: nobody knows who was first
    fell(ours[1], theirs[1], 3)
    assert met()


def test_who_played_is_asked_by_peoples_names() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    found_warband(here.scope, player(here.scope, "Oskar"), "The Nine")
    text = here.browser(here.marta).get(here.url("report/")).content.decode()
    assert text.index("<bdi>Oskar</bdi>") < text.index("<bdi>The Nine</bdi>")
    text = here.browser(here.marta).get(here.url("missions/new/")).content.decode()
    assert text.index("<bdi>Oskar</bdi>") < text.index("<bdi>The Nine</bdi>")


def test_opr_31_a_winner_the_ticks_prove_is_proposed() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    killer, theirs = here.units(here.bell)[0], here.units(here.raiders)
    at = here.url(f"m/{mission}/")
    chosen = f'name="winner" value="{here.bell}" checked'
    for victim in theirs:
        assert chosen not in tight(marta.get(f"{at}result/"))
        marta.post(f"{at}out/", {"killer": killer, "victim": victim, "round": 1})
    assert chosen in tight(marta.get(f"{at}result/"))


def test_opr_02_one_alone_who_played_is_told_beside_the_names() -> None:
    here = Evening()
    page = here.browser(here.marta).get(here.url("report/"), {"w": here.bell})
    assert page.status_code == 422
    assert "at least two warbands" in page.context["form"].errors["w"][0]
    ticked = {one.warband.id for one in page.context["lines"] if one.box.data["selected"]}
    assert ticked == {here.bell}


def test_who_has_not_played_is_told_who_reports_a_game() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    nine = found_warband(here.scope, oskar := player(here.scope, "Oskar"), "The Nine")
    of_others = here.url(f"report/?w={here.bell}&w={here.raiders}")
    page = here.browser(oskar).get(of_others)
    assert page.status_code == 422
    assert "Tick your own warband too" in page.context["form"].errors["w"][0]
    assert here.browser(oskar).get(f"{of_others}&w={nine}").status_code == 200
    assert here.browser(here.ilse).get(of_others).status_code == 200
    act(here.scope, oskar, "disband_warband", warband=nine)
    for address in (here.url("report/"), of_others):
        assert "You have nothing to report here" in tight(here.browser(oskar).get(address))


@pytest.mark.parametrize("how", ["weeks", "closed"])
def test_a_37_a_game_nobody_told_in_time_is_an_organisers_to_add(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Evening(campaign_type="time" if how == "weeks" else "endless")
    evening(here.scope, here.ilse, here.bell, here.raiders)
    if how == "weeks":
        ends = state_of(here.scope).league.ends
        assert ends is not None
        monkeypatch.setattr(timezone, "now", lambda: ends + timedelta(days=1))
        clock_tick()
    else:
        act(here.scope, here.ilse, "close", words="We move.")
    for seat, still in ((here.marta, "Ilse can still add it."), (here.ilse, "You can still add it.")):
        answer = here.browser(seat).get(here.quick)
        assert answer.status_code == 409
        read = tight(answer)
        assert "This league is over." in read
        assert still in read
        assert (f'href="{here.url("corrections/")}"' in read) is (seat == here.ilse)
    ilse = here.browser(here.ilse)
    last = ilse.get(here.url("corrections/forgotten/")).context["places"][-1]
    form = ilse.get(here.url(f"corrections/forgotten/?after={last.after}&w={here.bell}&w={here.raiders}"))
    assert (last.words.startswith("after mission 1"), form.status_code) == (True, 200)
