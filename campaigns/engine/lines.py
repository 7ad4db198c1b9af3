"""What a game tells the club's pages, in plain values: a line of the board, of the organiser's desk, of a
home.

Pages draw them without knowing which game they come from; a game makes them without knowing the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.functional import Promise
from django.utils.html import format_html, strip_tags
from django.utils.translation import pgettext

from rules.engine.effects import Effect
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.engine.todos import Todo

type Paper = Literal["A4", "Letter"]
type Page = tuple[str, str]  # of a printed file: its bookmark and its HTML
type BoutState = Literal["waits", "plays", "over", "off"]
type Act = tuple[str, Mapping[str, object]]  # a procedure and its parameters


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a league. `url` is the name of an address that takes the league's number, or the club's
    name; `group`: "organiser" when only they see it; `tab`: also a tab on phones; not `listed`: its pages
    exist, but no link of the frame leads there; where they have an address, the Organise page does.
    """

    name: str
    label: str = ""
    icon: str = ""
    url: str = ""
    group: str = ""
    tab: bool = False
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Ending:
    """What it means to end a league now. `called_off`: what is under way and falls with it."""

    text: str
    called_off: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of an evening on the page of help: what one does, and what comes of it."""

    title: str | Promise
    text: str | Promise


# The chronicle


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with what may be chosen below it: ids and names."""

    label: str
    choices: tuple[tuple[str, str], ...]


# What was told of a game


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """What one of them said last: a report in `lines` and `details`, or (`disputes`) that another is not
    right, in `words`. `own`: what of it not everybody says, where several are compared. `let_in`: who said so
    on a device that an organiser had let in. `answers`: who answers for their side now, where they play it no
    more. `report`: in which report that stands, 0: in none.
    """

    who: str
    mine: bool = False
    disputes: bool = False
    lines: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    words: str = ""
    let_in: tuple[str, ...] = ()
    answers: str = ""
    compared: bool = False
    own: tuple[str, ...] = ()
    report: int = 0
    emblem: str = ""


# The organiser's desk


@dataclass(frozen=True, slots=True)
class Saying:
    """One version of a disputed report: who says so, what only they say, and the words of the button; without
    them it is decided on its own page.
    """

    pk: int
    who: str
    emblem: str
    lines: tuple[str, ...]
    button: str = ""


@dataclass(frozen=True, slots=True)
class ToRemind:
    """Who is waited for and can be reminded, in the button's words; `done`: somebody has, within a day."""

    side: str
    words: str
    done: bool


@dataclass(frozen=True, slots=True)
class Need:
    """One thing on the desk. `urgent` ones come first; `sayings`: what each says of it; `does`: what is done
    about a `side` with one tap, sent to `to`, with what it wants (`wants`) and, where it asks first, what
    happens by it (`asks`); `write`: where one writes to those it is about; `remind`:
    whom one reminds with one tap.
    """

    title: str
    note: str
    url: str  # empty: nothing to do on a page
    action: str
    icon: str
    urgent: bool
    due: datetime | None = None
    sayings: tuple[Saying, ...] = ()
    does: str = ""
    to: str = ""
    side: str = ""
    wants: str = ""
    asks: tuple[str, ...] = ()
    write: ButtonLink | None = None
    remind: tuple[ToRemind, ...] = ()

    @property
    def at_once(self) -> bool:
        """Whether it can be decided where it stands."""
        return any(one.button for one in self.sayings)


@dataclass(frozen=True, slots=True)
class StepsStanding:
    """How far a side is with what follows a game; `url` is where one can act for it."""

    name: str
    side: str
    emblem: str
    what: str
    bars: tuple[str, ...]
    url: str


# A person's home


@dataclass(frozen=True, slots=True)
class TodoLine:
    """One line of "Waiting for you", as `parts/todo.html` draws it; of an invitation `waits`: they have asked
    to join and wait for the answer.
    """

    title: str
    url: str
    where: str = ""
    deadline: str = ""
    icon: str = "pencil"
    emblem: str = ""
    die: int = 0
    action: str = ""
    first: bool = False
    confirm: str = ""
    decline: str = ""
    scope: int = 0
    waits: bool = False


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """One of my leagues. `rank` among how many `sides` and by how many places it has `moved`; without a side
    of mine nothing of that. No rank: nothing is played yet.
    """

    name: str
    url: str
    note: str
    rank: int = 0
    sides: int = 0
    score: str = ""
    moved: int = 0

    @property
    def ordinal(self) -> str:
        first = pgettext("ordinal is 1", "{}st")  # Django has no German for it: our own stands in
        return first.format(1) if self.rank == 1 else strip_tags(str(ordinal(self.rank)))

    @property
    def place(self) -> str:
        """The same for a narrow margin: its letters small."""
        said, figure = self.ordinal, str(self.rank)
        ending = said.removeprefix(figure)
        return format_html("{}<small>{}</small>", figure, ending) if ending.isalpha() else said


