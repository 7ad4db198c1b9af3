"""The Build phase as a shop: what a faction can build where, for how much, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from maps.firestorm.building.bought import Purse, purse_of
from maps.firestorm.place_names import name_on_screen
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, Options, hidden_fields
from rules.engine.language import listed
from rules.firestorm.benefits import counted_copies
from rules.firestorm.book import FirestormInForce
from rules.firestorm.building.shop import (
    brings_nothing,
    build_problems,
    first_glory,
    level_problems,
    scepter_problems,
)
from rules.firestorm.faction_figures import TOWER, balance, faction_territories, garrison
from rules.firestorm.glory.counting import holdings
from rules.firestorm.phases.admission import faction_problems
from rules.firestorm.state import Faction, Firestorm, Territory
from rules.turns.problems import TurnProblem, first_of

STRONGHOLD = "stronghold"


@dataclass(frozen=True, slots=True)
class ShopOffer:
    """Something to buy: the tap with its price or why not, and what it brings besides its own words.

    `spare`: it would bring nothing now. While the shop is shut a tap without a `why_not` is drawn as a price
    alone.
    """

    tap: MapTap
    key: str
    notes: tuple[str, ...] = ()
    spare: str = ""

    @property
    def can(self) -> bool:
        return not self.tap.why_not


@dataclass(frozen=True, slots=True)
class ShopShelf:
    """The offers of one territory, or one item in every territory; `shut` says why there are none at all."""

    id: str
    title: str
    facts: str
    offers: tuple[ShopOffer, ...]
    can: str
    shut: str = ""
    rule: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True)
class Scepter:
    """The Scepter of Flame: its offer, and who owns each of its sites (empty: nobody)."""

    offer: ShopOffer
    sites: tuple[tuple[str, str, bool], ...]
    forged: bool


@dataclass(frozen=True, slots=True)
class ShopPage:
    """The shop for one faction. `shut` says why nothing can be bought now; `others` are all purses."""

    faction: str
    name: str
    colour: str
    balance: int
    shut: str
    shut_rule: str
    by: str
    shelves: tuple[ShopShelf, ...]
    scepter: Scepter | None
    purse: Purse
    others: tuple[Purse, ...]
    ready: MapTap | None
    is_ready: bool
    hint: str
    secret: str
    acting: str
    factions: Options
    url: str


def shop_page(viewer: FirestormViewer, me: Faction, by: str = "", chosen: str = "") -> ShopPage:
    """The page for a faction: by territory, or `by` "item"; `chosen` is the shelf that is open."""
    state: Firestorm = viewer.state
    shut = first_of(faction_problems(state, viewer.book, "build", me.id))
    purse = purse_of(viewer, me)
    return ShopPage(
        faction=me.id,
        name=state.name_of(me.id),
        colour=me.colour,
        balance=purse.balance or 0,
        shut=shut.sentence if shut else "",
        shut_rule=shut.rule if shut else "",
        by="item" if by == "item" else "territory",
        shelves=tuple(_by_item(viewer, me, chosen) if by == "item" else _by_territory(viewer, me, chosen)),
        scepter=_scepter(viewer, me),
        purse=purse,
        others=tuple(purse_of(viewer, one) for one in state.factions.values() if one.id != me.id),
        ready=_ready(viewer, me) if not shut else None,
        is_ready=me.id in state.now.done,
        hint=_("A purchase is final. If it was a slip, an organiser can undo the step."),
        secret=_secret(viewer.book),
        acting="" if viewer.owns(me.id) else me.id,
        factions=_whom(viewer, me),
        url=_address(viewer, me, by, chosen),
    )


def _address(viewer: FirestormViewer, me: Faction, by: str, chosen: str) -> str:
    """Where this page stands, with the shelf that is open."""
    query = {"by": by, "on": chosen, "as": "" if viewer.owns(me.id) else me.id}
    return reverse("firestorm:shop", args=[viewer.scope.pk], query={k: v for k, v in query.items() if v})


def _secret(book: FirestormInForce) -> str:
    if not book.settings.secret_build:
        return ""
    return _("The others will not see what you buy until the phase closes.")


def _whom(viewer: FirestormViewer, me: Faction) -> Options:
    """For whom else an organiser can shop."""
    if not viewer.is_organiser:
        return ()
    found = (one for one in viewer.state.factions.values() if one.id != me.id and one.status == "active")
    return tuple((one.id, viewer.state.name_of(one.id)) for one in found)


def _ready(viewer: FirestormViewer, me: Faction) -> MapTap | None:
    if me.id in viewer.state.now.done:
        return None
    sent = hidden_fields(faction=me.id, step=viewer.state.now.step)
    note = _("When everybody is ready, the turn is scored.")
    return MapTap("ready", _("We’re ready"), sent, note, "check-lg", look="brass")


# Shelves


def _by_territory(viewer: FirestormViewer, me: Faction, chosen: str) -> Iterator[ShopShelf]:
    """What stands in each territory of a faction, and what can be built there."""
    state: Firestorm = viewer.state
    worth = {one.territory: one.total for one in holdings(state, viewer.book, me.id)}
    for place in faction_territories(state, me.id):
        offers = tuple(_of_territory(viewer, me, place)) if TOWER not in place.items else ()
        tower = viewer.book.problem("E60")
        yield ShopShelf(
            id=place.id,
            title=name_on_screen(place),
            facts=" · ".join(_facts(viewer.book, place, worth[place.id])),
            offers=offers,
            can=_count(offers),
            shut="" if offers else tower.sentence,
            rule="" if offers else tower.rule,
            open=place.id == chosen,
        )


def _facts(book: FirestormInForce, place: Territory, worth: int) -> Iterator[str]:
    yield listed([_item(book, place, one) for one in place.items]) or _("nothing built")
    if points := garrison(book, place):
        yield _("garrison %(points)s") % {"points": points}
    yield _("%(n)s glory") % {"n": worth}


def _item(book: FirestormInForce, place: Territory, key: str) -> str:
    name = book.item(key).name
    return _("%(item)s, level %(n)s") % {"item": name, "n": place.level} if key == STRONGHOLD else name


def _count(offers: Iterable[ShopOffer]) -> str:
    """How much of a shelf can be bought now."""
    can = sum(one.can for one in offers)
    return ngettext("%(n)s available", "%(n)s available", can) % {"n": can} if can else ""


def _of_territory(viewer: FirestormViewer, me: Faction, place: Territory) -> Iterator[ShopOffer]:
    for key, row in viewer.book.book.items.items():
        if row.buildable and key not in place.items:
            yield _offer(viewer, me, place, key, row.name, row.text)
    if STRONGHOLD in place.items and viewer.book.settings.level_price:
        yield _level(viewer, me, place)


def _by_item(viewer: FirestormViewer, me: Faction, chosen: str) -> Iterator[ShopShelf]:
    """Each item, and every territory of a faction in which it can be built or not."""
    places = [one for one in faction_territories(viewer.state, me.id) if TOWER not in one.items]
    for key, row in viewer.book.book.items.items():
        if not row.buildable:
            continue
        offers = tuple(_offer(viewer, me, one, key, name_on_screen(one), "") for one in places)
        offers = (*(one for one in offers if one.can), *_together(one for one in offers if not one.can))
        facts = (_("%(n)s BP") % {"n": row.cost}, *_notes(viewer, me, key), row.text)
        yield ShopShelf(key, row.name, " · ".join(facts), offers, _count(offers), open=key == chosen)


def _together(offers: Iterable[ShopOffer]) -> Iterator[ShopOffer]:
    """Territories that are refused with the same sentence in one line."""
    found: dict[tuple[str, str], list[ShopOffer]] = {}
    for one in offers:
        found.setdefault((one.tap.why_not, one.tap.rule), []).append(one)
    for (why_not, rule), alike in found.items():
        title = listed([one.tap.title for one in alike])
        icon = alike[0].tap.icon
        yield ShopOffer(MapTap("build", title, (), "", icon, why_not=why_not, rule=rule), alike[0].key)


def _offer(
    viewer: FirestormViewer, me: Faction, place: Territory, key: str, title: str, text: str
) -> ShopOffer:
    """One item in one territory: a shut shop still says why it could not be built there."""
    state, book, row = viewer.state, viewer.book, viewer.book.item(key)
    problem = _first(viewer, me, build_problems(state, book, me.id, place.id, key))
    sent = hidden_fields(faction=me.id, territory=place.id, item=key)
    tap = _tap(viewer, me, "build", title, sent, text, row.icon, row.cost, problem)
    spare = _spare(viewer, me, key) if not problem and brings_nothing(state, book, me.id, key) else ""
    return ShopOffer(tap, key, () if not text else tuple(_notes(viewer, me, key)), spare)


def _tap(
    viewer: FirestormViewer,
    me: Faction,
    act: str,
    title: str,
    sent: Options,
    text: str,
    icon: str,
    price: int,
    problem: TurnProblem | None,
) -> MapTap:
    """What is bought stays bought, so the shop asks again."""
    why_not, rule = (problem.sentence, problem.rule) if problem else ("", "")
    left = balance(viewer.state, me.id) - price
    told = _("You will have %(left)s BP left.")
    costs = " ".join((told % {"left": left}, _("Purchases cannot be returned.")))
    return MapTap(act, title, sent, text, icon, price=price, why_not=why_not, rule=rule, costs=costs)


def _first(viewer: FirestormViewer, me: Faction, problems: Iterable[TurnProblem]) -> TurnProblem | None:
    """The first reason that is not the whole shop's."""
    of_all = set(faction_problems(viewer.state, viewer.book, "build", me.id))
    of_all |= set(faction_problems(viewer.state, viewer.book, "forge_scepter", me.id))
    return next((one for one in problems if one not in of_all), None)


