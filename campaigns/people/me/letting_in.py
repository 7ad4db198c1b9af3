"""A device that somebody else's word let in: it is noted, its person asked, and answers what it was.

Until then it makes no way in of its own: what it made could be used without anybody's word. Where a league
has opened to it, it still makes none, and signs nobody out, as long as another device of theirs can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from http import HTTPStatus

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db.models import Q, QuerySet
from django.db.transaction import atomic
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.stored import topics
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.access import noted_person, person_of, session_of
from campaigns.engine.who.let_in import MARK, holds_anywhere, turns_now, visitor_let_ins
from campaigns.engine.who.opening import A_DAY, LOST
from campaigns.engine.who.rights import CLOCK
from campaigns.models import LetIn, LetInTrace, Notice, NoticeKind, Person, Scope, Seat
from campaigns.people.me.program_tokens import revoke_tokens
from campaigns.people.sides import turns_played
from campaigns.shell.people_frame import my_frame

# What makes a way in for anybody, ends one, or says where its person is told of it; what gives a seat up; and
# all they have written, as a file.
KEPT_BACK = frozenset(
    f"people:{one}"
    for one in (
        "my_way_back", "new_way_back", "claim", "my_token", "my_file", "sign_out_everywhere", "erase",
        "seat", "seat_way_back", "seat_request", "merge", "remove", "restore", "invitations", "invitation",
        "my_holiday", "holiday",
    )
) | {
    "campaigns:told", "campaigns:mail_address", "campaigns:browser", "campaigns:league_organisers",
}  # fmt: skip
PASSKEYS = "mfa_"
# Of these what is for a club's organisers; to anybody else they are not there.
FOR_ORGANISERS = frozenset(
    f"people:{one}"
    for one in (
        "seat", "seat_way_back", "seat_request", "merge", "restore", "invitations", "invitation", "holiday",
    )
) | {"campaigns:league_organisers"}  # fmt: skip
# Of these what such a device may do once a league has opened to it, though another of the person's is signed
# in: nobody signs in by it, and it ends nothing of theirs.
HARMLESS = frozenset(
    f"people:{one}" for one in ("my_file", "my_holiday", "holiday")
) | {"campaigns:told", "campaigns:mail_address", "campaigns:browser"}  # fmt: skip
FORSAKEN = timedelta(weeks=8)  # a device signed in that has not asked for so long is nobody's any more
# What a person does outside any league, by its address, and the page of a place where one sees it.
OUTSIDE: Mapping[str, tuple[Promise, str]] = {
    "people:me": (lazy("Changed their name, their dice or how pages look"), "people:me"),
    "people:my_seat": (lazy("Changed their name or emblem in a club"), "people:my_seat"),
    "people:my_holiday": (lazy("Entered a holiday"), "people:my_holiday"),
    "people:standing_in": (lazy("Declined to stand in for somebody"), "people:my_seat"),
    "people:club": (lazy("Changed the settings of a club"), "people:club"),
    "campaigns:night_new": (lazy("Announced a club night"), "campaigns:nights"),
    "campaigns:night_change": (lazy("Changed a club night"), "campaigns:night"),
    "campaigns:night_off": (lazy("Called a club night off"), "campaigns:night"),
    "campaigns:night_last": (lazy("Ended a series of club nights"), "campaigns:night"),
    "campaigns:night_say": (lazy("Said whether they’re coming to a club night"), "campaigns:night"),
    "campaigns:night_bring": (lazy("Said whether they’re coming to a club night"), "campaigns:night"),
    "campaigns:night_here": (lazy("Said they had arrived"), "campaigns:night"),
    "campaigns:night_arrived": (lazy("Marked somebody as arrived"), "campaigns:night"),
    "campaigns:look": (lazy("Looked for a game"), "campaigns:nights"),
    "campaigns:look_stop": (lazy("Stopped looking for a game"), "campaigns:nights"),
    "campaigns:plan_new": (lazy("Asked for a game"), "campaigns:nights"),
    "campaigns:plan_answer": (lazy("Accepted or declined a game"), "campaigns:plan"),
    "campaigns:plan_move": (lazy("Moved a game"), "campaigns:plan"),
    "campaigns:plan_off": (lazy("Called a game off"), "campaigns:plan"),
    "campaigns:plan_begin": (lazy("Started a game"), "campaigns:plan"),
    "people:claim": (lazy("Set a password"), "people:me"),
    "people:new_way_back": (lazy("Created a sign-in link"), "people:my_way_back"),
    "people:my_token": (lazy("Created or revoked a token for programs"), "people:my_token"),
    "mfa_add_webauthn": (lazy("Added a passkey"), "people:me"),
    "campaigns:mail_address": (lazy("Changed their email address"), "campaigns:told"),
    "campaigns:pairs_publish": (lazy("Published pairings"), "campaigns:night"),
}


def note_let_in(request: HttpRequest, person: Person, by: Seat | None, device: str) -> None:
    """This session, signed in a moment ago, is one that somebody else has let in."""
    key = request.session.session_key or ""
    row = LetIn(person=person, by=by, device=device, session_key=key, turns=turns_now(person))
    request.session[MARK] = _asks(row, users_of(person))


def note_merged(*, stays: Person, gone: Person, by: Seat) -> None:
    """Two people become one: what signs in as either reads no secrets of the other's yet. Before their seats
    are one's."""
    own = {one.pk: turns_played(one) for one in (stays, gone)}
    for sign_in, other in ((gone, stays), (stays, gone)):
        turns = {scope: turn for scope, turn in own[other.pk].items() if scope not in own[sign_in.pk]}
        for user in users_of(sign_in) if turns else ():
            row = LetIn(person=stays, by=by, device=str(gone), sign_in_id=user, turns=turns)
            _asks(row, users_of(other))


