"""Two people tell of one game: the second report is the answer to the first, never a second game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine import door, reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import DoorOutcome, scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Report, Seat
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.engine.evening import Evening, at_once, founded

pytestmark = pytest.mark.django_db
QUICK = "opr.quick_report"


def facts(evening: Evening, **more: Any) -> dict[str, Any]:
    """Marta won; one of Tom's units was knocked out by one of hers, another one in the next round."""
    killer = evening.sheet(evening.hers)[0].id
    kills = [
        {"victim": one.id, "killer": killer, "round": n}
        for n, one in enumerate(evening.sheet(evening.his)[:2], start=1)
    ]
    told = {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": 4, "kills": kills}
    return {**told, **more}


def send(evening: Evening, who: Seat, said: dict[str, Any], **more: Any) -> Report:
    return reports.submit_report(scope=evening.scope, actor=Actor(who), procedure=QUICK, facts=said, **more)


def vp(evening: Evening) -> list[int]:
    warbands = play.state_of(evening.scope).warbands
    return [warbands[one].vp for one in (evening.hers, evening.his)]


def missions(evening: Evening) -> list[str]:
    return list(play.state_of(evening.scope).missions)


def three_days_on(evening: Evening) -> None:
    """Everybody walks through their steps, and nobody does anything for three days."""
    for mission in missions(evening):
        for warband in (evening.hers, evening.his):
            play.walked(evening.scope, evening.ilse, mission, warband)
    clock_tick(timezone.now() + timedelta(days=3, hours=1))


def the_other_way_round(said: dict[str, Any], evening: Evening) -> dict[str, Any]:
    """The same facts as another phone may send them: order, words, names, and what goes without saying."""
    everybody = {side: [one.id for one in evening.sheet(side)] for side in (evening.hers, evening.his)}
    return {
        **said,
        "warbands": said["warbands"][::-1],
        "kills": [{**one, "routed": False} for one in said["kills"][::-1]],
        "fielded": everybody,
        "conceded": {},
        "name": "The bridge",
        "words": "What a game!",
    }


def test_the_same_facts_told_by_both_are_the_agreement() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    second = send(evening, evening.tom, the_other_way_round(facts(evening), evening))
    assert (second.pk, second.status) == (first.pk, "counted")
    assert second.agreed == {evening.hers: "reported", evening.his: "reported"}
    three_days_on(evening)
    assert (len(missions(evening)), vp(evening)) == (1, [2, 0])
    assert Report.objects.count() == 1
    assert reconcile(evening.scope) == []


@pytest.mark.parametrize("what", ["winners", "rounds", "kills", "by whom", "when", "fielded", "conceded"])
def test_other_facts_are_another_version_and_no_silence_counts_them(what: str) -> None:
    evening = founded()
    said = facts(evening)
    first_kill, *rest = said["kills"]
    others: dict[str, dict[str, Any]] = {
        "winners": {"winners": [evening.his]},
        "rounds": {"rounds": 5},
        "kills": {"kills": [first_kill]},
        "by whom": {"kills": [{**first_kill, "killer": evening.sheet(evening.hers)[1].id}, *rest]},
        "when": {"kills": [{**first_kill, "round": 3}, *rest]},
        "fielded": {"fielded": {evening.hers: [one.id for one in evening.sheet(evening.hers)[:2]]}},
        "conceded": {"conceded": {evening.his: 4}},
    }
    first = send(evening, evening.marta, said)
    second = send(evening, evening.tom, {**said, **others[what]})
    assert (second.status, second.answers_to) == ("disputed", first)
    three_days_on(evening)
    assert {one.status for one in Report.objects.all()} == {"disputed"}
    assert missions(evening) == []
    reports.agree_report(second, Actor(evening.marta))
    assert len(missions(evening)) == 1
    assert sorted(one.status for one in Report.objects.all()) == ["counted", "withdrawn"]


def test_a_second_game_of_one_evening_is_one_when_somebody_says_so() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    second = send(evening, evening.tom, facts(evening), another=True)
    assert (second.pk != first.pk, second.status, second.another) == (True, "sent", True)
    clock_tick()
    assert {one.status for one in Report.objects.all()} == {"sent"}
    reports.agree_report(first, Actor(evening.tom))
    three_days_on(evening)
    assert (len(missions(evening)), vp(evening)) == (2, [4, 0])


def test_who_tells_of_two_games_tells_of_two() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    assert send(evening, evening.marta, facts(evening)).pk == first.pk
    second = send(evening, evening.marta, facts(evening, rounds=5))
    assert (second.status, second.answers_to) == ("sent", None)
    clock_tick()
    third = send(evening, evening.tom, facts(evening, rounds=5))
    assert (third.pk, third.status) == (second.pk, "parked")
    reports.agree_report(first, Actor(evening.tom))
    assert sorted(one.status for one in Report.objects.all()) == ["counted", "parked"]


def test_with_several_that_wait_nobody_guesses_which_is_meant() -> None:
    evening = founded()
    for rounds in (4, 5):
        send(evening, evening.marta, facts(evening, rounds=rounds))
    with pytest.raises(Refused) as refused:
        send(evening, evening.tom, facts(evening, rounds=6))
    assert refused.value.key == "answers_to"


def test_a_version_that_says_the_same_agrees() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    send(evening, evening.tom, facts(evening, rounds=5))
    counts = send(evening, evening.tom, facts(evening), answers_to=first)
    assert (counts.pk, counts.status) == (first.pk, "counted")
    assert Report.objects.filter(status="withdrawn").count() == 1


def test_what_is_disputed_is_not_said_again_unchanged() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    reports.dispute_report(first, Actor(evening.tom), "We played five rounds.")
    with pytest.raises(Refused, match="Correct what was wrong in it, or ask an organiser to decide"):
        send(evening, evening.marta, the_other_way_round(facts(evening), evening), answers_to=first)
    send(evening, evening.tom, facts(evening, rounds=5), answers_to=first)
    for who, rounds in ((evening.marta, 4), (evening.tom, 5)):
        with pytest.raises(Refused, match="agree to the other version"):
            send(evening, who, facts(evening, rounds=rounds), answers_to=first)
    assert send(evening, evening.marta, facts(evening, rounds=6), answers_to=first).status == "disputed"
    assert Report.objects.count() == 3


def test_a_version_of_another_game_waits_for_itself() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    second = send(evening, evening.tom, facts(evening, rounds=5))
    with pytest.raises(Refused):
        reports.of_another_game(first, Actor(evening.marta))
    anew = reports.of_another_game(second, Actor(evening.tom))
    first.refresh_from_db()
    assert [(one.status, one.answers_to) for one in (first, anew)] == [("sent", None)] * 2
    assert anew.due is not None
    assert (anew.another, anew.agreed) == (True, {evening.his: "reported"})
    clock_tick()
    for one, who in ((first, evening.tom), (anew, evening.marta)):
        reports.agree_report(one, Actor(who))
        for warband in (evening.hers, evening.his):
            play.walked(evening.scope, evening.ilse, missions(evening)[-1], warband)
    assert len(missions(evening)) == 2


def test_a_withdrawn_first_report_leaves_the_other_version_to_be_agreed_to() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    second = send(evening, evening.tom, facts(evening, rounds=5))
    reports.withdraw_report(first, Actor(evening.marta))
    again = send(evening, evening.marta, facts(evening, rounds=5))
    assert (again.pk, again.status) == (second.pk, "counted")


@pytest.mark.parametrize("taken_back", [0, 1], ids=["the first", "the second"])
def test_opr_36_the_version_left_when_the_other_is_withdrawn_waits_for_an_answer(taken_back: int) -> None:
    evening = founded()
    both = (evening.marta, evening.tom)
    told = [send(evening, who, facts(evening, rounds=4 + n)) for n, who in enumerate(both)]
    assert set(Report.objects.values_list("status", flat=True)) == {"disputed"}
    reports.withdraw_report(told[taken_back], Actor(both[taken_back]))
    left = Report.objects.get(pk=told[1 - taken_back].pk)
    assert (left.status, left.answers_to) == ("sent", None)
    assert left.due is not None
    assert left.due > timezone.now()
    clock_tick(left.due + timedelta(minutes=1))
    left.refresh_from_db()
    assert left.status == "counted"
    assert left.agreed[evening.his if taken_back else evening.hers] == "silence"
    assert reconcile(evening.scope) == []


def test_what_somebody_disputed_in_words_stays_so_when_a_version_is_withdrawn() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    reports.dispute_report(first, Actor(evening.tom), "We played five rounds.")
    second = send(evening, evening.tom, facts(evening, rounds=5), answers_to=first)
    reports.withdraw_report(second, Actor(evening.tom))
    first.refresh_from_db()
    assert first.status == "disputed"
    again = send(evening, evening.tom, facts(evening, rounds=5), answers_to=first)
    reports.withdraw_report(first, Actor(evening.marta))
    again.refresh_from_db()
    assert (again.status, again.answers_to) == ("sent", None)


def test_a_mended_report_stays_what_it_was() -> None:
    evening = founded()
    send(evening, evening.marta, facts(evening))
    other = send(evening, evening.tom, facts(evening, rounds=5), another=True)
    mended = send(evening, evening.tom, facts(evening), instead_of=other)
    assert (mended.status, mended.another) == ("sent", True)


def test_what_counts_by_a_word_others_gave_is_not_told_twice_on_one_evening() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    reports.record_table_agreement(first, Actor(evening.marta))
    for warband in (evening.hers, evening.his):
        play.walked(evening.scope, evening.ilse, missions(evening)[0], warband)
    assert send(evening, evening.tom, facts(evening)).pk == first.pk
    with pytest.raises(Refused) as refused:
        send(evening, evening.tom, facts(evening, rounds=5))
    assert refused.value.key == "another"
    assert send(evening, evening.tom, facts(evening, rounds=5), another=True).status == "sent"
    assert len(missions(evening)) == 1


def test_what_one_agreed_to_oneself_is_over_and_the_next_game_needs_no_word() -> None:
    evening = founded()
    reports.agree_report(send(evening, evening.marta, facts(evening)), Actor(evening.tom))
    for warband in (evening.hers, evening.his):
        play.walked(evening.scope, evening.ilse, missions(evening)[0], warband)
    assert send(evening, evening.tom, facts(evening)).status == "sent"


# At the door


def test_an_act_that_tells_the_same_is_the_agreement_too() -> None:
    evening = founded()
    sent = door.act(evening.scope.pk, Actor(evening.marta), QUICK, facts(evening), once="m")
    agreed = door.act(evening.scope.pk, Actor(evening.tom), QUICK, facts(evening), once="t")
    assert (sent.settled, agreed.settled) == (False, True)
    assert Report.objects.get().status == "counted"
    again = door.act(evening.scope.pk, Actor(evening.tom), QUICK, facts(evening), once="t")
    assert (again.entry, again.repeated) == (agreed.entry, True)
    assert len(missions(evening)) == 1


def test_a_key_that_agreed_agrees_once() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening), once="m")
    for _ in range(2):
        assert send(evening, evening.tom, facts(evening), once="t").pk == first.pk
    for warband in (evening.hers, evening.his):
        play.walked(evening.scope, evening.ilse, missions(evening)[0], warband)
    assert send(evening, evening.tom, facts(evening), once="t").pk == first.pk
    assert len(missions(evening)) == 1


