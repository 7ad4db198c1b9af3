"""The table of a game against the app: one question at a time, from any phone that sits at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import chronicle, door
from campaigns.dialogue import look
from campaigns.forms.solo import SettingsForm
from campaigns.league_page import CONFLICT, Here, draw, here_or_404, member_or_404
from campaigns.models import Dialogue, Slot
from campaigns.pages import UNPROCESSABLE
from campaigns.services import solo
from campaigns.solo import table_page, units_page
from campaigns.views.question_forms import Fields, parse_answer
from rules.dice import is_random
from rules.procedure import Open
from rules.questions import Question
from rules.refusals import Refused
from rules.solo.state import SoloState, Unit
from rules.solo.views import next_act

TABLE, PART = "campaigns/solo/table.html", "campaigns/solo/_live.html"
UNITS, UNIT, LOG = "campaigns/solo/units.html", "campaigns/solo/unit.html", "campaigns/solo/log.html"
SETTINGS = "campaigns/solo/settings.html"
BY_HAND = "solo_by_hand"
LINES = 60

type Params = dict[str, Any]


def game_or_404(request: HttpRequest, pk: int) -> Here:
    """The game for people of its club; to look at, also for everybody if it is public."""
    here = here_or_404(request, pk, "solo") if request.method == "GET" else member_or_404(request, pk, "solo")
    if here.scope.game != "solo":
        raise Http404
    return here


@never_cache
@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """What is to be done now; answers and acts are sent here."""
    here = game_or_404(request, pk)
    if request.method == "GET":
        return _shown(here, PART if request.GET.get("part") else TABLE)
    try:
        _carry_out(here)
        _go_on(here)
    except Refused as error:
        return _shown(_fresh(here), PART if _by_htmx(request) else TABLE, error)
    if _by_htmx(request):
        return _shown(_fresh(here), PART)
    return redirect("campaigns:solo", pk)


def _shown(here: Here, template: str, error: Refused | None = None) -> HttpResponse:
    context = {
        "page": table_page.build(here, error),
        "again": template == PART,
        "by_hand": by_hand(here),
        "nav": None,
    }
    return draw(here, template, context, status=CONFLICT if error else 200)


def _fresh(here: Here) -> Here:
    """The same visitor with the game as it is now."""
    return Here(here.request, here.scope, here.seat, here.section)


def _by_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]


def by_hand(here: Here) -> bool:
    """Whether this phone's people throw the dice themselves; otherwise the app does."""
    return bool(here.request.session.get(BY_HAND))


def _carry_out(here: Here) -> None:
    post = here.request.POST
    if "dice" in post:
        here.request.session[BY_HAND] = post["dice"] == "hand"
    elif "back" in post:
        solo.undo(here.scope, here.actor)
    elif "do" in post:
        act(here, post["do"])
    elif "slot" in post:
        _answer(here, post["slot"])


def _answer(here: Here, code: str) -> None:
    post = here.request.POST
    slot = Slot.objects.filter(scope=here.scope, code=code).first()
    if slot is None:
        raise Http404
    open_now = _open_questions(here, slot)
    if "all" in post:
        values = {key: parse_answer(one, _Renamed(post, key)) for key, one in open_now.items()}
        solo.answer_all(here.scope, here.actor, code, values, app_dice=not by_hand(here))
        return
    key = post.get("key", "")
    value: Any = door.ROLL
    if "roll_all" in post:
        key = next(iter(open_now), "")
    elif "roll" not in post:
        if key not in open_now:
            raise Refused("", "Somebody was faster. Here is how it stands now.", admission=True)
        value = parse_answer(open_now[key], cast(Fields, post))
    everything = not by_hand(here) or "roll_all" in post
    once = post.get("once") or None
    door.answer(here.scope.pk, here.actor, code, key, value, once=once, app_dice=everything)


class _Renamed:
    """The fields of one question among several: `value` was sent as `value:<key>`."""

    def __init__(self, post: Any, key: str) -> None:
        self.post, self.key = post, key

    def get(self, name: str, default: str = "") -> Any:
        return self.post.get(f"{name}:{self.key}", default)

    def getlist(self, name: str) -> list[str]:
        return cast("list[str]", self.post.getlist(f"{name}:{self.key}"))


