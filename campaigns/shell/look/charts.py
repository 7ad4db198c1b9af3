"""Small charts as our own SVG: the shape comes from numbers, the ink from css/story.css."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

STEP, TALL = 9, 24  # the width of one mission and the height of a strip, in pixels
WIDE = 120  # the longest bar
BROAD = 14  # the width of one round

# Cells of a table of meetings.
NEVER_MET = mark_safe("<td>–</td>")
ITSELF = mark_safe('<td><span aria-hidden="true">·</span></td>')


def met(words: str) -> SafeString:
    return format_html('<td class="met">{}</td>', words)


def form(results: Sequence[bool]) -> SafeString:
    """Won or lost, mission by mission: a stroke up from the line, or one down."""
    half = TALL // 2
    wide, said = max(len(results), 1) * STEP, {True: _("won"), False: _("lost")}
    strokes = "".join(
        f'<rect class="chart-{"won" if won else "lost"}" x="{n * STEP}" y="{1 if won else half}" width="6"'
        f' height="{half - 1}"/>'
        for n, won in enumerate(results)
    )
    label = ", ".join(said[won] for won in results) or _("nothing played yet")
    return _drawn(wide, TALL, label, f'<path class="chart-line" d="M0 {half}H{wide}"/>{strokes}')


def pair(gained: int, lost: int, most: int) -> SafeString:
    """Two bars on one scale: enemies taken out above, own units lost below."""
    first, second = (max(round(WIDE * value / max(most, 1)), 1) for value in (gained, lost))
    bars = (
        f'<rect class="chart-won" x="0" y="2" width="{first}" height="9"/>'
        f'<rect class="chart-lost" x="0" y="13" width="{second}" height="9"/>'
    )
    label = _("%(kills)s taken out, %(losses)s lost") % {"kills": gained, "losses": lost}
    return _drawn(WIDE, TALL, label, bars)


def strip(values: Sequence[int], most: int, label: str) -> SafeString:
    """A bar for each round on the scale of `most`; nothing gained is a stroke on the line."""
    tall = [round((TALL - 2) * value / max(most, 1)) if value else 1 for value in values]
    bars = "".join(
        f'<rect class="chart-bar" x="{n * BROAD}" y="{TALL - 1 - high}" width="{BROAD - 4}" height="{high}"/>'
        for n, high in enumerate(tall)
    )
    wide = max(len(values), 1) * BROAD
    return _drawn(wide, TALL, label, f'<path class="chart-line" d="M0 {TALL - 0.5}H{wide}"/>{bars}')


def _drawn(wide: int, tall: int, label: str, inside: str) -> SafeString:
    """`inside` is drawn of numbers alone; a league's page has hundreds of charts."""
    return mark_safe(  # noqa: S308 - numbers, and an escaped label
        f'<svg class="chart" role="img" aria-label="{escape(label)}" width="{wide}" height="{tall}"'
        f' viewBox="0 0 {wide} {tall}">{inside}</svg>'
    )