def test_an_organiser_who_tells_the_same_lets_it_count() -> None:
    evening = founded()
    send(evening, evening.marta, facts(evening))
    assert door.act(evening.scope.pk, Actor(evening.ilse), QUICK, facts(evening)).settled
    assert Report.objects.get().agreed == {evening.hers: "reported", evening.his: "organiser"}
    assert len(missions(evening)) == 1


def test_an_organiser_says_which_game_their_own_is() -> None:
    evening = founded()
    send(evening, evening.marta, facts(evening))
    with pytest.raises(Refused) as refused:
        door.act(evening.scope.pk, Actor(evening.ilse), QUICK, facts(evening, rounds=5))
    assert refused.value.key == "another"
    done = door.act(evening.scope.pk, Actor(evening.ilse), QUICK, facts(evening, rounds=5), another=True)
    assert not done.settled
    assert sorted(one.status for one in Report.objects.all()) == ["parked", "sent"]


# A mission has one result


def begun(evening: Evening) -> str:
    opened = play.act(evening.scope, evening.marta, "open_mission", warbands=[evening.hers, evening.his])
    mission = f"{opened.slot}.mission"
    play.act(evening.scope, evening.marta, "begin", mission=mission)
    return mission


@pytest.mark.parametrize(
    ("procedure", "said"),
    [("opr.result", {"winners": ["hers"], "rounds": 4}), ("opr.walk_over", {"winner": "hers"})],
)
def test_a_result_or_a_walk_over_told_by_both_counts_once(procedure: str, said: dict[str, Any]) -> None:
    evening = founded()
    mission = begun(evening)
    told = {
        key: evening.hers if one == "hers" else [evening.hers] if one == ["hers"] else one
        for key, one in said.items()
    }
    call: dict[str, Any] = {
        "scope": evening.scope,
        "procedure": procedure,
        "facts": {"mission": mission, **told},
    }
    first = reports.submit_report(actor=Actor(evening.marta), **call)
    with pytest.raises(Refused) as refused:
        reports.submit_report(actor=Actor(evening.tom), another=True, **call)
    assert refused.value.key == "another"
    second = reports.submit_report(actor=Actor(evening.tom), **call)
    assert (second.pk, second.status) == (first.pk, "counted")
    assert vp(evening) == [2, 0]