def _open_questions(here: Here, slot: Slot) -> dict[str, Question]:
    if not Dialogue.objects.filter(slot=slot).exists():
        return {}
    _talk, progress = look(here.scope, slot, here.state)
    return {one.key: one for one in progress.questions} if isinstance(progress, Open) else {}


def _go_on(here: Here) -> None:
    """After an answer: dice the app owes are thrown, and what nobody can answer any more is set aside."""
    fresh = _fresh(here)
    dialogue = solo.open_dialogue(here.scope)
    if dialogue is None:
        return
    _talk, progress = look(fresh.scope, dialogue.slot, fresh.state)
    if isinstance(progress, Refused):
        door.set_aside(here.scope.pk, here.actor, dialogue.slot.code)
    elif isinstance(progress, Open) and not by_hand(here) and all(map(is_random, progress.questions)):
        door.act(here.scope.pk, here.actor, dialogue.procedure, dialogue.params, app_dice=True)


# Acts: what a form may start, and how its fields become parameters.


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
    once = post.get("once") or None
    outcome = door.act(
        here.scope.pk, here.actor, f"solo.{name}", params, once=once, app_dice=not by_hand(here)
    )
    if name == "human_turn" and outcome.settled and not outcome.repeated:
        _app_turn(_fresh(here))


def _app_turn(here: Here) -> None:
    following = next_act(here.state, here.book)
    if following.do == "activate":
        app_dice = not by_hand(here)
        door.act(here.scope.pk, here.actor, "solo.activate", following.params, app_dice=app_dice)


# Both sides, one unit, the log


@require_safe
def units(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody on the table and off it."""
    here = game_or_404(request, pk)
    return draw(here, UNITS, {"page": units_page.roster(here), "by_hand": by_hand(here), "nav": None})


@never_cache
@require_http_methods(["GET", "POST"])
def unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One unit: its wounds and states, the app's dice for it."""
    here = game_or_404(request, pk)
    found = _unit_or_404(here, key)
    if request.method == "POST":
        return _unit_act(here, found)
    return _unit_shown(here, found)


def _unit_or_404(here: Here, key: str) -> Unit:
    state: SoloState = here.state
    found = state.units.get(key)
    if found is None:
        raise Http404
    return found


def _unit_shown(here: Here, found: Unit, error: Refused | None = None) -> HttpResponse:
    context = {
        "page": units_page.unit_page(here, found),
        "lines": chronicle.lines(here, about=found.id, limit=3),
        "refused": error,
        "typed": here.request.POST,
        "nav": None,
    }
    return draw(here, UNIT, context, status=CONFLICT if error else 200)


def _unit_act(here: Here, found: Unit) -> HttpResponse:
    """Dice that ask for the table's hand are asked at the table; everything else comes back here."""
    before = solo.open_dialogue(here.scope)
    try:
        if here.request.POST.get("unit") != found.id:
            raise Http404
        act(here, here.request.POST.get("do", ""))
    except Refused as error:
        return _unit_shown(_fresh(here), found, error)
    after = solo.open_dialogue(here.scope)
    if after is not None and (before is None or after.pk != before.pk):
        return redirect("campaigns:solo", here.scope.pk)
    _go_on(here)
    return redirect(f"{reverse('campaigns:solo_unit', args=[here.scope.pk, found.id])}")


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """The game told, entry by entry."""
    here = game_or_404(request, pk)
    return draw(here, LOG, {"lines": chronicle.lines(here, limit=LINES), "nav": None})


@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """The options of the rules and the figures of the base game; organisers change them."""
    here = game_or_404(request, pk)
    form = SettingsForm(here.book, request.POST or None)
    error = None
    if request.method == "POST" and not here.is_organiser:
        raise Http404
    if request.method == "POST" and form.is_valid():
        try:
            _change(here, form.changed)
            return redirect("campaigns:solo_settings", pk)
        except Refused as refused:
            error = refused
    context = {"form": form, "refused": error, "nav": None}
    status = CONFLICT if error else UNPROCESSABLE if form.errors else 200
    return draw(_fresh(here), SETTINGS, context, status=status)


def _change(here: Here, changed: Params) -> None:
    with transaction.atomic():
        for key, value in changed.items():
            door.act(here.scope.pk, here.actor, "solo.setting", {"key": key, "value": value})
