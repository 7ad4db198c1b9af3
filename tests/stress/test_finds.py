"""The adversary tells of a fault that a release has had, once it is back: who joins is told all at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import Any
from unittest import mock
from urllib.parse import quote

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Role, SealedAnswer
from tests import factories
from tests.stress import house
from tests.stress.__main__ import main
from tests.stress.found import Found
from tests.stress.looking import Looking
from tests.stress.pages import odd_ids
from tests.stress.runs import Run, league, play
from tests.stress.stage import Stage
from tests.stress.worlds import Worlds

pytestmark = [pytest.mark.django_db, pytest.mark.season]
AT_ONCE = mock.patch("rules.firestorm.setting_up.founding.turns_have_begun", return_value=False)
MOST = 80  # acts until somebody has sealed


@pytest.mark.parametrize(("at_once", "told"), [(True, {"seal", "two worlds"}), (False, set())])
def test_whoever_reads_what_their_faction_wrote_before_them_is_found(at_once, told):
    with league("firestorm", 3) as looking:
        worlds = Worlds(looking.stage, looking)
        faction = _sealed(looking)
        _noted(looking, faction)
        worlds.note()
        list(looking.after())
        if at_once:
            with AT_ONCE:
                _joins(looking, faction)
        else:
            _joins(looking, faction)
        pages = [f"/l/{looking.stage.scope.pk}/firestorm/room/"]
        with mock.patch.object(Worlds, "_own_pages", return_value=pages):
            assert {one.kind for one in (*looking.after(), *worlds.newcomers())} == told


OPENS = "maps.firestorm.acting.standing_in.OPENS"


@pytest.mark.parametrize("anybody_s", [True, False])
def test_whoever_opens_for_all_what_somebody_keeps_is_found(anybody_s):
    with league("firestorm", 3) as looking:
        stage = looking.stage
        _sealed(looking)
        organiser = Actor(stage.seats["organiser"])
        door.act(stage.scope.pk, organiser, "firestorm.deal_objectives", {})
        list(looking.after())
        state: Any = stage.state
        theirs = next(one for one in state.players if stage.playing(one, state) != ["organiser"])
        anybody = mock.patch(OPENS, frozenset[str]()) if anybody_s else nullcontext()
        with anybody, suppress(PermissionDenied):
            door.act(stage.scope.pk, organiser, "firestorm.show_objective", {"player": theirs})
        assert [one.kind for one in looking.after()] == ["opened"] * anybody_s


def test_every_page_is_opened_with_an_id_that_is_new_and_odd():
    met: list[str] = []

    def opened(_stage: Stage, _who: str, address: str) -> Iterator[Found]:
        met.append(address)
        yield from ()

    odd = mock.patch("tests.stress.nasty.IDS", ("Süd 2", "King’s Gate", "की"))
    always = mock.patch("tests.maps.firestorm.stress.ODD", 1)
    with odd, always, mock.patch("tests.stress.runs.opened", opened), league("firestorm", 6) as looking:
        play(Run("firestorm", 6, 30), looking)
        strange = list(odd_ids(looking.stage.state))
    assert strange
    for one in strange:
        assert any(quote(one, safe="") in address for address in met), one


def _sealed(looking: Looking) -> str:
    """A faction whose orders are sealed, in a league that everybody has got so far."""
    for _act in range(MOST):
        if not (looking.adversary.set_up() or looking.adversary.willing()):
            break
        list(looking.after())
        if seal := SealedAnswer.objects.filter(slot__scope=looking.stage.scope, revealed_at=None).first():
            return seal.side
    raise AssertionError("nobody has sealed anything")


def _noted(looking: Looking, faction: str) -> None:
    """Somebody of it writes to the others."""
    stage = looking.stage
    who = stage.playing(faction, stage.state)[0]
    room = f"/l/{stage.scope.pk}/firestorm/room/note/"
    assert stage.browser(who).post(room, {"note": "We march at dawn."}).status_code < 400


def _joins(looking: Looking, faction: str) -> None:
    """It takes in somebody who has just come to the club."""
    stage = looking.stage
    new = stage.seats["rival"] = factories.new_seat(club=stage.club, name="Rival", role=Role.PLAYER)
    member = stage.seats[stage.playing(faction, stage.state)[0]]
    params = {"faction": faction, "owner": str(new.pk)}
    assert door.act(stage.scope.pk, Actor(member), "firestorm.join", params).settled


def test_who_names_no_game_reads_which_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["stress", "chess"])
    monkeypatch.setattr(house, "open_house", nullcontext)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "no game called chess; there are opr, conquest, firestorm, solo" in capsys.readouterr().err
