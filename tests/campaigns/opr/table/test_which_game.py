"""The form of a quick report where a report of the same game waits already."""

from __future__ import annotations

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.organise_page import league_organise_page as build_desk
from campaigns.models import Report, Seat
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.opr.table.test_report import told
from tests.campaigns.play import act, found_warband, player, state_of
from tests.pages import page_of, page_text, refusal_of, tight

pytestmark = pytest.mark.django_db


def waiting() -> tuple[Evening, str]:
    """Marta has reported a game with Tom; the address of that."""
    here = Evening()
    return here, here.browser(here.marta).post(here.quick, told(here))["Location"]


def test_whoever_opens_the_form_is_led_to_what_waits_and_asked_once() -> None:
    here, sent = waiting()
    tom = here.browser(here.tom)
    page = page_of(tom.get(here.quick))
    (one,) = page.waiting
    assert (one.who, one.mine, one.url) == ("Marta", False, sent)
    assert any("Second Bell won" in line for line in one.lines)
    form = tom.get(page.another_url)
    assert "form" in form.context
    other = tom.post(page.another_url, told(here))
    assert other.status_code == 302
    assert Report.objects.get(another=True).status == "sent"
    assert len(page_of(tom.get(here.quick)).waiting) == 2


def test_ones_own_report_is_shown_too() -> None:
    here, sent = waiting()
    (one,) = page_of(here.browser(here.marta).get(here.quick)).waiting
    assert (one.mine, one.url) == (True, sent)


def test_who_played_is_not_asked_before_what_waits() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    lamps = found_warband(here.scope, player(here.scope, "Jun"), "Lamps")
    address = here.url(f"report/?w={here.bell}&w={lamps}")
    here.browser(here.marta).post(here.url(f"report/?w={here.bell}&w={here.raiders}"), told(here))
    tom, marta = here.browser(here.tom), here.browser(here.marta)
    page = page_of(tom.get(here.url("report/")))
    assert len(page.waiting) == 1
    assert 'name="another" value="1"' in tight(tom.get(page.another_url))
    assert "form" in marta.get(address).context  # of two others nothing waits


def test_the_form_that_was_open_before_agrees_with_the_same_facts() -> None:
    here, sent = waiting()
    answer = here.browser(here.tom).post(here.quick, told(here))
    assert answer["Location"] == sent
    assert [one.status for one in Report.objects.all()] == ["counted"]
    assert "It counts." in tight(here.browser(here.tom).get(sent))
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert reconcile(here.scope) == []


@pytest.mark.parametrize("which", ["same", "another"])
def test_the_form_that_was_open_before_asks_about_other_facts_and_keeps_them(which: str) -> None:
    here, _sent = waiting()
    tom = here.browser(here.tom)
    asked = tom.post(here.quick, told(here, winner=here.raiders))
    assert asked.status_code == 409
    assert "Is yours the same game, or a different one?" in refusal_of(asked)
    page = tight(asked)
    assert f'name="winner" value="{here.raiders}" checked' in page
    for name in ("same", "another"):
        assert f'name="{name}" value="1"' in page
    tom.post(here.quick, told(here, winner=here.raiders, **{which: 1}))
    answers = Report.objects.get(reporter=here.tom).answers_to
    assert (answers is not None) == (which == "same")


def test_a_mission_that_somebody_has_begun_is_reported_on_its_own_form() -> None:
    here = Evening()
    mission = here.mission()
    assert here.browser(here.tom).get(here.quick)["Location"] == here.url(f"m/{mission}/result/")


def test_a_slip_in_another_game_is_asked_about_once_more_and_stays_another() -> None:
    here, _sent = waiting()
    tom = here.browser(here.tom)
    slip = tom.post(here.quick, told(here, rounds=1, another=1))
    assert slip.status_code == 409
    assert '<input type="hidden" form="report" name="another" value="1">' in page_text(slip)
    tom.post(here.quick, told(here, rounds=1, another=1, sure=1))
    assert Report.objects.get(reporter=here.tom).another


def test_a_version_may_be_of_another_game_after_all() -> None:
    here, _sent = waiting()
    tom = here.browser(here.tom)
    version = tom.post(here.quick, told(here, winner=here.raiders, same=1))["Location"]
    assert page_of(tom.get(version)).may_part
    assert not page_of(here.browser(here.marta).get(version)).may_part
    alone = tom.post(version, {"another": "1"})["Location"]
    page = page_of(tom.get(alone))
    assert (alone != version, page.disputed, page.side_by_side) == (True, False, False)
    assert not page_of(tom.get(version)).may_part


def test_agreed_at_the_table_says_who_and_may_be_disputed_until_somebody_goes_on() -> None:
    here, sent = waiting()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    marta.post(sent, {"at_table": "1"})
    page = page_of(tom.get(sent))
    assert [side.how for side in page.sides] == ["reported it", "agreed at the table, says Marta"]
    assert page.word.may_object
    assert "Marta says that you agreed at the table." in tight(tom.get(sent))
    assert not page_of(marta.get(sent)).word.may_object
    tom.post(sent, {"dispute": "1", "words": "We had not finished."})
    page = page_of(marta.get(sent))
    assert (page.disputed, page.words, page.taken_back) == (True, "We had not finished.", False)
    assert state_of(here.scope).warbands[here.bell].vp == 0
    tom.post(sent, {"confirm": "1"})
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert not page_of(tom.get(sent)).word.may_object


def test_agreed_at_the_table_is_asked_before_it_binds() -> None:
    here, sent = waiting()
    page = tight(here.browser(here.marta).get(sent))
    told = "The report will count straight away. Tom will see that you said so, and can dispute it until"
    assert f"{told} somebody" in page
    assert page_of(here.browser(here.tom).get(sent)).word.at_table == ""


def test_once_somebody_has_gone_on_the_other_side_reads_whom_to_tell() -> None:
    here, sent = waiting()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    marta.post(sent, {"at_table": "1"})
    assert page_of(tom.get(sent)).word.ask_whom == ""  # they dispute it themselves
    mission = next(iter(state_of(here.scope).missions))
    act(here.scope, here.marta, "casualties", mission=mission, warband=here.bell)
    page = page_of(tom.get(sent))
    assert (page.word.may_object, page.word.ask_whom) == (False, "Ilse")
    assert "only an organiser can correct it now" in tight(tom.get(sent))
    assert [page_of(one.get(sent)).word.ask_whom for one in (marta, here.browser(here.ilse))] == ["", ""]


@pytest.mark.parametrize(("says", "vp"), [("confirm", 2), ("withdraw", 0)])
def test_a_third_organiser_says_with_one_tap_who_is_right(says: str, vp: int) -> None:
    here, sent = waiting()
    tom, ilse = here.browser(here.tom), here.browser(here.ilse)
    tom.post(sent, {"dispute": "1"})
    assert page_of(ilse.get(sent)).word.rules_between == "Tom"
    assert page_of(tom.get(sent)).word.rules_between == ""
    assert ilse.post(sent, {says: "1"}).status_code == 302
    assert state_of(here.scope).warbands[here.bell].vp == vp
    assert page_of(ilse.get(sent)).word.rules_between == ""


def test_an_organiser_who_disputed_is_not_told_to_decide() -> None:
    here, sent = waiting()
    Seat.objects.filter(pk=here.tom.pk).update(role="organiser")
    here.browser(here.tom).post(sent, {"dispute": "1"})
    needs = [next(iter(build_desk(here.at(one, "desk")).needs)) for one in (here.ilse, here.tom)]
    assert [one.action for one in needs] == ["Decide", "View it"]
