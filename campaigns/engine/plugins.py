"""What a game brings to the club, said once: one frozen dataclass, one instance in each game's own folder.

The lower half, `Registration`, is what the door needs; here is what pages, paper, clock and demo ask a game.
No game is the default and nothing is filled in from outside. What every game has to decide (who plays, who
sees what, what its pages and its paper show) has no default: such a field that is missing is a type error,
not a silent blank. What a game may well do without has its plain answer (`campaigns.engine.plain`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from hashlib import sha256

from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils.functional import Promise

from campaigns.engine.histories import ComparedFigures
from campaigns.engine.lines import (
    Act,
    ButtonLink,
    Ending,
    Forgotten,
    Group,
    Hint,
    InDraft,
    LeagueLine,
    Need,
    Page,
    Paper,
    Playing,
    Section,
    StepsStanding,
    TodoLine,
)
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.on_the_board import Ranking
from campaigns.engine.plain import (
    anybody,
    default_empty,
    default_none,
    no_occasion,
    no_steps,
    no_text,
    not_reported,
    unfiltered_state,
    unveiled,
)
from campaigns.engine.rulebooks import Rulebook
from campaigns.engine.stored import words
from campaigns.engine.stored.store import Owns, Registration, registration_of, registrations
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.models import Correction, Dialogue, Entry, LeaguePrint, Scope, Seat
from rules.engine.codec import dump, load_effects
from rules.engine.effects import Effect
from rules.engine.journal import Record
from rules.engine.plain import JsonObject, Params
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.maps.book import MapBook

VERSIONS = 2**31  # as many as a program may send


def at_the_league(scope: Scope, params: Params) -> str:
    """What it was about has no page of its own."""
    return reverse("campaigns:league", args=[scope.pk])


@dataclass(frozen=True, slots=True)
class Single:
    """A game outside any league, as a club plans one. `books()`: the editions it is played by, with their
    titles; `begin(by, players, edition)` opens it, and its scope is where it is played.
    """

    title: str | Promise
    books: Callable[[], list[tuple[str, str]]]
    begin: Callable[[Seat, Sequence[Seat], str], Scope]


@dataclass(frozen=True, kw_only=True)
class GamePlugin[S: State, B](Registration[S, B]):
    """Everything a club's pages ask a game.

    **Founding and settings.** `rulebooks()`: its editions with their settings, none for a game no league is
    founded in. `settings(state)`: those chosen. `change(key, value, words)`: the act that changes one in a
    running league; `reasons`: whether it wants words. `length_form(viewer, post)`: sets by hand how long a
    league runs, `set_length` is the act; `ending(viewer)`: what it means to end it now by the act `close`,
    None where that cannot be. `table_titles`: what the dice tables of its books are called, by the names of
    their fields.

    **The frame.** `sections` of its leagues; `club_pages`: what it has beside them, for the whole club;
    `help`: an evening with it, step by step. `title(procedure, params)`: what a dialogue is called, empty for
    the procedure's own title. `place(scope, params)`: the page of what an entry or dialogue was about.
    `next_place(viewer, entry)`: where one goes on after an entry, empty for its place. `what_now(viewer,
    about)`: where what a refusal is about is seen to, None for its place.

    **Who may see what.** `veil(viewer, plain)`: plain data as this visitor may see it. `may_see(viewer,
    effect)`, and the dice behind it; `may_read(viewer, procedure, question)`: an answer in what is still
    open; `may_follow(viewer, procedure, params)`: an open dialogue at all, with its questions.
    `withheld(viewer)`: codes of entries of which this visitor does not learn yet that there are any.
    `in_the_club`: procedures whose words a public page leaves out; `small`: those the chronicle alone tells
    of, and no news. `beside(scope, seats)`: what it keeps of a person outside the journal, table by table,
    for the file of all that is kept of them.

    **The past.** `groups(viewer, about)`: what the chronicle can be asked about. `from_the_present`: why
    nothing deeper is corrected, empty where the past is replayed. `figures`: what is compared of two
    histories, and its words. `occasion(state, played)`: when in the league something was played, in brief and
    at length. `chapter(state, procedure, params, code)`: under which title an entry stands in the list to
    correct from, empty for the league itself, None where it goes with the entry before it.
    `facts_link(viewer, entry)`: to the form that corrects an entry's facts; `more_url(viewer, entry)`: the
    form that puts what was forgotten in front of an entry, empty when it takes nothing; `in_draft(draft,
    record, name)`: the form that an entry has while a correction is a draft; `forgotten`: the one for what
    was never written down at all.

    **Reports.** `report_lines(viewer, facts)`: what one says, in short lines, of the procedures in
    `report_entries`. `report_says(names, facts)`: in a few words, with the names of sides.

    **Pages.** `home(viewer)`: the league's. `board(viewer)`: on the television. `needs(viewer)` and
    `standing(viewer)` are on the organiser's desk. `todos(mine, scope, open)`: what it wants of a person; it
    takes the open dialogues that it tells of out of `open`, which has them by "scope:slot name". Kinds of
    to-dos nobody is told of are done `at_the_table`; what is done there as a rule, `afterwards`, is told when
    it stands for an hour.
    `beginning(mine, scope)`: what a league that has not started wants of whoever is in it or runs it.
    `invitation(mine, scope)`: how somebody comes in who is in the club and not in the league.
    `lines(mine, scope)`: how a person stands. `playing(mine, scope)`: where they play, if they can.
    `own_page(mine, scope)`: label, address and icon of their own page.

    **Who plays whom.** `ranks`: the place of each side in the league's own table, by which those
    who stand near each other meet.
    `meet(viewer, sides)`: what begins a game between these sides: an act, or the address where it begins.
    `single`: a game of it outside any league; of such a one `bout` says how far it is, whatever the id.

    **Paper.** `pages(asked, paper)`: of the league's file; `has_pages(viewer)`: whether there are any.
    `paper_style`: the template of what its pages have besides the style of everything printed.

    **For programs.** `reckoned`: what the rules reckon from an entity, by its table: (state, book, id).

    **Maps.** `ground()`: what it wants of the maps a club draws for it; None where nothing is played on one.

    **By itself.** `clock(now)`: how many steps time brought.

    **The demo club.** `demo`: what plays its leagues, from (seats by name, organiser).
    """

    rulebooks: Callable[[], list[Rulebook]]
    settings: Callable[[S], Mapping[str, object]]
    change: Callable[[str, str, str], Act]
    reasons: bool = False
    length_form: Callable[[Viewer[S, B], QueryDict | None], Form | None] = default_none
    set_length: str = ""
    ending: Callable[[Viewer[S, B]], Ending | None] = default_none
    table_titles: Mapping[str, str] = field(default_factory=dict)

    sections: tuple[Section, ...]
    club_pages: tuple[Section, ...] = ()
    help: tuple[Hint, ...]
    title: Callable[[str, Params], str] = no_text
    place: Callable[[Scope, Params], str] = at_the_league
    next_place: Callable[[Viewer[S, B], Entry], str] = no_text
    what_now: Callable[[Viewer[S, B], Mapping[str, str]], ButtonLink | None] = default_none

    veil: Callable[[Viewer[S, B], JsonObject], JsonObject]
    may_see: Callable[[Viewer[S, B], Effect], bool]
    may_read: Callable[[Viewer[S, B], str, Question], bool]
    may_follow: Callable[[Viewer[S, B], str, Params], bool]
    withheld: Callable[[Viewer[S, B]], Collection[str]]
    in_the_club: frozenset[str]
    small: frozenset[str] = frozenset()
    beside: Callable[[Scope, Sequence[Seat]], Iterable[tuple[str, Sequence[JsonObject]]]]

    groups: Callable[[Viewer[S, B], str], tuple[Group, ...]] = default_empty
    from_the_present: str | Promise = ""
    figures: ComparedFigures[S]
    occasion: Callable[[S, str], tuple[str, str]] = no_occasion
    chapter: Callable[[S, str, Params, str], str | None] = no_text
    facts_link: Callable[[Viewer[S, B], Entry], ButtonLink | None] = default_none
    more_url: Callable[[Viewer[S, B], Entry], str] = no_text
    in_draft: Callable[[Correction, Record, Callable[[str], str]], InDraft | None] = default_none
    forgotten: Forgotten | None = None

    report_entries: frozenset[str] = frozenset()
    report_lines: Callable[[Viewer[S, B], Params], list[str]] = not_reported
    report_says: Callable[[Mapping[str, str], Params], str] = no_text

    home: Callable[[Viewer[S, B]], HttpResponse]
    board: Callable[[Viewer[S, B]], Ranking]
    needs: Callable[[Viewer[S, B]], Iterable[Need]] = default_empty
    standing: Callable[[Viewer[S, B]], Iterable[StepsStanding]] = default_empty
    todos: Callable[[MyLeagues, Scope, dict[str, Dialogue]], Iterable[TodoLine]] = default_empty
    at_the_table: frozenset[str] = frozenset()
    afterwards: frozenset[str] = frozenset()
    beginning: Callable[[MyLeagues, Scope], TodoLine | None] = default_none
    invitation: Callable[[MyLeagues, Scope], TodoLine | None]
    lines: Callable[[MyLeagues, Scope], Iterable[LeagueLine]]
    playing: Callable[[MyLeagues, Scope], Playing | None]
    own_page: Callable[[MyLeagues, Scope], tuple[str, str, str] | None] = default_none

    ranks: Callable[[S, B], Mapping[str, int]]
    meet: Callable[[Viewer[S, B], tuple[str, ...]], Act | str]
    single: Single | None = None

    pages: Callable[[LeaguePrint, Paper], list[Page]]
    has_pages: Callable[[Viewer[S, B]], bool] = anybody
    paper_style: str = ""

    reckoned: Mapping[str, Callable[[S, B, str], object]] = field(default_factory=dict)

    ground: Callable[[], MapBook] | None = None

    clock: Callable[[datetime], int] = no_steps

    demo: tuple[Callable[[dict[str, Seat], Seat], None], ...]

    @property
    def keeps_secrets(self) -> bool:
        """Whether some effects are for certain eyes only."""
        return self.may_see is not anybody


@dataclass(frozen=True, kw_only=True)
class OpenGamePlugin[S: State, B](GamePlugin[S, B]):
    """Of a game that keeps nothing from anybody but sealed answers, and nothing outside its journal, and in
    which an organiser may act for anybody: whoever takes it says so.
    """

    stands_in: Callable[[str, str, bool], bool] = anybody
    beside: Callable[[Scope, Sequence[Seat]], Iterable[tuple[str, Sequence[JsonObject]]]] = default_empty
    seen: Callable[[S, Owns], S] = unfiltered_state
    veil: Callable[[Viewer[S, B], JsonObject], JsonObject] = unveiled
    may_see: Callable[[Viewer[S, B], Effect], bool] = anybody
    may_read: Callable[[Viewer[S, B], str, Question], bool] = anybody
    may_follow: Callable[[Viewer[S, B], str, Params], bool] = anybody
    withheld: Callable[[Viewer[S, B]], Collection[str]] = default_empty
    in_the_club: frozenset[str] = frozenset()


type AnyPlugin = GamePlugin[State, object]  # of a game one need not know


@cache
def plugin_of(game: str) -> AnyPlugin:
    """The desk of a game."""
    found = registration_of(game)
    assert isinstance(found, GamePlugin)
    return found


def plugins() -> list[AnyPlugin]:
    """Every game's, in the order of the shelf."""
    return [plugin_of(game) for game in registrations()]


