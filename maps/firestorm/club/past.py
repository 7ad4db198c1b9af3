"""What a Firestorm league argues about when its past is put right."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from campaigns.engine.histories import ComparedFigures, Figure
from maps.firestorm.battles.battle_labels import battle_title
from rules.engine.plain import Params
from rules.firestorm.book import start_book
from rules.firestorm.decks import upgrade_name
from rules.firestorm.muster_state import Upgrade
from rules.firestorm.state import Battle, Firestorm, Turn


def _name(state: Firestorm, one: object) -> str:
    """What a thing without a name is called."""
    match one:
        case Battle():
            return battle_title(state, one)
        case Turn():
            return _("turn %(n)s") % {"n": one.number}
        case Upgrade():
            return upgrade_name(start_book(state.now.edition), one)
    return ""


FIGURES: ComparedFigures[Firestorm] = ComparedFigures(
    shown={
        "status": Figure(lazy("status")),
        "name": Figure(lazy("name")),
        "turn": Figure(lazy("turn")),
        "phase": Figure(lazy("phase")),
        "settings": Figure(lazy("settings")),
        "owner": Figure(lazy("owner")),
        "territory": Figure(lazy("territory")),
        "at": Figure(pgettext_lazy("where a banner stands", "place")),
        "level": Figure(lazy("level")),
        "result": Figure(lazy("result")),
        "amount": Figure(lazy("amount"), 1),
        "winners": Figure(lazy("winners")),
    },
    words={
        "map": lazy("on the map"),
        "reserve": lazy("in reserve"),
        "removed": lazy("removed"),
        "active": lazy("in play"),
        "open": lazy("open"),
        "settled": lazy("settled"),
        "struck": lazy("struck out"),
        "reported": lazy("reported"),
        "confirmed": lazy("confirmed"),
        "disputed": lazy("disputed"),
    },
    called=_name,
)


def turn_chapter(state: Firestorm, procedure: str, params: Params, code: str) -> str | None:
    """The turn of an entry that names one, or of its battle; others go with what came before them."""
    battle = state.battles.get(str(params.get("battle") or ""))
    number = battle.turn if battle else params.get("turn")
    return _("Turn %(n)s") % {"n": number} if number else None
