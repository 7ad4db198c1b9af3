"""What a faction's players may change on its page now, with the sentence where they may not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from maps.firestorm.factions.army import KINDS
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, Options, hidden_fields
from rules.firestorm.faction_figures import banners_in_reserve
from rules.firestorm.phases.admission import faction_problems
from rules.firestorm.preparing.banners import raise_problems, returns
from rules.firestorm.setting_up.armies import BEFORE_BATTLE
from rules.firestorm.state import Faction, Firestorm
from rules.turns.problems import TurnProblem, first_of


@dataclass(frozen=True, slots=True)
class Raising:
    """A new banner: the hidden fields of its form, or why there is none."""

    fields: tuple[tuple[str, str], ...]
    why_not: str
    rule: str


@dataclass(frozen=True, slots=True)
class Changing:
    """`banners`, `characters` and `others` can be chosen; `moving` says why nobody changes banner."""

    banners: Options
    characters: Options
    others: Options
    kinds: Options
    traits: Options
    trait: str
    raising: Raising
    returning: tuple[MapTap, ...]
    moving: str
    moving_rule: str
    brings: bool
    acting: str


def changing_of(viewer: FirestormViewer, me: Faction) -> Changing:
    """For who may act for a faction."""
    state = viewer.state
    moving = first_of(faction_problems(state, viewer.book, "change_banner", me.id))
    people = _people(state, me)
    return Changing(
        banners=tuple(_banners(state, me)),
        characters=people,
        others=(("", _("nobody")), *people),
        kinds=tuple((key, _(words)) for key, words in KINDS.items()),
        traits=(
            ("", _("fights as most armies do")),
            ("duardin", _("fights as duardin")),
            ("ogor", _("fights as ogors")),
        ),
        trait=me.trait,
        raising=_raising(viewer, me),
        returning=tuple(_returning(viewer, me)),
        moving=moving.sentence if moving else "",
        moving_rule=moving.rule if moving else "",
        brings=state.now.turn <= 1 and state.now.phase in BEFORE_BATTLE,
        acting="" if viewer.owns(me.id) else me.id,
    )


def _banners(state: Firestorm, me: Faction) -> Iterable[tuple[str, str]]:
    return (
        (one.id, state.name_of(one.id))
        for one in state.banners.values()
        if one.faction == me.id and one.at != "removed"
    )


def _people(state: Firestorm, me: Faction) -> Options:
    """The living of a faction with their banner."""
    return tuple(
        (one.id, f"{one.name} · {state.name_of(one.banner)}")
        for one in state.characters.values()
        if one.faction == me.id and one.alive
    )


def _raising(viewer: FirestormViewer, me: Faction) -> Raising:
    state, book = viewer.state, viewer.book
    problems: Iterable[TurnProblem] = (
        *faction_problems(state, book, "raise_banner", me.id), *raise_problems(state, book, me.id)
    )  # fmt: skip
    found = first_of(problems)
    sent = hidden_fields(turn=state.now.turn)
    return Raising(sent, found.sentence if found else "", found.rule if found else "")


def _returning(viewer: FirestormViewer, me: Faction) -> Iterable[MapTap]:
    """Banners in reserve, each with the way back."""
    state, book = viewer.state, viewer.book
    for one in banners_in_reserve(state, me.id):
        found = first_of(faction_problems(state, book, "return_banner", me.id))
        if not found and not returns(state, book, one):
            found = book.problem("E99", banner=state.name_of(one.id))
        sent = hidden_fields(turn=state.now.turn, banner=one.id)
        title = _("Bring %(banner)s back") % {"banner": state.name_of(one.id)}
        why = (found.sentence, found.rule) if found else ("", "")
        yield MapTap("return_banner", title, sent, icon="flag-fill", why_not=why[0], rule=why[1])
