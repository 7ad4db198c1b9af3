"""What style sheets may ask: `:has()` is cheap where few elements may be its subject.

A browser asks a rule like `.table:has(.name) td` again for every cell that is added anywhere, and one that
ends in `*` for every element: an exchanged map waits for that. Such a rule names its subject, or the template
sets a class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("code")
SHEETS = sorted((Path(__file__).parent.parent / "static" / "css").glob("*.css"))
NAMED = re.compile(r"[.#\[]")
MAY = {".face:has(:checked) .die text", ".kill-side .chip:has(:checked) small"}  # few, and not where a map is


def selectors(text: str) -> Iterator[str]:
    """Each selector of a sheet; one inside another's block with that put where `&` stands."""
    within: list[list[str]] = []
    for before, sign in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
        if sign == "}":
            within.pop()
        elif sign == "{":
            outer = within[-1] if within else [""]
            own = [] if before.strip().startswith("@") else parted(before)
            whole = [one if "&" in one else f"& {one}" for one in own]
            within.append([one.replace("&", top).strip() for one in whole for top in outer] or outer)
            yield from within[-1] if own else ()


def parted(selector: str) -> list[str]:
    """A list of selectors, parted at the commas outside brackets."""
    bare, depth = "", 0
    for sign in selector:
        depth += (sign in "([") - (sign in ")]")
        bare += "\n" if sign == "," and depth == 0 else sign
    return [one.strip() for one in bare.split("\n") if one.strip()]


def subject(selector: str) -> str:
    """The last compound of a selector: what it is about."""
    depth = 0
    for at in range(len(selector) - 1, -1, -1):
        depth += (selector[at] in ")]") - (selector[at] in "([")
        if depth == 0 and selector[at] in " >~+":
            return selector[at + 1 :]
    return selector


def asks_everything(selector: str) -> bool:
    """Whether what is about all elements of a kind depends on what another one holds."""
    last = subject(selector)
    return ":has(" in selector.removesuffix(last) and not NAMED.search(last)


def test_no_rule_of_has_is_about_everything() -> None:
    found = [
        f"{sheet.name}: {one}"
        for sheet in SHEETS
        for one in selectors(sheet.read_text())
        if asks_everything(one) and one not in MAY
    ]
    assert not found, f"give its subject a class, or set one in the template: {found}"


@pytest.mark.parametrize(
    ("rule", "is_found"),
    [
        (".figures:has(> :nth-child(5)) { & > * { flex: 1; } }", True),
        ("@media print { .table:has(.who) { & tr > td { border: 0; } } }", True),
        (".table:has(.who) :first-child { border: 0; }", True),
        (".line:has(:checked) :is(.line-margin, .when-out) { border: 0; }", False),
        (".table :is(td, th):has(> .who) { width: 99%; }", False),
        (".columns:has(> .content) > .content { order: 1; }", False),
        (".figures > :first-child:nth-last-child(n + 5) { & ~ * { flex: 1; } }", False),
    ],
)
def test_rules_about_everything_are_found(rule: str, is_found: bool) -> None:
    assert any(map(asks_everything, selectors(rule))) == is_found
