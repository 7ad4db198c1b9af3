"""Settings promise what they keep: which stay open, which are fixed, and what a choice brings."""

from __future__ import annotations

import re

import pytest

from campaigns.engine.plugins import rulebooks
from campaigns.models import Scope, Seat
from tests.campaigns import play
from tests.factories import new_organiser, signed_in
from tests.maps.conquest import play as conquest
from tests.pages import refusal_of, text_of

pytestmark = pytest.mark.django_db
FIRST = {"name": "The Iron Winter", "edition": "aofs-3.2.0", "time_zone": ""}


def started() -> tuple[Scope, Seat]:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    marta, tom = (play.player(scope, name) for name in ("Marta", "Tom"))
    bands = [play.found_warband(scope, seat, f"Band of {seat.name}") for seat in (marta, tom)]
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    play.act(scope, ilse, "open_mission", warbands=bands)
    return scope, ilse


def test_what_the_first_mission_has_fixed_is_text_with_the_reason() -> None:
    scope, ilse = started()
    page = signed_in(ilse).get(f"/l/{scope.pk}/settings/")
    lines = page.context["lines"]
    text = page.content.decode()
    frozen = [one for one in lines if one.setting.frozen]
    assert frozen
    for line in lines:
        is_offered = f'name="key" value="{line.setting.key}"' in text
        assert is_offered is not line.setting.frozen, line.setting.key
    assert text.count("cannot be changed after the first mission.") == len(frozen)  # for who hears the page
    assert text.count("Games have been started under these settings") == 1  # for who sees it
    assert [one.is_fixed for one in lines] == sorted(one.is_fixed for one in lines)


def test_before_the_first_mission_every_setting_is_offered() -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    page = signed_in(ilse).get(f"/l/{scope.pk}/settings/")
    assert [one for one in page.context["lines"] if one.fixed] == []


def test_a_map_leagues_settings_stay_open_with_a_reason() -> None:
    league = conquest.begun("Marta", "Kwame")
    page = league.browsers["Organiser"].get(f"/l/{league.scope.pk}/settings/")
    assert [one for one in page.context["lines"] if one.fixed] == []
    assert "a change needs a reason" in page.content.decode()


def test_a_setting_that_is_no_longer_offered_shows_only_where_it_is_set() -> None:
    ilse = new_organiser(name="Ilse")
    for settings in ({}, {"doctor_die": "either"}, {"doctor_die": "casualty"}):
        scope = play.found_league(ilse, **settings)
        page = text_of(signed_in(ilse).get(f"/l/{scope.pk}/settings/"))
        assert ("What the doctor helps with" in page) == ("casualty" in settings.values())
        assert ("Only the casualty die" in page) == ("casualty" in settings.values())


@pytest.mark.parametrize("edition", [one.edition for one in rulebooks()])
def test_the_wizard_counts_what_stays_open(edition: str) -> None:
    ilse = new_organiser(name="Ilse")
    client, start = signed_in(ilse), f"/clubs/{ilse.club.slug}/leagues/new/"
    client.post(start, {**FIRST, "edition": edition})
    text = client.get(start + "rules/").content.decode()
    assert "Most of these may change" not in text
    book = next(one for one in rulebooks() if one.edition == edition)
    if found := re.search(r"(\d+) of the (\d+) settings at any time; the other (\d+)", text):
        fixed = sum(one.frozen for one in book.settings)
        assert list(map(int, found.groups())) == [len(book.settings) - fixed, len(book.settings), fixed]
        house = [one for one in book.settings if not one.length]
        assert text.count("Fixed once the first game has begun.") == sum(one.frozen for one in house)
    else:
        assert "You can change all of these while the league is running." in text


def test_a_league_without_an_end_is_told_nothing_of_a_die() -> None:
    ilse = new_organiser(name="Ilse")
    client, start = signed_in(ilse), f"/clubs/{ilse.club.slug}/leagues/new/"
    client.post(start, FIRST)
    text = client.get(start + "length/").content.decode()
    for choice in re.findall(r'<label class="line">.*?</label>', text, re.DOTALL):
        rolled = "One die at the start" in choice
        assert rolled is not ("No end" in choice), choice
    assert text.count("One die at the start") == 3


