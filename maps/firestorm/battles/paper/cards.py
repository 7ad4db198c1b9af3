"""Battles on paper: the card of a battle, the card of a siege, and cards of fortress pieces and battleplans.

What is known is printed, what a pen says is a line or a box. Who does not follow a siege gets its blank card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.paper.formats import FORMATS
from campaigns.paper.measure import readable
from campaigns.paper.pdf import code, pdf_bytes
from campaigns.shell.links import absolute
from maps.firestorm.battles.battle_labels import battle_heading, opponents_text
from maps.firestorm.battles.before import BeforeBattle, battle_preparation
from maps.firestorm.battles.paper.rows import (
    ROUNDS,
    Afterwards,
    Track,
    afterwards_rows,
    is_roomy,
    limits,
    tracks,
)
from maps.firestorm.battles.paper.then import as_fought
from maps.firestorm.battles.sides import SideOfBattle, battle_sides
from maps.firestorm.battles.sieges.gains import (
    AssaultGain,
    SiegeGain,
    assault_gains,
    gained,
    siege_option_name,
)
from maps.firestorm.veils.sieges import sees_siege
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.battles.reminders import Note, battle_reminders
from rules.firestorm.faction_figures import is_stronghold
from rules.firestorm.siege.siege_rules import (
    OTHER,
    faction_on,
    options_of_side,
    quick_of,
    siege_level,
    trait_of,
)
from rules.firestorm.siege_book import EquipmentRow, OptionRow, PlanRow
from rules.firestorm.siege_state import Besieging, Siege
from rules.firestorm.state import Battle

BOX = "☐"
SIEGE_TURNS = 7  # without help the sixth ends in the assault at the latest, with help the seventh
MOST_POINTS = 12
SLOTS = 6  # for what waits for the assault


@dataclass(frozen=True, slots=True)
class CardOption:
    """An option of a siege turn on the card: its name, its quick roll, what it does."""

    name: str
    quick: str
    text: str


@dataclass(frozen=True, slots=True)
class SiegeSide:
    """A side of the siege with its boxes for siege points, and what it may do and buy."""

    name: str
    role: str
    trait: str
    army: str
    points: int
    boxes: str
    options: tuple[CardOption, ...]
    wares: tuple[EquipmentRow, ...]


@dataclass(frozen=True, slots=True)
class TurnColumn:
    """A siege turn: what is added to its die, and what was done in it."""

    number: int
    added: int
    besieger: str
    besieged: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the fortress with a box for each wound."""

    name: str
    boxes: str
    save: str
    line: str


@dataclass(frozen=True)
class SiegeCard:
    level: int
    sides: tuple[SiegeSide, ...]
    openings: tuple[str, ...]
    turns: tuple[TurnColumn, ...]
    pending: tuple[AssaultGain, ...]
    free: tuple[int, ...]
    pieces: tuple[Piece, ...]
    assault: tuple[str, ...]


@dataclass(frozen=True)
class BattleCard:
    """`roomy`: with rounds, and the table to draw on; `tiles` are its pieces of terrain, 0 where unknown."""

    sides: tuple[BattleSide, ...]
    before: BeforeBattle
    notes: tuple[tuple[str, Note], ...]  # each with the faction it is for, none for both
    words: str
    games: tuple[int, ...]
    roomy: bool
    rounds: tuple[int, ...]
    tracks: tuple[Track, ...]
    tiles: tuple[tuple[int, ...], ...]
    afterwards: tuple[Afterwards, ...]


@dataclass(frozen=True, slots=True)
class BattleSide:
    """A side of the battle, and how much it may summon."""

    side: SideOfBattle
    limit: int | None


def battle_card(viewer: FirestormViewer, battle: Battle) -> bytes:
    """The card of a battle as PDF."""
    return _pressed("battle", viewer, battle, battle_on_paper(viewer, battle))


