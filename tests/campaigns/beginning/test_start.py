"""From a new office to a club of one's own: the first page, five questions, and the demo that is left."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.urls import resolve

from campaigns.beginning import acts, deleting
from campaigns.beginning.acts import first_night
from campaigns.models import Club, Entry, Invitation, Night, Notice, Person, Scope, Seat, SeatStatus, WayBack
from campaigns.models.people import Stage
from campaigns.notices.found import finding
from campaigns.people import seats as people
from config import installation
from tests.campaigns import play
from tests.factories import new_organiser, new_seat, signed_in
from tests.pages import page_of, page_text, text_of
from tests.whole_club import demo_club

pytestmark = pytest.mark.django_db
ANSWERS = {
    "club": "The Brass Lantern", "you": "Ilse", "time_zone": "Europe/London", "parallel_play": "off",
    "day": "3", "repeats": "2", "starts": "18:30",
}  # fmt: skip


@pytest.fixture
def empty() -> Seat:
    """An office that was opened without a demo."""
    return people.found_club(name="Our club", organiser_name="Organiser", stage="new").organiser


@pytest.fixture
def demo() -> Seat:
    """Its organiser's seat; an office that was opened with one."""
    club = demo_club()
    Club.objects.update(stage=Stage.DEMO)
    return club.seats.organisers().select_related("person__user", "club").get()


# The first page


def test_who_opens_a_new_office_is_asked_what_their_club_is(empty: Seat) -> None:
    client = signed_in(empty)
    assert client.get("/")["Location"] == "/start/"
    page = text_of(client.get("/start/"))
    assert "What is your club called?" in page
    assert "Look around" not in page, "there is no demo here"
    assert [one.key for one, _field, _answers in client.get("/start/").context["form"].asked] == [
        "parallel_play"
    ]


def test_the_demo_can_be_looked_at_first_and_carries_the_way_on(demo: Seat) -> None:
    client = signed_in(demo)
    assert client.get("/")["Location"] == "/start/"
    page = text_of(client.get("/start/"))
    assert "Look around the demo club" in page
    assert "Start your club" in page
    assert client.post("/start/", {"look": "1"})["Location"] == "/"
    league = Scope.objects.filter(club=demo.club).latest("pk")
    for address in ("/", f"/clubs/{demo.club.slug}/people/", f"/l/{league.pk}/"):
        assert "This is the demo club." in text_of(client.get(address)), address
    player = demo.club.seats.exclude(pk=demo.pk).select_related("person__user").first()
    assert player is not None
    assert "This is the demo club." not in text_of(signed_in(player).get("/"))
    assert signed_in(player).get("/start/")["Location"] == "/", "only its organiser leaves it"


NONE_NEEDED = {"campaigns:start", "campaigns:board", "campaigns:night_hall"}  # the two screens of a hall
LINK = re.compile(r'href="(/(?!static/)[^"#]*/(?:\?[^"#]*)?)"')


@pytest.mark.in_turn(7, kind="every page")
def test_every_page_of_the_demo_carries_the_way_on(demo: Seat) -> None:
    """A page of each kind that can be reached by links, a new league's steps among them."""
    client, seen = signed_in(demo), dict[str, str]()
    client.post("/start/", {"look": "1"})
    new = f"/clubs/{demo.club.slug}/leagues/new/"
    client.post(new, {"name": "By mistake", "edition": "aofs-3.2.0", "time_zone": "UTC"})
    waiting = ["/", new, f"{new}plays/", f"{new}length/", f"{new}rules/", "/me/", "/first-evening/player/"]
    while waiting:
        address = waiting.pop(0)
        kind = resolve(address.partition("?")[0]).view_name
        if kind in seen or kind.startswith(("account_", "admin:")):
            continue
        page = client.get(address)
        text = page_text(page) if page["Content-Type"].startswith("text/html") else ""
        if page.status_code == 200 and '<main class="main"' in text:
            seen[kind] = text
            waiting += [unescape(one) for one in LINK.findall(text)]
    assert len(seen) > 60
    assert {kind for kind, text in seen.items() if "This is the demo club." not in text} == NONE_NEEDED


