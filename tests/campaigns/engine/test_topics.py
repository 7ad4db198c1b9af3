"""What a write has touched, as the stream tells it: names of rows, sides, dialogues; never a content."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from campaigns.engine import reports
from campaigns.engine.stored import topics
from campaigns.engine.stored.store import registrations
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Report, Seat
from campaigns.opr.league.facts import tick_fact
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, founded
from tests.hearing import hearing

type Heard = Callable[[], list[set[str]]]
MANY = topics.MOST_ROWS + 1


@pytest.fixture
def heard(transactional_db: None) -> Iterator[Heard]:
    """What the stream was told since it was asked last."""
    with hearing() as told:
        yield lambda: [set(one.get("touched", topics.EVERYTHING).split()) for one in told()]


@pytest.fixture
def evening(heard: Heard) -> Evening:
    found = founded()
    heard()
    return found


def tables(names: set[str]) -> set[str]:
    return {one for one in names if ":" not in one}


def test_an_entry_names_its_rows_and_whose_they_are(evening: Evening, heard: Heard) -> None:
    unit = evening.sheet(evening.his)[0].id
    play.act(evening.scope, evening.ilse, "rename_unit", warband=evening.his, unit=unit, name="Old Crow")
    named = {"units", f"units:{unit}", f"of:{evening.his}", "entries", "asks"}
    (names,) = heard()
    assert {one for one in names if not one.startswith("dialogue")} == named


def test_a_report_names_no_row_before_it_counts(evening: Evening, heard: Heard) -> None:
    report: Report = evening.report()
    assert heard() == [{"reports"}]
    reports.agree_report(report, Actor(evening.tom))
    (names,) = heard()
    assert {"reports", "entries", "missions", f"of:{evening.his}"} <= names
    assert f"of:{evening.hers}" in names


def test_an_answer_in_a_dialogue_concerns_that_dialogue_alone(evening: Evening, heard: Heard) -> None:
    evening.mission = play.played(
        evening.scope, evening.marta, evening.hers, evening.his, kills=kills(evening)
    )
    heard()
    asked = evening.casualties(evening.tom)
    (began,) = heard()
    assert began == {"dialogue", f"dialogue:{asked.slot}", "asks"}, "somebody is asked who was not"
    first = asked.questions[0]
    evening.answer(evening.tom, asked.slot, first.key, 6)
    (answered,) = heard()
    assert answered <= {"dialogue", f"dialogue:{asked.slot}", "asks"}
    assert "entries" not in answered


def kills(evening: Evening) -> dict[str, str]:
    killer = evening.sheet(evening.hers)[0].id
    return {one.id: killer for one in evening.sheet(evening.his)}


def test_a_fact_names_its_mission(evening: Evening, heard: Heard) -> None:
    unit = evening.sheet(evening.his)[0].id
    about: dict[str, Any] = {"mission": "s9.mission", "kind": "out", "subject": unit, "data": {}}
    tick_fact(scope=evening.scope, actor=Actor(evening.marta), **about)
    assert heard() == [{"facts", "facts:s9.mission"}]


def test_many_rows_are_named_as_all_of_their_table() -> None:
    assert topics.row_topics("units", ["a"] * 3) == {"units:a"}
    assert topics.row_topics("units", [str(n) for n in range(MANY)]) == {"units:*"}
    assert topics.topics_text(f"units:{n}" for n in range(topics.MOST)) == topics.EVERYTHING


def test_what_is_no_entry_concerns_everything(evening: Evening, heard: Heard) -> None:
    everything = [{topics.EVERYTHING}]
    Seat.objects.filter(pk=evening.tom.pk).update(name="Thomas")
    assert heard() == everything
    evening.tom.refresh_from_db()
    evening.tom.role = "spectator"
    evening.tom.save()
    assert heard() == everything
    factories.new_seat(club=evening.scope.club, name="Nadia")
    assert heard() == everything
    Club.objects.filter(pk=evening.scope.club_id).update(paper="Letter")
    assert heard() == everything


def test_another_clubs_people_concern_nobody_here(evening: Evening, heard: Heard) -> None:
    factories.new_seat(club=factories.new_club(name="Elsewhere"), name="Nadia")
    assert heard() == []


def test_an_old_row_saved_again_does_not_count_a_club_back(heard: Heard) -> None:
    club = factories.new_club()
    before = Club.objects.get(pk=club.pk)
    factories.new_seat(club=club, name="Nadia")
    before.save()
    assert Club.objects.get(pk=club.pk).version > before.version


def test_no_table_is_called_like_something_else() -> None:
    others = {topics.ENTRIES, topics.ASKS, topics.REPORTS, topics.FACTS, topics.DIALOGUE, topics.OF}
    assert not others & {table for registration in registrations().values() for table in registration.tables}
