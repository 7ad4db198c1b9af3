"""The games of a battle: what was reported, who has to agree, and the form of the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.engine.lines import Version
from campaigns.engine.stored.agreement import Agreement
from campaigns.shell.acts.carrying import as_shown
from campaigns.shell.told.versions import alike_in
from maps.firestorm.acting import at_table
from maps.firestorm.battles.agreeing import TOLD, agreements_about
from maps.firestorm.battles.battle_labels import (
    game_details,
    grade_for,
    grade_words,
    graded_lines,
    side_names,
)
from maps.firestorm.battles.versions import game_versions
from maps.firestorm.phase_labels import player_name
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from maps.turns.at_table import AtTable, at_table_words, counts_once_words, said_at_table
from maps.turns.rulings import ruling_words, who_is_right
from rules.engine.language import listed
from rules.firestorm.battles.results import has_room
from rules.firestorm.faction_figures import bouts_of, is_siege_battle, players_of
from rules.firestorm.glory.awards import GRADES, side_on
from rules.firestorm.state import Battle, Bout, SideName

type Options = tuple[tuple[str, str], ...]

TABLED: dict[SideName, str] = {
    "attack": "attacker_tabled", "defend": "defender_tabled", "third": "third_tabled"
}  # fmt: skip
GAME_WORDS = {
    "open": gettext_noop("not played yet"),
    "reported": gettext_noop("reported"),
    "disputed": gettext_noop("disputed"),
    "confirmed": gettext_noop("counts"),
}


@dataclass(frozen=True, slots=True)
class BattleGameLine:
    """A game of the battle. `waits`: whose word a report needs; `versions`: what each side says so far;
    `speaker`: who has said that this side agreed at the table, as long as it may still dispute that; then
    `ask_whom` names who corrects it. `rulings`: whose report an organiser may let count; `shown`: the field
    that says of which report their own ruling is.
    """

    id: str
    number: int
    who: str
    status: str
    status_words: str
    results: tuple[str, ...]
    details: tuple[str, ...]
    words: str
    versions: tuple[Version, ...]
    waits: str
    speaker: str
    ask_whom: str
    confirm: MapTap | None
    may_dispute: bool
    may_decide: bool
    shown: tuple[str, str]
    ruling: str
    rulings: tuple[MapTap, ...]
    again: bool

    @property
    def alike(self) -> tuple[str, ...]:
        return alike_in(self.versions)


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits in a report: its number, who has told of it, whether that is one’s own."""

    number: int
    who: str
    mine: bool


@dataclass(frozen=True)
class GameReport:
    """The form of a game: `bout` when it is reported anew, `players` of each side where there are several,
    with who is said to have played.

    `told`: games of this battle that stand in a report already, of which this is not one.
    """

    battle: str
    bout: str
    told: tuple[WaitingGame, ...]
    faction: str
    number: int
    of: int
    grades: Options
    tables: tuple[tuple[str, str, bool], ...]
    winners: Options
    players: tuple[tuple[str, str, Options, str], ...]
    conditions: Options
    grade: str
    condition: str
    words: str

    @property
    def is_long(self) -> bool:
        """Whether more than the result is said."""
        return bool(self.words) or self.condition != "none" or any(on for _name, _words, on in self.tables)


@dataclass(frozen=True)
class GameDecision:
    """The organiser's form of a game; results are the attacker's."""

    attacker: str
    grades: Options
    winners: Options
    tables: tuple[tuple[str, str, bool], ...]


def battle_game_lines(
    viewer: FirestormViewer, battle: Battle, me: str, *, is_open: bool
) -> Iterator[BattleGameLine]:
    """Every game reported, in the order written down."""
    there = bouts_of(viewer.state, battle.id)
    told = agreements_about(viewer, *(one.id for one in there if one.status in TOLD))
    for number, one in enumerate(there, start=1):
        if one.result or one.commands:
            yield _game(viewer, battle, me, one, told.get(one.id), number, is_open=is_open)


