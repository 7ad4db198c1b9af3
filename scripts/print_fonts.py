"""Make the faces the printed pages embed; the result is committed in static/fonts/print/.

Web packages cut a face into subsets by script. Several subset files under one family name print wrong
letters, so this merges them into one file per weight (Latin, Greek, Cyrillic; kerning kept, hinting and
alternates dropped) and adds signs of our own to each: tick boxes, XP boxes, marks and dice, so that a line
with boxes in it stays one run of one face.

Needs the network (npm, for the open packages) and fontTools; printing itself needs neither:

    python scripts/print_fonts.py
"""

import math
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.merge import Merger
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "static" / "fonts" / "print"
VERSION = "5.3.0"
SUBSETS = ("latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese")
FACES = (
    ("vollkorn", "700-normal", "Vollkorn-Bold"),
    ("fira-sans-condensed", "400-normal", "FiraSansCondensed-Regular"),
    ("fira-sans-condensed", "400-italic", "FiraSansCondensed-Italic"),
    ("fira-sans-condensed", "500-normal", "FiraSansCondensed-Medium"),
    ("fira-sans-condensed", "700-normal", "FiraSansCondensed-Bold"),
    ("fira-sans", "400-normal", "FiraSans-Regular"),
)
EMOJI = ("noto-emoji", "400-normal", "NotoEmoji-Regular")  # in one ink; its subsets have numbers
FIGURES = "fira-sans-condensed-latin-700-normal.woff2"  # the figures in the XP boxes
EPOCH = 3_600_000_000  # a fixed "modified" date, so that the same packages give the same bytes


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for package in sorted({face[0] for face in (*FACES, EMOJI)}):
            fetch(package, Path(folder))
        own = Path(folder) / "signs.ttf"
        signs(TTFont(Path(folder) / "fira-sans-condensed" / "files" / FIGURES)).save(own)
        for package, weight, name in FACES:
            save(merged(Path(folder) / package, package, weight, SUBSETS, own), TARGET / f"{name}.ttf")
        package, weight, name = EMOJI
        subsets = map(str, range(10))
        save(merged(Path(folder) / package, package, weight, subsets), TARGET / f"{name}.ttf")