def test_a_club_that_has_begun_is_asked_nothing() -> None:
    client = signed_in(new_organiser())
    assert client.get("/").status_code == 200
    assert client.get("/start/")["Location"] == "/"
    assert Client().get("/start/").status_code == 404


# The answers


def test_five_answers_make_a_club_with_its_nights(empty: Seat) -> None:
    made = signed_in(empty).post("/start/", ANSWERS, follow=True)
    assert "The Brass Lantern is ready" in text_of(made)
    club = Club.objects.get()
    assert (club.name, club.slug, club.stage) == ("The Brass Lantern", "the-brass-lantern", Stage.OWN)
    assert (club.time_zone, club.habits) == ("Europe/London", {"parallel_play": "off"})
    seat = Seat.objects.select_related("person").get()
    assert (seat.name, seat.person.display_name) == ("Ilse", "Ilse")
    nights = list(Night.objects.order_by("day"))
    assert {(one.day.weekday(), one.starts, one.ends) for one in nights} == {(3, time(18, 30), time(22, 30))}
    assert nights[1].day - nights[0].day == timedelta(weeks=2)


def test_who_answers_nothing_has_a_club_all_the_same(empty: Seat) -> None:
    signed_in(empty).post("/start/", {"club": " "})
    club = Club.objects.get()
    assert (club.name, club.stage) == ("Our club", Stage.OWN)
    assert club.habits == {"parallel_play": "on"}
    assert Seat.objects.get().name == "Organiser"
    assert not Night.objects.exists()


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"club": "x" * 80}, "club", "That name has 80 characters"),
        ({"you": "\u202eevil"}, "you", "invisible characters"),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "Choose one of these."),
        ({"starts": "noon"}, "starts", "Type a time, like 19:00."),
        ({"day": "9"}, "day", "Choose one of these."),
        ({"parallel_play": "perhaps"}, "parallel_play", "Choose one of these."),
    ],
)
def test_what_does_not_fit_is_said_beside_it_and_the_rest_stays(
    empty: Seat, sent: dict[str, str], field: str, sentence: str
) -> None:
    page = signed_in(empty).post("/start/", {**ANSWERS, **sent})
    assert page.status_code == 422
    assert sentence in str(page.context["form"].errors[field])
    assert page.context["form"]["club"].value() == (sent.get("club") or "The Brass Lantern")
    assert Club.objects.get().stage == Stage.NEW


def test_the_first_night_is_today_until_its_evening_is_over() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    thursday = datetime(2026, 12, 3, 20, tzinfo=berlin)
    assert first_night(3, time(19), thursday) == thursday.date()
    assert first_night(3, time(19), thursday.replace(hour=23)) == thursday.date() + timedelta(weeks=1)
    assert first_night(2, time(19), thursday) == thursday.date() + timedelta(days=6)


# Leaving the demo


