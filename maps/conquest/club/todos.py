"""What a map league wants of a player on their home page, and how they stand in it."""

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
from maps.conquest.club.summary import ConquestSummary, ToldRealm
from maps.conquest.map.battle_lines import versus_words
from maps.turns.rulings import of_organisers
from maps.turns.setting_up import set_up_todo
from rules.conquest.playing.silence import empire_lapse_sentence
from rules.conquest.realm_figures import size_text
from rules.conquest.telling.todos import realm_todo_key, realm_todo_text
from rules.engine.todos import Todo

ORGANISERS_ACTS = {"cq.room": lazy("There is no room left for another capital")}


def conquest_todos(mine: MyLeagues, scope: Scope, asked: dict[str, Dialogue]) -> Iterator[TodoLine]:
    """What falls to an organiser, and what each of my realms has to do now."""
    told = mine.told_of(scope, ConquestSummary)
    yield from of_organisers(
        [*mine.organises(scope), *mine.answers_for_nobody(scope)],
        scope,
        ORGANISERS_ACTS,
        lambda row: page_of("maps:battle", scope.pk, *row.about),
        lambda row: _called(told, row),
    )
    points = {one["id"]: one["points"] for one in told["realms"]}
    for row in [*mine.musts(scope), *mine.acts_for_nobody(scope)]:
        yield TodoLine(
            title=_title(told, row, points[row.side]).rstrip("."),
            where=_where(scope, told["round"]) + stand_in_suffix(mine, scope, row.side),
            deadline=_deadline(mine, scope, told, row),
            url=page_of("maps:map", scope.pk) + stand_in_query(mine, scope, row.side),
            icon="map",
            action=_("Go to the map"),
            scope=scope.pk,
        )


def _called(told: ConquestSummary, row: Todo) -> str:
    """Who fights whom in a battle."""
    battle, names = told["battles"][row.about[0]], told["names"]
    return versus_words(*([names[one] for one in battle[side]] for side in ("attackers", "defenders")))


def _title(told: ConquestSummary, row: Todo, points: int) -> str:
    battle = told["battles"].get(row.about[0]) if row.about else None
    others: list[str] = []
    if battle is not None:
        others = battle["defenders"] if row.side in battle["attackers"] else battle["attackers"]
    word = realm_todo_key(row, battle["kind"] if battle else "", points)
    return realm_todo_text(word, [told["names"][one] for one in others], points)


def _where(scope: Scope, number: int) -> str:
    """The league, and the round once the first has begun."""
    return _("%(league)s · round %(n)s") % {"league": scope.name, "n": number} if number else scope.name


def _deadline(mine: MyLeagues, scope: Scope, told: ConquestSummary, row: Todo) -> str:
    """Until when, and what silence brings this realm or its battle then."""
    if row.until is None:
        return ""
    battle = row.params.get("battle")
    brought = (one for one in told["silences"] if one["realm"] == row.side or one["battle"] == battle)
    until, silence = mine.until(row.until, scope), next(brought, None)
    if silence is None:
        return _("by %(when)s") % {"when": until}
    what = empire_lapse_sentence(silence["kind"], silence["names"], silence["grades"])
    return _("by %(when)s. After that: %(what)s") % {"when": until, "what": what}


def empire_league_lines(mine: MyLeagues, scope: Scope) -> Iterator[LeagueLine]:
    """Where my realms stand, by size; before the first round nowhere."""
    told = mine.told_of(scope, ConquestSummary)
    for realm in _realms(mine, scope):
        url, size = page_of("campaigns:league", scope.pk), size_text(realm["halves"])
        score = _("size %(n)s") % {"n": size}
        name = told["names"][realm["id"]]
        place = realm["place"] if told["phase"] != "setup" else 0
        yield LeagueLine(scope.name, url, name, place, told["ranked"], score)


def empire_play_links(mine: MyLeagues, scope: Scope) -> Playing | None:
    """To the map; in a battle phase to my battle, which has the form of its report as well."""
    told = mine.told_of(scope, ConquestSummary)
    own = _realms(mine, scope)
    if not own or told["phase"] in ("setup", "finished"):
        return None
    fought = [page_of("maps:battle", scope.pk, battle) for one in own for battle in one["battles"]]
    place = fought[0] if len(fought) == 1 else page_of("maps:map", scope.pk)
    return Playing(place, place if fought else "")


def empire_invitation(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """To join with an empire before play begins."""
    told = mine.told_of(scope, ConquestSummary)
    if told["phase"] != "setup" or mine.runs(scope) or _realms(mine, scope):
        return None
    if (asked := mine.own_request(scope, "conquest.enlist")) is not None:
        return waiting_to_join(scope, asked)
    return TodoLine(
        title=scope.name,
        where=_("Choose a colour and create your empire."),
        url=page_of("campaigns:league", scope.pk),
        icon="person-plus-fill",
        action=_("Join the league"),
        scope=scope.pk,
    )


def empire_set_up_todo(mine: MyLeagues, scope: Scope) -> TodoLine | None:
    """What it cannot start without."""
    return set_up_todo(mine, scope, mine.told_of(scope, ConquestSummary)["lacks"])


def _realms(mine: MyLeagues, scope: Scope) -> list[ToldRealm]:
    told = mine.told_of(scope, ConquestSummary)
    return [realm for realm in told["realms"] if mine.owns(realm["id"], scope)]
