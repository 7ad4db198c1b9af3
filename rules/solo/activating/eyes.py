"""The facts a tree asks for: from data where data knows, otherwise from the people at the table.

One `Eyes` serves one activation; it asks nothing twice while the answer cannot have changed. Which marker a
unit goes for and whether the app controls all of them is one question. Source: SOLO-34, SOLO-37, SOLO-46,
SOLO-47.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.engine.language import either, say
from rules.engine.procedure import Procedure
from rules.engine.questions import Choose, ChooseSeveral, Option, WhyNot, unknown
from rules.engine.refusals import Refused
from rules.solo.activating.cards import FactQuestion, crumbs, movement_figures
from rules.solo.activating.diagrams import Diagram, in_the_way, reach_diagram
from rules.solo.book import Rules
from rules.solo.deciding.measures import moves, objective_reach
from rules.solo.deciding.scores import has, usable_weapons
from rules.solo.deciding.trees import Walk
from rules.solo.picks import ask_pick
from rules.solo.printed import Printed
from rules.solo.state import Marker, SoloState, SoloWeapon, Unit

HOLD_SOURCES = {Printed.INDIRECT: "SOLO-67", Printed.RELENTLESS: "SOLO-68"}
ALL, EQUAL = "all", "equal"


@dataclass
class Eyes:
    """What one activation has seen so far."""

    state: SoloState
    rules: Rules
    unit: Unit
    marker: Marker | None = None
    vanguard: bool | None = None
    hold_rule: str = ""
    seen: dict[str, bool] = field(default_factory=dict)
    asked: list[tuple[str, bool]] = field(default_factory=list)

    def answer[T](self, walk: Walk[T]) -> Procedure[T]:
        """Lead a walk through a tree to its end."""
        try:
            name = next(walk)
            while True:
                seen = yield from self.fact(name)
                name = walk.send(seen)
        except StopIteration as end:
            result: T = end.value
            return result

    def fact(self, name: str) -> Procedure[bool]:
        key = f"shoot:{self.goal}" if name == "shoot" else name
        if key not in self.seen:
            self.seen[key] = yield from getattr(self, f"_{name}")()
            self.asked.append((name, self.seen[key]))
        return self.seen[key]

    @property
    def goal(self) -> str:
        return "objective" if self.marker else "enemy"

    @property
    def enemies(self) -> list[Unit]:
        """Enemies on the table as far as they were entered."""
        separate = self.rules.choice("ai_warbands") == "separate"
        others = self.state.on_table("ai") if separate else []
        return [*self.state.on_table("human"), *(one for one in others if one.side != self.unit.side)]

    @property
    def no_enemy(self) -> bool:
        """Everybody was entered and nobody is left."""
        return bool(self.state.units_of("human")) and not self.enemies

    def is_mine(self, side: str) -> bool:
        """A marker seized by this side counts for the unit's own camp. Source: SOLO-47."""
        if self.rules.choice("ai_warbands") == "separate":
            return side == self.unit.side
        return self.state.camp_of(side) == "ai"

    @property
    def marker_first(self) -> bool:
        """Whether a weapon that makes units hold lets them go for markers now. Source: SOLO-67."""
        last = self.state.game.round >= self.rules.number("rounds")
        return last and self.rules.choice("hold_in_last_round") == "marker"

    @property
    def open_markers(self) -> list[Marker]:
        """Markers the app may have to fetch: not seized by it and not marked as out of reach."""
        return [m for m in self.state.markers.values() if m.reachable and not self.is_mine(m.seized)]

    def _ask(
        self,
        name: str,
        *,
        words: str = "",
        diagram: Diagram | None = None,
        key: str = "",
        how: str = "",
        rule: str = "",
        **more: object,
    ) -> FactQuestion:
        """The question for a fact; `words`: the book's entry that puts it here, if not the fact's own."""
        text = self.rules.book.facts[words or name]
        values = {**movement_figures(self.unit, self.rules, bool(self.vanguard), self.marker), **more}
        return FactQuestion(
            f"{key or name}:{self.unit.id}",
            self.rules.text(text.text, **values),
            rule=rule or text.rule,
            how=how or self.rules.text(text.how, **values),
            about=self.unit.id,
            crumbs=crumbs(self.rules, tuple(self.asked), name),
            diagram=diagram,
        )

    def _obj(self) -> Procedure[bool]:
        candidates = self.open_markers
        if not candidates:
            return False
        sure = surely_free(self.state, candidates)
        if len(candidates) == 1:
            return (yield from self._only_marker(candidates[0], sure))
        options = [Option(marker.id, say("Marker {marker}", marker=marker.name)) for marker in candidates]
        options.append(Option(EQUAL, say("Several are equally near")))
        options += [] if sure else [Option(ALL, say("The app controls them all"))]
        chosen: str = yield Choose(
            f"marker:{self.unit.id}",
            say("Which marker not under the app’s control is nearest to {unit}?", unit=self.unit.name),
            tuple(options),
            rule="SOLO-37",
            how=self._control_in_words(),
            about=self.unit.id,
            left_out=self._not_for,
        )
        if chosen == EQUAL:
            labels = {one.id: say("marker {marker}", marker=one.name) for one in candidates}
            chosen = yield from equally_right(f"marker:{self.unit.id}", labels, self.unit, self._not_for)
        self.marker = self.state.markers.get(chosen)
        return self.marker is not None

    def _not_for(self, named: str) -> Refused | None:
        """Why the unit goes for none of these. Source: SOLO-37, SOLO-47"""
        if named == ALL and surely_free(self.state, self.open_markers):
            near = say("The app cannot control all of them: too few of its units are near.")
            return Refused("SOLO-47", near)
        marker = self.state.markers.get(named)
        if marker is None:
            return None
        if not marker.reachable:
            beyond = say("No unit can reach marker {marker}.", marker=marker.name)
            return Refused("SOLO-37", beyond)
        return Refused("SOLO-47", say("Marker {marker} is under the app’s control.", marker=marker.name))

    def _only_marker(self, marker: Marker, sure: bool) -> Procedure[bool]:
        free = sure or (yield self._ask("obj", marker=marker.name, how=self._control_in_words()))
        self.marker = marker if free else None
        return bool(free)

    def _control_in_words(self) -> str:
        """What counts as control under this game's settings. Source: SOLO-47."""
        how = [self.rules.text(self.rules.book.facts["obj"].how)]
        if not self.rules.is_on("actor_counts"):
            how.append(say("{unit} itself does not count.", unit=self.unit.name))
        if not self.rules.is_on("stunned_enemies_hold"):
            stunned = self.rules.words["stunned"]
            how.append(say("Your {stunned} units do not count either.", stunned=stunned))
        return " ".join(how)

    def _way(self) -> Procedure[bool]:
        if self.no_enemy:
            return False
        label = self.marker.name if self.marker else ""
        answer: bool = yield self._ask("way", diagram=in_the_way(label))
        return answer

    def _rush_only(self) -> Procedure[bool]:
        reach_of = moves(self.unit, self.rules)
        zone = objective_reach(self.rules)
        near, far = reach_of.advance + zone, reach_of.rush + zone
        if near >= far:
            return False
        label = self.marker.name if self.marker else ""
        picture = reach_diagram(self.rules, reach_of, label)
        words = "rush_only" if zone else "rush_only_onto"
        answer: bool = yield self._ask(
            "rush_only", words=words, diagram=picture, near=near, far=far, zone=zone
        )
        return answer

    def _shoot(self) -> Procedure[bool]:
        weapons = usable_weapons(self.state, self.unit)
        if not weapons or self.no_enemy:
            return False
        farthest = max(weapon.range for weapon in weapons)
        words = "shoot" if self.marker else "shoot_enemy"
        answer: bool = yield self._ask("shoot", words=words, key=f"shoot:{self.goal}", range=farthest)
        return answer

    def _way_charge(self) -> Procedure[bool]:
        if self.rules.choice("charge_at_step_two") == "any":
            return (yield from self.fact("charge"))
        return (yield from self._charging("way_charge"))

    def _charge(self) -> Procedure[bool]:
        return (yield from self._charging("charge"))

    def _charging(self, name: str) -> Procedure[bool]:
        if self.no_enemy:
            return False
        yield from self._near_vanguard()
        answer: bool = yield self._ask(name)
        return answer

    def _near_vanguard(self) -> Procedure[None]:
        """A friendly hero with Vanguard near lengthens charges; asked when there is one. Source: SOLO-34."""
        if self.vanguard is not None:
            return
        heroes = [one for one in self._friends() if has(one.all_rules, Printed.VANGUARD)]
        self.vanguard = False
        if heroes:
            names = either(hero.name for hero in heroes)
            near = say("Is {unit} within 6″ of {hero}?", unit=self.unit.name, hero=names)
            farther = self.rules.number("vanguard_charge")
            self.vanguard = yield FactQuestion(
                f"vanguard:{self.unit.id}",
                near,
                rule="SOLO-34",
                how=say("If so, it can charge {inches}″ further.", inches=farther),
                about=self.unit.id,
                crumbs=crumbs(self.rules, tuple(self.asked)),
            )

    def _friends(self) -> list[Unit]:
        units = [one for one in self.state.on_table("ai") if one.id != self.unit.id]
        separate = self.rules.choice("ai_warbands") == "separate"
        return [one for one in units if one.side == self.unit.side or not separate]

    def _hold_weapon_now(self) -> Procedure[bool]:
        if self.no_enemy:
            return False
        for number, (weapon, rule) in enumerate(hold_weapons(self.state, self.unit), start=1):
            source = HOLD_SOURCES[rule]
            answer: bool = yield self._ask(
                "hold_weapon_now",
                words="hold_weapon_now" if rule == Printed.INDIRECT else "hold_weapon_sees",
                key=f"hold:{number}",
                rule=source,
                range=weapon.range,
                weapon=weapon.label or say("weapon"),
            )
            if answer:
                self.hold_rule = source
                return True
        return False


