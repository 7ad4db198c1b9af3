"""Where what a refusal of any map book is about is seen to: the battle, the standings, the invitations."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.engine.transaction.viewer import AnyViewer


def seen_to(viewer: AnyViewer, about: Mapping[str, str], room: str, acting: str = "") -> ButtonLink | None:
    """The button; None for what only one book names. `room` is where a book's addresses stand, `acting` what
    they end with for an organiser who acts for others.
    """
    if battle := about.get("battle"):
        return ButtonLink(
            reverse(f"{room}:battle", args=[viewer.scope.pk, battle]) + acting, _("Go to the battle")
        )
    if about.get("page") == "standings":
        return ButtonLink(reverse(f"{room}:standings", args=[viewer.scope.pk]), _("View the standings"))
    if about.get("page") == "invite" and viewer.runs_club:
        return ButtonLink(reverse("people:invitations", args=[viewer.scope.club.slug]), _("Invite people"))
    return None
