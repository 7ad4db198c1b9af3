"""What is typed about a battle: what was agreed on, how a game ended, what is bought and against what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import (
    LineField,
    ManyField,
    Says,
    Sentences,
    TapField,
    TickField,
    WholeField,
    lazy_sentence,
)
from campaigns.shell.reading.forms import PlainForm
from maps.ground.forms import as_is
from maps.ground.wrong import PageForms, Wrong
from maps.ground.wrong import wrong_with as of_any
from maps.turns.forms import REASON
from rules.firestorm.battles.arranging import MOST_GAMES, MOST_NAME, SIZES
from rules.firestorm.battles.games import MOST_WORDS
from rules.firestorm.glory.awards import GRADES
from rules.firestorm.siege.turns import MOST_TARGET

MOST_WOUNDS = 9_999
SIZE = lazy("Points must be a whole number from 100 to 20000.")
COUNT = lazy("A battle can have 1 to 12 games.")
FIGURES = lazy_sentence(
    lazy("Points must be whole numbers up to %(most)s, mortal wounds up to %(wounds)s."),
    most=SIZES[1],
    wounds=MOST_WOUNDS,
)
RESULT = lazy("Choose how it ended.")
TARGET = lazy("Enter the target.")


class ArmySizeForm(PlainForm):
    """The size of a banner's army in this battle."""

    points = WholeField(label=lazy("Points in a banner’s army"), least=SIZES[0], most=SIZES[1], says=SIZE)
    rules: ClassVar[Mapping[str, str]] = {"points": "FS-10"}


class GamesForm(PlainForm):
    """How many games it has."""

    games = WholeField(label=lazy("Games in this battle"), least=1, most=MOST_GAMES, says=COUNT)
    rules: ClassVar[Mapping[str, str]] = {"games": "FS-49"}


class ScenarioForm(PlainForm):
    """The battleplan it is fought by."""

    name = LineField(label=lazy("Battleplan"), most=MOST_NAME, says=lazy("Name the battleplan."))
    rules: ClassVar[Mapping[str, str]] = {"name": "FS-48"}


def grade(*, needed: bool) -> forms.Field:
    return TapField(
        [(one, one) for one in GRADES], label=lazy("How did it end?"), says=RESULT, required=needed
    )


def words_field(label: Says, says: Says = "") -> forms.Field:
    told: Sentences = {"error_messages": {"required": says}} if says else {}
    return LineField(label=label, required=bool(says), most=MOST_WORDS, **told)


class ReportForm(PlainForm):
    """A game as one side saw it end."""

    result = grade(needed=True)
    winner = as_is(shown=lazy("Who won?"))
    attacker_tabled = TickField()
    defender_tabled = TickField()
    third_tabled = TickField()
    condition = as_is()
    attack = as_is(shown=lazy("Who played?"))
    defend = as_is(shown=lazy("Who played?"))
    words = words_field(lazy("A note on the game"))
    rules: ClassVar[Mapping[str, str]] = {"result": "FS-49"}


class EndForm(PlainForm):
    """The Final Assault as one side saw it end."""

    winner = TapField(
        [("besieger", ""), ("besieged", "")], label=lazy("Who won?"), says=lazy("Choose who won.")
    )
    grade = TapField([("major", ""), ("minor", "")], label=lazy("By how much?"), required=False)
    attacker_tabled = TickField()
    defender_tabled = TickField()
    fought = ManyField(label=lazy("Who fought?"))
    rules: ClassVar[Mapping[str, str]] = {"winner": "FS-144"}


class DisputeGameForm(PlainForm):
    """What is wrong with a report."""

    words = words_field(lazy("Not right? Say why, if you like."))


class DecideForm(PlainForm):
    """How the organiser settles a game."""

    result = grade(needed=False)
    winner = as_is(shown=lazy("Who won?"))
    attacker_tabled = TickField()
    defender_tabled = TickField()
    third_tabled = TickField()
    words = words_field(lazy("Reason"), REASON)


class CorrectBattleForm(DecideForm):
    """What the result of a battle should have been."""

    result = grade(needed=True)


class RulingForm(PlainForm):
    """Why a battle is struck out, or its result void."""

    words = words_field(lazy("Reason"), REASON)


class GivingUpForm(PlainForm):
    """Why somebody gives up, if they want to say."""

    words = words_field(lazy("Reason"))


class TargetForm(PlainForm):
    """Against what an option is meant, or what is bought for what."""

    target = LineField(label=lazy("Against what?"), most=MOST_TARGET, says=TARGET)
    rules: ClassVar[Mapping[str, str]] = {"target": "FS-151"}


class OptionForm(TargetForm):
    """Of an option without a target nothing is typed."""

    target = LineField(label=lazy("Against what?"), required=False, most=MOST_TARGET, says=TARGET)


class DeadForm(PlainForm):
    """Who was lost in a game."""

    dead = ManyField()


class SuddenDeathForm(PlainForm):
    """A side in the sudden death calculator; its fields begin with the side."""

    points = WholeField(label=lazy("Points at the start"), least=0, most=SIZES[1], says=FIGURES)
    wounds = WholeField(label=lazy("Mortal wounds in its best turn"), least=0, most=MOST_WOUNDS, says=FIGURES)
    summoned = WholeField(label=lazy("Points summoned"), least=0, most=SIZES[1], says=FIGURES)
    rules: ClassVar[Mapping[str, str]] = {"points": "FS-128", "wounds": "FS-127", "summoned": "FS-128"}
    as_sent = True


# By their names on the page, which are those of the acts; `sudden` is the calculator.
FORMS: dict[str, type[PlainForm]] = {
    "agree_size": ArmySizeForm,
    "agree_games": GamesForm,
    "name_scenario": ScenarioForm,
    "report": ReportForm,
    "end_siege": EndForm,
    "dispute": DisputeGameForm,
    "decide": DecideForm,
    "walkover": GivingUpForm,
    "strike": RulingForm,
    "correct_result": CorrectBattleForm,
    "void_result": RulingForm,
    "take_option": OptionForm,
    "buy_equipment": TargetForm,
    "count_dead": DeadForm,
    "sudden": SuddenDeathForm,
}
wrong_with = partial(of_any, forms=FORMS)


def battle_form_context(page: object, wrong: Wrong | None = None) -> dict[str, object]:
    """What a page's template gets: the page, its forms, and what is wrong with the one that was refused."""
    return {"page": page, "forms": PageForms(FORMS, wrong), **(wrong.context if wrong else {})}
