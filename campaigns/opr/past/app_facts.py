"""The report of a game against the app, as a correction asks for it: who won, who fell, who took out whom."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _

from campaigns.opr.past.forms import choice_field, some_of, which_round
from campaigns.shell.reading.reader import Said
from rules.engine.plain import JsonObject, Params, number_in, table_in, tables_in, text_in, texts_in
from rules.opr.game import book_of
from rules.opr.playing.setup import available_units
from rules.opr.reports.facts import NEUTRAL
from rules.opr.state import OprState, Unit

UNIT, HERO = "unit", "hero"  # of the app's, one more than was written down


def app_report_fields(state: OprState, params: Params) -> dict[str, forms.Field]:
    units = list(_there(state, params))
    everybody = [(one.id, one.name) for one in units]
    lost = [text_in(kill, "victim") for kill in tables_in(params, "kills")]
    taken = [str(n) for n, _kill in enumerate(tables_in(params, "app_kills"))]
    outcome = (("yes", _("The players won")), ("no", _("The app won")))
    return {
        "won": choice_field(_("Who won"), "yes" if params["won"] else "no", outcome),
        "rounds": which_round(_("Rounds played"), params.get("rounds", 4)),
        "lost": some_of(_("Units taken out"), lost, everybody),
        "taken": some_of(_("The app’s units taken out"), taken, _taken(state, params, units)),
        **_events(state, params),
    }


def _events(state: OprState, params: Params) -> dict[str, forms.Field]:
    """The random events that were told with the report; one that was none is taken away."""
    book, told = book_of(state).event_by_code, tables_in(params, "events")
    line = _("Round %(round)s: %(event)s")
    options = [
        (str(n), line % {"round": one["round"], "event": book[number_in(one, "code")].name})
        for n, one in enumerate(told)
    ]
    ticked = [place for place, _words in options]
    return {"events": some_of(_("Random events"), ticked, options)} if told else {}


def _there(state: OprState, params: Params) -> Iterator[Unit]:
    """The units that were at the table, of the app's stand-ins too."""
    mission = state.missions.get(text_in(params, "mission"))
    fielded = table_in(params, "fielded")
    for warband in (*texts_in(params, "warbands"), *texts_in(params, "against")):
        if mission is not None:
            came = mission.side(warband).fielded
        else:
            came = texts_in(fielded, warband) or tuple(one.id for one in available_units(state, warband))
        yield from (state.units[one] for one in came if one in state.units)


def _taken(state: OprState, params: Params, units: list[Unit]) -> Iterator[tuple[str, str]]:
    """What was written down, and one more for each who played."""
    hero, plain = _("one of the app’s heroes, by %(name)s"), _("one of the app’s units, by %(name)s")
    for n, kill in enumerate(tables_in(params, "app_kills")):
        killer = state.units.get(text_in(kill, "killer"))
        yield str(n), (hero if kill.get("hero") else plain) % {"name": killer.name if killer else "–"}
    for one in units:
        if one.warband in texts_in(params, "warbands"):
            yield f"{UNIT}:{one.id}", _("add %(what)s") % {"what": plain % {"name": one.name}}
            yield f"{HERO}:{one.id}", _("add %(what)s") % {"what": hero % {"name": one.name}}


def app_report_params(params: Params, said: Said) -> JsonObject:
    """The report with what is said now; what is ticked still keeps its killer and its round.

    Neutral figures of an event have no tick here and stay as they were told.
    """
    written = {text_in(kill, "victim"): kill for kill in tables_in(params, "kills")}
    neutral = [kill for victim, kill in written.items() if victim.startswith(NEUTRAL)]
    won, told = said["won"] == "yes", tables_in(params, "events")
    return {
        **params,
        "won": won,
        "rounds": said["rounds"],
        "kills": [*(written.get(one, {"victim": one}) for one in texts_in(said, "lost")), *neutral],
        "app_kills": [_kill(params, one) for one in texts_in(said, "taken")],
        "conceded": {} if won else params.get("conceded") or {},
        **({"events": [told[int(n)] for n in texts_in(said, "events")]} if "events" in said else {}),
    }


def _kill(params: Params, ticked: str) -> Params:
    if ":" not in ticked:
        return tables_in(params, "app_kills")[int(ticked)]
    kind, _sep, killer = ticked.partition(":")
    return {"killer": killer, "hero": kind == HERO}