def test_a_walk_over_and_a_result_of_one_mission_are_two_versions_of_it() -> None:
    evening = founded()
    mission = begun(evening)
    walked = {"mission": mission, "winner": evening.hers}
    fought = {"mission": mission, "winners": [evening.his], "rounds": 4}
    first = door.act(evening.scope.pk, Actor(evening.marta), "opr.walk_over", walked)
    second = door.act(evening.scope.pk, Actor(evening.tom), "opr.result", fought)
    assert second.report is not None
    assert Report.objects.get(pk=second.report).answers_to_id == first.report
    three_days = timezone.now() + timedelta(days=3, hours=1)
    clock_tick(three_days)
    assert play.state_of(evening.scope).missions[mission].status == "playing"


def test_an_organisers_result_settles_the_mission_and_what_waits_of_it() -> None:
    evening = founded()
    mission = begun(evening)
    fought = {"mission": mission, "winners": [evening.his], "rounds": 4}
    door.act(evening.scope.pk, Actor(evening.tom), "opr.result", fought)
    ruled = {"mission": mission, "winners": [evening.hers], "rounds": 4}
    assert door.act(evening.scope.pk, Actor(evening.ilse), "opr.result", ruled).settled
    assert vp(evening) == [2, 0]
    assert sorted(one.status for one in Report.objects.all()) == ["counted", "withdrawn"]


