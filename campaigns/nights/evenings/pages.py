"""What the page of a club night shows, and what home tells of the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote_plus

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns.engine.who.access import may_play
from campaigns.models import Come, Night, NightAnswer, PlannedGame, Seat
from campaigns.models.nights import SAYS
from campaigns.nights import evening
from campaigns.nights.acts import full_words, is_today
from campaigns.nights.evening import Guest, guests_of, hours, how_soon
from campaigns.nights.evenings import reminding
from campaigns.nights.games import plans
from campaigns.nights.games.forms import LookForm
from campaigns.nights.games.games import (
    MyGame,
    PlannedGameLine,
    as_range,
    free_tables,
    joined_names,
    my_game_of_night,
    planned_game_lines,
    plans_on,
)
from campaigns.nights.games.leagues import organised_by

MOST_NAMES = 3  # of those who are reminded


@dataclass(frozen=True, slots=True)
class NightAnswers:
    """The three answers as buttons: where they are sent, and which is mine; ticked unless I wait for a
    place. `note`: the night is full, or where I am on its waiting list."""

    url: str
    mine: str
    ticked: bool
    choices: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night as a line of a list; `off` says that it is called off, and why."""

    day: int
    weekday: str
    title: str
    note: str
    url: str
    soon: str
    said: str
    off: str


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """Those with the same answer."""

    count: int
    word: str
    guests: tuple[Guest, ...]
    pencil: bool = False


@dataclass(frozen=True, slots=True)
class OrganiserAct:
    """Something an organiser may do, as a line."""

    icon: str
    title: str
    note: str
    url: str
    is_tap: bool = False  # done at once, without a page between


@dataclass(frozen=True, slots=True)
class LookingFor:
    """Somebody who looks for a game; `ask`: where I ask them for one."""

    name: str
    emblem: str
    words: str
    ask: str
    note: str  # they wait for a place on the night


@dataclass(frozen=True, slots=True)
class WantedBoard:
    """Who wants a game this week. `mine`: I am on it; `may`: I may be."""

    wishes: tuple[LookingFor, ...]
    mine: bool
    may: bool
    form: LookForm
    look: str
    stop: str


@dataclass(frozen=True, slots=True)
class NightPage:
    line: NightLine
    hours: str
    doors: str
    place: str
    address: str
    map_url: str
    tables: str
    brings: str
    words: str
    answers: NightAnswers | None  # nothing to say to a night that is over or called off
    mine: NightAnswer | None
    here: str  # where I say that I have arrived, on the day
    full: str  # why I cannot say so
    game: MyGame | None  # what I play, on the day
    who: str  # the heading of the groups
    groups: tuple[AnswerGroup, ...]
    come: str
    acts: tuple[OrganiserAct, ...]
    arrivals: tuple[Guest, ...]  # whom an organiser may note as there
    over: str  # that this lets in more than fit
    present: tuple[Guest, ...]  # and who is noted, and may not be there after all
    games: tuple[PlannedGameLine, ...]
    free: str
    plan: str  # where a game is planned; empty for who only watches, and once it is over
    board: WantedBoard | None  # while the night is to come


def night_line(night: Night, seat: Seat, now: datetime) -> NightLine:
    said = evening.night_answer(night, seat.person_id)
    return NightLine(
        day=night.day.day,
        weekday=evening.weekday(night.day),
        title=_("Club night, %(from)s") % {"from": f"{night.starts:%H:%M}"},
        note=night.place,
        url=line_url(night),
        soon=how_soon(night, now) if night.ends_at > now else _("over"),
        said=said.get_come_display() if said else "",
        off=_off(night),
    )


def line_url(night: Night) -> str:
    return reverse("campaigns:night", args=[night.club.slug, night.pk])


def _off(night: Night) -> str:
    if not night.is_off:
        return ""
    return _("called off: %(why)s") % {"why": night.why} if night.why else _("called off")


