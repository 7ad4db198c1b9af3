"""A warband as it is printed: `WarbandSheet`, unit cards and report forms, filled from a league's state.

Drawing is left to `drawing`; the same state makes the same dataclass, so a sheet that has not
changed is not sent again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.seatbook import NO_SEAT, KnownPerson
from campaigns.models import Scope
from campaigns.opr.imports.gear import weapon_profile
from campaigns.opr.league.trait_labels import trait_name, trait_text, unit_status_words
from campaigns.opr.paper import data
from config.dates import dated
from rules.engine.lazy_tables import peek
from rules.opr.books import Figures, InForce, TableLine
from rules.opr.ending import what_is_limited
from rules.opr.game import book_of
from rules.opr.league.sides import player_in_mission
from rules.opr.league_effects import EACH
from rules.opr.playing.setup import available_units, cap_of
from rules.opr.queues import being_played
from rules.opr.standings import averages, score_text, warband_standings
from rules.opr.state import Item, Mission, OprState, Side, Trait, Unit, Warband, Weapon
from rules.opr.values import special_rule_text, total_value


def build_sheet(
    scope: Scope,
    state: OprState,
    warband: Warband,
    people: Mapping[str, KnownPerson],
    url: str,
    today: date | None = None,
) -> data.WarbandSheet:
    """The sheet of a warband; `url` is where its code leads."""
    book, units = book_of(state), state.sheet(warband.id)
    figures = book.figures
    return data.WarbandSheet(
        name=warband.name,
        player=people.get(warband.owner, NO_SEAT).name,
        league=scope.name,
        book=f"{book.book.short} v{book.book.version}",
        words=printed_words(book),
        missions_played=warband.missions,
        missions_limit=state.league.limit if what_is_limited(book) in ("game", EACH) else None,
        value=total_value(units),
        available=total_value(unit for unit in units if unit.available),
        pool=warband.pool,
        vp=warband.vp,
        vp_note=vp_note(book, warband),
        wins=warband.won,
        losses=warband.missions - warband.won,
        place=_place(state, book, warband),
        average=score_text(warband.average, True) if averages(state, book) and warband.missions else "",
        heroes=sum(unit.hero for unit in units),
        heroes_max=figures.heroes_max,
        underdog_step=figures.underdog_step,
        underdog_of_available=book.setting("underdog_basis") == "available",
        objective_points=figures.special_objective_pts,
        event_on=f"{figures.event_on}+",
        next_mission=next_mission(state, book, warband),
        units=tuple(unit_block(state, book, number, unit) for number, unit in enumerate(units, 1)),
        fallen=tuple(fallen_units(state, warband)),
        url=url,
        printed=dated(today, "j F Y") if today else "",
    )


def _place(state: OprState, book: InForce, warband: Warband) -> data.StandingsPlace:
    lines = warband_standings(state, book)
    line = next((one for one in lines if one.warband == warband.id), None)
    if line is None or not warband.missions:
        return data.StandingsPlace(None, len(lines))
    return data.StandingsPlace(line.rank, len(lines), shared=sum(one.rank == line.rank for one in lines) > 1)


def build_cards(state: OprState, warband: Warband) -> tuple[data.PrintedUnitCard, ...]:
    """A card for each unit of the sheet."""
    book = book_of(state)
    units = enumerate(state.sheet(warband.id), 1)
    return tuple(
        data.PrintedUnitCard(unit_block(state, book, number, unit), warband.name, printed_words(book))
        for number, unit in units
    )


def printed_words(book: InForce) -> data.PrintedWords:
    """The book's own words on paper."""
    words, routed = book.words, book.figures.routed_is_casualty
    return data.PrintedWords(force=words.force, down=words.down, out=_("out"), writes_routed=routed)


def vp_note(book: InForce, warband: Warband) -> str:
    """Where the VP come from: `3 wins, 1 more`."""
    wins = ngettext("%(n)s win", "%(n)s wins", warband.won) % {"n": warband.won}
    more = warband.vp - warband.won * book.figures.win_vp
    return f"{wins}, {_('%(n)s more') % {'n': more}}" if more > 0 else wins if warband.missions else ""


