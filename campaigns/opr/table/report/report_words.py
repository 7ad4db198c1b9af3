"""What a report says, in short lines: to be read, and to be compared with another version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.my_leagues import MyLeagues
from campaigns.models import Scope
from campaigns.opr.league.facts import kill_in
from campaigns.opr.league.summary import OprSummary, ToldMission
from campaigns.opr.table.report import told_events
from campaigns.opr.viewer import OprViewer
from rules.engine.language import with_heading
from rules.engine.plain import Params, number_in, table_in, tables_in, text_in, texts_in
from rules.opr.playing.setup import available_units
from rules.opr.reports.facts import NEUTRAL, is_taken_out
from rules.opr.state import Kill, Unit, Warband


def report_lines(viewer: OprViewer, facts: Params) -> list[str]:
    """A report's facts as short lines, for reading and comparing two versions."""
    units, warbands = viewer.state.units, viewer.state.warbands
    if "winner" in facts:
        winner = {"name": _names(warbands, [text_in(facts, "winner")])}
        return [_("Nobody came to play against %(name)s.") % winner]
    lines = [_against_app(warbands, facts) if "won" in facts else _won(warbands, facts)]
    for kill in map(kill_in, tables_in(facts, "kills")):
        if kill.victim.startswith(NEUTRAL) and kill.killer in units:
            last = {"name": _unit(viewer, kill.killer)}
            lines.append(_("%(name)s took out the last neutral figure.") % last)
        if kill.victim in units:
            lines.append(f"{with_heading(_unit(viewer, kill.victim), _how(viewer, kill))}.")
    app_kills = tables_in(facts, "app_kills")
    lines += [_of_the_app(units, kill) for kill in app_kills if text_in(kill, "killer") in units]
    drawn = table_in(facts, "objectives")
    lines += [_drawn(viewer, one, table_in(drawn, one)) for one in sorted(drawn.keys() & warbands.keys())]
    met = table_in(facts, "met")
    lines += [_met(warbands[one].name, met[one]) for one in sorted(met.keys() & warbands.keys())]
    fielded = table_in(facts, "fielded")
    came = {one: texts_in(fielded, one) for one in fielded}
    lines += [_brought(viewer, one, units) for one, units in came.items() if _few(viewer, one, units)]
    lines += told_events.event_sentences(viewer, facts)
    lines += _left(viewer, facts)
    for warband, when in table_in(facts, "conceded").items():
        if warband in warbands:
            told = {"name": warbands[warband].name, "round": when}
            lines.append(_("%(name)s conceded in round %(round)s.") % told)
    return lines


def _how(viewer: OprViewer, kill: Kill) -> str:
    """ "KO by Hound Pack (Crows), in melee, charging, stunned before"."""
    how = _("routed") if kill.routed else viewer.book.words.out
    if kill.killer in viewer.state.units:
        how = _("%(how)s by %(name)s") % {"how": how, "name": _unit(viewer, kill.killer)}
    elif not kill.killer and not kill.routed:
        how = _("%(how)s, no killer named") % {"how": how}
    ticked = [
        _("in melee") if kill.melee else "",
        _("on the charge") if kill.charge else "",
        _("already %(stunned)s") % {"stunned": viewer.book.words.down} if kill.down else "",
        _("round %(round)s") % {"round": kill.round} if kill.round else "",
    ]
    return ", ".join(filter(None, [how, *ticked]))


def _drawn(viewer: OprViewer, warband: str, told: Params) -> str:
    """A special objective a report names, met or not."""
    entry = next((one for one in viewer.book.book.objectives if one.key == text_in(told, "objective")), None)
    name = viewer.state.warbands[warband].name
    if entry is None:
        return _met(name, told.get("met"))
    words = {"name": name, "objective": entry.name}
    if told.get("met"):
        return _("%(name)s met its special objective, %(objective)s.") % words
    return _("%(name)s did not meet its special objective, %(objective)s.") % words


def _met(name: str, met: object) -> str:
    if met:
        return _("%(name)s met its special objective.") % {"name": name}
    return _("%(name)s did not meet its special objective.") % {"name": name}


def _left(viewer: OprViewer, facts: Params) -> Iterator[str]:
    """Who left the table with an event of the mission."""
    mission = viewer.state.missions.get(text_in(facts, "mission"))
    codes = {one.id: one.code for one in mission.events} if mission else {}
    for one in tables_in(facts, "left"):
        entry = viewer.book.event_by_code.get(codes.get(text_in(one, "event"), 0))
        if entry is not None and text_in(one, "unit") in viewer.state.units:
            told = {"unit": _unit(viewer, text_in(one, "unit")), "event": entry.name}
            yield _("%(event)s: %(unit)s got off the table.") % told


