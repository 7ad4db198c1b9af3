"""Mail: to an address its owner has confirmed, one mail to one recipient, a stop of one click (RFC 8058).

A mail that is sent again has the same Message-ID. Header lines are not folded: Python folds a long address of
`List-Unsubscribe` into encoded words, and providers then show no button.
"""

from __future__ import annotations

import select
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage as Whole
from email.message import Message
from email.policy import Policy, default
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, mailers
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from campaigns.models import MailAddress, Notice, NoticeKind, Outgoing, Person, Topic
from campaigns.nights.feeds.feeds import title_line
from campaigns.notices.found.inbox import notice_place, notification_sentence, notification_url
from campaigns.notices.kinds import weeks
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.ways.way import SENT, Batch, Channel, Delivery, later, undeliverable
from campaigns.shell.links import absolute
from rules.engine.language import listed

NAME = "mail"
LONGEST_LINE = 990  # letters; servers take 998
REFUSED = range(550, 560)  # this address, for good; what else is wrong may be mended


def has_mail() -> bool:
    """Whether the club's computer has mail."""
    return bool(settings.MAIL_IS_ON)


def mail_addresses(people: Collection[int]) -> dict[int, list[str]]:
    """The address of each whose is open."""
    found = MailAddress.objects.filter(person__in=people)
    return {one.person_id: [str(one.pk)] for one in found if one.is_open}


def _addresses(numbers: Collection[int]) -> dict[int, MailAddress]:
    return MailAddress.objects.select_related("person").in_bulk(numbers)


class Connection:
    """The way to the mail server, opened by the first mail; by the next one after a fault, and where the
    server has hung up meanwhile."""

    def __init__(self) -> None:
        self._open: BaseEmailBackend | None = None

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(OSError):
            if self._open is not None:
                self._open.close()

    def send(self, mail: EmailMessage) -> None:
        """Have the server take it. Raises what the server or the way to it says otherwise."""
        if self._open is not None and has_hung_up(self._open):
            self._drop()
        if self._open is None:
            self._open = mailers.default
        try:
            self._open.open()
            self._open.send_messages([mail])
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        """Without a word: after a fault it might not be answered for as long as a mail."""
        if socket := getattr(self._open, "connection", None):
            socket.close()
        self._open = None


def has_hung_up(line: BaseEmailBackend) -> bool:
    """Whether the server has said something unasked: that is its farewell."""
    server = getattr(line, "connection", None)
    if server is None or server.sock is None:
        return False
    heard = select.poll()
    heard.register(server.sock, select.POLLIN)
    return bool(heard.poll(0))


def deliver_mail(rows: Sequence[Outgoing], batch: Batch) -> Delivery:
    """One mail of all rows."""
    to = batch.address(rows[0], _addresses)
    if to is None:
        return undeliverable(_("the address no longer exists"))
    told = [row.notice for row in rows if row.notice is not None]
    with override(language_of(to.person)):
        mail = _about(to, told, batch.read) if told else _confirmation(to)
    mail.extra_headers |= {
        "Message-ID": f"<{rows[0].word_outside}@{_host()}>",
        "Auto-Submitted": "auto-generated",
    }
    line: Connection = batch.lines.of(WAY)
    try:
        line.send(mail)
    except SMTPRecipientsRefused as error:
        code, _words = next(iter(error.recipients.values()))
        return undeliverable(str(code)) if code in REFUSED else later(str(code))
    except SMTPResponseException as error:
        return later(str(error.smtp_code))
    except OSError as error:
        return later(type(error).__name__)
    return SENT


class Mail(EmailMessage):
    """A mail whose header lines stay whole."""

    def message(self, *, policy: Policy[Message[str, str]] | None = None) -> Whole:
        return super().message(policy=(policy or default).clone(max_line_length=LONGEST_LINE))


@dataclass(frozen=True, slots=True)
class MailLine:
    """One thing in a mail: what happened, where, and the link that leads there."""

    sentence: str
    place: str
    link: str


def _about(to: MailAddress, told: Sequence[Notice], read: NotificationReading) -> Mail:
    first = told[0]
    return _week(to, first) if first.kind == NoticeKind.WEEK else _notices(to, told, read)


def _week(to: MailAddress, notice: Notice) -> Mail:
    """What is open, due and has happened, in one mail that can be stopped by itself."""
    week, stop = weeks.mailed_week(notice, timezone.now()), stop_link(to, "mail_stop_week", "week")
    chapters = [
        MailChapter(str(name), _lines(told, NotificationReading(told))) for name, told in week.chapters()
    ]
    context = {"chapters": chapters, "name": str(to.person), "stop": stop, "told": _link("campaigns:told")}
    more = {"more": week.more, "inbox": _link("campaigns:inbox")}
    return _mail(
        to,
        notification_sentence(notice),
        "campaigns/notices/week.txt",
        context | more,
        _unsubscribed_by(stop),
    )


@dataclass(frozen=True, slots=True)
class MailChapter:
    """Things of a mail under one heading."""

    name: str
    lines: list[MailLine]


def _notices(to: MailAddress, told: Sequence[Notice], read: NotificationReading) -> Mail:
    lines, stop = _lines(told, read), stop_link(to)
    first = lines[0].sentence
    many = ngettext("%(n)s update from your club", "%(n)s updates from your club", len(lines))
    subject = first if len(lines) == 1 else many % {"n": len(lines)}
    context = {"lines": lines, "name": str(to.person), "stop": stop, "told": _link("campaigns:told")}
    return _mail(to, subject, "campaigns/notices/mail.txt", context, _unsubscribed_by(stop))


def _confirmation(to: MailAddress) -> Mail:
    link = _link("campaigns:mail_confirm", to.pk, to.word("confirm"))
    subject = _("Should your club’s notifications go to this address?")
    clubs = to.person.seats.active().order_by("pk").values_list("club__name", flat=True)
    context = {"link": link, "name": str(to.person), "clubs": listed(clubs, _("your club"))}
    return _mail(to, subject, "campaigns/notices/confirm.txt", context, {})


def _mail(to: MailAddress, subject: str, template: str, context: object, headers: dict[str, str]) -> Mail:
    assert isinstance(context, dict)
    text = render_to_string(template, context)
    return Mail(title_line(subject), text, settings.DEFAULT_FROM_EMAIL, [to.address], headers=headers)


def _lines(told: Iterable[Notice], read: NotificationReading) -> list[MailLine]:
    return [
        MailLine(notification_sentence(one, read), notice_place(one), absolute(notification_url(one)))
        for one in told
    ]


def _unsubscribed_by(stop: str) -> dict[str, str]:
    return {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def stop_link(to: MailAddress, name: str = "mail_stop", what: str = "") -> str:
    """The link that stops all mail, or the one that stops `what` alone."""
    return _link(f"campaigns:{name}", to.pk, to.word(f"stop-{what}" if what else "stop"))


def _link(name: str, *args: object) -> str:
    return absolute(reverse(name, args=args))


def _host() -> str:
    return urlsplit(settings.PUBLIC_URL).hostname or "musterroll.invalid"


def language_of(person: Person) -> str:
    """The language somebody reads; the office's where they have not said."""
    return str(getattr(person, "language", "") or settings.LANGUAGE_CODE)


WAY = Channel(
    name=NAME,
    title=lambda: _("Email"),
    send=deliver_mail,
    wanted=mail_addresses,
    works=has_mail,
    line=Connection,
    chosen=frozenset({Topic.GAMES, Topic.NIGHTS, Topic.COMING, Topic.ASKED, Topic.TURNS, Topic.WEEK}),
    daily=True,
)
