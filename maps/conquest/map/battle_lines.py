"""A battle as one line of a list, wherever battles are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.conquest.viewer import ConquestViewer
from rules.conquest.realm_figures import losers_in, won_by
from rules.conquest.state import Battle, Conquest, Realm
from rules.engine.language import listed

STATUS_WORDS = {
    "open": gettext_noop("not fought yet"),
    "reported": gettext_noop("reported, waiting for the other side"),
    "disputed": gettext_noop("disputed"),
    "settled": gettext_noop("settled"),
    "struck": gettext_noop("struck out"),
}


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle with the link to its page."""

    url: str
    title: str
    round: int
    status: str
    mine: bool
    waiting: bool


def battle_line(viewer: ConquestViewer, battle: Battle, me: Realm | None) -> BattleLine:
    state: Conquest = viewer.state
    mine = me is not None and me.id in battle.members
    waits = battle.status in ("open", "reported", "disputed")
    return BattleLine(
        url=reverse("maps:battle", args=[viewer.scope.pk, battle.id]),
        title=versus_title(state, battle),
        round=battle.round,
        status=_ended(state, battle) or _(STATUS_WORDS[battle.status]),
        mine=mine,
        waiting=mine and waits,
    )


def _ended(state: Conquest, battle: Battle) -> str:
    """Who has won, or lost where nobody has; empty as long as that is not settled."""
    if battle.status != "settled":
        return ""
    if won := won_by(battle):
        return _won(state, won)
    if not (lost := losers_in(battle)):
        return _("A draw")
    drew = (state.name_of(one) for one in battle.members if one not in lost)
    told = {"names": listed(drew), "others": listed(state.name_of(one) for one in lost)}
    return _("%(names)s drew, %(others)s lost") % told


def winner_words(state: Conquest, battle: Battle) -> tuple[tuple[str, str], ...]:
    """Every outcome of a battle in words."""
    attackers, defenders = (_won(state, side) for side in (battle.attackers, battle.defenders))
    return ("attack", attackers), ("defend", defenders), ("draw", _("A draw"))


def _won(state: Conquest, members: tuple[str, ...]) -> str:
    return _("%(names)s won") % {"names": ", ".join(state.name_of(one) for one in members)}


def versus_title(state: Conquest, battle: Battle) -> str:
    """ "Marta and Kwame against Ilse"."""
    told = versus_words(
        *([state.name_of(one) for one in side] for side in (battle.attackers, battle.defenders))
    )
    where = {"sea": _("at sea"), "siege": _("for the fort at %(place)s") % {"place": battle.territory}}
    return f"{told}, {where[battle.kind]}" if battle.kind in where else told


def versus_words(attackers: Iterable[str], defenders: Iterable[str]) -> str:
    """The same without where it is fought, by names."""
    told = {"attackers": listed(attackers), "defenders": listed(defenders)}
    return _("%(attackers)s against %(defenders)s") % told
