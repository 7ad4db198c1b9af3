"""Entries told to people: one sentence a player would write for each kind of entry.

Pure: names come from a function, because the journal holds ids. `tell` gives None for what it does not know.
What follows a mission is told in `telling_steps.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.effects import Effect
from rules.language import listed
from rules.opr import telling_steps
from rules.opr.booking import points
from rules.opr.books import settings_of
from rules.opr.course import AveragingBegan, CampaignEnded, DeciderCalled, LimitRolled, SettingChanged
from rules.opr.effects import (
    ItemGained,
    ItemLost,
    TraitGained,
    UnitJoined,
    WarbandFounded,
)
from rules.opr.missions import (
    Conceded,
    EventHappened,
    Fielded,
    MissionFinished,
    MissionOpened,
    ObjectiveDrawn,
    RoundChecked,
    SideFrozen,
    SideResult,
    UnderdogSpent,
)
from rules.opr.state import Event
from rules.opr.told import Names, Teller, Told, count, trait
from rules.questions import Answer


def tell(
    procedure: str,
    params: Mapping[str, Any],
    answers: Mapping[str, Answer],
    effects: Sequence[Effect],
    names: Names,
    edition: str = "",
) -> str | None:
    """The sentence of one entry; of the answers only their keys, because effects are the fact."""
    teller = TELLERS.get(procedure.removeprefix("opr."))
    sentence = teller(Told(params, effects, names, edition, answers.keys())) if teller else ""
    if not sentence:
        return None
    ended = sentence.rstrip(".: ")
    return ended if ended.endswith(("!", "?")) else f"{ended}."


def _limit(told: Told) -> str:
    rolled = told.one(LimitRolled)
    return f"The limit die shows {rolled.die}: {rolled.words} it is" if rolled else "The limit stands"


def _start(told: Told) -> str:
    rolled = told.one(LimitRolled)
    return f"The league started; the limit is {rolled.words}" if rolled else "The league started"


def _setting(told: Told) -> str:
    changed = told.one(SettingChanged)
    if changed is None:
        return "A setting was looked at and left as it was"
    known = next((one for one in settings_of(told.edition) if one.key == changed.key), None)
    words = {choice.value: choice.label for choice in known.choices} if known else {}
    label = known.name if known else changed.key
    now, before = (words.get(one, one.replace("_", " ")) for one in (changed.value, changed.before))
    return f"“{label}” is now “{now}”" + (f" instead of “{before}”" if before else "")


def _ending(told: Told) -> str:
    ended, decider = told.one(CampaignEnded), told.one(DeciderCalled)
    if ended and ended.winners:
        verb = "share the win" if len(ended.winners) > 1 else "wins it"
        return f"The league is over: {told.listed(ended.winners)} {verb}"
    if ended:
        return "The league is over"
    return f"{told.listed(decider.warbands)} are tied and play once more for the win" if decider else ""


def _founded(told: Told) -> str:
    founded, units = told.one(WarbandFounded), told.all(UnitJoined)
    name = told.names(founded.id) if founded else told.params.get("name", "")
    late = ". VP count per mission from now on" if told.one(AveragingBegan) else ""
    return f"{name} was founded with {count(len(units), 'unit')}{late}"


def _opened(told: Told) -> str:
    opened = told.one(MissionOpened)
    return f"Mission {opened.number}: {told.listed(opened.warbands)} met" if opened else "A mission opened"


def _fielded(told: Told) -> str:
    fielded = told.one(Fielded)
    if fielded is None:
        return f"{told.name('warband')} took the field"
    return f"{told.name('warband')} fielded {count(len(fielded.units), 'unit')} worth {points(fielded.value)}"


def _objective(told: Told) -> str:
    drawn = told.one(ObjectiveDrawn)
    known = {one.key: one.name for one in told.rules.book.objectives}
    goal = known.get(drawn.objective, "") if drawn else ""
    return f"{told.name('warband')} " + (f"set out for {goal}" if goal else "had no special objective")


def _begun(told: Told) -> str:
    underdogs = [side for side in told.all(SideFrozen) if side.underdog]
    extra = [f"{told.names(side.warband)} had {count(side.underdog, 'underdog point')}" for side in underdogs]
    return "The mission began" + (f"; {listed(extra)}" if extra else "")


def _round(told: Told) -> str:
    check, happened = told.one(RoundChecked), told.one(EventHappened)
    number = told.params.get("round")
    if happened is None:
        return f"Round {number}: no event" + (f", the die shows {check.die}" if check else "")
    event = happened.event
    entry = told.rules.book.event_by_code[event.code]
    return f"Round {number}: {entry.name}" + (f" ({whom})" if (whom := _whom(told, event)) else "")


def _whom(told: Told, event: Event) -> str:
    """Whom an event met, those of the app's own last."""
    if event.outcome == "no_target":
        return "it met nobody"
    league = [told.names(one) for one in event.units or [event.warband] if one]
    app = [f"the app’s {one.name}" if one.warband else one.name for one in event.app_hit]
    return listed([*league, *app]) if league or app else ""


def _conceded(told: Told) -> str:
    conceded = told.one(Conceded)
    return f"{told.name('warband')} conceded in round {conceded.round if conceded else '?'}"


def _objective_again(told: Told) -> str:
    return f"{_objective(told)} instead{_because(told)}"


