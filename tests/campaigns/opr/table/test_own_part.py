"""One tells who won and what their own units did; the other side adds its part as it agrees."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns.engine import reports
from campaigns.engine.stored.journal import reconcile
from campaigns.models import Report
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, answer_all, state_of
from tests.pages import page_of, tight

pytestmark = pytest.mark.django_db


def sent_by_marta(here: Evening) -> tuple[str, str, str]:
    """Her report, with one of Tom's out by one of hers; the address, who did it and who is out."""
    killer, victim = here.units(here.bell)[0], here.units(here.raiders)[1]
    told = {"winner": here.bell, "rounds": 4, f"out:{victim}": 1, f"by:{victim}": killer}
    sent = here.browser(here.marta).post(here.quick, {**told, "left_to": here.raiders})
    assert sent.status_code == 302, tight(sent)
    return sent["Location"], killer, victim


def toms(here: Evening) -> dict[str, Any]:
    """What Tom's first unit took out."""
    victim, killer = here.units(here.bell)[1], here.units(here.raiders)[0]
    return {"part": 1, f"out:{victim}": 1, f"by:{victim}": killer, f"melee:{victim}": 1}


def ledger(here: Evening) -> set[tuple[str, str]]:
    mission = next(iter(state_of(here.scope).missions.values()))
    return {(one.killer, one.victim) for one in mission.kills}


def test_opr_36_the_other_side_adds_what_its_units_took_out_as_it_agrees() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    assert "still has to add what their units did" in tight(here.browser(here.marta).get(address))
    tom = here.browser(here.tom)
    page = tight(tom.get(address))
    assert "has left it to you to say what your units did" in page
    assert f'name="out:{here.units(here.bell)[0]}"' in page
    assert f'name="out:{victim}"' not in page  # what Marta has told is hers
    tom.post(address, {"confirm": 1, **toms(here)})
    assert Report.objects.get().status == "counted"
    fallen, took = here.units(here.bell)[1], here.units(here.raiders)[0]
    assert ledger(here) == {(killer, victim), (took, fallen)}
    assert reconcile(here.scope) == []


def test_opr_36_what_is_told_of_the_reporters_victims_is_not_the_other_sides_to_change() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    more = here.units(here.raiders)[2]
    meddled = {
        "part": 1,
        f"out:{victim}": 1,
        f"by:{victim}": "",
        f"out:{more}": 1,
        f"by:{more}": killer,
        "winner": here.raiders,
    }
    here.browser(here.tom).post(address, {"confirm": "none", **meddled})
    assert Report.objects.get().facts["winners"] == [here.bell]
    assert ledger(here) == {(killer, victim)}


def test_opr_36_agreeing_without_a_word_of_ones_own_units_is_asked_about_once() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    tom = here.browser(here.tom)
    asked = tom.post(address, {"confirm": 1, "part": 1})
    assert asked.status_code == 409
    page = tight(asked)
    assert "Anything left out earns no XP" in page
    assert 'form="own-part" name="confirm" value="none">Nothing to add: agree</button>' in page
    assert Report.objects.get().status == "sent"
    assert tom.post(address, {"confirm": "none", "part": 1}).status_code == 302
    assert ledger(here) == {(killer, victim)}


def test_opr_36_who_disputed_it_in_words_and_agrees_after_all_still_adds_their_half() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    tom = here.browser(here.tom)
    tom.post(address, {"dispute": 1, "words": "We played five rounds."})
    page = tight(tom.get(address))
    assert "We played five rounds." in page
    assert f'name="out:{here.units(here.bell)[0]}"' in page
    assert tom.post(address, {"confirm": 1, "part": 1}).status_code == 409
    assert tom.post(address, {"confirm": 1, **toms(here)}).status_code == 302
    assert ledger(here) == {
        (killer, victim),
        (here.units(here.raiders)[0], here.units(here.bell)[1]),
    }


def test_an_organiser_who_lets_it_count_is_not_asked_what_others_took_out() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    assert here.browser(here.ilse).post(address, {"confirm": 1}).status_code == 302
    assert ledger(here) == {(killer, victim)}


@pytest.mark.parametrize("logged", [False, True], ids=["quick report", "mission"])
def test_opr_28_the_other_side_tells_its_own_special_objective(logged: bool) -> None:
    here = Evening()
    goal = here.at(here.ilse).book.book.objectives[1].key
    form, said = here.quick, {f"objective:{here.raiders}": goal}
    if logged:
        opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
        mission = f"{opened.slot}.mission"
        for warband in (here.bell, here.raiders):
            act(here.scope, here.ilse, "field", mission=mission, warband=warband)
            asked = act(here.scope, here.ilse, "roll_objective", mission=mission, warband=warband)
            answer_all(here.scope, here.ilse, asked, objective=2, roll=2)
        act(here.scope, here.marta, "begin", mission=mission)
        form, said = here.url(f"m/{mission}/result/"), {}
    told = {"winner": here.bell, "rounds": 4, **said, "left_to": here.raiders}
    address = here.browser(here.marta).post(form, told)["Location"]
    report = Report.objects.get()
    assert here.raiders not in {**report.facts.get("met", {}), **report.facts.get("objectives", {})}
    tom = here.browser(here.tom)
    assert f'name="met:{here.raiders}"' in tight(tom.get(address))
    answer = tom.post(address, {"confirm": 1, **toms(here), **said, f"met:{here.raiders}": 1})
    assert answer.status_code == 302, tight(answer)
    report.refresh_from_db()
    met = report.facts["met"] if logged else report.facts["objectives"]
    assert met[here.raiders] == (True if logged else {"objective": goal, "met": True})


