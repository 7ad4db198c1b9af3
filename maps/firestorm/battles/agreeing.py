"""What the sides of a battle have told of its games, and whose word that needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from django.db.models import Q

from campaigns.engine.asking.agreements import is_organisers, kept_agreements, word_given
from campaigns.engine.stored.agreement import Agreement, LastWord
from campaigns.engine.stored.journal import with_words_restored
from campaigns.engine.stored.plugin_parts import ToldGames
from campaigns.models import Entry, Scope
from maps.firestorm.acting import at_table
from maps.firestorm.battles.battle_labels import battle_title
from maps.firestorm.viewer import FirestormViewer
from maps.turns.at_table import says_others_agreed
from maps.turns.rulings import was_told_anew
from rules.engine.codec import load_effects
from rules.engine.plain import Params, text_in
from rules.firestorm.effects import BattleDecided, BoutChanged
from rules.firestorm.league.sides import factions_in_battle
from rules.firestorm.state import Bout, Firestorm

REPORTS = ("firestorm.report", "firestorm.end_siege")
DISPUTE = "firestorm.dispute"
DECIDE = "firestorm.decide"  # by the clock as well
TOLD = ("reported", "disputed")


def game_agreements(state: Firestorm) -> Iterator[Agreement]:
    """Of every game that was told and does not count yet."""
    return (_told(state, one) for one in state.bouts.values() if one.status in TOLD)


def _told(state: Firestorm, bout: Bout) -> Agreement:
    battle = state.battles[bout.battle]
    return Agreement(
        key=bout.id,
        sides=battle.factions,
        stands="disputed" if bout.status == "disputed" else "sent",
        about=battle.id,
        title=battle_title(state, battle),
        by=(bout.reported_by,),
        agreed={bout.reported_by: "reported"},
        again=bout.is_told_again,
    )


def game_told_in(state: Firestorm, entry: Entry) -> Agreement | None:
    """What an entry has brought about of a game that was told: a dispute, or that it counts. What an
    organiser decides is told as theirs.
    """
    if is_organisers(entry, DECIDE):
        return None
    told = (one["bout"] for one in entry.effects if one["effect"] == BoutChanged.effect)
    left = next((one for one in told if one["status"] in ("disputed", "confirmed")), None)
    bout = state.bouts.get(left["id"]) if left is not None else None
    if left is None or bout is None:
        return None
    game = _told(state, replace(bout, status=left["status"], reported_by=left["reported_by"]))
    if not game.is_disputed:
        ends = any(one["effect"] == BattleDecided.effect for one in entry.effects)
        return replace(word_given(game, entry, text_in(entry.params, "faction")), ends=ends)
    return replace(game, again=was_told_anew(entry, left, REPORTS))


def game_tellings(scope: Scope, state: Firestorm, found: Sequence[Agreement]) -> list[Agreement]:
    """With the last word of each side, in the order it was said."""
    last: dict[str, dict[tuple[str, bool], LastWord]] = {one.key: {} for one in found}
    about = Q(procedure__in=REPORTS, params__battle__in={one.about for one in found})
    about |= Q(procedure=DISPUTE, params__bout__in=[*last])
    told = scope.entries.filter(about, void=False).select_related("actor").order_by("place", "seq")
    for entry in with_words_restored(told):
        bout, telling = told_game(entry), _telling(state, entry)
        if bout is not None and bout.id in last:
            side = text_in(entry.params, "faction"), telling.disputes
            last[bout.id].pop(side, None)
            last[bout.id][side] = telling
    return [replace(one, told=tuple(last[one.key].values())) for one in found]


def told_game(entry: Entry) -> Bout | None:
    """The game an entry is about, as it left it."""
    return next((one.bout for one in load_effects(entry.effects) if isinstance(one, BoutChanged)), None)


def _telling(state: Firestorm, entry: Entry) -> LastWord:
    return LastWord(
        who=state.name_of(text_in(entry.params, "faction")),
        seat=entry.actor,
        of=entry,
        disputes=entry.procedure == DISPUTE,
        words=text_in(entry.params, "words"),
    )


def agreements_about(viewer: FirestormViewer, *bouts: str) -> dict[str, Agreement]:
    """What was told of these games and does not count yet, by game."""
    found = kept_agreements(viewer.scope, viewer.registration, viewer.state, *bouts) if bouts else ()
    return {one.key: one for one in found}


def factions_of_game(state: Firestorm, params: Params) -> Collection[str]:
    """Those of the game, or else of the battle, that an act names."""
    bout, battle = text_in(params, "bout"), text_in(params, "battle")
    told = next((one.sides for one in game_agreements(state) if one.key in (bout, battle)), None)
    return told or factions_in_battle(state, battle) or ()


TOLD_GAMES: ToldGames[Firestorm] = ToldGames(
    tells=frozenset({*REPORTS, DISPUTE, at_table.CONFIRM, DECIDE}),
    sides=factions_of_game,
    waiting=game_agreements,
    with_words=game_tellings,
    came_of=game_told_in,
    for_others=says_others_agreed,
)
