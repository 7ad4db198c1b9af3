"""One-tap undo in the chronicle: beside my own last entry, while nobody has built on it."""

from __future__ import annotations

import pytest

from campaigns.models import Entry
from tests.campaigns.play import act, played, state_of
from tests.campaigns.table.evening import Evening, roll_on

pytestmark = pytest.mark.django_db


def test_my_last_entry_is_undone_where_the_chronicle_tells_it() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page = here.url(f"m/{opened.slot}.mission/")
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    marta.post(f"{page}do/field/", {"warband": here.bell, "unit": here.units(here.bell)[:1]})
    seq = Entry.objects.latest("seq").seq
    address, entry, chronicle = here.url(f"entries/{seq}/undo/"), here.url(f"entries/{seq}/"), "chronicle/"
    for where in (here.url(chronicle), entry):
        told = marta.get(where).content.decode()
        assert told.count(address) == 1
        assert "Undo: Second Bell" in told
        assert "/undo/" not in tom.get(where).content.decode()
    assert "/undo/" not in marta.get(here.url(f"entries/{seq - 1}/")).content.decode()
    assert marta.post(address)["Location"] == page
    assert "/undo/" not in marta.get(here.url(chronicle)).content.decode()
    assert not state_of(here.scope).missions[f"{opened.slot}.mission"].side(here.bell).ready


def test_the_chronicle_offers_no_undo_of_what_somebody_has_built_on() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    marta, chronicle = here.browser(here.marta), here.url("chronicle/")
    assert "/undo/" in marta.get(chronicle).content.decode()
    mission = f"{opened.slot}.mission"
    act(here.scope, here.tom, "field", mission=mission, warband=here.raiders, units=here.units(here.raiders))
    assert "/undo/" not in marta.get(chronicle).content.decode()
    act(here.scope, here.marta, "begin", mission=mission)
    act(here.scope, here.tom, "round", mission=mission, round=1)
    assert "/undo/" not in marta.get(chronicle).content.decode()
    seq = Entry.objects.filter(actor=here.marta).latest("seq").seq
    assert "gone on since" in marta.post(here.url(f"entries/{seq}/undo/")).content.decode()


def test_the_chronicle_offers_no_undo_of_the_app_s_dice() -> None:
    here = Evening()
    mission = here.mission()
    page, marta = here.url(f"m/{mission}/"), here.browser(here.marta)
    roll_on(marta, marta.post(f"{page}do/round/", {"round": 1}))
    assert Entry.objects.latest("seq").procedure == "opr.round"
    assert "/undo/" not in marta.get(here.url("chronicle/")).content.decode()


def test_whoever_let_the_app_roll_is_told_what_came_of_it() -> None:
    here = Evening()
    page, marta = here.url(f"m/{here.mission()}/"), here.browser(here.marta)
    roll_on(marta, marta.post(f"{page}do/round/", {"round": 1}))
    told, toast = marta.get(page).content.decode(), '<div class="toast is-still">'
    assert "Round 1" in told.partition(toast)[2].partition("</div>")[0]
    assert "/undo/" not in told
    assert toast not in here.browser(here.tom).get(page).content.decode()


def test_what_the_mission_stands_on_is_not_offered_on_its_pages() -> None:
    here = Evening()
    mission = played(here.scope, here.ilse, here.bell, here.raiders)
    steps = here.browser(here.tom).get(here.url(f"m/{mission}/steps/{here.raiders}/"))
    assert steps.context["page"].undo is None  # Tom's last entry is the founding of his warband