def _because(told: Told) -> str:
    """What somebody has written with it, as the end of a sentence."""
    words = str(told.params.get("words") or "").strip()
    return f": {words}" if words else ""


def _underdog(told: Told) -> str:
    spent = told.one(UnderdogSpent)
    when = f" in round {spent.round}" if spent and spent.round else ""
    by = "−1" if told.params.get("by") == -1 else "+1"
    return f"{told.name('warband')} spent an underdog point{when} ({by}){_because(told)}"


def _result(told: Told) -> str:
    finished, sides = told.one(MissionFinished), told.all(SideResult)
    if finished is None:
        return "A mission is reported"
    losers = [side.warband for side in sides if not side.won]
    fallen = sum(len(side.casualties) for side in sides)
    rounds = f" after {count(finished.round, 'round')}" if finished.round else ""
    sentence = f"{told.names(finished.winner)} beat {told.listed(losers)}{rounds}"
    sentence += f"; {count(fallen, 'unit')} {'was' if fallen == 1 else 'were'} taken out" if fallen else ""
    ending = _ending(told)
    return f"{sentence}. {ending}" if ending else sentence


def _walk_over(told: Told) -> str:
    ending = _ending(told)
    sentence = f"Nobody came to play against {told.name('winner')}: a walk-over"
    return f"{sentence}. {ending}" if ending else sentence


def _against_app(told: Told) -> str:
    finished, foes = told.one(MissionFinished), told.params.get("against") or []
    if finished is None:
        return "A mission against the app is reported"
    sides = [side for side in told.all(SideResult) if side.warband not in foes]
    won = "beat" if any(side.won for side in sides) else "lost to"
    app = f"{told.listed(foes)}, run by the app," if foes else "the app"
    who = told.listed([side.warband for side in sides])
    return f"{who} {won} {app} after {count(finished.round, 'round')}"


def _amount(what: str) -> Teller:
    def teller(told: Told) -> str:
        amount = int(told.params.get("amount", 0))
        who = told.name("unit" if "unit" in told.params else "warband")
        reason = told.params.get("words") or ""
        verb = "was given" if amount >= 0 else "lost"
        return f"{who} {verb} {abs(amount)} {what}" + (f": {reason}" if reason else "")

    return teller


def _plain(sentence: str) -> Teller:
    """A sentence with {unit} and {warband} filled in."""

    def teller(told: Told) -> str:
        words = told.params.get("words") or ""
        return sentence.format(unit=told.name("unit"), warband=told.name("warband"), words=words)

    return teller


def _given_trait(told: Told) -> str:
    return f"{listed([trait(told, one) for one in told.all(TraitGained)])}: {told.params.get('words')}"


def _item(told: Told) -> str:
    gained, lost = told.one(ItemGained), told.one(ItemLost)
    what = gained.item.label if gained else "an upgrade"
    return f"{told.name('unit')} {'got' if not lost else 'lost'} {what}: {told.params.get('words')}"


TELLERS: dict[str, Teller] = {
    **telling_steps.TELLERS,
    "roll_limit": _limit,
    "start": _start,
    "change_setting": _setting,
    "change_edition": _plain("The league plays another rulebook"),
    "time_up": lambda told: _ending(told) or "The weeks are over",
    "close": lambda told: _ending(told) or "The league is closed",
    "found_warband": _founded,
    "disband_warband": _plain("{warband} disbanded"),
    "open_mission": _opened,
    "field": _fielded,
    "roll_objective": _objective,
    "reroll_objective": _objective_again,
    "begin": _begun,
    "skip": _plain("{warband} sat this mission out"),
    "round": _round,
    "concede": _conceded,
    "spend_underdog": _underdog,
    "result": _result,
    "quick_report": _result,
    "app_report": _against_app,
    "walk_over": _walk_over,
    "abandon": lambda told: f"The mission was called off and does not count{_because(told)}",
    "seal_note": _plain("{warband} sealed a secret note"),
    "open_note": _plain("{warband} opened its secret note"),
    "close_upgrades": _plain("{warband} finished its upgrades"),
    "disband_unit": _plain("{warband} disbanded {unit}"),
    "dismiss_unit": _plain("{warband} disbanded {unit}"),
    "close_recruiting": _plain("{warband} finished with the mission"),
    "give_points": _amount("points"),
    "give_vp": _amount("VP"),
    "give_xp": _amount("XP"),
    "give_value": _amount("points of value"),
    "give_trait": _given_trait,
    "take_trait": _plain("{unit} lost a trait: {words}"),
    "give_item": _item,
    "take_item": _item,
    "move_unit": _plain("{unit} moved to {warband}: {words}"),
    "remove_unit": _plain("{unit} was taken off its sheet: {words}"),
    "return_unit": _plain("{unit} returned to its sheet: {words}"),
    "bench_unit": _plain("{unit} was benched or called back: {words}"),
    "rename_unit": _plain("A unit is now called {unit}"),
    "join_unit": lambda told: (
        f"{told.name('unit')} goes with {told.name('to')}"
        if told.params.get("to")
        else f"{told.name('unit')} goes on its own"
    ),
    "rename_warband": _plain("A warband is now called {warband}"),
    "rival": _plain("Who plays {warband} is settled: the app or a person"),
    "hand_over": _plain("{warband} has a new player: {words}"),
}
