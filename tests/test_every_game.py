"""Every game of the shelf from the wizard to paper: founded, told, shown, printed, corrected, undone, served.

No game is named here; whichever stands on the shelf is walked, with the leagues of its own demo.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from pytest_django import DjangoDbBlocker

from campaigns.corrections.overview_page import PAGE
from campaigns.engine import correcting, door
from campaigns.engine.plain import no_text
from campaigns.engine.plugins import GamePlugin, plugin_of, plugins, rulebooks
from campaigns.engine.rulebooks import LeagueSetting
from campaigns.engine.stored.journal import reconcile, records
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import invitations_of
from campaigns.models import Correction, Entry, Invitation, LeaguePrint, Scope, Seat
from rules.engine.games import as_of_now
from rules.engine.questions import question_options
from tests.campaigns.api.conftest import Api
from tests.factories import new_organiser, new_seat, signed_in
from tests.pages import text_of, told_in
from tests.whole_club import WholeClub, standing

pytestmark = pytest.mark.django_db
EDITIONS = [book.edition for book in rulebooks()]
GAMES = pytest.mark.parametrize("game", [plugin.game.name for plugin in plugins() if plugin.demo])


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


def league_of(club: WholeClub, game: str) -> Scope:
    """A league of the demo that is still on."""
    return Scope.objects.filter(club=club.club, game=game).order_by("pk")[0]


def organiser_of(club: WholeClub) -> Seat:
    found = club.people["organiser"]
    assert found
    return found


def browser(seat: Seat | None) -> Client:
    return signed_in(seat) if seat else Client()


def page(who: Seat | None, scope: Scope, name: str = "league") -> Any:
    return browser(who).get(reverse(f"campaigns:{name}", args=[scope.pk]))


def setting_of(scope: Scope) -> tuple[LeagueSetting, str]:
    """A setting that can still be changed, and another value for it."""
    plugin: GamePlugin[Any, Any] = plugin_of(scope.game)
    now = {key: str(value) for key, value in plugin.rules.settings(plugin.load(scope.pk)).items()}
    book = next(one for one in plugin.play.rulebooks() if one.edition == scope.edition)
    for one in book.settings:
        if one.choices and not one.frozen and not one.length:
            value = now.get(one.key, one.default)
            return one, next(other.value for other in one.choices if other.value != value)
    raise AssertionError(f"{scope.game} has no setting that changes")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_league_is_founded_in_the_wizard(edition: str) -> None:
    seat = new_organiser(name="Ilse")
    client, start = signed_in(seat), reverse("campaigns:new_league", args=[seat.club.slug])
    answer = client.post(start, {"name": "The Long Table", "edition": edition, "time_zone": ""})
    while "/leagues/new/" in answer["Location"]:
        shown = client.get(answer["Location"], follow=True)
        told = shown.context["wish"].so_far()
        sent = {name: field.initial for name, field in shown.context["form"].fields.items()}
        answer = client.post(shown.request["PATH_INFO"], sent or {"on": "1"})
    lengths = [one for book in rulebooks() if book.edition == edition for one in book.settings if one.length]
    assert [label for label, _value in told].count("Length") == len(lengths)
    scope = Scope.objects.get(club=seat.club)
    assert Invitation.objects.get(club=seat.club).scope == scope
    assert scope.edition == edition
    assert "The Long Table" in text_of(page(seat, scope))
    assert scope.begin == as_of_now(registration_of(scope.game).game.settings(edition), {})
    assert reconcile(scope) == []
    (invited,) = invitations_of(gather_my_leagues(new_seat(club=seat.club).person))
    assert invited.scope == scope.pk


@GAMES
def test_home_leads_whoever_plays_to_a_page_that_is_there(club: WholeClub, game: str) -> None:
    scope, plugin = league_of(club, game), plugin_of(game)
    led = 0
    for side in plugin.sides_of(plugin.load(scope.pk)).values():
        seat = Seat.objects.filter(pk=plugin.owner_of(plugin.load(scope.pk), side.id) or 0).first()
        found = plugin.club.playing(gather_my_leagues(seat.person), scope) if seat else None
        for url in (found.play, found.played) if found else ():
            assert not url or browser(seat).get(url).status_code == 200, url
            led += bool(url)
    assert led


@GAMES
def test_every_section_is_there_for_whom_it_is_meant(club: WholeClub, game: str) -> None:
    scope = league_of(club, game)
    for who, seat in club.people.items():
        outside = who in ("stranger", "nobody") and not scope.is_public
        for one in plugin_of(game).play.sections:
            hidden = outside or (one.group and who != "organiser")
            answer = browser(seat).get(reverse(one.url, args=[scope.pk]))
            assert answer.status_code == (404 if hidden else 200), (who, one.name)


@GAMES
def test_every_entry_is_told_in_a_sentence_of_its_own(club: WholeClub, game: str) -> None:
    plugin = plugin_of(game)
    for scope in Scope.objects.filter(club=club.club, game=game):
        assert reconcile(scope) == []
        for one in records(scope):
            if one.procedure in plugin.game.procedures:
                told = (one.procedure, one.params, one.answers, one.effects, str, scope.edition)
                assert plugin.rules.tell(*told), one.procedure


@GAMES
def test_the_list_to_correct_from_has_a_title_for_what_was_played(club: WholeClub, game: str) -> None:
    scope, plugin = league_of(club, game), plugin_of(game)
    chapters = page(organiser_of(club), scope, "corrections").context["page"].chapters
    assert sum(len(one.lines) for one in chapters) == min(scope.entries.count(), PAGE)
    assert len(chapters) > 1 or plugin.rules.chapter is no_text


@GAMES
def test_the_board_the_lists_and_the_settings_show_it(club: WholeClub, game: str) -> None:
    scope, organiser = league_of(club, game), organiser_of(club)
    plugin = plugin_of(game)
    sides = plugin.sides_of(plugin.load(scope.pk)).values()
    board = page(organiser, scope, "board").content.decode()
    assert sides
    assert [one for one in sides if one.name in board.replace("&#x27;", "'")]
    seats = {plugin.owner_of(plugin.load(scope.pk), one.id) for one in sides}
    players = Seat.objects.filter(pk__in=filter(None, seats))
    assert len(players) > 1
    for seat in players:
        assert scope.name in text_of(browser(seat).get("/"))
    names = {
        one.name for book in plugin.play.rulebooks() if book.edition == scope.edition for one in book.settings
    }
    settings = page(organiser, scope, "settings").content.decode()
    assert [name for name in names if name in settings]


@GAMES
@pytest.mark.in_turn(4)
def test_it_is_printed(club: WholeClub, game: str, django_capture_on_commit_callbacks: Any) -> None:
    scope, client = league_of(club, game), browser(club.people["player"])
    with django_capture_on_commit_callbacks(execute=True):
        shown = client.post(reverse("campaigns:print_league", args=[scope.pk]), {"paper": "A4"})
    number = LeaguePrint.objects.filter(scope=scope).latest("pk").pk
    assert shown["Location"] == reverse("campaigns:league_print", args=[scope.pk, number])
    printed = client.get(reverse("campaigns:league_pdf", args=[scope.pk, number]))
    words = "".join(one.extract_text() for one in PdfReader(BytesIO(printed.content)).pages)
    assert scope.name.split()[-1] in words


@GAMES
def test_a_tap_is_undone_with_a_tap_where_the_past_is_replayed(club: WholeClub, game: str) -> None:
    scope, organiser = league_of(club, game), organiser_of(club)
    before = plugin_of(game).load(scope.pk)
    setting, value = setting_of(scope)
    entry = changed(scope, organiser, setting.key, value)
    answer = browser(organiser).post(reverse("campaigns:undo", args=[scope.pk, entry.seq]))
    deep = plugin_of(game).rules.from_the_present == ""
    assert answer.status_code == (302 if deep else 409)
    assert (plugin_of(game).load(scope.pk) == before) is deep
    assert reconcile(scope) == []


def changed(scope: Scope, organiser: Seat, key: str, value: str) -> Entry:
    act, params = plugin_of(scope.game).acts.change(key, value, "for another night")
    outcome = door.act(scope.pk, Actor(organiser), act, params)
    assert outcome.entry is not None
    return Entry.objects.get(scope=scope, seq=outcome.entry)


@GAMES
def test_an_answer_is_corrected_on_its_page(club: WholeClub, game: str) -> None:
    scope, organiser = league_of(club, game), organiser_of(club)
    client = browser(organiser)
    if plugin_of(game).rules.from_the_present:
        newest = Entry.objects.filter(scope=scope).latest("seq")
        address = reverse("campaigns:entry", args=[scope.pk, newest.seq])
        assert client.post(address, {"void": "1"}).status_code == 409
        return
    entry, key, value = correctable(client, scope)
    started = client.post(
        reverse("campaigns:entry", args=[scope.pk, entry.seq]), {"key": key, "value": value}
    )
    draft = Correction.objects.filter(scope=scope).latest("pk")
    assert started["Location"] == reverse("campaigns:correction", args=[scope.pk, draft.pk])
    assert client.get(started["Location"]).status_code == 200
    shown = correcting.preview_correction(draft)
    while shown.undecided:
        draft.changes |= {one.record.id: {"decided": True, "void": True} for one in shown.undecided}
        draft.save()
        shown = correcting.preview_correction(draft)
    sent = {"commit": "1", "words": "We misheard.", "fingerprint": shown.fingerprint}
    assert client.post(started["Location"], sent).status_code == 302
    draft.refresh_from_db()
    assert draft.status == "committed"
    now = Entry.objects.get(pk=entry.pk)
    assert now.answers[key]["value"] == value
    assert now.answers[key] != entry.answers[key]
    assert reconcile(scope) == []
    assert any("We misheard." in one for one in told_in(scope, organiser))


def correctable(client: Client, scope: Scope) -> tuple[Entry, str, str]:
    """The latest entry in which somebody chose one of several things that might have been another."""
    for entry in Entry.objects.filter(scope=scope, void=False).order_by("-seq"):
        if not any(one["origin"] == "choice" for one in entry.answers.values()):
            continue
        shown = client.get(reverse("campaigns:entry", args=[scope.pk, entry.seq])).context["page"]
        for one in shown.asked:
            others = [
                o.id for o in question_options(one.question) if not o.why_not and o.id != one.answer.value
            ]
            if one.question.kind == "choose" and others and not one.why_not:
                return entry, one.question.key, others[0]
    raise AssertionError("nothing was chosen")


@GAMES
def test_a_program_acts_and_reads_it(club: WholeClub, game: str) -> None:
    scope, api = league_of(club, game), Api(organiser_of(club))
    setting, value = setting_of(scope)
    act, params = plugin_of(game).acts.change(setting.key, value, "for another night")
    base = f"/api/v1/leagues/{scope.pk}/"
    answer = api.post(f"{base}act/", {"procedure": act, "params": params, "once": "k"})
    assert answer.status_code == 200, answer.json()
    newest = api.get(f"{base}chronicle/").json()[0]
    assert newest["seq"] == answer.json()["entry"]
    assert newest["sentence"]
    assert plugin_of(game).rules.settings(plugin_of(game).load(scope.pk))[setting.key] in (
        value,
        value == "on",
    )
