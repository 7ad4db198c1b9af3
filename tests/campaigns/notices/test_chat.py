"""The club's chat as another computer gets it: in one shape or the other, and only what all may read."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from hmac import digest

import pytest
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import (
    Chat,
    ChatShape,
    News,
    Notice,
    NoticeKind,
    Outgoing,
    OutStatus,
    PlannedGame,
    Report,
)
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding, news
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.notices.ways import chat, outbox
from campaigns.notices.ways.way import RETRIES
from config import outward
from tests.campaigns import play
from tests.campaigns.engine.evening import founded
from tests.campaigns.nights.conftest import EVENING, Evening, announced, at, evening
from tests.campaigns.notices.sinks import ChatSink, chat_sink
from tests.factories import signed_in

__all__ = ["at", "evening"]
pytestmark = pytest.mark.django_db
HERE = ["127.0.0.0/8"]


@pytest.fixture
def sink(settings: object) -> Iterator[ChatSink]:
    settings.OUTWARD = HERE  # type: ignore[attr-defined]
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    with chat_sink() as found:
        yield found


def a_chat(evening: Evening, sink: ChatSink, shape: ChatShape = ChatShape.DISCORD) -> Chat:
    made = Chat.objects.create(club=evening.club, name="#campaign", shape=shape, url=sink.url)
    made.made_at = timezone.now() - timedelta(seconds=1)
    made.secret = chat.new_secret() if shape == ChatShape.SIGNED else ""
    made.save()
    return made


def said(sink: ChatSink) -> list[str]:
    return [json.loads(one.body)["content"] for one in sink.posts]


def agreed(evening: Evening) -> None:
    when = When.on(evening.night, 1)
    plan = plans.propose_game(
        by=evening.marta, others=[evening.tom], when=when, words="PLANTED", stake="PLANTED"
    )
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True, words="PLANTED")


def test_nights_and_games_are_told_once_and_nothing_between_two(sink: ChatSink, evening: Evening) -> None:
    a_chat(evening, sink)
    night = announced(evening.ilse, ahead=9, place="Back room @everyone")
    plans.propose_game(by=evening.jun, others=[evening.tom], when=When.on(evening.night, 2), words="PLANTED")
    agreed(evening)
    clock_tick()
    outbox.send_due()
    clock_tick()
    outbox.send_due()
    (text,) = said(sink)
    assert f"Club night on {night}, 19:00, Back room @everyone." in text
    assert f"Marta v Tom, on {evening.night}, 19:00, table 1." in text
    assert "PLANTED" not in text
    assert "Jun" not in text
    assert json.loads(sink.posts[0].body)["allowed_mentions"] == {"parse": []}
    assert news.news_message(News.objects.get(night=night))[1].startswith("http")


def test_a_game_that_is_moved_says_from_when_to_when(sink: ChatSink, evening: Evening) -> None:
    a_chat(evening, sink)
    agreed(evening)
    (plan,) = PlannedGame.objects.all()
    later = replace(When.on(evening.night, 2), starts=time(19, 30))
    plans.move_planned_game(by=evening.marta, plan=plan, when=later, words="PLANTED")
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    clock_tick()
    outbox.send_due()
    (text,) = said(sink)
    assert f"Moved: Marta v Tom, {evening.night}, 19:00 → 19:30, table 2." in text
    assert "PLANTED" not in text


def test_a_night_that_is_changed_and_called_off(sink: ChatSink, evening: Evening) -> None:
    a_chat(evening, sink)
    day = evening.night.day + timedelta(days=1)
    night = acts.update_night(night=evening.night, day=day, facts={**EVENING, "place": "The *Anchor*"})
    clock_tick()
    outbox.send_due()
    acts.mark_night_off(night=night, why="the pub is closed")
    clock_tick()
    outbox.send_due()
    changed, off = said(sink)
    assert f"The club night has changed: {night}, 19:00, The \\*Anchor\\*." in changed
    assert f"The club night on {night} has been called off: “the pub is closed”" in off


def test_a_report_that_counts_is_told_without_its_facts(sink: ChatSink) -> None:
    table = founded()
    made = Chat.objects.create(club=table.ilse.club, name="x", url=sink.url)
    Chat.objects.filter(pk=made.pk).update(made_at=timezone.now() - timedelta(minutes=1))
    report = table.report()
    clock_tick()
    assert outbox.send_due() == 0
    reports.dispute_report(report, Actor(table.tom), "PLANTED")
    reports.agree_report(report, Actor(table.ilse))
    clock_tick()
    outbox.send_due()
    (text,) = said(sink)
    assert " beat " in text
    assert "PLANTED" not in text


def test_a_result_that_an_organiser_writes_down_is_told_as_any_other(sink: ChatSink) -> None:
    table = founded()
    made = Chat.objects.create(club=table.ilse.club, name="x", url=sink.url)
    Chat.objects.filter(pk=made.pk).update(made_at=timezone.now() - timedelta(minutes=1))
    play.act(table.scope, table.ilse, "quick_report", **table.facts())
    for _minute in range(2):
        clock_tick()
        outbox.send_due()
    (text,) = said(sink)
    assert " beat " in text
    assert not Report.objects.filter(scope=table.scope).exists()


def test_signed_as_the_standard_says(sink: ChatSink, evening: Evening) -> None:
    made = a_chat(evening, sink, ChatShape.SIGNED)
    agreed(evening)
    clock_tick()
    outbox.send_due()
    (one,) = sink.posts
    word, at = one.headers["webhook-id"], one.headers["webhook-timestamp"]
    key = b64decode(made.secret.removeprefix("whsec_"))
    expected = b64encode(digest(key, f"{word}.{at}.".encode() + one.body, "sha256")).decode()
    assert one.headers["webhook-signature"] == f"v1,{expected}"
    assert json.loads(one.body)["data"]["club"] == "The Brass Lantern"
    assert Outgoing.objects.filter(word=word).exists()


def test_tried_again_with_the_same_id_then_switched_off_and_the_organiser_told(
    sink: ChatSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    made, moment = a_chat(evening, sink), timezone.now()
    sink.answers = [(500, {})] * 9
    row = outbox.queue_message(chat.NAME, str(made.pk), club=evening.club)
    for wait in (*RETRIES, timedelta()):
        assert outbox.send_due() == 1
        moment += wait + timedelta(seconds=2)
        at(moment)
    assert {one.headers["webhook-id"] for one in sink.posts} == {str(row.word)}
    assert len(sink.posts) == 7
    made.refresh_from_db()
    assert made.off_at is not None
    told = Notice.objects.get(person=evening.ilse.person, kind=NoticeKind.CHAT_DEAD)
    assert "#campaign" in notification_sentence(told)
    assert notification_target_url(told) == f"/clubs/{evening.club.slug}/chats/"
    assert signed_in(evening.ilse).get("/inbox/").status_code == 200


def test_gone_ends_it_at_once_and_busy_waits_as_long_as_it_says(
    sink: ChatSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    made, now = a_chat(evening, sink), timezone.now()
    sink.answers = [(429, {"Retry-After": "90"}), (410, {})]
    outbox.queue_message(chat.NAME, str(made.pk), club=evening.club)
    outbox.send_due()
    at(now + timedelta(seconds=80))
    assert outbox.send_due() == 0
    at(now + timedelta(seconds=100))
    assert outbox.send_due() == 1
    assert Outgoing.objects.get().status == OutStatus.FAILED
    assert Chat.objects.get().off_at is not None


def test_no_private_address_no_redirect(sink: ChatSink, evening: Evening, settings: object) -> None:
    made = a_chat(evening, sink)
    sink.answers = [(302, {"Location": sink.url})]
    assert outward.guarded_post(sink.url, b"{}", {}).status == 302
    assert len(sink.posts) == 1
    settings.OUTWARD = []  # type: ignore[attr-defined]
    with pytest.raises(outward.Forbidden):
        outward.guarded_post(sink.url, b"{}", {})
    with pytest.raises(outward.Forbidden):
        outward.guarded_post(sink.url.replace("127.0.0.1", "localhost"), b"{}", {})
    outbox.queue_message(chat.NAME, str(made.pk), club=evening.club)
    outbox.send_due()
    assert len(sink.posts) == 1


def test_long_texts_end_at_a_sentence() -> None:
    assert chat.cut_text("One. Two is long.", 12) == "One."
    assert chat.cut_text("No end in sight", 10) == "No end…"
    assert chat.cut_text("Short", 10) == "Short"


def test_an_organiser_adds_tries_and_removes_one(sink: ChatSink, evening: Evening) -> None:
    path, browser = f"/clubs/{evening.club.slug}/chats/", signed_in(evening.ilse)
    typed = {"name": "#campaign", "shape": "signed", "url": sink.url, "nights": "on"}
    first = browser.post(path, typed).content.decode()
    made = Chat.objects.get()
    assert made.secret in first
    again = browser.get(path).content.decode()
    assert made.secret not in again
    assert "/hook" not in again
    assert browser.post(f"{path}{made.pk}/", {"try": "1"}).status_code == 302
    outbox.send_due()
    assert json.loads(sink.posts[0].body)["type"] == "club.hello"
    assert "The last post arrived" in browser.get(path).content.decode()
    assert browser.post(path, {**typed, "url": "ftp://nowhere"}).status_code == 422
    assert signed_in(evening.marta).get(path).status_code == 404
    browser.get(f"{path}{made.pk}/")  # asks first
    assert Chat.objects.filter(pk=made.pk).exists()
    browser.post(f"{path}{made.pk}/", {"remove": "1"})
    assert not Chat.objects.exists()


def test_the_club_is_silent_until_its_organiser_says_so(sink: ChatSink, evening: Evening) -> None:
    made = a_chat(evening, sink)
    browser, path = signed_in(evening.ilse), f"/clubs/{evening.club.slug}/silence/"
    browser.post(path, {"hush": "1"})
    page = browser.get(f"/clubs/{evening.club.slug}/settings/").content.decode()
    assert "This club isn’t sending anything out" in page
    agreed(evening)
    clock_tick()
    browser.post(path, {"speak": "1"})
    clock_tick()
    assert (outbox.send_due(), sink.posts) == (0, [])
    outbox.queue_message(chat.NAME, str(made.pk), club=evening.club)
    assert outbox.send_due() == 1
    assert signed_in(evening.marta).post(path, {"speak": "1"}).status_code == 404
