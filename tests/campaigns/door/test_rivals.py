"""Choices of a warband that the app plays: a die makes them, or where the league wants it its organiser."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns import door
from campaigns.journal import reconcile
from campaigns.models import Entry, Scope
from campaigns.rights import Actor
from rules.dice import is_random
from tests import factories
from tests.campaigns import play

pytestmark = pytest.mark.django_db


def levelled(kind: str, **settings: Any) -> tuple[Scope, list[str], Entry]:
    """A hero of the second warband rises a level: the kinds that were asked by hand, and the entry."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, ai_opponent_record="rival", **settings)
    marta, tom = play.started(scope, ilse, "Marta", "Tom")
    if kind:
        play.act(scope, ilse, "rival", warband=tom)
    hero = play.state_of(scope).warbands[tom].units[0]
    play.act(scope, ilse, "give_xp", unit=hero, amount=4, words="Long service.")
    mission = play.played(scope, ilse, marta, tom)
    play.answer_all(scope, ilse, play.act(scope, ilse, "casualties", mission=mission, warband=tom))
    outcome, asked = play.act(scope, ilse, "experience", mission=mission, warband=tom), []
    while not outcome.settled:
        question = outcome.questions[0]
        asked.append(question.kind)
        value = 6 if is_random(question) else question.options[0].id
        outcome = door.answer(scope.pk, Actor(ilse), outcome.slot, question.key, value)
    assert reconcile(scope) == []
    return scope, asked, scope.entries.get(slot__code=outcome.slot)


def test_solo_76_a_die_chooses_for_a_rival_and_the_record_says_so() -> None:
    _scope, asked, entry = levelled("rival")
    assert set(asked) == {"roll"}
    chosen = [one for one in entry.answers.values() if isinstance(one["value"], str)]
    assert chosen
    assert all(one["origin"] == "app" and one["dice"] for one in chosen)


@pytest.mark.parametrize(("kind", "options"), [("rival", {"ai_choices": "organiser"}), ("", {})])
def test_solo_76_an_organiser_chooses_where_the_league_wants_it_and_people_for_themselves(
    kind: str, options: dict[str, str]
) -> None:
    _scope, asked, entry = levelled(kind, **options)
    assert "choose" in asked
    assert {one["origin"] for one in entry.answers.values()} == {"hand", "choice"}