def fetch(package: str, folder: Path) -> None:
    """Unpack the npm package into folder/package and keep its licence beside the result."""
    subprocess.run(
        ["npm", "pack", "--silent", f"@fontsource/{package}@{VERSION}"],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with tarfile.open(folder / f"fontsource-{package}-{VERSION}.tgz") as archive:
        archive.extractall(folder, filter="data")
    (folder / "package").rename(folder / package)
    licence = (folder / package / "LICENSE").read_text()
    (TARGET / f"{package}-LICENSE.txt").write_text(licence)


def save(font: TTFont, path: Path) -> None:
    font["head"].created = font["head"].modified = EPOCH
    font.recalcTimestamp = False
    font["post"].formatType = 3.0
    font.save(path)


# One file per weight


def merged(
    folder: Path, package: str, weight: str, subsets: Iterable[str], own: Path | None = None
) -> TTFont:
    seen: set[int] = set()
    parts = []
    for subset in subsets:
        source = folder / "files" / f"{package}-{subset}-{weight}.woff2"
        if source.exists():
            parts.append(part(source, seen, folder / f"{subset}-{weight}.ttf"))
    if own:
        parts.append(part(own, seen, folder / f"signs-{weight}.ttf"))
    font = Merger().merge([str(path) for path in parts])
    for table in ("FFTM", "STAT", "DSIG", "meta", "GDEF"):
        if table in font:
            del font[table]
    return font


def part(source: Path, seen: set[int], target: Path) -> Path:
    """One subset with only the letters no earlier subset brought, its kerning, and lining figures."""
    font = TTFont(source)
    lining_figures(font)
    wanted = set(font.getBestCmap()) - seen
    seen |= wanted
    options = Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = None
    font.save(target)
    return target


def lining_figures(font: TTFont) -> None:
    """Let the plain figures be the lining ones: no feature has to be asked for when printing or measuring."""
    swaps: dict[str, str] = {}
    table = font["GSUB"].table if "GSUB" in font else None
    lookups = table.LookupList.Lookup if table else ()
    for record in table.FeatureList.FeatureRecord if table else ():
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for subtable in lookups[index].SubTable:
                    swaps.update(getattr(subtable, "ExtSubTable", subtable).mapping)
    for cmap in font["cmap"].tables:
        cmap.cmap = {code: swaps.get(glyph, glyph) for code, glyph in cmap.cmap.items()}


# Our own signs

EM, SIDE, BASE = 1000, 900, -110  # a box is 0.9 em wide and stands a little below the line
HAIR, BOLD = 42, 96
Contour = list[tuple[float, float]]


def box(width: float = SIDE, stroke: float = HAIR, left: float = 50, base: float = BASE) -> list[Contour]:
    outer = square(left, base, width)
    inner = square(left + stroke, base + stroke, width - 2 * stroke)
    return [outer, inner[::-1]]


def square(left: float, base: float, width: float) -> Contour:
    return [(left, base), (left, base + width), (left + width, base + width), (left + width, base)]


def disc(x: float, y: float, radius: float) -> Contour:
    turns = [math.tau * step / 20 for step in range(20)]
    return [(x + radius * math.cos(-turn), y + radius * math.sin(-turn)) for turn in turns]


def rotated(contour: Contour, x: float, y: float) -> Contour:
    half = math.sqrt(0.5)
    return [((a - b) * half + x, (a + b) * half + y) for a, b in contour]


def plus(arm: float, thick: float) -> Contour:
    t = thick / 2
    return [
        (-t, -arm),
        (-t, -t),
        (-arm, -t),
        (-arm, t),
        (-t, t),
        (-t, arm),
        (t, arm),
        (t, t),
        (arm, t),
        (arm, -t),
        (t, -t),
        (t, -arm),
    ]


PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


def die(face: int) -> list[Contour]:
    spots = {
        letter: (500 + 240 * (n % 3 - 1), BASE + 450 + 240 * (1 - n // 3))
        for n, letter in enumerate("abcdefghi")
    }
    return [*box(stroke=60), *(disc(*spots[letter], 82) for letter in PIPS[face])]


def shapes() -> dict[int, tuple[int, list[Contour]]]:
    """code point → (advance, contours), everything without letters in it."""
    less: Contour = [(60, 300), (60, 390), (460, 560), (460, 470), (190, 345), (460, 220), (460, 130)]
    bar: Contour = [(60, 0), (60, 70), (460, 70), (460, 0)]
    mirrored: Contour = [(520 - x, y) for x, y in less[::-1]]
    spaces = {
        0x20: 240,
        0xA0: 240,
        0x2002: 500,
        0x2003: 1000,
        0x2007: 480,
        0x2009: 180,
        0x200A: 90,
        0x202F: 180,
    }
    return {
        0x2610: (1140, box(1040, 46, 50, -165)),  # to tick by pencil: at least 2.6 mm in the smallest text
        0x25A1: (1000, box()),
        0x25A0: (1000, [*box(), square(210, BASE + 160, 580)]),
        0x25B2: (760, [[(30, -10), (380, 660), (730, -10)]]),
        0x25C7: (
            760,
            [rotated(square(-250, -250, 500), 380, 325), rotated(square(-140, -140, 280), 380, 325)[::-1]],
        ),
        0x271A: (760, [[(x + 380, y + 325) for x, y in plus(330, 220)]]),
        0x2715: (760, [rotated(plus(380, 190), 380, 325)]),
        0x2264: (520, [less, bar]),
        0x2265: (520, [mirrored, bar]),
        **{0x267F + face: (1000, die(face)) for face in PIPS},
        **{code: (width, []) for code, width in spaces.items()},
    }


OPEN_NUMBERS = {1: 0x2460, 5: 0x2464, 10: 0x2469, 15: 0x246E, 20: 0x2473, 25: 0x3255, 30: 0x325A}
UNKNOWN = 0xFFFD  # stands for a letter no face has
SOLID_NUMBERS = {1: 0x2776, 5: 0x277A, 10: 0x277F, 15: 0x24EF, 20: 0x24F4, 25: 0xE019, 30: 0xE01E}


def signs(text: TTFont) -> TTFont:
    glyphs = {
        ".notdef": drawn(box(600)),
        **{glyph_name(c): drawn(parts) for c, (_, parts) in shapes().items()},
    }
    widths = {".notdef": 700, **{glyph_name(c): width for c, (width, _) in shapes().items()}}
    for number in OPEN_NUMBERS:
        for code, frame, solid in (
            (OPEN_NUMBERS[number], box(stroke=BOLD), False),
            (SOLID_NUMBERS[number], [square(50, BASE, SIDE)], True),
        ):
            glyphs[glyph_name(code)] = drawn(frame, (text, str(number), solid))
            widths[glyph_name(code)] = 1000
    glyphs[glyph_name(UNKNOWN)] = drawn([square(50, BASE, SIDE)], (text, "?", True))
    widths[glyph_name(UNKNOWN)] = 1000
    return built(glyphs, widths)


def glyph_name(code: int) -> str:
    return f"uni{code:04X}"


def drawn(contours: list[Contour], figures: tuple[TTFont, str, bool] | None = None) -> object:
    pen = TTGlyphPen(None)
    for contour in contours:
        pen.moveTo(contour[0])
        for point in contour[1:]:
            pen.lineTo(point)
        pen.closePath()
    if figures:
        draw_figures(pen, *figures)
    return pen.glyph()


def draw_figures(pen: TTGlyphPen, text: TTFont, figures: str, cut_out: bool) -> None:
    """Figures centred in the box; cut out of a solid one by running their contours backwards."""
    letters, names, scale = text.getGlyphSet(), text.getBestCmap(), 0.78 if len(figures) == 1 else 0.64
    widths = [letters[names[ord(figure)]].width * scale for figure in figures]
    x, y = (EM - sum(widths)) / 2, BASE + 450 - 680 * scale / 2
    for figure, width in zip(figures, widths, strict=True):
        moved = TransformPen(ReverseContourPen(pen) if cut_out else pen, (scale, 0, 0, scale, x, y))
        letters[names[ord(figure)]].draw(moved)
        x += width


def built(glyphs: dict[str, object], widths: dict[str, int]) -> TTFont:
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({int(name[3:], 16): name for name in glyphs if name.startswith("uni")})
    builder.setupGlyf(glyphs)
    metrics = {name: (width, getattr(glyphs[name], "xMin", 0) or 0) for name, width in widths.items()}
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=935, descent=-265)
    builder.setupNameTable({"familyName": "Signs", "styleName": "Regular", "psName": "Signs"})
    builder.setupOS2(sTypoAscender=935, sTypoDescender=-265, usWinAscent=935, usWinDescent=265)
    builder.setupPost()
    return builder.font


if __name__ == "__main__":
    main()