def surely_free(state: SoloState, candidates: Sequence[Marker]) -> bool:
    """Is one of these markers out of the app's control without counting models?

    A unit is near one marker at most. Those of which nobody knows could each stand at another one.

    Source: SOLO-47
    """
    units = [unit for unit in state.on_table("ai") if not unit.stunned]
    near = {unit.near for unit in units}
    strangers = sum(unit.near is None for unit in units)
    return sum(marker.id not in near for marker in candidates) > strangers


def hold_weapons(state: SoloState, unit: Unit) -> list[tuple[SoloWeapon, Printed]]:
    """Ranged weapons with Indirect or Relentless, with the rule. Source: SOLO-67, SOLO-68."""
    return [
        (weapon, rule)
        for weapon in usable_weapons(state, unit)
        for rule in HOLD_SOURCES
        if has((*weapon.rules, *unit.rules), rule)
    ]


def equally_right(key: str, names: dict[str, str], unit: Unit, left_out: WhyNot = unknown) -> Procedure[str]:
    """Which ones are equally near to the unit, and the die among them; the id of the one taken.

    Source: SOLO-02
    """
    ids = tuple(names)
    if len(ids) > 2:
        options = tuple(Option(one, name) for one, name in names.items())
        ids = yield ChooseSeveral(
            f"{key}:equal",
            say("Which ones are equally near to {unit}?", unit=unit.name),
            options,
            rule="SOLO-02",
            about=unit.id,
            least=2,
            most=len(ids),
            left_out=left_out,
        )
    text = say("Equally near to {unit}: which one is it?", unit=unit.name)
    labels = [names[one] for one in ids]
    at = yield from ask_pick(f"{key}:tie", labels, text, rule="SOLO-02", about=unit.id)
    return ids[at]
