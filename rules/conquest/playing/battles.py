"""Setting up battles: size and shares, gold, volunteers; sieges and the sea call theirs here too.

Source: CQ-61 … CQ-70, CQ-131, CQ-136 … CQ-138.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from rules.conquest.book import ConquestInForce
from rules.conquest.effects import (
    BattleCalled,
    ConquestSizeAgreed,
    ConsentGiven,
    GoldCommitted,
    SiegeTried,
    VolunteerSent,
)
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.realm_figures import battles_this_round, events_now, is_active
from rules.conquest.rounds.admission import (
    battle_act_problems,
    require_territory,
    required_battle,
    round_problems,
)
from rules.conquest.state import Battle, Conquest, Consent
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, ask_and_open, require
from rules.engine.questions import Number, Question, YesNo, side
from rules.turns.problems import TurnProblem, stop

MOST_POINTS = 100_000


@GAME.procedure(
    "agree_size",
    rules=("CQ-61", "CQ-69"),
    slot="battle:{battle}:size",
    by="side:{realm}",
    repeat=True,
)
def agree_battle_size(
    ctx: ConquestCtx,
    *,
    battle: str,
    realm: str,
    points: int,
    shares: tuple[tuple[str, int], ...] = (),
) -> Procedure[tuple[Effect, ...]]:
    """Enter the army size you agreed on, and how a team divides it.

    `points` is one side's army; `shares` (realm, points) for the members of a team. Source: CQ-61, CQ-69.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "agree_size", found, realm))
    yield from stop(_size_problems(ctx.book, found, points, dict(shares)))
    return (ConquestSizeAgreed(battle=battle, points=points, shares=shares, rule="CQ-61"),)


def _size_problems(
    book: ConquestInForce, battle: Battle, points: int, shares: dict[str, int]
) -> Iterator[TurnProblem]:
    if points < 1:
        yield book.problem("X31").about("points")
    if points > MOST_POINTS:
        yield book.problem("X34").about("points")
    if battle.committed:
        yield book.problem("X14")
    for team in (battle.attackers, battle.defenders):
        given = [shares.get(one, 0) for one in team]
        if len(team) > 1 and (min(given) < 1 or sum(given) != points):
            yield book.problem("E16", points=points).about("shares")
    if not set(shares) <= set(battle.members):
        yield book.problem("X18").about("shares")


