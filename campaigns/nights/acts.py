"""What people do about club nights: announce, change, call off, say whether they come, arrive.

No league's state hangs on it, so nothing of it passes the door; each act is one transaction that locks its
night or rule, and tells the club's open pages. Refusals have no rule: no rulebook speaks of club nights.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.engine.stored import topics
from campaigns.models import (
    Club,
    Come,
    Fell,
    Night,
    NightAnswer,
    NightRule,
    NoticeKind,
    PlannedGame,
    Seat,
)
from campaigns.models.nights import (
    beyond_places,
    fill_places,
    held_nights,
    settle_places,
    with_answers,
)
from campaigns.models.notices import mark_answered
from campaigns.nights.dates import days
from rules.engine.language import either
from rules.engine.refusals import Refused

AHEAD = timedelta(days=120)  # nights of a rule are there so long before
EVENING = ("starts", "ends", "doors", "place", "address", "tables", "places", "words")
QUIET = {"places"}  # what no calendar hears of: who has a place, or none, is told so

type Facts = Mapping[str, object]


# Announcing


@transaction.atomic
def create_night(*, by: Seat, day: date, repeats: str = "", until: date | None = None, facts: Facts) -> Night:
    """One night, or the first of a rule's with all that are near."""
    club = by.club
    if not repeats:
        night = Night.objects.create(club=club, day=day, **_evening(facts))
    else:
        rule = NightRule.objects.create(club=club, repeats=repeats, first=day, until=until, **_evening(facts))
        create_rule_nights(rule, _today(club))
        first = rule.nights.order_by("day").first()
        if first is None:
            raise Refused(
                "", _("That would leave no nights at all: the last day is before the first night."), "until"
            )
        night = first
    topics.tell_club(club.pk, topics.NIGHTS)
    return night


def _evening(facts: Facts) -> dict[str, object]:
    return {name: facts[name] for name in EVENING}


def _today(club: Club, now: datetime | None = None) -> date:
    return (now or timezone.now()).astimezone(club.tz).date()


def create_rule_nights(rule: NightRule, today: date) -> int:
    """Make the nights of a rule that are near and not there yet; how many."""
    begin = max(rule.first, today)  # a rule from long ago makes no nights of the past
    horizon = min(begin + AHEAD, rule.until or date.max)
    if rule.ended_at or (rule.made_to and rule.made_to >= horizon):
        return 0
    coming = [one for one in days(rule.repeats, rule.first, rule.made_to, horizon) if one >= begin]
    facts = {name: getattr(rule, name) for name in EVENING}
    made = [Night(club_id=rule.club_id, rule=rule, by_rule=one, day=one, **facts) for one in coming]
    Night.objects.bulk_create(made, ignore_conflicts=True)
    rule.made_to = horizon
    rule.save(update_fields=["made_to"])
    return len(made)


def fill_all(now: datetime) -> int:
    """Make what has come near of every rule; the clock does it."""
    near = Q(made_to=None) | Q(made_to__lt=now.date() + AHEAD - timedelta(days=7))
    wanted = NightRule.objects.filter(near, ended_at=None).filter(
        Q(until=None) | Q(made_to=None) | Q(until__gt=F("made_to"))
    )
    made = 0
    for pk in wanted.values_list("pk", flat=True):
        with alone(), transaction.atomic():
            rule = NightRule.objects.select_related("club").select_for_update(of=("self",)).get(pk=pk)
            if count := create_rule_nights(rule, _today(rule.club, now)):
                made += count
                topics.tell_club(rule.club_id, topics.NIGHTS)
    return made


# Changing


@transaction.atomic
def update_night(*, night: Night, day: date, facts: Facts, following: bool = False) -> Night:
    """Another day, hour or place; with `following` its rule's later nights take on what has changed."""
    night = _locked(night)
    if night.is_off:
        raise Refused("", _("This night has been called off. Announce a new one."))
    evening = _evening(facts)
    other = _other(night, {"day": day, **evening})
    resized = _resized(night) if following and "places" in other else []
    if following and night.rule_id:
        _change_later(night, evening)
    only = Night.objects.filter(pk=night.pk)
    _take_along(only, {"day": day, **evening})
    only.update(day=day, **evening, **_changed_by(other))
    if "places" in other:
        settle_places([night.pk, *resized])
    topics.tell_club(night.club_id, topics.NIGHTS)
    return Night.objects.select_related("club").get(pk=night.pk)


