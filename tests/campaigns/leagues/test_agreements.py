"""What was told and does not count yet: home, the league's page, the organise page and programs name the same
people, whom it waits for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.engine import door, reports
from campaigns.engine.asking.agreements import league_agreements
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.models import Notice, NoticeKind, Report, Scope
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people.signin import erase_person
from rules.engine.refusals import Refused
from rules.engine.todos import ORGANISERS
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, band, founded
from tests.campaigns.leagues.agreed import assert_all_say_the_same
from tests.campaigns.opr.table import test_parked as parked
from tests.factories import signed_in, todos_for
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.pages import page_of, text_of

pytestmark = pytest.mark.django_db


def agreement(scope: Scope) -> Agreement:
    registration = registration_of(scope.game)
    (found,) = league_agreements(scope, registration, registration.load(scope.pk))
    return found


def needs(evening: Evening) -> list[str]:
    page = signed_in(evening.ilse).get(reverse("campaigns:desk", args=[evening.scope.pk]))
    return [one.title for one in page_of(page).needs]


def titles(evening: Evening, name: str) -> list[str]:
    return [one.title for one in todos_for(getattr(evening, name))]


def swapped() -> tuple[Evening, Report]:
    """Marta has told of her victory over Tom, and has come to play what was his."""
    evening = founded()
    report = evening.report()
    for warband, owner in ((evening.hers, play.player(evening.scope, "Nell")), (evening.his, evening.marta)):
        params = {"warband": warband, "owner": str(owner.pk), "words": "swapped"}
        door.act(evening.scope.pk, Actor(evening.ilse), "opr.hand_over", params)
    return evening, report


def test_a_report_waits_for_nobody_who_told_it_but_for_an_organiser() -> None:
    evening, report = swapped()
    told = agreement(evening.scope)
    assert (told.asked, told.waits, told.until) == ((), (ORGANISERS,), report.due)
    assert "Nobody else can answer Marta’s report" in needs(evening)
    league = text_of(signed_in(evening.marta).get(reverse("campaigns:league", args=[evening.scope.pk])))
    assert "An organiser to answer Marta’s report" in league
    assert "Is Marta’s report right?" in titles(evening, "ilse")
    assert "Is Marta’s report right?" not in titles(evening, "marta")
    shown = text_of(
        signed_in(evening.marta).get(reverse("campaigns:report", args=[evening.scope.pk, report.pk]))
    )
    assert "It counts once an organiser accepts it" in shown


def test_words_that_came_with_a_report_are_no_reason_why_it_cannot_count() -> None:
    evening = founded()
    first = reports.submit_report(
        scope=evening.scope, actor=Actor(evening.marta), procedure="opr.quick_report", facts=evening.facts(),
        note="A close one.",
    )  # fmt: skip
    other = {**evening.facts(), "winners": [evening.his]}
    reports.submit_report(
        scope=evening.scope, actor=Actor(evening.tom), procedure="opr.quick_report", facts=other,
        answers_to=first,
    )  # fmt: skip
    assert titles(evening, "marta") == ["Your report is disputed"]
    assert "Marta’s report is disputed" in titles(evening, "ilse")
    assert "Tom disputes Marta’s report" in needs(evening)


def test_who_disputes_a_report_after_another_takes_nobody_the_words_away() -> None:
    evening = founded()
    nell = play.player(evening.scope, "Nell")
    third = play.found_warband(evening.scope, nell, units=band(3))
    facts = {"warbands": [evening.hers, evening.his, third], "winners": [evening.hers]}
    report = reports.submit_report(
        scope=evening.scope, actor=Actor(evening.marta), procedure="opr.quick_report", facts=facts
    )
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    reports.dispute_report(report, Actor(nell), "")
    with pytest.raises(Refused, match="Tom has already disputed this report"):
        reports.dispute_report(report, Actor(nell), "Nobody ran.")
    report.refresh_from_db()
    assert (report.disputed_by, report.words) == (evening.tom, "Pip ran.")
    reports.dispute_report(report, Actor(evening.tom), "Pip ran in round two.")
    assert agreement(evening.scope).told[-1].words == "Pip ran in round two."


def test_who_is_erased_leaves_no_word_with_a_report_and_none_against_one() -> None:
    evening = founded()
    report = reports.submit_report(
        scope=evening.scope, actor=Actor(evening.marta), procedure="opr.quick_report", facts=evening.facts(),
        note="Pip's sister kept the dice.",
    )  # fmt: skip
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    for seat in (evening.marta, evening.tom):
        assert seat.person is not None
        erase_person(person=seat.person)
    report.refresh_from_db()
    assert (report.note, report.words, report.facts["winners"]) == ("", "", [evening.hers])


def test_a_disputed_report_waits_for_organisers_and_for_no_clock() -> None:
    evening = founded()
    report = evening.report()
    assert agreement(evening.scope).waits == (evening.his,)
    reports.dispute_report(report, Actor(evening.tom), "Pip ran.")
    told = agreement(evening.scope)
    assert (told.stands, told.waits, told.until) == ("disputed", (ORGANISERS,), None)
    assert [(one.who, one.disputes, one.words) for one in told.told] == [
        ("Marta", False, ""),
        ("Tom", True, "Pip ran."),
    ]


def test_fs_50_a_game_without_an_answer_stands_before_the_organiser_with_its_time() -> None:
    league, battle = fights.in_the_field()
    attacker, _defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    told = agreement(league.scope)
    assert (told.by, told.waits) == ((battle.attack,), (battle.defend,))
    assert told.until == league.state.now.deadline
    page = league.browsers["Organiser"].get(reverse("campaigns:desk", args=[league.scope.pk]))
    (need,) = (one for one in page_of(page).needs if one.title.startswith("Reported: "))
    assert (need.title, need.due) == (f"Reported: {told.title}", told.until)


# Every screen


def _disputed(evening: Evening) -> None:
    reports.dispute_report(evening.report(), Actor(evening.tom), "Pip ran.")


def _two_versions(evening: Evening) -> None:
    first, other = evening.report(), {**evening.facts(), "winners": [evening.his]}
    reports.submit_report(
        scope=evening.scope, actor=Actor(evening.tom), procedure="opr.quick_report", facts=other,
        answers_to=first,
    )  # fmt: skip


def _version_left(evening: Evening) -> None:
    """Marta takes her report back; Tom's waits for her word."""
    _two_versions(evening)
    reports.withdraw_report(Report.objects.earliest("pk"), Actor(evening.marta))


