"""What does not fit a shape, in a sentence for people: pydantic's errors in our words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.engine.language import mark, said, say

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

WORDS = {
    "missing": mark("{field} is missing."),
    "extra_forbidden": mark("{field} is unknown here."),
    "unexpected_keyword_argument": mark("{field} is unknown here."),
    "string_type": mark("{field} has to be a text."),
    "int_type": mark("{field} has to be a whole number."),
    "int_parsing": mark("{field} has to be a whole number."),
    "int_from_float": mark("{field} has to be a whole number."),
    "bool_type": mark("{field} has to be true or false."),
    "bool_parsing": mark("{field} has to be true or false."),
    "list_type": mark("{field} has to be a list."),
    "tuple_type": mark("{field} has to be a list."),
    "dict_type": mark("{field} has to be a table."),
    "dataclass_type": mark("{field} has to be a table."),
    "model_type": mark("{field} has to be a table."),
    "literal_error": mark("{field} has to be {expected}."),
    "greater_than_equal": mark("{field} has to be {ge} or more."),
    "less_than_equal": mark("{field} has to be {le} or less."),
    "string_too_long": mark("{field} may have at most {max_length} characters."),
    "string_too_short": mark("{field} is too short."),
    "too_long": mark("{field} may have at most {max_length} entries."),
}
OTHER = mark("{field} does not fit here.")


def fault(error: ErrorDetails, whole: str = "") -> str:
    """One of `ValidationError.errors()`; `whole` is what the thing itself is called, where no field is."""
    field = ".".join(str(part) for part in error["loc"]) or whole or say("What was sent")
    return misfit(error["type"], field, **error.get("ctx", {}))


def misfit(kind: str, field: str, **bounds: object) -> str:
    """What is wrong with a field, by pydantic's name for it and its names for the bounds."""
    return said(WORDS.get(kind, OTHER), field=field, **bounds)
