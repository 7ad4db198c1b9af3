"""Who organises one league alone tries everything everywhere: every act a program may send, every form that
the club's organisers are shown, every address. Elsewhere nothing passes that would not for any member; in
their league they meet what the club's organisers meet there, and read nothing more.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from pytest_django import DjangoDbBlocker

from campaigns.models import LeagueOrganiser, PlannedGame, Role, Scope, ScopeKind, Seat
from campaigns.shell.drawn import kept
from tests.campaigns.engine.test_every_procedure import once_each, written
from tests.everywhere import Finger
from tests.factories import signed_in
from tests.pages import body_of, unpressed
from tests.season.browser import Form, forms_of
from tests.test_guards import ROOT
from tests.whole_club import WholeClub, standing

pytestmark = pytest.mark.django_db

GAMES = ("opr", "conquest", "firestorm")
PARTS = ("pages", "acts", "forms")  # what is tried
WHO = "bystander"
MADE_ANEW = re.compile(r'(?<=["\'])[\w-]{22,128}(?=["\'])')  # keys of forms, of pages
LINK = re.compile(r'href="(/(?:l|clubs)/[^"#]*)')
CLOCK = re.compile(r"\d\d:\d\d(:\d\d)?(\.\d+)?")  # what it shows of the hour
NUMBER = re.compile(r"\d+")  # of what an act has made, another each time
type Answers = dict[str, tuple[int, str]]


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


@dataclass
class Trying:
    """One who only sits in the club, with or without an office, and all that there is to try."""

    club: WholeClub
    seat: Seat
    finger: Finger
    forms: dict[str, list[Form]]

    @contextmanager
    def office(self, *leagues: Scope, role: str = Role.PLAYER) -> Iterator[None]:
        """Meanwhile they organise these leagues alone, or have a role."""
        Seat.objects.filter(pk=self.seat.pk).update(role=role)
        LeagueOrganiser.objects.bulk_create(LeagueOrganiser(scope=one, seat=self.seat) for one in leagues)
        _forget()
        yield
        LeagueOrganiser.objects.all().delete()
        Seat.objects.filter(pk=self.seat.pk).update(role=Role.PLAYER)
        _forget()

    def everything(self, scope: Scope, part: str) -> Callable[[], Answers]:
        """All of one kind that can be tried in a league."""
        addresses = addresses_of(self.finger, scope, "l/", "api/v1/leagues/")
        if part == "pages":
            return lambda: self.read(addresses)
        if part == "acts":
            return lambda: self.acts(scope)
        self.forms = shown(self.finger, addresses)
        return lambda: self.sent(f"/l/{scope.pk}/")

    def read(self, addresses: list[str]) -> Answers:
        return {one: _answer(self.finger.tap(WHO, "get", one)) for one in addresses}

    def acts(self, scope: Scope) -> Answers:
        """Every act of the game, with what it was done with last."""
        found, address = dict[str, tuple[int, str]](), f"/api/v1/leagues/{scope.pk}/act/"
        for procedure, params in once_each(scope).items():
            said = json.dumps({"procedure": procedure, "params": params, "sure": True})
            found[procedure] = _answer(
                self.finger.tap(WHO, "post", address, said, content_type="application/json")
            )
        return found

    def sent(self, part: str) -> Answers:
        """Every form that the club's organisers are shown there, sent as it stands by each of its buttons."""
        found = dict[str, tuple[int, str]]()
        for address, forms in self.forms.items():
            for form in forms if address.startswith(part) else ():
                for name, value in form.buttons or [("", "")]:
                    to = form.action or address
                    data = {**form.sent, **({name: [value]} if name else {})}
                    found[f"{address} {to} {name} {value}"] = _answer(self.finger.tap(WHO, "post", to, data))
        return found


def _forget() -> None:
    caches["parts"].clear()
    kept.clear_shelves()


def _answer(answer: Any) -> tuple[int, str]:
    """Its status, and what it says or where it leads, without what is new each time."""
    text = body_of(answer)
    return answer.status_code, NUMBER.sub("", answer.get("Location", "")) + CLOCK.sub(
        "", MADE_ANEW.sub("", text)
    )


def differing(some: Answers, others: Answers) -> list[tuple[object, ...]]:
    """What is answered otherwise: which, both statuses, and the lines that only one of them says."""
    return [
        (which, told[0], others[which][0], sorted(set(_lines(told[1])) ^ set(_lines(others[which][1])))[:6])
        for which, told in some.items()
        if told != others[which]
    ]


def statuses(answers: Answers) -> dict[str, int]:
    return {one: status for one, (status, _text) in answers.items()}


@pytest.fixture
def trying(club: WholeClub, monkeypatch: pytest.MonkeyPatch) -> Trying:
    unpressed(monkeypatch)
    seat, organiser = club.people[WHO], club.people["organiser"]
    assert seat
    assert organiser
    browsers = {WHO: signed_in(seat), "organiser": signed_in(organiser)}
    return Trying(club, seat, Finger(club, random.Random(7), browsers), {})


def addresses_of(finger: Finger, scope: Scope, *parts: str) -> list[str]:
    """Every address of a league, or of the club, with things that are there."""
    routes = [one for one in finger.routes if one.startswith(parts)]
    return sorted({finger.address(route, scope) for route in routes})


def shown(finger: Finger, addresses: list[str]) -> dict[str, list[Form]]:
    """The forms that an organiser of the club meets there."""
    found = {}
    for address in addresses:
        page = finger.tap("organiser", "get", address)
        if page.status_code == 200 and "text/html" in page.get("Content-Type", ""):
            forms = [one for one in forms_of(body_of(page)) if one.method == "post"]
            found[address] = [one for one in forms if "/language" not in one.action]
    return found


