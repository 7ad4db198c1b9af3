"""The page of a map league: the map, whose turn it is, what I may do, and every figure in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.shell.look.emblems import emblem_named
from campaigns.shell.told import chronicle
from maps.conquest.map.battle_lines import BattleLine, battle_line
from maps.conquest.map.now_page import ConquestNow, Organising, conquest_now, organising_of
from maps.conquest.map.panel_page import ConquestPanel, conquest_panel
from maps.conquest.viewer import ConquestViewer
from maps.ground.behind import pictures
from maps.ground.drawing import Badge, Drawing, Picture, map_svg
from maps.ground.signs import Sign
from maps.ground.taps import Options
from maps.turns.phases import PhaseStep
from maps.turns.played import players_words
from maps.turns.waits import Pause, awaited_sides, deadline_of, pause_of, to_act_words
from rules.conquest.ground import conquest_map_book
from rules.conquest.realm_figures import events_now
from rules.conquest.rounds.offers import reachable
from rules.conquest.rounds.phases import PHASES
from rules.conquest.setting_up.beginning import legal_capitals
from rules.conquest.standings import RealmStanding, realm_standings
from rules.conquest.state import Conquest, Realm, Territory
from rules.conquest.telling.round import round_summary
from rules.engine.language import said
from rules.engine.lazy_tables import having
from rules.turns.telling import PhaseLine, phase_lines


@dataclass(frozen=True, slots=True)
class RealmLine:
    """One empire: size in words, gold as the setting allows, points to spend, its event, its turn."""

    id: str
    name: str
    player: str
    colour: str
    size: str
    cities: int
    castles: int
    gold: int | None
    ep: int
    event: str
    mine: bool
    waited: bool
    acts: str
    done: bool
    out: bool


@dataclass(frozen=True)
class ConquestMapPage:
    """Everything on the page of a map league. `url` ends so that `t=C4` can follow."""

    svg: SafeString
    url: str
    phase: str
    phase_title: str
    round: int
    phases: tuple[PhaseStep, ...]
    realms: tuple[RealmLine, ...]
    turns: tuple[RealmLine, ...]
    me: RealmLine | None
    acting_id: str
    acting_for: str
    now: ConquestNow
    deadline: datetime | None
    pause: Pause | None
    winner: str
    panel: ConquestPanel | None
    rows: tuple[tuple[Territory, str], ...]
    news: tuple[chronicle.ToldLine, ...]
    battles: tuple[BattleLine, ...]
    organising: Organising | None
    summary: str
    rounds: tuple[int, ...]
    credit: str = ""

    @property
    def here(self) -> str:
        """Where the parts of the page come from: itself, with the panel that is open."""
        return f"{self.url}t={quote(self.panel.id)}" if self.panel else self.url.rstrip("?&")

    @property
    def owners(self) -> Options:
        """Whose a territory may be."""
        return (("", _("nobody")), *((one.id, one.name) for one in self.realms if not one.out))


def conquest_map_page(viewer: ConquestViewer, selected: str = "", acting: str = "") -> ConquestMapPage:
    """The page from the league's state: no query for a territory or realm."""
    state: Conquest = viewer.state
    now = state.now
    me = acting_realm(viewer, acting)
    place = state.territories.get(selected)
    waited = awaited_sides(viewer)
    realms = tuple(_realms(viewer, waited))
    by_id = {line.id: line for line in realms}
    acts_for_other = me is not None and not viewer.owns(me.id)
    behind = pictures.picture_behind_league_map(viewer, state)
    news = tuple(chronicle.news(viewer, 8))
    return ConquestMapPage(
        svg=conquest_map_svg(viewer, selected, me, behind.picture),
        url=empire_map_url(viewer, me.id if me and acts_for_other else ""),
        phase=now.phase,
        phase_title=said(PHASES[now.phase].title),
        round=now.round,
        phases=tuple(PhaseStep(p["title"], p["when"]) for p in _round_phases(viewer)),
        realms=realms,
        turns=_turns(state, by_id),
        me=by_id.get(me.id) if me else None,
        acting_id=me.id if me and acts_for_other else "",
        acting_for=state.name_of(me.id) if me and acts_for_other else "",
        now=conquest_now(viewer, me, waited),
        deadline=deadline_of(viewer, waited),
        pause=pause_of(viewer, reverse("maps:do", args=[viewer.scope.pk, "resume"])),
        winner=now.winner,
        panel=conquest_panel(viewer, place, me) if place else None,
        rows=tuple((one, _owner_name(state, one)) for one in _sorted(state)),
        news=news,
        battles=tuple(
            battle_line(viewer, one, me) for one in having(state.battles, "round", now.round).values()
        ),
        organising=organising_of(viewer, waited, news),
        summary="\n".join(round_summary(viewer.state, viewer.book)),
        rounds=tuple(sorted((one.number for one in state.rounds.values()), reverse=True)),
        credit=behind.credit,
    )


