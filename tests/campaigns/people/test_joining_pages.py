"""The pages in front of a seat, as a browser without script meets them."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.engine.who.access import seat_of
from campaigns.models.limits import Tries
from campaigns.models.people import Invitation, Person, Role, Seat, SeatRequest
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.shell.reading import limits
from tests.factories import new_organiser, new_person, new_seat, signed_in
from tests.pages import errors_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation() -> Invitation:
    return people.invite(by=new_organiser(), uses=3)


def path_of(invitation: Invitation) -> str:
    return people.invitation_path(invitation)


def uses_left(invitation: Invitation) -> int:
    return Invitation.objects.get(pk=invitation.pk).uses_left


def test_opening_the_link_shows_the_club_and_spends_nothing(invitation: Invitation) -> None:
    client = Client()
    for _ in range(5):
        page = client.get(path_of(invitation))
    assert page.status_code == 200
    assert page.context["invitation"].club == invitation.club
    assert invitation.club.name in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert uses_left(invitation) == 3
    assert Seat.objects.count() == 1


def test_typing_a_name_is_enough(invitation: Invitation) -> None:
    client = Client()
    form = client.get(path_of(invitation)).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', form)
    assert key
    kept = client.post(path_of(invitation), {"name": "Marta", "key": key[1]}, follow=True)
    person = Person.objects.get(display_name="Marta")
    assert kept.status_code == 200
    assert people.way_back_path(person.ways_back.get()) in kept.content.decode()
    assert "<svg" in kept.content.decode()
    assert seat_of(person, invitation.club)
    assert client.get("/me/").status_code == 200


def test_a_second_tap_on_join_is_harmless(invitation: Invitation) -> None:
    key, first, second = str(uuid4()), Client(), Client()
    for client in (first, second):
        assert client.post(path_of(invitation), {"name": "Marta", "key": key}).status_code == 302
    assert Person.objects.filter(display_name="Marta").count() == 1
    assert uses_left(invitation) == 2


def test_a_name_that_does_not_pass_stays_in_its_field(invitation: Invitation) -> None:
    new_seat(club=invitation.club, name="Marta")
    page = Client().post(path_of(invitation), {"name": "marta"})
    assert page.status_code == 422
    assert "already has a seat here" in errors_of(page)
    assert page.context["form"]["name"].value() == "marta"
    assert page.context["taken"]


def test_a_name_that_is_too_long_is_nobodys_seat(invitation: Invitation) -> None:
    page = Client().post(path_of(invitation), {"name": "Ä" * 60})
    assert page.status_code == 422
    assert "That name has 60 characters. Keep it to 40." in errors_of(page)
    assert not page.context["taken"]


def test_html_in_a_name_stays_text(invitation: Invitation) -> None:
    page = Client().post(path_of(invitation), {"name": "<b>Pip</b>"}, follow=True).content.decode()
    assert "&lt;b&gt;Pip" in page
    assert "<b>Pip" not in page


def test_the_same_browser_opening_the_link_again_goes_on(invitation: Invitation) -> None:
    client = Client()
    client.post(path_of(invitation), {"name": "Marta"})
    again = client.get(path_of(invitation))
    assert again.status_code == 302
    assert uses_left(invitation) == 2


def test_somebody_signed_in_joins_a_second_club_under_their_name(invitation: Invitation) -> None:
    person = new_person(display_name="Oskar")
    client = signed_in(person)
    assert client.get(path_of(invitation)).context["form"]["name"].value() == "Oskar"
    client.post(path_of(invitation), {"name": "Oskar"})
    seat = seat_of(person, invitation.club)
    assert seat
    assert seat.name == "Oskar"


def test_who_was_removed_reads_before_the_tap_that_a_link_does_not_let_them_in(
    invitation: Invitation,
) -> None:
    seat = new_seat(club=invitation.club)
    people.remove_seat(by=invitation.made_by, seat=seat)
    client = signed_in(seat.person)
    said = f"Your seat in this club was removed. Ask {invitation.made_by} to give it back."
    for page in (client.get(path_of(invitation)), client.post(path_of(invitation), {"name": "Ann"})):
        assert page.status_code == 403
        assert page.context["removed"] == said
        assert "form" not in page.context
    people.restore_seat(by=invitation.made_by, seat=seat)
    assert client.get(path_of(invitation)).status_code == 302


def test_a_closed_link_says_so(invitation: Invitation) -> None:
    people.revoke_invitation(by=invitation.made_by, invitation=invitation)
    page = Client().get(path_of(invitation))
    assert page.status_code == 410
    assert "Ask an organiser" in page.content.decode()


def test_a_link_closed_while_the_name_was_typed_keeps_the_name(invitation: Invitation) -> None:
    people.revoke_invitation(by=invitation.made_by, invitation=invitation)
    page = Client().post(path_of(invitation), {"name": "Marta"})
    assert page.status_code == 422
    assert "This invitation is closed" in errors_of(page)
    assert page.context["form"]["name"].value() == "Marta"


def test_a_link_nobody_made_is_404() -> None:
    assert Client().get("/join/AAAAAAAAAAAAAAAAAAAAAA/").status_code == 404
    assert Client().get("/join/AAAAAAAAAAAAAAAAAAAAAA/mine/").status_code == 404
    assert Client().get("/back/AAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


# Ways back


@pytest.fixture
def marta() -> Seat:
    return new_seat(name="Marta", person=new_person(display_name="Marta"))


def way_back_of(seat: Seat) -> str:
    return people.way_back_path(people.make_way_back(person=seat.person))


def test_opening_a_way_back_signs_nobody_in(marta: Seat) -> None:
    client = Client()
    page = client.get(way_back_of(marta))
    assert page.context["whose"] == marta.person
    assert client.get("/me/").status_code == 302


def test_a_way_back_works_on_every_device_until_it_is_replaced(marta: Seat) -> None:
    path = way_back_of(marta)
    for _ in range(2):
        client = Client()
        client.post(path)
        assert name_of(client) == "Marta"
    way_back_of(marta)
    assert Client().post(path).status_code == 404


def test_a_way_back_lasts_a_season(marta: Seat) -> None:
    client = Client()
    client.post(way_back_of(marta))
    assert client.session.get_expiry_age() >= 60 * 60 * 24 * 180


def test_a_new_way_back_is_asked_for_and_made(marta: Seat) -> None:
    old, client = way_back_of(marta), signed_in(marta)
    assert "stop working" in client.get("/me/way-back/new/").context["sentences"][0]
    assert signin.find_way_back(old.split("/")[2])
    page = client.post("/me/way-back/new/", follow=True)
    assert page.context["link"]
    assert old not in page.context["link"]
    assert signin.find_way_back(old.split("/")[2]) is None


# "I already have a seat"


def ask(invitation: Invitation, name: str = "Marta") -> Client:
    client = Client()
    asked = client.post(f"{path_of(invitation)}mine/", {"name": name}, follow=True)
    assert asked.status_code == 200
    return client


def test_a_browser_asks_waits_is_let_in_and_takes_its_seat(invitation: Invitation) -> None:
    seat = new_seat(club=invitation.club, name="Marta")
    browser, organiser = ask(invitation), signed_in(invitation.made_by)
    asked = SeatRequest.objects.get()
    assert asked.figures in browser.get("/waiting/").content.decode()
    assert browser.post("/waiting/").status_code == 409

    people_page = organiser.get(f"/clubs/{invitation.club.slug}/people/").content.decode()
    assert "they’re Marta" in people_page
    assert asked.figures in people_page
    organiser.post(f"/clubs/{invitation.club.slug}/requests/{asked.pk}/", {"seat": seat.pk})

    assert "You’re Marta" in browser.get("/waiting/").content.decode()
    assert browser.post("/waiting/").status_code == 302
    assert name_of(browser) == seat.person.display_name
    assert browser.post("/waiting/").status_code in (404, 409)
    assert uses_left(invitation) == 3


def test_only_the_browser_that_asked_may_take_the_seat(invitation: Invitation) -> None:
    seat = new_seat(club=invitation.club, name="Marta")
    ask(invitation)
    signin.decide_request(by=invitation.made_by, request=SeatRequest.objects.get(), seat=seat)
    assert Client().post("/waiting/").status_code == 404


def test_a_refused_request_lets_nobody_in(invitation: Invitation) -> None:
    browser, organiser = ask(invitation), signed_in(invitation.made_by)
    organiser.post(f"/clubs/{invitation.club.slug}/requests/{SeatRequest.objects.get().pk}/", {"refuse": "1"})
    assert "did not let this device in" in browser.get("/waiting/").content.decode()
    assert browser.post("/waiting/").status_code == 409


def test_a_player_or_an_organiser_of_another_club_cannot_decide(invitation: Invitation) -> None:
    seat = new_seat(club=invitation.club, name="Marta")
    ask(invitation)
    path = f"/clubs/{invitation.club.slug}/requests/{SeatRequest.objects.get().pk}/"
    for who in (seat, new_organiser(), None):
        assert signed_in(who).post(path, {"seat": seat.pk}).status_code == 404
    assert SeatRequest.objects.get().status == "open"


def test_no_organiser_opens_the_seat_of_somebody_who_also_plays_elsewhere(
    invitation: Invitation,
) -> None:
    seat = new_seat(club=invitation.club, name="Marta")
    new_seat(person=seat.person)
    ask(invitation)
    path = f"/clubs/{invitation.club.slug}/requests/{SeatRequest.objects.get().pk}/"
    page = signed_in(invitation.made_by).post(path, {"seat": seat.pk})
    assert page.status_code == 422
    assert "a club you do not run" in errors_of(page)
    assert SeatRequest.objects.get().status == "open"


# How often


@pytest.mark.parametrize(
    ("limit", "path", "data"),
    [("JOIN", "join", {"name": ""}), ("SEAT_REQUEST", "mine", {"name": "Marta"}), ("WAY_BACK", "back", {})],
)
def test_hammering_is_slowed_down(
    invitation: Invitation, marta: Seat, monkeypatch: Any, limit: str, path: str, data: dict[str, str]
) -> None:
    monkeypatch.setattr(limits, limit, limits.Limit(limit, allowed=2, seconds=60))
    address = {
        "join": path_of(invitation),
        "mine": f"{path_of(invitation)}mine/",
        "back": way_back_of(marta),
    }[path]
    client = Client()
    codes = [client.post(address, data).status_code for _ in range(3)]
    assert 429 not in codes[:2]
    assert codes[2] == 429
    assert Client(REMOTE_ADDR="10.1.2.3").post(address, data).status_code != 429


def test_guessing_links_is_slowed_down(monkeypatch: Any) -> None:
    monkeypatch.setattr(limits, "WRONG_LINK", limits.Limit("wrong", allowed=2, seconds=60))
    codes = [Client().get(f"/back/guess{n}/").status_code for n in range(3)]
    assert codes == [404, 404, 429]


def test_a_club_night_behind_one_router_comes_in(monkeypatch: Any) -> None:
    """Good ways back and people who join count for nothing; wrong links keep only wrong links out."""
    for name in ("JOIN", "WAY_BACK", "WRONG_LINK"):
        monkeypatch.setattr(limits, name, limits.Limit(name, allowed=2, seconds=60))
    organiser = new_organiser()
    open_link = people.invite(by=organiser, uses=12)
    joined = [Client().post(path_of(open_link), {"name": f"Player {n}"}) for n in range(6)]
    assert [page.status_code for page in joined] == [302] * 6
    assert [Client().get(f"/back/guess{n}/").status_code for n in range(3)] == [404, 404, 429]
    ways = [way_back_of(seat) for seat in organiser.club.seats.exclude(pk=organiser.pk)]
    assert [Client().post(way).status_code for way in ways] == [302] * 6


def test_a_counter_forgets_after_its_time() -> None:
    limit = limits.Limit("short", allowed=1, seconds=60)
    assert [limit.is_spent("a"), limit.is_spent("a"), limit.is_spent("b")] == [False, True, False]
    Tries.objects.update(until=timezone.now() - timedelta(hours=1))
    assert [limit.is_spent("a"), limit.is_spent("a")] == [False, True]
    assert limits.delete_expired_tries(timezone.now()) == 1
    assert Tries.objects.count() == 1


def test_an_organisers_invitation_says_what_it_is() -> None:
    link = people.invite(by=new_organiser(), role=Role.ORGANISER, uses=1)
    assert "help run this club" in Client().get(path_of(link)).content.decode()


def name_of(client: Client) -> str:
    """Who the browser is, by the page about oneself."""
    return str(client.get("/me/").context["form"]["name"].value())


def test_a_taken_name_is_drawn_beside_its_field_with_the_way_to_ones_seat(invitation: Invitation) -> None:
    new_seat(club=invitation.club, name="Marta")
    drawn = Client().post(path_of(invitation), {"name": "marta"}).content.decode()
    assert "already has a seat here" in drawn
    assert 'value="marta"' in drawn
    assert "That’s me: I already have a seat" in drawn
