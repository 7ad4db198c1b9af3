"""What a map league wants of a player on their home page, and how they stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from campaigns.engine.lines import LeagueLine, Playing, TodoLine
from campaigns.engine.mine import Mine
from campaigns.models import Dialogue, Scope
from campaigns.shell.links import page_of
from maps.conquest.club.summary import RealmDuty, Told, ToldRealm
from maps.turns.rulings import rulings
from rules.conquest.playing.silence import lapse_words
from rules.conquest.standing import in_words
from rules.conquest.telling.todos import todo_words


def todos(mine: Mine, scope: Scope, asked: dict[str, Dialogue]) -> Iterator[TodoLine]:
    """What an organiser has to decide, and what each of my realms has to do now."""
    told = mine.told_of(scope, Told)
    if mine.seat(scope).is_organiser:
        yield from rulings(scope, told["disputed"], "maps:battle")
    until = _until(mine, scope, told)
    for realm in _realms(mine, scope):
        for one in realm["duties"]:
            yield TodoLine(
                title=todo_words(one["word"], one["names"], one["points"]).rstrip("."),
                where=_where(scope, told["round"]),
                deadline=_deadline(until, one),
                url=page_of("maps:map", scope.pk),
                icon="map",
                action=_("Go to the map"),
                scope=scope.pk,
            )


def _where(scope: Scope, number: int) -> str:
    """The league, and the round once the first has begun."""
    return _("%(league)s · round %(n)s") % {"league": scope.name, "n": number} if number else scope.name


def _until(mine: Mine, scope: Scope, told: Told) -> str:
    return mine.when(datetime.fromisoformat(told["deadline"]), scope) if told["deadline"] else ""


def _deadline(until: str, duty: RealmDuty) -> str:
    """Until when, and what silence brings then."""
    silence = duty["silence"]
    if not until or silence is None:
        return _("until %(when)s") % {"when": until} if until else ""
    what = lapse_words(silence["kind"], silence["names"], silence["grades"])
    return _("until %(when)s; then: %(what)s") % {"when": until, "what": what}


def lines(mine: Mine, scope: Scope) -> Iterator[LeagueLine]:
    """Where my realms stand, by size; before the first round nowhere."""
    told = mine.told_of(scope, Told)
    for realm in _realms(mine, scope):
        url, size = page_of("campaigns:league", scope.pk), in_words(realm["halves"])
        score = _("size %(n)s") % {"n": size}
        name = told["names"][realm["id"]]
        place = realm["place"] if told["phase"] != "setup" else 0
        yield LeagueLine(scope.name, url, name, place, told["ranked"], score)


def playing(mine: Mine, scope: Scope) -> Playing | None:
    """To the map; in a battle phase to my battle, which has the form of its report as well."""
    told = mine.told_of(scope, Told)
    own = _realms(mine, scope)
    if not own or told["phase"] in ("setup", "finished"):
        return None
    fought = [page_of("maps:battle", scope.pk, battle) for one in own for battle in one["battles"]]
    place = fought[0] if len(fought) == 1 else page_of("maps:map", scope.pk)
    return Playing(place, place if fought else "")


def invitation(mine: Mine, scope: Scope) -> TodoLine | None:
    """To join with an empire before play begins."""
    told = mine.told_of(scope, Told)
    if told["phase"] != "setup" or mine.seat(scope).is_organiser or _realms(mine, scope):
        return None
    return TodoLine(
        title=scope.name,
        where=_("Choose a colour and create your empire."),
        url=page_of("campaigns:league", scope.pk),
        icon="person-plus-fill",
        action=_("Join the league"),
        scope=scope.pk,
    )


def _realms(mine: Mine, scope: Scope) -> list[ToldRealm]:
    told = mine.told_of(scope, Told)
    return [realm for realm in told["realms"] if mine.owns(realm["id"], scope)]