def of_game(club: WholeClub, game: str) -> tuple[Scope, list[Scope]]:
    """A league of a game, and all others of the club."""
    leagues = [one for one in club.leagues if one.kind == ScopeKind.LEAGUE]
    scope = next(one for one in leagues if one.game == game)
    return scope, [one for one in leagues if one.pk != scope.pk]


@pytest.mark.in_turn(6, kind="one league")
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_elsewhere_nothing_passes_that_would_not_for_any_member(trying: Trying, game: str, part: str) -> None:
    scope, others = of_game(trying.club, game)
    before, tried = written(scope), trying.everything(scope, part)
    with trying.office(role=Role.PLAYER):
        member = tried()
    with trying.office(*others):
        theirs = tried()
    assert not differing(theirs, member)
    assert written(scope) == before
    with trying.office(role=Role.ORGANISER):
        organisers = tried()
    assert statuses(theirs) != statuses(organisers)


@pytest.mark.in_turn(6, kind="one league")
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_in_their_league_they_meet_what_the_club_s_organisers_meet(
    trying: Trying, game: str, part: str
) -> None:
    scope, _others = of_game(trying.club, game)
    tried, dead = trying.everything(scope, part), set[str]()
    with trying.office(scope):
        theirs = tried()
        if part == "pages":
            links = {unescape(link) for _status, text in theirs.values() for link in LINK.findall(text)}
            assert links
            dead = {one for one, status in statuses(trying.read(sorted(links))).items() if status == 404}
    with trying.office(role=Role.ORGANISER):
        organisers = tried()
    own = {one for one in theirs if one.endswith("/organisers/")}
    differ = {one for one, status in statuses(theirs).items() if status != statuses(organisers)[one]}
    assert {one for one in differ if not one.split()[0].endswith("/organisers/")} == set()
    assert dead == set()
    for address, (_status, text) in theirs.items() if part == "pages" else ():
        more = set(_lines(text)) - set(_lines(organisers[address][1]))
        assert address in own or not more, address


def _lines(text: str) -> list[str]:
    """What a reader may read of it, line by line."""
    bare = re.sub(r"<(script|style).*?</\1>|<[^>]*>", "\n", text, flags=re.DOTALL)
    return [line.strip() for line in bare.splitlines() if line.strip()]


@pytest.mark.in_turn(7, kind="long")
def test_of_the_club_nothing_passes_but_the_games_of_their_league(trying: Trying) -> None:
    """They pair its people, and act for those of its games."""
    scope, _others = of_game(trying.club, "opr")
    addresses = addresses_of(trying.finger, scope, "clubs/")
    trying.forms = shown(trying.finger, addresses)
    games = PlannedGame.objects.filter(scope=scope).values_list("pk", flat=True)
    own = re.compile("|".join(("/(pairs|rounds)/", *(f"/games/{pk}/" for pk in games))))

    def tried() -> Answers:
        answers = trying.read(addresses) | trying.sent("/clubs/")
        return {one: told for one, told in answers.items() if not own.search(one)}

    with trying.office(role=Role.PLAYER):
        member = tried()
    with trying.office(scope):
        theirs = tried()
    assert [one[:3] for one in differing(theirs, member) if one[1] != one[2]] == []


# Whose question it is

# What is the whole club's: its people and links, its nights, its chats, leagues to be founded.
OF_THE_CLUB = {
    "campaigns/engine/who/offices.py",
    "campaigns/beginning/acts.py", "campaigns/engine/my_leagues.py", "campaigns/engine/transaction/viewer.py",
    "campaigns/engine/who/access.py", "campaigns/engine/who/rights.py",
    "campaigns/leagues/mine/home.py", "campaigns/leagues/mine/mine.py",
    "campaigns/leagues/mine/picking.py", "campaigns/leagues/organising/organisers.py",
    "campaigns/leagues/wizard_views.py", "campaigns/models/people.py", "campaigns/nights/acts.py",
    "campaigns/nights/evenings/agenda.py", "campaigns/nights/evenings/pages.py",
    "campaigns/nights/games/leagues.py", "campaigns/nights/games/plans.py",
    "campaigns/nights/pairing/views.py", "campaigns/notices/kinds/games.py",
    "campaigns/notices/ways/chat.py", "campaigns/notices/words/acts.py",
    "campaigns/opr/league/home_lines.py", "campaigns/people/clubs.py", "campaigns/people/queries.py",
    "campaigns/people/me/letting_in.py", "campaigns/people/seats.py", "campaigns/people/signin.py",
    "campaigns/shell/frame.py",
    "campaigns/shell/people_frame.py", "campaigns/shell/pinned.py", "campaigns/solo/club_views.py",
    "templates/campaigns/leagues/club.html", "templates/campaigns/nights/pairs.html",
    "templates/campaigns/people/people.html",
}  # fmt: skip
ASKS = re.compile(r"(?<!viewer)(?<!transaction)\.is_organiser\b|\.organisers\(\)")


def test_only_what_is_the_club_s_asks_for_organisers_of_the_club() -> None:
    """Of a league ask `Seat.organises`, `Actor.organises`, `Viewer.is_organiser`,
    `ScopeTransaction.is_organiser`, `MyLeagues.runs` or `organisers_of`: who organises it alone is one,
    too."""
    files = (one for app in ("campaigns", "maps", "templates") for one in Path(ROOT, app).rglob("*.*"))
    asking = {
        str(one.relative_to(ROOT))
        for one in files
        if one.suffix in (".py", ".html") and "migrations" not in one.parts and ASKS.search(one.read_text())
    }
    assert asking == OF_THE_CLUB
