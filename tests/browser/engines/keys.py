"""Keys as WebDriver means them, from the names Playwright gives them."""

from __future__ import annotations

from typing import Any

NAMES = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "Space": " ",
    "Backspace": "\ue003",
    "Delete": "\ue017",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Meta": "\ue03d",
}


def pressed(key: str) -> list[dict[str, Any]]:
    """`Shift+Tab`: the first held while the last goes down and up."""
    *held, last = (NAMES.get(one, one) for one in (key.split("+") if key != "+" else [key]))
    down = [{"type": "keyDown", "value": one} for one in (*held, last)]
    return [*down, *({"type": "keyUp", "value": one} for one in (last, *reversed(held)))]


def typed(text: str) -> list[dict[str, Any]]:
    return [{"type": f"key{way}", "value": one} for one in text for way in ("Down", "Up")]