def test_the_summary_says_nothing_of_what_is_being_chosen() -> None:
    ilse = new_organiser(name="Ilse")
    client, start = signed_in(ilse), f"/clubs/{ilse.club.slug}/leagues/new/"
    client.post(start, FIRST)
    assert [label for label, _value in client.get(start + "length/").context["so_far"]] == [
        "Rulebook", "Who’s playing", "League settings",
    ]  # fmt: skip
    client.post(start + "length/", {"campaign_type": "endless"})
    told = dict(client.get(start + "rules/").context["so_far"])
    assert told["Length"].startswith("No end")
    assert "League settings" not in told


# What stands open, and where a change is confirmed


def test_settings_by_the_book_are_folded_and_what_was_changed_stands_open() -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse, late_joiners="on")
    page = signed_in(ilse).get(f"/l/{scope.pk}/settings/")
    groups = page.context["groups"]
    assert [one.setting.key for one in groups.open] == ["parallel_play", "late_joiners"], "asked, changed"
    assert (len(groups.fixed), len(groups.by_the_book)) == (0, len(page.context["lines"]) - 2)


def test_a_change_is_confirmed_beside_its_setting() -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse, late_joiners="on")
    browser, address = signed_in(ilse), f"/l/{scope.pk}/settings/"
    done = browser.post(address, {"key": "late_joiners", "value": "off"})
    assert done["Location"] == f"{address}?changed=late_joiners#s-late_joiners"
    page = browser.get(done["Location"])
    assert page.context["changed"] == "late_joiners"
    assert "late_joiners" in [one.setting.key for one in page.context["groups"].open], "though as in the book"
    name = browser.post(address, {"name": "The Iron Winter", "silence_hours": "48"})
    assert name["Location"] == f"{address}?changed=league#league"
    assert browser.get(name["Location"]).context["changed"] == "league"


def test_a_change_that_is_refused_says_so_at_its_setting() -> None:
    league = conquest.begun("Marta", "Kwame")
    refused = league.browsers["Organiser"].post(
        f"/l/{league.scope.pk}/settings/", {"key": "win_target", "value": "14"}
    )
    assert refused.status_code == 409
    assert refused.context["refused_at"] == "win_target"
    assert "win_target" in [one.setting.key for one in refused.context["groups"].open]


def test_a_change_after_the_end_is_refused_above_the_page() -> None:
    league = conquest.begun("Marta", "Kwame")
    organiser, address = league.browsers["Organiser"], f"/l/{league.scope.pk}/settings/"
    assert organiser.post(address, {"close": "1", "words": "The hall is let."}).status_code == 302
    refused = organiser.post(address, {"key": "win_target", "value": "14", "words": "Too long."})
    assert refused.status_code == 409
    assert refusal_of(refused)


def test_the_wizard_shows_a_changed_setting_above_the_fold() -> None:
    ilse = new_organiser(name="Ilse")
    client, start = signed_in(ilse), f"/clubs/{ilse.club.slug}/leagues/new/"
    client.post(start, FIRST)
    rows = client.get(start + "rules/").context["form"].rows()
    first, last = rows[0].setting, rows[-1].setting
    other = next(one.value for one in last.choices if one.value != last.default)
    sent = {row.setting.key: row.setting.default for row in rows} | {first.key: "no such", last.key: other}
    form = client.post(start + "rules/", sent).context["form"]
    assert form.errors
    assert [one.setting.key for one in form.first_rows()][-1] == last.key
    assert last.key not in [one.setting.key for one in form.more_rows()]


def test_cq_91_a_league_on_a_map_says_nothing_of_hours_after_which_reports_count() -> None:
    league = conquest.begun()
    browser, address = league.browsers["Organiser"], f"/l/{league.scope.pk}/settings/"
    assert "silence_hours" not in browser.get(address).context["form"].fields
    assert browser.post(address, {"name": "The Salt Sea"}).status_code == 302
    league.scope.refresh_from_db()
    assert (league.scope.name, league.scope.silence_hours) == ("The Salt Sea", 48)
