"""Everything about the territory that was tapped: ground, owner, neighbours, and what may be done there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.conquest.building_labels import built
from maps.conquest.viewer import ConquestViewer
from maps.ground.taps import MapTap, Options, hidden_fields, tap_refusal
from maps.ground.terrain_labels import land
from rules.conquest.realm_figures import FORTS
from rules.conquest.reckoning.reach import by_sea, land_grab, realm_sight
from rules.conquest.rounds.offers import TerritoryOffer, territory_offers
from rules.conquest.setting_up.beginning import capital_problems
from rules.conquest.standings import realm_standings
from rules.conquest.state import BUILDINGS, Conquest, Realm, Territory
from rules.engine.language import with_heading
from rules.maps.model import neighbours as neighbours_of
from rules.turns.problems import first_of

ACT_WORDS = {
    "claim": (gettext_noop("Claim"), "flag"),
    "conquer": (gettext_noop("Conquer"), "shield-fill"),
    "besiege": (gettext_noop("Besiege"), "bricks"),
    "build": (gettext_noop("Build"), "hammer"),
    "raid": (gettext_noop("Raid"), "coin"),
    "plunder": (gettext_noop("Plunder"), "fire"),
}
BUILD_WORDS = {
    "castle": gettext_noop("Build a castle"),
    "city": gettext_noop("Build a city"),
    "mine": gettext_noop("Build a mine"),
    "port": gettext_noop("Build a port"),
}
INSTEAD = {
    "castle": gettext_noop("instead of the castle"),
    "city": gettext_noop("instead of the city"),
    "mine": gettext_noop("instead of the mine"),
    "port": gettext_noop("instead of the port"),
}
SURE = {
    "castle": gettext_noop("The castle will be lost."),
    "city": gettext_noop("The city will be lost."),
    "mine": gettext_noop("The mine will be lost."),
    "port": gettext_noop("The port will be lost."),
}
FORT = {"castle": gettext_noop("1 more for the castle"), "city": gettext_noop("1 more for the city")}
MOUNTAIN_FORT = {
    "castle": gettext_noop("1 more each for the mountain and the castle"),
    "city": gettext_noop("1 more each for the mountain and the city"),
}


@dataclass(frozen=True, slots=True)
class ConquestPanel:
    """One territory. `siege` tells of a siege, `objective` what holding it does."""

    id: str
    name: str
    facts: str
    owner: str
    colour: str
    siege: str
    objective: str
    neighbours: tuple[str, ...]
    taps: tuple[MapTap, ...]
    correct: bool
    owner_id: str
    building: str
    buildings: Options = ()


def conquest_panel(viewer: ConquestViewer, place: Territory, me: Realm | None) -> ConquestPanel:
    """The panel of a territory for realm `me`."""
    state: Conquest = viewer.state
    owner = state.realms.get(place.owner)
    return ConquestPanel(
        id=place.id,
        name=place.name,
        facts=" · ".join(_facts(place)),
        owner=state.name_of(place.owner) if owner else "",
        colour=owner.colour if owner else "",
        siege=_siege(state, place, me),
        objective=_objective(viewer, place),
        neighbours=neighbours_of(state.links.values()).get(place.id, ()),
        taps=tuple(_taps(viewer, place, me)) if me else (),
        correct=viewer.is_organiser and state.now.phase not in ("setup", "finished"),
        owner_id=place.owner,
        building=place.building,
        buildings=(("", _("nothing")), *((one, _(one)) for one in BUILDINGS)),
    )


def _facts(place: Territory) -> list[str]:
    water = [land("river")] * place.river + [land("shore")] * place.shore
    facts = [", ".join([land(place.terrain), *water])]
    return [*facts, built(place.building) if place.building else _("no building")]


def _siege(state: Conquest, place: Territory, me: Realm | None) -> str:
    siege = state.sieges.get(place.id)
    if siege is None:
        return ""
    if me is not None and me.id == siege.holder:
        told = _(
            "Besieged since round %(round)d. You hold the fort and can recapture the banner. If you agree, "
            "%(name)s can fight you for the fort."
        )
        return told % {"round": siege.since, "name": state.name_of(place.owner)}
    return _("Besieged since round %(round)d; %(name)s holds the fort.") % {
        "round": siege.since,
        "name": state.name_of(siege.holder),
    }


def _objective(viewer: ConquestViewer, place: Territory) -> str:
    row = viewer.book.book.objectives.get(place.objective)
    return with_heading(row.name, row.text) if row else place.objective.replace("_", " ")


def _taps(viewer: ConquestViewer, place: Territory, me: Realm) -> Iterator[MapTap]:
    state: Conquest = viewer.state
    common = hidden_fields(realm=me.id, round=state.now.round, territory=place.id)
    if state.now.phase == "capitals" and me.status == "waiting":
        why = first_of(capital_problems(state, viewer.book, place))
        note = (
            ""
            if why or place.building == "city"
            else _("A new city will be built here, because there is no free one left.")
        )
        yield MapTap("pick_capital", _("Make this my capital"), common, note, "star-fill", **tap_refusal(why))
    elif state.now.phase == "conquest":
        yield from sorted(
            (
                _offer(viewer, one, place, me, common)
                for one in territory_offers(state, viewer.book, me.id, place.id)
            ),
            key=lambda tap: (bool(tap.why_not), bool(tap.sure)),
        )
    if (
        place.id in state.sieges
        and place.owner == me.id
        and state.now.phase in ("challenge", "choice", "battle")
    ):
        yield MapTap("assault", _("Ask for a battle for the fort"), common, icon="shield-fill", rule="CQ-131")


def _offer(
    viewer: ConquestViewer,
    one: TerritoryOffer,
    place: Territory,
    me: Realm,
    common: tuple[tuple[str, str], ...],
) -> MapTap:
    title, icon = ACT_WORDS[one.act]
    sent = (*common, ("seen", one.stamp))
    if one.building:
        title, sent = BUILD_WORDS[one.building], (*sent, ("building", one.building))
    return MapTap(
        one.act,
        _(title),
        sent,
        _note(viewer, one, place, me),
        icon,
        price=one.price,
        sure=_(SURE[one.lost]) if one.lost else "",
        costs=_costs(me, one.price),
        **tap_refusal(one.why_not),
    )


def _costs(me: Realm, price: int) -> str:
    """What spending leaves; it is done once, for nobody takes it back alone."""
    left = me.ep - price
    told = _("You will have %(left)s EP left.") % {"left": left}
    return " ".join((told, _("This cannot be undone.")))


def _note(viewer: ConquestViewer, one: TerritoryOffer, place: Territory, me: Realm) -> str:
    """What the price is made of, or what an act brings."""
    figures = viewer.book.figures
    if one.act == "raid":
        return _raid(viewer, place, figures.raid_realm_dice if place.owner else figures.raid_free_dice)
    if one.act in ("claim", "conquer", "besiege"):
        by_port = [_("reached by port")] * (one.how == "port")
        return " · ".join([*_means(viewer, one.act, place), *_cheaper(viewer, one.act, place, me), *by_port])
    if one.act == "build" and place.building:
        return _(INSTEAD[place.building])
    return ""


def _means(viewer: ConquestViewer, act: str, place: Territory) -> Iterator[str]:
    """What a siege leaves to its owner, and what ground and fort put on a price; a besieged fort nothing."""
    if act == "besiege":
        yield _("Only if %(name)s agrees; the fort stays theirs") % {
            "name": viewer.state.name_of(place.owner)
        }
    mountain = place.terrain == "mountain" and viewer.book.prices.mountain
    fort = act == "conquer" and place.building in FORTS and place.id not in viewer.state.sieges
    if mountain and fort:
        yield _(MOUNTAIN_FORT[place.building])
    elif mountain:
        yield _("1 more for the mountain")
    elif fort:
        yield _(FORT[place.building])


def _cheaper(viewer: ConquestViewer, act: str, place: Territory, me: Realm) -> Iterator[str]:
    """What an event or an advantage at sea takes off a price, or puts on it."""
    sight = realm_sight(viewer.state, viewer.book, me.id)
    if act == "claim" and land_grab(sight):
        prices = viewer.book.prices
        yield _("%(n)d less thanks to Land Grab") % {"n": prices.claim - prices.claim_grabbed}
    at_sea = by_sea(sight, place) if act in ("conquer", "besiege") else 0
    if at_sea < 0:
        yield _("%(n)d less thanks to your naval advantage") % {"n": -at_sea}
    elif at_sea > 0:
        yield _("%(n)d more because of their naval advantage") % {"n": at_sea}


def _raid(viewer: ConquestViewer, place: Territory, dice: int) -> str:
    told = _("%(dice)sD6 × %(pip)s gold") % {"dice": dice, "pip": viewer.book.figures.gold_per_pip}
    if not place.owner or not viewer.book.settings.gold_public:
        return told
    lines = realm_standings(viewer.state, viewer.book)
    line = next((one for one in lines if one.realm == place.owner), None)
    if line is None:
        return told
    safe = {"guarded": min(line.guarded, line.gold), "gold": line.gold}
    return " · ".join((told, _("%(guarded)d of their %(gold)d gold is guarded") % safe))
