"""Orders while they are drafted: a faction's members edit them together, outside the journal.

They are changed under the league's lock, so that a change and the seal never pass each other. A change says
what it was made to (`seen`), the seal what all orders were; another member's in between is shown first.

For a faction whose people are absent an organiser writes on a sheet of their own (`StandInDraft`): nothing of
the faction's draft is on it, nothing of it is told to the faction before it is sealed, and once it is sealed
it is gone; from then on the seal is the faction's, who reads it, opens it and seals anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction, scope_transaction
from campaigns.engine.transaction.seals import side_seal
from campaigns.engine.who.side_streams import tell_side
from maps.firestorm.viewer import FirestormViewer
from maps.models import OrderDraft, StandInDraft
from rules.engine.refusals import Refused
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import on_map, sole_sealer
from rules.firestorm.orders.plans import MOVING, OrderPlan, in_sequence, most_steps, plan_problems
from rules.firestorm.orders.sealing import open_key, order_sheet
from rules.firestorm.orders.sheet import KINDS, sealed_order_plans, sheet_key
from rules.firestorm.phases.admission import banner_of, faction_problems
from rules.firestorm.reveal.outlook import next_territories
from rules.firestorm.state import Firestorm, OrderKind
from rules.turns.problems import TurnProblem, first_of

DRAFTS = "drafts"  # what a member's open page is told
RULE = "FS-26"


@dataclass(frozen=True, slots=True)
class OrderInDraft:
    """A banner's order as drafted. `said`: somebody has chosen it; without it the banner holds."""

    plan: OrderPlan
    said: bool = False
    by: str = ""
    at: datetime | None = None

    @property
    def seen(self) -> str:
        """The order in a word, to tell whether it has changed since a page was drawn."""
        return f"{self.plan.kind if self.said else ''}:{'.'.join(self.plan.path)}"


type Drafts = dict[str, OrderInDraft]  # by banner, in the order in which they act
type Change = Callable[[Firestorm, FirestormInForce, OrderPlan], OrderPlan]


def drafts(viewer: FirestormViewer, state: Firestorm, faction: str) -> Drafts:
    """What a faction has drafted for its banners on the map, or who stands in for it; one query."""
    found = {row.banner: row for row in _rows(viewer, state.now.turn, faction)}
    known = [_draft(found.get(one.id), one.id) for one in on_map(state, faction)]
    known.sort(key=lambda one: in_sequence(state, replace(one.plan, seq=one.plan.seq or len(known) + 1)))
    numbered = (replace(one, plan=replace(one.plan, seq=n)) for n, one in enumerate(known, 1))
    return {one.plan.banner: one for one in numbered}


def _rows(viewer: FirestormViewer, turn: int, faction: str) -> QuerySet[OrderDraft] | QuerySet[StandInDraft]:
    """The faction's own drafts for its members, for anybody else those on their own sheet."""
    about = {"scope": viewer.scope, "turn": turn, "faction": faction}
    if viewer.reads(faction):
        return OrderDraft.objects.filter(**about)
    return StandInDraft.objects.filter(**about, by=viewer.seat)


def _draft(row: OrderDraft | StandInDraft | None, banner: str) -> OrderInDraft:
    if row is None:
        return OrderInDraft(OrderPlan(banner=banner))
    kind: OrderKind = next((one for one in KINDS if one == row.kind), "hold")
    plan = OrderPlan(banner=banner, kind=kind, path=tuple(row.path), seq=row.seq)
    return OrderInDraft(plan, bool(row.kind), str(row.by_id or ""), row.at)


def as_sealed(viewer: FirestormViewer, faction: str, found: Drafts) -> Drafts:
    """What is under the seal, once it is closed, in place of what was drafted; for the faction's members."""
    sheet = order_sheet(viewer.state, faction)
    if not sheet.entry:
        return found
    sealed = sealed_order_plans(side_seal(viewer, faction, sheet.entry, sheet_key(sheet.turn, faction)))
    return {
        one: replace(draft, plan=sealed[one], said=True) if one in sealed else draft
        for one, draft in found.items()
    }


def plans(found: Mapping[str, OrderInDraft]) -> dict[str, OrderPlan]:
    return {banner: one.plan for banner, one in found.items()}


def drafts_mark(found: Drafts) -> str:
    """All orders and their sequence in a word, to tell whether any has changed since a page was drawn."""
    return sha256(repr([(banner, one.seen) for banner, one in found.items()]).encode()).hexdigest()[:16]


