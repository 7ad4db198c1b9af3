"""The printed pages themselves: pages, faces, tags, words on them, and the same bytes for the same sheet."""

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pdfplumber
import pytest
from django.utils import translation
from pypdf import PdfReader

from campaigns.opr.paper import drawing
from campaigns.opr.paper.data import Paper, PrintedWeapon, UnitBlock, WarbandSheet
from campaigns.opr.paper.drawing import front_html, render_cards, render_report, render_sheet, sheet_html
from campaigns.opr.paper.layout import sheet_layout
from campaigns.paper import league, measure, pdf
from campaigns.paper.league import render_pages
from campaigns.paper.measure import UNKNOWN
from tests.campaigns.opr.paper import examples
from tests.campaigns.opr.paper.units import OTTILIE

pytestmark = pytest.mark.xdist_group("warbands on paper")  # what one process has drawn and read serves all
OURS = re.compile(r"^[A-Z]{6}\+(Vollkorn|Fira-Sans|Noto-Emoji)")
original = pdf.pdf_bytes


@cache
def drawn_once(html: str) -> bytes:
    return original(html)


@pytest.fixture(autouse=True)
def the_same_page_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (drawing, league):
        monkeypatch.setattr(module, "pdf_bytes", drawn_once)


@cache
def reader(content: bytes) -> Any:
    """Its library types every object of a file alike."""
    return PdfReader(io.BytesIO(content))


@cache
def pages(content: bytes) -> Sequence[Any]:
    """As its letters and lines lie: each page is read when it is asked for, and once."""
    return pdfplumber.open(io.BytesIO(content)).pages


@cache
def text(content: bytes) -> str:
    """All words, spaces joined; what stands together in a line is found together."""
    return " ".join(" ".join(words.split()) for words in texts(content))


@cache
def texts(content: bytes) -> Sequence[str]:
    """The text of each page."""
    return [page.extract_text() or "" for page in pages(content)]


def faces(content: bytes) -> set[str]:
    found: set[str] = set()
    for page in reader(content).pages:
        fonts = page["/Resources"]["/Font"]
        found |= {str(fonts[name]["/BaseFont"]).lstrip("/") for name in fonts}
    return found


@cache
def sheet(name: str, paper: Paper = "A4") -> bytes:
    return render_sheet(getattr(examples, name), paper)


@cache
def cards() -> bytes:
    return render_cards(examples.CARDS)


@cache
def report(name: str = "REPORT") -> bytes:
    return render_report(getattr(examples, name))


def render_league(sheets: Iterable[WarbandSheet], **more: Any) -> bytes:
    return render_pages([(one.name, sheet_html(one)) for one in sheets], "A league", **more)


@cache
def league_file() -> bytes:
    front = [(examples.FRONT.name, front_html(examples.FRONT))]
    return render_pages(
        [*front, *((one.name, sheet_html(one)) for one in examples.LEAGUE)], examples.FRONT.name
    )


@pytest.fixture
def ten() -> bytes:
    return sheet("TEN")


def test_a_sheet_of_ten_units_is_one_page_of_a4(ten) -> None:
    [page] = reader(ten).pages
    assert [round(float(side) / 72 * 25.4) for side in page.mediabox[2:]] == [210, 297]


def test_letter_paper() -> None:
    page = reader(sheet("TEN", "Letter")).pages[0]
    assert [float(side) for side in page.mediabox[2:]] == pytest.approx([612, 792])


@pytest.mark.parametrize(
    "figure", ["470", "445", "25", "7", "3 – 1", "1 of 8, tied", "average 1.75", "3 of 3"]
)
def test_the_head_tells_the_figures(ten, figure) -> None:
    assert figure in text(ten)


def test_every_unit_weapon_rule_trait_upgrade_and_sum_is_on_the_sheet(ten) -> None:
    printed = text(ten)
    for unit in examples.TEN.units:
        assert unit.name in printed
        assert f"{unit.points} pts" in printed
        assert f"{unit.xp} XP · level {unit.level}" in printed
        for weapon in unit.weapons:
            assert weapon.name in printed
        for line in unit.traits:
            for trait in line.traits:
                assert trait.name in printed
                assert trait.effect.split("/")[0].split()[0] in printed
    for made_up in (
        "65 list + 20 upgrades + 30 levels",
        "Camouflage cloak (10)",
        "SITS OUT 2",
        "found, cannot be sold",
    ):
        assert made_up in printed


def test_books_differ_in_words_not_in_form() -> None:
    printed = text(sheet("ARMY_SHEET"))
    assert "Mirela’s army" in printed
    assert "shaken ☐" in printed
    assert "stunned" not in printed
    assert "one per full 50 below the highest fielded" in printed
    assert "Cursed blade (−10)" in printed


def test_only_our_own_faces_are_embedded_on_every_page() -> None:
    for content in (
        sheet("SIXTEEN"),
        sheet("NONE", "Letter"),
        cards(),
        report("BLANK_REPORT"),
        report(),
    ):
        assert faces(content)
        assert all(OURS.match(face) for face in faces(content)), faces(content)