def _other(night: Night, facts: Facts) -> dict[str, object]:
    """What is to be otherwise than it is."""
    return {name: to for name, to in facts.items() if to != getattr(night, name)}


def _later(night: Night, names: Collection[str]) -> dict[int, tuple[str, ...]]:
    """The later nights of its rule, with what of this each has not said otherwise itself: it is as of this
    night, or as the rule says."""
    if night.rule is None:
        return {}
    later = Night.objects.filter(rule=night.rule_id, day__gt=night.day, called_off_at=None)
    common = {name: (getattr(night, name), getattr(night.rule, name)) for name in names}
    return {one.pk: tuple(name for name in names if getattr(one, name) in common[name]) for one in later}


def _resized(night: Night) -> list[int]:
    """The later nights that get the places of this one with it."""
    return [pk for pk, follows in _later(night, ["places"]).items() if follows]


def to_wait(night: Night, fit: int | None, *, following: bool) -> list[tuple[Night, list[Seat]]]:
    """Who would have to wait if so many fitted into a night and those after it; the latest first."""
    pks = [night.pk, *(_resized(night) if following else [])]
    found = Night.objects.filter(pk__in=pks).select_related("club").prefetch_related(with_answers())
    told = ((one, [answer.seat for answer in beyond_places(one, fit)]) for one in found)
    return [(one, seats) for one, seats in told if seats]


def _change_later(night: Night, evening: Facts) -> None:
    """A rule and its later nights take on what has changed now, but for the note, which is this night's own.
    What one of them says otherwise itself it keeps."""
    changed = {name: to for name, to in _other(night, evening).items() if name != "words"}
    if not changed:
        return
    alike: dict[tuple[str, ...], list[int]] = {}
    for pk, follows in _later(night, changed).items():
        alike.setdefault(follows, []).append(pk)
    NightRule.objects.filter(nights=night).update(**changed)
    for follows, pks in alike.items():
        facts = {name: changed[name] for name in follows}
        if facts:
            later = Night.objects.filter(pk__in=pks)
            _take_along(later, facts)
            later.update(**facts, **_changed_by(facts))


def _take_along(nights: QuerySet[Night], facts: Facts) -> None:
    """The games of nights that are about to change: day and hour are theirs, too; place and end a calendar
    shows of each game."""
    shown = {name: facts[name] for name in ("day", "starts", "ends", "place") if name in facts}
    if not shown:
        return
    moved = list(nights.select_for_update().exclude(**shown).order_by("pk").values_list("pk", flat=True))
    own = {name: facts[name] for name in ("day", "starts") if name in facts}
    PlannedGame.objects.filter(night__in=moved).open().update(**own, **_changed())


def _changed() -> dict[str, object]:
    return {"sequence": F("sequence") + 1, "changed_at": timezone.now()}


def _changed_by(other: Facts) -> dict[str, object]:
    """What calendars and those who come hear of, unless nothing but the places is otherwise."""
    return {} if other.keys() and other.keys() <= QUIET else _changed()


def _locked(night: Night) -> Night:
    return Night.objects.select_related("club").select_for_update(of=("self",)).get(pk=night.pk)


@transaction.atomic
def mark_night_off(*, night: Night, why: str) -> Night:
    """The night does not take place; it stays to be seen, with a word why."""
    night = _locked(night)
    if not night.is_off:
        _call_off([night.pk], why)
        topics.tell_club(night.club_id, topics.NIGHTS)
    return night


def _call_off(nights: Collection[int], why: str) -> None:
    """The games of these nights fall with them; nobody has called those off themselves."""
    Night.objects.filter(pk__in=nights).update(called_off_at=timezone.now(), why=why, **_changed())
    PlannedGame.objects.filter(night__in=nights).fall(by=None, fell=Fell.NIGHT, why=why)


@transaction.atomic
def end_night_rule(*, night: Night) -> int:
    """No more nights by this one's rule after it: those without answers and games go; how many stay called
    off."""
    night = _locked(night)
    if night.rule_id is None:
        raise Refused("", _("This night does not repeat."))
    NightRule.objects.filter(pk=night.rule_id).update(ended_at=timezone.now(), until=night.day)
    later = Night.objects.filter(rule=night.rule_id, day__gt=night.day)
    later.filter(answers=None, plans=None).delete()
    stay = list(later.filter(called_off_at=None).values_list("pk", flat=True))
    _call_off(stay, "")
    topics.tell_club(night.club_id, topics.NIGHTS)
    return len(stay)


# Coming


