"""Ticks beside the table are answered in place: by the parts they changed, alike on every phone."""

from __future__ import annotations

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.engine.stored.state_cache import MEMORY
from campaigns.engine.transaction import scopes
from campaigns.engine.who.rights import Actor
from campaigns.models import Fact, Scope
from campaigns.opr.league import facts
from campaigns.opr.table.in_play.parts import in_play
from campaigns.shell.drawn.by_value import SECRET, VERSION
from config.memory import SHELVES
from tests import factories
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.opr.table.phone import Phone
from tests.campaigns.play import act, answer_all, state_of
from tests.pages import page_text

pytestmark = pytest.mark.django_db
TRAP = 23
WORD, PROOF = (re.compile(rf'name="{name}" value="([^"]+)"') for name in ("once", "csrfmiddlewaretoken"))


@pytest.fixture
def here() -> Evening:
    return Evening()


@pytest.fixture
def mission(here: Evening) -> str:
    return here.mission()


def forget() -> None:
    """As in a process that has met nothing yet."""
    caches["parts"].clear()
    MEMORY.forget()
    for shelf in SHELVES:
        shelf.clear()


def test_each_row_leads_to_what_its_unit_can_do(here: Evening, mission: str) -> None:
    page = page_text(here.browser(here.tom).get(here.url(f"m/{mission}/")))
    units = [unit for side in state_of(here.scope).missions[mission].sides for unit in side.fielded]
    for unit in units:
        assert f'href="{here.url(f"u/{unit}/?m={mission}")}#figures-of"' in page
    leader = here.browser(here.tom).get(here.url(f"u/{units[0]}/"))
    assert 'id="figures-of"' in page_text(leader)


def test_a_unit_that_is_down_brings_its_row_alone(here: Evening, mission: str) -> None:
    phone, unit = Phone(here, here.tom, mission), here.units(here.raiders)[0]
    answer = phone.tap("down", down=unit)
    assert (answer.status_code, phone.came) == (200, {f"u-{unit}"})
    assert int(answer[VERSION]) == Scope.objects.get(pk=here.scope.pk).version
    assert "no longer stunned" in phone.shows[f"u-{unit}"][1]
    phone.tap("down", up=unit)
    assert phone.came == {f"u-{unit}"}
    assert facts.counting_facts(here.scope, mission) == {}


def test_a_kill_brings_both_rows_the_head_and_the_ledger(here: Evening, mission: str) -> None:
    phone = Phone(here, here.tom, mission)
    killer, victim = here.units(here.raiders)[0], here.units(here.bell)[0]
    phone.tap("out", killer=killer, victim=victim, round="1", way="out")
    rows = {f"u-{killer}", f"u-{victim}", f"k-{killer}", f"k-{victim}"}
    assert phone.came == {*rows, f"h-{here.bell}", "saved"}
    assert "2 of 3 standing" in phone.says(f"h-{here.bell}")
    assert "Saved: " in phone.says("saved")
    phone.tap("out", strike=victim)
    assert phone.came == {*rows, f"h-{here.bell}", "saved"}
    assert phone.says("saved") == ""
    assert facts.ticked_kills(here.scope, mission) == []


def test_what_can_no_longer_be_undone_goes_with_the_first_tick(here: Evening, mission: str) -> None:
    marta = Phone(here, here.marta, mission)
    assert "Undo" in marta.says("mission")
    marta.tap("down", down=here.units(here.bell)[0])
    assert "mission" in marta.came
    assert "Undo" not in marta.says("mission")
    marta.tap("down", up=here.units(here.bell)[0])
    assert marta.came == {f"u-{here.units(here.bell)[0]}"}


