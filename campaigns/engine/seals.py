"""What is sealed, for those whose it is: whoever sealed it, and everybody who plays the side it was sealed
for.

Besides the step that reveals it (`dialogue.revealer`) and a person's own data, nothing else reads a seal.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from campaigns.engine.here import AnyHere
from campaigns.models import SealedAnswer


def own_seals(here: AnyHere) -> QuerySet[SealedAnswer]:
    """The seals of a league that this visitor may read before they are due."""
    if here.seat is None:
        return SealedAnswer.objects.none()
    sides = [side for side in here.kept.sides_of(here.state) if here.owns(side)]
    theirs = Q(owner__person=here.seat.person_id) | Q(side__in=sides)
    return SealedAnswer.objects.filter(theirs, slot__scope=here.scope)
