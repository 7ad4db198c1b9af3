"""Fields of the maps' forms with what is wrong with them beside them (`maps.ground.wrong`).

A field is called "form.field"; after a refusal it holds what had been typed.
"""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from maps.ground.taps import Tap
from maps.ground.wrong import Wrong

register = template.Library()


def _wrong(context: Context, of: str, tap: Tap | None = None) -> Wrong | None:
    """What is wrong with the form of this field, if it is the one that was sent."""
    found: Wrong | None = context.get("wrong")
    if found is None or found.form != of.partition(".")[0]:
        return None
    return found if tap is None or found.sent(tap.fields) else None


@register.simple_tag(takes_context=True)
def held(context: Context, of: str, usual: object = "") -> object:
    """What was typed into a refused form, else the usual."""
    wrong = _wrong(context, of)
    return wrong.typed.get(of.partition(".")[2], usual) if wrong else usual


@register.simple_tag(takes_context=True)
def invalid(context: Context, of: str, help: str = "") -> SafeString:
    """The attributes of a field some sentence stands beside; `help` is the id of its usual note."""
    wrong = context.get("wrong")
    beside = f"{of}-error" if wrong and wrong.of == of else ""
    told = " ".join(filter(None, (beside, help)))
    described = format_html(' aria-describedby="{}"', told) if told else SafeString("")
    return format_html(' aria-invalid="true"{}', described) if beside else described


@register.inclusion_tag("maps/ground/_beside.html", takes_context=True)
def told(context: Context, of: str) -> dict[str, str]:
    """The sentence below a field."""
    wrong = context.get("wrong")
    return {"error": wrong.refused.sentence if wrong and wrong.of == of else "", "id": f"{of}-error"}


@register.inclusion_tag("maps/ground/_field.html", takes_context=True)
def field(
    context: Context, of: str, label: str, value: object = "", *, tap: Tap | None = None, **shown: object
) -> dict[str, object]:
    """A line to type in. `shown`: id, name, most, numeric, needed, type, bare (its label is not seen),
    quiet (another field shows the sentence).
    """
    wrong, name = _wrong(context, of, tap), str(shown.get("name") or of.partition(".")[2])
    error = wrong.refused.sentence if wrong and wrong.of == of else ""
    at = shown.get("id") or (f"{tap.act}-{tap.key}" if tap else of.replace(".", "-"))
    return {
        **shown,
        "label": label,
        "id": at,
        "name": name,
        "value": wrong.typed.get(name, value) if wrong else value,
        "error": error,
        "told": f"{at if tap else of}-error",
    }
