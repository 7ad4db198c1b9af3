"""The page on which a faction writes its orders: a banner, what it does, its way on the map, and the seal.

Only for the faction's own members, and for an organiser who stands in for it, on a sheet of their own that is
put away once it is sealed. What it knows of others is public: where they stand, and whether they have sealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.naming import sort_key
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.shell.told.chronicle import sentence_of
from maps.firestorm.acting.reaching import faction_acted_for
from maps.firestorm.map.drawn import firestorm_map_svg
from maps.firestorm.orders.drafting import (
    Drafts,
    OrderInDraft,
    as_sealed,
    drafts,
    drafts_mark,
    no_sealer,
    plans,
)
from maps.firestorm.orders.facts import OrderFact, order_facts
from maps.firestorm.reveal.past import before_reveal
from maps.firestorm.viewer import FirestormViewer
from maps.ground.behind import pictures
from maps.ground.subject import MapWay, Picture
from maps.turns.waits import awaited_sides, deadline_of, paused_words
from rules.firestorm.faction_figures import banners_at, on_map
from rules.firestorm.orders.plans import OrderPlan, may_fortify, plan_problems
from rules.firestorm.orders.sealing import commanding, order_sheet
from rules.firestorm.orders.sheet import KINDS
from rules.firestorm.reveal.outlook import next_territories, outlook
from rules.firestorm.state import Faction, OrderKind
from rules.turns.problems import first_of

type Seal = Literal["sealed", "silent", "writing", "nothing"]


@dataclass(frozen=True, slots=True)
class BannerLine:
    """One banner and its order so far. `wrong` is why it cannot be sealed like this."""

    id: str
    name: str
    place: str
    at_place: str
    order: str
    way: str
    number: int
    by: str
    at: datetime | None
    said: bool
    chosen: bool
    wrong: str
    url: str
    is_first: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class KindTap:
    """One of the four orders, with why not."""

    key: OrderKind
    name: str
    chosen: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class NextTerritory:
    """A territory the way may enter next."""

    id: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class BannerInHand:
    """The banner in hand. `seen` is its order as drawn, so that a change knows what it was made to."""

    line: BannerLine
    kinds: tuple[KindTap, ...]
    way: tuple[str, ...]
    next: tuple[NextTerritory, ...]
    facts: tuple[OrderFact, ...]
    seen: str
    may_go_back: bool


@dataclass(frozen=True, slots=True)
class Sealing:
    """A faction and whether it has sealed; what, nobody says."""

    name: str
    colour: str
    state: Seal
    times: int
    broken: bool
    mine: bool


@dataclass(frozen=True)
class OrdersPage:
    """Everything on the page. `seen`: all orders as drawn, so that the seal knows what it closes over;
    `sealed`: the seal is closed; `why_not`: who may not seal, and why; `stands_in` for the faction of this
    name; `sealed_by`: who has sealed in our name, for us.
    """

    svg: SafeString
    credit: str
    url: str
    faction: Faction
    turn: int
    open: bool
    reveal: str
    deadline: datetime | None
    lines: tuple[BannerLine, ...]
    seen: str
    chosen: BannerInHand | None
    factions: tuple[Sealing, ...]
    sealed: Sealing | None
    why_not: str
    unsaid: int
    seal_words: str
    reopened: str
    rows: tuple[tuple[str, str, str, bool], ...]
    stands_in: str
    sealed_by: str
    change_url: str


def orders_page(viewer: FirestormViewer, faction: Faction, banner: str = "") -> OrdersPage:
    """The page of a faction: six banners ask for no more than one. Revealed it stays as they lay sealed."""
    reveal = _reveal(viewer)
    viewer = before_reveal(viewer) if reveal else viewer
    state = viewer.state
    found = _written(viewer, faction.id)
    lines = tuple(_lines(viewer, found, banner))
    line = next((one for one in lines if one.chosen), None)
    factions = tuple(_sealings(viewer, faction))
    written = state.now.phase == "orders"
    sealed = (one for one in factions if one.mine and one.state == "sealed")
    mine = next(sealed, None) if written or reveal else None
    is_open = written and mine is None and not state.now.paused and not reveal
    chosen = _chosen(viewer, found, line) if line else None
    behind = pictures.picture_behind_league_map(viewer, state)
    barred = no_sealer(viewer, faction.id)
    near = frozenset(one.id for one in chosen.next) if chosen and is_open else frozenset()
    return OrdersPage(
        svg=_map(viewer, found, line, near, behind.picture),
        credit=behind.credit,
        url=orders_url(viewer, line.id if line else ""),
        faction=faction,
        turn=state.now.turn,
        open=is_open,
        reveal=reveal,
        deadline=deadline_of(viewer, awaited_sides(viewer)) if written and not reveal else None,
        lines=lines,
        seen=drafts_mark(found),
        chosen=chosen,
        factions=factions,
        sealed=mine,
        why_not=paused_words(viewer) or (barred.sentence if barred else ""),
        unsaid=sum(not one.said for one in lines),
        seal_words=_seal_words(len(lines)),
        reopened=_reopened(viewer) if is_open else "",
        rows=tuple(_rows(viewer, near)),
        stands_in="" if viewer.reads(faction.id) else state.name_of(faction.id),
        sealed_by=_sealed_by(viewer, faction.id) if mine and not reveal else "",
        change_url=reverse("firestorm:change_orders", args=[viewer.scope.pk]) + _as(viewer),
    )


def _map(
    viewer: FirestormViewer,
    found: Drafts,
    line: BannerLine | None,
    near: frozenset[str],
    picture: Picture | None,
) -> SafeString:
    """The map with all ways on it, and where the banner in hand may go lit."""
    return firestorm_map_svg(
        viewer,
        viewer.state,
        url=orders_url(viewer, line.id) + "&" if line else "",
        selected=viewer.state.banners[line.id].territory if line else "",
        ways=tuple(_ways(viewer, found)),
        lit=near,
        picture=picture,
    )


def _written(viewer: FirestormViewer, faction: str) -> Drafts:
    """The sheet: for members with what is under the seal, for who stands in until it is sealed."""
    sheet = order_sheet(viewer.state, faction)
    if sheet.silent:  # what was drafted and never sealed is no order
        return {one.id: OrderInDraft(OrderPlan(banner=one.id)) for one in on_map(viewer.state, faction)}
    if viewer.reads(faction):
        return as_sealed(viewer, faction, drafts(viewer, viewer.state, faction))
    return {} if sheet.entry else drafts(viewer, viewer.state, faction)


def _sealed_by(viewer: FirestormViewer, faction: str) -> str:
    """Who has sealed in the faction's name, for its members; one query."""
    if not viewer.reads(faction):
        return ""
    entries = viewer.scope.entries.filter(slot__code=order_sheet(viewer.state, faction).entry).exclude(
        acting_for=""
    )
    who = entries.values_list("actor", flat=True).first()
    return viewer.people.get(str(who), NO_SEAT).name if who else ""


