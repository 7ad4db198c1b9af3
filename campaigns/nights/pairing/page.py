"""The pairs of a night or a round for their organiser: each with its reasons, and what a swap would mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Club, Come, KeptApart, Pairing, PairingWay, Scope, Seat
from campaigns.nights import evening
from campaigns.nights.games.games import GamePlayer, free_tables, joined_names, plans_on, versus
from campaigns.nights.pairing.pairs import PairingTable, season_rounds

WEEK = 7


@dataclass(frozen=True, slots=True)
class Tag:
    """A reason: `tone` is verdigris for what is new, brass for what was long ago, red for what repeats."""

    words: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Plate:
    """A name on the page. Without a name in hand it can be picked up; with one it says what a swap means."""

    seat: int
    name: str
    emblem: str
    note: str
    tone: str = ""
    picked: bool = False
    pick_url: str = ""


@dataclass(frozen=True, slots=True)
class PairLine:
    table: str
    plates: tuple[Plate, Plate]
    why: tuple[Tag, ...]


@dataclass(frozen=True, slots=True)
class PairsPage:
    title: str
    head: str
    league: str
    lines: tuple[PairLine, ...]
    out: tuple[tuple[Plate, str], ...]
    empty: str  # why there is no pair
    onward: tuple[str, str] | None  # what to do where there is no pair: words and address
    away: tuple[str, ...]  # by reason
    picked: Plate | None
    ways: tuple[tuple[str, str, bool], ...]
    leagues: tuple[tuple[str, str, bool], ...]
    apart: tuple[tuple[int, str], ...]
    has_teams: bool
    repeats: str
    publish: str  # the button's words; empty where there is nothing to publish
    url: str
    turns: bool
    sign: str  # of the pairs as they are shown
    base: str  # the address below which what one does with them stands
    season: tuple[SeasonRound, ...]


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """A round of a season each against each: its pairs, and whether each has been played or planned."""

    number: int
    pairs: tuple[tuple[str, str], ...]
    out: str
    is_next: bool


@dataclass(frozen=True)
class Drafted:
    """A draft with what is known of those in it."""

    draft: Pairing
    table: PairingTable
    now: datetime

    def person(self, seat: int) -> int:
        return next(one.person_id for one in self.table.free if one.pk == seat)

    def partner(self, seat: int) -> int | None:
        return next((b if a == seat else a for a, b in self.draft.pairs if seat in (a, b)), None)

    def times(self, one: int, other: int) -> int:
        return self.table.known.times(self.person(one), self.person(other))


def pairs_page(
    draft: Pairing,
    table: PairingTable,
    leagues: list[Scope],
    picked: int | None = None,
    now: datetime | None = None,
) -> PairsPage:
    """The whole of it, with the seat somebody has picked up."""
    drafted = Drafted(draft, table, now or timezone.now())
    in_hand = picked if picked in draft.people else None
    free = free_tables(table.night, plans_on([table.night])) if table.night else []
    tables = iter([*free, *[0] * len(draft.pairs)])
    lines = tuple(_line(drafted, pair, next(tables), in_hand) for pair in draft.pairs)
    count, out = len(lines), len(draft.out)
    head = ngettext("%(n)s pairing", "%(n)s pairings", count) % {"n": count}
    rest = ngettext("%(n)s sits out", "%(n)s sit out", out) % {"n": out}
    return PairsPage(
        title=_("Pairings for %(day)s") % {"day": table.night} if table.night else _("Pairings for a round"),
        head=f"{head}, {rest}" if out else head,
        league=table.found.scope.name,
        lines=lines,
        out=tuple((_plate(drafted, seat, in_hand), _why_out(drafted, seat)) for seat in draft.out),
        empty="" if lines or out else _empty(table),
        onward=None if lines else _onward(table),
        away=tuple(_away(table)),
        picked=_plate(drafted, in_hand, in_hand) if in_hand else None,
        ways=tuple(_ways(drafted)),
        leagues=tuple(_leagues(table, leagues)),
        apart=tuple(_apart(table.club)),
        has_teams=bool(table.known.mates),
        repeats=_repeats(drafted) if lines else "",
        publish=ngettext("Publish %(n)s pairing", "Publish %(n)s pairings", count) % {"n": count}
        if count
        else "",
        url=pairs_url(table, table.found.scope),
        turns=count > 1,
        sign=draft.sign,
        base=_base(table),
        season=tuple(_season(drafted)) if draft.way == PairingWay.ROBIN else (),
    )


def pairs_url(table: PairingTable, scope: Scope) -> str:
    return f"{_base(table)}?league={scope.pk}"


def _base(table: PairingTable) -> str:
    if table.night is None:
        return reverse("campaigns:round", args=[table.club.slug])
    return reverse("campaigns:pairs", args=[table.club.slug, table.night.pk])


def _ways(drafted: Drafted) -> Iterator[tuple[str, str, bool]]:
    words = {PairingWay.NIGHTS: _("Round by round")} if drafted.table.night is None else {}
    for value, label in PairingWay.choices:
        yield value, str(words.get(PairingWay(value), label)), value == drafted.draft.way


def _season(drafted: Drafted) -> Iterator[SeasonRound]:
    """All rounds, each against each; the next is the one this draft has taken up."""
    table, seats = drafted.table, drafted.table.seat
    drawn = {frozenset(map(drafted.person, pair)) for pair in drafted.draft.pairs}
    rounds = season_rounds(table)
    taken = [sum(frozenset(pair) in drawn for pair in one.pairs) for one in rounds]
    for number, one in enumerate(rounds, 1):
        told = tuple((_versus(table, pair), _so_far(table, pair)) for pair in one.pairs)
        out = joined_names([str(seats(person)) for person in one.out])
        is_next = taken.index(max(taken)) + 1 == number and bool(drawn)
        yield SeasonRound(number, told, _("sitting out: %(name)s") % {"name": out} if out else "", is_next)


def _versus(table: PairingTable, pair: tuple[int, int]) -> str:
    return versus([GamePlayer(str(table.seat(one)), "", one) for one in pair])


def _so_far(table: PairingTable, pair: tuple[int, int]) -> str:
    if frozenset(pair) in table.met:
        return _("played")
    return _("planned") if table.known.times(*pair) else ""


def _leagues(table: PairingTable, leagues: list[Scope]) -> Iterator[tuple[str, str, bool]]:
    for one in leagues if len(leagues) > 1 else ():
        yield one.name, pairs_url(table, one), one.pk == table.found.scope.pk


# Names


def _line(drafted: Drafted, pair: list[int], table: int, in_hand: int | None) -> PairLine:
    one, other = pair
    plates = (_plate(drafted, one, in_hand), _plate(drafted, other, in_hand))
    return PairLine(str(table or "–"), plates, tuple(_why(drafted, one, other)))


def _plate(drafted: Drafted, seat: int, in_hand: int | None) -> Plate:
    known = next(one for one in drafted.table.free if one.pk == seat)
    note, tone = _means(drafted, in_hand, seat) if in_hand else (_stands(drafted, known), "")
    here = pairs_url(drafted.table, drafted.table.found.scope)
    return Plate(
        seat=seat,
        name=str(known),
        emblem=known.emblem,
        note=note,
        tone=tone,
        picked=seat == in_hand,
        pick_url=f"{here}&pick={seat}",
    )


def _stands(drafted: Drafted, seat: Seat) -> str:
    """The place in the league's own table."""
    place, of = _place(drafted, seat.person_id), len(drafted.table.found.ranks)
    return _("place %(place)s of %(of)s") % {"place": place, "of": of}


