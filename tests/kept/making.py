"""The club that every later release opens again: a season of each book, something left open everywhere.

`MUSTERROLL_KEEP=<name> pytest tests/kept` writes `tests/kept/<name>.musterroll` with today's code, and beside
it the faces that what was left open has to show. A file that is committed is never made again.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db import connection
from django.db.transaction import atomic, set_rollback
from django.test import override_settings

from campaigns.corrections import drafts as corrections_drafts
from campaigns.engine import door
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.dialogue import open_run
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue, Entry, Scope, Seat
from campaigns.paper import printing
from config.database import backups
from config.database.backup_files import SUFFIX
from config.database.server import Server
from rules.engine.dice import is_random
from rules.engine.questions import Choose, ChooseSeveral, Number, Question, Split, Text, YesNo
from tests.campaigns import play
from tests.maps.conquest import play as maps
from tests.maps.conquest.season import Season
from tests.whole_club import over_with, whole_club

KEPT = Path(__file__).parent
QUEUED = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


def everything() -> None:
    """Every game in mid-season and played out, and what people have begun."""
    club = whole_club()
    organiser = club.people["organiser"]
    assert organiser is not None
    over_with(organiser, ("Gul", "Hana", "Iris"), points=1000, edition="gf-3.4.0")
    map_won()
    sealed_gold()
    league = half_thrown(organiser)
    wrong = Entry.objects.filter(scope=league, procedure="opr.quick_report").latest("seq")
    corrections_drafts.void_entry(league, organiser, wrong)
    with override_settings(TASKS=QUEUED):
        printing.ask_for(club.leagues[0], organiser, "A4", "https://club.example")


def map_won() -> Scope:
    """A map league played until somebody has won it."""
    league = maps.begun("Marta", "Kwame", "Ilse", win_target=4)
    league.luck = random.Random(7)
    season = Season(league, league.luck)
    while not league.state.now.winner:
        season.round()
    return league.scope


def sealed_gold() -> Scope:
    """A battle for which one of two has sealed their gold."""
    league = maps.begun("Jun", "Ana")
    maps.events(league)
    maps.revenue(league)
    maps.challenges(league)
    battle = next(iter(league.state.battles.values()))
    maps.sized(league, "Jun", battle.id, 1000)
    for name in ("Jun", "Ana"):
        response = league.post(name, "commit_gold", battle=battle.id)
        if name == "Jun":
            sent = {"key": f"gold:{battle.id}:{league.realm(name)}", "value": "0"}
            league.browsers[name].post(response.url, sent)
    return league.scope


def half_thrown(organiser: Seat) -> Scope:
    """Casualties of which the app has thrown one and a person typed one; the others wait."""
    scope = play.found_league(organiser, name="Half Thrown", parallel_play="on", campaign_type="endless")
    ada, bo = (play.found_warband(scope, play.player(scope, name)) for name in ("Edda", "Finn"))
    play.answer_all(scope, organiser, play.act(scope, organiser, "start"))
    killer = play.state_of(scope).sheet(ada)[0].id
    victims = [one.id for one in play.state_of(scope).sheet(bo)]
    mission = play.played(scope, organiser, ada, bo, kills=dict.fromkeys(victims, killer))
    opened = play.act(scope, organiser, "casualties", mission=mission, warband=bo)
    by = Actor(organiser)
    door.answer_question(scope.pk, by, opened.slot, f"casualty:{victims[1]}", door.ROLL)
    door.answer_question(scope.pk, by, opened.slot, f"casualty:{victims[2]}", 4)
    return scope


# --- what was left open ---


def faces_to_come() -> dict[str, dict[str, object]]:
    """For each dialogue left open the app's faces it settles with; nothing stays of the attempt."""
    return {f"{one.scope_id} {one.slot.code}": _settled(one) for one in _open()}


def _open() -> list[Dialogue]:
    return list(Dialogue.objects.select_related("slot", "scope").order_by("pk"))


def _settled(dialogue: Dialogue) -> dict[str, object]:
    """Let everybody answer in the plainest way; the faces of the app's dice by question."""
    with atomic():
        scope, code = dialogue.scope, dialogue.slot.code
        registration = registration_of(scope.game)
        for _answer in range(200):
            run = open_run(dialogue.slot, dialogue, registration.load(scope.pk), now=dialogue.opened_at)
            open_now = getattr(run.drive(), "questions", ())
            if not open_now:
                break
            question = open_now[0]
            value = door.ROLL if is_random(question) else plain(question)
            outcome = door.answer_question(scope.pk, _somebody(scope, question), code, question.key, value)
            if outcome.settled:
                break
        entry = Entry.objects.filter(slot=dialogue.slot, void=False).first()
        assert entry is not None, code
        faces = {key: one["value"] for key, one in entry.answers.items() if one["origin"] == "app"}
        set_rollback(True)
    return faces


def _somebody(scope: Scope, question: Question) -> Actor:
    """Whoever may answer: the side itself where it seals, otherwise an organiser."""
    registration = registration_of(scope.game)
    kind, _colon, side = question.who.partition(":")
    owner = registration.owner_of(registration.load(scope.pk), side) if kind == "side" else None
    if owner and question.sealed:
        return Actor(Seat.objects.get(pk=owner))
    return Actor(scope.club.seats.filter(role="organiser").order_by("pk")[0])


def plain(question: Question) -> Any:
    """The first answer a question allows."""
    match question:
        case YesNo():
            return True
        case ChooseSeveral():
            return [one.id for one in question.options if not one.why_not][: question.least]
        case Choose():
            return next(one.id for one in question.options if not one.why_not)
        case Number():
            return question.least
        case Split():
            return _all_on_the_first(question)
        case Text():
            return "so"
    raise AssertionError(question.kind)


def _all_on_the_first(question: Split) -> list[tuple[str, int]]:
    shares = {one.id: question.least for one in question.options}
    shares[question.options[0].id] += question.total - sum(shares.values())
    return list(shares.items())


def dumped(name: str) -> Path:
    """Today's database as `<name>.musterroll`."""
    with TemporaryDirectory() as made_in:
        server, no_key = Server.of(connection.settings_dict), Path(made_in, "no-key")
        made = backups.make(Path(made_in), server, no_key, lambda line: None)
        return Path(shutil.copy(made, KEPT / f"{name}{SUFFIX}"))
