"""Who is to hear of what in a story, as people would say it, held against what the office told.

Whatever somebody does is followed by a look; then the notices that are new are exactly those it called for.
What leaves the office comes to other computers, which count it.
"""

from __future__ import annotations

import email
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils import timezone

from campaigns.models import News, Notice, Outgoing, OutStatus, Seat
from campaigns.notices.ways import outbox
from campaigns.notices.ways.way import Batch
from tests.campaigns.notices.sinks import ChatSink, MailSink

KINDS = (
    "asked", "agreed", "declined", "game_off", "lapsed", "night_changed", "night_off", "night_soon",
    "reported", "disputed", "counts", "acted_for", "result", "table", "corrected", "went_on", "night_asked",
    "game_soon", "steps", "chat_dead",
)  # fmt: skip

type Line = tuple[str, str, str]  # who, which kind, of what


@dataclass
class Hearing:
    """`names` by person; `killed`: the words of what was sent by a worker that never came back."""

    names: dict[int, str]
    mails: MailSink
    posts: ChatSink
    wanted: Counter[Line] = field(default_factory=Counter)
    last: int = 0
    killed: set[str] = field(default_factory=set)
    told: Counter[str] = field(default_factory=Counter)
    pushed: int = 0
    weekly: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def of(self, kind: str, what: object, people: Iterable[Seat]) -> None:
        """These people are to hear of this."""
        assert kind in KINDS
        self.wanted.update((self.names[one.person_id], kind, str(what)) for one in people)

    def check(self, now: object) -> None:
        """What was told since the last look is what was called for; not less, not more, nothing twice."""
        found = Notice.objects.filter(pk__gt=self.last, kind__in=KINDS).order_by("pk")
        told = Counter((self.names[one.person_id], one.kind, what_of(one)) for one in found)
        untold, unasked = self.wanted - told, told - self.wanted
        assert not untold, f"{now}: untold: {dict(untold)}"
        assert not unasked, f"{now}: told unasked: {dict(unasked)}"
        self.told.update(one.kind for one in found)
        self.last = Notice.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.wanted.clear()

    def kill_one(self, now: object) -> None:
        """A worker sends the next thing and is killed before it can say so."""
        assert timezone.now() == now
        taken = outbox.take(timezone.now()) or []
        if taken and outbox._tried(taken[0], Batch(taken)).sent:
            self.killed.add(taken[0][0].word_outside.hex)

    # Other computers

    def check_outside(self, weeks: int) -> None:
        """Each notice came to its reader once, or again under the same id after a kill, and so did each post;
        of each week came one mail to everybody at most. What somebody has to do is one line that is renewed:
        each time it is news it goes out anew."""
        came: dict[str, int] = Counter()
        self.pushed = 0
        under: dict[tuple[str, str], set[str]] = defaultdict(set)
        for raw, to in zip(self.mails.mails, self.mails.to, strict=True):
            word = self._read(raw, to, under)
            came[word] += 1
        for post in self.posts.posts:
            word = post.headers.get("webhook-id") or post.headers["topic"]
            came[word.replace("-", "")] += 1
            self.pushed += "topic" in post.headers
        again = {word for word, times in came.items() if times > 1}
        assert again <= self.killed
        renewed = set(map(str, Notice.objects.filter(key__startswith="todo-").values_list("pk", flat=True)))
        assert {one for one, words in under.items() if len(words) > 1 and one[1] not in renewed} == set()
        assert all(len(words) <= weeks for words in self.weekly.values())
        failed = Outgoing.objects.filter(status=OutStatus.FAILED).values_list("way", "said")
        assert list(failed) == []
        told = Outgoing.objects.exclude(news=None).filter(status=OutStatus.SENT).count()
        assert told <= News.objects.count()

    def _read(self, raw: bytes, to: list[str], under: dict[tuple[str, str], set[str]]) -> str:
        """Note which notices a mail tells of; its id."""
        mail = email.message_from_bytes(raw)
        word = str(mail["Message-ID"]).strip("<>").partition("@")[0].replace("-", "")
        text = mail.get_payload(decode=True)
        assert isinstance(text, bytes)
        assert len(to) == 1
        if "/mail/stop/week/" in str(mail["List-Unsubscribe"]):  # tells again what the week has brought
            self.weekly[to[0]].add(word)
            return word
        notices = re.findall(r"/inbox/(\d+)/", text.decode())
        assert notices, text.decode()
        for one in notices:
            under[to[0], one].add(word)
        return word


def what_of(notice: Notice) -> str:
    """What a notice is about, in the words of the story."""
    if notice.plan_id or notice.night_id:
        return f"game {notice.plan_id}" if notice.plan_id else f"night {notice.night_id}"
    if notice.report_id:
        return f"report {notice.report_id}"
    if notice.chat_id:
        return "the chat"
    return f"entry {notice.entry_id}" if notice.entry_id else notice.key.removeprefix(f"{notice.kind}-")