def test_two_phones_end_alike_and_like_a_page_opened_anew(here: Evening, mission: str) -> None:
    phones = [Phone(here, seat, mission) for seat in (here.marta, here.tom)]
    bell, raiders = here.units(here.bell), here.units(here.raiders)
    phones[0].tap("down", down=raiders[1])
    phones[1].tap("out", killer=raiders[0], victim=bell[0], round="1", way="routed")
    phones[0].tap("out", killer=bell[1], victim=raiders[1], round="1", melee="1")
    phones[1].tap("down", down=bell[2])
    for phone, seat in zip(phones, (here.marta, here.tom), strict=True):
        phone.hear()
        forget()
        fresh = Phone(here, seat, mission)
        held = {name: one for name, one in phone.shows.items() if name != "saved"}
        assert held.keys() == fresh.shows.keys() - {"saved"}
        leaves = held.keys() - {"mission", "ledger-body"}
        assert {name: held[name] for name in leaves} == {name: fresh.shows[name] for name in leaves}
        assert phone.marks == fresh.marks


def test_a_page_that_has_all_is_sent_nothing(here: Evening, mission: str) -> None:
    phone = Phone(here, here.tom, mission)
    assert phone.hear().status_code == 200
    assert phone.came == set()
    unit = here.down(mission)
    phone.hear()
    assert phone.came == {f"u-{unit}"}
    here.down("s0.mission")
    phone.hear()
    assert phone.came == set()


@pytest.mark.parametrize("who", ["marta", "tom", "ilse"])
def test_every_process_makes_the_same_marks(here: Evening, mission: str, who: str) -> None:
    """With an event in force, something to undo, an open dialogue and a report's request to abandon."""
    here.event(mission, TRAP, warband=here.bell)
    act(here.scope, here.marta, "abandon", mission=mission)
    seat, found = getattr(here, who), []
    for _process in range(2):
        forget()
        page = here.shows(seat, mission)
        play = in_play(here.at(seat), page)
        assert play
        assert " object at 0x" not in repr(play.by_value.rest)
        found.append((play.mark, [part.mark for part in play.by_value.parts]))
    assert found[0] == found[1]


def test_what_is_no_part_brings_the_whole_body(here: Evening, mission: str) -> None:
    phone = Phone(here, here.tom, mission)
    answer_all(here.scope, here.marta, act(here.scope, here.marta, "round", mission=mission, round=1))
    phone.tap("down", down=here.units(here.raiders)[0])
    assert {"mission", "bar", "round", "ledger-body"} <= phone.came
    fresh = Phone(here, here.tom, mission)
    assert phone.marks == fresh.marks


def test_a_refusal_is_a_part_with_what_is_true_now(here: Evening, mission: str) -> None:
    phone, unit = Phone(here, here.tom, mission), here.units(here.raiders)[0]
    marked = here.down(mission)
    scopes.archive(here.scope, Actor(here.ilse))
    answer = phone.tap("down", down=unit)
    assert answer.status_code == 409
    assert phone.came == {"refused", f"u-{marked}"}
    assert "This league is in the archive." in phone.says("refused")
    phone.tap("out", killer=unit, victim=unit, round="1")
    assert phone.came == {"refused"}
    assert Fact.objects.filter(subject=unit).count() == 0


def test_a_mission_that_is_over_answers_with_what_it_is_now(here: Evening, mission: str) -> None:
    phone, unit = Phone(here, here.tom, mission), here.units(here.raiders)[0]
    act(here.scope, here.ilse, "walk_over", mission=mission, winner=here.bell)
    for tail, said in (("out", {"killer": "", "victim": unit}), ("down", {"down": unit})):
        assert phone.tap(tail, **said).status_code == 200
        assert "mission" not in phone.marks
    assert not Fact.objects.filter(subject=unit, kind=facts.OUT).exists()


def test_without_script_a_tick_leads_back_to_the_mission(here: Evening, mission: str) -> None:
    tom, unit = here.browser(here.tom), here.units(here.raiders)[0]
    page = here.url(f"m/{mission}/")
    assert tom.post(f"{page}down/", {"down": unit})["Location"] == page
    assert (facts.DOWN, unit) in facts.counting_facts(here.scope, mission)
    said = {"killer": here.units(here.bell)[0], "victim": unit, "way": "out"}
    assert tom.post(f"{page}out/", said)["Location"] == f"{page}?ticked={unit}"
    assert tom.post(f"{page}out/", {"strike": unit})["Location"] == page


