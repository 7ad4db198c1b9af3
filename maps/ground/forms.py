"""What is typed about a map: a stroke of the editor, its name, its picture, what a made one is to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.answers import TextField
from campaigns.shell.reading.fields import (
    LONGEST,
    WHOLE,
    Data,
    LineField,
    Says,
    TickField,
    WholeField,
    lazy_sentence,
)
from campaigns.shell.reading.forms import PlainForm, speak_plainly
from campaigns.shell.reading.params import WRONG
from maps.ground.behind.pictures import ACCEPT
from rules.engine.language import said
from rules.engine.plain import Params, listed_in
from rules.maps.book import NO_BOOK, MapBook
from rules.maps.editing import LABEL
from rules.maps.hexes import Cell, Point
from rules.maps.refusals import Part

MOST_NAMED = 4000  # letters of territories painted in one go, or of an outline
NAME, ROLE, CORNER, OBJECTIVE, WORDS = 60, 40, 20, 40, 2000
MOST_NAME = 80  # of a map
ON_PICTURE = 200
SEED, WISH = 40, 4
SPOT = 7  # figures of a place on the map
LABELLED, GROUND, GOAL = lazy("Label"), lazy("Terrain"), lazy("Objective")
FROM_LEFT, FROM_TOP, MAP_NAME = lazy("From the left (x)"), lazy("From the top (y)"), lazy("Name of the map")
BONUS = range(-100, 101)
OUTSIDE = lazy_sentence(
    lazy("A bonus must be between %(least)d and %(most)d."), least=BONUS.start, most=BONUS.stop - 1
)


def number_field(label: Says = "", **sentences: Says) -> WholeField:
    widget = forms.TextInput({"maxlength": SPOT})
    return WholeField(label=label, widget=widget, error_messages={"invalid": WRONG, **sentences})


def as_is(most: int = LONGEST, *, shown: Says = "") -> forms.CharField:
    """A key, as it stands. A sentence can stand beside one to choose from, `shown` as this."""
    widget = forms.Select if shown else forms.HiddenInput
    return forms.CharField(label=shown, required=False, strip=False, max_length=most, widget=widget)


def label_field(label: Says = LABELLED, example: str = "") -> forms.CharField:
    """A territory's label, whose length the rules tell."""
    field = forms.CharField(label=label, required=False, max_length=LONGEST)
    field.widget.attrs |= {"maxlength": LABEL} | ({"placeholder": example} if example else {})
    return field


def pair_in(typed: str) -> tuple[int, int] | None:
    """Two whole numbers as "x,y"."""
    parts = [one.strip() for one in typed.split(",")]
    if len(parts) != 2 or not all(map(WHOLE.fullmatch, parts)):
        return None
    return int(parts[0]), int(parts[1])


def cell_in(said: Params) -> Cell | None:
    """The cell of a form, if it has one."""
    return _pair(said.get("cell"))


def corners_in(said: Params) -> tuple[Point, ...]:
    """The corners of a form."""
    return tuple(one for one in map(_pair, listed_in(said, "corners")) if one is not None)


def _pair(value: object) -> tuple[int, int] | None:
    match value:
        case (int(x), int(y)):
            return x, y
    return None


class CellField(forms.Field):
    """A cell of the grid as "q,r"."""

    widget = forms.HiddenInput
    default_error_messages = {"required": lazy("Choose a side."), "invalid": lazy("Choose a side.")}

    def to_python(self, value: object) -> Cell | None:
        if not value:
            return None
        found = pair_in(str(value))
        if found is None:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return found


class CornersField(forms.CharField):
    """Corners as "x,y x,y …"; none make a point of it again."""

    widget = forms.Textarea
    default_error_messages = {"invalid": lazy("Write corners as “x,y x,y x,y” in whole numbers.")}

    def __init__(self) -> None:
        told = lazy("The x and y of each corner. Leave it empty to show the territory as a point.")
        super().__init__(label=lazy("Corners"), help_text=told, required=False, max_length=MOST_NAMED)
        self.widget.attrs |= {"rows": 3, "placeholder": "0,0 100,0 100,80"}

    def clean(self, value: object) -> tuple[Point, ...]:
        found = [pair_in(corner) for corner in super().clean(value).split()]
        if None in found:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return tuple(one for one in found if one)


class StrokeForm(PlainForm):
    """A stroke and the territory in hand. `about`: what a field's rule in the book is about; `where_sent`:
    fields that leave things as they are where they were not sent.
    """

    t = as_is()
    about: ClassVar[Mapping[str, Part]] = {}
    where_sent: ClassVar[tuple[str, ...]] = ()

    def __init__(self, data: Data, book: MapBook = NO_BOOK) -> None:
        super().__init__(data)
        self.rules = {name: book.rules.get(about, "") for name, about in self.about.items()}
        for name in self.where_sent:
            if data is not None and name not in data:
                del self.fields[name]


class PaintForm(StrokeForm):
    t = as_is(MOST_NAMED)
    brush = as_is()