def next_mission(state: OprState, book: InForce, warband: Warband) -> data.NextMission:
    """What is known of the mission this warband is in, before it is finished."""
    mission = being_played(state, warband)
    if mission is None:
        return data.NextMission()
    side = mission.side(warband.id)
    values = _compared(state, book, mission)
    objective = next((one.name for one in book.book.objectives if one.key == side.objective), "")
    return data.NextMission(
        cap=cap_of(state, book, mission.warbands),
        fielded=side.value if side.ready else None,
        highest=max(values, default=None),
        underdog=side.underdog if mission.status == "playing" else None,
        objective=objective,
    )


def _compared(state: OprState, book: InForce, mission: Mission) -> list[int]:
    """What underdog points are worked out from; nothing while it is not chosen. Source: OPR-26, A-14"""
    if book.setting("underdog_basis") == "available":
        return [_could_field(state, mission.side(one)) for one in mission.warbands]
    values = [one.value for one in mission.sides if one.ready]
    return values if len(values) == len(mission.sides) else []


def _could_field(state: OprState, side: Side) -> int:
    """What it could have fielded when the mission began, whoever has been captured since. Source: A-14"""
    units = {one.id: one for one in available_units(state, side.warband)}
    return total_value((units | {one: state.units[one] for one in side.fielded}).values())


# Units


def unit_block(state: OprState, book: InForce, number: int, unit: Unit) -> data.UnitBlock:
    profile, figures, prices = unit.profile, book.figures, _weapon_prices(unit)
    top = unit.level >= figures.levels_max
    return data.UnitBlock(
        number=number,
        name=unit.name,
        points=unit.value,
        make_up=tuple(make_up(unit)),
        quality=f"{profile.quality}+" if profile.quality else "",
        defense=f"{profile.defense}+" if profile.defense else "",
        tough=profile.tough,
        models=profile.models,
        is_hero=unit.hero,
        weapons=tuple(_weapon(weapon, prices.get(weapon.label)) for weapon in unit.profile.weapons),
        rules=tuple(special_rule_text(rule) for rule in profile.rules),
        traits=tuple(trait_lines(book, unit)),
        items=tuple(_items(item for item in unit.items if item.label not in prices)),
        xp=unit.xp,
        level=unit.level,
        next_level_in=None if top else (unit.level + 1) * figures.xp_per_level - unit.xp,
        status=unit_status_words(unit),
        note=_joined(state, unit),
    )


def make_up(unit: Unit) -> Iterator[data.PriceLine]:
    """The parts of a unit's points; what is 0 is left out, the list price never."""
    yield data.PriceLine(unit.list_points, _("list"))
    parts = (
        (unit.item_points, _("upgrades")),
        (unit.level_points, _("levels")),
        (unit.casualty_points, _("casualty")),
    )
    for points, label in parts:
        if points:
            yield data.PriceLine(points, label)
    below = unit.value - (unit.list_points + sum(points for points, _label in parts))
    if below:
        yield data.PriceLine(below, _("to reach 0"))


def trait_lines(book: InForce, unit: Unit) -> Iterator[data.PrintedTraitLine]:
    """Level traits, skills set by set, talents, injuries."""
    for kind in data.KINDS:
        held = sorted(unit.held(kind), key=lambda trait: _set_place(book, unit, trait))
        for group, traits in groupby(held, key=lambda trait: _set_name(book, trait)):
            yield data.PrintedTraitLine(kind, tuple(_trait(book, trait) for trait in traits), group)


def _set_name(book: InForce, trait: Trait) -> str:
    if trait.kind != "skill":
        return ""
    sets = book.book.skill_sets
    return next((one.name for one in sets if any(skill.key == trait.key for skill in one.skills)), "")


def _set_place(book: InForce, unit: Unit, trait: Trait) -> int:
    """First set first; 0 for everything that is no skill."""
    names = [book.book.skill_set(key).name for key in unit.sets]
    name = _set_name(book, trait)
    return names.index(name) if name in names else 0


