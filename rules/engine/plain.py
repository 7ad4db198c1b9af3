"""Plain values: what comes in and goes out as JSON, before a shape has been read from it or after.

`Params` are the parameters of a procedure or a figure as somebody sent them or a journal keeps them; what
they hold is known once the procedure's own annotations have read them (`shapes.fitting`). `Json` is what a
rule hands out, and plain through and through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

type Json = bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None
type JsonObject = dict[str, Json]
type Params = Mapping[str, object]


def text_in(params: Params, name: str) -> str:
    """A text among parameters, empty when there is none."""
    value = params.get(name)
    return value if isinstance(value, str) else ""


def texts_in(params: Params, name: str) -> tuple[str, ...]:
    """The texts of a list among parameters."""
    value = params.get(name)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()