def veiled(viewer: AnyViewer, found: JsonObject) -> JsonObject:
    """JsonObject data as this visitor of a league's page may see it."""
    return plugin_of(viewer.scope.game).veil(viewer, found)


def versioned_entity(viewer: AnyViewer, entity: object) -> JsonObject:
    """An entity with all its fields, as this visitor may see it, and the version of what they see."""
    told = veiled(viewer, dump(entity))
    return {**told, "version": _version(told)}


def _version(told: JsonObject) -> int:
    """A number for exactly this: it changes with what somebody sees, and with nothing else."""
    sent = json.dumps(told, sort_keys=True, default=str)
    return int.from_bytes(sha256(sent.encode()).digest()[:4]) % VERSIONS


def entry_effects(entry: Entry, texts: dict[int, str]) -> tuple[Effect, ...]:
    """What an entry did; a correction's own entry does nothing itself."""
    if entry.procedure == CORRECTION:
        return ()
    return tuple(load_effects(words.put_back(entry.effects, texts)))


def seen_by(viewer: AnyViewer, effects: Sequence[Effect]) -> Sequence[Effect]:
    """The effects this visitor may know of."""
    plugin = plugin_of(viewer.scope.game)
    return [one for one in effects if plugin.may_see(viewer, one)] if plugin.keeps_secrets else effects


def knows_all(viewer: AnyViewer, effects: Sequence[Effect]) -> bool:
    """Whether this visitor may know all of these effects, and so what led to them."""
    return len(seen_by(viewer, effects)) == len(effects)


def require_deep(scope: Scope) -> None:
    """Raise `Refused` where the past is not replayed with other answers."""
    if why_not := plugin_of(scope.game).from_the_present:
        raise Refused("", str(why_not), admission=True)


def rulebooks() -> list[Rulebook]:
    """Every rulebook a league can choose, in the order in which the wizard shows them."""
    return [book for plugin in plugins() for book in plugin.rulebooks()]


def rulebook(edition: str) -> Rulebook | None:
    return next((book for book in rulebooks() if book.edition == edition), None)
