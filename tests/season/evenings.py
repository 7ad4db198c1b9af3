"""Games of the story as they are played: what became of a plan, in a league of warbands and on two maps."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from campaigns.models import Entry, Report, Seat
from tests.campaigns import play
from tests.maps.conquest import play as conquest
from tests.maps.firestorm.season import Season as Campaign
from tests.season.browser import Browser
from tests.season.clock import Clock
from tests.season.hearing import Hearing
from tests.season.society import REALMS, WARBANDS, Society

type Pair = frozenset[str]


@dataclass
class Evenings:
    """`met`: who has played whom in the league of warbands, as the people themselves would count."""

    club: Society
    clock: Clock
    hearing: Hearing
    luck: random.Random
    look: Callable[[], None]
    met: Counter[Pair] = field(default_factory=Counter)
    battles: int = 0

    def __post_init__(self) -> None:
        self.campaign = Campaign(self.club.factions, self.luck)

    # Warbands

    def browser(self, name: str) -> Browser:
        found = Browser()
        found.client = self.club.browsers[name]
        return found

    def mission(self, pair: Sequence[str], address: str) -> None:
        """Two sit before their mission's page: who comes along, the first round, and how it ended."""
        base, browser = address.rstrip("/"), self.browser(pair[0])
        state = play.state_of(self.club.warbands)
        for name in pair:
            band = self.club.bands[name]
            units = [one.id for one in state.sheet(band) if one.available]
            self.browser(name).send(f"{base}/do/field/", {"warband": band, "unit": units})
        browser.send(f"{base}/do/begin/", {})
        browser.open(f"{base}/result/")
        self._report(pair, browser)

    def without_a_tap(self, pair: Sequence[str]) -> None:
        """Two have played without a word to the app, and report it afterwards."""
        one, other = (self.club.bands[name] for name in pair)
        browser = self.browser(pair[0])
        browser.open(f"/l/{self.club.warbands.pk}/report/?w={one}&w={other}")
        self._report(pair, browser)

    def _report(self, pair: Sequence[str], browser: Browser) -> None:
        """The first of them has won, or says so; the other agrees, or the organiser decides."""
        reporter, opponent = (self.club.seats[name] for name in pair)
        address = browser.fill(form_id="report", winner=self.club.bands[pair[0]], rounds="4")
        report = Report.objects.latest("pk")
        self.hearing.of("reported", f"report {report.pk}", [opponent])
        self.look()
        other, told = self.browser(pair[1]), [reporter]
        other.open(address)
        if self.luck.random() < 0.2:
            other.fill("dispute", words="We stopped after three rounds.")
            self.hearing.of("disputed", f"report {report.pk}", [reporter])
            self.look()
            other, told = self.browser("Ilse"), [reporter, opponent]
            other.open(address)
        other.fill("confirm")
        self.hearing.of("counts", f"report {report.pk}", told)
        self.met[frozenset(pair)] += 1
        report.refresh_from_db()
        self._over(report, pair)

    def _over(self, report: Report, pair: Sequence[str]) -> None:
        state = play.state_of(self.club.warbands)
        mission = report.mission or list(state.missions)[-1]
        rest = [self.club.seats[name] for name in WARBANDS if name not in pair]
        self.hearing.of("result", f"{self.club.warbands.pk}-{mission}", rest)
        self.look()
        if sum(self.met.values()) % 4 == 0:  # they go for a drink first
            self.clock.to(self.clock.at + timedelta(minutes=61))
            self.hearing.of(
                "steps", f"{self.club.warbands.pk}-{mission}", [self.club.seats[one] for one in pair]
            )
            self.look()
        for name in pair:
            by = self.club.seats["Ilse" if self.luck.random() < 0.2 else name]
            self._steps(mission, name, by)

    def _steps(self, mission: str, name: str, by: Seat) -> None:
        """What follows a mission; now and then the organiser does it for them, and they hear of it."""
        last = Entry.objects.latest("pk").pk
        play.walked(self.club.warbands, by, mission, self.club.bands[name])
        if by != self.club.seats[name]:
            for entry in Entry.objects.filter(scope=self.club.warbands, pk__gt=last, actor=by):
                self.hearing.of("acted_for", f"entry {entry.pk}", [self.club.seats[name]])

    # Empires

    def up_to_the_battles(self) -> list[tuple[str, list[str]]]:
        """Events, mines and challenges; the battles they lead to, with who plays them."""
        realms = self.club.realms
        for phase in (conquest.events, conquest.revenue, conquest.challenges):
            phase(realms)
        now = realms.state.now.round
        found = [one for one in realms.state.battles.values() if one.round == now and one.status == "open"]
        return [(one.id, [realms.player(member) for member in one.members]) for one in found]

    def battle(self, battle: str) -> None:
        """Reported by the challenger, confirmed by the other."""
        realms = self.club.realms
        attackers, defenders = conquest.sides(realms, battle)
        figures = [(700, 3, 9), (500, 5, 9)]
        self.luck.shuffle(figures)
        attack, defend = figures
        fled = "defend" if attack > defend else "attack"
        first, other = (realms.player(one[0]) for one in (attackers, defenders))
        last = _last_entry()
        conquest.reported(realms, first, battle, attack=attack, defend=defend, fled=fled)
        realms.do(other, "confirm", battle=battle)
        self._battles_count(last)
        played = {realms.player(one) for one in (*attackers, *defenders)}
        rest = [self.club.seats[name] for name in REALMS if name not in played]
        self.hearing.of("result", f"{realms.scope.pk}-{battle}", rest)
        self.battles += 1

    def rest_of_the_round(self) -> None:
        last = _last_entry()
        conquest.battles(self.club.realms)
        conquest.spending(self.club.realms)
        self._battles_count(last)

    def _battles_count(self, after: int) -> None:
        """Those who fought hear that it counts, but for who has agreed."""
        realms = self.club.realms
        for entry in Entry.objects.filter(pk__gt=after, procedure="conquest.confirm"):
            members = {realms.player(one) for one in realms.state.battles[entry.params["battle"]].members}
            fought = [self.club.seats[name] for name in sorted(members)]
            self.hearing.of("counts", f"entry {entry.pk}", [one for one in fought if one != entry.actor])

    # Factions

    def up_to_the_clashes(self) -> list[tuple[str, list[str]]]:
        """Banners, orders and their reveal; the battles they lead to, with somebody of either faction."""
        state, turn = self.campaign.state, self.campaign.state.now.turn
        while state.now.phase != "battles" and state.now.turn == turn:
            self.campaign.step()
            state = self.campaign.state
        if state.now.phase != "battles":
            return []
        found = [one for one in state.battles.values() if one.turn == turn and one.status == "open"]
        return [
            (one.id, [self.luck.choice(self.campaign.members(side)) for side in (one.attack, one.defend)])
            for one in found
        ]

    def rest_of_the_turn(self) -> None:
        """Everything that is left of it, and who hears how its battles ended."""
        self.clock.to(self.clock.at + timedelta(minutes=1))
        turn, last = self.campaign.state.now.turn, _last_entry()
        if self.campaign.state.now.phase != "preparation":
            self.campaign.turn()
        state = self.campaign.state
        for battle in [one for one in state.battles.values() if one.turn == turn]:
            sides = {one for one in (battle.attack, battle.defend, battle.third_faction) if one}
            others = [
                name for one in state.factions if one not in sides for name in self.campaign.members(one)
            ]
            what = f"{self.club.factions.scope.pk}-{battle.id}"
            self.hearing.of("result", what, [self.club.seats[name] for name in others])
        for entry in Entry.objects.filter(pk__gt=last, procedure="firestorm.confirm"):
            battle = state.battles[state.bouts[entry.params["bout"]].battle]
            both = [one for one in (battle.attack, battle.defend, battle.third_faction) if one]
            fought = [self.club.seats[name] for one in both for name in self.campaign.members(one)]
            self.hearing.of("counts", f"entry {entry.pk}", [one for one in fought if one != entry.actor])


def _last_entry() -> int:
    return Entry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
