"""Who may see and do what: every address tried by every kind of visitor."""

from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import URLPattern, reverse

from campaigns.engine.who import access
from campaigns.models import Scope
from campaigns.models.people import Seat
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.people import urls as urls_people
from tests.campaigns import play
from tests.campaigns.people.conftest import Cast
from tests.factories import new_organiser, new_person, new_seat, signed_in

MEMBERS = {"people", "my_seat", "my_holiday", "standing_in"}
ORGANISERS = {
    "club", "seat", "holiday", "seat_way_back", "merge", "invitations", "invitation", "seat_request",
}  # fmt: skip
POSTS_OF_ORGANISERS = {"restore", "revoke"}
OWN = {"me", "my_way_back", "new_way_back", "claim", "sign_out", "erase", "my_token", "my_file"}
ANYBODY = {"sign_in", "join", "mine", "waiting", "way_back", "zones"}
ELSEWHERE = {"remove", "sign_out_everywhere", "was_me"}


def address(cast: Cast, name: str) -> str:
    return reverse(f"people:{name}", kwargs=_arguments(cast, name))


def _arguments(cast: Cast, name: str) -> dict[str, Any]:
    if name in OWN:
        return {}
    if name in ("people", "my_seat", "my_holiday", "club", "invitations"):
        return {"slug": cast.club.slug}
    if name in ("invitation", "revoke"):
        return {"slug": cast.club.slug, "pk": people.invite(by=cast.ilse).pk}
    if name == "seat_request":
        return {"slug": cast.club.slug, "pk": signin.ask_for_seat(club=cast.club, typed_name="M").request.pk}
    return {"slug": cast.club.slug, "pk": cast.marta.pk}


def test_every_address_is_in_one_of_the_lists_above() -> None:
    names = {pattern.name for pattern in urls_people.urlpatterns if isinstance(pattern, URLPattern)}
    names -= {f"not_{theirs}" for theirs in urls_people.INSTEAD}
    assert names == MEMBERS | ORGANISERS | POSTS_OF_ORGANISERS | OWN | ANYBODY | ELSEWHERE


def codes(path: str, *visitors: Seat | None) -> list[int]:
    return [signed_in(visitor).get(path).status_code for visitor in visitors]


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_pages_of_a_club_are_for_everybody_in_it(cast: Cast, name: str) -> None:
    path = address(cast, name)
    assert codes(path, cast.ilse, cast.marta, cast.wren) == [200] * 3
    assert codes(path, cast.stranger, None) == [404] * 2


@pytest.mark.parametrize("name", sorted(ORGANISERS))
def test_pages_of_organisers_are_for_them_alone(cast: Cast, name: str) -> None:
    path = address(cast, name)
    assert codes(path, cast.ilse) == [200]
    assert codes(path, cast.marta, cast.wren, cast.stranger, None) == [404] * 4
    posts = {signed_in(who).post(path, {}).status_code for who in (cast.marta, cast.stranger, None)}
    assert posts <= {404, 405}


@pytest.mark.parametrize("name", sorted(POSTS_OF_ORGANISERS))
def test_buttons_of_organisers_are_for_them_alone(cast: Cast, name: str) -> None:
    path = address(cast, name)
    assert codes(path, cast.ilse) == [405]
    posts = [signed_in(who).post(path).status_code for who in (cast.marta, cast.stranger, None)]
    assert posts == [404] * 3
    assert signed_in(cast.ilse).post(path).status_code == 302


@pytest.mark.parametrize("name", sorted(OWN))
def test_pages_about_oneself_need_somebody_signed_in(cast: Cast, name: str) -> None:
    assert codes(address(cast, name), cast.marta, None) == [200, 302]
    assert "/accounts/login/?next=" in signed_in(None).get(address(cast, name))["Location"]


def test_only_an_organiser_or_the_person_removes_a_seat(cast: Cast) -> None:
    path = address(cast, "remove")
    assert codes(path, cast.ilse, cast.marta) == [200, 200]
    assert codes(path, cast.tom, cast.wren, cast.stranger, None) == [404] * 4
    assert [signed_in(who).post(path).status_code for who in (cast.tom, cast.stranger, None)] == [404] * 3
    cast.marta.refresh_from_db()
    assert cast.marta.is_active


def test_somebody_removed_is_a_stranger(cast: Cast) -> None:
    people.remove_seat(by=cast.ilse, seat=cast.marta)
    assert codes(address(cast, "people"), cast.marta) == [404]


def test_somebody_signed_in_without_being_anybody_is_a_stranger(cast: Cast, admin_client: Client) -> None:
    assert admin_client.get(address(cast, "people")).status_code == 404
    assert admin_client.get("/me/").status_code == 404


# Predicates


def test_players_act_for_themselves_and_organisers_for_anybody(cast: Cast, scope: Scope) -> None:
    assert access.may_act_for(cast.marta, cast.marta, scope)
    assert access.may_act_for(cast.ilse, cast.marta, scope)
    assert not access.may_act_for(cast.tom, cast.marta, scope)
    assert not access.may_act_for(cast.wren, cast.wren, scope)
    assert not access.may_act_for(cast.stranger, cast.marta, scope)


