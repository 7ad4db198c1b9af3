"""What a map league wants of its organisers on their home page: battles whose sides disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import TodoLine
from campaigns.models import Scope
from campaigns.shell.links import page_of
from rules.engine.todos import ORGANISERS, Todo


def to_decide(rows: Iterable[Todo]) -> Iterator[Todo]:
    """The rows of a league in which its organisers have to rule."""
    return (one for one in rows if (one.act, one.stand, one.side) == ("decide", "must", ORGANISERS))


def rulings(scope: Scope, battles: Sequence[str], page: str) -> Iterator[TodoLine]:
    """One line that leads to the first of them; `page`: the name of a battle's address."""
    if battles:
        yield TodoLine(
            title=ngettext("Decide a disputed battle", "Decide %(n)s disputed battles", len(battles))
            % {"n": len(battles)},
            where=scope.name,
            url=page_of(page, scope.pk, battles[0]),
            icon="exclamation-diamond-fill",
            action=_("Decide"),
            scope=scope.pk,
        )
