"""A worker really killed while it sends: what was in doubt is repeated as the same, and nothing else."""

from __future__ import annotations

import email
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings as site
from django.db import connection
from django.tasks import TaskResult, TaskResultStatus
from django.utils import timezone

from campaigns.models import Chat, MailAddress, Notice, NoticeKind, Outgoing, OutStatus, Telling, Topic, Wish
from campaigns.notices.ways import browsers, outbox, push
from tests.campaigns.nights.conftest import Evening, evening
from tests.campaigns.notices.sinks import ChatSink, MailSink, chat_sink, mail_sink
from tests.campaigns.notices.test_push import PHONE, Phone

__all__ = ["evening"]
pytestmark = [
    pytest.mark.serial,
    pytest.mark.xdist_group("office"),
    pytest.mark.django_db(transaction=True),
]
WORK = """
import json, sys
from django.conf import settings
settings.DATABASES["default"] |= json.loads(sys.argv[1])
import django
django.setup()
from django.core.management import call_command
call_command("work", verbosity=0)
"""
PATIENCE = 90.0  # seconds


class Workers:
    """The worker as a process of its own, on the database of this test; after a kill another."""

    def __init__(self, mail: MailSink) -> None:
        self.surroundings = {
            **os.environ,
            "MUSTERROLL_MAIL": f"smtp://127.0.0.1:{mail.port}",
            "MUSTERROLL_OUTWARD": "127.0.0.0/8",
            "MUSTERROLL_URL": "https://muster.example.org",
            "MUSTERROLL_BACKUPS": "no",
            "MUSTERROLL_POOL": "0",
        }
        self.start()

    def start(self) -> None:
        names = ("NAME", "HOST", "PORT", "USER", "PASSWORD")
        where = json.dumps({name: connection.settings_dict[name] for name in names})
        command = [sys.executable, "-c", WORK, where]
        self.process = subprocess.Popen(command, cwd=site.ROOT, env=self.surroundings)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        assert self.process.wait(timeout=PATIENCE) == -signal.SIGKILL


@contextmanager
def working(mail: MailSink) -> Iterator[Workers]:
    workers = Workers(mail)
    try:
        yield workers
    finally:
        workers.process.kill()
        workers.process.wait(timeout=PATIENCE)


def until(happens: Callable[[], bool], workers: Workers) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert workers.process.poll() is None, "the worker has ended"
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def five(way: str, evening: Evening, address: str) -> list[str]:
    """What five things on their way are called outside, in their order."""
    tom = evening.tom.person
    rows = [
        outbox.row_to(way, address, club=evening.club)
        if way == "chat"
        else outbox.row_to(way, address, person=tom, notice=counts(evening, f"{way}{n}"), club=evening.club)
        for n in range(5)
    ]
    for row in rows:
        row.save()
    return [row.word.hex for row in rows]


def counts(evening: Evening, key: str) -> Notice:
    """One of the plainest kind, which holds for three days."""
    table = evening.tom
    return Notice.objects.create(
        person=table.person,
        club=evening.club,
        kind=NoticeKind.CHAT_DEAD,
        key=key,
        chat=Chat.objects.get(),
    )


def addresses(evening: Evening, sink: ChatSink) -> dict[str, str]:
    """By their way: two places of Tom's, and the club's chat."""
    tom = evening.tom.person
    Telling.objects.create(person=tom, quiet=False)
    Wish.objects.create(person=tom, topic=Topic.OTHER, way="mail", on=True)
    phone = Phone(ec.derive_private_key(7_190_418, push.CURVE), b"sixteen letters.")
    return {
        "mail": str(MailAddress.objects.create(person=tom, address="tom@example.org", confirmed_at=NOW()).pk),
        "push": str(
            browsers.subscribe_browser(tom, endpoint=f"{sink.url}/tom", agent=PHONE, **phone.said).pk
        ),
        "chat": str(Chat.objects.create(club=evening.club, name="x", url=sink.url).pk),
    }


NOW = timezone.now
HEADER = {"push": "topic", "chat": "webhook-id"}


def came(way: str, mail: MailSink, chat: ChatSink) -> list[str]:
    """What arrived, by the name that stays the same."""
    if way == "mail":
        ids = [email.message_from_bytes(raw)["Message-ID"] for raw in mail.mails]
        return [UUID(one.strip("<>").partition("@")[0]).hex for one in ids]
    return [UUID(one.headers[HEADER[way]]).hex for one in chat.posts]


@pytest.mark.in_turn(7, kind="kills")
def test_killed_while_sending_only_what_was_in_doubt_comes_again(evening: Evening, settings: Any) -> None:
    """By each way; the worker that has sent the rest is the one killed next."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    with mail_sink() as mail, chat_sink() as chat, working(mail) as workers:
        for way, address in addresses(evening, chat).items():
            chat.posts.clear()
            killed_while_sending(way, five(way, evening, address), workers, mail, chat)
        assert len(mail.mails) == 6
    assert Outgoing.objects.count() == 15


def killed_while_sending(
    way: str, words: list[str], workers: Workers, mail: MailSink, chat: ChatSink
) -> None:
    stuck = Event()
    mail.then = chat.then = lambda: None if len(came(way, mail, chat)) < 3 else hold(stuck)
    outbox.send_what_is_due.enqueue()
    until(lambda: len(came(way, mail, chat)) == 3, workers)
    workers.kill()
    stuck.set()
    assert came(way, mail, chat) == words[:3]
    doubtful = Outgoing.objects.get(status=OutStatus.WAITING, attempts=1)
    assert doubtful.word.hex == words[2]
    workers.start()
    woken = outbox.send_what_is_due.enqueue()
    until(lambda: is_done(woken), workers)
    assert len(came(way, mail, chat)) == 3, "what is in doubt holds up the rest, in order"
    Outgoing.objects.filter(pk=doubtful.pk).update(next_at=NOW())  # five minutes have passed
    outbox.send_what_is_due.enqueue()
    until(lambda: not Outgoing.objects.filter(status=OutStatus.WAITING).exists(), workers)
    assert came(way, mail, chat) == [*words[:3], *words[2:]]
    assert {one.status for one in Outgoing.objects.all()} == {OutStatus.SENT}


def is_done(job: TaskResult[..., None]) -> bool:
    job.refresh()
    return job.status == TaskResultStatus.SUCCESSFUL


def hold(stuck: Event) -> None:
    """The other computer has it and does not say so before the worker is killed."""
    stuck.wait(PATIENCE)
