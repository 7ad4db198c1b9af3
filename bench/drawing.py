"""What is printed: a warband's sheet against one line of the same printing library."""

from __future__ import annotations

from dataclasses import replace

from weasyprint import HTML

from bench.measure import Figure, against, cpu, medians
from bench.server import signed_in
from campaigns.engine.stored.store import registered
from campaigns.engine.who.seatbook import seatbook
from campaigns.models import Scope, Seat
from campaigns.opr.paper.drawing import sheet_html
from campaigns.opr.paper.sheet_builder import build_sheet
from campaigns.paper.pdf import pdf_bytes
from rules.opr import GAME

ONE_LINE = '<!doctype html><html lang="en"><title>One line</title><p>One line.</p>'


def sheet(scope: Scope, warband: str) -> list[Figure]:
    state = registered(GAME).load(scope.pk)
    row = state.warbands[warband]
    made = build_sheet(scope, state, row, seatbook(scope.club), "https://example.org/w")
    empty = replace(made, units=(), fallen=())
    ours, plain, bare, frame = medians(
        15,
        lambda: pdf_bytes(sheet_html(made)),
        lambda: HTML(string=ONE_LINE).write_pdf(),
        lambda: pdf_bytes(ONE_LINE),
        lambda: pdf_bytes(sheet_html(empty)),
    )
    size = len(pdf_bytes(sheet_html(made)))
    asked = against("PDF sheet of ten units", ours, plain, "one line, by the library itself", "≤ 6×")
    return [
        replace(asked, value=f"{asked.value}, {size / 1000:.0f} KB"),
        against("the same", ours, bare, "one line, our settings and faces read before"),
        against("the same", ours, frame, "the same sheet without units"),
    ]


def paper(scope: Scope, seat: Seat, warband: str) -> list[Figure]:
    """A sheet, and the same asked for again: what was printed is kept as long as it says the same."""
    client, address = signed_in(seat), f"/l/{scope.pk}/w/{warband}/sheet.pdf"
    first = cpu(lambda: client.get(address))
    (later,) = medians(9, lambda: client.get(address))
    reprint = against("a reprint, over HTTP", later, first, "the first print, over HTTP")
    return [*sheet(scope, warband), reprint]
