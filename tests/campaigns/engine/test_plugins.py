"""What a game brings to the club: what it has to say, and what it may leave out."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields

from campaigns.engine.plain import default_empty, no_steps
from campaigns.engine.plugins import GamePlugin, OpenGamePlugin, plugin_of, plugins

DECIDED = {
    *(
        "game",
        "sides",
        "held",
        "traces",
        "members_of",
        "sides_at",
        "stands_in",
        "is_over",
        "tell",
        "summary",
        "for_whom",
        "whose_move",
    ),
    *("rulebooks", "settings", "change", "sections", "help", "figures", "beside"),
    *("home", "board", "invitation", "lines", "playing", "ranks", "meet", "pages", "demo"),
}
SECRETS = {"seen", "veil", "may_see", "may_read", "may_follow", "withheld", "in_the_club"}


def has_none(field: Field[object]) -> bool:
    """Whether a field has no default."""
    return field.default is MISSING and field.default_factory is MISSING


def test_what_every_game_decides_has_no_default() -> None:
    assert {one.name for one in fields(GamePlugin) if has_none(one)} == DECIDED | SECRETS


def test_a_game_that_keeps_nothing_from_anybody_says_so_with_one_word() -> None:
    assert {one.name for one in fields(OpenGamePlugin) if has_none(one)} == DECIDED - {"stands_in", "beside"}


def test_what_follows_by_itself_in_time_has_a_clock() -> None:
    found = [
        one.game.name for one in plugins() if one.next_steps is not default_empty and one.clock is no_steps
    ]
    assert found == []


def test_what_changes_a_setting_is_an_act_of_the_game() -> None:
    acts = {plugin.game.name: plugin.change("key", "value", "words")[0] for plugin in plugins()}
    assert [act for game, act in acts.items() if act not in plugin_of(game).game.procedures] == []
