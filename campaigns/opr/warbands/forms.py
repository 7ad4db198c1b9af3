"""Forms on the way of an army into a league: handing a list in, and correcting what was understood.

They say what is no number or no weapon. What the rulebook allows is asked of the rules (`warbands.founding`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns import imports
from campaigns.models import Seat
from campaigns.opr.imports import gear
from campaigns.opr.imports.draft import DraftArmy, DraftItem, DraftUnit
from campaigns.people.forms import SeatField
from campaigns.shell.reading.fields import Data, ThingField
from campaigns.shell.reading.forms import PlainForm, speak_plainly
from campaigns.shell.reading.reader import Said
from rules.engine.language import with_heading
from rules.engine.plain import JsonObject, flag_in, number_in, text_in
from rules.opr.state import SpecialRule, Weapon

MOST_PRICE = 100_000
ROLLS = [("", "–"), *((n, f"{n}+") for n in range(2, 7))]


class BringForm(PlainForm):
    """Three ways to bring an army; the button says which."""

    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("Paste your list"),
        help_text=gettext_lazy("In Army Forge, share the list as text and paste all of it."),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        required=False,
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("A roster from BattleScribe or New Recruit. Army Forge files have no prices."),
    )
    player = SeatField(
        Seat.objects.none(), label=gettext_lazy("Whose is it?"), widget=forms.Select, required=False
    )

    def __init__(
        self,
        data: Data,
        files: MultiValueDict[str, UploadedFile[bytes]] | None,
        *,
        seat: Seat,
        players: QuerySet[Seat] | None,
    ) -> None:
        super().__init__(data, files)
        self.seat = seat
        self.by_hand = "by_hand" in self.data
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)
        if players is not None:
            field.queryset, field.initial, field.empty_label = players, seat.pk, None
        else:
            del self.fields["player"]

    @property
    def owner(self) -> Seat:
        return self.cleaned_data.get("player") or self.seat

    def clean_file(self) -> UploadedFile[bytes] | None:
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file and (file.size or 0) > imports.MOST_BYTES:
            raise forms.ValidationError(
                _("This file is larger than %(most)s MB; an army list is far smaller.")
                % {"most": imports.MOST_BYTES // 1_000_000}
            )
        return file

    def clean(self) -> Said:
        data: Said = super().clean() or self.cleaned_data
        if not self.by_hand and not self.errors and not text_in(data, "text").strip() and not data["file"]:
            self.add_error("text", _("Paste the list here, or choose its file below."))
        return data

    def source(self) -> tuple[bytes, str]:
        """What was handed in, untouched, and the name of its file."""
        file = self.cleaned_data.get("file")
        if file:
            return file.read(), (file.name or "")[:120]
        return self.cleaned_data["text"].encode(), ""


class UnitForm(PlainForm):
    """One unit of a draft, with one blank line for one more upgrade."""

    keep = forms.BooleanField(required=False)
    name = ThingField(required=False, longest=120, label=gettext_lazy("Name"))
    points = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_PRICE, label=gettext_lazy("Points without upgrades")
    )
    hero = forms.BooleanField(required=False, label=gettext_lazy("Hero"))
    caster = forms.BooleanField(required=False, label=gettext_lazy("Caster"))
    quality = forms.ChoiceField(required=False, choices=ROLLS, label=gettext_lazy("Quality"))
    defense = forms.ChoiceField(required=False, choices=ROLLS, label=gettext_lazy("Defense"))
    models = forms.IntegerField(required=False, min_value=1, max_value=1000, label=gettext_lazy("Models"))
    weapons = forms.CharField(
        required=False,
        max_length=2000,
        label=gettext_lazy("Weapons"),
        help_text=gettext_lazy("For example: 2x Rifle (24″, A1), Axe (A2)"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
    )
    rules = forms.CharField(
        required=False,
        max_length=2000,
        label=gettext_lazy("Special rules"),
        help_text=gettext_lazy("For example: Fearless, Tough(3)"),
        widget=forms.Textarea(attrs={"rows": 1, "spellcheck": "false"}),
    )

    joined_to = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Joined to (heroes only)"),
        help_text=gettext_lazy("The unit a hero has joined. It can be changed between missions."),
    )

    def __init__(self, data: Data, unit: DraftUnit, others: Iterable[DraftUnit] = ()) -> None:
        super().__init__(data, prefix=unit.key, initial=_initial(unit))
        self.unit = unit
        joins = self.fields["joined_to"]
        assert isinstance(joins, forms.ChoiceField)
        named = [(one.key, one.name) for one in others if one.key != unit.key and one.name and not one.hero]
        self.has_others = bool(named)
        joins.choices = [("", _("none (on its own)")), *named]
        joins.error_messages["invalid_choice"] = _("Choose a unit on this list that is not a hero.")
        for n, item in enumerate([*unit.items, None]):
            self._add_item(n, item)
        self.fields["name"].widget.attrs["placeholder"] = _("Name of the unit")
        self.fields["points"].widget.attrs["placeholder"] = _("points")
        for name in ("points", "models", *(f"price{n}" for n, _item in enumerate([*unit.items, None]))):
            self.fields[name].widget.attrs["inputmode"] = "numeric"

    def _add_item(self, n: int, item: DraftItem | None) -> None:
        label, price = (item.label, item.price) if item else ("", None)
        self.fields[f"item{n}"] = ThingField(required=False, longest=120, initial=label, label=_("Upgrade"))
        self.fields[f"price{n}"] = forms.IntegerField(
            required=False, min_value=-MOST_PRICE, max_value=MOST_PRICE, initial=price, label=_("Points")
        )
        speak_plainly(self.fields[f"price{n}"])

    @property
    def item_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Label and price of each upgrade, the blank line last."""
        return [(self[f"item{n}"], self[f"price{n}"]) for n in range(len(self.unit.items) + 1)]

    @property
    def details(self) -> list[forms.BoundField]:
        names = ("weapons", "rules", "joined_to") if self.has_others else ("weapons", "rules")
        return [self[name] for name in names]

    @property
    def has_hidden_error(self) -> bool:
        """Whether something is wrong in the part that is folded away."""
        return bool(set(self.errors) - {"name", "points"})

    def clean_weapons(self) -> tuple[Weapon, ...]:
        line = self.cleaned_data["weapons"]
        unchanged = line == gear.weapons_line(self.unit.weapons)
        return self.unit.weapons if unchanged else _understood(gear.weapons_of, line)

    def clean_rules(self) -> tuple[SpecialRule, ...]:
        line = self.cleaned_data["rules"]
        return (
            self.unit.rules
            if line == gear.rules_line(self.unit.rules)
            else _understood(gear.rules_in_line, line)
        )

    def clean(self) -> Said:
        data: Said = super().clean() or self.cleaned_data
        for n in range(len(self.unit.items) + 1):
            if data.get(f"price{n}") is not None and not data.get(f"item{n}"):
                self.add_error(f"item{n}", _("Enter a name for this upgrade."))
        return data

    def result(self) -> DraftUnit:
        """The unit as corrected; a field that makes no sense keeps what stood there before."""
        said: Said = {**_initial(self.unit), **self.cleaned_data}
        return replace(
            self.unit,
            name=text_in(said, "name").strip(),
            points=number_in(said, "points"),
            items=self._items(),
            hero=flag_in(said, "hero"),
            caster=flag_in(said, "caster"),
            quality=_target(said, "quality"),
            defense=_target(said, "defense"),
            models=number_in(said, "models") or 1,
            weapons=self.cleaned_data.get("weapons", self.unit.weapons),
            rules=(rules := self.cleaned_data.get("rules", self.unit.rules)),
            tough=self.unit.tough if rules == self.unit.rules else gear.tough_of(rules),
            joined_to=text_in(said, "joined_to") if said["hero"] else "",
            out=not said["keep"],
        )

    def _items(self) -> tuple[DraftItem, ...]:
        said = self.cleaned_data
        rows = [(said.get(f"item{n}"), said.get(f"price{n}")) for n in range(len(self.unit.items) + 1)]
        return tuple(DraftItem(label, price or 0) for label, price in rows if label)


