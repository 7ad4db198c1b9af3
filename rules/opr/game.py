"""The OPR campaign as a registered game: its books, and the state nobody has played yet."""

from __future__ import annotations

from rules.engine.books import BookModel
from rules.engine.games import Choosable, Ctx, Game, all_chosen, chosen_value, register_game
from rules.engine.language import listed, per_language, say
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.opr.books import EDITIONS, SETTINGS, InForce, OprBook, SettingsBook, edition_in_force, settings_of
from rules.opr.state import Campaign, OprState, Progress

type OprCtx = Ctx[OprState, InForce]


def book_of(state: OprState) -> InForce:
    """The book in force in a league."""
    return edition_in_force(state.league.edition, state.league.settings)


def initial_opr_state(edition: str, given: Params) -> OprState:
    """The beginning of a campaign; raises `Refused` for an unknown edition, setting or value."""
    edition = checked_edition(edition)
    pairs = tuple(sorted((key, str(value)) for key, value in all_chosen(settings(edition), given).items()))
    state = OprState().put("campaign", Campaign(edition=edition, settings=pairs))
    return state.put("progress", Progress())


def checked_edition(edition: str) -> str:
    """The edition of a new campaign, the first when none is said; raises `Refused` for an unknown one.

    Source: OPR-01
    """
    edition = edition or EDITIONS[0]
    if edition not in EDITIONS:
        sentence = say(
            "There is no rulebook {edition}. The rulebooks here are {others}.",
            edition=edition,
            others=listed(EDITIONS),
        )
        raise Refused("OPR-01", sentence)
    return edition


def checked_setting(edition: str, key: str, value: object) -> str:
    """The value of a setting in its canonical form: a string, "on" or "off" for yes and no."""
    return str(chosen_value(settings(edition), key, value))


@per_language
def settings(edition: str) -> tuple[Choosable, ...]:
    """The organiser's settings of an edition."""
    return tuple(
        Choosable(
            key=one.key,
            default=one.default,
            values=tuple(choice.value for choice in one.choices),
            line=one.line,
            rule=one.rule,
            name=one.name,
            words={choice.value: choice.label for choice in one.choices},
            frozen=one.frozen,
            older=one.older,
            offered=one.offered,
        )
        for one in settings_of(edition)
    )


BOOKS = {edition: edition_in_force(edition, ()) for edition in EDITIONS}
FILES: dict[str, type[BookModel]] = {SETTINGS: SettingsBook} | dict.fromkeys(EDITIONS, OprBook)
GAME = register_game(Game("opr", OprState, BOOKS, book_of, initial_opr_state, settings=settings, files=FILES))
