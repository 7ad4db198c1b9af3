"""The club nights and games in somebody's holiday: taken back with it, and said once they are back early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.stored import topics
from campaigns.models import Come, Fell, Night, NightAnswer, NoticeKind, PlannedGame, PlanStatus, Seat
from campaigns.models.nights import fill_places, held_nights
from campaigns.models.notices import mark_answered
from campaigns.models.plans import GameState, PlannedGameQuerySet
from config.dates import dated
from rules.engine.language import listed

UNDER_WAY = PlannedGame.objects.filter(status=PlanStatus.BEGUN).exclude(
    stands__in=(GameState.TOLD, GameState.COUNTS, GameState.STRUCK)
)
# Whom somebody else has marked as there by beginning their game may be at home.
MARKED_BY_A_GAME = Exists(
    UNDER_WAY.filter(
        night=OuterRef("night"), begun_at=OuterRef("here_at"), sides__seat__person=OuterRef("seat__person")
    )
)
HAS_COME = Q(here_at__isnull=False) & ~Q(MARKED_BY_A_GAME)


def expected_days(seat: Seat, begins: date, ends: date, now: datetime) -> list[date]:
    """The days on which a club expects somebody: at a night, or for a game."""
    said = _answers(seat, begins, ends, now)
    nights = {one.night.day for one in said if one.come in (Come.YES, Come.WAIT)}
    return sorted(nights | {one.day for one in _games(seat, begins, ends, now)})


def take_back_nights(seat: Seat, begins: date, ends: date, now: datetime) -> None:
    """Somebody comes to no night in these days and plays no game: their places are free, and whoever was to
    play them hears of it. Inside a transaction.
    """
    nights = [one.night_id for one in _answers(seat, begins, ends, now)]
    held_nights(nights)
    said = {"come": Come.NO, "brings": "", "said_at": now, "for_game": False, "beyond": False}
    own = NightAnswer.objects.filter(night__in=nights, seat__person=seat.person_id).exclude(HAS_COME)
    own.update(here_at=None, **said)
    mark_answered(NoticeKind.NIGHT_ASKED, night__in=nights, person=seat.person_id)
    games = [one.pk for one in _games(seat, begins, ends, now)]
    fallen = PlannedGame.objects.filter(pk__in=games).fall(by=seat, fell=Fell.AWAY)
    if nights or fallen:
        fill_places(nights)
        topics.tell_club(seat.club_id, topics.NIGHTS)


def nights_missed(seat: Seat, begins: date, ends: date, now: datetime) -> list[Night]:
    """The nights to come in these days of which somebody has said, or their holiday has, that they do not
    come."""
    said = NightAnswer.objects.filter(seat__person=seat.person_id, come=Come.NO)
    found = Night.objects.filter(club=seat.club_id, day__range=(begins, ends), called_off_at=None)
    found = found.filter(answers__in=said).select_related("club").distinct()
    return [one for one in found if one.ends_at > now]


def listed_days(days: Iterable[date]) -> str:
    """Days, each once, as a sentence lists them."""
    return listed([dated(one, "l j F") for one in dict.fromkeys(days)])


def taken_back_words(name: str, days: Iterable[date]) -> str:
    """What becomes of the nights and games in a holiday, before it is saved; `name` is empty to oneself."""
    sentence = _(
        "You’re expected on %(days)s. If you save anyway, you’ll be down as not coming, and your games "
        "then will be called off."
    )
    if name:
        sentence = _(
            "%(name)s is expected on %(days)s. If you save anyway, they’ll be down as not coming, and "
            "their games then will be called off."
        )
    return sentence % {"days": listed_days(days), "name": name}


def begun_days(seat: Seat, begins: date, ends: date, now: datetime) -> list[date]:
    """For each game of theirs that has begun, and that they may not be there to play, its day in these."""
    return sorted(one.day for one in _not_there(seat, UNDER_WAY.exclude(scope=None), begins, ends, now))


def begun_words(name: str, days: Sequence[date]) -> str:
    """What becomes of games that have begun, before a holiday over them is saved; `days`: that of each,
    `name`: as above.
    """
    sentence = ngettext(
        "Your game on %(days)s has already begun, so this does not call it off: concede it, hand over what "
        "you play, or tell an organiser. If you will be there, start the holiday the day after it.",
        "Your games on %(days)s have already begun, so this does not call them off: concede them, hand over "
        "what you play, or tell an organiser. If you will be there, start the holiday after them.",
        len(days),
    )
    if name:
        sentence = ngettext(
            "%(name)s’s game on %(days)s has already begun, so this does not call it off: it can be conceded "
            "or handed over. If they will be there, start the holiday the day after it.",
            "%(name)s’s games on %(days)s have already begun, so this does not call them off: they can be "
            "conceded or handed over. If they will be there, start the holiday after them.",
            len(days),
        )
    return sentence % {"days": listed_days(days), "name": name}


def _answers(seat: Seat, begins: date, ends: date, now: datetime) -> list[NightAnswer]:
    """What somebody has said to nights in these days, where they may come; not of those they have come to."""
    found = NightAnswer.objects.filter(seat__person=seat.person_id).exclude(come=Come.NO)
    found = found.filter(
        night__club=seat.club_id, night__day__range=(begins, ends), night__called_off_at=None
    ).exclude(HAS_COME)
    return [one for one in found.select_related("night__club") if one.night.ends_at > now]


def _games(seat: Seat, begins: date, ends: date, now: datetime) -> list[PlannedGame]:
    """Those still to come in these days; whoever is at a night plays there."""
    return _not_there(seat, PlannedGame.objects.open(), begins, ends, now)


def _not_there(
    seat: Seat, games: PlannedGameQuerySet, begins: date, ends: date, now: datetime
) -> list[PlannedGame]:
    """Of these games those of somebody in these days, but for those of a night they have come to."""
    found = games.filter(club=seat.club_id, day__range=(begins, ends))
    there = NightAnswer.objects.filter(seat__person=seat.person_id, night__club=seat.club_id)
    here = set(there.filter(HAS_COME).values_list("night", flat=True))
    own = found.of(seat.person_id).select_related("club", "night__club")
    return [one for one in own if one.ends_at > now and one.night_id not in here]
