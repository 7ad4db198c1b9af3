"""The last seasons played, as a page: `python -m tests.season.told > docs/season.md` after `make season`."""

from __future__ import annotations

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
MAPS = """
## Map leagues

Five players on generated hexagons, and ten on a map of free shapes brought as JSON with sieges and the sea in
play, twelve rounds each. Everybody sends their own forms from their own browser: events, mines, challenges,
teams and series, sizes, sealed gold, reports, disputes, roll-offs, walk-overs, land, buildings, raids. On the
way the pages are asked for what cannot be (out of turn, for somebody else, too dear, too far, too much gold);
each has to answer with the sentence the page had shown, and nothing may have changed.

A season passes when the journal folds to the rows, today's rules settle every entry alike, and somebody who
reckons with pen and paper comes to the same: a calculator that reads only what people did and what the dice
showed, never what the rules booked, and shares no code with them. It confirms every owner, building, siege,
naval advantage, treasury, empire point, the order of every round, and size and gold on the page.
"""
WEEKS = """
## A club's twelve weeks

Fourteen people of one club, a night every Thursday, three leagues of different books. They say whether they
come, ask each other, accept, decline, move, call off, are paired, play with the tap or without it, report,
dispute; nights are moved and called off, the clocks change in the seventh week. Everybody reads mail, some
once a day, every second one has a phone that shows notices, the club has its chat. The clock is moved, and
every seventh worker is killed when it has sent and not yet said so. In the end the chat answers that it is
gone, and the organiser hears of it.

It passes when each game is what people would say of it, the calendars say the same to another library's
reader, no pair was made while a better one was left (all of them are tried), and everybody heard of
everything that concerned them, nobody of anything else, and nothing left the office twice but under the id
it had the first time.
"""
FIRESTORM = """
## Firestorm

Four factions of seven players on the Ember Marches, ten turns: orders tapped on the map and sealed, the
reveal, battles reported and agreed, sieges turn by turn, retreats, razing, building. Each turn
the organiser also corrects the result of a battle of the turn before, or takes it back; in the end a phase
is gone back and played again.

A season passes when the journal folds to the rows, the audit's sums are those of the standings, the glory of
a corrected battle is what somebody who knows the rulebook reckons, and at the start of every turn each
banner stands alone on land of its own faction.
"""
FUZZ = """
## Random forms

Players, the organiser and strangers send random forms, most of them such as people send, some beyond sense:
ids of other things, numbers out of range, texts no database holds. After each the answer must be one a page
may give, never an error of the server. Whenever something was booked, it was somebody's who may; one building
stands on a territory, where the terrain bears it unless an organiser ruled so; gold and points are not
negative; the round's order has not changed. In the end the journal folds to the rows.
"""
SECOND = """
## Second readings

What four steps of the rulebooks decide is worked out once more, on random evenings, by short programs written
from the text alone, with nothing of `rules/` in them: what follows a mission
(`tests/rules/opr/test_second_reading.py`), Firestorm's reveal (`tests/rules/firestorm/naive.py`), the order,
battles, points and prices of Conquest (`tests/rules/conquest/pencil.py`), an activation of the app
(`tests/rules/solo/pencil.py`). Twenty thousand reveals and as many activations, four thousand evenings of
Conquest and two thousand missions have to come out alike in every die, choice and figure.
"""


def keep(name: str, kept: dict[str, object]) -> None:
    """Keep what was played for the page."""
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / f"{name}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False))


def main() -> None:
    print(HEAD)
    _table([one for one in _kept("*") if "edition" in one], "edition")
    print(MAPS)
    _table(_kept("map-*"), "season")
    print(WEEKS)
    _table(_kept("weeks"), "club")
    print(FIRESTORM)
    _table(_kept("firestorm-*"), "league")
    print(FUZZ)
    _table(_kept("fuzz-*"), "map")
    print(SECOND, end="")


def _kept(pattern: str) -> list[dict[str, object]]:
    return [json.loads(file.read_text()) for file in sorted(PLACE.glob(f"{pattern}.json"))]


def _table(results: list[dict[str, object]], head: str) -> None:
    names = dict.fromkeys(name for result in results for name in result if name != head)
    print("| | " + " | ".join(str(result[head]) for result in results) + " |")
    print("|---|" + "---:|" * len(results))
    for name in names:
        print(f"| {name} | " + " | ".join(_told(result.get(name, "–")) for result in results) + " |")


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return str(value)


if __name__ == "__main__":
    main()
