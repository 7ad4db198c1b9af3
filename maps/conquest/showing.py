"""Pages as they answer an act: the map, a battle, an empire, with what was refused beside its field."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from campaigns.engine.transaction.viewer import Viewer
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.league import render_league
from campaigns.shell.reading.reader import sent_to, tapped
from maps.conquest.acting.reaching import empire_acted_for
from maps.conquest.battles import battle_page
from maps.conquest.forms import conquest_form_context, wrong_with
from maps.conquest.map import map_page, setup_page
from maps.conquest.realms import realm_page
from maps.conquest.viewer import ConquestViewer
from maps.ground.wrong import Wrong
from maps.turns.onlookers import onlooker_parts
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


def setup_context(viewer: ConquestViewer, wrong: Wrong | None = None) -> dict[str, object]:
    return conquest_form_context(setup_page.conquest_setup_page(viewer, wrong), wrong)


def map_context(viewer: ConquestViewer, territory: str = "", wrong: Wrong | None = None) -> dict[str, object]:
    """What the map's page needs; `as` comes from the address or the sent form."""
    return conquest_form_context(
        map_page.conquest_map_page(viewer, territory[:80], empire_acted_for(viewer)), wrong
    )


def looked_at(viewer: ConquestViewer, territory: str) -> Parts[map_page.ConquestMapPage]:
    """The parts of the map that all who only look on share; none for anybody else."""
    page = partial(map_page.conquest_map_page, viewer)
    return onlooker_parts(viewer, PAGE, LOOKED_AT, territory, page)


def refused_form_response(
    viewer: ConquestViewer, error: Refused, params: Params | None = None, form: str = ""
) -> HttpResponse:
    """The page the form came from as it stands now, with the sentence, beside its field where it has one."""
    fresh: ConquestViewer = Viewer(viewer.request, viewer.scope, viewer.seat, "map")
    about, wrong = params or {}, wrong_with(form, error, sent_to(viewer.request) or {})
    battle = battle_page.battle_or_none(fresh, str(about.get("battle", "")))
    if fresh.state.now.phase == "setup":
        template, context = SETUP, setup_context(fresh, wrong)
    elif battle is not None:
        typed = sent_to(viewer.request) if tapped(viewer.request, FACTS_FIELD) else None
        page = battle_page.battle_page(fresh, battle, empire_acted_for(fresh), typed)
        template, context = BATTLE, conquest_form_context(page, wrong)
    else:
        template, context = PAGE, map_context(fresh, str(about.get("territory", "")), wrong)
    return render_league(fresh, template, context, status=wrong.status)


def realm_shown(
    viewer: ConquestViewer, realm: Realm, why: str = "", error: Refused | None = None, form: str = "rename"
) -> HttpResponse:
    """An empire's page, with a refusal and what was typed into a form when an act there was refused."""
    page = realm_page.realm_page(viewer, realm, why)
    if error is None:
        return render_league(viewer, REALM, conquest_form_context(page))
    wrong = wrong_with(form, error, sent_to(viewer.request) or {})
    return render_league(viewer, REALM, conquest_form_context(page, wrong), status=wrong.status)