def _game(
    viewer: FirestormViewer,
    battle: Battle,
    me: str,
    bout: Bout,
    told: Agreement | None,
    number: int,
    *,
    is_open: bool,
) -> BattleGameLine:
    mine, waits = is_open and me in battle.factions, told is not None and not told.is_disputed
    said = _at_table(viewer, battle, bout, me)
    may_decide = is_open and viewer.is_organiser and told is not None
    return BattleGameLine(
        id=bout.id,
        number=number,
        who=_who(viewer, bout),
        status=bout.status,
        status_words=_(GAME_WORDS[bout.status]),
        results=tuple(graded_lines(viewer, battle, bout)),
        details=tuple(game_details(viewer, battle, bout)),
        words=bout.words,
        versions=game_versions(viewer, told, me) if told and is_open else (),
        waits=counts_once_words(viewer, told, _waits(viewer, told)) if told and waits else "",
        speaker=said.speaker,
        ask_whom=said.ask_whom,
        confirm=_confirm(viewer, told, me) if mine and told else None,
        may_dispute=bool(mine and told and told.is_open and me in told.others) or bool(said.speaker),
        may_decide=may_decide,
        shown=as_shown(viewer, "bouts", bout),
        ruling=ruling_words(viewer, told) if is_open and told and told.is_disputed else "",
        rulings=tuple(_rulings(viewer, bout)) if may_decide else (),
        again=mine and told is not None and (bout.assault or not is_siege_battle(viewer.state, battle.id)),
    )


def _who(viewer: FirestormViewer, bout: Bout) -> str:
    """Who played, where it was said."""
    if not (bout.attack and bout.defend):
        return ""
    names = {"a": player_name(viewer, bout.attack), "b": player_name(viewer, bout.defend)}
    return _("%(a)s against %(b)s") % names


def _waits(viewer: FirestormViewer, told: Agreement) -> str:
    """Whose word it still needs."""
    return listed(viewer.state.name_of(one) for one in told.asked or told.others)


def _at_table(viewer: FirestormViewer, battle: Battle, bout: Bout, me: str) -> AtTable:
    """Who has written down that my side agreed at the table."""
    due = (
        at_table.game_taken_back(viewer.state, {"bout": bout.id, "faction": me})
        if me in battle.factions
        else None
    )
    return said_at_table(viewer, due, viewer.state.name_of(bout.reported_by))


def _rulings(viewer: FirestormViewer, bout: Bout) -> Iterator[MapTap]:
    """Whose report of a disputed game an organiser may let count."""
    if bout.status == "disputed":
        told_by = [bout.reported_by, *(one.by for one in bout.accounts)]
        sent = (*hidden_fields(bout=bout.id), as_shown(viewer, "bouts", bout))
        yield from who_is_right(told_by, viewer.state.name_of, sent)


def _confirm(viewer: FirestormViewer, told: Agreement, me: str) -> MapTap | None:
    """Agreeing to a report; of a disputed one whoever disputed it may still think better of it."""
    shown = as_shown(viewer, "bouts", viewer.state.bouts[told.key])
    sent = (*hidden_fields(bout=told.key, faction=me), shown)
    if me in told.others:
        look = "brass" if told.is_open else "btn"
        return MapTap("confirm", _("Agree"), sent, icon="check-lg", look=look)
    if told.is_disputed or not any(map(viewer.is_played, told.others)):
        return None
    sure, sent = at_table_words(_waits(viewer, told)), (*sent, ("at_table", "true"))
    return MapTap("confirm", _("They agreed at the table"), sent, look="btn", sure=sure)


# The form


def game_report_form(
    viewer: FirestormViewer, battle: Battle, me: str, *, again: str, condition: str = ""
) -> GameReport | None:
    """The form of the next game, or of `again`, for whoever fights; a siege has a report of its own."""
    if me not in battle.factions or is_siege_battle(viewer.state, battle.id):
        return None
    known = next((one for one in bouts_of(viewer.state, battle.id) if one.id == again), None)
    if again and (known is None or known.status == "confirmed"):
        return None
    there = bouts_of(viewer.state, battle.id)
    waiting = [one for one in there if one.status == "open"]
    if known is None and not waiting and not has_room(viewer.state, battle):
        return None
    bout = known or next(iter(waiting), None)
    return _form(viewer, battle, me, bout, condition)


