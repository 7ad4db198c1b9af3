"""A warband's pages drawn: its sheet, its cards, a report for the pen, the first page of its league's file.

`layout`, `cards` and `reports` have set what stands where; here it is handed to the templates.
"""

from collections.abc import Iterable

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from campaigns.opr.paper import data
from campaigns.opr.paper.blocks import name_height, text_width
from campaigns.opr.paper.cards import ACROSS, DOWN, HEIGHT, PADDING, WIDTH, CardsLayout
from campaigns.opr.paper.cards import cards_layout as lay_out_cards
from campaigns.opr.paper.layout import LEGEND_COLUMNS, LEGEND_GAP, SheetLayout, sheet_layout
from campaigns.opr.paper.reports import ReportLayout
from campaigns.opr.paper.reports import report_layout as lay_out_report
from campaigns.paper.formats import FORMATS
from campaigns.paper.measure import fitted_size, has_unknown, printable, shortened
from campaigns.paper.pdf import code, pdf_bytes

ROUNDS = 8  # columns of a report's event table


def render_sheet(sheet: data.WarbandSheet, paper: data.Paper = "A4") -> bytes:
    """The warband sheet as PDF."""
    return pdf_bytes(sheet_html(sheet, paper))


def sheet_html(sheet: data.WarbandSheet, paper: data.Paper = "A4") -> str:
    layout = sheet_layout(sheet, paper, sheet_subtitle(sheet))
    return render_to_string("campaigns/opr/paper/sheet.html", sheet_context(layout))


def sheet_context(layout: SheetLayout) -> dict[str, object]:
    column = (layout.paper.inner_width - (LEGEND_COLUMNS - 1) * LEGEND_GAP) / LEGEND_COLUMNS
    return {
        "layout": layout,
        "sheet": layout.sheet,
        "paper": layout.paper,
        "text_width": text_width(layout.paper),
        "language": get_language() or "en",
        "code": code(layout.sheet.url, gettext("QR code for the live sheet")),
        "continued_name": shortened(layout.sheet.name, "display", 17, layout.paper.inner_width - 45),
        "legend_column": column,
        "legend_lefts": [round(n * (column + LEGEND_GAP), 2) for n in range(LEGEND_COLUMNS)],
        "measures": measures(layout),
    }


def sheet_subtitle(sheet: data.WarbandSheet) -> str:
    """Whose it is, where and when: the line under the name."""
    names = {"player": sheet.player, "force": sheet.words.force}
    owner = gettext("%(player)s’s %(force)s") % names if sheet.player else ""
    return " · ".join(part for part in (owner, sheet.league, sheet.book, progress(sheet)) if part)


def progress(sheet: data.WarbandSheet) -> str:
    counts = {"played": sheet.missions_played, "limit": sheet.missions_limit}
    if sheet.missions_limit is None:
        return gettext("missions played: %(played)s") % counts
    return gettext("missions played: %(played)s of %(limit)s") % counts


def measures(layout: SheetLayout) -> list[str]:
    """The heights and sizes the layout decided, as style rules."""
    rules = {}
    for page in layout.pages:
        rules[f".p{page.number}l"] = f"height: {page.legend.height:.2f}mm"
        for number, row in enumerate(page.rows, 1):
            rules[f".p{page.number}r{number}"] = f"height: {row.height:.2f}mm"
            for block in row.blocks:
                rules[f".{block.top_class}"] = f"top: {name_height(block.name_lines):.2f}mm"
                rules[f"h2.{block.name_class}"] = f"font-size: {block.name_size}pt"
    return [f"{selector} {{ {rule} }}" for selector, rule in rules.items()]


# Cards


def render_cards(cards: Iterable[data.PrintedUnitCard], paper: data.Paper = "A4") -> bytes:
    """Unit cards as PDF, eight to a page."""
    layout = lay_out_cards(cards, paper)
    context = {
        "layout": layout,
        "language": get_language() or "en",
        "marks": cut_marks(layout),
        "measures": card_measures(layout),
    }
    return pdf_bytes(render_to_string("campaigns/opr/paper/cards.html", context))


