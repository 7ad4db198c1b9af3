"""The page of one battle: what one can do now first, then who fights with what, then all that is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.engine.transaction.viewer import CoveredSide
from campaigns.leagues.message_link import sides_message_link
from campaigns.leagues.requests.lines import RequestLine, request_lines, takes_a_word
from campaigns.nights.games.waiting import Planning, planning_of
from campaigns.shell.reading.fields import Data
from maps.firestorm.acting.reaching import acting_faction, faction_acted_for
from maps.firestorm.battles.afterwards.duties import Duty, duties, of_battle
from maps.firestorm.battles.afterwards.outcome import OutcomeLine, battle_outcome
from maps.firestorm.battles.afterwards.path import AfterGame, after_games
from maps.firestorm.battles.afterwards.still import Still, still
from maps.firestorm.battles.asked import BattleQuestion, asked_about
from maps.firestorm.battles.battle_labels import (
    battle_heading,
    battle_status_words,
    battle_url,
    opponents_text,
)
from maps.firestorm.battles.before import BeforeBattle, battle_preparation
from maps.firestorm.battles.games import (
    BattleGameLine,
    GameDecision,
    GameReport,
    battle_game_lines,
    decide_form,
    game_report_form,
)
from maps.firestorm.battles.rulings import Rulings, possible_rulings
from maps.firestorm.battles.sides import SideOfBattle, battle_sides
from maps.firestorm.battles.sieges.assault import Assault, assault_page
from maps.firestorm.battles.sieges.siege import SiegePage, siege_page
from maps.firestorm.battles.sudden import Sudden, sudden
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields, tap_refusal
from maps.turns.waits import is_paused, paused_words
from rules.firestorm.battles.reminders import battle_reminders
from rules.firestorm.faction_figures import is_siege_battle, is_stronghold
from rules.firestorm.state import Battle


@dataclass(frozen=True, slots=True)
class BattleCardLine:
    """A card of this battle, and whom it is for, empty for both."""

    text: str
    rule: str
    whom: str


@dataclass(frozen=True, slots=True)
class Head:
    """Which battle it is; of a queued one the battle it comes `after`."""

    id: str
    title: str
    who: str
    turn: int
    status_words: str
    after: str
    after_url: str


@dataclass(frozen=True)
class BattleOrganising:
    """What the organiser may do: settle a game, give it to the side that came, act for somebody, rule."""

    decide: GameDecision | None
    absent: tuple[MapTap, ...]
    act_for: tuple[tuple[str, str], ...]
    rulings: Rulings | None
    still: tuple[Still, ...]
    write: ButtonLink | None


@dataclass(frozen=True)
class FirestormBattlePage:
    """`me` is the faction the visitor acts for in it, `acting` set when that is somebody else's; while the
    league is `paused` nobody acts.

    `first` names what carries the brass: what waits for the visitor.
    """

    head: Head
    here: str
    paused: str
    me: str
    acting: str
    acting_for: str
    stood_for: tuple[CoveredSide, ...]
    first: str
    asked: tuple[BattleQuestion, ...]
    siege: SiegePage | None
    assault: Assault | None
    sides: tuple[SideOfBattle, ...]
    before: BeforeBattle
    games: tuple[BattleGameLine, ...]
    report: GameReport | None
    sudden: Sudden | None
    notes: tuple[BattleCardLine, ...]
    outcome: tuple[OutcomeLine, ...]
    duties: tuple[Duty, ...]
    path: tuple[AfterGame, ...]
    give_up: MapTap | None
    papers: tuple[tuple[str, str], ...]
    planning: Planning | None
    requests: tuple[RequestLine, ...]
    organising: BattleOrganising | None

    @property
    def waits_for_organiser(self) -> bool:
        """Whether a disputed game waits for the organiser who looks."""
        return self.organising is not None and any(
            one.may_decide and one.status == "disputed" for one in self.games
        )

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def title(self) -> str:
        return self.head.title


def battle_if_known(viewer: FirestormViewer, key: str) -> Battle | None:
    return viewer.state.battles.get(key)


def firestorm_battle_page(
    viewer: FirestormViewer, battle: Battle, *, again: str = "", figures: Data = None
) -> FirestormBattlePage:
    """The page of a battle; `again` is a game to be reported anew, `figures` those of the calculator."""
    paused, me = paused_words(viewer), _me(viewer, battle)
    is_open = battle.status == "open" and viewer.state.now.phase == "battles" and not paused
    found = sudden(viewer, battle, figures) if is_open else None
    asked, requests = asked_about(viewer, battle, me), request_lines(viewer, battle=battle.id)
    siege = _siege(viewer, battle, me, is_asked=any(one.of_siege for one in asked))
    word = "" if viewer.plays_against(me, battle.factions) else me
    lines = tuple(battle_game_lines(viewer, battle, word, is_open=is_open))
    mine = of_battle(duties(viewer, me), battle) if me else ()
    report = game_report_form(viewer, battle, word, again=again, condition=_gives(found)) if is_open else None
    return FirestormBattlePage(
        head=_head(viewer, battle),
        here=battle_url(viewer, battle.id, faction_acted_for(viewer)),
        paused=paused,
        me=me,
        acting=me if me and not viewer.owns(me) else "",
        acting_for=viewer.state.name_of(me) if me and not viewer.owns(me) else "",
        stood_for=viewer.stood_for_in(battle.factions) if is_open else (),
        first=_first(asked, lines, siege, mine),
        asked=asked,
        siege=siege,
        assault=assault_page(viewer, battle, word, again=again),
        sides=tuple(battle_sides(viewer, battle)),
        before=battle_preparation(viewer, battle, me, is_open=is_open),
        games=lines,
        report=report,
        sudden=found,
        notes=tuple(_notes(viewer, battle)) if battle.status in ("open", "queued") else (),
        outcome=battle_outcome(viewer, battle),
        duties=mine,
        path=tuple(after_games(viewer, battle, me)),
        give_up=_give_up(viewer, battle, me, requests) if is_open and me and not _told(lines) else None,
        papers=tuple(_papers(viewer, battle)),
        planning=planning_of(viewer, battle.id),
        requests=requests,
        organising=_organising(viewer, battle, me, lines, is_open=is_open) if viewer.is_organiser else None,
    )


def _me(viewer: FirestormViewer, battle: Battle) -> str:
    """The faction in this battle somebody acts for now; empty for none."""
    faction = acting_faction(viewer)
    if faction is None or faction.id not in battle.factions or is_paused(viewer):
        return ""
    return faction.id


def _told(lines: tuple[BattleGameLine, ...]) -> bool:
    """Whether somebody has told of a game that does not count yet; then nobody concedes."""
    return any(one.status in ("reported", "disputed") for one in lines)


def _gives(found: Sudden | None) -> str:
    """Who gives a condition away, as the calculator has just said."""
    return found.gives if found else ""


def _head(viewer: FirestormViewer, battle: Battle) -> Head:
    state = viewer.state
    return Head(
        id=battle.id,
        title=battle_heading(state, battle),
        who=opponents_text(state, battle),
        turn=battle.turn,
        status_words=battle_status_words(state, battle),
        after=_after(viewer, battle),
        after_url=battle_url(viewer, battle.after) if battle.after else "",
    )


def _siege(viewer: FirestormViewer, battle: Battle, me: str, *, is_asked: bool) -> SiegePage | None:
    """The siege while the battle is fought, and what it was afterwards. While a step of it `is_asked` about,
    that question alone says who acts, and nothing begins beside it."""
    there = battle.status == "open" or is_siege_battle(viewer.state, battle.id)
    found = siege_page(viewer, battle, me) if there else None
    if found is None or not is_asked:
        return found
    return replace(found, title="", note="", waits="", mine=False, taps=(), choices=(), traits=())


def _organising(
    viewer: FirestormViewer, battle: Battle, me: str, lines: tuple[BattleGameLine, ...], *, is_open: bool
) -> BattleOrganising:
    return BattleOrganising(
        decide=decide_form(viewer, battle) if any(one.may_decide for one in lines) else None,
        absent=tuple(_absent(viewer, battle)) if is_open and not _told(lines) else (),
        act_for=tuple(_act_for(viewer, battle, me)),
        rulings=possible_rulings(viewer, battle),
        still=still(viewer, battle),
        write=sides_message_link(viewer, battle.factions) if is_open else None,
    )


def _first(
    asked: tuple[BattleQuestion, ...],
    lines: tuple[BattleGameLine, ...],
    siege: SiegePage | None,
    mine: tuple[Duty, ...],
) -> str:
    """What waits for the visitor: an open question, a report, the siege, what follows; else the report."""
    if any(not one.waits_for for one in asked):
        return "asked"
    if any(one.confirm and one.confirm.look == "brass" for one in lines):
        return "confirm"
    if siege is not None and siege.mine:
        return "siege"
    return "duty" if any(not one.waits for one in mine) else "report"


def _after(viewer: FirestormViewer, battle: Battle) -> str:
    """The battle a queued one waits for, by name."""
    before = viewer.state.battles.get(battle.after) if battle.status == "queued" else None
    if before is None:
        return ""
    told = {"battle": battle_heading(viewer.state, before), "who": opponents_text(viewer.state, before)}
    return _("%(battle)s, %(who)s") % told


def _notes(viewer: FirestormViewer, battle: Battle) -> Iterator[BattleCardLine]:
    """What both sides have in mind, with the place's own conditions first."""
    words = viewer.state.territories[battle.territory].words
    if words:
        yield BattleCardLine(words, "FS-08", viewer.state.name_of(battle.territory))
    for one in battle_reminders(viewer.state, viewer.book, battle):
        yield BattleCardLine(one.text, one.rule, viewer.state.name_of(one.faction) if one.faction else "")


