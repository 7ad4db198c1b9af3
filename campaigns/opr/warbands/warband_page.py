"""The list of a league's warbands, and one warband: its figures, its units, what waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.access import may_play
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.leagues.requests.lines import RequestLine
from campaigns.models import PaperSize, Seat
from campaigns.opr.league.trait_labels import rank_words, step_title, step_verb, trait_name, unit_status_words
from campaigns.opr.league.waiting import step_url
from campaigns.opr.statistics import honours
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands import founding_page as founding
from campaigns.opr.who_asks import joining_line
from campaigns.shell.links import page_of
from campaigns.shell.told.away import name_with_holiday
from rules.engine.language import with_heading
from rules.opr.books import InForce
from rules.opr.standings import WarbandStanding, rank_of, warband_standings
from rules.opr.state import Mission, OprState, Unit, Warband
from rules.opr.values import total_value


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit as it stands on the sheet; `new_xp` of its XP come from the mission it has just played."""

    url: str
    name: str
    is_hero: bool
    level: int
    xp: int
    new_xp: int
    points: int
    traits: tuple[str, ...]
    injuries: tuple[str, ...]
    note: str
    out: bool


@dataclass(frozen=True, slots=True)
class BigFigure:
    """One big figure; `url` opens its receipt."""

    value: int | str
    label: str
    url: str = ""
    open: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a warband has to do next."""

    title: str
    note: str
    button: str
    url: str


@dataclass(frozen=True, slots=True)
class Prints:
    """Where what is printed lies: on the club's paper, and `others` on the `other` size."""

    sheet: str
    cards: str
    report: str
    other: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WarbandTop:
    """What stands above a warband's page: whose it is and what may be done with it."""

    name: str
    owner: str
    emblem: str
    rank: str
    change: str
    hand_over: str
    sheet: str
    disbanded: bool
    address: str
    follows: str


@dataclass(frozen=True, slots=True)
class WarbandPage:
    top: WarbandTop
    figures: tuple[BigFigure, ...]
    heroes: str
    rows: tuple[UnitRow, ...]
    wait: Wait | None
    prints: Prints
    fallen: tuple[UnitRow, ...]
    record: honours.WarbandRecord | None


@dataclass(frozen=True, slots=True)
class WarbandRow:
    url: str
    name: str
    owner: str
    emblem: str
    rank: str
    vp: int
    value: int
    units: str
    note: str
    mine: bool


@dataclass(frozen=True, slots=True)
class WarbandsPage:
    rows: tuple[WarbandRow, ...]
    gone: tuple[WarbandRow, ...]
    may_found: bool
    is_mine_missing: bool
    asked: RequestLine | None
    teams: bool  # whether there is something to read or do about teams


def build_list(viewer: OprViewer) -> WarbandsPage:
    """All warbands of a league in the order of the table."""
    state = viewer.state
    ranks = {line.warband: line for line in warband_standings(state, viewer.book)}
    active = [state.warbands[key] for key in ranks]
    gone = [warband for warband in state.warbands.values() if warband.status != "active"]
    rows = tuple(_list_row(viewer, warband, ranks.get(warband.id)) for warband in active)
    asked = joining_line(viewer)
    missing = not asked and not any(row.mine for row in rows) and may_found(viewer, viewer.seat)
    return WarbandsPage(
        rows=rows,
        gone=tuple(_list_row(viewer, warband, None) for warband in gone),
        may_found=missing or (viewer.is_organiser and may_found(viewer, None)),
        is_mine_missing=missing,
        asked=asked,
        teams=bool(state.league.teams) or viewer.is_organiser,
    )


def may_found(viewer: OprViewer, seat: Seat | None) -> bool:
    """Whether a warband may be founded now for this player, or (`None`) for anybody new."""
    if viewer.seat is None or not may_play(viewer.seat):
        return False
    return founding.founding_refusal(viewer, str(seat.pk) if seat else "") is None


def _list_row(viewer: OprViewer, warband: Warband, line: WarbandStanding | None) -> WarbandRow:
    units = viewer.state.sheet(warband.id) if warband.status == "active" else []
    mission = viewer.state.missions.get(warband.mission)
    owner = viewer.people.get(warband.owner, NO_SEAT)
    return WarbandRow(
        url=page_of("campaigns:warband", viewer.scope.pk, warband.id),
        name=warband.name,
        owner=name_with_holiday(viewer, owner),
        emblem=owner.emblem,
        rank=str(line.rank) if line and warband.missions else "–",
        vp=warband.vp,
        value=total_value(units),
        units=ngettext("%(n)s unit", "%(n)s units", len(units)) % {"n": len(units)},
        note=_mission_note(mission, warband) if mission else "",
        mine=viewer.owns(warband.id),
    )


def warband_page(viewer: OprViewer, warband: Warband) -> WarbandPage:
    """One warband as everybody sees it; what waits is for its player and organisers."""
    state, book = viewer.state, viewer.book
    units = state.sheet(warband.id) if warband.status == "active" else []
    mine = viewer.owns(warband.id)
    heroes = sum(unit.hero for unit in units)
    return WarbandPage(
        top=_top(viewer, warband, mine),
        figures=_figures(warband, total_value(units)),
        heroes=_heroes(heroes, book.figures.heroes_max),
        rows=tuple(unit_row(viewer, state, book, unit) for unit in units),
        wait=waits_for(viewer, warband) if mine or viewer.is_organiser else None,
        prints=_prints(viewer, warband),
        fallen=_fallen(viewer, warband),
        record=honours.of_warband(viewer, warband),
    )


