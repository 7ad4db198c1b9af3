"""A stake in words, where the league allows it."""

from __future__ import annotations

import pytest

from campaigns.models import PlannedGame, Scope
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening
from tests.factories import signed_in
from tests.pages import errors_of

pytestmark = pytest.mark.django_db
NO_STAKES = "The Iron Winter does not use “What you’re playing for”. Leave it empty."


@pytest.fixture
def league(evening: Evening) -> Scope:
    return play.found_league(evening.ilse, name="The Iron Winter")


def asks(evening: Evening, rest: str = "") -> bool:
    """Whether the page of a challenge asks for a stake."""
    answer = signed_in(evening.marta).get(f"/clubs/{evening.club.slug}/games/new/{rest}")
    return "stake" in answer.context["form"].fields


def settings_sent(evening: Evening, league: Scope, **more: str) -> bool:
    """Send the form of the league; whether challenges may have a stake now."""
    sent = {"name": league.name, "silence_hours": "48", **more}
    assert signed_in(evening.ilse).post(f"/l/{league.pk}/settings/", sent).status_code == 302
    league.refresh_from_db()
    return league.stakes


def test_the_organiser_says_whether_challenges_may_have_a_stake(evening: Evening, league: Scope) -> None:
    assert asks(evening)
    assert not settings_sent(evening, league)
    assert not asks(evening)
    assert settings_sent(evening, league, stakes="1")
    assert asks(evening)


def test_where_one_league_of_two_allows_it_the_field_goes_with_the_league(
    evening: Evening, league: Scope
) -> None:
    other = play.found_league(evening.ilse, name="The Long Road")
    settings_sent(evening, league)
    assert asks(evening)
    assert asks(evening, f"?league={other.pk}")
    assert not asks(evening, f"?league={league.pk}")


def test_a_stake_in_a_league_without_them_is_refused_whoever_sends_it(
    evening: Evening, league: Scope
) -> None:
    play.found_league(evening.ilse, name="The Long Road")
    settings_sent(evening, league)
    when = When.on(evening.night)
    with pytest.raises(Refused, match=NO_STAKES):
        plans.propose_game(
            by=evening.marta, others=[evening.tom], when=when, scope=league, stake="A crate of paint"
        )
    sent = {
        "others": [evening.tom.pk],
        "night": evening.night.pk,
        "scope": league.pk,
        "stake": "Paint",
        "sure": "on",
    }
    answer = signed_in(evening.marta).post(f"/clubs/{evening.club.slug}/games/new/", sent)
    assert answer.status_code in (409, 422)
    assert NO_STAKES in errors_of(answer)
    assert not PlannedGame.objects.exists()
    plans.propose_game(by=evening.marta, others=[evening.tom], when=when, scope=league)
    plans.propose_game(by=evening.marta, others=[evening.tom], when=when, stake="Paint")
    assert sorted(PlannedGame.objects.values_list("stake", flat=True)) == ["", "Paint"]
