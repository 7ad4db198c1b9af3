"""Sentences about rounds, battles and spending, one for each kind of entry."""

from __future__ import annotations

from collections.abc import Sequence

from rules.conquest import effects as fx
from rules.conquest import league_effects as league
from rules.conquest.state import Grade, Result
from rules.conquest.telling.entry_context import ConquestEntryContext, Teller, a_building, the_building
from rules.engine.language import listed, mark, said, say, say_many, with_heading
from rules.engine.telling import clauses
from rules.turns.telling import why_ruled

WINS = mark("{who} wins")  # where no points are at stake, whatever the grade of the victory
GRADES: dict[Grade, str] = {
    "lose": mark("{who} loses"),
    "draw": mark("{who} draws"),
    "minor": mark("{who} wins a minor victory"),
    "major": mark("{who} wins a major victory"),
    "massacre": mark("{who} massacres the enemy"),
}
LEAD = mark("{who} wins on points, worth a draw")  # more points, where that is a victory


# The round


def _order(told: ConquestEntryContext) -> str:
    taken = told.one(league.OrderTaken)
    if taken is None:
        return say("The order is set")
    ranking = listed([_ranked(told.names(one.realm), one.dice) for one in taken.ranking])
    return say("Round {number} begins; largest first: {ranking}", number=taken.number, ranking=ranking)


def _ranked(realm: str, dice: Sequence[int]) -> str:
    return say("{realm} (rolled {dice})", realm=realm, dice=", ".join(map(str, dice))) if dice else realm


def _event(told: ConquestEntryContext) -> str:
    taken = told.one(fx.EventTaken)
    if taken is None:
        return say("{who} takes an event", who=told.who)
    event = next((row.name for row in told.book.events if row.key == taken.event.event), taken.event.event)
    built, lost = _boom(told), _disaster(told)
    if built:
        return say("{who} takes {event} and builds {building}", who=told.who, event=event, building=built)
    if not taken.event.target:
        return clauses(say("{who} takes {event}", who=told.who, event=event), lost)
    target = told.names(taken.event.target)
    sentence = say("{who} takes {event} against {target}", who=told.who, event=event, target=target)
    return clauses(sentence, lost)


def _boom(told: ConquestEntryContext) -> str:
    """ "a castle at C4"; empty when nothing was built."""
    built = [one for one in told.all(fx.BuildingChanged) if one.building]
    return listed([_built(one, told.names(one.territory)) for one in built])


def _built(one: fx.BuildingChanged, territory: str) -> str:
    new = _standing(a_building(one.building), territory)
    return (
        say("{building} in place of {before}", building=new, before=the_building(one.before))
        if one.before
        else new
    )


def _disaster(told: ConquestEntryContext) -> str:
    """What was lost; empty when nothing was."""
    gone = [one for one in told.all(fx.BuildingChanged) if not one.building]
    if not gone:
        return ""
    lost = listed([_standing(the_building(one.before), told.names(one.territory)) for one in gone])
    return say_many(len(gone), "{buildings} is lost", "{buildings} are lost", buildings=lost)


def _standing(building: str, territory: str) -> str:
    return say("{building} at {territory}", building=building, territory=territory)


def _collected(told: ConquestEntryContext) -> str:
    moved, changed = told.all(fx.GoldMoved), told.all(fx.BuildingChanged)
    gone = [
        say("the mine at {territory} is exhausted", territory=told.names(one.territory)) for one in changed
    ]
    if not moved:
        return clauses(say("{who} has collected its revenue", who=told.who), listed(gone))
    gold = sum(one.amount for one in moved)
    return clauses(say("{who} collects {gold} gold", who=told.who, gold=gold), listed(gone))


def _challenge(told: ConquestEntryContext) -> str:
    who, defender = told.who, told.name("defender")
    if told.one(fx.TeamBroken):
        return say("{who} challenges {defender} and draws them out of their team", who=who, defender=defender)
    return say("{who} challenges {defender}", who=who, defender=defender)


def _passed(told: ConquestEntryContext) -> str:
    return say("{who} has nobody to challenge", who=told.who)


def _choice(told: ConquestEntryContext) -> str:
    if told.params.get("mode") == "series":
        return say("{who} fights each challenger separately", who=told.who)
    return say("{who} fights all challengers at once", who=told.who)


