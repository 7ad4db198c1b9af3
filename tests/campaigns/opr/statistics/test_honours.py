"""Honours, records and receipts: counted from what was played, seen by members, never by strangers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import RequestFactory

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.viewer import Viewer
from campaigns.engine.who.rights import Actor
from campaigns.models import Seat
from campaigns.opr.receipts.warband_figures import warband_receipt
from campaigns.opr.statistics.record import LeagueRecord
from campaigns.opr.viewer import OprViewer
from campaigns.shell.look import charts
from tests import factories
from tests.campaigns import play
from tests.scenario import scenario

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> dict[str, Any]:
    return two_missions()


@scenario
def two_missions() -> dict[str, Any]:
    """Two missions: Marta beats Tom and her hero kills a unit that dies of it; Jun beats Marta."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, parallel_play="on", campaign_type="endless")
    bell, raiders, lamps = play.started(scope, ilse, "Marta", "Tom", "Jun")
    state = play.state_of(scope)
    hero, victim = state.warbands[bell].units[0], state.warbands[raiders].units[1]
    mission = play.played(scope, ilse, bell, raiders, kills={victim: hero})
    opened = play.act(scope, ilse, "casualties", mission=mission, warband=raiders)
    door.answer_question(scope.pk, Actor(ilse), opened.slot, f"casualty:{victim}", 1)
    play.walked(scope, ilse, mission, bell)
    play.evening(scope, ilse, lamps, bell)
    return {
        "scope": scope, "ilse": ilse, "bell": bell, "raiders": raiders, "lamps": lamps,
        "hero": hero, "victim": victim, "url": f"/l/{scope.pk}",
    }  # fmt: skip


def test_the_hall_the_graves_and_the_meetings(season: dict[str, Any]) -> None:
    mate = play.player(season["scope"], "Wren")
    page = factories.signed_in(mate).get(f"{season['url']}/honours/").context["page"]
    assert (page.hall[0].name, page.hall[0].kills) == ("Captain Bell", 1)
    assert [(one.name, one.words) for one in page.cemetery] == [
        ("Ferrymen", "fell to Captain Bell in mission 1")
    ]
    lines = {line.player: (line.won, line.played, line.kills, line.losses) for line in page.warbands}
    assert lines == {"Marta": (1, 2, 1, 0), "Tom": (0, 1, 0, 1), "Jun": (1, 1, 0, 0)}
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row.cells) for row in page.meetings]
    assert [[cell if "<" not in cell else "" for cell in row] for row in cells] == [
        ["", "1–0", "0–1"], ["0–1", "", "–"], ["1–0", "–", ""]
    ]  # fmt: skip
    assert page.players == ()
    assert reconcile(season["scope"]) == []


def test_strangers_meet_nothing(season: dict[str, Any], client: Any) -> None:
    elsewhere = factories.new_organiser(name="Elsewhere")
    assert factories.signed_in(elsewhere).get(f"{season['url']}/honours/").status_code == 404
    assert client.get(f"{season['url']}/honours/").status_code == 404
    assert factories.signed_in(season["ilse"]).post(f"{season['url']}/honours/").status_code == 405


def test_an_empty_league_says_so() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    assert (
        "Nothing to honour yet" in factories.signed_in(ilse).get(f"/l/{scope.pk}/honours/").content.decode()
    )


def test_ten_queries_at_most(season: dict[str, Any], django_assert_max_num_queries: Any) -> None:
    client = factories.signed_in(season["ilse"])
    for url in ("/honours/", f"/w/{season['bell']}/"):
        with django_assert_max_num_queries(10):
            assert client.get(season["url"] + url).status_code == 200


@pytest.mark.parametrize("figure", ["vp", "pool"])
def test_a_receipt_adds_up_to_its_figure(season: dict[str, Any], figure: str) -> None:
    state = play.state_of(season["scope"])
    viewer: OprViewer = Viewer(RequestFactory().get("/"), season["scope"], season["ilse"], "warbands")
    for warband in state.warbands.values():
        receipt = warband_receipt(viewer, warband, figure)
        assert receipt is not None
        assert sum(row.value for row in receipt.rows) == getattr(warband, figure) == int(receipt.total)


