"""What a map league wants of its organisers: to begin, to rule where sides disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from campaigns.engine.lines import TodoLine
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Scope
from campaigns.shell.links import page_of
from campaigns.shell.reading.fields import Says
from maps.ground.taps import MapTap, hidden_fields
from rules.engine.todos import Todo


def of_organisers(
    todos: Iterable[Todo], scope: Scope, own: Mapping[str, Says], battle: Callable[[Todo], str]
) -> Iterator[TodoLine]:
    """A line for each of these; `own`: what only this book lays on them, by kind; `battle`: the page where a
    ruling is given."""
    league = page_of("campaigns:league", scope.pk)
    for row in todos:
        if row.act == "decide":
            yield _line(
                scope, _("Decide a disputed battle"), battle(row), _("Decide"), "exclamation-diamond-fill"
            )
        elif row.act == "confirm":
            title = _("Agree for a side nobody plays, or dispute")
            yield _line(scope, title, battle(row), _("View it"), "check-lg")
        elif row.act == "begin_play":
            yield _line(scope, _("%(league)s can start") % {"league": scope.name}, league, "", "flag")
        else:
            yield _line(scope, str(own[row.kind]), league, "", "flag")


def _line(scope: Scope, title: str, url: str, action: str, icon: str) -> TodoLine:
    return TodoLine(title=title, where=scope.name, url=url, icon=icon, action=action, scope=scope.pk)


def ruling_words(viewer: AnyViewer, sides: Sequence[str]) -> str:
    """Who ends the dispute of a game between these sides, as its reader has it."""
    if viewer.is_organiser and not any(map(viewer.owns, sides)):
        return _("It does not count yet: decide it on this page, or wait until a side reports it again.")
    if any(viewer.owns(one) or viewer.acts_for(one) for one in sides):
        return _(
            "It does not count yet: an organiser decides on this page, or one of you reports it again here."
        )
    return _("It does not count yet: waiting for an organiser to decide, or for a side to report it again.")


def who_is_right(told_by: Iterable[str], name_of: Callable[[str], str], **about: str) -> Iterator[MapTap]:
    """A tap for each side that has told a disputed game: it counts as that one did."""
    for side in dict.fromkeys(told_by):
        right = _("%(name)s is right: that report counts") % {"name": name_of(side)}
        sent = hidden_fields(**about, told_by=side, words=right)
        yield MapTap("decide", right, sent, icon="check-lg", look="btn")
