"""What a map league wants of its organisers on their home page: battles whose sides disagree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import TodoLine
from campaigns.engine.mine import Mine
from campaigns.models import Scope
from campaigns.shell.links import page_of


def rulings(mine: Mine, scope: Scope, battles: Sequence[str], page: str) -> Iterator[TodoLine]:
    """One line that leads to the first of them, for an organiser; `page`: the name of a battle's address."""
    if battles and mine.seat(scope).is_organiser:
        yield TodoLine(
            title=ngettext("Decide a disputed battle", "Decide %(n)s disputed battles", len(battles))
            % {"n": len(battles)},
            where=scope.name,
            url=page_of(page, scope.pk, battles[0]),
            icon="exclamation-diamond-fill",
            action=_("Decide"),
            scope=scope.pk,
        )
