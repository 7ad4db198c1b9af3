"""Where what a refusal is about is seen to in this book: the battle, the aftermath, a deck, the pause."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from maps.firestorm.acting.reaching import acting_as
from maps.firestorm.viewer import FirestormViewer
from maps.turns.what_now import seen_to


def firestorm_refusal_button(viewer: FirestormViewer, about: Mapping[str, str]) -> ButtonLink | None:
    """The button beside a refusal; None where the league's own page is the place."""
    pk, acting = viewer.scope.pk, acting_as(viewer)
    if about.get("league"):
        return ButtonLink(reverse("firestorm:organise", args=[pk]), _("Go to the league"))
    if side := about.get("unplayed"):
        page = reverse("firestorm:faction", args=[pk, side])
        return ButtonLink(f"{page}#let-in", _("Let somebody in"))
    if deck := about.get("deck"):
        return ButtonLink(reverse("firestorm:deck", args=[pk, deck]), _("Go to the cards"))
    if about.get("page") == "aftermath":
        return ButtonLink(reverse("firestorm:aftermath", args=[pk]) + acting, _("Go to the aftermath"))
    return seen_to(viewer, about, "firestorm", acting)
