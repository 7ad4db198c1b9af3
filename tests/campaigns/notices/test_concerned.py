"""Whoever it concerns is told, and nobody else: every kind there is, by whose inbox it is found in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine import correcting, reports
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Chat, Correction, Entry, EntryText, Notice, NoticeKind, PlannedGame, Report, Seat
from campaigns.nights import acts
from campaigns.nights.evenings import reminding
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.notices.ways import chat
from campaigns.shell.told.undoing import undo_entry
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening as League
from tests.campaigns.engine.evening import founded
from tests.campaigns.nights.conftest import EVENING, Evening, at, evening
from tests.factories import new_organiser
from tests.maps.conquest.play import begun
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing

__all__ = ["at", "evening"]
pytestmark = pytest.mark.django_db
NEAR = timedelta(hours=23)
type Clock = Callable[[datetime], None]


def who(kind: NoticeKind, now: datetime | None = None) -> set[str]:
    finding.catch_up(now or timezone.now())
    found = Notice.objects.filter(kind=kind).values("person")
    return set(Seat.objects.filter(person__in=found).values_list("name", flat=True))


def asked(evening: Evening) -> PlannedGame:
    return plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))


def agreed(evening: Evening) -> PlannedGame:
    return plans.reply_to_plan(by=evening.tom, plan=asked(evening), accepts=True)


def declined(evening: Evening) -> None:
    plans.reply_to_plan(by=evening.tom, plan=asked(evening), accepts=False)


def at_another_table(evening: Evening) -> None:
    plans.move_planned_game(by=evening.ilse, plan=agreed(evening), when=When.on(evening.night, 2))


def off(evening: Evening) -> None:
    plans.mark_plan_off(by=evening.tom, plan=agreed(evening), why="")


def they_come(evening: Evening) -> None:
    for seat, said in ((evening.marta, "yes"), (evening.tom, "maybe"), (evening.jun, "no")):
        acts.set_attendance(seat=seat, night=evening.night, come=said)


def changed(evening: Evening) -> None:
    they_come(evening)
    acts.update_night(night=evening.night, day=evening.night.day + timedelta(days=1), facts=EVENING)


def called_off(evening: Evening) -> None:
    they_come(evening)
    acts.mark_night_off(night=evening.night, why="")


def reminded(evening: Evening) -> None:
    they_come(evening)
    reminding.remind_unanswered(by=evening.ilse, night=evening.night)


def dead(evening: Evening) -> None:
    chat.switch_off(Chat.objects.create(club=evening.club, name="x", url="https://example.org"))


CLUB = {
    NoticeKind.ASKED: (asked, {"Tom"}),
    NoticeKind.AGREED: (agreed, {"Marta"}),
    NoticeKind.DECLINED: (declined, {"Marta"}),
    NoticeKind.GAME_OFF: (off, {"Marta"}),
    NoticeKind.TABLE: (at_another_table, {"Marta", "Tom"}),
    NoticeKind.NIGHT_CHANGED: (changed, {"Marta", "Tom"}),
    NoticeKind.NIGHT_OFF: (called_off, {"Marta", "Tom"}),
    NoticeKind.NIGHT_ASKED: (reminded, {"Wren"}),
    NoticeKind.CHAT_DEAD: (dead, {"Ilse"}),
}


@pytest.mark.parametrize("kind", CLUB)
def test_of_games_and_nights(kind: NoticeKind, evening: Evening) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    happens, concerned = CLUB[kind]
    happens(evening)
    assert who(kind) == concerned


def lapses(evening: Evening, at: Clock) -> None:
    at(asked(evening).lapses_at)
    plans.by_itself(timezone.now())


def night_asks(evening: Evening, at: Clock) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="no")
    at(evening.night.begins_at - NEAR)


def night_is_near(evening: Evening, at: Clock) -> None:
    they_come(evening)
    at(evening.night.begins_at - NEAR)


def game_is_near(evening: Evening, at: Clock) -> None:
    agreed(evening)
    at(evening.night.begins_at - NEAR)


TIMES = {
    NoticeKind.LAPSED: (lapses, {"Marta", "Tom"}),
    NoticeKind.NIGHT_ASKED: (night_asks, {"Ilse", "Tom", "Jun", "Wren"}),
    NoticeKind.NIGHT_SOON: (night_is_near, {"Marta", "Tom"}),
    NoticeKind.GAME_SOON: (game_is_near, {"Marta", "Tom"}),
}


@pytest.mark.parametrize("kind", TIMES)
def test_as_time_passes(kind: NoticeKind, evening: Evening, at: Clock) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    happens, concerned = TIMES[kind]
    happens(evening, at)
    assert who(kind) == concerned


def reported(league: League) -> Report:
    return league.report()


def disputed(league: League) -> Report:
    return reports.dispute_report(league.report(), Actor(league.tom), "Pip ran.")


def decided(league: League) -> None:
    reports.agree_report(disputed(league), Actor(league.ilse))


def acted_for(league: League) -> None:
    outcome = play.act(league.scope, league.ilse, "quick_report", **league.facts())
    league.mission = f"{outcome.slot}.mission"
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    league.casualties(league.ilse, app_dice=True)


def answered_for(league: League) -> None:
    """Tom rolls for his units himself but for the first, which Ilse does."""
    outcome = play.act(league.scope, league.ilse, "quick_report", **league.facts())
    league.mission = f"{outcome.slot}.mission"
    opened = league.casualties(league.tom)
    begun = league.answer(league.ilse, opened.slot, opened.questions[0].key, 6)
    play.answer_all(league.scope, league.tom, begun)


def corrected(league: League) -> None:
    outcome = play.act(league.scope, league.ilse, "quick_report", **league.facts())
    draft = Correction.objects.create(scope=league.scope, by=league.ilse, words="It was never played.")
    draft.changes = {outcome.slot: {"void": True}}
    draft.save()
    correcting.commit(draft, Actor(league.ilse), correcting.preview_correction(draft).fingerprint)


LEAGUES = {
    NoticeKind.REPORTED: (reported, timedelta(), {"Tom"}),
    NoticeKind.DISPUTED: (disputed, timedelta(), {"Marta"}),
    NoticeKind.COUNTS: (decided, timedelta(), {"Marta", "Tom"}),
    NoticeKind.ACTED_FOR: (acted_for, timedelta(), {"Tom"}),
    NoticeKind.CORRECTED: (corrected, timedelta(), {"Marta", "Tom"}),
    NoticeKind.STEPS: (acted_for, timedelta(hours=2), {"Marta", "Tom"}),
}


def test_a_report_disputed_once_more_is_told_once_more_and_the_version_left_is_to_be_answered() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()

    def heard(kind: NoticeKind, who: Seat) -> int:
        finding.catch_up(timezone.now())
        finding.catch_up(timezone.now())
        return Notice.objects.filter(kind=kind, person=who.person_id).count()

    def sent(who: Seat, **more: Any) -> Report:
        told = {**league.facts(), **more}
        return reports.submit_report(
            scope=league.scope, actor=Actor(who), procedure="opr.quick_report", facts=told
        )

    first = sent(league.marta)
    other = sent(league.tom, rounds=5)
    assert heard(NoticeKind.DISPUTED, league.marta) == 1
    reports.withdraw_report(other, Actor(league.tom))
    assert heard(NoticeKind.DISPUTED, league.marta) == 1
    other = sent(league.tom, rounds=6)
    assert heard(NoticeKind.DISPUTED, league.marta) == 2
    assert heard(NoticeKind.REPORTED, league.marta) == 0
    reports.withdraw_report(first, Actor(league.marta))
    assert heard(NoticeKind.REPORTED, league.marta) == 1
    reports.agree_report(other, Actor(league.marta))


@pytest.mark.parametrize("kind", LEAGUES)
def test_of_a_league(kind: NoticeKind) -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    happens, later, concerned = LEAGUES[kind]
    happens(founded())
    assert who(kind, timezone.now() + later) == concerned


def test_of_a_result_who_did_not_play() -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse, parallel_play="on")
    marta, tom, jun = (play.player(scope, one) for one in ("Marta", "Tom", "Jun"))
    hers, his, _third = (play.found_warband(scope, one, units=play.band(150)) for one in (marta, tom, jun))
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    finding.catch_up(timezone.now())
    play.evening(scope, ilse, hers, his)
    assert who(NoticeKind.RESULT) == {"Jun"}


def test_whose_turn_it_is_and_whose_time_is_nearly_up() -> None:
    table = writing("Marta", "Kwame")
    assert who(NoticeKind.MY_TURN) == {"Marta", "Kwame"}
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    end = table.state.now.deadline
    assert end is not None
    assert who(NoticeKind.DUE, end - NEAR) == {"Marta"}
    assert who(NoticeKind.DUE_NOW, end - timedelta(minutes=61)) == set()
    assert who(NoticeKind.DUE_NOW, end - timedelta(minutes=59)) == {"Marta"}


def test_a_correction_says_of_what_and_why() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    corrected(league)
    assert who(NoticeKind.CORRECTED) == {"Marta", "Tom"}
    hers = Notice.objects.get(kind=NoticeKind.CORRECTED, person=league.marta.person)
    said = "Ilse has corrected something that concerns Marta's band: “It was never played.” Removed: "
    assert notification_sentence(hers).startswith(said)
    assert "Marta's band" in notification_sentence(hers).removeprefix(said)


def test_a_correction_in_which_something_was_kept_says_its_own_reason() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    corrected(founded())
    entry = Entry.objects.filter(procedure=CORRECTION).latest("pk")
    with scope_transaction(entry.scope_id, CLOCK):  # as the reason of an entry that was kept
        EntryText.objects.create(entry=entry, n=len(entry.texts.all()), body="This one stays as it was.")
    who(NoticeKind.CORRECTED)
    notice = Notice.objects.filter(kind=NoticeKind.CORRECTED).first()
    assert notice is not None
    assert "“It was never played.”" in notification_sentence(notice)
    assert "stays as it was" not in notification_sentence(notice)


def told_of_corrections(seat: Seat) -> list[str]:
    """What somebody is told of corrections, oldest first."""
    finding.catch_up(timezone.now())
    mine = Notice.objects.filter(person=seat.person, kind=NoticeKind.CORRECTED).order_by("pk")
    return [notification_sentence(one).partition("”")[2].strip() for one in mine]


def corrects(league: League, slot: str, **facts: object) -> None:
    """Ilse writes other facts of a report down."""
    draft = Correction.objects.create(scope=league.scope, by=league.ilse, words="Mixed up.")
    params = {**league.scope.entries.get(slot__code=slot).params, **facts}
    draft.changes = {slot: {"params": params}}
    draft.save()
    correcting.commit(draft, Actor(league.ilse), correcting.preview_correction(draft).fingerprint)


def test_a_correction_is_told_as_it_was_whatever_is_corrected_later_and_names_the_kill() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    hers, his = ([one.id for one in league.sheet(side)] for side in (league.hers, league.his))
    first = {"victim": his[0], "killer": hers[0], "round": 2}
    outcome = play.act(league.scope, league.ilse, "quick_report", **{**league.facts(), "kills": [first]})
    state = play.state_of(league.scope)
    victim, killer, other = (state.units[one].name for one in (his[0], hers[0], hers[1]))
    corrects(league, outcome.slot, kills=[{**first, "killer": hers[1]}])
    (said,) = told_of_corrections(league.tom)
    for words in (f"Now: {victim}", f"by {other}", f"No longer: {victim}", f"by {killer}"):
        assert words in said
    assert "rounds; 1 unit was taken out. Now:" in said
    corrects(league, outcome.slot, kills=[first], winners=[league.his])
    again, newest = told_of_corrections(league.tom)
    assert again == said
    assert newest.startswith("Now: Tom's band beat Marta's band after 4 rounds; 1 unit was taken out.")
    assert "No longer: Marta's band beat Tom's band after 4 rounds; 1 unit was taken out." in newest
    draft = Correction.objects.create(scope=league.scope, by=league.ilse, words="Never played.")
    draft.changes = {outcome.slot: {"void": True}}
    draft.save()
    correcting.commit(draft, Actor(league.ilse), correcting.preview_correction(draft).fingerprint)
    *before, last = told_of_corrections(league.tom)
    assert before == [again, newest]
    assert last.startswith("Removed: Tom's band beat Marta's band after")


def test_in_whose_name_one_answer_was_given() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    answered_for(founded())
    assert who(NoticeKind.ACTED_FOR) == {"Tom"}


def test_who_took_a_step_back_knows_and_the_others_hear_of_what_it_changes() -> None:
    league = founded()
    outcome = play.act(league.scope, league.marta, "open_mission", warbands=[league.hers, league.his])
    finding.catch_up(timezone.now())
    undo_entry(league.scope.pk, Actor(league.marta), league.scope.entries.get(slot__code=outcome.slot).seq)
    assert who(NoticeKind.CORRECTED) == {"Tom"}


def test_who_is_passed_over_by_an_organiser_hears_so() -> None:
    table = begun()
    name = table.player(table.state.now.active)
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    params = {"round": table.state.now.round, "turn": table.state.now.turn, "realm": table.state.now.active}
    play.act(table.scope, table.seats["Organiser"], "skip", **params, words="On holiday.")
    finding.catch_up(timezone.now())
    (told,) = Notice.objects.filter(kind=NoticeKind.ACTED_FOR)
    assert told.person == table.seats[name].person
    assert notification_sentence(told).startswith(f"{table.seats['Organiser']} did this as organiser: ")


def test_whose_step_the_app_has_taken_once_time_was_up() -> None:
    table = begun()
    active = table.state.now.active
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    assert table.state.now.deadline is not None
    clock_tick(table.state.now.deadline + timedelta(minutes=1))
    told = Notice.objects.filter(kind=NoticeKind.WENT_ON).order_by("pk")
    assert str(table.seats[table.player(active)].person) == str(told[0].person)
    assert notification_sentence(told[0]).startswith("You hadn’t answered, so the app carried on for you: ")


def test_every_kind_has_its_line_here() -> None:
    here = {*CLUB, *TIMES, *LEAGUES, NoticeKind.RESULT, NoticeKind.MY_TURN, NoticeKind.DUE}
    here |= {NoticeKind.DUE_NOW, NoticeKind.WENT_ON}
    elsewhere = {NoticeKind.WEEK}  # test_weeks: whoever has something to read
    elsewhere |= {NoticeKind.REQUEST}  # tests/campaigns/engine/test_requests: who is asked, and who has asked
    elsewhere |= {NoticeKind.REMINDED}  # tests/campaigns/opr/table/test_parked: whoever is waited for
    elsewhere |= {NoticeKind.LET_IN}  # tests/maps/test_let_in: whom it is about, at once
    assert here | elsewhere == set(NoticeKind)


# The word that was given for somebody


WON = "Marta's band beat Tom's band"
THEIRS = f"Marta’s report of Mission 1 counts: {WON}"


def counts(seat: Seat) -> list[str]:
    finding.catch_up(timezone.now())
    return [
        notification_sentence(one)
        for one in Notice.objects.filter(person=seat.person, kind=NoticeKind.COUNTS)
    ]


def test_whose_silence_confirmed_a_report_hears_that_it_counts() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    report = league.report()
    assert report.due is not None
    reports.settle_silent(report.due)
    assert counts(league.tom) == [f"Nobody objected in time, so {THEIRS}"]
    assert counts(league.marta) == [f"Your report of Mission 1 counts: {WON}"]
    assert counts(league.ilse) == []


def test_who_disputed_a_report_hears_how_it_was_decided() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    decided(league)
    assert counts(league.tom) == [f"An organiser has decided that {THEIRS}"]


def test_who_is_said_to_have_agreed_at_the_table_hears_so() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    reports.record_table_agreement(league.report(), Actor(league.marta))
    said = f"Marta says it was agreed at the table, so Marta’s report of Mission 1 counts: {WON}"
    assert counts(league.tom) == [said]


def test_who_says_no_to_that_hears_once_more_when_it_counts_after_all() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    report = league.report()
    reports.record_table_agreement(report, Actor(league.marta))
    assert len(counts(league.tom)) == 1
    reports.dispute_report(report, Actor(league.tom), "Pip ran.")
    finding.catch_up(timezone.now())
    reports.agree_report(report, Actor(league.ilse))
    latest, again = counts(league.tom)
    assert any(one.startswith("An organiser has decided that Marta’s report") for one in (latest, again))


def test_who_confirmed_it_knows() -> None:
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    league = founded()
    reports.agree_report(league.report(), Actor(league.tom))
    assert counts(league.tom) == []
    assert counts(league.marta) == [f"Your report of Mission 1 counts: {WON}"]
