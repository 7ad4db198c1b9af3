"""What a Firestorm league puts on the club-night board: its map, factions by glory, the phase, who is to act.

While everybody watches the reveal the map goes along, a banner at a time.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.on_the_board import BoardRow, Happening, Ranking
from maps.firestorm.battles.battle_labels import battle_title
from maps.firestorm.map.drawn import firestorm_map_svg
from maps.firestorm.phase_labels import phase_title
from maps.firestorm.reveal import reveal_page
from maps.firestorm.reveal.past import REVEAL, RevealShown, revealed
from maps.firestorm.reveal.reveal_page import is_shown, milliseconds_left
from maps.firestorm.viewer import FirestormViewer
from maps.ground.behind import pictures
from maps.turns.waits import awaited_sides, who_act
from rules.engine.language import listed
from rules.firestorm.faction_figures import banner_count, battles_this_turn
from rules.firestorm.glory.counting import Audit, scoreboard
from rules.firestorm.state import Firestorm


def faction_board(viewer: FirestormViewer) -> Ranking:
    if (found := _watched(viewer)) is not None:
        return _of_reveal(viewer, found)
    behind = pictures.picture_behind_league_map(viewer, viewer.state)
    return Ranking(
        _("glory"),
        _rows(viewer, viewer.state),
        _("No factions yet"),
        _now(viewer),
        tuple(who_act(viewer, awaited_sides(viewer), aloud=True)),
        map=firestorm_map_svg(viewer, viewer.state, picture=behind.picture),
        credit=behind.credit,
    )


def _of_reveal(viewer: FirestormViewer, shown: RevealShown) -> Ranking:
    """The board while a reveal is shown: nothing on it tells more than the step. Source: FS-27"""
    page = reveal_page.reveal_page(viewer, shown, None)
    where = _("The reveal of turn %(turn)s") % {"turn": page.turn}
    step = Happening(where, page.title, page.note, emblem=page.colour, at=page.at, count=page.count)
    return Ranking(
        _("glory"),
        _rows(viewer, shown.before),
        _("No factions yet"),
        (step,),
        map=page.svg,
        credit=page.credit,
        wait=milliseconds_left(shown.began, timezone.now(), page.at) or 1,  # 0: the next is due already
    )


def _rows(viewer: FirestormViewer, state: Firestorm) -> tuple[BoardRow, ...]:
    audits = scoreboard(state, viewer.book)
    return tuple(
        _row(viewer, state, 1 + sum(other.total > one.total for other in audits), one) for one in audits
    )


def _row(viewer: FirestormViewer, state: Firestorm, rank: int, one: Audit) -> BoardRow:
    faction = state.factions[one.faction]
    counts = {"lands": len(one.holdings), "banners": banner_count(state, faction.id)}
    told = _("territories: %(lands)s · banners: %(banners)s") % counts
    note = " · ".join(filter(None, (listed(viewer.players_of(faction.id)), told)))
    return BoardRow(str(rank), viewer.state.name_of(faction.id), note, faction.colour, str(one.total))


def _now(viewer: FirestormViewer) -> tuple[Happening, ...]:
    """The phase and its battles, or who has won."""
    now = viewer.state.now
    if now.winners:
        winners = listed([viewer.state.name_of(one) for one in now.winners])
        if now.victory == "ruled":
            return (Happening(_("An organiser has ended the league"), winners, _("With the most glory")),)
        return (Happening(_("The league is over"), winners, _("Victory on glory")),)
    where = _("Turn %(n)s") % {"n": now.turn} if now.turn else ""
    found = [Happening(where, phase_title(now.phase))]
    if now.phase == "battles":
        found += [
            Happening(where, battle_title(viewer.state, one))
            for one in battles_this_turn(viewer.state)
            if one.status == "open"
        ]
    return tuple(found)


def _watched(viewer: FirestormViewer) -> RevealShown | None:
    """The reveal, as long as everybody watches it at the same step. Source: FS-27"""
    if viewer.state.now.victory == "ruled":
        return None
    turn = max((one.turn for one in viewer.state.orders.values()), default=0)
    count = sum(one.turn == turn for one in viewer.state.orders.values())
    reveals = viewer.scope.entries.filter(void=False, procedure=REVEAL, params__turn=turn)
    began = reveals.values_list("started_at", flat=True).first() if count else None
    return revealed(viewer.scope, turn) if is_shown(began, timezone.now(), count) else None
