"""The last seasons played, as a page: `python -m tests.season.told > docs/season.md` after `make season`."""

import json
from pathlib import Path

PLACE = Path(__file__).resolve().parents[2] / "var" / "season"
HEAD = """# Seasons played to the end

`make season` plays twelve warbands through sixty missions in each of the two campaign books, every tap
through the pages: founding with the wizard, joining by the invitation, pasted army lists, missions on their
page and missions reported afterwards, events, concessions, walk-overs, disputes, a late joiner, no
permadeath, corrections by the organiser. Half of the players let the app roll, the others type most dice.

A season passes when the journal folds to exactly the rows, today's rules settle every uncorrected entry
alike, and a small calculator of its own comes to the same VP, missions, wins, pools and table as the page.

The last run:
"""


def main() -> None:
    results = [json.loads(file.read_text()) for file in sorted(PLACE.glob("*.json"))]
    names = dict.fromkeys(name for result in results for name in result)
    print(HEAD)
    print("| | " + " | ".join(result["edition"] for result in results) + " |")
    print("|---|" + "---:|" * len(results))
    for name in names:
        if name != "edition":
            print(f"| {name} | " + " | ".join(_told(result.get(name, "–")) for result in results) + " |")


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return str(value)


if __name__ == "__main__":
    main()
