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
from maps.firestorm.acting.reaching import acting_of
from maps.firestorm.here import FirestormHere
from maps.firestorm.map.drawn import drawn
from maps.firestorm.orders.drafting import Drafts, OrderInDraft, as_sealed, drafts, no_sealer, plans
from maps.firestorm.orders.facts import OrderFact, facts_of
from maps.firestorm.reveal.past import before_reveal
from maps.ground.behind import pictures
from maps.ground.subject import MapWay, Picture
from maps.turns.waits import deadline_of, paused_words
from rules.firestorm.orders.plans import OrderPlan, may_fortify, plan_problems
from rules.firestorm.orders.sealing import commanding, sheet_of
from rules.firestorm.orders.sheet import KINDS
from rules.firestorm.reveal.outlook import outlook, reach
from rules.firestorm.standing import banners_at, on_map
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
    """Everything on the page. `sealed`: the seal is closed; `why_not`: who may not seal, and why; `stands_in`
    for the faction of this name; `sealed_by`: who has sealed in our name, for us.
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


def orders_page(here: FirestormHere, faction: Faction, banner: str = "") -> OrdersPage:
    """The page of a faction: six banners ask for no more than one. Revealed it stays as they lay sealed."""
    reveal = _reveal(here)
    here = before_reveal(here) if reveal else here
    state = here.state
    found = _written(here, faction.id)
    lines = tuple(_lines(here, found, banner))
    line = next((one for one in lines if one.chosen), None)
    factions = tuple(_sealings(here, faction))
    written = state.now.phase == "orders"
    sealed = (one for one in factions if one.mine and one.state == "sealed")
    mine = next(sealed, None) if written or reveal else None
    is_open = written and mine is None and not state.now.paused and not reveal
    chosen = _chosen(here, found, line) if line else None
    behind = pictures.of_league(here, state)
    barred = no_sealer(here, faction.id)
    near = frozenset(one.id for one in chosen.next) if chosen and is_open else frozenset()
    return OrdersPage(
        svg=_map(here, found, line, near, behind.picture),
        credit=behind.credit,
        url=address(here, line.id if line else ""),
        faction=faction,
        turn=state.now.turn,
        open=is_open,
        reveal=reveal,
        deadline=deadline_of(here) if written and not reveal else None,
        lines=lines,
        chosen=chosen,
        factions=factions,
        sealed=mine,
        why_not=paused_words(here) or (barred.sentence if barred else ""),
        unsaid=sum(not one.said for one in lines),
        seal_words=_seal_words(len(lines)),
        reopened=_reopened(here) if is_open else "",
        rows=tuple(_rows(here, near)),
        stands_in="" if here.reads(faction.id) else state.name_of(faction.id),
        sealed_by=_sealed_by(here, faction.id) if mine and not reveal else "",
        change_url=reverse("firestorm:change_orders", args=[here.scope.pk]) + _as(here),
    )


def _map(
    here: FirestormHere, found: Drafts, line: BannerLine | None, near: frozenset[str], picture: Picture | None
) -> SafeString:
    """The map with all ways on it, and where the banner in hand may go lit."""
    return drawn(
        here,
        here.state,
        url=address(here, line.id) + "&" if line else "",
        selected=here.state.banners[line.id].territory if line else "",
        ways=tuple(_ways(here, found)),
        lit=near,
        picture=picture,
    )


def _written(here: FirestormHere, faction: str) -> Drafts:
    """The sheet: for members with what is under the seal, for who stands in until it is sealed."""
    sheet = sheet_of(here.state, faction)
    if sheet.silent:  # what was drafted and never sealed is no order
        return {one.id: OrderInDraft(OrderPlan(banner=one.id)) for one in on_map(here.state, faction)}
    if here.reads(faction):
        return as_sealed(here, faction, drafts(here, here.state, faction))
    return {} if sheet.entry else drafts(here, here.state, faction)


def _sealed_by(here: FirestormHere, faction: str) -> str:
    """Who has sealed in the faction's name, for its members; one query."""
    if not here.reads(faction):
        return ""
    entries = here.scope.entries.filter(slot__code=sheet_of(here.state, faction).entry).exclude(acting_for="")
    who = entries.values_list("actor", flat=True).first()
    return here.people.get(str(who), NO_SEAT).name if who else ""


def address(here: FirestormHere, banner: str = "") -> str:
    """The page with a banner in hand."""
    found = reverse("firestorm:orders", args=[here.scope.pk]) + _as(here)
    sign = "&" if "?" in found else "?"
    return f"{found}{sign}{urlencode({'b': banner})}" if banner else found


def _as(here: FirestormHere) -> str:
    """What keeps an address with the faction for which the visitor stands in."""
    acting = acting_of(here)
    return f"?{urlencode({'as': acting})}" if acting in here.state.factions else ""


