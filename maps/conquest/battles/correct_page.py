"""Correcting the facts of a battle that has been settled: what was written down, and what would follow.

Nothing changes here. The form starts a draft like any other correction; before that it says how much would
change and how many later choices would have to be made again.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.correcting import Preview, preview_of
from campaigns.engine.lines import ButtonLink
from campaigns.engine.plugins import seen_by
from campaigns.engine.stored.journal import entry_record, entry_texts
from campaigns.models import Entry
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.reader import read
from campaigns.shell.told import chronicle
from maps.conquest.battles.battle_page import SideFields, side_fields, typed_battle_facts, typed_facts
from maps.conquest.battles.verdict import BattleVerdict, verdict_panel
from maps.conquest.forms import BattleOutcomeForm
from maps.conquest.map.battle_lines import versus_title, winner_words
from maps.conquest.viewer import ConquestViewer
from rules.conquest.state import Battle, Conquest
from rules.engine.codec import dump
from rules.engine.journal import EntryOutcome, Record
from rules.engine.plain import Params

REPORTS = ("conquest.report", "conquest.report_outcome", "conquest.decide")


@dataclass(frozen=True, slots=True)
class Consequence:
    """What other facts would bring: entries after it, those that change, choices to be made again."""

    follow: int
    changed: int
    reopened: tuple[tuple[str, str], ...]
    noted: tuple[str, ...]


@dataclass(frozen=True)
class CorrectPage:
    """`outcomes` instead of facts where only the winner was reported."""

    battle: str
    title: str
    round: int
    sides: tuple[SideFields, ...]
    team: bool
    outcomes: tuple[tuple[str, str], ...]
    form: BattleOutcomeForm
    verdict: BattleVerdict | None
    consequence: Consequence | None


def battle_correction_link(viewer: ConquestViewer, entry: Entry) -> ButtonLink | None:
    """To where the facts of an entry are corrected, if it reports any that count."""
    battle = viewer.state.battles.get(str(entry.params.get("battle", "")))
    if entry.procedure not in REPORTS or battle is None:
        return None
    if reported(viewer, battle) != entry:
        return None
    url = reverse("maps:correct", args=[viewer.scope.pk, battle.id])
    return ButtonLink(url, _("Correct the report"))


def reported(viewer: ConquestViewer, battle: Battle) -> Entry | None:
    """The entry whose facts or outcome a settled battle stands on; none after a roll-off or a walkover."""
    if battle.status != "settled" or battle.method not in ("played", "ruled"):
        return None
    about = viewer.scope.entries.filter(void=False, procedure__in=REPORTS, params__battle=battle.id)
    for entry in about.select_related("slot").order_by("-place", "-seq"):
        bare = entry.procedure == "conquest.decide" and not entry.params.get("attack")
        if not bare or entry.params.get("outcome"):
            return entry
    return None


def correct_page(
    viewer: ConquestViewer, battle: Battle, typed: Data = None, shown: Preview | None = None
) -> CorrectPage:
    """The form as recorded or as typed; `shown` is what the typed facts would bring."""
    state: Conquest = viewer.state
    facts = typed_facts(battle, typed) if typed else (battle.attack, battle.defend)
    land = battle.kind == "land"
    return CorrectPage(
        battle=battle.id,
        title=versus_title(state, battle),
        round=battle.round,
        sides=side_fields(state, battle, facts, typed) if land else (),
        team=len(battle.members) > 2,
        outcomes=() if land else winner_words(viewer.state, battle),
        form=BattleOutcomeForm(typed, initial={"outcome": battle.outcome}),
        verdict=verdict_panel(viewer, battle, facts) if typed and land else None,
        consequence=_consequence(viewer, shown) if shown else None,
    )


def corrected_params(viewer: ConquestViewer, entry: Entry, battle: Battle, typed: Data) -> dict[str, object]:
    """The entry's parameters with the facts of the form. Raises `Refused` for what is no number."""
    record = _record(viewer, entry)
    if battle.kind != "land":
        return {**record.params, **read(BattleOutcomeForm(typed))}
    attack, defend = typed_battle_facts(battle, typed)
    bare = {"outcome": ""} if entry.procedure == "conquest.decide" else {}
    return {**record.params, "attack": dump(attack), "defend": dump(defend), **bare}


def preview_facts(viewer: ConquestViewer, entry: Entry, params: Params) -> Preview:
    """What these facts would change in the journal as it stands."""
    return preview_of(viewer.scope, {entry.slot.code: {"params": dict(params)}}, [])


def _record(viewer: ConquestViewer, entry: Entry) -> Record:
    return entry_record(entry, entry_texts(viewer.scope).get(entry.pk, {}))


def _consequence(viewer: ConquestViewer, shown: Preview) -> Consequence:
    outcomes = shown.draft.outcomes
    changed = [one for one in outcomes if one.changed or one.needs_decision]
    first = min((one.record.place for one in changed), default=(0, 0))
    return Consequence(
        follow=viewer.scope.entries.filter(void=False, place__gt=first[0]).count() if changed else 0,
        changed=sum(1 for one in outcomes if one.changed),
        reopened=tuple((_told(viewer, one), _why(one)) for one in shown.undecided),
        noted=tuple(said.sentence for one in shown.noted for said in one.noted),
    )


def _told(viewer: ConquestViewer, outcome: EntryOutcome) -> str:
    one = outcome.record
    names = chronicle.namer(viewer)
    seen = seen_by(viewer, one.effects)
    return chronicle.tell_record(viewer, one.procedure, one.params, one.answers, seen, names)


def _why(outcome: EntryOutcome) -> str:
    if outcome.refused:
        return outcome.refused.sentence
    return outcome.open[0].text if outcome.open else _("There is a new question to answer.")
