"""Where what a refusal is about is seen to in this book: the battle, or whoever is waited for; and an empire
that nobody plays."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from maps.conquest.map.handing_over import may_be_handed_over
from maps.conquest.viewer import ConquestViewer
from maps.turns.what_now import seen_to


def conquest_refusal_button(viewer: ConquestViewer, about: Mapping[str, str]) -> ButtonLink | None:
    """The button beside a refusal; None where the map is the place."""
    if side := about.get("unplayed"):
        page = reverse("maps:realm", args=[viewer.scope.pk, side])
        gives = any(may_be_handed_over(viewer, [viewer.state.realms[side]]))
        return ButtonLink(f"{page}#hand-over", _("Hand it over") if gives else _("View"))
    realm = viewer.state.realms.get(about.get("realm", ""))
    if realm is not None:
        return ButtonLink(
            reverse("maps:realm", args=[viewer.scope.pk, realm.id]), viewer.state.name_of(realm.id)
        )
    return seen_to(viewer, about, "maps")
