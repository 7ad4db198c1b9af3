"""What a device that another's word let in reads of its person's notices: nothing that tells what only the
side knows, not even by when a line came or how many are unread. Source: FS-162"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.who.rights import Actor
from campaigns.models import LetIn, Notice
from campaigns.notices.found import finding
from campaigns.people.me.letting_in import answer_let_in
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.fights import at_the_tower, done
from tests.maps.firestorm.play import Table
from tests.maps.test_let_in import by_link
from tests.pages import text_of

pytestmark = pytest.mark.django_db
PAGES = ("campaigns:inbox", "campaigns:week", "campaigns:home")


def read_by(browser: Client) -> list[str]:
    """All pages that tell of notices, without what is made anew for each answer."""
    pages = [text_of(browser.get(reverse(one))) for one in PAGES]
    return [re.sub(r"\b\d\d:\d\d\b", "", page) for page in pages]


def inbox_of(browser: Client) -> str:
    return text_of(browser.get(reverse("campaigns:inbox")))


def looked_after(now: datetime) -> None:
    """The clock tells everybody what has come up."""
    finding.catch_up(now)


def besieged() -> tuple[Table, Client]:
    """Kwame besieges Marta, both have read all they were told; a device is let in as Kwame."""
    league, battle = at_the_tower("Marta", "Kwame", "Ilse")
    browser = by_link(league.organiser, league.seats["Kwame"])
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    looked_after(timezone.now())
    Notice.objects.update(read_at=timezone.now())
    return league, browser


def test_fs_162_a_let_in_device_is_not_told_that_a_sieges_turn_has_come() -> None:
    league, browser = besieged()
    (battle,) = (one for one in league.state.battles.values() if one.turn == league.state.now.turn)
    before, own = read_by(browser), read_by(league.browsers["Kwame"])
    with mock.patch.object(fights, "Actor", return_value=Actor(league.seats["Kwame"])):
        said = {":how": "battleplan", ":winner": "besieger"}
        done(league, "Kwame", battle.id, "start_siege", storm="false", said=said)
    looked_after(timezone.now() + timedelta(minutes=2))
    assert read_by(league.browsers["Kwame"])[0] != own[0], "Kwame has something to do"
    assert read_by(browser) == before


def test_fs_162_it_is_told_like_any_other_once_its_person_has_said_that_it_is_theirs() -> None:
    league, browser = besieged()
    (row,) = LetIn.objects.all()
    answer_let_in(person=league.seats["Kwame"].person, row=row, mine=True)
    assert read_by(browser)[0] == read_by(league.browsers["Kwame"])[0]
    assert "your turn in" in read_by(browser)[0]


def test_fs_162_what_silence_did_in_a_siege_is_told_to_its_sides_as_it_was() -> None:
    league, browser = besieged()
    battle = next(one for one in league.state.battles.values() if one.turn == league.state.now.turn)
    place = league.state.name_of(battle.territory)
    with mock.patch.object(fights, "Actor", return_value=Actor(league.seats["Kwame"])):
        said = {":how": "battleplan", ":winner": "besieger"}
        done(league, "Kwame", battle.id, "start_siege", storm="false", said=said)
    act(league, "Organiser", "advance", step=league.state.now.step, words="It is late.")
    looked_after(timezone.now() + timedelta(minutes=2))
    cover = f"the app carried on for you: The siege of {place} continues"
    own, covered = inbox_of(league.browsers["Kwame"]), inbox_of(browser)
    assert "the app carried on for you" in own
    assert cover not in own
    assert cover in covered
    assert own.count("carried on for you") == covered.count("carried on for you")
    assert "carried on" not in inbox_of(league.browsers["Ilse"])