def card_measures(layout: CardsLayout) -> list[str]:
    rules = []
    for place in range(ACROSS * DOWN):
        left = layout.left + place % ACROSS * WIDTH + PADDING
        top = layout.top + place // ACROSS * HEIGHT + PADDING
        rules.append(f".k{place + 1} {{ left: {left:.2f}mm; top: {top:.2f}mm }}")
    for page in layout.pages:
        for place, card in enumerate(page.cards, 1):
            rules.append(f".p{page.number}k{place}n {{ font-size: {card.name_size}pt }}")
            rules.append(f".p{page.number}k{place}t {{ font-size: {card.size}pt }}")
    return rules


def cut_marks(layout: CardsLayout) -> SafeString:
    """Short lines outside the cards, where the knife goes."""
    across = [layout.left + n * WIDTH for n in range(ACROSS + 1)]
    down = [layout.top + n * HEIGHT for n in range(DOWN + 1)]
    lines = [f"M{x:.2f} {y:.2f}v4" for x in across for y in (down[0] - 5, down[-1] + 1)]
    lines += [f"M{x:.2f} {y:.2f}h4" for y in down for x in (across[0] - 5, across[-1] + 1)]
    size = f"{layout.paper.width} {layout.paper.height}"
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {}"><title>{}</title>'
        '<path d="{}" fill="none" stroke="#000" stroke-width=".18"/></svg>',
        size,
        gettext("Cut marks"),
        "".join(lines),
    )


# Reports


def render_report(form: data.PrintedReport, paper: data.Paper = "A4") -> bytes:
    """The mission report for a pen as PDF."""
    layout = lay_out_report(form, paper)
    form = layout.form
    title = (
        gettext("Mission report")
        if form.is_blank
        else gettext("Mission %(number)s") % {"number": form.mission}
    )
    context = {
        "layout": layout,
        "form": form,
        "paper": layout.paper,
        "language": get_language() or "en",
        "title": title,
        "under": shortened(under_report(form), "text", 9.2, layout.paper.inner_width - 36),
        "league": shortened(form.league, "bold", 9.2, 55),
        "foot_title": shortened(f"{title} · {form.league}", "text", 6.8, 70),
        "code": code(form.url, gettext("QR code for the report form")),
        "side_width": (layout.paper.inner_width - 6) / 2,
        "rounds": range(1, ROUNDS + 1),
        "measures": report_measures(layout),
    }
    return pdf_bytes(render_to_string("campaigns/opr/paper/report.html", context))


def under_report(form: data.PrintedReport) -> str:
    cap = "" if form.cap is None else gettext("cap %(points)s") % {"points": form.cap}
    cap = ", ".join(part for part in (cap, form.cap_note) if part)
    name = shortened(form.name, "text", 9.2, 45)
    return " · ".join(part for part in (name, form.league, form.book, cap) if part)


def report_measures(layout: ReportLayout) -> list[str]:
    titles = [
        f"h2.p{page.number}d{place} {{ font-size: {block.title_size}pt }}"
        for page in layout.pages
        for place, block in enumerate(page.blocks, 1)
    ]
    tables = [
        f".afterwards .t{place} {{ left: {column.left}mm; width: {column.width}mm }}"
        for place, column in enumerate(layout.tables, 1)
    ]
    return titles + tables


# The league's first page


def front_html(front: data.LeagueFront, paper: data.Paper = "A4") -> str:
    readable, unknown = printable(front), has_unknown(printable(front))
    context = {
        "front": readable,
        "paper": FORMATS[paper],
        "language": get_language() or "en",
        "code": code(front.url, gettext("QR code for the league’s page")),
        "averages": any(line.average for line in front.lines),
        "title_size": fitted_size(
            readable.name, "display", (26, 22, 18, 15), FORMATS[paper].inner_width - 45
        )[0],
        "unknown_letters": unknown,
    }
    return render_to_string("campaigns/opr/paper/front.html", context)