def _reveal(here: FirestormHere) -> str:
    """The show of this turn's reveal, once there is one."""
    turn = here.state.now.turn
    shown = any(one.turn == turn for one in here.state.orders.values())
    return reverse("firestorm:reveal", args=[here.scope.pk, turn]) if shown else ""


def _seal_words(banners: int) -> str:
    if banners == 2:
        return _("Seal both orders")
    return ngettext("Seal the order", "Seal all %(n)s orders", banners) % {"n": banners}


def _reopened(here: FirestormHere) -> str:
    """What everybody reads when the organiser has opened this turn's orders again: all seals are void."""
    about = {"procedure": "firestorm.reopen_orders", "params__turn": here.state.now.turn}
    entry = here.scope.entries.filter(void=False, **about).select_related("slot").order_by("-seq").first()
    return sentence_of(here, entry, dict(entry.texts.values_list("n", "body"))) if entry else ""


# The banners


def _lines(here: FirestormHere, found: Drafts, chosen: str) -> Iterator[BannerLine]:
    state = here.state
    in_hand = chosen if chosen in found else next(iter(found), "")
    for number, (key, draft) in enumerate(found.items(), start=1):
        banner = state.banners[key]
        written = state.now.phase == "orders"
        wrong = first_of(plan_problems(state, here.book, banner, draft.plan)) if written else None
        yield BannerLine(
            id=key,
            name=state.name_of(key),
            place=state.name_of(banner.territory),
            at_place=banner.territory,
            order=here.book.book.orders[draft.plan.kind].name if draft.said else "",
            way=" › ".join(state.name_of(one) for one in draft.plan.path),
            number=number,
            by=here.people.get(draft.by, NO_SEAT).name if draft.by else "",
            at=draft.at,
            said=draft.said,
            chosen=key == in_hand,
            wrong=wrong.sentence if wrong else "",
            url=address(here, key),
            is_first=number == 1,
            is_last=number == len(found),
        )


def _chosen(here: FirestormHere, found: Drafts, line: BannerLine) -> BannerInHand:
    state, draft = here.state, found[line.id]
    stands = state.banners[line.id].territory
    seen = outlook(state, here.book, draft.plan, plans(found))
    return BannerInHand(
        line=line,
        kinds=tuple(_kinds(here, line.id, draft)),
        way=tuple(state.name_of(one) for one in (stands, *draft.plan.path)),
        next=tuple(_next(here, draft)),
        facts=facts_of(state, here.book, draft.plan, seen) if draft.said else (),
        seen=draft.seen,
        may_go_back=bool(draft.plan.path),
    )


def _kinds(here: FirestormHere, banner: str, draft: OrderInDraft) -> Iterator[KindTap]:
    state, book = here.state, here.book
    place = state.territories[state.banners[banner].territory]
    shut = "" if may_fortify(book, place) else book.problem("E26").sentence
    for kind in KINDS:
        why_not = shut if kind == "fortify" else ""
        yield KindTap(kind, book.book.orders[kind].name, draft.said and draft.plan.kind == kind, why_not)


def _next(here: FirestormHere, draft: OrderInDraft) -> Iterator[NextTerritory]:
    """Where a tap may lead: on from where a march ends, or for a single step anywhere next door."""
    plan = draft.plan
    going = plan if plan.kind == "forced_march" else replace(plan, kind="move", path=())
    for one in reach(here.state, here.book, going):
        if going is plan or one not in plan.path:
            yield NextTerritory(one, here.state.name_of(one), _stands(here, one))


def _stands(here: FirestormHere, territory: str) -> str:
    """Whose a territory is and who stands there, in a line."""
    state = here.state
    owner = state.territories[territory].owner
    who = state.name_of(owner) if owner else _("free")
    return " · ".join([who, *(state.name_of(one.id) for one in banners_at(state, territory))])


def _ways(here: FirestormHere, found: Mapping[str, OrderInDraft]) -> Iterator[MapWay]:
    for key, draft in found.items():
        if draft.plan.path:
            yield MapWay((here.state.banners[key].territory, *draft.plan.path))


def _rows(here: FirestormHere, near: frozenset[str]) -> Iterator[tuple[str, str, str, bool]]:
    """The map as a table, by name: id, name, who is there, whether the way may go on there."""
    places = sorted(here.state.territories.values(), key=lambda one: sort_key(one.name or one.id))
    for one in places:
        yield one.id, one.name or one.id, _stands(here, one.id), one.id in near


# The seals


def _sealings(here: FirestormHere, own: Faction) -> Iterator[Sealing]:
    """Every faction in order of initiative, and whether it has sealed."""
    state = here.state
    called = commanding(state, here.book)
    for key in state.now.initiative or called:
        one, sheet = state.factions[key], sheet_of(state, key)
        closed: Seal = "sealed" if sheet.entry else "silent" if sheet.silent else "writing"
        yield Sealing(
            name=state.name_of(key),
            colour=one.colour,
            state=closed if key in called else "nothing",
            times=sheet.times,
            broken=sheet.broken,
            mine=key == own.id,
        )