def test_a_tick_sent_twice_is_the_same_tick(here: Evening, mission: str) -> None:
    """The page stays, and with it its word: down, up and down again are three taps with one word."""
    phone, unit = Phone(here, here.tom, mission), here.units(here.raiders)[0]
    for ways in (("down", "down"), ("up",), ("down",)):
        for way in ways:
            phone.tap("down", once="a-word-of-this-page", **{way: unit})
        assert ((facts.DOWN, unit) in facts.counting_facts(here.scope, mission)) == (way == "down")


def test_nobody_else_ticks(here: Evening, mission: str) -> None:
    pip = factories.new_seat(club=here.scope.club, name="Pip", role="spectator")
    phone, unit = Phone(here, pip, mission), here.units(here.bell)[0]
    assert 'form="m-down"' not in phone.shows[f"u-{unit}"][1]
    stranger = factories.signed_in(factories.new_organiser(name="Sven"))
    for who in (phone.client, stranger, Client()):
        for tail in ("down", "out"):
            answer = who.post(f"{phone.address}{tail}/", {"down": unit}, headers={"HX-Request": "true"})
            assert answer.status_code == 404
    assert Fact.objects.count() == 0


def test_a_sealed_note_stays_its_writers_when_marks_are_said(here: Evening, mission: str) -> None:
    """Whoever says another's marks is answered by what they may see themselves."""
    event = here.event(mission, TRAP, warband=here.bell)
    about = {"event": event, "warband": here.bell}
    marta, tom = Phone(here, here.marta, mission), Phone(here, here.tom, mission)
    asked = marta.client.post(f"{marta.address}do/seal_note/", about)["Location"]
    marta.client.post(asked, {"key": "note", "value": "the crooked well"})
    marta.hear()
    assert "the crooked well" in marta.shows["mission"][1]
    assert tom.marks["mission"] != marta.marks["mission"]
    for ours in (tom.marks, marta.marks):
        tom.shows = {name: (mark, "") for name, mark in ours.items()}
        tom.hear()
        assert not any("crooked well" in text for _mark, text in tom.shows.values())


def test_a_tick_is_one_transaction_and_reads_little(here: Evening, mission: str) -> None:
    phone, unit = Phone(here, here.tom, mission), here.units(here.raiders)[0]
    phone.tap("down", down=unit, once="a" * 32)
    with CaptureQueriesContext(connection) as asked:
        phone.tap("down", up=unit, once="a" * 32)
    assert phone.came == {f"u-{unit}"}
    kinds = [one["sql"].split()[0] for one in asked]
    assert len([one for one in kinds if one in ("SELECT", "INSERT", "WITH")]) <= 7, kinds
    assert "SELECT SAVEPOINT RELEASE SELECT SAVEPOINT SELECT" in " ".join(kinds), "its own transaction alone"


def test_what_was_ticked_first_stands_first_however_often_it_was_ticked_again(
    here: Evening, mission: str
) -> None:
    first, second = here.units(here.bell)[:2]
    phone = Phone(here, here.tom, mission)
    for victim in (first, second, first):
        phone.tap("out", killer="", victim=victim, round="1", way="out")
    assert [one["victim"] for one in facts.ticked_kills(here.scope, mission)] == [first, second]


def test_what_is_kept_of_a_page_holds_nobodys_forms(here: Evening, mission: str) -> None:
    """Its pieces are drawn once; each page has its own proof and word in every form, and no place is left."""
    words = set[str]()
    for seat in (here.marta, here.marta, here.tom):
        phone = Phone(here, seat, mission)
        mine, proofs = set(WORD.findall(phone.text)), set(PROOF.findall(phone.text))
        assert (len(mine), len(proofs)) == (1, 1)
        assert phone.text.count('name="once"') == phone.text.count('name="csrfmiddlewaretoken"') > 2
        assert SECRET not in phone.text
        assert "\x02" not in phone.text
        assert words.isdisjoint(mine | proofs)
        words |= mine | proofs


def test_a_form_that_comes_back_shows_what_was_typed_and_is_not_kept(here: Evening, mission: str) -> None:
    answer = Phone(here, here.ilse, mission).tap("do/abandon", words="x" * 2000)
    assert answer.status_code == 422
    assert "x" * 2000 in page_text(answer)
    assert "x" * 2000 not in Phone(here, here.ilse, mission).text
