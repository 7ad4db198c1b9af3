"""Ids of a league's things in addresses: `<id:battle>`.

Any id has an address, also one of a league that is older than the pattern (`rules.engine.ids`): what would
part an address, or lead up in it, is written as `~2f`. Ids of that pattern stand as they are.
"""

from __future__ import annotations

import re

from django.urls import register_converter
from django.urls.converters import StringConverter

PARTS = re.compile(r"[/~]|^\.+$")
WRITTEN = re.compile(r"~([0-9a-f]{2})")


class IdConverter(StringConverter):
    """One part of an address."""

    def to_python(self, value: str) -> str:
        return WRITTEN.sub(lambda found: chr(int(found[1], 16)), value)

    def to_url(self, value: str) -> str:
        return PARTS.sub(lambda found: "".join(f"~{ord(one):02x}" for one in found[0]), value)


register_converter(IdConverter, "id")
