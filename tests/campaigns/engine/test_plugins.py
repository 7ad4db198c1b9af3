"""What a game brings to the club: what it has to say, and what it may leave out."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields

from campaigns.engine.plain import default_empty, no_steps
from campaigns.engine.plugins import (
    ClubPart,
    GamePlugin,
    PaperPart,
    PastPart,
    PlayPart,
    SecrecyPart,
    plugin_of,
    plugins,
)
from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart

DECIDED: dict[type, set[str]] = {
    GamePlugin: {"game", "rules", "acts", "store", "secrecy", "club", "past", "play", "paper", "demo"},
    LeagueRules: {
        "members_of", "sides_at", "is_over", "won_by", "whose_move", "settings", "seen", "ranks", "tell",
    },
    ActRules: {"stands_in", "change"},
    StorePart: {"sides", "held", "traces", "summary", "for_whom"},
    SecrecyPart: {"veil", "may_see", "may_read", "may_follow", "withheld", "beside"},
    ClubPart: {"board", "invitation", "lines", "playing", "meet"},
    PastPart: {"figures"},
    PlayPart: {"rulebooks", "sections", "help", "home"},
    PaperPart: {"pages"},
}  # fmt: skip


def has_none(field: Field[object]) -> bool:
    """Whether a field has no default."""
    return field.default is MISSING and field.default_factory is MISSING


def test_what_every_game_decides_has_no_default() -> None:
    for part, decided in DECIDED.items():
        assert {one.name for one in fields(part) if has_none(one)} == decided, part


def test_a_part_can_be_learnt() -> None:
    """A part of what a club asks a game has a few fields; what rules say alone stands apart."""
    asked = [one for one in DECIDED if one not in (GamePlugin, LeagueRules, ActRules)]
    assert all(len(fields(one)) <= 12 for one in asked)
    assert sum(len(fields(one)) for one in asked) <= 45


def test_what_follows_by_itself_in_time_has_a_clock() -> None:
    found = [
        one.game.name
        for one in plugins()
        if one.rules.next_steps is not default_empty and one.play.clock is no_steps
    ]
    assert found == []


def test_what_changes_a_setting_is_an_act_of_the_game() -> None:
    acts = {plugin.game.name: plugin.acts.change("key", "value", "words")[0] for plugin in plugins()}
    assert [act for game, act in acts.items() if act not in plugin_of(game).game.procedures] == []
