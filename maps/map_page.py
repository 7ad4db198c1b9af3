"""The page of a map league: the map, whose turn it is, what I may do, and every figure in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns import chronicle
from campaigns.emblems import emblem_named
from campaigns.league_page import Here
from campaigns.seatbook import Known, seatbook
from maps.drawing import Badge, Drawing, Sign, draw
from rules.conquest.state import Conquest, Realm, Territory

ACT_WORDS = {
    "claim": ("Claim", "flag"),
    "conquer": ("Conquer", "shield-fill"),
    "besiege": ("Besiege", "bricks"),
    "build": ("Build", "hammer"),
    "raid": ("Raid", "coin"),
    "plunder": ("Plunder", "fire"),
}
BUILDING_WORDS = {"castle": "castle", "city": "city", "mine": "mine", "port": "port"}


@dataclass(frozen=True, slots=True)
class RealmLine:
    """One empire: its size in words, cities, castles, gold as the setting allows, points it may spend."""

    id: str
    name: str
    player: str
    colour: str
    size: str
    territories: int
    cities: int
    castles: int
    gold: int | None
    ep: int
    mine: bool
    waited: bool
    done: bool
    eliminated: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """One act on a territory with its price in empire points, or the sentence why not."""

    act: str
    building: str
    title: str
    icon: str
    price: int
    stamp: str
    why_not: str
    rule: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The territory that was tapped."""

    id: str
    name: str
    lines: tuple[str, ...]
    owner: str
    colour: str
    neighbours: tuple[str, ...]
    offers: tuple[Offer, ...]
    can_be_capital: bool


@dataclass(frozen=True, slots=True)
class PhaseStep:
    name: str
    title: str
    when: str


@dataclass(frozen=True)
class MapPage:
    """Everything on the page of a map league."""

    svg: SafeString
    phase: str
    phase_title: str
    round: int
    phases: tuple[PhaseStep, ...]
    realms: tuple[RealmLine, ...]
    mine: RealmLine | None
    my_turn: bool
    waiting: tuple[str, ...]
    deadline: datetime | None
    paused: bool
    winner: str
    silence: tuple[str, ...]
    panel: Panel | None
    rows: tuple[tuple[Territory, str], ...]
    news: tuple[chronicle.Line, ...]
    events: tuple[Any, ...]
    targets: tuple[Any, ...]
    battles: tuple[Any, ...]


def build(here: Here, selected: str = "") -> MapPage:
    """The page from the league's state: no query for a territory or realm."""
    state: Conquest = here.state
    people = seatbook(here.scope.club)
    turn = figure(here, "turn")
    mine = my_realm(here)
    place = state.territories.get(selected)
    realms = tuple(_realms(here, people, turn))
    return MapPage(
        svg=drawn(here, selected, mine),
        phase=turn["phase"],
        phase_title=turn["title"],
        round=turn["round"],
        phases=tuple(PhaseStep(p["name"], p["title"], p["when"]) for p in _round_phases(here)),
        realms=realms,
        mine=next((line for line in realms if mine and line.id == mine.id), None),
        my_turn=bool(mine and mine.id in turn["waiting"]),
        waiting=tuple(state.name_of(one) for one in turn["waiting"]),
        deadline=turn["deadline"],
        paused=turn["paused"],
        winner=state.name_of(turn["winner"]) if turn["winner"] else "",
        silence=tuple(one["sentence"] for one in figure(here, "silence")),
        panel=panel_of(here, place, mine) if place else None,
        rows=tuple((one, _owner_name(state, one)) for one in _sorted(state)),
        news=tuple(chronicle.lines(here, limit=8, known=people)),
        events=tuple(figure(here, "events_open")) if turn["phase"] == "events" else (),
        targets=tuple(figure(here, "targets", realm=mine.id))
        if mine and turn["phase"] == "challenge"
        else (),
        battles=tuple(b for b in state.battles.values() if b.round == turn["round"]),
    )


def figure(here: Here, name: str, **params: Any) -> Any:
    """A figure of the rules by name."""
    return here.kept.game.figures[name](here.state, here.book, **params)


def _targets(here: Here, mine: Realm | None) -> list[Any]:
    if mine is None or here.state.now.phase != "challenge":
        return []
    return list(figure(here, "targets", realm=mine.id))


def my_realm(here: Here) -> Realm | None:
    """The visitor's realm."""
    return next((one for one in here.state.realms.values() if here.owns(one.id)), None)


def _round_phases(here: Here) -> list[Mapping[str, Any]]:
    hidden = {"setup", "capitals", "finished"}
    found: list[Mapping[str, Any]] = figure(here, "phases")
    return [phase for phase in found if phase["name"] not in hidden or phase["when"] == "now"]


def _sorted(state: Conquest) -> list[Territory]:
    return [one for _key, one in sorted(state.territories.items()) if not one.is_sea]


def _owner_name(state: Conquest, place: Territory) -> str:
    return state.name_of(place.owner) if place.owner else ""


