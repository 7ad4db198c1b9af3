"""Going back, a step or a phase: what is undone is void, and stays in the chronicle.

The dice stay with their slots, so that a step taken again meets the same face. Source: FS-160
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from campaigns.engine.correcting import preview_of, write_correction
from campaigns.engine.stored.journal import entry_record, entry_texts
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.writing import CORRECTION, NOTES
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope, Seat
from campaigns.models.journal import organisers_of
from maps.firestorm.clock import ITSELF
from maps.firestorm.reveal.past import REVEAL
from maps.firestorm.viewer import FirestormViewer
from maps.turns import stepping
from rules.engine.language import either
from rules.engine.refusals import Refused
from rules.firestorm.league_effects import FirestormPhaseEntered, TurnBegun
from rules.firestorm.state import Firestorm, PhaseName

CLOSE = "firestorm.close"
LOOKED_AT = 400  # entries of one turn
OF_THE_APP: tuple[PhaseName, ...] = ("initiative", "reveal", "scoring")  # over as soon as they begin


def firestorm_step_back(viewer: FirestormViewer, words: str, seen: int) -> Entry:
    """Void the latest step, which is `seen` if a page has shown one; `Refused` where that cannot be."""
    why_not = partial(why_no_step_back, viewer)
    return stepping.step_back(viewer.scope, viewer.actor, words, "FS-160", ITSELF, seen, why_not)


def why_no_step_back(viewer: FirestormViewer, steps: Iterable[Entry]) -> str:
    """Whoever sealed last would write their orders anew and know everybody's. Source: FS-26"""
    if any(one.procedure == REVEAL for one in steps):
        return _(
            "This step revealed everybody’s orders. Go back a phase instead, so that everybody writes new "
            "ones."
        )
    return why_it_stays_ended(viewer, steps)


def why_it_stays_ended(viewer: FirestormViewer, steps: Iterable[Entry]) -> str:
    """Who ended the league would play on and know everybody's objective. Source: FS-04, FS-105"""
    if not viewer.whole.objectives or all(one.procedure != CLOSE for one in steps):
        return ""
    if not viewer.actor.takes_sides(viewer.scope, viewer.whole, viewer.registration):
        return ""
    why_not = _(
        "Ending the league showed everybody’s objectives. It can be undone only by an organiser who does "
        "not play in the league, and who was not made organiser by one of its players after it began."
    )
    others = [one for one in organisers_of(viewer.scope) if not _takes_sides(viewer, one)]
    if not others:
        return why_not
    ask = _("Ask %(names)s.") % {"names": either(map(str, others))}
    return f"{why_not} {ask}"


def _takes_sides(viewer: FirestormViewer, seat: Seat) -> bool:
    return Actor(seat).takes_sides(viewer.scope, viewer.whole, viewer.registration)


@dataclass(frozen=True, slots=True)
class Begun:
    """A phase that began, in its turn, and all entries after that, the latest first."""

    turn: int
    phase: PhaseName
    since: tuple[Entry, ...]


def phase_to_reopen(scope: Scope, turn: int) -> Begun | None:
    """The phase to go back to: the present one if anybody has acted in it, otherwise the one before.

    `turn` is the present one.
    """
    since, texts = list[Entry](), entry_texts(scope)
    entries = scope.entries.filter(void=False).exclude(procedure__in=(CORRECTION, *NOTES))
    for entry in entries.select_related("slot").order_by("-seq")[:LOOKED_AT]:
        effects = entry_record(entry, texts.get(entry.pk, {})).effects
        entered = [one.phase for one in effects if isinstance(one, FirestormPhaseEntered)]
        phase = next((one for one in reversed(entered) if one not in OF_THE_APP), None)
        if phase and since:
            return Begun(turn, phase, tuple(since))
        since.append(entry)
        turn = next((one.number - 1 for one in effects if isinstance(one, TurnBegun)), turn)
    return None


def phase_back(viewer: FirestormViewer, words: str) -> Entry:
    """Go back to where the phase began. Raises `Refused` where there is none, or something rests on it.

    Source: FS-160
    """
    scope = viewer.scope
    with scope_transaction(scope.pk, viewer.actor) as transaction:
        assert isinstance(transaction.state, Firestorm)
        turn = transaction.state.now.turn
        found = phase_to_reopen(scope, turn)
        if found is None:
            raise Refused("FS-160", _("There is no phase to go back to."))
        if said := why_it_stays_ended(viewer, found.since):
            raise Refused("FS-105", said)
        shown = preview_of(transaction.scope, {one.slot.code: {"void": True} for one in found.since}, [])
        if not shown.draft.ready:
            rests = _("Something else already depends on this step; correct it in the chronicle.")
            raise Refused("FS-160", rests)
        return write_correction(transaction, shown.draft, [], words)
