"""The demo club with one of everything: every game, a season played out, a reader of every kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.management import call_command
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Role, Scope, Seat
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, new_game
from tests.scenario import scenario

PLAIN = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


@dataclass(frozen=True)
class WholeClub:
    """`people` by what they are to the club; `None` is nobody signed in. `leagues` are of every game."""

    club: Club
    people: dict[str, Seat | None]
    leagues: tuple[Scope, ...]


@contextmanager
def standing(blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    """The club, for all tests of a module: it takes long to make. Each test takes back what it changes."""
    with blocker.unblock(), transaction.atomic():
        with override_settings(STORAGES=PLAIN):
            made = whole_club()
        yield made
        transaction.set_rollback(True)


@scenario
def demo_club() -> Club:
    """The club of `manage.py demo`."""
    call_command("demo")
    return Club.objects.get()


@scenario
def whole_club() -> WholeClub:
    club = demo_club()
    organiser = club.seats.filter(role=Role.ORGANISER).order_by("pk").first()
    player = club.seats.filter(role=Role.PLAYER).order_by("pk").first()
    assert organiser
    assert player
    over_with(organiser)
    game = new_game(factories.signed_in(player), player)
    walk = Walk(factories.signed_in(player), game)
    for _tap in range(25):
        walk.step()
    people = {
        "organiser": organiser,
        "player": player,
        "bystander": factories.new_seat(club=club, name="Bystander"),
        "spectator": factories.new_seat(club=club, name="Spectator", role=Role.SPECTATOR),
        "stranger": factories.new_organiser(name="Stranger"),
        "nobody": None,
    }
    Scope.objects.filter(pk=club.scopes.order_by("pk")[0].pk).update(is_public=True)
    return WholeClub(club, people, tuple(club.scopes.order_by("pk")))


def over_with(
    organiser: Seat, names: Sequence[str] = ("Ada", "Bo", "Cleo"), points: int = 150, **more: Any
) -> Scope:
    """A season played out: somebody fell, a warband was disbanded, it was closed."""
    scope = play.found_league(organiser, name="Last Winter", parallel_play="on", **more)
    ada, bo, gone = (
        play.found_warband(scope, play.player(scope, name), units=play.band(points)) for name in names
    )
    play.answer_all(scope, organiser, play.act(scope, organiser, "start"))
    victim = play.state_of(scope).sheet(bo)[1].id
    killer = play.state_of(scope).sheet(ada)[0].id
    play.evening(scope, organiser, ada, bo, kills={victim: killer}, answers={"roll": 1})
    play.act(scope, organiser, "disband_warband", warband=gone)
    door.act(scope.pk, Actor(organiser), "opr.close", {"words": "the season is over"})
    return scope
