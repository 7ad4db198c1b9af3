"""Fields of the maps' forms, each drawn from the Django form that reads it (`maps.ground.wrong.PageForms`).

A field is called "form.field", or is a bound field itself; label, length, help and what is wrong with it are
its form's, and after a refusal it holds what had been typed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, Unpack

from django import template
from django.forms import BoundField, RadioSelect
from django.template import Context

from campaigns.shell.reading import drawing
from maps.ground.taps import MapTap

register = template.Library()


class FieldShown(TypedDict, total=False):
    """How a field is drawn. `bare`: its label is only read out; `label` where the page knows more; `within`
    is the form of a bound field; `quiet` is the field that tells what is wrong in its place.
    """

    id: str
    options: Iterable[tuple[str, str]]
    bare: bool
    label: str
    within: str
    quiet: str


def _bound(
    context: Context, of: str | BoundField, usual: object = None, tap: MapTap | None = None
) -> BoundField:
    if isinstance(of, BoundField):
        return of
    form, _dot, name = of.partition(".")
    found: BoundField = context["forms"].field(form, name, tap.fields if tap else ())
    if usual is not None:
        found.initial = usual
    return found


@register.simple_tag(takes_context=True)
def bound(context: Context, of: str, usual: object = None) -> BoundField:
    """A field for a template that draws it in a way of its own; `usual` stands in it before it is filled."""
    return _bound(context, of, usual)


@register.simple_tag(takes_context=True)
def taps(
    context: Context, of: str, options: Iterable[tuple[str, str] | str], usual: object = None
) -> BoundField:
    """A field as answers to tap: those the page knows of, with their words where the template has none."""
    one = _bound(context, of, usual)
    one.field.widget = RadioSelect(one.field.widget.attrs)
    drawing.set_choices(one.field, [(each, each) if isinstance(each, str) else each for each in options])
    return one


@register.simple_tag(takes_context=True)
def ticks(context: Context, of: str, options: Iterable[tuple[str, str]], usual: Iterable[str]) -> BoundField:
    """A field as boxes to tick, as many as one likes: those the page knows of, the `usual` ones ticked."""
    one = _bound(context, of, list(usual))
    drawing.set_choices(one.field, options)
    return one


@register.inclusion_tag("parts/beside.html", takes_context=True)
def told(context: Context, of: str) -> dict[str, object]:
    """The sentence below a field that is drawn in a way of its own."""
    return {"errors": _bound(context, of).errors, "id": f"{of}-error"}


@register.inclusion_tag("maps/ground/_tick.html", takes_context=True)
def tick(context: Context, of: str | BoundField, usual: object = None) -> dict[str, object]:
    """A box to tick."""
    one = _bound(context, of, usual)
    at = f"{of if isinstance(of, str) else one.html_name}-error"
    attrs = {"id": False} | ({"aria-describedby": at} if one.errors else {})
    return {"field": one, "box": one.as_widget(attrs=attrs), "errors": one.errors, "id": at}


@register.inclusion_tag("parts/drawn_field.html", takes_context=True)
def field(
    context: Context,
    of: str | BoundField,
    usual: object = None,
    *,
    tap: MapTap | None = None,
    **shown: Unpack[FieldShown],
) -> dict[str, object]:
    """A field with its label."""
    one = _bound(context, of, usual, tap)
    called = of.replace(".", "-") if isinstance(of, str) else one.html_name
    at: str = shown.get("id") or (f"{tap.act}-{tap.key}" if tap else called)
    name = of if isinstance(of, str) else f"{shown.get('within', '')}.{one.html_name}"
    quiet = shown.get("quiet", "")
    if "options" in shown:
        drawing.set_choices(one.field, shown["options"])
    return drawing.draw_field(
        one,
        at,
        f"{quiet or (at if tap else name)}-error",
        label=shown.get("label", ""),
        bare=shown.get("bare", False),
        quiet=_bound(context, quiet) if quiet else None,
    )
