"""A person's own pages: preferences, password, passkeys, devices, going for good; and the sign-in page."""

from dataclasses import replace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from campaigns.models.limits import Tries
from campaigns.models.people import Person, Seat, SeatRequest
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.people import urls as urls_people
from campaigns.shell.reading import limits
from rules.engine.refusals import Refused
from tests.campaigns.people.conftest import Cast
from tests.factories import PASSWORD, UserFactory, new_organiser, new_person, new_seat, signed_in
from tests.pages import errors_of, words_of


def sign_in(name: str, password: str, client: Client | None = None) -> Any:
    return (client or Client()).post("/accounts/login/", {"login": name, "password": password})


def claimed(cast: Cast) -> Seat:
    signin.set_sign_in(person=cast.marta.person, sign_in_name="marta", password=PASSWORD)
    return cast.marta


# Preferences


def test_preferences_are_kept_and_shown(cast: Cast) -> None:
    client = signed_in(cast.marta)
    client.post("/me/", {"name": "Marta K.", "dice": "app", "theme": "dark"})
    person = Person.objects.get(pk=cast.marta.person_id)
    assert (person.display_name, person.dice, person.theme) == ("Marta K.", "app", "dark")
    assert 'data-theme="dark"' in client.get("/me/").content.decode()


def test_a_new_name_is_carried_into_clubs_where_the_old_one_stood(cast: Cast) -> None:
    other = new_seat(person=cast.marta.person, name="The Red")
    signed_in(cast.marta).post("/me/", {"name": "Martha", "dice": "ask", "theme": "auto"})
    names = (
        Seat.objects.filter(pk__in=[cast.marta.pk, other.pk]).order_by("pk").values_list("name", flat=True)
    )
    assert list(names) == ["Martha", "The Red"]


def test_a_name_taken_in_one_club_changes_none(cast: Cast) -> None:
    page = signed_in(cast.marta).post("/me/", {"name": "Tom", "dice": "app", "theme": "auto"})
    assert page.status_code == 422
    assert "Tom already has a seat here" in str(page.context["form"].errors)
    assert Person.objects.get(pk=cast.marta.person_id).display_name == "Marta"
    assert Person.objects.get(pk=cast.marta.person_id).dice == "ask"


@pytest.mark.django_db
def test_somebody_without_a_club_is_told_how_to_join_one() -> None:
    assert "Open an invitation to join one" in signed_in(new_person()).get("/me/").content.decode()


# A password


def test_a_guest_claims_the_seat_and_comes_back_with_the_password(cast: Cast) -> None:
    here, elsewhere = signed_in(cast.marta), signed_in(cast.marta)
    answer = here.post("/me/claim/", {"sign_in_name": "marta", "password": PASSWORD})
    assert answer["Location"] == "/me/"
    assert here.get("/me/").status_code == 200
    assert elsewhere.get("/me/").status_code == 302
    back = Client()
    assert sign_in("MARTA", PASSWORD, back).status_code == 302
    assert name_of(back) == "Marta"


@pytest.mark.parametrize(
    ("name", "password", "sentence"),
    [
        ("mar ta", PASSWORD, "without spaces"),
        ("marta", "short", "too short"),
        ("marta", "password", "too common"),
        ("", PASSWORD, "cannot be left empty"),
        ("taken", PASSWORD, "That sign-in name is already taken"),
        ("martasname", "martasname1", "too similar"),
    ],
)
def test_a_claim_that_does_not_pass_says_why_and_keeps_the_name(
    cast: Cast, name: str, password: str, sentence: str
) -> None:
    UserFactory.create(username="Taken")
    page = signed_in(cast.marta).post("/me/claim/", {"sign_in_name": name, "password": password})
    assert page.status_code == 422
    assert sentence in errors_of(page)
    assert page.context["form"]["sign_in_name"].value() == name
    assert not User.objects.get(pk=cast.marta.person.user_id).has_usable_password()


def test_a_forgotten_password_is_replaced_by_somebody_who_came_by_their_way_back(cast: Cast) -> None:
    marta = claimed(cast)
    client = Client()
    client.post(people.way_back_path(people.make_way_back(person=marta.person)))
    assert client.get("/me/claim/").context["form"]["sign_in_name"].value() == "marta"
    client.post("/me/claim/", {"sign_in_name": "marta", "password": "another lantern below"})
    assert client.get("/me/").status_code == 200
    assert sign_in("marta", PASSWORD).status_code == 422
    assert sign_in("marta", "another lantern below").status_code == 302


