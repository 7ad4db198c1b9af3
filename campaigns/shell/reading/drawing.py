"""A field of a Django form as it stands on a page: its input, its label and help, what is wrong with it.

The templates draw it by `campaigns.templatetags.inputs`, those of map leagues by `maps.templatetags.fields`.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.forms import BoundField, CheckboxInput, ChoiceField, Field, RadioSelect, Select
from django.forms.boundfield import BoundWidget
from django.utils.safestring import SafeString

from campaigns.shell.reading.fields import Option, Says

type Attrs = dict[str, str | bool]
type Drawn = dict[str, object]  # the context of `parts/drawn_field.html`


def set_choices(field: Field, options: Iterable[Option]) -> None:
    """What a list lets choose: the answers of a field that is no list in itself, or those a page knows of."""
    found = list(options)
    if isinstance(field, ChoiceField):
        field.choices = found
    else:
        field.widget.choices = found


def draw_field(
    one: BoundField,
    at: str,
    told: str,
    *,
    label: Says = "",
    bare: bool = False,
    quiet: BoundField | None = None,
) -> Drawn:
    """A field with its label. `at`: the id of its input, `told`: of the sentence beside it.

    `bare`: the label is only read out; `quiet`: the field that says what is wrong in this one's place.
    """
    words = str(label or one.label)
    beside = [told] * bool((quiet or one).errors) + [f"{at}-help"] * bool(one.help_text)
    attrs: Attrs = _spoken(one, words, given=bool(label)) if bare else {"aria-label": False}
    if beside:
        attrs["aria-describedby"] = " ".join(beside)
    return {
        "input": input_control(one, at, attrs=attrs),
        "label": "" if bare else words,
        "id": at,
        "errors": [] if quiet else one.errors,
        "told": told,
        "help": one.help_text,
    }


def input_control(one: BoundField, at: str, cls: str = "", *, attrs: Attrs) -> SafeString:
    """The input alone."""
    own = str(one.field.widget.attrs.get("class", ""))
    classes = " ".join(filter(None, [_kind(one), own, cls]))
    known: Attrs = {"id": at, "class": classes} if classes else {"id": at}
    return one.as_widget(attrs=known | attrs)


def _kind(one: BoundField) -> str:
    """The class of what somebody types into or chooses from; boxes have that of the line they stand in."""
    widget = one.field.widget
    if isinstance(widget, CheckboxInput | RadioSelect):
        return ""
    return "form-select" if isinstance(widget, Select) else "form-control"


def _spoken(one: BoundField, label: str, *, given: bool) -> Attrs:
    """The label of a field where none is seen: read out, and in the empty field."""
    own = one.field.widget.attrs
    spoken: Attrs = {"aria-label": label if given else _text(own.get("aria-label"), label)}
    if not isinstance(one.field.widget, Select):
        spoken["placeholder"] = _text(own.get("placeholder"), one.label)
    return spoken


def _text(own: object, usual: Says) -> str:
    return str(usual if own is None else own)


def answer_box(one: BoundWidget, attrs: Attrs) -> SafeString:
    """One of a field's answers as a box inside its label; when they are wrong, the first is in hand."""
    left_out = ("id",) if one.data["index"] == "0" else ("id", "autofocus")
    own = {name: value for name, value in one.data["attrs"].items() if name not in left_out}
    one.data["attrs"] = own | attrs
    return one.tag()
