"""Orders for a pen: a slip to fold and seal for each faction, two to a sheet.

Positions are printed, orders never. The lowest third is folded up over the orders; what is printed there
blurs what shines through. It is made of the league's own names and the turn, so that the same slip comes out
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha512

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.engine.lines import Paper
from campaigns.paper.formats import FORMATS
from campaigns.paper.measure import readable, width
from maps.firestorm.place_names import name_on_paper
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.faction_figures import on_map
from rules.firestorm.orders.plans import may_fortify, most_steps
from rules.firestorm.state import Banner, Faction

WRITING = ("setup", "preparation", "initiative", "orders")
UNDER_WAY = ("reveal", "battles", "aftermath")  # where a banner writes its next orders is not settled
BLANK, DECOYS = 4, 15  # lines at least; lines of the lowest third
MARGIN, DECOY = 12.0, 8.4  # millimetres on each side; points of the type in the lowest third


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A banner with where it stands, once that is settled; a blank one for a banner still to come. `shut`: it
    cannot fortify there.
    """

    banner: str = ""
    place: str = ""
    shut: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    faction: str
    turn: int
    lines: tuple[SlipLine, ...]
    steps: tuple[int, ...]
    decoy: tuple[str, ...]


def whose(viewer: FirestormViewer) -> list[Faction]:
    """The factions whose slips this visitor may print: their own, an organiser all."""
    if viewer.seat is None or viewer.state.now.phase == "finished":
        return []
    playing = (one for one in viewer.state.factions.values() if one.status == "active")
    return [one for one in playing if viewer.is_organiser or viewer.owns(one.id)]


def slip_of(viewer: FirestormViewer, faction: Faction, paper: Paper) -> Slip:
    """A faction's slip for the orders that are written next."""
    state, book, now = viewer.state, viewer.book, viewer.state.now
    lines = [_line(viewer, one) for one in on_map(state, faction.id)]
    turn = now.turn if now.phase in WRITING else now.turn + 1
    most = most_steps(state, book, faction.id, "forced_march")
    empty = (SlipLine(),) * max(BLANK - len(lines), 0)
    return Slip(
        faction=readable(state.name_of(faction.id)),
        turn=max(turn, 1),
        lines=(*lines, *empty),
        steps=tuple(range(1, most + 1)),
        decoy=tuple(_decoy(viewer, faction, turn, FORMATS[paper].width - 2 * MARGIN)),
    )


def _line(viewer: FirestormViewer, banner: Banner) -> SlipLine:
    name = readable(viewer.state.name_of(banner.id))
    if viewer.state.now.phase in UNDER_WAY:
        return SlipLine(name)
    place = viewer.state.territories[banner.territory]
    return SlipLine(name, readable(name_on_paper(place)), not may_fortify(viewer.book, place))


def _decoy(viewer: FirestormViewer, faction: Faction, turn: int, room: float) -> Iterator[str]:
    """Lines of orders that nobody has given, each as long as there is room."""
    kinds = [str(row.name).lower() for row in viewer.book.book.orders.values()]
    words = [*kinds * 4, *sorted(viewer.state.territories), "☐", "✕"]
    for line in range(DECOYS):
        seed = sha512(f"{viewer.scope.pk} {faction.id} {turn} {line}".encode()).digest()
        yield _filled([words[one % len(words)] for one in seed], room)


def _filled(words: Iterable[str], room: float) -> str:
    """As many of the words as go into a line."""
    line = ""
    for word in words:
        if width(f"{line} {word}", "text", DECOY) > room:
            break
        line = f"{line} {word}".lstrip()
    return line


def order_slips_html(viewer: FirestormViewer, whose: Iterable[Faction], paper: Paper) -> str:
    """The slips, two to a sheet."""
    made = [slip_of(viewer, one, paper) for one in whose]
    context = {
        "title": _("Order slips to fill in by hand"),
        "league": readable(viewer.scope.name),
        "language": get_language() or "en",
        "sheets": [made[n : n + 2] for n in range(0, len(made), 2)],
        "paper": FORMATS[paper],
        "half": FORMATS[paper].height / 2 - 0.1,
        "margin": MARGIN,
        "decoy": DECOY,
        "third": FORMATS[paper].height / 6 - 0.1,
    }
    return render_to_string("maps/firestorm/paper/slips.html", context)
