"""Fields of Django forms, each drawn from the form that reads it.

Label, length, help and what is wrong with it are its form's; after a refusal it holds what had been typed.
"""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.utils.safestring import SafeString

from campaigns.shell.reading import drawing
from campaigns.shell.reading.fields import Says
from rules.engine.language import die_name

register = template.Library()
register.filter("die_name", die_name)


@register.inclusion_tag("parts/drawn_field.html")
def field(one: BoundField, *, id: str = "", label: Says = "", bare: bool = False) -> drawing.Drawn:
    """`{% field form.words %}`: a field with its label, which is only read out where it is `bare`.

    `id` where a page has two of its name, `label` where the page knows more.
    """
    at = id or one.auto_id
    return drawing.draw_field(one, at, f"{at}-error", label=label, bare=bare)


@register.simple_tag
def control(
    one: BoundField, *, id: str = "", label: Says = "", cls: str = "", fixed: bool = False
) -> SafeString:
    """The input of a field alone; its sentence stands `beside` it.

    `label` where none is seen; `fixed` where nobody may change it.
    """
    at = id or one.auto_id
    attrs: drawing.Attrs = {"aria-describedby": f"{at}-error"} if one.errors else {}
    if label:
        attrs["aria-label"] = str(label)
    if fixed:
        attrs["disabled"] = True
    return drawing.input_control(one, at, cls, attrs=attrs)


@register.inclusion_tag("parts/beside.html")
def beside(one: BoundField, *, id: str = "") -> drawing.Drawn:
    """What is wrong with a field, below it."""
    return {"errors": one.errors, "id": f"{id or one.auto_id}-error"}


@register.simple_tag
def answer(one: BoundWidget, *, cls: str = "") -> SafeString:
    """One of a field's answers as a box to tap: `{% for one in form.kind %}<label>{% answer one %}…`."""
    return drawing.answer_box(one, {"class": cls} if cls else {})
