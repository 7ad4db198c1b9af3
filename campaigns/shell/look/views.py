"""The parts page: every part of the look in all its states, for whoever changes the look. Only with DEBUG.

The names and figures are made up; nothing is read from the database.
"""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from campaigns.shell.frame import Me, NavItem
from campaigns.shell.look.emblems import EMBLEM_NAMES
from campaigns.shell.questions.question_forms import AskedQuestion
from rules.engine import questions as ask

ME = Me("Marta", "Cellar Dice Society", "blue", "#me")
NAV = [
    NavItem("Home", "#home", "house-door-fill", count=3, tab=True),
    NavItem("League", "#league", "trophy", current=True, tab=True),
    NavItem("Missions", "#missions", "flag"),
    NavItem("Warbands", "#warbands", "people", tab=True),
    NavItem("Map", "#map", "map", tab=True),
    NavItem("Chronicle", "#chronicle", "journal-text"),
    NavItem("Rules", "#rules", "book"),
    NavItem("Organise", "#desk", "inbox", count=4, group="Organiser"),
    NavItem("Corrections", "#corrections", "pencil-square", group="Organiser"),
    NavItem("Settings", "#settings", "sliders", group="Organiser"),
]
FATE = tuple(
    ask.Face(value, label)
    for value, label in enumerate(("injury", "fine", "fine", "fine", "fine", "a talent"), 1)
)
TRAITS = (
    ask.Option("agile", "Agile", "+1″ advance, +2″ rush and charge"),
    ask.Option("headstrong", "Headstrong", why_not="Already on the sheet since mission 11"),
    ask.Option("resilient", "Resilient", "+1 on block rolls"),
)
UNITS = (
    ask.Option("u1", "Ferrymen with Boathooks", "9 XP"),
    ask.Option("u2", "Brother Anselm the Unconvinced", "4 XP"),
)


class SampleForm(forms.Form):
    """One field of each kind; sent empty, so that errors show too."""

    name = forms.CharField(max_length=40, help_text="As it stands on the sheet.")
    points = forms.IntegerField(min_value=0, max_value=500)
    book = forms.ChoiceField(
        choices=[("a", "Age of Fantasy: Skirmish 3.2.0"), ("b", "Grimdark Future 3.4.0")]
    )
    late = forms.BooleanField(label="Players may join later", required=False)


def sample_questions() -> list[ask.Question]:
    """A question of every kind a person answers."""
    return [
        ask.Roll("p:roll", "What became of Sister Tegan of the Drowned Choir?", rule="OPR-39", faces=FATE),
        ask.Roll("p:some", "Which injury is it?", rule="OPR-40", legal=(1, 2, 4, 5)),
        ask.Roll("p:d66", "What happens in round 3?", die="D66"),
        ask.Roll("p:3d6", "How much gold comes in?", die="3D6"),
        ask.Draw("p:draw", "Whose warband is picked?", options=UNITS),
        ask.Choose("p:choose", "What did the Ferrymen learn at level 2?", rule="OPR-51", options=TRAITS),
        ask.ChooseSeveral("p:several", "Who stays at home?", options=UNITS, least=1, most=1),
        ask.Path(
            "p:path", "Where does the Long Column march?", start="a", edges=(("a", "b"), ("b", "c")), most=2
        ),
        ask.Number("p:number", "How many points do you spend?", least=0, most=35, unit="points"),
        ask.Split("p:split", "Who gets the experience?", options=UNITS, total=6),
        ask.YesNo("p:yesno", "Can they get within 3″ of marker B?"),
        ask.Text("p:text", "How was the relic found?", sealed=True, most=200),
    ]


def sample_asked_questions() -> list[AskedQuestion]:
    """The whole-warband view: answered by hand and by the app, refused, followed up, waited for."""
    fates = [ask.Roll(f"w:{unit}", f"What became of {unit}?", faces=FATE) for unit in range(6)]
    injury = ask.Roll("w:injury", "Which injury?", faces=tuple(ask.Face(n, "chest") for n in range(1, 7)))
    return [
        AskedQuestion(fates[0], ask.Answer(4, "hand"), title="Ferrymen with Boathooks"),
        AskedQuestion(fates[1], ask.Answer(6, "app", dice=(6,)), title="Pip and the Twins"),
        AskedQuestion(injury, title="Which injury?", sub=True),
        AskedQuestion(fates[2], title="Brother Anselm", error="A D6 shows one of 1, 2, 3, 4, 5, 6."),
        AskedQuestion(fates[3], mine=False, waiting_for="Ana-Sofía", title="Mother Wick"),
        AskedQuestion(ask.YesNo("w:yes", "Do they stay?"), title="Do the Gutter Slingers stay?"),
        AskedQuestion(ask.Choose("w:choose", "Which trait?", options=TRAITS)),
    ]


