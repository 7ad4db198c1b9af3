"""What the sides of a battle say happened, as long as it does not count: every report in full, and what
speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.engine.lines import Version
from campaigns.engine.stored.agreement import Agreement, LastWord
from campaigns.models import Entry
from campaigns.shell.told.let_in import let_in_said
from campaigns.shell.told.versions import answers_now, compared_versions, is_own_word
from maps.conquest.viewer import ConquestViewer
from rules.conquest.state import Battle, Conquest, Facts, Host
from rules.engine.codec import load
from rules.engine.language import listed, with_heading
from rules.engine.plain import text_in


def battle_versions(viewer: ConquestViewer, told: Agreement, me: str = "") -> tuple[Version, ...]:
    """The last word of each side, in the order it was said."""
    entries = [(one, one.of) for one in told.told if isinstance(one.of, Entry)]
    let_in = let_in_said(viewer, (entry.slot_id for _one, entry in entries))
    battle = viewer.state.battles[told.key]
    said = [
        replace(_version(viewer, battle, one, entry, me), let_in=let_in.get(entry.slot_id, ()))
        for one, entry in entries
    ]
    return compared_versions(said)


def _version(viewer: ConquestViewer, battle: Battle, one: LastWord, entry: Entry, me: str) -> Version:
    return Version(
        who=one.who,
        mine=is_own_word(viewer, text_in(entry.params, "realm"), me, one.seat),
        disputes=one.disputes,
        lines=() if one.disputes else tuple(_lines(viewer.state, battle, entry)),
        words=one.words if viewer.seat else "",  # what was said stays in the club
        answers="" if entry.acting_for else answers_now(viewer, text_in(entry.params, "realm"), one.seat),
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
    words = _("%(vp)d VP, units lost: %(lost)d, break point: %(most)d") % told
    fell = _("the general fell")
    return f"{words}, {fell}" if team and host.general_lost else words


def outcome_words(state: Conquest, battle: Battle, outcome: str) -> str:
    if outcome == "draw":
        return _("A draw.")
    winners = battle.attackers if outcome == "attack" else battle.defenders
    return _("%(names)s won.") % {"names": ", ".join(state.name_of(one) for one in winners)}
