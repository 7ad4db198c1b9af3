"""The lower parts of a game's plug-in: what the door, rights and rows ask of a game.

`LeagueRules` and `ActRules` know no scope, viewer or address: they are the rules' own, of a league's state
and of a procedure by its name. `StorePart` is how the state is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.functional import Promise

from campaigns.engine.lines import Act, Encounter, ForWhom, Parking, TakesBack, Traces
from campaigns.engine.plain import (
    anybody,
    default_empty,
    default_false,
    default_mapping,
    default_none,
    itself,
    no_occasion,
    no_text,
)
from campaigns.engine.stored.agreement import Agreement
from campaigns.models import Entry, Scope
from rules.engine.effects import Effect
from rules.engine.plain import JsonObject, Params
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.engine.telling import Tell
from rules.engine.todos import Todo, WhoseMove, Word

type Owns = Callable[[str], bool]  # whether somebody plays a side
type Rests = Callable[[Todo], bool]  # whether nobody is there to do it
type GoesOn[S: State, B] = Callable[[S, B, Sequence[Todo], Rests, Collection[str]], Sequence[Act]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldGames[S: State]:
    """What a state keeps that was told of its games.

    `tells`: the procedures by which one is told, disputed or agreed to; `sides(state, params)`: of the game
    that one of them is about; `waiting(state)`: what does not count yet (whom each waits for, until when, the
    to-dos of the same key say); `with_words(scope, state, found)`: these, with what each side has said last;
    `came_of(state, entry)`: what came of a game by one of the procedures, a dispute or that it counts;
    `for_others(params)`: whether whoever told it says by one of them that the others agreed at the table.
    """

    tells: frozenset[str]
    sides: Callable[[S, Params], Collection[str]]
    waiting: Callable[[S], Iterable[Agreement]]
    with_words: Callable[[Scope, S, Sequence[Agreement]], Sequence[Agreement]]
    came_of: Callable[[S, Entry], Agreement | None]
    for_others: Callable[[Params], bool]


@dataclass(frozen=True, kw_only=True)
class LeagueRules[S: State, B]:
    """What a league of a game is, read from its state and book alone."""

    members_of: Callable[[S, str], Sequence[str]]
    """Seat ids of those who play a side, who speaks for it first; each of them may do what the side may."""
    sides_at: Callable[[S, str], Sequence[str] | None]
    """The sides that play in a mission or battle, None where everybody may join in."""
    is_over: Callable[[S], bool]
    """Whether nothing new begins in it any more."""
    won_by: Callable[[S, B], Sequence[str]]
    """The sides that have won it, once it is over; several share the win."""
    whose_move: WhoseMove[S, B]
    """What everybody has to do, may do and waits for; nothing else works that out."""
    settings: Callable[[S], Mapping[str, object]]
    """Those chosen."""
    seen: Callable[[S, Owns], S]
    """The state as somebody sees it who plays these sides; the very same one where nothing is kept from
    anybody now."""
    ranks: Callable[[S, B], Mapping[str, int]]
    """The place of each side in the league's own table; those who stand near each other meet."""
    tell: Tell
    """An entry as a sentence, from (procedure, params, answers, effects, name, edition)."""
    by_die: Callable[[S, str], bool] = default_false
    """Whether the app's die chooses for somebody."""
    played_by: Callable[[S, str, str], Sequence[str]] | None = None
    """Seat ids of those who played a side in a mission or battle, which may have gone to somebody else since;
    None where a side stays with those who play it."""
    held_by: Callable[[S, str, datetime | None], Sequence[str]] | None = None
    """The same of a moment."""
    in_play: Callable[[S, str], bool] = anybody
    """Whether a side is not out of it for good."""
    near: Callable[[S, str], Sequence[str]] = default_empty
    """Who does not play a side and takes it all the same: is about to play it, or has just left it."""
    plays_from: Callable[[S, str], Mapping[str, int]] = default_mapping
    """From which turn on each of a side's people plays it, who is still to come too; those who have from the
    first may be left out."""
    bout: Callable[[S, str], Encounter | None] = default_none
    """One of what is played between sides, by its id."""
    told_games: ToldGames[S] | None = None
    """What was told of its games, where the state keeps that."""
    parting: Callable[[S, Collection[str]], Sequence[Act]] | None = None
    """The acts by which a person who leaves the club, with all their seats, leaves their side."""
    lost_with: Callable[[S, Collection[str], bool], Sequence[str]] = default_empty
    """What they lose by it, said before: to themselves (the last argument), or to who removes them."""
    told_apart: Callable[[S], S] = itself
    """What a correction has given the same name, numbered as it is stored."""
    next_steps: Callable[[S, B, datetime], Sequence[Act]] = default_empty
    """What follows by itself now, without anybody; the door does it in the same transaction."""
    passes_over: bool = False
    """Whether, in leagues begun from now on, that takes the step of a side that has nothing to choose
    (`Todo.idle`)."""
    passed_after_games: Callable[[S, B], Iterable[Todo]] = default_empty
    """Of the to-dos those of which it does so in every league, in the write that has changed a game."""
    unanswered: Callable[[B, Question], object] = default_none
    """What counts there, and when a time is up, if nobody answers; None: it waits for somebody."""
    goes_on: GoesOn[S, B] | None = None
    """What silence does where nobody is there to do what falls to them in these rows, once nobody else has
    anything left to do, and at once for sides that nobody plays; None: it waits for them."""
    turn: Callable[[S], int] | None = None
    """Which turn or round of its map it is in, where sides keep something from each other by turns; None
    where all that is secret is sealed answers."""
    turn_begins: str = ""
    """The effect by which a turn begins, with its `number`."""
    teams: Callable[[S], Sequence[Collection[str]]] = default_empty
    """The sides that belong together, team by team; they do not meet if it can be helped."""
    reckoned: Mapping[str, Callable[[S, B, str], object]] = field(default_factory=dict)
    """What the rules reckon from an entity, by its table: for programs."""
    from_the_present: str | Promise = ""
    """Why nothing deeper is corrected, empty where the past is replayed."""
    occasion: Callable[[S, str], tuple[str, str]] = no_occasion
    """When in the league something was played, in brief and at length."""
    chapter: Callable[[S, str, Params, str], str | None] = no_text
    """Under which title an entry stands in the list to correct from: empty for the league itself, None where
    it goes with the entry before it."""
    table_titles: Mapping[str, str] = field(default_factory=dict)
    """What the dice tables of its books are called, by the names of their fields."""


