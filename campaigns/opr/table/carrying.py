"""An act at the table through the door, and the report an address names."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.models import Report
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.reader import number_of
from rules.engine.plain import Params


def act_as_viewer(viewer: OprViewer, procedure: str, params: Params) -> DoorOutcome:
    """One act at the door with the person's dice."""
    return door.act(viewer.scope.pk, viewer.actor, procedure, params, app_dice=viewer.app_dice)


def named_report(viewer: OprViewer, what: str = "answers") -> Report | None:
    """The report that the address names: the one to which this is another version, say."""
    asked = viewer.request.GET.get(what, "")
    if not number_of(asked):
        return None
    reports = Report.objects.select_related("reporter")
    found = get_object_or_404(reports, scope=viewer.scope, pk=number_of(asked))
    if found.procedure not in ("opr.result", "opr.quick_report", "opr.walk_over"):
        raise Http404
    return found
