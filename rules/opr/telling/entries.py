"""Entries told to people: one sentence a player would write for each kind of entry.

Pure: names come from a function, because the journal holds ids. `tell` gives None for what it does not know.
What follows a mission is told in `steps.py`, what is changed by hand in `by_hand.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.language import listed, mark, say, say_many
from rules.engine.plain import number_in, texts_in
from rules.engine.telling import entry_teller, joined_sentences, now_set, sentence_teller
from rules.opr.booking import points_text
from rules.opr.effects import (
    TeamJoined,
    UnitJoined,
    WarbandFounded,
)
from rules.opr.game import settings
from rules.opr.league_effects import (
    AveragingBegan,
    CampaignEnded,
    DeciderCalled,
    LimitRolled,
    LimitSet,
    SettingChanged,
    TeamsSet,
)
from rules.opr.mission_effects import (
    Conceded,
    EventHappened,
    Fielded,
    KillsWritten,
    MissionFinished,
    MissionOpened,
    ObjectiveDrawn,
    RoundChecked,
    SideFrozen,
    SideResult,
    UnderdogSpent,
)
from rules.opr.state import Event
from rules.opr.telling import by_hand
from rules.opr.telling import steps as telling_steps
from rules.opr.telling.entry_context import OprEntryContext, Teller, because


def _limit(told: OprEntryContext) -> str:
    rolled = told.one(LimitRolled)
    if rolled is None:
        return say("The league’s length was set")
    return say("The die for the league’s length showed {die}: {limit}", die=rolled.die, limit=rolled.words)


def _limit_by_hand(told: OprEntryContext) -> str:
    given, changed = told.one(LimitSet), told.one(SettingChanged)
    if given is None:
        return because(told, say("The league’s length was set"))
    if changed is not None and changed.before == "endless":
        return because(told, say("An end has been set for the league: {limit}", limit=given.words))
    return because(told, say("The league’s length was set by hand: {limit}", limit=given.words))


def _start(told: OprEntryContext) -> str:
    rolled = told.one(LimitRolled)
    if rolled is None:
        return say("The league started")
    return say("The league started; its length is {limit}", limit=rolled.words)


def _setting(told: OprEntryContext) -> str:
    changed = told.one(SettingChanged)
    if changed is None:
        return say("A setting was opened and left as it was")
    return now_set(settings(told.edition), changed.key, changed.value, changed.before)


def _ending(told: OprEntryContext) -> str:
    ended, decider = told.one(CampaignEnded), told.one(DeciderCalled)
    if ended and ended.winners:
        return say_many(
            len(ended.winners),
            "The league is over: {winners} wins",
            "The league is over: {winners} share the win",
            winners=told.listed(ended.winners),
        )
    if ended:
        return say("The league is over")
    if decider is None:
        return ""
    tied = told.listed(decider.warbands)
    return say("{warbands} are tied and will play again to decide the winner", warbands=tied)


def _founded(told: OprEntryContext) -> str:
    founded, units = told.one(WarbandFounded), told.all(UnitJoined)
    sentence = say_many(
        len(units),
        "{warband} was created with {number} unit",
        "{warband} was created with {number} units",
        warband=told.names(founded.id) if founded else told.params.get("name", ""),
    )
    late = say("From now on the ranking counts VP per mission") if told.one(AveragingBegan) else ""
    return joined_sentences(sentence, late)


def _opened(told: OprEntryContext) -> str:
    opened = told.one(MissionOpened)
    if opened is None:
        return say("A mission was opened")
    return say(
        "Mission {number}: {warbands} met", number=opened.number, warbands=told.listed(opened.warbands)
    )


def _fielded(told: OprEntryContext) -> str:
    fielded = told.one(Fielded)
    if fielded is None:
        return say("{warband} took the field", warband=told.name("warband"))
    return say_many(
        len(fielded.units),
        "{warband} fielded {number} unit worth {points}",
        "{warband} fielded {number} units worth {points}",
        warband=told.name("warband"),
        points=points_text(fielded.value),
    )


def _goal(told: OprEntryContext) -> str:
    """The special objective that was drawn, empty for none."""
    drawn = told.one(ObjectiveDrawn)
    known = {one.key: one.name for one in told.rules.book.objectives}
    return known.get(drawn.objective, "") if drawn else ""


def _objective(told: OprEntryContext) -> str:
    who = told.name("warband")
    if goal := _goal(told):
        return say("{warband} rolled {goal} as its special objective", warband=who, goal=goal)
    return say("{warband} had no special objective", warband=who)


def _objective_again(told: OprEntryContext) -> str:
    who = told.name("warband")
    if told.one(ObjectiveDrawn) is None:
        return because(told, say("{warband} kept its special objective", warband=who))
    if goal := _goal(told):
        return because(told, say("{warband} rolled {goal} instead", warband=who, goal=goal))
    return because(told, say("{warband} ended up without a special objective", warband=who))


def _begun(told: OprEntryContext) -> str:
    extra = listed(
        say_many(
            side.underdog,
            "{warband} had {number} underdog point",
            "{warband} had {number} underdog points",
            warband=told.names(side.warband),
        )
        for side in told.all(SideFrozen)
        if side.underdog
    )
    return say("The mission began; {underdogs}", underdogs=extra) if extra else say("The mission began")


def _round(told: OprEntryContext) -> str:
    check, happened = told.one(RoundChecked), told.one(EventHappened)
    number = told.params.get("round")
    if happened is None:
        if check is None:
            return say("Round {round}: no event", round=number)
        return say("Round {round}: no event, the die showed {die}", round=number, die=check.die)
    return _event(told, happened.event)


def _event(told: OprEntryContext, event: Event) -> str:
    entry = told.rules.event_by_code[event.code]
    if whom := _whom(told, event):
        return say("Round {round}: {event} ({whom})", round=event.round, event=entry.name, whom=whom)
    return say("Round {round}: {event}", round=event.round, event=entry.name)


def _events(told: OprEntryContext) -> list[str]:
    """The events a report has told."""
    return [_event(told, happened.event) for happened in told.all(EventHappened)]


def _whom(told: OprEntryContext, event: Event) -> str:
    """Whom an event met, those of the app's own last."""
    if event.outcome == "no_target":
        return say("it hit nobody")
    league = [told.names(one) for one in event.units or [event.warband] if one]
    app = [say("the app’s {unit}", unit=one.name) if one.warband else one.name for one in event.app_hit]
    return listed([*league, *app]) if league or app else ""


