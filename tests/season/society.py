"""A club of fourteen with a night a week and three leagues, each by another book; everybody has a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.transaction.scopes import found_scope
from campaigns.models import CalendarFeed, Chat, ChatShape, Club, MailAddress, Night, Scope, Seat, Telling
from campaigns.nights.feeds import feeds
from campaigns.notices.ways import browsers, chat, push
from rules.conquest.book import EDITIONS as CONQUEST
from rules.firestorm.book import EDITIONS as FIRESTORM
from tests import factories
from tests.campaigns import play
from tests.campaigns.notices.sinks import ChatSink, MailSink, chat_sink, mail_sink
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm

WARBANDS = ("Ilse", "Marta", "Tom", "Jun", "Ana", "Priya", "Oskar")
REALMS = ("Oskar", "Kwame", "Lena", "Kofi")
FOUNDERS = ("Nadia", "Halim")
JOINERS = (("Pip", "Nadia"), ("Sven", "Halim"), ("Kofi", "Nadia"))
PEOPLE = tuple(dict.fromkeys((*WARBANDS, *REALMS, *FOUNDERS, *(name for name, _founder in JOINERS))))
KEY = push.public_key()  # any point of the curve: nobody reads what comes
AUTH = "A" * 22
EVENING = {"starts": "19:00", "ends": "23:00", "place": "Back room", "tables": "8"}


@contextmanager
def posting(settings: Any) -> Iterator[tuple[MailSink, ChatSink]]:
    """Meanwhile an office reached from outside sends mail and posts to chats, to where it can be read."""
    settings.OUTWARD, settings.HTTPS = ["127.0.0.0/8"], True
    settings.PUBLIC_URL = "https://muster.example.org"
    with mail_sink() as mails, chat_sink() as posts:
        options = {"host": "127.0.0.1", "port": mails.port, "timeout": 5}
        smtp = {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
        settings.MAILERS, settings.MAIL_IS_ON = {"default": smtp}, True
        yield mails, posts


@dataclass
class Society:
    """The club; Ilse organises. `bands` has everybody's warband, `sink` is where its chat is posted to."""

    club: Club
    seats: dict[str, Seat]
    browsers: dict[str, Client]
    warbands: Scope
    bands: dict[str, str]
    realms: conquest.Table
    factions: firestorm.Table
    calendars: list[CalendarFeed] = field(default_factory=list)
    past: list[Scope] = field(default_factory=list)  # leagues that are over, and were begun anew

    @property
    def leagues(self) -> tuple[Scope, ...]:
        return self.warbands, self.realms.scope, self.factions.scope

    def name(self, person: int) -> str:
        return next(name for name, seat in self.seats.items() if seat.person_id == person)

    def path(self, what: str, *args: object) -> str:
        return reverse(f"campaigns:{what}", args=[self.club.slug, *args])

    def post(self, name: str, what: str, *args: object, **sent: Any) -> str:
        """A form of the club sent by somebody, and where it leads."""
        response = self.browsers[name].post(self.path(what, *args), sent)
        assert response.status_code == 302, conquest.words_of(response)[:600]
        return str(response["Location"])

    def night_of(self, day: date) -> Night:
        """The night that the rule made for a day, wherever it was moved."""
        return Night.objects.select_related("club").get(club=self.club, by_rule=day)


def gathered(first: date, chat_url: str) -> Society:
    """The club as its season begins: nights are announced, leagues founded, addresses given."""
    ilse = factories.new_organiser(person=factories.new_person(display_name="Ilse"))
    club = ilse.club
    seats = {"Ilse": ilse} | {
        name: factories.new_seat(club=club, person=factories.new_person(display_name=name))
        for name in PEOPLE
        if name != "Ilse"
    }
    browsers = {name: factories.signed_in(seat) for name, seat in seats.items()}
    scope, bands = _warbands(ilse, seats)
    found = Society(club, seats, browsers, scope, bands, _realms(ilse, seats), _factions(ilse, seats))
    found.post("Ilse", "night_new", day=first.isoformat(), repeats="1", **EVENING)
    _addresses(found, chat_url)
    return found


def _warbands(ilse: Seat, seats: dict[str, Seat]) -> tuple[Scope, dict[str, str]]:
    scope = play.found_league(ilse, name="The Iron Winter", parallel_play="on", late_joiners="on")
    bands = {name: play.found_warband(scope, seats[name], units=play.band(150)) for name in WARBANDS}
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    return scope, bands


def _realms(ilse: Seat, seats: dict[str, Seat]) -> conquest.Table:
    scope = found_scope(
        club=ilse.club, by=ilse, game="conquest", edition=CONQUEST[0], name="The Salt Crown",
        settings={"win_target": 60},
    )  # fmt: skip
    players = {name: seats[name] for name in REALMS}
    return conquest.opened(conquest.enlisted(scope, ilse, players, {"players": 4, "seed": "weeks"}))


def begin_factions_anew(club: Society, names: Sequence[str]) -> None:
    """The next league of factions, by who plays now: the first two found, the others join them in turn."""
    founders, others = tuple(names[:2]), names[2:]
    joiners = tuple((name, founders[n % 2]) for n, name in enumerate(others))
    club.past.append(club.factions.scope)
    club.factions = _factions(club.seats["Ilse"], club.seats, founders, joiners)


def _factions(
    ilse: Seat,
    seats: dict[str, Seat],
    founders: tuple[str, ...] = FOUNDERS,
    joiners: tuple[tuple[str, str], ...] = JOINERS,
) -> firestorm.Table:
    scope = found_scope(
        club=ilse.club, by=ilse, game="firestorm", edition=FIRESTORM[0], name="The Ember Crown",
        settings={"glory_target": 200},
    )  # fmt: skip
    players = {name: seats[name] for name in (*founders, *(name for name, _founder in joiners))}
    found = firestorm.formed(scope, ilse, players, founders, joiners)
    found.do("Organiser", "begin_play")
    return found


def _addresses(club: Society, chat_url: str) -> None:
    """Everybody has a calendar and reads mail, every third once a day; the club has its chat."""
    now, ilse = timezone.now(), club.seats["Ilse"]
    for number, (name, seat) in enumerate(club.seats.items()):
        MailAddress.objects.create(person=seat.person, address=f"{name}@example.org", confirmed_at=now)
        Telling.objects.create(person=seat.person, daily=number % 3 == 0)
        club.calendars.append(feeds.open_feed(person=seat.person))
        if number % 2:
            phone = f"{chat_url}/phones/{number}"
            browsers.subscribe_browser(
                seat.person, endpoint=phone, agent="Chrome/1 Android", key=KEY, auth=AUTH
            )
    club.calendars.append(feeds.open_feed(person=ilse.person, club=club.club))
    club.calendars += [feeds.open_feed(person=ilse.person, scope=one) for one in club.leagues]
    signed = {"shape": ChatShape.SIGNED, "secret": chat.new_secret()}
    Chat.objects.create(club=club.club, name="#campaign", url=chat_url, **signed)
