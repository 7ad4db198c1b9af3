"""What to do about a refusal: the report that waits, the step that is open, the setting, whom to ask."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.desk import desk_of
from campaigns.engine.lines import ButtonLink
from campaigns.engine.passage.here import AnyHere
from rules.engine.refusals import Refused


def what_now(here: AnyHere, refused: Refused) -> ButtonLink | None:
    """A button beside a refusal; None where its sentence says all there is to do."""
    about = dict(refused.about)
    if not about:
        return None
    if setting := about.get("setting"):
        page = reverse("campaigns:settings", args=[here.scope.pk], query={"setting": setting})
        return _organiser(here, ButtonLink(f"{page}#s-{setting}", _("Go to the setting")))
    if report := about.get("report"):
        return ButtonLink(reverse("campaigns:report", args=[here.scope.pk, report]), _("View the report"))
    if asked := about.get("request"):
        return ButtonLink(reverse("campaigns:request", args=[here.scope.pk, asked]), _("View the request"))
    desk = desk_of(here.scope.game)
    if about.get("league"):
        place = ButtonLink(desk.place(here.scope, {}), _("Go to the league"))
        return _organiser(here, desk.what_now(here, about) or place)
    return desk.what_now(here, about) or ButtonLink(desk.place(here.scope, about), _("View it"))


def _organiser(here: AnyHere, link: ButtonLink) -> ButtonLink:
    """What an organiser does; everybody else sees whom to ask."""
    if here.is_organiser:
        return link
    return ButtonLink(reverse("people:people", args=[here.scope.club.slug]), _("See who can change it"))