# Battles


def _size(told: ConquestEntryContext) -> str:
    agreed = told.one(fx.ConquestSizeAgreed)
    if agreed is None:
        return say("The size of a battle is agreed")
    size = say_many(
        agreed.points,
        "Battle size agreed: {number} point a side",
        "Battle size agreed: {number} points a side",
    )
    shares = [f"{told.names(realm)} {points}" for realm, points in agreed.shares]
    return with_heading(size, listed(shares)) if shares else size


def _gold(told: ConquestEntryContext) -> str:
    committed = told.one(fx.GoldCommitted)
    spent = [(told.names(realm), amount) for realm, amount in (committed.gold if committed else ()) if amount]
    if not spent:
        return say("Nobody spends gold on the battle")
    return say("Gold for the battle: {spent}", spent=listed([f"{name} {amount}" for name, amount in spent]))


def _volunteer(told: ConquestEntryContext) -> str:
    return say("Somebody else plays for {who}", who=told.who)


def _sail(told: ConquestEntryContext) -> str:
    return say("{who} challenges {defender} at sea", who=told.who, defender=told.name("defender"))


def _assault(told: ConquestEntryContext) -> str:
    if any(one.consent.given for one in told.all(fx.ConsentGiven)):
        return say("{who} attacks the fort at {where}", who=told.who, where=told.where)
    return say(
        "{who} cannot attack the fort at {where}: its holder does not agree", who=told.who, where=told.where
    )


def _reported(told: ConquestEntryContext) -> str:
    """What becomes of a report: it waits, it agrees with the other side's, or it does not."""
    if told.one(fx.BattleSettled):
        return clauses(say("{who} reports the same as the other side", who=told.who), _settled(told))
    reported = told.one(fx.BattleReported)
    if reported and reported.anew:
        return say("{who} reports the disputed battle again", who=told.who)
    if reported and reported.disputed:
        return say("{who} reports the battle; the other side says otherwise", who=told.who)
    return say("{who} reports the battle; the other side has yet to answer", who=told.who)


def _disputed(told: ConquestEntryContext) -> str:
    return say("{who} disputes the report", who=told.who) + told.reason


def _settled(told: ConquestEntryContext) -> str:
    settled = told.one(fx.BattleSettled)
    if settled is None:
        return say("A battle is settled")
    earning = any(one.points for one in settled.results)
    results = listed([_result(told, one, earning) for one in settled.results])
    if told.params.get("at_table"):
        results = say("{results}, agreed at the table", results=results)
    return clauses(f"{results}{why_ruled(told)}", listed(_won_besides(told)))


def _won_besides(told: ConquestEntryContext) -> list[str]:
    """What battles at sea and for forts decide."""
    ruled = [(told.names(one.advantage.holder), told.names(one.advantage.over))
             for one in told.all(fx.AdvantageWon)]  # fmt: skip
    fallen = [told.names(one.territory) for one in told.all(fx.SiegeOver)]
    return [
        *(say("{who} gains naval advantage over {other}", who=who, other=other) for who, other in ruled),
        *(say("the fort at {territory} falls", territory=one) for one in fallen),
    ]


def _result(told: ConquestEntryContext, result: Result, earning: bool) -> str:
    """What came of it for one empire; at sea and for a fort it is only who won."""
    lead = result.won and result.grade == "draw"
    grade, who = LEAD if lead else GRADES[result.grade], told.names(result.realm)
    if earning:
        return say("{result} ({points} EP)", result=said(grade, who=who), points=result.points)
    return said(grade if result.grade in ("lose", "draw") else WINS, who=who)


def _walkover(told: ConquestEntryContext) -> str:
    return say("{who} concedes without a game: {results}", who=told.who, results=_settled(told))


def _rolled_off(told: ConquestEntryContext) -> str:
    settled = told.one(fx.BattleSettled)
    total = settled.total if settled else "?"
    return say("A battle is rolled off (total {total}): {results}", total=total, results=_settled(told))


def _struck(told: ConquestEntryContext) -> str:
    struck = told.all(fx.BattleStruck)
    return (
        say_many(
            len(struck),
            "A battle is struck out: {battles}",
            "{number} battles are struck out: {battles}",
            battles=listed(told.names(one.battle) for one in struck),
        )
        + told.reason
    )


