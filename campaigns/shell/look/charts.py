"""Small charts as our own SVG: the shape comes from numbers, the ink from css/story.css."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

STEP, TALL = 9, 24  # the width of one mission and the height of a strip, in pixels
WIDE = 120  # the longest bar
BROAD = 14  # the width of one round


def form(results: Sequence[bool]) -> SafeString:
    """Won or lost, mission by mission: a stroke up from the line, or one down."""
    half = TALL // 2
    strokes = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="6" height="{}"/>',
        (
            ("chart-won" if won else "chart-lost", n * STEP, 1 if won else half, half - 1)
            for n, won in enumerate(results)
        ),
    )
    wide = max(len(results), 1) * STEP
    line = format_html('<path class="chart-line" d="M0 {}H{}"/>', half, wide)
    label = ", ".join(_("won") if won else _("lost") for won in results) or _("nothing played yet")
    return _drawn(wide, TALL, label, line + strokes)


def pair(gained: int, lost: int, most: int) -> SafeString:
    """Two bars on one scale: enemies taken out above, own units lost below."""
    first, second = (round(WIDE * value / max(most, 1)) for value in (gained, lost))
    bars = format_html(
        '<rect class="chart-won" x="0" y="2" width="{}" height="9"/>'
        '<rect class="chart-lost" x="0" y="13" width="{}" height="9"/>',
        max(first, 1),
        max(second, 1),
    )
    label = _("%(kills)s taken out, %(losses)s lost") % {"kills": gained, "losses": lost}
    return _drawn(WIDE, TALL, label, bars)


def strip(values: Sequence[int], most: int, label: str) -> SafeString:
    """A bar for each round on the scale of `most`; nothing gained is a stroke on the line."""
    bars = format_html_join(
        "",
        '<rect class="chart-bar" x="{}" y="{}" width="{}" height="{}"/>',
        (
            (n * BROAD, TALL - 1 - high, BROAD - 4, high)
            for n, value in enumerate(values)
            for high in [round((TALL - 2) * value / max(most, 1)) if value else 1]
        ),
    )
    wide = max(len(values), 1) * BROAD
    line = format_html('<path class="chart-line" d="M0 {}H{}"/>', TALL - 0.5, wide)
    return _drawn(wide, TALL, label, line + bars)


def _drawn(wide: int, tall: int, label: str, inside: SafeString) -> SafeString:
    return format_html(
        '<svg class="chart" role="img" aria-label="{}" width="{}" height="{}" viewBox="0 0 {} {}">{}</svg>',
        label, wide, tall, wide, tall, inside,
    )  # fmt: skip
