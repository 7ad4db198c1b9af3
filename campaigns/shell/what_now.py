"""What to do about a refusal: the report that waits, the step that is open, the setting, whom to ask."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from rules.engine.refusals import Refused


def what_now(viewer: AnyViewer, refused: Refused) -> ButtonLink | None:
    """A button beside a refusal; None where its sentence says all there is to do."""
    about = dict(refused.about)
    if not about:
        return None
    if setting := about.get("setting"):
        page = reverse("campaigns:settings", args=[viewer.scope.pk], query={"setting": setting})
        return _organiser(viewer, ButtonLink(f"{page}#s-{setting}", _("Go to the setting")))
    if report := about.get("report"):
        return ButtonLink(reverse("campaigns:report", args=[viewer.scope.pk, report]), _("View the report"))
    if asked := about.get("request"):
        return ButtonLink(reverse("campaigns:request", args=[viewer.scope.pk, asked]), _("View the request"))
    plugin = plugin_of(viewer.scope.game)
    if about.get("league"):
        place = ButtonLink(plugin.play.place(viewer.scope, {}), _("Go to the league"))
        return _organiser(viewer, plugin.play.what_now(viewer, about) or place)
    return plugin.play.what_now(viewer, about) or ButtonLink(
        plugin.play.place(viewer.scope, about), _("View it")
    )


def _organiser(viewer: AnyViewer, link: ButtonLink) -> ButtonLink:
    """What an organiser does; everybody else sees whom to ask."""
    if viewer.is_organiser:
        return link
    return ButtonLink(reverse("people:people", args=[viewer.scope.club.slug]), _("See who can change it"))
