"""What a report's form says: the facts as the rules take them, or the sentence beside the field."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

from django.utils.translation import gettext_lazy as lazy

from campaigns.opr.table.report import told_events
from campaigns.opr.table.report.report_forms import MOST_ROUNDS, EscapeForm, SideForm
from campaigns.opr.table.report.report_page import Escape, ReportFormPage, ReportSide, ReportUnit
from campaigns.shell.reading.fields import Data, LineField, TapField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import EachForm, Said, read, readable_values
from rules.engine.plain import JsonObject, Params, number_in, table_in, tables_in, text_in
from rules.engine.refusals import Refused
from rules.opr.reports.facts import NEUTRAL, check_at_home

ROUNDS = lazy("How many rounds were played? A number from 1 to 20.")
HOW = ("melee", "charge", "down", "routed")


class OutcomeForm(PlainForm):
    """Who won, and in how many rounds."""

    winner = TapField(says=lazy("Tap who won. There are no draws: if you’re level, play another round."))
    rounds = WholeField(
        least=1, most=MOST_ROUNDS, says=lazy("How many rounds were played? A number from 1 to 20.")
    )
    rules: ClassVar[Mapping[str, str]] = {"winner": "OPR-30", "rounds": "OPR-30"}

    def __init__(self, data: Data, sides: Iterable[ReportSide]) -> None:
        super().__init__(data)
        winner = self.fields["winner"]
        assert isinstance(winner, TapField)
        winner.choices = [(side.id, side.name) for side in sides]


class ReportUnitForm(EachForm):
    """Whether a unit stayed at home or was taken out: by whom, when and how."""

    home = TickField()
    out = TickField()
    by = LineField(required=False)
    round = WholeField(required=False, least=0, most=MOST_ROUNDS)
    melee = TickField()
    charge = TickField()
    down = TickField()
    routed = TickField()


def facts_from(form: ReportFormPage, sent: Data) -> JsonObject:
    """The facts as the rules take them. Raises `Refused` for what cannot be read."""
    facts = typed(form, sent)
    rounds = number_in(read(OutcomeForm(sent, form.sides)), "rounds")
    for side in form.sides:
        _check_conceded(side, sent, rounds)
    told_events.check(form.cast, sent)
    home = {unit.id: unit.name for unit in form.units if _said(ReportUnitForm(sent, unit.id), "home")}
    check_at_home(home, [unit.id for unit in form.units if _said(ReportUnitForm(sent, unit.id), "out")])
    return facts


def _said(form: EachForm, box: str) -> bool:
    """Whether a box of a form is ticked."""
    return bool(readable_values(form).get(box))


def _check_conceded(side: ReportSide, sent: Data, rounds: int) -> None:
    """A concession that cannot be read is asked for again, never dropped."""
    if not side.conceded:
        try:
            read(SideForm(sent, side.id, side.name, rounds))
        except Refused as refused:
            raise Refused(refused.rule, refused.sentence, "conceded") from refused


def typed(form: ReportFormPage, sent: Data) -> JsonObject:
    """What stands on the form, as far as it can be read: the same shape, to be shown again."""
    outcome = readable_values(OutcomeForm(sent, form.sides))
    units = _units_said(form.units, sent)
    sides = {side.id: readable_values(SideForm(sent, side.id, side.name)) for side in form.sides}
    kills = kills_from_form(form.units, units)
    facts: JsonObject = {
        "winners": [outcome["winner"]] if outcome.get("winner") else [],
        "rounds": outcome.get("rounds") or form.rounds,
        "kills": [*kills, *last_of_neutrals(form.escapes, sent)],
        "conceded": {
            side.id: sides[side.id]["conceded"]
            for side in form.sides
            if not side.conceded and sides[side.id].get("conceded")
        },
    }
    if form.mission:
        met = {side.id: sides[side.id]["met"] for side in form.sides if side.objective}
        return {**facts, "mission": form.mission, "left": left_with(form.escapes, sent), "met": met}
    return {**facts, **_of_all(form, sent, units, sides)}


def _units_said(units: Iterable[ReportUnit], sent: Data) -> dict[str, Said]:
    return {unit.id: readable_values(ReportUnitForm(sent, unit.id)) for unit in units}


def kills_from_form(units: Iterable[ReportUnit], said: Mapping[str, Said]) -> list[JsonObject]:
    """Those of these units that are out, with what is said of it."""
    return [_kill(unit, said[unit.id]) for unit in units if said[unit.id]["out"]]


def told_anew(facts: Params, side: ReportSide, units: Collection[ReportUnit], sent: Data) -> JsonObject:
    """The facts of a report with what a side says now of its objective and of these units, whatever stood
    there of them.
    """
    known = {unit.id for unit in units}
    kept = [dict(one) for one in tables_in(facts, "kills") if text_in(one, "victim") not in known]
    kills = [*kept, *kills_from_form(units, _units_said(units, sent))]
    said = readable_values(SideForm(sent, side.id, side.name))
    told = left_open(facts, side.id, even_met=True)
    if side.objective:
        return {**told, "kills": kills, "met": {**table_in(told, "met"), side.id: said["met"]}}
    return {**told, "kills": kills, "objectives": {**table_in(told, "objectives"), **_goals({side.id: said})}}


def left_open(facts: Params, side: str, *, even_met: bool = False) -> JsonObject:
    """The facts without what is this side's to tell: that it missed its objective; `even_met`: or met it."""

    def stays(key: str, met: object) -> bool:
        return key != side or (bool(met) and not even_met)

    told: JsonObject = {**facts}
    if "met" in facts:
        told["met"] = {key: met for key, met in table_in(facts, "met").items() if stays(key, met)}
    if "objectives" in facts:
        drawn = table_in(facts, "objectives")
        told["objectives"] = {
            key: dict(table_in(drawn, key)) for key in drawn if stays(key, table_in(drawn, key).get("met"))
        }
    return told


