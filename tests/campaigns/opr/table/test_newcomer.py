"""What somebody who has never seen the app stumbles over on their first evening with a warband."""

from __future__ import annotations

import re

import pytest

from tests.campaigns.imports.helpers import DATA
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.opr.table.test_offers import LIST, lists, recruiting
from tests.campaigns.play import act, answer_all, state_of

pytestmark = pytest.mark.django_db
BRASS = re.compile(r'class="btn[^"]*btn-brass[^"]*"[^>]*>\s*(?:<svg.*?</svg>)?([^<]*)<', re.S)


def brass(page: str) -> list[str]:
    """The words of the buttons that say: this comes next."""
    return [one.strip() for one in BRASS.findall(page) if one.strip()]


def test_nobody_is_said_to_have_reported_what_nobody_has_played() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    assert "Nobody: no mission has been opened yet." in marta.get(here.url()).content.decode()
    here.mission()
    page = marta.get(here.url()).content.decode()
    assert "Nobody: the open missions are still being played." in page
    assert "every mission has been reported" not in page


def test_a_mission_without_a_place_says_its_number_once() -> None:
    here = Evening()
    at_home = here.shows(here.marta, here.mission())
    assert (at_home.name, at_home.is_named) == ("Mission 1", False)
    here = Evening()
    place = act(here.scope, here.ilse, "open_mission", warbands=[here.bell, here.raiders], name="The Ford")
    named = here.shows(here.marta, f"{place.slot}.mission")
    assert (named.name, named.is_named, named.number) == ("The Ford", True, 1)
    drawn = here.browser(here.marta).get(here.url(f"m/{place.slot}.mission/")).content.decode()
    assert "Mission 1 · " in drawn.partition("</title>")[2]


def test_when_one_side_alone_stands_the_next_thing_is_to_say_how_it_ended() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    answer_all(
        here.scope,
        here.marta,
        act(here.scope, here.marta, "round", mission=mission, round=1),
        **{"event-check": 1},
    )
    page, killer = here.url(f"m/{mission}/"), here.units(here.bell)[0]
    for victim in here.units(here.raiders):
        assert "The mission is over" not in brass(marta.get(page).content.decode())
        marta.post(f"{page}out/", {"killer": killer, "victim": victim, "round": 1})
    told = marta.get(page).content.decode()
    fallen = here.units(here.raiders)
    told_of = {f"out:{one}": "1" for one in fallen} | {f"by:{one}": killer for one in fallen}
    assert brass(told) == ["The mission is over"]
    assert told.count("The mission is over") == told.count("A unit is out") == 1
    sent = marta.post(f"{page}result/", told_of | {"winner": here.bell, "rounds": 1})
    assert sent.status_code == 302
    assert "The mission is over" not in brass(marta.get(page).content.decode())


def test_a_mission_that_was_over_early_is_not_reported_with_rounds_nobody_played() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    here.event(mission, 46)
    form = here.url(f"m/{mission}/result/")
    assert marta.get(form).context["form"].rounds == 4
    for victim in here.units(here.raiders):
        told = {"killer": here.units(here.bell)[0], "victim": victim, "round": 1}
        marta.post(here.url(f"m/{mission}/out/"), told)
    assert marta.get(form).context["form"].rounds == 1


ANSWERS = ('name="dispute" value="1">Dispute</button>', 'name="confirm" value="1">')


def test_whoever_has_disputed_a_report_is_led_to_their_own_version() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    sent = marta.post(here.quick, {"winner": here.bell, "rounds": 4})["Location"]
    asked = tom.get(sent).content.decode()
    assert brass(asked) == []  # both answers are equal
    assert [words for words in ANSWERS if words in asked] == list(ANSWERS)
    tom.post(sent, {"dispute": 1, "words": "I won."})
    page = tom.get(sent).content.decode()
    assert brass(page) == ["Send my version"]
    assert [words for words in ANSWERS if words in page] == [ANSWERS[1]]  # the other version
    assert "Accept Marta’s version" in page


def test_whoever_lets_the_other_version_count_is_led_on_from_there() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    mine = marta.post(here.quick, {"winner": here.bell, "rounds": 4})["Location"]
    other = here.url(f"report/?answers={mine.rstrip('/').rpartition('/')[2]}")
    theirs = tom.post(other, {"winner": here.raiders, "rounds": 4, "once": "theirs"})["Location"]
    right = {"right": theirs.rstrip("/").rpartition("/")[2]}
    page = marta.get(marta.post(mine, right)["Location"]).content.decode()
    assert "Another version counts" in page
    assert brass(page) == ["Continue: roll for casualties"]


def test_what_a_unit_has_learned_is_said_with_what_it_comes_to() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    sent = marta.post(here.quick, {"winner": here.bell, "rounds": 4})["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    mission = next(iter(state_of(here.scope).missions))
    step = here.url(f"m/{mission}/steps/{here.bell}/")
    marta.post(step, {"do": "casualties"})
    assert "0 → <b>1</b> XP" in re.sub(r"\s+", " ", marta.get(step).content.decode())


def test_a_unit_the_pool_cannot_pay_says_so_and_is_no_button() -> None:
    here = Evening()
    marta, step = recruiting(here)
    marta.post(step, {"do": "read_list", "text": LIST})
    assert marta.get(step).content.decode().count('value="recruit_listed"') == 2
    lacks = 90 - state_of(here.scope).warbands[here.bell].pool
    act(here.scope, here.ilse, "give_points", warband=here.bell, amount=lacks, words="for the test")
    levy, beast = lists(marta, step).offers
    page = marta.get(step).content.decode()
    assert (levy.short, beast.short) == (10, 0)
    assert page.count('value="recruit_listed"') == 1
    assert "100 pts: 10 points short" in page


def test_an_upgrade_that_is_a_weapon_is_named_once() -> None:
    here = Evening()
    marta, step = recruiting(here)
    listed = (DATA / "resolved-2023.json").read_text()
    marta.post(step, {"do": "read_list", "text": listed})
    guards = next(one for one in lists(marta, step).offers if one.name == "Guards")
    assert guards.gear.count("Twin Mace") == 1
