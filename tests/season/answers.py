"""What people bring and answer when it does not matter: a legal answer to anything, an army list to paste."""

from __future__ import annotations

import random

from rules.engine.questions import ChooseSeveral, Number, Question, Roll, Split, Text, YesNo, question_options

AOFS, GF = "aofs-3.2.0", "gf-3.4.0"


def typed(question: Question, luck: random.Random) -> dict[str, object]:
    """A legal answer as a form sends it."""
    if isinstance(question, Roll):
        return {"value": str(luck.choice(question.values))}
    if isinstance(question, YesNo):
        return {"value": luck.choice(("yes", "no"))}
    if isinstance(question, Number):
        return {"value": str(question.least)}
    if isinstance(question, Text):
        return {"value": "behind the old mill"}
    options = [one.id for one in question_options(question) if not one.why_not]
    if isinstance(question, Split):
        share, rest = divmod(question.total, len(options))
        return {f"share:{one}": str(share + (n < rest)) for n, one in enumerate(options)}
    if isinstance(question, ChooseSeveral):
        return {"value": luck.sample(options, max(question.least, min(1, len(options))))}
    return {"value": luck.choice(options)}


def army_list(name: str, edition: str, luck: random.Random) -> str:
    """A list as a list builder shares it: a hero and some units that use up what may be spent."""
    budget, system = (150, "AOFS") if edition == AOFS else (1000, "GF")
    count = luck.randint(4, 5)
    share = budget // (count + 1)
    prices = [budget - share * (count - 1), *[share] * (count - 1)]
    lines = [f"++ {name} [{system} {budget}pts] ++", ""]
    for n, price in enumerate(prices):
        special = "Hero, Tough(3)" if n == 0 else ""
        lines += [f"{'Captain' if n == 0 else f'Squad {n}'} [1] Q4+ D4+ | {price}pts | {special}"]
        lines += ["Hand weapon (A2)", ""]
    return "\n".join(lines)
