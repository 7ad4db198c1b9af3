"""One-tap undo: the same rule where it happened and beside the entry in the chronicle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.corrections import entry as entry_page
from campaigns.engine.stored.journal import reconcile
from campaigns.models import Entry, Seat
from campaigns.opr.table import mission_page
from campaigns.opr.table.steps import step_page
from campaigns.shell.told import chronicle_page
from campaigns.shell.told.undoing import Undo
from tests.campaigns.opr.table.evening import Evening, roll_on
from tests.campaigns.play import act, answer_all, played, state_of
from tests.pages import page_of, refusal_of, text_of

pytestmark = pytest.mark.django_db


class Fielded(Evening):
    """Marta has opened a mission and said which of her units fight in it: her last entry."""

    def __init__(self) -> None:
        super().__init__()
        opened = act(self.scope, self.marta, "open_mission", warbands=[self.bell, self.raiders])
        self.of = f"{opened.slot}.mission"
        self.field(self.marta, self.bell)
        self.last = Entry.objects.latest("seq")
        self.address = self.url(f"entries/{self.last.seq}/undo/")

    def field(self, by: Seat, warband: str) -> None:
        act(self.scope, by, "field", mission=self.of, warband=warband, units=self.units(warband)[:1])

    def offered(self, seat: Seat) -> list[bool]:
        """Whether this person may: on the mission's page, in the chronicle, on the entry's page."""
        here = self.at(seat)
        pages = (
            mission_page.mission_page(here, self.of),
            chronicle_page.chronicle_page(here),
            entry_page.entry_page(here, self.last),
        )
        return [page.undo is not None and page.undo.url == self.address for page in pages]


def test_my_last_entry_is_mine_to_undo_in_every_place() -> None:
    here = Fielded()
    assert here.offered(here.marta) == [True] * 3
    for place in (f"m/{here.of}/", "chronicle/", f"entries/{here.last.seq}/"):
        assert f'action="{here.address}"' in here.browser(here.marta).get(here.url(place)).content.decode()
    assert here.offered(here.tom) == here.offered(here.ilse) == [False] * 3


def test_after_the_evening_only_the_chronicle_and_the_entry_offer_it(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Fielded()
    assert here.offered(here.marta) == [True, True, True]
    tomorrow = timezone.now() + timedelta(days=1)
    monkeypatch.setattr("campaigns.shell.told.undoing.timezone.now", lambda: tomorrow)
    assert here.offered(here.marta) == [False, True, True]


def test_who_fields_another_warband_has_not_built_on_mine() -> None:
    here = Fielded()
    here.field(here.tom, here.raiders)
    assert here.offered(here.marta) == [True] * 3
    assert here.browser(here.marta).post(here.address).status_code == 302
    assert reconcile(here.scope) == []


def _begins(here: Fielded) -> None:
    act(here.scope, here.tom, "begin", mission=here.of)


def _gives_points(here: Fielded) -> None:
    act(here.scope, here.ilse, "give_points", warband=here.bell, amount=5, words="a prize")


def _does_more(here: Fielded) -> None:
    unit = here.units(here.bell)[0]
    act(here.scope, here.marta, "rename_unit", warband=here.bell, unit=unit, name="Ox")


@pytest.mark.parametrize("since", [_begins, _gives_points, _does_more])
def test_what_somebody_has_built_on_is_offered_nowhere_and_refused(since: Callable[[Fielded], None]) -> None:
    here = Fielded()
    since(here)
    assert here.offered(here.marta) == [False] * 3
    refused = here.browser(here.marta).post(here.address)
    assert refused.status_code == 409
    assert "since then. An organiser can correct it" in refusal_of(refused)


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
    assert in_the_chronicle(here) is not None
    mission = f"{opened.slot}.mission"
    act(here.scope, here.tom, "field", mission=mission, warband=here.raiders, units=here.units(here.raiders))
    assert in_the_chronicle(here) is None
    act(here.scope, here.marta, "begin", mission=mission)
    act(here.scope, here.tom, "round", mission=mission, round=1)
    assert in_the_chronicle(here) is None
    seq = Entry.objects.filter(actor=here.marta).latest("seq").seq
    assert "moved on since" in refusal_of(here.browser(here.marta).post(here.url(f"entries/{seq}/undo/")))


def test_the_chronicle_offers_no_undo_of_the_app_s_dice() -> None:
    here = Evening()
    mission = here.mission()
    asked = act(here.scope, here.marta, "round", mission=mission, round=1)
    answer_all(here.scope, here.marta, asked)
    assert Entry.objects.latest("seq").procedure == "opr.round"
    assert in_the_chronicle(here) is None


def test_whoever_let_the_app_roll_is_told_what_came_of_it() -> None:
    here = Evening()
    page, marta = here.url(f"m/{here.mission()}/"), here.browser(here.marta)
    roll_on(marta, marta.post(f"{page}do/round/", {"round": 1}))
    told, toast = marta.get(page).content.decode(), '<div class="toast is-still">'
    assert "Round 1" in told.partition(toast)[2].partition("</div>")[0]
    assert "/undo/" not in told
    assert toast not in here.browser(here.tom).get(page).content.decode()


def test_whoever_let_the_app_roll_sees_its_faces_where_it_happened() -> None:
    here = Evening()
    page, marta = here.url(f"m/{here.mission()}/"), here.browser(here.marta)
    roll_on(marta, marta.post(f"{page}do/round/", {"round": 1}))
    thrown = Entry.objects.latest("seq").answers.values()
    undo = page_of(marta.get(page)).undo
    assert undo.faces == tuple(face for one in thrown for face in one.get("dice", ()))
    assert undo.faces


def test_what_the_mission_stands_on_is_not_offered_on_its_pages() -> None:
    here = Evening()
    played(here.scope, here.ilse, here.bell, here.raiders)
    [mission] = state_of(here.scope).missions.values()
    page = step_page.step_page(here.at(here.tom), mission, mission.side(here.raiders))
    assert page.undo is None  # Tom's last entry is the founding of his warband


def test_undo_takes_back_my_last_entry_and_leads_back() -> None:
    here = Fielded()
    back = here.browser(here.marta).post(here.address)
    assert back["Location"] == here.url(f"m/{here.of}/")
    assert not state_of(here.scope).missions[here.of].side(here.bell).ready
    assert reconcile(here.scope) == []


def test_what_the_evening_stands_on_is_not_undone_with_one_tap() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    mine = Entry.objects.filter(actor=here.marta, void=False).latest("seq")
    killed = {"killer": here.units(here.bell)[0], "victim": here.units(here.raiders)[0]}
    assert here.shows(here.marta, mission).undo is not None
    marta.post(here.url(f"m/{mission}/out/"), killed)
    assert here.shows(here.marta, mission).undo is None
    refused = marta.post(here.url(f"entries/{mine.seq}/undo/"))
    assert refused.status_code == 409
    assert "moved on since" in refusal_of(refused)


def test_undo_says_what_it_takes_back() -> None:
    here = Evening()
    mission = here.mission()
    page, marta = here.url(f"m/{mission}/"), here.browser(here.marta)
    marta.post(f"{page}do/concede/", {"warband": here.bell, "round": 2})
    told = marta.get(page).content.decode()
    assert "<span>Second Bell conceded in round 2</span>" in told
    assert 'aria-label="Undo: Second Bell conceded in round 2"' in told


def test_a_report_that_counted_at_the_table_is_undone_and_says_so() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    sent = marta.post(here.quick, {"winner": here.bell, "rounds": 4, "once": "x"})
    marta.post(sent["Location"], {"at_table": 1})
    mission = next(iter(state_of(here.scope).missions))
    offered = here.shows(here.marta, mission).undo
    assert offered is not None
    assert offered.what == "Second Bell beat Raiders after 4 rounds"
    assert marta.post(offered.url).status_code == 302
    assert not state_of(here.scope).missions
    assert "has since been withdrawn" in text_of(marta.get(sent["Location"]))
    assert reconcile(here.scope) == []


def test_nobody_undoes_a_report_whose_casualties_are_being_rolled() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    out = here.units(here.raiders)[1]
    sent = marta.post(here.quick, {"winner": here.bell, "rounds": 4, "once": "x", f"out:{out}": "1"})
    marta.post(sent["Location"], {"at_table": 1})
    mission = next(iter(state_of(here.scope).missions))
    seq = Entry.objects.latest("seq").seq
    tom.post(here.url(f"m/{mission}/steps/{here.raiders}/"), {"do": "casualties"})
    refused = marta.post(here.url(f"entries/{seq}/undo/"))
    assert refused.status_code == 409
    assert "moved on since" in refusal_of(refused)


def in_the_chronicle(here: Evening) -> Undo | None:
    """What the chronicle lets Marta take back."""
    return chronicle_page.chronicle_page(here.at(here.marta)).undo
