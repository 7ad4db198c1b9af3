"""Make `static/fonts/besley-600.v1.woff2`: the display face, one weight, Latin letters and figures only.

Besley is under the SIL Open Font License 1.1 (`static/fonts/besley-LICENSE.txt`). Browsers keep the file for
ever, so another content needs another version in its name, here, in `static/css/tokens.css` and in
`templates/base.html`. A name with a letter that is not in the subset falls back whole to the system's serif:
`campaigns/templatetags/look.py` reads the same range. Run `.venv/bin/python scripts/display_font.py`; the
result is committed.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from vendor import unpacked

PACKAGE = "@fontsource/besley@5.3.0"
FOLDER = Path(__file__).parent.parent / "static" / "fonts"
# Printable ASCII, the letters of Latin-1, and the typographic signs our own texts use.
LETTERS = [*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\xa0¡¿«»·–—‘’“”„…−½")]


def main() -> None:
    package = unpacked(PACKAGE)
    options = Options(flavor="woff2", layout_features=["kern", "tnum"], hinting=False)
    font = load_font(str(package / "files" / "besley-latin-600-normal.woff2"), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    target = FOLDER / "besley-600.v1.woff2"
    save_font(font, str(target), options)
    (FOLDER / "besley-LICENSE.txt").write_text((package / "LICENSE").read_text())
    print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
