"""Plain values: what comes in and goes out as JSON, before a shape has been read from it or after.

`Params` are the parameters of a procedure or a figure as somebody sent them or a journal keeps them; what
they hold is known once the procedure's own annotations have read them (`shapes.validated_params`). A
`JsonObject` is what leaves as JSON, or has come in and gets its shape next; between the two all values have
types.

`Name` to `SmallCount` say of an entity's field how much room a row has for it (`campaigns.models.columns`);
to the rules they are a text and a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

type JsonObject = dict[str, object]
type Params = Mapping[str, object]

type Name = str  # what people call something
type Words = str  # what people write, of any length
type Count = int  # not negative
type Small = int  # from -32,768 to 32,767
type SmallCount = int  # from 0 to 32,767


def text_in(params: Params, name: str) -> str:
    """A text among parameters, empty when there is none."""
    value = params.get(name)
    return value if isinstance(value, str) else ""


def number_in(params: Params, name: str) -> int:
    """A whole number among parameters, 0 when there is none. Journals of older releases hold it as somebody
    wrote it, "3" or 3.0."""
    value = params.get(name)
    try:
        return int(value) if isinstance(value, int | float | str) else 0
    except (ValueError, OverflowError):
        return 0


def flag_in(params: Params, name: str) -> bool:
    """Whether something is so among parameters; not when nothing is said of it."""
    return bool(params.get(name))


def table_in(params: Params, name: str) -> dict[str, object]:
    """A table among parameters, empty when there is none."""
    value = params.get(name)
    return {str(key): one for key, one in value.items()} if isinstance(value, Mapping) else {}


def tables_in(params: Params, name: str) -> list[Params]:
    """The tables of a list among parameters."""
    return [one for one in listed_in(params, name) if isinstance(one, Mapping)]


def listed_in(params: Params, name: str) -> Sequence[object]:
    """A list among parameters, empty when there is none."""
    value = params.get(name)
    return value if isinstance(value, list | tuple) else ()


def texts_in(params: Params, name: str) -> tuple[str, ...]:
    """The texts of a list among parameters."""
    return tuple(one for one in listed_in(params, name) if isinstance(one, str))
