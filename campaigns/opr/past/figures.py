"""What a league of warbands argues about when its past is put right: figures, in words, and what adds up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.histories import ComparedFigures, Figure, Histories
from campaigns.engine.lines import DiffRow
from campaigns.opr.league.trait_labels import trait_name
from campaigns.shell.told.figures import diff_row, field_rows
from rules.engine.language import with_heading
from rules.opr.books import settings_of
from rules.opr.game import book_of
from rules.opr.standings import WarbandStanding, warband_standings
from rules.opr.state import Check, Event, Kill, Mission, OprState
from rules.opr.values import total_value

type Both = Histories[OprState]

# Figures a player argues about: field -> (label, whether more is better, 0: neither).
SHOWN: Mapping[str, Figure] = {
    "vp": Figure(lazy("VP"), 1),
    "pool": Figure(lazy("pool"), 1),
    "missions": Figure(lazy("missions played")),
    "won": Figure(lazy("won"), 1),
    "value": Figure(lazy("points")),
    "xp": Figure(lazy("XP"), 1),
    "level": Figure(lazy("level"), 1),
    "status": Figure(lazy("status"), 1),
    "sits_out": Figure(lazy("missions to sit out"), -1),
    "traits": Figure(lazy("traits")),
    "items": Figure(lazy("upgrades")),
    "warband": Figure(lazy("belongs to")),
    "sets": Figure(lazy("skill sets")),
    "veteran": Figure(lazy("veteran")),
    "joined_to": Figure(lazy("goes with")),
    "recruited": Figure(lazy("recruited after")),
    "left": Figure(lazy("left the sheet")),
    "name": Figure(lazy("name")),
    "number": Figure(lazy("number")),
    "winner": Figure(lazy("winner")),
    "round": Figure(lazy("rounds")),
    "missions_finished": Figure(lazy("missions finished")),
    "limit": Figure(lazy("league length")),
    "ends": Figure(lazy("ends")),
    "settings": Figure(lazy("settings")),
    "decider": Figure(lazy("decider between")),
    "averaging": Figure(lazy("VP per mission")),
    "winners": Figure(lazy("winners")),
    "owner": Figure(lazy("owner")),
}
# The same for one warband in one mission.
OF_SIDE: Mapping[str, Figure] = {
    "fielded": Figure(lazy("fielded")),
    "value": Figure(lazy("value fielded")),
    "underdog": Figure(lazy("underdog points"), 1),
    "spent": Figure(lazy("underdog points spent"), counted=True),
    "objective": Figure(lazy("special objective")),
    "met": Figure(lazy("objective met"), 1),
    "conceded": Figure(lazy("conceded in round")),
    "moment": Figure(lazy("conceded")),
    "won": Figure(lazy("won"), 1),
    "casualties": Figure(lazy("casualties")),
    "step": Figure(lazy("now at")),
    "skipped": Figure(lazy("sat it out")),
    "doctor": Figure(lazy("paid the doctor")),
    "stood_in": Figure(lazy("played by the app")),
}
# How an event's decision or duel ended.
OUTCOMES = {
    "no_target": lazy("no valid target"),
    "captured": lazy("captured"),
    "paid": lazy("ransomed"),
    "lost": lazy("lost"),
    "won": lazy("won"),
    "sent": lazy("sent away"),
    "declined": lazy("nobody sent"),
    "left": lazy("got off the table"),
    "stayed": lazy("did not get off the table"),
    "void": lazy("void"),
}
KEYS = ("objective", "sets")  # what a book names
WORDS = {
    "active": lazy("on the sheet"),
    "sitting_out": lazy("sits out"),
    "captured": lazy("captured"),
    "dead": lazy("dead"),
    "disbanded": lazy("disbanded"),
    "playing": lazy("in play"),
    "setup": lazy("being set up"),
    "finished": lazy("finished"),
    "abandoned": lazy("abandoned"),
    "running": lazy("running"),
    "ended": lazy("over"),
    "founding": lazy("not started"),
    "play": lazy("the mission"),
    "casualties": lazy("casualties"),
    "experience": lazy("experience"),
    "upgrades": lazy("upgrades"),
    "recruiting": lazy("recruiting"),
    "done": lazy("done"),
    "round_start": lazy("at the start of a round"),
    "rout_test": lazy("before a rout test"),
    "no_show": lazy("did not turn up"),
}
# Questions by the first word of their key, for those that are not asked any more.
QUESTIONS = {
    "casualty": lazy("Casualty die"),
    "casualty-again": lazy("Second casualty die"),
    "injury": lazy("Injury die"),
    "talent": lazy("Talent die"),
    "bench": lazy("Missions to sit out"),
    "trait": lazy("Trait die"),
    "skill": lazy("Skill die"),
    "setdie": lazy("Skill set die"),
    "set": lazy("Skill set"),
    "pick": lazy("Choice of trait"),
    "event": lazy("Event die"),
    "unit": lazy("Unit drawn"),
    "warband": lazy("Warband drawn"),
    "sale": lazy("Sale die"),
}


def mission_label(state: OprState, mission: Mission) -> str:
    """A mission without a name goes by its number."""
    return mission.name or _("mission %(n)s") % {"n": mission.number}


def _called(state: OprState, one: object) -> str:
    return mission_label(state, one) if isinstance(one, Mission) else ""


def mission_labels(state: OprState, played: str) -> tuple[str, str]:
    """The number of a mission, in brief and at length."""
    if played not in state.missions:
        return "", ""
    number = {"n": state.missions[played].number}
    return _("M%(n)s") % number, _("Mission %(n)s") % number


def _of_mission(both: Both, then: object, now: object) -> Iterator[DiffRow]:
    """What a mission keeps of its sides, its ledger of who took out whom, its event dice and its events."""
    if not isinstance(then, Mission) or not isinstance(now, Mission):
        return
    sides = {side.warband: side for side in now.sides}
    where = _("M%(n)s") % {"n": now.number}
    for side in then.sides:
        other = sides.get(side.warband)
        if other is not None and other != side:
            rows = field_rows(both, side.warband, side, other, OF_SIDE)
            yield from (replace(row, occasion=where) for row in rows)
    yield from _lists(both, then, where, _("taken out"), *_kills(both, then, now))
    yield from _lists(both, then, where, _("event dice"), *_apart(then.checks, now.checks, _check))
    yield from _lists(both, then, where, _("events"), *_apart(then.events, now.events, _happened(both)))


def _lists(
    both: Both, mission: Mission, where: str, label: str, before: str, after: str
) -> Iterator[DiffRow]:
    if before != after:
        yield replace(diff_row(both, mission.id, label, before, after), occasion=where)


def _apart[T](then: tuple[T, ...], now: tuple[T, ...], tell: Callable[[T], str]) -> tuple[str, str]:
    """Of two lists only what is not in both, in words."""
    gone = ", ".join(tell(one) for one in then if one not in now)
    come = ", ".join(tell(one) for one in now if one not in then)
    return gone or "–", come or "–"


def _kills(both: Both, then: Mission, now: Mission) -> tuple[str, str]:
    def tell(kill: Kill) -> str:
        victim = both.name(kill.victim)
        if not kill.killer:
            return victim
        return _("%(victim)s by %(killer)s") % {"victim": victim, "killer": both.name(kill.killer)}

    before, after = _apart(then.kills, now.kills, tell)
    return (before, after) if before != after else _apart(then.kills, now.kills, _details)


def _details(kill: Kill) -> str:
    """What else is known of a kill, where victim and killer are the same."""
    words = [_("round %(n)s") % {"n": kill.round}] if kill.round else []
    ticked = {
        _("in melee"): kill.melee,
        _("on the charge"): kill.charge,
        _("was stunned or shaken"): kill.down,
        _("routed"): kill.routed,
    }
    return ", ".join([*words, *(word for word, so in ticked.items() if so)]) or _("no details")


def _check(check: Check) -> str:
    return _("round %(round)s: %(die)s") % {"round": check.round, "die": check.die}


def _happened(both: Both) -> Callable[[Event], str]:
    def tell(event: Event) -> str:
        name = book_of(both.after).event_by_code[event.code].name
        whom = [both.name(one) for one in event.units] or [both.name(event.warband)] * bool(event.warband)
        whom += [one.name for one in event.app_hit]
        said = [*whom, *([OUTCOMES.get(event.outcome, event.outcome)] if event.outcome else [])]
        said += [_("note revealed")] if event.revealed else []
        return f"{name} ({', '.join(map(str, said))})" if said else name

    return tell


def _said(both: Both, field: str, value: object) -> str:
    """What only the book can put into words: objectives, sets of skills, settings, traits."""
    book = book_of(both.after)
    many = value if isinstance(value, tuple) else (value,)
    if field in KEYS:
        named = book.book.objectives if field == "objective" else book.book.skill_sets
        words = {one.key: str(one.name) for one in named}
        return ", ".join(words.get(key, str(key)) for key in many)
    if field == "settings":
        return ", ".join(_setting(both, key, chosen) for key, chosen in many)
    return ", ".join(trait_name(book, one) for one in many) if field == "traits" else ""


def _setting(both: Both, key: str, chosen: str) -> str:
    """A setting as its book words it."""
    settings = settings_of(both.after.league.edition)
    setting = next((one for one in settings if one.key == key), None)
    if setting is None:
        return with_heading(key, chosen).replace("_", " ")
    words = {one.value: one.label for one in setting.choices}
    return with_heading(setting.name, words.get(chosen, chosen))


def _sums(both: Both) -> Iterator[DiffRow]:
    yield from _values(both)
    yield from _places(both)


def _values(both: Both) -> Iterator[DiffRow]:
    for key in both.before.warbands.keys() & both.after.warbands.keys():
        then, now = total_value(both.before.sheet(key)), total_value(both.after.sheet(key))
        if then != now:
            yield diff_row(both, key, _("value"), str(then), str(now), now > then)


def _places(both: Both) -> Iterator[DiffRow]:
    then, now = _lines(both.before), _lines(both.after)
    for key in now:
        if key in then and (then[key].rank, then[key].shown) != (now[key].rank, now[key].shown):
            said, gained = (_place(then[key]), _place(now[key])), now[key].rank < then[key].rank
            yield diff_row(both, key, _("place and score"), *said, gained)


def _lines(state: OprState) -> dict[str, WarbandStanding]:
    return {line.warband: line for line in warband_standings(state, book_of(state))}


def _place(line: WarbandStanding) -> str:
    return f"#{line.rank} · {line.shown}"


FIGURES: ComparedFigures[OprState] = ComparedFigures(
    shown=SHOWN,
    words=WORDS,
    lost=frozenset({"dead", "disbanded"}),
    called=_called,
    said=_said,
    within=_of_mission,
    sums=_sums,
    questions=QUESTIONS,
    when=(lazy("M"), lazy("Mission")),
)
