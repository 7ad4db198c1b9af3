"""What the buttons of a step's page stand for, at the table and in the past."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from campaigns.opr.table import event_acts
from campaigns.opr.table.forms import BuyForm, PartForm, RecruitForm
from campaigns.opr.table.steps import offers, rival_step
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.reader import read, sent_to, word
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.opr.state import Mission, Side

# Steps that begin with dice, and what a button of the step page starts.
BEGIN = {"casualties": "opr.casualties", "experience": "opr.experience"}
PLAIN = {
    **BEGIN,
    "close_upgrades": "opr.close_upgrades",
    "close_recruiting": "opr.close_recruiting",
}
# What each step is about, and what closes it.
OF_STEP = {**BEGIN, "upgrades": PLAIN["close_upgrades"], "recruiting": PLAIN["close_recruiting"]}
LISTED = ("recruit_listed", "recruit_veteran")  # from the player's own list
EVENTS = ("ransom", "collect", "duel")


def button_act(viewer: OprViewer, mission: Mission, side: Side) -> tuple[str, JsonObject]:
    """The act a button of the step page stands for, with its parameters."""
    params: JsonObject = {"mission": mission.id, "warband": side.warband}
    what, sent, unit = word(viewer.request, "do"), sent_to(viewer.request), word(viewer.request, "unit")
    if what in PLAIN:
        return PLAIN[what], params
    if what in EVENTS:
        event = word(viewer.request, "event")
        return f"opr.{what}", dict(event_acts.event_params(what, mission.id, event, side.warband))
    if what == "sell":
        unit, _sep, item = word(viewer.request, "item").partition("|")
        return "opr.sell", {**params, "unit": unit, "item": item}
    if what == "buy":
        return "opr.buy", {**params, "unit": unit, "item": read(BuyForm(sent))}
    if what == "sell_part":
        return "opr.sell_part", {**params, "unit": unit, "part": read(PartForm(sent))}
    if what == "rival_upgrades":
        return "opr.rival_upgrades", {**params, "offered": rival_step.upgrades_offered(sent)}
    if what == "rival_recruits":
        return "opr.rival_recruits", {**params, "offered": rival_step.recruits_offered(viewer, side.warband)}
    if what == "disband":
        return "opr.disband_unit", {**params, "unit": unit}
    if what == "recruit":
        form = RecruitForm(sent)
        veteran = read(form)["veteran"]
        return "opr.recruit", {**params, "unit": form.unit, "veteran": veteran}
    if what in LISTED:
        listed = offers.offered_unit(viewer, side.warband, word(viewer.request, "offer"))
        if listed is None:
            raise Refused(
                "", _("This unit is no longer on any list, or is already on the sheet."), admission=True
            )
        return "opr.recruit", {**params, "unit": listed, "veteran": what == "recruit_veteran"}
    raise Http404
