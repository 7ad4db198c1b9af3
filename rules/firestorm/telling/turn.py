"""Sentences about a turn, but for its battles: preparation, orders, the reveal, aftermath, building."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.telling import clauses
from rules.firestorm import effects as fx
from rules.firestorm import league_effects as league
from rules.firestorm import muster_effects as muster
from rules.firestorm.telling.entry_context import FirestormEntryContext, Teller, coins

# Preparation


def _ready(told: FirestormEntryContext) -> str:
    return say("{who} is ready", who=told.who)


def _returned(told: FirestormEntryContext) -> str:
    entered = told.one(fx.BannerSet)
    where = told.names(entered.territory) if entered else say("somewhere")
    return say("{banner} comes back from reserve at {where}", banner=told.name("banner"), where=where)


def _raised(told: FirestormEntryContext) -> str:
    raised = told.one(fx.BannerRaised)
    if raised is None:
        return say("{who} raises a banner", who=told.who)
    banner = told.names(raised.banner.id)
    where = told.names(raised.banner.territory)
    return say("{who} raises {banner} at {where}", who=told.who, banner=banner, where=where)


def _named(told: FirestormEntryContext) -> str:
    return say("{who} names a banner {name}", who=told.who, name=told.text("name").strip())


# Initiative and orders


def _initiative(told: FirestormEntryContext) -> str:
    rolled = told.one(league.InitiativeRolled)
    if rolled is None:
        return say("Initiative is rolled")
    ranking = listed([_ranked(told.names(one.faction), one.dice) for one in rolled.rolled])
    return say("Turn {number} is revealed in this order: {ranking}", number=rolled.turn, ranking=ranking)


def _ranked(faction: str, dice: Sequence[int]) -> str:
    return say("{faction} (rolled {dice})", faction=faction, dice=", ".join(map(str, dice)))


def _sealed(told: FirestormEntryContext) -> str:
    changed = told.one(league.SheetChanged)
    if changed and changed.sheet.times > 1:
        return say("{who} has sealed new orders", who=told.who)
    return say("{who} has sealed its orders", who=told.who)


def _opened(told: FirestormEntryContext) -> str:
    if told.one(league.SheetChanged) is None:
        return say("{who} leaves the seal closed", who=told.who)
    return say("{who} opens the seal to change the orders", who=told.who)


def _broken(told: FirestormEntryContext) -> str:
    return say("The organiser breaks {who}’s seal and reads the orders", who=told.who) + told.reason


def _closed(told: FirestormEntryContext) -> str:
    return say("The Orders phase ends")


# The reveal


def _revealed(told: FirestormEntryContext) -> str:
    """Who met whom and who took what; the reveal's own page shows it order by order."""
    return clauses(say("The orders are revealed"), *_held(told), *_claims(told))


def _held(told: FirestormEntryContext) -> Iterator[str]:
    """Banners that held against their orders, those attacked first named."""
    held = [one.order for one in told.all(fx.OrderShown) if one.order.reason == "attacked_first"]
    if held:
        banners = listed([told.names(one.banner) for one in held])
        yield say_many(
            len(held),
            "{banners} was attacked before its order was revealed, so it holds",
            "{banners} were attacked before their orders were revealed, so they hold",
            banners=banners,
        )


def _claims(told: FirestormEntryContext) -> Iterator[str]:
    """Who walked in where."""
    taken: dict[str, list[str]] = {}
    for one in told.all(fx.OwnerChanged):
        if one.how == "claimed":
            taken.setdefault(one.owner, []).append(told.names(one.territory))
    for faction, places in taken.items():
        yield say("{who} claims {places}", who=told.names(faction), places=listed(places))


# Aftermath


def _fate(told: FirestormEntryContext) -> str:
    known, banner = told.one(fx.FateKnown), told.name("banner")
    if known and known.fate.kind == "retreats":
        return say("{banner} retreats to {where}", banner=banner, where=told.names(known.fate.to))
    return say("{banner} is scattered", banner=banner)


def _rallied(told: FirestormEntryContext) -> str:
    known, banner = told.one(fx.FateKnown), told.name("banner")
    if known and known.fate.to:
        return say("{banner} rallies at {where}", banner=banner, where=told.names(known.fate.to))
    return say("{banner} finds no rally point and waits in reserve", banner=banner)


def _razed(told: FirestormEntryContext) -> str:
    changed, banner = told.one(fx.ItemsChanged), told.name("banner")
    if changed is None:
        return say("{banner} razes a territory", banner=banner)
    gone = told.items(one for one in changed.before if one not in changed.items)
    where = told.names(changed.territory)
    return say("{banner} razes {where}; destroyed: {items}", banner=banner, where=where, items=gone)


def _removed(told: FirestormEntryContext) -> str:
    return say("{who} removes {banner}", who=told.who, banner=told.name("banner"))


