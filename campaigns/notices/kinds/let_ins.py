"""What the inbox says of a device that somebody let in: whose word it was, which, when, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import LetIn, Notice
from config.dates import dated_by

KEY = "let-in-"


def let_in_id(notice: Notice) -> int:
    """The number of the row it tells of."""
    return int(notice.key.removeprefix(KEY))


def let_in_sentence(notice: Notice, row: LetIn | None, entered: int) -> str:
    """Its sentence: no question, because the device itself shows the same inbox and cannot answer it."""
    clock = row.clock if row else notice.person.own_clock or notice.club.tz
    known = {"name": notice.actor or _("An organiser"), "when": dated_by(notice.at, clock)}
    if row is None:
        return _("%(name)s signed a device in as you (%(when)s)") % known
    known["device"] = row.device or _("another device")
    said = _("%(name)s signed a device in as you (%(device)s, %(when)s)")
    if row.sign_in_id is not None:
        said = _("%(name)s says that %(device)s is also you (%(when)s)")
    return ". ".join(filter(None, [said % known, _entered(row, entered), *_opened(row), _answered(row)]))


def _entered(row: LetIn, n: int) -> str:
    words = ngettext("%(n)s entry was made on it", "%(n)s entries were made on it", n)
    return words % {"n": n} if n and not row.mine else ""


def _opened(row: LetIn) -> Iterator[str]:
    words = _("Since %(when)s, that sign-in has been able to read what your side keeps secret in %(league)s")
    for league, when in row.has_read if not row.mine else ():
        yield words % {"league": league, "when": when}


def _answered(row: LetIn) -> str:
    if row.mine is None:
        return "" if row.answered_at else _("You haven’t said yet whether that was you")
    return _("You said that it was you") if row.mine else _("You said that it was not you")
