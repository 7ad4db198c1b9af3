"""Which procedures are reported: what somebody says happened counts when the others agree, not at once.

And who the sides of such a report are: those the facts name, never those the sender would like. Which they
are says the game's plug-in.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaigns.engine.stored.store import Registration
from rules.engine.refusals import Refused
from rules.engine.state import State

type Facts = Mapping[str, object]


def among(word: str, facts: Facts) -> list[str]:
    """The ids that facts name under a word."""
    named = facts.get(word)
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []


def require_sure[S: State, B](
    registration: Registration[S, B], state: S, procedure: str, facts: Facts, before: Facts | None = None
) -> None:
    """Raise `Refused` for what looks like a slip; whoever is sure sends it once more and says so.

    `before`: what a correction puts right; what looked like a slip in it already has been asked about.
    """
    doubt = registration.acts.doubted.get(procedure)
    if doubt is None or (before and doubt(state, before)):
        return
    if refused := doubt(state, facts):
        raise refused


def reported_sides[S: State, B](
    registration: Registration[S, B], state: S, procedure: str, facts: Facts
) -> list[str]:
    """The sides whose agreement a report needs. Raises `Refused` when nobody is named."""
    if procedure not in registration.acts.reported:
        sentence = _("%(procedure)s does not need a report; do it directly.") % {"procedure": procedure}
        raise Refused("", sentence, "procedure")
    sides = registration.acts.reported[procedure](state, facts)
    if not sides:
        raise Refused("", _("Say who took part."), "facts")
    return sides
