"""What battles, their games and their results are called, wherever they are listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from maps.firestorm.phase_labels import player_name
from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import listed, with_heading
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import bouts_of, is_siege_battle
from rules.firestorm.glory.awards import graded, side_on
from rules.firestorm.state import Battle, Bout, Firestorm, Grade, SideName

STATUS_WORDS = {
    "queued": gettext_noop("waiting for another battle"),
    "open": gettext_noop("not fought yet"),
    "siege": gettext_noop("a siege is under way"),
    "reported": gettext_noop("reported, waiting for the other side"),
    "disputed": gettext_noop("disputed"),
    "settled": gettext_noop("settled"),
    "struck": gettext_noop("struck out"),
    "claimed": gettext_noop("claimed without a battle"),
}
METHOD_WORDS = {
    "walkover": gettext_noop("One side conceded."),
    "ruled": gettext_noop("The organiser decided it."),
    "siege": gettext_noop("Decided by the Final Assault."),
}
LINE_WORDS = {
    "banner": gettext_noop("The banner’s army"),
    "garrison": gettext_noop("Garrison"),
    "support": gettext_noop("Support"),
    "fortified": gettext_noop("Fortified"),
    "temple": gettext_noop("Temple"),
}
LINE_ICONS = {
    "banner": "flag-fill",
    "garrison": "shield-fill",
    "support": "shield-plus",
    "fortified": "bricks",
    "temple": "bank2",
}


@dataclass(frozen=True, slots=True)
class FirestormBattleLine:
    """A battle in a list, with the link to its page; `waiting`: one of my sides has something to do in it."""

    url: str
    title: str
    who: str
    turn: int
    status: str
    mine: bool
    waiting: bool


def turn_battle_line(viewer: FirestormViewer, battle: Battle, me: str = "") -> FirestormBattleLine:
    mine = me in battle.factions
    return FirestormBattleLine(
        url=battle_url(viewer, battle.id),
        title=battle_heading(viewer.state, battle),
        who=opponents_text(viewer.state, battle),
        turn=battle.turn,
        status=battle_status_words(viewer.state, battle),
        mine=mine,
        waiting=mine and battle.status == "open",
    )


def battle_url(viewer: FirestormViewer, battle: str, acting: str = "") -> str:
    kept = f"?as={acting}" if acting else ""
    return reverse("firestorm:battle", args=[viewer.scope.pk, battle]) + kept


def battle_heading(state: Firestorm, battle: Battle) -> str:
    """ "Battle for Sulphur Ford", "Siege of Cinderwatch"."""
    told = {"place": state.name_of(battle.territory)}
    return (
        _("Siege of %(place)s") % told
        if is_siege_battle(state, battle.id)
        else _("Battle for %(place)s") % told
    )


def opponents_text(state: Firestorm, battle: Battle) -> str:
    """ "Drum Host against First Hammer"."""
    if not battle.defend:
        return _("%(attacker)s against whoever holds the territory by then") % {
            "attacker": state.name_of(battle.attacker)
        }
    told = _("%(attacker)s against %(defender)s") % {
        "attacker": state.name_of(battle.attacker),
        "defender": defender_of(state, battle),
    }
    if not battle.third:
        return told
    return _("%(two)s against %(third)s") % {"two": told, "third": state.name_of(battle.third)}


def defender_of(state: Firestorm, battle: Battle) -> str:
    """Whoever defends: a banner, or the garrison of a faction."""
    if battle.defender:
        return state.name_of(battle.defender)
    return _("%(faction)s’s garrison") % {"faction": state.name_of(battle.defend)}


def battle_title(state: Firestorm, battle: Battle) -> str:
    """Who fights whom, for what."""
    told = {
        "attack": state.name_of(battle.attack),
        "defend": state.name_of(battle.defend) if battle.defend else _("the holder"),
        "place": state.name_of(battle.territory),
    }
    return _("%(attack)s against %(defend)s for %(place)s") % told


def status_of(state: Firestorm, battle: Battle) -> str:
    """How far it is, by a word of `STATUS_WORDS`."""
    if battle.status != "open":
        return battle.status
    games = {one.status for one in bouts_of(state, battle.id)}
    told = next((one for one in ("disputed", "reported") if one in games), "")
    return told or ("siege" if is_siege_battle(state, battle.id) else "open")


def battle_status_words(state: Firestorm, battle: Battle) -> str:
    """How far it is; of several games how many count already."""
    status, counted = status_of(state, battle), len(bouts_of(state, battle.id, "confirmed"))
    if status != "open" or not counted:
        return _(STATUS_WORDS[status])
    told = ngettext("%(n)s of %(all)s games counts", "%(n)s of %(all)s games count", counted)
    return told % {"n": counted, "all": battle.games}


def grade_words(book: FirestormInForce, grade: Grade) -> str:
    """ "Major victory"."""
    return book.book.grades[grade]


def grade_for(battle: Battle, faction: str, of: Battle | Bout) -> Grade | None:
    """A faction's result of the whole battle or of one of its games; none while there is none."""
    if not of.result:
        return None
    return graded(side_on(battle, faction), of.result, third_won=of.third_won)


def graded_lines(viewer: FirestormViewer, battle: Battle, of: Battle | Bout) -> Iterator[str]:
    """ "House Emberwright: Major victory", for each side."""
    for faction in battle.factions:
        if grade := grade_for(battle, faction, of):
            yield with_heading(viewer.state.name_of(faction), grade_words(viewer.book, grade))


def side_names(state: Firestorm, battle: Battle) -> dict[SideName, str]:
    """What the sides that are known fight with, by name."""
    names: dict[SideName, str] = {"attack": state.name_of(battle.attacker)}
    if battle.defend:
        names["defend"] = defender_of(state, battle)
    if battle.third:
        names["third"] = state.name_of(battle.third)
    return names


def tabled_words(state: Firestorm, battle: Battle, of: Battle | Bout) -> str:
    """Who lost every model, by name; empty where nobody did. Of two an older report may name a third."""
    names = side_names(state, battle)
    lost = [names[one] for one in of.tabled if one in names]
    return _("Tabled: %(names)s.") % {"names": listed(lost)} if lost else ""


def game_details(viewer: FirestormViewer, battle: Battle, bout: Bout) -> Iterator[str]:
    """What else was said of a game."""
    if told := tabled_words(viewer.state, battle, bout):
        yield told
    if bout.fought:
        yield _("Took part: %(names)s.") % {"names": listed(player_name(viewer, one) for one in bout.fought)}
    if bout.condition in ("attack", "defend"):
        faction = battle.attack if bout.condition == "attack" else battle.defend
        yield _("%(name)s grants the other side a sudden death condition.") % {
            "name": viewer.state.name_of(faction)
        }
    for faction, points in bout.commands:
        told = ngettext("%(name)s: %(n)d command point", "%(name)s: %(n)d command points", points)
        yield told % {"name": viewer.state.name_of(faction), "n": points}
    if bout.dead:
        names = [viewer.state.characters[one].name for one in bout.dead if one in viewer.state.characters]
        yield _("Lost: %(names)s.") % {"names": listed(names)}
