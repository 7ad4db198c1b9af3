"""What is agreed at the table: what is said before it binds, and whom to ask once a dispute is too late."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.engine.correcting import still_open
from campaigns.engine.lines import TakesBack
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.shell.whom_to_ask import whom_to_ask
from rules.engine.plain import Params
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class AtTable:
    """`speaker`: who has said that the reader's side agreed, as long as it may dispute that; then `ask_whom`
    names who corrects it.
    """

    speaker: str = ""
    ask_whom: str = ""


def says_others_agreed(params: Params) -> bool:
    """Whether whoever reported says so."""
    return params.get("at_table") is True


def counts_once_words(viewer: AnyViewer, told: Agreement, names: str) -> str:
    """Whose word a report needs; an organiser's, where nobody plays these sides."""
    said = _("The report counts once the other side agrees: %(names)s.") % {"names": names}
    return organiser_answers(viewer, told.others, names) or said


def organiser_answers(viewer: AnyViewer, sides: Iterable[str], names: str) -> str:
    """That an organiser gives the word of these, where nobody plays them; empty where somebody does."""
    if any(map(viewer.is_played, sides)):
        return ""
    said = _("Nobody plays %(names)s any more, so an organiser can agree to the report or dispute it.")
    return said % {"names": names}


def at_table_words(names: str) -> str:
    """What happens once these are said to have agreed."""
    return _(
        "The report will count straight away. %(names)s will see that you said they agreed, and can dispute "
        "it until somebody acts in the next phase."
    ) % {"names": names}


def said_at_table(viewer: AnyViewer, due: TakesBack | None, reporter: str) -> AtTable:
    """Who has said that the reader's side agreed, of what a dispute would take back; else that
    `reporter` did.
    """
    if due is None:
        return AtTable()
    try:
        said = still_open(viewer.scope, due)
    except Refused:
        return AtTable() if viewer.closed or viewer.is_organiser else AtTable(ask_whom=whom_to_ask(viewer))
    return AtTable(speaker=str(said.actor or reporter)) if said else AtTable()