def _disputed_at_table(evening: Evening) -> None:
    report = evening.report()
    reports.record_table_agreement(report, Actor(evening.marta))
    reports.dispute_report(report, Actor(evening.tom), "Nobody asked me.")


def _agreed(evening: Evening) -> None:
    reports.agree_report(evening.report(), Actor(evening.tom))


STAND: dict[str, tuple[Callable[[Evening], object], list[str]]] = {
    "sent": (Evening.report, ["sent"]),
    "disputed": (_disputed, ["disputed"]),
    "two versions": (_two_versions, ["disputed"]),
    "one of them left": (_version_left, ["sent"]),
    "disputed though agreed at the table": (_disputed_at_table, ["disputed"]),
    "agreed": (_agreed, []),
}


@pytest.mark.parametrize("stand", STAND)
def test_every_screen_says_the_same_of_a_report(stand: str) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    evening, (happens, stands) = founded(), STAND[stand]
    happens(evening)
    finding.catch_up(timezone.now())
    assert [one.stands for one in assert_all_say_the_same(evening.scope)] == stands


def test_every_screen_says_the_same_of_who_plays_the_other_side_now() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    evening, _report = swapped()
    finding.catch_up(timezone.now())
    assert [one.waits for one in assert_all_say_the_same(evening.scope)] == [(ORGANISERS,)]


def test_every_screen_says_the_same_of_a_report_that_waits_for_an_earlier_game() -> None:
    here = parked.two_games()
    report = here.tell()
    (told,) = assert_all_say_the_same(here.scope)
    assert (told.held, told.stands, told.waits, told.steps) == (True, "sent", (here.crows,), (here.crows,))
    reports.agree_report(report, Actor(here.ada))
    (told,) = assert_all_say_the_same(here.scope)
    assert (told.held, told.stands, told.waits) == (True, "parked", ())


def test_every_screen_says_the_same_of_a_battle_of_teams() -> None:
    league = conquest.begun("Marta", "Kwame", "Ilse", "Jun")
    conquest.events(league)
    conquest.revenue(league)
    conquest.challenges(league)
    battle = next(one for one in league.state.battles.values() if len(one.members) > 2)
    side = battle.attackers if len(battle.attackers) > 1 else battle.defenders
    others = [one for one in battle.members if one not in side]
    conquest.reported(
        league, league.player(side[0]), battle.id, attack=(9, 1, 8), defend=(1, 7, 8), fled="defend"
    )
    (told,) = assert_all_say_the_same(league.scope)
    assert ({*told.by}, [*told.waits]) == ({*side}, others)


def test_every_screen_says_the_same_of_a_battle_while_its_league_rests() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    one, other = (league.player(side[0]) for side in (battle.attackers, battle.defenders))
    conquest.reported(league, one, battle.id, attack=(900, 1, 8), defend=(1, 7, 8), fled="defend")
    assert [told.stands for told in assert_all_say_the_same(league.scope)] == ["sent"]
    league.do(other, "dispute", battle=battle.id, words="A draw.")
    assert [told.waits for told in assert_all_say_the_same(league.scope)] == [(ORGANISERS,)]
    league.post("Organiser", "pause", words="summer")
    (told,) = assert_all_say_the_same(league.scope)
    assert (told.stands, told.waits, told.until) == ("disputed", (), None)


def test_every_screen_says_the_same_of_a_game_of_a_faction_of_two() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (told,) = assert_all_say_the_same(league.scope)
    assert told.waits == (battle.defend,)
    fights.done(league, defender, battle.id, "report", result="major_victory", bout=told.key)
    (told,) = assert_all_say_the_same(league.scope)
    assert [(one.who, one.disputes) for one in told.told] == [
        (league.state.name_of(battle.attack), False),
        (league.state.name_of(battle.defend), False),
    ]


def test_why_a_report_cannot_count_is_said_in_the_language_of_its_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The sentence of whoever it was refused to is not kept."""

    def refuses(*_told: object) -> None:
        raise Refused("OPR-10", "Eine Bande fehlt.")

    finding.catch_up(timezone.now() - timedelta(minutes=1))
    evening = founded()
    report = evening.report()
    assert report.due is not None
    monkeypatch.setattr(reports, "count_within", refuses)
    assert reports.settle_silent(report.due) == 0
    report.refresh_from_db()
    assert (report.status, report.words, report.why) == ("disputed", "", ["refused", "OPR-10"])
    finding.catch_up(timezone.now())
    notice = Notice.objects.get(person=evening.marta.person, kind=NoticeKind.DISPUTED)
    why = "This report could not count as sent when its turn came. An organiser has to decide."
    assert notification_sentence(notice).endswith(f" cannot count as it stands: “{why}”")
    page = reverse("campaigns:report", args=[evening.scope.pk, report.pk])
    assert why in text_of(signed_in(evening.marta).get(page))
    with override("de"):
        assert (
            "Als der Bericht an der Reihe war, konnte er so, wie er geschickt wurde, nicht zählen."
            in notification_sentence(notice)
        )