def _conceded(told: OprEntryContext) -> str:
    conceded = told.one(Conceded)
    number = conceded.round if conceded else "?"
    return say("{warband} conceded in round {round}", warband=told.name("warband"), round=number)


def _underdog(told: OprEntryContext) -> str:
    spent, who = told.one(UnderdogSpent), told.name("warband")
    by = "−1" if told.params.get("by") == -1 else "+1"
    if not spent or not spent.round:
        return because(told, say("{warband} spent an underdog point ({by})", warband=who, by=by))
    sentence = say(
        "{warband} spent an underdog point in round {round} ({by})", warband=who, by=by, round=spent.round
    )
    return because(told, sentence)


def _result(told: OprEntryContext) -> str:
    finished, sides = told.one(MissionFinished), told.all(SideResult)
    if finished is None:
        return say("A mission has been reported")
    winner = told.names(finished.winner)
    losers = told.listed([side.warband for side in sides if not side.won])
    if finished.round:
        sentence = say_many(
            finished.round,
            "{winner} beat {losers} after {number} round",
            "{winner} beat {losers} after {number} rounds",
            winner=winner,
            losers=losers,
        )
    else:
        sentence = say("{winner} beat {losers}", winner=winner, losers=losers)
    routed = {kill.victim for one in told.all(KillsWritten) for kill in one.kills if kill.routed}
    fallen = sum(len({*side.casualties} - routed) for side in sides)
    out = say_many(fallen, "{number} unit was taken out", "{number} units were taken out") if fallen else ""
    return joined_sentences(f"{sentence}; {out}" if out else sentence, *_events(told), _ending(told))


def _called_off(told: OprEntryContext) -> str:
    return joined_sentences(because(told, say("The mission was abandoned and does not count")), _ending(told))