def decide_form(viewer: FirestormViewer, battle: Battle) -> GameDecision:
    """How the organiser settles a game that is disputed, or that nobody answers."""
    attacker = viewer.state.name_of(battle.attack)
    return GameDecision(
        attacker, _grades(viewer), _winners(viewer, battle, battle.attack), tabled_boxes(viewer, battle)
    )


def _grades(viewer: FirestormViewer) -> Options:
    return tuple((one, grade_words(viewer.book, one)) for one in GRADES)


def _form(viewer: FirestormViewer, battle: Battle, me: str, bout: Bout | None, condition: str) -> GameReport:
    there = bouts_of(viewer.state, battle.id)
    number = there.index(bout) + 1 if bout in there else len(there) + 1
    grade = grade_for(battle, me, bout) if bout else None
    return GameReport(
        battle=battle.id,
        bout=bout.id if bout and bout.result else "",
        told=() if bout and bout.result else tuple(_told(viewer, there, me)),
        faction=me,
        number=number,
        of=battle.games,
        grades=_grades(viewer),
        tables=tabled_boxes(viewer, battle, bout.tabled if bout else ()),
        winners=_winners(viewer, battle, me),
        players=tuple(_players(viewer, battle, bout)),
        conditions=_conditions(viewer, battle),
        grade=grade or "",
        condition=condition or (bout.condition if bout else "") or "none",
        words=_own_words(viewer, battle, me, bout) if bout else "",
    )


def _own_words(viewer: FirestormViewer, battle: Battle, me: str, bout: Bout) -> str:
    """What this side has noted with its last report of a game, whoever has reported it since."""
    if bout.reported_by == me:
        return bout.words
    told = agreements_about(viewer, bout.id).get(bout.id)
    said = game_versions(viewer, told, me) if told else ()
    return next((one.words for one in said if one.mine and not one.disputes), "")


def _told(viewer: FirestormViewer, there: list[Bout], me: str) -> Iterator[WaitingGame]:
    """The games that wait in a report."""
    for number, one in enumerate(there, start=1):
        if one.status in TOLD:
            yield WaitingGame(number, viewer.state.name_of(one.reported_by), one.reported_by == me)


def tabled_boxes(
    viewer: FirestormViewer, battle: Battle, ticked: tuple[SideName, ...] = ()
) -> tuple[tuple[str, str, bool], ...]:
    """A box for each side that lost every model: a report's parameter, its words, whether it is ticked."""
    return tuple(
        (TABLED[side], _("%(name)s lost every model") % {"name": name}, side in ticked)
        for side, name in side_names(viewer.state, battle).items()
    )


def _winners(viewer: FirestormViewer, battle: Battle, me: str) -> Options:
    """Of three at one table, who of the others may have won."""
    if not battle.third:
        return ()
    mine = side_on(battle, me)
    return tuple((side, name) for side, name in side_names(viewer.state, battle).items() if side != mine)


def _players(
    viewer: FirestormViewer, battle: Battle, bout: Bout | None
) -> Iterator[tuple[str, str, Options, str]]:
    """Who played for a side, where it has several players; with whom a report has named before."""
    told = {"attack": bout.attack, "defend": bout.defend} if bout else {}
    for side, faction in zip(("attack", "defend"), battle.factions, strict=False):
        people = players_of(viewer.state, faction)
        if len(people) > 1:
            label = _("Who played for %(name)s?") % {"name": viewer.state.name_of(faction)}
            options = (("", "–"), *((one, player_name(viewer, one)) for one in people))
            yield side, label, options, told.get(side, "")


def _conditions(viewer: FirestormViewer, battle: Battle) -> Options:
    """Who gives a sudden death condition away, where the league plays with them."""
    if not viewer.book.settings.sudden_death or battle.third:
        return ()
    sides = zip(("attack", "defend"), battle.factions, strict=False)
    return (("none", _("Nobody")), *((side, viewer.state.name_of(one)) for side, one in sides))