def _place(drafted: Drafted, person: int) -> int:
    return drafted.table.known.places.get(person, 0)


def _means(drafted: Drafted, in_hand: int, seat: int) -> tuple[str, str]:
    """What it would mean if the name in hand and this one changed places."""
    if seat == in_hand:
        return _("selected"), ""
    mine, theirs = drafted.partner(in_hand), drafted.partner(seat)
    if mine == seat:
        return _("the same pairing"), ""
    new = [(a, b) for a, b in ((in_hand, theirs), (seat, mine)) if b is not None]
    if any(frozenset(map(drafted.person, pair)) in drafted.table.known.apart for pair in new):
        return _("kept apart"), "red"
    if any(frozenset(map(drafted.person, pair)) in drafted.table.known.mates for pair in new):
        return _("in the same team"), "red"
    return _met_then([drafted.times(*pair) for pair in new])


def _met_then(times: list[int]) -> tuple[str, str]:
    most = max(times, default=0)
    if most == 0:
        return (_("both new") if len(times) > 1 else _("new pairing")), "verdigris"
    if most == 1:
        return _("have met once"), ""
    return _("meeting number %(n)s") % {"n": most + 1}, "red"


# Reasons


def _why(drafted: Drafted, one: int, other: int) -> Iterator[Tag]:
    """History before standing."""
    first, second = drafted.person(one), drafted.person(other)
    met = drafted.table.met.get(frozenset((first, second)))
    if met is None and drafted.times(one, other):
        yield Tag(_("already planned"), "brass")
    elif met is None:
        yield Tag(_("never met"), "verdigris")
    else:
        tone = "red" if met.times > 1 else "brass"
        yield Tag(_how_long_ago(met.times, met.last, drafted.now), tone)
    apart = abs(_place(drafted, first) - _place(drafted, second))
    yield Tag(
        ngettext("%(n)s place apart", "%(n)s places apart", apart) % {"n": apart}
        if apart
        else _("level in the standings")
    )


