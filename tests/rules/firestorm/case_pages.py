"""`python -m tests.rules.firestorm.case_pages`: write the cases of the reveal to `docs/firestorm-reveal.md`.

Each with its number, the situation as a small map, the orders and what comes of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rules.maps.ready import ready_map
from rules.rehearsal.coverage import ROOT
from tests.rules.firestorm.cases import Case, cases, situation
from tests.rules.firestorm.play import MAP, League

FILE = ROOT / "docs" / "firestorm-reveal.md"
WIDE = 12  # letters of a territory on the map
STEP = 200  # between two columns of it
REASONS = {
    "none_given": "holds: no order was given",
    "illegal": "holds: the order cannot be carried out",
    "attacked_first": "holds: it was attacked first",
    "": "carries its order out",
}
HEAD = """# Firestorm: the reveal, case by case

Made from `tests/rules/firestorm/cases/`; each case is a test. Factions: O is Order with its tower at
T01, C Chaos at T05, D Death at T21, X Destruction at T25, on the map *The Ember Marches*. A territory shows
its code, its owner after a dot, and the banners and garrison in it; a battle line reads attacker v defender.
Orders marked #1, #2 … act in that sequence. The rules in words: [rules/fs.md](rules/fs.md).
"""


def page() -> str:
    """The whole page."""
    every = list(cases())
    parts = [HEAD, "\n".join(f"- [{one.number}. {one.title}](#{_anchor(one)})" for one in every) + "\n"]
    for case in every:
        parts.append("\n".join(_told(case)))
    return "\n".join(parts) + "\n"


def _anchor(case: Case) -> str:
    """Where a heading is found on a page of Markdown: small letters, no stops, a hyphen for a blank."""
    plain = re.sub(r"[^\w -]", "", f"{case.number}. {case.title}".lower())
    return plain.replace(" ", "-")


def _told(case: Case) -> Iterator[str]:
    links = ", ".join(f"[{rule}](rules/fs.md#{rule.lower()})" for rule in case.rule_ids)
    yield f"## {case.number}. {case.title}"
    yield ""
    yield f"{links}. Initiative: {', '.join(case.initiative)}.{_options(case)}"
    yield ""
    yield "```text"
    yield from drawn(situation(case), interesting(case))
    yield "```"
    yield ""
    yield "Orders: " + "; ".join(f"**{one}** {words}" for one, words in case.orders.items()) + "."
    yield ""
    if case.results:
        yield _ended(case)
        yield ""
    for key, told in case.then.items():
        yield f"- {_line(key, told)}"
    yield ""


def _ended(case: Case) -> str:
    """How the battles end, what was rolled and chosen."""
    told = [f"{place}: {one.replace('_', ' ')} for the attacker" for place, one in case.results.items()]
    told += [f"annihilated at {place}: {', '.join(sides)}" for place, sides in case.tabled.items()]
    told += [f"{one} rolls {face}" for one, face in case.rolls.items()]
    told += [f"{one} goes to {place}" for one, place in case.goes.items()]
    told += [f"{one} razes" for one in case.razes]
    return "Then: " + "; ".join(told) + "."


def _options(case: Case) -> str:
    said = [f"`{key}` is `{str(value).lower()}`" for key, value in case.settings.items()]
    return f" Setting: {', '.join(said)}." if said else ""


def _line(key: str, told: Any) -> str:
    match key:
        case "at":
            return "Stands: " + ", ".join(f"{one} on {place}" for one, place in told.items())
        case "own":
            return "Owner: " + ", ".join(f"{place} {owner or 'nobody'}" for place, owner in told.items())
        case "stands":
            return "In the end: " + ", ".join(f"{one} on {place}" for one, place in told.items())
        case "items":
            return "Built: " + "; ".join(f"{one} {', '.join(told[one]) or 'nothing'}" for one in told)
        case "battles":
            return "Battles: " + ("; ".join(told) or "none")
        case "holds":
            return "; ".join(f"{one} {REASONS[why]}" for one, why in told.items())
        case "tired":
            return "Fatigued: " + (", ".join(told) or "nobody")
        case _:
            return "Points: " + ", ".join(f"{one} {points}" for one, points in told.items())


def interesting(case: Case) -> set[str]:
    """The territories the case is about."""
    found = {*case.banners.values(), *case.items, *case.then.get("own", {})}
    for words in case.orders.values():
        found |= {one for one in words.split() if one.startswith("T")}
    return found | {one for places in case.own.values() for one in places}


def drawn(found: League, shown: set[str]) -> Iterator[str]:
    """The part of the map around these territories, with what stands there."""
    spots = {(one.x // STEP, one.y // STEP): one.id for one in ready_map(MAP).places}
    where = {one: spot for spot, one in spots.items()}
    columns = _span([where[one][0] for one in shown])
    rows = _span([where[one][1] for one in shown])
    links = {frozenset((one.a, one.b)) for one in found.state.links.values()}

    def joined(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return a in spots and b in spots and frozenset((spots[a], spots[b])) in links

    for y in rows:
        ways = ["─" if x != columns[-1] and joined((x, y), (x + 1, y)) else " " for x in columns]
        names = [_name(found, spots[x, y]) for x in columns]
        yield "".join(name.ljust(WIDE, way) for name, way in zip(names, ways, strict=True)).rstrip()
        yield "".join(_stands(found, spots[x, y]).ljust(WIDE) for x in columns).rstrip()
        if y != rows[-1]:
            yield "".join(_below(joined, x, y, x == columns[-1]) for x in columns).rstrip()


def _span(found: list[int]) -> range:
    return range(min(found), max(found) + 1)


def _below(joined: Any, x: int, y: int, last: bool) -> str:
    """What leads from a territory to the row below it."""
    down = " │" if joined((x, y), (x, y + 1)) else "  "
    across = "╲" if joined((x, y), (x + 1, y + 1)) else "╱" if joined((x + 1, y), (x, y + 1)) else " "
    return f"{down}{'' if last else across.center(WIDE - 2)}"


def _name(found: League, territory: str) -> str:
    owner = found.owner(territory)
    return f"{territory}{'·' + owner if owner else ''} "


def _stands(found: League, territory: str) -> str:
    place = found.place(territory)
    marks = [one.id for one in found.state.banners.values() if one.territory == territory]
    signs = {"lords_tower": "tower", "mustering_ground": "g1500", "barracks": "g1500", "war_lodge": "g2000"}
    return " ".join((*marks, *(signs.get(one, one) for one in place.items)))


def main() -> None:
    FILE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