def _realms(here: Here, people: dict[str, Known], turn: Mapping[str, Any]) -> list[RealmLine]:
    standings = {line["realm"]: line for line in figure(here, "standings")}
    known = [here.state.realms[key] for key in standings]
    known += [one for one in here.state.realms.values() if one.id not in standings]
    return [_realm(here, people, turn, one, standings.get(one.id, {})) for one in known]


def _realm(
    here: Here, people: dict[str, Known], turn: Mapping[str, Any], realm: Realm, line: Mapping[str, Any]
) -> RealmLine:
    mine = here.owns(realm.id)
    shown = here.book.settings.gold_public or mine
    return RealmLine(
        id=realm.id,
        name=realm.name or realm.id,
        player=people.get(realm.owner, Known("", "iron")).name,
        colour=realm.colour,
        size=line.get("size", "0"),
        territories=line.get("territories", 0),
        cities=line.get("cities", 0),
        castles=line.get("castles", 0),
        gold=realm.gold if shown else None,
        ep=realm.ep,
        mine=mine,
        waited=realm.id in turn["waiting"],
        done=realm.id in turn["done"],
        eliminated=realm.status in ("eliminated", "left"),
    )


def drawn(here: Here, selected: str, mine: Realm | None) -> SafeString:
    """The map as it stands, with what I may do marked when it is time to spend."""
    state: Conquest = here.state
    if not state.territories:
        return mark_safe("")
    ground = next(iter(state.ground.values()))
    owned = {one.id: one.owner for one in state.territories.values() if one.owner}
    drawing = Drawing(
        ground=ground,
        places=list(state.territories.values()),
        links=list(state.links.values()),
        url=f"{reverse('maps:map', args=[here.scope.pk])}?t={{}}",
        owners=owned,
        signs={realm.id: sign_of(realm.colour) for realm in state.realms.values()},
        capitals=frozenset(realm.capital for realm in state.realms.values() if realm.capital),
        sieges=frozenset(state.sieges),
        badges=_badges(here, mine),
        selected=selected,
        icons=ICONS,
        title=_("Map of %(name)s") % {"name": here.scope.name},
    )
    return mark_safe(draw(drawing))  # noqa: S308 - drawn from checked values, names escaped


def sign_of(colour: str) -> Sign:
    emblem = emblem_named(colour)
    return Sign(emblem.name, emblem.icon, emblem.sign.upper() == "#FFFFFF")


class _Sheets(dict[str, str]):
    """Where an icon lives: the first sprite for the common ones, the second for the rest."""

    FIRST = ("fire", "hammer", "sun-fill", "gem", "tree-fill", "lightning-fill", "droplet-fill", "moon-fill")

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        return static("icons.svg" if name in self.FIRST else "icons-more.svg")


ICONS = _Sheets()


def _badges(here: Here, mine: Realm | None) -> dict[str, Badge]:
    """The cheapest thing I may do at each territory, while points are spent."""
    if mine is None or here.state.now.phase != "conquest":
        return {}
    found: dict[str, Badge] = {}
    for one in figure(here, "reachable", realm=mine.id):
        if one["act"] in ("claim", "conquer", "besiege") and one["territory"] not in found:
            found[one["territory"]] = Badge(one["act"], one["price"], one["dear"])
    return found


def panel_of(here: Here, place: Territory, mine: Realm | None) -> Panel:
    """Everything about one territory and what I may do there."""
    state: Conquest = here.state
    owner = state.realms.get(place.owner)
    near = sorted(
        one.b if one.a == place.id else one.a for one in state.links.values() if place.id in (one.a, one.b)
    )
    spending = mine is not None and state.now.phase == "conquest"
    offers = figure(here, "offers", realm=mine.id, territory=place.id) if spending and mine else []
    capitals = figure(here, "capitals") if state.now.phase == "capitals" else []
    return Panel(
        id=place.id,
        name=place.name,
        lines=tuple(_facts(place)),
        owner=(owner.name or owner.id) if owner else "",
        colour=owner.colour if owner else "",
        neighbours=tuple(near),
        offers=tuple(_offer(one) for one in offers),
        can_be_capital=any(one["territory"] == place.id for one in capitals),
    )


def _facts(place: Territory) -> list[str]:
    water = [_("river")] * place.river + [_("shore")] * place.shore
    facts = [", ".join([_(place.terrain), *water])]
    facts.append(_(BUILDING_WORDS[place.building]) if place.building else _("no building"))
    if place.objective:
        facts.append(place.objective.replace("_", " "))
    return facts


def _offer(one: Mapping[str, Any]) -> Offer:
    title, icon = ACT_WORDS[one["act"]]
    why = one["why_not"] or {}
    words = f"{_(title)} {_(one['building'])}" if one["building"] else _(title)
    return Offer(
        act=one["act"],
        building=one["building"],
        title=words,
        icon=icon,
        price=one["price"],
        stamp=one["stamp"],
        why_not=why.get("sentence", ""),
        rule=why.get("rule", ""),
    )