def users_of(person: Person) -> list[int]:
    """Ids of every sign-in that speaks for this person."""
    return [person.user_id, *person.merged_from.values_list("user", flat=True)]


def _asks(row: LetIn, own: Sequence[int]) -> int:
    """Their number, once the person is asked and told; `own`: by which sign-ins they answer.

    Whoever can say by a password or passkey that it was them has to. A device of theirs that is still signed
    in may be the one they have lost: it has some time to ask.
    """
    row.waits_until = row.at + (LOST if _is_signed_in(own, row) else A_DAY)
    row.asked_at = row.at if _have_a_key(own) else None
    row.save()
    Person.objects.filter(pk=row.person_id).update(let_in=True)
    row.person.let_in = True
    seat = row.by or row.person.seats.active().first()
    if seat is not None:
        Notice.objects.create(
            person=row.person,
            club_id=seat.club_id,
            kind=NoticeKind.LET_IN,
            key=f"let-in-{row.pk}",
            actor=row.by,
        )
    return row.pk


def _have_a_key(users: Sequence[int]) -> bool:
    """Whether somebody can sign in by a password or passkey of their own."""
    if Authenticator.objects.filter(user__in=users, type=Authenticator.Type.WEBAUTHN).exists():
        return True
    return any(user.has_usable_password() for user in User.objects.filter(pk__in=users))


def _is_signed_in(users: Sequence[int], row: LetIn, but: str | None = None) -> bool:
    """Whether they are signed in anywhere by their own word, `but` in one session."""
    let_in = LetIn.objects.filter(person=row.person_id).exclude(mine=True).values("session_key")
    sessions = UserSession.objects.filter(user__in=users).exclude(session_key__in=let_in)
    return any(session.exists() for session in sessions.exclude(session_key__in=[row.session_key, but or ""]))


@receiver(user_logged_in)
def _by_own_word(request: HttpRequest, user: User, **_more: object) -> None:
    """A password or a passkey is the person's own word; a link is noted after it has signed in."""
    request.session.pop(MARK, None)


# The question, and its answer


def let_in_questions(request: HttpRequest) -> dict[str, object]:
    """For every page: what this visitor's own device asks them about."""
    return {"let_ins": SimpleLazyObject(lambda: _questions(request))}


def _questions(request: HttpRequest) -> list[LetIn]:
    person = noted_person(request)
    if person is None or not person.let_in:
        return []
    asked = asked_here(request, person)
    asked.filter(asked_at=None).update(asked_at=timezone.now())
    return list(asked.select_related("by__club", "person__telling"))


def asked_here(request: HttpRequest, person: Person) -> QuerySet[LetIn]:
    """About which devices this one is asked: all, on one of the person's own; those that came after it, on
    one that was let in itself and has read all since a turn began; else about none.
    """
    own = visitor_let_ins(request, person)
    waiting = LetIn.objects.filter(person=person, answered_at=None)
    if holds_anywhere(own):
        return waiting.none()
    return waiting.filter(pk__gt=max(one.pk for one in own)) if own else waiting


