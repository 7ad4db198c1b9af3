"""What the sides of a battle say happened, as long as it does not count: every report in full, and what
speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import with_words_restored
from campaigns.models import Entry
from campaigns.shell.told.let_in import let_in_said
from campaigns.shell.told.versions import Version, compared_versions
from maps.conquest.viewer import ConquestViewer
from rules.conquest.state import Battle, Conquest, Facts, Host
from rules.engine.codec import load
from rules.engine.language import listed, with_heading
from rules.engine.plain import text_in

REPORTS = ("conquest.report", "conquest.report_outcome")
DISPUTE = "conquest.dispute"


def battle_versions(viewer: ConquestViewer, battle: Battle, me: str) -> tuple[Version, ...]:
    """The last word of each side, in the order it was said; nothing once the battle counts."""
    if battle.status not in ("reported", "disputed"):
        return ()
    told = viewer.scope.entries.filter(
        void=False, procedure__in=(*REPORTS, DISPUTE), params__battle=battle.id
    ).order_by("place", "seq")
    last: dict[tuple[str, bool], Entry] = {}
    for entry in with_words_restored(told):
        key = battle.side_of(text_in(entry.params, "realm")), entry.procedure == DISPUTE
        last.pop(key, None)
        last[key] = entry
    let_in = let_in_said(viewer, (entry.slot_id for entry in last.values()))
    said = [
        replace(_version(viewer, battle, entry, me), let_in=let_in.get(entry.slot_id, ()))
        for entry in last.values()
    ]
    return compared_versions(said)


def _version(viewer: ConquestViewer, battle: Battle, entry: Entry, me: str) -> Version:
    realm, disputes = text_in(entry.params, "realm"), entry.procedure == DISPUTE
    return Version(
        who=viewer.state.name_of(realm),
        mine=realm == me,
        disputes=disputes,
        lines=() if disputes else tuple(_lines(viewer.state, battle, entry)),
        words=text_in(entry.params, "words") if viewer.seat else "",  # what was said stays in the club
    )


def _lines(state: Conquest, battle: Battle, entry: Entry) -> Iterator[str]:
    """Everything one agrees to."""
    if entry.procedure == "conquest.report_outcome":
        yield outcome_words(state, battle, text_in(entry.params, "outcome"))
        return
    for side, members in (("attack", battle.attackers), ("defend", battle.defenders)):
        facts = load(Facts, entry.params[side])
        for host in facts.hosts:
            yield f"{with_heading(state.name_of(host.realm), _host(host, team=len(battle.members) > 2))}."
        names = {"names": listed(state.name_of(one) for one in members)}
        if facts.withdrew:
            yield _("%(names)s withdrew.") % names
        if facts.surrendered:
            yield _("%(names)s surrendered.") % names


def _host(host: Host, *, team: bool) -> str:
    """ "700 VP, 3 units lost of a break point of 9"; in a team also whether the general fell."""
    told = {"vp": host.vp, "lost": host.units_lost, "most": host.break_point}
    words = _("%(vp)d VP, units lost: %(lost)d, break point %(most)d") % told
    fell = _("the general fell")
    return f"{words}, {fell}" if team and host.general_lost else words


def outcome_words(state: Conquest, battle: Battle, outcome: str) -> str:
    if outcome == "draw":
        return _("A draw.")
    winners = battle.attackers if outcome == "attack" else battle.defenders
    return _("%(names)s won.") % {"names": ", ".join(state.name_of(one) for one in winners)}
