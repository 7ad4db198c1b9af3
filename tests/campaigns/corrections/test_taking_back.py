"""A correction that counts shows for ever what it changed, and can be taken back like any entry."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from campaigns.corrections.past import both_sides
from campaigns.engine import correcting as corrections
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, CorrectionStatus, Entry
from tests import factories
from tests.campaigns import play
from tests.campaigns.past import Past
from tests.pages import words_of

pytestmark = pytest.mark.django_db


def committed(past: Past) -> Entry:
    """The open draft, committed on its page."""
    draft = Correction.objects.get(scope=past.scope, status=CorrectionStatus.OPEN)
    preview = corrections.preview_correction(draft)
    sent = {"commit": "1", "words": draft.words or "it was otherwise", "fingerprint": preview.fingerprint}
    answer = past.organiser.post(f"{past.url}/corrections/{draft.pk}/", sent)
    assert answer.status_code == 302
    draft.refresh_from_db()
    assert draft.entry is not None
    return draft.entry


def another_die(past: Past) -> None:
    url = f"{past.url}/entries/{past.entry('casualties').seq}/"
    assert past.organiser.post(url, {"key": past.die, "value": "6"}).status_code == 302


def taken_out(past: Past) -> None:
    url = f"{past.url}/entries/{past.entry('casualties').seq}/"
    assert past.organiser.post(url, {"void": "1"}).status_code == 302


def never_played(past: Past) -> None:
    assert past.organiser.post(f"{past.url}/m/{past.mission}/never/").status_code == 302


def another_winner(past: Past) -> None:
    url = f"{past.url}/entries/{past.entry('quick_report').seq}/facts/"
    told = {"winner": past.raiders, "rounds": "5", f"out:{past.victim}": "on"}
    assert past.organiser.post(url, told).status_code == 302


def forgotten_mission(past: Past) -> None:
    url = f"{past.url}/corrections/forgotten/?after={past.entry('start').seq}&w={past.bell}&w={past.lamps}"
    assert past.organiser.post(url, {"winner": past.lamps, "rounds": "4"}).status_code == 302
    draft = Correction.objects.get(status=CorrectionStatus.OPEN)
    page = f"{past.url}/corrections/{draft.pk}/"
    while undecided := corrections.preview_correction(Correction.objects.get(pk=draft.pk)).undecided:
        code = undecided[0].record.id
        if undecided[0].open:
            key = undecided[0].open[0].key
            assert past.organiser.post(page, {"code": code, "key": key, "roll": "1"}).status_code == 302
        else:
            assert past.organiser.post(page, {"code": code, "complete": "1"}).status_code == 302


WRONG = [another_die, taken_out, never_played, another_winner, forgotten_mission]


def figures(client: Client, past: Past, entry: Entry) -> list[tuple[str, str, str, str]]:
    page = client.get(f"{past.url}/entries/{entry.seq}/").context["page"]
    return [(row.what, row.why, row.before, row.after) for row in page.figures]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_correction_shows_for_ever_what_it_changed(past: Past, wrong: Callable[[Past], None]) -> None:
    before = past.state
    wrong(past)
    made = committed(past)
    told = figures(past.organiser, past, made)
    assert told
    assert figures(factories.signed_in(past.mate), past, made) == told
    assert both_sides(made) == (before.plain(), past.state.plain())
    play.act(past.scope, past.ilse, "give_vp", warband=past.bell, amount=3, words="painted best")
    gift = past.entry("give_vp").seq
    assert past.organiser.post(f"{past.url}/entries/{gift}/", {"void": "1"}).status_code == 302
    committed(past)
    assert figures(past.organiser, past, made) == told


@pytest.mark.parametrize("wrong", WRONG)
def test_a_correction_taken_back_leaves_the_league_as_it_was(
    past: Past, wrong: Callable[[Past], None]
) -> None:
    before = past.state.plain()
    wrong(past)
    made = committed(past)
    told = figures(past.organiser, past, made)
    assert past.state.plain() != before
    answer = past.organiser.post(f"{past.url}/entries/{made.seq}/", {"take_back": "1"})
    assert answer.status_code == 302
    page = past.organiser.get(answer["Location"]).context["page"]
    assert page.title == f"Correction #{made.seq} undone"
    assert page.causes
    back = committed(past)
    assert past.state.plain() == before
    assert reconcile(past.scope) == []
    assert figures(past.organiser, past, made) == told
    both = both_sides(back)
    assert both[1] == before


def test_what_a_later_correction_has_built_on_is_not_taken_back_first(past: Past) -> None:
    another_die(past)
    made = committed(past)
    taken_out(past)
    later = committed(past)
    answer = past.organiser.post(f"{past.url}/entries/{made.seq}/", {"take_back": "1"})
    assert answer.status_code == 409
    assert "Undo that correction first" in words_of(answer)
    assert past.organiser.post(f"{past.url}/entries/{later.seq}/", {"take_back": "1"}).status_code == 302
    committed(past)
    assert past.organiser.post(f"{past.url}/entries/{made.seq}/", {"take_back": "1"}).status_code == 409


def test_what_was_done_again_since_does_not_come_back_a_second_time(past: Past) -> None:
    taken_out(past)
    made = committed(past)
    url = f"{past.url}/entries/{made.seq}/"
    assert past.organiser.post(url, {"take_back": "1"}).status_code == 302
    outcome = play.act(past.scope, past.ilse, "casualties", mission=past.mission, warband=past.raiders)
    play.answer_all(past.scope, past.ilse, outcome, roll=3)
    draft = Correction.objects.get(status=CorrectionStatus.OPEN)
    sent = {"commit": "1", "words": "back", "fingerprint": corrections.preview_correction(draft).fingerprint}
    answer = past.organiser.post(f"{past.url}/corrections/{draft.pk}/", sent)
    assert answer.status_code == 409
    assert past.organiser.post(url, {"take_back": "1"}).status_code == 409
    assert reconcile(past.scope) == []


def test_only_organisers_take_a_correction_back(past: Past) -> None:
    another_die(past)
    made = committed(past)
    mate = factories.signed_in(past.mate)
    assert not mate.get(f"{past.url}/entries/{made.seq}/").context["page"].may_take_back
    assert mate.post(f"{past.url}/entries/{made.seq}/", {"take_back": "1"}).status_code == 404


def test_opr_18_a_unit_that_comes_back_to_a_name_that_is_taken_is_numbered() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    marta = play.player(scope, "Marta")
    band = play.found_warband(scope, marta, units=play.band(150))

    def names() -> list[str]:
        return [one.name for one in play.state_of(scope).sheet(band)]

    _captain, ferrymen, lamplighters = (one.id for one in play.state_of(scope).sheet(band))
    gone = play.act(scope, ilse, "remove_unit", unit=ferrymen, words="lost on the way")
    play.act(scope, marta, "rename_unit", warband=band, unit=lamplighters, name="ferrymen")
    draft = Correction.objects.create(scope=scope, by=ilse, words="They were found again.")
    draft.changes = {gone.slot: {"void": True}}
    draft.save()
    corrections.commit(draft, Actor(ilse), corrections.preview_correction(draft).fingerprint)
    assert names() == ["Captain Bell", "Ferrymen", "ferrymen (2)"]
    assert reconcile(scope) == []
    play.act(scope, marta, "rename_unit", warband=band, unit=lamplighters, name="Night Watch")
    assert names() == ["Captain Bell", "Ferrymen", "Night Watch"]
