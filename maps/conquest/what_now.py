"""Where what a refusal is about is seen to in this book: the battle, or whoever is waited for."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from campaigns.engine.lines import ButtonLink
from maps.conquest.here import ConquestHere
from maps.turns.what_now import seen_to


def what_now(here: ConquestHere, about: Mapping[str, str]) -> ButtonLink | None:
    """The button beside a refusal; None where the map is the place."""
    realm = here.state.realms.get(about.get("realm", ""))
    if realm is not None:
        return ButtonLink(reverse("maps:realm", args=[here.scope.pk, realm.id]), here.state.name_of(realm.id))
    return seen_to(here, about, "maps")
