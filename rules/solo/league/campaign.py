"""What a game against the app means to a league: who keeps a record, what counts, what each side earns.

Facts only: caps, underdog points, casualties and experience themselves belong to the league's rulebook, which
gets the kill list as a draft. Source: SOLO-08, SOLO-76 to SOLO-84.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.engine.language import say, say_many
from rules.engine.refusals import Refused
from rules.opr.values import pay_share
from rules.solo.book import Rules
from rules.solo.state import Kind

type Record = Literal["none", "ghost", "full"]
type Counting = Literal["fully", "no_vp", "practice"]
COUNTINGS: tuple[Counting, ...] = ("fully", "no_vp", "practice")


@dataclass(frozen=True, slots=True)
class Reward:
    vp: int = 0
    points: int = 0


def record_kind(kind: Kind, consent: bool, rules: Rules) -> Record:
    """Whether a side's sheet is touched: "ghost" leaves it alone while opponents earn as usual.

    Source: SOLO-77, SOLO-82, SOLO-83.
    """
    if kind == "ai_neutral":
        return "none"
    if kind != "ai_standin":
        return "full"
    allowed = rules.choice("standin")
    if allowed == "off":
        raise Refused("SOLO-82", say("Stand-ins are switched off in this league."))
    return "full" if allowed == "always" or (allowed == "consent" and consent) else "ghost"


def counting(organised: bool, rules: Rules, *, played_before: int = 0) -> Counting:
    """How much a game counts in the league; beyond the cap of games against the app it is practice.

    `organised`: an organiser made the fixture. Source: SOLO-77.
    """
    setting = rules.choice("ai_game_counts")
    if is_beyond_cap(rules.number("ai_games_cap"), played_before):
        return "practice"
    if setting == "by_creator":
        return "fully" if organised else "practice"
    return next(one for one in COUNTINGS if one == setting)


def is_beyond_cap(cap: int, played_before: int) -> bool:
    """Whether one more game of somebody's in a round of the league is practice; without a cap none is.

    Source: SOLO-77
    """
    return bool(cap) and played_before >= cap


def side_reward(
    won: bool, counts: str, record: Record, humans: int, rules: Rules, *, takes_rest: bool = False
) -> Reward:
    """VP and points of one side. In a co-op game all human warbands win or lose together.

    Source: SOLO-77, SOLO-83, SOLO-84.
    """
    if counts == "practice" or record != "full":
        return Reward()
    figures = rules.book.rewards["win" if won else "loss"]
    share = humans if rules.choice("coop_reward") == "split" else 1
    vp = 0 if counts == "no_vp" else figures["vp"]
    return Reward(vp, pay_share(figures["points"], share, takes_rest=takes_rest))


def league_rewards(
    kind: Kind,
    humans: int,
    human_side_won: bool,
    rules: Rules,
    *,
    consent: bool = False,
    counts: Counting = "fully",
) -> dict[str, Reward]:
    """What each human warband and the AI's warband earn. Source: SOLO-77, SOLO-82 to SOLO-84."""
    return {
        "each_human": side_reward(human_side_won, counts, "full", humans, rules),
        "ai": side_reward(not human_side_won, counts, record_kind(kind, consent, rules), 1, rules),
    }


def fixture_warnings(humans: Sequence[int], ais: Sequence[int], within: int) -> list[str]:
    """What is wrong with the values brought: nobody more than `within` above the lowest, and in a co-op game
    the AI's total should match the humans'. Source: SOLO-08, SOLO-78."""
    everybody = [*humans, *ais]
    if not humans or not ais:
        return [say("Both sides need a warband.")]
    most = min(everybody) + within
    warnings = [
        say_many(
            points,
            "{number} point: {over} too many; the most allowed is {most}.",
            "{number} points: {over} too many; the most allowed is {most}.",
            over=points - most,
            most=most,
        )
        for points in everybody
        if points > most
    ]
    if len(humans) > 1 and sum(ais) != sum(humans):
        warnings.append(
            say_many(
                sum(ais),
                "The app’s side brings {number} point; aim for {aim}.",
                "The app’s side brings {number} points; aim for {aim}.",
                aim=sum(humans),
            )
        )
    return warnings


def list_cap(values: Iterable[int], over: int) -> int:
    """The most points a list of the app's may have: `over` above the lowest warband. Source: SOLO-78."""
    return min(values, default=0) + over


def underdogs(values: Mapping[str, int], step: int) -> dict[str, int]:
    """Underdog points by side, once the app's own lists are known: one for each `step` points below the
    dearest. Source: SOLO-79."""
    most = max(values.values(), default=0)
    return {side: (most - value) // step for side, value in values.items()} if step else {}


def hit_bonus(underdog: int) -> tuple[int, int]:
    """What an underdog point adds to all dice of the app's next hit roll, and the points left.

    One point a roll, from the first roll on until none is left. Source: SOLO-79, OPR-27.
    """
    spent = min(underdog, 1)
    return spent, underdog - spent


def kill_experience(kills: Sequence[Mapping[str, bool]], rules: Rules) -> list[int]:
    """Experience for knocking out the app's units, heroes more; one figure per kill. Source: SOLO-77."""
    figures = rules.book.experience
    return [figures["hero"] if kill.get("hero") else figures["unit"] for kill in kills]
