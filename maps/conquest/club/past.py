"""What a league of empires argues about when its past is put right."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.histories import ComparedFigures, Figure
from maps.conquest.map.battle_lines import STATUS_WORDS, versus_title
from rules.conquest.state import BUILDINGS, Battle, Conquest, Round
from rules.engine.lazy_tables import peek
from rules.engine.plain import Params


def _name(state: Conquest, one: object) -> str:
    """What a thing without a name is called."""
    match one:
        case Battle():
            return versus_title(state, one)
        case Round():
            return _("round %(n)s") % {"n": one.number}
    return ""


FIGURES: ComparedFigures[Conquest] = ComparedFigures(
    shown={
        "status": Figure(lazy("status")),
        "name": Figure(lazy("name")),
        "number": Figure(lazy("number")),
        "winner": Figure(lazy("winner")),
        "round": Figure(lazy("rounds")),
        "settings": Figure(lazy("settings")),
        "gold": Figure(lazy("gold"), 1),
        "ep": Figure(lazy("empire points"), 1),
        "outcome": Figure(lazy("outcome")),
        "owner": Figure(lazy("owner")),
        "building": Figure(lazy("building")),
    },
    words={
        "active": lazy("in play"),
        "attack": lazy("the attackers won"),
        "defend": lazy("the defenders won"),
        "draw": lazy("a draw"),
        **{key: lazy(words) for key, words in STATUS_WORDS.items()},
        **{key: lazy(key) for key in BUILDINGS},
    },
    called=_name,
    questions={"event": lazy("Event")},
)


def round_chapter(state: Conquest, procedure: str, params: Params, code: str) -> str | None:
    """The round of an entry that names one, or of its battle; others go with what came before them."""
    battle = peek(state.battles, str(params.get("battle") or ""))
    number = battle.round if battle else params.get("round")
    return _("Round %(n)s") % {"n": number} if number else None
