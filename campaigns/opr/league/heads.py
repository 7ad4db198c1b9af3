"""What a league of warbands calls its dialogues and tables, and the pages behind what was done."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop

from campaigns.models import Entry, Scope
from campaigns.opr.viewer import OprViewer
from rules.engine.plain import Params, text_in

# Heads of the dialogues that come up beside the table; any other is called by what its procedure does.
HEADS = {
    "opr.start": lazy("Start of the league"),
    "opr.roll_limit": lazy("How long the league runs"),
    "opr.roll_objective": lazy("Special objective"),
    "opr.reroll_objective": lazy("Special objective"),
    "opr.casualties": lazy("Casualties"),
    "opr.experience": lazy("Experience"),
    "opr.sell": lazy("Upgrades"),
    "opr.sell_part": lazy("Upgrades"),
    "opr.recruit": lazy("Recruiting"),
    "opr.seal_note": lazy("Your secret note"),
    "opr.duel": lazy("Duel"),
    "opr.ransom": lazy("Ransom"),
    "opr.collect": lazy("What the unit brings home"),
    "opr.send": lazy("Who goes?"),
    "opr.event_die": lazy("What the event does"),
}

# By the names of the books' fields.
TABLES = {
    "casualties_regular": gettext_noop("Casualties: regular units"),
    "casualties_hero": gettext_noop("Casualties: heroes"),
    "injuries": gettext_noop("Injuries"),
    "talents": gettext_noop("Talents"),
    "level_traits": gettext_noop("Level traits"),
    "skill_sets": gettext_noop("Skill sets"),
    "skills": gettext_noop("Skills"),
    "objectives": gettext_noop("Special objectives"),
    "events": gettext_noop("Events"),
}

# What is done on the pages of the steps after a mission.
OF_STEPS = frozenset(
    f"opr.{name}"
    for name in (
        "casualties",
        "experience",
        "ransom",
        "collect",
        "sell",
        "sell_part",
        "buy",
        "recruit",
        "disband_unit",
    )
)


def dialogue_title(procedure: str, params: Params) -> str:
    """The head of a dialogue, empty for one that has none of its own."""
    if procedure == "opr.round":
        return _("Round %(round)s") % {"round": params.get("round", "")}
    return str(HEADS.get(procedure, ""))


def place(scope: Scope, params: Params) -> str:
    """Mission, warband, or the league itself, by what the parameters name."""
    if mission := text_in(params, "mission"):
        return reverse("campaigns:mission", args=[scope.pk, mission])
    if warband := text_in(params, "warband"):
        return reverse("campaigns:warband", args=[scope.pk, warband])
    return reverse("campaigns:league", args=[scope.pk])


def next_step_url(viewer: OprViewer, entry: Entry) -> str:
    """Where a warband goes on with the steps after its mission; that page leads on when all are done."""
    mission, warband = entry.params.get("mission"), entry.params.get("warband")
    if entry.procedure not in OF_STEPS or not mission or not warband:
        return ""
    return reverse("campaigns:step", args=[viewer.scope.pk, mission, warband])
