"""What was forgotten, as part of a draft: a whole mission, a report where none was, what a step was used for.

An insert is stored in the order in which the draft replays it. One with `"open": True` is a step that ends
when the organiser says so; until then purchases, sales and recruits may be put in front of it. The dice of an
insert hang on what it is about: throwing the draft away and beginning again meets the same faces.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from campaigns.corrections.drafts import state_before
from campaigns.engine.correcting import inserted, inserted_in
from campaigns.engine.stored.journal import entry_record, entry_texts
from campaigns.engine.stored.store import registration_of
from campaigns.models import Correction, Entry, Scope, Seat
from rules.engine.effects import apply_all
from rules.engine.journal import Change, EntryOutcome, settle_again
from rules.engine.plain import JsonObject, Params, text_in, texts_in
from rules.engine.refusals import Refused
from rules.opr.game import book_of
from rules.opr.playing.owed import to_settle
from rules.opr.state import Mission, OprState

# The steps a report leaves to its warbands, in the rulebook's order.
STEPS = ("casualties", "experience", "close_upgrades", "close_recruiting")
# Those that somebody calls complete, and what may be put in front of each.
CLOSED_BY_HAND = {
    "opr.close_upgrades": ("opr.buy", "opr.sell", "opr.sell_part"),
    "opr.close_recruiting": ("opr.recruit", "opr.disband_unit"),
}
ACTS = tuple(act for acts in CLOSED_BY_HAND.values() for act in acts)
ABOUT = ("warband", "unit", "item")


class Insert(TypedDict):
    """A forgotten entry as a draft stores it; `open`: a step that ends when the organiser says so."""

    code: str
    procedure: str
    params: JsonObject
    after: int
    seed: str
    open: NotRequired[bool]


def new_insert(
    scope: Scope, procedure: str, params: Params, after: int, earlier: Sequence[Insert] = ()
) -> Insert:
    """The stored form of a forgotten entry behind the place `after`; `earlier` are the draft's others."""
    seed = _seed(scope, procedure, params, earlier)
    made: Insert = {
        "code": f"i{secrets.token_hex(5)}",
        "procedure": procedure,
        "params": dict(params),
        "after": after,
        "seed": seed,
    }
    return {**made, "open": True} if procedure in CLOSED_BY_HAND else made


def _seed(scope: Scope, procedure: str, params: Params, earlier: Sequence[Insert]) -> str:
    """Made of the club's secret and what it is about: nobody fishes for faces, one draft after another."""
    about = {name: params[name] for name in ABOUT if isinstance(params.get(name), str)}
    like = {f"params__{name}": one for name, one in about.items()}
    turn = scope.entries.filter(procedure=procedure, **like).count()
    turn += sum(
        1 for one in earlier if one["procedure"] == procedure and about.items() <= one["params"].items()
    )
    return salted_hmac(
        "forgotten", f"{scope.pk}:{procedure}:{sorted(about.items())}:{turn}", algorithm="sha256"
    ).hexdigest()


# --- Whole missions ----------------------------------------------------------------------------------------


def forgotten_mission(scope: Scope, by: Seat, facts: Params, after: int) -> Correction:
    """A draft with a mission that was played but not written down, and the steps that followed it."""
    inserts = [new_insert(scope, "opr.quick_report", facts, after)]
    mission = f"{inserts[0]['code']}.mission"
    _add_steps(scope, inserts, mission, texts_in(facts, "warbands"), after)
    return Correction.objects.create(scope=scope, by=by, inserts=inserts)


def _add_steps(
    scope: Scope, inserts: list[Insert], mission: str, warbands: Sequence[str], after: int
) -> None:
    for warband in warbands:
        params = {"mission": mission, "warband": warband}
        for step in STEPS:
            inserts.append(new_insert(scope, f"opr.{step}", params, after, inserts))


def report_instead(
    scope: Scope, by: Seat, entry: Entry, facts: Params, draft: Correction | None = None
) -> Correction:
    """A report in the place of a walk-over, or of the entry that called a mission off."""
    draft = draft or Correction(scope=scope, by=by)
    inserts = [one for one in draft.inserts if one["params"].get("mission") != facts["mission"]]
    if entry.procedure == "opr.abandon":
        _counted_after_all(scope, entry, facts, inserts)
    else:
        inserts.append(new_insert(scope, "opr.result", facts, entry.place, inserts))
    draft.inserts, draft.changes = inserts, {**draft.changes, entry.slot.code: {"void": True}}
    draft.save()
    return draft


def replaced_by(draft: Correction, code: str) -> Entry | None:
    """The walk-over or calling off in whose place this report stands in the draft."""
    report = next((one for one in draft.inserts if one["code"] == code), None)
    if report is None or report["procedure"] != "opr.result":
        return None
    gone = draft.scope.entries.filter(
        slot__code__in=draft.changes, params__mission=report["params"]["mission"]
    )
    return gone.filter(procedure__in=("opr.walk_over", "opr.abandon")).select_related("slot").first()