def test_the_club_is_the_same_person_s_and_the_demo_is_put_aside(demo: Seat) -> None:
    finding.catch_up(demo.club.founded_at)
    link = people.make_way_back(person=demo.person)
    invitation = people.invite(by=demo)
    other = demo.club.seats.exclude(pk=demo.pk).select_related("person__user").first()
    assert other is not None
    theirs = people.make_way_back(person=other.person)
    client = signed_in(demo)
    client.post("/start/", {"look": "1"})
    client.post("/start/", ANSWERS)
    own = Club.objects.get(stage=Stage.OWN)
    seat = own.seats.get()
    assert (seat.person_id, seat.name, own.name) == (demo.person_id, "Ilse", "The Brass Lantern")
    home = page_of(client.get("/"))
    assert [one.name for one in home.clubs] == ["The Brass Lantern"]
    assert (home.leagues, home.todos, home.unread) == ((), (), 0)
    assert home.gone == (), "nobody took them off a list"
    assert "This is the demo club." not in text_of(client.get("/"))
    assert client.get(f"/clubs/{demo.club.slug}/people/").status_code == 404
    assert WayBack.objects.get(pk=link.pk).revoked_at is None, "the link from the terminal is theirs for good"
    assert WayBack.objects.get(pk=theirs.pk).revoked_at is not None
    assert Client().post(people.way_back_path(theirs)).status_code == 404
    assert Invitation.objects.get(pk=invitation.pk).revoked_at is not None
    assert not Seat.objects.filter(club=demo.club, status=SeatStatus.ACTIVE).exists()
    assert str(people.way_back_of(seat.person)) == str(link)
    assert people.way_back_path(link) in installation.organisers_way_in()


def test_a_club_is_started_once_whoever_sends_it_twice(demo: Seat) -> None:
    given = acts.FirstAnswers(club="Ours", you="Ilse", time_zone="UTC")
    first = acts.set_up_club(demo, given)
    assert acts.set_up_club(demo, given) == first
    assert Club.objects.filter(stage=Stage.OWN).count() == 1


def test_the_demo_is_deleted_after_a_question_and_nothing_of_anybody_else(demo: Seat) -> None:
    client = signed_in(demo)
    client.post("/start/", ANSWERS)
    own = Club.objects.get(stage=Stage.OWN)
    organiser = own.seats.get()
    kept = play.found_league(organiser)
    guest = new_seat(club=own)
    players = set(
        Person.objects.filter(seats__club=demo.club).exclude(pk=demo.person_id).values_list("pk", flat=True)
    )
    settings = f"/clubs/{own.slug}/settings/"
    assert "Delete the demo club" in text_of(client.get(settings))
    assert "Delete the demo club?" in text_of(client.get(f"/clubs/{own.slug}/demo/delete/"))
    assert Club.objects.filter(pk=demo.club_id).exists(), "asked is not done"
    assert client.post(f"/clubs/{own.slug}/demo/delete/")["Location"] == settings
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is referred to is there
    assert list(Club.objects.all()) == [own]
    assert list(Scope.objects.all()) == [kept]
    assert set(Entry.objects.values_list("scope", flat=True)) <= {kept.pk}
    assert players
    assert not Person.objects.filter(pk__in=players).exists()
    assert set(Person.objects.values_list("pk", flat=True)) >= {demo.person_id, guest.person_id}
    assert client.get("/").status_code == 200
    assert "Delete the demo club" not in text_of(client.get(settings))
    assert client.post(f"/clubs/{own.slug}/demo/delete/").status_code == 404


def test_only_a_demo_that_was_left_can_be_deleted(demo: Seat) -> None:
    assert not deleting.delete_club(demo.club)
    own = new_organiser()
    assert not deleting.delete_club(own.club)
    assert signed_in(own).post(f"/clubs/{own.club.slug}/demo/delete/").status_code == 404
    acts.set_up_club(demo, acts.FirstAnswers(club="Ours", you="Ilse", time_zone="UTC"))
    assert signed_in(own).post(f"/clubs/{own.club.slug}/demo/delete/").status_code == 404, "another’s demo"
    assert Club.objects.filter(pk=demo.club_id).exists()
    assert not Notice.objects.filter(club=demo.club_id).exists()


def test_who_comes_the_first_time_is_not_welcomed_back(empty: Seat) -> None:
    link = people.way_back_of(empty.person)
    assert link is not None
    address = people.way_back_path(link)
    assert "Welcome back" not in text_of(Client().get(address))
    assert "Organiser" not in text_of(Client().get(address)), "nobody is called so yet"
    Client().post(address)
    signed_in(empty).post("/start/", ANSWERS)
    assert "Welcome back, Ilse" in text_of(Client().get(address))