# Reports from before this was asked


def planted(evening: Evening, who: Seat, side: str, said: dict[str, Any]) -> Report:
    """A report as earlier versions of the office wrote it, beside whatever waits."""
    with scope_transaction(evening.scope.pk, Actor(who)) as transaction:
        return Report.objects.create(
            scope=transaction.scope,
            procedure=QUICK,
            facts=said,
            sides=[evening.hers, evening.his],
            agreed={side: "reported"},
            reporter=who,
            due=timezone.now() + timedelta(days=3),
        )


def test_old_twins_with_the_same_facts_come_to_count_once() -> None:
    evening = founded()
    first = planted(evening, evening.marta, evening.hers, facts(evening))
    second = planted(evening, evening.tom, evening.his, facts(evening))
    clock_tick()
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status) == ("counted", "withdrawn")
    assert first.agreed == {evening.hers: "reported", evening.his: "reported"}
    three_days_on(evening)
    assert (len(missions(evening)), vp(evening)) == (1, [2, 0])


def test_old_twins_with_other_facts_become_a_dispute() -> None:
    evening = founded()
    first = planted(evening, evening.marta, evening.hers, facts(evening))
    second = planted(evening, evening.tom, evening.his, facts(evening, rounds=5))
    three_days_on(evening)
    second.refresh_from_db()
    assert (second.status, second.answers_to) == ("disputed", first)
    assert missions(evening) == []
    anew = reports.of_another_game(second, Actor(evening.tom))
    assert (anew.status, anew.another) == ("sent", True)


