"""What the sides of a battle have told of it and whose word that needs; who has written down that the others
agreed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaigns.engine.asking.agreements import is_organisers, kept_agreements, word_given
from campaigns.engine.stored.agreement import Agreement, LastWord
from campaigns.engine.stored.journal import with_words_restored
from campaigns.engine.stored.plugin_parts import ToldGames
from campaigns.models import Entry, Scope
from maps.conquest.acting import at_table
from maps.conquest.map.battle_lines import versus_title
from maps.conquest.viewer import ConquestViewer
from maps.turns.at_table import AtTable, said_at_table, says_others_agreed
from maps.turns.rulings import was_told_anew
from rules.conquest.league.sides import empires_in_battle
from rules.conquest.realm_figures import undecided_battles
from rules.conquest.state import Battle, Conquest
from rules.engine.lazy_tables import peek
from rules.engine.plain import text_in

TOLD = ("reported", "disputed")
REPORTS = ("conquest.report", "conquest.report_outcome")
DISPUTE = "conquest.dispute"
DECIDE = "conquest.decide"  # by the clock as well


def battle_agreements(state: Conquest) -> Iterator[Agreement]:
    """Of every battle that was told and does not count yet."""
    return (_told(state, one) for one in undecided_battles(state) if one.status in TOLD)


def _told(state: Conquest, battle: Battle) -> Agreement:
    by = battle.attackers if battle.side_of(battle.reported_by) == "attack" else battle.defenders
    return Agreement(
        key=battle.id,
        sides=battle.members,
        stands="disputed" if battle.status == "disputed" else "sent",
        about=battle.id,
        title=versus_title(state, battle),
        by=by,
        agreed=dict.fromkeys(by, "reported"),
        again=battle.is_told_again,
    )


def battle_told_in(state: Conquest, entry: Entry) -> Agreement | None:
    """What an entry has brought about of a battle that was told: a dispute, or that it counts. What an
    organiser decides is told as theirs.
    """
    battle = peek(state.battles, text_in(entry.params, "battle"))
    if battle is None or is_organisers(entry, DECIDE):
        return None
    told = _told(state, battle)
    for one in entry.effects:
        if one["effect"] == "conquest.settled":
            return word_given(told, entry, text_in(entry.params, "realm"))
        if one["effect"] == "conquest.disputed" or one.get("disputed"):
            return replace(told, stands="disputed", again=was_told_anew(entry, one, REPORTS))
    return None


def battle_tellings(scope: Scope, state: Conquest, found: Sequence[Agreement]) -> list[Agreement]:
    """With the last word of each side, in the order it was said."""
    last: dict[str, dict[tuple[str, bool], LastWord]] = {one.key: {} for one in found}
    told = scope.entries.filter(
        void=False, procedure__in=(*REPORTS, DISPUTE), params__battle__in=[*last]
    ).select_related("actor")
    for entry in with_words_restored(told.order_by("place", "seq")):
        key, telling = text_in(entry.params, "battle"), _telling(state, entry)
        side = state.battles[key].side_of(text_in(entry.params, "realm")), telling.disputes
        last[key].pop(side, None)
        last[key][side] = telling
    return [replace(one, told=tuple(last[one.key].values())) for one in found]


def _telling(state: Conquest, entry: Entry) -> LastWord:
    return LastWord(
        who=state.name_of(text_in(entry.params, "realm")),
        seat=entry.actor,
        of=entry,
        disputes=entry.procedure == DISPUTE,
        words=text_in(entry.params, "words"),
    )


def agreement_of(viewer: ConquestViewer, battle: Battle) -> Agreement | None:
    """What was told of a battle and does not count yet."""
    return next(iter(kept_agreements(viewer.scope, viewer.registration, viewer.state, battle.id)), None)


def word_at_table(viewer: ConquestViewer, battle: Battle, me: str) -> AtTable:
    """Who has written down that my side agreed at the table."""
    due = at_table.battle_taken_back(viewer.state, {"battle": battle.id, "realm": me})
    return said_at_table(viewer, due, viewer.state.name_of(battle.reported_by))


def must_wait(state: Conquest, agreement: Agreement | None, me: str) -> str:
    """Who has to agree to my side's report."""
    if agreement is None or agreement.is_disputed or me not in agreement.by:
        return ""
    return ", ".join(state.name_of(one) for one in agreement.asked or agreement.others)


TOLD_GAMES: ToldGames[Conquest] = ToldGames(
    tells=frozenset({*REPORTS, DISPUTE, at_table.CONFIRM, DECIDE}),
    sides=lambda state, params: empires_in_battle(state, text_in(params, "battle")) or (),
    waiting=battle_agreements,
    with_words=battle_tellings,
    came_of=battle_told_in,
    for_others=says_others_agreed,
)