def _trait(book: InForce, trait: Trait) -> data.PrintedTrait:
    entry = book.book.trait(trait.kind, trait.key)
    return data.PrintedTrait(trait_name(book, trait), trait_text(book, trait), entry.boxes if entry else 0)


def _weapon_prices(unit: Unit) -> dict[str, int | None]:
    """What one weapon of each name was bought for, where the upgrades of that name are the weapon alone, all
    at one price: such upgrades are printed with the weapon."""
    prices: dict[str, int | None] = {}
    for label in (weapon.label for weapon in unit.profile.weapons):
        bought = [item for item in unit.items if item.label == label]
        is_plain = all(item.origin == "list" and item.ap is None and not item.rules for item in bought)
        if is_plain and len({item.price for item in bought}) == 1:
            prices[label] = bought[0].price
    return prices


def _weapon(weapon: Weapon, price: int | None) -> data.PrintedWeapon:
    return data.PrintedWeapon(
        data.PrintedItem(weapon.label, price, count=weapon.count).text, weapon_profile(weapon)
    )


def _items(items: Iterable[Item]) -> Iterator[data.PrintedItem]:
    """Upgrades; what is there several times, once with its number."""
    for item, count in Counter(map(_item, items)).items():
        yield replace(item, count=count)


def _item(item: Item) -> data.PrintedItem:
    found = item.origin == "event" or item.price is None
    ap = [f"AP({item.ap})"] if item.ap is not None else []
    if found and not ap:  # rolled each time it is used
        ap = [rule for weapon in item.weapons for rule in weapon.rules]
    note = ", ".join([*ap, *([_("found, cannot be sold")] if found else [])])
    return data.PrintedItem(item.label, item.price, note)


def _joined(state: OprState, unit: Unit) -> str:
    other = state.units.get(unit.joined_to)
    return _("with %(name)s") % {"name": other.name} if other is not None and other.living else ""


def fallen_units(state: OprState, warband: Warband) -> Iterator[data.Fallen]:
    """Who once stood on this sheet."""
    gone = [unit for unit in state.units.values() if unit.warband == warband.id and not unit.living]
    for unit in sorted(gone, key=lambda unit: (unit.order, unit.id)):
        what = _("hero") if unit.hero else _("unit")
        left = peek(state.missions, unit.left)
        when = _("mission %(n)s") % {"n": left.number} if left else ""
        how = ", ".join(filter(None, [unit_status_words(unit), when]))
        yield data.Fallen(unit.name, f"{what}, {_('level %(n)s') % {'n': unit.level}}", how, unit.xp)


# Report forms


def build_report(
    scope: Scope, state: OprState, people: Mapping[str, KnownPerson], url: str, mission: Mission | None = None
) -> data.PrintedReport:
    """A report for the pen: blank with the dice tables, or with the sides of a mission."""
    book = book_of(state)
    figures = book.figures
    sides = (
        tuple(_sides(state, people, mission))
        if mission
        else (data.PrintedReportSide("A"), data.PrintedReportSide("B"))
    )
    return data.PrintedReport(
        book=f"{book.book.short} v{book.book.version}",
        league=scope.name,
        mission=mission.number if mission else None,
        name=mission.name if mission else "",
        cap=cap_of(state, book, mission.warbands) if mission and mission.open else None,
        cap_note=_cap_note(state, book) if mission and mission.open else "",
        words=printed_words(book),
        sides=sides,
        objective_points=figures.special_objective_pts,
        event_on=f"{figures.event_on}+",
        rewards=(
            _("winner: %(vp)s VP, %(n)s points") % {"vp": figures.win_vp, "n": figures.win_pts},
            _("each loser: %(n)s points") % {"n": figures.lose_pts},
        ),
        experience=tuple(_experience(figures)),
        tables=() if mission else tuple(dice_tables(book)),
        url=url,
    )


