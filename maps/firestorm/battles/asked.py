"""Questions open about a battle, and whom they wait for. Nobody is told of what is for other eyes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaigns.models import Dialogue
from maps.firestorm.veils import building as veil_building
from maps.firestorm.veils import sieges as veils
from maps.firestorm.viewer import FirestormViewer
from maps.turns.asked import open_questions
from rules.engine.dice import is_random
from rules.engine.language import either
from rules.engine.plain import text_in
from rules.firestorm.state import Battle


@dataclass(frozen=True, slots=True)
class BattleQuestion:
    """An open question. `waits_for` names who has to answer it, empty when it is this faction; `by_app`: it
    is a die of theirs, which the app may roll.
    """

    text: str
    url: str
    waits_for: str = ""
    of_siege: bool = False
    by_app: bool = False


def asked_about(viewer: FirestormViewer, battle: Battle, me: str) -> tuple[BattleQuestion, ...]:
    """What waits for this faction's answer first, then for others'; two queries."""
    bouts = {one.id for one in viewer.state.bouts.values() if one.battle == battle.id}
    found = Dialogue.objects.filter(scope=viewer.scope).select_related("slot", "scope")
    mine = [
        asked
        for row in found.prefetch_related("answers").order_by("pk")
        if _is_about(row, battle, bouts) and _may_follow(viewer, row)
        for asked in _asked(viewer, row, me)
    ]
    return tuple(sorted(mine, key=lambda one: bool(one.waits_for)))


def _is_about(row: Dialogue, battle: Battle, bouts: set[str]) -> bool:
    return (
        text_in(row.params, "battle") == battle.id
        or text_in(row.params, "bout") in bouts
        or text_in(row.params, "banner") in battle.banners
    )


def _may_follow(viewer: FirestormViewer, row: Dialogue) -> bool:
    asked = (viewer, row.procedure, row.params)
    return veils.may_follow_siege(*asked) and veil_building.may_follow_roll(*asked)


def _asked(viewer: FirestormViewer, row: Dialogue, me: str) -> Iterator[BattleQuestion]:
    """The first of its questions: mine before anybody else's."""
    questions = open_questions(viewer, row)
    url = reverse("campaigns:dialogue", args=[viewer.scope.pk, row.slot.code])
    of_siege = row.procedure in veils.OF_SIEGES
    own = next((one for one in questions if f"side:{me}" in one.who.split("|")), None)
    if own:
        yield BattleQuestion(own.text, url, of_siege=of_siege, by_app=is_random(own))
    elif questions:
        yield BattleQuestion(questions[0].text, url, _named(viewer, questions[0].who), of_siege)


def _named(viewer: FirestormViewer, who: str) -> str:
    return either(viewer.state.name_of(one.removeprefix("side:")) for one in who.split("|"))
