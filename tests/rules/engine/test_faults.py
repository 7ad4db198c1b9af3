"""What does not fit a shape is told in our words, with the place and the bound."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.engine.shapes import fault


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")
    size: int = Field(default=1, ge=1, le=9)
    kind: Literal["hex", "free"] = "hex"
    words: list[str] = Field(default=[], max_length=2)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": "many"}, "size must be a whole number."),
        ({"size": 0}, "size must be 1 or more."),
        ({"size": 10}, "size must be 9 or less."),
        ({"kind": "round"}, "kind must be 'hex' or 'free'."),
        ({"words": ["a", 3]}, "words.1 must be text."),
        ({"words": ["a", "b", "c"]}, "words can have at most 2 entries."),
        ({"more": 1}, "more is unknown here."),
    ],
)
def test_a_fault_is_told_with_its_place(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Shape.model_validate(given)
    assert fault(caught.value.errors()[0]) == sentence


def test_what_has_no_place_or_no_words_of_its_own_is_told_all_the_same() -> None:
    assert (
        fault({"loc": (), "type": "odd", "msg": "", "input": None}, "the map") == "the map is not valid here."
    )
