"""What a game brings to the club, said once: one frozen dataclass, one instance in each game's own folder.

It has parts, by who asks. No game is the default and nothing is filled in from outside. What every game has
to decide (who plays, who sees what, what its pages and its paper show) has no default: such a field that is
missing is a type error, not a silent blank. What a game may well do without has its plain answer
(`campaigns.engine.plain`).
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
    Version,
)
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.on_the_board import Ranking
from campaigns.engine.plain import (
    anybody,
    default_empty,
    default_none,
    no_steps,
    no_text,
    not_reported,
    unveiled,
)
from campaigns.engine.rulebooks import Rulebook
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import Registration, registration_of, registrations
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

VERSIONS = 10**9  # of nine digits at most: as many as a program may send, and a form reads


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
class SecrecyPart[S: State, B]:
    """Who may see what of a game."""

    veil: Callable[[Viewer[S, B], JsonObject], JsonObject]
    """Plain data as this viewer may see it."""
    may_see: Callable[[Viewer[S, B], Effect], bool]
    """An effect, and the dice behind it."""
    may_read: Callable[[Viewer[S, B], str, Question], bool]
    """An answer in what is still open, of a procedure."""
    may_follow: Callable[[Viewer[S, B], str, Params], bool]
    """An open dialogue at all, with its questions."""
    withheld: Callable[[Viewer[S, B]], Collection[str]]
    """Codes of entries of which this viewer does not learn yet that there are any."""
    beside: Callable[[Scope, Sequence[Seat]], Iterable[tuple[str, Sequence[JsonObject]]]]
    """What is kept of a person outside the journal, table by table, for the file of all that is kept."""


def nothing_hidden[S: State, B]() -> SecrecyPart[S, B]:
    """Of a game that keeps nothing from anybody but sealed answers, and nothing outside its journal."""
    return SecrecyPart(
        veil=unveiled,
        may_see=anybody,
        may_read=anybody,
        may_follow=anybody,
        withheld=default_empty,
        beside=default_empty,
    )


@dataclass(frozen=True, kw_only=True)
class ClubPart[S: State, B]:
    """What a club's pages tell of a league: home, board, organisers' page, nights."""

    board: Callable[[Viewer[S, B]], Ranking]
    """On the television."""
    invitation: Callable[[MyLeagues, Scope], TodoLine | None]
    """How somebody comes in who is in the club and not in the league."""
    lines: Callable[[MyLeagues, Scope], Iterable[LeagueLine]]
    """How a person stands."""
    playing: Callable[[MyLeagues, Scope], Playing | None]
    """Where they play, if they can."""
    meet: Callable[[Viewer[S, B], tuple[str, ...]], Act | str]
    """What begins a game between these sides: an act, or the address where it begins."""
    todos: Callable[[MyLeagues, Scope, dict[str, Dialogue]], Iterable[TodoLine]] = default_empty
    """What a league wants of a person. It takes the open dialogues it tells of out of the last argument,
    which has them by "scope:slot name"."""
    needs: Callable[[Viewer[S, B]], Iterable[Need]] = default_empty
    """What stands on the organisers' page."""
    standing: Callable[[Viewer[S, B]], Iterable[StepsStanding]] = default_empty
    """How far everybody is, for that page."""
    beginning: Callable[[MyLeagues, Scope], TodoLine | None] = default_none
    """What a league that has not started wants of whoever is in it or runs it."""
    own_page: Callable[[MyLeagues, Scope], tuple[str, str, str] | None] = default_none
    """Label, address and icon of a person's own page."""
    single: Single | None = None
    """A game of it outside any league."""


@dataclass(frozen=True, kw_only=True)
class CorrectionForms[S: State, B]:
    """The forms of a game by which its past is put right."""

    facts_link: Callable[[Viewer[S, B], Entry], ButtonLink | None] = default_none
    """To the one that corrects an entry's facts."""
    more_url: Callable[[Viewer[S, B], Entry], str] = no_text
    """The one that puts what was forgotten in front of an entry, empty when that takes nothing."""
    in_draft: Callable[[Correction, Record, Callable[[str], str]], InDraft | None] = default_none
    """The one an entry has while a correction is a draft."""
    forgotten: Forgotten | None = None
    """The one for what was never written down at all."""


@dataclass(frozen=True, kw_only=True)
class ReportWords[S: State, B]:
    """What is told of a game, and what a report says, of the procedures in `entries`."""

    versions: Callable[[Viewer[S, B], Agreement], Sequence[Version]] = default_empty
    """What each has said of a game that does not count yet, beside each other."""
    entries: frozenset[str] = frozenset()
    lines: Callable[[Viewer[S, B], Params], list[str]] = not_reported
    """In short lines."""
    says: Callable[[MyLeagues, Scope, Params], str] = no_text
    """In a few words, of which game and what, for whoever is asked about it on their home."""