# Changing one


def choose_order(viewer: FirestormViewer, faction: str, banner: str, kind: str, seen: str) -> None:
    """Another kind of order; a way is kept as far as it goes."""
    chosen = next((one for one in KINDS if one == kind), None)
    if chosen is None:
        raise Refused("FS-30", _("Choose one of the four orders."), "kind")

    def change(state: Firestorm, book: FirestormInForce, plan: OrderPlan) -> OrderPlan:
        most = most_steps(state, book, faction, chosen)
        changed = replace(plan, kind=chosen, path=plan.path[:most])
        if chosen not in MOVING:
            _stop(state, book, changed)
        return changed

    _change(viewer, faction, banner, seen, change)


def extend_path(viewer: FirestormViewer, faction: str, banner: str, territory: str, seen: str) -> None:
    """One territory further, or another way from where it stands; a banner that was to stay moves."""

    def change(state: Firestorm, book: FirestormInForce, plan: OrderPlan) -> OrderPlan:
        kind: OrderKind = plan.kind if plan.kind in MOVING else "move"
        going = replace(plan, kind=kind)
        if territory in next_territories(state, book, going):
            return replace(going, path=(*going.path, territory))
        if territory in next_territories(
            state, book, replace(going, path=())
        ):  # next door: another way begins
            return replace(going, path=(territory,))
        raise _too_far(state, book, going)

    _change(viewer, faction, banner, seen, change)


def undo_step(viewer: FirestormViewer, faction: str, banner: str, seen: str) -> None:
    """The last step of a way is taken back."""
    _change(viewer, faction, banner, seen, lambda state, book, plan: replace(plan, path=plan.path[:-1]))


def _too_far(state: Firestorm, book: FirestormInForce, plan: OrderPlan) -> Refused:
    """Why a way does not go on there."""
    most = most_steps(state, book, state.banners[plan.banner].faction, plan.kind)
    code = "E24" if plan.kind == "move" else "E25"
    return book.problem(code, most=most).refused()


def _stop(state: Firestorm, book: FirestormInForce, plan: OrderPlan) -> None:
    problem = first_of(plan_problems(state, book, state.banners[plan.banner], plan))
    if problem:
        raise problem.refused()


def _change(viewer: FirestormViewer, faction: str, banner: str, seen: str, change: Change) -> None:
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        state, book = _open(transaction, viewer, faction)
        banner_of(state, book, banner, faction)
        draft = _as_seen(drafts(viewer, state, faction), banner, seen)
        changed = change(state, book, draft.plan)
        _save(transaction, viewer, faction, replace(draft, plan=changed, said=True), author=True)
        _tell(transaction, viewer, faction)


def _tell(transaction: ScopeTransaction, viewer: FirestormViewer, faction: str) -> None:
    """The faction's open pages follow its own draft."""
    if viewer.reads(faction):
        tell_side(transaction.scope, faction, DRAFTS)


def _open(
    transaction: ScopeTransaction, viewer: FirestormViewer, faction: str
) -> tuple[Firestorm, FirestormInForce]:
    """The league as it stands under the lock. Raises `Refused` when orders are not written now."""
    state = transaction.state
    assert isinstance(state, Firestorm)
    book: FirestormInForce = viewer.registration.game.book_of(state)
    problem = first_of(faction_problems(state, book, "seal_orders", faction, state.now.turn))
    if problem is None and order_sheet(state, faction).entry:
        if not viewer.reads(faction):
            said = {"faction": state.name_of(faction)}
            raise Refused("FS-163", _("%(faction)s’s orders are sealed.") % said)
        problem = book.problem("E22")
    if problem:
        raise problem.refused()
    return state, book


def _as_seen(found: Mapping[str, OrderInDraft], banner: str, seen: str) -> OrderInDraft:
    draft = found.get(banner)
    if draft is None:
        raise Refused(RULE, _("Only banners on the map can be given orders."), "banner")
    if draft.seen != seen:
        raise Refused(RULE, _("Something has changed. This is how things stand now."), admission=True)
    return draft