def _target(said: Said, name: str) -> int:
    """A number to roll, which the form has as a text, or the unit as a number; 0 for none."""
    return int(str(said[name] or 0))


def _understood[T](read: Callable[[str], T], line: str) -> T:
    try:
        return read(line)
    except gear.NotUnderstood as error:
        raise forms.ValidationError(error.sentence) from None


def _initial(unit: DraftUnit) -> JsonObject:
    return {
        "keep": not unit.out,
        "name": unit.name,
        "points": unit.points or None,
        "hero": unit.hero,
        "caster": unit.caster,
        "quality": unit.quality or "",
        "defense": unit.defense or "",
        "models": unit.models,
        "weapons": gear.weapons_line(unit.weapons),
        "rules": gear.rules_line(unit.rules),
        "joined_to": unit.joined_to,
    }


class WarbandNameForm(PlainForm):
    name = ThingField(required=False, longest=80, label=gettext_lazy("Name of the warband"))


class ArmyForm:
    """A whole draft as one form: its name and a form for each unit."""

    def __init__(self, army: DraftArmy, data: Data = None) -> None:
        self.army = army
        self.head = WarbandNameForm(data, initial={"name": army.name})
        self.units = [UnitForm(data, unit, army.units) for unit in army.units]

    def is_valid(self) -> bool:
        return all([self.head.is_valid(), *(unit.is_valid() for unit in self.units)])

    @property
    def wrong(self) -> list[str]:
        """What stands beside the fields, each with its unit's name: for whoever looks at the sum alone."""
        head = [str(sentence) for said in self.head.errors.values() for sentence in said]
        return head + [
            with_heading(form.unit.name or _("A unit"), sentence)
            for form in self.units
            for said in form.errors.values()
            for sentence in said
        ]

    def result(self) -> DraftArmy:
        """The army as corrected; call `is_valid` first. Lines left blank are dropped, the last one stays."""
        units = [form.result() for form in self.units]
        name = (self.head.cleaned_data.get("name", self.army.name) or "").strip()
        return replace(self.army, name=name, units=tuple(units))
