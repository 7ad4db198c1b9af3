"""Markers and zones: where the app lays its markers, and which edge is whose.

Source: SOLO-09 to SOLO-13, SOLO-37.
"""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase

from rules.engine.effects import Effect
from rules.engine.language import mark, said, say, say_many
from rules.engine.procedure import Procedure, admit
from rules.engine.questions import Choose, Option
from rules.engine.refusals import Refused
from rules.solo import effects as fx
from rules.solo import limits
from rules.solo import setup_effects as sx
from rules.solo.book import Rules
from rules.solo.deciding.ground_plan import SQUARES, GroundPlan, Point, Region, rounded_inches
from rules.solo.game import GAME, SoloCtx
from rules.solo.picks import ask_pick
from rules.solo.setting_up.setup import Effects, in_phase, not_over
from rules.solo.state import Marker, SoloState

SQUARE_NAMES = {1: mark("near left"), 2: mark("near right"), 3: mark("far left"), 4: mark("far right")}


def marker_ground(state: SoloState, rules: Rules) -> GroundPlan | None:
    """The ground markers may lie on, as long as every marker's place is known. Source: SOLO-09."""
    measured = measured_ground(state, rules)
    return measured if len(measured.existing) == len(state.markers) else None


def measured_ground(state: SoloState, rules: Rules) -> GroundPlan:
    """The same as far as places are known: what is too close to one of these lies wrong. Source: SOLO-11."""
    places = [(marker.x, marker.y) for marker in state.markers.values()]
    existing = tuple((x / 100, y / 100) for x, y in places if x is not None and y is not None)
    return GroundPlan(region(rules), existing, rules.number("marker_spacing"))


def region(rules: Rules) -> Region:
    """The ground markers are laid on: the table without the two zones. Source: SOLO-09"""
    zone = rules.number("zone_depth")
    return Region(0, rules.number("table_width"), zone, rules.number("table_depth") - zone)


def next_label(state: SoloState) -> str:
    """What the next marker is called: A, B, C, … Source: SOLO-10"""
    count = len(state.markers)
    return ascii_uppercase[count] if count < len(ascii_uppercase) else f"M{count + 1}"


@GAME.procedure("lay_marker", rules=("SOLO-11",), slot="marker:{number}", by="table")
def lay_marker(
    ctx: SoloCtx, *, number: int, x: int | None = None, y: int | None = None
) -> Procedure[Effects]:
    """Record a marker you have placed; `x`, `y`: 1/100″ from the app’s left corner, if measured.

    Source: SOLO-11
    """
    yield from in_phase(ctx, "markers", rule="SOLO-10")
    yield from _turn_to_lay(ctx, number)
    known = measured_ground(ctx.state, ctx.book)
    for measured in (x, y):
        limits.figure(measured or 0, "place", 0, 100 * limits.FARTHEST)
    if x is not None and y is not None:
        spacing = f"{known.spacing:g}"
        move = say(
            "Markers must lie in the middle area, at least {spacing}″ apart. Move this one.", spacing=spacing
        )
        yield from admit(known.legal((x / 100, y / 100)), "SOLO-11", move)
    return _laid(ctx, None if x is None or y is None else (x / 100, y / 100))


def _turn_to_lay(ctx: SoloCtx, number: int) -> Procedure[None]:
    there = len(ctx.state.markers)
    already = say_many(
        there, "{number} marker is already on the table.", "{number} markers are already on the table."
    )
    yield from admit(number == there + 1, "SOLO-10", already)


def _laid(ctx: SoloCtx, at: Point | None) -> Effects:
    x, y = (None, None) if at is None else (round(at[0] * 100), round(at[1] * 100))
    marker = Marker(ctx.new("marker"), next_label(ctx.state), x, y)
    laid = sx.MarkerLaid(marker=marker, rule="SOLO-10")
    full = len(ctx.state.markers) + 1 >= ctx.book.number("markers")
    return (laid, fx.PhaseBegan(phase="zones", rule="SOLO-13")) if full else (laid,)


@GAME.procedure("markers_done", rules=("SOLO-12",), slot="markers_done", by="table")
def markers_done(ctx: SoloCtx) -> Procedure[Effects]:
    """Continue with the markers already on the table.

    Source: SOLO-12
    """
    yield from in_phase(ctx, "markers", rule="SOLO-12")
    return (fx.PhaseBegan(phase="zones", rule="SOLO-12"),)


