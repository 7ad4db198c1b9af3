"""What an order would meet, in sentences: land, battles, support and risk, from what everybody may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from rules.engine.language import listed
from rules.firestorm.book import FirestormInForce
from rules.firestorm.orders.plans import MOVING, OrderPlan
from rules.firestorm.reveal.outlook import Outlook, TerritoryOutlook, Threat
from rules.firestorm.state import Firestorm

type Tone = Literal["gain", "risk", "plain"]


@dataclass(frozen=True, slots=True)
class OrderFact:
    """A sentence with its sign and the rule it comes from."""

    words: str
    rule: str
    icon: str = "info-circle"
    tone: Tone = "plain"


def order_facts(
    state: Firestorm, book: FirestormInForce, plan: OrderPlan, seen: Outlook
) -> tuple[OrderFact, ...]:
    """Everything worth knowing about an order, the land on the way first."""
    land = (fact for one in seen.meetings for fact in _land(state, book, one))
    own = (*_stays(book, plan, seen), *_help(state, book, seen), *_march(state, book, plan, seen))
    return (*land, *own, *_threats(state, plan, seen.threats))


def _land(state: Firestorm, book: FirestormInForce, one: TerritoryOutlook) -> Iterator[OrderFact]:
    told = {"place": state.name_of(one.territory), "owner": state.name_of(one.owner) if one.owner else ""}
    if one.found == "battle":
        yield from _battle(state, book, one)
        return
    words, rule = {
        "own": (_("%(place)s is your own land."), "FS-31"),
        "free": (_("%(place)s is free: yours at once, unless somebody gets there first."), "FS-32"),
        "undefended": (_("%(place)s belongs to %(owner)s but is undefended: you take it."), "FS-32"),
    }[one.found]
    yield OrderFact(words % told, rule, "flag-fill", "gain")
    if one.friend:
        friend = {"friend": state.name_of(one.friend), "place": told["place"]}
        words = _("%(friend)s is in %(place)s. Unless it leaves, this banner will stop short.")
        yield OrderFact(words % friend, "FS-169", "exclamation-triangle-fill", "risk")


def _battle(state: Firestorm, book: FirestormInForce, one: TerritoryOutlook) -> Iterator[OrderFact]:
    told: dict[str, object] = {
        "place": state.name_of(one.territory),
        "owner": state.name_of(one.owner),
        "banner": state.name_of(one.banner) if one.banner else "",
        "points": one.garrison,
    }
    if not one.banner:
        words = _("Battle in %(place)s against %(owner)s’s garrison of %(points)s points.")
        yield OrderFact(words % told, "FS-33", "x-octagon-fill", "risk")
        return
    if one.goes:
        words = _("%(owner)s’s %(banner)s is in %(place)s and moves before you. If it stays, you fight.")
        yield OrderFact(words % told, "FS-167", "x-octagon-fill", "risk")
    else:
        words = _("Battle in %(place)s: %(owner)s’s %(banner)s fights where it stands.")
        yield OrderFact(words % told, "FS-33", "x-octagon-fill", "risk")
    if one.garrison:
        words = _("Its garrison supports it: +%(points)s points for %(owner)s.")
        told["points"] = book.figures.support
        yield OrderFact(words % told, "FS-21", "shield-fill", "risk")


def _stays(book: FirestormInForce, plan: OrderPlan, seen: Outlook) -> Iterator[OrderFact]:
    """What fortifying is worth, and that who stays may support."""
    if plan.kind == "fortify":
        told = {"n": book.figures.obstacles, "inches": book.figures.obstacle_length}
        words = _("If it’s attacked, you can place up to %(n)s obstacles, each up to %(inches)s″ long.")
        yield OrderFact(words % told, "FS-37", "bricks", "gain")
    if seen.fortified:
        words = _("+%(n)s points in every battle this turn: Order’s bonus for fortifying.")
        yield OrderFact(words % {"n": seen.fortified}, "FS-38", "shield-fill", "gain")
    if plan.kind == "hold":
        yield OrderFact(
            _("It stays where it is and supports friendly banners next to it."), "FS-40", "shield-fill"
        )


def _help(state: Firestorm, book: FirestormInForce, seen: Outlook) -> Iterator[OrderFact]:
    """A garrison beside it, or friends next door: once, however many. Source: FS-22"""
    told = {"n": book.figures.support, "friends": listed([state.name_of(one) for one in seen.support])}
    if seen.garrison:
        words = _("Your garrison is here: +%(n)s points if it comes to a fight.")
        yield OrderFact(words % told, "FS-21", "shield-fill", "gain")
    elif seen.support:
        words = _(
            "Support from neighbouring banners, unless they end up in a battle themselves: %(friends)s. "
            "+%(n)s points if it comes to a fight."
        )
        yield OrderFact(words % told, "FS-20", "shield-fill", "gain")


def _march(state: Firestorm, book: FirestormInForce, plan: OrderPlan, seen: Outlook) -> Iterator[OrderFact]:
    if seen.cut:
        told = {"places": listed([state.name_of(one) for one in seen.cut])}
        words = _("The march ends at the battle and will not reach %(places)s.")
        yield OrderFact(words % told, "FS-33", "exclamation-triangle-fill", "risk")
    if plan.kind == "forced_march":
        words = _("Marching is tiring: −%(n)s to hit in any battle this turn.")
        yield OrderFact(
            words % {"n": abs(book.figures.fatigue)}, "FS-35", "exclamation-triangle-fill", "risk"
        )


def _threats(state: Firestorm, plan: OrderPlan, threats: Iterable[Threat]) -> Iterator[OrderFact]:
    """Who could come, before it moves and after."""
    moves = plan.kind in MOVING and bool(plan.path)
    first = [state.name_of(one.banner) for one in threats if one.first]
    later = [state.name_of(one.banner) for one in threats if not one.first]
    if first and moves:
        words = _("Could get here before you move: %(banners)s. If so, this banner holds and fights.")
        yield OrderFact(words % {"banners": listed(first)}, "FS-28", "exclamation-triangle-fill", "risk")
    elif first or later:
        reach = first + later if not moves else later
        words = _("Could turn up: %(banners)s.")
        yield OrderFact(words % {"banners": listed(reach)}, "FS-33", "exclamation-triangle-fill", "risk")
    if first and moves and later:
        words = _("Could follow this banner to where it ends up: %(banners)s.")
        yield OrderFact(words % {"banners": listed(later)}, "FS-33", "exclamation-triangle-fill", "risk")
