"""The whole league on paper: the worker draws every sheet that has changed and puts them into one file.

Asking for the same league at the same version again leads to the file there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.tasks import task
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from campaigns.engine.store import registration
from campaigns.models import KeptSheet, LeaguePrint, Scope, Seat
from campaigns.paper import data
from campaigns.paper.sheet_builder import build_sheet
from campaigns.shell.seatbook import NO_SEAT, Known, seatbook
from rules.opr.game import book_of
from rules.opr.standings import averages, season, shown, standings
from rules.opr.state import OprState, value_of

type Page = tuple[str, str]  # a part of the file: its bookmark and its HTML

# What the leagues of other games have printed; each app adds its own when it is ready.
PRINTED: dict[str, Callable[[LeaguePrint, data.Paper], list[Page]]] = {}
KEPT_FOR = timedelta(days=60)
LATEST = 3  # files of a league that are kept


def ask_for(scope: Scope, seat: Seat | None, paper: data.Paper, base: str) -> LeaguePrint:
    """The league's file: the one there is for this version, in the reader's language, else a new one that
    the worker begins.
    """
    wanted = {"version": scope.version, "paper": paper, "base": base, "language": get_language() or "en"}
    found = LeaguePrint.objects.filter(scope=scope, failed=False, **wanted).first()
    if found is not None:
        return found
    with transaction.atomic():
        asked = LeaguePrint.objects.create(scope=scope, asked_by=seat, **wanted)
        transaction.on_commit(partial(draw_league.enqueue, asked.pk))
    return asked


@task()
def draw_league(print_id: int) -> None:
    """Draw the file and tidy up what nobody needs any more."""
    asked = LeaguePrint.objects.select_related("scope__club").get(pk=print_id)
    try:
        with override(asked.language):
            asked.content = _drawn(asked)
    except Exception:
        LeaguePrint.objects.filter(pk=print_id).update(failed=True)
        raise
    asked.save(update_fields=["content"])
    _tidy(asked.scope)


def _drawn(asked: LeaguePrint) -> bytes:
    from campaigns.paper import league  # half a second of every start, for the worker alone

    scope, said = asked.scope, partial(_say, print_id=asked.pk)
    paper: data.Paper = "Letter" if asked.paper == "Letter" else "A4"
    if scope.game in PRINTED:
        return league.render_pages(PRINTED[scope.game](asked, paper), scope.name, cache=Kept(), progress=said)
    state: OprState = registration(scope.game).load(scope.pk)  # type: ignore[assignment]
    people = seatbook(scope.club)
    sheets = [
        build_sheet(scope, state, state.warbands[line.warband], people, _address(asked, line.warband))
        for line in standings(state, book_of(state))
    ]
    front = front_page(asked, state, people)
    return league.render_league(sheets, paper, front=front, cache=Kept(), progress=said)


def _say(done: int, of: int, *, print_id: int) -> None:
    LeaguePrint.objects.filter(pk=print_id).update(done=done, of=of)


def _address(asked: LeaguePrint, warband: str) -> str:
    return asked.base + reverse("campaigns:warband", args=[asked.scope_id, warband])


def front_page(asked: LeaguePrint, state: OprState, people: Mapping[str, Known]) -> data.LeagueFront:
    """The standings, as the league's home shows them."""
    book, scope = book_of(state), asked.scope
    how = _("VP ÷ missions played, exact; equal is level.") if averages(state, book) else _("Most VP leads.")
    return data.LeagueFront(
        name=scope.name,
        book=f"{book.book.short} v{book.book.version}",
        when=season(state, book)["sentence"],
        how=(how,),
        lines=tuple(_lines(state, people)),
        url=asked.base + reverse("campaigns:league", args=[scope.pk]),
        printed=date_format(asked.asked_at.astimezone(scope.club.tz), "j F Y"),
    )


def _lines(state: OprState, people: Mapping[str, Known]) -> Iterator[data.StandingLine]:
    book = book_of(state)
    averaged = averages(state, book)
    for line in standings(state, book):
        warband, units = state.warbands[line.warband], state.sheet(line.warband)
        yield data.StandingLine(
            rank=str(line.rank) if warband.missions else "–",
            name=warband.name,
            player=people.get(warband.owner, NO_SEAT).name,
            played=warband.missions,
            won=warband.won,
            lost=warband.missions - warband.won,
            vp=warband.vp,
            value=value_of(units),
            xp=sum(unit.xp for unit in units),
            average=shown(warband.average, True) if averaged else "",
        )


def _tidy(scope: Scope) -> None:
    prints = LeaguePrint.objects.filter(scope=scope)
    latest = list(prints.values_list("pk", flat=True)[:LATEST])
    prints.exclude(pk__in=latest).delete()
    KeptSheet.objects.filter(used_at__lt=timezone.now() - KEPT_FOR).delete()


class Kept(MutableMapping[str, bytes]):
    """Drawn sheets by their digest, in the database, so that every worker finds them."""

    def __getitem__(self, digest: str) -> bytes:
        found = KeptSheet.objects.filter(digest=digest)
        content = found.values_list("content", flat=True).first()
        if content is None:
            raise KeyError(digest)
        found.update(used_at=timezone.now())
        return bytes(content)

    def __setitem__(self, digest: str, content: bytes) -> None:
        KeptSheet.objects.get_or_create(digest=digest, defaults={"content": content})

    def __delitem__(self, digest: str) -> None:
        KeptSheet.objects.filter(digest=digest).delete()

    def __iter__(self) -> Iterator[str]:
        return iter(KeptSheet.objects.values_list("digest", flat=True))

    def __len__(self) -> int:
        return KeptSheet.objects.count()
