"""Web push: a notice shown by a browser that somebody has allowed to, where the office is reached by https.

What leaves is encrypted for that one browser (RFC 8291) and signed with the office's key (RFC 8292). That key
follows from the server's own, which lies in the one backup; with another key every browser has to be asked
again. The maker of the browser keeps a notice no longer than it is worth telling, and one that is sent again
takes the place of the first (`Topic`). A browser that is gone is forgotten.
"""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override
from py_vapid import Vapid02

from campaigns.models import Browser, Outgoing, Topic
from campaigns.notices.found.inbox import notice_place, notification_sentence
from campaigns.notices.kinds.every_kind import notification_kind
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.ways.chat import cut_text
from campaigns.notices.ways.mail import language_of
from campaigns.notices.ways.way import SENT, Batch, Channel, Delivery, later, undeliverable
from campaigns.shell.links import absolute
from config import outward

NAME = "push"
GONE, BUSY = (404, 410), 429
MOST_LETTERS = 300  # of each line; all of it stays far below the 3,993 bytes that are taken
WORTH = timedelta(hours=24)  # what has no moment of its own
SIGNED_FOR = 12 * 3600  # seconds; 24 hours at most are taken
CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of that curve


def has_push() -> bool:
    """Whether phones reach the office by https, without which no browser shows notices."""
    return bool(settings.HTTPS)


def push_browsers(people: Collection[int]) -> dict[int, list[str]]:
    """Every browser of each."""
    found: dict[int, list[str]] = {}
    for pk, person in Browser.objects.filter(person__in=people).order_by("pk").values_list("pk", "person"):
        found.setdefault(person, []).append(str(pk))
    return found


def _browsers(numbers: Collection[int]) -> dict[int, Browser]:
    return Browser.objects.select_related("person").in_bulk(numbers)


def deliver_push(rows: Sequence[Outgoing], batch: Batch) -> Delivery:
    """One row to one browser."""
    row = rows[0]
    to = batch.address(row, _browsers)
    if to is None:
        return undeliverable("removed")
    with override(language_of(to.person)):
        body = encrypted(to, _said(row, batch.read))
    try:
        answer = outward.guarded_post(to.endpoint, body, push_headers(to, row))
    except outward.Forbidden as error:
        return undeliverable(str(error))
    except outward.Unreachable as error:
        return later(str(error))
    if answer.is_good:
        return SENT
    if answer.status in GONE:
        to.delete()
        return undeliverable(str(answer.status))
    may_pass = answer.status == BUSY or answer.status >= 500
    return later(str(answer.status), answer.after) if may_pass else undeliverable(str(answer.status))


def _said(row: Outgoing, read: NotificationReading) -> dict[str, str]:
    """What the browser shows: a title, a line below it, where a tap leads."""
    notice, link = row.notice, absolute(reverse("campaigns:inbox"))
    if notice is None:
        title, place = _("This is what notifications look like here"), _("Tap to open the inbox.")
    else:
        title, place = notification_sentence(notice, read), notice_place(notice)
        link = absolute(reverse("campaigns:notice", args=[notice.pk]))
    lines = {"title": cut_text(title, MOST_LETTERS), "body": cut_text(place, MOST_LETTERS)}
    return {**lines, "link": link, "tag": _topic(row)}


def encrypted(to: Browser, said: dict[str, str]) -> bytes:
    """For that browser alone, with a key of this one time."""
    text = json.dumps(said, ensure_ascii=False).encode()
    key = ec.generate_private_key(CURVE)
    whole: bytes = http_ece.encrypt(
        text, private_key=key, dh=as_bytes(to.key), auth_secret=as_bytes(to.auth), version="aes128gcm"
    )
    return whole


def push_headers(to: Browser, row: Outgoing) -> dict[str, str]:
    """How long it is worth keeping, what it takes the place of, and who sends it."""
    where = urlsplit(to.endpoint)
    claims = {
        "sub": settings.PUBLIC_URL,
        "aud": f"{where.scheme}://{where.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
    }
    signed: dict[str, str] = Vapid02(private_key=_own_key()).sign(claims)
    kept = {"ttl": str(_worth(row, timezone.now())), "topic": _topic(row), "urgency": "normal"}
    return {**signed, **kept, "content-encoding": "aes128gcm", "content-type": "application/octet-stream"}


def _topic(row: Outgoing) -> str:
    """The same whenever the row is sent again: 32 letters."""
    return row.word_outside.hex


def _worth(row: Outgoing, now: datetime) -> int:
    """For how many seconds it is worth telling."""
    at = notification_kind(row.notice).ends(row.notice, now) if row.notice else None
    return max(0, int((min(at, now + WORTH) if at else now + WORTH).timestamp() - now.timestamp()))


def _own_key() -> ec.EllipticCurvePrivateKey:
    digest = salted_hmac("musterroll.push", "vapid", algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, CURVE)


def public_key() -> str:
    """What a browser has to know before it takes anything from this office."""
    point = _own_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def as_bytes(said: str) -> bytes:
    """Base64 as browsers write it. Raises `ValueError`."""
    return urlsafe_b64decode(said + "=" * (-len(said) % 4))


WAY = Channel(
    name=NAME,
    title=lambda: _("Push"),
    send=deliver_push,
    wanted=push_browsers,
    works=has_push,
    chosen=frozenset(Topic) - {Topic.RESULTS, Topic.WEEK},
    sparing=True,
)
