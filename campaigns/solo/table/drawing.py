"""The solo rules' diagrams as small SVG: shapes in inches, the app's edge at the bottom.

Colours come from `static/css/solo.css` by each shape's role; the words of a diagram are its label.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.solo.activating.diagrams import Diagram, Shape

SCALE = 10  # pixels an inch
MARGIN = 1.2
LETTER = 0.03  # the width of a letter, as a part of the picture's


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the table that is drawn, in inches."""

    left: float
    right: float
    near: float
    far: float

    @property
    def letters(self) -> float:
        """The height of a label, so that it reads alike in every picture."""
        return max((self.right - self.left) / 23, (self.far - self.near) / 17) * SCALE

    def x(self, inches: float) -> float:
        return round((inches - self.left) * SCALE, 1)

    def y(self, inches: float) -> float:
        return round((self.far - inches) * SCALE, 1)


def picture(diagram: Diagram) -> SafeString:
    """The diagram as an `<svg>`."""
    frame = diagram_frame(diagram)
    width, height = frame.x(frame.right), frame.y(frame.near)
    return format_html(
        '<svg class="diagram" viewBox="0 0 {} {}" role="img" aria-label="{}" font-size="{}">{}</svg>',
        f"{width:g}",
        f"{height:g}",
        diagram.words,
        f"{frame.letters:.0f}",
        format_html_join("", "{}{}", (_layers(frame, diagram),)),
    )


def _layers(frame: Frame, diagram: Diagram) -> tuple[SafeString, SafeString]:
    """Shapes first, then their words, so that none is covered."""
    drawn = [_drawn(frame, shape) for shape in diagram.shapes]
    shapes, words = ([(one[layer],) for one in drawn] for layer in (0, 1))
    return format_html_join("", "{}", shapes), format_html_join("", "{}", words)


def diagram_frame(diagram: Diagram) -> Frame:
    """All shapes but the far reach, of which a piece of its edge is enough."""
    shown = [shape for shape in diagram.shapes if shape.role != "far"]
    boxes = [_bounds(shape) for shape in shown]
    left, right = min(box[0] for box in boxes), max(box[1] for box in boxes)
    letters = max((len(shape.label) for shape in shown if shape.form == "circle"), default=0)
    return Frame(
        left - MARGIN,
        right + MARGIN + letters * LETTER * (right - left),
        min(box[2] for box in boxes) - MARGIN,
        max(box[3] for box in boxes) + MARGIN,
    )


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    if shape.form == "circle":
        radius = shape.radius
        return shape.x - radius, shape.x + radius, shape.y - radius, shape.y + radius
    ends = (
        (shape.x + shape.width, shape.y + shape.depth) if shape.form == "box" else (shape.width, shape.depth)
    )
    return min(shape.x, ends[0]), max(shape.x, ends[0]), min(shape.y, ends[1]), max(shape.y, ends[1])


def _drawn(frame: Frame, shape: Shape) -> tuple[SafeString, SafeString]:
    return {"box": _box, "circle": _circle, "line": _line}[shape.form](frame, shape)


def _box(frame: Frame, shape: Shape) -> tuple[SafeString, SafeString]:
    corner = 14 if shape.role == "near" else 0
    box = format_html(
        '<rect class="dg-{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>',
        shape.role,
        f"{frame.x(shape.x):g}",
        f"{frame.y(shape.y + shape.depth):g}",
        f"{shape.width * SCALE:g}",
        f"{shape.depth * SCALE:g}",
        corner,
    )
    if shape.role == "near" or len(shape.label) == 1:  # a number leaves the middle to markers
        return box, _text(frame, shape.x + 1, shape.y + shape.depth - 1.6, shape, "start")
    return box, _text(frame, shape.x + shape.width / 2, shape.y + shape.depth / 2, shape, "middle")


def _circle(frame: Frame, shape: Shape) -> tuple[SafeString, SafeString]:
    circle = format_html(
        '<circle class="dg-{}" cx="{}" cy="{}" r="{}"/>',
        shape.role,
        f"{frame.x(shape.x):g}",
        f"{frame.y(shape.y):g}",
        f"{shape.radius * SCALE:g}",
    )
    if shape.role in ("near", "far"):
        return circle, _text(frame, shape.x + shape.radius - 0.7, shape.y + 1.2, shape, "end")
    dot = _diamond(frame, shape) if shape.role == "marker" else SafeString("")
    return circle + dot, _text(frame, shape.x + shape.radius + 0.6, shape.y, shape, "start")


def _diamond(frame: Frame, shape: Shape) -> SafeString:
    x, y = frame.x(shape.x), frame.y(shape.y)
    return format_html('<path class="dg-flag" d="M{} {}l10 10-10 10-10-10z"/>', f"{x:g}", f"{y - 10:g}")


def _line(frame: Frame, shape: Shape) -> tuple[SafeString, SafeString]:
    ends = (frame.x(shape.x), frame.y(shape.y), frame.x(shape.width), frame.y(shape.depth))
    x1, y1, x2, y2 = (f"{end:g}" for end in ends)
    return format_html('<path class="dg-{}" d="M{} {}L{} {}"/>', shape.role, x1, y1, x2, y2), SafeString("")


def _text(frame: Frame, x: float, y: float, shape: Shape, anchor: str) -> SafeString:
    if not shape.label:
        return SafeString("")
    return format_html(
        '<text class="dg-words-{}" x="{}" y="{}" text-anchor="{}" dominant-baseline="central">{}</text>',
        shape.role,
        f"{frame.x(x):g}",
        f"{frame.y(y):g}",
        anchor,
        shape.label,
    )
