"""The one clear thing to do now: for the player whose page it is, and for the organiser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.engine.transaction.dialogue import dry_run
from campaigns.leagues.requests.lines import JoiningAnswer, RequestLine, joining_answer, request_lines
from config.dates import clock_named
from maps.firestorm.acting.reaching import acting_as
from maps.firestorm.acting.standing_in import may_write_for
from maps.firestorm.battles.afterwards.duties import duties
from maps.firestorm.map.battle_steps import (
    FirestormStep,
    OwnTodos,
    battle_steps,
    battles_to_decide,
    settled_battles,
)
from maps.firestorm.phase_labels import turn_and_phase
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, Why, hidden_fields
from maps.turns.asked import SlotQuestion, followed, side_questions
from maps.turns.played import wants_in
from maps.turns.waits import deadline_of, is_paused, paused_words, waiting_words
from rules.engine.language import listed, with_heading
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.engine.todos import Todo
from rules.firestorm.faction_figures import balance, on_map, players_of, plays
from rules.firestorm.game import turns_have_begun
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.state import Faction

TITLES = {
    "preparation": gettext_noop("Prepare your banners."),
    "orders": gettext_noop("Write your orders, then seal them."),
    "battles": gettext_noop("Settle your battles."),
    "aftermath": gettext_noop("Resolve the aftermath of your battles."),
    "build": gettext_noop("Build, then say that you’re ready."),
}
HINTS = {
    "preparation": gettext_noop(
        "Banners in reserve come back, new ones are raised and characters move between banners."
    ),
    "orders": gettext_noop("Nobody outside your faction can read them before the reveal."),
    "battles": gettext_noop(
        "Agree on the game, play it and report how it ended. The other side then agrees to the report."
    ),
    "aftermath": gettext_noop(
        "Beaten banners retreat, you roll for build points, and Chaos factions may raze territories."
    ),
    "build": gettext_noop("You keep anything you don’t spend."),
}
READY = ("preparation", "aftermath", "build")


@dataclass(frozen=True, slots=True)
class FirestormNow:
    """`mine`: it is this faction's turn; `main` its one tap, `steps` the pages that wait, `leads` whether the
    first of these is the next thing to do, `settled` its battles of the turn that are over; `asked` are the
    open questions, `follows` the dialogues of one's own, `reminder` is a text for the chat. `requests` wait
    for somebody's word; `open_to` are the factions (id, name, colour) that somebody without one may ask to
    join.
    """

    title: str
    hint: str
    mine: bool
    main: MapTap | None
    steps: tuple[FirestormStep, ...]
    leads: bool
    settled: tuple[FirestormStep, ...]
    asked: tuple[SlotQuestion, ...]
    follows: str
    reminder: str
    requests: tuple[RequestLine, ...]
    open_to: tuple[tuple[str, str, str], ...]
    answered: JoiningAnswer | None

    @property
    def answering(self) -> str:
        """Where the question is answered that is the next thing to do, if nothing else is."""
        open_ = (one.url for one in self.asked if not one.waits_for)
        return "" if self.main or self.leads else next(open_, "")


def firestorm_now(
    viewer: FirestormViewer, me: Faction | None, waited: Mapping[str, str], owed: Sequence[Todo]
) -> FirestormNow:
    """What the page of a faction asks for; `owed` is what everybody has to do, `waited` those for whom the
    league waits."""
    phase = viewer.state.now.phase
    mine = me is not None and me.id in waited
    asked = side_questions(viewer, me.id, *players_of(viewer.state, me.id)) if me else ()
    own = OwnTodos([row for row in owed if me and row.side == me.id], asked)
    steps = (
        *battles_to_decide(viewer),
        *(_steps(viewer, me, own) if me and not is_paused(viewer) else ()),
    )
    main = _ready(viewer, me) if me and mine and phase in READY else None
    leads = bool(steps) and not steps[0].waits
    if leads and main and not main.why_not:
        leads = phase == "build" and me is not None and balance(viewer.state, me.id) > 0
    ways_in = _ways_in(viewer, requests := request_lines(viewer))
    answered = joining_answer(viewer) if ways_in else None
    return FirestormNow(
        title=_title(viewer, own) if mine else _waiting(viewer, waited),
        hint=_hint(viewer, own) if mine else _way_in(viewer),
        mine=mine or any(not one.waits_for for one in asked),
        main=replace(main, look="btn") if main and leads else main,
        steps=steps,
        leads=leads,
        settled=tuple(settled_battles(viewer, me)) if me else (),
        asked=asked,
        follows=followed(asked),
        reminder=_reminder(viewer, waited) if viewer.seat else "",
        requests=requests,
        answered=answered,
        open_to=tuple(
            one for one in ways_in if not answered or one[0] != text_in(answered.closed, "faction")
        ),
    )


def _title(viewer: FirestormViewer, own: OwnTodos) -> str:
    """What a faction has to do in this phase; in battles the very thing, where it is but one."""
    if own.only_asked:
        return _("Your turn to answer.")
    if barred := _writes_not(viewer, own):
        return _("You cannot write the orders of %(name)s.") % {"name": barred}
    found = set(own.sentences(viewer.state, own.musts)) if viewer.state.now.phase == "battles" else ()
    return next(iter(found)) if len(found) == 1 else _(TITLES.get(viewer.state.now.phase, ""))


def _writes_not(viewer: FirestormViewer, own: OwnTodos) -> str:
    """The faction whose orders somebody who acts for it may not write, by name; else empty."""
    sides = {one.side for one in own.musts if one.kind == "fs.seal"}
    barred = (one for one in sides if not may_write_for(viewer, one))
    return next(map(viewer.state.name_of, barred), "")


def _hint(viewer: FirestormViewer, own: OwnTodos) -> str:
    """What the phase is about; in battles to those who have one to fight."""
    phase = viewer.state.now.phase
    if _writes_not(viewer, own):
        return _(
            "You play for another faction, or somebody who does made you an organiser, and nobody may know "
            "a rival’s orders before the reveal. Another organiser can write them. You can remind the "
            "players, give them more time or end the phase: banners without orders hold."
        )
    if phase == "battles" and not any(one.kind == "fs.fight" for one in own.musts):
        return ""
    return _(HINTS.get(phase, ""))


def _ways_in(viewer: FirestormViewer, requests: Sequence[RequestLine]) -> tuple[tuple[str, str, str], ...]:
    """The factions that somebody who plays in none, and waits for none, may ask to join. Source: FS-26"""
    state = viewer.state
    if any(one.mine for one in requests):
        return ()
    late = wants_in(viewer) and turns_have_begun(state) and not is_paused(viewer)
    if not late or any(viewer.actor.is_seat(one.owner) for one in state.players.values()):
        return ()
    living = (one for one in state.factions.values() if one.status == "active")
    return tuple((one.id, state.name_of(one.id), one.colour) for one in living)


def _way_in(viewer: FirestormViewer) -> str:
    """Who takes in somebody who plays in no faction of a running league."""
    if not wants_in(viewer) or not turns_have_begun(viewer.state):
        return ""
    mine = [one for one in viewer.state.players.values() if viewer.actor.is_seat(one.owner)]
    for one in mine:
        told = {"name": viewer.state.name_of(one.faction), "turn": one.since}
        return "" if plays(viewer.state, one) else _("You’ll play for %(name)s from turn %(turn)s on.") % told
    if is_paused(viewer):
        return _("You don’t play for a faction yet. You can ask one to let you in once the league continues.")
    return _(
        "You don’t play for a faction yet. Ask to join one: once one of its players lets you in, you’ll play "
        "from the next turn on. Until then you won’t see any of its secrets."
    )


def _steps(viewer: FirestormViewer, me: Faction, own: OwnTodos) -> Iterator[FirestormStep]:
    """The orders while they are written, the shop while it is open, my battles of this turn that go on."""
    if viewer.state.now.phase == "orders" and viewer.owns(me.id):
        sheet = order_sheet(viewer.state, me.id)
        told = _("Your orders are sealed") if sheet.entry else _("Write your orders")
        note = _("The organiser has broken this seal.") if sheet.entry and sheet.broken else ""
        yield FirestormStep(told, reverse("firestorm:orders", args=[viewer.scope.pk]), note=note)
    elif viewer.state.now.phase == "orders" and on_map(viewer.state, me.id) and may_write_for(viewer, me.id):
        told = _("Write orders for %(faction)s") % {"faction": viewer.state.name_of(me.id)}
        yield FirestormStep(told, reverse("firestorm:orders", args=[viewer.scope.pk]) + acting_as(viewer))
    elif viewer.is_organiser and _writes_not(viewer, own):
        yield FirestormStep(_("For organisers"), reverse("firestorm:organise", args=[viewer.scope.pk]))
    if viewer.state.now.phase == "build" and (points := balance(viewer.state, me.id)):
        told = ngettext("Spend %(n)s build point", "Spend %(n)s build points", points) % {"n": points}
        yield FirestormStep(told, reverse("firestorm:shop", args=[viewer.scope.pk]) + acting_as(viewer))
    yield from battle_steps(viewer, me, own)
    if viewer.state.now.phase == "aftermath":
        url = reverse("firestorm:aftermath", args=[viewer.scope.pk]) + acting_as(viewer)
        yield FirestormStep(_("The aftermath of your battles"), url, waits=not duties(viewer, me.id))


def _ready(viewer: FirestormViewer, me: Faction) -> MapTap:
    wanted = {"step": viewer.state.now.step, "faction": me.id}
    return MapTap(
        "ready",
        _("We’re ready"),
        hidden_fields(**wanted),
        icon="check-lg",
        look="brass",
        **faction_act_refusal(viewer, "ready", **wanted),
    )


def faction_act_refusal(viewer: FirestormViewer, act: str, **params: object) -> Why:
    """The sentence why an act cannot be done now, as a tap wants it; found by the act's own check."""
    found = dry_run(viewer.scope, viewer.state, f"firestorm.{act}", params)
    if isinstance(found, Refused):
        return {"why_not": found.sentence, "rule": found.rule}
    return {"why_not": "", "rule": ""}