def orders_url(viewer: FirestormViewer, banner: str = "") -> str:
    """The page with a banner in hand."""
    found = reverse("firestorm:orders", args=[viewer.scope.pk]) + _as(viewer)
    sign = "&" if "?" in found else "?"
    return f"{found}{sign}{urlencode({'b': banner})}" if banner else found


def _as(viewer: FirestormViewer) -> str:
    """What keeps an address with the faction for which the visitor stands in."""
    acting = faction_acted_for(viewer)
    return f"?{urlencode({'as': acting})}" if acting in viewer.state.factions else ""


def _reveal(viewer: FirestormViewer) -> str:
    """The show of this turn's reveal, once there is one."""
    turn = viewer.state.now.turn
    shown = any(one.turn == turn for one in viewer.state.orders.values())
    return reverse("firestorm:reveal", args=[viewer.scope.pk, turn]) if shown else ""


def _seal_words(banners: int) -> str:
    if banners == 2:
        return _("Seal both orders")
    return ngettext("Seal the order", "Seal all %(n)s orders", banners) % {"n": banners}


def _reopened(viewer: FirestormViewer) -> str:
    """What everybody reads when the organiser has opened this turn's orders again: all seals are void."""
    about = {"procedure": "firestorm.reopen_orders", "params__turn": viewer.state.now.turn}
    entry = viewer.scope.entries.filter(void=False, **about).select_related("slot").order_by("-seq").first()
    return sentence_of(viewer, entry, dict(entry.texts.values_list("n", "body"))) if entry else ""


# The banners


