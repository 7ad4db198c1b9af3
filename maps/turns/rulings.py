"""What a map league wants of its organisers: to begin, to rule where sides disagree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from campaigns.engine.lines import TodoLine
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Entry, Scope
from campaigns.shell.links import page_of
from campaigns.shell.reading.fields import Says
from maps.ground.taps import MapTap, hidden_fields
from rules.engine.language import listed
from rules.engine.todos import Todo
from rules.turns.telling import right_words


def of_organisers(
    todos: Iterable[Todo],
    scope: Scope,
    own: Mapping[str, Says],
    battle: Callable[[Todo], str],
    called: Callable[[Todo], str],
) -> Iterator[TodoLine]:
    """A line for each of these; `own`: what only this book lays on them, by kind; `battle`: the page where a
    ruling is given, and `called` what its battle is called."""
    league = page_of("campaigns:league", scope.pk)
    for row in todos:
        if row.act == "decide":
            icon = "exclamation-diamond-fill"
            yield _line(scope, decide_words(called(row)), battle(row), _("Decide"), icon)
        elif row.act == "confirm":
            title = _("Agree to a report for a side nobody plays, or dispute it")
            yield _line(scope, title, battle(row), _("View it"), "check-lg")
        elif row.act == "begin_play":
            yield _line(scope, _("%(league)s can start") % {"league": scope.name}, league, "", "flag")
        else:
            yield _line(scope, str(own[row.kind]), league, "", "flag")


def decide_words(battle: str) -> str:
    """What an organiser has to do about a disputed battle, by what that is called."""
    return _("Decide a disputed battle: %(battle)s") % {"battle": battle}


def _line(scope: Scope, title: str, url: str, action: str, icon: str) -> TodoLine:
    return TodoLine(title=title, where=scope.name, url=url, icon=icon, action=action, scope=scope.pk)


def was_told_anew(entry: Entry, left: Mapping[str, object], reports: Collection[str]) -> bool:
    """Whether an entry told of a disputed game anew, so that the others are asked once more; what it `left`
    does not say so in entries of older releases, but that it is one of the book's `reports` does.
    """
    own = "anew" not in left and entry.procedure in reports and not left.get("accounts")
    return own or bool(left.get("anew"))


def ruling_words(viewer: AnyViewer, told: Agreement) -> str:
    """Who ends the dispute of a game, as its reader has it."""
    sides = told.sides
    if told.again:
        return _told_again(viewer, told)
    if viewer.is_organiser and not any(map(viewer.owns, sides)):
        return _("It does not count yet: decide on this page, or wait until a side reports it again.")
    if any(viewer.owns(one) or viewer.acts_for(one) for one in sides):
        return _(
            "It does not count yet: an organiser can decide on this page, or one of you can report it "
            "again here."
        )
    return _("It does not count yet: waiting for an organiser to decide, or for a side to report it again.")


def _told_again(viewer: AnyViewer, told: Agreement) -> str:
    if any(viewer.owns(one) for one in told.asked):
        return _(
            "It was disputed and has been reported again. If it’s correct this time, agree to it. If not, "
            "dispute it, and an organiser will decide."
        )
    names = {"names": listed(viewer.state.name_of(one) for one in told.asked)}
    return (
        _(
            "It was disputed and has been reported again: waiting for %(names)s to agree, or for an "
            "organiser to decide."
        )
        % names
    )


def who_is_right(
    told_by: Iterable[str], name_of: Callable[[str], str], about: Iterable[tuple[str, str]]
) -> Iterator[MapTap]:
    """A tap for each side that has told a disputed game: it counts as told, which is the reason. `about`: the
    fields that say of which game, as the page shows it."""
    for side in dict.fromkeys(told_by):
        sent = (*about, *hidden_fields(told_by=side))
        yield MapTap("decide", right_words(name_of(side)), sent, icon="check-lg", look="btn")