def _top(viewer: OprViewer, warband: Warband, mine: bool) -> WarbandTop:
    owner = viewer.people.get(warband.owner, NO_SEAT)
    ranked = warband.status == "active" and warband.missions
    change = change_url(viewer, "change_warband", warband.id, mine) if warband.status == "active" else ""
    return WarbandTop(
        name=warband.name,
        owner=name_with_holiday(viewer, owner),
        emblem=owner.emblem,
        rank=rank_words(*rank_of(viewer.state, viewer.book, warband)) if ranked else "",
        change=change,
        hand_over=f"{change}?open=hand_over" if change and not viewer.closed else "",
        sheet=page_of("campaigns:sheet", viewer.scope.pk, warband.id),
        disbanded=warband.status != "active",
        address=page_of("campaigns:warband", viewer.scope.pk, warband.id),
        follows=f"of:{warband.id} missions campaign asks reports",
    )


def change_url(viewer: OprViewer, name: str, key: str, mine: bool) -> str:
    """Where a sheet is changed, for those who may: its player and organisers; nowhere in the archive."""
    if viewer.scope.archived_at is not None:
        return ""
    may = viewer.is_organiser or (mine and viewer.seat is not None and not viewer.seat.is_spectator)
    return page_of(f"campaigns:{name}", viewer.scope.pk, key) if may else ""


def _figures(warband: Warband, value: int) -> tuple[BigFigure, ...]:
    return (
        BigFigure(warband.vp, _("VP"), "?why=vp"),
        BigFigure(value, _("value"), "?why=value"),
        BigFigure(warband.pool, _("pool"), "?why=pool"),
        BigFigure(f"{warband.won}–{warband.missions - warband.won}", _("record"), "?why=record"),
    )


def _fallen(viewer: OprViewer, warband: Warband) -> tuple[UnitRow, ...]:
    gone = [unit for unit in viewer.state.units.values() if unit.warband == warband.id and not unit.living]
    gone.sort(key=lambda unit: (unit.order, unit.id))
    return tuple(unit_row(viewer, viewer.state, viewer.book, unit) for unit in gone)


def unit_row(viewer: OprViewer, state: OprState, book: InForce, unit: Unit) -> UnitRow:
    return UnitRow(
        url=page_of("campaigns:unit", viewer.scope.pk, unit.id),
        name=unit.name,
        is_hero=unit.hero,
        level=unit.level,
        xp=unit.xp,
        new_xp=new_xp(state, unit),
        points=unit.value,
        traits=tuple(trait_name(book, one) for one in unit.traits if one.kind != "injury"),
        injuries=tuple(trait_name(book, one) for one in unit.held("injury")),
        note=" · ".join(filter(None, [unit_status_words(unit), joined_words(state, unit)])),
        out=not unit.living,
    )


def joined_words(state: OprState, unit: Unit) -> str:
    other = state.units.get(unit.joined_to)
    return _("with %(name)s") % {"name": other.name} if other is not None and other.living else ""


def new_xp(state: OprState, unit: Unit) -> int:
    """XP earned in the mission whose steps its warband is still walking through."""
    warband = state.warbands.get(unit.warband)
    mission = state.missions.get(warband.mission) if warband else None
    if mission is None or mission.status != "finished":
        return 0
    frozen = {one.unit: one.xp for side in mission.sides for one in side.frozen}
    return max(0, unit.xp - frozen.get(unit.id, unit.xp))


def waits_for(viewer: OprViewer, warband: Warband) -> Wait | None:
    """The step of the running mission this warband stands at."""
    mission = viewer.state.missions.get(warband.mission)
    if mission is None:
        return None
    side = mission.side(warband.id)
    if side.step == "done":
        return None
    after = _("after %(mission)s") if mission.status == "finished" else "%(mission)s"
    note = after % {"mission": mission_words(mission)}
    return Wait(
        step_title(side.step),
        note,
        step_verb(side.step),
        step_url(viewer.scope, mission.id, warband.id, side.step),
    )


def mission_words(mission: Mission) -> str:
    number = _("mission %(n)s") % {"n": mission.number}
    return f"{number}, {mission.name}" if mission.name else number


def _mission_note(mission: Mission, warband: Warband) -> str:
    return with_heading(mission_words(mission), step_title(mission.side(warband.id).step))


def _heroes(heroes: int, most: int) -> str:
    told = ngettext("%(n)s of %(most)s hero", "%(n)s of %(most)s heroes", most)
    return told % {"n": heroes, "most": most}


def _prints(viewer: OprViewer, warband: Warband) -> Prints:
    at = [viewer.scope.pk, warband.id]
    sheet, cards = page_of("campaigns:sheet", *at), page_of("campaigns:cards", *at)
    report = page_of("campaigns:report_form", viewer.scope.pk)
    other = PaperSize.LETTER if viewer.scope.club.paper == PaperSize.A4 else PaperSize.A4
    named = ((_("sheet"), sheet), (_("cards"), cards), (_("report form"), report))
    others = tuple((label, f"{url}?paper={other.value}") for label, url in named)
    return Prints(sheet, cards, report, str(other.label), others)