@atomic
def answer_let_in(*, person: Person, row: LetIn, mine: bool, session_key: str = "") -> None:
    """It was them; or it was not, and the device is signed out, and no way in works that somebody else made
    or it may have. `session_key`: of who says so."""
    LetIn.objects.filter(pk=row.pk).update(answered_at=timezone.now(), mine=mine)
    _tell_leagues(row)
    if not mine:
        for session in UserSession.objects.filter(session_key=row.session_key or None):
            session.end()
        session_of(row.session_key).delete()
        _end_ways_in(person, row, session_key)
    waits = LetIn.objects.filter(person=person, answered_at=None).exists()
    Person.objects.filter(pk=person.pk).update(let_in=waits)


def _end_ways_in(person: Person, row: LetIn, session_key: str) -> None:
    """End every link by somebody else; and since the device may have come to act as the person altogether,
    what was made after it came in: links, passkeys, tokens, a password, and who signed in by them."""
    links = person.ways_back.filter(revoked_at=None).filter(~Q(made_by=None) | Q(made_at__gte=row.at))
    links.update(revoked_at=timezone.now())
    if not row.opened:
        return
    revoke_tokens(person)
    users = users_of(person)
    Authenticator.objects.filter(user__in=users, created_at__gte=row.at).delete()
    if row.traces.filter(view="people:claim").exists():
        for user in User.objects.filter(pk__in=users):
            user.set_unusable_password()
            user.save(update_fields=["password"])
    others = LetIn.objects.filter(person=person).exclude(pk=row.pk).values("session_key")
    since = UserSession.objects.filter(user__in=users, created_at__gte=row.at)
    for session in since.exclude(session_key=session_key).exclude(session_key__in=others):
        session.end()


def _tell_leagues(row: LetIn) -> None:
    """Where something was done on it, the chronicle says otherwise now."""
    for scope in Scope.objects.filter(all_slots__in=row.traces.values("slot")).distinct():
        with scope_transaction(scope.pk, CLOCK) as transaction:
            transaction.count("entries", {topics.ENTRIES})


# What waits for it


def _leave_outside(request: HttpRequest, response: HttpResponse) -> None:
    """Note what such a visitor has done outside any league, where no entry tells it. What does not lead on
    has done nothing, but for a token, which is shown."""
    match, done = request.resolver_match, response.status_code == HTTPStatus.FOUND
    if match is None or match.view_name not in OUTSIDE or (person := person_of(request)) is None:
        return
    if not done and not (match.view_name == "people:my_token" and response.status_code == HTTPStatus.OK):
        return
    for row in visitor_let_ins(request, person)[:1]:
        LetInTrace.objects.create(let_in=row, view=match.view_name, about=match.kwargs, at=timezone.now())


def _has_others(request: HttpRequest, person: Person, rows: Sequence[LetIn], name: str) -> bool:
    """Whether it is for another device of the person's to do this, which is signed in and has not been asked
    yet: else that could be signed out, and not say any more that it was somebody else."""
    lately = [] if name in HARMLESS else [row for row in rows if row.at > timezone.now() - FORSAKEN]
    users, this = users_of(person), request.session.session_key
    return any(_is_signed_in([one for one in users if one != row.sign_in_id], row, this) for row in lately)


def _is_theirs(request: HttpRequest, person: Person) -> bool:
    """Whether the page is there for them on any device; first the right, then what this one may do."""
    match = request.resolver_match
    if match is None or match.view_name not in FOR_ORGANISERS:
        return True
    slug = match.kwargs.get("slug")
    club = Q(club__slug=slug) if slug else Q(club__scopes=match.kwargs["pk"])
    return Seat.objects.organisers().filter(club, person=person).exists()


class KeptBack:
    """Says no to a visitor somebody else has let in where they would make a way in, or give up a seat."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST":
            _leave_outside(request, response)
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        if (name not in KEPT_BACK and not name.startswith(PASSKEYS)) or name == "mfa_login_webauthn":
            return None
        person = person_of(request)
        rows = visitor_let_ins(request, person) if person else []
        if person is None or not rows or not _is_theirs(request, person):
            return None
        is_held = holds_anywhere(rows)
        if not (is_held or _has_others(request, person, rows, name)):
            return None
        context = {**my_frame(person), "row": rows[0], "is_held": is_held}
        context["is_holiday"] = name == "people:my_holiday"
        return render(request, "campaigns/people/kept_back.html", context, status=403)
