"""Joining with an organiser's word: the list that waits, and the warband it becomes.

Source: A-59
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from campaigns.engine.asking.reading import what_became_and_why
from campaigns.leagues.requests.lines import takes_a_word
from campaigns.models import ActRequest, ActRequestStatus, ArmyDraft, Scope
from campaigns.opr.viewer import OprViewer
from campaigns.opr.who_asks import FOUND


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """What has become of a draft's request that was not done, and what was said with it."""

    said: str
    words: str


def asks_to_join(viewer: OprViewer, owner: str) -> bool:
    """Whether a warband the visitor brings for this player would wait for an organiser's word."""
    return takes_a_word(viewer, FOUND, owner=owner)


def waiting_url(draft: ArmyDraft) -> str:
    """Where a draft waits for its answer; empty when it waits for none."""
    if draft.asked is None or draft.asked.status != ActRequestStatus.OPEN:
        return ""
    return reverse("campaigns:request", args=[draft.scope_id, draft.asked.pk])


def asked_before(viewer: OprViewer, draft: ArmyDraft) -> AskedBefore | None:
    """Why a draft for which somebody has asked is still none of the league's."""
    asked: ActRequest | None = draft.asked
    if asked is None or asked.status in (ActRequestStatus.OPEN, ActRequestStatus.WITHDRAWN):
        return None
    return AskedBefore(what_became_and_why(viewer, asked), asked.words)


def follow_drafts(scope: Scope, names: Collection[str]) -> None:
    """The drafts that somebody has been let in with are warbands from now on."""
    if not any(one.partition(":")[0] in ("warbands", "*") for one in names):
        return
    done = ArmyDraft.objects.filter(scope=scope, warband="", asked__status=ActRequestStatus.DONE)
    for draft in done.select_related("asked__entry__slot"):
        if draft.asked and draft.asked.entry:
            draft.warband = f"{draft.asked.entry.slot.code}.warband"
            draft.save(update_fields=["warband"])
