"""The club's chat: a post for what everybody of the club may read, to a webhook an organiser has typed in.

Two shapes: Discord's, and a signed one as Standard Webhooks has it. A post sent again has the same id.
Who answers that it is gone, or does not take a post for a whole day, is switched off, and organisers read it.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Collection, Sequence
from hashlib import sha256

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from campaigns.models import Chat, ChatShape, News, NewsKind, Notice, NoticeKind, Outgoing, Seat
from campaigns.notices.found.news import news_message
from campaigns.notices.ways.way import RETRIES, SENT, Batch, Channel, Delivery, later, undeliverable
from config import outward

NAME = "chat"
GONE = (404, 410)
MOST = 900  # letters, which Discord's 2,000 hold when each of them is escaped
SECRET = "whsec_"  # noqa: S105 - how such secrets begin
WANTED = {  # what an organiser has written goes to every chat
    NewsKind.NIGHT: "nights",
    NewsKind.NIGHT_CHANGED: "nights",
    NewsKind.NIGHT_OFF: "nights",
    NewsKind.PLANNED: "plans",
    NewsKind.RESULT: "results",
}


def heard(news: News) -> list[str]:
    """The club's chats that are on and want it."""
    topic = WANTED.get(NewsKind(news.kind))
    wanted = {topic: True} if topic else {}
    found = Chat.objects.filter(club=news.club_id, off_at=None, **wanted)
    return [str(pk) for pk in found.values_list("pk", flat=True)]


def deliver_chat(rows: Sequence[Outgoing], _batch: Batch) -> Delivery:
    """One post of all rows, and what became of it noted for the organiser's page."""
    row = rows[0]
    chat = Chat.objects.select_related("club").filter(pk=int(row.address), off_at=None).first()
    if chat is None:
        return undeliverable("removed")
    with override(settings.LANGUAGE_CODE):
        body = _body(chat, [one.news for one in rows if one.news is not None])
    outcome = _posted(chat, row, body)
    Chat.objects.filter(pk=chat.pk).update(last_at=timezone.now(), last_said=outcome.said[:60])
    if not outcome.sent and (not outcome.again or row.attempts > len(RETRIES)):
        switch_off(chat)
    return outcome


def _posted(chat: Chat, row: Outgoing, body: bytes) -> Delivery:
    try:
        answer = outward.guarded_post(chat.url, body, webhook_headers(chat, str(row.word_outside), body))
    except outward.Forbidden as error:
        return undeliverable(str(error))
    except outward.Unreachable as error:
        return later(str(error))
    if answer.is_good:
        return SENT
    return (
        undeliverable(str(answer.status))
        if answer.status in GONE
        else later(str(answer.status), answer.after)
    )


def webhook_headers(chat: Chat, word: str, body: bytes) -> dict[str, str]:
    """With id and moment; and signed, where the other side has a secret to check it with."""
    at = str(int(timezone.now().timestamp()))
    found = {"content-type": "application/json", "user-agent": "Musterroll", "webhook-id": word}
    found["webhook-timestamp"] = at
    if chat.shape == ChatShape.SIGNED:
        found["webhook-signature"] = f"v1,{webhook_signature(chat.secret, word, at, body)}"
    return found


def webhook_signature(secret: str, word: str, at: str, body: bytes) -> str:
    key = b64decode(secret.removeprefix(SECRET))
    return b64encode(hmac.digest(key, f"{word}.{at}.".encode() + body, sha256)).decode()


def new_secret() -> str:
    return SECRET + b64encode(secrets.token_bytes(24)).decode()


def _body(chat: Chat, news: Sequence[News]) -> bytes:
    lines = [news_message(one) for one in news]
    text = cut_text("\n".join(one for one, _link in lines), MOST)
    link = lines[0][1] if lines else ""
    if not lines:
        text = _("%(club)s will post here from now on.") % {"club": chat.club}
    if chat.shape == ChatShape.DISCORD:
        said = "\n".join(filter(None, [escaped(text), link]))
        return _as_json({"content": said, "allowed_mentions": {"parse": []}})
    kind = f"club.{news[0].kind}" if news else "club.hello"
    data = {"club": str(chat.club), "text": text, "link": link}
    return _as_json({"type": kind, "timestamp": timezone.now().isoformat(), "data": data})


def _as_json(said: dict[str, object]) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def escaped(text: str) -> str:
    """Signs that would be a format there are signs."""
    return re.sub(r"([\\*_~`|>\[\]#])", r"\\\1", text)


def cut_text(text: str, most: int) -> str:
    """A long text ends at the end of a sentence or line; one without, at a word."""
    if len(text) <= most:
        return text
    ends = [one.end() for one in re.finditer(r"[.!?…](?=\s)|\n", text[:most])]
    if ends:
        return text[: ends[-1]].rstrip()
    return text[: most - 1].rpartition(" ")[0] + "…"


def switch_off(chat: Chat) -> None:
    """Nothing is posted any more; every organiser reads it in the inbox."""
    now = timezone.now()
    if not Chat.objects.filter(pk=chat.pk, off_at=None).update(off_at=now):
        return
    key = f"chat-{chat.pk}-{now:%Y%m%d%H%M%S}"
    people = Seat.objects.organisers().filter(club=chat.club_id).values_list("person_id", flat=True)
    kind = NoticeKind.CHAT_DEAD
    Notice.objects.bulk_create(
        [Notice(person_id=one, club=chat.club, kind=kind, key=key, chat=chat, at=now) for one in set(people)],
        ignore_conflicts=True,
    )


def no_recipients(_people: Collection[int]) -> dict[int, list[str]]:
    """What concerns one person does not go to a chat."""
    return {}


WAY = Channel(
    name=NAME,
    title=lambda: _("The club’s chat"),
    send=deliver_chat,
    wanted=no_recipients,
    heard=heard,
    together=True,
    personal=False,
)
