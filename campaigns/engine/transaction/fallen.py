"""Why a report cannot count as it was told, or with what it fell that nobody withdrew.

It is kept as a code and whom that is about (`Report.why`), and said to each reader in their own language.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.engine.stored.store import Registration
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.parked import report_facts
from campaigns.models import Report, Scope
from rules.engine.refusals import Refused
from rules.engine.state import State

LEAGUE_OVER, CALLED_OFF = ("over",), ("off",)
GONE = "gone"  # whom an earlier game's dice have taken away
REFUSED = "refused"  # by what rule, where one is named
KEPT = "kept"  # a sentence of an older release
FELL = {
    LEAGUE_OVER: gettext_noop("The league is over, so this report does not count."),
    CALLED_OFF: gettext_noop("The game was called off."),
}


def refused_with(refused: Refused) -> list[str]:
    """What is kept of a refusal; its sentence is made anew for whoever reads."""
    return [REFUSED, refused.rule]


def why_words[S: State, B](scope: Scope, registration: Registration[S, B], state: S, report: Report) -> str:
    """Why it does not count, in the reader's language; empty where nothing speaks against it."""
    if not report.why:
        return ""
    code, *about = report.why
    if fell := FELL.get((code,)):
        return _(fell)
    parking = registration.acts.parking
    if code == GONE and parking is not None:
        return parking.says_gone(state, about)
    return str(about[0]) if code == KEPT else _refusal(scope, registration, state, report)


def _refusal[S: State, B](scope: Scope, registration: Registration[S, B], state: S, report: Report) -> str:
    """What the rules say to its facts as things stand."""
    found = dry_run(scope, state, report.procedure, report_facts(registration, report))
    if isinstance(found, Refused):
        return found.sentence
    return _("It could not count as it was told when its time came. An organiser decides.")
