"""A form that asks once more before something that is hardly meant: with a box that says "all the same"."""

from __future__ import annotations

from typing import Unpack

from django.utils.translation import gettext_lazy as _

from campaigns.shell.reading.fields import Data, TickField, is_on
from campaigns.shell.reading.forms import FormAsDrawn, PlainForm


class SureForm(PlainForm):
    """The box is there only once it was asked; whoever ticks it is sure."""

    sure = TickField(label=_("Do it anyway"))

    def __init__(self, data: Data = None, **drawn: Unpack[FormAsDrawn]) -> None:
        super().__init__(data, **drawn)
        self._box = self.fields.pop("sure")
        self.is_sure = data is not None and is_on(data.get("sure"))

    def ask_again(self, words: str) -> None:
        """What would come of it, beside the box."""
        self.fields["sure"] = self._box
        self.add_error("sure", words)