def my_realm(viewer: ConquestViewer) -> Realm | None:
    """The visitor's realm."""
    return next((one for one in viewer.state.realms.values() if viewer.owns(one.id)), None)


def acting_realm(viewer: ConquestViewer, acting: str) -> Realm | None:
    """The realm the page is for: one's own, or the one the visitor acts for."""
    if acting in viewer.state.realms and viewer.acts_for(acting):
        found: Realm = viewer.state.realms[acting]
        return found
    return my_realm(viewer)


def empire_map_url(viewer: ConquestViewer, acting: str = "") -> str:
    """The map's address, ready for a parameter."""
    kept = urlencode({"as": acting}) + "&" if acting else ""
    return f"{reverse('maps:map', args=[viewer.scope.pk])}?{kept}"


def _round_phases(viewer: ConquestViewer) -> list[PhaseLine]:
    hidden = {"setup", "capitals", "order", "finished"}
    found = phase_lines(PHASES, viewer.state.now.phase)
    return [phase for phase in found if phase["name"] not in hidden or phase["when"] == "now"]


def _turns(state: Conquest, lines: Mapping[str, RealmLine]) -> tuple[RealmLine, ...]:
    """The realms in the order they act this round, smallest first; nobody's turn, no order."""
    taken = state.rounds.get(f"round:{state.now.round}")
    if not state.now.active:
        return ()
    if state.now.phase == "capitals" or taken is None:
        return tuple(lines[one] for one in state.now.pick_order if one in lines)
    return tuple(lines[rank.realm] for rank in reversed(taken.ranking) if rank.realm in lines)


def _sorted(state: Conquest) -> list[Territory]:
    return [one for _key, one in sorted(state.territories.items()) if not one.is_sea]


def _owner_name(state: Conquest, place: Territory) -> str:
    return state.name_of(place.owner) if place.owner else ""


def _realms(viewer: ConquestViewer, waited: Collection[str]) -> list[RealmLine]:
    lines = {line.realm: line for line in realm_standings(viewer.state, viewer.book)}
    known = [viewer.state.realms[key] for key in lines]
    known += [one for one in viewer.state.realms.values() if one.id not in lines]
    events = _events(viewer)
    return [_realm(viewer, waited, one, lines.get(one.id), events) for one in known]


def _events(viewer: ConquestViewer) -> dict[str, str]:
    """This round's event by realm, with whom it is aimed at."""
    state: Conquest = viewer.state
    found = {}
    for one in events_now(state):
        aimed = f" → {state.name_of(one.target)}" if one.target else ""
        found[one.realm] = viewer.book.event(one.event).name + aimed
    return found


