"""Joining, coming back and passkeys in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Dialog, Page, expect

from campaigns.models import Night
from campaigns.models.people import Invitation, Seat
from campaigns.people import seats as people
from campaigns.people import signin
from tests.browser.conftest import DESK, leads_on, tap
from tests.browser.looks import ALL_FOUR, DESK_DARK, NARROW_LIGHT, SHOTS, Look, faults
from tests.factories import new_seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
SMALL = replace(NARROW_LIGHT, thumb=40)


@pytest.fixture
def ilse() -> Seat:
    return people.found_club(name="The Brass Lantern", organiser_name="Ilse").organiser


@pytest.fixture
def invitation(ilse: Seat) -> Invitation:
    return people.invite(by=ilse)


def sign_in(page: Page, seat: Seat) -> None:
    page.goto(people.way_back_path(people.make_way_back(person=seat.person)))
    leads_on(page.get_by_role("button", name="Sign in on this device"))


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_guest_joins_and_keeps_the_way_back(
    open_page: OpenPage, invitation: Invitation, script: bool
) -> None:
    page = open_page(script=script)
    page.goto(people.invitation_path(invitation))
    page.get_by_label("Your name").fill("Marta")
    leads_on(page.get_by_role("button", name="Join"))
    expect(page.get_by_text("Keep your sign-in link")).to_be_visible()
    path = page.locator(".code a").inner_text().split("/back/")[1]

    other = open_page(script=script, size=DESK)
    other.goto(f"/back/{path}")
    leads_on(other.get_by_role("button", name="Sign in on this device"))
    other.goto("/me/")
    expect(other.get_by_label("Your name")).to_have_value("Marta")


@pytest.mark.in_turn(7, kind="journeys")
def test_two_screens_meet_over_a_seat(open_page: OpenPage, ilse: Seat, invitation: Invitation) -> None:
    new_seat(club=ilse.club, name="Marta")
    chat, desk = open_page(), open_page(size=DESK)
    chat.goto(people.invitation_path(invitation))
    leads_on(chat.get_by_role("link", name="I already have a seat"))
    chat.get_by_label("The name on your seat").fill("marta")
    leads_on(chat.get_by_role("button", name="Ask an organiser"))
    figures = chat.locator(".t-verb").inner_text()

    sign_in(desk, ilse)
    desk.goto(f"/clubs/{ilse.club.slug}/people/")
    leads_on(desk.get_by_role("link", name="View it"))
    expect(desk.locator(".t-verb")).to_have_text(figures)
    tap(desk.get_by_role("button", name="Let them in"))

    expect(chat.get_by_role("button", name="Take my seat")).to_be_visible()  # the page asks by itself
    leads_on(chat.get_by_role("button", name="Take my seat"))
    chat.goto(f"/clubs/{ilse.club.slug}/people/")
    expect(chat.locator(".is-mine")).to_contain_text("Marta")


@pytest.mark.in_turn(7, kind="journeys")
def test_a_passkey_is_made_and_signs_in(open_page: OpenPage, live_server: Any, ilse: Seat) -> None:
    page = open_page()
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    sign_in(page, ilse)
    page.goto("/me/")
    leads_on(page.get_by_role("link", name="Passkeys"))
    page.get_by_role("button", name="Create the passkey").click()
    page.wait_for_url("**/me/")
    expect(page.get_by_text("1 passkey")).to_be_visible()

    page.goto("/me/sign-out/")
    leads_on(page.get_by_role("button", name="Sign out"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{live_server.url}/")
    page.goto("/me/")
    expect(page.get_by_label("Your name")).to_have_value("Ilse")


def addresses(ilse: Seat, invitation: Invitation) -> list[str]:
    marta = new_seat(club=ilse.club, name="Jonas-Maximilian von Hohenschwangau")
    asked = signin.ask_for_seat(club=ilse.club, typed_name="Marta", device="Android, Chrome").request
    club = f"/clubs/{ilse.club.slug}/"
    return [
        "/me/",
        "/me/way-back/",
        "/me/way-back/new/",
        "/me/claim/",
        "/me/sign-out/",
        "/me/erase/",
        "/accounts/2fa/webauthn/add/",
        f"{club}people/",
        f"{club}people/me/",
        f"{club}people/{marta.pk}/",
        f"{club}people/{marta.pk}/merge/",
        f"{club}people/{marta.pk}/remove/",
        f"{club}people/{marta.pk}/way-back/",
        f"{club}invitations/",
        f"{club}invitations/{invitation.pk}/",
        f"{club}requests/{asked.pk}/",
        f"{club}settings/",
    ]


def find_fault(page: Page, path: str, *looks: Look) -> list[str]:
    page.goto(path)
    return faults(page, path, looks)


@pytest.mark.answers(404)  # a link that was never made
@pytest.mark.in_turn(7, kind="screens")
def test_every_page_about_people_is_sound_on_a_small_phone_and_in_the_dark_on_a_desk(
    open_page: OpenPage, ilse: Seat, invitation: Invitation
) -> None:
    page, paths = open_page(), addresses(ilse, invitation)
    outside = ["/accounts/login/", people.invitation_path(invitation), "/join/nonsense/"]
    outside.append(f"{people.invitation_path(invitation)}mine/")
    found = [fault for path in outside for fault in find_fault(page, path, SMALL)]
    sign_in(page, ilse)
    both = (SMALL, replace(DESK_DARK, thumb=40))
    found += [fault for path in paths for fault in find_fault(page, path, *both)]
    assert found == []


def test_a_link_is_copied_where_only_what_is_selected_can_be(
    open_page: OpenPage, ilse: Seat, invitation: Invitation
) -> None:
    """On plain http, where scripts have no clipboard."""
    page = open_page()
    sign_in(page, ilse)
    page.goto(f"/clubs/{ilse.club.slug}/invitations/{invitation.pk}/")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("addEventListener('copy', () => { window.copied = document.activeElement.value; })")
    button = page.get_by_role("button", name="Copy the link")
    button.click()
    expect(page.locator("#toasts")).to_contain_text("Copied.")
    assert people.invitation_path(invitation) in page.evaluate("window.copied")
    expect(page.locator("dialog[open], textarea")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_link_is_copied_by_hand_where_the_browser_lets_nobody_copy(
    open_page: OpenPage, ilse: Seat, invitation: Invitation
) -> None:
    page = open_page()
    asked: list[str] = []

    def prompted(box: Dialog) -> None:
        asked.append(box.message)
        box.dismiss()

    page.on("dialog", prompted)
    sign_in(page, ilse)
    page.goto(f"/clubs/{ilse.club.slug}/invitations/{invitation.pk}/")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.evaluate("document.execCommand = () => false")
    page.evaluate("document.querySelector('[data-copy]').dataset.copy += '\\nsecond line'")
    page.get_by_role("button", name="Copy the link").click()
    field = page.locator("dialog[open] textarea")
    expect(field).to_be_focused()
    expect(page.locator("dialog[open]")).to_contain_text("Hold your finger on it")
    text = field.input_value()
    assert people.invitation_path(invitation) in text
    assert text.endswith("\nsecond line")
    assert page.evaluate("document.activeElement.selectionEnd") == len(text)
    assert asked == []
    page.get_by_role("button", name="Close", exact=True).click()
    expect(field).to_have_count(0)


# A form from before one signed in again


def in_again(page: Page, seat: Seat) -> None:
    """Signed out and in again, in another tab of the same browser."""
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    tab = page.context.new_page()
    sign_in(tab, seat)
    tab.close()


@pytest.mark.answers(403)
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.in_turn(7, kind="journeys")
def test_what_was_typed_before_signing_in_again_is_sent_by_one_tap(
    open_page: OpenPage, ilse: Seat, script: bool
) -> None:
    page = open_page(script=script)
    sign_in(page, ilse)
    page.goto(f"/clubs/{ilse.club.slug}/nights/new/")
    page.locator("[name=words]").fill("Bring the long table, please")
    page.locator("[name=day]").fill("2030-05-03")
    in_again(page, ilse)
    leads_on(page.get_by_role("button", name="Announce it"))
    expect(page.get_by_role("heading", name="Not sent yet")).to_be_visible()
    expect(page.get_by_text("Bring the long table")).to_be_visible()
    assert faults(page, "not-sent-yet", ALL_FOUR) == [] if script else True
    leads_on(page.get_by_role("button", name="Send it now"))
    assert Night.objects.get().words == "Bring the long table, please"


@pytest.mark.answers(403)
@pytest.mark.in_turn(7, kind="journeys")
def test_an_open_page_takes_the_second_tap_after_signing_in_again(open_page: OpenPage, ilse: Seat) -> None:
    page = open_page()
    sign_in(page, ilse)
    page.goto(f"/clubs/{ilse.club.slug}/solo/")
    leads_on(page.get_by_role("button", name="New practice game"))
    in_again(page, ilse)
    tap(page.locator(".solo-next"))
    expect(page.locator(".toast", has_text="Tap once more to send it")).to_be_visible()
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/unsent-toast.png")
    tap(page.locator(".solo-next"))
    expect(page.get_by_role("heading", name="Before the game")).to_be_visible()


@pytest.mark.answers(403)
def test_whom_a_removed_person_asks_is_read_whole_however_long_the_name(
    open_page: OpenPage, ilse: Seat, invitation: Invitation
) -> None:
    tom, page = new_seat(club=ilse.club, name="Tom"), open_page()
    sign_in(page, tom)
    people.rename_seat(seat=ilse, name="Donaudampfschifffahrtsgesellschaften")
    people.remove_seat(by=ilse, seat=tom)
    page.goto(people.invitation_path(invitation))
    expect(page.get_by_text("Ask Donaudampfschifffahrtsgesellschaften to give it back.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
