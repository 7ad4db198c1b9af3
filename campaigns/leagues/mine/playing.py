"""From home to a game: where I play and where I write down what we have just played, league by league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse

from campaigns.engine.lines import Playing
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.plugins import plugin_of
from campaigns.engine.who.access import may_play
from campaigns.models import Scope

type What = Literal["play", "played"]


@dataclass(frozen=True, slots=True)
class PlayingPlace:
    """A league to choose: its page of what is wanted, and what I play there with."""

    league: str
    note: str
    url: str


def places_of(mine: MyLeagues) -> list[tuple[Scope, Playing]]:
    """My leagues in which I can play, the newest first."""
    able = (scope for scope in mine.scopes if may_play(mine.seat(scope)))
    return [(scope, found) for scope in able if (found := plugin_of(scope.game).club.playing(mine, scope))]


def playing_url(what: What, games: Sequence[tuple[Scope, Playing]]) -> str:
    """Straight to the page in the only league, to the choice of one among several; empty for none."""
    urls = [url for _scope, one in games if (url := _url(what, one))]
    return urls[0] if len(urls) == 1 else reverse(f"campaigns:{what}") if urls else ""


def playing_places(what: What, mine: MyLeagues) -> list[PlayingPlace]:
    """The leagues to choose from."""
    games = [(scope, url) for scope, one in places_of(mine) if (url := _url(what, one))]
    return [PlayingPlace(scope.name, _note(mine, scope), url) for scope, url in games]


def _url(what: What, one: Playing) -> str:
    return one.play if what == "play" else one.played


def _note(mine: MyLeagues, scope: Scope) -> str:
    """With what I play there."""
    return next((line.note for line in plugin_of(scope.game).club.lines(mine, scope)), scope.club.name)