@dataclass(frozen=True, kw_only=True)
class ActRules[S: State, B]:
    """What a game's procedures mean to others, by their names; what is said in a word stands at their
    decorators (`rules.engine.games.ActTrait`)."""

    stands_in: Callable[[str, str, bool], bool]
    """Whether an organiser may act in a procedure for somebody; the last argument: they take a side
    themselves."""
    change: Callable[[str, str, str], Act]
    """The act that changes a setting in a running league, from key, value and words."""
    reasons: bool = False
    """Whether changing a setting wants words."""
    title: Callable[[str, Params], str] = no_text
    """What a dialogue is called, empty for the procedure's own title."""
    words: Mapping[str, Word[S, B]] = field(default_factory=dict)
    """Acts that bind others, with whose word each takes; they become requests."""
    reported: Mapping[str, Callable[[S, Params], list[str]]] = field(default_factory=dict)
    """Those that count when the others agree, with the sides of such facts."""
    absent: Mapping[str, Callable[[S, Params], Sequence[str]]] = field(default_factory=dict)
    """Those of them that say who did not come, with the sides that did not."""
    doubted: Mapping[str, Callable[[S, Params], Refused | None]] = field(default_factory=dict)
    """The refusal of what looks like a slip, so that it is asked about before it is taken."""
    parking: Parking[S, B] | None = None
    """What a report may have to wait for."""
    takes_back: Mapping[str, Callable[[S, Params], TakesBack | None]] = field(default_factory=dict)
    """What such a procedure takes back before it begins."""
    first: Mapping[str, Callable[[S, Params], Act | None]] = field(default_factory=dict)
    """What has to have begun before one, or a report of it, and begins with it: in the same transaction."""
    begins: Mapping[str, Callable[[S, B], Act | None]] = field(default_factory=dict)
    """What whoever has done one goes on with at once, with the same dice: in the same transaction."""
    closes_dialogues: Mapping[str, Callable[[Params], tuple[str, Params, object]]] = field(
        default_factory=dict
    )
    """Before one begins: the open dialogues (of a procedure, with parameters) in which nobody is asked any
    more, and the value that answers what is left."""
    idle: Callable[[Iterable[Effect]], Iterable[Params]] = default_empty
    """Parameters whose open dialogues an entry with these effects has made idle; they are closed with it."""
    when_over: str = ""
    """The parameter by which a report says when what it tells of was over."""


@dataclass(frozen=True, kw_only=True)
class StorePart[S: State, B]:
    """How the state of a game is kept, and what of it stands beside it."""

    sides: str
    """The table of those who play."""
    held: str
    """The field of whatever belongs to one of them."""
    traces: Traces
    """How entries name what they are about."""
    summary: Callable[[S, B], JsonObject]
    """What a person's home tells of a league: ids, names and figures, of what everybody sees."""
    for_whom: Callable[[Mapping[str, object]], ForWhom]
    """Whom a summary concerns."""
    games: str = ""
    """The table of what is played between sides, empty where there is none."""
    games_in: str = ""
    """The table of the single games of one, where it may have several, each with its `battle`."""
    known: Mapping[str, Callable[[Scope, Params], Params]] = field(default_factory=dict)
    """What only the server knows and nobody may send, by procedure, as all of its parameters."""
    elsewhere: Callable[[Scope, S, Collection[str]], None] = default_none
    """What a write that touched these names means to other scopes, done there at its end."""
