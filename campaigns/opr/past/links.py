"""Where a league of warbands corrects what an entry says: the forms behind the buttons of corrections."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import ButtonLink, Forgotten, InDraft
from campaigns.models import Correction, Entry
from campaigns.opr.league.reported import REPORTS, WITH_FACTS
from campaigns.opr.past.inserts import may_take_more
from campaigns.opr.viewer import OprViewer
from rules.engine.journal import Record

FORGOTTEN = Forgotten("campaigns:forgotten", lazy("Add a forgotten mission"), lazy("A forgotten mission"))
# What a button says that corrects the facts of an entry, where it is no report.
FACTS_WORDS = {
    "opr.walk_over": lazy("Not right? Enter how it ended"),
    "opr.abandon": lazy("Does it count after all? Enter how it ended"),
    "opr.concede": lazy("Wrong round? Change it"),
    "opr.field": lazy("Wrong units? Change them"),
    "opr.spend_underdog": lazy("Spent differently? Change it"),
}
# Steps that somebody calls complete: their heads, what is asked about them, where one goes to tell.
CLOSED_BY_HAND = {
    "opr.close_upgrades": (
        lazy("Upgrades for %(name)s"),
        lazy("Was anything bought or sold then?"),
        lazy("Buy or sell"),
    ),
    "opr.close_recruiting": (
        lazy("Recruiting for %(name)s"),
        lazy("Were any units recruited or disbanded then?"),
        lazy("Recruit or disband"),
    ),
}


def report_correction_link(viewer: OprViewer, entry: Entry) -> ButtonLink | None:
    """To the form that corrects a report or a fact of the league."""
    if entry.procedure not in WITH_FACTS:
        return None
    words = FACTS_WORDS.get(entry.procedure, _("Correct the report"))
    return ButtonLink(reverse("campaigns:entry_facts", args=[viewer.scope.pk, entry.seq]), str(words))


def more_url(viewer: OprViewer, entry: Entry) -> str:
    """What was bought, sold or recruited in a step and not written down."""
    return reverse("campaigns:forgot", args=[viewer.scope.pk, entry.seq]) if may_take_more(entry) else ""


def in_draft(draft: Correction, record: Record, name: Callable[[str], str]) -> InDraft | None:
    """The form for a report that cannot stay as it is, or for a step that nobody has called complete."""
    at = [draft.scope_id, draft.pk, record.id]
    if record.procedure in REPORTS:
        return InDraft(ButtonLink(reverse("campaigns:correction_facts", args=at), _("Change the report")))
    if record.procedure not in CLOSED_BY_HAND:
        return None
    head, asked, go = CLOSED_BY_HAND[record.procedure]
    link = ButtonLink(reverse("campaigns:correction_step", args=at), str(go))
    return InDraft(link, str(head) % {"name": name(str(record.params["warband"]))}, str(asked), "OPR-20")
