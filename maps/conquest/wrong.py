"""The forms of a league of Conquest that were refused: which field tells what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from maps.ground import wrong as of_ground
from maps.ground.wrong import OF_MAPS, Forms, Wrong
from rules.engine.refusals import Refused

FORMS = Forms(
    {
        **OF_MAPS.fields,
        # before play, and an empire's own
        "begin_play": ("order",),
        "enlist": ("colour",),
        "rename": ("colour",),
        # a battle; its report has fields for every army
        "size": ("points", "shares"),
        # the organiser
        "extend": ("until", "words"),
        "step_back": ("words",),
        "grant": ("gold", "ep", "words"),
        "redraw": ("terrain", "words"),
        "connect": ("other", "words"),
        "add": ("label", "words"),
        "remove": ("words",),
        **dict.fromkeys(
            ("correct", "skip", "pause", "close_battles", "decide", "rule_abstract", "strike"), ("words",)
        ),
    },
    as_sent=(*OF_MAPS.as_sent, "report", "correct_facts"),
    called={("connect", "b"): "other"},
)


def wrong_with(form: str, error: Refused, typed: Mapping[str, str]) -> Wrong:
    """What to draw again of a form that was refused."""
    return of_ground.wrong_with(form, error, typed, FORMS)
