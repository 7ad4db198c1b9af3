"""Sentences about battles and sieges."""

from __future__ import annotations

from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.telling import clauses
from rules.firestorm import effects as fx
from rules.firestorm import siege_effects as siege
from rules.firestorm.glory.awards import graded
from rules.firestorm.siege_state import Besieging, Gain, Siege
from rules.firestorm.state import Grade, SideName
from rules.firestorm.telling.entry_context import FirestormEntryContext, Teller
from rules.turns.telling import why_ruled

DECIDED: dict[Grade, str] = {
    "major_victory": mark("{attack} wins a major victory over {defend} at {where}"),
    "minor_victory": mark("{attack} wins a minor victory over {defend} at {where}"),
    "draw": mark("{attack} and {defend} draw at {where}"),
    "minor_defeat": mark("{defend} wins a minor victory over {attack} at {where}"),
    "major_defeat": mark("{defend} wins a major victory over {attack} at {where}"),
}
AMONG_THREE: dict[Grade, str] = {
    "major_victory": mark("{winner} wins a major victory over {losers} at {where}"),
    "minor_victory": mark("{winner} wins a minor victory over {losers} at {where}"),
}
REPORTED: dict[Grade, str] = {
    "major_victory": mark("{who} reports a major victory at {where}"),
    "minor_victory": mark("{who} reports a minor victory at {where}"),
    "draw": mark("{who} reports a draw at {where}"),
    "minor_defeat": mark("{who} reports a minor defeat at {where}"),
    "major_defeat": mark("{who} reports a major defeat at {where}"),
}


# Before the game


def _size(told: FirestormEntryContext) -> str:
    agreed = told.one(fx.FirestormSizeAgreed)
    points = agreed.points if agreed else 0
    return say_many(
        points,
        "Agreed for each banner’s army at {where}: {number} point",
        "Agreed for each banner’s army at {where}: {number} points",
        where=told.place,
    )


def _games(told: FirestormEntryContext) -> str:
    agreed = told.one(fx.GamesAgreed)
    games = agreed.games if agreed else 1
    return say_many(
        games,
        "The battle at {where} will have {number} game",
        "The battle at {where} will have {number} games",
        where=told.place,
    )


def _scenario(told: FirestormEntryContext) -> str:
    return say(
        "The battle at {where} uses the battleplan {name}", where=told.place, name=told.text("name").strip()
    )


def _terrain(told: FirestormEntryContext) -> str:
    rolled = {
        key.rpartition(":")[2]: str(one.value) for key, one in told.answers.items() if "terrain:" in key
    }
    tiles = ", ".join(rolled[tile] for tile in sorted(rolled))
    if not tiles:
        return say("Terrain is rolled for the table at {where}", where=told.place)
    return say("Pieces of terrain at {where}, tile by tile: {tiles}", where=told.place, tiles=tiles)


def _commands(told: FirestormEntryContext) -> str:
    changed = told.one(fx.BoutChanged)
    points = dict(changed.bout.commands).get(told.text("faction"), 0) if changed else 0
    return say_many(
        points,
        "{who} has {number} command point at {where}",
        "{who} has {number} command points at {where}",
        who=told.who,
        where=told.place,
    )


# Its result


def _reported(told: FirestormEntryContext) -> str:
    result = told.params.get("result")
    line = next((line for grade, line in REPORTED.items() if grade == result), REPORTED["draw"])
    return _what_of(told, said(line, who=told.who, where=told.place)) + told.reason


def _what_of(told: FirestormEntryContext, report: str) -> str:
    """What becomes of a report: it waits, it agrees with the other side's, or it does not."""
    changed = told.one(fx.BoutChanged)
    if changed and changed.bout.status == "confirmed":
        return clauses(say("{report}; both sides’ reports agree", report=report), decided(told))
    if changed and changed.bout.is_told_again:
        return say("{report}, after the dispute", report=report)
    if changed and changed.bout.status == "disputed":
        return say("{report}; the other side says otherwise", report=report)
    return say("{report}; it counts once the other side agrees", report=report)