def _how_long_ago(times: int, last: datetime | None, now: datetime) -> str:
    told = ngettext("met once", "met %(n)s times", times) % {"n": times}
    weeks = (now - last).days // WEEK if last else 0
    if weeks < 1:
        return told
    ago = ngettext("%(n)s week ago", "%(n)s weeks ago", weeks) % {"n": weeks}
    said = _("%(met)s %(ago)s") if times == 1 else _("%(met)s, last time %(ago)s")
    return said % {"met": told, "ago": ago}


def _why_out(drafted: Drafted, seat: int) -> str:
    person, known = drafted.person(seat), drafted.table.known
    times = known.sat_out.get(person, 0)
    if len(drafted.draft.people) == 1:
        return _("Sits out: there is nobody else without a game.")
    if _has_only_mates(drafted, seat):
        return _("Sits out: everybody left to play is in the same team.")
    if len(drafted.draft.people) % 2 == 0:
        return _("Sits out: there is nobody left for them to play.")
    least = _("has not sat out yet")
    often = ngettext("has sat out once", "has sat out %(n)s times", times) % {"n": times}
    odd = _("Sits out: an odd number of people are coming; %(name)s %(why)s.")
    if drafted.table.night is None:
        odd = _("Sits out: there is an odd number of players; %(name)s %(why)s.")
    return odd % {
        "name": drafted.table.seat(person),
        "why": often if times else least,
    }


def _has_only_mates(drafted: Drafted, seat: int) -> bool:
    """Whether whoever sits out beside somebody is in their team; alone they are the odd one."""
    known, person = drafted.table.known, drafted.person(seat)
    others = [drafted.person(one) for one in drafted.draft.out if one != seat]
    return bool(others) and all(frozenset((person, one)) in known.mates for one in others)


def _repeats(drafted: Drafted) -> str:
    most = max((drafted.times(*pair) for pair in drafted.draft.pairs), default=0)
    if most == 0:
        return _("No rematches.")
    if most == 1:
        return _("No two players will have met more than twice.")
    return _("No two players will have met more than %(n)s times.") % {"n": most + 1}


# Who is not paired


def _busy(table: PairingTable) -> set[int]:
    """Who of them has a game on the night."""
    plans = plans_on([table.night]) if table.night else []
    return {one.seat.person_id for plan in plans for one in plan.sides.all()}


def _empty(table: PairingTable) -> str:
    if table.night is None or not table.others:
        return _("Nobody plays in this league yet.")
    busy = _busy(table)
    if any(one.person_id in busy for one in table.others):
        return _("Everybody who is coming and plays in this league has a game.")
    return _(
        "Nobody who plays in this league has said they are coming. "
        "Only players who answer “I’ll be there” are paired."
    )


def _onward(table: PairingTable) -> tuple[str, str]:
    """Where there is nobody to pair: to who is coming and plays, or into the league that nobody plays in."""
    if not (table.free or table.others):
        return _("Go to the league"), reverse("campaigns:league", args=[table.found.scope.pk])
    if table.night is None:
        return _("Go to club nights"), reverse("campaigns:nights", args=[table.club.slug])
    return _("See who is coming"), reverse("campaigns:night", args=[table.club.slug, table.night.pk])


def _away(table: PairingTable) -> Iterator[str]:
    """Those of the league who are not to be paired tonight, by the reason why."""
    if table.night is None:
        return
    busy, night = _busy(table), table.night
    words = {
        Come.WAIT: _("on the waiting list"), Come.MAYBE: _("maybe"), Come.NO: _("not this time"),
        evening.AWAY: _("on holiday"), "": _("no reply"),
    }  # fmt: skip
    told: dict[str, list[str]] = {why: [] for why in (_("game already planned"), *words.values())}
    for guest in evening.guests_of(night, table.others):
        is_busy = guest.seat.person_id in busy
        why = _("game already planned") if is_busy else words.get(guest.come, words[""])
        told[why].append(guest.name)
    for why, names in told.items():
        if names:
            yield _("%(why)s: %(names)s") % {"why": why, "names": joined_names(names)}


def _apart(club: Club) -> Iterator[tuple[int, str]]:
    for one in KeptApart.objects.filter(one__club=club).select_related("one", "other"):
        yield one.pk, _("%(one)s and %(other)s") % {"one": one.one, "other": one.other}
