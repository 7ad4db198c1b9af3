"""Where what a refusal of any map book is about is seen to: the battle, the standings, the invitations."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.engine.passage.here import AnyHere


def seen_to(here: AnyHere, about: Mapping[str, str], room: str, acting: str = "") -> ButtonLink | None:
    """The button; None for what only one book names. `room` is where a book's addresses stand, `acting` what
    they end with for an organiser who acts for others.
    """
    if battle := about.get("battle"):
        return ButtonLink(
            reverse(f"{room}:battle", args=[here.scope.pk, battle]) + acting, _("Go to the battle")
        )
    if about.get("page") == "standings":
        return ButtonLink(reverse(f"{room}:standings", args=[here.scope.pk]), _("View the standings"))
    if about.get("page") == "invite" and here.runs_club:
        return ButtonLink(reverse("people:invitations", args=[here.scope.club.slug]), _("Invite people"))
    return None
