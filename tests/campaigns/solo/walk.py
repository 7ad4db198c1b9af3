"""Somebody plays a whole game against the app as a phone does: reads the screen, taps, reads the next."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from django.test import Client

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from campaigns.solo.table.going_on import advance_table
from campaigns.solo.table.table_page import SoloPage, table_step
from rules.engine.plain import JsonObject
from rules.engine.procedure import Open
from rules.engine.questions import Choose, ChooseSeveral, Question, Roll, YesNo
from rules.solo.game import rules_in_force
from rules.solo.playing.next_act import next_act
from rules.solo.state import SoloState

type Chooser = Callable[[Any], Any]


def signed_in(seat: Seat) -> Client:
    browser = Client()
    browser.force_login(seat.person.user)
    return browser


def new_game(browser: Client, seat: Seat, **more: object) -> Scope:
    """Two taps: a new game, the draw."""
    told = {"people": seat.name, **more}
    answer = browser.post(f"/clubs/{seat.club.slug}/solo/", told)
    assert answer.status_code == 302
    return Scope.objects.filter(game="solo").latest("pk")


def page_of(browser: Client, scope: Scope) -> SoloPage:
    answer = browser.get(f"/l/{scope.pk}/solo/")
    assert answer.status_code == 200
    page: SoloPage = answer.context["page"]
    return page


class Walk:
    """One phone at the table; `choose` answers what is not a plain yes or the first option."""

    def __init__(self, browser: Client, scope: Scope, choose: Chooser | None = None) -> None:
        self.browser, self.scope = browser, scope
        self.choose = choose or (lambda question: None)
        self.seen: Counter[str] = Counter()
        self.page = page_of(browser, scope)
        self.sizes: list[int] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> Walk:
        """The same game on a phone of its own, whose screen is read anew."""
        other = Walk(deepcopy(self.browser, memo), deepcopy(self.scope, memo), self.choose)
        other.seen = Counter(self.seen)
        return other

    def post(self, **fields: object) -> None:
        """One exchange as htmx makes it: the answer is the next screen."""
        answer = self.browser.post(f"/l/{self.scope.pk}/solo/", fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200, (fields, answer.content.decode()[:3000])
        self.sizes.append(len(gzip.compress(answer.content)))
        self.page = answer.context["page"]

    def step(self) -> str:
        """One tap; what was on the screen."""
        page = self.page
        assert page.refused is None, page.refused
        if page.asking.ask is not None:
            return self.answer(page.asking.ask)
        if page.asking.several is not None:
            return self.several(page.asking.several)
        assert page.step is not None
        return self.act(page.step)

    def answer(self, ask: Any) -> str:
        question = ask.question
        word = str(question.key).split(":")[0]
        self.seen[word] += 1
        fields = {"slot": ask.slot, "key": question.key, "kind": question.kind}
        if question.kind == "roll":
            self.post(**fields, roll=1)
        elif question.kind == "several":
            self.post(**fields, value=[option.id for option in question.options[: question.least]])
        else:
            plain = "yes" if ask.widget == "yesno" else question.options[0].id
            self.post(**fields, value=self.choose(question) or plain)
        return word

    def several(self, several: Any) -> str:
        self.seen["several"] += 1
        if several.dice:
            self.post(slot=several.slot, roll_all=1)
            return "dice"
        told = {f"value:{one.question.key}": self.choose(one.question) or one.now for one in several.lines}
        self.post(slot=several.slot, all=1, **told)
        return "several"

    def act(self, step: Any) -> str:
        self.seen[step.do] += 1
        fields = {field.name: field.value for field in step.fields}
        if step.do == "human_turn":
            fields |= {"unit": step.taps[0].id} if step.taps else {"done": "1"}
        if step.do:
            self.post(do=step.do, **fields)
        return str(step.do)

    def until(self, phase: str, most: int = 600) -> None:
        """Play on until the game is in this phase."""
        for _ in range(most):
            if self.page.step is not None and self.page.step.phase == phase:
                return
            self.step()
        raise AssertionError(f"never got to {phase}: {self.seen}")

    def hurry(self, phase: str, most: int = 600) -> None:
        """Play on until the game is in this phase, answering as `until` does, in one transaction at the door:
        for tests that look at no screen on the way.
        """
        user = self.browser.session["_auth_user_id"]
        seat = self.scope.club.seats.get(person__user_id=user)
        with scope_transaction(self.scope.pk, Actor(seat)) as transaction:
            for _ in range(most):
                if self._hurried(transaction, phase):
                    break
            else:
                raise AssertionError(f"never got to {phase}: {self.seen}")
        self.page = page_of(self.browser, self.scope)

    def _hurried(self, transaction: ScopeTransaction, phase: str) -> bool:
        """One answer or one act; whether the phase had come before it."""
        state = transaction.state
        assert isinstance(state, SoloState)
        spoken = advance_table(transaction, app_dice=True)
        if spoken is not None and isinstance(spoken[1], Open):
            question = spoken[1].questions[0]
            self.seen[question.key.split(":")[0]] += 1
            door.answer_within(
                transaction, spoken[0].entry, question.key, self._said(question), app_dice=True
            )
            return False
        rules = rules_in_force(state)
        step, act = table_step(state, rules), next_act(state, rules)
        if step.phase == phase:
            return True
        self.seen[act.do] += 1
        turn: JsonObject = {"unit": step.taps[0].id} if step.taps else {"done": True}
        params = {**act.params, **(turn if act.do == "human_turn" else {})}
        door.act_within(transaction, f"solo.{act.do}", params, app_dice=True)
        return False

    def _said(self, question: Question) -> Any:
        if isinstance(question, Roll):
            return door.ROLL
        if isinstance(question, ChooseSeveral):
            return [option.id for option in question.options[: question.least]]
        if isinstance(question, YesNo):
            return True
        assert isinstance(question, Choose)
        return self.choose(question) or question.options[0].id
