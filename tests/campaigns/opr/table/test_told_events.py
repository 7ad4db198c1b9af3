"""Random events of an evening on its quick report: folded away, asked one by one, agreed to, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.corrections import drafts as corrections_drafts
from campaigns.engine import correcting as corrections
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Report
from tests.campaigns.opr.table.evening import Evening, roll_on
from tests.campaigns.play import state_of
from tests.pages import tight

pytestmark = pytest.mark.django_db


def told(here: Evening, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    sent = {"winner": here.bell, "rounds": 4, "once": "", **more}
    for place, event in enumerate(events):
        sent |= {f"event:{place}:{name}": value for name, value in event.items()}
    return sent


def test_opr_33_an_evening_without_events_has_no_tap_more() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    page = tight(marta.get(here.quick))
    assert '<details class="card more" id="events">' in page
    assert marta.post(here.quick, told(here)).status_code == 302
    assert Report.objects.get().facts["events"] == []


@pytest.mark.parametrize(
    "tapped", [{"event-first": "6", "event-second": "1"}, {"event-typed": "61"}], ids=["tapped", "typed"]
)
def test_opr_33_an_event_is_tapped_or_typed_and_asks_its_own_questions(tapped: dict[str, str]) -> None:
    here = Evening()
    marta, victim = here.browser(here.marta), here.units(here.raiders)[0]
    ticked = {f"out:{victim}": 1, f"by:{victim}": here.units(here.bell)[0]}
    added = marta.post(here.quick, told(here, **tapped, **ticked, **{"event-round": "2", "event-add": "1"}))
    assert added.status_code == 200
    page = tight(added)
    assert Report.objects.count() == 0
    assert f'id="out-{victim}" name="out:{victim}" value="1" checked' in page
    [row] = added.context["form"].told.rows
    assert (row.code, row.round, row.faces, [ask.label for ask in row.selects]) == (
        61, 2, (1, 2, 3), ["Who did it affect?"],
    )  # fmt: skip
    assert "Wisdom of the Gods" in page
    assert '<details class="card more" id="events" open>' in page


def test_opr_33_an_event_is_taken_away_again() -> None:
    here = Evening()
    events: list[dict[str, Any]] = [{"code": 65, "round": 1, "met": here.bell}, {"code": 61, "round": 2}]
    page = here.browser(here.marta).post(here.quick, told(here, *events, **{"event-away": "1"}))
    [row] = page.context["form"].told.rows
    assert (row.code, row.selects[0].value()) == (65, here.bell)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"event-add": "1"}, "Tap both dice, or type them"),
        ({"event-add": "1", "event-typed": "17"}, "Tap both dice, or type them"),
        ({"event-first": "6"}, "Tap both dice, or type them"),
        ({"event-typed": "61"}, "Wisdom of the Gods: who did it affect?"),
        ({"event:0:code": "65", "event:0:round": "9", "event:0:met": "x"}, "The mission had 4 rounds."),
    ],
)
def test_what_an_event_still_asks_is_said_and_what_was_typed_stays(
    sent: dict[str, str], sentence: str
) -> None:
    here = Evening()
    refused = here.browser(here.marta).post(here.quick, told(here, **sent))
    page = tight(refused)
    assert refused.status_code == 409
    assert sentence in page
    assert '<details class="card more" id="events" open>' in page
    assert f'name="winner" value="{here.bell}" checked' in page
    if sent.get("event-typed") == "17":
        assert refused.context["form"].told.typed.value() == "17"
        assert 'name="event-typed" value="17"' in page
    assert Report.objects.count() == 0


def evening(here: Evening) -> dict[str, Any]:
    """Five events: a bounty, XP, a captive, a gift, a VP; one of the Raiders is out."""
    mine, theirs = here.units(here.bell), here.units(here.raiders)
    events = [
        {"code": 12, "round": 1, "met": here.raiders},
        {"code": 61, "round": 1, "met": mine[1], "number": 3},
        {"code": 11, "round": 2, "met": mine[2]},
        {"code": 64, "round": 3, "met": here.raiders, "number": 2},
        {"code": 65, "round": 4, "met": here.bell},
    ]
    return told(here, *events, **{f"out:{theirs[0]}": 1, f"by:{theirs[0]}": mine[0]})


def test_opr_72_what_was_told_is_shown_agreed_to_and_booked() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    before = state_of(here.scope)
    sent = marta.post(here.quick, evening(here))
    assert sent.status_code == 302, tight(sent)
    assert state_of(here.scope).warbands == before.warbands
    page = tight(tom.get(sent["Location"]))
    captive = here.name(here.units(here.bell)[2])
    for line in (
        "Round 1: Juicy Reward · Raiders.",
        "the die showed 3.",
        f"Round 2: Slave Worker · {captive} (Second Bell).",
        "Round 3: Coward’s Reward · Raiders, the die showed 2.",
        "Round 4: Lucky Find · Second Bell.",
    ):
        assert line in page, line
    tom.post(sent["Location"], {"confirm": 1})
    state = state_of(here.scope)
    gains = {one: state.warbands[one].pool - before.warbands[one].pool for one in (here.bell, here.raiders)}
    assert gains == {here.bell: 20 + 5, here.raiders: 40 + 10}
    assert state.warbands[here.bell].vp == 3
    assert state.units[here.units(here.bell)[1]].xp == 3
    assert state.units[here.units(here.bell)[2]].status == "captured"
    chronicle = tight(marta.get(here.url("chronicle/")))
    assert "Round 2: Slave Worker" in chronicle
    assert reconcile(here.scope) == []


def test_opr_72_a_captive_told_afterwards_is_bought_free_on_the_missions_page() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    sent = marta.post(here.quick, evening(here))["Location"]
    tom.post(sent, {"confirm": 1})
    [mission] = state_of(here.scope).missions.values()
    captured = next(one for one in mission.events if one.code == 11)
    page = here.url(f"m/{mission.id}/")
    assert "do/ransom/" in tight(marta.get(page))
    roll_on(marta, marta.post(f"{page}do/ransom/", {"event": captured.id, "warband": here.bell}))
    settled = next(one for one in state_of(here.scope).missions[mission.id].events if one.code == 11)
    assert settled.settled
    assert reconcile(here.scope) == []


def test_a_quick_report_that_is_undone_takes_its_events_back() -> None:
    here = Evening()
    before = state_of(here.scope)
    sent = here.browser(here.marta).post(here.quick, evening(here))["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    draft = corrections_drafts.void_entry(here.scope, here.ilse, Entry.objects.latest("seq"))
    corrections.commit(draft, Actor(here.ilse), corrections.preview_correction(draft).fingerprint)
    after = state_of(here.scope)
    assert (after.warbands, after.units) == (before.warbands, before.units)
    assert reconcile(here.scope) == []


def test_my_own_version_begins_with_the_events_of_the_other() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, evening(here))
    form = (
        here.browser(here.tom).get(f"{here.url('report/')}?answers={Report.objects.get().pk}").context["form"]
    )
    assert [row.code for row in form.told.rows] == [12, 61, 11, 64, 65]
    assert [row.number for row in form.told.rows] == [0, 3, 0, 2, 0]


def test_opr_45_frenzy_asks_in_which_round_somebody_was_taken_out() -> None:
    here = Evening()
    marta, victim = here.browser(here.marta), here.units(here.raiders)[0]
    assert f'name="round:{victim}"' not in tight(marta.get(here.quick))
    frenzy = {"code": 26, "round": 2}
    page = marta.post(here.quick, told(here, frenzy, **{"event-typed": "65", "event-add": "1"}))
    assert f'<select name="round:{victim}">' in tight(page)
    out = {f"out:{victim}": 1, f"by:{victim}": here.units(here.bell)[0], f"melee:{victim}": 1}
    marta.post(here.quick, told(here, frenzy, **out, **{f"round:{victim}": 2}))
    [kill] = Report.objects.get().facts["kills"]
    assert (kill["round"], kill["melee"]) == (2, True)


def test_an_event_added_with_a_double_tap_keeps_what_stands_on_the_form() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    added = told(here, **{"once": "tap", "event-typed": "61", "event-add": "1"})
    for _ in range(2):
        page = marta.post(here.quick, added)
        assert page.status_code == 200
        assert [row.code for row in page.context["form"].told.rows] == [61]
