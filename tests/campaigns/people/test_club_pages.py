"""What organisers and players do on a club's pages about people."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Scope
from campaigns.models.people import Invitation, Role, Seat, WayBack
from campaigns.people import clubs, signin
from campaigns.people import seats as people
from rules.engine.refusals import Refused
from tests.campaigns.people.conftest import Cast
from tests.campaigns.play import found_league
from tests.factories import SeatFactory, new_organiser, new_seat, signed_in
from tests.pages import errors_of, text_of, words_of


def fresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("person__user").get(pk=seat.pk)


def test_everybody_sees_everybody_and_only_organisers_see_the_tools(cast: Cast) -> None:
    people.remove_seat(by=cast.ilse, seat=cast.tom)
    signin.ask_for_seat(club=cast.club, typed_name="Halim")
    seen = {who: signed_in(who).get(cast.path("people/")).content.decode() for who in (cast.ilse, cast.marta)}
    for page in seen.values():
        assert "Ilse" in page
        assert "Wren" in page
    assert "they’re Halim" in seen[cast.ilse]
    assert "Invitations" in seen[cast.ilse]
    assert "Tom" in seen[cast.ilse]
    for hidden in ("they’re Halim", "Invitations", "Tom"):
        assert hidden not in seen[cast.marta]


@pytest.mark.django_db
def test_a_new_club_says_how_to_begin() -> None:
    ilse = new_organiser()
    page = signed_in(ilse).get(f"/clubs/{ilse.club.slug}/people/").content.decode()
    assert "Hold the QR code up at the next club night" in page


def test_the_people_page_takes_as_many_queries_for_thirty_as_for_four(cast: Cast) -> None:
    client, counts = signed_in(cast.ilse), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(cast.path("people/"))
        counts.append(len(queries))
        if len(counts) == 1:
            SeatFactory.create_batch(30, club=cast.club)
    assert counts[0] == counts[1] <= 10


# Invitations


def test_an_organiser_makes_a_link_and_shows_its_code(cast: Cast) -> None:
    client = signed_in(cast.ilse)
    page = client.post(cast.path("invitations/"), {"role": "player", "uses": 8, "days": 7}, follow=True)
    made = Invitation.objects.get()
    assert (made.uses_left, made.made_by) == (8, cast.ilse)
    assert people.invitation_path(made) in page.content.decode()
    assert "<svg" in page.content.decode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"role": "player", "uses": 0, "days": 7}, "At least 1."),
        ({"role": "player", "uses": 1, "days": 9999}, "At most 365."),
        ({"role": "organiser", "uses": 12, "days": 7}, "no more than three of them"),
        ({"role": "king", "uses": 1, "days": 7}, "Choose one of these."),
    ],
)
def test_a_link_that_makes_no_sense_is_refused_beside_its_field(
    cast: Cast, data: dict[str, object], sentence: str
) -> None:
    page = signed_in(cast.ilse).post(cast.path("invitations/"), data)
    assert page.status_code == 422
    assert sentence in str(page.context["form"].errors)
    assert not Invitation.objects.exists()


def test_a_closed_link_is_not_shown_any_more(cast: Cast) -> None:
    made, client = people.invite(by=cast.ilse), signed_in(cast.ilse)
    client.post(cast.path(f"invitations/{made.pk}/revoke/"))
    page = client.get(cast.path(f"invitations/{made.pk}/")).content.decode()
    assert str(made.word) not in page
    assert "cannot be shown" in page


def test_the_link_of_another_club_is_404(cast: Cast) -> None:
    made = people.invite(by=cast.stranger)
    client = signed_in(cast.ilse)
    assert client.get(cast.path(f"invitations/{made.pk}/")).status_code == 404
    assert client.post(cast.path(f"invitations/{made.pk}/revoke/")).status_code == 404
    made.refresh_from_db()
    assert made.is_open()


# Seats


def test_an_organiser_renames_moves_and_repaints_a_seat(cast: Cast) -> None:
    data = {"name": "Marta K.", "role": "organiser", "emblem": "iron"}
    signed_in(cast.ilse).post(cast.path(f"people/{cast.marta.pk}/"), data)
    marta = fresh(cast.marta)
    assert (marta.name, marta.role, marta.emblem) == ("Marta K.", "organiser", "iron")
    assert marta.person.display_name == "Marta"


def test_a_change_that_is_half_wrong_changes_nothing(cast: Cast) -> None:
    data = {"name": "Ilse the Great", "role": "player", "emblem": "iron"}
    page = signed_in(cast.ilse).post(cast.path(f"people/{cast.ilse.pk}/"), data)
    assert page.status_code == 422
    form = page.context["form"]
    assert "A club needs an organiser" in str(form.errors)
    assert form["name"].value() == "Ilse the Great"
    assert fresh(cast.ilse).name == "Ilse"


def test_a_player_changes_name_and_emblem_but_not_their_role(cast: Cast) -> None:
    data = {"name": "Martha", "emblem": "purple", "role": "organiser"}
    signed_in(cast.marta).post(cast.path("people/me/"), data)
    marta = fresh(cast.marta)
    assert (marta.name, marta.emblem, marta.role) == ("Martha", "purple", "player")


def test_a_name_somebody_else_has_is_refused_beside_the_field(cast: Cast) -> None:
    page = signed_in(cast.marta).post(cast.path("people/me/"), {"name": "tom", "emblem": "purple"})
    assert page.status_code == 422
    assert "already has a seat here" in str(page.context["form"].errors["name"])
    assert fresh(cast.marta).emblem == cast.marta.emblem


def test_removing_asks_first_and_says_which_links_are_open(cast: Cast) -> None:
    people.invite(by=cast.ilse)
    client, path = signed_in(cast.ilse), cast.path(f"people/{cast.marta.pk}/remove/")
    assert "1 open link still lets in anybody" in words_of(client.get(path))
    assert fresh(cast.marta).is_active
    client.post(path)
    assert not fresh(cast.marta).is_active
    client.post(cast.path(f"people/{cast.marta.pk}/restore/"))
    assert fresh(cast.marta).is_active


def test_a_player_leaves(cast: Cast) -> None:
    client, path = signed_in(cast.marta), cast.path(f"people/{cast.marta.pk}/remove/")
    assert "Leave The Brass Lantern?" in words_of(client.get(path))
    assert client.post(path)["Location"] == "/"
    assert client.get(cast.path("people/")).status_code == 404


def test_the_last_organiser_cannot_leave(cast: Cast) -> None:
    page = signed_in(cast.ilse).post(cast.path(f"people/{cast.ilse.pk}/remove/"))
    assert page.status_code == 409
    assert "A club needs an organiser" in words_of(page)
    new_organiser(club=cast.club)
    people.remove_seat(by=cast.ilse, seat=cast.ilse)


def test_a_removed_organiser_comes_back_as_a_player(cast: Cast) -> None:
    second = new_organiser(club=cast.club)
    people.remove_seat(by=cast.ilse, seat=second)
    assert people.restore_seat(by=cast.ilse, seat=second).role == Role.PLAYER


def test_a_seat_whose_name_was_taken_meanwhile_is_not_given_back(cast: Cast) -> None:
    people.remove_seat(by=cast.ilse, seat=cast.marta)
    new_seat(club=cast.club, name="marta")
    with pytest.raises(Refused, match="already has a seat"):
        people.restore_seat(by=cast.ilse, seat=cast.marta)


def test_services_check_the_actor_again(cast: Cast) -> None:
    acts = [
        lambda by: people.change_role(by=by, seat=cast.tom, role=Role.SPECTATOR),
        lambda by: people.remove_seat(by=by, seat=cast.tom),
        lambda by: people.restore_seat(by=by, seat=cast.tom),
        lambda by: people.make_way_back(person=cast.tom.person, by=by),
        lambda by: signin.merge_seats(by=by, keep=cast.marta, drop=cast.tom),
    ]
    for by in (cast.marta, cast.stranger):
        for act in acts:
            with pytest.raises(Refused):
                act(by)
    with pytest.raises(Refused):
        people.change_role(by=cast.marta, seat=cast.marta, role=Role.ORGANISER)
    assert fresh(cast.tom).is_active


def test_the_club_gets_a_new_name_and_keeps_its_address(cast: Cast) -> None:
    client = signed_in(cast.ilse)
    sent = {"name": "The Iron Lantern", "time_zone": "athens", "paper": "Letter"}
    client.post(cast.path("settings/"), sent)
    cast.club.refresh_from_db()
    assert (cast.club.name, cast.club.time_zone) == ("The Iron Lantern", "Europe/Athens")
    assert cast.club.paper == "Letter"
    assert client.get(cast.path("people/")).status_code == 200
    sent = {"name": "x" * 61, "time_zone": "Mars/Olympus", "paper": "A0"}
    wrong = client.post(cast.path("settings/"), sent)
    assert wrong.status_code == 422
    for sentence in ("61 characters", "There is no time zone called Mars/Olympus", "Choose one of these."):
        assert sentence in errors_of(wrong)


def test_a_club_name_is_checked_in_the_service_too(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        clubs.change_club(by=cast.ilse, name="", time_zone="UTC", paper="A4")


# Way back and merge


def test_an_organiser_makes_a_way_back_for_somebody_locked_out(cast: Cast) -> None:
    old = people.make_way_back(person=cast.marta.person)
    client, path = signed_in(cast.ilse), cast.path(f"people/{cast.marta.pk}/way-back/")
    client.get(path)
    assert signin.find_way_back(str(old.word))
    page = client.post(path)
    made = WayBack.objects.get(person=cast.marta.person, revoked_at=None)
    assert page.context["link"].endswith(people.way_back_path(made))
    assert made.made_by == cast.ilse
    assert signin.find_way_back(str(old.word)) is None
    assert "link" not in client.get(path).context
    own = signed_in(cast.marta)
    assert "Ilse made you a sign-in link" in text_of(own.get("/me/"))
    assert "not used yet" in text_of(own.get("/me/"))
    assert "made you a sign-in link" not in text_of(signed_in(cast.tom).get("/me/"))


def test_merging_makes_one_seat_for_both_browsers(cast: Cast) -> None:
    first, second = signed_in(cast.marta), signed_in(cast.tom)
    elsewhere = new_seat(club=new_organiser(person=cast.ilse.person).club, person=cast.tom.person, name="Tom")
    path = cast.path(f"people/{cast.marta.pk}/merge/")
    assert "This cannot be undone." in text_of(signed_in(cast.ilse).get(path))
    signed_in(cast.ilse).post(path, {"seat": cast.tom.pk})
    for browser in (first, second):
        assert browser.get("/me/").context["form"]["name"].value() == "Marta"
        names = [one.name for one in browser.get(cast.path("people/")).context["page"].here]
        assert names == ["Ilse", "Marta", "Wren"]
    assert fresh(cast.tom).person == cast.marta.person
    assert fresh(elsewhere).person == cast.marta.person
    assert fresh(elsewhere).is_active


def test_merging_keeps_the_higher_role(cast: Cast) -> None:
    second = new_organiser(club=cast.club)
    assert signin.merge_seats(by=cast.ilse, keep=cast.marta, drop=second).is_organiser


def test_three_seats_of_one_person_merge_one_after_the_other(cast: Cast) -> None:
    browser, third = signed_in(cast.tom), new_seat(club=cast.club)
    signin.merge_seats(by=cast.ilse, keep=third, drop=cast.tom)
    signin.merge_seats(by=cast.ilse, keep=cast.marta, drop=fresh(third))
    assert browser.get("/me/").context["form"]["name"].value() == "Marta"
    assert fresh(cast.tom).person == fresh(third).person == cast.marta.person


def test_a_seat_is_not_merged_with_itself_or_across_clubs(cast: Cast) -> None:
    client, path = signed_in(cast.ilse), cast.path(f"people/{cast.marta.pk}/merge/")
    for seat in (cast.marta, cast.stranger):
        assert client.post(path, {"seat": seat.pk}).status_code == 422
    with pytest.raises(Refused):
        signin.merge_seats(by=cast.ilse, keep=cast.marta, drop=cast.stranger)


def test_nobody_is_merged_who_also_sits_in_a_strangers_club(cast: Cast) -> None:
    new_seat(club=cast.stranger.club, person=cast.tom.person)
    page = signed_in(cast.ilse).post(cast.path(f"people/{cast.marta.pk}/merge/"), {"seat": cast.tom.pk})
    assert page.status_code == 422
    assert "a club you do not run" in errors_of(page)


# Straight to a league


@pytest.fixture
def league(cast: Cast) -> Scope:
    return found_league(cast.ilse, name="The Iron Winter")


def test_a_link_leads_straight_to_a_league(cast: Cast, league: Scope) -> None:
    client, guest = signed_in(cast.ilse), Client()
    data = {"role": "player", "uses": 8, "days": 7, "scope": league.pk}
    page = client.post(cast.path("invitations/"), data, follow=True).content.decode()
    assert "Join The Iron Winter" in page
    link = people.invitation_path(Invitation.objects.get())
    assert "The Iron Winter" in guest.get(link).content.decode()
    joined = guest.post(link, {"name": "Pip"}, follow=True).content.decode()
    assert f'href="/l/{league.pk}/"' in joined
    assert guest.get(link)["Location"] == f"/l/{league.pk}/"
    assert "The Iron Winter" in client.get(cast.path("invitations/")).content.decode()


def test_a_link_does_not_lead_to_another_clubs_league(cast: Cast, league: Scope) -> None:
    Scope.objects.create(club=cast.stranger.club, game="opr", edition="aofs", name="Theirs")
    client = signed_in(cast.stranger)
    path = f"/clubs/{cast.stranger.club.slug}/invitations/"
    page = client.post(path, {"role": "player", "uses": 8, "days": 7, "scope": league.pk})
    assert page.status_code == 422
    assert "Choose one of this club’s leagues" in errors_of(page)
    with pytest.raises(Refused):
        people.invite(by=cast.stranger, scope=league)
