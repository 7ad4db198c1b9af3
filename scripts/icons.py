"""Make the icon sprites `static/icons.svg` and `icons-more.svg` from bootstrap-icons (MIT).

Run `.venv/bin/python scripts/icons.py` after adding a name; the results are committed.
"""

import re
from pathlib import Path

from vendor import unpacked

PACKAGE = "bootstrap-icons@1.13.2"
STATIC = Path(__file__).parent.parent / "static"
# What most pages show; the first visit fetches only this one.
CORE = """
house-door-fill trophy people person-fill map three-dots play-fill shield-fill
arrow-left arrow-right arrow-return-right chevron-right chevron-down
x-lg check-lg plus-lg dash-lg arrow-counterclockwise dice-5-fill hand-index-thumb lock-fill star-fill
crosshair
pencil pencil-square envelope-paper flag flag-fill journal-text book inbox sliders printer
file-earmark-pdf qr-code tv
hourglass-split clock info-circle exclamation-diamond-fill slash-circle check-circle-fill
caret-up-fill caret-down-fill circle-half
calendar-event bell
sun-fill gem tree-fill lightning-fill droplet-fill fire moon-fill hammer
"""
# Maps, missions, the desk, and the emblems from the ninth player on.
MORE = """
arrow-right-circle-fill pencil-fill envelope-paper-fill journal-check
megaphone
clock-history question-circle exclamation-triangle-fill x-octagon-fill
shield-check shield-plus coin bricks buildings-fill minecart-loaded tsunami tools hexagon
list-ul table fullscreen rulers arrows-move heartbreak pause-fill skip-start-fill skip-end-fill wifi-off
chat-square-text hdd phone upload link-45deg person-plus-fill
arrow-left-right calendar-plus geo-alt grip-vertical pause-circle share
terminal trash search eye download archive
house house-gear bank2 gear-wide-connected stars sun
bell-fill asterisk suit-club-fill key-fill eye-fill heart-fill suit-spade-fill nut-fill
"""


def symbol(folder: Path, name: str) -> str:
    """One icon as a `<symbol>`, its paths untouched."""
    svg = (folder / f"{name}.svg").read_text()
    inner = re.sub(r"\s*\n\s*", "", svg[svg.index(">") + 1 : svg.rindex("</svg>")])
    return f'<symbol id="{name}" viewBox="0 0 16 16">{inner}</symbol>'


def write(target: Path, folder: Path, names: list[str]) -> None:
    symbols = "\n".join(symbol(folder, name) for name in names)
    note = f"<!-- {PACKAGE}, MIT, https://icons.getbootstrap.com; made by scripts/icons.py -->"
    target.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{note}\n{symbols}\n</svg>\n')
    print(f"{target.name}: {len(names)} icons, {target.stat().st_size} bytes")


def main() -> None:
    folder = unpacked(PACKAGE) / "icons"
    write(STATIC / "icons.svg", folder, CORE.split())
    write(STATIC / "icons-more.svg", folder, MORE.split())


if __name__ == "__main__":
    main()
