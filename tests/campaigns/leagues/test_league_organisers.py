"""Organisers of one league alone: how somebody becomes one and stops being one, what they hear, and that it
ends at the border of their league.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import door, reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.organise_page import league_organise_page as desk_of
from campaigns.leagues.organising import organisers
from campaigns.models import Club, LeagueOrganiser, Notice, Report, Role, Scope, Seat
from campaigns.nights.games import plans
from campaigns.notices.found.inbox import inbox_page
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.people.me.about_me import personal_data
from campaigns.shell.whom_to_ask import whom_to_ask
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, founded
from tests.factories import signed_in, todos_for
from tests.maps.firestorm.test_coming_later import asked, organiser, sealed
from tests.pages import body_of, looking, text_of
from tests.scenario import scenario

pytestmark = pytest.mark.django_db


@dataclass
class Two:
    """Two leagues of a club; Hale organises the first alone."""

    evening: Evening
    hale: Seat
    other: Scope

    @property
    def scope(self) -> Scope:
        return self.evening.scope

    @property
    def ilse(self) -> Seat:
        return self.evening.ilse

    @property
    def actor(self) -> Actor:
        """Hale at the door, read anew."""
        return Actor(Seat.objects.get(pk=self.hale.pk))

    def name(self, seat: Seat, scope: Scope | None = None) -> None:
        organisers.name_organiser(by=self.ilse, seat=seat, scope=scope or self.scope)

    def post(self, who: Seat, **sent: object) -> Any:
        return signed_in(who).post(reverse("campaigns:league_organisers", args=[self.scope.pk]), sent)


@pytest.fixture
def two() -> Two:
    return two_leagues()


@scenario
def two_leagues() -> Two:
    evening = founded()
    found = Two(
        evening, play.player(evening.scope, "Hale"), play.found_league(evening.ilse, name="The Long Frost")
    )
    found.name(found.hale)
    return found


def runs(seat: Seat, scope: Scope) -> bool:
    """Whether the settings of a league open to somebody."""
    return bool(signed_in(seat).get(reverse("campaigns:settings", args=[scope.pk])).status_code == 200)


def told(seat: Seat) -> list[str]:
    return [line.sentence for day in inbox_page(seat.person).days for line in day.lines]


def test_they_organise_their_league_and_no_other(two: Two) -> None:
    assert (runs(two.hale, two.scope), runs(two.hale, two.other)) == (True, False)
    seat = Seat.objects.get(pk=two.hale.pk)
    assert (seat.organises(two.scope), seat.organises(two.other), seat.is_organiser) == (True, False, False)
    of = f"/api/v1/leagues/{two.scope.pk}/", f"/api/v1/leagues/{two.other.pk}/"
    assert [signed_in(two.hale).get(one).json()["is_organiser"] for one in of] == [True, False]


def test_an_act_of_organisers_passes_in_their_league_alone(two: Two) -> None:
    given = {"warband": two.evening.hers, "amount": 10, "words": "a prize"}
    assert door.act(two.scope.pk, two.actor, "opr.give_points", given).settled
    with pytest.raises(PermissionDenied):
        play.act(two.other, two.actor.seat, "start")


def test_the_settings_of_a_league_are_theirs_to_change(two: Two) -> None:
    sent = {"name": "The Warm Winter", "silence_hours": "24"}
    addresses = [reverse("campaigns:settings", args=[one.pk]) for one in (two.scope, two.other)]
    assert [signed_in(two.hale).post(one, sent).status_code for one in addresses] == [302, 404]
    names = Scope.objects.filter(club=two.scope.club_id).order_by("pk").values_list("name", flat=True)
    assert list(names) == ["The Warm Winter", "The Long Frost"]


def test_a_disputed_report_is_theirs_to_decide(two: Two) -> None:
    evening = two.evening
    reports.dispute_report(evening.report(), Actor(evening.tom), "two of mine stood")
    assert any("disputes" in one.title or "disputed" in one.title for one in todos_for(two.hale))
    reports.agree_report(Report.objects.get(scope=two.scope), two.actor)
    report = Report.objects.get(scope=two.scope)
    assert (report.status, report.agreed[evening.his]) == ("counted", "organiser")


def test_what_falls_to_organisers_stands_on_their_home(two: Two) -> None:
    starts = play.found_league(two.ilse, name="The Thaw")
    for name in ("Ada", "Bo"):
        play.found_warband(starts, play.player(starts, name))

    def waits() -> set[int | None]:
        return {one.scope for one in todos_for(Seat.objects.get(pk=two.hale.pk))}

    assert starts.pk not in waits()
    two.name(two.hale, starts)
    assert starts.pk in waits()


def test_whoever_needs_an_organiser_is_sent_to_them_in_their_league_alone(two: Two) -> None:
    asks = [whom_to_ask(looking(scope, two.evening.tom)) for scope in (two.scope, two.other)]
    assert asks == ["Hale or Ilse", "Ilse"]


def test_the_club_s_own_is_not_on_their_page(two: Two) -> None:
    signin.ask_for_seat(club=two.scope.club, typed_name="Marta")
    people.invite(by=two.ilse)
    theirs, hers = (desk_of(looking(two.scope, one, "desk")) for one in (two.hale, two.ilse))
    assert (theirs.club, theirs.invitation) == ((), None)
    assert all((hers.club, hers.invitation))
    page = signed_in(two.hale).get(reverse("campaigns:desk", args=[two.scope.pk]))
    assert (page.status_code, "/invitations/" in body_of(page)) == (200, False)


def test_they_pair_their_league_and_speak_for_those_of_its_games(two: Two) -> None:
    evening, phone = two.evening, signed_in(two.hale)
    at = [f"{reverse('campaigns:round', args=[two.scope.club.slug])}?league={one.pk}" for one in
          (two.scope, two.other)]  # fmt: skip
    assert [phone.get(one).status_code for one in at] == [200, 404]
    assert signed_in(evening.tom).get(at[0]).status_code == 404
    apart = {"seat": evening.marta.pk, "other": evening.tom.pk}
    url = reverse("campaigns:round_apart", args=[two.scope.club.slug])
    assert phone.post(f"{url}?league={two.scope.pk}", apart).status_code == 404
    assert "apart/" not in body_of(phone.get(at[0]))
    when = plans.When(timezone.now().date() + timedelta(days=3), time(19))
    pair = [evening.marta, evening.tom]
    here, there = (
        plans.propose_game(by=pair[0], others=pair[1:], when=when, scope=one)
        for one in (two.scope, two.other)
    )
    assert (plans.may_change_plan(two.hale, here), plans.may_change_plan(two.hale, there)) == (True, False)
    assert plans.reply_to_plan(by=two.hale, plan=here, accepts=True, seat=evening.tom).status == "agreed"
    with pytest.raises(PermissionDenied):
        plans.reply_to_plan(by=two.hale, plan=there, accepts=True, seat=evening.tom)


# Naming somebody


def test_the_club_s_organiser_names_and_takes_away_and_they_are_told(two: Two) -> None:
    jun = play.player(two.scope, "Jun")
    assert two.post(two.ilse, seat=jun.pk).status_code == 302
    assert two.post(two.ilse, away=jun.pk).status_code == 302
    assert told(jun) == [
        "Ilse has ended your time as organiser of The Iron Winter",
        "Ilse has made you an organiser of The Iron Winter",
    ]
    page = signed_in(two.ilse).get(reverse("campaigns:settings", args=[two.scope.pk]))
    assert "Organisers of this league" in text_of(page)
    assert "Hale" in text_of(page)


def test_nobody_but_the_club_s_organisers_names_anybody(two: Two) -> None:
    tom = two.evening.tom
    assert [two.post(one, seat=tom.pk).status_code for one in (two.hale, tom)] == [404, 404]
    with pytest.raises(Refused):
        organisers.name_organiser(by=two.actor.seat, seat=tom, scope=two.scope)  # type: ignore[arg-type]
    assert list(LeagueOrganiser.objects.values_list("seat", flat=True)) == [two.hale.pk]


def test_who_only_watches_or_is_of_another_club_cannot_be_one(two: Two) -> None:
    watching = factories.new_seat(club=two.scope.club, name="Pip", role=Role.SPECTATOR)
    for seat in (watching, factories.new_seat(name="Else"), two.ilse):
        answer = two.post(two.ilse, seat=seat.pk)
        assert answer.status_code == 422
        assert answer.context["form"].errors["seat"]
        with pytest.raises(Refused):
            two.name(seat)
    assert two.post(two.ilse).status_code == 422
    assert LeagueOrganiser.objects.count() == 1


def test_twice_is_once(two: Two) -> None:
    two.name(two.hale)
    assert Notice.objects.filter(person=two.hale.person).count() == 1
    organisers.remove_organiser(by=two.ilse, seat=two.hale, scope=two.scope)
    organisers.remove_organiser(by=two.ilse, seat=two.hale, scope=two.scope)
    assert Notice.objects.filter(person=two.hale.person).count() == 2


# It ends


def test_taken_away_it_ends_at_once_for_open_pages_too(two: Two) -> None:
    phone, address = signed_in(two.hale), f"/l/{two.scope.pk}/"
    follow = {"HX-Target": "standings missions waited news"}
    assert phone.get(address, headers=follow).status_code == 200
    before = Club.objects.get(pk=two.scope.club_id).version
    organisers.remove_organiser(by=two.ilse, seat=two.hale, scope=two.scope)
    assert Club.objects.get(pk=two.scope.club_id).version > before  # which every open page of it hears
    jun = signed_in(play.player(two.scope, "Jun")).get(address, headers=follow)
    assert body_of(phone.get(address, headers=follow)) == body_of(jun)
    assert not runs(two.hale, two.scope)


@pytest.mark.parametrize("how", ["spectator", "organiser", "leaves", "removed", "erased"])
def test_it_ends_with_another_role_and_with_leaving(two: Two, how: str) -> None:
    match how:
        case "leaves":
            people.remove_seat(by=two.hale, seat=two.hale)
        case "removed":
            people.remove_seat(by=two.ilse, seat=two.hale)
        case "erased":
            signin.erase_person(person=two.hale.person)
        case role:
            people.change_role(by=two.ilse, seat=two.hale, role=role)
    assert not LeagueOrganiser.objects.exists()
    if how == "removed":
        people.restore_seat(by=two.ilse, seat=two.hale)
    if how == "organiser":
        people.change_role(by=two.ilse, seat=two.hale, role=Role.PLAYER)
    assert not Seat.objects.get(pk=two.hale.pk).organises(two.scope)


def test_what_a_spectator_loses_is_said_before_and_told(two: Two) -> None:
    address = reverse("people:seat", args=[two.scope.club.slug, two.hale.pk])
    before, loses = (
        signed_in(two.ilse).get(address),
        "As a spectator, they would no longer organise The Iron Winter.",
    )
    assert loses in text_of(before)
    assert reverse("campaigns:league_organisers", args=[two.scope.pk]) in body_of(before)
    sent = {"name": "Hale", "role": Role.SPECTATOR, "emblem": two.hale.emblem}
    assert signed_in(two.ilse).post(address, sent).status_code == 302
    assert told(two.hale)[0] == "Ilse has ended your time as organiser of The Iron Winter"
    after = signed_in(two.ilse).get(address)
    assert "no longer organise" not in text_of(after)
    assert after.context["page"].organises == ()


def test_who_organises_the_whole_club_is_not_told_that_it_ends(two: Two) -> None:
    people.change_role(by=two.ilse, seat=two.hale, role=Role.ORGANISER)
    assert told(two.hale) == ["Ilse has made you an organiser of The Iron Winter"]


def test_a_role_that_the_admin_changes_ends_it_as_well(two: Two) -> None:
    Seat.objects.filter(pk=two.hale.pk).update(role=Role.SPECTATOR)
    assert not runs(two.hale, two.scope)
    assert whom_to_ask(looking(two.scope, two.evening.tom)) == "Ilse"


def test_seats_that_are_one_keep_it(two: Two) -> None:
    jun = play.player(two.scope, "Jun")
    signin.merge_seats(by=two.ilse, keep=jun, drop=two.hale)
    row = LeagueOrganiser.objects.get()
    assert (row.seat, row.by) == (jun, two.ilse)
    assert (runs(jun, two.scope), runs(jun, two.other)) == (True, False)


def test_it_stands_in_one_s_own_file(two: Two) -> None:
    mine: Any = personal_data(two.hale.person)["organises"]
    assert [one["scope_id"] for one in mine] == [two.scope.pk]


# Who is impartial


def test_fs_162_whom_a_rival_names_breaks_no_seal_and_whom_another_names_does() -> None:
    table = sealed()
    organiser(table, "Kwame")
    nadia, faction = table.seats["Nadia"], table.factions["Marta"]
    organisers.name_organiser(by=table.seats["Kwame"], seat=nadia, scope=table.scope)
    answer = asked(table, "Nadia", "break_seal", turn=1, faction=faction, words="Let me see.")
    assert (answer.status_code, answer.json()["sentence"]) == (
        409,
        "Somebody who plays in this league made you an organiser after it began, so you cannot do this "
        "here. Ask Organiser.",
    )
    organisers.remove_organiser(by=table.organiser, seat=nadia, scope=table.scope)
    assert asked(table, "Nadia", "break_seal", turn=1, faction=faction, words="x").status_code == 403
    organisers.name_organiser(by=table.organiser, seat=nadia, scope=table.scope)
    assert asked(table, "Nadia", "break_seal", turn=1, faction=faction, words="x").status_code == 200


def test_fs_162_who_plays_is_no_more_let_at_a_rival_s_secrets_than_a_club_s_organiser_who_plays() -> None:
    table = sealed()
    organisers.name_organiser(by=table.organiser, seat=table.seats["Kwame"], scope=table.scope)
    faction = table.factions["Marta"]
    assert asked(table, "Kwame", "break_seal", turn=1, faction=faction, words="x").status_code == 409
    addresses = [
        f"/api/v1/leagues/{table.scope.pk}/state/{one}/" for one in ("orders", "factions", "banners")
    ]
    told = [table.answered("Kwame", one) for one in addresses]
    organisers.remove_organiser(by=table.organiser, seat=table.seats["Kwame"], scope=table.scope)
    organiser(table, "Kwame")
    assert told == [table.answered("Kwame", one) for one in addresses]


def test_they_write_to_their_league_and_to_who_plays_in_it(two: Two) -> None:
    address, evening = reverse("campaigns:word_new", args=[two.scope.club.slug]), two.evening
    queries = {
        f"league={two.scope.pk}": 200,
        f"league={two.scope.pk}&to={evening.tom.pk}&to={evening.marta.pk}": 200,
        f"league={two.scope.pk}&to={two.ilse.pk}": 404,
        f"league={two.other.pk}": 404,
        "": 404,
    }
    phone = signed_in(two.hale)
    assert {one: phone.get(f"{address}?{one}").status_code for one in queries} == queries
    assert signed_in(evening.tom).get(f"{address}?league={two.scope.pk}").status_code == 404


def test_a_form_of_somebody_whose_right_is_gone_says_that_nothing_was_changed(two: Two) -> None:
    settings = reverse("campaigns:settings", args=[two.scope.pk])
    browser = signed_in(two.hale)
    assert browser.get(settings).status_code == 200
    organisers.remove_organiser(by=two.ilse, seat=two.hale, scope=two.scope)
    answer = browser.post(settings, {"name": "The Warm Winter", "silence_hours": "24"})
    assert answer.status_code == 404
    assert "Nothing was changed" in text_of(answer)
    assert "no longer yours to change" in text_of(answer)
    assert Scope.objects.get(pk=two.scope.pk).name == two.scope.name
    looked = text_of(browser.get(settings))
    assert "Nothing was changed" not in looked
    assert "Nothing here by that name" in looked
