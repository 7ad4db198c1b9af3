"""What a Firestorm league puts on the club-night board: its map, factions by glory, the phase, who is to act.

While everybody watches the reveal the map goes along, a banner at a time.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.on_the_board import BoardRow, Happening, Ranking
from maps.firestorm.club.past import battle_title
from maps.firestorm.here import FirestormHere
from maps.firestorm.map.drawn import drawn
from maps.firestorm.reveal import reveal_page
from maps.firestorm.reveal.past import REVEAL, revealed
from maps.firestorm.reveal.reveal_page import RevealPage, is_shown, milliseconds_left
from maps.firestorm.words import phase_title
from maps.ground.behind import pictures
from maps.turns.waits import waited_for
from rules.engine.language import listed
from rules.firestorm.glory.counting import Audit, scoreboard
from rules.firestorm.standing import battles_now, held


def board(here: FirestormHere) -> Ranking:
    state = here.state
    audits = scoreboard(state, here.book)
    rows = tuple(_row(here, 1 + sum(other.total > one.total for other in audits), one) for one in audits)
    watched, wait = _watched(here)
    behind = pictures.of_league(here, state)
    return Ranking(
        _("glory"),
        rows,
        _("No faction yet"),
        (_step(watched),) if watched else _now(here),
        tuple(waited_for(here).values()),
        map=watched.svg if watched else drawn(here, state, picture=behind.picture),
        credit=behind.credit,
        wait=wait,
    )


def _row(here: FirestormHere, rank: int, one: Audit) -> BoardRow:
    faction = here.state.factions[one.faction]
    counts = {"lands": len(one.holdings), "banners": held(here.state, faction.id)}
    told = _("territories %(lands)s · banners %(banners)s") % counts
    note = " · ".join(filter(None, (listed(here.players_of(faction.id)), told)))
    return BoardRow(str(rank), here.state.name_of(faction.id), note, faction.colour, str(one.total))


def _now(here: FirestormHere) -> tuple[Happening, ...]:
    """The phase and its battles, or who has won."""
    now = here.state.now
    if now.winners:
        winners = listed([here.state.name_of(one) for one in now.winners])
        if now.victory == "ruled":
            return (Happening(_("An organiser has ended the league"), winners, _("had the most glory.")),)
        return (Happening(_("The league is over"), winners, _("won on glory.")),)
    where = _("Turn %(n)s") % {"n": now.turn} if now.turn else ""
    found = [Happening(where, phase_title(now.phase))]
    if now.phase == "battles":
        found += [
            Happening(where, battle_title(here.state, one))
            for one in battles_now(here.state)
            if one.status == "open"
        ]
    return tuple(found)


def _watched(here: FirestormHere) -> tuple[RevealPage | None, int]:
    """The reveal, as long as everybody watches it at the same step, and until when. Source: FS-27"""
    turn = max((one.turn for one in here.state.orders.values()), default=0)
    count = sum(one.turn == turn for one in here.state.orders.values())
    reveals = here.scope.entries.filter(void=False, procedure=REVEAL, params__turn=turn)
    began = reveals.values_list("started_at", flat=True).first() if count else None
    shown = revealed(here.scope, turn) if is_shown(began, timezone.now(), count) else None
    if shown is None:
        return None, 0
    page = reveal_page.reveal_page(here, shown, None)
    return page, milliseconds_left(shown.began, timezone.now(), page.at)


def _step(page: RevealPage) -> Happening:
    where = _("The reveal of turn %(turn)s") % {"turn": page.turn}
    return Happening(where, page.title, page.note, emblem=page.colour, at=page.at, count=page.count)
