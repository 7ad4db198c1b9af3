"""Short words of the solo pages: what a unit is, where it stands, how a game goes."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.solo.book import Rules
from rules.solo.deciding.measures import moves
from rules.solo.deciding.scores import parted, with_die
from rules.solo.state import SoloState, SoloWeapon, Unit

# What a game means to its league.
COUNTS = {
    "fully": gettext_lazy("counts fully"),
    "no_vp": gettext_lazy("counts without VP"),
    "practice": gettext_lazy("practice game: nothing counts"),
}
SHOWN = ("Tough", "Caster", "Counter", "Ambush", "Scout", "Flying", "Strider")  # what the table wants to see


def traits_of(unit: Unit, rules: Rules) -> str:
    """A unit in one line: type, moves, the weapon that reaches farthest, what the table has to know."""
    reach = moves(unit, rules)
    farthest = max(
        (weapon for weapon in unit.weapons if weapon.is_ranged), key=lambda w: w.range, default=None
    )
    shown = [rule for rule in unit.all_rules if parted(rule)[0] in SHOWN]
    parts = [
        unit.type,
        _("moves %(a)s″, charges %(c)s″") % {"a": reach.advance, "c": reach.charge},
        f"{farthest.label.lower()} {farthest.range}″" if farthest else "",
        *shown,
    ]
    return " · ".join(filter(None, parts))


def weapon_words(weapon: SoloWeapon) -> str:
    """ "2× Pike, 12″, A1, AP(1)"."""
    parts = [weapon.label, f"{weapon.range}″" if weapon.range else "", f"A{weapon.attacks}"]
    rules = [rule for rule in weapon.rules if parted(rule)[0] != "AP" or with_die(rule)]
    listed = ", ".join(filter(None, [*parts, f"AP({weapon.ap})" if weapon.ap else "", *rules]))
    return f"{weapon.count}× {listed}" if weapon.count > 1 else listed


def condition(unit: Unit, rules: Rules) -> str:
    """How a unit is: its wounds, stunned, gone; empty when all is well."""
    gone = {
        "ko": rules.words["ko"],
        "routed": rules.words["routed"],
        "reserve": _("in reserve"),
        "undeployed": _("not deployed"),
        "left": _left(unit),
    }
    if unit.out:
        return gone[unit.out]
    most = unit.tough * unit.models
    wounds = ngettext("%(n)s of %(all)s wound taken", "%(n)s of %(all)s wounds taken", most)
    wounds = wounds % {"n": unit.wounds, "all": most}
    return ", ".join(
        filter(None, [wounds if unit.wounds else "", rules.words["stunned"] if unit.stunned else ""])
    )


def _left(unit: Unit) -> str:
    """How and when it left the table alive."""
    ways = {"captured": _("captured"), "sent": _("sent away"), "conceded": _("left when its side conceded")}
    when = _("round %(n)s") % {"n": unit.left_round} if unit.left_round else ""
    return ", ".join(filter(None, [ways.get(unit.leaving, _("left the table")), when]))


def side_name(state: SoloState, side: str) -> str:
    """A side by its list; the app's own before the draw has none."""
    one = state.sides[side]
    if one.list in state.lists:
        return state.lists[one.list].name
    return one.name if one.source or not one.is_ai else ""


def app_names(state: SoloState) -> str:
    """The app's warbands by name; empty before the draw."""
    return ", ".join(filter(None, (side_name(state, side.id) for side in state.ai_sides())))


def phase_words(state: SoloState) -> str:
    """Where a game stands."""
    game = state.game
    if game.phase == "over":
        ends = {"ai": _("The app won"), "human": _("You won"), "draw": _("A draw")}
        return ends.get(game.winner, _("Over"))
    if game.round:
        return _("Round %(round)s") % {"round": game.round}
    return _("Before the game")