def _of_the_app(units: Mapping[str, Unit], kill: Params) -> str:
    name = {"name": units[text_in(kill, "killer")].name}
    if kill.get("hero"):
        return _("%(name)s took out one of the app’s heroes.") % name
    return _("%(name)s took out one of the app’s units.") % name


def _won(warbands: Mapping[str, Warband], facts: Params) -> str:
    rounds = number_in(facts, "rounds")
    won = {"name": _names(warbands, texts_in(facts, "winners")), "rounds": rounds}
    told = ngettext("%(name)s won after %(rounds)s round.", "%(name)s won after %(rounds)s rounds.", rounds)
    return told % won


def _against_app(warbands: Mapping[str, Warband], facts: Params) -> str:
    foes = _names(warbands, texts_in(facts, "against"))
    rounds = number_in(facts, "rounds") or 4
    played = texts_in(facts, "warbands")
    stayed = [one for one in played if one not in table_in(facts, "conceded")] if facts["won"] else []
    who = {"name": _names(warbands, stayed or played), "rounds": str(rounds)}
    who["app"] = _("%(names)s, run by the app,") % {"names": foes} if foes else _("the app")
    if facts["won"]:
        told = ngettext(
            "%(name)s beat %(app)s after %(rounds)s round.",
            "%(name)s beat %(app)s after %(rounds)s rounds.",
            rounds,
        )
    else:
        told = ngettext(
            "%(name)s lost to %(app)s after %(rounds)s round.",
            "%(name)s lost to %(app)s after %(rounds)s rounds.",
            rounds,
        )
    return told % who


def _unit(viewer: OprViewer, unit: str) -> str:
    """A unit with its warband: only the two together are unique (A-39)."""
    found = viewer.state.units[unit]
    return f"{found.name} ({viewer.state.warbands[found.warband].name})"


def _few(viewer: OprViewer, warband: str, came: Sequence[str]) -> bool:
    """Whether somebody stayed at home."""
    return warband in viewer.state.warbands and any(
        unit.id not in came for unit in available_units(viewer.state, warband)
    )


def _brought(viewer: OprViewer, warband: str, came: Sequence[str]) -> str:
    names = [viewer.state.units[one].name for one in came if one in viewer.state.units]
    told = {"name": viewer.state.warbands[warband].name, "units": ", ".join(names)}
    return _("%(name)s brought only %(units)s.") % told


def _names(warbands: Mapping[str, Warband], ids: Sequence[str]) -> str:
    return ", ".join(warbands[one].name for one in ids if one in warbands)


def says(names: Mapping[str, str], facts: Params) -> str:
    """What a report says in a few words: who won, in which round, how many are out."""
    winners = [names[one] for one in texts_in(facts, "winners") if one in names]
    if not winners:
        return ""
    won = {"winner": winners[0], "round": facts.get("rounds", 4)}
    written = map(kill_in, tables_in(facts, "kills"))
    kills = sum(is_taken_out(kill) and not kill.victim.startswith(NEUTRAL) for kill in written)
    out = ngettext("%(n)s unit out", "%(n)s units out", kills) % {"n": kills} if kills else ""
    return ", ".join(filter(None, [_("%(winner)s won in round %(round)s") % won, out]))


def says_at_home(mine: MyLeagues, scope: Scope, facts: Params) -> str:
    """The same with its mission; of a walk-over who is said not to have come."""
    told = mine.told_of(scope, OprSummary)
    every = (mission for side in told["sides"] for mission in side["missions"])
    mission = next((one for one in every if one["id"] == facts.get("mission")), None)
    if mission is None:
        return says(told["names"], facts)
    heading = mission["name"] or _("Mission %(number)s") % {"number": mission["number"]}
    return with_heading(heading, _walked_over(mine, scope, mission, facts) or says(told["names"], facts))


def _walked_over(mine: MyLeagues, scope: Scope, mission: ToldMission, facts: Params) -> str:
    winner = text_in(facts, "winner")
    if not winner:
        return ""
    known = {"name": mine.told[scope.pk]["names"].get(winner, "")}
    absent = (side for side in mission["warbands"] if side != winner)
    if any(mine.owns(side, scope) for side in absent):
        return _("you didn’t come to play against %(name)s") % known
    return _("nobody came to play against %(name)s") % known
