"""Before a map league begins: which map it will be played on and who has joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from campaigns.engine.stored.journal import entry_texts
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.leagues.requests.lines import (
    JoiningAnswer,
    RequestLine,
    joining_answer,
    request_lines,
    takes_a_word,
)
from campaigns.shell.reading.reader import sent_ids
from campaigns.shell.told import chronicle
from maps.conquest.forms import PickForm
from maps.conquest.map.map_page import conquest_map_svg, my_realm
from maps.conquest.map.stepping import latest_map_steps
from maps.conquest.viewer import ConquestViewer
from maps.ground.behind import pictures
from maps.ground.choosing import own_maps
from maps.ground.editor.generator_page import Maker, maker
from maps.ground.wrong import Wrong
from maps.turns.colours import colours_to_join
from rules.conquest.ground import conquest_map_book
from rules.conquest.setting_up.beginning import claimable, empires_map_advice, needed
from rules.maps.ready import Ready, ready_for


@dataclass(frozen=True, slots=True)
class JoinedRealm:
    id: str
    name: str
    player: str
    colour: str
    mine: bool


@dataclass(frozen=True)
class ConquestSetupPage:
    """`needed` and `found` are territories; `colours` are still free; `order` is that of picking capitals;
    `step` an organiser may undo.
    """

    svg: SafeString
    credit: str
    found: int
    needed: int
    realms: tuple[JoinedRealm, ...]
    colours: tuple[str, ...]
    joined: bool
    ready: tuple[Ready, ...]
    maker: Maker | None
    own: tuple[tuple[int, str], ...]
    advice: tuple[str, ...]
    order: tuple[PickForm, ...]
    step: tuple[int, str] | None
    requests: tuple[RequestLine, ...]
    answered: JoiningAnswer | None
    asks_first: bool

    @property
    def is_asking(self) -> bool:
        """Whether the visitor has asked to be let in."""
        return any(one.mine for one in self.requests)

    @property
    def can_begin(self) -> bool:
        return len(self.realms) >= 2 and self.found >= self.needed > 0


def conquest_setup_page(viewer: ConquestViewer, wrong: Wrong | None = None) -> ConquestSetupPage:
    """The page; `wrong` is the form that was just refused."""
    people = viewer.people
    behind = pictures.picture_behind_league_map(viewer, viewer.state)
    taken = {realm.colour for realm in viewer.state.realms.values()}
    return ConquestSetupPage(
        svg=conquest_map_svg(viewer, "", None, behind.picture),
        credit=behind.credit,
        found=claimable(viewer.state),
        needed=needed(viewer.state, viewer.book),
        realms=tuple(
            JoinedRealm(
                one.id,
                one.name,
                people.get(one.owner, KnownPerson("", "iron")).name,
                one.colour,
                viewer.owns(one.id),
            )
            for one in viewer.state.realms.values()
        ),
        colours=colours_to_join(viewer, taken),
        joined=(joined := my_realm(viewer) is not None),
        ready=ready_for(viewer.scope.game),
        maker=maker(conquest_map_book(), viewer.request.GET, max(2, len(viewer.state.realms)), wrong),
        order=tuple(_order(viewer, wrong)),
        own=own_maps(viewer.scope.club, viewer.scope.game),
        advice=tuple(empires_map_advice(viewer.state))
        if viewer.state.ground and viewer.state.territories
        else (),
        step=_latest_step(viewer) if viewer.is_organiser else None,
        requests=request_lines(viewer),
        answered=None if joined else joining_answer(viewer),
        asks_first=takes_a_word(viewer, "enlist"),
    )


def _latest_step(viewer: ConquestViewer) -> tuple[int, str] | None:
    """What somebody did last, and its number."""
    steps = latest_map_steps(viewer.scope)
    if not steps:
        return None
    texts = entry_texts(viewer.scope).get(steps[-1].pk, {})
    return steps[-1].seq, chronicle.sentence_of(viewer, steps[-1], texts)


def _order(viewer: ConquestViewer, wrong: Wrong | None) -> Iterator[PickForm]:
    """A list for each place in the order of picking, as they were sent or as people joined."""
    realms = [(one.id, one.name) for one in viewer.state.realms.values()]
    chosen = sent_ids(viewer.request, "order") or list(viewer.state.realms)
    is_wrong = wrong is not None and wrong.of == "begin_play.order"
    for number, one in enumerate(chosen, 1):
        yield PickForm(number, realms, one, wrong=is_wrong)
