"""How a league is, on its organiser's page: who came for nothing, who fell silent, who always meets whom."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from campaigns.leagues.health.page import NOTHING, Health, health_of
from campaigns.models import Come, Night, Notice, NoticeKind, Seat
from campaigns.nights import acts
from tests.campaigns.nights.conftest import announced
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, found_warband, played, player
from tests.campaigns.play import evening as whole_evening
from tests.factories import signed_in
from tests.maps.conquest import play as conquest
from tests.pages import looking, text_of

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def nights(by: Seat, count: int, *coming: Seat) -> list[Night]:
    """A night in each of the next weeks, to which these say they come."""
    made = [announced(by, ahead=7 * n) for n in range(1, count + 1)]
    for night in made:
        for seat in coming:
            acts.set_attendance(seat=seat, night=night, come=Come.YES)
    return made


def after(night: Night) -> datetime:
    return night.ends_at + timedelta(hours=1)


def health(here: Evening, now: datetime) -> Health:
    return health_of(looking(here.scope, here.ilse, "desk"), now)


def test_who_comes_and_gets_no_game_is_behind_and_one_tap_pairs_them() -> None:
    here = Evening()
    played(here.scope, here.ilse, here.bell, here.raiders)
    club_nights = nights(here.ilse, 4, here.marta)
    acts.set_attendance(seat=here.tom, night=club_nights[0], come=Come.NO)
    third, next_night = club_nights[2:]
    (line,) = health(here, after(third)).lines
    assert line.title == "Marta is 2 games behind", "of three: the game on no night makes up for one"
    assert line.note.endswith("They have come to 3 club nights since then without getting a game.")
    assert line.acts[0].words == "Find them a game"
    club = here.scope.club.slug
    assert line.acts[0].url == f"/clubs/{club}/nights/{next_night.pk}/pairs/?league={here.scope.pk}"
    assert signed_in(here.ilse).get(line.acts[0].url).status_code == 200
    assert signed_in(here.ilse).get(line.acts[1].url).status_code == 200
    assert health(here, after(club_nights[1])).lines == (), "one night without a game is nothing"


def test_who_says_they_cannot_come_is_not_behind_and_who_says_nothing_is_told() -> None:
    here = Evening()
    played(here.scope, here.ilse, here.bell, here.raiders)
    made = nights(here.ilse, 3)
    for night in made:
        acts.set_attendance(seat=here.marta, night=night, come=Come.NO)
    (line,) = health(here, after(made[2])).lines
    assert line.title == "Tom hasn’t replied about the last 3 club nights"
    assert "Last game on" in line.note


def test_who_says_nothing_is_written_to_and_reminded_and_nobody_is_told_of_themselves() -> None:
    here = Evening(parallel_play="on")
    found_warband(here.scope, here.ilse, "Owls")
    played(here.scope, here.ilse, here.bell, here.raiders)
    made = nights(here.ilse, 4)
    for night in made:
        acts.set_attendance(seat=here.marta, night=night, come=Come.NO)
    (line,) = health(here, after(made[2])).lines
    assert line.title.startswith("Tom hasn’t replied"), "Ilse has not either, who reads it"
    assert [one.words for one in line.acts] == ["Write to Tom", "View"]
    assert signed_in(here.ilse).get(line.acts[0].url).status_code == 200
    assert line.remind is not None
    assert (line.remind.words, line.remind.done) == ("Remind Tom", False)
    sent = {"seat": str(line.remind.seat), "from": f"/l/{here.scope.pk}/organise/"}
    answer = signed_in(here.ilse).post(line.remind.url, sent)
    assert answer["Location"] == sent["from"]
    told = Notice.objects.filter(kind=NoticeKind.NIGHT_ASKED)
    assert [one.person for one in told] == [here.tom.person]
    (line,) = health(here, after(made[2])).lines
    assert line.remind is not None
    assert line.remind.done
    acts.set_attendance(seat=here.tom, night=made[3], come=Come.YES)
    assert health(here, after(made[2])).lines[0].remind is None


def test_without_a_next_night_a_round_is_paired() -> None:
    here = Evening()
    played(here.scope, here.ilse, here.bell, here.raiders)
    made = nights(here.ilse, 3, here.marta)
    acts.set_attendance(seat=here.tom, night=made[0], come=Come.NO)
    (line,) = health(here, after(made[2])).lines
    assert line.acts[0].url == f"/clubs/{here.scope.club.slug}/rounds/?league={here.scope.pk}"
    assert signed_in(here.ilse).get(line.acts[0].url).status_code == 200


def test_before_the_first_game_and_once_it_is_over_nothing_is_said() -> None:
    here = Evening()
    made = nights(here.ilse, 3, here.marta)
    assert health(here, after(made[2])).lines == ()
    played(here.scope, here.ilse, here.bell, here.raiders)
    assert health(here, after(made[2])).lines
    act(here.scope, here.ilse, "close", words="The season is over.")
    assert health(here, after(made[2])) == NOTHING


def test_two_who_always_meet_are_told_whom_they_have_not_met() -> None:
    here = Evening(parallel_play="on")
    jun = player(here.scope, "Jun")
    found_warband(here.scope, jun, "Owls")
    for _game in range(3):
        whole_evening(here.scope, here.ilse, here.bell, here.raiders)
    (line,) = health(here, timezone.now()).lines
    assert line.title == "Marta and Tom have met 3 times"
    assert line.note in ("Marta and Jun have never met.", "Tom and Jun have never met.")
    assert len(line.emblems) == 2
    both = line.acts[1]
    assert both.words == "Write to both"
    page = text_of(signed_in(here.ilse).get(both.url))
    assert "Write to " in page
    assert "Jun" in page.partition("Write to ")[2].partition("What you")[0]


def test_an_organiser_who_is_one_of_the_two_writes_to_the_other_alone() -> None:
    here = Evening(parallel_play="on")
    found_warband(here.scope, here.ilse, "Owls")
    for _game in range(3):
        whole_evening(here.scope, here.ilse, here.bell, here.raiders)
    (line,) = health(here, timezone.now()).lines
    other = "Marta" if line.note.startswith(("Ilse and Marta", "Marta")) else "Tom"
    assert line.acts[1].words == f"Write to {other}"
    assert f"Write to {other}" in text_of(signed_in(here.ilse).get(line.acts[1].url))


def test_who_has_left_the_club_is_in_no_line_and_no_figure() -> None:
    here = Evening()
    played(here.scope, here.ilse, here.bell, here.raiders)
    made = nights(here.ilse, 3)
    here.marta.status = "left"
    here.marta.save()
    found = health(here, after(made[2]))
    assert [line.name for line in found.played] == ["Tom"]
    assert all("Marta" not in line.title for line in found.lines)


def test_the_page_shows_it_to_organisers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Evening()
    played(here.scope, here.ilse, here.bell, here.raiders)
    made = nights(here.ilse, 3, here.marta)
    monkeypatch.setattr("django.utils.timezone.now", lambda: after(made[2]))
    page = text_of(here.browser(here.ilse).get(here.url("desk/")))
    assert "games behind" in page
    assert "1 of 3" in page
    assert "Who has met whom" in page
    for who in (here.marta, here.tom):
        assert here.browser(who).get(here.url("desk/")).status_code == 404
        assert "behind" not in text_of(here.browser(who).get(here.url()))


def test_on_a_map_the_map_says_who_meets_whom() -> None:
    table = conquest.at_battles("Marta", "Kwame")
    assert health_of(looking(table.scope, table.organiser), timezone.now()) == NOTHING


def test_who_takes_a_warband_over_is_measured_by_the_nights_since() -> None:
    here = Evening()
    for _ in range(3):
        played(here.scope, here.ilse, here.bell, here.raiders)
    first, *later = nights(here.ilse, 4)
    kim = player(here.scope, "Kim")
    words = {"warband": here.raiders, "owner": str(kim.pk), "words": "Tom has moved."}
    act(here.scope, here.ilse, "hand_over", **words)
    found = {one.name: (one.games, one.needed) for one in health(here, after(first)).played}
    assert found == {"Marta": (3, 3), "Kim": (0, 0)}
    for night in later:
        acts.set_attendance(seat=kim, night=night, come=Come.YES)
    titles = [one.title for one in health(here, after(later[-1])).lines]
    assert "Kim is 3 games behind" in titles
    played(here.scope, here.ilse, here.bell, here.raiders)
    assert {one.name: one.games for one in health(here, after(later[-1])).played} == {"Marta": 4, "Kim": 1}
