"""What a map league puts on the club-night board: empires by size, the phase of the round, who is to act."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.on_the_board import BoardRow, Happening, Ranking
from campaigns.engine.who.seatbook import KnownPerson
from maps.conquest.map.map_page import drawn_state
from maps.conquest.viewer import ConquestViewer
from maps.ground.behind import pictures
from maps.turns.waits import awaited_sides, who_act
from rules.conquest.rounds.phases import PHASES
from rules.conquest.standings import RealmStanding, realm_standings
from rules.conquest.state import Conquest, Realm
from rules.engine.language import said


def empire_board(viewer: ConquestViewer) -> Ranking:
    state: Conquest = viewer.state
    now, phase = state.now, said(PHASES[state.now.phase].title)
    realms = [(state.realms[line.realm], line) for line in realm_standings(state, viewer.book)]
    rows = tuple(
        BoardRow(str(rank), state.name_of(realm.id), _note(viewer, realm, line), realm.colour, line.size)
        for rank, (realm, line) in enumerate(realms, 1)
    )
    players = {one: _player(viewer, state.realms[one]) if one else "" for one in awaited_sides(viewer)}
    behind = pictures.picture_behind_league_map(viewer, state)
    return Ranking(
        _("empire size"),
        rows,
        _("No empires yet"),
        _now(viewer, phase, now.round),
        tuple(who_act(viewer, players, aloud=True)),
        map=drawn_state(viewer, state, picture=behind.picture),
        credit=behind.credit,
    )


def _now(viewer: ConquestViewer, phase: str, number: int) -> tuple[Happening, ...]:
    """The phase, or who has won."""
    winner = viewer.state.now.winner
    if winner:
        return (Happening(_("The league is over"), viewer.state.name_of(winner), _("has won.")),)
    return (Happening(_("Round %(n)s") % {"n": number} if number else "", phase),)


def _note(viewer: ConquestViewer, realm: Realm, line: RealmStanding) -> str:
    counts = {"cities": line.cities, "castles": line.castles}
    told = _("cities: %(cities)s · castles: %(castles)s") % counts
    return " · ".join(filter(None, (_player(viewer, realm), told)))


def _player(viewer: ConquestViewer, realm: Realm) -> str:
    return viewer.people.get(realm.owner, KnownPerson("", "iron")).name
