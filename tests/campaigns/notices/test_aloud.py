"""Every kind of notice as it is read: `pytest --log-cli-level=INFO` shows inbox, mail, push, post.

Who reads one on a lock screen knows neither the page nor what went before: it names who, and what or when.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.models import MailAddress, News, Notice, NoticeKind, Outgoing
from campaigns.notices.found import finding, news
from campaigns.notices.found.inbox import notice_place, notification_sentence
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.ways import mail, push
from tests.campaigns.engine.evening import founded
from tests.campaigns.nights.conftest import Evening, at, evening
from tests.campaigns.notices.sinks import ChatSink
from tests.campaigns.notices.test_chat import a_chat, agreed, sink
from tests.campaigns.notices.test_concerned import CLUB, LEAGUES, TIMES, Clock
from tests.campaigns.notices.test_concerned import called_off as night_off
from tests.campaigns.notices.test_concerned import changed as night_changed

__all__ = ["at", "evening", "sink"]
log = logging.getLogger(__name__)
pytestmark = pytest.mark.django_db
NAMED = ("Marta", "Tom", "Ilse", "Jun", "Club night", "club night", "Mission 1", "chat x", "The Iron Winter")


def reads(kind: NoticeKind) -> None:
    """Print what people get of a kind, and hold it against what a stranger can understand."""
    found = list(
        Notice.objects.filter(kind=kind).select_related("actor", "person", "scope", "report", "entry")
    )
    assert found
    for one in found:
        said = notification_sentence(one)
        to = MailAddress(person=one.person, address="a@example.org", pk=1)
        row = Outgoing(way="push", notice=one)
        told = push._said(row, NotificationReading([one]))
        subject = mail._about(to, [one], NotificationReading([one])).subject
        log.info("%s: %s\n   mail: %s\n   push: %s / %s", kind, said, subject, told["title"], told["body"])
        assert "%(" not in said
        assert "None" not in said
        assert any(name in said for name in NAMED), said
        assert told["title"] == said
        assert told["body"] == notice_place(one)
        assert notice_place(one)


@pytest.mark.parametrize("kind", CLUB)
def test_of_games_and_nights(kind: NoticeKind, evening: Evening) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    CLUB[kind][0](evening)
    finding.catch_up(timezone.now())
    reads(kind)


@pytest.mark.parametrize("kind", TIMES)
def test_as_time_passes(kind: NoticeKind, evening: Evening, at: Clock) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    TIMES[kind][0](evening, at)
    finding.catch_up(timezone.now())
    reads(kind)


@pytest.mark.parametrize("kind", LEAGUES)
def test_of_a_league(kind: NoticeKind) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    happens, later, _people = LEAGUES[kind]
    happens(founded())
    finding.catch_up(timezone.now() + later)
    reads(kind)


POSTS: dict[str, Any] = {"planned": agreed, "night_changed": night_changed, "night_off": night_off}


@pytest.mark.parametrize("kind", POSTS)
def test_posts(kind: str, evening: Evening, sink: ChatSink) -> None:
    a_chat(evening, sink)
    POSTS[kind](evening)
    (post,) = News.objects.filter(pk__in=[one.pk for one in news.find(timezone.now())], kind=kind)
    text, _link = news.news_message(post)
    log.info("post %s: %s", kind, text)
    assert any(name in text for name in NAMED)