def night_page(seat: Seat, night: Night, now: datetime | None = None) -> NightPage:
    """One evening, as somebody of the club sees it."""
    planned = plans_on([night])
    moment = now or timezone.now()
    guests = guests_of(night, evening.members(seat.club))
    open_, today = not night.is_off and night.ends_at > moment, is_today(night, moment)
    mine = evening.night_answer(night, seat.person_id)
    arrived = mine is not None and mine.here_at is not None
    notes = seat.is_organiser and open_ and today
    asked = open_ and today and not arrived
    may = seat.is_organiser or night.has_place_for(seat.person_id)
    return NightPage(
        line=night_line(night, seat, moment),
        hours=hours(night),
        doors=_("doors open at %(at)s") % {"at": f"{night.doors:%H:%M}"} if night.doors else "",
        place=night.place,
        address=night.address,
        map_url=_map(night),
        tables=_tables(night),
        brings=_brings(guests),
        words=night.words,
        answers=night_answers(night, seat.person_id) if open_ else None,
        mine=mine,
        here=_here(night) if asked and may else "",
        full=full_words(night) if asked and not may else "",
        game=_my_game(night, planned, seat.person_id) if open_ and today else None,
        who=_("Who is coming") if open_ else _("How people answered"),
        groups=tuple(one for one in _groups(guests) if open_ or not one.pencil),
        come=_come(night, guests),
        acts=tuple(_acts(night, seat, guests, moment)) if open_ else (),
        games=planned_game_lines(planned, seat.person_id, night),
        free=as_range(free_tables(night, planned)) if open_ else "",
        plan=_plan_on(night) if open_ and may_play(seat) else "",
        board=wanted_board(seat, moment, night, guests) if open_ else None,
        arrivals=_arrivals(guests, there=False) if notes else (),
        over=_("The night is full, but anybody you tap will be let in.") if notes and night.is_full else "",
        present=_arrivals(guests, there=True) if notes else (),
    )


def _my_game(night: Night, planned: Iterable[PlannedGame], person: int) -> MyGame | None:
    """What somebody plays who has a place, or needs none."""
    return None if evening.waiting_list_sentence(night, person) else my_game_of_night(planned, person)


def night_answers(night: Night, person: int) -> NightAnswers:
    """The first of them says where it leads while the night is full: to the waiting list."""
    url = reverse("campaigns:night_say", args=[night.club.slug, night.pk])
    mine, full = evening.night_answer(night, person), not night.has_place_for(person)
    waits = evening.waiting_list_sentence(night, person)
    labels = {one: str(one.label) for one in SAYS}
    if full or waits:
        labels[Come.YES] = _("Waiting list")
    return NightAnswers(
        url=url,
        mine=Come.YES if waits else mine.come if mine else "",
        ticked=not waits,
        choices=tuple((str(value), label) for value, label in labels.items()),
        note=waits or (_all_taken(night) if full else ""),
    )


def _all_taken(night: Night) -> str:
    return ngettext("The only place is taken.", "Every place is taken.", night.places or 0)


def _tables(night: Night) -> str:
    """ "6 tables · 12 places"."""
    tables = ngettext("%(n)s table", "%(n)s tables", night.tables) % {"n": night.tables}
    places = ngettext("%(n)s place", "%(n)s places", night.places or 0) % {"n": night.places}
    return " · ".join(filter(None, [tables if night.tables else "", places if night.places else ""]))


def _map(night: Night) -> str:
    """Directions, opened by whoever taps them; no page of ours asks a foreign server for anything."""
    return f"https://www.openstreetmap.org/search?query={quote_plus(night.address)}" if night.address else ""


def _here(night: Night) -> str:
    return reverse("campaigns:night_here", args=[night.club.slug, night.pk])


def _brings(guests: Iterable[Guest]) -> str:
    told = [
        _("%(name)s is bringing %(what)s") % {"name": one.name, "what": one.brings}
        for one in guests
        if one.brings
    ]
    return ", ".join(told)


def _come(night: Night, guests: list[Guest]) -> str:
    """How many of the club; where not everybody fits, how many of the places."""
    come = len(night.coming)
    if night.places is None:
        return _("%(n)s of %(all)s") % {"n": come, "all": len(guests)}
    told = ngettext("%(n)s of %(all)s place", "%(n)s of %(all)s places", night.places)
    return told % {"n": come, "all": night.places}


def _groups(guests: list[Guest]) -> Iterable[AnswerGroup]:
    words = {
        Come.YES: _("coming"), Come.WAIT: pgettext("for a place", "waiting"), Come.MAYBE: _("maybe"),
        Come.NO: _("not coming"), evening.AWAY: _("on holiday"), "": _("no reply"),
    }  # fmt: skip
    for come, word in words.items():
        found = tuple(sorted((one for one in guests if one.come == come), key=lambda one: one.place))
        if found:
            yield AnswerGroup(len(found), word, found, pencil=come == "")


def _acts(night: Night, seat: Seat, guests: Iterable[Guest], now: datetime) -> Iterator[OrganiserAct]:
    """What the club's organisers do; who organises leagues alone pairs theirs."""
    at = [night.club.slug, night.pk]
    if seat.is_organiser or organised_by(seat):
        first = _("those who have met least are paired first, then those closest in the standings")
        url = reverse("campaigns:pairs", args=at)
        yield OrganiserAct("arrow-left-right", _("Pair up those without a game"), first, url)
    if not seat.is_organiser:
        return
    silent = reminding.unanswered_seats(guests, seat) if night.begins_at > now else []
    yield from _remind(night, silent)
    stands = _("your message appears at the top of this page and on the hall screen")
    write = f"{reverse('campaigns:word_new', args=at[:1])}?night={night.pk}"
    yield OrganiserAct("envelope-paper", _("Write to those who are coming"), stands, write)
    shown = _("tables, who is here and who is still to come")
    yield OrganiserAct("tv", _("Open the hall screen"), shown, reverse("campaigns:night_hall", args=at))
    yield OrganiserAct("pencil", _("Change this night"), "", reverse("campaigns:night_change", args=at))
    yield OrganiserAct("slash-circle", _("Call this night off"), "", reverse("campaigns:night_off", args=at))