def test_opr_36_without_an_answer_it_counts_as_it_was_told() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    assert "anything still missing then will earn no XP" in tight(here.browser(here.tom).get(address))
    report = Report.objects.get()
    assert report.due is not None
    assert reports.settle_silent(report.due + timedelta(hours=1)) == 1
    assert ledger(here) == {(killer, victim)}


def test_a_report_that_tells_all_leaves_nothing_to_the_other_side() -> None:
    here = Evening()
    victim, killer = here.units(here.raiders)[1], here.units(here.bell)[0]
    told = {"winner": here.bell, "rounds": 4, f"out:{victim}": 1, f"by:{victim}": killer}
    sent = here.browser(here.marta).post(here.quick, told)
    tom = here.browser(here.tom)
    assert "has left it to you" not in tight(tom.get(sent["Location"]))
    tom.post(sent["Location"], {"confirm": 1, **toms(here)})
    assert ledger(here) == {(killer, victim)}


def test_a_part_that_cannot_be_is_refused_and_nothing_counts() -> None:
    here = Evening()
    address, _killer, victim = sent_by_marta(here)
    fallen = here.units(here.bell)[1]
    late = {**toms(here), f"round:{fallen}": 9}
    refused = here.browser(here.tom).post(address, {"confirm": 1, **late})
    assert refused.status_code == 409
    assert f'id="out-{fallen}" name="out:{fallen}" value="1" checked' in tight(refused)
    report = Report.objects.get()
    assert report.status == "sent"
    assert [one["victim"] for one in report.facts["kills"]] == [victim]


@pytest.mark.parametrize("left_to", ["bell", "s9.nobody"])
def test_a_part_is_left_to_another_side_alone(left_to: str) -> None:
    here = Evening()
    told = {"winner": here.bell, "rounds": 4, "left_to": getattr(here, left_to, left_to)}
    here.browser(here.marta).post(here.quick, told)
    assert Report.objects.get().left_to == ""


def test_who_is_asked_finds_dispute_beside_agree() -> None:
    here = Evening()
    address, _killer, _victim = sent_by_marta(here)
    tom = here.browser(here.tom)
    dispute = 'form="dispute" name="dispute" value="1">Dispute</button>'  # with what is typed above it
    assert dispute in tight(tom.get(address))
    assert dispute not in tight(here.browser(here.marta).get(address))
    tom.post(address, {"dispute": "1"})  # one tap, and nothing to type
    page = page_of(tom.get(address))
    assert (page.disputed, page.words, page.word.may_explain) == (True, "", True)
    assert 'id="not-right" open' in tight(tom.get(address))
    tom.post(address, {"dispute": "1", "words": "It was Tuesday."})
    page = page_of(here.browser(here.marta).get(address))
    assert (page.words, page.word.may_explain) == ("It was Tuesday.", False)


def test_home_leads_to_the_part_that_is_left_to_somebody() -> None:
    here = Evening()
    address, killer, victim = sent_by_marta(here)
    tom = here.browser(here.tom)
    home = tight(tom.get("/"))
    assert f'href="{address}">Add your part</a>' in home
    assert ">Agree</button>" not in home
    asked = tom.post(address, {"confirm": 1})  # from a page that does not have the form
    assert asked.status_code == 409
    tom.post(address, {"confirm": "none"})
    assert ledger(here) == {(killer, victim)}


def test_what_is_asked_before_it_is_sent_forgets_nobodys_part() -> None:
    here = Evening()
    told = {"winner": here.bell, "rounds": 1, "left_to": here.raiders}
    refused = here.browser(here.marta).post(here.quick, told)
    assert refused.status_code == 409
    assert f'name="left_to" value="{here.raiders}"' in tight(refused)
    assert "Yes, send it as it is" in tight(refused)


def test_opr_36_who_sends_their_own_half_meanwhile_is_led_to_the_report_and_no_dispute_begins() -> None:
    """Both forms were open; Marta's was first, and left the rest to Tom as his leaves it to her."""
    here = Evening()
    address, _killer, _victim = sent_by_marta(here)
    took, fallen = here.units(here.raiders)[0], here.units(here.bell)[1]
    told = {"winner": here.bell, "rounds": 4, f"out:{fallen}": 1, f"by:{fallen}": took}
    refused = here.browser(here.tom).post(here.quick, {**told, "left_to": here.bell})
    assert refused.status_code == 409
    page = tight(refused)
    assert "has just reported this game and left it to you" in page
    assert address in page
    assert f'name="out:{fallen}" value="1" checked' in page
    [report] = Report.objects.all()
    assert report.status == "sent"
    here.browser(here.tom).post(address, {"confirm": 1, **toms(here)})
    report.refresh_from_db()
    assert report.status == "counted"