def test_a_removed_organiser_acts_for_nobody(cast: Cast, scope: Scope) -> None:
    second = new_organiser(club=cast.club)
    people.remove_seat(by=cast.ilse, seat=second)
    assert not access.may_act_for(second, cast.marta, scope)


def test_a_merged_seat_is_ones_own(cast: Cast) -> None:
    scope = play.found_league(cast.ilse)
    signin.merge_seats(by=cast.ilse, keep=cast.marta, drop=cast.tom)
    cast.tom.refresh_from_db()
    assert access.is_own(cast.marta, cast.tom)
    assert access.may_act_for(cast.marta, cast.tom, scope)


def test_an_organiser_vouches_for_people_of_their_own_clubs_only(cast: Cast) -> None:
    assert access.may_vouch_for(cast.ilse, cast.marta.person)
    assert not access.may_vouch_for(cast.marta, cast.tom.person)
    elsewhere = new_seat(person=cast.marta.person)
    assert not access.may_vouch_for(cast.ilse, cast.marta.person)
    new_organiser(club=elsewhere.club, person=cast.ilse.person)
    assert access.may_vouch_for(cast.ilse, cast.marta.person)


# The live stream


def session_of(seat: Seat | None) -> str | None:
    return signed_in(seat).session.session_key


@pytest.fixture
def scope(cast: Cast) -> Scope:
    return Scope.objects.create(club=cast.club, game="opr", edition="aofs", name="The Iron Winter")


def may_watch(session_key: str | None, scope: str) -> bool:
    return access.watchable(access.person_of_session(session_key), [scope]) == {scope: 0}


def test_members_watch_and_strangers_do_not(cast: Cast, scope: Scope) -> None:
    watchers = [cast.ilse, cast.marta, cast.wren]
    assert all(may_watch(session_of(seat), str(scope.pk)) for seat in watchers)
    assert not may_watch(session_of(cast.stranger), str(scope.pk))
    for key in (None, "", "nosuchsession", session_of(None)):
        assert not may_watch(key, str(scope.pk))


@pytest.mark.parametrize("wrong", ["0", "999999", "x", "", "1 OR 1=1", "-1", "9" * 40, "²"])
def test_a_scope_that_is_none_cannot_be_watched(cast: Cast, scope: Scope, wrong: str) -> None:
    assert not may_watch(session_of(cast.ilse), wrong)


def test_a_scope_is_watched_by_one_name_alone(cast: Cast, scope: Scope) -> None:
    """Under many names the count of who watches would not fit into one notification."""
    assert may_watch(session_of(cast.ilse), str(scope.pk))
    assert not may_watch(session_of(cast.ilse), f"00{scope.pk}")


def test_anybody_watches_a_league_with_a_public_page(scope: Scope) -> None:
    Scope.objects.filter(pk=scope.pk).update(is_public=True)
    assert may_watch(None, str(scope.pk))


def test_a_session_that_was_ended_does_not_watch_any_more(cast: Cast, scope: Scope) -> None:
    key = session_of(cast.marta)
    SessionStore(key).delete()
    assert not may_watch(key, str(scope.pk))


def test_a_session_from_before_a_new_password_does_not_watch_any_more(cast: Cast, scope: Scope) -> None:
    key = session_of(cast.marta)
    signin.set_sign_in(person=cast.marta.person, sign_in_name="marta", password="lantern in the cellar")
    assert not may_watch(key, str(scope.pk))


def test_a_merged_sign_in_watches_as_the_other(cast: Cast) -> None:
    scope = play.found_league(cast.ilse)
    key = session_of(cast.tom)
    signin.merge_seats(by=cast.ilse, keep=cast.marta, drop=cast.tom)
    assert may_watch(key, str(scope.pk))


def test_many_leagues_are_asked_for_at_once(cast: Cast, scope: Scope, django_assert_num_queries: Any) -> None:
    made = {"club": cast.club, "game": "opr", "edition": "aofs"}
    scopes = [scope, *(Scope.objects.create(**made, name=f"League {n}") for n in range(9))]
    elsewhere = Scope.objects.create(**{**made, "club": cast.stranger.club}, name="Elsewhere")
    ids = [str(one.pk) for one in (*scopes, elsewhere)]
    key = session_of(cast.marta)
    with django_assert_num_queries(3):  # session, person with sign-in, leagues with seats
        assert sorted(access.watchable(access.person_of_session(key), ids)) == sorted(ids[:-1])
    with django_assert_num_queries(1):
        assert access.scope_versions(ids) == dict.fromkeys(ids, 0)


def test_finding_the_visitors_seat_takes_two_queries(
    cast: Cast, rf: Any, django_assert_num_queries: Any
) -> None:
    request = rf.get("/")
    request.user = cast.marta.person.user
    with django_assert_num_queries(2):
        seat = access.seat_or_404(request, cast.club)
        assert seat.club.name
        assert seat.person.user.username
        assert access.person_of(request) == cast.marta.person


def test_a_person_nobody_knows_has_no_seat(cast: Cast) -> None:
    assert access.seat_of(None, cast.club) is None
    assert access.seat_of(new_person(), cast.club.slug) is None