def test_everything_is_printed_in_one_ink() -> None:
    """A laser makes dots of grey. White is what a table's cells without a letter are drawn with."""
    for content in (sheet("SIXTEEN"), cards(), report()):
        marks = [mark for page in pages(content) for marks in page.objects.values() for mark in marks]
        inks = {ink for mark in marks for ink in colours(mark)}
        assert inks <= {(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.0,), (1.0,)}, inks


def colours(mark: dict[str, Any]) -> Iterator[tuple[float, ...]]:
    """What a letter, line or area of a page is drawn with."""
    if mark.get("fill", True) and mark.get("non_stroking_color") is not None:
        yield tuple(float(part) for part in mark["non_stroking_color"])
    if mark.get("stroke", False) and mark.get("stroking_color") is not None:
        yield tuple(float(part) for part in mark["stroking_color"])


def test_same_sheet_same_bytes(ten) -> None:
    assert original(sheet_html(examples.TEN)) == ten
    assert render_sheet(replace(examples.TEN, pool=30)) != ten


def test_same_sheet_same_bytes_in_another_process(ten) -> None:
    program = (
        "import sys, django; django.setup()\n"
        "from campaigns.opr.paper.drawing import render_sheet\n"
        "from tests.campaigns.opr.paper.examples import TEN\n"
        "sys.stdout.buffer.write(render_sheet(TEN))"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert other.stdout == ten


@pytest.mark.parametrize("content", ["sheet", "cards", "report", "league"])
def test_pages_are_tagged_with_language_and_title(content, ten) -> None:
    drawn: dict[str, Callable[[], bytes]] = {
        "sheet": lambda: ten,
        "cards": cards,
        "report": report,
        "league": league_file,
    }
    printed = reader(drawn[content]())
    root = printed.root_object
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert str(root["/Lang"]).startswith("en")
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert printed.metadata.title
    assert b"pdfuaid:part" in root["/Metadata"].get_data()


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["CROWDED", "LONG", "SIXTEEN", "NONE"])
def test_nothing_stands_outside_the_paper_or_in_the_footer(name, paper) -> None:
    for page in pages(sheet(name, paper)):
        low = float(page.height) - (8.5 + 1.0) / 25.4 * 72
        for letter in page.chars:
            assert letter["x0"] >= 10 / 25.4 * 72 - 2
            assert letter["x1"] <= float(page.width) - 10 / 25.4 * 72 + 2
            assert letter["bottom"] <= low + 3 or letter["size"] < 7, letter


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", ["TEN", "CROWDED", "LONG", "ARMY_SHEET"])
def test_no_text_of_a_block_runs_into_the_ticks_below_it(name, paper) -> None:
    """Lines never lie on each other: what `layout` counted is what was drawn."""
    for page in pages(sheet(name, paper)):
        letters = [letter for letter in page.chars if letter["text"].strip()]
        strips = {round(letter["top"], 1) for letter in letters if is_tick(letter)}
        assert strips or page.page_number > 1
        intruders = [
            letter["text"]
            for letter in letters
            for top in strips
            if not is_strip_text(letter) and letter["bottom"] > top + 1 and letter["top"] < top + 6
        ]
        assert not intruders


def is_strip_text(letter: dict[str, Any]) -> bool:
    return bool(abs(letter["size"] - 7.7) < 0.01)


def is_tick(letter: dict[str, Any]) -> bool:
    return letter["text"] == "☐" and is_strip_text(letter)


def armed(count: int, weapons: int) -> WarbandSheet:
    """Units with so many weapons each and nobody on the roll of honour."""
    arms = tuple(PrintedWeapon(f"A long axe of the north {n}", "A1, AP(1), Rending") for n in range(weapons))
    units = (UnitBlock(n + 1, f"Unit {n}", 50, weapons=arms, rules=("Fearless",)) for n in range(count))
    return replace(examples.TEN, name="Plain", units=tuple(units), fallen=())


# Of sheets of 11 to 40 units those on which the lines for the pen leave least room above the footer.
FULL: list[tuple[Paper, int, int]] = [("Letter", 11, 3), ("Letter", 12, 3), ("A4", 13, 2), ("A4", 30, 2)]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("paper", "count", "weapons"), FULL)
def test_as_many_pages_are_printed_as_the_footer_says(paper, count, weapons) -> None:
    """Lines for the pen, with their own thickness, end above the footer."""
    page_count = len(sheet_layout(armed(count, weapons), paper).pages)
    printed = reader(render_sheet(armed(count, weapons), paper)).pages
    assert len(printed) == page_count
    assert all("Unit" in page.extract_text() for page in printed)