def test_the_standings_lead_to_the_missions_behind_a_score(season: dict[str, Any]) -> None:
    client = factories.signed_in(Seat.objects.get(name="Marta"))
    rows = client.get(f"{season['url']}/").context["page"].rows
    url = next(row.receipt_url for row in rows if row.player == "Marta")
    receipt = client.get(url).context["receipt"]
    assert (receipt.total, receipt.total_label) == ("1.00", "2 VP ÷ 2 missions")
    assert [(row.occasion, row.value) for row in receipt.rows] == [("M1", 2), ("M2", 0)]
    assert client.get(f"{season['url']}/w/{season['bell']}/?why=nonsense").context["receipt"] is None


def test_the_value_is_the_sum_of_the_sheet(season: dict[str, Any]) -> None:
    page = factories.signed_in(season["ilse"]).get(f"{season['url']}/w/{season['raiders']}/?why=value")
    receipt = page.context["receipt"]
    assert "Ferrymen" not in [row.reason for row in receipt.rows]
    assert str(sum(row.value for row in receipt.rows)) == receipt.total


def test_a_warband_s_page_tells_its_record(season: dict[str, Any]) -> None:
    page = factories.signed_in(season["ilse"]).get(f"{season['url']}/w/{season['bell']}/").context["page"]
    assert [(name, words) for name, _url, words in page.record.meetings] == [
        ("Tom's band", "1–0"),
        ("Jun's band", "0–1"),
    ]
    assert (page.record.kills, page.record.losses, page.record.best.name) == (1, 0, "Captain Bell")


def test_charts_say_in_words_what_they_draw(season: dict[str, Any]) -> None:
    results = LeagueRecord(play.state_of(season["scope"])).results(season["bell"])
    assert results == [True, False]
    drawn = charts.form(results)
    assert 'aria-label="won, lost"' in drawn
    assert drawn.count("<rect") == 2
    assert 'aria-label="3 taken out, 0 lost"' in charts.pair(3, 0, 0)


def test_record_kills_and_losses_of_a_warband_open_on_a_tap(season: dict[str, Any]) -> None:
    client = factories.signed_in(Seat.objects.get(name="Marta"))
    url = f"{season['url']}/w/{season['bell']}/"
    shown = client.get(url).content.decode()
    totals = {}
    for figure in ("record", "kills", "losses"):
        assert f'href="?why={figure}"' in shown
        receipt = client.get(url, {"why": figure}).context["receipt"]
        totals[figure] = receipt.total
        assert all(rule.text for rule in receipt.rules)
    assert totals == {"record": "1–1", "kills": "1", "losses": "0"}
    [row] = client.get(url, {"why": "kills"}).context["receipt"].rows
    assert "Captain Bell took out Ferrymen" in row.reason
    tom = client.get(f"{season['url']}/w/{season['raiders']}/", {"why": "losses"}).context["receipt"]
    assert (tom.rows[0].occasion, tom.rows[0].reason) == ("M1", "Ferrymen fell to Captain Bell")


def test_every_figure_of_the_standings_leads_to_its_receipt(season: dict[str, Any]) -> None:
    client = factories.signed_in(Seat.objects.get(name="Marta"))
    page = client.get(f"{season['url']}/")
    drawn = page.content.decode()
    for row in page.context["page"].rows:
        for url in (row.receipt_url, *(f"{row.url}?why={why}" for why in ("record", "vp", "score"))):
            assert f'href="{url}"' in drawn


def test_every_figure_of_the_standings_opens_on_a_tap(season: dict[str, Any]) -> None:
    client = factories.signed_in(Seat.objects.get(name="Marta"))
    url = f"{season['url']}/w/{season['bell']}/"
    home = client.get(f"{season['url']}/")
    line = next(one for one in home.context["page"].rows if one.player == "Marta")
    shown = home.content.decode()
    for figure in ("rank", "record", "vp", "score"):
        assert f'href="{url}?why={figure}"' in shown
        assert client.get(url, {"why": figure}).context["receipt"].total
    receipt = client.get(url, {"why": "rank"}).context["receipt"]
    assert receipt.total == str(line.rank)
    *ahead, mine, before = receipt.rows
    assert (mine.reason, mine.amount, mine.note) == (line.name, line.figure, line.how)
    assert [int(row.occasion) <= line.rank for row in ahead] == [True] * len(ahead)
    assert int(before.amount) - line.rank == line.moved
