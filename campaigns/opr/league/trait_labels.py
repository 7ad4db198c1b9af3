"""Words about units and warbands that several pages share."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.opr.books import InForce
from rules.opr.state import Step, Trait, Unit


def trait_name(book: InForce, trait: Trait) -> str:
    """`Specialist (melee)`."""
    entry = book.book.trait(trait.kind, trait.key)
    if entry is not None:
        return entry.called(trait.option)
    name = trait.key.replace("_", " ").capitalize()
    return f"{name} ({trait.option})" if trait.option else name


def trait_text(book: InForce, trait: Trait) -> str:
    """What the trait does, in this book."""
    entry = book.book.trait(trait.kind, trait.key)
    return entry.text if entry is not None else ""


def unit_status_words(unit: Unit) -> str:
    """Why a unit stays away; empty for one that may come along."""
    if unit.status == "sitting_out":
        return ngettext("sits out %(n)s mission", "sits out %(n)s missions", unit.sits_out) % {
            "n": unit.sits_out
        }
    return {"captured": _("captured"), "dead": _("dead"), "disbanded": _("disbanded")}.get(unit.status, "")


def step_title(step: Step) -> str:
    return {
        "setup": _("The mission is being set up"),
        "play": _("The mission is being played"),
        "casualties": _("Casualties to roll for"),
        "experience": _("Experience to resolve"),
        "upgrades": _("Upgrades to buy or sell"),
        "recruiting": _("Recruiting to do"),
        "done": _("All done"),
    }[step]


def step_verb(step: Step) -> str:
    """What the button says that leads to a step."""
    return {
        "setup": _("Set up"),
        "play": _("Go to the mission"),
        "casualties": _("Roll for casualties"),
        "experience": _("Level up"),
        "upgrades": _("Buy and sell"),
        "recruiting": _("Recruit"),
        "done": _("View"),
    }[step]


def rank_words(rank: int, of: int) -> str:
    """`rank 2 of 8`: what a header has room for."""
    return _("rank %(rank)s of %(of)s") % {"rank": rank, "of": of}
