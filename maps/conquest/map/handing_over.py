"""Which empires an organiser may give to somebody else, and who gives the others. Source: CQ-20"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from campaigns.engine.who.rights import Actor
from campaigns.models import organisers_of
from maps.conquest.viewer import ConquestViewer
from maps.turns.played import players_words
from rules.conquest.state import Realm
from rules.engine.language import either, listed


def may_be_handed_over(viewer: ConquestViewer, living: Iterable[Realm]) -> Iterator[tuple[str, str]]:
    """Those this organiser may give to somebody else: none of a rival's. Source: CQ-20"""
    for one in living:
        if _hands_over(viewer.actor, viewer, one):
            told = {"name": viewer.state.name_of(one.id), "players": players_words(viewer, one.id)}
            yield one.id, _("%(name)s (%(players)s)") % told


def _hands_over(actor: Actor, viewer: ConquestViewer, realm: Realm) -> bool:
    about = viewer.scope, viewer.whole, viewer.registration
    return actor.may_act(f"side:{realm.id}", "conquest.hand_over", *about)


def who_hands_over(viewer: ConquestViewer, living: Iterable[Realm]) -> str:
    """Who gives the other empires to somebody else, where this organiser may favour a rival. Source: CQ-20"""
    rest = [one for one in living if not _hands_over(viewer.actor, viewer, one)]
    if not rest:
        return ""
    if own_word := viewer.own_word_needed("hand_over", realm=rest[0].id):
        return own_word
    players = (name for one in rest for name in viewer.players_there(one.id))
    seats = organisers_of(viewer.scope).order_by("name")
    able = (str(one) for one in seats if _hands_over(Actor(one), viewer, rest[0]))
    said = _(
        "To hand %(names)s over to another player, ask %(who)s. An organiser who plays in this league, or "
        "was made organiser by somebody who does, cannot hand over a rival’s empire."
    )
    names = listed(viewer.state.name_of(one.id) for one in rest)
    return said % {"names": names, "who": either(dict.fromkeys([*players, *able]))}
