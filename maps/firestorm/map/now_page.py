"""The one clear thing to do now: for the player whose page it is, and for the organiser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.engine.passage.dialogue import trial
from campaigns.leagues.requests.lines import RequestLine, request_lines
from config.dates import clock_named
from maps.firestorm.acting.reaching import acting_as, acting_of
from maps.firestorm.acting.standing_in import may_write_for
from maps.firestorm.battles.afterwards.duties import duties
from maps.firestorm.battles.words import battle_url
from maps.firestorm.here import FirestormHere
from maps.firestorm.words import turn_and_phase
from maps.ground.taps import MapTap, Why, fields
from maps.turns.asked import SlotQuestion, asked_of, followed
from maps.turns.played import wants_in
from maps.turns.waits import deadline_of, is_paused, paused_words, waiting_words
from rules.engine.language import headed, listed
from rules.engine.refusals import Refused
from rules.firestorm.game import has_begun
from rules.firestorm.orders.sealing import sheet_of
from rules.firestorm.standing import balance, battles_now, on_map, players_of, plays
from rules.firestorm.state import Battle, Faction

TITLES = {
    "preparation": gettext_noop("Prepare your banners."),
    "orders": gettext_noop("Write your orders, then seal them."),
    "battles": gettext_noop("Your battles are open."),
    "aftermath": gettext_noop("Resolve the aftermath of your battles."),
    "build": gettext_noop("Build, then say that you’re ready."),
}
HINTS = {
    "preparation": gettext_noop(
        "Banners in reserve come back, new ones are raised, characters change banner."
    ),
    "orders": gettext_noop("Nobody outside your faction reads them before the reveal."),
    "battles": gettext_noop("Agree on the game, play it, report how it ended. The other side agrees."),
    "aftermath": gettext_noop("Beaten banners retreat, you roll for build points, and Chaos may raze."),
    "build": gettext_noop("Anything you don’t spend, you keep."),
}
READY = ("preparation", "aftermath", "build")


@dataclass(frozen=True, slots=True)
class FirestormStep:
    """Something to do on a page of its own; `waits` for somebody else."""

    text: str
    url: str
    waits: bool = False


@dataclass(frozen=True, slots=True)
class FirestormNow:
    """`mine`: it is this faction's turn; `main` its one tap, `steps` the pages that wait, `leads` whether the
    first of these is the next thing to do; `asked` are the open questions, `follows` the
    dialogues of one's own, `reminder` is a text for the chat. `requests` wait for somebody's word; `open_to`
    are the factions (id, name, colour) that somebody without one may ask to join.
    """

    title: str
    hint: str
    mine: bool
    main: MapTap | None
    steps: tuple[FirestormStep, ...]
    leads: bool
    asked: tuple[SlotQuestion, ...]
    follows: str
    reminder: str
    requests: tuple[RequestLine, ...]
    open_to: tuple[tuple[str, str, str], ...]

    @property
    def answering(self) -> str:
        """Where the question is answered that is the next thing to do, if nothing else is."""
        open_ = (one.url for one in self.asked if not one.waits_for)
        return "" if self.main or self.leads else next(open_, "")


def now_of(here: FirestormHere, me: Faction | None, waited: Mapping[str, str]) -> FirestormNow:
    """What the page of a faction asks for; `waited` are those for whom the league waits."""
    phase = here.state.now.phase
    mine = me is not None and me.id in waited
    asked = asked_of(here, me.id, *players_of(here.state, me.id)) if me else ()
    steps = tuple(_steps(here, me)) if me and not is_paused(here) else ()
    main = _ready(here, me) if me and mine and phase in READY else None
    leads = bool(steps) and not steps[0].waits
    if leads and main and not main.why_not:
        leads = phase == "build" and me is not None and balance(here.state, me.id) > 0
    return FirestormNow(
        title=_(TITLES.get(phase, "")) if mine else _waiting(here, waited),
        hint=_(HINTS.get(phase, "")) if mine else _way_in(here),
        mine=mine or any(not one.waits_for for one in asked),
        main=replace(main, look="btn") if main and leads else main,
        steps=steps,
        leads=leads,
        asked=asked,
        follows=followed(asked),
        reminder=_reminder(here, waited) if here.seat else "",
        requests=(requests := request_lines(here)),
        open_to=() if any(one.mine for one in requests) else _open_to(here),
    )


def _open_to(here: FirestormHere) -> tuple[tuple[str, str, str], ...]:
    """The factions that somebody who plays in none may ask to join. Source: FS-26"""
    state = here.state
    late = wants_in(here) and has_begun(state)
    if not late or any(here.actor.is_seat(one.owner) for one in state.players.values()):
        return ()
    living = (one for one in state.factions.values() if one.status == "active")
    return tuple((one.id, state.name_of(one.id), one.colour) for one in living)


def _way_in(here: FirestormHere) -> str:
    """Who takes in somebody who plays in no faction of a running league."""
    if not wants_in(here) or not has_begun(here.state):
        return ""
    mine = [one for one in here.state.players.values() if here.actor.is_seat(one.owner)]
    for one in mine:
        told = {"name": here.state.name_of(one.faction), "turn": one.since}
        return "" if plays(here.state, one) else _("You play for %(name)s from turn %(turn)s on.") % told
    return _(
        "You don’t play for a faction yet. Ask one: a player of theirs lets you in, and you "
        "play from the next turn on. Until then you see nothing they keep secret."
    )


def _steps(here: FirestormHere, me: Faction) -> Iterator[FirestormStep]:
    """The orders while they are written, the shop while it is open, my battles of this turn that go on."""
    if here.state.now.phase == "orders" and here.owns(me.id):
        sealed = bool(sheet_of(here.state, me.id).entry)
        told = _("Your orders are sealed") if sealed else _("Write your orders")
        yield FirestormStep(told, reverse("firestorm:orders", args=[here.scope.pk]))
    elif here.state.now.phase == "orders" and on_map(here.state, me.id) and may_write_for(here, me.id):
        told = _("Write orders for %(faction)s") % {"faction": here.state.name_of(me.id)}
        yield FirestormStep(told, reverse("firestorm:orders", args=[here.scope.pk]) + acting_as(here))
    if here.state.now.phase == "build" and (points := balance(here.state, me.id)):
        told = ngettext("Spend %(n)s build point", "Spend %(n)s build points", points) % {"n": points}
        yield FirestormStep(told, reverse("firestorm:shop", args=[here.scope.pk]) + acting_as(here))
    for one in battles_now(here.state):
        if me.id in one.factions and not one.applied and one.status != "struck":
            yield FirestormStep(_against(here, one, me), battle_url(here, one.id, acting_of(here)))
    if here.state.now.phase == "aftermath":
        url = reverse("firestorm:aftermath", args=[here.scope.pk]) + acting_as(here)
        yield FirestormStep(_("The aftermath of your battles"), url, waits=not duties(here, me.id))


def _against(here: FirestormHere, battle: Battle, me: Faction) -> str:
    """One of my battles, where and against whom."""
    other = battle.defend if battle.attack == me.id else battle.attack
    told = {
        "place": here.state.name_of(battle.territory),
        "name": here.state.name_of(other) if other else _("whoever holds it"),
    }
    return _("%(place)s: against %(name)s") % told


def _ready(here: FirestormHere, me: Faction) -> MapTap:
    wanted = {"step": here.state.now.step, "faction": me.id}
    return MapTap(
        "ready",
        _("We are ready"),
        fields(**wanted),
        icon="check-lg",
        look="brass",
        **why_not(here, "ready", **wanted),
    )


def why_not(here: FirestormHere, act: str, **params: object) -> Why:
    """The sentence why an act cannot be done now, as a tap wants it; found by the act's own check."""
    found = trial(here.scope, here.state, f"firestorm.{act}", params)
    if isinstance(found, Refused):
        return {"why_not": found.sentence, "rule": found.rule}
    return {"why_not": "", "rule": ""}


def _waiting(here: FirestormHere, waited: Mapping[str, str]) -> str:
    now = here.state.now
    if now.winners:
        winners = {"names": listed(here.state.name_of(one) for one in now.winners)}
        if now.victory == "ruled":
            return _("An organiser has ended the league. Most glory: %(names)s.") % winners
        return _("%(names)s: the league is won.") % winners
    if paused := paused_words(here):
        return paused
    return waiting_words(here, waited) if now.phase != "setup" else ""


def _reminder(here: FirestormHere, waited: Mapping[str, str]) -> str:
    """Whom the league waits for, until when, where to go; only with a deadline."""
    now, waiting, deadline = here.state.now, _waiting(here, waited), deadline_of(here)
    if not waiting or not deadline or now.winners:
        return ""
    when = clock_named(deadline, ZoneInfo(here.scope.time_zone))
    until = _("Until %(when)s.") % {"when": when}
    home = here.request.build_absolute_uri(reverse("firestorm:map", args=[here.scope.pk]))
    head = headed(here.scope.name, turn_and_phase(now.turn, now.phase))
    return "\n".join((head, waiting, until, home))
