"""An evening of two players and their organiser, each with a browser, for the tests beside the table."""

from __future__ import annotations

from typing import Any

from django.test import Client

from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from campaigns.opr.league import facts
from campaigns.opr.table import mission_page
from campaigns.opr.table.mission_page import MissionPage
from campaigns.opr.viewer import OprViewer
from campaigns.shell.questions.dialogue_page import DialoguePage
from campaigns.shell.questions.question_forms import question_view
from rules.engine.dice import is_random
from tests import factories
from tests.campaigns.play import act, answer_all, found_league, found_warband, player, state_of, unit
from tests.pages import looking, page_of
from tests.scenario import scenario


@scenario
def begun_league(units: int, **settings: str) -> tuple[Scope, Seat, Seat, Seat, str, str]:
    """A league of two that has started: itself, Ilse, Marta, Tom, and both warbands."""
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, **settings)
    cost = 150 if scope.edition.startswith("aofs") else 1000
    army = [unit(f"Unit {n}", cost // units) for n in range(1, units + 1)] if units != 3 else ()
    marta, tom = player(scope, "Marta"), player(scope, "Tom")
    bell = found_warband(scope, marta, "Second Bell", army)
    raiders = found_warband(scope, tom, "Raiders", army)
    answer_all(scope, ilse, act(scope, ilse, "start"))
    return scope, ilse, marta, tom, bell, raiders


class Evening:
    """Two players and their organiser, each with a browser."""

    def __init__(self, *, units: int = 3, **settings: str) -> None:
        begun = begun_league(units, **settings)
        self.scope, self.ilse, self.marta, self.tom, self.bell, self.raiders = begun

    def browser(self, seat: Seat) -> Client:
        client = Client()
        client.force_login(seat.person.user)
        return client

    def at(self, seat: Seat | None, section: str = "missions") -> OprViewer:
        """This person's view of the league."""
        return looking(self.scope, seat, section)

    def shows(self, seat: Seat | None, mission: str) -> MissionPage:
        """What the page of a mission shows this person."""
        return mission_page.mission_page(self.at(seat), mission)

    def dice(self, seat: Seat, mission: str) -> list[str]:
        """The event dice this person may roll next, as their buttons say."""
        return [one.label for one in self.shows(seat, mission).checks]

    def url(self, tail: str = "") -> str:
        return f"/l/{self.scope.pk}/{tail}"

    def units(self, warband: str) -> list[str]:
        return list(state_of(self.scope).warbands[warband].units)

    def name(self, unit: str) -> str:
        return str(state_of(self.scope).units[unit].name)

    @property
    def quick(self) -> str:
        return self.url(f"report/?w={self.bell}&w={self.raiders}")

    def mission(self) -> str:
        """A mission that is being played; its id."""
        opened = act(self.scope, self.marta, "open_mission", warbands=[self.bell, self.raiders])
        act(self.scope, self.marta, "begin", mission=f"{opened.slot}.mission")
        return f"{opened.slot}.mission"

    def down(self, mission: str, *, up: bool = False) -> str:
        """Tick Marta's first unit down, or up again; its id."""
        unit, data = self.units(self.bell)[0], None if up else {"round": 1}
        told: dict[str, Any] = {"mission": mission, "kind": facts.DOWN, "subject": unit, "data": data}
        facts.tick_fact(scope=self.scope, actor=Actor(self.marta), **told)
        return unit

    def event(self, mission: str, code: int, *, warband: str = "", **answers: object) -> str:
        """Start the first round with this event, drawn for this warband; the event's id."""
        outcome = act(self.scope, self.marta, "round", mission=mission, round=1)
        wanted = {"event-check": 6, "event": code, "warband": warband, "warband:1": warband, **answers}
        answer_all(self.scope, self.marta, outcome, **{k: v for k, v in wanted.items() if v})
        return str(state_of(self.scope).missions[mission].events[-1].id)


def roll_on(client: Client, response: Any) -> Any:
    """Let the app roll, and choose the first answer, until the dialogue is over."""
    for _ in range(60):
        if "/d/" not in response["Location"]:
            return response
        address = response["Location"]
        page = client.get(address)
        if page.status_code == 302:
            response = page
            continue
        response = client.post(address, _next_answer(page_of(page)))
    raise AssertionError("The dialogue does not end.")


def _next_answer(page: DialoguePage) -> dict[str, str]:
    """The app rolls, or the first that may be tapped."""
    assert page.first is not None
    question = page.first.question
    if is_random(question):
        return {"key": question.key, "roll": "1"}
    return {
        "key": question.key,
        "value": next(tap.value for tap in question_view(question).taps if not tap.why_not),
    }