def _notes(viewer: FirestormViewer, me: Faction, key: str) -> Iterator[str]:
    """What buying an item does besides what it is for."""
    row = viewer.book.item(key)
    if row.replaces:
        yield _("replaces the %(item)s") % {"item": viewer.book.item(row.replaces).name}
    if glory := first_glory(viewer.state, viewer.book, me.id, key):
        yield _("+%(n)s glory at once") % {"n": glory}


def _spare(viewer: FirestormViewer, me: Faction, key: str) -> str:
    """What one more would be. Source: FS-83"""
    row, have = viewer.book.item(key), counted_copies(viewer.state, viewer.book, me.id, key)
    if row.income or not have:
        return _("Adds nothing for now: only your best one counts. This one is a spare.")
    told = ngettext(
        "Adds nothing for now: only %(n)s of them counts. This one is a spare.",
        "Adds nothing for now: only %(n)s of them count. This one is a spare.",
        row.counts,
    )
    return told % {"n": row.counts}


# The Scepter, and levels


def _level(viewer: FirestormViewer, me: Faction, place: Territory) -> ShopOffer:
    """Another level for a stronghold, where the league sells them."""
    problem = _first(viewer, me, level_problems(viewer.state, viewer.book, me.id, place.id))
    title = _("Raise the stronghold to level %(n)s") % {"n": place.level + 1}
    if place.level >= viewer.book.figures.most_level:
        title = _("Raise the stronghold")
    text = _("Both sides start a siege with one siege point for each level.")
    price = viewer.book.settings.level_price
    sent = hidden_fields(faction=me.id, territory=place.id)
    return ShopOffer(
        _tap(viewer, me, "raise_level", title, sent, text, "caret-up-fill", price, problem), "level"
    )


def _scepter(viewer: FirestormViewer, me: Faction) -> Scepter | None:
    """The Scepter of Flame; None on a map without its sites. Source: FS-97, FS-182"""
    state, book = viewer.state, viewer.book
    sites = [_site(state, me, role) for role in book.book.scepter_sites]
    if not all(name for name, _owner, _mine in sites):
        return None
    problem = _first(viewer, me, scepter_problems(state, book, me.id))
    row, price = book.book.scepter, book.figures.scepter_price
    tap = _tap(
        viewer, me, "forge_scepter", row.name, hidden_fields(faction=me.id), row.text, "fire", price, problem
    )
    notes = (_("+%(n)s glory at once") % {"n": book.figures.scepter_glory},)
    return Scepter(ShopOffer(tap, "scepter", notes), tuple(sites), me.scepter)


def _site(state: Firestorm, me: Faction, role: str) -> tuple[str, str, bool]:
    place = next((one for one in state.territories.values() if one.role == role), None)
    if place is None:
        return "", "", False
    return name_on_screen(place), state.name_of(place.owner) if place.owner else "", place.owner == me.id
