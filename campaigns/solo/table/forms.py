"""What is typed and chosen at a solo table, act by act: what its forms are drawn from and read with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import LONGEST, Data, LengthField, LineField, PickField, Says, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import WRONG
from campaigns.shell.reading.reader import EachForm

MOST_LETTERS = 60  # of a spell or a rule
TENTHS, HUNDREDTHS = 10, 100  # of an inch
TYPES = [("hybrid", lazy("hybrid")), ("shooting", lazy("shooting")), ("melee", lazy("melee"))]
ENEMY, FRIEND = ("harm", lazy("enemy")), ("help", lazy("friend"))

type Options = Iterable[tuple[str, Says]]


def _figure(label: Says, start: int, *, needed: bool = False) -> WholeField:
    return WholeField(label=label, required=needed, initial=start, error_messages={"invalid": WRONG})


def _length(label: Says, parts: int, *, asked: bool = False) -> LengthField:
    """A length; the browser asks for what is `asked`, the rules say what they make of nothing."""
    widget = forms.TextInput({"inputmode": "decimal", "required": asked})
    return LengthField(label=label, parts=parts, required=False, widget=widget)


class DefendForm(PlainForm):
    """How it was hit, and by whom."""

    hits = _figure(lazy("Hits"), 1, needed=True)
    ap = _figure("AP", 0)
    deadly = _figure(lazy("Deadly"), 1)
    by = PickField(label=lazy("Hit by"))
    nobody: ClassVar[Says] = lazy("unknown")


class OutForm(PlainForm):
    """Who took it out."""

    by = PickField(label=lazy("Taken out by"))
    nobody: ClassVar[Says] = lazy("nobody, or unknown")


class StrikeForm(PlainForm):
    """Whom it strikes; back at whoever charged it."""

    target = PickField(label=lazy("Charged by"))
    nobody: ClassVar[Says] = lazy("choose who")


class JumpForm(PlainForm):
    """How wide a gap is, or how deep a drop."""

    gap = _length(lazy("Inches"), TENTHS, asked=True)
    drop = _length("", TENTHS)


class TossForm(PlainForm):
    """Among how many a die chooses."""

    count = _figure(lazy("How many options"), 2, needed=True)


class MarkerForm(PlainForm):
    """Where a marker lies, if somebody has measured it."""

    x = _length(lazy("Inches from the left"), HUNDREDTHS)
    y = _length(lazy("Inches from this edge"), HUNDREDTHS)


class ChooseForm(PlainForm):
    """Which list somebody plays, without a draw."""

    side = PickField(label=lazy("Who"))
    list = PickField(label=lazy("Which list"))


class TypeForm(EachForm):
    """What a unit is played as, and what it was when the form was drawn."""

    type = PickField()
    was = forms.CharField(required=False, max_length=LONGEST, widget=forms.HiddenInput)


def type_form(unit: str, proposed: str) -> TypeForm:
    """What is `proposed` for a unit; when that is nothing, a die may decide."""
    form = TypeForm(None, unit)
    form.initial = {"type": proposed, "was": proposed}
    set_choices(form.fields["type"], TYPES if proposed else [("", lazy("a die decides")), *TYPES])
    return form


class RuleForm(PlainForm):
    """A line about a rule of an army: what it is called, whom it may aim at, how far it reaches."""

    label = LineField(label=lazy("Name"), required=False, most=MOST_LETTERS)
    aim = PickField([FRIEND, ENEMY], label=lazy("Target"))
    reach = WholeField(label=lazy("Inches"), required=False, least=0, most=99)


class SpellForm(PlainForm):
    """A line about a spell."""

    spell_name = LineField(label=lazy("Name"), required=False, most=MOST_LETTERS)
    cost = WholeField(label=lazy("Tokens"), required=False, least=0, most=99)
    aim = PickField([ENEMY, FRIEND], label=lazy("Target"))
    reach = WholeField(label=lazy("Inches"), required=False, least=0, most=99)


# What reads the fields of an act, beside those its parameters' types give.
FORMS: dict[str, type[PlainForm]] = {
    "choose_list": ChooseForm,
    "lay_marker": MarkerForm,
    "status": OutForm,
    "defend": DefendForm,
    "attack": StrikeForm,
    "jump": JumpForm,
    "toss": TossForm,
}
# The forms of several lines: what reads a line, by which of its fields the lines are counted.
LINES: dict[str, tuple[type[PlainForm], str]] = {
    "spells": (SpellForm, "spell_name"),
    "army_rules": (RuleForm, "label"),
}


def table_forms(act: str = "", sent: Data = None) -> dict[str, PlainForm]:
    """The forms as a page draws them, the one that was refused with what was typed."""
    return {name: kind(sent if name == act else None, auto_id=f"{name}-%s") for name, kind in FORMS.items()}


def choose_among(form: PlainForm, sides: Options, lists: Options) -> None:
    """Who may be given a list, and which are free."""
    set_choices(form.fields["side"], sides)
    set_choices(form.fields["list"], lists)


def ask_who(form: DefendForm | OutForm | StrikeForm, enemies: Options) -> None:
    """Who may have done it: one of these, or nobody."""
    name = "target" if isinstance(form, StrikeForm) else "by"
    set_choices(form.fields[name], [("", form.nobody), *enemies])


def numbered_forms(lines: Iterable[PlainForm], name: str) -> tuple[PlainForm, ...]:
    """The lines of a form with ids of their own; an empty one shows its number."""
    found = tuple(lines)
    for n, form in enumerate(found, 1):
        form.auto_id = f"{name}-{n}-%s"
        if "spell_name" in form.fields:
            form.fields["spell_name"].widget.attrs["placeholder"] = str(n)
    return found