@dataclass(frozen=True, slots=True)
class Gold(Number):
    """Gold for a battle: up to the battle's limit and the treasury, each with its own sentence.

    Of a `secret` treasury only its owner is told. Whoever seals for them is refused nothing on its account,
    for a refusal tells too: what is not there when the seal is opened is not spent.
    """

    treasury: int = 0
    too_much: str = ""
    too_little: str = ""
    secret: bool = False

    def as_met(self, own: bool) -> Gold:
        if own or not self.secret:
            return replace(self, secret=False)
        return replace(self, treasury=self.most) if self.sealed else self

    def check(self, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value > self.least:
            if value > self.treasury:
                raise self._no(self._beyond() if value <= self.most else self.too_much)
            if value > self.most:
                raise self._no(self.too_much)
        return Number.check(self, value)

    def _beyond(self) -> str:
        return say("That is more gold than the treasury holds.") if self.secret else self.too_little


@GAME.procedure("commit_gold", rules=("CQ-63", "CQ-66"), slot="battle:{battle}:gold", by="table")
def commit_gold(ctx: ConquestCtx, *, battle: str) -> Procedure[tuple[Effect, ...]]:
    """Commit gold to a battle; it stays sealed until everybody has done so.

    Source: CQ-63, CQ-65 … CQ-67.
    """
    found = required_battle(ctx.state, battle)
    yield from stop(_gold_problems(ctx.state, ctx.book, found))
    at_once = ctx.book.settings.gold_sealed == "sealed"
    given: list[int] = []
    for members in (found.members,) if at_once else (found.attackers, found.defenders):
        asked = (_gold(ctx, found, one) for one in members)
        given += yield from ask_and_open(ctx.entry, asked, partial(_gold_told, ctx.state), rule="CQ-66")
    work, had = ConquestWork(ctx), zip(found.members, given, strict=True)
    # what was spent since it was sealed is not there any more
    gold = tuple((realm, min(amount, ctx.state.realms[realm].gold)) for realm, amount in had)
    for realm, amount in gold:
        work.gold(realm, -amount, "battle", battle, "CQ-66")
    work.do(GoldCommitted(battle=battle, gold=gold, rule="CQ-66"))
    return work.done()


def _gold_told(state: Conquest, question: Question) -> str:
    return say("{player}’s gold for the battle", player=state.name_of(question.about))


def _gold_problems(state: Conquest, book: ConquestInForce, battle: Battle) -> Iterator[TurnProblem]:
    yield from battle_act_problems(state, book, "commit_gold", battle)
    if battle.committed:
        yield book.problem("X14")
    if battle.status != "open":
        yield book.problem("X40").leading(battle=battle.id)


def _gold(ctx: ConquestCtx, battle: Battle, realm: str) -> Gold:
    most, treasury = ctx.book.figures.gold_most, ctx.state.realms[realm].gold
    return Gold(
        f"gold:{battle.id}:{realm}",
        say("How much gold will you spend on this battle?"),
        rule="CQ-63",
        who=side(realm),
        about=realm,
        sealed=ctx.book.settings.gold_sealed == "sealed",
        how=say("{most} gold adds a tenth to your army. In a roll-off only full hundreds count.", most=most),
        most=most,
        unit=say("gold"),
        treasury=treasury,
        too_much=ctx.book.problem("E14", most=most).sentence,
        too_little=ctx.book.problem("E15", gold=treasury).sentence,
        secret=not ctx.book.settings.gold_public,
    )


@GAME.procedure("volunteer", rules=("CQ-68",), slot="battle:{battle}:{realm}:volunteer", by="side:{realm}")
def volunteer(ctx: ConquestCtx, *, battle: str, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Let somebody else play this battle for you, with any army; the result is yours. Source: CQ-68."""
    found = required_battle(ctx.state, battle)
    yield from stop(battle_act_problems(ctx.state, ctx.book, "volunteer", found, realm))
    return (VolunteerSent(battle=battle, realm=realm, rule="CQ-68"),)


# Battles nobody is bound to


@GAME.procedure(
    "sail", rules=("CQ-137", "CQ-138"), slot="round:{round}:sea:{realm}:{defender}", by="side:{realm}"
)
def sail(ctx: ConquestCtx, *, round: int, realm: str, defender: str) -> Procedure[tuple[Effect, ...]]:
    """Challenge another player at sea, in addition to the land battles.

    Source: CQ-137, CQ-138.
    """
    yield from stop(_sail_problems(ctx.state, ctx.book, round, realm, defender))
    battle = Battle(
        id=f"round:{round}:sea:{realm}:{defender}",
        round=round,
        kind="sea",
        attackers=(realm,),
        defenders=(defender,),
    )
    return (BattleCalled(battle=battle, rule="CQ-138"),)


def _sail_problems(
    state: Conquest, book: ConquestInForce, round: int, realm: str, defender: str
) -> Iterator[TurnProblem]:
    yield from round_problems(state, book, "sail", round, seen=True)
    if not book.settings.naval:
        yield book.problem("X08")
    if not any(one.is_sea or one.shore for one in state.territories.values()):
        yield book.problem("X21")
    if defender == realm:
        yield book.problem("E04")
    for field, one in (("realm", realm), ("defender", defender)):
        if not is_active(state, one):
            yield book.problem("X02", player=state.name_of(one)).about(field)
        if not state.realms[one].sails:
            yield book.problem("X15", player=state.name_of(one)).about(field).leading(realm=one)
    if any(e.event == "diplomacy" and (e.realm, e.target) == (defender, realm) for e in events_now(state)):
        yield book.problem("E11", player=state.name_of(defender))
    if any({realm, defender} == set(one.members) for one in battles_this_round(state, kind="sea")):
        yield book.problem("X16")


@GAME.procedure(
    "assault",
    rules=("CQ-131", "CQ-136"),
    slot="round:{round}:siege:{territory}:{realm}",
    by="side:{realm}",
)
def assault(ctx: ConquestCtx, *, round: int, realm: str, territory: str) -> Procedure[tuple[Effect, ...]]:
    """Ask the holder of a fort you besiege for a siege battle.

    Nothing is paid, and nobody is forced: without the holder's yes there is none this round.
    Source: CQ-131, CQ-136.
    """
    state, book = ctx.state, ctx.book
    yield from stop(round_problems(state, book, "assault", round, seen=True))
    place = require_territory(state, book, territory)
    require(territory in state.sieges, "CQ-131", say("There is no siege here."))
    siege = state.sieges[territory]
    if siege.holder == realm:
        raise book.problem("X36", player=state.name_of(place.owner)).refused()
    if place.owner != realm:
        raise book.problem("X22").refused()
    if siege.since >= round or siege.tried >= round:
        yield from stop([book.problem("E29")])
    given = yield YesNo(
        f"assault:{territory}",
        say(
            "Will you fight {player} for the fort at {place}?",
            player=state.name_of(realm),
            place=place.name or place.id,
        ),
        rule="CQ-131",
        who=side(siege.holder),
        about=territory,
        how=say("If you lose, you lose the fort and the territory. Unless you say yes, the siege goes on."),
    )
    return _assault(ctx, round, realm, territory, given)


def _assault(ctx: ConquestCtx, round: int, realm: str, territory: str, given: bool) -> tuple[Effect, ...]:
    work, holder = ConquestWork(ctx), ctx.state.sieges[territory].holder
    consent = Consent(
        id=f"round:{round}:{realm}:{territory}:assault",
        round=round,
        territory=territory,
        besieger=realm,
        holder=holder,
        given=given,
    )
    work.do(ConsentGiven(consent=consent, rule="CQ-131"))
    if given:
        battle = Battle(
            id=f"round:{round}:siege:{territory}",
            round=round,
            kind="siege",
            attackers=(realm,),
            defenders=(holder,),
            territory=territory,
        )
        work.do(SiegeTried(territory=territory, number=round, rule="CQ-131"))
        work.do(BattleCalled(battle=battle, rule="CQ-131"))
    return work.done()
