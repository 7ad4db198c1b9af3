"""What stands behind an empire's figures: its size by territories, its gold and points by entries."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.models import Entry
from campaigns.opr.receipts.entries import who
from campaigns.opr.receipts.receipt import Receipt, ReceiptRow, RuleLink
from campaigns.shell.places import doubt
from config.dates import dated
from maps.conquest.building_labels import built
from maps.conquest.viewer import ConquestViewer
from rules.conquest.realm_figures import (
    FORTS,
    empire_territories,
    guarded,
    held_sieges,
    own_forts,
    size_text,
    worth,
)
from rules.conquest.state import Conquest, Realm, Territory
from rules.engine.language import signed
from rules.engine.plain import Params, number_in, tables_in, text_in

REASONS = {
    "start": lazy("At the start"),
    "mine": lazy("A mine’s yield"),
    "raid": lazy("Raided"),
    "raided": lazy("Lost to a raid"),
    "battle": lazy("Spent on a battle"),
    "battle struck out": lazy("Given back: the battle was struck out"),
    "organiser": lazy("By the organiser"),
    "claim": lazy("Claimed"),
    "conquer": lazy("Conquered"),
    "besiege": lazy("Began a siege"),
    "plunder": lazy("Plundered"),
    "build castle": lazy("Built a castle"),
    "build city": lazy("Built a city"),
    "build mine": lazy("Built a mine"),
    "build port": lazy("Built a port"),
    "lapsed": lazy("Unspent: lapsed"),
}
EARNED, EP, GOLD = "conquest.earned", "conquest.ep", "conquest.gold"


def realm_receipt(viewer: ConquestViewer, realm: Realm, figure: str, sees_gold: bool) -> Receipt | None:
    """The receipt a page asks for: "size", "cities", "castles", "gold" or "ep"."""
    if figure == "size":
        return _size(viewer, realm)
    if figure in ("cities", "castles"):
        return _forts(viewer, realm, figure)
    if figure == "gold" and sees_gold:
        return _gold(viewer, realm)
    if figure == "ep":
        rows = tuple(_moves(viewer, realm, EP))
        return _receipt(
            viewer, figure, _("Why %(n)s EP?") % {"n": realm.ep}, rows, _("EP to spend"), str(realm.ep)
        )
    return None


def _size(viewer: ConquestViewer, realm: Realm) -> Receipt:
    state: Conquest = viewer.state
    places = [*empire_territories(state, realm.id), *held_sieges(state, realm.id)]
    counted = [(place, worth(state, viewer.book, place)) for place in places]
    rows = tuple(
        ReceiptRow(
            place.id,
            place.name or _("A territory"),
            _size_note(state, place),
            halves,
            size_text(halves),
            rule,
        )
        for place, halves in counted
        for rule in ["CQ-14" if place.id in state.sieges else "CQ-13"]
    )
    total = size_text(sum(halves for _place, halves in counted))
    return _receipt(viewer, "size", _("Why a size of %(n)s?") % {"n": total}, rows, _("Size now"), total)


def _size_note(state: Conquest, place: Territory) -> str:
    if place.id in state.sieges:
        return _("under siege: half for each side")
    return _("a city counts double") if place.building == "city" else ""


def _forts(viewer: ConquestViewer, realm: Realm, figure: str) -> Receipt:
    """Cities, or castles with the cities among them: what decides between equal sizes."""
    wanted = ("city",) if figure == "cities" else FORTS
    places = [one for one in own_forts(viewer.state, realm.id) if one.building in wanted]
    rows = tuple(
        ReceiptRow(one.id, one.name or _("A territory"), built(one.building), 1, "1", "CQ-15")
        for one in places
    )
    title = (
        ngettext("Why %(n)s city?", "Why %(n)s cities?", len(places))
        if figure == "cities"
        else ngettext("Why %(n)s castle?", "Why %(n)s castles?", len(places))
    )
    label = _("Cities") if figure == "cities" else _("Castles (a city counts as one)")
    total = str(len(places))
    return _receipt(viewer, figure, title % {"n": total}, rows, label, total, "CQ-15")


def _gold(viewer: ConquestViewer, realm: Realm) -> Receipt:
    rows = tuple(_moves(viewer, realm, GOLD))
    safe = min(guarded(viewer.state, viewer.book, realm.id), realm.gold)
    label = _("Gold now, %(n)s of it safe from raids") % {"n": safe}
    title = _("Why %(n)s gold?") % {"n": realm.gold}
    return _receipt(viewer, "gold", title, rows, label, str(realm.gold), "CQ-104")


def _moves(viewer: ConquestViewer, realm: Realm, kind: str) -> Iterator[ReceiptRow]:
    """One row for each amount, in the journal's order; one query."""
    wanted = Q(effects__contains=[{"effect": kind, "realm": realm.id}])
    if kind == EP:
        wanted |= Q(effects__contains=[{"effect": EARNED}])
    entries = Entry.objects.filter(wanted, scope=viewer.scope, void=False)
    for entry in entries.order_by("place", "seq").select_related("actor"):
        for one in entry.effects:
            if one["effect"] == kind and one["realm"] == realm.id:
                yield _row(entry, str(REASONS.get(one["occasion"], one["occasion"])), one, one["amount"])
            elif kind == EP and one["effect"] == EARNED:
                yield from _earned(entry, one, realm.id)


def _earned(entry: Entry, one: Params, realm: str) -> Iterator[ReceiptRow]:
    for line in tables_in(one, "earned"):
        if line["realm"] == realm:
            told = _("Battles in round %(n)s") % {"n": one["number"]}
            yield _row(entry, told, one, number_in(line, "points"))


def _row(entry: Entry, reason: str, one: Params, amount: int) -> ReceiptRow:
    about = str(one.get("about", ""))
    day = dated(localtime(entry.at), "j F")
    return ReceiptRow(
        occasion=about if 0 < len(about) < 6 else "–",
        reason=reason,
        note=" · ".join(filter(None, [day, who(entry.actor, entry.via)])),
        value=amount,
        amount=signed(amount),
        rule=text_in(one, "rule"),
        lost=amount < 0,
    )


def _receipt(
    viewer: ConquestViewer,
    figure: str,
    title: str,
    rows: tuple[ReceiptRow, ...],
    label: str,
    total: str,
    *more: str,
) -> Receipt:
    ids = dict.fromkeys([*(row.rule for row in rows if row.rule), *more])
    rules = tuple(RuleLink(rule, reverse("campaigns:rule", args=[viewer.scope.pk, rule])) for rule in ids)
    asks = doubt(viewer, rule=next(iter(ids), ""))
    return Receipt(f"why-{figure}", title, rows, label, total, rules, asks)
