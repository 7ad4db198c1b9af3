"""What a Firestorm league wants of a player on their home page, and how they stand in it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import LeagueLine, Playing, TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.leagues.requests.waiting import waiting_to_join
from campaigns.models import Dialogue, Scope
from campaigns.shell.acts.standing_in import stand_in_query, stand_in_suffix
from campaigns.shell.links import page_of
from maps.firestorm.battles.sieges.under_way import step_slot
from maps.firestorm.battles.titles import battle_dialogue_title
from maps.firestorm.club.summary import FirestormSummary, ToldFaction
from maps.turns.rulings import of_organisers
from maps.turns.setting_up import set_up_todo
from rules.engine.plain import text_in
from rules.engine.todos import Todo
from rules.firestorm.telling.todos import faction_todo_key, faction_todo_text, thing_of


def firestorm_todos(mine: MyLeagues, scope: Scope, asked: dict[str, Dialogue]) -> Iterator[TodoLine]:
    """What falls to an organiser, and what each of my factions has to do now."""
    told = mine.told_of(scope, FirestormSummary)
    yield from of_organisers(
        [*mine.organises(scope), *mine.answers_for_nobody(scope)],
        scope,
        ORGANISERS_ACTS,
        lambda row: _of_game(scope, told, row),
        lambda row: told["things"][row.about[0]],
    )
    begun = {one.slot.name for one in mine.dialogues if one.scope_id == scope.pk}
    for row in [*mine.musts(scope), *mine.acts_for_nobody(scope)]:
        if (slot := step_slot(row)) in begun:
            yield from _under_way(mine, scope, asked.pop(f"{scope.pk}:{slot}", None))
            continue
        battle = _battle_of(told, row)
        place = page_of(*("firestorm:battle", scope.pk, battle) if battle else ("firestorm:map", scope.pk))
        yield TodoLine(
            title=_title(told, row).rstrip("."),
            where=_where(scope, told["turn"]) + stand_in_suffix(mine, scope, row.side),
            deadline=_until(mine, scope, row),
            url=place + stand_in_query(mine, scope, row.side),
            icon="map",
            action=_("Go to the battle") if battle else _("Go to the map"),
            scope=scope.pk,
        )


def _under_way(mine: MyLeagues, scope: Scope, dialogue: Dialogue | None) -> Iterator[TodoLine]:
    """The question of a step that is begun, in place of the step; nothing while somebody else answers."""
    if dialogue is not None:
        yield TodoLine(
            title=mine.asking[dialogue.pk] or battle_dialogue_title(dialogue.procedure, dialogue.params),
            where=scope.name,
            url=mine.url_of(dialogue),
            icon="dice-5-fill",
            action=_("Answer"),
            scope=scope.pk,
        )


ORGANISERS_ACTS = {
    "fs.tie": lazy("Decide whether the factions tied for the lead share the victory"),
    "fs.objective": lazy("Decide on a claimed objective"),
}


def _of_game(scope: Scope, told: FirestormSummary, row: Todo) -> str:
    return page_of("firestorm:battle", scope.pk, told["games"][row.about[0]])


def _battle_of(told: FirestormSummary, row: Todo) -> str:
    """The battle on whose page one does it; empty for what is done on the map."""
    battle = text_in(row.params, "battle")
    return battle if battle in told["things"] else told["games"].get(text_in(row.params, "bout"), "")


def _title(told: FirestormSummary, row: Todo) -> str:
    word = faction_todo_key(row, told["phase"], told["games"].values())
    return faction_todo_text(word, told["things"].get(thing_of(row, told["things"]), ""))


def _where(scope: Scope, turn: int) -> str:
    """The league, and the turn once the first has begun."""
    return _("%(league)s · turn %(n)s") % {"league": scope.name, "n": turn} if turn else scope.name


def _until(mine: MyLeagues, scope: Scope, row: Todo) -> str:
    return _("by %(when)s") % {"when": mine.until(row.until, scope)} if row.until else ""


def faction_league_lines(mine: MyLeagues, scope: Scope) -> Iterator[LeagueLine]:
    """Where my factions stand, by glory; before the first turn nowhere."""
    told = mine.told_of(scope, FirestormSummary)
    for faction in _factions(mine, scope):
        score = _("%(n)s glory") % {"n": faction["glory"]}
        yield LeagueLine(
            scope.name,
            page_of("campaigns:league", scope.pk),
            told["names"][faction["id"]],
            faction["place"] if told["phase"] != "setup" else 0,
            len(told["factions"]),
            score,
        )


def faction_play_links(mine: MyLeagues, scope: Scope) -> Playing | None:
    """To the map; while battles are fought to my battle, where its result is written down as well."""
    told = mine.told_of(scope, FirestormSummary)
    own = _factions(mine, scope)
    if not own or told["phase"] in ("setup", "finished"):
        return None
    url, fought = page_of("firestorm:map", scope.pk), []
    if told["phase"] == "battles" and not told["paused"]:
        fought = [page_of("firestorm:battle", scope.pk, one) for faction in own for one in faction["fought"]]
    place = fought[0] if len(fought) == 1 else url
    return Playing(place, place if fought else "")


def faction_invitation(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """To join with a faction before the first turn."""
    told = mine.told_of(scope, FirestormSummary)
    if told["phase"] != "setup" or mine.runs(scope) or _factions(mine, scope):
        return None
    if (asked := mine.own_request(scope, "firestorm.found", "firestorm.join")) is not None:
        return waiting_to_join(scope, asked)
    return TodoLine(
        title=scope.name,
        where=_("Create a faction or join one."),
        url=page_of("campaigns:league", scope.pk),
        icon="person-plus-fill",
        action=_("Join the league"),
        scope=scope.pk,
    )


def faction_set_up_todo(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """What it cannot start without."""
    return set_up_todo(mine, scope, mine.told_of(scope, FirestormSummary)["lacks"])


def _factions(mine: MyLeagues, scope: Scope) -> list[ToldFaction]:
    told = mine.told_of(scope, FirestormSummary)
    return [one for one in told["factions"] if mine.owns(one["id"], scope)]
