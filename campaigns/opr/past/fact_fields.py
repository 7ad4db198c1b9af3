"""One fact of the past as a field of a form, and how it is read back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.opr.table.report_page import MOST_ROUNDS
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class FactField:
    """One fact. `kind` is "number" (a round), or "one" or "several" of the options (id, words)."""

    name: str
    label: str
    kind: str
    value: frozenset[str]
    options: tuple[tuple[str, str], ...] = ()

    def read(self, post: QueryDict) -> Any:
        """What was sent, as the rules take it. Raises `Refused` beside this field."""
        known = {one for one, _words in self.options}
        if self.kind == "several":
            return [one for one in post.getlist(self.name) if one in known]
        sent = post.get(self.name, "")
        if self.kind == "one":
            if sent not in known:
                raise Refused("", _("Tap one of the answers."), self.name)
            return int(sent) if self.name == "by" else sent
        if not (sent.isdecimal() and 1 <= int(sent) <= MOST_ROUNDS):
            raise Refused("", _("In which round? A number from 1 to 20."), self.name)
        return int(sent)

    def with_typed(self, post: QueryDict) -> FactField:
        return FactField(self.name, self.label, self.kind, frozenset(post.getlist(self.name)), self.options)
