"""Names written from right to left: they stand as they are and turn nothing around them."""

import pytest

from campaigns.engine.transaction.viewer import Viewer
from campaigns.shell.reading.names import isolated
from campaigns.shell.told.chronicle import newest_lines
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act

HEBREW = "לוחמי הלילה (9)"


@pytest.mark.parametrize("name", ["Second Bell", "Ωμέγα", "第九", "🔥 Nine"])
def test_most_names_need_no_marks(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("name", [HEBREW, "الليل", "Bell الليل"])
def test_a_name_from_right_to_left_is_held_together(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.django_db
def test_sentences_and_lists_keep_their_direction(rf) -> None:
    here = Evening()
    act(here.scope, here.marta, "rename_warband", warband=here.bell, name=HEBREW)
    (line,) = newest_lines(Viewer(rf.get("/"), here.scope, here.marta, "chronicle"), limit=1)
    assert line.sentence == f"A warband is now called \u2068{HEBREW}\u2069."
    page = here.browser(here.tom).get(here.url("")).content.decode()
    assert f"<bdi>{HEBREW}</bdi>" in page


@pytest.mark.django_db
def test_a_player_written_from_right_to_left_keeps_the_figures_behind_the_name() -> None:
    here = Evening(parallel_play="on")
    here.marta.name = HEBREW
    here.marta.save()
    tom = here.browser(here.tom)
    assert f"<bdi>{HEBREW}</bdi><span" in tom.get(here.url("")).content.decode()
    assert f"\u2068{HEBREW}\u2069 · 0 VP in 0 missions" in tom.get(here.url("board/")).content.decode()
