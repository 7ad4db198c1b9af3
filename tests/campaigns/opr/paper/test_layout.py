"""Where things go on paper: pages, type sizes, heights, and letters no face has. No PDF is drawn here."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.opr.paper import cards, reports
from campaigns.opr.paper.blocks import figures_text, make_up_text, track
from campaigns.opr.paper.data import (
    PriceLine,
    PrintedItem,
    PrintedReport,
    PrintedReportSide,
    PrintedReportUnit,
    PrintedUnitCard,
    PrintedWeapon,
    UnitBlock,
)
from campaigns.opr.paper.layout import (
    HEADING,
    RULED,
    STRIPS,
    PrintedPage,
    SheetLayout,
    balanced,
    honour_height,
    sheet_layout,
)
from campaigns.paper import measure
from campaigns.paper.formats import FORMATS
from tests.campaigns.opr.paper import examples
from tests.campaigns.opr.paper.units import CROWDED_HEROES, FALLEN, OTTILIE, REGULARS


def used(layout: SheetLayout, page: PrintedPage) -> float:
    """Millimetres the page's parts take."""
    start = layout.head + STRIPS if page.number == 1 else 11
    honour = honour_height(layout.sheet) if page.fallen else 0
    return start + sum(row.height for row in page.rows) + page.legend.height + honour


SHEETS = {
    name: getattr(examples, name)
    for name in ("TEN", "SIXTEEN", "ONE", "NONE", "CROWDED", "LONG", "ARMY_SHEET")
}


@pytest.mark.parametrize("paper", FORMATS)
@pytest.mark.parametrize("name", SHEETS)
def test_no_page_is_fuller_than_its_paper(name, paper) -> None:
    layout = sheet_layout(SHEETS[name], paper)
    for page in layout.pages:
        assert used(layout, page) <= layout.paper.room + 0.5


@pytest.mark.parametrize("paper", FORMATS)
@pytest.mark.parametrize("name", ["TEN", "CROWDED", "ONE", "NONE", "ARMY_SHEET"])
def test_up_to_ten_units_stand_on_one_page(name, paper) -> None:
    assert len(sheet_layout(SHEETS[name], paper).pages) == 1


def test_a_crowded_sheet_steps_its_type_down_and_an_ordinary_one_does_not() -> None:
    assert sheet_layout(examples.TEN, "A4").size == 8.5
    assert 7.3 <= sheet_layout(examples.CROWDED, "Letter").size < 8.2


def test_ten_units_on_page_one_then_the_rest_the_legend_and_the_fallen() -> None:
    first, second = sheet_layout(examples.SIXTEEN).pages
    assert first.units == (1, 10)
    assert second.units == (11, 16)
    assert not first.legend.columns
    assert second.legend.columns
    assert second.fallen == FALLEN
    assert len(second.ruled) > 3


@pytest.mark.parametrize("paper", FORMATS)
@pytest.mark.parametrize("count", [11, 20, 21, 40])
def test_every_unit_is_printed_once_whatever_their_number(count, paper) -> None:
    units = tuple(replace(CROWDED_HEROES[n % 3], number=n + 1, name=f"Unit {n + 1}") for n in range(count))
    layout = sheet_layout(replace(examples.TEN, units=units), paper)
    blocks = [one for page in layout.pages for row in page.rows for one in row.blocks]
    assert [one.unit.number for one in blocks if not one.unit.is_blank] == list(range(1, count + 1))
    assert len(blocks) % 2 == 0
    assert all(used(layout, page) <= layout.paper.room + 0.5 for page in layout.pages)


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(1, 40),
    weapons=st.integers(0, 6),
    name=st.text(min_size=1, max_size=120),
    fallen=st.integers(0, 12),
    paper=st.sampled_from(sorted(FORMATS)),
)
def test_no_page_is_without_a_unit_or_what_closes_the_sheet(count, weapons, name, fallen, paper) -> None:
    arms = tuple(PrintedWeapon(f"{name[:30]} {n}", "A1, AP(1)") for n in range(weapons))
    units = tuple(UnitBlock(n + 1, f"{name} {n}", 50, weapons=arms) for n in range(count))
    layout = sheet_layout(replace(examples.TEN, name=name, units=units, fallen=FALLEN[:1] * fallen), paper)
    told = [one.unit.number for page in layout.pages for row in page.rows for one in row.blocks]
    assert [number for number in told if number <= count] == list(range(1, count + 1))
    for page in layout.pages:
        ruled = HEADING + len(page.ruled) * RULED if page.ruled else 0
        assert used(layout, page) + ruled <= layout.paper.room + 0.5
        assert page.rows or page.fallen or page.legend.columns


def test_the_page_is_filled_up_with_blank_blocks_for_the_pen() -> None:
    (page,) = sheet_layout(examples.ONE).pages
    blocks = [one.unit for row in page.rows for one in row.blocks]
    assert [one.number for one in blocks] == list(range(1, 11))
    assert all(one.is_blank for one in blocks[1:])


def test_the_legend_tells_each_trait_once_with_its_effect() -> None:
    (page,) = sheet_layout(examples.TEN).pages
    entries = [entry for column in page.legend.columns for entry in column]
    assert len(page.legend.columns) == 4
    assert len({(entry.mark, entry.name) for entry in entries}) == len(entries)
    assert ("▲", "Agile", 'move +1" advance, +2" rush/charge') in [
        (entry.mark, entry.name, entry.effect) for entry in entries
    ]
    assert [entry.mark for entry in entries] == sorted((entry.mark for entry in entries), key="▲◇✚✕".index)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=30))