def _realm(
    viewer: ConquestViewer,
    waited: Collection[str],
    realm: Realm,
    line: RealmStanding | None,
    events: Mapping[str, str],
) -> RealmLine:
    mine = viewer.owns(realm.id)
    shown = viewer.book.settings.gold_public or viewer.reads(realm.id)
    return RealmLine(
        id=realm.id,
        name=realm.name or realm.id,
        player=players_words(viewer, realm.id),
        colour=realm.colour,
        size=line.size if line else "0",
        cities=line.cities if line else 0,
        castles=line.castles if line else 0,
        gold=realm.gold if shown and not realm.is_out else None,
        ep=0 if realm.is_out else realm.ep,
        event=events.get(realm.id, ""),
        mine=mine,
        waited=realm.id in waited,
        acts=to_act_words(viewer, realm.id, waited),
        done=realm.id in viewer.state.now.done,
        out=realm.is_out,
    )


def conquest_map_svg(
    viewer: ConquestViewer, selected: str, me: Realm | None, picture: Picture | None = None
) -> SafeString:
    """The map as it stands, with what I may do marked when it is time to do it."""
    state: Conquest = viewer.state
    badges = _badges(viewer, me)
    url = empire_map_url(viewer, _other(viewer, me))
    return drawn_state(viewer, state, selected=selected, badges=badges, url=url, picture=picture)


def _other(viewer: ConquestViewer, me: Realm | None) -> str:
    return me.id if me and not viewer.owns(me.id) else ""


def drawn_state(
    viewer: ConquestViewer,
    state: Conquest,
    *,
    selected: str = "",
    latest: str = "",
    badges: Mapping[str, Badge] | None = None,
    url: str = "",
    style: str = "",
    paper: bool = False,
    picture: Picture | None = None,
) -> SafeString:
    """A state of a league as a map, whichever."""
    if not state.territories:
        return mark_safe("")
    drawing = Drawing(
        ground=next(iter(state.ground.values())),
        places=list(state.territories.values()),
        links=list(state.links.values()),
        url=url.replace("{", "").replace("&", "&amp;") + "t={}#panel" if url else "",
        owners={one.id: one.owner for one in state.territories.values() if one.owner},
        signs={realm.id: realm_sign(realm) for realm in state.realms.values()},
        capitals=frozenset(one.capital for one in state.realms.values() if one.capital and not one.is_out),
        sieges={one.id: one.holder for one in state.sieges.values()},
        badges=badges or {},
        selected=selected,
        latest=latest,
        style=style,
        paper=paper,
        note=_("Round %(number)d") % {"number": state.now.round} if state.now.round else "",
        picture=picture,
        title=_("Map of %(name)s") % {"name": viewer.scope.name},
        name=viewer.scope.name,
        book=conquest_map_book(),
    )
    return mark_safe(map_svg(drawing))  # noqa: S308 - drawn from checked values, names escaped


def realm_sign(realm: Realm) -> Sign:
    emblem = emblem_named(realm.colour)
    white = emblem.sign.upper() == "#FFFFFF"
    return Sign(emblem.name, emblem.icon, white, realm.name, emblem.striped, emblem.hatch)


def _badges(viewer: ConquestViewer, me: Realm | None) -> dict[str, Badge]:
    """Where a capital may be picked, or the cheapest thing I may do while points are spent."""
    phase = viewer.state.now.phase
    if me is None:
        return {}
    if phase == "capitals" and viewer.state.now.active == me.id:
        return {one.id: Badge("claim", 0) for one in legal_capitals(viewer.state, viewer.book)}
    if phase != "conquest":
        return {}
    found: dict[str, Badge] = {}
    for one in reachable(viewer.state, viewer.book, me.id):
        if one.act in ("claim", "conquer", "besiege") and one.territory not in found:
            found[one.territory] = Badge(one.act, one.price, one.dear)
    return found


def territory_url(viewer: ConquestViewer, territory: str, acting: str = "") -> str:
    """The map with this territory open."""
    return (
        f"{empire_map_url(viewer, acting)}t={quote(territory)}"
        if territory
        else empire_map_url(viewer, acting).rstrip("?&")
    )
