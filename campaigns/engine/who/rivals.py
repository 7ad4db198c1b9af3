"""Who may start an act, and whose word on a rival's matters is not theirs to give.

An organiser who plays in a league does not speak for a side they play against: on a game of the two, or to
take it out of the league.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _

from campaigns.engine.stored.store import AnyRegistration, Registration
from campaigns.engine.who.access import may_play
from campaigns.engine.who.rights import TABLES, Actor, is_played, may_answer, side_from_who, who_starts
from campaigns.models import Scope, organisers_of
from rules.engine.games import ActTrait, AnySpec
from rules.engine.language import either
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.engine.state import State


def may_start(
    actor: Actor,
    spec: AnySpec,
    params: Mapping[str, object],
    scope: Scope,
    state: State,
    registration: AnyRegistration,
) -> None:
    """Raise PermissionDenied, or `Refused` with what would help, unless `actor` may start this procedure."""
    who = who_starts(spec, params, begun=registration.game.has_begun(state))
    may_answer(actor, who, spec.name, scope, state, registration)
    if refused := rival_refusal(actor, who, spec, params, scope, state, registration):
        raise refused


def rival_refusal[S: State, B](
    actor: Actor,
    who: str,
    spec: AnySpec,
    params: Mapping[str, object],
    scope: Scope,
    state: S,
    registration: Registration[S, B],
) -> Refused | None:
    """Why this person, who plays against the side an act is of (`who`), gives no word for it on a game; who
    may. For a side nobody plays they decide where no other organiser can, but never that their own report is
    right; where none can they also take a side out of the league."""
    games, marked = registration.rules.told_games, registration.game.marked
    tells = games is not None and spec.name in games.tells
    gives_up, concedes = (spec.name in marked[one] for one in (ActTrait.GIVES_UP, ActTrait.CONCEDES))
    side, at = side_from_who(who), (scope, state, registration)
    if not side or not (tells or gives_up or concedes or spec.name in registration.acts.words):
        return None
    if games and tells:
        sides = games.sides(state, params)
    elif gives_up:
        sides = _rivals_of(side, state, registration)
    else:
        sides = _sides_at_table(params, state, registration)
    if not actor.plays_against(side, sides, *at):
        return None
    others = (one for one in organisers_of(scope).order_by("name") if may_play(one))
    able = [str(one) for one in others if not Actor(one).plays_against(side, sides, *at)]
    alone = not able and not tells
    if alone and (gives_up or not is_played(scope, registration.rules.members_of(state, side))):
        return None
    said = _cannot_speak_for(_side_of(side, state, registration), able, tells)
    return Refused(next(iter(spec.rules), ""), said, admission=True)


def _cannot_speak_for(side: str, able: Sequence[str], tells: bool) -> str:
    """Why an organiser who plays against a side does not give its word; what helps."""
    said = [_("You are playing against %(side)s here, so you cannot speak for them.") % {"side": side}]
    said += [_("Ask %(names)s.") % {"names": either(able)}] if able else []
    if tells:
        said.append(_("Or decide it as organiser; the chronicle will say so."))
    elif not able:
        said.append(
            _("No other organiser can either. Say how it went for your side; the other side will answer.")
        )
    return " ".join(said)


def _rivals_of[S: State, B](side: str, state: S, registration: Registration[S, B]) -> list[str]:
    """The sides still in play but for the one meant, which may be one of its players too."""
    members_of, in_play = registration.rules.members_of, registration.rules.in_play
    own = set(members_of(state, side))
    sides = (one for one in registration.sides_of(state) if one != side and in_play(state, one))
    return [one for one in sides if own.isdisjoint(members_of(state, one))]


def _side_of[S: State, B](meant: str, state: S, registration: Registration[S, B]) -> str:
    """The name of a side, or of the one that somebody plays."""
    sides, members_of = registration.sides_of(state), registration.rules.members_of
    own = members_of(state, meant)
    played = (one for one in sides if not set(own).isdisjoint(members_of(state, one)))
    return sides[meant if meant in sides else next(played)].name


def _sides_at_table[S: State, B](
    params: Mapping[str, object], state: S, registration: Registration[S, B]
) -> Collection[str]:
    """The sides of the mission or battle that an act names; none where it names none."""
    played = next((found for one in TABLES if (found := text_in(params, one))), "")
    return (registration.rules.sides_at(state, played) or ()) if played else ()
