"""What stands behind a warband's figures: VP, pool, value and score, entry by entry as it was booked."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.models import Entry
from campaigns.opr.receipts.entries import who
from campaigns.opr.receipts.receipt import Receipt, ReceiptRow, event_name, receipt
from campaigns.opr.statistics.record import LeagueRecord
from campaigns.opr.viewer import OprViewer
from config.dates import dated
from rules.engine.language import signed
from rules.engine.lazy_tables import all_light, peek
from rules.engine.plain import Params, number_in, text_in
from rules.opr.reports.facts import is_taken_out
from rules.opr.standings import averages, ranks_before, warband_standings
from rules.opr.state import Kill, Mission, Warband
from rules.opr.values import total_value

REASONS = {
    "win": lazy("Won the mission"),
    "lose": lazy("Lost the mission"),
    "objective": lazy("Special objective met"),
    "event": lazy("From an event"),
    "bounty": lazy("Bounty"),
    "duel": lazy("Duel prize"),
    "abandoned": lazy("Reversed: the mission was abandoned"),
    "founding": lazy("Starting points"),
    "recruit": lazy("Recruited"),
    "veteran": lazy("Veteran fee"),
    "purchase": lazy("Bought"),
    "sale": lazy("Sold"),
    "ransom": lazy("Ransom"),
    "units": lazy("Starting units"),
    "doctor": lazy("Doctor’s fee"),
    "disbanded": lazy("Disbanded"),
}
KINDS = {"vp": "opr.vp", "score": "opr.vp", "pool": "opr.points"}


def warband_receipt(viewer: OprViewer, warband: Warband, figure: str) -> Receipt | None:
    """The receipt a page asks for: "vp", "score", "rank", "pool", "value", one of `COUNTED`; else None."""
    if figure == "value":
        return _value(viewer, warband)
    if figure in COUNTED:
        return _counted(viewer, warband, figure)
    if figure == "rank":
        return _rank(viewer, warband)
    if figure not in KINDS:
        return None
    rows = tuple(_rows(viewer, warband, KINDS[figure]))
    if figure == "pool":
        title = _("Why a pool of %(n)s?") % {"n": warband.pool}
        return _receipt(viewer, figure, title, rows, _("Pool now"), str(warband.pool))
    if figure == "vp":
        title = _("Why %(n)s VP?") % {"n": warband.vp}
        return _receipt(viewer, figure, title, rows, _("VP now"), str(warband.vp))
    return _receipt(viewer, figure, *_score(viewer, warband, rows))


def _score(
    viewer: OprViewer, warband: Warband, rows: tuple[ReceiptRow, ...]
) -> tuple[str, tuple[ReceiptRow, ...], str, str]:
    """What ranks: VP, or VP per mission played; missions that brought nothing count as well."""
    line = next(
        (one for one in warband_standings(viewer.state, viewer.book) if one.warband == warband.id), None
    )
    shown, how = (line.shown, line.how) if line else ("–", "")
    return _("Why %(n)s?") % {"n": shown}, (*rows, *_empty_handed(viewer, warband, rows)), how, shown


def _rank(viewer: OprViewer, warband: Warband) -> Receipt | None:
    """Who stands before it or level with it and why, and where it stood before the latest mission."""
    lines = warband_standings(viewer.state, viewer.book)
    mine = next((line for line in lines if line.warband == warband.id), None)
    if mine is None:
        return None
    averaged = averages(viewer.state, viewer.book)
    rule = "OPR-11" if averaged else "OPR-09"
    ahead = [line for line in lines if line.rank <= mine.rank]
    rows = [
        ReceiptRow(str(one.rank), one.name, one.how if averaged else "", 0, one.shown, rule)
        for one in sorted(ahead, key=lambda line: (line.rank, line is mine))
    ]
    mission, before = ranks_before(viewer.state, viewer.book)
    if mission is not None and warband.id in before:
        rows.append(
            ReceiptRow(
                _number(mission), _("Its rank before this mission"), "", 0, str(before[warband.id]), ""
            )
        )
    title = _("Why rank %(n)s?") % {"n": mine.rank}
    return _receipt(viewer, "rank", title, tuple(rows), _("Rank now"), str(mine.rank))


def _empty_handed(viewer: OprViewer, warband: Warband, rows: tuple[ReceiptRow, ...]) -> Iterator[ReceiptRow]:
    known = {row.occasion for row in rows}
    for mission in all_light(viewer.state.missions).values():
        occasion = _("M%(n)s") % {"n": mission.number}
        if mission.status == "finished" and warband.id in mission.warbands and occasion not in known:
            yield ReceiptRow(occasion, _("No VP"), "", 0, "0", "OPR-35")


def _rows(viewer: OprViewer, warband: Warband, kind: str) -> Iterator[ReceiptRow]:
    """One row for each amount, in the journal's order; one query."""
    wanted = [{"effect": kind, "warband": warband.id}]
    entries = Entry.objects.filter(scope=viewer.scope, void=False, effects__contains=wanted)
    for entry in entries.select_related("actor"):
        for one in entry.effects:
            if one["effect"] == kind and one["warband"] == warband.id:
                yield _row(viewer, entry, one)


