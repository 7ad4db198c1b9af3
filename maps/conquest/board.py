"""What a map league puts on the club-night board: empires by size, the phase of the round, who is to act."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.on_the_board import BoardRow, Happening, Ranking
from campaigns.engine.who.seatbook import KnownPerson
from maps.conquest.here import ConquestHere
from maps.conquest.map.map_page import drawn_state
from maps.ground.behind import pictures
from maps.turns.waits import waited_for
from rules.conquest.rounds.phases import PHASES
from rules.conquest.standings import RealmStanding, standings
from rules.conquest.state import Conquest, Realm
from rules.engine.language import said


def board(here: ConquestHere) -> Ranking:
    state: Conquest = here.state
    now, phase = state.now, said(PHASES[state.now.phase].title)
    realms = [(state.realms[line.realm], line) for line in standings(state, here.book)]
    rows = tuple(
        BoardRow(str(rank), state.name_of(realm.id), _note(here, realm, line), realm.colour, line.size)
        for rank, (realm, line) in enumerate(realms, 1)
    )
    waited = [one for one in waited_for(here) if one]
    players = tuple(_player(here, state.realms[one]) for one in waited)
    behind = pictures.of_league(here, state)
    return Ranking(
        _("size of the empire"),
        rows,
        _("No empire yet"),
        _now(here, phase, now.round),
        players,
        map=drawn_state(here, state, picture=behind.picture),
        credit=behind.credit,
    )


def _now(here: ConquestHere, phase: str, number: int) -> tuple[Happening, ...]:
    """The phase, or who has won."""
    winner = here.state.now.winner
    if winner:
        return (Happening(_("The league is over"), here.state.name_of(winner), _("has won.")),)
    return (Happening(_("Round %(n)s") % {"n": number} if number else "", phase),)


def _note(here: ConquestHere, realm: Realm, line: RealmStanding) -> str:
    counts = {"cities": line.cities, "castles": line.castles}
    told = _("cities %(cities)s · castles %(castles)s") % counts
    return " · ".join(filter(None, (_player(here, realm), told)))


def _player(here: ConquestHere, realm: Realm) -> str:
    return here.people.get(realm.owner, KnownPerson("", "iron")).name
