"""Everything about the territory that was tapped: owner, what stands there, who, neighbours, Time of War."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from maps.firestorm.battles.battle_labels import battle_title
from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import signed
from rules.firestorm.faction_figures import banners_at, garrison
from rules.firestorm.glory.counting import holdings
from rules.firestorm.state import Firestorm, Territory
from rules.maps.model import neighbours as neighbours_of


@dataclass(frozen=True, slots=True)
class BuildingLine:
    """Something that stands in a territory: its name, what it does, its sign, its rule."""

    name: str
    text: str
    icon: str
    rule: str


@dataclass(frozen=True, slots=True)
class FirestormPanel:
    """One territory. `facts` are short remarks, `worth` its glory, `words` its Time of War."""

    id: str
    name: str
    facts: str
    owner: str
    colour: str
    worth: str
    words: str
    items: tuple[BuildingLine, ...]
    banners: tuple[tuple[str, str], ...]  # colour and name
    battles: tuple[str, ...]
    neighbours: tuple[tuple[str, str], ...]  # id and name


def firestorm_panel(viewer: FirestormViewer, place: Territory) -> FirestormPanel:
    """The panel of a territory."""
    state = viewer.state
    owner = state.factions.get(place.owner)
    near = neighbours_of(state.links.values()).get(place.id, ())
    return FirestormPanel(
        id=place.id,
        name=place.name,
        facts=" · ".join(_facts(viewer, place)),
        owner=state.name_of(place.owner) if owner else "",
        colour=owner.colour if owner else "",
        worth=_worth(viewer, place),
        words=place.words,
        items=tuple(_standing(viewer, one) for one in place.items),
        banners=tuple(
            (state.factions[one.faction].colour, state.name_of(one.id)) for one in banners_at(state, place.id)
        ),
        battles=tuple(_battles(state, place)),
        neighbours=tuple((one, state.name_of(one)) for one in near),
    )


def _facts(viewer: FirestormViewer, place: Territory) -> list[str]:
    facts = [_("corner")] * bool(place.corner) + [_("special")] * place.special
    row = viewer.book.book.places.get(place.role)
    if row and row.name != place.name:
        facts.append(row.name)
    if place.bonus:
        facts.append(_("map bonus %(n)s") % {"n": signed(place.bonus)})
    if place.level:
        facts.append(_("stronghold level %(n)s") % {"n": place.level})
    if guard := garrison(viewer.book, place):
        facts.append(_("garrison of %(n)s points") % {"n": guard})
    return facts


def _worth(viewer: FirestormViewer, place: Territory) -> str:
    """What it is worth to its owner now, or would be to the first who holds it."""
    if not place.owner:
        figures = viewer.book.figures
        count = (figures.special_glory if place.special else figures.territory_glory) + place.bonus
    else:
        lines = holdings(viewer.state, viewer.book, place.owner)
        count = next(one.total for one in lines if one.territory == place.id)
    return ngettext("%(n)s glory", "%(n)s glory", count) % {"n": count}


def _standing(viewer: FirestormViewer, key: str) -> BuildingLine:
    row = viewer.book.item(key)
    return BuildingLine(row.name, row.text, row.icon, row.rule)


def _battles(state: Firestorm, place: Territory) -> list[str]:
    found = [one for one in state.battles.values() if one.territory == place.id and not one.applied]
    return [battle_title(state, one) for one in found if one.status != "struck"]