def battle_on_paper(viewer: FirestormViewer, battle: Battle) -> BattleCard:
    fight, may = tuple(battle_sides(viewer, battle)), limits(viewer, battle)
    told = tuple(battle_reminders(as_fought(viewer, battle), viewer.book, battle))
    words = viewer.state.territories[battle.territory].words
    agreed, dice = battle_preparation(viewer, battle, "", is_open=False), viewer.book.figures.tile_dice
    pieces = agreed.terrain or (0,) * dice
    return BattleCard(
        sides=tuple(BattleSide(one, may.get(one.faction)) for one in fight),
        before=agreed,
        notes=tuple(
            (readable(viewer.state.name_of(one.faction)) if one.faction else "", one) for one in told
        ),
        words=words,
        games=tuple(range(1, battle.games + 1)),
        roomy=is_roomy(battle, fight, len(told) + bool(words)),
        rounds=tuple(range(1, ROUNDS + 1)),
        tracks=tuple(tracks(viewer.book, fight)),
        tiles=(pieces[: dice // 2], pieces[dice // 2 :]),
        afterwards=tuple(afterwards_rows(viewer.book, battle)),
    )


def siege_card(viewer: FirestormViewer, battle: Battle) -> bytes:
    """The card of a siege as PDF, as far as this visitor may see it."""
    return _pressed("siege", viewer, battle, siege_on_paper(viewer, battle))


def fortress_cards(viewer: FirestormViewer, battle: Battle | None = None) -> bytes:
    """Cards of the fortress pieces, the assault and the eight battleplans as PDF; of no battle, for any."""
    siege = viewer.book.siege
    plans = [(one, _sides_of_plan(one)) for one in siege.plans]
    return _pressed("fortress", viewer, battle, {"pieces": siege.pieces.values(), "assault": siege.assault,
                                               "plans": plans})  # fmt: skip


def may_be_besieged(viewer: FirestormViewer, battle: Battle) -> bool:
    """Whether a battle is or may become a siege, so that its cards are worth the paper."""
    there = is_stronghold(viewer.book, viewer.state.territories[battle.territory])
    return there or battle.id in viewer.state.sieges


def _pressed(kind: str, viewer: FirestormViewer, battle: Battle | None, page: object) -> bytes:
    context = {
        "paper": FORMATS["A4"],
        "language": get_language() or "en",
        "title": viewer.book.book.title,
        "league": readable(viewer.scope.name),
        "book": viewer.book.book.title,
        "page": page,
        "box": BOX,
        **(_about(viewer, battle) if battle else {}),
    }
    return pdf_bytes(render_to_string(f"maps/firestorm/battles/paper_{kind}.html", context))


def _about(viewer: FirestormViewer, battle: Battle) -> dict[str, str]:
    """What stands on the cards of one battle."""
    state, url = viewer.state, reverse("firestorm:battle", args=[viewer.scope.pk, battle.id])
    told = {"turn": battle.turn, "number": battle.number, "place": state.name_of(battle.territory)}
    return {
        "title": readable(battle_heading(state, battle)),
        "who": readable(opponents_text(state, battle)),
        "when": _("turn %(turn)d, battle %(number)d, %(place)s") % told,
        "code": _code(viewer, url),
    }


def _code(viewer: FirestormViewer, url: str) -> SafeString:
    return code(absolute(url, viewer.request), _("QR code for the battle’s page"))


# The siege


def siege_on_paper(viewer: FirestormViewer, battle: Battle) -> SiegeCard:
    follows = sees_siege(viewer, battle.id)
    siege = viewer.state.sieges.get(battle.id, Siege(id=battle.id)) if follows else Siege(id=battle.id)
    told = tuple(gained(viewer, battle)) if follows else ()
    pending = tuple(assault_gains(viewer, battle)) if follows else ()
    book = viewer.book.siege
    return SiegeCard(
        level=siege_level(viewer.state, viewer.book, battle),
        sides=tuple(_side(viewer, battle, siege, role) for role in OTHER),
        openings=tuple(one.name for one in book.plans[:2]),
        turns=tuple(_turn(viewer, siege, told, n) for n in range(1, SIEGE_TURNS + 1)),
        pending=pending,
        free=tuple(range(max(0, SLOTS - len(pending)))),
        pieces=tuple(Piece(one.name, BOX * one.wounds, one.save or "–", one.lines[0])
                     for one in book.pieces.values()),
        assault=book.assault.lines,
    )  # fmt: skip


def _side(viewer: FirestormViewer, battle: Battle, siege: Siege, role: Besieging) -> SiegeSide:
    level = siege_level(viewer.state, viewer.book, battle)
    begun = siege.step not in ("offered", "field")
    now = siege.besieger_points if role == "besieger" else siege.besieged_points
    points = now if begun else level
    banner = battle.attacker if role == "besieger" else battle.defender
    side = next(one for one in battle_sides(viewer, battle) if one.faction == _name(viewer, battle, role))
    trait = trait_of(viewer.state, battle, role)
    return SiegeSide(
        name=readable(_name(viewer, battle, role)),
        role=_("besieger") if role == "besieger" else _("besieged"),
        trait=viewer.book.siege.traits[trait] if trait else "",
        army=f"{readable(viewer.state.name_of(banner)) if banner else side.name}, {side.total}",
        points=points,
        boxes=BOX * max(0, MOST_POINTS - points),
        options=tuple(_options(viewer, role)),
        wares=tuple(one for one in viewer.book.siege.equipment.values() if one.side == role),
    )


def _name(viewer: FirestormViewer, battle: Battle, role: Besieging) -> str:
    return viewer.state.name_of(faction_on(battle, role))


def _options(viewer: FirestormViewer, role: Besieging) -> Iterator[CardOption]:
    for row in options_of_side(viewer.book, role).values():
        yield CardOption(row.name, _quick(viewer, row), row.text)


def _quick(viewer: FirestormViewer, row: OptionRow) -> str:
    quick = quick_of(viewer.book, row)
    if quick is None:
        return "6D6" if row.dice == "6D6" else "–"
    return f"{quick.face}+" if quick.helps else _("below %(face)d") % {"face": quick.face}


def _turn(viewer: FirestormViewer, siege: Siege, told: tuple[SiegeGain, ...], number: int) -> TurnColumn:
    """What was done in a siege turn; the first of its rows is the besieger's."""
    done = [f"{one.what}{'' if one.won else ' ✕'}" for one in told if one.turn == number]
    if number == siege.completed + 1 and siege.option:
        done = [siege_option_name(viewer, siege.option)]
    first, second, *_more = (*done, "", "")
    return TurnColumn(number, number - 1 - siege.help_timer, readable(first), readable(second))


def _sides_of_plan(plan: PlanRow) -> dict[str, str]:
    """Who deploys and who goes first, in words."""
    names = {"besieger": _("besieger"), "besieged": _("besieged"), "standard": _("as usual")}
    return {"deploys": names[plan.deploys], "first": names[plan.first]}
