"""A no: how long it holds, and what whoever has asked may do meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, ActRequestStatus, Scope, organisers_of
from rules.engine.refusals import Refused
from rules.engine.state import State

HALF_A_DAY = timedelta(hours=12)  # where a game has no stages


def no_holds(
    scope: Scope, state: State, registration: AnyRegistration, asked: ActRequest, now: datetime
) -> bool:
    """Whether the same is not asked again yet: it was declined in this stage, by whose no it is."""
    if asked.status != ActRequestStatus.DECLINED:
        return False
    stage = registration.acts.words[asked.procedure].stage(state)
    over = asked.stage != stage if stage else asked.asked_at < now - HALF_A_DAY
    return not over and _closes_it(scope, state, registration, asked)


def _closes_it(scope: Scope, state: State, registration: AnyRegistration, declined: ActRequest) -> bool:
    """Whether it was the no of whose side or person it is, or of an organiser; not of one who plays while
    there is one who does not."""
    at = (scope, state, registration)
    by = Actor(declined.answered_by)
    own = any(who != "organiser" and by.is_one_of(who, *at) for who in declined.whose)
    if own or not by.takes_sides(*at):
        return True
    return all(Actor(one).takes_sides(*at) for one in organisers_of(scope))


def takes_other_words(registration: AnyRegistration, asked: ActRequest) -> bool:
    """Whether it could be asked otherwise: in another colour, with another list."""
    otherwise = registration.acts.words[asked.procedure].otherwise
    return any(asked.params.get(one) for one in otherwise)


def asked_in_vain(scope: Scope, asked: ActRequest) -> Refused:
    """What whoever asks the same again reads while a no holds."""
    sentence = _("%(who)s has said no to this.") % {"who": asked.answered_by}
    return Refused("", f"{sentence} {_talk(scope, asked)} {_when(asked)}", admission=True)


def after_a_no(
    scope: Scope, state: State, registration: AnyRegistration, asked: ActRequest, now: datetime
) -> str:
    """What whoever has asked can do once they have been told no."""
    if not no_holds(scope, state, registration, asked, now):
        return _("You can ask again now.")
    other = takes_other_words(registration, asked)
    first = _("Talk it over, or change something and ask again.") if other else _talk(scope, asked)
    return f"{first} {_when(asked)}"


def _talk(scope: Scope, asked: ActRequest) -> str:
    """With whom; an organiser who has said no sends nobody to an organiser."""
    by = asked.answered_by
    is_organisers = by is None or by.organises(scope)
    return _("Talk it over.") if is_organisers else _("Talk it over, or ask an organiser.")


def _when(asked: ActRequest) -> str:
    if asked.stage:
        return _("You can ask for the same thing again in the next phase.")
    return _("You can ask for the same thing again twelve hours after your request.")