def _save(
    transaction: ScopeTransaction, viewer: FirestormViewer, faction: str, draft: OrderInDraft, *, author: bool
) -> None:
    """One draft, new or changed, in one statement: the faction's, or the one on the visitor's own sheet. Who
    changed its sequence alone is not its author."""
    plan = draft.plan
    about = {
        "scope": transaction.scope,
        "turn": _turn(transaction),
        "faction": faction,
        "banner": plan.banner,
    }
    told: dict[str, object] = {
        "kind": plan.kind if draft.said else "",
        "path": list(plan.path),
        "seq": plan.seq,
    }
    told |= {"at": transaction.now} if author else {}
    one = ["scope", "turn", "banner"]
    if viewer.reads(faction):
        told |= {"by": viewer.seat} if author else {}
        row = OrderDraft(**about, **told)
        OrderDraft.objects.bulk_create([row], update_conflicts=True, unique_fields=one, update_fields=told)
        return
    assert viewer.seat is not None
    sheet, one = StandInDraft(**about, **told, by=viewer.seat), [*one, "by"]
    StandInDraft.objects.bulk_create([sheet], update_conflicts=True, unique_fields=one, update_fields=told)


def _turn(transaction: ScopeTransaction) -> int:
    state = transaction.state
    assert isinstance(state, Firestorm)
    return state.now.turn


# Their sequence


def reorder(viewer: FirestormViewer, faction: str, banner: str, places: int) -> None:
    """A banner acts this many places later, or earlier."""
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        state, _book = _open(transaction, viewer, faction)
        found = drafts(viewer, state, faction)
        order = list(found)
        if banner not in found:
            raise Refused(RULE, _("Only banners on the map can be given orders."), "banner")
        at = order.index(banner)
        order.insert(min(max(at + places, 0), len(order) - 1), order.pop(at))
        for number, one in enumerate(order, start=1):
            if found[one].plan.seq != number or not found[one].at:
                plan = replace(found[one].plan, seq=number)
                _save(transaction, viewer, faction, replace(found[one], plan=plan), author=False)
        _tell(transaction, viewer, faction)


# Sealing


def no_sealer(viewer: FirestormViewer, faction: str) -> TurnProblem | None:
    """Why this member seals nothing and opens no seal: in their league one of them does. An organiser who
    stands in for the faction stands in for that one.
    """
    alone = sole_sealer(viewer.state, viewer.book, faction)
    if not viewer.owns(faction) or not alone or viewer.actor.is_seat(alone):
        return None
    return viewer.book.problem("E29", faction=viewer.state.name_of(faction))


def _by_sealer(viewer: FirestormViewer, faction: str) -> None:
    if problem := no_sealer(viewer, faction):
        raise problem.refused()


def seal_draft(viewer: FirestormViewer, faction: str, seen: str) -> DoorOutcome:
    """All that is drafted, as the page showed it, sealed as one answer; who has said nothing about a banner
    lets it hold.
    """
    _by_sealer(viewer, faction)
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        state, _book = _open(transaction, viewer, faction)
        turn = state.now.turn
        found = drafts(viewer, state, faction)
        if drafts_mark(found) != seen:
            sentence = _("These orders have changed in the meantime. Check them, then seal them.")
            raise Refused(RULE, sentence, admission=True)
        sheet = tuple(_lines(found))
        about = {"turn": turn, "faction": faction}
        outcome = door.act_within(transaction, "firestorm.seal_orders", about)
        if not outcome.settled:
            outcome = door.answer_within(transaction, outcome.slot, sheet_key(turn, faction), sheet)
        OrderDraft.objects.filter(scope=transaction.scope, turn__lt=turn).delete()
        StandInDraft.objects.filter(scope=transaction.scope, faction=faction).delete()
        return outcome


def open_again(viewer: FirestormViewer, faction: str) -> DoorOutcome:
    """One's own seal is opened, to change what it holds; nobody opens it in the faction's name."""
    if not viewer.reads(faction):
        said = {"faction": viewer.state.name_of(faction)}
        raise Refused("FS-163", _("Only %(faction)s can open this seal.") % said)
    _by_sealer(viewer, faction)
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        about = {"turn": _turn(transaction), "faction": faction}
        outcome = door.act_within(transaction, "firestorm.open_seal", about)
        if outcome.settled:
            return outcome
        return door.answer_within(transaction, outcome.slot, open_key(_turn(transaction), faction), True)


def _lines(found: Mapping[str, OrderInDraft]) -> Iterator[tuple[str, object]]:
    for banner, draft in found.items():
        plan = draft.plan
        yield f"kind:{banner}", plan.kind
        yield f"path:{banner}", plan.path
        yield f"seq:{banner}", plan.seq
