"""Whole seasons through the pages, and a small calculator of our own that must come to the same table.

A tenth by default; `MUSTERROLL_SEASON=1` (or `make season`) plays 12 warbands × 60 missions in each book.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile, rerun_today
from campaigns.models import Entry
from tests.season.answers import AOFS, GF
from tests.season.story import NAMES, Story
from tests.season.told import keep

ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
MISSIONS = 60 if ALL else 6
PLAYERS = 12
WIN_VP = 2
LATE = 12  # the thirteenth name

pytestmark = [pytest.mark.season, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def same_dice_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slots' seeds from a fixed source, so that a fault found once is found again."""
    fixed = SimpleNamespace(token_bytes=random.Random(1403).randbytes)
    monkeypatch.setattr("campaigns.models.journal.secrets", fixed)


@pytest.mark.parametrize("edition", [AOFS, GF])
@pytest.mark.in_turn(7, kind="seasons")
def test_opr_68_a_season_adds_up(edition: str) -> None:
    began = time.perf_counter()
    story = Story(edition, seed=7 if edition == AOFS else 11)
    for name in NAMES[:PLAYERS]:
        story.join(name)
    story.start()
    for number in range(MISSIONS):
        play(story, number)
    check(story)
    if ALL:
        write_down(story, time.perf_counter() - began)


def play(story: Story, number: int) -> None:
    """The season's plan: every fourth mission on its own page, the others reported; something happens."""
    if number == MISSIONS // 3:
        story.invite_again()
        story.join(NAMES[LATE])
        story.count("late joiners")
    if number % 10 == 4:
        story.report_wrongly_and_take_back()
    if number % 20 == 15:
        story.walk_over()
    elif number % 4 == 1:
        story.full(number // 4 % 3)
        story.count("missions played on their page")
    else:
        story.quick(number % 5)
        story.count("missions reported afterwards")
    if number % 6 == 5:
        story.correct_a_die()


def check(story: Story) -> None:
    """The journal folds to the rows, today's rules agree, and the calculator comes to the page's table."""
    assert reconcile(story.scope) == []
    state = story.state
    table = counted_again(story)
    for warband, (vp, played, won, _average) in table.items():
        row = state.warbands[warband]
        assert (row.vp, row.missions, row.won) == (vp, played, won), row.name
        assert row.pool == points_again(story, warband), row.name
    assert shown_table(story) == expected_table(story, table)
    kept = {one.record.procedure for one in rerun_today(story.scope)}
    assert kept <= {"opr.experience", "opr.close_upgrades", "opr.close_recruiting"}, kept


def counted_again(story: Story) -> dict[str, tuple[int, int, int, Fraction | None]]:
    """VP, missions, wins and the average, from what people remember; events from the journal's JSON."""
    won: Counter[str] = Counter(game.winner for game in story.games)
    played: Counter[str] = Counter(one for game in story.games for one in (game.winner, *game.losers))
    extra: Counter[str] = Counter()
    for effect in journal_effects(story):
        if effect["effect"] == "opr.vp" and effect["because"] == "event":
            extra[effect["warband"]] += effect["amount"]
    table = {}
    for warband in story.warbands.values():
        vp = WIN_VP * won[warband] + extra[warband]
        average = Fraction(vp, played[warband]) if played[warband] else None
        table[warband] = (vp, played[warband], won[warband], average)
    return table


def points_again(story: Story, warband: str) -> int:
    """The pool: what was left at founding and every amount the journal booked since."""
    return sum(
        effect["amount"]
        for effect in journal_effects(story)
        if effect["effect"] == "opr.points" and effect["warband"] == warband
    )


def journal_effects(story: Story) -> list[dict[str, Any]]:
    """The effects as plain JSON, read past our own reader."""
    entries = Entry.objects.filter(scope=story.scope, void=False).order_by("place", "seq")
    return [effect for effects in entries.values_list("effects", flat=True) for effect in effects]


def expected_table(story: Story, table: dict[str, tuple[int, int, int, Fraction | None]]) -> list[list[str]]:
    names = {warband: f"{name}’s band" for name, warband in story.warbands.items()}
    lines = []
    for warband, (vp, _played, _won, average) in table.items():
        better = sum(
            1 for one in table.values() if one[3] is not None and (average is None or one[3] > average)
        )
        shown = "–" if average is None else f"{(int(average * 200) + 1) // 2 / 100:.2f}"
        lines.append([str(better + 1), names[warband], str(vp), shown])
    return sorted(lines)


def shown_table(story: Story) -> list[list[str]]:
    """Rank, name, VP and figure of each row on the league's page."""
    text = story.marta.open(story.url()) and story.marta.text
    rows = []
    for row in re.findall(r"<tr[^>]*>\s*<td class=\"display\">.*?</tr>", text, re.S):
        cells = [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in re.findall(r"<td.*?</td>", row, re.S)
        ]
        name = re.search(r"<b><bdi>(.*?)</bdi></b>", row)
        assert name
        rows.append(
            [cells[0].split()[0], name[1], cells[4], cells[5]]
        )  # on phones the rank says where it came from
    return sorted(rows)


def write_down(story: Story, seconds: float) -> None:
    """Keep what was played beside the other results, for docs/season.md."""
    entries = story.scope.entries.all()
    dice = Counter(
        answer["origin"] for one in entries for answer in one.answers.values() if answer.get("dice")
    )
    kept = {
        "edition": story.edition,
        "missions": len(story.games),
        "entries": entries.count(),
        "requests": story.requests,
        "seconds": round(seconds),
        "dice by origin": dict(sorted(dice.items())),
        **dict(sorted(story.told.items())),
    }
    keep(story.edition, kept)
