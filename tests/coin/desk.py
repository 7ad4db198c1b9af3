"""What a coin-tossing league brings to the club."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypedDict, cast

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.demo.playing import playing
from campaigns.engine.desk import (
    Desk,
    anybody,
    never,
    no_occasion,
    no_steps,
    nobody,
    not_reported,
    nothing,
    silence,
    unveiled,
    whole,
)  # fmt: skip
from campaigns.engine.histories import Figure, Figures
from campaigns.engine.lines import (
    EVERYBODY,
    Act,
    BoardRow,
    ForWhom,
    Hint,
    LeagueLine,
    Need,
    Page,
    Paper,
    Playing,
    Ranking,
    Todo,
    Traces,
)  # fmt: skip
from campaigns.engine.mine import Mine
from campaigns.engine.passage import summaries
from campaigns.engine.passage.here import Here
from campaigns.engine.rulebooks import LeagueSetting, Rulebook, SettingChoice
from campaigns.engine.who.seatbook import Known
from campaigns.models import LeaguePrint, Scope, Seat
from campaigns.paper.formats import FORMATS
from campaigns.shell import sections
from rules.engine.language import said
from tests.coin import models, views
from tests.coin.rules import BOOKS, GAME, SETTINGS, Book, Coin, Evening, points_words, standings, tell

WORDS = {
    "wins": gettext_noop("Points to win"),
    "calls": gettext_noop("Calls"),
    "sealed": gettext_noop("sealed until the coin has fallen"),
    "open": gettext_noop("open"),
}


def _rulebooks() -> list[Rulebook]:
    chosen = tuple(
        LeagueSetting(
            key=one.key,
            name=_(WORDS[one.key]),
            line=said(one.line),
            choices=tuple(SettingChoice(str(v), _(WORDS.get(str(v), str(v)))) for v in one.values),
            default=str(one.default),
            rule=one.rule,
            frozen=False,
            length=one.key == "wins",
        )
        for one in SETTINGS
    )
    return [Rulebook("coin", "coin-1", BOOKS["coin-1"].title, _("Two call, one coin decides."), chosen)]


def _members_of(state: Coin, tosser: str) -> tuple[str, ...]:
    found = state.tossers.get(tosser)
    return (found.owner, *found.mates) if found else ()


def _change(key: str, value: str, words: str) -> Act:
    return "coin.change_setting", {"key": key, "value": value}


def _place(scope: Scope, params: Mapping[str, object]) -> str:
    return reverse("campaigns:league", args=[scope.pk])


def _board(here: Here[Coin, Book]) -> Ranking:
    rows = [
        BoardRow(
            str(place), one["name"], points_words(one["points"]), _emblem(here, one["id"]), str(one["points"])
        )
        for place, one in enumerate(standings(here.state, here.book), 1)
    ]
    return Ranking(_("points"), tuple(rows), _("Nobody has come yet."))


def _emblem(here: Here[Coin, Book], tosser: str) -> str:
    return here.people.get(here.state.tossers[tosser].owner, Known("", "iron")).emblem


def _needs(here: Here[Coin, Book]) -> Iterator[Need]:
    if here.state.now.phase == "setup":
        url = reverse("campaigns:league", args=[here.scope.pk])
        yield Need(_("The tossing has not begun"), "", url, _("To the league"), "coin", urgent=False)


class Stand(TypedDict):
    id: str
    points: int


class Told(summaries.Told):
    """An evening on the home of whoever comes."""

    phase: str
    stand: list[Stand]


def _summary(state: Coin, book: Book) -> dict[str, object]:
    """Whether it has begun, and who stands where."""
    stand = [{"id": one["id"], "points": one["points"]} for one in standings(state, book)]
    return {"phase": state.now.phase, "stand": stand}


def _for_whom(kept: Mapping[str, object]) -> ForWhom:
    """They stand there, play while it is played, and come while it is set up."""
    told = cast("Told", kept)
    names = [one["id"] for one in told["stand"]]
    return ForWhom(
        seated=names,
        plays=names if told["phase"] == "play" else [],
        open_to=EVERYBODY if told["phase"] == "setup" else None,
    )


def _invitation(mine: Mine, scope: Scope) -> Todo | None:
    told = mine.told_of(scope, Told)
    inside = mine.seat(scope).is_organiser or any(mine.owns(one, scope) for one in told["names"])
    if told["phase"] != "setup" or inside:
        return None
    return Todo(title=_("Come to the evening"), url=_place(scope, {}), where=scope.name, scope=scope.pk)


def _lines(mine: Mine, scope: Scope) -> Iterator[LeagueLine]:
    told = mine.told_of(scope, Told)
    for place, one in enumerate(told["stand"], 1):
        if mine.owns(one["id"], scope):
            name, points = told["names"][one["id"]], points_words(one["points"])
            yield LeagueLine(scope.name, _place(scope, {}), name, place, len(told["stand"]), points)


def _playing(mine: Mine, scope: Scope) -> Playing | None:
    mine_too = any(True for _line in _lines(mine, scope))
    return Playing(_place(scope, {})) if mine_too and mine.told_of(scope, Told)["phase"] == "play" else None


def _worth(state: Coin, book: Book) -> dict[str, int]:
    return {one.id: one.points for one in state.tossers.values()}


def _meet(here: Here[Coin, Book], sides: tuple[str, ...]) -> Act:
    tosser, against = sides
    return "coin.toss", {"tosser": tosser, "against": against}


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


DESK: Desk[Coin, Book] = Desk(
    game=GAME,
    rows={"evenings": models.Evening, "tossers": models.Tosser},
    sides="tossers",
    held="tosser",
    members_of=_members_of,
    sides_at=nobody,
    is_over=lambda state: state.now.phase == "over",
    by_die=never,
    known={},
    followed=frozenset(),
    idle=nothing,
    reported={},
    doubted={},
    by_games=frozenset(),
    stands_in=anybody,
    first={},
    begins={},
    next_steps=nothing,
    closes={},
    seen=whole,
    summary=_summary,
    for_whom=_for_whom,
    tell=tell,
    rulebooks=_rulebooks,
    settings=lambda state: {"wins": str(state.now.wins), "calls": state.now.calls},
    change=_change,
    reasons=False,
    length_form=nobody,
    set_length="",
    close="",
    may_close=never,
    table_titles={},
    sections=(sections.LEAGUE, *sections.TOLD, *sections.OF_ORGANISERS),
    club_pages=(),
    help=(
        Hint(lazy("Come to the evening"), lazy("Type a name, and you are in.")),
        Hint(lazy("Call it"), lazy("Each of two calls a side; the app’s coin decides.")),
        Hint(lazy("Win"), lazy("Whoever has won often enough has won the evening.")),
    ),
    title=silence,
    place=_place,
    next_place=silence,
    veil=unveiled,
    may_see=anybody,
    may_read=anybody,
    may_follow=anybody,
    withheld=nothing,
    in_the_club=frozenset(),
    beside=nothing,
    traces=Traces(played="toss", side="tosser", things=("against",), makes={"coin.enlist": "tosser"}),
    groups=nothing,
    from_the_present="",
    figures=Figures(
        shown={"points": Figure(lazy("points"), 1), "winner": Figure(lazy("winner"))},
        words={},
        lost=frozenset(),
        called=lambda state, one: _("the evening") if isinstance(one, Evening) else "",
        said=silence,
        within=nothing,
        sums=nothing,
        questions={"coin": lazy("Coin")},
    ),
    occasion=no_occasion,
    chapter=silence,
    facts_link=nobody,
    more_url=silence,
    in_draft=nobody,
    forgotten=None,
    report_entries=frozenset(),
    report_lines=not_reported,
    report_says=silence,
    home=views.home,
    board=_board,
    needs=_needs,
    standing=nothing,
    todos=nothing,
    beginning=nobody,
    invitation=_invitation,
    lines=_lines,
    playing=_playing,
    own_page=nobody,
    games="",
    bout=nobody,
    worth=_worth,
    meet=_meet,
    single=None,
    pages=_pages,
    has_pages=lambda here: True,
    reckoned={},
    ground=None,
    clock=no_steps,
    demo=(_evening,),
)
