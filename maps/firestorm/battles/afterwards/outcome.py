"""What a battle came to, as a list: its result, glory and build points, the land, what became of banners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop, ngettext, pgettext_lazy

from maps.firestorm.battles.battle_labels import METHOD_WORDS, graded_lines, tabled_words
from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import signed, with_heading
from rules.firestorm.glory.awards import WON
from rules.firestorm.state import Battle, Fate, LedgerRow

OCCASIONS = {
    "gears": lazy("Infinity Gears"),
    "reversed": pgettext_lazy("why there are points", "undone"),
}
FATES = {
    "stays": gettext_noop("%(banner)s stays."),
    "retreats": gettext_noop("%(banner)s retreats to %(place)s."),
    "scatters": gettext_noop("%(banner)s is scattered."),
    "rallied": gettext_noop("%(banner)s is scattered and rallies at %(place)s."),
    "reserve": gettext_noop("%(banner)s is scattered, finds no rally point and goes into reserve."),
}
FATE_RULES = {
    "stays": "FS-68",
    "retreats": "FS-60",
    "scatters": "FS-63",
    "rallied": "FS-64",
    "reserve": "FS-65",
}
FATE_ICONS = {"stays": "shield-check", "retreats": "arrow-return-right", "scatters": "asterisk"}


@dataclass(frozen=True, slots=True)
class OutcomeLine:
    """One line of what came of a battle, with its dice and its rule; `gained`: somebody has more of it."""

    icon: str
    words: str
    rule: str = ""
    dice: tuple[int, ...] = ()
    gained: bool = False


def battle_outcome(viewer: FirestormViewer, battle: Battle) -> tuple[OutcomeLine, ...]:
    """Everything that is settled about a battle; nothing while it is fought."""
    if battle.status not in ("settled", "claimed", "struck"):
        return ()
    return tuple(_told(viewer, battle))


def _told(viewer: FirestormViewer, battle: Battle) -> Iterator[OutcomeLine]:
    state = viewer.state
    yield from (OutcomeLine("trophy", one, "FS-57") for one in graded_lines(viewer, battle, battle))
    if told := tabled_words(state, battle, battle):
        yield OutcomeLine("heartbreak", told, "FS-59")
    if battle.status == "struck" and not battle.method:
        ended = _("The battle was still undecided when the phase ended.")
        yield OutcomeLine("info-circle", " ".join(filter(None, (ended, battle.why))), "FS-160")
    if battle.method in METHOD_WORDS:
        yield OutcomeLine("info-circle", " ".join(filter(None, (_(METHOD_WORDS[battle.method]), battle.why))))
    yield from _land(viewer, battle)
    yield from (_row(viewer, one) for one in state.ledger.values() if one.battle == battle.id)
    yield from (_fate(viewer, one) for one in state.fates.values() if one.battle == battle.id)


def _land(viewer: FirestormViewer, battle: Battle) -> Iterator[OutcomeLine]:
    """Whose the place is now."""
    winner = battle.third_faction if battle.third_won else battle.attack
    won = battle.third_won or battle.result in WON
    told = {"name": viewer.state.name_of(winner), "place": viewer.state.name_of(battle.territory)}
    if battle.status == "claimed":
        yield OutcomeLine(
            "map", _("%(name)s claims %(place)s without a battle.") % told, "FS-171", gained=True
        )
    elif battle.applied and won:
        yield OutcomeLine("map", _("%(name)s takes %(place)s.") % told, "FS-42", gained=True)
    elif battle.result and not won:
        yield OutcomeLine("map", _("%(place)s does not change hands.") % told, "FS-70")


def _row(viewer: FirestormViewer, row: LedgerRow) -> OutcomeLine:
    """A row of the ledger that names this battle."""
    told = {"n": signed(row.amount)}
    if row.coin == "glory":
        amount = ngettext("%(n)s glory", "%(n)s glory", row.amount) % told
    else:
        amount = ngettext("%(n)s build point", "%(n)s build points", row.amount) % told
    why = f" ({OCCASIONS[row.occasion]})" if row.occasion in OCCASIONS else ""
    icon = "star-fill" if row.coin == "glory" else "hammer"
    line = with_heading(viewer.state.name_of(row.faction), f"{amount}{why}")
    return OutcomeLine(icon, line, row.rule, gained=row.amount > 0)


def _fate(viewer: FirestormViewer, fate: Fate) -> OutcomeLine:
    """What became of a banner."""
    kind: str = fate.kind
    if kind == "scatters" and fate.settled:
        kind = "rallied" if fate.to else "reserve"
    told = {"banner": viewer.state.name_of(fate.banner), "place": viewer.state.name_of(fate.to)}
    words, rule = _(FATES[kind]) % told, FATE_RULES[kind]
    if (banner := viewer.state.banners.get(fate.banner)) and banner.at == "removed":
        words = _("%(what)s It has since been removed.") % {"what": words}
    return OutcomeLine(FATE_ICONS.get(kind, "flag"), words, rule, (fate.roll,) if fate.roll else ())