@transaction.atomic
def set_attendance(
    *, seat: Seat, night: Night, come: str, brings: str | None = None, words: str | None = None
) -> None:
    """Whether somebody comes; without a place they wait for one. What they bring stays as it was where it is
    not told. The games of who does not come fall with the answer.
    """
    night = _held(night)
    _still_to_come(night)
    before = night.said.get(seat.person_id)
    told = {"brings": brings, "words": words}
    more: dict[str, object] = {name: value for name, value in told.items() if value is not None}
    if come == Come.NO:
        more["brings"] = ""
    asked = before is not None and come == Come.YES and before.come in (Come.YES, Come.WAIT)
    more["said_at"] = before.said_at if before and asked else timezone.now()  # a place in the row is kept
    more["come"] = _place_for(night, seat) if come == Come.YES else come
    if come != Come.YES:
        more |= {"here_at": None, "beyond": False}  # whoever was there is not, or not any more
    NightAnswer.objects.update_or_create(night=night, seat=seat, defaults={"for_game": False, **more})
    mark_answered(NoticeKind.NIGHT_ASKED, night=night, person=seat.person_id)
    if before and before.come == Come.YES and come != Come.YES:
        fill_places([night.pk])
    if come == Come.NO:
        own = PlannedGame.objects.of_evening(night).of(seat.person_id)
        own.fall(by=seat, fell=Fell.AWAY, why=words or "")
    topics.tell_club(night.club_id, topics.NIGHTS)


def comes_to_play(*, night: int, seats: Iterable[Seat]) -> None:
    """Those who agreed to play on a night come to it, whatever they had said before, or wait for a place;
    what they bring stays.
    """
    for seat in seats:
        (found,) = held_nights([night])
        before = found.said.get(seat.person_id)
        if before is None or before.come not in (Come.YES, Come.WAIT):
            said = {"come": _place_for(found, seat), "said_at": timezone.now(), "for_game": True}
            NightAnswer.objects.update_or_create(night=found, seat=seat, defaults=said)


def _held(night: Night) -> Night:
    (found,) = held_nights([night.pk])
    return found


def _place_for(night: Night, seat: Seat) -> Come:
    """Whether somebody who would like to come does, or waits."""
    return Come.YES if night.has_place_for(seat.person_id) else Come.WAIT


def _still_to_come(night: Night) -> None:
    if night.is_off:
        raise Refused("", _("This night has been called off."))
    if night.ends_at <= timezone.now():
        raise Refused("", _("This night is over."))


def full_words(night: Night) -> str:
    """That everybody who fits comes already, and who lets somebody in all the same."""
    names = either(str(one) for one in night.club.seats.organisers().order_by("name"))
    return _("This night is full. Are you here? Ask %(names)s to let you in.") % {"names": names}


@transaction.atomic
def arrive(*, seat: Seat, night: Night, by: Seat | None = None) -> None:
    """Somebody is there, by their own word or an organiser's, who lets in more than fit; twice is once."""
    night = _held(night)
    _still_to_come(night)
    if not is_today(night):
        raise Refused("", _("This night is on %(day)s.") % {"day": night})
    fits = night.has_place_for(seat.person_id)
    if not ((by or seat).is_organiser or fits):
        raise Refused("", full_words(night))
    now = timezone.now()
    there = {"come": Come.YES, "here_at": now, "beyond": not fits}
    answer, is_new = NightAnswer.objects.get_or_create(
        night=night, seat=seat, defaults={"said_at": now, **there}
    )
    if not is_new and answer.here_at is None:
        asked = answer.said_at if answer.come in (Come.YES, Come.WAIT) else now
        NightAnswer.objects.filter(pk=answer.pk).update(said_at=asked, **there)
    topics.tell_club(night.club_id, topics.NIGHTS)


@transaction.atomic
def not_here(*, seat: Seat, night: Night) -> None:
    """Somebody who was noted as there is not; what they said about coming stays. Who was let in without a
    place waits for one again."""
    night = _held(night)
    _still_to_come(night)
    own = NightAnswer.objects.filter(night=night, seat__person=seat.person_id)
    own.update(here_at=None)
    if own.filter(come=Come.YES, beyond=True).update(come=Come.WAIT, beyond=False):
        fill_places([night.pk])
    topics.tell_club(night.club_id, topics.NIGHTS)


def is_today(night: Night, now: datetime | None = None) -> bool:
    """Whether it is the day of the night, or still going on after midnight."""
    return night.is_today(now or timezone.now())