@dataclass(frozen=True, slots=True)
class Playing:
    """Where a person begins a game in a league, or goes on with it, and where they write down one they have
    just played; empty where there is nothing to write down."""

    play: str
    played: str = ""


# Who plays whom


@dataclass(frozen=True, slots=True)
class Encounter:
    """Something played between sides: a mission, a battle. `at`: when it ended, or began; `note`: how far it
    is, in few words; `unplanned`: it came up by itself, and those who play it look for a day; `told`: what
    came of it waits for the others' word; `absent`: the sides that did not come to it. `losers`: who has lost
    where nobody has won, as far as a book knows that."""

    id: str
    sides: tuple[str, ...]
    title: str
    state: BoutState
    at: datetime | None = None
    winners: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()
    note: str = ""
    unplanned: bool = False
    told: bool = False
    absent: tuple[str, ...] = ()


# Undo


@dataclass(frozen=True, slots=True)
class Traces:
    """How a game's entries name what they are about: for undo, and for whoever wants to know.

    `played`: the parameter that names a mission or battle; `side`: the one that names a side; `things`:
    others; `single`: the one that names one of several games in a battle, which says in which. `makes`:
    procedures whose new thing is named after their entry, with what it is called there; `whole`: those of
    them that are about all that was played.
    """

    played: str
    side: str
    things: tuple[str, ...] = ()
    makes: Mapping[str, str] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    single: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All of these parameters."""
        return (self.played, self.side, *self.things)

    def begins(self, procedure: str) -> bool:
        """Whether all that was played begins with such an entry."""
        return self.makes.get(procedure) == self.played

    def about(self, procedure: str, params: Mapping[str, object], code: str) -> str:
        """The mission, side or thing that an entry with this slot code is about."""
        named = next((params[one] for one in self.names if params.get(one)), "")
        made = self.makes.get(procedure)
        return f"{code}.{made}" if made and not named else str(named)


# Corrections


@dataclass(frozen=True, slots=True)
class TakesBack:
    """What an act takes back before it begins: the last entry of `procedure` with these parameters that one
    of the sides in `by` has made, and what followed it `by_itself`.

    Once an act in `built_on` was done it is `late` for that.
    """

    procedure: str
    params: Params
    by: tuple[str, ...]
    by_itself: tuple[str, ...]
    built_on: frozenset[str]
    late: Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Parking[S, B]:
    """Reports that may have to wait for what is left of an earlier game, although all have agreed.

    `applies(state, book)`: whether a game may be told before. `waits_on(state, book, facts)`: the musts
    it waits for, as they can be done now; `held_by(state, book, side)`: those of a side that one of its next
    game would wait for. `begun(effects)`: how everybody stands as it begins, of what it
    would book now; that counts with it as the parameter `name`, which nobody sends. `gone(state, book,
    facts)`: whom it tells of that is gone, so that it cannot count as it was told any more and is an
    organiser's; `says_gone(state, them)` says so.
    """

    name: str
    applies: Callable[[S, B], bool]
    waits_on: Callable[[S, B, Params], Sequence[Todo]]
    held_by: Callable[[S, B, str], Sequence[Todo]]
    begun: Callable[[Sequence[Effect]], Sequence[object]]
    gone: Callable[[S, B, Params], Sequence[str]]
    says_gone: Callable[[S, Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One figure that a correction changes, as `parts/diff_row.html` draws it."""

    occasion: str
    what: str
    why: str
    whose: str
    emblem: str
    before: str
    after: str
    gained: bool = False
    noted: bool = False


@dataclass(frozen=True, slots=True)
class ButtonLink:
    """Where a button leads, and what it says."""

    url: str
    words: str


@dataclass(frozen=True, slots=True)
class InDraft:
    """The form that takes what was forgotten in a step, or other facts of a report, while a correction is a
    draft.

    Of a step that somebody has to call complete: its `title`, what is `asked` about it, by which `rule`.
    """

    link: ButtonLink
    title: str = ""
    asked: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The form for what was played and never written down: the name of its address, which takes the league's
    number, the button that leads there, and what a correction that puts it in is called.
    """

    url: str
    button: str | Promise
    title: str | Promise


# Whom a league concerns


EVERYBODY = datetime(1970, 1, 1, tzinfo=UTC)  # nobody has come to a club before


@dataclass(frozen=True, slots=True, kw_only=True)
class ForWhom:
    """Said by a game, kept beside its summary in columns by which a home picks the leagues it reads.

    `seated`: the sides with a line of their own. `plays`, `writes`: who can play, and write down what was
    played (`playing`). `for_organisers`: it wants one thing of those besides its to-dos. `open_to`: who has
    come to the club after that moment, is in no side and organises nothing is asked to join (`invitation`);
    None where nobody is. `over`: nothing is played there any more.
    """

    seated: Sequence[str] = ()
    plays: Sequence[str] = ()
    writes: Sequence[str] = ()
    for_organisers: bool = False
    open_to: datetime | None = None
    over: bool = False
