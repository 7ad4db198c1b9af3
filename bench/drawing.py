"""What is drawn: a warband's sheet against one line of the same printing library, a map against f-strings."""

from __future__ import annotations

from dataclasses import replace

from bench.measure import Figure, against, kilobytes, medians
from campaigns.models import Scope
from campaigns.sheets.pdf import drawn, sheet_html
from campaigns.store import registration
from campaigns.warbands.people import Owners
from campaigns.warbands.sheet_builder import build_sheet
from maps.drawing import Drawing, draw
from maps.drawing_defs import Sign
from rules.maps.generator import Wishes, generate

ONE_LINE = '<!doctype html><html lang="en"><title>One line</title><p>One line.</p>'
COLOURS = ("blue", "vermilion", "green", "orange", "purple", "sky", "yellow", "iron", "pink", "black")


def sheet(scope: Scope, warband: str) -> list[Figure]:
    state = registration("opr").load(scope.pk)
    row = state.warbands[warband]  # type: ignore[attr-defined]
    made = build_sheet(scope, state, row, Owners(scope.club_id), "https://example.org/w")  # type: ignore[arg-type]
    empty = replace(made, units=(), fallen=())
    ours, theirs, frame = medians(
        5, lambda: drawn(sheet_html(made)), lambda: drawn(ONE_LINE), lambda: drawn(sheet_html(empty))
    )
    size = len(drawn(sheet_html(made)))
    bare = against("PDF sheet of ten units", ours, theirs, "one bare line, no style, no faces", "≤ 5×")
    framed = against("the same", ours, frame, "the same sheet without units", "≤ 5×")
    return [replace(bare, value=f"{bare.value}, {size / 1000:.0f} KB"), framed]


def maps() -> list[Figure]:
    return [line for count in (100, 500) for line in _map(count)]


def _map(count: int) -> list[Figure]:
    made = generate(Wishes(players=10, seed="bench", per_player=min(30, count // 10))).map
    again = [replace(one, id=f"{one.id}b", x=one.x + 9000) for one in made.places]  # a second one beside it
    places = [*made.places, *again][:count]
    players = [f"R{n}" for n in range(10)]
    signs = {one: Sign(colour, "star-fill", name=one) for one, colour in zip(players, COLOURS, strict=True)}
    owners = {place.id: players[n % 10] for n, place in enumerate(places)}
    whole = Drawing(made.ground, places, made.links, "/l/1/map/?t={}", owners, signs, icons=_Icons())
    ours, theirs = medians(7, lambda: draw(whole), lambda: by_hand(whole))
    line = against(f"map of {len(places)} territories", ours, theirs, "one f-string each", "≤ 3×")
    return [Figure(line.what, f"{line.value}, {kilobytes(draw(whole).encode())}", line.against, line.asked)]


class _Icons(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"/static/icons.svg#{name}"


def by_hand(map_: Drawing) -> str:
    """Every territory as a link with its ground, owner and name, by one f-string: the least it can cost."""
    return "".join(
        f'<a href="{map_.url.format(place.id)}"><use href="#hx" x="{place.x}" y="{place.y}" '
        f'class="t-{place.terrain}"/><use href="#hx" x="{place.x}" y="{place.y}" '
        f'class="o-{map_.owners.get(place.id, "")}"/><text x="{place.x}" y="{place.y}">{place.id}</text></a>'
        for place in map_.places
    )