def _receipt() -> dict[str, object]:
    struck, app, hand = ({"face": f, "origin": o} for f, o in ((2, "struck"), (4, "app"), (1, "hand")))
    return {
        "id": "receipt-points",
        "title": "Why 110 points?",
        "rows": [
            {"occasion": "start", "reason": "Price from the list", "note": "imported 3 March", "amount": 115},
            {
                "occasion": "M11",
                "reason": "Level 2",
                "note": "Resilient",
                "dice": [struck, app],
                "amount": "+10",
            },
            {"occasion": "M20", "reason": "Injury", "dice": [hand], "amount": "−5", "lost": True},
        ],
        "total_label": "Value now",
        "total": 110,
        "has_dice": True,
        "rules": [
            {"id": "OPR-39", "text": "On a 1 a hero is injured and 5 points cheaper.", "url": "#opr-39"}
        ],
    }


def _lists() -> dict[str, object]:
    return {"todos": _todos(), "units": _units(), "rows": _rows(), "diffs": _diffs()}


def _todos() -> list[dict[str, object]]:
    todo: dict[str, object] = {
        "title": "Roll for your three casualties",
        "where": "Mission 20 · Bridge at Sulphur Ford",
        "url": "#r",
    }
    return [
        {**todo, "die": 1, "action": "Roll for casualties", "first": True},
        {**todo, "title": "Is Tom’s report right?", "emblem": "iron", "action": "Check the details"}
        | {"confirm": "Agree"},
        {
            **todo,
            "title": "Seal two orders",
            "icon": "envelope-paper",
            "deadline": "until 22:00, then they hold",
            "action": "Write them",
        },
    ]


def _units() -> list[dict[str, object]]:
    unit = {"name": "Sister Tegan of the Drowned Choir", "url": "#u", "level": 3, "points": 110, "xp": 17}
    return [
        {
            **unit,
            "is_hero": True,
            "new_xp": 2,
            "traits": ["Headstrong", "Agile"],
            "injuries": ["Chest Wound"],
        },
        {**unit, "name": "Pip and the Twins", "level": 0, "xp": 3, "note": "sits out 2 missions"},
    ]


def _rows() -> list[dict[str, object]]:
    row = {"name": "Order of the Second Bell", "player": "Marta", "url": "#w", "played": 5, "won": 4, "vp": 8}
    return [
        {
            **row,
            "rank": 1,
            "name": "Brakka’s Raiders",
            "emblem": "vermilion",
            "figure": "1.80",
            "moved": 0,
        },
        {
            **row,
            "rank": 2,
            "emblem": "blue",
            "figure": "1.60",
            "moved": 1,
            "mine": True,
            "receipt_url": "#f",
        },
        {
            **row,
            "rank": 3,
            "name": "The Nine Who Stayed",
            "emblem": "green-2",
            "figure": "1.40",
            "moved": -2,
        },
    ]


def _diffs() -> list[dict[str, object]]:
    return [
        {"occasion": 14, "what": "Hound Pack", "why": "was dead", "whose": "Ilse", "emblem": "green"}
        | {"before": "dead", "after": "3 XP, 45 pts", "gained": True},
        {
            "occasion": 18,
            "what": "Underdog points",
            "whose": "all",
            "before": 6,
            "after": 2,
            "noted": True,
        },
    ]


def _marks() -> dict[str, object]:
    return {
        "emblems": EMBLEM_NAMES,
        "origins": ["plain", "hand", "app", "struck", "impossible"],
        "refusal": {"sentence": "That is 5 points over.", "rule": "OPR-24", "action": "Choose who stays home"}
        | {"detail": "The lowest warband is worth 225. Leave one unit at home.", "action_url": "#home"},
        "phases": [
            {"name": "Order", "state": "done"},
            {"name": "Conquest", "state": "now", "count": "2 of 3"},
            {"name": "Round end", "state": ""},
        ],
        "bars": ["done", "now", ""],
        "figures": [
            {"value": 8, "label": "VP"},
            {"value": 295, "label": "value", "url": "?receipt=value", "open": "receipt-points"},
            {"value": 35, "label": "pool"},
            {"value": "4–1", "label": "record"},
        ],
        "acts": [
            {"label": "Conquer", "note": "3, and 1 for the castle", "icon": "shield-fill", "price": 4}
            | {"price_unit": "EP", "first": True, "value": "conquer"},
            {"label": "Plunder", "why_not": "A tile with a castle cannot be plundered.", "icon": "fire"},
        ],
        "receipt": _receipt(),
        "form": SampleForm(QueryDict("points=-5")),
    }


def parts(request: HttpRequest) -> HttpResponse:
    """The page; `?show=roll` (a kind) draws one question as it fills a phone, `?show=home` a home."""
    if not settings.DEBUG:
        raise Http404
    show = request.GET.get("show", "")
    kinds = {question.key.removeprefix("p:"): question for question in sample_questions()}
    context = {
        "me": ME,
        "questions": sample_questions(),
        "asked": sample_asked_questions(),
        "alone": kinds.get(show),
        "show": show,
    }
    if show:
        context["nav"] = NAV
    template = "parts/parts_home.html" if show == "home" else "parts/parts_page.html"
    return render(request, template, context | _lists() | _marks())