def _game(told: FirestormEntryContext) -> str:
    """Where the game is that an entry confirms, disputes or decides."""
    changed = told.one(fx.BoutChanged)
    return told.place_of(changed.bout.battle) if changed else say("the table")


def _confirmed(told: FirestormEntryContext) -> str:
    where, result = _game(told), decided(told)
    if not told.params.get("at_table"):
        return clauses(say("{who} agrees to the result at {where}", who=told.who, where=where), result)
    if result:
        return say("{result}, agreed at the table", result=result)
    return say("The result of a game at {where} was agreed at the table", where=where)


def _disputed(told: FirestormEntryContext) -> str:
    return say("{who} disputes the report from {where}", who=told.who, where=_game(told)) + told.reason


def _ruled(told: FirestormEntryContext) -> str:
    if not any(map(told.text, ("result", "told_by", "words"))):  # silence counts it, too
        return clauses(say("The report from {where} counts", where=_game(told)), decided(told))
    return clauses(
        say("The organiser settles the game at {where}", where=_game(told)) + why_ruled(told), decided(told)
    )


def _walkover(told: FirestormEntryContext) -> str:
    given = say("{who} concedes the battle at {where}", who=told.who, where=told.place) + told.reason
    return clauses(given, decided(told))


def decided(told: FirestormEntryContext) -> str:
    """What a battle came to; empty while it is not decided."""
    one = told.one(fx.BattleDecided)
    return result_of(told, one) if one and one.result else ""


def result_of(told: FirestormEntryContext, one: fx.BattleDecided) -> str:
    """Who has won how against whom, and who lost every model."""
    assert one.result
    defend = told.names(one.defend) if one.defend else say("the defender")
    attack = told.names(one.attack) if one.attack else say("the attacker")
    result = said(DECIDED[one.result], attack=attack, defend=defend, where=told.place_of(one.battle))
    if one.third:
        result = _among_three(told, one)
    lost = [{"attack": attack, "defend": defend, "third": told.names(one.third)}[side] for side in one.tabled]
    return clauses(result, say("annihilated: {who}", who=listed(lost)) if lost else "")


def _among_three(told: FirestormEntryContext, one: fx.BattleDecided) -> str:
    """Who of three at one table has won."""
    sides: dict[SideName, str] = {"attack": one.attack, "defend": one.defend, "third": one.third}
    where, result = told.place_of(one.battle), one.result or "draw"
    grades = {who: graded(side, result, third_won=one.third_won) for side, who in sides.items()}
    for who, grade in grades.items():
        if grade in AMONG_THREE:
            losers = told.listed(other for other in grades if other != who)
            return said(AMONG_THREE[grade], winner=told.names(who), losers=losers, where=where)
    return say("{who} draw at {where}", who=told.listed(grades), where=where)


def _prepared(told: FirestormEntryContext) -> str:
    """The step of a battle that waited: the one before is applied, or it begins, or nobody is left."""
    locked, gone = told.one(fx.BattleLocked), told.one(fx.BattleDecided)
    if locked:
        return say(
            "The next battle at {where} begins, against {who}",
            where=told.place,
            who=told.names(locked.defend),
        )
    if gone and gone.status == "claimed":
        return say(
            "No opponent is left at {where}: {who} claims it",
            where=told.place,
            who=told.names(gone.attack),
        )
    return say("The first battle at {where} is over", where=told.place)


# Sieges


def _offered(told: FirestormEntryContext) -> str:
    now = _siege(told)
    if now and now.step == "field":
        return say("The battle at {where} will be fought in the field", where=told.place)
    if now and now.step == "offered":
        return say("{who} wants a siege at {where}", who=told.who, where=told.place)
    if told.all(fx.BoutChanged):  # nobody had agreed to them
        return say(
            "The battle at {where} is a siege; the reports that were waiting are void", where=told.place
        )
    return say("The battle at {where} is a siege", where=told.place)


def _siege(told: FirestormEntryContext) -> Siege | None:
    moved = told.all(siege.SiegeMoved)
    return moved[-1].siege if moved else None


