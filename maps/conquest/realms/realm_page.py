"""One empire: its figures and what stands behind each, its points by round, what its player may change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.opr.receipts.receipt import Receipt
from campaigns.opr.warbands.warband_page import BigFigure
from maps.conquest.map.battle_lines import BattleLine, battle_line
from maps.conquest.map.handing_over import who_hands_over
from maps.conquest.map.now_page import realm_act_refusal
from maps.conquest.realms.realm_receipts import realm_receipt
from maps.conquest.realms.standings_page import RealmHistory, empire_histories
from maps.conquest.viewer import ConquestViewer
from maps.ground.taps import MapTap, Options, hidden_fields, tap_refusal
from maps.turns.colours import free_colours
from maps.turns.others import heirs
from maps.turns.played import players_words
from rules.conquest.book import ConquestInForce
from rules.conquest.standings import realm_standings
from rules.conquest.state import Conquest, Realm

STATUS_WORDS = {
    "waiting": gettext_noop("still has to pick a capital"),
    "eliminated": gettext_noop("has fallen"),
    "left": gettext_noop("has left the league"),
}


@dataclass(frozen=True, slots=True)
class NameAndColour:
    """What the form of name and colour begins with."""

    name: str
    colour: str
    colours: tuple[str, ...]


@dataclass(frozen=True)
class RealmPage:
    """An empire for one visitor. `named` and `taps` only for who may act for it; `heirs`: whom its player may
    ask to play on with it, or an organiser may give it to; `not_yours` says who does, to another organiser.
    `unplayed`: nobody plays it any more."""

    id: str
    name: str
    player: str
    colour: str
    status: str
    figures: tuple[BigFigure, ...]
    receipt: Receipt | None
    capital: str
    capital_called: str
    history: RealmHistory | None
    sea: tuple[str, ...]
    battles: tuple[BattleLine, ...]
    named: NameAndColour | None
    sail: MapTap | None
    leave: MapTap | None
    leave_means: str
    mine: bool
    heirs: Options
    not_yours: str
    unplayed: bool
    own_word: str


def realm_page(viewer: ConquestViewer, realm: Realm, why: str = "") -> RealmPage:
    """The page of a realm; `why` names the figure whose receipt is open."""
    state: Conquest = viewer.state
    mine = viewer.owns(realm.id)
    may = (mine or viewer.is_organiser) and viewer.scope.archived_at is None
    sees_gold = viewer.reads(realm.id) or viewer.book.settings.gold_public
    in_setup = state.now.phase == "setup"
    return RealmPage(
        id=realm.id,
        name=state.name_of(realm.id),
        player=players_words(viewer, realm.id),
        colour=realm.colour,
        status=_(STATUS_WORDS[realm.status]) if realm.status in STATUS_WORDS and not in_setup else "",
        figures=() if in_setup or realm.is_out else tuple(_figures(viewer, realm, sees_gold)),
        receipt=None if realm.is_out else realm_receipt(viewer, realm, why, sees_gold),
        capital="" if realm.is_out else realm.capital,
        capital_called=state.called("territories", realm.capital) or realm.capital,
        history=next((one for one in empire_histories(viewer) if one.realm == realm.id), None),
        sea=tuple(_sea(state, viewer.book, realm)),
        battles=tuple(
            battle_line(viewer, one, realm) for one in state.battles.values() if realm.id in one.members
        )[::-1],
        named=_named(viewer, realm) if may else None,
        sail=_sign_on(viewer, realm) if may else None,
        leave=_leave(viewer, realm) if may else None,
        leave_means=_leave_means(viewer, realm),
        mine=mine,
        heirs=(heirs := _heirs(viewer, realm)),
        not_yours=who_hands_over(viewer, [realm]) if heirs and not mine else "",
        unplayed=not viewer.is_played(realm.id),
        own_word=viewer.own_word_needed("hand_over", realm=realm.id),
    )


def _figures(viewer: ConquestViewer, realm: Realm, sees_gold: bool) -> Iterator[BigFigure]:
    lines = realm_standings(viewer.state, viewer.book)
    line = next((one for one in lines if one.realm == realm.id), None)
    shown: list[tuple[str, int | str, str]] = [
        ("size", line.size if line else "0", _("size")),
        ("cities", line.cities if line else 0, _("cities")),
        ("castles", line.castles if line else 0, _("castles")),
    ]
    if sees_gold:
        shown.append(("gold", realm.gold, _("gold")))
    shown.append(("ep", realm.ep, _("EP to spend")))
    for key, value, label in shown:
        yield BigFigure(value, label, f"?why={key}", f"why-{key}")


def _sea(state: Conquest, book: ConquestInForce, realm: Realm) -> Iterator[str]:
    """How the empire stands at sea."""
    if not book.settings.naval or realm.is_out:
        return
    yield _("Signed up for battles at sea.") if realm.sails else _("Not signed up for battles at sea.")
    for one in state.advantages.values():
        if one.holder == realm.id:
            yield _("Naval advantage over %(name)s since round %(n)s.") % {
                "name": state.name_of(one.over),
                "n": one.since,
            }
        elif one.over == realm.id:
            yield _("%(name)s has had naval advantage over this empire since round %(n)s.") % {
                "name": state.name_of(one.holder),
                "n": one.since,
            }


# What its player may change


def _heirs(viewer: ConquestViewer, realm: Realm) -> Options:
    """Who may be asked to play on with it, by its player or an organiser of a league under way: those who
    have no empire; nobody once the league is over, or the empire out of it."""
    phase, mine = viewer.state.now.phase, viewer.owns(realm.id)
    is_for = mine or (viewer.is_organiser and phase != "setup")
    if phase == "finished" or realm.status not in ("waiting", "active") or not is_for:
        return ()
    living = [one for one in viewer.state.realms.values() if one.status in ("waiting", "active")]
    return heirs(viewer, (one.owner for one in living))


def _named(viewer: ConquestViewer, realm: Realm) -> NameAndColour:
    """The form of name and colour; when the league is over the colour stays."""
    state: Conquest = viewer.state
    over = state.now.phase == "finished"
    taken = {one.colour for one in state.realms.values() if one.id != realm.id}
    return NameAndColour(
        name=realm.name,
        colour=realm.colour,
        colours=(realm.colour,) if over else free_colours(taken),
    )


def _sign_on(viewer: ConquestViewer, realm: Realm) -> MapTap | None:
    """Signing up for the sea, or off again."""
    if viewer.state.now.phase == "finished" or realm.is_out:
        return None
    title = _("Withdraw from battles at sea") if realm.sails else _("Sign up for battles at sea")
    note = (
        "" if realm.sails else _("Others who signed up may challenge you there; nobody is forced to fight.")
    )
    sent = hidden_fields(realm=realm.id, sails=str(not realm.sails).lower())
    said = realm_act_refusal(viewer, "sign_on", realm=realm.id, sails=not realm.sails)
    return MapTap("sign_on", title, sent, note, "tsunami", **said)


def _leave(viewer: ConquestViewer, realm: Realm) -> MapTap | None:
    """Leaving for good; before play it leaves no trace."""
    if viewer.state.now.phase == "finished":
        return None
    act = "withdraw" if viewer.state.now.phase == "setup" else "leave"
    if realm_act_refusal(viewer, act, realm=realm.id)["why_not"]:
        return None
    why = tap_refusal(viewer.rival_refusal(act, realm=realm.id))
    if own_word := viewer.own_word_needed(act, realm=realm.id):
        why = {"why_not": own_word, "rule": ""}
    sent, asks = hidden_fields(realm=realm.id), act == "leave"
    title = _("Leave the league") if viewer.owns(realm.id) else _("Remove from the league")
    return MapTap(act, title, sent, icon="x-lg", wants_reason=asks, **why)


def _leave_means(viewer: ConquestViewer, realm: Realm) -> str:
    """What is lost by it, for its player or the organiser who does it."""
    if viewer.state.now.phase == "setup":
        again = _("You can join again until the league begins.")
        return again if viewer.owns(realm.id) else _("The player can join again until the league begins.")
    told = (
        _(
            "%(name)s’s territories become free, and everything built on them is razed. Open battles are "
            "struck out, and unspent gold and EP are lost. This cannot be undone, and nobody wins the league "
            "because of it."
        )
        if viewer.book.settings.leaver_tiles == "razed"
        else _(
            "%(name)s’s territories become free, and everything built on them stays. Open battles are struck "
            "out, and unspent gold and EP are lost. This cannot be undone, and nobody wins the league "
            "because of it."
        )
    )
    return told % {"name": viewer.state.name_of(realm.id)}
