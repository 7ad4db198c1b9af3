"""What somebody who goes away has still to do, league by league: where nobody waits for them, and where it
can wait until they are back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.stored.store import AnyRegistration, registration_of
from campaigns.models import Scope, ScopeKind, Seat, TodoRow
from rules.engine.language import listed, with_heading
from rules.engine.plain import text_in
from rules.engine.state import State


@dataclass(frozen=True, slots=True)
class OpenMove:
    """What is still theirs to do in a league, and where that is done; `what`: each thing by its name, where
    it can wait until they are back, else it may be decided without them."""

    league: str
    url: str
    what: tuple[str, ...] = ()


def open_moves(seat: Seat, stand_in: Seat | None = None, *, own: bool) -> list[OpenMove]:
    """What nobody would be left to do once a person is away; `own`: they ask themselves, and so of what their
    side alone knows, too.
    """
    played = played_by(seat)
    rows = _rows_of(seat, [scope for scope, *_rest in played], own=own)
    found = dict[int, OpenMove]()
    for scope, registration, state, side in played:
        left = [one for one in rows if (one.scope_id, one.side) == (scope.pk, side)]
        if registration.rules.goes_on is None:
            found |= _resting(scope, state, left)
        elif any(one.own or stand_in is None for one in left):
            found.setdefault(scope.pk, OpenMove(scope.name, reverse("campaigns:league", args=[scope.pk])))
    return list(found.values())


def _rows_of(seat: Seat, scopes: list[Scope], *, own: bool) -> list[TodoRow]:
    """What falls to nobody but them in these leagues."""
    musts = TodoRow.objects.filter(scope__in=scopes, stand="must", gone_at=None).order_by("place")
    seats = Seat.objects.filter(person=seat.person_id, club=seat.club_id)
    mine = {str(pk) for pk in seats.values_list("pk", flat=True)}
    found = musts if own else musts.filter(own=False)
    return [one for one in found if one.seats and mine.issuperset(one.seats)]


def _resting(scope: Scope, state: State, rows: list[TodoRow]) -> dict[int, OpenMove]:
    """What can wait, named by when it was played and what it is."""
    if not rows:
        return {}
    plugin = plugin_of(scope.game)
    what = dict.fromkeys(_named(scope, state, one) for one in rows)
    return {scope.pk: OpenMove(scope.name, plugin.play.place(scope, rows[0].params), tuple(what))}


def _named(scope: Scope, state: State, row: TodoRow) -> str:
    plugin = plugin_of(scope.game)
    spec = plugin.game.spec(f"{scope.game}.{row.act}")
    title = plugin.acts.title(spec.name, row.params) or spec.title.rstrip(".")
    when = plugin.rules.occasion(state, text_in(row.params, plugin.store.traces.played))[1]
    return with_heading(when, title) if when else title


def open_moves_words(name: str, moves: list[OpenMove]) -> Iterator[str]:
    """What becomes of somebody's open moves; `name` is empty to oneself."""
    if pressed := [one.league for one in moves if not one.what]:
        yield _pressed_words(name, pressed)
    for one in moves:
        if one.what:
            yield _resting_words(name, one)


def _pressed_words(name: str, leagues: list[str]) -> str:
    sentence = _(
        "It’s still your move in %(leagues)s. Make it first, or save anyway: it may then be decided "
        "without you straight away."
    )
    if name:
        sentence = _(
            "It’s still %(name)s’s move in %(leagues)s. If you save anyway, it may be decided without them "
            "straight away."
        )
    return sentence % {"leagues": listed(leagues), "name": name}


def _resting_words(name: str, move: OpenMove) -> str:
    sentence = _(
        "You still have this to do in %(league)s: %(what)s. It can wait until you’re back, but others may be "
        "waiting for it."
    )
    if name:
        sentence = _(
            "%(name)s still has this to do in %(league)s: %(what)s. It can wait until they’re back, but "
            "others may be waiting for it."
        )
    return sentence % {"league": move.league, "what": listed(move.what), "name": name}


def played_by(seat: Seat) -> list[tuple[Scope, AnyRegistration, State, str]]:
    """The leagues of a club that go on and in which somebody plays a side, with that side."""
    own = set(
        map(str, Seat.objects.filter(person=seat.person_id, club=seat.club_id).values_list("pk", flat=True))
    )
    found = list[tuple[Scope, AnyRegistration, State, str]]()
    leagues = Scope.objects.filter(club=seat.club_id, kind=ScopeKind.LEAGUE, archived_at=None)
    for scope in leagues.annotate(line=LINE).order_by("pk"):
        registration, state = registration_of(scope.game), state_of(scope)
        sides = () if registration.rules.is_over(state) else registration.sides_of(state)
        found += [
            (scope, registration, state, side)
            for side in sides
            if not own.isdisjoint(registration.rules.members_of(state, side))
        ]
    return found
