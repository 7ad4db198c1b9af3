"""What stands behind a faction's banners and command points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.receipts.receipt import Receipt, ReceiptRow, RuleLink
from campaigns.shell.places import doubt
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.benefits import counted_copies
from rules.firestorm.faction_figures import allowed, banner_count, faction_territories, holds_tower
from rules.firestorm.state import Faction


def faction_receipt(viewer: FirestormViewer, faction: Faction, figure: str) -> Receipt | None:
    """The receipt a page asks for: "banners" or "commands"."""
    if figure == "banners":
        return _banners(viewer, faction)
    return _commands(viewer, faction) if figure == "commands" else None


def _banners(viewer: FirestormViewer, faction: Faction) -> Receipt:
    state, book = viewer.state, viewer.book
    lands, each = len(faction_territories(state, faction.id)), book.figures.territories_per_banner
    tower = int(holds_tower(state, book, faction.id))
    most = allowed(state, book, faction.id)
    told = _("Lord’s Tower held") if tower else _("Lord’s Tower lost")
    of_land = ngettext("%(n)s territory, %(each)s for each banner",
                       "%(n)s territories, %(each)s for each banner", lands)  # fmt: skip
    rows = [_row(told, tower, "FS-12"), _row(of_land % {"n": lands, "each": each}, lands // each, "FS-12")]
    if rest := most - tower - lands // each:
        rows.append(_row(_("The league’s rule for a faction without a tower"), rest, "FS-12"))
    title = ngettext("Why %(n)s banner?", "Why %(n)s banners?", most) % {"n": most}
    has = _("Allowed; the faction has %(n)s") % {"n": banner_count(state, faction.id)}
    return _receipt(viewer, "banners", title, rows, has, str(most))


def _commands(viewer: FirestormViewer, faction: Faction) -> Receipt:
    rows = list(_of_commands(viewer, faction))
    fixed = sum(one.value for one in rows)
    tower = holds_tower(viewer.state, viewer.book, faction.id)
    total = " + ".join(["D3"] * tower + [str(fixed)] * bool(fixed or not tower))
    return _receipt(viewer, "commands", _("Command points for each game"), rows, _("Each game"), total)


def _of_commands(viewer: FirestormViewer, faction: Faction) -> Iterator[ReceiptRow]:
    if holds_tower(viewer.state, viewer.book, faction.id):
        yield ReceiptRow("–", _("Lord’s Tower held"), _("rolled again for each game"), 0, "D3", "FS-124")
    for key, row in viewer.book.book.items.items():
        if row.commands and (many := counted_copies(viewer.state, viewer.book, faction.id, key)):
            yield _row(f"{row.name} × {many}", row.commands * many, "FS-124")


def _row(reason: str, value: int, rule: str) -> ReceiptRow:
    return ReceiptRow("–", reason, "", value, str(value), rule, lost=False)


def _receipt(
    viewer: FirestormViewer, figure: str, title: str, rows: Iterable[ReceiptRow], label: str, total: str
) -> Receipt:
    rows = tuple(rows)
    ids = dict.fromkeys(one.rule for one in rows)
    links = tuple(RuleLink(one, reverse("campaigns:rule", args=[viewer.scope.pk, one])) for one in ids)
    return Receipt(f"why-{figure}", title, rows, label, total, links, doubt(viewer, rule=next(iter(ids), "")))
