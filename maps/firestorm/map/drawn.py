"""A state of a Firestorm league as a map, whichever state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.shell.look.emblems import emblem_named
from maps.firestorm.acting.reaching import acts_as, faction_acted_for
from maps.firestorm.viewer import FirestormViewer
from maps.ground.drawing import map_svg
from maps.ground.icons import paper_style
from maps.ground.signs import Sign
from maps.ground.subject import Badge, Drawing, MapBanner, MapWay, Picture
from rules.engine.language import said
from rules.firestorm.faction_figures import on_map
from rules.firestorm.ground import firestorm_map_book
from rules.firestorm.state import Faction, Firestorm
from rules.maps.book import MarkField
from rules.maps.model import Ground, Map, Place


def faction_map_url(viewer: FirestormViewer) -> str:
    """The map's address, ready for a parameter; an organiser goes on acting for the same faction."""
    acting = faction_acted_for(viewer) if acts_as(viewer, faction_acted_for(viewer)) else ""
    kept = urlencode({"as": acting}) + "&" if acting else ""
    return f"{reverse('firestorm:map', args=[viewer.scope.pk])}?{kept}"


def faction_sign(faction: Faction) -> Sign:
    """How a faction's land and pieces are marked."""
    emblem = emblem_named(faction.colour)
    white = emblem.sign.upper() == "#FFFFFF"
    return Sign(emblem.name, emblem.icon, white, faction.name, emblem.striped, emblem.hatch)


def bare_ground_map(state: Firestorm) -> Map:
    """The ground a league is played on, without owners and without what was built. Source: FS-184"""
    names = Place.__dataclass_fields__
    places = [Place(**{name: getattr(one, name) for name in names}) for one in state.territories.values()]
    ground_ = next(iter(state.ground.values()), Ground())
    return Map(ground=ground_, places=tuple(places), links=tuple(state.links.values()))


def marks_on(state: Firestorm) -> list[tuple[MarkField, str]]:
    """What the map itself says of some territory: the field, and the book's word for it."""
    there = {"bonus": any(one.bonus for one in state.territories.values())}
    there["words"] = any(one.words for one in state.territories.values())
    return [(one.field, said(one.label)) for one in firestorm_map_book().marks if there.get(one.field)]


def firestorm_map_svg(
    viewer: FirestormViewer,
    state: Firestorm,
    *,
    url: str = "",
    selected: str = "",
    latest: str = "",
    ways: Sequence[MapWay] = (),
    badges: Mapping[str, Badge] | None = None,
    lit: Collection[str] = (),
    paper: bool = False,
    picture: Picture | None = None,
) -> SafeString:
    """The map of a state; `url` ends so that `t=T07` can follow, without it nothing can be tapped."""
    if not state.territories:
        return mark_safe("")
    drawing = Drawing(
        ground=next(iter(state.ground.values())),
        places=list(state.territories.values()),
        links=list(state.links.values()),
        url=url.replace("{", "").replace("&", "&amp;") + "t={}#panel" if url else "",
        owners={one.id: one.owner for one in state.territories.values() if one.owner},
        signs={one.id: faction_sign(one) for one in state.factions.values()},
        banners=_banners(state),
        items={one.id: one.items for one in state.territories.values() if one.items},
        battles=_fought_over(state, "open", "queued"),
        sieges={state.battles[one.id].territory: "" for one in state.sieges.values() if one.step != "closed"},
        ways=ways,
        badges=badges or {},
        lit=lit,
        selected=selected,
        latest=latest,
        style=paper_style() if paper else "",
        paper=paper,
        picture=picture,
        title=_("Map of %(name)s") % {"name": viewer.scope.name},
        book=firestorm_map_book(),
    )
    return mark_safe(map_svg(drawing))  # noqa: S308 - drawn from checked values, names escaped


def _banners(state: Firestorm) -> list[MapBanner]:
    """By name; where two stand side by side there is room for initials only."""
    fought = set(_fought_over(state, "open", "queued", "settled"))
    return [
        MapBanner(one.territory, one.faction, state.name_of(one.id), brief=one.territory in fought)
        for one in on_map(state)
    ]


def _fought_over(state: Firestorm, *status: str) -> list[str]:
    """Where battles stand so, whose banners have not gone where they go yet."""
    return [one.territory for one in state.battles.values() if not one.applied and one.status in status]
