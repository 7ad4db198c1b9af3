"""Tags for forms that knock at the door."""

from __future__ import annotations

from uuid import uuid4

from django import template

register = template.Library()


@register.simple_tag
def once() -> str:
    """A fresh idempotency key for a form: sent twice, it counts once."""
    return uuid4().hex
