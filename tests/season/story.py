"""A season of a club, told through its pages: founding, joining, armies, missions, steps, corrections.

Only pages write here. The state is read to decide what to tap (who may come along, what is asked), the way
people look at their sheets; it is never written to.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.models import Dialogue, Scope, Slot
from rules.engine.procedure import Open
from rules.engine.questions import Draw, Question, Roll
from rules.opr import GAME
from rules.opr.playing.setup import available_units, cap_of
from tests import factories
from tests.season.answers import AOFS, army_list, typed
from tests.season.browser import Browser, Form, Said, forms_of

NAMES = (
    "Ada", "Bo", "Cleo", "Dmitri", "Edda", "Finn", "Gul", "Hana", "Iris", "Jun", "Kofi", "Lena", "Moss",
)  # fmt: skip
STEPS = ("casualties", "experience", "close_upgrades", "close_recruiting")


@dataclass(frozen=True)
class Game:
    """A mission as the people at the table remember it; `conceded` is the loser's round, 0 if it held out."""

    winner: str
    losers: tuple[str, ...]
    conceded: int = 0


@dataclass
class Story:
    """One league with its people's browsers. `games` is what really happened, for whoever counts again."""

    edition: str
    seed: int
    people: dict[str, Browser] = field(default_factory=dict)
    warbands: dict[str, str] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        organiser = factories.new_organiser(name="Marta")
        self.club = organiser.club
        self.marta = Browser()
        self.marta.client = factories.signed_in(organiser)
        self.invitation = self._found_league()
        self.scope = Scope.objects.get(club=self.club)

    # What people look at

    @property
    def state(self) -> Any:
        return registration_of("opr").load(self.scope.pk)

    def url(self, tail: str = "") -> str:
        return f"/l/{self.scope.pk}/{tail}"

    def owner(self, warband: str) -> Browser:
        return self.people[next(name for name, one in self.warbands.items() if one == warband)]

    def count(self, what: str) -> None:
        self.told[what] = self.told.get(what, 0) + 1

    @property
    def requests(self) -> int:
        return self.marta.requests + sum(browser.requests for browser in self.people.values())

    # Beginning

    def _found_league(self) -> str:
        """Four steps of the wizard; the path of the invitation."""
        marta = self.marta
        marta.open(f"/clubs/{self.club.slug}/leagues/new/")
        marta.fill(form_id="wizard", name=f"Season {self.seed}", edition=self.edition)
        marta.fill(form_id="wizard", parallel_play="on")
        marta.fill(form_id="wizard", campaign_type="endless")
        house = {"late_joiners": "on", "no_permadeath": "on"}
        marta.fill(form_id="wizard", **house)
        return self._link()

    def invite_again(self) -> None:
        """The first link is used up when twelve have come; the organiser makes another."""
        self.marta.open(f"/clubs/{self.club.slug}/invitations/")
        form = next(one for one in _forms(self.marta) if "role" in one.sent)
        self.marta.send(form.action or self.marta.at, {**form.sent, "role": ["player"]})
        self.invitation = self._link()

    def _link(self) -> str:
        found = re.search(r"/join/[^\"<\s]+", self.marta.text)
        assert found, self.marta.text
        return found[0]

    def join(self, name: str) -> None:
        """Open the invitation, type a name, bring an army."""
        browser = self.people[name] = Browser()
        browser.open(self.invitation)
        browser.fill(form_id="join", name=name)
        browser.open("/me/")
        dice = "app" if len(self.people) % 2 else "ask"
        form = next(one for one in _forms(browser) if "dice" in one.sent)
        browser.send(form.action or browser.at, {**form.sent, "dice": [dice]})
        browser.open(self.url("warbands/new/"))
        browser.fill(text=army_list(f"{name}’s band", self.edition, self.luck))
        ended = browser.fill(form_id="army", found="1")
        self.warbands[name] = ended.split("/w/")[1].strip("/")

    def start(self) -> None:
        self.marta.send(self.url("start/"), {})
        self.see_through(self.marta)

    # Questions

    def see_through(self, browser: Browser) -> None:
        """Answer whatever dialogue the browser has been sent to until it is over."""
        while "/d/" in browser.at:
            slot = Slot.objects.get(scope=self.scope, code=browser.at.rstrip("/").split("/")[-1])
            if not Dialogue.objects.filter(slot=slot).exists():
                browser.open(browser.at)
                continue
            _run, progress = peek_dialogue(self.scope, slot)
            assert isinstance(progress, Open)
            self._answer(browser, progress.questions[0])

    def _answer(self, browser: Browser, question: Question) -> None:
        data: dict[str, object] = {"key": question.key}
        if isinstance(question, Roll | Draw) and self.luck.random() < 0.2:
            self.count("dice rolled by the app on request")
            data["roll"] = "1"
        else:
            data |= typed(question, self.luck)
            if isinstance(question, Roll | Draw):
                self.count("dice typed in")
        address = browser.at
        try:
            browser.send(address, data)
        except Said as said:
            if said.status not in (403, 409):
                raise
            self.marta.send(address, data)
            browser.open(address)

    # Missions

    def pair(self) -> list[str]:
        state = self.state
        fit = [
            one
            for one in self.warbands.values()
            if not state.warbands[one].mission and available_units(state, one)
        ]
        return self.luck.sample(sorted(fit), 2)

    def full(self, kind: int) -> None:
        """A mission through its own page: set-up, rounds with events, kills, result."""
        pair = self.pair()
        one, other = (self.owner(warband) for warband in pair)
        one.open(self.url("missions/new/"))
        ended = one.send(self.url("missions/new/"), {"warband": pair, "name": f"Game {len(self.games)}"})
        mission = ended.split("/m/")[1].strip("/")
        for warband, browser in zip(pair, (one, other), strict=True):
            units = self._under_cap(pair)[warband]
            self._do(browser, mission, "field", warband=warband, unit=units)
            self._do(browser, mission, "objective", warband=warband)
        self._do(one, mission, "begin")
        rounds = self.luck.randint(4, 5)
        for number in range(1, rounds + 1):
            self._do(self.luck.choice((one, other)), mission, "round", round=number)
            self._settle_notes(mission, pair)
        winner, loser = self.luck.sample(pair, 2)
        self._kills(mission, winner, loser)
        if kind == 0:
            self._do(self.owner(loser), mission, "concede", warband=loser, round=rounds)
        form = self.owner(winner).open(self.url(f"m/{mission}/result/"))
        self._report(form, winner, loser, mission, rounds if kind == 0 else 0, rounds)

    def quick(self, kind: int) -> None:
        """A mission reported on one page, and what becomes of the report."""
        winner, loser = self.luck.sample(self.pair(), 2)
        address = self.url("report/")
        form = self.owner(winner).open(f"{address}?w={winner}&w={loser}")
        state = self.state
        came = self._under_cap([winner, loser])
        home = {u.id for w in (winner, loser) for u in available_units(state, w) if u.id not in came[w]}
        ticks = {f"home:{unit}": "1" for unit in home} | self._quick_kills(came, winner, loser)
        conceded = 3 if kind == 1 else 0
        if conceded:
            ticks[f"conceded:{loser}"] = str(conceded)
        self._report(form, winner, loser, "", conceded, 4, disputed=kind == 2, at_table=kind == 3, **ticks)

    def walk_over(self) -> None:
        """The opponent did not come."""
        winner, loser = self.luck.sample(self.pair(), 2)
        browser = self.owner(winner)
        ended = browser.send(self.url("missions/new/"), {"warband": [winner, loser], "name": "Nobody came"})
        mission = ended.split("/m/")[1].strip("/")
        for warband in (winner, loser):
            units = self._under_cap([winner, loser])[warband]
            self._do(self.owner(warband), mission, "field", warband=warband, unit=units)
        report = browser.send(self.url(f"m/{mission}/walk-over/"), {"winner": winner})
        self.owner(loser).open(report)
        self.owner(loser).fill("confirm")
        self._done(Game(winner, (loser,), 1), mission)
        self.count("walk-overs")

    def _report(
        self, address: str, winner: str, loser: str, mission: str, conceded: int, rounds: int,
        disputed: bool = False, at_table: bool = False, **ticks: str,
    ) -> None:  # fmt: skip
        reporter, opponent = self.owner(winner), self.owner(loser)
        if mission:  # a concession on the mission's own page is known there
            ticks = {}
        report = reporter.fill(form_id="report", winner=winner, rounds=str(rounds), **ticks)
        if at_table:
            reporter.fill("at_table")
            self.count("agreed at the table")
        elif disputed:
            opponent.open(report)
            opponent.fill("dispute", words="It was another round.")
            self.marta.open(report)
            self.marta.fill("confirm")
            self.count("disputes settled by the organiser")
        else:
            opponent.open(report)
            opponent.fill("confirm")
            self.count("reports confirmed by the opponent")
        if conceded:
            self.count("concessions")
        self._done(Game(winner, (loser,), conceded), mission or self._latest(winner))

    def _latest(self, warband: str) -> str:
        return str(self.state.warbands[warband].mission)

    def _done(self, game: Game, mission: str) -> None:
        self.games.append(game)
        for warband in (game.winner, *game.losers):
            self.steps(mission, warband)

    def _do(self, browser: Browser, mission: str, what: str, **data: object) -> None:
        browser.send(self.url(f"m/{mission}/do/{what}/"), data)
        self.see_through(browser)

    def _settle_notes(self, mission: str, pair: Sequence[str]) -> None:
        """What events ask while the mission is played."""
        figure = GAME.figures["waiting"]
        for warband in pair:
            state = self.state
            for todo in figure(state, GAME.book_of(state), warband=warband):
                what = todo["procedure"].removeprefix("opr.")
                if what in ("send", "seal_note") and not todo["why_not"]:
                    event = todo["params"]["event"]
                    self._do(self.owner(warband), mission, what, event=event, warband=warband)
                    self.count("events settled in play")

    def _under_cap(self, warbands: Sequence[str]) -> dict[str, list[str]]:
        """Who comes along: the dearest that fit under the cap."""
        state = self.state
        cap: int = cap_of(state, GAME.book_of(state), list(warbands))
        fielded: dict[str, list[str]] = {}
        for warband in warbands:
            room = cap
            chosen: list[str] = []
            for unit in sorted(available_units(state, warband), key=lambda one: -one.value):
                if unit.value <= room:
                    room, chosen = room - unit.value, [*chosen, unit.id]
            fielded[warband] = chosen
        return fielded

    def _kills(self, mission: str, winner: str, loser: str) -> None:
        """Tick who took out whom on the mission's page."""
        found = self.state.missions[mission]
        gone = {unit for event in found.events if event.outcome for unit in event.units}
        here = {side.warband: [unit for unit in side.fielded if unit not in gone] for side in found.sides}
        for victim, killer, round_out in self._duels(here, winner, loser):
            data = {"victim": victim, "killer": killer, "round": str(round_out), "melee": "1"}
            self.owner(winner).send(self.url(f"m/{mission}/out/"), data)

    def _quick_kills(self, came: dict[str, list[str]], winner: str, loser: str) -> dict[str, str]:
        ticks: dict[str, str] = {}
        for victim, killer, _round in self._duels(came, winner, loser):
            ticks |= {f"out:{victim}": "1", f"by:{victim}": killer, f"melee:{victim}": "1"}
        return ticks

    def _duels(self, here: dict[str, list[str]], winner: str, loser: str) -> list[tuple[str, str, int]]:
        """(victim, killer, round): the loser loses about half, the winner one; nobody strikes once out."""
        found = []
        fell: dict[str, int] = {}
        struck: dict[str, int] = {}
        for side, other, most in ((loser, winner, 3), (winner, loser, 1)):
            for victim in self.luck.sample(here[side], min(most, len(here[side]))):
                killer = self.luck.choice(here[other]) if here[other] else ""
                fallen = max(self.luck.randint(1, 3), struck.get(victim, 1))
                if fallen > fell.get(killer, fallen):
                    killer = ""
                fell[victim], struck[killer] = fallen, max(fallen, struck.get(killer, 1))
                found.append((victim, killer, fallen))
        return found

    # After the mission

    def steps(self, mission: str, warband: str) -> None:
        """What is left of steps 3 to 6 of one warband on its step page; now and then something is bought,
        sold, recruited."""
        browser = self.owner(warband)
        address = self.url(f"m/{mission}/steps/{warband}/")
        stands = self.state.missions[mission].side(warband).step
        for step in STEPS[[one.removeprefix("close_") for one in STEPS].index(stands) :]:
            browser.open(address)
            self.see_through(browser)
            while step == "casualties" and (event := _waiting_event(browser)):
                browser.send(address, event)
                self.see_through(browser)
                browser.open(address)
            if step == "close_recruiting":
                self._recruit(browser, address, warband)
            browser.send(address, {"do": step})
            self.see_through(browser)

    def _recruit(self, browser: Browser, address: str, warband: str) -> None:
        state = self.state
        pool, size = state.warbands[warband].pool, len(state.sheet(warband))
        price = 25 if self.edition == AOFS else 150
        if pool >= price and size < 6:
            name = f"Volunteers {len(state.units)}"
            data = {"name": name, "points": str(price), "quality": "5", "defense": "5", "models": "3"}
            browser.send(address, {"do": "recruit", **data})
            self.count("units recruited")

    # Corrections

    def correct_a_die(self) -> None:
        """The latest casualty die that was typed was another face; the organiser mends it and commits."""
        entries = self.scope.entries.filter(procedure="opr.casualties", void=False).order_by("-seq")
        for entry in entries[:30]:
            for key, answer in entry.answers.items():
                if key.startswith("casualty:") and answer["origin"] == "hand":
                    face = "6" if answer["value"] != 6 else "3"
                    self._commit(self.url(f"entries/{entry.seq}/"), {"key": key, "value": face})
                    self.count("dice corrected")
                    return

    def report_wrongly_and_take_back(self) -> None:
        """A quick report nobody played: confirmed, then taken out of the journal by the organiser."""
        winner, loser = self.luck.sample(self.pair(), 2)
        browser = self.owner(winner)
        browser.open(f"{self.url('report/')}?w={winner}&w={loser}")
        came = self._under_cap([winner, loser])
        state = self.state
        home = {u.id for w in (winner, loser) for u in available_units(state, w) if u.id not in came[w]}
        report = browser.fill(
            form_id="report", winner=winner, rounds="4", **{f"home:{one}": "1" for one in home}
        )
        self.owner(loser).open(report)
        self.owner(loser).fill("confirm")
        entry = self.scope.entries.filter(procedure="opr.quick_report", void=False).latest("seq")
        self._commit(self.url(f"entries/{entry.seq}/"), {"void": "1"})
        self.count("missions taken back")

    def _commit(self, address: str, change: dict[str, str]) -> None:
        marta = self.marta
        marta.send(address, change)
        for _ in range(40):
            decision = next((one for one in _forms(marta) if _decides(one)), None)
            if decision is None:
                break
            if "key" in decision.sent:
                marta.send(marta.at, {**decision.sent, **self._decided(decision.sent["key"][0])})
            else:
                marta.send(marta.at, {**decision.sent, "keep": ["1"], "why": ["We played it so."]})
        marta.fill("commit", words="It was written down wrongly.")

    def _decided(self, key: str) -> dict[str, object]:
        """An answer to a question that a correction asks anew: the first that the page offers."""
        offered = re.findall(r'name="value" value="([^"]+)"', self.marta.text.split(f'value="{key}"')[1])
        return {"value": offered[0]}


def _forms(browser: Browser) -> list[Form]:
    return [form for form in forms_of(browser.text) if form.method == "post"]


def _decides(form: Form) -> bool:
    """Whether a correction's form asks for a decision: a question, or an entry that may stay as it was."""
    return "code" in form.sent and (
        "key" in form.sent or any(name == "keep" for name, _value in form.buttons)
    )


def _waiting_event(browser: Browser) -> dict[str, object] | None:
    """What an event wants before the casualty dice, as its form sends it."""
    for form in _forms(browser):
        if "event" in form.sent and form.buttons:
            return {**form.sent, "do": form.buttons[0][1]}
    return None
