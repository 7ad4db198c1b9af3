"""Sentences about rounds, battles and spending, one for each kind of entry."""

from __future__ import annotations

from collections.abc import Sequence

from rules.conquest import effects as fx
from rules.conquest import league_effects as league
from rules.conquest.state import Grade, Result
from rules.conquest.told import Teller, Told, ep_words, with_article
from rules.language import listed

PLAIN = {"lose": "loses", "draw": "has a draw"}  # where no points are at stake; otherwise somebody wins
GRADES: dict[Grade, str] = {
    "lose": "loses",
    "draw": "has a draw",
    "minor": "has a minor victory",
    "major": "has a major victory",
    "massacre": "massacres the enemy",
}


# The round


def _order(told: Told) -> str:
    taken = told.one(league.OrderTaken)
    if taken is None:
        return "The order is taken"
    ranking = [f"{told.names(one.realm)}{_dice(one.dice)}" for one in taken.ranking]
    return f"Round {taken.number} begins; from the largest: {listed(ranking)}"


def _dice(dice: Sequence[int]) -> str:
    return f" (rolled {', '.join(map(str, dice))})" if dice else ""


def _event(told: Told) -> str:
    taken = told.one(fx.EventTaken)
    if taken is None:
        return f"{told.who} takes an event"
    name = next((row.name for row in told.book.events if row.key == taken.event.event), taken.event.event)
    target = f" on {told.names(taken.event.target)}" if taken.event.target else ""
    return f"{told.who} takes {name}{target}{_event_outcome(told)}"


def _event_outcome(told: Told) -> str:
    changed = told.all(fx.BuildingChanged)
    built = [
        f"{with_article(one.building)} at {told.names(one.territory)}" for one in changed if one.building
    ]
    lost = [f"the {one.before} at {told.names(one.territory)}" for one in changed if not one.building]
    if built:
        return f" and builds {listed(built)}"
    return f"; {listed(lost)} {'are' if len(lost) > 1 else 'is'} lost" if lost else ""


def _collected(told: Told) -> str:
    moved = told.all(fx.GoldMoved)
    did = f"collects {sum(one.amount for one in moved)} gold" if moved else "has counted the revenue"
    gone = [f"the mine at {told.names(one.territory)} is exhausted" for one in told.all(fx.BuildingChanged)]
    return f"{told.who} {did}" + (f"; {listed(gone)}" if gone else "")


def _challenge(told: Told) -> str:
    broken = told.one(fx.TeamBroken)
    drawn = " and draws them out of their team" if broken else ""
    return f"{told.who} challenges {told.name('defender')}{drawn}"


def _passed(told: Told) -> str:
    return f"{told.who} has nobody to challenge"


def _choice(told: Told) -> str:
    series = told.params.get("mode") == "series"
    return f"{told.who} fights {'each challenger alone' if series else 'all challengers at once'}"


# Battles


def _size(told: Told) -> str:
    agreed = told.one(fx.SizeAgreed)
    if agreed is None:
        return "The size of a battle is agreed"
    shares = [f"{told.names(realm)} {points}" for realm, points in agreed.shares]
    return f"{agreed.points} points a side are agreed" + (f": {listed(shares)}" if shares else "")


def _gold(told: Told) -> str:
    committed = told.one(fx.GoldCommitted)
    spent = [(told.names(realm), amount) for realm, amount in (committed.gold if committed else ()) if amount]
    if not spent:
        return "Nobody spends gold on the battle"
    return f"Gold for the battle: {listed([f'{name} {amount}' for name, amount in spent])}"


def _volunteer(told: Told) -> str:
    return f"Somebody else plays for {told.who}"


def _sail(told: Told) -> str:
    return f"{told.who} challenges {told.name('defender')} at sea"


def _assault(told: Told) -> str:
    given = any(one.consent.given for one in told.all(fx.ConsentGiven))
    return f"{told.who} {'attacks' if given else 'finds nobody to fight for'} the fort at {told.where}"


