"""What can be changed on a sheet outside the six steps, each as one small form made from its list of fields.

Players rename, hand over and disband; organisers override, always with a reason. Whether it is possible is
asked of the rules when it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.engine.who.rights import Actor, who_starts
from campaigns.models import organisers_of
from campaigns.opr.league.trait_labels import trait_name
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.players import players
from campaigns.shell.reading.fields import Data, Says, ThingField
from campaigns.shell.reading.forms import PlainForm, speak_plainly
from campaigns.shell.reading.reader import Said
from rules.engine.language import either
from rules.engine.plain import JsonObject, text_in
from rules.opr.books import InForce, TableLine
from rules.opr.state import Trait, TraitKind, Unit, Warband

type Target = Warband | Unit
type MakeField[T] = Callable[[OprViewer, T], forms.Field]

MOST = 99_999
HAND_OVER = "hand_over"


@dataclass(frozen=True, slots=True)
class WarbandChange[T]:
    """One thing to change. `act` is the procedure without its game, which says who may."""

    act: str
    title: Says
    button: Says
    fields: Mapping[str, MakeField[T]]
    danger: bool = False
    when_gone: bool = False  # for units that have left their sheet
    until_over: bool = False  # nobody does it once the league is over


class ChangeForm[T](PlainForm):
    """The form of one change to a warband or unit."""

    def __init__(self, change: WarbandChange[T], viewer: OprViewer, target: T, data: Data) -> None:
        super().__init__(data, prefix=change.act)
        self.change = change
        for name, make in change.fields.items():
            self.fields[name] = make(viewer, target)
            speak_plainly(self.fields[name])

    def params(self) -> JsonObject:
        """The answers as the rules want them."""
        return _as_params(self.cleaned_data)


def _as_params(data: Said) -> JsonObject:
    params = dict(data)
    params.pop("sure", None)
    if "trait" in params:
        kind, key, option = text_in(data, "trait").split("|")
        del params["trait"]
        params |= {"kind": kind, "key": key, "option": option}
    if "label" in params:
        params["item"] = {"label": params.pop("label"), "price": params.pop("price")}
    return params


type AnyForm = ChangeForm[Warband] | ChangeForm[Unit]


# Fields


def _name(viewer: OprViewer, target: Target) -> forms.Field:
    longest = 120 if isinstance(target, Unit) else 80
    return ThingField(label=_("Name"), longest=longest, initial=target.name)


def _reason(viewer: OprViewer, target: Target) -> forms.Field:
    return forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("Give a reason. Everybody can read it in the chronicle."),
    )


def _amount(viewer: OprViewer, target: Target) -> forms.Field:
    return forms.IntegerField(
        label=_("Amount"),
        min_value=-MOST,
        max_value=MOST,
        help_text=_("Use a negative number to take some away."),
    )


def _missions(viewer: OprViewer, target: Target) -> forms.Field:
    return forms.IntegerField(
        label=_("Missions"), min_value=0, max_value=99, help_text=_("Enter 0 to bring it back.")
    )


def _label(viewer: OprViewer, target: Target) -> forms.Field:
    return ThingField(label=_("Upgrade"), longest=120)


def _price(viewer: OprViewer, target: Target) -> forms.Field:
    return forms.IntegerField(label=_("Points"), min_value=-MOST, max_value=MOST)


def _sure(viewer: OprViewer, target: Target) -> forms.Field:
    return forms.BooleanField(label=_("Yes, remove all of it"))


def _owner(viewer: OprViewer, target: Target) -> forms.Field:
    """Whoever has no warband in this league; nobody is chosen beforehand. Source: OPR-02"""
    lead = {one.owner for one in viewer.state.active}
    people = [(key, seat.name) for key, seat in players(viewer.scope.club_id).items() if key not in lead]
    return forms.ChoiceField(
        label=_("New player"),
        choices=[("", _("Choose a player")), *people],
        help_text=_("Players without a warband in this league."),
    )


def _warband(viewer: OprViewer, unit: Unit) -> forms.Field:
    others = [(one.id, one.name) for one in viewer.state.active if one.id != unit.warband]
    return forms.ChoiceField(label=_("To"), choices=others)


def _item(viewer: OprViewer, unit: Unit) -> forms.Field:
    return forms.ChoiceField(label=_("Upgrade"), choices=[(item.id, item.label) for item in unit.items])


def _joins(viewer: OprViewer, unit: Unit) -> forms.Field:
    """The units a hero can go with. Source: OPR-44"""
    others = [(one.id, one.name) for one in viewer.state.sheet(unit.warband) if not one.hero]
    alone = [("", _("none (on its own)"))]
    return forms.ChoiceField(
        label=_("Unit"), choices=[*alone, *others], required=False, initial=unit.joined_to
    )


def _held_trait(viewer: OprViewer, unit: Unit) -> forms.Field:
    held = [(_trait_id(trait), trait_name(viewer.book, trait)) for trait in unit.traits]
    return forms.ChoiceField(label=_("Trait"), choices=held)


def _new_trait(viewer: OprViewer, unit: Unit) -> forms.Field:
    groups = [
        (
            heading,
            [(_trait_id(trait), trait_name(viewer.book, trait)) for trait in _open(unit, kind, entries)],
        )
        for heading, kind, entries in _tables(viewer.book, unit)
    ]
    return forms.ChoiceField(label=_("Trait"), choices=[group for group in groups if group[1]])


def _tables(book: InForce, unit: Unit) -> Iterable[tuple[Says, TraitKind, Iterable[TableLine]]]:
    yield _("Level traits"), "level", book.book.level_traits
    if unit.hero:
        yield _("Skills"), "skill", [skill for one in book.book.skill_sets for skill in one.skills]
        yield _("Talents"), "talent", book.book.talents
        yield _("Injuries"), "injury", book.book.injuries


def _open(unit: Unit, kind: TraitKind, entries: Iterable[TableLine]) -> Iterable[Trait]:
    """The traits of a table this unit does not have."""
    for entry in entries:
        for option in entry.options or ("",):
            if entry.lasting and not unit.has(kind, entry.key, option):
                yield Trait(kind, entry.key, option)


def _trait_id(trait: Trait) -> str:
    return f"{trait.kind}|{trait.key}|{trait.option}"


# The changes

WARBAND: tuple[WarbandChange[Warband], ...] = (
    WarbandChange("rename_warband", _("Change the name"), _("Rename it"), {"name": _name}),
    WarbandChange(
        "give_points",
        _("Points in the pool"),
        _("Apply"),
        {"amount": _amount, "words": _reason},
    ),
    WarbandChange("give_vp", _("Victory points"), _("Apply"), {"amount": _amount, "words": _reason}),
    WarbandChange(
        HAND_OVER,
        _("Hand over to another player"),
        _("Hand it over"),
        {"owner": _owner, "words": _reason},
        until_over=True,
    ),
    WarbandChange(
        "disband_warband",
        _("Disband the warband"),
        _("Disband it"),
        {"sure": _sure},
        danger=True,
        until_over=True,
    ),
)
UNIT: tuple[WarbandChange[Unit], ...] = (
    WarbandChange("rename_unit", _("Change the name"), _("Rename it"), {"name": _name}),
    WarbandChange("join_unit", _("Join or leave a unit"), _("Save"), {"to": _joins}, until_over=True),
    WarbandChange("give_xp", _("Experience"), _("Apply"), {"amount": _amount, "words": _reason}),
    WarbandChange("give_value", _("Value in points"), _("Apply"), {"amount": _amount, "words": _reason}),
    WarbandChange("give_trait", _("Give a trait"), _("Give it"), {"trait": _new_trait, "words": _reason}),
    WarbandChange(
        "take_trait", _("Remove a trait"), _("Remove it"), {"trait": _held_trait, "words": _reason}
    ),
    WarbandChange(
        "give_item", _("Give an upgrade"), _("Give it"), {"label": _label, "price": _price, "words": _reason}
    ),
    WarbandChange("take_item", _("Remove an upgrade"), _("Remove it"), {"item": _item, "words": _reason}),
    WarbandChange("bench_unit", _("Sit out missions"), _("Save"), {"missions": _missions, "words": _reason}),
    WarbandChange(
        "move_unit", _("Move to another warband"), _("Move it"), {"warband": _warband, "words": _reason}
    ),
    WarbandChange(
        "remove_unit", _("Remove it from the sheet"), _("Remove it"), {"words": _reason}, danger=True
    ),
    WarbandChange(
        "return_unit", _("Put it back on the sheet"), _("Put it back"), {"words": _reason}, when_gone=True
    ),
)
# What a change needs besides the answers of its form.
NEEDS_WARBAND = ("rename_unit", "join_unit")


def forms_for(viewer: OprViewer, target: Target, side: str, sent: str, data: Data) -> Sequence[AnyForm]:
    """The changes this visitor may make; only the one that was `sent` is bound."""
    if isinstance(target, Unit):
        some = [change for change in UNIT if _fits(viewer, change, target)]
        return _forms(some, viewer, target, side, sent, data)
    return _forms(WARBAND, viewer, target, side, sent, data)


def _forms[T](
    changes: Iterable[WarbandChange[T]], viewer: OprViewer, target: T, side: str, sent: str, data: Data
) -> list[ChangeForm[T]]:
    return [
        ChangeForm(change, viewer, target, data if change.act == sent else None)
        for change in changes
        if _may(viewer, change.act, side) and not (change.until_over and viewer.closed)
    ]


def is_too_late(viewer: OprViewer, sent: str) -> bool:
    """Whether what was `sent` is no longer done, because the league is over."""
    late = {one.act for one in WARBAND if one.until_over} | {one.act for one in UNIT if one.until_over}
    return bool(viewer.closed) and sent in late


def hands_over(viewer: OprViewer, warband: Warband, offered: Iterable[AnyForm]) -> str:
    """Who can hand a warband over, by name, where an organiser who plays for a rival may not; else empty.

    Source: OPR-68
    """
    if not viewer.is_organiser or viewer.actor.held or HAND_OVER in (form.change.act for form in offered):
        return ""
    able = [
        str(one)
        for one in organisers_of(viewer.scope).order_by("name")
        if _may_act(Actor(one), viewer, HAND_OVER, warband.id)
    ]
    return either(dict.fromkeys([*viewer.players_there(warband.id), *able]))


def _may(viewer: OprViewer, act: str, side: str) -> bool:
    """Whether it is for this visitor to do."""
    return _may_act(viewer.actor, viewer, act, side) and not viewer.rival_refusal(act, warband=side)


def _may_act(actor: Actor, viewer: OprViewer, act: str, side: str) -> bool:
    spec = viewer.registration.game.spec(f"opr.{act}")
    who = who_starts(spec, {"warband": side})
    return actor.may_act(who, spec.name, viewer.scope, viewer.state, viewer.registration)


def _fits(viewer: OprViewer, change: WarbandChange[Unit], target: Unit) -> bool:
    """Whether there is anything to choose from."""
    if change.when_gone == target.living:
        return False
    some = {
        "take_trait": bool(target.traits),
        "take_item": bool(target.items),
        "move_unit": len(viewer.state.active) > 1,
        "join_unit": target.hero,
    }
    return some.get(change.act, True)
