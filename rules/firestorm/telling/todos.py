"""To-dos as sentences to whoever has them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rules.engine.language import listed, mark, said
from rules.engine.todos import Todo
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.state import Firestorm, PhaseName

TOLD = ("reported", "disputed", "confirmed")
IN_SIEGE = mark("{names} has the next move in the siege of {name}.")
WORDS = {
    "fs.corner": mark("Choose the corner you begin in."),
    "fs.alliance": mark("Choose your grand alliance."),
    "return_banner": mark("Bring {name} back from reserve."),
    "raise_banner": mark("You may raise a new banner."),
    "fs.ready:preparation": mark("Say that you’re ready for the turn."),
    "fs.seal": mark("Write and seal the orders for your banners."),
    "fs.siege": mark("Decide whether the battle for {name} is a siege."),
    "fs.siege:waits": mark("Waiting for {names} to decide whether the battle for {name} is a siege."),
    "fs.lay": mark("Storm {name}, or lay siege to it."),
    "fs.lay:waits": IN_SIEGE,
    "fs.timer": mark("Roll to see whether the assault on {name} can wait."),
    "fs.timer:waits": IN_SIEGE,
    "fs.option": mark("Choose what your side does in the siege of {name}."),
    "fs.option:waits": IN_SIEGE,
    "fs.assault": mark("Buy equipment, fight the Final Assault on {name} and report the result."),
    "fs.agree": mark("The battle for {name} has been reported. Is the report right?"),
    "fs.agree:waits": mark("Your report of the battle for {name} counts once the other side agrees."),
    "fs.ruling:waits": mark(
        "The battle for {name} is disputed: an organiser must decide, or one of the sides can report it "
        "again."
    ),
    "fs.ruling:again": mark(
        "Your new report of the battle for {name} counts once the other side ({names}) agrees or an "
        "organiser decides."
    ),
    "fs.fight:another": mark("Fight the next game for {name} and report the result."),
    "fs.fight": mark("Fight for {name} and report the result."),
    "fs.queued:waits": mark("Your battle for {name} begins when the one before it is over."),
    "fs.retreat": mark("Settle what happens to {name}."),
    "fs.retreat:waits": mark("{name} leaves after the other factions’ banners."),
    "fs.rally": mark("Rally {name}."),
    "fs.rally:waits": mark("{name} rallies after the other factions’ banners."),
    "fs.spoils": mark("Roll for the build points from the battle for {name}."),
    "count_dead": mark("Enter who was lost in the battle for {name}."),
    "upgrade": mark("You may upgrade a survivor of the battle for {name}."),
    "raze": mark("{name} may raze the territory it is in."),
    "fs.remove": mark("You have too many banners: remove one."),
    "fs.ready:aftermath": mark("Say that you’re done with the aftermath."),
    "build": mark("Spend your build points, or keep them."),
    "fs.ready:build": mark("Say that you’re done with building."),
}


def faction_todo_key(todo: Todo, phase: PhaseName, again: Container[str]) -> str:
    """Which of `WORDS` tells a to-do; empty for what has no sentence. `again`: battles of which a game was
    told already.

    Source: FS-160
    """
    if todo.stand == "may":
        word = todo.act
    elif todo.stand == "waits":
        told_again = todo.kind == "fs.ruling" and any(todo.on)
        word = f"{todo.kind}:again" if told_again else f"{todo.kind}:waits"
    elif todo.kind == "fs.ready":
        word = f"fs.ready:{phase}"
    else:
        word = "fs.fight:another" if todo.kind == "fs.fight" and todo.about[0] in again else todo.kind
    return word if word in WORDS else ""


def thing_of(todo: Todo, known: Container[str]) -> str:
    """The banner, game or battle a to-do is about, of those that are known; empty for none. Source: FS-160"""
    named = (todo.params.get(one, "") for one in ("banner", "bout", "battle"))
    return next((one for one in (*named, *todo.about) if isinstance(one, str) and one in known), "")


def name_in(state: Firestorm, thing: str) -> str:
    """What a sentence calls it: a banner by its name, a battle or a game by where it is fought.

    Source: FS-160
    """
    battle = state.bouts[thing].battle if thing in state.bouts else thing
    return state.name_of(state.battles[battle].territory if battle in state.battles else thing)


def faction_todo_text(word: str, name: str, names: Iterable[str] = ()) -> str:
    """A to-do as a sentence to whoever has it. Source: FS-160"""
    return said(WORDS[word], name=name, names=listed(names))


def faction_todo_sentence(state: Firestorm, todo: Todo) -> str:
    """The same of a to-do of a league. Source: FS-160"""
    names = [state.name_of(one) for one in todo.on if one]
    return faction_todo_text(_word(state, todo), name_in(state, thing_in(state, todo)), names)


def thing_in(state: Firestorm, todo: Todo) -> str:
    """The banner, game or battle of a league that a to-do is about, empty for none. Source: FS-160"""
    return thing_of(todo, {*state.battles, *state.bouts, *state.banners})


def _word(state: Firestorm, todo: Todo) -> str:
    fought = todo.about[:1] if todo.kind == "fs.fight" else ()
    again = [battle for battle in fought if bouts_of(state, battle, *TOLD)]
    return faction_todo_key(todo, state.now.phase, again)


def with_words(state: Firestorm, rows: Iterable[Todo]) -> Iterator[Todo]:
    """Those that are told, each sentence once; what one may do only beside what one must, that one waits for
    an organiser not beside what one is asked of the same game. Source: FS-160
    """
    told = [one for one in rows if _word(state, one)]
    asked = {one.about for one in told if one.stand == "must"}
    found = [one for one in told if one.kind != "fs.ruling" or one.stand != "waits" or one.about not in asked]
    owes = any(one.stand == "must" for one in found)
    seen: set[tuple[str, str]] = set()
    for one in found:
        said_of = (_word(state, one), "" if one.act == "build" else thing_in(state, one))
        if said_of not in seen and (owes or one.stand != "may"):
            seen.add(said_of)
            yield one
