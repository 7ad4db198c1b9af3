"""Whom a league waits for, on its own pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Need
from campaigns.engine.passage.here import AnyHere
from campaigns.shell.told import chronicle
from maps.turns.onlookers import looks_on
from rules.engine.language import listed
from rules.engine.todos import with_must


def waited_for(here: AnyHere) -> dict[str, str]:
    """The sides that have something to do before it goes on, as far as the visitor may know, by name; the
    organisers among them as an empty one.
    """
    sides = with_must(here.registration.whose_move.as_others_see(here.state, here.book, here.owns))
    return {one: here.state.name_of(one) if one else _("the organiser") for one in sides}


def who_are_there(here: AnyHere, waited: Mapping[str, str]) -> Mapping[str, str]:
    """Of these, those with somebody there to do it, for whom it really waits; all of them where that is
    nobody. Who only looks on is told nothing of holidays.
    """
    if looks_on(here):
        return waited
    return {one: name for one, name in waited.items() if not one or not _rests(here, one)} or waited


def is_paused(here: AnyHere) -> bool:
    """Whether it stands still; one that ended in a pause is over."""
    return here.state.now.paused and not here.registration.is_over(here.state)


def paused_words(here: AnyHere) -> str:
    """That it is paused, with the organiser's reason as the chronicle tells it; empty while it is not."""
    if not is_paused(here):
        return ""
    return chronicle.latest_of(here, f"{here.scope.game}.pause") or _("The league is paused.")


def stands_still(here: AnyHere, url: str) -> Iterator[Need]:
    """That it is paused, for its organiser; at `url` it goes on again."""
    if words := paused_words(here):
        yield Need(words, "", url, _("View"), "pause-circle", urgent=False)


def deadline_of(here: AnyHere) -> datetime | None:
    """When its time is up; none while deadlines stand still."""
    found: datetime | None = here.state.now.deadline
    return None if is_paused(here) else found


def waiting_words(here: AnyHere, waited: Mapping[str, str]) -> str:
    """The same as a sentence, and which of them nobody plays any more; empty when it waits for nobody."""
    if not waited:
        return ""
    waited = who_are_there(here, waited)
    told = _("Waiting for %(names)s.") % {"names": listed(waited.values())}
    resting = (one for one in waited if one and not looks_on(here) and _rests(here, one))
    if away := [one.name for side in resting for one in here.away_of(side) if one.is_away]:
        told = f"{told} {_away(away)}"
    nobodys = (one for one in waited if one and one not in here.unplayed)
    gone = [waited[one] for one in nobodys if not here.is_played(one)]
    if not gone:
        return told
    nobody = _("Nobody plays %(names)s any more; an organiser can act.") % {"names": listed(gone)}
    return f"{told} {nobody}"


def _rests(here: AnyHere, side: str) -> bool:
    return here.absent.rests(side, here.registration.members_of(here.state, side))


def _away(names: list[str]) -> str:
    said = ngettext(
        "%(names)s is away.",
        "%(names)s are away.",
        len(names),
    )
    return said % {"names": listed(names)}
