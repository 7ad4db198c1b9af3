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

pytestmark = pytest.mark.django_db
NO_STAKES = "The Iron Winter plays without stakes."


@pytest.fixture
def league(evening: Evening) -> Scope:
    return play.found_league(evening.ilse, name="The Iron Winter")


def ask_page(evening: Evening, rest: str = "") -> str:
    return signed_in(evening.marta).get(f"/clubs/{evening.club.slug}/games/new/{rest}").content.decode()


def settings_sent(evening: Evening, league: Scope, **more: str) -> bool:
    """Send the form of the league; whether challenges may have a stake now."""
    sent = {"name": league.name, "silence_hours": "48", **more}
    assert signed_in(evening.ilse).post(f"/l/{league.pk}/settings/", sent).status_code == 302
    league.refresh_from_db()
    return league.stakes


def test_the_organiser_says_whether_challenges_may_have_a_stake(evening: Evening, league: Scope) -> None:
    assert 'name="stake"' in ask_page(evening)
    assert not settings_sent(evening, league)
    assert 'name="stake"' not in ask_page(evening)
    assert settings_sent(evening, league, stakes="1")
    assert 'name="stake"' in ask_page(evening)


def test_where_one_league_of_two_allows_it_the_field_goes_with_the_league(
    evening: Evening, league: Scope
) -> None:
    other = play.found_league(evening.ilse, name="The Long Road")
    settings_sent(evening, league)
    assert 'name="stake"' in ask_page(evening)
    assert 'name="stake"' in ask_page(evening, f"?league={other.pk}")
    assert 'name="stake"' not in ask_page(evening, f"?league={league.pk}")


def test_a_stake_in_a_league_without_them_is_refused_whoever_sends_it(
    evening: Evening, league: Scope
) -> None:
    play.found_league(evening.ilse, name="The Long Road")
    settings_sent(evening, league)
    when = When.on(evening.night)
    with pytest.raises(Refused, match=NO_STAKES):
        plans.ask(by=evening.marta, others=[evening.tom], when=when, scope=league, stake="A crate of paint")
    sent = {"others": [evening.tom.pk], "night": evening.night.pk, "scope": league.pk, "stake": "Paint"}
    answer = signed_in(evening.marta).post(f"/clubs/{evening.club.slug}/games/new/", sent)
    assert answer.status_code in (409, 422)
    assert NO_STAKES in answer.content.decode()
    assert not PlannedGame.objects.exists()
    plans.ask(by=evening.marta, others=[evening.tom], when=when, scope=league)
    plans.ask(by=evening.marta, others=[evening.tom], when=when, stake="Paint")
    assert sorted(PlannedGame.objects.values_list("stake", flat=True)) == ["", "Paint"]