def _counted_after_all(scope: Scope, entry: Entry, facts: Params, inserts: list[Insert]) -> None:
    """What follows a report where there was none: set-up, what events ask for, and the steps."""
    state, place, played = state_in_front(scope, entry), entry.place, text_in(facts, "mission")
    if state.missions[played].status == "setup":
        inserts.append(new_insert(scope, "opr.begin", {"mission": played}, place, inserts))
        state = _further(scope, state, inserts[-1])
    inserts.append(new_insert(scope, "opr.result", facts, place, inserts))
    state = _further(scope, state, inserts[-1])
    mission = state.missions[played]
    for procedure, params in _asked_by_events(state, mission):
        inserts.append(new_insert(scope, procedure, params, place, inserts))
    sides = [side.warband for side in mission.sides if not side.skipped]
    _add_steps(scope, inserts, mission.id, sides, place)


def state_in_front(scope: Scope, entry: Entry) -> OprState:
    """What an entry of the journal met."""
    record = entry_record(entry, entry_texts(scope).get(entry.pk, {}))
    state = state_before(scope, record.place)
    assert isinstance(state, OprState)
    return state


def state_once_begun(scope: Scope, state: OprState, mission: str) -> OprState:
    """The state once a mission that was only set up has begun: whoever had not chosen fields everything."""
    if state.missions[mission].status != "setup":
        return state
    return _further(scope, state, new_insert(scope, "opr.begin", {"mission": mission}, 0))


def _further(scope: Scope, state: OprState, insert: Insert) -> OprState:
    """The state behind an insert that asks nothing; raises `Refused` for the impossible."""
    outcome = _tried(scope, state, insert)
    return apply_all(state, outcome.effects)


def _tried(scope: Scope, state: OprState, insert: Insert) -> EntryOutcome:
    game = registration_of(scope.game).game
    outcome = settle_again(game, state, inserted(scope, 1, insert), Change(), state)
    if outcome.refused:
        raise outcome.refused
    return outcome


def _asked_by_events(state: OprState, mission: Mission) -> Iterator[tuple[str, dict[str, str]]]:
    """Escort's pay before ransom, as the ransom wants it."""
    found = [
        (what, event.id, side.warband)
        for side in mission.sides
        for event, what in to_settle(state, book_of(state), mission, side.warband)
    ]
    for what, event, warband in sorted(found, key=lambda one: one[0] == "ransom"):
        params = {"mission": mission.id, "event": event}
        yield f"opr.{what}", params if what == "duel" else {**params, "warband": warband}


# --- What a step was used for ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClosedStep:
    """A step that is closed by hand, forgotten with its mission or long closed, to put something in front of.

    `place` is where it stands, `after` and `index` where in the journal and in the draft an act goes.
    """

    procedure: str
    params: Params
    place: tuple[int, int]
    after: int
    index: int


def forgotten_in_step(scope: Scope, by: Seat, entry: Entry) -> Correction:
    """A draft to put a purchase, sale or recruit in that nobody wrote down. Raises `Refused`."""
    if not may_take_more(entry):
        raise Refused("", _("Nothing can be added before this entry."))
    return Correction.objects.create(scope=scope, by=by, changes={entry.slot.code: {"answers": {}}})


def may_take_more(entry: Entry) -> bool:
    """Whether acts can be put in front of a step: it is one closed by hand, and was not put in itself."""
    return entry.procedure in CLOSED_BY_HAND and not entry.void and entry.place == entry.seq


def closed_step(draft: Correction, code: str) -> ClosedStep | None:
    """The step that is closed by hand behind a code of this draft."""
    for index, (one, record) in enumerate(zip(draft.inserts, inserted_in(draft), strict=True)):
        if one["code"] == code and one["procedure"] in CLOSED_BY_HAND:
            return ClosedStep(one["procedure"], one["params"], record.place, one["after"], index)
    found = draft.scope.entries.filter(slot__code=code).first() if code in draft.changes else None
    if found is None or not may_take_more(found):
        return None
    place = (found.place, found.seq)
    return ClosedStep(found.procedure, found.params, place, found.place - 1, len(draft.inserts))


def add_act(draft: Correction, step: ClosedStep, procedure: str, params: Params) -> bool:
    """Put a purchase, sale or recruit in front of a step of a draft; whether it asks something.

    Raises `Refused`.
    """
    if procedure not in CLOSED_BY_HAND[step.procedure]:
        raise Refused("", _("That does not belong to this step."))
    made = new_insert(draft.scope, procedure, params, step.after, draft.inserts)
    tried = _tried(draft.scope, state_of_step(draft, step), made)
    draft.inserts = [*draft.inserts[: step.index], made, *draft.inserts[step.index :]]
    draft.save(update_fields=["inserts"])
    return bool(tried.open)


def remove_act(draft: Correction, code: str) -> Correction:
    """Take a purchase, sale or recruit out of the draft again."""
    if not any(one["code"] == code and one["procedure"] in ACTS for one in draft.inserts):
        raise Refused("", _("That is no longer part of this draft."), admission=True)
    draft.inserts = [one for one in draft.inserts if one["code"] != code]
    draft.changes = {other: one for other, one in draft.changes.items() if other != code}
    draft.save(update_fields=["inserts", "changes"])
    return draft


def inserts_before_step(draft: Correction, step: ClosedStep) -> list[Insert]:
    """What stands in front of a step in the draft: purchases, sales, recruits of the same warband."""
    acts = [one for one in draft.inserts if one["procedure"] in CLOSED_BY_HAND[step.procedure]]
    return [one for one in acts if step.params.items() <= one["params"].items()]


def state_of_step(draft: Correction, step: ClosedStep) -> OprState:
    """The league in front of a step of a draft."""
    state = state_before(draft.scope, step.place, draft)
    assert isinstance(state, OprState)
    return state