@pytest.mark.parametrize("by", ["tap", "silence"])
def test_an_old_twin_of_what_counts_never_counts_too(by: str) -> None:
    evening = founded()
    first = planted(evening, evening.marta, evening.hers, facts(evening))
    reports.agree_report(first, Actor(evening.tom))
    second = planted(evening, evening.tom, evening.his, facts(evening))
    with scope_transaction(evening.scope.pk, Actor(evening.tom)):  # sent while the first one waited
        Report.objects.filter(pk=second.pk).update(sent_at=first.sent_at)
    second.refresh_from_db()
    for warband in (evening.hers, evening.his):
        play.walked(evening.scope, evening.ilse, missions(evening)[0], warband)
    if by == "tap":
        with pytest.raises(Refused) as refused:
            reports.agree_report(second, Actor(evening.marta))
        assert "Marta’s report of the same game already counts." in refused.value.sentence
    clock_tick(timezone.now() + timedelta(days=3, hours=1))
    second.refresh_from_db()
    assert second.status == "withdrawn"
    assert (len(missions(evening)), vp(evening)) == (1, [2, 0])


def test_two_games_one_side_told_of_before_are_left_alone() -> None:
    evening = founded()
    for rounds in (4, 5):
        planted(evening, evening.marta, evening.hers, facts(evening, rounds=rounds))
    version = evening.scope.__class__.objects.get(pk=evening.scope.pk).version
    clock_tick()
    clock_tick()
    assert {one.status for one in Report.objects.all()} == {"sent"}
    assert evening.scope.__class__.objects.get(pk=evening.scope.pk).version == version + 1


# Two phones at one moment


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same", [True, False])
def test_both_send_the_twin_at_one_moment(same: bool) -> None:
    evening = founded()
    theirs = the_other_way_round(facts(evening), evening) if same else facts(evening, rounds=5)
    given = at_once(
        evening.scope,
        lambda: send(evening, evening.marta, facts(evening)),
        lambda: send(evening, evening.tom, theirs),
    )
    assert all(isinstance(one, Report) for one in given), given
    if same:
        assert given[0].pk == given[1].pk
        assert Report.objects.get().status == "counted"
        assert vp(evening) == [2, 0]
    else:
        assert [one.status for one in Report.objects.all()] == ["disputed", "disputed"]
        assert missions(evening) == []
    assert reconcile(evening.scope) == []


@pytest.mark.django_db(transaction=True)
def test_both_say_another_at_one_moment_and_both_wait() -> None:
    evening = founded()
    given = at_once(
        evening.scope,
        lambda: send(evening, evening.marta, facts(evening), another=True),
        lambda: send(evening, evening.tom, facts(evening, rounds=5), another=True),
    )
    assert all(isinstance(one, Report) for one in given), given
    assert [one.status for one in Report.objects.all()] == ["sent", "sent"]


@pytest.mark.django_db(transaction=True)
def test_one_tells_the_same_while_the_other_agrees() -> None:
    evening = founded()
    first = send(evening, evening.marta, facts(evening))
    given = at_once(
        evening.scope,
        lambda: reports.agree_report(first, Actor(evening.tom)),
        lambda: send(evening, evening.tom, facts(evening)),
    )
    assert isinstance(given[0], DoorOutcome | Refused)
    first.refresh_from_db()
    assert first.status == "counted"
    assert (len(missions(evening)), vp(evening)) == (1, [2, 0])