def _experience(figures: Figures) -> Iterator[str]:
    """What a fight earns, a line each. Source: OPR-44"""
    yield _("+%(n)s fielded and not a casualty · +%(k)s per kill") % {
        "n": figures.xp_survive,
        "k": figures.xp_kill_unit,
    }
    yield _("hero kill: +%(n)s instead") % {"n": figures.xp_kill_hero}
    if (both := figures.xp_kill_hero_and_unit) is not None:
        yield _("kill of a hero and its unit by the same enemy: +%(n)s in total") % {"n": both}


def _cap_note(state: OprState, book: InForce) -> str:
    return _("the lowest value plus %(n)s") % {"n": book.figures.match_cap_over_lowest}


def _sides(
    state: OprState, people: Mapping[str, KnownPerson], mission: Mission
) -> Iterator[data.PrintedReportSide]:
    playing = [side for side in mission.sides if not side.skipped]
    objectives = {one.key: one.name for one in book_of(state).book.objectives}
    for letter, side in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", playing, strict=False):
        warband = state.warbands[side.warband]
        yield data.PrintedReportSide(
            letter,
            warband.name,
            people.get(next(iter(player_in_mission(state, warband.id, mission.id)), ""), NO_SEAT).name,
            side.value if side.ready else None,
            side.underdog if side.ready and mission.status != "setup" else None,
            tuple(_listed(state, mission, side)),
            objectives.get(side.objective, ""),
        )


def _listed(state: OprState, mission: Mission, side: Side) -> Iterator[data.PrintedReportUnit]:
    """The fielded units as they stood then, whatever became of them; before fielding, everybody who may come.

    Each under its number on the sheet of that evening.
    """
    values = {one.unit: one.value for one in side.frozen}
    for number, unit in enumerate(_sheet_then(state, mission, side), 1):
        if unit.id in side.fielded if side.ready else unit.available:
            yield data.PrintedReportUnit(number, unit.name, values.get(unit.id, unit.value), unit.hero)


def _sheet_then(state: OprState, mission: Mission, side: Side) -> list[Unit]:
    """The sheet without those who joined after the mission, and with who was fielded and has left since."""
    sheet = [one for one in state.sheet(side.warband) if not _is_since(state, mission, one)]
    known = {unit.id for unit in sheet}
    gone = [state.units[one] for one in side.fielded if one not in known]
    return sorted([*sheet, *gone], key=lambda unit: unit.order) if gone else sheet


def _is_since(state: OprState, mission: Mission, unit: Unit) -> bool:
    """Whether a unit was recruited in this mission's last step or later."""
    recruited = peek(state.missions, unit.recruited) if unit.recruited else None
    return recruited is not None and recruited.number >= mission.number


def dice_tables(book: InForce) -> Iterator[data.DiceTable]:
    """The tables an evening without any phone needs."""
    rules = book.book
    listed = (
        (_("Special objective"), rules.objectives),
        (_("Casualty, regular"), rules.casualties_regular),
        (_("Casualty, hero"), rules.casualties_hero),
        (_("Injury"), rules.injuries),
        (_("Talent"), rules.talents),
        (_("Level, every %(n)s XP") % {"n": book.figures.xp_per_level}, rules.level_traits),
    )
    for title, entries in listed:
        yield data.DiceTable(title, tuple((face_range(one.faces), _fate(book, one)) for one in entries))
    yield data.DiceTable(_("Hero: also a skill"), tuple(_skill_rows(book)))


def _fate(book: InForce, entry: TableLine) -> str:
    """What an entry is called; where nobody dies for good, the dead sit out. Source: OPR-42"""
    sits_out = entry.key == "dead" and book.on("no_permadeath")
    return _("Sits out D3 missions") if sits_out else entry.name


def _skill_rows(book: InForce) -> Iterator[tuple[str, str]]:
    by_faces: dict[tuple[int, ...], list[str]] = {}
    for one in book.book.skill_sets:
        by_faces.setdefault(one.faces, []).append(one.name)
    for thrown, names in sorted(by_faces.items()):
        yield face_range(thrown), ", ".join(names)
    yield "", _("then D6 for the skill")


def face_range(thrown: Iterable[int]) -> str:
    """`2–5`."""
    values = sorted(thrown)
    return str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"
