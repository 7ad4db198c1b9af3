"""Pages as they answer an act: the map, a battle, an empire, with what was refused beside its field."""

from __future__ import annotations

from django.http import HttpResponse

from campaigns.engine.passage.here import Here
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.league import draw
from campaigns.shell.reading.reader import sent_to, tapped
from maps.conquest.acting.reaching import acting_of
from maps.conquest.battles import battle_page
from maps.conquest.forms import with_forms, wrong_with
from maps.conquest.here import ConquestHere
from maps.conquest.map import map_page, setup_page
from maps.conquest.realms import realm_page
from maps.ground.wrong import Wrong
from maps.turns.onlookers import about, looks_on
from rules.conquest.state import Realm
from rules.engine.plain import Params
from rules.engine.refusals import Refused

PAGE = "maps/conquest/map.html"
SETUP = "maps/conquest/setup.html"
BATTLE = "maps/conquest/battles/battle.html"
REALM = "maps/conquest/realms/realm.html"
# What follows the league on the map of whoever only looks on.
LOOKED_AT = ("round", "phases", "lead", "now", "board", "table", "panel", "battles", "realms", "news")
FACTS_FIELD = "attack-0-vp"  # a field of every form with the facts of a battle


def setup_context(here: ConquestHere, wrong: Wrong | None = None) -> dict[str, object]:
    return with_forms(setup_page.conquest_setup_page(here, wrong), wrong)


def map_context(here: ConquestHere, territory: str = "", wrong: Wrong | None = None) -> dict[str, object]:
    """What the map's page needs; `as` comes from the address or the sent form."""
    return with_forms(map_page.conquest_map_page(here, territory[:80], acting_of(here)), wrong)


def looked_at(here: ConquestHere, territory: str) -> Parts[map_page.ConquestMapPage]:
    """The parts of the map that all who only look on share; none for anybody else."""
    names = LOOKED_AT if looks_on(here) else ()
    place = territory if territory in here.state.territories else ""
    return Parts(here, PAGE, names, lambda: map_page.conquest_map_page(here, place), about(here, place))


def refused(here: ConquestHere, error: Refused, params: Params | None = None, form: str = "") -> HttpResponse:
    """The page the form came from as it stands now, with the sentence, beside its field where it has one."""
    fresh: ConquestHere = Here(here.request, here.scope, here.seat, "map")
    about, wrong = params or {}, wrong_with(form, error, sent_to(here.request) or {})
    battle = battle_page.battle_of(fresh, str(about.get("battle", "")))
    if fresh.state.now.phase == "setup":
        template, context = SETUP, setup_context(fresh, wrong)
    elif battle is not None:
        typed = sent_to(here.request) if tapped(here.request, FACTS_FIELD) else None
        page = battle_page.battle_page(fresh, battle, acting_of(fresh), typed)
        template, context = BATTLE, with_forms(page, wrong)
    else:
        template, context = PAGE, map_context(fresh, str(about.get("territory", "")), wrong)
    return draw(fresh, template, context, status=wrong.status)


def realm_shown(
    here: ConquestHere, realm: Realm, why: str = "", error: Refused | None = None, form: str = "rename"
) -> HttpResponse:
    """An empire's page, with a refusal and what was typed into a form when an act there was refused."""
    page = realm_page.realm_page(here, realm, why)
    if error is None:
        return draw(here, REALM, with_forms(page))
    wrong = wrong_with(form, error, sent_to(here.request) or {})
    return draw(here, REALM, with_forms(page, wrong), status=wrong.status)