@GAME.procedure(
    "place_marker", rules=("SOLO-09", "SOLO-10", "SOLO-11", "SOLO-12"), slot="marker:{number}", by="table"
)
def place_marker(ctx: SoloCtx, *, number: int) -> Procedure[Effects]:
    """Place a marker for the app.

    Source: SOLO-09, SOLO-10, SOLO-11, SOLO-12
    """
    yield from in_phase(ctx, "markers", rule="SOLO-10")
    yield from _turn_to_lay(ctx, number)
    known, ground = marker_ground(ctx.state, ctx.book), region(ctx.book)
    labels = {square: said(SQUARE_NAMES[square]) for square in SQUARES}
    text = say("Which square gets the marker?")
    first = SQUARES[(yield from ask_pick("square", list(labels.values()), text, rule="SOLO-10"))]
    start = ground.centre(first)
    measured = measured_ground(ctx.state, ctx.book)
    if (yield from _lies_there("centre", measured, start, _measured(start), "SOLO-10")):
        return _laid(ctx, start)
    known = _trusted(known, start)
    untried = [square for square in SQUARES if square != first]
    while untried:
        names = [labels[square] for square in untried]
        text = say("Which square is the marker moved towards?")
        at = yield from ask_pick(f"toward:{len(untried)}", names, text, rule="SOLO-11")
        square = untried.pop(at)
        moved = known.shifted(start, ground.centre(square)) if known else None
        if known is not None and moved is None:
            continue
        sentence = _measured(moved) if moved else _toward(names[at])
        if (yield from _lies_there(f"shifted:{square}", known, moved, sentence, "SOLO-11")):
            return _laid(ctx, moved)
        known = None
    return (yield from _closest(ctx, known, start))


def _trusted(known: GroundPlan | None, refused: Point) -> GroundPlan | None:
    """The plan, unless the table saw what it does not know; from there on people measure. Source: SOLO-11."""
    return None if known is None or known.legal(refused) else known


def _closest(ctx: SoloCtx, known: GroundPlan | None, start: Point) -> Procedure[Effects]:
    """The legal spot closest to the first centre; with none at all there is no room for anybody's marker."""
    at = known.closest(start) if known else None
    if known is None or at is not None:
        sentence = (
            _measured(at)
            if at
            else say("Place the marker at the legal spot closest to the centre of the first square.")
        )
        if (yield from _lies_there("closest", known, at, sentence, "SOLO-12")):
            return _laid(ctx, at)
    return (fx.PhaseBegan(phase="zones", rule="SOLO-12"),)


def _measured(at: Point) -> str:
    along, away = (f"{rounded_inches(inches):g}" for inches in at)
    return say(
        "Place the marker {along}″ from the left end of the app’s edge and {away}″ away from that edge.",
        along=along,
        away=away,
    )


def _toward(square: str) -> str:
    return say(
        "From the centre of the first square, move the marker straight towards the centre of the {square} "
        "square, just far enough to be legal.",
        square=square,
    )


def _lies_there(
    key: str, known: GroundPlan | None, at: Point | None, text: str, rule: str
) -> Procedure[bool]:
    if known is not None and at is not None and not known.legal(at):
        return False
    options = (Option("there", say("Done, it’s there")), Option("not_legal", say("It cannot go there")))
    answer: str = yield Choose(f"spot:{key}", text, options, rule=rule)
    return answer == "there"


@GAME.procedure("zones", rules=("SOLO-13",), slot="zones", by="table")
def draw_zones(ctx: SoloCtx) -> Procedure[Effects]:
    """Draw lots for which edge is whose.

    Source: SOLO-13
    """
    yield from in_phase(ctx, "zones", rule="SOLO-13")
    labels = (say("the edge the markers were measured from"), say("the opposite edge"))
    zone = 1 + (yield from ask_pick("zone", labels, say("Which edge is the app’s?"), rule="SOLO-13"))
    turned = [] if zone == 1 else _seen_from_across(ctx)
    return (
        sx.ZoneDrawn(zone=zone, rule="SOLO-13"),
        *turned,
        fx.PhaseBegan(phase="deployment", rule="SOLO-13"),
    )


def _seen_from_across(ctx: SoloCtx) -> list[Effect]:
    """Markers measured anew from the edge that has become the app's."""
    width, depth = 100 * ctx.book.number("table_width"), 100 * ctx.book.number("table_depth")
    return [
        sx.MarkerLaid(marker=replace(marker, x=width - marker.x, y=depth - marker.y), rule="SOLO-13")
        for marker in ctx.state.markers.values()
        if marker.x is not None and marker.y is not None
    ]


@GAME.procedure("unreachable", rules=("SOLO-37",), slot="reach:{marker}", by="table", repeat=True)
def mark_reachable(ctx: SoloCtx, *, marker: str, reachable: bool = False) -> Procedure[Effects]:
    """Report that a marker cannot be reached, so that the app goes for another one (or undo that).

    Source: SOLO-37
    """
    if marker not in ctx.state.markers:
        raise Refused("SOLO-37", say("There is no such marker."), "marker")
    yield from not_over(ctx, rule="SOLO-37")
    return (sx.MarkerReachable(marker=marker, reachable=reachable, rule="SOLO-37"),)