def _papers(viewer: FirestormViewer, battle: Battle) -> Iterator[tuple[str, str]]:
    """Its cards on paper: address and name."""
    cards = {"battle": _("Battle card")}
    if is_stronghold(viewer.book, viewer.state.territories[battle.territory]):
        cards |= {"siege": _("Siege card"), "fortress": _("Fortress and battleplans")}
    for card, name in cards.items():
        yield reverse("firestorm:battle_paper", args=[viewer.scope.pk, battle.id, card]), name


def _give_up(viewer: FirestormViewer, battle: Battle, me: str, asked: Sequence[RequestLine]) -> MapTap | None:
    """Conceding, which the others have to agree to once the battle has begun; asked for once."""
    if any(one.act == "walkover" for one in asked):
        return None
    sure = _("Your side suffers a minor defeat; nobody is tabled.")
    asks = takes_a_word(viewer, "walkover", battle=battle.id, faction=me)
    words = _("Ask to concede") if asks else _("Concede the battle")
    why = tap_refusal(viewer.rival_refusal("walkover", battle=battle.id, faction=me))
    return MapTap(
        "walkover", words, hidden_fields(battle=battle.id, faction=me), sure=sure, look="btn", **why
    )


def _absent(viewer: FirestormViewer, battle: Battle) -> Iterator[MapTap]:
    """A walk-over, for whichever side did not come."""
    for faction in battle.factions:
        title = _("Record %(name)s as a no-show") % {"name": viewer.state.name_of(faction)}
        sent = hidden_fields(battle=battle.id, faction=faction)
        why = tap_refusal(viewer.rival_refusal("walkover", battle=battle.id, faction=faction))
        yield MapTap("walkover", title, sent, icon="person-fill", look="btn", wants_reason=True, **why)


def _act_for(viewer: FirestormViewer, battle: Battle, me: str) -> Iterator[tuple[str, str]]:
    """For whom an organiser may act here."""
    for faction in battle.factions:
        if faction != me and not viewer.owns(faction):
            yield battle_url(viewer, battle.id, faction), viewer.state.name_of(faction)
