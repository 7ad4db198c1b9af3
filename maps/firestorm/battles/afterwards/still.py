"""After a result that had come into force is corrected or void: what has not moved by itself.

Glory follows the new result; whose the land is and where banners stand is put right by the organiser, who
reads here what there is to look at and where. Source: FS-107
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.state import Banner, Battle

RULED = ("firestorm.correct_result", "firestorm.void_result")


@dataclass(frozen=True, slots=True)
class Still:
    """Something that stays until somebody moves it: how it is, and the form that changes it."""

    words: str
    url: str
    button: str


def still(viewer: FirestormViewer, battle: Battle) -> tuple[Still, ...]:
    """The land of a battle and its banners; nothing where nobody has ruled on what had come into force."""
    if not battle.applied or not _is_ruled(viewer, battle):
        return ()
    page = reverse("firestorm:organise", args=[viewer.scope.pk])
    land = f"{page}?{urlencode({'t': battle.territory})}#land"
    banners = [one for key in battle.banners if (one := viewer.state.banners.get(key))]
    return (
        Still(_of_land(viewer, battle), land, _("Change its owner")),
        *(Still(_of_banner(viewer, one), *_mending(page, one)) for one in banners),
    )


def _is_ruled(viewer: FirestormViewer, battle: Battle) -> bool:
    about = {"procedure__in": RULED, "params__battle": battle.id}
    return bool(viewer.scope.entries.filter(void=False, **about).exists())


def _of_land(viewer: FirestormViewer, battle: Battle) -> str:
    """Whose the land is, and whose it would be by the result as it stands now."""
    owner = viewer.state.territories[battle.territory].owner
    told = {
        "place": viewer.state.name_of(battle.territory),
        "owner": viewer.state.name_of(owner) if owner else "",
        "winner": viewer.state.name_of(_conqueror(battle)) if _conqueror(battle) else "",
    }
    now = _("%(place)s belongs to %(owner)s.") if owner else _("%(place)s belongs to nobody.")
    then = ""
    if battle.status == "struck":
        then = _("No land changes hands in a battle that is struck out.")
    elif _conqueror(battle) not in ("", owner):
        then = _("This result gives it to %(winner)s.")
    elif not _conqueror(battle) and owner == battle.attack:
        then = _("With this result the attacker fails to take it.")
    return " ".join(one % told for one in (now, then) if one)


def _conqueror(battle: Battle) -> str:
    """Who takes the land by the result: the attacker, or the third faction, where they have won."""
    if battle.third_won:
        return battle.third_faction
    return battle.attack if battle.result in ("minor_victory", "major_victory") else ""


def _of_banner(viewer: FirestormViewer, banner: Banner) -> str:
    told = {"banner": viewer.state.name_of(banner.id), "place": viewer.state.name_of(banner.territory)}
    if banner.at == "map":
        return _("%(banner)s stands at %(place)s.") % told
    if banner.at == "reserve":
        return _("%(banner)s is in reserve.") % told
    return _("%(banner)s has been removed.") % told


def _mending(page: str, banner: Banner) -> tuple[str, str]:
    """The form for a banner: one on the map is moved, any other put on it."""
    return f"{page}#banners", _("Move it") if banner.at == "map" else _("Put it on the map")