class SetForm(StrokeForm):
    """Everything about a territory. Where no words were sent, nothing else is said for other books."""

    label = label_field()
    name = LineField(label=lazy("Name"), required=False, most=NAME)
    terrain = as_is(shown=GROUND)
    building = as_is(shown=lazy("Building"))
    objective = as_is(OBJECTIVE, shown=GOAL)
    river = TickField(label=lazy("river"))
    shore = TickField(label=lazy("shore"))
    x = number_field(FROM_LEFT)
    y = number_field(FROM_TOP)
    role = LineField(required=False, most=ROLE)
    corner = LineField(required=False, most=CORNER)
    special = TickField()
    bonus = WholeField(
        least=BONUS.start,
        most=BONUS.stop - 1,
        required=False,
        error_messages={"invalid": WRONG, "min_value": OUTSIDE, "max_value": OUTSIDE},
        widget=forms.TextInput({"maxlength": 4}),
    )
    words = TextField(required=False, max_length=WORDS, widget=forms.Textarea({"rows": 3}))
    where_sent = ("label", "terrain", "x", "y", "words")

    def __init__(self, data: Data, book: MapBook = NO_BOOK) -> None:
        super().__init__(data, book)
        for mark in (*book.marks, *book.other_marks):
            if mark.field in self.fields:
                self.fields[mark.field].label = said(mark.label)
                self.fields[mark.field].help_text = said(mark.told) if mark.told else ""
        if book.roles and "role" in self.fields:
            self.fields["role"].widget = forms.Select()


class AddPlaceForm(StrokeForm):
    cell = CellField()
    about: ClassVar[Mapping[str, Part]] = {"cell": "links"}


class SpotForm(StrokeForm):
    """Where a territory lies."""

    x = number_field(FROM_LEFT)
    y = number_field(FROM_TOP)


class NewSpotForm(SpotForm):
    """Where a new one lies; where nothing is said, beside the one in hand."""

    where_sent = ("x", "y")


class OutlineForm(StrokeForm):
    corners = CornersField()
    about: ClassVar[Mapping[str, Part]] = {"corners": "links"}


class LinkForm(StrokeForm):
    """The other territory, and whether they become neighbours; the other way than they were if not said."""

    other = label_field(lazy("Label of another territory"), example="C4")
    there = as_is()


class ScaleForm(StrokeForm):
    percent = number_field()


class MapNameForm(PlainForm):
    name = LineField(label=MAP_NAME, required=False, most=MOST_NAME)


class FileForm(PlainForm):
    """A map as a file; who takes it in says what is wrong with it."""

    file = forms.FileField(
        label=lazy("Or upload one as JSON"),
        required=False,
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )


class PictureForm(PlainForm):
    """What is on a picture and who made it."""

    words = LineField(
        label=lazy("What it shows"),
        help_text=lazy(
            "For people who can’t see it, for example “A coast with three bays and a city in the north.”"
        ),
        required=False,
        most=ON_PICTURE,
    )
    credit = LineField(label=lazy("Who made it"), required=False, most=ON_PICTURE)


class OverForm(MapNameForm, PictureForm):
    """A picture handed in, and what the map drawn over it is called."""

    picture = forms.FileField(
        label=lazy("Picture"),
        help_text=lazy(
            "PNG, JPEG or WebP up to 10 MB. The app saves its own copy, without the camera’s data."
        ),
        required=False,
        widget=forms.FileInput({"accept": ACCEPT}),
    )


class SureOfMapForm(PlainForm):
    sure = TickField(label=lazy("Delete the map for good"))


class CopyForm(PlainForm):
    """Which rulebook a copy of a map is for; the page's list to choose from has them."""

    book = forms.CharField(label=lazy("Rulebook"), max_length=ROLE, widget=forms.Select)


class ChosenForm(PlainForm):
    """A map that is there already: the club's own or a ready one."""

    own = as_is()
    ready = as_is()


class WishForm(PlainForm):
    """What a made map is wished to be. `numbers`: what may be wished for, with their labels; what was not
    sent stays as usual. `usual`: what stands there at first.
    """

    players = number_field(required=lazy("Enter the number of players."))
    seed = forms.CharField(label=lazy("Map number"), required=False, strip=False, max_length=SEED)
    sea = TickField(label=lazy("sea around the land"))
    as_sent = True

    def __init__(
        self,
        data: Data,
        numbers: Mapping[str, str],
        rule: str = "",
        usual: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=usual, auto_id="wish-%s")
        self.rules = {"players": rule}
        for name, label in numbers.items():
            if name not in self.fields and (data is None or name in data):
                self.fields[name] = number_field()
                speak_plainly(self.fields[name])
            if name in self.fields:
                self.fields[name].label = label
                self.fields[name].widget.attrs["maxlength"] = WISH


# What is asked about a map before it belongs to a league, by its name on the page; where a sentence can stand
# beside a field, the field is not hidden.
FORMS: dict[str, type[PlainForm]] = {
    "bring": FileForm,
    "make": WishForm,
    "picture": OverForm,
    "describe": PictureForm,
    "rename": MapNameForm,
    "set": SetForm,
    "add_point": NewSpotForm,
    "outline": OutlineForm,
    "link": LinkForm,
    "delete": SureOfMapForm,
    "copy": CopyForm,
}
