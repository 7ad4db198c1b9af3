"""What a form at a solo table may start, and how its fields become the act's parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404

from campaigns.engine import door
from campaigns.shell.league import Here
from rules.solo.figures.views import next_act

BY_HAND = "solo_by_hand"

type Params = dict[str, Any]


def by_hand(here: Here) -> bool:
    """Whether this phone's people throw the dice themselves; otherwise the app does."""
    return bool(here.request.session.get(BY_HAND))


def fresh(here: Here) -> Here:
    """The same visitor with the game as it is now."""
    return Here(here.request, here.scope, here.seat, here.section)


def _number(name: str, least: int = -99) -> Callable[[Any], Params]:
    def read(post: Any) -> Params:
        text = str(post.get(name, "")).strip().replace("−", "-")
        digits = text.removeprefix("-")
        return {name: int(text)} if digits.isdecimal() and len(digits) < 6 and int(text) >= least else {}

    return read


def _text(name: str) -> Callable[[Any], Params]:
    return lambda post: {name: post[name]} if post.get(name) else {}


def _flag(name: str) -> Callable[[Any], Params]:
    return lambda post: {name: post[name] == "1"} if name in post else {}


def _inches(name: str, scale: int) -> Callable[[Any], Params]:
    """A measured distance, which may have a decimal, in parts of an inch."""

    def read(post: Any) -> Params:
        text = str(post.get(name, "")).strip().replace(",", ".")
        whole, _dot, part = text.partition(".")
        if not whole.isdecimal() or len(whole) > 3 or (part and not part.isdecimal()):
            return {}
        return {name: round(float(text) * scale)}

    return read


def _overrides(post: Any) -> Params:
    given = {name.removeprefix("type:"): kind for name, kind in post.items() if name.startswith("type:")}
    was = {name.removeprefix("was:"): kind for name, kind in post.items() if name.startswith("was:")}
    return {"overrides": {unit: kind for unit, kind in given.items() if kind and kind != was.get(unit)}}


def _reserve(post: Any) -> Params:
    return {"reserve": post.getlist("reserve")}


def _out(post: Any) -> Params:
    return {"out": "" if post["out"] == "back" else post["out"]} if "out" in post else {}


def _spells(post: Any) -> Params:
    """The rows with a name, numbered in their order."""
    rows = zip(
        post.getlist("spell_name"),
        post.getlist("cost"),
        post.getlist("aim"),
        post.getlist("reach"),
        strict=False,
    )
    found: list[Params] = []
    for name, cost, aim, reach in rows:
        if name.strip():
            number = len(found) + 1
            spell = {
                "number": number,
                "name": name.strip()[:60],
                "aim": aim,
                **_small("cost", cost),
                **_small("reach", reach),
            }
            found.append({"id": f"{post.get('side', '')}.spell-{number}", **spell})
    return {"spells": found}


def _army_rules(post: Any) -> Params:
    rows = zip(post.getlist("label"), post.getlist("aim"), post.getlist("reach"), strict=False)
    told = [(label.strip()[:60], aim, reach) for label, aim, reach in rows if label.strip()]
    return {
        "army_rules": [{"label": label, "aim": aim, **_small("reach", reach)} for label, aim, reach in told]
    }


def _small(name: str, text: str) -> Params:
    return {name: int(text)} if text.isdecimal() and len(text) < 3 else {}


UNIT_ACT = _text("unit")
ACTS: dict[str, tuple[Callable[[Any], Params], ...]] = {
    "draw": (_flag("only_app"),),
    "choose_list": (_text("side"), _text("list")),
    "types": (_overrides,),
    "place_marker": (_number("number"),),
    "lay_marker": (_number("number"), _inches("x", 100), _inches("y", 100)),
    "markers_done": (),
    "unreachable": (_text("marker"), _flag("reachable")),
    "zones": (),
    "deployed": (_reserve,),
    "deploy": (),
    "start_round": (_number("round"),),
    "activate": (_number("turn"),),
    "human_turn": (_number("turn"), UNIT_ACT, _flag("done")),
    "end_round": (_number("round"),),
    "status": (UNIT_ACT, _number("wounds"), _flag("stunned"), _out, _text("by"), _flag("may_shoot")),
    "section": (UNIT_ACT, _number("section")),
    "defend": (UNIT_ACT, _number("hits"), _number("ap"), _number("deadly"), _text("by")),
    "attack": (
        UNIT_ACT,
        _number("weapon"),
        _text("target"),
        _number("extra"),
        _flag("strikes_back"),
    ),
    "spell": (UNIT_ACT, _text("spell")),
    "jump": (UNIT_ACT, _inches("gap", 10), _inches("drop", 10)),
    "toss": (_number("count"),),
    "concede": (_text("side"),),
    "spells": (_text("side"), _spells),
    "army_rules": (UNIT_ACT, _army_rules),
}


def act(here: Here, name: str) -> None:
    """One act at the door; when people have had their turn, the app takes its own at once."""
    if name not in ACTS:
        raise Http404
    post = here.request.POST
    params = {key: value for read in ACTS[name] for key, value in read(post).items()}
    outcome = door.act(here.scope.pk, here.actor, f"solo.{name}", params, app_dice=not by_hand(here))
    if name == "human_turn" and outcome.settled and not outcome.repeated:
        _app_turn(fresh(here))


def _app_turn(here: Here) -> None:
    following = next_act(here.state, here.book)
    if following.do == "activate":
        app_dice = not by_hand(here)
        door.act(here.scope.pk, here.actor, "solo.activate", following.params, app_dice=app_dice)
