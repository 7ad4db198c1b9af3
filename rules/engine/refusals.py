"""What the rules say when something cannot be done: one sentence, the rule it rests on, and how hard it is.

Two hardnesses. An *admission* refusal answers "may this be done now?" (cap, turn, limit, deadline) and is
checked when it happens; corrections of the past note it and go on. An *impossible* refusal (no such unit,
sold twice, pool below zero) holds always. Procedures raise `Refused` for the impossible and call
`yield from admit(...)` for admission, so that whoever drives them may choose to note instead of refuse.
"""

from __future__ import annotations

from dataclasses import dataclass

type About = tuple[tuple[str, str], ...]  # ("mission", "s4.mission"), ("setting", "late_joiners")


class Refused(Exception):
    """A sentence the person at the table can act on.

    `rule` is the rule id ("OPR-24", empty for a plain mistake in the input); `key` names the question whose
    answer does not pass, when there is one. `about`: what has to be seen to first, by its kind and id.
    """

    def __init__(
        self, rule: str, sentence: str, key: str | None = None, *, admission: bool = False, about: About = ()
    ) -> None:
        super().__init__(f"{rule}: {sentence}" if rule else sentence)
        self.rule = rule
        self.sentence = sentence
        self.key = key
        self.admission = admission
        self.about = about

    def __eq__(self, other: object) -> bool:
        """Two refusals that say the same are the same: drafts are compared."""
        return isinstance(other, Refused) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.rule, self.sentence, self.key))


@dataclass(frozen=True, slots=True)
class Inadmissible:
    """Yielded by a procedure when an admission rule fails; the driver raises it or notes it."""

    rule: str
    sentence: str
    key: str | None = None
    about: About = ()

    def refused(self) -> Refused:
        return Refused(self.rule, self.sentence, self.key, admission=True, about=self.about)