def _remind(night: Night, silent: list[Seat]) -> Iterator[OrganiserAct]:
    """Those who have not answered are asked with one tap; who was today, tomorrow again."""
    if not silent:
        return
    known = reminding.reminded(night)
    left = [one for one in silent if one.person_id not in known]
    told = names_of(left or silent, MOST_NAMES)
    if left:
        url = reverse("campaigns:night_remind", args=[night.club.slug, night.pk])
        note = ngettext("has not answered yet", "have not answered yet", len(left))
        yield OrganiserAct("megaphone", _("Remind %(names)s") % {"names": told}, note, url, is_tap=True)
    else:
        yield OrganiserAct("megaphone", _("Reminded today: %(names)s") % {"names": told}, "", "")


def names_of(seats: list[Seat], most: int) -> str:
    """ "Marta, Tom and 3 more"."""
    shown = [str(one) for one in seats[:most]]
    if len(seats) > most:
        more = len(seats) - most
        shown.append(ngettext("%(n)s more", "%(n)s more", more) % {"n": more})
    return joined_names(shown)


def _arrivals(guests: list[Guest], *, there: bool) -> tuple[Guest, ...]:
    return tuple(one for one in guests if bool(one.here_at) == there)


def _plan_on(night: Night) -> str:
    return f"{reverse('campaigns:plan_new', args=[night.club.slug])}?night={night.pk}"


def wanted_board(
    seat: Seat, now: datetime, night: Night | None = None, guests: Iterable[Guest] = ()
) -> WantedBoard:
    """Who wants a game this week; for a night nobody of its `guests` who does not come."""
    slug, may = seat.club.slug, may_play(seat)
    gone = {one.seat.person_id for one in guests if one.come in (Come.NO, evening.AWAY)} - {seat.person_id}
    found = [one for one in plans.who_looks(seat.club, now) if one.seat.person_id not in gone]
    ask = reverse("campaigns:plan_new", args=[slug])
    more = f"&night={night.pk}" if night else ""
    others = [one for one in found if one.seat.person_id != seat.person_id]
    waiting = {one.seat.person_id for one in night.waiting} if night else set()
    wishes = [
        LookingFor(
            str(one.seat), one.seat.emblem, one.words, f"{ask}?who={one.seat_id}{more}" if may else "",
            _("on the waiting list") if one.seat.person_id in waiting else "",
        )
        for one in others
    ]  # fmt: skip
    urls = (reverse(f"campaigns:{name}", args=[slug]) for name in ("look", "look_stop"))
    form = LookForm(auto_id="id_look_%s")
    return WantedBoard(tuple(wishes), len(others) < len(found), may, form, *urls)


# A person's home


@dataclass(frozen=True, slots=True)
class NextNight:
    """The next night of somebody's clubs, as their home tells it. `off`: one before it that is called off."""

    line: NightLine
    club: str  # empty where they are in one club only
    answers: NightAnswers
    game: MyGame | None
    emblems: tuple[str, ...]
    come: str
    off: NightLine | None


MOST_EMBLEMS = 8


def next_night(seats: Iterable[Seat], now: datetime | None = None) -> NextNight | None:
    """The soonest night of the clubs somebody is in."""
    moment, by_club = now or timezone.now(), {seat.club_id: seat for seat in seats}
    found = evening.to_come([seat.club for seat in by_club.values()], moment, most=8)
    night = next((one for one in found if not one.is_off), None)
    if night is None:
        return None
    seat = by_club[night.club_id]
    come = [one.seat for one in night.coming]
    off = next((one for one in found if one.is_off and one.day <= night.day), None)
    return NextNight(
        line=night_line(night, seat, moment),
        club=night.club.name if len(by_club) > 1 else "",
        answers=night_answers(night, seat.person_id),
        game=_my_game(night, plans_on([night]), seat.person_id),
        emblems=tuple(one.emblem for one in come[:MOST_EMBLEMS]),
        come=ngettext("%(n)s coming", "%(n)s coming", len(come)) % {"n": len(come)} if come else "",
        off=night_line(off, by_club[off.club_id], moment) if off else None,
    )
