"""The ground of a running league's own map, for the organiser: land, links, territories more or less.

Owners and buildings are corrected on the map itself; the club's map it was copied from stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.reader import Said, read
from maps.conquest.forms import FORMS
from maps.conquest.map.map_page import drawn_state
from maps.conquest.map.now_page import realm_act_refusal
from maps.conquest.viewer import ConquestViewer
from maps.ground.behind import pictures
from maps.ground.editor.editor_page import SIDES
from maps.ground.forms import cell_in
from maps.ground.taps import MapTap, Options, hidden_fields
from rules.conquest.ground import conquest_map_book
from rules.conquest.state import Conquest, Territory
from rules.engine.codec import dump
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.maps import editing
from rules.maps.hexes import DIRECTIONS, Cell
from rules.maps.model import TERRAINS, Ground, Map, Place, neighbours

STEP = (150, 90)  # where a new territory of a free shape lies beside its neighbour


@dataclass(frozen=True)
class GroundPage:
    """The map and the territory in hand. `sides` are free cells beside it: (name, "q,r").

    `over` says why nothing is drawn any more.
    """

    svg: SafeString
    place: Territory | None
    near: tuple[str, ...]
    far: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]
    is_hex: bool
    remove: MapTap | None
    over: str
    lands: Options = ()
    goals: Options = ()

    @property
    def others(self) -> tuple[tuple[str, Options], ...]:
        """Territories to choose from, those beside it first."""
        groups = ((_("neighbours"), self.near), (_("others"), self.far))
        return tuple((title, tuple((one, one) for one in places)) for title, places in groups)


def ground_page(viewer: ConquestViewer, url: str, chosen: str = "") -> GroundPage:
    """The page with the territory `chosen` in hand."""
    state: Conquest = viewer.state
    place = state.territories.get(chosen)
    near = neighbours(state.links.values()).get(chosen, ())
    return GroundPage(
        svg=drawn_state(
            viewer,
            state,
            selected=chosen,
            url=url,
            picture=pictures.picture_behind_league_map(viewer, state).picture,
        ),
        place=place,
        near=near,
        far=tuple(one for one in sorted(state.territories) if one not in (*near, chosen)),
        sides=_free_sides(state, place),
        is_hex=built_ground_map(state).ground.kind == "hex",
        remove=_remove(viewer, place) if place else None,
        over=viewer.closed,
        lands=tuple((one, _(one)) for one in TERRAINS),
        goals=(
            ("", pgettext("objective", "none")),
            *((one.key, one.word) for one in conquest_map_book().objectives),
        ),
    )


def built_ground_map(state: Conquest) -> Map:
    """The ground a league is played on, without owners; what is built stays."""
    names = Place.__dataclass_fields__
    places = [Place(**{n: getattr(one, n) for n in names}) for one in state.territories.values()]
    ground = next(iter(state.ground.values()), Ground())
    return Map(ground=ground, places=tuple(places), links=tuple(state.links.values()))


def _free_sides(state: Conquest, place: Territory | None) -> tuple[tuple[str, str], ...]:
    if place is None or place.q is None or place.r is None:
        return ()
    taken = {(one.q, one.r) for one in state.territories.values()}
    cells = ((name, place.q + q, place.r + r) for name, (q, r) in zip(SIDES, DIRECTIONS, strict=True))
    return tuple((_(name), f"{q},{r}") for name, q, r in cells if (q, r) not in taken)


def _remove(viewer: ConquestViewer, place: Territory) -> MapTap:
    said = realm_act_refusal(viewer, "remove", territory=place.id)
    title = _("Remove %(place)s from the map") % {"place": place.id}
    return MapTap("remove", title, hidden_fields(territory=place.id), icon="trash", **said)


# What the forms ask for


def ground_params(state: Conquest, act: str, sent: Data) -> dict[str, object]:
    """The parameters of an act. Raises `Refused` for what cannot be."""
    asked = {"redraw": _redraw, "connect": _connect, "add": _add, "remove": _named}.get(act)
    if asked is None:
        raise Refused("CQ-02", _("Choose what to draw."))
    said = read(FORMS[act](sent))
    with conquest_map_book().citing():
        return {**asked(state, said), "words": said["words"]}


def _named(state: Conquest, sent: Said) -> dict[str, object]:
    return {"territory": sent["territory"]}


def _redraw(state: Conquest, sent: Said) -> dict[str, object]:
    changed = {
        "name": sent["name"],
        "terrain": sent["terrain"],
        "river": sent["river"],
        "shore": sent["shore"],
        "objective": sent["objective"],
    }
    return {**_named(state, sent), "fields": changed}


def _connect(state: Conquest, sent: Said) -> dict[str, object]:
    return {"a": sent["territory"], "b": sent["other"], "there": sent["there"] == "1"}


def _add(state: Conquest, sent: Said) -> dict[str, object]:
    """A hexagon touches what lies around it; a free shape its one neighbour."""
    before, near, label = built_ground_map(state), text_in(sent, "territory"), text_in(sent, "label")
    if before.ground.kind == "hex":
        after = editing.with_hex(before, *_cell(sent), label)
    else:
        beside = editing.place_on(before, near)
        after = editing.with_point(before, beside.x + STEP[0], beside.y + STEP[1], label)
        after = editing.linked_map(after, near, after.places[-1].id)
    new = after.places[-1].id
    painted = editing.painted(after, new, terrain=sent["terrain"] or "plain")
    joined = neighbours(after.links).get(new, ())
    return {"place": dump(painted.places[-1]), "near": list(joined)}


def _cell(sent: Said) -> Cell:
    cell = cell_in(sent)
    if cell is None:
        raise Refused("CQ-03", _("Choose a side."), "cell")
    return cell