def _lines(viewer: FirestormViewer, found: Drafts, chosen: str) -> Iterator[BannerLine]:
    state = viewer.state
    in_hand = chosen if chosen in found else next(iter(found), "")
    for number, (key, draft) in enumerate(found.items(), start=1):
        banner = state.banners[key]
        written = state.now.phase == "orders"
        wrong = first_of(plan_problems(state, viewer.book, banner, draft.plan)) if written else None
        yield BannerLine(
            id=key,
            name=state.name_of(key),
            place=state.name_of(banner.territory),
            at_place=banner.territory,
            order=viewer.book.book.orders[draft.plan.kind].name if draft.said else "",
            way=" › ".join(state.name_of(one) for one in draft.plan.path),
            number=number,
            by=viewer.people.get(draft.by, NO_SEAT).name if draft.by else "",
            at=draft.at,
            said=draft.said,
            chosen=key == in_hand,
            wrong=wrong.sentence if wrong else "",
            url=orders_url(viewer, key),
            is_first=number == 1,
            is_last=number == len(found),
        )


def _chosen(viewer: FirestormViewer, found: Drafts, line: BannerLine) -> BannerInHand:
    state, draft = viewer.state, found[line.id]
    stands = state.banners[line.id].territory
    seen = outlook(state, viewer.book, draft.plan, plans(found))
    return BannerInHand(
        line=line,
        kinds=tuple(_kinds(viewer, line.id, draft)),
        way=tuple(state.name_of(one) for one in (stands, *draft.plan.path)),
        next=tuple(_next(viewer, draft)),
        facts=order_facts(state, viewer.book, draft.plan, seen) if draft.said else (),
        seen=draft.seen,
        may_go_back=bool(draft.plan.path),
    )


def _kinds(viewer: FirestormViewer, banner: str, draft: OrderInDraft) -> Iterator[KindTap]:
    state, book = viewer.state, viewer.book
    place = state.territories[state.banners[banner].territory]
    shut = "" if may_fortify(book, place) else book.problem("E26").sentence
    for kind in KINDS:
        why_not = shut if kind == "fortify" else ""
        yield KindTap(kind, book.book.orders[kind].name, draft.said and draft.plan.kind == kind, why_not)


def _next(viewer: FirestormViewer, draft: OrderInDraft) -> Iterator[NextTerritory]:
    """Where a tap may lead: on from where a march ends, or for a single step anywhere next door."""
    plan = draft.plan
    going = plan if plan.kind == "forced_march" else replace(plan, kind="move", path=())
    for one in next_territories(viewer.state, viewer.book, going):
        if going is plan or one not in plan.path:
            yield NextTerritory(one, viewer.state.name_of(one), _stands(viewer, one))


def _stands(viewer: FirestormViewer, territory: str) -> str:
    """Whose a territory is and who stands there, in a line."""
    state = viewer.state
    owner = state.territories[territory].owner
    who = state.name_of(owner) if owner else _("free")
    return " · ".join([who, *(state.name_of(one.id) for one in banners_at(state, territory))])


def _ways(viewer: FirestormViewer, found: Mapping[str, OrderInDraft]) -> Iterator[MapWay]:
    for key, draft in found.items():
        if draft.plan.path:
            yield MapWay((viewer.state.banners[key].territory, *draft.plan.path))


def _rows(viewer: FirestormViewer, near: frozenset[str]) -> Iterator[tuple[str, str, str, bool]]:
    """The map as a table, by name: id, name, who is there, whether the way may go on there."""
    places = sorted(viewer.state.territories.values(), key=lambda one: sort_key(one.name or one.id))
    for one in places:
        yield one.id, one.name or one.id, _stands(viewer, one.id), one.id in near


# The seals


def _sealings(viewer: FirestormViewer, own: Faction) -> Iterator[Sealing]:
    """Every faction in order of initiative, and whether it has sealed."""
    state = viewer.state
    called = commanding(state, viewer.book)
    for key in state.now.initiative or called:
        one, sheet = state.factions[key], order_sheet(state, key)
        closed: Seal = "sealed" if sheet.entry else "silent" if sheet.silent else "writing"
        yield Sealing(
            name=state.name_of(key),
            colour=one.colour,
            state=closed if key in called else "nothing",
            times=sheet.times,
            broken=sheet.broken,
            mine=key == own.id,
        )