def test_columns_keep_every_entry_in_order(counts) -> None:
    columns = balanced(counts)
    assert [position for column in columns for position in column] == list(range(len(counts)))
    assert len(columns) <= 4


def test_opr_47_the_track_has_thirty_boxes_in_three_rows_solid_up_to_the_xp() -> None:
    rows = track(17)
    assert [len(row) for row in rows] == [10, 10, 10]
    assert sum(box in "■❶❺❿⓯⓴\ue019\ue01e" for row in rows for box in row) == 17
    assert track(0)[0] == "①□□□⑤□□□□⑩"
    assert track(30)[2] == "■■■■\ue019■■■■\ue01e"


def test_the_make_up_reads_as_a_sum() -> None:
    unit = UnitBlock(1, "A", 60, (PriceLine(50, "list"), PriceLine(20, "levels"), PriceLine(-10, "casualty")))
    assert make_up_text(unit).replace("\u00a0", " ") == "50 list + 20 levels − 10 casualty"


def test_a_figure_nobody_knows_leaves_a_line_for_the_pencil() -> None:
    assert figures_text(UnitBlock(1, "A", 10, unit_type="Scout")).replace("\u00a0", " ") == (
        "Q ____\u2002D ____ · Scout"
    )


def test_a_unit_with_more_upgrades_than_a_page_holds_still_leaves_a_page_that_ends() -> None:
    hoarder = replace(OTTILIE, items=tuple(PrintedItem(f"Curious relic number {n}", 5) for n in range(400)))
    layout = sheet_layout(replace(examples.TEN, units=(hoarder, *REGULARS)))
    assert all(used(layout, page) <= layout.paper.room + 0.5 for page in layout.pages)
    upgrades = layout.pages[0].rows[0].blocks[0].upgrades
    assert "Curious relic number 0" in upgrades
    assert "more on the live sheet" in upgrades


# Letters


def test_a_sheet_with_a_letter_no_font_has_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "of_the_system", lambda: ())
    monkeypatch.setattr(measure, "printable_letter", measure.printable_letter.__wrapped__)
    assert not sheet_layout(examples.TEN).unknown_letters
    odd = replace(examples.TEN, units=(replace(OTTILIE, name="龍"),))
    assert sheet_layout(odd).unknown_letters


@given(st.text(max_size=300))
def test_any_name_can_be_laid_out(name) -> None:
    layout = sheet_layout(replace(examples.ONE, name=name or "x", units=(replace(OTTILIE, name=name),)))
    assert used(layout, layout.pages[0]) <= layout.paper.room + 0.5


# Cards and reports


def test_a_card_tells_effects_and_steps_its_type_down() -> None:
    by_name = {
        card.unit.name: card for page in cards.cards_layout(examples.CARDS).pages for card in page.cards
    }
    assert by_name["Little Hob"].size == 9.0
    assert by_name["Ottilie Vance"].size == 7.1
    assert any(line.plain == "−1 shooting" for line in by_name["Ottilie Vance"].lines)


def test_a_card_too_full_for_effects_keeps_the_names() -> None:
    (page,) = cards.cards_layout([PrintedUnitCard(CROWDED_HEROES[0], "The Company")]).pages
    told = [line.strong for line in page.cards[0].lines]
    assert "Captain: Leader, Instigator, Tactician" in told


def test_eight_cards_to_a_page_centred_on_both_papers() -> None:
    for paper, form in FORMATS.items():
        layout = cards.cards_layout(examples.CARDS, paper)
        assert [len(page.cards) for page in layout.pages] == [8, 2]
        assert layout.left > 15
        assert layout.top > 12
        assert layout.left * 2 + cards.WIDTH * 2 == pytest.approx(form.width)


def listed(count: int) -> tuple[PrintedReportUnit, ...]:
    return tuple(PrintedReportUnit(n, f"Unit {n}", 10) for n in range(1, count + 1))


@pytest.mark.parametrize("paper", FORMATS)
@pytest.mark.parametrize(("count", "pages"), [(0, 1), (10, 1), (16, 1), (28, 2), (40, 2)])
def test_a_report_lists_every_unit_and_closes_once(count, pages, paper) -> None:
    form = PrintedReport(
        book="X", mission=1, sides=(PrintedReportSide("A", units=listed(count)), PrintedReportSide("B"))
    )
    layout = reports.report_layout(form, paper)
    names = [row.name for page in layout.pages for block in page.blocks[:1] for row in block.rows if row.name]
    assert names == [unit.name for unit in listed(count)]
    assert [page.closes for page in layout.pages] == [False] * (len(layout.pages) - 1) + [True]
    assert len(layout.pages) == pages


def test_four_warbands_take_two_pages() -> None:
    form = replace(examples.REPORT, sides=tuple(PrintedReportSide(letter) for letter in "ABCD"))
    assert [[block.side.letter for block in page.blocks] for page in reports.report_layout(form).pages] == [
        ["A", "B"],
        ["C", "D"],
    ]


def test_rows_for_the_pen_carry_on_the_numbers_of_the_sheet() -> None:
    side = PrintedReportSide("A", units=(PrintedReportUnit(2, "Two", 10), PrintedReportUnit(9, "Nine", 10)))
    (page,) = reports.report_layout(PrintedReport(book="X", sides=(side,))).pages
    assert [row.number for row in page.blocks[0].rows][:4] == [2, 9, 10, 11]