def _walk_over(told: OprEntryContext) -> str:
    sentence = say("Nobody came to play against {winner}: a walkover", winner=told.name("winner"))
    return joined_sentences(sentence, _ending(told))


def _against_app(told: OprEntryContext) -> str:
    finished, foes = told.one(MissionFinished), texts_in(told.params, "against")
    if finished is None:
        return say("A mission against the app has been reported")
    sides = [side for side in told.all(SideResult) if side.warband not in foes]
    app = say("{warbands}, run by the app,", warbands=told.listed(foes)) if foes else say("the app")
    won = [side.warband for side in sides if side.won]
    who = told.listed(won or [side.warband for side in sides])
    if won:
        sentence = say_many(
            finished.round,
            "{who} beat {app} after {number} round",
            "{who} beat {app} after {number} rounds",
            who=who,
            app=app,
        )
    else:
        sentence = say_many(
            finished.round,
            "{who} lost to {app} after {number} round",
            "{who} lost to {app} after {number} rounds",
            who=who,
            app=app,
        )
    return joined_sentences(sentence, *_given_up(told), *_events(told), _ending(told))


def _given_up(told: OprEntryContext) -> Iterator[str]:
    """Who conceded before the end."""
    for one in told.all(Conceded):
        yield say("{warband} conceded in round {round}", warband=told.listed([one.warband]), round=one.round)


def _more_time(told: OprEntryContext) -> str:
    hours = number_in(told.params, "hours")
    sentence = say_many(
        hours,
        "There is {number} more hour for the steps after {mission}",
        "There are {number} more hours for the steps after {mission}",
        mission=told.name("mission"),
    )
    return because(told, sentence)


def _teams(told: OprEntryContext) -> str:
    names = [one.name for one in found.teams] if (found := told.one(TeamsSet)) else []
    if not names:
        return say("The league no longer has any teams")
    return say("The league now has these teams: {teams}", teams=listed(names))


def _in_team(told: OprEntryContext) -> str:
    name, joined = told.name("warband"), told.one(TeamJoined)
    if joined is None:
        return say("{warband} stayed in its team", warband=name)
    if not joined.team:
        return say("{warband} no longer belongs to a team", warband=name)
    return say("{warband} now belongs to {team}", warband=name, team=joined.called)


TELLERS: dict[str, Teller] = {
    **telling_steps.TELLERS,
    **by_hand.TELLERS,
    "roll_limit": _limit,
    "set_limit": _limit_by_hand,
    "start": _start,
    "change_setting": _setting,
    "change_edition": sentence_teller(mark("The league now uses another rulebook")),
    "time_up": lambda told: _ending(told) or say("The league’s time is up"),
    "close": lambda told: (_ending(told) or say("The league was closed")) + told.reason,
    "found_warband": _founded,
    "set_teams": _teams,
    "put_in_team": _in_team,
    "choose_team": _in_team,
    "disband_warband": sentence_teller(mark("{warband} disbanded")),
    "open_mission": _opened,
    "field": _fielded,
    "roll_objective": _objective,
    "reroll_objective": _objective_again,
    "begin": _begun,
    "extend_steps": _more_time,
    "put_off_steps": sentence_teller(mark("There is more time for the steps after the mission")),
    "leave_steps": sentence_teller(
        mark("The time for the steps after the mission is up: an organiser takes over")
    ),
    "skip": sentence_teller(mark("{warband} sat this mission out")),
    "round": _round,
    "concede": _conceded,
    "spend_underdog": _underdog,
    "result": _result,
    "quick_report": _result,
    "app_report": _against_app,
    "walk_over": _walk_over,
    "abandon": _called_off,
    "seal_note": sentence_teller(mark("{warband} sealed a secret note")),
    "open_note": sentence_teller(mark("{warband} opened its secret note")),
    "close_upgrades": sentence_teller(mark("{warband} finished its upgrades")),
    "disband_unit": sentence_teller(mark("{warband} disbanded {unit}")),
    "dismiss_unit": sentence_teller(mark("{warband} disbanded {unit}")),
    "close_recruiting": sentence_teller(mark("{warband} finished its steps after the mission")),
}
tell = entry_teller(OprEntryContext, TELLERS)
