"""Who is not there, as everybody reads it: on holiday from when to when, and what that means for a league; or
about to play a side that nobody does.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.seatbook import KnownPerson
from config.dates import dated


def away_days(begins: date, ends: date, *, is_away: bool) -> str:
    """The days somebody is on holiday."""
    if is_away:
        return _("away until %(day)s") % {"day": dated(ends, "j F")}
    if begins == ends:
        return _("away on %(day)s") % {"day": dated(begins, "j F")}
    return _("away from %(first)s to %(last)s") % {"first": dated(begins, "j F"), "last": dated(ends, "j F")}


def name_with_holiday(viewer: AnyViewer, known: KnownPerson) -> str:
    """Somebody's name, with the days they are away and who stands in; who only looks on is told nothing of
    holidays."""
    if known.away is None or viewer.looks_on:
        return known.name
    told = {"name": known.name, "days": away_days(*known.away, is_away=known.is_away)}
    if stand_in := stand_in_of(viewer, known):
        return _("%(name)s (%(days)s; %(stand_in)s stands in)") % {**told, "stand_in": stand_in}
    return _("%(name)s (%(days)s)") % told


def stand_in_of(viewer: AnyViewer, known: KnownPerson) -> str:
    """The name of who acts here for somebody while they are away; empty where nobody does."""
    stand_in, absent = viewer.people.get(known.stand_in), viewer.absent
    if stand_in is None or viewer.registration.rules.goes_on is None:
        return ""
    acts = known.stand_in in absent.stand_ins.values() and known.stand_in not in absent.away
    return stand_in.name if acts or not known.is_away else ""


def away_lines(viewer: AnyViewer) -> Iterator[tuple[str, str, str]]:
    """Who is, or will be, away of those who play in a league that goes on, by their seats, and what that
    means for it."""
    registration = viewer.registration
    if viewer.closed:
        return
    seats = {known.person: seat for seat, known in viewer.people.items() if known.there}
    for side in registration.sides_of(viewer.state):
        if registration.rules.in_play(viewer.state, side):
            for one in viewer.away_of(side):
                assert one.away is not None
                days = away_days(*one.away, is_away=one.is_away)
                said = _("%(name)s is %(days)s") % {"name": one.name, "days": days}
                yield seats[one.person], said, _what_follows(viewer, one)


def _what_follows(viewer: AnyViewer, known: KnownPerson) -> str:
    """What it means for a league that somebody is away."""
    if viewer.registration.rules.goes_on is None:
        return _("Their to-dos can wait until they’re back.")
    if stand_in := stand_in_of(viewer, known):
        return _("%(name)s stands in.") % {"name": stand_in}
    return _(
        "The league does not wait for them: once everybody else has done their part, it moves on straight "
        "away, as it would at the deadline."
    )


def coming_lines(viewer: AnyViewer, side: str, name: str) -> list[str]:
    """Who of the club will play a side of this name, from which turn on, and who acts until then."""
    rules, people = viewer.registration.rules, viewer.people
    playing = rules.members_of(viewer.state, side)
    said = _("%(name)s plays %(side)s from turn %(turn)s on; until then an organiser acts for it.")
    if side in viewer.unplayed:
        said = _("%(name)s plays %(side)s from turn %(turn)s on; until then the app carries on for it.")
    return [
        said % {"name": people[seat].name, "side": name, "turn": turn}
        for seat, turn in rules.plays_from(viewer.state, side).items()
        if seat not in playing and seat in people and people[seat].there
    ]
