"""An organiser's word: pinned where it belongs, told once to those it concerns, and to nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from campaigns.leagues.clock import clock_tick
from campaigns.models import MailAddress, News, Night, Notice, NoticeKind, Outgoing, Scope, Seat
from campaigns.models.nights import with_answers
from campaigns.nights import acts as nights
from campaigns.notices.found import finding, news
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.notices.found.occasions import holds
from campaigns.notices.ways import outbox
from campaigns.notices.words import acts
from campaigns.notices.words.acts import MOST_ADDRESSEES, Audience
from campaigns.people import signin
from campaigns.people.me.about_me import personal_data as about_me
from tests.campaigns import play
from tests.campaigns.nights.conftest import EVENING, Evening, announced, at, evening, today
from tests.campaigns.notices.sinks import ChatSink
from tests.campaigns.notices.test_chat import a_chat, said, sink
from tests.factories import new_seat, signed_in
from tests.pages import page_of, page_text, text_of, tight

__all__ = ["at", "evening", "sink"]
pytestmark = pytest.mark.django_db
TEXT = "Bring your own dice. <b>Plan</b>: https://example.org/hall?a=1&b=2"


def new(evening: Evening, query: str = "") -> str:
    return f"/clubs/{evening.club.slug}/words/new/{query}"


def told() -> dict[str, str]:
    found = Notice.objects.filter(kind=NoticeKind.REMINDED).order_by("person__display_name")
    return {one.person.display_name: notification_sentence(one) for one in found}


def write(evening: Evening, words: str = TEXT, **about: Any) -> News:
    word, _count = acts.post_message(by=evening.ilse, about=Audience(**about), words=words)
    return word


@pytest.fixture
def league(evening: Evening) -> Scope:
    scope = play.found_league(evening.ilse, name="The Iron Winter")
    for seat in (evening.marta, evening.tom):
        play.found_warband(scope, seat, units=play.band(150))
    return scope


def test_only_organisers_write_and_change(evening: Evening) -> None:
    word = write(evening)
    for path in (new(evening), f"/clubs/{evening.club.slug}/words/{word.pk}/"):
        for method in ("get", "post"):
            for who in (evening.marta, evening.wren, evening.sven, None):
                assert getattr(signed_in(who), method)(path, {"words": "x", "down": "1"}).status_code == 404
        assert signed_in(evening.ilse).get(path).status_code == 200
    assert News.objects.get().down_at is None


def test_a_form_sent_again_from_the_browsers_history_is_one_word(evening: Evening, league: Scope) -> None:
    browser, page = signed_in(evening.ilse), new(evening, f"?league={league.pk}")
    for _twice in range(2):
        assert browser.post(page, {"words": TEXT, "until": ""}).status_code == 302
    assert News.objects.count() == 1
    assert Notice.objects.filter(kind=NoticeKind.REMINDED).count() == 2
    browser.post(page, {"words": "Something else.", "until": ""})
    browser.post(new(evening), {"words": TEXT, "until": ""})
    assert News.objects.count() == 3


def test_who_waits_for_a_place_is_not_written_to_as_coming(evening: Evening) -> None:
    nights.update_night(night=evening.night, day=evening.night.day, facts={**EVENING, "places": 1})
    for seat in (evening.marta, evening.tom):
        nights.set_attendance(seat=seat, night=evening.night, come="yes")
    night = Night.objects.prefetch_related(with_answers()).get(pk=evening.night.pk)
    write(evening, night=night)
    assert set(told()) == {"Marta"}


def test_a_word_to_the_club_stands_on_home_and_on_the_clubs_page_and_is_told_once(evening: Evening) -> None:
    browser = signed_in(evening.ilse)
    assert "4 people will be notified, once." in text_of(browser.get(new(evening)))
    sent = {"words": TEXT, "until": today(evening.club).isoformat()}
    answer = browser.post(new(evening), sent)
    assert (answer.status_code, answer["Location"]) == (302, f"/clubs/{evening.club.slug}/")
    assert set(told()) == {"Jun", "Marta", "Tom", "Wren"}
    assert told()["Tom"] == f"Ilse has written to the club: “{TEXT}”"
    for path in ("/", f"/clubs/{evening.club.slug}/"):
        page = signed_in(evening.tom).get(path)
        assert TEXT in text_of(page), "a tag in it is none on the page"
        assert '<a href="https://example.org/hall?a=1&amp;b=2" rel="nofollow">' in tight(page)
        assert not page.context["pinned"][0].change, "a player changes nothing"
    assert "From the organisers" not in text_of(signed_in(evening.sven).get("/"))
    day = f"{timezone.now().astimezone(evening.club.tz):%-d %B}"
    assert f"Ilse · {day}" in text_of(signed_in(evening.tom).get("/"))


def test_it_is_changed_without_telling_again_and_taken_down(evening: Evening) -> None:
    word = write(evening)
    browser, path = signed_in(evening.ilse), f"/clubs/{evening.club.slug}/words/{word.pk}/"
    assert browser.get("/").context["pinned"][0].change == path
    finding.catch_up(timezone.now())
    browser.post(path, {"words": "Another hall.", "until": ""})
    finding.catch_up(timezone.now() + timedelta(minutes=1))
    assert Notice.objects.filter(kind=NoticeKind.REMINDED).count() == 4
    assert "Another hall." in text_of(signed_in(evening.tom).get("/"))
    notice = Notice.objects.filter(person=evening.tom.person).get()
    assert holds(notice, timezone.now())
    assert (notification_sentence(notice), notification_target_url(notice)) == (
        "Ilse has written to the club: “Another hall.”", f"/clubs/{evening.club.slug}/",
    )  # fmt: skip
    browser.post(path, {"down": "1"})
    assert "Another hall." not in text_of(signed_in(evening.tom).get("/"))
    assert not holds(notice.__class__.objects.select_related("word").get(pk=notice.pk), timezone.now())
    assert browser.get(path).status_code == 404


def test_a_word_that_is_taken_down_is_in_no_inbox_any_more(evening: Evening) -> None:
    word = write(evening, "Another hall.")
    browser = signed_in(evening.tom)
    assert "Another hall." in text_of(browser.get("/inbox/"))
    acts.take_down(word=word)
    assert "Another hall." not in text_of(browser.get("/inbox/"))
    assert not Notice.objects.filter(word=word, read_at=None).exists(), "no number beside the bell"


def test_lines_stay_lines(evening: Evening) -> None:
    words = "Two things:\r\n\r\n\r\n\r\n1.  Dice <b>\r\n2. https://example.org/a\r\n"
    browser = signed_in(evening.ilse)
    browser.post(new(evening), {"words": words})
    word = News.objects.get()
    assert word.words == "Two things:\n\n1. Dice <b>\n2. https://example.org/a"
    shown = "Two things:<br><br>1. Dice &lt;b&gt;<br>2. <a "
    assert shown in tight(browser.get("/"))
    form = browser.get(f"/clubs/{evening.club.slug}/words/{word.pk}/").context["form"]
    assert form["words"].value() == word.words
    assert told()["Tom"].endswith("“Two things: 1. Dice <b> 2. https://example.org/a”")


def test_it_stands_to_the_end_of_its_last_day(evening: Evening, at: Callable[[datetime], None]) -> None:
    word, _count = acts.post_message(
        by=evening.ilse, about=Audience(), words="Soon over.", until=today(evening.club)
    )
    assert word.is_up(timezone.now())
    at(timezone.now() + timedelta(days=1, seconds=1))
    assert "Soon over." not in text_of(signed_in(evening.tom).get("/"))


WRONG = [
    ({"words": ""}, "words", "This cannot be left empty."),
    ({"words": "x" * 501}, "words", "That is too long: 501 characters; the limit is 500."),
    ({"words": "Fine", "until": "2020-01-01"}, "until", "That day has passed."),
]


@pytest.mark.parametrize(("sent", "field", "words"), WRONG)
def test_what_cannot_be_taken_is_said_beside_it_and_kept(
    evening: Evening, sent: dict[str, str], field: str, words: str
) -> None:
    answer = signed_in(evening.ilse).post(new(evening), sent)
    assert answer.status_code == 422
    assert answer.context["form"][field].errors == [words]
    assert answer.context["form"]["words"].value() == sent["words"]
    assert not News.objects.exists()


# To a league


def test_a_word_to_a_league_is_for_those_who_play_in_it(evening: Evening, league: Scope) -> None:
    signed_in(evening.ilse).post(new(evening, f"?league={league.pk}"), {"words": "The hall is cold."})
    assert told() == dict.fromkeys(
        ("Marta", "Tom"), "Ilse has written to everybody in The Iron Winter: “The hall is cold.”"
    )
    page = f"/l/{league.pk}/"
    assert "The hall is cold." in text_of(signed_in(evening.jun).get(page))
    for other in (
        f"/l/{league.pk}/chronicle/",
        f"/l/{league.pk}/board/",
        "/",
        f"/clubs/{evening.club.slug}/",
    ):
        assert "The hall is cold." not in text_of(signed_in(evening.jun).get(other))
    Scope.objects.filter(pk=league.pk).update(is_public=True)
    stranger = signed_in(None).get(page)
    assert stranger.status_code == 200
    assert "The hall is cold." not in text_of(stranger)


def test_nobody_writes_to_what_is_not_their_clubs_or_is_archived(evening: Evening, league: Scope) -> None:
    other = play.found_league(evening.sven, name="Elsewhere")
    Scope.objects.filter(pk=league.pk).update(archived_at=timezone.now())
    foreign = announced(evening.sven)
    many = "&".join(f"to={new_seat(club=evening.club).pk}" for _one in range(MOST_ADDRESSEES + 1))
    asked = (
        f"?league={other.pk}", f"?league={league.pk}", "?league=x", f"?night={foreign.pk}", "?night=x",
        f"?to={evening.sven.pk}", "?to=x", f"?{many}",
    )  # fmt: skip
    for query in asked:
        assert signed_in(evening.ilse).get(new(evening, query)).status_code == 404, query


def test_the_organisers_page_leads_there(evening: Evening, league: Scope) -> None:
    page = tight(signed_in(evening.ilse).get(f"/l/{league.pk}/desk/"))
    assert new(evening, f"?league={league.pk}") in page
    Scope.objects.filter(pk=league.pk).update(archived_at=timezone.now())
    page = tight(signed_in(evening.ilse).get(f"/l/{league.pk}/desk/"))
    assert new(evening) not in page


# To a night


def test_a_word_about_a_night_is_for_those_who_come_and_stands_in_the_hall(evening: Evening) -> None:
    for seat, come in ((evening.marta, "yes"), (evening.tom, "no"), (evening.jun, "maybe")):
        nights.set_attendance(seat=seat, night=evening.night, come=come)
    browser = signed_in(evening.ilse)
    acts_there = [one.url for one in page_of(browser.get(evening.path())).acts]
    assert new(evening, f"?night={evening.night.pk}") in acts_there
    browser.post(new(evening, f"?night={evening.night.pk}"), {"words": "The back door is open."})
    words = f"Ilse has written about the club night on {evening.night}: “The back door is open.”"
    assert told() == {"Jun": words, "Marta": words}
    for path in (evening.path(), evening.path("hall/")):
        assert "The back door is open." in text_of(signed_in(evening.wren).get(path))
    assert "The back door is open." not in text_of(signed_in(evening.wren).get("/"))


def test_about_a_night_that_is_over_nothing_is_written(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    at(evening.night.ends_at)
    answer = signed_in(evening.ilse).post(new(evening, f"?night={evening.night.pk}"), {"words": "Too late."})
    assert answer.status_code == 422
    assert "This night is over." in text_of(answer)
    assert not News.objects.exists()


def test_it_reaches_people_by_mail(evening: Evening, settings: Any) -> None:
    settings.MAIL_IS_ON = True
    MailAddress.objects.create(
        person=evening.tom.person, address="tom@example.org", confirmed_at=timezone.now()
    )
    write(evening, "Hall two this week.")
    outbox.fill_outbox()
    (row,) = Outgoing.objects.filter(way="mail")
    assert row.person == evening.tom.person


# To two people


def test_a_word_to_two_is_told_to_these_and_stands_nowhere(
    evening: Evening, league: Scope, sink: ChatSink
) -> None:
    a_chat(evening, sink)
    query = f"?league={league.pk}&to={evening.marta.pk}&to={evening.tom.pk}"
    browser = signed_in(evening.ilse)
    page = text_of(browser.get(new(evening, query)))
    assert "Write to Marta and Tom" in page
    assert "2 people will be notified, once. Nobody else can read it." in page
    browser.post(new(evening, query), {"words": "You two should play."})
    assert told() == {
        "Marta": "Ilse has written to you and Tom: “You two should play.”",
        "Tom": "Ilse has written to you and Marta: “You two should play.”",
    }
    notice = Notice.objects.get(person=evening.marta.person, kind=NoticeKind.REMINDED)
    where = notification_target_url(notice)
    assert where == f"/clubs/{evening.club.slug}/games/new/?who={evening.tom.pk}&league={league.pk}"
    assert signed_in(evening.marta).get(where).status_code == 200
    for path in ("/", f"/clubs/{evening.club.slug}/", f"/l/{league.pk}/"):
        for seat in (evening.ilse, evening.marta, evening.jun):
            assert "You two should play." not in text_of(signed_in(seat).get(path))
    assert not news.find(timezone.now() + timedelta(seconds=5))


def test_each_of_several_reads_whom_it_is_written_to(evening: Evening) -> None:
    to = "&".join(f"to={one.pk}" for one in (evening.marta, evening.tom, evening.jun))
    signed_in(evening.ilse).post(new(evening, f"?{to}"), {"words": "Settle it."})
    assert told()["Tom"] == "Ilse has written to you, Marta and Jun: “Settle it.”"
    with translation.override("de"):
        assert told()["Jun"] == "Ilse schreibt dir, Marta und Tom: „Settle it.“"
    with translation.override("fr"):
        assert told()["Tom"] == "Ilse vous écrit, à toi, Marta et Jun\u00a0: «\u00a0Settle it.\u00a0»"


def test_an_organiser_who_is_one_of_the_two_writes_to_the_other(evening: Evening) -> None:
    signed_in(evening.ilse).post(
        new(evening, f"?to={evening.ilse.pk}&to={evening.tom.pk}"), {"words": "A game on Thursday?"}
    )
    assert told() == {"Tom": "Ilse has written to you: “A game on Thursday?”"}


# Where else it goes, and what becomes of it


def test_the_clubs_chat_has_it_once_and_not_once_it_is_down(evening: Evening, sink: ChatSink) -> None:
    a_chat(evening, sink)
    write(evening, "Hall two this week.")
    taken = write(evening, "Nonsense.")
    acts.take_down(word=taken)
    for minute in range(3):
        clock_tick(timezone.now() + timedelta(minutes=minute))
        outbox.send_due()
    (post,) = [one for one in said(sink) if "Hall two" in one or "Nonsense" in one]
    assert post.startswith("Ilse has written to the club: “Hall two this week.”\nhttp")
    assert post.endswith(f"/clubs/{evening.club.slug}/")


def test_whoever_is_erased_has_written_nothing(evening: Evening) -> None:
    other: Seat = evening.marta
    Seat.objects.filter(pk=other.pk).update(role="organiser")
    other.refresh_from_db()
    acts.post_message(by=other, about=Audience(), words="From Marta.")
    assert '"words": "From Marta."' in json.dumps(about_me(other.person)["words"], default=str)
    signin.erase_person(person=other.person)
    assert not News.objects.exists()
    assert not Notice.objects.filter(kind=NoticeKind.REMINDED).exists()
    assert "From Marta." not in text_of(signed_in(evening.tom).get("/"))


def test_a_word_sent_twice_by_one_tap_is_one(evening: Evening) -> None:
    browser = signed_in(evening.ilse)
    once = page_text(browser.get(new(evening))).partition('name="once" value="')[2].partition('"')[0]
    for _twice in range(2):
        browser.post(new(evening), {"words": "Once.", "once": once})
    assert News.objects.count() == 1


def test_whoever_writes_to_some_people_comes_back_to_where_the_button_stands(
    evening: Evening, league: Scope
) -> None:
    to = f"?league={league.pk}&to={evening.marta.pk}&to={evening.tom.pk}"
    browser, desk, home = signed_in(evening.ilse), f"/l/{league.pk}/desk/", f"/l/{league.pk}/"
    for sent_from, lands in (
        (desk, desk),
        ("https://example.org/", home),
        ("//example.org", home),
        ("", home),
    ):
        path = new(evening, f"{to}&from={sent_from}")
        assert browser.get(path).context["back"] == lands
        assert browser.post(path, {"words": "A game on Thursday?"})["Location"] == lands
    path = new(evening, f"?league={league.pk}&from={desk}")
    assert browser.post(path, {"words": "The hall is cold."})["Location"] == home, "there everybody reads it"
