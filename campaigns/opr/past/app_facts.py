"""The report of a game against the app, as a correction asks for it: who won, who fell, who took out whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from campaigns.opr.past.forms import one_of, some_of, which_round
from rules.opr.game import book_of
from rules.opr.playing.setup import available_units
from rules.opr.reports.facts import NEUTRAL
from rules.opr.state import OprState, Unit

UNIT, HERO = "unit", "hero"  # of the app's, one more than was written down


def fields(state: OprState, params: Mapping[str, Any]) -> dict[str, forms.Field]:
    units = list(_there(state, params))
    everybody = [(one.id, one.name) for one in units]
    lost = [kill["victim"] for kill in params.get("kills") or []]
    taken = [str(n) for n, _kill in enumerate(params.get("app_kills") or [])]
    outcome = (("yes", _("Those who played won")), ("no", _("The app won")))
    return {
        "won": one_of(_("Who won"), "yes" if params["won"] else "no", outcome),
        "rounds": which_round(_("Rounds played"), params.get("rounds", 4)),
        "lost": some_of(_("Who was taken out"), lost, everybody),
        "taken": some_of(_("Whom they took out"), taken, _taken(state, params, units)),
        **_events(state, params),
    }


def _events(state: OprState, params: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The random events that were told with the report; one that was none is taken away."""
    book, told = book_of(state).book.event_by_code, params.get("events") or []
    line = _("Round %(round)s: %(event)s")
    options = [
        (str(n), line % {"round": one["round"], "event": book[one["code"]].name})
        for n, one in enumerate(told)
    ]
    ticked = [place for place, _words in options]
    return {"events": some_of(_("Random events"), ticked, options)} if told else {}


def _there(state: OprState, params: Mapping[str, Any]) -> Iterator[Unit]:
    """The units that were at the table, of the app's stand-ins too."""
    mission = state.missions.get(params.get("mission") or "")
    fielded = params.get("fielded") or {}
    for warband in (*params["warbands"], *(params.get("against") or ())):
        if mission is not None:
            came = mission.side(warband).fielded
        else:
            came = tuple(fielded.get(warband) or (one.id for one in available_units(state, warband)))
        yield from (state.units[one] for one in came if one in state.units)


def _taken(state: OprState, params: Mapping[str, Any], units: list[Unit]) -> Iterator[tuple[str, str]]:
    """What was written down, and one more for each who played."""
    hero, plain = _("%(name)s: a hero of the app’s"), _("%(name)s: a unit of the app’s")
    for n, kill in enumerate(params.get("app_kills") or []):
        killer = state.units.get(kill["killer"])
        yield str(n), (hero if kill.get("hero") else plain) % {"name": killer.name if killer else "–"}
    for one in units:
        if one.warband in params["warbands"]:
            yield f"{UNIT}:{one.id}", _("one more: %(what)s") % {"what": plain % {"name": one.name}}
            yield f"{HERO}:{one.id}", _("one more: %(what)s") % {"what": hero % {"name": one.name}}


def facts(params: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The report with what is said now; what is ticked still keeps its killer and its round.

    Neutral figures of an event have no tick here and stay as they were told.
    """
    written = {kill["victim"]: kill for kill in params.get("kills") or []}
    neutral = [kill for victim, kill in written.items() if victim.startswith(NEUTRAL)]
    won = said["won"] == "yes"
    return {
        **params,
        "won": won,
        "rounds": said["rounds"],
        "kills": [*(written.get(one, {"victim": one}) for one in said["lost"]), *neutral],
        "app_kills": [_kill(params, one) for one in said["taken"]],
        "conceded": {} if won else params.get("conceded") or {},
        **({"events": [params["events"][int(n)] for n in said["events"]]} if "events" in said else {}),
    }


def _kill(params: Mapping[str, Any], ticked: str) -> dict[str, Any]:
    if ":" not in ticked:
        written: dict[str, Any] = params["app_kills"][int(ticked)]
        return written
    kind, _sep, killer = ticked.partition(":")
    return {"killer": killer, "hero": kind == HERO}
