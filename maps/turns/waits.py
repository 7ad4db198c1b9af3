"""Whom a league waits for, on its own pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Need, ToRemind
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.notices.reminding import MOVE, reminded_sides
from campaigns.shell.told import chronicle
from campaigns.shell.told.away import coming_lines, stand_in_of
from config.dates import clock_time
from rules.engine.language import listed
from rules.engine.todos import ORGANISERS, Todo, with_must


@dataclass(frozen=True, slots=True)
class Pause:
    """Since when and `by` whom a league stands still, where that is known; `goes_on`: where its organisers
    let it go on, nothing for anybody else.
    """

    since: datetime | None
    by: str
    goes_on: str


def awaited_sides(viewer: AnyViewer, rows: Sequence[Todo] | None = None) -> dict[str, str]:
    """The sides that have something to do before it goes on, as far as the visitor may know, by name; the
    organisers among them as an empty one. `rows`: where somebody knows more of it than its to-dos.
    """
    sides = with_must(viewer.owed if rows is None else rows)
    return {one: viewer.state.name_of(one) if one else _("the organiser") for one in sides}


def who_are_there(viewer: AnyViewer, waited: Mapping[str, str]) -> Mapping[str, str]:
    """Of these, those with somebody there to do it, for whom it really waits; all of them where that is
    nobody. Who only looks on is told nothing of holidays.
    """
    if viewer.looks_on:
        return waited
    return {one: name for one, name in waited.items() if not one or not viewer.rests(one)} or waited


def is_paused(viewer: AnyViewer) -> bool:
    """Whether it stands still; one that ended in a pause is over."""
    return viewer.state.now.paused and not viewer.registration.rules.is_over(viewer.state)


def paused_words(viewer: AnyViewer) -> str:
    """That it is paused, with the organiser's reason as the chronicle tells it; empty while it is not."""
    if not is_paused(viewer):
        return ""
    return chronicle.latest_of(viewer, f"{viewer.scope.game}.pause") or _("The league is paused.")


def what_a_pause_does() -> str:
    """What an organiser reads before a league is paused."""
    return _(
        "Deadlines and requests are on hold until you continue the league. All players get a notification, "
        "and the map says who paused it and why."
    )


def pause_of(viewer: AnyViewer, goes_on: str) -> Pause | None:
    """The pause a league is in, as its own page has it."""
    if not is_paused(viewer):
        return None
    paused = chronicle.entries_of(viewer).filter(procedure=f"{viewer.scope.game}.pause", void=False)
    by = next((line.who for line in chronicle.chronicle_lines(viewer, list(paused[:1]))), "")
    return Pause(viewer.state.now.paused_at, by, goes_on if viewer.is_organiser else "")


def stands_still(viewer: AnyViewer, url: str, goes_on: str) -> Iterator[Need]:
    """That it is paused and since when, for its organiser, before anything else: it goes on with one tap."""
    if words := paused_words(viewer):
        since, person = viewer.state.now.paused_at, viewer.seat.person if viewer.seat else None
        own = person.own_clock if person else None
        when = clock_time(since, ZoneInfo(viewer.scope.time_zone), own) if since else ""
        note = _("Since %(when)s. Deadlines and requests are on hold until the league continues.") % {
            "when": when
        }
        yield Need(
            words,
            note if when else "",
            url,
            _("View"),
            "pause-circle",
            urgent=True,
            does=_("Continue"),
            to=goes_on,
        )


def to_remind(viewer: AnyViewer, waited: Mapping[str, str]) -> tuple[ToRemind, ...]:
    """Whom an organiser may remind of these: somebody else plays the side and is there."""
    sides = [
        one for one in waited
        if one and viewer.is_played(one) and not viewer.owns(one) and not viewer.rests(one)
    ]  # fmt: skip
    told = reminded_sides(viewer, MOVE, sides) if sides else frozenset()
    words = _("Remind %(name)s")
    return tuple(ToRemind(one, words % {"name": waited[one]}, one in told) for one in sides)


def deadline_of(viewer: AnyViewer, waited: Iterable[str]) -> datetime | None:
    """When the time of these is up; none while deadlines stand still, nor where silence decides nothing for
    any of them: for organisers, for who is asked about a disputed battle.
    """
    found: datetime | None = viewer.state.now.deadline
    if found is None or is_paused(viewer):
        return None
    timed = {one.side for one in viewer.owed if one.stand == "must" and one.until is not None}
    return found if any(one in timed for one in waited) else None


