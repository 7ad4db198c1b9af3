"""What stands behind a faction's banners and command points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.receipts.receipt import Receipt, ReceiptRow, RuleLink
from campaigns.shell.places import doubt
from maps.firestorm.here import FirestormHere
from rules.firestorm.benefits import counted
from rules.firestorm.standing import allowed, held, holds_tower, owned
from rules.firestorm.state import Faction


def receipt_of(here: FirestormHere, faction: Faction, figure: str) -> Receipt | None:
    """The receipt a page asks for: "banners" or "commands"."""
    if figure == "banners":
        return _banners(here, faction)
    return _commands(here, faction) if figure == "commands" else None


def _banners(here: FirestormHere, faction: Faction) -> Receipt:
    state, book = here.state, here.book
    lands, each = len(owned(state, faction.id)), book.figures.territories_per_banner
    tower = int(holds_tower(state, book, faction.id))
    most = allowed(state, book, faction.id)
    told = _("Lord’s Tower held") if tower else _("Lord’s Tower lost")
    of_land = ngettext("%(n)s territory, %(each)s for each banner",
                       "%(n)s territories, %(each)s for each banner", lands)  # fmt: skip
    rows = [_row(told, tower, "FS-12"), _row(of_land % {"n": lands, "each": each}, lands // each, "FS-12")]
    if rest := most - tower - lands // each:
        rows.append(_row(_("The league’s rule without a tower"), rest, "FS-12"))
    title = ngettext("Why %(n)s banner?", "Why %(n)s banners?", most) % {"n": most}
    has = _("Allowed; the faction has %(n)s") % {"n": held(state, faction.id)}
    return _receipt(here, "banners", title, rows, has, str(most))


def _commands(here: FirestormHere, faction: Faction) -> Receipt:
    rows = list(_of_commands(here, faction))
    fixed = sum(one.value for one in rows)
    tower = holds_tower(here.state, here.book, faction.id)
    total = " + ".join(["D3"] * tower + [str(fixed)] * bool(fixed or not tower))
    return _receipt(here, "commands", _("Command points of each game"), rows, _("Each game"), total)


def _of_commands(here: FirestormHere, faction: Faction) -> Iterator[ReceiptRow]:
    if holds_tower(here.state, here.book, faction.id):
        yield ReceiptRow("–", _("Lord’s Tower held"), _("rolled again for each game"), 0, "D3", "FS-124")
    for key, row in here.book.book.items.items():
        if row.commands and (many := counted(here.state, here.book, faction.id, key)):
            yield _row(f"{row.name} × {many}", row.commands * many, "FS-124")


def _row(reason: str, value: int, rule: str) -> ReceiptRow:
    return ReceiptRow("–", reason, "", value, str(value), rule, lost=False)


def _receipt(
    here: FirestormHere, figure: str, title: str, rows: Iterable[ReceiptRow], label: str, total: str
) -> Receipt:
    rows = tuple(rows)
    ids = dict.fromkeys(one.rule for one in rows)
    links = tuple(RuleLink(one, reverse("campaigns:rule", args=[here.scope.pk, one])) for one in ids)
    return Receipt(f"why-{figure}", title, rows, label, total, links, doubt(here, rule=next(iter(ids), "")))
