"""Whose word an act takes of somebody who wants it done, for the door and for the words of a button."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.who.rights import Actor, at_its_table, side_from_who
from campaigns.models import ActRequest, Scope
from rules.engine.games import AnySpec
from rules.engine.plain import Params
from rules.engine.questions import ORGANISER
from rules.engine.state import State


@dataclass(frozen=True, slots=True)
class Whose:
    """Who has to agree (`all`), those of them whom this person is (`own`), and whether others are asked
    first: an organiser who is none of those concerned decides."""

    all: tuple[str, ...]
    own: tuple[str, ...]
    asks_first: bool


def whose_word(
    actor: Actor, spec: AnySpec, params: Params, scope: Scope, state: State, registration: AnyRegistration
) -> Whose:
    """Of an act of this person's; nobody where it takes no word but theirs."""
    word = registration.acts.words.get(spec.name)
    book = registration.game.book_of(state)
    whose = tuple(dict.fromkeys(word.whose(state, book, params))) if word else ()
    own = tuple(who for who in whose if speaks_for(actor, who, scope, state, registration))
    starts = at_its_table(spec.starters(params), params)
    is_party = bool(own) or (
        side_from_who(starts) != "" and speaks_for(actor, starts, scope, state, registration)
    )
    decides = actor.seat is None or (actor.organises(scope) and not is_party)
    return Whose(whose, own, asks_first=len(own) < len(whose) and not decides)


def organiser_lets_in(state: State, registration: AnyRegistration) -> bool:
    """Whether whoever joins, however they do, waits for an organiser's word."""
    game, book = registration.game, registration.game.book_of(state)
    joins = [
        word.whose(state, book, {})
        for name, word in registration.acts.words.items()
        if game.spec(name).by == "person:{owner}"
    ]
    return bool(joins) and all(ORGANISER in whose for whose in joins)


def speaks_for(actor: Actor, who: str, scope: Scope, state: State, registration: AnyRegistration) -> bool:
    """Whether this person is meant themselves, on a device that speaks for them."""
    return not actor.held and actor.is_one_of(who, scope, state, registration)


def may_decide(
    actor: Actor, asked: ActRequest, scope: Scope, state: State, registration: AnyRegistration
) -> bool:
    """Whether an organiser may give, or refuse, the word of all who have not answered."""
    own = (asked.procedure, scope, state, registration)
    return (
        actor.organises(scope) and not actor.held and all(actor.may_act(who, *own) for who in asked.open_to)
    )