def _row(viewer: OprViewer, entry: Entry, one: Params) -> ReceiptRow:
    mission = peek(viewer.state.missions, text_in(one, "mission"))
    about = _about(viewer, one)
    day = dated(localtime(entry.at), "j F")
    amount = number_in(one, "amount")
    return ReceiptRow(
        occasion=_("M%(n)s") % {"n": mission.number} if mission else "–",
        reason=str(REASONS.get(text_in(one, "because"), _("Changed by hand"))),
        note=" · ".join(filter(None, [about, day, who(entry.actor, entry.via)])),
        value=amount,
        amount=signed(amount),
        rule=text_in(one, "rule"),
        lost=amount < 0,
    )


def _about(viewer: OprViewer, one: Params) -> str:
    """Whom or what the amount was about, by name."""
    about = text_in(one, "about")
    unit = viewer.state.units.get(about)
    return unit.name if unit else event_name(viewer.state, about)


def _value(viewer: OprViewer, warband: Warband) -> Receipt:
    """The sum of the living units; each unit's page says why it costs what it costs."""
    units = viewer.state.sheet(warband.id) if warband.status == "active" else []
    rows = tuple(
        ReceiptRow(
            occasion="★" if unit.hero else "",
            reason=unit.name,
            note=_("level %(level)s, %(xp)s XP") % {"level": unit.level, "xp": unit.xp},
            value=unit.value,
            amount=str(unit.value),
            rule="",
        )
        for unit in units
    )
    total = str(total_value(units))
    return _receipt(viewer, "value", _("Why a value of %(n)s?") % {"n": total}, rows, _("Value now"), total)


def _receipt(
    viewer: OprViewer, figure: str, title: str, rows: tuple[ReceiptRow, ...], label: str, total: str
) -> Receipt:
    return receipt(viewer, f"why-{figure}", title, rows, label, total)


# Counted from the missions: what was won, whom it took out, whom it lost


def _counted(viewer: OprViewer, warband: Warband, figure: str) -> Receipt:
    title, label, tell = COUNTED[figure]
    rows = tuple(
        row for mission in LeagueRecord(viewer.state).finished for row in tell(viewer, mission, warband)
    )
    total = str(sum(row.value for row in rows))
    if figure == "record":
        total = f"{total}–{len(rows) - int(total)}"
    return _receipt(viewer, figure, str(title), rows, str(label), total)


def _battle(viewer: OprViewer, mission: Mission, warband: Warband) -> Iterator[ReceiptRow]:
    if warband.id not in mission.warbands:
        return
    won = next(side.won for side in mission.sides if side.warband == warband.id)
    others = ", ".join(viewer.state.warbands[one].name for one in mission.warbands if one != warband.id)
    note = ngettext("%(n)s round", "%(n)s rounds", mission.round) % {"n": mission.round}
    reason = (_("Won against %(names)s") if won else _("Lost to %(names)s")) % {
        "names": others or _("the app")
    }
    yield ReceiptRow(
        _number(mission), reason, note, int(won), _("won") if won else _("lost"), "OPR-35", lost=not won
    )


def _taken_out(viewer: OprViewer, mission: Mission, warband: Warband) -> Iterator[ReceiptRow]:
    for kill in mission.kills:
        if is_taken_out(kill) and _side(viewer, kill.killer) == warband.id:
            told = {"killer": _unit(viewer, kill.killer), "name": _unit(viewer, kill.victim)}
            yield ReceiptRow(
                _number(mission), _("%(killer)s took out %(name)s") % told, _how(kill), 1, "1", "OPR-36"
            )


def _lost(viewer: OprViewer, mission: Mission, warband: Warband) -> Iterator[ReceiptRow]:
    for kill in mission.kills:
        if is_taken_out(kill) and _side(viewer, kill.victim) == warband.id:
            by = _("%(name)s fell to %(killer)s") if kill.killer else _("%(name)s was taken out")
            told = {"killer": _unit(viewer, kill.killer), "name": _unit(viewer, kill.victim)}
            yield ReceiptRow(_number(mission), by % told, _how(kill), 1, "1", "OPR-36", lost=True)


def _how(kill: Kill) -> str:
    words = [_("round %(n)s") % {"n": kill.round}] if kill.round else []
    words += [_("in melee")] if kill.melee else []
    return ", ".join([*words, *([_("on the charge")] if kill.charge else [])])


def _number(mission: Mission) -> str:
    return _("M%(n)s") % {"n": mission.number}


def _side(viewer: OprViewer, unit: str) -> str:
    return viewer.state.units[unit].warband if unit in viewer.state.units else ""


def _unit(viewer: OprViewer, unit: str) -> str:
    return viewer.state.units[unit].name if unit in viewer.state.units else str(_("a neutral figure"))


COUNTED = {
    "record": (lazy("Won and lost, mission by mission"), lazy("Won – lost"), _battle),
    "kills": (lazy("Who did it take out?"), lazy("Enemies taken out"), _taken_out),
    "losses": (lazy("Who did it lose?"), lazy("Its own units taken out"), _lost),
}
