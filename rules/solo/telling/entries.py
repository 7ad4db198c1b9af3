"""One sentence for each entry of a solo game's chronicle, as a player would write it.

Pure: what is told comes from the effects; `names` turns ids into the names of today.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.engine.effects import Effect
from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.plain import Params
from rules.engine.questions import Answer
from rules.engine.telling import Names
from rules.solo import effects as fx
from rules.solo import setup_effects as sx
from rules.solo.book import told_value
from rules.solo.deciding.ground_plan import rounded_inches
from rules.solo.game import LATEST, solo_book
from rules.solo.state import Activation


def tell(
    procedure: str,
    params: Params,
    answers: Mapping[str, Answer],
    effects: Sequence[Effect],
    names: Names,
    edition: str = "",
) -> str | None:
    """The entry in one sentence without a full stop; None when there is nothing to tell."""
    teller = TELLERS.get(procedure.removeprefix("solo."))
    told = teller(effects, params, names) if teller else None
    return told.removesuffix(".") if told else None


def _first[E: Effect](effects: Sequence[Effect], kind: type[E]) -> E | None:
    return next((one for one in effects if isinstance(one, kind)), None)


def _all[E: Effect](effects: Sequence[Effect], kind: type[E]) -> list[E]:
    return [one for one in effects if isinstance(one, kind)]


def _open(effects: Sequence[Effect], params: Params, names: Names) -> str:
    sides = [one.side for one in _all(effects, sx.SideJoined)]
    people = listed(names(side.id) for side in sides if not side.is_ai)
    apps = listed(names(side.id) for side in sides if side.is_ai)
    return say("{people} sat down to play against {apps}, run by the app.", people=people, apps=apps)


def _lists(effects: Sequence[Effect], params: Params, names: Names) -> str:
    drawn = listed(
        say("{side} plays {list}", side=names(one.side), list=names(one.list))
        for one in _all(effects, sx.ListDrawn)
    )
    return f"{drawn}."


def _types(effects: Sequence[Effect], params: Params, names: Names) -> str:
    given = _all(effects, sx.TypeGiven)
    changed = [names(one.unit) for one in given if one.words]
    told = [
        say_many(
            len(given),
            "{number} of the app’s units was given its type.",
            "{number} of the app’s units were given their types.",
        )
    ]
    told += [say("Set by hand: {units}.", units=listed(changed))] if changed else []
    return " ".join(told)


RETYPED = {
    "hybrid": mark("{unit} now counts as hybrid, set by hand."),
    "shooting": mark("{unit} now counts as shooting, set by hand."),
    "melee": mark("{unit} now counts as melee, set by hand."),
}


def _type(effects: Sequence[Effect], params: Params, names: Names) -> str:
    return said(RETYPED[str(params["type"])], unit=names(str(params["unit"])))


def _marker(effects: Sequence[Effect], params: Params, names: Names) -> str:
    laid = _first(effects, sx.MarkerLaid)
    if laid is None:
        return say("The app found no place for its marker.")
    marker = laid.marker
    if marker.x is None:
        return say("Marker {marker} was placed.", marker=marker.name)
    return say(
        "Marker {marker} was placed, {along}″ along and {deep}″ in.",
        marker=marker.name,
        along=f"{rounded_inches(marker.x / 100):g}",
        deep=f"{rounded_inches((marker.y or 0) / 100):g}",
    )


def _zones(effects: Sequence[Effect], params: Params, names: Names) -> str:
    drawn = _first(effects, sx.ZoneDrawn)
    if drawn is not None and drawn.zone == 2:
        return say("The app deploys at the edge opposite the one the markers were measured from.")
    return say("The app deploys at the edge the markers were measured from.")


def _deploy(effects: Sequence[Effect], params: Params, names: Names) -> str:
    placed, kept = _all(effects, fx.Deployed), len(_all(effects, fx.Reserved))
    one, two = (sum(unit.section == section for unit in placed) for section in (1, 2))
    if not kept:
        return say("The app deployed {one} in section 1 and {two} in section 2.", one=one, two=two)
    return say_many(
        kept,
        "The app deployed {one} in section 1 and {two} in section 2, with {number} in reserve.",
        "The app deployed {one} in section 1 and {two} in section 2, with {number} in reserve.",
        one=one,
        two=two,
    )


def _deployed(effects: Sequence[Effect], params: Params, names: Names) -> str:
    return say("The players’ side has deployed.")


def _start(effects: Sequence[Effect], params: Params, names: Names) -> str:
    began = _first(effects, fx.RoundBegan)
    told = [say("Round {round} began.", round=params["round"])]
    if arrived := [names(one.unit) for one in _all(effects, fx.Deployed)]:
        told.append(say("{units} came on from reserve.", units=listed(arrived)))
    if began is not None and began.hit:
        both = say("The app gets +1 to hit and to Defense.")
        told.append(both if began.defense else say("The app gets +1 to hit."))
    return " ".join(told)


WINNERS = {
    "ai": mark("The app won."),
    "human": mark("The players won."),
    "draw": mark("It was a draw."),
}


def _end(effects: Sequence[Effect], params: Params, names: Names) -> str:
    seized = listed(
        say("{marker} to {side}", marker=names(one.marker), side=names(one.side))
        for one in _all(effects, fx.Seized)
        if one.side
    )
    over, round = _first(effects, fx.GameOver), params["round"]
    plain = say("Round {round} is over.", round=round)
    told = say("Round {round} is over: {seized}.", round=round, seized=seized) if seized else plain
    return f"{told} {said(WINNERS[over.winner])}" if over else told


def _turn(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    acted = [names(one.unit) for one in _all(effects, fx.Acted)]
    return say("{units} acted.", units=listed(acted)) if acted else None


TO_MARKER = {
    "ADVANCE": mark("{unit} advanced towards marker {marker}"),
    "RUSH": mark("{unit} rushed towards marker {marker}"),
}
TO_ENEMY = {
    "ADVANCE": mark("{unit} advanced towards the nearest enemy"),
    "RUSH": mark("{unit} rushed towards the nearest enemy"),
}
DEEDS = {
    "CHARGE": mark("{unit} charged"),
    "ADVANCE": mark("{unit} advanced"),
    "RUSH": mark("{unit} rushed"),
    "HOLD": mark("{unit} held its ground"),
    "IDLE": mark("{unit} stayed idle and recovered"),
}


def _activate(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    closed = _first(effects, fx.ActivationClosed)
    if closed is None:
        return None
    done = closed.activation
    target = names(done.target) if done.target else ""
    if done.action == "CHARGE" and target:
        return say("{unit} charged {target}.", unit=names(done.unit), target=target)
    deed, spells = _deed(done, names), listed(names(spell) for spell in done.spells)
    if spells and target:
        return say("{deed}, cast {spells} and shot at {target}.", deed=deed, spells=spells, target=target)
    if spells:
        return say("{deed} and cast {spells}.", deed=deed, spells=spells)
    return say("{deed} and shot at {target}.", deed=deed, target=target) if target else f"{deed}."


def _deed(done: Activation, names: Names) -> str:
    """What the unit did, as a sentence that may go on."""
    unit = names(done.unit)
    if not done.toward or done.action not in TO_MARKER:
        return said(DEEDS[done.action], unit=unit)
    if done.toward == "objective" and done.marker:
        return said(TO_MARKER[done.action], unit=unit, marker=names(done.marker))
    return said(TO_ENEMY[done.action], unit=unit)


LEFT = {
    "captured": mark("{unit} was captured and left the table."),
    "sent": mark("{unit} was sent off the table."),
    "exit": mark("{unit} left the table."),
}


def _status(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    state, kill = _first(effects, fx.StatusSet), _first(effects, fx.KillNoted)
    if state is None:
        return None
    unit, words = names(state.unit), solo_book(LATEST).words[state.terms]
    if kill is not None and kill.kill.how == "routed":
        return say("{unit} routed.", unit=unit)
    if kill is not None and kill.kill.by:
        return say("{unit} was {ko} by {by}.", unit=unit, ko=words["ko"], by=names(kill.kill.by))
    if kill is not None:
        return say("{unit} was {ko}.", unit=unit, ko=words["ko"])
    if state.out == "left":
        return said(LEFT.get(state.leaving, LEFT["exit"]), unit=unit)
    if not state.stunned:
        return say_many(state.wounds, "{unit} has {number} wound.", "{unit} has {number} wounds.", unit=unit)
    return say_many(
        state.wounds,
        "{unit} has {number} wound and is {stunned}.",
        "{unit} has {number} wounds and is {stunned}.",
        unit=unit,
        stunned=words["stunned"],
    )


def _attack(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    roll = _first(effects, fx.Attacked)
    if roll is None:
        return None
    figures = {"unit": names(roll.unit), "hits": roll.hits, "needed": roll.needed}
    if roll.target and roll.strike is not None and roll.strike.back:
        return say_many(
            roll.dice,
            "{unit} struck back at {target}, which had charged it: {hits} of {number} die hit, needing "
            "{needed}+.",
            "{unit} struck back at {target}, which had charged it: {hits} of {number} dice hit, needing "
            "{needed}+.",
            target=names(roll.target),
            **figures,
        )
    if not roll.target:
        return say_many(
            roll.dice,
            "{unit}: {hits} of {number} die hit, needing {needed}+.",
            "{unit}: {hits} of {number} dice hit, needing {needed}+.",
            **figures,
        )
    return say_many(
        roll.dice,
        "{unit} attacked {target}: {hits} of {number} die hit, needing {needed}+.",
        "{unit} attacked {target}: {hits} of {number} dice hit, needing {needed}+.",
        target=names(roll.target),
        **figures,
    )


def _reroll(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    roll = _first(effects, fx.Rerolled)
    if roll is None:
        return None
    return say_many(
        roll.strike.dice,
        "{unit} is elite and re-rolled: {hits} of {number} die hit.",
        "{unit} is elite and re-rolled: {hits} of {number} dice hit.",
        unit=names(roll.unit),
        hits=roll.strike.hits,
    )


def _spell(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    roll = _first(effects, fx.SpellWorked)
    if roll is None:
        return None
    spell, unit = names(roll.spell), names(roll.unit)
    if roll.works:
        return say("{unit} cast {spell}: it worked.", spell=spell, unit=unit)
    return say("{unit} cast {spell}: it failed.", spell=spell, unit=unit)


def _jump(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    roll = _first(effects, fx.Jumped)
    if roll is None:
        return None
    if roll.outcome in ("always", "jump"):
        return say("{unit} jumped.", unit=names(roll.unit))
    return say("{unit} did not jump.", unit=names(roll.unit))


def _section(effects: Sequence[Effect], params: Params, names: Names) -> str:
    return say(
        "{unit} was moved to section {section} by hand.",
        unit=names(str(params["unit"])),
        section=params["section"],
    )


def _concede(effects: Sequence[Effect], params: Params, names: Names) -> str:
    return say("{side} conceded.", side=names(str(params["side"])))


def _toss(effects: Sequence[Effect], params: Params, names: Names) -> str | None:
    toss = _first(effects, fx.Tossed)
    if toss is None:
        return None
    return say(
        "The die picked number {chosen} of {count} equally good options.",
        count=toss.count,
        chosen=toss.chosen,
    )


def _army_rules(effects: Sequence[Effect], params: Params, names: Names) -> str:
    return say("{unit}’s army rules were recorded.", unit=names(str(params["unit"])))


def _spells(effects: Sequence[Effect], params: Params, names: Names) -> str:
    return say("{side}’s spells were recorded.", side=names(str(params["side"])))


def _setting(effects: Sequence[Effect], params: Params, names: Names) -> str:
    key = str(params["key"])
    setting = solo_book(LATEST).settings[key]
    value = params["value"]
    words = told_value(value) if isinstance(value, str | int) else str(value)
    return say("{setting} From now on: {value}.", setting=setting.line, value=words)


TELLERS: dict[str, Callable[[Sequence[Effect], Params, Names], str | None]] = {
    "open": _open,
    "draw": _lists,
    "choose_list": _lists,
    "types": _types,
    "type": _type,
    "lay_marker": _marker,
    "place_marker": _marker,
    "zones": _zones,
    "deployed": _deployed,
    "deploy": _deploy,
    "start_round": _start,
    "end_round": _end,
    "human_turn": _turn,
    "activate": _activate,
    "status": _status,
    "defend": _status,
    "attack": _attack,
    "reroll": _reroll,
    "spell": _spell,
    "jump": _jump,
    "section": _section,
    "concede": _concede,
    "toss": _toss,
    "army_rules": _army_rules,
    "spells": _spells,
    "setting": _setting,
}
