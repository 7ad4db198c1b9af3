"""Short verbs for the tests of the solo rules: ask a figure, run a script."""

from typing import Any

from rules.rehearse import rehearse


def ask(figure: str, *dice: int, settings: dict[str, Any] | None = None, **given: Any) -> Any:
    """The value of a figure; dice in reading order."""
    params = {**given, **({"dice": list(dice)} if dice else {})}
    script = {
        "game": "solo",
        "settings": settings or {},
        "steps": [{"ask": figure, "params": params}],
    }
    answer = rehearse(script)["steps"][0]
    return answer["refused"] if "refused" in answer else answer["value"]


def script(state: dict[str, Any], *steps: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """Rehearse steps on a made-up state."""
    return rehearse({"game": "solo", "settings": settings, "state": state, "steps": list(steps)})
