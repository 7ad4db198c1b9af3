"""Parts that pages fetch, handed out again with as little else as can be.

After a tap everybody who watches asks for the same. The first of an audience goes the whole way; whoever asks
for the same while what it follows stands as it did is checked with one statement (their session, sign-in and
seat, as they stand now) and gets the same bytes. Anything unusual goes the whole way: another session, a
sign-in that changed, a league that moved on, a sign-in that speaks for somebody else.

What is remembered is bounded (`MOST`, `HEAVIEST`), lives in the process and never longer than a minute.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from campaigns.engine.stored.stands import stand_of
from campaigns.engine.who.access import person_of
from campaigns.shell.drawn.parts import STATE_AND_PEOPLE, KeptAnswer

LEAGUE = re.compile(r"/l/([1-9][0-9]{0,17})/")
MOST, HEAVIEST, MINUTE = 5_000, 3 * 2**20, 60
# What a browser sends that an answer may hang on, besides who asks.
SENT: Final = (
    "HTTP_HOST", "HTTP_HX_TARGET", "HTTP_HX_REQUEST", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE",
    "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO", "HTTP_AUTHORIZATION",
)  # fmt: skip
STANDS: Final = """
SELECT scope.version, scope.touched::text, scope.time_zone, scope.name, scope.club_id, club.version,
       scope.is_public, CASE WHEN seat.role = 'player' AND EXISTS (SELECT FROM campaigns_leagueorganiser own
        WHERE own.scope_id = scope.id AND own.seat_id = seat.id) THEN 'league' ELSE seat.role END,
       seat.person_id
FROM campaigns_scope scope JOIN campaigns_club club ON club.id = scope.club_id
LEFT JOIN campaigns_seat seat ON seat.club_id = club.id AND seat.person_id = %s AND seat.status = 'active'
 AND EXISTS (SELECT FROM django_session session, auth_user account, campaigns_person person
  WHERE session.session_key = %s AND session.session_data = %s AND session.expire_date > now()
    AND account.id = %s AND account.is_active AND account.password = %s
    AND person.id = seat.person_id AND person.user_id = account.id AND person.merged_into_id IS NULL
    AND NOT person.let_in)
WHERE scope.id = %s
"""

type Key = tuple[object, ...]
type Next = Callable[[HttpRequest], HttpResponseBase]


@dataclass(frozen=True, slots=True)
class KeptSignIn:
    """A session that has opened a person's seats: what must not have changed for it to do so again."""

    data: str
    user: int
    password: str
    person: int


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer as it was sent."""

    body: bytes
    headers: tuple[tuple[str, str], ...]
    etag: str


@dataclass
class NewestShelf[K, V]:
    """The newest of something: so many at most, and so many bytes."""

    weigh: Callable[[V], int]
    held: OrderedDict[K, V] = field(default_factory=OrderedDict)
    weight: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: K) -> V | None:
        return self.held.get(key)

    def put(self, key: K, one: V) -> None:
        with self.lock:
            self._drop(key)
            self.held[key] = one
            self.weight += self.weigh(one)
            while len(self.held) > MOST or (self.weight > HEAVIEST and self.held):
                self._drop(next(iter(self.held)))

    def clear(self) -> None:
        with self.lock:
            self.held.clear()
            self.weight = 0

    def _drop(self, key: K) -> None:
        gone = self.held.pop(key, None)
        self.weight -= self.weigh(gone) if gone is not None else 0


_answers: NewestShelf[Key, StoredAnswer] = NewestShelf(lambda one: len(one.body) + 500)
_sign_ins: NewestShelf[str, KeptSignIn] = NewestShelf(lambda one: len(one.data) + 200)
_players: NewestShelf[int, tuple[str, frozenset[int]]] = NewestShelf(lambda one: 64 * (len(one[1]) + 4))
_follows: NewestShelf[tuple[str, str], tuple[str, ...]] = NewestShelf(lambda one: 64 * (len(one) + 8))
SHELVES: Final = (_answers, _sign_ins, _players, _follows)


def clear_shelves() -> None:
    for shelf in SHELVES:
        shelf.clear()


def answer_kept(get_response: Next) -> Next:
    """The middleware, before all that draws, packs and signs an answer."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        found = LEAGUE.match(request.path_info) if request.method == "GET" else None
        if not found or "HTTP_HX_TARGET" not in request.META:
            return get_response(request)
        scope, session = int(found[1]), request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if kept := _kept(request, scope, session):
            return _again(request, kept)
        answer = get_response(request)
        if isinstance(answer, KeptAnswer) and answer.status_code == 200 and not answer.cookies:
            _keep(request, answer, scope, session)
        return answer

    return middleware


def _kept(request: HttpRequest, scope: int, session: str) -> StoredAnswer | None:
    """The same answer, if it is this visitor's now."""
    known, players, follows = _sign_ins.get(session), _players.get(scope), _follows.get(_place(request))
    if players is None or follows is None or (session and known is None):
        return None
    given = (known.person, session, known.data, known.user, known.password) if known else (None,) * 5
    with connection.cursor() as cursor:
        cursor.execute(STANDS, [*given, scope])
        row = cursor.fetchone()
    if row is None:
        return None
    version, noted, *rest, is_public, role, person = row
    touched = json.loads(noted or "null")

    def stands(names: tuple[str, ...]) -> str:
        return repr((stand_of(version, touched, names), *rest))

    if players[0] != stands(STATE_AND_PEOPLE) or not (role or (is_public and not session)):
        return None
    audience = f"{role}:{person}" if person in players[1] else role or "public"
    return _answers.get(_key(request, audience, stands(follows)))


def _place(request: HttpRequest) -> tuple[str, str]:
    """The page, and the parts of it that are asked for."""
    return request.get_full_path_info(), request.META["HTTP_HX_TARGET"]


def _key(request: HttpRequest, audience: str, stands: str) -> Key:
    sent = (request.META.get(name, "") for name in SENT)
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    minute = int(time.time()) // MINUTE
    return (request.scheme, request.get_full_path_info(), *sent, language, audience, stands, minute)


def _keep(request: HttpRequest, answer: KeptAnswer, scope: int, session: str) -> None:
    if session and not _sign_ins.get(session) and not _recognised(request, session):
        return
    answer["ETag"] = f'"{sha256(answer.content).hexdigest()[:32]}"'
    patch_vary_headers(answer, ["HX-Target", "Cookie"])
    _players.put(scope, (answer.players_stand, answer.players))
    _follows.put(_place(request), answer.follows)
    kept = StoredAnswer(answer.content, tuple(answer.items()), answer["ETag"])
    _answers.put(_key(request, answer.audience, answer.stands), kept)


def _recognised(request: HttpRequest, session: str) -> bool:
    """Remember a session that has opened somebody's own seats, in the usual way."""
    person, user = person_of(request), request.user
    row = Session.objects.filter(pk=session).first()
    if person is None or row is None or person.user_id != user.pk or person.let_in:
        return False
    if row.get_decoded() != dict(request.session.items()):
        return False
    _sign_ins.put(session, KeptSignIn(row.session_data, person.user_id, str(person.user.password), person.pk))
    return True


def _again(request: HttpRequest, kept: StoredAnswer) -> HttpResponse:
    is_known = request.META.get("HTTP_IF_NONE_MATCH") == kept.etag
    answer = HttpResponse(b"" if is_known else kept.body, status=304 if is_known else 200)
    for name, value in kept.headers:
        if not (is_known and name in ("Content-Length", "Content-Encoding", "Content-Type")):
            answer[name] = value
    return answer
