"""Correcting through the pages: from the entry to the draft, its figures, its decisions, and the commit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client

from campaigns.corrections import drafts, overview_page
from campaigns.corrections import entry as entry_page
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.models import Correction, Entry, EntryVersion
from campaigns.nights.games.leagues import league_of_club as league_of
from campaigns.notices.kinds import done
from campaigns.opr.table.report.report_words import report_lines
from campaigns.opr.viewer import OprViewer
from rules.opr.game import book_of
from tests import factories
from tests.campaigns import play
from tests.campaigns.past import AT_ONCE, Past, committed, drafted
from tests.pages import errors_of, looking, refusal_of, words_of

pytestmark = pytest.mark.django_db


def test_a_typed_die_is_changed_and_every_figure_shown_before_it_counts(past: Past) -> None:
    entry = past.entry("casualties")
    draft = drafted(past, f"/entries/{entry.seq}/", key=past.die, value="4")
    assert past.state.units[past.victim].status == "dead"
    page = past.organiser.get(draft).context["page"]
    assert ("status", "dead", "on the sheet", True) in [
        (r.why, r.before, r.after, r.gained) for r in page.rows
    ]
    assert [cause.before[:1] + cause.after[:1] for cause in page.causes] == ["14"]
    assert page.ready
    told = committed(past, draft)
    assert "we mixed up the two beasts" in told
    assert past.state.units[past.victim].status == "active"
    assert reconcile(past.scope) == []
    entry.refresh_from_db()
    [before] = entry_page.entry_page(looking(past.scope, past.ilse), entry).earlier
    assert "Ferrymen died" in before.sentence
    assert before.why == "we mixed up the two beasts"
    assert "What it said before" in past.organiser.get(f"{past.url}/entries/{entry.seq}/").content.decode()


def test_the_page_of_an_entry_goes_through_the_past_once(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[object] = []
    monkeypatch.setattr(
        "campaigns.corrections.entry.state_before",
        lambda *asked: folded.append(asked) or drafts.state_before(*asked),
    )
    assert entry_page.entry_page(looking(past.scope, past.ilse), past.entry("casualties")).asked
    assert len(folded) == 1


def test_who_was_out_is_changed_on_the_report_s_own_form(past: Past) -> None:
    entry = past.entry("quick_report")
    url = f"/entries/{entry.seq}/facts/"
    form = past.organiser.get(past.url + url)
    assert [unit.id for unit in form.context["form"].units if unit.out] == [past.victim]
    other = past.state.warbands[past.bell].units[0]
    sent = {"winner": past.raiders, "rounds": "5", f"out:{other}": "1"}
    draft = drafted(past, url, **sent)
    page = past.organiser.get(draft).context["page"]
    assert ("winner", "Marta's band", "Tom's band") in [(r.why, r.before, r.after) for r in page.rows]
    committed(past, draft)
    shown = past.organiser.get(f"{past.url}/entries/{entry.seq}/").context["page"]
    assert shown.facts[0] == "Tom's band won after 5 rounds."
    assert shown.earlier[0].answers[:2] == (
        "Marta's band won after 4 rounds.",
        "Ferrymen (Tom's band): knocked out by Captain Bell (Marta's band), round 1.",
    )
    mission = past.state.missions[past.mission]
    assert (mission.winner, mission.round) == (past.raiders, 5)
    assert [kill.victim for kill in mission.kills] == [other]
    assert past.state.warbands[past.raiders].vp > past.state.warbands[past.bell].vp
    assert reconcile(past.scope) == []


def test_a_report_without_a_winner_keeps_what_was_typed(past: Past) -> None:
    answer = past.organiser.post(
        f"{past.url}/entries/{past.entry('quick_report').seq}/facts/", {"rounds": "7"}
    )
    assert answer.status_code == 409
    assert answer.context["form"].rounds == 7
    assert not Correction.objects.exists()


def test_opr_30_a_correction_to_one_round_without_a_loss_is_asked_about_once(past: Past) -> None:
    url = f"/entries/{past.entry('quick_report').seq}/facts/"
    sent = {"winner": past.raiders, "rounds": "1"}
    asked = past.organiser.post(past.url + url, sent)
    assert (asked.status_code, Correction.objects.count()) == (409, 0)
    assert AT_ONCE in asked.content.decode()
    assert 'name="sure" value="1"' in asked.content.decode()
    draft = drafted(past, url, **sent, sure="1")
    committed(past, draft)
    assert past.state.missions[past.mission].round == 1
    drafted(past, url, **{**sent, "winner": past.bell})  # it was one round before


def test_opr_30_a_forgotten_mission_of_one_round_is_asked_about(past: Past) -> None:
    first = past.organiser.get(f"{past.url}/corrections/forgotten/").context["places"][0]
    where = f"/corrections/forgotten/?after={first.after}&w={past.lamps}&w={past.raiders}"
    asked = past.organiser.post(past.url + where, {"winner": past.raiders, "rounds": "1"})
    assert (asked.status_code, Correction.objects.count()) == (409, 0)
    assert AT_ONCE in refusal_of(asked)
    drafted(past, where, winner=past.raiders, rounds="1", sure="1")


def test_a_whole_mission_is_taken_out_from_its_page(past: Past) -> None:
    assert "It never happened" in past.organiser.get(f"{past.url}/m/{past.mission}/").content.decode()
    draft = drafted(past, f"/m/{past.mission}/never/")
    page = past.organiser.get(draft).context["page"]
    assert page.title == "Mission 1 never happened"
    committed(past, draft, "they only talked")
    assert past.mission not in past.state.missions
    assert past.state.warbands[past.bell].vp == 0
    assert past.state.units[past.victim].status == "active"
    assert reconcile(past.scope) == []


def test_a_forgotten_mission_is_put_in_its_place_with_its_dice_typed_or_rolled(past: Past) -> None:
    page = past.organiser.get(f"{past.url}/corrections/forgotten/")
    first = page.context["places"][0]
    assert first.words == "before the first mission"
    where = f"/corrections/forgotten/?after={first.after}&w={past.lamps}&w={past.raiders}"
    fallen = past.state.warbands[past.lamps].units[1]
    draft = drafted(past, where, winner=past.raiders, rounds="4", **{f"out:{fallen}": "1"})
    page = past.organiser.get(draft).context["page"]
    assert not page.ready
    assert page.title == "A forgotten mission"
    while (decision := past.organiser.get(draft).context["page"].first) is not None:
        if decision.step:
            past.organiser.post(draft, {"code": decision.code, "complete": "1"})
            continue
        question = decision.questions[0]
        said = {"value": "5"} if question.key == f"casualty:{fallen}" else {"roll": "1"}
        sent = {"code": decision.code, "key": question.key, **said}
        assert past.organiser.post(draft, sent).status_code == 302
    committed(past, draft, "nobody wrote it down")
    correction = Entry.objects.filter(scope=past.scope, procedure=CORRECTION).latest("seq")
    put_in = Entry.objects.filter(scope=past.scope, seq__in=correction.params["entries"])
    assert {one.procedure for one in put_in} >= {"opr.quick_report", "opr.casualties"}
    assert correction not in put_in
    told = done.entry_sentences(league_of(past.scope.pk), [correction])[correction.pk]
    assert told.startswith("“nobody wrote it down” Added: ")
    missions = past.state.missions.values()
    forgotten = next(one for one in missions if one.id != past.mission)
    assert [(side.warband, side.step) for side in forgotten.sides] == [
        (past.lamps, "done"),
        (past.raiders, "done"),
    ]
    assert past.state.warbands[past.raiders].missions == 2
    assert reconcile(past.scope) == []


def test_what_became_impossible_is_decided_and_can_be_decided_again(past: Past) -> None:
    draft = drafted(past, f"/entries/{past.entry('quick_report').seq}/", void="1")
    page = past.organiser.get(draft).context["page"]
    assert len(page.decisions) == 1
    assert not page.ready
    commit = {"commit": "1", "fingerprint": page.fingerprint, "words": "because"}
    assert past.organiser.post(draft, commit).status_code == 409
    silent = past.organiser.post(draft, {"code": page.first.code, "keep": "1", "why": ""})
    assert silent.status_code == 422
    assert silent.context["keep"].errors == {"why": ["Give a short reason for keeping it."]}
    assert not silent.context["commit"].errors
    past.organiser.post(draft, {"code": page.first.code, "drop": "1"})
    decided = past.organiser.get(draft).context["page"]
    assert [one.how for one in decided.decided] == ["dropped"]
    assert decided.ready
    past.organiser.post(draft, {"code": page.first.code, "again": "1"})
    assert len(past.organiser.get(draft).context["page"].decisions) == 1
    past.organiser.post(draft, {"code": page.first.code, "drop": "1"})
    committed(past, draft)
    assert reconcile(past.scope) == []


def test_a_draft_is_thrown_away_and_nothing_has_changed(past: Past) -> None:
    draft = drafted(past, f"/entries/{past.entry('casualties').seq}/", void="1")
    past.organiser.post(draft, {"discard": "1"})
    assert Correction.objects.get().status == "discarded"
    assert past.organiser.post(draft, {"commit": "1", "words": "x"}).status_code == 409
    assert past.state.units[past.victim].status == "dead"
    assert not EntryVersion.objects.exists()


def test_a_commit_without_a_reason_is_asked_for_one(past: Past) -> None:
    draft = drafted(past, f"/entries/{past.entry('casualties').seq}/", void="1")
    fingerprint = past.organiser.get(draft).context["page"].fingerprint
    answer = past.organiser.post(draft, {"commit": "1", "fingerprint": fingerprint, "words": " "})
    assert answer.status_code == 422
    assert "Say why in a few words" in errors_of(answer, "commit")
    assert past.state.units[past.victim].status == "dead"


def test_the_second_organiser_sees_the_new_difference_first(past: Past) -> None:
    other = factories.new_seat(club=past.scope.club, name="Oskar", role="organiser")
    url = f"/entries/{past.entry('casualties').seq}/"
    first, second = drafted(past, url, key=past.die, value="4"), drafted(past, url, void="1")
    seen = past.organiser.get(second).context["page"].fingerprint
    committed(past, first)
    sent = {"commit": "1", "fingerprint": seen, "words": "it was a 5"}
    answer = factories.signed_in(other).post(second, sent)
    assert answer.status_code == 409
    assert "Here is what the correction would change now" in words_of(answer)
    assert answer.context["page"].fingerprint != seen
    assert past.state.units[past.victim].status == "active"
    assert reconcile(past.scope) == []


def test_nobody_types_over_a_die_the_app_has_rolled(league: Past) -> None:
    scope, ilse = league.scope, league.ilse
    victim, killer = (
        league.state.warbands[league.raiders].units[1],
        league.state.warbands[league.bell].units[0],
    )
    mission = play.played(scope, ilse, league.bell, league.raiders, kills={victim: killer})
    play.answer_all(scope, ilse, play.act(scope, ilse, "casualties", mission=mission, warband=league.raiders))
    entry = league.entry("casualties")
    key = f"casualty:{victim}"
    assert entry.answers[key]["origin"] == "app"
    other = "1" if entry.answers[key]["value"] != 1 else "4"
    answer = league.organiser.post(f"{league.url}/entries/{entry.seq}/", {"key": key, "value": other})
    assert answer.status_code == 409
    assert "so its result stays" in words_of(answer)
    assert not Correction.objects.exists()


def test_a_report_still_says_the_rest_when_one_of_its_warbands_is_gone(past: Past) -> None:
    here = SimpleNamespace(state=past.state, book=book_of(past.state))
    facts = {"winners": [past.bell], "rounds": 4, "conceded": {"never.founded": 2, past.raiders: 3}}
    raiders = past.state.warbands[past.raiders].name
    assert report_lines(cast("OprViewer", here), facts)[1:] == [f"{raiders} conceded in round 3."]


def shown(past: Past, **asked: str) -> list[tuple[str, list[int]]]:
    """The list to correct from: titles with the numbers of their entries."""
    page = past.organiser.get(f"{past.url}/corrections/", asked).context["page"]
    return [(one.title, [line.seq for line in one.lines]) for one in page.chapters]


def test_the_list_to_correct_from_is_grouped_by_mission_newest_first(past: Past) -> None:
    first = [past.entry("casualties").seq, past.entry("quick_report").seq]
    play.walked(past.scope, past.ilse, past.mission, past.bell)
    play.played(past.scope, past.ilse, past.lamps, past.bell, name="Saltersgate")
    play.act(past.scope, past.ilse, "rename_warband", warband=past.bell, name="The Third Bell")
    renamed, second = past.entry("rename_warband").seq, past.entry("quick_report").seq
    chapters = shown(past)
    assert chapters[0][0] == "The league"
    assert chapters[0][1][0] == renamed
    assert chapters[1] == ("Mission 2: Saltersgate", [second])
    assert (chapters[2][0], chapters[2][1][-2:]) == ("Mission 1", first)


def test_an_entry_to_correct_is_found_by_words_names_and_its_number(past: Past) -> None:
    report, die = past.entry("quick_report").seq, past.entry("casualties").seq
    assert shown(past, find="ferrymen DIED") == [("Mission 1", [die])]
    assert shown(past, find="mission 1") == [("Mission 1", [die, report])]
    assert shown(past, find=f"#{report} ilse") == [("Mission 1", [report])]
    assert shown(past, find="nobody of that name") == []


def test_words_are_looked_for_further_back_than_one_page(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview_page, "AT_ONCE", 2)
    monkeypatch.setattr(overview_page, "MOST", 4)
    report = past.entry("quick_report").seq
    for n in range(4):
        play.act(past.scope, past.ilse, "rename_warband", warband=past.bell, name=f"The Bell {n}")
    assert shown(past, find="mission 1") == []
    page = past.organiser.get(f"{past.url}/corrections/", {"find": "mission 1"}).context["page"]
    assert report in dict(shown(past, find="mission 1", before=str(page.more)))["Mission 1"]


@pytest.mark.parametrize("who", ["mate", "stranger"])
def test_only_organisers_correct(past: Past, who: str) -> None:
    seat = past.mate if who == "mate" else factories.new_organiser(name="Elsewhere")
    client: Client = factories.signed_in(seat)
    entry = past.entry("casualties")
    draft = drafted(past, f"/entries/{entry.seq}/", void="1")
    for url in (draft, f"{past.url}/corrections/", f"{past.url}/corrections/forgotten/"):
        assert client.get(url).status_code == 404
    for url in (draft, f"{past.url}/entries/{entry.seq}/", f"{past.url}/m/{past.mission}/never/"):
        assert client.post(url, {"void": "1", "commit": "1", "words": "x"}).status_code == 404
    assert client.get(f"{past.url}/entries/{entry.seq}/facts/").status_code == 404
    assert client.get(f"{past.url}/entries/{entry.seq}/").status_code == (200 if who == "mate" else 404)


@pytest.mark.parametrize("where", ["/entries/999/", "/m/nothing/never/", "/corrections/999/"])
def test_what_is_not_there_is_not_found(past: Past, where: str) -> None:
    assert past.organiser.post(past.url + where, {"void": "1"}).status_code == 404


@pytest.mark.parametrize("more", [{}, {"after": "99999"}])
def test_a_forgotten_mission_of_one_is_told_beside_who_took_part(past: Past, more: dict[str, str]) -> None:
    page = past.organiser.get(f"{past.url}/corrections/forgotten/", {"w": past.lamps, **more})
    assert page.status_code == 422
    assert "at least two warbands" in page.context["form"].errors["w"][0]
    assert page.context["form"]["w"].value() == [past.lamps]
    assert "after" in page.context["form"].errors