def who_act(viewer: AnyViewer, waited: Mapping[str, str], *, aloud: bool = False) -> list[str]:
    """Who has to act of these, by name: an organiser for a side nobody plays, unless it is carried on
    automatically. `aloud`: said to everybody, not to the reader.
    """
    names = [name for one, name in waited.items() if one and viewer.is_played(one)]
    left = any(one and falls_to_organisers(viewer, one) for one in waited)
    if left or ORGANISERS in waited:
        own = not aloud and viewer.is_organiser and (left or _rules(viewer))
        names.append(_("you, as organiser") if own else _("the organiser"))
    return names


def _rules(viewer: AnyViewer) -> bool:
    """Whether something waits for the reader, as organiser, that is no side's."""
    return any(one.stand == "must" and one.side == ORGANISERS and viewer.decides(one) for one in viewer.owed)


def falls_to_organisers(viewer: AnyViewer, side: str) -> bool:
    """Whether nobody plays a side, and it is not carried on automatically."""
    return side not in viewer.unplayed and not viewer.is_played(side)


def to_act_words(viewer: AnyViewer, side: str, waited: Collection[str]) -> str:
    """That a side has to act, beside its name; who does where nobody plays it, nothing while all are away."""
    if side not in who_are_there(viewer, dict.fromkeys(waited, "")):
        return ""
    return _("an organiser to act") if falls_to_organisers(viewer, side) else _("to act")


def waiting_words(viewer: AnyViewer, waited: Mapping[str, str], *, aloud: bool = False) -> str:
    """The same as a sentence, and which of them nobody plays any more; empty when it waits for nobody."""
    if not waited:
        return ""
    waited = who_are_there(viewer, waited)
    names = who_act(viewer, waited, aloud=aloud)
    told = [_("Waiting for %(names)s.") % {"names": listed(names)}] if names else []
    told += _absences(viewer, waited, aloud=aloud) if not viewer.looks_on else ()
    nobodys = {one: name for one, name in waited.items() if one and not viewer.is_played(one)}
    return " ".join((*told, *_nobody(viewer, nobodys)))


def waiting_needs(viewer: AnyViewer, where: str, url: str) -> Iterator[Need]:
    """For whom it waits and until when, for its organisers; `where`: the round or turn it is in, if any."""
    sides, where = awaited_sides(viewer), where or viewer.scope.name
    waited, due = who_are_there(viewer, sides), deadline_of(viewer, sides)
    note = _("Their deadline:") if "" in sides else _("The phase ends without them:")
    if names := [name for one, name in waited.items() if one and viewer.is_played(one)]:
        title = _("%(where)s is waiting for %(names)s") % {"where": where, "names": listed(names)}
        remind = to_remind(viewer, waited)
        yield _waiting_need(title, note if due else "", url, due, remind)
    if left := {one: name for one, name in waited.items() if one and falls_to_organisers(viewer, one)}:
        title = _("%(where)s is waiting for you: nobody plays %(names)s")
        told, acting = {"where": where, "names": listed(left.values())}, urlencode({"as": next(iter(left))})
        yield _waiting_need(title % told, note if due else "", f"{url}?{acting}", due)


def _waiting_need(
    title: str, note: str, url: str, due: datetime | None, remind: tuple[ToRemind, ...] = ()
) -> Need:
    return Need(title, note, url, _("Go to the map"), "hourglass-split", urgent=False, due=due, remind=remind)


def _nobody(viewer: AnyViewer, gone: Mapping[str, str]) -> Iterator[str]:
    """Which sides nobody plays any more, and who does from when on."""
    coming = {one: coming_lines(viewer, one, name) for one, name in gone.items()}
    for one in gone:
        if one in viewer.unplayed and not coming[one]:
            yield _("Nobody plays %(name)s; the app carries on for it.") % {"name": gone[one]}
    if left := [name for one, name in gone.items() if not coming[one] and one not in viewer.unplayed]:
        yield _("Nobody plays %(names)s any more; an organiser can act.") % {"names": listed(left)}
    for lines in coming.values():
        yield from lines


def _absences(viewer: AnyViewer, waited: Iterable[str], *, aloud: bool) -> Iterator[str]:
    """Who is away of those who play these, and who stands in for them: a reader who does has a card of their
    own that says so, unless it is `aloud`."""
    away, stand_ins = list[str](), list[str]()
    for side in filter(None, waited):
        for one in (one for one in viewer.away_of(side) if one.is_away):
            if stand_in := stand_in_of(viewer, one):
                if aloud or not viewer.actor.is_seat(one.stand_in):
                    said = _("%(stand_in)s stands in for %(name)s.")
                    stand_ins.append(said % {"stand_in": stand_in, "name": one.name})
            elif viewer.rests(side):
                away.append(one.name)
    yield from [_away(away)] if away else ()
    yield from stand_ins


def _away(names: list[str]) -> str:
    said = ngettext(
        "%(names)s is away.",
        "%(names)s are away.",
        len(names),
    )
    return said % {"names": listed(names)}