@dataclass(frozen=True, kw_only=True)
class PastPart[S: State, B]:
    """The chronicle, receipts and corrections of a league."""

    figures: ComparedFigures[S]
    """What is compared of two histories, and its words."""
    groups: Callable[[Viewer[S, B], str], tuple[Group, ...]] = default_empty
    """What the chronicle can be asked about."""
    forms: CorrectionForms[S, B] = field(default_factory=CorrectionForms)
    reports: ReportWords[S, B] = field(default_factory=ReportWords)


@dataclass(frozen=True, kw_only=True)
class PlayPart[S: State, B]:
    """A league's frame, its settings, the page of questions, its clock."""

    rulebooks: Callable[[], list[Rulebook]]
    """Its editions with their settings, none for a game no league is founded in."""
    sections: tuple[Section, ...]
    """Those of its leagues."""
    help: tuple[Hint, ...]
    """An evening with it, step by step."""
    home: Callable[[Viewer[S, B]], HttpResponse]
    """The league's own page."""
    length_form: Callable[[Viewer[S, B], QueryDict | None], Form | None] = default_none
    """Sets by hand how long a league runs."""
    ending: Callable[[Viewer[S, B]], Ending | None] = default_none
    """What it means to end it now; None where that cannot be."""
    club_pages: tuple[Section, ...] = ()
    """What it has beside its leagues, for the whole club."""
    place: Callable[[Scope, Params], str] = at_the_league
    """The page of what an entry or dialogue was about."""
    next_place: Callable[[Viewer[S, B], Entry], str] = no_text
    """Where one goes on after an entry, empty for its place."""
    what_now: Callable[[Viewer[S, B], Mapping[str, str]], ButtonLink | None] = default_none
    """Where what a refusal is about is seen to, and a side that nobody plays; None for its place."""
    ground: Callable[[], MapBook] | None = None
    """What it wants of the maps a club draws for it; None where nothing is played on one."""
    clock: Callable[[datetime], int] = no_steps
    """How many steps time brought."""


@dataclass(frozen=True, kw_only=True)
class PaperPart[S: State, B]:
    """What is printed of a league."""

    pages: Callable[[LeaguePrint, Paper], list[Page]]
    """Those of the league's file."""
    has_pages: Callable[[Viewer[S, B]], bool] = anybody
    """Whether there are any."""
    style: str = ""
    """The template of what its pages have besides the style of everything printed."""


@dataclass(frozen=True, kw_only=True)
class GamePlugin[S: State, B](Registration[S, B]):
    """Everything a club asks a game: the lower half is the door's, these parts are the pages', the paper's,
    the clock's. What every game has to decide has no default in them."""

    secrecy: SecrecyPart[S, B]
    club: ClubPart[S, B]
    past: PastPart[S, B]
    play: PlayPart[S, B]
    paper: PaperPart[S, B]
    demo: tuple[Callable[[dict[str, Seat], Seat], None], ...]
    """What plays its leagues of the demo club, from (seats by name, organiser)."""

    @property
    def keeps_secrets(self) -> bool:
        """Whether some effects are for certain eyes only."""
        return self.secrecy.may_see is not anybody


type AnyPlugin = GamePlugin[State, object]  # of a game one need not know


@cache
def plugin_of(game: str) -> AnyPlugin:
    """The plug-in of a game."""
    found = registration_of(game)
    assert isinstance(found, GamePlugin)
    return found


def plugins() -> list[AnyPlugin]:
    """Every game's, in the order of the shelf."""
    return [plugin_of(game) for game in registrations()]


def veiled(viewer: AnyViewer, found: JsonObject) -> JsonObject:
    """Plain data as this visitor of a league's page may see it."""
    return plugin_of(viewer.scope.game).secrecy.veil(viewer, found)


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
    return tuple(load_effects(people_texts.put_back(entry.effects, texts)))


def seen_by(viewer: AnyViewer, effects: Sequence[Effect]) -> Sequence[Effect]:
    """The effects this visitor may know of."""
    plugin = plugin_of(viewer.scope.game)
    return (
        [one for one in effects if plugin.secrecy.may_see(viewer, one)] if plugin.keeps_secrets else effects
    )


def knows_all(viewer: AnyViewer, effects: Sequence[Effect]) -> bool:
    """Whether this visitor may know all of these effects, and so what led to them."""
    return len(seen_by(viewer, effects)) == len(effects)


def require_deep(scope: Scope) -> None:
    """Raise `Refused` where the past is not replayed with other answers."""
    if why_not := plugin_of(scope.game).rules.from_the_present:
        raise Refused("", str(why_not), admission=True)


def rulebooks() -> list[Rulebook]:
    """Every rulebook a league can choose, in the order in which the wizard shows them."""
    return [book for plugin in plugins() for book in plugin.play.rulebooks()]


def rulebook(edition: str) -> Rulebook | None:
    return next((book for book in rulebooks() if book.edition == edition), None)
