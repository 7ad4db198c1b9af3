"""What a coin-tossing league brings to the club."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.demo.playing import playing
from campaigns.engine.desk import OpenDesk
from campaigns.engine.histories import Figure, Figures
from campaigns.engine.lines import Act, Hint, Page, Paper, Traces
from campaigns.engine.passage.here import Here
from campaigns.engine.plain import anybody, nobody, nothing
from campaigns.engine.ranked import Ranked
from campaigns.engine.rulebooks import Rulebook, plain_rulebook
from campaigns.models import LeaguePrint, Seat
from campaigns.paper.formats import FORMATS
from campaigns.shell import sections
from tests.coin import models, views
from tests.coin.rules import BOOKS, GAME, Book, Coin, Evening, points_of, points_words, tell

RANKED: Ranked[Coin, Book] = Ranked(
    points=points_of,
    phase=lambda state: state.now.phase,
    counting=lazy("points"),
    counted=points_words,
    nobody=lazy("Nobody has come yet."),
    come=lazy("Come to the evening"),
)


def _rulebooks() -> list[Rulebook]:
    return [plain_rulebook(GAME, "coin-1", BOOKS["coin-1"].title, _("Two call, one coin decides."), "wins")]


def _members_of(state: Coin, tosser: str) -> tuple[str, ...]:
    found = state.tossers.get(tosser)
    return (found.owner, *found.mates) if found else ()


def _meet(here: Here[Coin, Book], sides: tuple[str, ...]) -> Act:
    return "coin.toss", dict(zip(("tosser", "against"), sides, strict=True))


def _pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    here: Here[Coin, Book] = Here(HttpRequest(), asked.scope, None, "league")
    page = {"page": views.page_of(here), "scope": asked.scope, "paper": FORMATS[paper]}
    return [(asked.scope.name, render_to_string("coin/paper.html", {**page, "language": get_language()}))]


def _evening(seats: dict[str, Seat], organiser: Seat) -> None:
    """Three come, and toss a few times."""
    with playing(Coin, seats, organiser, "coin", "coin-1", "The Copper Evening", {}) as season:
        for name in ("Marta", "Tom", "Jun"):
            slot = season.act(name, "enlist", owner=str(seats[name].pk), name=name).slot
            season.sides[name] = f"{slot}.tosser"
        season.act(organiser.name, "start")
        for one, other in (("Marta", "Tom"), ("Tom", "Jun"), ("Jun", "Marta")):
            season.act(organiser.name, "toss", tosser=season.sides[one], against=season.sides[other])
            if one == "Marta":
                season.act(organiser.name, "change_setting", key="calls", value="open")


DESK: OpenDesk[Coin, Book] = OpenDesk(
    game=GAME,
    rows={"evenings": models.Evening, "tossers": models.Tosser},
    sides="tossers",
    held="tosser",
    traces=Traces(played="toss", side="tosser", things=("against",), makes={"coin.enlist": "tosser"}),
    members_of=_members_of,
    sides_at=nobody,
    stands_in=anybody,
    beside=nothing,
    tell=tell,
    rulebooks=_rulebooks,
    settings=lambda state: {"wins": str(state.now.wins), "calls": state.now.calls},
    change=lambda key, value, words: ("coin.change_setting", {"key": key, "value": value}),
    figures=Figures(
        shown={"points": Figure(lazy("points"), 1), "winner": Figure(lazy("winner"))},
        called=lambda state, one: _("the evening") if isinstance(one, Evening) else "",
        questions={"coin": lazy("Coin")},
    ),
    is_over=RANKED.is_over,
    summary=RANKED.summary,
    for_whom=RANKED.for_whom,
    board=RANKED.board,
    invitation=RANKED.invitation,
    lines=RANKED.lines,
    playing=RANKED.playing,
    worth=points_of,
    meet=_meet,
    home=views.home,
    sections=(sections.LEAGUE, *sections.TOLD, *sections.OF_ORGANISERS),
    help=(
        Hint(lazy("Come to the evening"), lazy("Type a name, and you are in.")),
        Hint(lazy("Call it"), lazy("Each of two calls a side; the app’s coin decides.")),
        Hint(lazy("Win"), lazy("Whoever has won often enough has won the evening.")),
    ),
    pages=_pages,
    has_pages=anybody,
    demo=(_evening,),
)
