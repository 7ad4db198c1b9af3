"""The page of one battle: armies, gold, what has to be minded, the report and what it would mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink, Version
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.viewer import CoveredSide
from campaigns.leagues.message_link import sides_message_link
from campaigns.leagues.requests.lines import RequestLine, request_lines, takes_a_word
from campaigns.nights.games.waiting import Planning, planning_of
from campaigns.shell.acts.carrying import as_shown
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.reader import read, readable_values
from campaigns.shell.told.versions import alike_in
from maps.conquest.battles.agreeing import TOLD, agreement_of, must_wait, word_at_table
from maps.conquest.battles.rulings import outcomes, ruling_taps
from maps.conquest.battles.verdict import BattleVerdict, result_sentences, verdict_panel
from maps.conquest.battles.versions import battle_versions
from maps.conquest.forms import HostForm, LeftFieldForm, ShareForm
from maps.conquest.map.battle_lines import STATUS_WORDS, versus_title
from maps.conquest.map.map_page import acting_realm
from maps.conquest.viewer import ConquestViewer
from maps.ground.taps import MapTap, hidden_fields, tap_refusal
from maps.turns.at_table import AtTable, at_table_words, counts_once_words
from maps.turns.rulings import ruling_words
from maps.turns.waits import is_paused, paused_words
from rules.conquest.playing.reminders import realm_reminders
from rules.conquest.reckoning.armies import fielded_points, modifier_words, modifiers
from rules.conquest.reckoning.verdict import paid, why_words
from rules.conquest.state import Battle, Conquest, Facts, Host, SideName
from rules.engine.language import listed, signed
from rules.engine.plain import Params, flag_in, number_in
from rules.engine.refusals import Refused

SIDES: tuple[SideName, ...] = ("attack", "defend")


@dataclass(frozen=True, slots=True)
class ArmyLine:
    name: str
    colour: str
    base: int
    largest: int
    gold: int
    total: int


@dataclass(frozen=True, slots=True)
class HostFields:
    """One army's line of the report form, as typed or as reported; `broken`: it lost what breaks it and
    stayed.
    """

    form: HostForm
    name: str
    colour: str
    broken: str = ""


@dataclass(frozen=True, slots=True)
class SideFields:
    form: LeftFieldForm
    title: str
    hosts: tuple[HostFields, ...]


@dataclass(frozen=True)
class BattlePage:
    """`follows`: where its parts come from anew; nowhere while a report is being written and worked out.
    While the league is `paused` nobody acts. `at_table`: who has said that this side agreed.
    """

    id: str
    paused: str
    title: str
    kind: str
    status: str
    armies: tuple[ArmyLine, ...]
    points: int
    shares: tuple[ShareForm, ...]
    can_set_up: bool
    gold: MapTap | None
    reminders: tuple[tuple[str, str, str], ...]
    sides: tuple[SideFields, ...]
    can_report: bool
    verdict: BattleVerdict | None
    versions: tuple[Version, ...]
    taps: tuple[MapTap, ...]
    outcomes: tuple[MapTap, ...]
    rulings: tuple[MapTap, ...]
    write: ButtonLink | None
    fought_it: bool
    can_dispute: bool
    at_table: AtTable
    result: tuple[str, ...]
    why: str
    me: str
    acting: str
    stood_for: tuple[CoveredSide, ...]
    must_wait: str
    correct_url: str
    planning: Planning | None
    requests: tuple[RequestLine, ...]
    follows: str = ""

    @property
    def team(self) -> bool:
        return sum(len(one.hosts) for one in self.sides) > 2

    @property
    def asks_my_word(self) -> bool:
        """Whether what another side has told waits for the reader, who may tell it otherwise as well."""
        return any(one.act == "confirm" and one.look == "brass" for one in self.taps)

    @property
    def alike(self) -> tuple[str, ...]:
        return alike_in(self.versions)

    @property
    def status_words(self) -> str:
        return _(STATUS_WORDS[self.status])


def battle_or_none(viewer: ConquestViewer, key: str) -> Battle | None:
    found: Battle | None = viewer.state.battles.get(key)
    return found


def battle_page(
    viewer: ConquestViewer, battle: Battle, acting: str = "", typed: Data = None, shares: Data = None
) -> BattlePage:
    """The page of a battle; `typed` is a report that is being written, `shares` are those just refused."""
    side, open_, facts = _acting_id(viewer, acting), _is_open(viewer, battle), _facts_shown(battle, typed)
    may_tell, told = open_ and (side in battle.members or viewer.is_organiser), agreement_of(viewer, battle)
    return BattlePage(
        id=battle.id,
        paused=paused_words(viewer),
        title=versus_title(viewer.state, battle),
        kind=battle.kind,
        status=battle.status,
        armies=tuple(_armies(viewer, battle)) if battle.points else (),
        points=battle.points,
        shares=tuple(_shares(viewer.state, battle, shares)),
        can_set_up=may_tell and battle.status == "open" and not battle.committed,
        gold=_gold(battle) if may_tell else None,
        reminders=tuple(_reminders(viewer, battle)) if battle.status not in ("settled", "struck") else (),
        sides=side_fields(viewer.state, battle, facts, typed),
        can_report=may_tell and battle.status != "reported",
        verdict=verdict_panel(viewer, battle, facts) if typed or battle.status in TOLD else None,
        versions=battle_versions(viewer, told, side) if told else (),
        taps=tuple(_taps(viewer, battle, told, side)) if may_tell and side in battle.members else (),
        outcomes=tuple(outcomes(viewer, battle, side)) if may_tell and side in battle.members else (),
        rulings=tuple(ruling_taps(viewer, battle)) if open_ and viewer.is_organiser else (),
        write=sides_message_link(viewer, battle.members) if open_ else None,
        fought_it=any(map(viewer.owns, battle.members)),
        can_dispute=open_ and told is not None and told.is_open and side in told.others,
        at_table=word_at_table(viewer, battle, side) if side in battle.members else AtTable(),
        result=tuple(result_sentences(viewer, battle)),
        why=why_words(viewer.book, battle.why),
        me=side,
        acting="" if viewer.owns(side) else side,
        stood_for=viewer.stood_for_in(battle.members) if open_ else (),
        must_wait=_must_wait(viewer, told, side) if open_ else "",
        correct_url=_correct_url(viewer, battle) if viewer.is_organiser else "",
        planning=planning_of(viewer, battle.id),
        requests=request_lines(viewer, battle=battle.id),
        follows="" if viewer.request.method == "POST" else viewer.request.get_full_path(),
    )


def _facts_shown(battle: Battle, typed: Data) -> tuple[Facts, Facts]:
    """What a report that is being written says of both sides, or what was told."""
    return typed_facts(battle, typed) if typed else (battle.attack, battle.defend)


def _acting_id(viewer: ConquestViewer, acting: str) -> str:
    """The empire somebody acts for; empty when there is none."""
    me = acting_realm(viewer, acting)
    return me.id if me else ""


def _is_open(viewer: ConquestViewer, battle: Battle) -> bool:
    """Whether anything may be done about a battle now."""
    fought = battle.status not in ("settled", "struck") and viewer.state.now.phase == "battle"
    return fought and not is_paused(viewer)


def _reminders(viewer: ConquestViewer, battle: Battle) -> Iterator[tuple[str, str, str]]:
    """What both sides have in mind while they play: whose it is (if anybody's), what, by which rule."""
    whose: dict[tuple[str, str], list[str]] = {}
    for one in realm_reminders(viewer.state, viewer.book, battle):
        whose.setdefault((one.text, one.rule), []).append(one.realm)
    for (text, rule), realms in whose.items():
        yield listed(viewer.state.name_of(one) for one in realms if one), text, rule


def _correct_url(viewer: ConquestViewer, battle: Battle) -> str:
    """Where the facts of a battle that counts are corrected."""
    wrong = battle.status == "settled" and battle.method in ("played", "ruled")
    return reverse("maps:correct", args=[viewer.scope.pk, battle.id]) if wrong else ""


def _armies(viewer: ConquestViewer, battle: Battle) -> Iterator[ArmyLine]:
    state: Conquest = viewer.state
    for one in (fielded_points(state, viewer.book, battle, member) for member in battle.members):
        colour = state.realms[one.realm].colour
        yield ArmyLine(state.name_of(one.realm), colour, one.base, one.largest, one.gold, one.total)


def _shares(state: Conquest, battle: Battle, sent: Data) -> Iterator[ShareForm]:
    """The share of each member of a team."""
    for team in (battle.attackers, battle.defenders):
        if len(team) > 1:
            for one in team:
                yield ShareForm(sent, one, state.name_of(one), dict(battle.shares).get(one))


def _gold(battle: Battle) -> MapTap | None:
    if battle.committed or battle.status != "open":
        return None
    note = _(
        "Your choice stays sealed until everybody has chosen. Gold you spend elsewhere in the meantime "
        "cannot be used here."
    )
    return MapTap(
        "commit_gold",
        _("Commit gold to this battle"),
        hidden_fields(battle=battle.id),
        note,
        "coin",
        look="btn",
    )


def side_fields(
    state: Conquest, battle: Battle, facts: tuple[Facts, Facts], typed: Data
) -> tuple[SideFields, ...]:
    """The form of what happened, side by side."""
    return tuple(_side(state, battle, side, facts, typed) for side in SIDES)


def _side(
    state: Conquest, battle: Battle, side: SideName, facts: tuple[Facts, Facts], typed: Data
) -> SideFields:
    found = facts[0] if side == "attack" else facts[1]
    members = battle.attackers if side == "attack" else battle.defenders
    hosts = {host.realm: host for host in found.hosts}
    known = {"withdrew": found.withdrew, "surrendered": found.surrendered}
    gone = found.withdrew or found.surrendered
    return SideFields(
        form=LeftFieldForm(typed, prefix=side, initial=known),
        title=listed(state.name_of(one) for one in members),
        hosts=tuple(
            _host(state, f"{side}-{n}", realm, hosts.get(realm), typed, stayed=not gone)
            for n, realm in enumerate(members)
        ),
    )


def _host(
    state: Conquest, key: str, realm: str, host: Host | None, typed: Data, *, stayed: bool
) -> HostFields:
    known: dict[str, object] = {}
    if host is not None:
        figures = {"vp": host.vp, "lost": host.units_lost, "bp": host.break_point}
        known = {**figures, "general": host.general_lost}
    form = HostForm(typed, prefix=key, initial=known)
    broken = ""
    if host is not None and stayed and host.units_lost > host.break_point > 0:
        told = _(
            "Units lost: %(lost)d, break point: %(most)d, but “withdrew” isn’t ticked. If they withdrew, "
            "tick it below."
        )
        broken = told % {"lost": host.units_lost, "most": host.break_point}
    return HostFields(form, state.name_of(realm), state.realms[realm].colour, broken)


def typed_battle_facts(battle: Battle, typed: Data) -> tuple[Facts, Facts]:
    """The facts a report form says. Raises `Refused` for what is no number."""
    return _facts(battle, "attack", battle.attackers, typed), _facts(
        battle, "defend", battle.defenders, typed
    )


def typed_facts(battle: Battle, typed: Data) -> tuple[Facts, Facts]:
    """The facts of a form as far as they are any."""
    try:
        return typed_battle_facts(battle, typed)
    except Refused:
        marks = [_marked(readable_values(LeftFieldForm(typed, prefix=side))) for side in SIDES]
        return marks[0], marks[1]


def _facts(battle: Battle, side: str, members: tuple[str, ...], typed: Data) -> Facts:
    hosts = tuple(_typed_host(f"{side}-{n}", realm, typed) for n, realm in enumerate(members))
    return _marked(read(LeftFieldForm(typed, prefix=side)), hosts)


def _marked(said: Params, hosts: tuple[Host, ...] = ()) -> Facts:
    return Facts(withdrew=flag_in(said, "withdrew"), surrendered=flag_in(said, "surrendered"), hosts=hosts)


def _typed_host(key: str, realm: str, typed: Data) -> Host:
    said = read(HostForm(typed, prefix=key))
    return Host(
        realm=realm,
        vp=number_in(said, "vp"),
        units_lost=number_in(said, "lost"),
        break_point=number_in(said, "bp"),
        general_lost=flag_in(said, "general"),
    )


def _must_wait(viewer: ConquestViewer, told: Agreement | None, me: str) -> str:
    """Whose word my side's report needs, or who ends a dispute."""
    if told is not None and told.is_disputed:
        return ruling_words(viewer, told)
    names = must_wait(viewer.state, told, me)
    return counts_once_words(viewer, told, names) if told and names else ""


def _may_agree_at_table(viewer: ConquestViewer, told: Agreement, me: str) -> bool:
    """Whether my side's report waits for people who may have been there."""
    return not told.is_disputed and me not in told.others and any(map(viewer.is_played, told.others))


def _taps(viewer: ConquestViewer, battle: Battle, told: Agreement | None, me: str) -> Iterator[MapTap]:
    """What a member may do besides reporting, but for what somebody has asked for already."""
    asked = {one.act for one in request_lines(viewer, battle=battle.id)}
    sent = hidden_fields(battle=battle.id, realm=me)
    agrees = (*sent, as_shown(viewer, "battles", battle))
    if told is not None and me in told.others and not viewer.plays_against(me, battle.members):
        look = "brass" if told.is_open else "btn"
        yield MapTap("confirm", _("Agree"), agrees, icon="check-lg", look=look)
    elif told is not None and _may_agree_at_table(viewer, told, me):
        sure = at_table_words(must_wait(viewer.state, told, me))
        agrees = (*agrees, ("at_table", "true"))
        yield MapTap("confirm", _("They agreed at the table"), agrees, look="btn", sure=sure)
    if battle.status != "open":
        return
    rolled = viewer.book.settings.abstract_allowed and battle.kind == "land"
    if rolled and me not in battle.abstract_for and "ask_abstract" not in asked:
        note = _rolling(viewer, battle)
        why = tap_refusal(viewer.rival_refusal("ask_abstract", battle=battle.id, realm=me))
        yield MapTap("ask_abstract", _("Ask to roll it off"), sent, note, "dice-5-fill", look="btn", **why)
    if me not in battle.volunteers:
        yield MapTap("volunteer", _("Let somebody else play for me"), sent, icon="person-fill", look="btn")
    if "walkover" not in asked:
        asks = takes_a_word(viewer, "walkover", battle=battle.id, realm=me)
        words = _("Ask to concede") if asks else _("Concede")
        sure = "" if asks else _conceded(viewer, battle)
        why = tap_refusal(viewer.rival_refusal("walkover", battle=battle.id, realm=me))
        yield MapTap("walkover", words, sent, icon="flag", look="btn", wants_reason=True, sure=sure, **why)


def _conceded(viewer: ConquestViewer, battle: Battle) -> str:
    """What comes of conceding."""
    if battle.kind in paid(viewer.book):
        return _("Your side loses; the other side wins a minor victory.")
    return _("You lose; the other side wins.")


def _rolling(viewer: ConquestViewer, battle: Battle) -> str:
    """How a battle is rolled off as things stand."""
    favours = listed(viewer.state.name_of(one) for one in battle.attackers)
    added = [
        f"{modifier_words(viewer.book, one.key)} {signed(one.amount)}"
        for one in modifiers(viewer.state, viewer.book, battle)
    ]
    told = _("If everybody involved agrees, two dice decide it; a high roll favours %(names)s.") % {
        "names": favours
    }
    now = _("Modifiers so far: %(added)s.") % {"added": ", ".join(added)} if added else ""
    return " ".join(filter(None, (told, now, _("Seal your gold first: you cannot add any afterwards."))))
