"""Everything the club keeps about one person, as plain data for a file of theirs.

What they are, what they wrote and did, and what is theirs in every league. Nothing of anybody else: not what
an organiser answered for another player, nor what became of a die thrown for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import models
from django.db.models import Q

from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.engine.transaction.parked import bar_in_words
from campaigns.engine.who.rights import Actor
from campaigns.models import (
    ActRequest,
    ArmyDraft,
    CalendarFeed,
    Chat,
    Correction,
    Declined,
    Dialogue,
    Entry,
    EntryText,
    Fact,
    Holiday,
    Invitation,
    LeagueOrganiser,
    Looking,
    MailAddress,
    News,
    NightAnswer,
    Outgoing,
    PlannedSide,
    Report,
    Scope,
    SealedAnswer,
    Seat,
    Telling,
    Wish,
)
from campaigns.models.people import LetIn, Person, SeatRequest, WayBack
from campaigns.people.me.letting_in import users_of
from campaigns.people.me.program_tokens import has_token
from rules.engine.codec import dump
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.engine.state import Entity, State


def personal_data(person: Person, let_in: Sequence[LetIn] = ()) -> JsonObject:
    """The whole of it; keys are words of the models, ids lead from one part to another."""
    seats = list(Seat.objects.filter(person=person).select_related("club", "person"))
    scopes = Scope.objects.filter(club__in={seat.club_id for seat in seats}).select_related("club")
    requests = SeatRequest.objects.filter(seat__in=seats)
    invitations = Invitation.objects.filter(made_by__in=seats)
    sides = PlannedSide.objects.filter(seat__in=seats).select_related("game")
    answers = NightAnswer.objects.filter(seat__in=seats)
    return {
        "person": _person(person),
        "seats": [_seat(seat) for seat in seats],
        "requests": _rows(requests, "typed_name device status asked_at"),
        "let_in": _rows(person.let_ins.all(), "at device asked_at answered_at"),
        "chats": _rows(Chat.objects.filter(made_by__in=seats), "club_id name shape made_at"),
        "organises": _rows(LeagueOrganiser.objects.filter(seat__in=seats), "scope_id since"),
        "invitations": _rows(invitations, "role uses_left made_at expires_at revoked_at"),
        "nights": _rows(answers, "night_id come brings words said_at here_at"),
        "words": _rows(News.objects.filter(by__in=seats), "club_id scope_id night_id words at until"),
        "games": [_plan(one) for one in sides],
        "not_asked": [one.scope_id for one in Declined.objects.filter(person=person).order_by("pk")],
        "holidays": _rows(Holiday.objects.filter(seat__in=seats), "seat_id begins ends stand_in_id stage"),
        "looking": _rows(Looking.objects.filter(seat__in=seats), "words since"),
        "leagues": [found for scope in scopes.order_by("pk") if (found := _league(scope, seats, let_in))],
    }


def _seat(seat: Seat) -> JsonObject:
    return {"club": seat.club.name, **_row(seat, "id name role emblem status joined_at left_at")}


def _plan(side: PlannedSide) -> JsonObject:
    """A planned game of mine: what I said to it, and my words in it alone."""
    game = side.game
    asked = _row(game, "words stake why") if game.asked_by_id == side.seat_id else {}
    return {**_row(game, "day starts table status"), **asked, "said": side.said, "my_words": side.words}


def _person(person: Person) -> JsonObject:
    users, ways = users_of(person), WayBack.objects.filter(person=person)
    devices = UserSession.objects.filter(user_id__in=users)
    return {
        "name": person.display_name,
        "sign_in_name": person.sign_in_name,
        **_row(person.user, "email date_joined last_login"),
        **_row(person, "dice theme language"),
        "also_known_as": [one.display_name for one in person.merged_from.all()],
        "notices": _rows(person.notices.all(), "kind key at read_at"),
        **_told(person),
        "calendars": _rows(CalendarFeed.of(person), "made_at club_id scope_id last_read_at revoked_at"),
        "ways_back": _rows(ways, "made_at last_used_at revoked_at"),
        "passkeys": _rows(Authenticator.objects.filter(user_id__in=users), "type created_at last_used_at"),
        "devices": _rows(devices, "ip user_agent created_at last_seen_at"),
        "has_token": has_token(person),
    }


def _told(person: Person) -> JsonObject:
    """How I am told outside the inbox, and what went out."""
    mails = MailAddress.objects.filter(person=person)
    out = Outgoing.objects.filter(person=person)
    return {
        "mail": _rows(mails, "address made_at confirmed_at stopped_at"),
        "browsers": _rows(person.browsers.all(), "name endpoint made_at"),
        "told": _rows(Telling.objects.filter(person=person), "zone quiet quiet_from quiet_until daily"),
        "wishes": _rows(Wish.objects.filter(person=person), "topic way on"),
        "sent": _rows(out, "way notice_id status made_at done_at"),
    }


# One league


def _league(scope: Scope, seats: list[Seat], let_in: Sequence[LetIn]) -> JsonObject:
    """What is mine in a league, and what I did there; empty when that is nothing."""
    state = registration_of(scope.game).load(scope.pk)
    seals = SealedAnswer.objects.filter(slot__scope=scope, owner__in=seats)
    for row in let_in:  # came in by somebody else's word: what was sealed before is not theirs to take along
        seals = seals.exclude(sealed_at__lt=row.at, revealed_at=None)
    facts = Fact.objects.filter(scope=scope, author__in=seats)
    corrections = Correction.objects.filter(scope=scope, by__in=seats)
    armies = ArmyDraft.objects.filter(scope=scope, seat__in=seats, made_by__in=seats)
    found = {
        "state": dict(_mine(scope, seats, state)),
        "played_before": list(_played_before(scope, seats, state)),
        "entries": [_entry(one, seats) for one in _entries(scope, seats)],
        "open_answers": list(_open_answers(scope, seats, state)),
        "sealed": _rows(seals, "key value fingerprint sealed_at revealed_at"),
        "ticked": _rows(facts, "mission kind subject data at"),
        "reports": [_report(one, seats, state) for one in _reports(scope, seats)],
        "requests": list(_requests(scope, seats)),
        "corrections": _rows(corrections, "words status made_at"),
        "armies": [_army(one) for one in armies],
        **{table: list(rows) for table, rows in plugin_of(scope.game).secrecy.beside(scope, seats) if rows},
    }
    return {"league": scope.name, "club": scope.club.name, **found} if any(found.values()) else {}


def _mine(scope: Scope, seats: list[Seat], state: State) -> Iterator[tuple[str, list[JsonObject]]]:
    """What I play with, and all that names it as its own, table by table."""
    registration, own = registration_of(scope.game), {str(seat.pk) for seat in seats}
    sides = {
        key
        for table in state.tables()
        for key in getattr(state, table)
        if not own.isdisjoint(registration.rules.members_of(state, key))
    }
    for table in state.tables():
        rows = [
            dump(one)
            for one in getattr(state, table).values()
            if _belongs(one, registration.store.held, sides)
        ]
        if rows:
            yield table, rows


def _played_before(scope: Scope, seats: list[Seat], state: State) -> Iterator[JsonObject]:
    """What I played once, of sides that somebody else plays now."""
    own = {str(seat.pk) for seat in seats}
    for key, side in registration_of(scope.game).sides_of(state).items():
        for one in getattr(side, "predecessors", ()):
            if one.owner in own:
                yield {"side": key, **dump(one)}


def _belongs(entity: Entity, held: str, sides: set[str]) -> bool:
    names = (entity.id, getattr(entity, held, None))
    return any(isinstance(name, str) and name in sides for name in names)


def _entries(scope: Scope, seats: list[Seat]) -> Iterable[Entry]:
    return Entry.objects.filter(scope=scope, actor__in=seats).order_by("seq")


def _entry(entry: Entry, seats: list[Seat]) -> JsonObject:
    """What I did: as I sent it, with the answers that were mine to give."""
    texts = dict(EntryText.objects.filter(entry=entry).values_list("n", "body"))
    own = {str(seat.pk) for seat in seats}
    mine = {
        key: one
        for key, one in entry.answers.items()
        if one.get("by") in own and not one.get("stood_for") and not entry.acting_for
    }
    told = _row(entry, "seq procedure acting_for at void")
    return {
        **told,
        "params": people_texts.put_back(entry.params, texts),
        "answers": people_texts.put_back(mine, texts),
    }


def _open_answers(scope: Scope, seats: list[Seat], state: State) -> Iterator[JsonObject]:
    """My own answers in what has not settled yet."""
    given = {str(seat.pk): seat for seat in seats}
    registration = registration_of(scope.game)
    rows = Dialogue.objects.filter(scope=scope, answers__by__in=seats).distinct()
    for row in rows.select_related("slot", "scope").order_by("pk"):
        _run, progress = peek_dialogue(scope, row.slot, state)
        for one in () if isinstance(progress, Refused) else progress.asked:
            seat = given.get(one.answer.by)
            if seat and Actor(seat).is_one_of(one.question.who, scope, state, registration):
                yield {"procedure": row.procedure, "key": one.question.key, **asdict(one.answer)}


def _reports(scope: Scope, seats: list[Seat]) -> Iterable[Report]:
    whose = Q(reporter__in=seats) | Q(disputed_by__in=seats)
    return Report.objects.filter(whose, scope=scope).order_by("pk")


def _report(report: Report, seats: list[Seat], state: State) -> JsonObject:
    """A report I sent, with what I wrote and why it does not count; or disputed, with my words against it."""
    own = {seat.pk for seat in seats}
    sent = report.reporter_id in own
    told = _row(report, "procedure mission status sent_at") | ({"facts": report.facts} if sent else {})
    why = bar_in_words(report.scope, registration_of(report.scope.game), state, report) if sent else ""
    told |= {"note": report.note, "why": why} if sent else {}
    return {**told, "words": report.words if report.disputed_by_id in own else ""}


def _requests(scope: Scope, seats: list[Seat]) -> Iterator[JsonObject]:
    """What I asked for that took the word of others, and what I said to what they asked for."""
    own = {seat.pk for seat in seats}
    whose = Q(asker__in=seats) | Q(answered_by__in=seats)
    for asked in ActRequest.objects.filter(whose, scope=scope).order_by("pk"):
        told = _row(asked, "procedure status asked_at") | (
            {"params": asked.params} if asked.asker_id in own else {}
        )
        yield {**told, "words": asked.words if asked.answered_by_id in own else ""}


def _army(draft: ArmyDraft) -> JsonObject:
    source = bytes(draft.source).decode(errors="replace")
    return {**_row(draft, "filename data made_at changed_at warband"), "source": source}


def _rows(found: Iterable[models.Model], names: str) -> list[JsonObject]:
    return [_row(one, names) for one in found]


def _row(row: models.Model, names: str) -> JsonObject:
    return {name: getattr(row, name) for name in names.split()}