def _of_all(form: ReportFormPage, sent: Data, units: dict[str, Said], sides: dict[str, Said]) -> JsonObject:
    """What only a quick report tells: who took part, who stayed at home, which objectives there were."""
    home = {unit for unit, said in units.items() if said["home"]}
    fielded = {
        side.id: [unit.id for unit in side.units if unit.id not in home]
        for side in form.sides
        if any(unit.id in home for unit in side.units)
    }
    told = {"warbands": [side.id for side in form.sides], "fielded": fielded, "objectives": _goals(sides)}
    return {**told, "events": [] if form.cast is None else told_events.events_on_form(form.cast, sent)}


def _goals(sides: Mapping[str, Said]) -> JsonObject:
    """The special objectives that were named."""
    return {
        side: {"objective": said["objective"], "met": said["met"]}
        for side, said in sides.items()
        if said.get("objective")
    }


def _kill(unit: ReportUnit, said: Said) -> JsonObject:
    killer = said.get("by", "")
    return {
        "victim": unit.id,
        "killer": killer if killer in dict(unit.enemies) else "",
        "round": said.get("round") or 0,
        **{one: said[one] for one in HOW},
    }


def left_with(escapes: Iterable[Escape], sent: Data) -> list[JsonObject]:
    """Who left the table with an event (35 and 36)."""
    told = [(one, chosen_for(one, sent)) for one in escapes if not one.neutral]
    return [{"event": escape.event, "unit": unit} for escape, unit in told if unit]


def last_of_neutrals(escapes: Iterable[Escape], sent: Data) -> list[JsonObject]:
    """Who took out the last of an event's neutral figures (A-11)."""
    told = [(one, chosen_for(one, sent)) for one in escapes if one.neutral]
    return [
        {"victim": f"{NEUTRAL}{escape.event}", "killer": killer}
        for escape, killer in told
        if killer in dict(escape.units)
    ]


def chosen_for(escape: Escape, sent: Data) -> str:
    """The unit that was chosen for the end of an event."""
    return text_in(readable_values(EscapeForm(sent, escape.event)), "neutral" if escape.neutral else "left")