def _goes_on(told: FirestormEntryContext) -> str:
    """What happens in a siege is its two sides' to know until it is over."""
    return say("The siege of {where} continues", where=told.place)


def _started(told: FirestormEntryContext) -> str:
    if _siege(told) is None:
        return _goes_on(told)
    if told.params.get("storm"):
        return say("{who} storms {where} at once", who=told.who, where=told.place)
    gained = told.one(siege.Gained)
    laid = say("{who} lays siege to {where}", who=told.who, where=told.place)
    return clauses(laid, _opening(told, gained.gain) if gained else "")


WON: dict[Besieging, str] = {
    "besieger": mark("the besiegers win {name}"),
    "besieged": mark("the besieged win {name}"),
}


def _opening(told: FirestormEntryContext, gain: Gain) -> str:
    number = 1 if gain.option.endswith("1") else 2
    return said(WON["besieged" if gain.won else "besieger"], name=told.siege.plan(number).name)


def _timer(told: FirestormEntryContext) -> str:
    moved = told.one(siege.SiegeMoved)
    if moved is None:
        return _goes_on(told)
    known = {"where": told.place, "roll": moved.roll}
    if moved.siege.step == "assault":
        if not moved.roll:
            return say("The Final Assault on {where} cannot wait", **known)
        return say("The Final Assault on {where} cannot wait (rolled {roll})", **known)
    if not moved.roll:
        return say("The besiegers of {where} can wait because help is on its way", **known)
    return say("The besiegers of {where} can wait (rolled {roll})", **known)


def _option(told: FirestormEntryContext) -> str:
    now, gained = _siege(told), [one.gain for one in told.all(siege.Gained)]
    if now is None:
        return _goes_on(told)
    if now.step == "assault":
        return say("{who} begins the Final Assault on {where}", who=told.who, where=told.place)
    if not gained:
        name = told.siege.options[now.option].name if now.option in told.siege.options else ""
        return say("{who} chooses “{option}” at {where}", who=told.who, where=told.place, option=name)
    done = clauses(*(_outcome(told, one) for one in gained))
    return say("Siege turn {number} at {where} – {done}", number=gained[0].turn, where=told.place, done=done)


DONE: dict[tuple[Besieging, bool], str] = {
    ("besieger", True): mark("the besiegers: {option}"),
    ("besieger", False): mark("the besiegers: {option} (failed)"),
    ("besieged", True): mark("the besieged: {option}"),
    ("besieged", False): mark("the besieged: {option} (failed)"),
}


def _outcome(told: FirestormEntryContext, gain: Gain) -> str:
    return said(DONE[gain.side, gain.won], option=told.siege.options[gain.option].name)


def _bought(told: FirestormEntryContext) -> str:
    bought = told.one(siege.Bought)
    if bought is None:
        return _goes_on(told)
    name, target = told.siege.equipment[bought.purchase.item].name, bought.purchase.target
    return say(
        "{who} buys {item} ({target}) for {where}", who=told.who, where=told.place, item=name, target=target
    )


ASSAULTED: dict[Besieging, str] = {
    "besieger": mark("{who} reports that {where} has fallen"),
    "besieged": mark("{who} reports that {where} has held"),
}


def _assaulted(told: FirestormEntryContext) -> str:
    winner: Besieging = "besieger" if told.params.get("winner") == "besieger" else "besieged"
    return _what_of(told, said(ASSAULTED[winner], who=told.who, where=told.place))


BATTLES: dict[str, Teller] = {
    "agree_size": _size,
    "agree_games": _games,
    "name_scenario": _scenario,
    "roll_terrain": _terrain,
    "roll_commands": _commands,
    "report": _reported,
    "confirm": _confirmed,
    "dispute": _disputed,
    "decide": _ruled,
    "walkover": _walkover,
    "prepare_battle": _prepared,
    "offer_siege": _offered,
    "start_siege": _started,
    "siege_turn": _timer,
    "take_option": _option,
    "buy_equipment": _bought,
    "end_siege": _assaulted,
}
