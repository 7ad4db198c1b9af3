"""Which rows keep a map league's state and who owns a realm. Called once at start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from campaigns.engine.rulebooks import CHANGES, LeagueSetting, Rulebook, SettingChoice, shelf
from campaigns.engine.store import ENDED, IN_THE_CLUB, MAY_READ, MAY_SEE, VEILS, register
from campaigns.models import LeaguePrint
from campaigns.paper import printing
from campaigns.paper.data import Paper
from campaigns.shell.league import Here
from maps import models
from rules.conquest.book import EDITIONS, Settings, book
from rules.conquest.effects import BattleSettled, BattleStruck, GoldMoved
from rules.conquest.state import Conquest
from rules.conquest.telling.entries import tell
from rules.engine.effects import Effect
from rules.engine.questions import Question

PAYING = ("conquest.collect", "conquest.raid")
TABLES = {
    "campaign": models.ConquestCampaign,
    "ground": models.Ground,
    "territories": models.Territory,
    "links": models.Link,
    "realms": models.Realm,
    "rounds": models.Round,
    "events": models.Event,
    "challenges": models.Challenge,
    "choices": models.Choice,
    "battles": models.Battle,
    "sieges": models.Siege,
    "consents": models.Consent,
    "advantages": models.Advantage,
}


def register_games() -> None:
    register(
        "conquest", TABLES, _owner_of_realm, tell, lambda state: state.now.phase == "finished",
        sides_at=lambda state, battle: state.battles[battle].members if battle in state.battles else None,
    )  # fmt: skip
    CHANGES["conquest"] = _changed
    VEILS["conquest"] = _veiled
    MAY_SEE["conquest"] = _may_see
    MAY_READ["conquest"] = _may_read
    ENDED["conquest"] = _ended
    IN_THE_CLUB.add("conquest.dispute")
    printing.PRINTED["conquest"] = _pages


def _veiled(here: Here, found: dict[str, Any]) -> dict[str, Any]:
    """An empire, its line in the standings or a question to it, without a treasury for other eyes."""
    if "treasury" in found and not (here.book.settings.gold_public or here.owns(found["about"])):
        return {**found, "treasury": None, "too_little": ""}
    realm = found.get("realm") or found.get("id", "")
    if here.book.settings.gold_public or "gold" not in found or realm not in here.state.realms:
        return found
    return found if here.owns(realm) else {**found, "gold": None}


def _may_see(here: Here, effect: Effect) -> bool:
    """What goes into or out of a treasury that is its owner's alone, they alone read."""
    if not isinstance(effect, GoldMoved) or here.book.settings.gold_public:
        return True
    return here.owns(effect.realm)


def _may_read(here: Here, procedure: str, question: Question) -> bool:
    """Dice of mines and raids add up to gold."""
    if procedure not in PAYING or here.book.settings.gold_public:
        return True
    return here.owns(question.who.removeprefix("side:"))


def _ended(effects: Iterable[Effect]) -> Iterator[dict[str, str]]:
    """What is still asked about a battle that is settled or struck out: its gold, a roll-off half thrown."""
    for one in effects:
        if isinstance(one, BattleSettled | BattleStruck):
            yield {"battle": one.battle}


def _pages(asked: LeaguePrint, paper: Paper) -> list[printing.Page]:
    """The league's file; what draws it is loaded when it is wanted."""
    from maps.conquest.league_print import pages_of

    return pages_of(asked, paper)


def _changed(key: str, value: str, words: str) -> tuple[str, dict[str, Any]]:
    """An option of a running league changed, with the reason."""
    return "conquest.set_options", {"settings": {key: value}, "words": words}


def _owner_of_realm(state: Conquest, side: str) -> str | None:
    realm = state.realms.get(side)
    return None if realm is None else realm.owner


@shelf("conquest")
def _books() -> list[Rulebook]:
    summary = _("A map of territories; rounds of challenges, battles and building.")
    return [
        Rulebook("conquest", edition, book(edition).title, summary, tuple(_settings(edition)))
        for edition in EDITIONS
    ]


def _settings(edition: str) -> Iterator[LeagueSetting]:
    """The book's options in the shape the wizard draws: yes or no, a choice, or a number."""
    for key, text in book(edition).settings.items():
        field = Settings.model_fields[key]
        limits = {type(one).__name__: getattr(one, type(one).__name__.lower(), 0) for one in field.metadata}
        yield LeagueSetting(
            key=key,
            name=text.line.rstrip("."),
            line="",
            choices=tuple(_choices(text.options, field.default)),
            default=_plain(field.default),
            rule=text.rule,
            frozen=text.frozen,
            least=limits.get("Ge", 0),
            most=limits.get("Le", 0),
        )


def _choices(options: dict[str, str], default: object) -> Iterator[SettingChoice]:
    if isinstance(default, bool):
        yield SettingChoice("on", _("Yes"))
        yield SettingChoice("off", _("No"))
    for value, label in options.items():
        yield SettingChoice(value, label)


def _plain(value: object) -> str:
    """A setting's value as a form sends it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