def _waiting(viewer: FirestormViewer, waited: Mapping[str, str], *, aloud: bool = False) -> str:
    now = viewer.state.now
    if now.winners:
        winners = {"names": listed(viewer.state.name_of(one) for one in now.winners)}
        if now.victory == "ruled":
            return _("An organiser has ended the league. Most glory: %(names)s.") % winners
        return _("The league has been won by %(names)s.") % winners
    if paused := paused_words(viewer):
        return paused
    return waiting_words(viewer, waited, aloud=aloud) if now.phase != "setup" else ""


def _reminder(viewer: FirestormViewer, waited: Mapping[str, str]) -> str:
    """Whom the league waits for, until when, where to go; only with a deadline."""
    now, waiting = viewer.state.now, _waiting(viewer, waited, aloud=True)
    deadline = deadline_of(viewer, waited)
    if not waiting or not deadline or now.winners:
        return ""
    when = clock_named(deadline, ZoneInfo(viewer.scope.time_zone))
    until = _("Deadline: %(when)s.") % {"when": when}
    home = viewer.request.build_absolute_uri(reverse("firestorm:map", args=[viewer.scope.pk]))
    head = with_heading(viewer.scope.name, turn_and_phase(now.turn, now.phase))
    return "\n".join((head, waiting, until, home))
