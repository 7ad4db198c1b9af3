"""Before a map league begins: which map it will be played on and who has joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from campaigns.engine.stored.journal import texts_of
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.shell.look.emblems import EMBLEM_NAMES
from campaigns.shell.reading.reader import words
from campaigns.shell.told import chronicle
from maps.conquest.forms import PickForm
from maps.conquest.here import ConquestHere
from maps.conquest.map.map_page import drawn, my_realm
from maps.conquest.map.stepping import latest_steps
from maps.ground.behind import pictures
from maps.ground.choosing import own_maps
from maps.ground.editor.generator_page import Maker, maker
from maps.ground.wrong import Wrong
from rules.conquest.ground import ground
from rules.conquest.setting_up.beginning import claimable, map_advice, needed
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

    @property
    def can_begin(self) -> bool:
        return len(self.realms) >= 2 and self.found >= self.needed > 0


def conquest_setup_page(here: ConquestHere, wrong: Wrong | None = None) -> ConquestSetupPage:
    """The page; `wrong` is the form that was just refused."""
    people = here.people
    behind = pictures.of_league(here, here.state)
    taken = {realm.colour for realm in here.state.realms.values()}
    return ConquestSetupPage(
        svg=drawn(here, "", None, behind.picture),
        credit=behind.credit,
        found=claimable(here.state),
        needed=needed(here.state, here.book),
        realms=tuple(
            JoinedRealm(
                one.id,
                one.name,
                people.get(one.owner, KnownPerson("", "iron")).name,
                one.colour,
                here.owns(one.id),
            )
            for one in here.state.realms.values()
        ),
        colours=tuple(name for name in EMBLEM_NAMES if name not in taken),
        joined=my_realm(here) is not None,
        ready=ready_for(here.scope.game),
        maker=maker(ground(), here.request.GET, max(2, len(here.state.realms)), wrong),
        order=tuple(_order(here, wrong)),
        own=own_maps(here.scope.club, here.scope.game),
        advice=tuple(map_advice(here.state)) if here.state.ground and here.state.territories else (),
        step=_latest_step(here) if here.is_organiser else None,
    )


def _latest_step(here: ConquestHere) -> tuple[int, str] | None:
    """What somebody did last, and its number."""
    steps = latest_steps(here.scope)
    if not steps:
        return None
    texts = texts_of(here.scope).get(steps[-1].pk, {})
    return steps[-1].seq, chronicle.sentence_of(here, steps[-1], texts)


def _order(here: ConquestHere, wrong: Wrong | None) -> Iterator[PickForm]:
    """A list for each place in the order of picking, as they were sent or as people joined."""
    realms = [(one.id, one.name) for one in here.state.realms.values()]
    chosen = words(here.request, "order") or list(here.state.realms)
    is_wrong = wrong is not None and wrong.of == "begin_play.order"
    for number, one in enumerate(chosen, 1):
        yield PickForm(number, realms, one, wrong=is_wrong)
