"""What several people say happened in one game, beside each other: what all say, and what only some do.

The same for every game: a report of a mission, of a battle on a map.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.engine.lines import Saying, Version
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Report, Seat
from rules.engine.language import listed


def agreement_versions(viewer: AnyViewer, told: Agreement) -> tuple[Version, ...]:
    """What each has said of a game, compared: in reports, or as its own game tells it."""
    words = plugin_of(viewer.scope.game).past.reports
    if told.report is None:
        return tuple(words.versions(viewer, told))
    return compared_versions(
        [
            Version(
                who=one.who,
                lines=tuple(words.lines(viewer, one.of.facts)),
                report=one.of.pk,
                emblem=one.seat.emblem if one.seat else "",
            )
            for one in told.versions
            if isinstance(one.of, Report)
        ]
    )


def answers_now(viewer: AnyViewer, side: str, spoke: Seat | None) -> str:
    """Who answers for a side, where whoever spoke for it does not play it any more."""
    sides, rules = viewer.registration.sides_of(viewer.state), viewer.registration.rules
    seats = rules.members_of(viewer.state, side) if side in sides else ()
    players = [viewer.people[one] for one in seats if one in viewer.people]
    if spoke is None or not players or spoke.person_id in {one.person for one in players}:
        return ""
    known = {"side": getattr(sides[side], "name", ""), "names": listed(one.name for one in players)}
    return _("Now answering for %(side)s: %(names)s.") % known


def is_own_word(viewer: AnyViewer, side: str, me: str, spoke: Seat | None) -> bool:
    """Whether it was said for the visitor's side, and by somebody who still plays it."""
    return bool(side) and side == me and not answers_now(viewer, side, spoke)


def said_alike(told: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """The lines that stand in all that was told, in the order of the first; none where nobody else told."""
    first, *others = map(tuple, told)
    return tuple(line for line in first if all(line in one for one in others)) if others else ()


def compared_versions[V: Version](versions: Sequence[V]) -> tuple[V, ...]:
    """The same, with what of each not everybody says where any of them differ."""
    telling = [(*one.lines, *one.details) for one in versions if not one.disputes]
    if len({frozenset(one) for one in telling}) <= 1:
        return tuple(versions)
    alike = said_alike(telling)
    return tuple(one if one.disputes else _marked(one, alike) for one in versions)


def _marked[V: Version](version: V, alike: Iterable[str]) -> V:
    own = tuple(line for line in (*version.lines, *version.details) if line not in alike)
    return replace(version, compared=True, own=own)


def as_sayings(versions: Iterable[Version]) -> tuple[Saying, ...]:
    """The same for an organiser; nothing where one alone has spoken. A version with a report is accepted
    where it stands, any other is decided on the game's own page.
    """
    said = tuple(
        Saying(one.report, one.who, one.emblem, _in_short(one), _accept(one) if one.report else "")
        for one in versions
    )
    return said if len(said) > 1 else ()


def _accept(version: Version) -> str:
    return _("Accept %(name)s’s version") % {"name": version.who}


def _in_short(version: Version) -> tuple[str, ...]:
    if version.disputes and version.words:
        return (_("disputes it: “%(words)s”") % {"words": version.words},)
    if version.disputes:
        return (_("disputes it"),)
    return version.own if version.compared else (*version.lines, *version.details)


def alike_in(versions: Iterable[Version]) -> tuple[str, ...]:
    """What all of those say that are compared."""
    told = [(*one.lines, *one.details) for one in versions if one.compared]
    return said_alike(told) if told else ()
