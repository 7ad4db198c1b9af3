"""An adversary at the door: one act after the other, by whoever, legal more often than not."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.transaction import atomic

from campaigns.engine import door
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.leagues import clock
from campaigns.leagues.unplayed import let_silence_play
from campaigns.models import (
    ActRequest,
    ActRequestStatus,
    Dialogue,
    Holiday,
    HolidayStage,
    Report,
    ReportStatus,
    Role,
    Seat,
)
from campaigns.people import seats as people
from campaigns.people.me import holidays
from rules.engine.dice import is_random
from rules.engine.games import AnySpec
from rules.engine.procedure import Open, drive
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.engine.todos import Todo
from tests.season.browser import Form
from tests.stress import nasty
from tests.stress.drawing import Drawer, answer_to
from tests.stress.facts import Wanted
from tests.stress.pressing import filled, forms_at, somewhere
from tests.stress.stage import Stage

DRAWS = 12  # of one procedure's parameters, until they are let in
WANTED = 4  # of what of an act does not matter to whoever wants it
PROCEDURES = 10  # looked at for one act
OWN, STAND_IN = 0.85, 0.92  # who does it: whose it is, an organiser, anybody
OWN_WILL = 1.0
OFTEN = 0.7  # how often somebody names who stands in, and a side is left to silence
SENSIBLE = 0.7  # how often somebody adds what is at hand to what they are waited for
ONCE = ("once", "csrfmiddlewaretoken")  # another each time
PAUSES = (timedelta(minutes=1), timedelta(hours=5), timedelta(days=2))


@dataclass
class Deed:
    """One act as it was done: by whom, what, and what came of it."""

    number: int
    who: str
    what: str
    told: Any = None
    came: str = ""
    is_of_people: bool = False

    def __str__(self) -> str:
        said = json.dumps(self.told, ensure_ascii=False, default=str) if self.told else ""
        return f"{self.number:4} {self.who or 'the clock'}: {self.what} {said[:600]} -> {self.came}"


@dataclass
class Adversary:
    """Plays on a stage. `done` counts what settled; `broken` is what no page could tell anybody; `begun` is
    how many acts got the league going before the first of its turns."""

    stage: Stage
    deeds: list[Deed] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    broken: Exception | None = None
    begun: int = 0

    @property
    def state(self) -> State:
        return self.stage.state

    @property
    def luck(self) -> random.Random:
        return self.stage.luck

    def turn(self) -> None:
        """One act of somebody."""
        self._next()
        if not (self._opened() or self._anything()):
            self._explored()

    def set_up(self) -> bool:
        """One act that gets the league going; whether there was any."""
        self._next()
        if self._opened(1.0) or self._opened(1.0):
            self.begun += 1
            return True
        self.deeds.pop()
        return False

    def willing(self) -> bool:
        """One act that somebody is waited for, done by whose it is; whether there was any."""
        self._next()
        if self._answered(OWN_WILL) or self._owed():
            return True
        self.deeds.pop()
        return False

    def _next(self) -> None:
        self.broken = None
        self.stage.clock.to(self.stage.clock.at + timedelta(seconds=20))
        self.deeds.append(Deed(len(self.deeds) + 1, "", ""))

    def _opened(self, often: float = 0.9) -> bool:
        """What gets the league going comes first, most of the time."""
        players = [str(self.stage.seats[name].pk) for name in self._who_play()]
        wanted = self.stage.facts.opening(self.state, self.luck, players)
        return wanted is not None and self.stage.chance(often) and self._want(wanted)

    def _who_play(self) -> list[str]:
        able = self.stage.of_role(Role.PLAYER, Role.ORGANISER)
        return [one for one in able if one.startswith(("player", "playing"))]

    def _anything(self) -> bool:
        ways: dict[Callable[[], bool], int] = {
            self._answered: 30, self._owed: 25, self._moved: 15, self._explored: 25, self._wrong: 12,
            self._reports: 6, self._requests: 8, self._pressed: 6, self._ticked: 2, self._people: 3,
        }  # fmt: skip
        while ways:
            (way,) = self.luck.choices(list(ways), list(ways.values()))
            if way():
                return True
            del ways[way]
        return False

    # Acts

    def drawer(self, nastily: float = 0.04) -> Drawer:
        stage = self.stage
        seats = [str(stage.seats[name].pk) for name in stage.members()]
        sides = list(stage.plugin.sides_of(self.state))
        return Drawer(stage.game, stage.facts, self.state, self.luck, seats, sides, nastily)

    def book(self) -> Any:
        return self.stage.game.book_of(self.state)

    def owed(self) -> list[Todo]:
        """The musts of everybody that are an act of this game; the app’s own are answered where they ask."""
        rows = self.stage.plugin.rules.whose_move.owed(self.state, self.book())
        musts = [one for one in rows if one.stand == "must" and "." not in one.act]
        return [one for one in musts if self.spec_of(one).by != "clock"]

    def spec_of(self, todo: Todo) -> AnySpec:
        return self.stage.game.spec(f"{self.stage.scope.game}.{todo.act}")

    def sent_with(self, todo: Todo) -> dict[str, Any]:
        """The ids of a to-do with what people would add to them."""
        book = self.stage.facts.todos
        return {**(book.facts(self.state, self.book(), todo) if book else {}), **todo.params}

    def _owed(self) -> bool:
        """Something somebody is waited for, with the facts that are at hand or with any."""
        due = self.owed()
        if not due:
            return False
        todo = self.luck.choice(due)
        known = self.sent_with(todo) if self.stage.chance(SENSIBLE) else dict(todo.params)
        return self._legally(self.spec_of(todo), known)

    def _moved(self) -> bool:
        """What somebody sensible would do."""
        found = list(self.stage.facts.moves(self.state, self.book(), self.luck))
        return bool(found) and self._want(self.luck.choice(found))

    def _want(self, wanted: Wanted) -> bool:
        spec = self.stage.game.spec(f"{self.stage.scope.game}.{wanted.act}")
        known = {name: one for name, one in wanted.params.items() if name in spec.params.model_fields}
        for _draw in range(WANTED):
            params = self.drawer(0.01).params(spec, known)
            if not self.refusal(spec, params):
                return self.act(self._somebody(spec, params), spec.name, params)
        return False

    def _explored(self) -> bool:
        """Something that is let in, what was done least before all else."""
        return any(self._legally(spec, {}) for spec in self._rarest(self.stage.game.procedures.values()))

    def _rarest(self, specs: Iterable[AnySpec]) -> list[AnySpec]:
        asides = self.stage.facts.asides

        def rank(spec: AnySpec) -> float:
            short = spec.name.partition(".")[2]
            return self.luck.random() * (1 + self.done[spec.name]) * (20 if short in asides else 1)

        people_s = (one for one in specs if one.by != "clock")
        return sorted(people_s, key=rank)[:PROCEDURES]

    def _legally(self, spec: AnySpec, known: Mapping[str, Any]) -> bool:
        """An act with parameters with which its rules let it in, if some are found."""
        drawer = self.drawer()
        for _draw in range(DRAWS):
            params = drawer.params(spec, known)
            if self.refusal(spec, params) is None:
                return self.act(self._somebody(spec, params), spec.name, params)
        return False

    def refusal(self, spec: AnySpec, params: Mapping[str, Any]) -> Refused | None:
        """Why an act is not let in as things are: by its rules, or since it has been done already."""
        try:
            drive(self.stage.game.start(self.state, spec.name, params, "look"), lambda question: None)
            if not spec.repeat and spec.slot_name(params) in self.stage.settled:
                return Refused("", "That has already been settled.")
        except Refused as refused:
            return refused
        except Exception as error:
            self.broken = error
        return None

    def _wrong(self) -> bool:
        """By the wrong person, or with what nobody could mean."""
        spec = self.luck.choice(list(self.stage.game.procedures.values()))
        params = self.drawer(0.35).params(spec, {})
        if params and self.stage.chance(0.2):
            del params[self.luck.choice(sorted(params))]
        if self.stage.chance(0.5):
            return self.called(self.luck.choice([*self.stage.seats, "nobody"]), spec.name, params)
        return self.act(self.luck.choice(list(self.stage.seats)), spec.name, params)

    def _somebody(self, spec: AnySpec, params: Mapping[str, Any]) -> str:
        """Whose act it is; now and then an organiser, or anybody."""
        try:
            asked = spec.starters(params, begun=self.stage.game.has_begun(self.state))
        except Exception:
            asked = ""
        kind = self.luck.random()
        if kind > STAND_IN:
            return self.stage.anybody()
        return self.one_of(asked if kind < OWN else "organiser")

    def one_of(self, who: str) -> str:
        """Somebody a who-string means."""
        found: list[str] = []
        for one in who.split("|"):
            kind, _colon, name = one.partition(":")
            if kind == "side":
                found += self.stage.playing(name, self.state)
            elif kind == "person":
                found += [self.stage.name_of(name)] if self.stage.name_of(name) else []
            elif kind in ("table", "member"):
                found += self.stage.of_role(Role.PLAYER, Role.ORGANISER)
        return self.luck.choice(found or self.stage.of_role(Role.ORGANISER))

    def act(self, who: str, procedure: str, params: Mapping[str, Any]) -> bool:
        """At the door."""
        app_dice, sure = self.stage.chance(0.6), self.stage.chance(0.5)
        actor = self.stage.actor(who)
        return self._done(who, procedure, params, lambda: door.act(
            self.stage.scope.pk, actor, procedure, params, app_dice=app_dice, sure=sure
        ))  # fmt: skip

    def called(self, who: str, procedure: str, params: Mapping[str, Any]) -> bool:
        """By the interface for programs."""
        sent = {"procedure": procedure, "params": params, "sure": self.stage.chance(0.5)}
        return self.posted(who, "act/", sent, procedure)

    def posted(self, who: str, tail: str, sent: Mapping[str, Any], what: str) -> bool:
        address = f"/api/v1/leagues/{self.stage.scope.pk}/{tail}"
        text = json.dumps(sent)
        return self._done(who, f"POST {address} {what}", sent, lambda: self.stage.browser(who).post(
            address, text, content_type="application/json"
        ))  # fmt: skip

    def _done(self, who: str, what: str, told: Any, do: Callable[[], Any]) -> bool:
        """It is done, or refused; whatever else comes of it is a find."""
        deed = self.deeds[-1]
        deed.who, deed.what, deed.told = who, what, told
        try:
            with atomic():
                outcome = do()
        except Refused as refused:
            deed.came = f"refused: {refused.sentence[:120]}"
        except PermissionDenied:
            deed.came = "not theirs"
        except Exception as error:
            deed.came, self.broken = f"breaks: {error!r}"[:300], error
        else:
            deed.came = _came(outcome)
            self.done[what] += deed.came in ("settled", "open", "reported")
        return True

    # Questions

    def _answered(self, own: float = OWN) -> bool:
        """One of the open questions gets an answer, most often from whom it is put to."""
        rows = list(Dialogue.objects.filter(scope=self.stage.scope).select_related("slot").order_by("pk"))
        if not rows:
            return False
        row = self.luck.choice(rows)
        row.scope = self.stage.scope
        if self.stage.chance((1 - own) / 3):
            return self._beside(row.slot.code)
        progress = peek_dialogue(self.stage.scope, row.slot, self.state)[1]
        if not isinstance(progress, Open):
            return self._beside(row.slot.code)
        question = self.luck.choice(progress.questions)
        who = self.one_of(question.who) if self.stage.chance(own) else self.stage.anybody()
        value = self._value(question, (1 - own) / 3)
        said = "roll" if value is door.ROLL else value
        return self._done(who, f"answers {row.procedure} {question.key}", said, lambda: door.answer_question(
            self.stage.scope.pk, self.stage.actor(who), row.slot.code, question.key, value
        ))  # fmt: skip

    def _value(self, question: Question, nastily: float) -> Any:
        if self.stage.chance(nastily):
            return self.luck.choice(nasty.VALUES)
        if is_random(question) and self.stage.chance(0.8):
            return door.ROLL
        known = self.stage.facts.answers(self.state, self.book(), question, self.luck)
        return answer_to(question, self.luck) if known is None else known

    def _beside(self, slot: str) -> bool:
        """An answer is taken back, or all of it set aside."""
        who, pk = self.stage.anybody(), self.stage.scope.pk
        way = self.luck.choice((door.undo_answer, door.set_aside))
        return self._done(who, way.__name__, slot, lambda: way(pk, self.stage.actor(who), slot))

    # What others have to agree to

    def _reports(self) -> bool:
        rows = Report.objects.filter(scope=self.stage.scope).order_by("pk")
        waiting = [one.pk for one in rows if one.status in (ReportStatus.SENT, ReportStatus.DISPUTED)]
        if not waiting:
            return False
        what = self.luck.choice(("confirm", "confirm", "confirm", "at-table", "dispute", "withdraw"))
        sent = {"words": self.luck.choice(nasty.WORDS)} if what == "dispute" else {}
        return self.posted(self.stage.anybody(), f"reports/{self.luck.choice(waiting)}/{what}/", sent, what)

    def _requests(self) -> bool:
        """Somebody answers a request, most often who is asked."""
        rows = ActRequest.objects.filter(scope=self.stage.scope, status=ActRequestStatus.OPEN)
        waiting = list(rows.order_by("pk"))
        if not waiting:
            return False
        asked = self.luck.choice(waiting)
        who = self.one_of(self.luck.choice(asked.open_to)) if self.stage.chance(OWN) else self.stage.anybody()
        what = self.luck.choice(("accept", "accept", "accept", "decline", "withdraw"))
        sent = {"words": self.luck.choice(nasty.WORDS)[:300]} if what == "decline" else {}
        return self.posted(who, f"requests/{asked.pk}/{what}/", sent, what)

    # Pages

    def _pressed(self) -> bool:
        """Some form of some page is sent, as it stands or with something else in it."""
        who, address = somewhere(self.stage)
        forms: list[Form] = []
        self._done(who, f"opens {address}", None, lambda: forms.extend(forms_at(self.stage, who, address)))
        if not forms or self.broken:
            return self.broken is not None
        form = self.luck.choice(forms)
        sent, at = filled(form, self.luck, 0.05), form.action or address
        self.deeds[-1].is_of_people = True  # what a side keeps to itself counts no version
        told = {name: one for name, one in sent.items() if name not in ONCE}
        return self._done(who, f"POST {at}", told, lambda: self.stage.browser(who).post(at, sent))

    # The club

    def _ticked(self) -> bool:
        """Time passes, and the clock does what is due."""
        self.stage.clock.to(self.stage.clock.at + self.luck.choice(PAUSES))
        self.stage.forget()
        return self._done("", "tick", None, clock.clock_tick)

    def _people(self) -> bool:
        """Somebody comes, goes, comes back, becomes something else or is away; a side is left to silence."""
        stage = self.stage
        stage.forget()
        self.deeds[-1].is_of_people = True
        organisers = stage.of_role(Role.ORGANISER)
        by, seat = stage.seats[self.luck.choice(organisers)], stage.seats[self.luck.choice(stage.members())]
        gone = [one for one in stage.seats.values() if one.club_id == stage.club.pk and not one.is_active]
        name = stage.name_of(str(seat.pk))
        way = self.luck.choice(("comes", "leaves", "comes back", "role", "away", "silence"))
        if way == "away":
            return self._away(seat)
        if way == "silence":
            return self._left_to_silence(by)
        if way == "comes" or (way == "comes back" and not gone):
            return self._done("", "somebody comes", None, stage.newcomer)
        if way == "leaves":
            return self._done(name, "leaves the club", None, lambda: people.remove_seat(by=by, seat=seat))
        if way == "comes back":
            return self._done(
                "", "comes back", str(gone[0]), lambda: people.restore_seat(by=by, seat=gone[0])
            )
        role = self.luck.choice([Role.PLAYER, Role.PLAYER, Role.ORGANISER, Role.SPECTATOR])
        return self._done(
            name, f"becomes {role}", None, lambda: people.change_role(by=by, seat=seat, role=role)
        )

    def _away(self, seat: Seat) -> bool:
        """Somebody goes on holiday, or is back; who stands in for them may be anybody."""
        name = self.stage.name_of(str(seat.pk))
        if Holiday.objects.filter(seat=seat, stage=HolidayStage.ON).exists():
            return self._done(name, "is back", None, lambda: holidays.come_back(seat, seat))
        today, stand_in = holidays.today_in(seat, self.stage.clock.at), None
        if self.luck.random() < OFTEN:
            stand_in = self.stage.seats[self.luck.choice(self.stage.members())]
        days = timedelta(days=self.luck.randint(0, 9))
        return self._done(
            name,
            f"is away, {stand_in or 'nobody'} stands in",
            None,
            lambda: holidays.say_away(by=seat, seat=seat, begins=today, ends=today + days, stand_in=stand_in),
        )

    def _left_to_silence(self, by: Seat) -> bool:
        """A side goes on by itself, or no more."""
        sides = list(self.stage.plugin.sides_of(self.stage.state))
        if not sides:
            return False
        side, on = self.luck.choice(sides), self.luck.random() < OFTEN
        scope = self.stage.scope
        return self._done(
            "", f"left to silence {on}", side, lambda: let_silence_play(by=by, scope=scope, side=side, on=on)
        )


def _came(outcome: Any) -> str:
    """What came of it, in a word."""
    status = getattr(outcome, "status_code", None)
    if status is not None:
        if status == 200 and outcome.json().get("settled"):
            return "settled"
        return str(status)
    if getattr(outcome, "report", None):
        return "reported"
    if getattr(outcome, "request", None):
        return "asked"
    return "settled" if getattr(outcome, "settled", True) else "open"
