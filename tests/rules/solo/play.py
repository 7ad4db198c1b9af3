"""Short verbs for the tests of the solo rules: ask a figure, lay out a table, run a script."""

from typing import Any

from rules.rehearsal.rehearse import rehearse

type Data = dict[str, Any]

BOT = {"id": "bot", "name": "Bot", "kind": "ai_neutral", "seat": 1}
ME = {"id": "me", "name": "Me", "kind": "human", "seat": 2}
GUN = {"label": "Gun", "range": 24, "attacks": 2}
BLADE = {"label": "Blade", "attacks": 2}


def ask(
    figure: str, *dice: int, settings: Data | None = None, state: Data | None = None, **given: Any
) -> Any:
    """The value of a figure, or its refusal; dice in reading order."""
    params = {**given, **({"dice": list(dice)} if dice else {})}
    step = {"ask": figure, "params": params}
    answer = rehearse({"game": "solo", "settings": settings or {}, "state": state or {}, "steps": [step]})
    told = answer["steps"][0]
    return told["refused"] if "refused" in told else told["value"]


def run(state: Data, *steps: Data, **settings: Any) -> Data:
    """Rehearse steps on a made-up state; the last step's report and the state after all of them."""
    told = rehearse({"game": "solo", "settings": settings, "state": state, "steps": list(steps)})
    tables = {name: {one["id"]: one for one in rows} for name, rows in told["state"].items()}
    return {**told["steps"][-1], "steps": told["steps"], "after": tables}


def do(name: str, params: Data | None = None, **more: Any) -> Data:
    """A step: `answers` by key, `dice` and `choices` in order."""
    return {"do": f"solo.{name}", "params": params or {}, **more}


def unit(name: str, side: str = "bot", **more: Any) -> Data:
    """A unit named after its id; the app's stand in section 1 and are melee unless told otherwise."""
    basic = {"section": 1, "type": "melee"} if side == "bot" else {}
    return {"id": name, "name": name, "side": side, "weapons": [BLADE], **basic, **more}


def foe(name: str, **more: Any) -> Data:
    return unit(name, "me", **more)


def marker(name: str, **more: Any) -> Data:
    return {"id": name, "name": name, **more}


def table(*units: Data, markers: tuple[Data, ...] = (), **more: Any) -> Data:
    """A running round in which the app is to act; `more` goes to the game itself."""
    game = {"id": "game", "phase": "round", "round": 2, "active": "ai", **more}
    return {"games": [game], "sides": [BOT, ME], "units": list(units), "markers": list(markers)}


def activate(state: Data, *dice: int, **answers: Any) -> Data:
    """Let the app act; answers by the first word of their key or by the whole key, underscores for colons."""
    return run(state, do("activate", {"turn": 0}, dice=list(dice), answers=answers))


def keys(report: Data) -> list[str]:
    """The keys that were asked, dice left out."""
    return [one["key"] for one in report["questions"] if one["kind"] != "roll"]


def effect(report: Data, name: str) -> Data:
    """The one effect of this name."""
    found = [one for one in report["effects"] if one["effect"] == f"solo.{name}"]
    assert len(found) == 1, [one["effect"] for one in report["effects"]]
    first: dict[str, Any] = found[0]
    return first


def closed(report: Data) -> Data:
    """The activation as it was closed."""
    activation: Data = effect(report, "activation")["activation"]
    return activation


A, B = marker("A"), marker("B")
SPELLS = [{"id": f"s{n}", "side": "bot", "number": n, "cost": (n + 1) // 2} for n in range(1, 7)]


def shooter(**more: Any) -> Data:
    return unit("Archer", type="shooting", weapons=[GUN], **more)


def notes_of(state: Data, **answers: Any) -> set[str]:
    """The rules behind the notes on the card of the first question."""
    told = activate(state, 1, **answers)
    return {note["rule"] for note in told["open"][0]["card"]["notes"]}