def test_names_in_full_however_long() -> None:
    printed = "".join("".join(page.extract_text().split()) for page in reader(sheet("LONG")).pages)
    for unit in examples.LONG.units:
        assert unit.name.replace(" ", "") in printed
    assert examples.LONG.name.replace(" ", "") in printed


def test_a_unit_never_stands_on_two_pages() -> None:
    printed = texts(sheet("SIXTEEN"))
    for unit in examples.SIXTEEN.units:
        found = [number for number, words in enumerate(printed) if unit.name in words]
        figures = [
            number for number, words in enumerate(printed) if f"{unit.name}" in words and "activated" in words
        ]
        assert len(found) == 1
        assert found == figures


def test_an_emoji_is_printed_in_the_ink_of_its_line() -> None:
    content = render_sheet(replace(examples.ONE, units=(replace(OTTILIE, name="Rats 🐀 & 🛡"),)))
    assert "🐀" in text(content)
    assert "cannot print" not in text(content)
    assert all(OURS.match(face) for face in faces(content)), faces(content)


def test_other_scripts_print_a_mark_and_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "of_the_system", lambda: ())
    monkeypatch.setattr(measure, "printable_letter", measure.printable_letter.__wrapped__)
    odd = replace(examples.ONE, units=(replace(OTTILIE, name="龍の騎士"),))
    content = render_sheet(odd)
    assert UNKNOWN * 4 in text(content)
    assert "cannot print" in text(content)
    assert all(OURS.match(face) for face in faces(content))
    assert "cannot print" not in text(sheet("ONE"))


@pytest.mark.parametrize(
    "name", ["<b>Bold</b> & 'co'", "{{ sheet.pool }}", '"><img src=x>', "Robert'); DROP TABLE"]
)
def test_a_name_is_printed_as_typed(name) -> None:
    assert name.replace(" ", "") in text(render_sheet(replace(examples.ONE, name=name))).replace(" ", "")


def test_the_blank_sheet_has_ten_blocks() -> None:
    printed = text(sheet("NONE"))
    assert printed.count("activated") == 10
    assert "Blank warband sheet" in printed


def test_cards_tell_effects_and_the_prefilled_report_the_fielded_units() -> None:
    assert "ignore wound on 6+" in text(cards())
    printed = text(report())
    assert "Mission 5" in printed
    assert "fielded 445" in printed
    for unit in examples.TEN.units:
        assert unit.name in printed


def test_a_long_name_of_a_mission_leaves_the_cap_on_the_form() -> None:
    printed = text(render_report(replace(examples.REPORT, name="Bridge at Sulphur Ford " * 4)))
    assert "Bridge at Sulphur" in printed
    assert "cap 450" in printed


def test_the_blank_report_ends_with_the_dice_tables() -> None:
    printed = text(report("BLANK_REPORT"))
    for table in examples.TABLES:
        assert table.title in printed
    assert "5 Traumatized" in printed


# A league in one file


def test_a_league_prints_its_standings_and_every_sheet() -> None:
    content = league_file()
    assert len(reader(content).pages) == 5
    assert [str(item.title) for item in reader(content).outline] == [
        "The Cinder Coast League",
        *(sheet.name for sheet in examples.LEAGUE),
    ]
    printed = text(content)
    assert "Standings" in printed
    assert "Οι Νυχτοφύλακες" in printed
    assert "Tobias Renn" in printed


def test_unchanged_sheets_are_not_drawn_again(monkeypatch) -> None:
    drawn = []
    monkeypatch.setattr(league, "pdf_bytes", lambda html: drawn.append(html) or drawn_once(html))
    cache: dict[str, bytes] = {}
    steps: list[tuple[int, int]] = []
    first = render_league(examples.LEAGUE, cache=cache, progress=lambda done, of: steps.append((done, of)))
    assert len(drawn) == 3
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert render_league(examples.LEAGUE, cache=cache) == first
    assert len(drawn) == 3
    render_league((replace(examples.TEN, pool=30), *examples.LEAGUE[1:]), cache=cache)
    assert len(drawn) == 4


def test_a_leagues_tags_lead_to_its_own_pages() -> None:
    content = reader(league_file())
    numbers = content.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    by_number = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for page in content.pages:
        elements = [entry.get_object() for entry in by_number[page["/StructParents"]].get_object()]
        leads = {element.raw_get("/Pg").idnum for element in elements if "/Pg" in element}
        assert leads == {page.indirect_reference.idnum}


def test_nothing_to_print_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="nothing to print"):
        render_league(())


def test_a_language_with_a_decimal_comma_prints_the_same_sizes(caplog):
    """A style with "215,9mm" in it is passed over, and the page falls apart."""
    with translation.override("de"):
        render_sheet(examples.TEN, "Letter")
        render_cards(examples.CARDS, "Letter")
        render_report(examples.REPORT, "Letter")
        front = front_html(examples.FRONT, "Letter")
    assert not [one.getMessage() for one in caplog.records if "Ignored" in one.getMessage()]
    assert not re.search(r"\d,\d+(mm|pt)", front)