def _spoils(told: FirestormEntryContext) -> str:
    gained, where = told.one(fx.LedgerEntered), told.place
    if gained is None:
        return say(
            "{who} has rolled for the build points from the battle at {where}", who=told.who, where=where
        )
    gain = coins("build", gained.row.amount)
    return say("{who} gains {gain} from the battle at {where}", who=told.who, gain=gain, where=where)


def _dead(told: FirestormEntryContext) -> str:
    changed = told.one(fx.BoutChanged)
    where = told.place_of(changed.bout.battle) if changed else ""
    lost = [str(one) for one in _lost(told)]
    if not lost:
        return say("{who} has lost nobody at {where}", who=told.who, where=where)
    fallen = say("{who} has lost {names} at {where}", who=told.who, names=told.listed(lost), where=where)
    return clauses(fallen, *_last_words(told))


def _lost(told: FirestormEntryContext) -> Sequence[object]:
    dead = told.params.get("dead")
    return dead if isinstance(dead, list | tuple) else ()


def _last_words(told: FirestormEntryContext) -> Iterator[str]:
    for one in told.all(muster.DeathRolled):
        ended = mark("{name} is dead for good") if one.dead else mark("{name} escapes")
        yield said(ended, name=told.names(one.character))
    gone = [told.upgrade(one.upgrade, one.row) for one in told.all(muster.UpgradeGone)]
    if gone:
        yield say("lost with them: {upgrades}", upgrades=listed(gone))


def _upgraded(told: FirestormEntryContext) -> str:
    gained, name = told.one(muster.Upgraded), told.name("character")
    if gained is None:
        return say("{name} is upgraded", name=name)
    before = [told.upgrade(one.upgrade, one.row) for one in told.all(muster.UpgradeGone)]
    new = gained.upgrade.name or told.upgrade(gained.upgrade.id, gained.upgrade.row)
    if before:
        return say("{name} now has {new} in place of {before}", name=name, new=new, before=listed(before))
    return say("{name} now has {new}", name=name, new=new)


# Build, and the end of a turn


def _built(told: FirestormEntryContext) -> str:
    changed = told.one(fx.ItemsChanged)
    if changed is None:
        return _secretly(told)
    new = told.items(one for one in changed.items if one not in changed.before)
    old = told.items(one for one in changed.before if one not in changed.items)
    where = told.names(changed.territory)
    deed = {"who": told.who, "where": where, "item": new, "before": old}
    if old:
        return _paid(told, say("{who} builds at {where}: {item} in place of {before}", **deed))
    return _paid(told, say("{who} builds at {where}: {item}", **deed))


def _secretly(told: FirestormEntryContext) -> str:
    """What is built is not everybody's to know before the phase closes."""
    return say("{who} builds in secret", who=told.who)


def _paid(told: FirestormEntryContext, deed: str) -> str:
    """The deed with what it cost and what it brought."""
    rows = [one.row for one in told.all(fx.LedgerEntered)]
    price = sum(-one.amount for one in rows if one.coin == "build" and one.amount < 0 and not one.reverses)
    gain = sum(one.amount for one in rows if one.coin == "glory")
    if price and gain:
        paid = {"price": coins("build", price), "gain": coins("glory", gain)}
        return say("{deed} for {price}, which brings {gain}", deed=deed, **paid)
    return say("{deed} for {price}", deed=deed, price=coins("build", price)) if price else deed


def _forged(told: FirestormEntryContext) -> str:
    if told.one(fx.ScepterForged) is None:
        return _secretly(told)
    return _paid(told, say("{who} forges the {scepter}", who=told.who, scepter=told.book.scepter.name))


def _levelled(told: FirestormEntryContext) -> str:
    changed = told.one(fx.ItemsChanged)
    if changed is None:
        return _secretly(told)
    where, level = told.names(changed.territory), changed.level
    raised = say(
        "{who} raises the stronghold at {where} to level {level}", who=told.who, where=where, level=level
    )
    return _paid(told, raised)


def _scored(told: FirestormEntryContext) -> str:
    ended = told.one(league.TurnEnded)
    if ended is None:
        return say("The turn ends")
    most_first = sorted(ended.scores, key=lambda one: -(one.holdings + one.ledger))
    scores = [f"{told.names(one.faction)} {one.holdings + one.ledger}" for one in most_first]
    return say("Turn {number} ends; glory: {scores}", number=ended.turn, scores=listed(scores))


TURN: dict[str, Teller] = {
    "ready": _ready,
    "return_banner": _returned,
    "raise_banner": _raised,
    "name_banner": _named,
    "roll_initiative": _initiative,
    "seal_orders": _sealed,
    "open_seal": _opened,
    "break_seal": _broken,
    "close_orders": _closed,
    "reveal": _revealed,
    "choose_retreat": _fate,
    "choose_rally": _rallied,
    "raze": _razed,
    "remove_banner": _removed,
    "roll_build": _spoils,
    "count_dead": _dead,
    "upgrade": _upgraded,
    "build": _built,
    "forge_scepter": _forged,
    "raise_level": _levelled,
    "score": _scored,
}
