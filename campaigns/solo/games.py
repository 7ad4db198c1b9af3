"""Games against the app: started, answered, taken back. All through the door.

A game is a scope of its own. The people at its table act for any of its sides. What a game means to a league
stands in `solo_league`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TypedDict

from django.db.transaction import atomic
from django.utils.translation import gettext as _

from campaigns.engine import correcting as corrections
from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.transaction.slot_standing import last_fixed_answer, stand_by
from campaigns.engine.transaction.writing import CORRECTION, NOTES
from campaigns.engine.who.rights import Actor, may_answer
from campaigns.models import Dialogue, Entry, Scope, ScopeKind, Seat
from campaigns.solo.armies import EDITIONS, PoolArmy, available_armies, pool_lists
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.solo.game import LATEST
from rules.solo.state import PoolList, SoloState, TableSide, Unit

AI_SIDES, PEOPLE = 3, 6
STRIKES = frozenset({"solo.attack", "solo.reroll", "solo.spell", "solo.defend"})


def start_practice(
    *,
    seat: Seat,
    edition: str,
    armies: Sequence[PoolArmy],
    people: Sequence[str] = (),
    apps: int = 1,
    settings: Params | None = None,
) -> Scope:
    """A practice game for `people` (by default the one who starts it); the lists are drawn at the table."""
    names = [name.strip()[:120] for name in people if name.strip()] or [seat.name]
    if len(names) > PEOPLE or not 1 <= apps <= AI_SIDES:
        sentence = _("Up to %(people)s people against up to %(apps)s warbands run by the app.")
        field = "people" if len(names) > PEOPLE else "apps"
        raise Refused("SOLO-76", sentence % {"people": PEOPLE, "apps": AI_SIDES}, field)
    if len(armies) < len(names) + apps:
        raise Refused("SOLO-07", _("There are fewer lists than sides. Choose more lists."), "lists")
    sides = [_app(at, apps) for at in range(1, apps + 1)]
    sides += [TableSide(f"p{at}", name, "human", apps + at) for at, name in enumerate(names, start=1)]
    name = _("%(names)s against the app") % {"names": ", ".join(names)}
    return started(seat, name[:80], edition, settings or {}, {"sides": sides, "pool": pool_lists(armies)})


def start_planned_game(by: Seat, players: Sequence[Seat], edition: str) -> Scope:
    """A game that was planned for these people, against one warband of the app."""
    names = [one.name for one in players]
    return start_practice(seat=by, edition=edition, armies=available_armies(by.club, edition), people=names)


def _app(at: int, of: int) -> TableSide:
    name = _("The app") if of == 1 else _("The app %(n)s") % {"n": at}
    return TableSide(f"app{at}", name, "ai_neutral", at)


class Opening(TypedDict, total=False):
    """What a game is opened with, as `solo.open` takes it."""

    sides: list[TableSide]
    units: list[Unit]
    pool: list[PoolList]
    mission: str
    organised: bool
    played_before: int
    league_round: int


@atomic
def started(seat: Seat, name: str, edition: str, settings: Params, opening: Opening) -> Scope:
    """A new game by the solo rules with its first entry."""
    wanted = {**EDITIONS.get(edition, {}), **settings}
    scope = found_scope(
        club=seat.club,
        by=seat,
        game="solo",
        edition=LATEST,
        name=name,
        settings=wanted,
        kind=ScopeKind.GAME,
    )
    plain = {
        key: [asdict(one) for one in value] if isinstance(value, list) else value
        for key, value in opening.items()
    }
    door.act(scope.pk, Actor(seat), "solo.open", plain)
    return scope


# At the table


def table_dialogue(scope: Scope) -> Dialogue | None:
    """What the table is asked now: the dialogue begun last comes first, as it interrupts the others."""
    dialogues = Dialogue.objects.filter(scope=scope).select_related("slot").order_by("-pk")
    return dialogues.first()


def answer_all(transaction: ScopeTransaction, slot: str, values: Params, *, app_dice: bool) -> None:
    """Answer several questions of one dialogue: all of them count, or none when one is refused."""
    for key, value in values.items():
        if door.answer_within(transaction, slot, key, value, app_dice=app_dice).settled:
            return


def undo_table_step(transaction: ScopeTransaction) -> None:
    """One step back: the latest answer, else the dialogue begun, else the latest entry.

    The app's dice stay with their slot, and so does what was chosen before them: the same step meets the same
    faces, whatever the way to it. Source: SOLO-02
    """
    dialogue = table_dialogue(transaction.scope)
    if dialogue is None:
        _take_back(transaction)
        return
    latest = dialogue.answers.order_by("-pk").first()
    if latest is not None and latest.pk > last_fixed_answer(dialogue):
        door.undo_within(transaction, dialogue.slot.code)
    else:
        door.set_aside_within(transaction, dialogue.slot.code, going_back=True)


def last_entry(scope: Scope) -> Entry | None:
    """The latest entry one may take back; the beginning of a game stays."""
    entries = scope.entries.filter(void=False).exclude(procedure__in=(CORRECTION, *NOTES))
    newest = entries.exclude(procedure="solo.open").select_related("slot").order_by("-seq")
    return newest.first()


def _take_back(transaction: ScopeTransaction) -> None:
    entry = last_entry(transaction.scope)
    if entry is None:
        raise Refused("", _("There is nothing to undo."), admission=True)
    may_answer(
        transaction.actor,
        "table",
        entry.procedure,
        transaction.scope,
        transaction.state,
        transaction.registration,
    )
    _not_their_own(transaction, entry)
    shown = corrections.preview_of(transaction.scope, {entry.slot.code: {"void": True}}, [])
    stand_by(entry.slot, entry)
    corrections.write_correction(transaction, shown.draft, [], "")


def _not_their_own(transaction: ScopeTransaction, entry: Entry) -> None:
    """What the app rolled in an attack stands until somebody else at the table says it is wrong."""
    assert isinstance(transaction.state, SoloState)
    alone = len(transaction.state.human_sides()) < 2 or transaction.is_organiser
    if entry.procedure in STRIKES and not alone and transaction.actor.is_seat(str(entry.actor_id)):
        sentence = _("You asked for this roll. Ask somebody else at the table, or an organiser, to undo it.")
        raise Refused("", sentence, admission=True)