@pytest.mark.parametrize("path", sorted(urls_people.INSTEAD))
def test_pages_that_would_ask_for_an_e_mail_lead_to_ours(cast: Cast, path: str) -> None:
    page = signed_in(cast.marta).get(f"/accounts/{path}/")
    assert page["Location"] in ("/me/", "/me/claim/", "/accounts/login/")


def test_a_wrong_password_is_said_beside_the_form(cast: Cast) -> None:
    claimed(cast)
    page = sign_in("marta", "wrong")
    assert page.status_code == 422
    form = page.context["form"]
    assert "do not match" in str(form.errors)
    assert form["login"].value() == "marta"


def test_sign_in_says_the_same_about_a_name_nobody_has(cast: Cast) -> None:
    claimed(cast)
    assert errors_of(sign_in("nobody", "wrong")) == errors_of(sign_in("marta", "wrong"))
    assert "do not match" in errors_of(sign_in("nobody", "wrong"))


def test_guessing_passwords_is_slowed_down(cast: Cast) -> None:
    claimed(cast)
    for _ in range(5):
        sign_in("marta", "wrong")
    page = sign_in("marta", PASSWORD)
    assert page.status_code == 422
    assert "Too many attempts" in errors_of(page)


def test_whoever_guesses_locks_nobody_else_out(cast: Cast) -> None:
    """A name is counted with the address it is tried from; an address that is refused counts no further."""
    claimed(cast)
    for _ in range(12):  # fewer than one address may try in a minute, under whatever names
        sign_in("marta", "wrong", Client(REMOTE_ADDR="192.0.2.66"))
    assert "Too many attempts" in errors_of(sign_in("marta", PASSWORD, Client(REMOTE_ADDR="192.0.2.66")))
    assert sign_in("marta", PASSWORD, Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_guessing_from_very_many_addresses_ends_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    claimed(cast)
    monkeypatch.setattr(limits, "NAME", replace(limits.NAME, allowed=8))
    for n in range(8):
        sign_in("marta", "wrong", Client(REMOTE_ADDR=f"192.0.2.{n + 10}"))
    assert "Too many attempts" in errors_of(sign_in("marta", PASSWORD, Client(REMOTE_ADDR="192.0.2.99")))


def test_guessing_over_several_machines_is_slowed_down_by_one_count(cast: Cast) -> None:
    """What a process keeps to itself counts for nothing: here it forgets between two tries."""
    claimed(cast)
    for n in range(5):
        cache.clear()
        sign_in("marta", f"wrong {n}")
    cache.clear()
    assert "Too many attempts" in errors_of(sign_in("marta", PASSWORD))


def test_the_admin_has_no_door_of_its_own_for_passwords(cast: Cast) -> None:
    claimed(cast)
    User.objects.filter(username="marta").update(is_staff=True, is_superuser=True)
    client = Client()
    for _ in range(2):
        page = client.post("/admin/login/?next=/admin/", {"username": "marta", "password": PASSWORD})
        assert page["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    sign_in("marta", PASSWORD, client)
    assert client.get("/admin/").status_code == 200


def test_a_right_password_costs_no_try(cast: Cast) -> None:
    claimed(cast)
    for _ in range(3):
        for _ in range(4):
            assert sign_in("marta", PASSWORD).status_code == 302
        assert sign_in("Marta", "wrong").status_code == 422
    assert {tries.count for tries in Tries.objects.all()} == {3}


def test_nobody_signs_up_without_an_invitation(cast: Cast) -> None:
    page = Client().get("/accounts/signup/")
    assert "You need an invitation" in page.content.decode()
    data = {"username": "me", "password1": PASSWORD, "password2": PASSWORD}
    Client().post("/accounts/signup/", data)
    assert not User.objects.filter(username="me").exists()


# Passkeys


def test_passkeys_are_offered_where_they_work_and_explained_where_not(cast: Cast) -> None:
    client = signed_in(cast.marta)
    secure = client.get("/me/", secure=True).content.decode()
    plain = client.get("/me/", headers={"host": "127.0.0.1"}).content.decode()
    assert "/webauthn/add/" in secure
    assert "/webauthn/" not in plain
    assert "need a secure (https) address" in plain
    assert "passkey_login" in Client().get("/accounts/login/", secure=True).content.decode()
    page = Client().get("/accounts/login/", headers={"host": "127.0.0.1"}).content.decode()
    assert "passkey_login" not in page
    assert "not offered here" in page


def test_a_guest_may_add_a_passkey_without_an_e_mail_or_password(cast: Cast) -> None:
    page = signed_in(cast.marta).get("/accounts/2fa/webauthn/add/", secure=True)
    assert page.status_code == 200
    assert "Create the passkey" in page.content.decode()


def test_a_password_stays_enough_for_somebody_with_a_passkey(cast: Cast) -> None:
    marta = claimed(cast)
    Authenticator.objects.create(user=marta.person.user, type=Authenticator.Type.WEBAUTHN, data={})
    client = Client()
    assert sign_in("marta", PASSWORD, client)["Location"] == "/"
    assert client.get("/me/").status_code == 200


# Devices and going


def test_sign_out_everywhere_ends_the_other_devices_only(cast: Cast) -> None:
    path = people.way_back_path(people.make_way_back(person=cast.marta.person))
    here, phone, tom = (
        Client(),
        Client(headers={"user-agent": "Mozilla (Android) Firefox"}),
        signed_in(cast.tom),
    )
    here.post(path)
    phone.post(path)
    assert "Android, Firefox" in words_of(here.get("/me/"))
    told = here.post("/me/sign-out-everywhere/", follow=True).context["messages"]
    assert [str(one) for one in told] == ["Signed out on 1 other device."]
    assert here.get("/me/").status_code == 200
    assert tom.get("/me/").status_code == 200
    assert phone.get("/me/").status_code == 302


def test_signing_out_reminds_a_guest_of_the_way_back(cast: Cast) -> None:
    client = signed_in(cast.marta)
    assert "you can only sign in again with your sign-in link" in client.get("/me/sign-out/").content.decode()
    client.post("/me/sign-out/")
    assert client.get("/me/").status_code == 302


def test_a_link_cannot_sign_anybody_out(cast: Cast) -> None:
    client = signed_in(cast.marta)
    client.get("/me/sign-out/")
    assert client.get("/me/sign-out-everywhere/").status_code == 405
    assert client.get("/me/").status_code == 200


def test_erasing_asks_first_then_forgets_name_links_and_sign_in(cast: Cast) -> None:
    marta, client = claimed(cast), signed_in(cast.marta)
    word = str(people.make_way_back(person=marta.person).word)
    signin.ask_for_seat(club=cast.club, typed_name="Marta")
    signin.decide_request(by=cast.ilse, request=SeatRequest.objects.get(), seat=marta)
    assert "cannot be restored" in client.get("/me/erase/").context["sentences"][0]
    assert Person.objects.get(pk=marta.person_id).display_name == "Marta"
    client.post("/me/erase/")
    marta = Seat.objects.select_related("person__user").get(pk=marta.pk)
    assert (marta.name, marta.person.display_name, str(marta)) == ("", "", "A former player")
    assert not marta.person.user.is_active
    assert signin.find_way_back(word) is None
    assert sign_in("marta", PASSWORD).status_code == 422
    assert client.get("/me/").status_code == 302
    assert not SeatRequest.objects.exists()
    assert "Marta" not in signed_in(cast.ilse).get(cast.path("people/")).content.decode()
    with pytest.raises(Refused):
        people.restore_seat(by=cast.ilse, seat=marta)


def test_the_last_organiser_cannot_be_erased_and_loses_nothing(cast: Cast) -> None:
    client = signed_in(cast.ilse)
    page = client.post("/me/erase/")
    assert page.status_code == 409
    assert "A club needs an organiser" in words_of(page)
    assert client.get(cast.path("people/")).status_code == 200
    new_organiser(club=cast.club)
    assert client.post("/me/erase/").status_code == 302


def test_an_erased_name_is_free_again(cast: Cast) -> None:
    signin.erase_person(person=cast.marta.person)
    signin.erase_person(person=cast.tom.person)
    link = people.invite(by=cast.ilse)
    assert people.join_club(invitation=link, name="Marta").is_new


def test_a_merged_sign_in_is_erased_with_its_person(cast: Cast) -> None:
    browser = signed_in(cast.tom)
    signin.merge_seats(by=cast.ilse, keep=cast.marta, drop=cast.tom)
    signin.erase_person(person=cast.marta.person)
    assert browser.get("/me/").status_code == 302
    assert not User.objects.get(pk=cast.tom.person.user_id).is_active


@pytest.mark.django_db
def test_going_on_after_joining_stays_on_this_site() -> None:
    client = signed_in(new_person())
    for to, onward in (("https://elsewhere.example/", "/"), ("/leagues/3/", "/leagues/3/")):
        assert client.get(f"/me/way-back/?new=1&to={to}").context["to"] == onward


def name_of(client: Client) -> str:
    """Who the browser is, by the page about oneself."""
    return str(client.get("/me/").context["form"]["name"].value())