def _closed(told: ConquestEntryContext) -> str:
    struck = told.all(fx.BattleStruck)
    dropped = say_many(
        len(struck),
        "this battle was not decided and is dropped: {battles}",
        "these battles were not decided and are dropped: {battles}",
        battles=listed(told.names(one.battle) for one in struck),
    )
    return clauses(say("The battle phase is closed") + told.reason, dropped if struck else "")


def _wants_roll(told: ConquestEntryContext) -> str:
    return say("{who} agrees to roll off a battle", who=told.who)


# Spending


def _claim(told: ConquestEntryContext) -> str:
    return told.paid(say("{who} claims {where}", who=told.who, where=told.where))


def _conquer(told: ConquestEntryContext) -> str:
    moved = told.one(fx.BannerMoved)
    taken = {"who": told.who, "where": told.where, "loser": told.names(moved.before) if moved else ""}
    if told.one(fx.SiegeOver):
        return told.paid(say("{who} frees {where} from {loser}", **taken))
    deed = told.paid(say("{who} conquers {where} from {loser}", **taken))
    if told.one(fx.BuildingChanged):
        return say("{deed}; the mine there is destroyed", deed=deed)
    return deed


def _besiege(told: ConquestEntryContext) -> str:
    begun, who, where = told.one(fx.SiegeBegun), told.who, told.where
    if begun is None:
        return say("{who} cannot besiege {where}: its owner does not agree", who=who, where=where)
    deed = told.paid(say("{who} besieges {where}", who=who, where=where))
    return clauses(deed, say("{holder} holds the fort", holder=told.names(begun.siege.holder)))


def _build(told: ConquestEntryContext) -> str:
    changed, building = told.one(fx.BuildingChanged), a_building(str(told.params["building"]))
    deed = say("{who} builds {building} at {where}", who=told.who, building=building, where=told.where)
    if changed and changed.before:
        deed = say("{deed} in place of {before}", deed=deed, before=the_building(changed.before))
    return told.paid(deed)


def _raid(told: ConquestEntryContext) -> str:
    moved = told.all(fx.GoldMoved)
    if not moved:
        return say("{who} raids {where}", who=told.who, where=told.where)
    lost = [told.names(one.realm) for one in moved if one.amount < 0]
    raid = {"who": told.who, "where": told.where, "gold": abs(moved[0].amount)}
    if not lost:
        return say("{who} raids {where}: {gold} gold", **raid)
    return say("{who} raids {where}: {gold} gold from {loser}", loser=listed(lost), **raid)


def _plunder(told: ConquestEntryContext) -> str:
    gone, moved, who, where = told.one(fx.BuildingChanged), told.one(fx.BannerMoved), told.who, told.where
    if gone:
        building = the_building(gone.before)
        deed = say("{who} plunders {where}: {building} is gone", who=who, where=where, building=building)
    else:
        loser = told.names(moved.before) if moved else say("its owner")
        deed = say("{who} plunders {where}: {loser} loses it", who=who, where=where, loser=loser)
    return told.paid(deed)


def _ended(told: ConquestEntryContext) -> str:
    ended, lapsed = say("{who} ends its turn", who=told.who), told.one(fx.PointsMoved)
    if lapsed is None:
        return ended
    gone = say_many(-lapsed.amount, "{number} empire point lapses", "{number} empire points lapse")
    return clauses(ended, gone)


PLAY: dict[str, Teller] = {
    "take_order": _order,
    "pick_event": _event,
    "collect": _collected,
    "challenge": _challenge,
    "pass_challenge": _passed,
    "choose_battles": _choice,
    "agree_size": _size,
    "commit_gold": _gold,
    "volunteer": _volunteer,
    "sail": _sail,
    "assault": _assault,
    "report": _reported,
    "report_outcome": _reported,
    "confirm": _settled,
    "decide": _settled,
    "walkover": _walkover,
    "dispute": _disputed,
    "strike": _struck,
    "close_battles": _closed,
    "ask_abstract": _wants_roll,
    "abstract": _rolled_off,
    "rule_abstract": _rolled_off,
    "claim": _claim,
    "conquer": _conquer,
    "besiege": _besiege,
    "build": _build,
    "raid": _raid,
    "plunder": _plunder,
    "end_turn": _ended,
}
