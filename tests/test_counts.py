"""A sentence with a count says one of a thing in the singular: "after 1 round", "after 2 rounds".

What is counted stands in the plural after its figure. Such a text has two forms, unless its figure is a bound
that the code fixes above one, or it is said of several alone.
"""

from __future__ import annotations

import re
from pathlib import Path

import polib
from django.conf import settings

THINGS = (
    "rounds|units|models|points|wounds|hits|games|missions|battles|turns|territories|cities|castles|banners|"
    "players|people|lists|heroes|kills|hours|days|weeks|minutes|times|steps|pages|leagues|characters|obstacles|"
    "empires|factions|corners|objectives|upgrades|items|weapons|rules|traits|seats|tables|questions|entries|"
    "reports|rows|nights|organisers|armies|warbands|markers|casualties|sections|mines|buildings|seconds|"
    "months|years|settings|votes|sides"
)
COUNTED = re.compile(rf"(?:%\((\w+)\)[sd]|{{(\w+)}})[\s\u00a0](?:[a-z]+ ){{0,2}}?(?:{THINGS})\b")
# Bounds of fields and books, and what is drawn or made in larger numbers; names of sides and things.
BOUNDS = frozenset(
    [
        "most",
        "least",
        "length",
        "longest",
        "limit_value",
        "show_value",
        "max_length",
        "cap",
        "low",
        "high",
        "needed",
        "size",
        "people",
        "apps",
    ]
)
NAMES = frozenset(
    [
        "who",
        "warband",
        "banner",
        "unit",
        "one",
        "other",
        "name",
        "deed",
        "winners",
        "shown",
        "stunned",
        "field",
    ]
)
# Said of several alone: the code chooses another sentence for one.
SEVERAL = {
    "%(name)s and %(other)s have met %(n)s times",
    "At this pace the league will run for another %(weeks)s weeks",
    "%(played)s missions played in %(weeks)s weeks, %(left)s to go.",
    "%(played)s missions played in %(weeks)s weeks, %(left)s of %(limit)s to go in the whole league.",
    "%(played)s missions played in %(weeks)s weeks; with %(limit)s per warband, that leaves %(left)s in "
    "the whole league.",
    "%(name)s hasn’t replied about the last %(n)s club nights",
    "{unit} has a list price of {points}; an upgrade included in it cannot have cost more.",
    "%(name)s brings %(points)s points; only %(cap)s are allowed. Play it as a practice game, or open a "
    "mission and leave some units at home.",
    "You can change %(open)s of the %(count)s settings at any time; the other %(fixed)s are fixed once the "
    "first game has begun.",
    "No two players will have met more than %(n)s times.",
    "%(n)s models",
    "Read as one unit of %(n)s models. If there is more than one such unit, add the others by hand.",
    "%(n)d games",
    "sealed %(times)s times so far",
    "This list, with its %(n)s units and all their upgrades, is longer than any army starts with. Bring a "
    "shorter one.",
    "Only the first %(most)s of %(n)s weapons and items were read.",
    "Only the first %(most)s of %(n)s items were read.",
    "Only the first %(most)s of %(n)s rules were read.",
    "Only the first %(most)s of %(n)s traits were read.",
    "Only the first %(most)s of %(n)s upgrades were read.",
    "Only the first %(most)s of %(n)s weapons were read.",
    "%(count)s territories, map number %(seed)s",
    "Corners marked on the map: {corners}. There are {factions} factions, and each needs one.",
    "Write {number} characters.",
}
# Figures of a rulebook, never one: a garrison, an army, the points of support, wounds of a wall.
OF_BOOKS = {
    "winner: %(vp)s VP, %(n)s points",
    "each loser: %(n)s points",
    "%(n)d points",
    "fortified: %(n)d obstacles",
    "may summon up to %(n)d points",
    "garrison of %(n)s points",
    "Battle in %(place)s against %(owner)s’s garrison of %(points)s points.",
    "Its garrison supports it: +%(points)s points for %(owner)s.",
    "If it’s attacked, you can place up to %(n)s obstacles, each up to %(inches)s″ long.",
    "+%(n)s points in every battle this turn: Order’s bonus for fortifying.",
    "Your garrison is here: +%(n)s points if it comes to a fight.",
    "Support from neighbouring banners, unless they end up in a battle themselves: %(friends)s. +%(n)s "
    "points if it comes to a fight.",
    "%(points)s points",
    "%(n)s points to start with",
    "of %(n)s points",
    "%(n)s points",
    "%(n)s wounds",
}


def uncounted(texts: list[str]) -> list[str]:
    """Those that put a figure before a plural and have no form for one."""
    found = [(text, COUNTED.search(text)) for text in texts]
    known = BOUNDS | NAMES
    return [text for text, match in found if match and (match[1] or match[2]) not in known]


def test_every_sentence_with_a_count_has_a_form_for_one() -> None:
    catalog = polib.pofile(str(Path(settings.ROOT) / "locale" / "de" / "LC_MESSAGES" / "django.po"))
    alone = [one.msgid for one in catalog if not one.msgid_plural]
    assert sorted(set(uncounted(alone)) - SEVERAL - OF_BOOKS) == []
    gone = (SEVERAL | OF_BOOKS) - {one.msgid for one in catalog}
    assert gone == set()


def test_the_check_finds_what_it_looks_for() -> None:
    assert uncounted(
        ["%(name)s won after %(rounds)s rounds.", "At most %(most)s people.", "{n} build points"]
    ) == [
        "%(name)s won after %(rounds)s rounds.",
        "{n} build points",
    ]
