"""Whole leagues played by chance, through procedures alone, from the founding on.

Whoever has a choice takes any; what a procedure refuses ends the test, but for rulings, which may come at a
bad moment.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.engine.dice import is_random, roll
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Choose, Number, Question, Reveal, YesNo
from rules.engine.refusals import Refused
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.aftermath.razing import raze_problems, too_many
from rules.firestorm.aftermath.spoils import unrolled
from rules.firestorm.automatic import next_app_steps
from rules.firestorm.building.shop import shop_items
from rules.firestorm.faction_figures import (
    banners_in_reserve,
    battles_this_turn,
    bouts_of,
    factions,
    is_siege_battle,
    near,
    on_map,
)
from rules.firestorm.league.silence import lapse_lines
from rules.firestorm.league.unanswered import unanswered
from rules.firestorm.orders.plans import MOVING, most_steps
from rules.firestorm.preparing.banners import raise_problems, returns
from rules.firestorm.siege.siege_rules import is_option_open, may_be_damaged, options_of_side
from rules.firestorm.state import Battle, Firestorm, OrderKind
from rules.maps.model import Ground, Map, Place, link
from rules.turns.problems import first_of
from tests.rules.firestorm.play import HOMES, empty

KINDS: tuple[OrderKind, ...] = ("forced_march", "move", "forced_march", "move", "fortify", "hold")
RESULTS = ("major_victory", "minor_victory", "draw", "minor_defeat", "major_defeat")
SETTINGS: dict[str, tuple[Any, ...]] = {
    "third_party": ("queue", "queue", "stop_short", "three_way"),
    "draw_retreat": ("both", "attacker"),
    "siege_mode": ("defender_choice", "always", "never", "both_agree"),
    "captured_tower": ("stronghold_only", "full"),
    "min_banner_without_tower": (0, 1),
    "scepter_scope": ("kept_one_each", "lost", "unique"),
    "death_rally_chain": (False, True),
    "raze_tower": (False, True),
    "glory_per_game": (False, True),
    "once_scope": ("faction", "campaign"),
    "victory_check": ("end_of_turn", "at_once"),
    "glory_target": (500, 500, 500, 12),
}
NAMES = ("O", "C", "D", "X")
WHY = "A ruling."


def small_map(dice: random.Random) -> Map:
    """A ring of eight to twelve territories with some chords; of the first eight every second is a corner."""
    keys = [f"p{number:02}" for number in range(dice.randint(8, 12))]
    corners = set(keys[0:8:2])
    places = tuple(Place(id=one, corner=one if one in corners else "") for one in keys)
    ways = [link(one, keys[(number + 1) % len(keys)]) for number, one in enumerate(keys)]
    ways += [link(*dice.sample(keys, 2)) for _ in range(dice.randint(0, len(keys)))]
    links = {one.id: one for one in ways if not {one.a, one.b} <= corners}
    return Map(ground=Ground(kind="graph"), places=places, links=tuple(links.values()))


class Season:
    """A league in which everything happens by chance; `rulings`: how often the organiser interferes."""

    def __init__(self, seed: int, *, rulings: float = 0.0) -> None:
        self.dice = random.Random(seed)
        self.rulings = rulings
        settings = {key: self.dice.choice(values) for key, values in SETTINGS.items()}
        self.league = empty(**settings)
        self.acts: list[str] = []
        self._found()

    @property
    def state(self) -> Firestorm:
        return self.league.state

    def _found(self) -> None:
        """A small map, so that much happens on it; land, buildings and banners given at the start."""
        map = small_map(self.dice)
        names = NAMES[: self.dice.randint(2, 4)]
        self.league.do("lay_map", map=map)
        corners = [one.id for one in map.places if one.corner]
        for one, corner in zip(names, corners, strict=False):
            self.league.do(
                "found", colour=one, name=one, owner=f"person-{one}", faction=one, player=f"{one}p"
            )
            self.league.do("take_corner", faction=one, territory=corner)
            self.league.do("choose_alliance", faction=one, alliance=HOMES[one][0])
        self.league.do("begin_play")
        for place in [one for one in self.state.territories.values() if not one.owner]:
            items = self.dice.choice(([], [], ["mustering_ground"], ["stronghold", "barracks"], ["forge"]))
            owner = self.dice.choice([*names, ""])
            if owner or items:
                self.act("correct", territory=place.id, owner=owner, items=items, words=WHY)
            if owner and self.is_lucky(0.6):
                self.act("place_banner", faction=owner, territory=place.id, words=WHY)

    # acting

    def act(self, name: str, *, silent: bool = False, **params: Any) -> None:
        """One procedure to its end; `silent`: only the dice fall, the rest is answered by silence."""
        known: dict[str, Answer] = {}

        def answer(question: Question) -> Answer:
            if question.key not in known:
                known[question.key] = self._answer(question, silent=silent)
            return known[question.key]

        self.acts.append(name)
        progress = drive(self.league.start(name, **params), answer)
        assert isinstance(progress, Settled)
        self.league.book(progress.result)

    def _answer(self, question: Question, *, silent: bool) -> Answer:
        if isinstance(question, Reveal):
            return Answer(self.league.seals[question.entry, question.sealed_key], "revealed")
        if is_random(question):
            return roll(question, lambda _key, sides: self.dice.randint(1, sides))
        if question.sealed:
            return self.league._said(question, self.sheet(question.about))
        if silent:
            return Answer(unanswered(self.league.book_now, question))
        if isinstance(question, YesNo):
            return Answer(self.dice.random() < 0.5)
        if isinstance(question, Number):
            return Answer(self.dice.randint(question.least, min(question.most, 5)))
        assert isinstance(question, Choose), question
        return Answer(self.dice.choice([one.id for one in question.options if not one.why_not]))

    def tried(self, name: str, **params: Any) -> None:
        """A ruling that may be refused; then nothing has happened."""
        before = self.state
        try:
            self.act(name, **params)
        except Refused:
            assert self.state is before

    def by_itself(self) -> None:
        while steps := next_app_steps(self.state):
            name, params = steps[0]
            self.act(name.removeprefix("firestorm."), silent=True, **params)

    def is_lucky(self, chance: float) -> bool:
        return self.dice.random() < chance

    # a turn

    def phase(self) -> None:
        """Everybody acts in the present phase until it is over, or its time is up."""
        step, phase = self.state.now.step, self.state.now.phase

        def over() -> bool:
            return self.state.now.step != step or self.state.now.phase == "finished"

        for _round in range(60):
            for part in (self.by_itself, self._interfere, getattr(self, f"_{phase}", self.by_itself)):
                if over():
                    return
                part()
        raise AssertionError(f"{phase} does not end: {self.acts[-20:]}")

    def _ready(self) -> None:
        """Everybody, one after the other; who is ready may be the last, and who is next out of the league."""
        step = self.state.now.step
        while self.state.now.step == step and self.state.now.phase in ("preparation", "aftermath", "build"):
            waiting = [one.id for one in factions(self.state) if one.id not in self.state.now.done]
            if not waiting:
                return
            self.act("ready", step=step, faction=waiting[0])

    def _preparation(self) -> None:
        for one in factions(self.state):
            for banner in banners_in_reserve(self.state, one.id):
                if returns(self.state, self.league.book_now, banner):
                    self.act("return_banner", faction=one.id, banner=banner.id)
            while not first_of(raise_problems(self.state, self.league.book_now, one.id)):
                self.act("raise_banner", faction=one.id)
        self._ready()

    def _orders(self) -> None:
        for one in factions(self.state):
            if on_map(self.state, one.id) and self.is_lucky(0.9) and one.id not in self.state.now.done:
                self.act("seal_orders", faction=one.id)
                if self.state.now.phase == "orders" and self.is_lucky(0.1):
                    self.act("open_seal", faction=one.id)
        if self.state.now.phase == "orders":
            self.act("close_orders", turn=self.state.now.turn)

    def sheet(self, faction: str) -> tuple[tuple[str, object], ...]:
        """Orders that can be carried out, more often than not towards the others."""
        lines: list[tuple[str, object]] = []
        ways = near(self.state)
        banners = on_map(self.state, faction)
        for number, banner in enumerate(banners, start=1):
            kind: OrderKind = self.dice.choice(KINDS)
            place = self.state.territories[banner.territory]
            if kind == "fortify" and {"stronghold", "lords_tower"} & set(place.items):
                kind = "hold"
            path: list[str] = []
            if kind in MOVING:
                viewer = banner.territory
                for _ in range(
                    self.dice.randint(1, most_steps(self.state, self.league.book_now, faction, kind))
                ):
                    viewer = self.dice.choice(ways[viewer])
                    path.append(viewer)
            seq = self.dice.randint(1, number)
            lines += [
                (f"kind:{banner.id}", kind),
                (f"path:{banner.id}", tuple(path)),
                (f"seq:{banner.id}", seq),
            ]
        return tuple(lines)

    def _battles(self) -> None:
        for battle in battles_this_turn(self.state):
            self.by_itself()
            if self.state.now.phase == "battles" and self.state.battles[battle.id].status == "open":
                self._fight(self.state.battles[battle.id])
        if self.state.now.phase == "battles":
            self._fates()

    def _fight(self, battle: Battle) -> None:
        """One step of a battle: of its siege, a report, or a walk-over."""
        book = self.league.book_now
        lapses = [one for one in lapse_lines(self.state, book) if one["params"].get("battle") == battle.id]
        if is_siege_battle(self.state, battle.id) and self.state.sieges[battle.id].step != "assault":
            self._siege(battle)
        elif lapses and self.is_lucky(0.5):
            self.act(lapses[0]["do"].removeprefix("firestorm."), silent=True, **lapses[0]["params"])
        elif is_siege_battle(self.state, battle.id):
            self.act("end_siege", battle=battle.id, faction=battle.attack,
                     winner=self.dice.choice(("besieger", "besieged")))  # fmt: skip
            self._agree(battle)
        elif not lapses and not battle.third and self.is_lucky(0.1):
            self.act("walkover", battle=battle.id, faction=self.dice.choice(battle.factions))
        elif not lapses or lapses[0]["params"].get("siege") is False:
            self._report(battle)
        else:
            self.act("offer_siege", battle=battle.id, faction=battle.defend)

    def _siege(self, battle: Battle) -> None:
        now = self.state.sieges[battle.id]
        turn: dict[str, Any] = {"battle": battle.id, "turn": now.completed + 1}
        if now.step == "start":
            self.act("start_siege", battle=battle.id, faction=battle.attack, storm=self.is_lucky(0.3))
        elif now.step == "timer":
            self.act("siege_turn", faction=battle.attack, **turn)
        elif now.step in ("besieger", "besieged"):
            faction = battle.attack if now.step == "besieger" else battle.defend
            option, target = self.dice.choice(list(self._options(battle)))
            self.act("take_option", faction=faction, option=option, target=target, **turn)

    def _options(self, battle: Battle) -> Iterator[tuple[str, str]]:
        now, book = self.state.sieges[battle.id], self.league.book_now
        side: Any = now.step
        for key, row in options_of_side(book, side).items():
            aims = {"sally": list(book.siege.sallies), "wall": ["west wall"], "": [""]}
            targets = aims.get(row.target, ["gate"])
            if key == "repair":
                pieces = ("gate", "west wall", "keep")
                targets = [one for one in pieces if may_be_damaged(self.state, book, now, one)]
            for target in targets:
                if is_option_open(self.state, book, now, key, target):
                    yield key, target

    def _report(self, battle: Battle) -> None:
        faction = self.dice.choice(battle.factions)
        sides = ["attack", "defend", "third"]
        mine = sides[battle.factions.index(faction)]
        others = [one for one in sides[: len(battle.factions)] if one != mine]
        if (
            battle.games == 1
            and not bouts_of(self.state, battle.id)
            and not battle.third
            and self.is_lucky(0.3)
        ):
            self.act("agree_games", battle=battle.id, faction=faction, games=2)
        self.act(
            "report", battle=battle.id, faction=faction, result=self.dice.choice(RESULTS),
            winner=self.dice.choice(others), attacker_tabled=self.is_lucky(0.25),
            defender_tabled=self.is_lucky(0.25), third_tabled=bool(battle.third) and self.is_lucky(0.25),
        )  # fmt: skip
        self._agree(battle)

    def _agree(self, battle: Battle) -> None:
        game = bouts_of(self.state, battle.id, "reported")[-1]
        other = next(one for one in battle.factions if one != game.reported_by)
        self.act("confirm", bout=game.id, faction=other)

    def _fates(self) -> None:
        while gone := leaving(self.state):
            self.act("choose_retreat", faction=gone[0][1].faction, banner=gone[0][1].id)
        while lost := scattered_banners(self.state):
            self.act("choose_rally", faction=lost[0].faction, banner=lost[0].id)

    def _aftermath(self) -> None:
        self._fates()
        for one in factions(self.state):
            for battle in unrolled(self.state, one.id):
                self.act("roll_build", battle=battle.id, faction=one.id)
            for banner in on_map(self.state, one.id):
                can = not first_of(raze_problems(self.state, self.league.book_now, banner))
                if can and self.is_lucky(0.5):
                    self.act("raze", faction=one.id, banner=banner.id)
        for one in factions(self.state):
            while too_many(self.state, self.league.book_now, one.id):
                mine = [
                    b.id for b in self.state.banners.values() if b.faction == one.id and b.at != "removed"
                ]
                self.act("remove_banner", faction=one.id, banner=self.dice.choice(mine))
        self._ready()

    def _build(self) -> None:
        for one in factions(self.state):
            while lines := [
                o for o in shop_items(self.state, self.league.book_now, one.id) if o.why_not is None
            ]:
                chosen = self.dice.choice(lines)
                self.act("build", faction=one.id, territory=chosen.territory, item=chosen.item)
                if self.is_lucky(0.3):
                    break
        self._ready()

    # the organiser

    def _interfere(self) -> None:
        if not self.is_lucky(self.rulings):
            return
        act = self.dice.choice(list(RULINGS))
        self.tried(act, **RULINGS[act](self))

    def one_of(self, table: str) -> str:
        return str(self.dice.choice([*getattr(self.state, table), "nothing"]))


def _territory(season: Season) -> dict[str, Any]:
    items = season.dice.sample(
        ["barracks", "stronghold", "forge", "walled_settlement"], season.dice.randint(0, 2)
    )
    owner = season.dice.choice([*season.state.factions, ""])
    place = season.dice.choice(list(season.state.territories.values()))
    if "lords_tower" in place.items:
        items = list(place.items)
    return {"territory": place.id, "owner": owner, "items": items, "words": WHY}


RULINGS: dict[str, Any] = {
    "advance": lambda s: {"step": s.state.now.step, "words": WHY},
    "grant": lambda s: {"faction": s.one_of("factions"), "glory": s.dice.randint(-2, 2),
                        "build": s.dice.randint(-3, 5), "words": WHY},
    "correct": _territory,
    "place_banner": lambda s: {"faction": s.one_of("factions"), "territory": s.one_of("territories"),
                               "words": WHY},
    "move_banner": lambda s: {"banner": s.one_of("banners"), "words": WHY,
                              "territory": s.dice.choice([*s.state.territories, "", "", ""])},
    "disband_banner": lambda s: {"banner": s.one_of("banners"), "words": WHY},
    "strike": lambda s: {"battle": s.one_of("battles"), "words": WHY},
    "correct_result": lambda s: {"battle": s.one_of("battles"), "result": s.dice.choice(RESULTS),
                                 "winner": "third", "words": WHY},
    "void_result": lambda s: {"battle": s.one_of("battles"), "words": WHY},
    "reopen_orders": lambda s: {"turn": s.state.now.turn, "words": WHY},
    "revive": lambda s: {"faction": s.one_of("factions"), "words": WHY},
}  # fmt: skip
