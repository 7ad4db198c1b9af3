"""Story verbs about battles: orders that lead to one, its report, a siege's turns, what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.engine import door
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue
from rules.engine.dice import is_random
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.faction_figures import on_map
from rules.firestorm.orders.sheet import sheet_key
from rules.firestorm.phases.moving_on import factions_to_act
from rules.firestorm.state import Battle
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.play import Table, begun
from tests.pages import page_of
from tests.scenario import scenario

type Wishes = Mapping[str, tuple[str, tuple[str, ...]]]  # kind and path of a territory's banner

GOAL = "T03"  # two steps from the corners of the first two factions


def sealed(league: Table, name: str, wishes: Wishes) -> None:
    """A faction seals what it wants of the banners in these territories; the others hold."""
    faction, turn = league.factions[name], league.state.now.turn
    actor = Actor(league.seats[name])
    opened = door.act(league.scope.pk, actor, "firestorm.seal_orders", {"turn": turn, "faction": faction})
    lines: list[tuple[str, object]] = []
    for n, banner in enumerate(on_map(league.state, faction), start=1):
        kind, path = wishes.get(banner.territory, ("hold", ()))
        lines += [(f"kind:{banner.id}", kind), (f"path:{banner.id}", path), (f"seq:{banner.id}", n)]
    door.answer_question(league.scope.pk, actor, opened.slot, sheet_key(turn, faction), tuple(lines))


def ordered(league: Table, **wishes: Wishes) -> None:
    """From Preparation, if there is anything to choose in it, to the reveal: everybody is ready and seals."""
    if league.phase == "preparation":
        league.ready()
    assert league.phase == "orders"
    for name in league.factions:
        sealed(league, name, wishes.get(name, {}))


def on_to_the_next_turn(league: Table) -> None:
    """Whoever the turn waits for is ready, in Aftermath and in Build."""
    names = {faction: name for name, faction in league.factions.items()}
    while league.phase in ("aftermath", "build"):
        league.ready(names[factions_to_act(league.state, firestorm_in_force(league.state))[0]])
    assert league.phase in ("preparation", "orders")


@scenario
def in_the_field(*names: str, **settings: Any) -> tuple[Table, Battle]:
    """Two banners have marched into the same territory."""
    league = begun(*(names or ("Marta", "Kwame")), **settings)
    ordered(
        league,
        Marta={"T01": ("forced_march", ("T02", GOAL))},
        Kwame={"T05": ("forced_march", ("T04", GOAL))},
    )
    return league, battle_in(league)


@scenario
def at_the_tower(*names: str, **more: Any) -> tuple[Table, Battle]:
    """Kwame's banner has come to Marta's Lord's Tower, where hers stands."""
    league = begun(*(names or ("Marta", "Kwame")), **more)
    ordered(league, Kwame={"T05": ("forced_march", ("T04", GOAL))})
    on_to_the_next_turn(league)
    ordered(league, Kwame={GOAL: ("forced_march", ("T02", "T01"))})
    return league, battle_in(league)


def battle_in(league: Table) -> Battle:
    """The one battle of the turn."""
    assert league.phase == "battles"
    (found,) = (one for one in league.state.battles.values() if one.turn == league.state.now.turn)
    return found


def battle_now(league: Table) -> Battle:
    """The same, whatever the phase is by now."""
    (found,) = (one for one in league.state.battles.values() if one.turn == league.state.now.turn)
    return found


def founder(league: Table, faction: str) -> str:
    """Who founded a faction, by name."""
    return next(name for name, one in league.factions.items() if one == faction)


def both(league: Table, battle: Battle) -> tuple[str, str]:
    """Who attacks and who defends, by name."""
    return founder(league, battle.attack), founder(league, battle.defend)


def sent(league: Table, name: str, battle: str, act: str, /, **data: Any) -> Any:
    """A form of a battle's page, as somebody sends it for their own faction."""
    own = {"battle": battle, "faction": league.factions.get(name, ""), "turn": league.state.now.turn}
    return league.browsers[name].post(league.url("battle_do", battle, act), {**own, **data})


def done(league: Table, name: str, battle: str, act: str, /, **data: Any) -> Any:
    """The same, which has to succeed; what it asks is answered by the app's dice, or as `said`."""
    said = data.pop("said", {})
    response = sent(league, name, battle, act, **data)
    assert response.status_code == 302, (response.status_code, words_of(response))
    answered(league, said)
    return response


def answered(league: Table, said: Mapping[str, object] | None = None) -> None:
    """Every open question: as said for a key that ends so, else by the app's die."""
    for _ in range(60):
        asked = open_question(league)
        if asked is None:
            return
        slot, question = asked
        value = next((v for k, v in (said or {}).items() if question.key.endswith(k)), None)
        if value is None:
            assert is_random(question), question.key
            value = door.ROLL
        door.answer_question(league.scope.pk, Actor(league.organiser), slot, question.key, value)
    raise AssertionError("questions without end")


def open_question(league: Table) -> tuple[str, Question] | None:
    """The first question that is open, with its dialogue's slot."""
    row = Dialogue.objects.filter(scope=league.scope).select_related("slot").order_by("pk").first()
    if row is None:
        return None
    _run, progress = peek_dialogue(league.scope, row.slot, league.state)
    assert isinstance(progress, Open), progress
    return row.slot.code, progress.questions[0]


def page_at(league: Table, name: str, battle: str, **query: str) -> Any:
    """A battle's page as somebody opens it."""
    response = league.browsers[name].get(league.url("battle", battle), query)
    assert response.status_code == 200, words_of(response)
    return response


def fought(league: Table, battle: Battle, result: str = "minor_victory", **more: Any) -> None:
    """The attacker reports this result, the defender agrees."""
    attacker, defender = both(league, battle)
    done(league, attacker, battle.id, "report", result=result, **more)
    bout = list(league.state.bouts)[-1]
    done(league, defender, battle.id, "confirm", bout=bout)


def settled(league: Table, battle: Battle) -> None:
    """Everything that follows a battle, by the first place and the first die; then everybody is ready."""
    while league.phase == "aftermath":
        owed = [
            (name, one.tap)
            for name in league.factions
            for one in page_of(league.browsers[name].get(league.url("aftermath"))).duties
            if one.owed and not one.waits
        ]
        if not owed:
            league.ready()
            return
        name, tap = owed[0]
        done(league, name, battle.id, tap.act, said={":again": False}, **dict(tap.fields))


def bought(league: Table, name: str, territory: str, item: str) -> None:
    """A faction builds something."""
    params = {"faction": league.factions[name], "territory": territory, "item": item}
    door.act(league.scope.pk, Actor(league.seats[name]), "firestorm.build", params)


def siege_begun() -> tuple[Table, Battle, str]:
    """Kwame lays siege to Marta's tower, and the app has thrown the die that says how it begins; with the
    page of the question that is open then."""
    league, battle = at_the_tower()
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    address: str = sent(league, "Kwame", battle.id, "start_siege", storm="false").url
    browser = league.browsers["Kwame"]
    if "How does the siege begin?" in words_of(browser.get(address)):
        browser.post(address, {"key": f"opening:{battle.id}", "roll": "1"})
    return league, battle, address