def _reported(told: Told) -> str:
    return f"{told.who} reports the battle; it waits for the other side’s word"


def _disputed(told: Told) -> str:
    return f"{told.who} disputes the report{told.reason}"


def _settled(told: Told) -> str:
    settled = told.one(fx.BattleSettled)
    if settled is None:
        return "A battle is settled"
    earning = any(one.points for one in settled.results)
    lines = [_result(told, one, earning) for one in settled.results]
    extra = [f"{told.names(one.advantage.holder)} rules the sea against {told.names(one.advantage.over)}"
             for one in told.all(fx.AdvantageWon)]  # fmt: skip
    extra += [f"the fort at {told.names(one.territory)} falls" for one in told.all(fx.SiegeOver)]
    agreed = ", agreed at the table" if told.params.get("at_table") else ""
    return f"{listed(lines)}{agreed}{told.reason}" + (f"; {listed(extra)}" if extra else "")


def _result(told: Told, result: Result, earning: bool) -> str:
    """What came of it for one empire; at sea and for a fort it is only who won."""
    if not earning:
        return f"{told.names(result.realm)} {PLAIN.get(result.grade, 'wins')}"
    return f"{told.names(result.realm)} {GRADES[result.grade]} ({result.points} EP)"


def _walkover(told: Told) -> str:
    return f"{told.who} concedes without a game: {_settled(told)}"


def _rolled_off(told: Told) -> str:
    settled = told.one(fx.BattleSettled)
    return f"A battle is rolled off with {settled.total if settled else '?'}: {_settled(told)}"


def _struck(told: Told) -> str:
    count = len(told.all(fx.BattleStruck))
    return f"{'A battle is' if count == 1 else f'{count} battles are'} struck out{told.reason}"


def _closed(told: Told) -> str:
    return f"The battles are closed{told.reason}"


def _wants_roll(told: Told) -> str:
    return f"{told.who} agrees to roll a battle off"


# Spending


def _claim(told: Told) -> str:
    return f"{told.who} claims {told.where}{told.price}"


def _conquer(told: Told) -> str:
    moved, over = told.one(fx.BannerMoved), told.one(fx.SiegeOver)
    loser = f" from {told.names(moved.before)}" if moved and moved.before else ""
    mine = ", where the mine is destroyed" if told.one(fx.BuildingChanged) else ""
    return f"{told.who} {'relieves' if over else 'conquers'} {told.where}{loser}{told.price}{mine}"


def _besiege(told: Told) -> str:
    begun = told.one(fx.SiegeBegun)
    if begun is None:
        return f"{told.who} may not besiege {told.where}: its owner does not agree"
    return f"{told.who} besieges {told.where}{told.price}; {told.names(begun.siege.holder)} holds the fort"


def _build(told: Told) -> str:
    changed = told.one(fx.BuildingChanged)
    instead = f" in place of the {changed.before}" if changed and changed.before else ""
    return f"{told.who} builds a {told.params['building']} at {told.where}{instead}{told.price}"


def _raid(told: Told) -> str:
    moved = told.all(fx.GoldMoved)
    lost = [told.names(one.realm) for one in moved if one.amount < 0]
    gold = f": {abs(moved[0].amount)} gold" if moved else ""
    return f"{told.who} raids {told.where}{gold}" + (f" from {listed(lost)}" if lost else "")


def _plunder(told: Told) -> str:
    gone, moved = told.one(fx.BuildingChanged), told.one(fx.BannerMoved)
    if gone:
        return f"{told.who} plunders {told.where}: the {gone.before} is gone{told.price}"
    loser = told.names(moved.before) if moved else "its owner"
    return f"{told.who} plunders {told.where}: {loser} loses it{told.price}"


def _ended(told: Told) -> str:
    lapsed = told.one(fx.PointsMoved)
    return f"{told.who} ends the turn" + (f"; {ep_words(-lapsed.amount)} lapse" if lapsed else "")


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
