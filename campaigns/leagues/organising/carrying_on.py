"""What happens at once when the app carries on for a side that nobody plays, said beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.engine.asking.agreements import league_agreements
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.viewer import AnyViewer

ON, OFF = "on", "off"  # what a form wants, whatever holds by the time it is sent


def happens_at_once(viewer: AnyViewer, side: str) -> Iterator[str]:
    """Sentences: what the app does, each report that counts by it, and which of them is the reader's own."""
    name = plugin_of(viewer.scope.game).sides_of(viewer.state)[side].name
    yield _(
        "The app will take over straight away, do whatever %(side)s has to do, and carry on until somebody "
        "plays that side. What the app has done stands, even if you go back to waiting for a player."
    ) % {"side": name}
    silent = viewer.unplayed | {side}
    for told in league_agreements(viewer.scope, viewer.registration, viewer.state):
        if side in told.asked and silent.issuperset(told.asked) and not (told.is_disputed or told.held):
            yield _counts(viewer, told)


def _counts(viewer: AnyViewer, told: Agreement) -> str:
    said = _("%(name)s’s report will count at once: %(battle)s.")
    if any(map(viewer.owns, told.sides)):
        said = _("%(name)s’s report will count at once: %(battle)s. You fought in this battle yourself.")
    return said % {"name": told.told[0].who, "battle": told.title}
