"""The show of a reveal: public facts of one entry, one banner after another on the map.

All of it is public once the entry is there; what has not been shown yet is veiled out of courtesy. For a
while everybody who opens the page sees the same step, which follows from the time since the entry was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.transaction.seals import Proof, proofs
from maps.firestorm.map.drawn import firestorm_map_svg
from maps.firestorm.reveal.past import RevealShown
from maps.firestorm.reveal.telling import RevealSentence, reveal_sentence
from maps.firestorm.viewer import FirestormViewer
from maps.ground.behind import pictures
from maps.ground.subject import MapWay
from rules.engine.questions import Reveal
from rules.firestorm.orders.sheet import sheet_key
from rules.firestorm.reveal.replay import RevealStep
from rules.firestorm.state import Firestorm

PACE = timedelta(seconds=4)  # a step, while everybody watches together


@dataclass(frozen=True, slots=True)
class RevealLine:
    """A step in the list; its words are empty while it is veiled."""

    number: int
    url: str
    colour: str
    faction: str
    words: str
    current: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """The seal of a faction, opened: how anybody sees that it holds what was put into it."""

    faction: str
    colour: str
    proof: Proof


@dataclass(frozen=True)
class RevealPage:
    """The show at step `at`; 0 is the map before it. `wait` are milliseconds until everybody goes on."""

    turn: int
    turns: tuple[tuple[int, str], ...]
    svg: SafeString
    credit: str
    at: int
    count: int
    title: str
    note: str
    tone: str
    rule: str
    faction: str
    colour: str
    place: str
    lines: tuple[RevealLine, ...]
    first: str
    before: str
    after: str
    end: str
    live: str
    wait: int
    battles: tuple[str, ...]
    checked: tuple[Checked, ...]
    today: str


def reveal_page(viewer: FirestormViewer, shown: RevealShown, at: int | None) -> RevealPage:
    """The show of one reveal; `at` is the step somebody asks for, without it where everybody is."""
    now, count = timezone.now(), len(shown.steps)
    together = at is None
    at = step_now(shown.began, now, count) if at is None else min(at, count)
    url = reverse("firestorm:reveal", args=[viewer.scope.pk, shown.turn])
    step = shown.steps[at - 1] if at else None
    state = step.state if step else shown.before
    said = _told(viewer, step) if step else None
    behind = pictures.picture_behind_league_map(viewer, state)
    over, ways, latest = at == count, _ways(shown.steps[:at]), step.to if step else ""
    return RevealPage(
        turn=shown.turn,
        turns=tuple((one, reverse("firestorm:reveal", args=[viewer.scope.pk, one])) for one in shown.turns),
        svg=firestorm_map_svg(viewer, state, ways=ways, latest=latest, picture=behind.picture),
        credit=behind.credit,
        at=at,
        count=count,
        title=said.words if said else _("All orders are on the table, sealed."),
        note=said.note if said else "",
        tone=said.tone if said else "",
        rule=said.rule if said else "FS-27",
        faction=state.name_of(step.order.faction) if step else "",
        colour=state.factions[step.order.faction].colour if step else "",
        place=_place(state, step.order.faction) if step else "",
        lines=tuple(_lines(viewer, shown, url, at)),
        first=f"{url}?at=1" if count else "",
        before=f"{url}?at={at - 1}" if at else "",
        after=f"{url}?at={at + 1}" if not over else "",
        end=f"{url}?at={count}",
        live=url,
        wait=milliseconds_left(shown.began, now, at) if together and not over else 0,
        battles=tuple(_battles(shown)) if over else (),
        checked=tuple(_checked(viewer, shown)) if over else (),
        today=reverse("firestorm:map", args=[viewer.scope.pk]),
    )


def step_now(began: datetime | None, now: datetime, count: int) -> int:
    """The step everybody is at; before the first one again once the show is long over."""
    return int((now - began) / PACE) if began and is_shown(began, now, count) else 0


def is_shown(began: datetime | None, now: datetime, count: int) -> bool:
    """Whether everybody still watches together, from the sealed orders to the last step. Source: FS-27"""
    return began is not None and 0 <= int((now - began) / PACE) <= count


def milliseconds_left(began: datetime | None, now: datetime, at: int) -> int:
    """Milliseconds until the next step is due; 0 when nobody watches together any more."""
    if began is None or at != int((now - began) / PACE):
        return 0
    return max(1, int((began + (at + 1) * PACE - now) / timedelta(milliseconds=1)))


def _told(viewer: FirestormViewer, step: RevealStep) -> RevealSentence:
    return reveal_sentence(step, {key: row.name for key, row in viewer.book.book.orders.items()})


def _place(state: Firestorm, faction: str) -> str:
    """When a faction's turn came, and by which dice."""
    order = state.now.initiative
    rolled = state.turns.get(f"turn:{state.now.turn}")
    dice = next((one.dice for one in rolled.rolled if one.faction == faction), ()) if rolled else ()
    told = {"n": order.index(faction) + 1 if faction in order else 0, "dice": ", ".join(map(str, dice))}
    if not dice:
        return _("number %(n)s in the initiative order") % told
    return _("number %(n)s in the initiative order, rolled %(dice)s") % told


def _lines(viewer: FirestormViewer, shown: RevealShown, url: str, at: int) -> Iterator[RevealLine]:
    for number, step in enumerate(shown.steps, start=1):
        faction = step.state.factions[step.order.faction]
        words = _told(viewer, step).words if number <= at else ""
        address = f"{url}?at={number}"
        yield RevealLine(number, address, faction.colour, faction.name, words, number == at)


def _ways(steps: tuple[RevealStep, ...]) -> tuple[MapWay, ...]:
    """The ways of those who have moved, to where they stand or fight."""
    return tuple(MapWay(_trail(one), done=True) for one in steps if len(_trail(one)) > 1)


def _trail(step: RevealStep) -> tuple[str, ...]:
    return step.trail if not step.trail or step.trail[-1] == step.to else (*step.trail, step.to)


def _battles(shown: RevealShown) -> Iterator[str]:
    """What is fought after it, in a line each."""
    state = shown.steps[-1].state if shown.steps else shown.before
    found = [one for one in state.battles.values() if one.turn == shown.turn]
    words = ngettext("%(n)s battle to fight.", "%(n)s battles to fight.", len(found))
    yield words % {"n": len(found)} if found else _("No banner met an enemy: no battles this turn.")
    for one in sorted(found, key=lambda one: one.number):
        told = {
            "place": state.name_of(one.territory),
            "attack": state.name_of(one.attacker),
            "defend": state.name_of(one.defender or one.defend) if one.defend else _("the holder"),
        }
        yield _("%(place)s: %(attack)s against %(defend)s") % told


def _checked(viewer: FirestormViewer, shown: RevealShown) -> Iterator[Checked]:
    """The opened seals, in order of initiative; one query."""
    state = shown.before
    opened = {
        one: Reveal(one, "", entry=sheet.entry, sealed_key=sheet_key(shown.turn, one))
        for one in state.now.initiative
        if (sheet := state.sheets.get(f"turn:{shown.turn}:{one}")) and sheet.entry
    }
    found = proofs(viewer.scope, opened.values()) if opened else {}
    for one in opened:
        if one in found:
            yield Checked(state.name_of(one), state.factions[one].colour, found[one])
