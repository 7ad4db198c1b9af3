"""What *Is this right?* shows: the usual questions of a league's books, a case, and the answer to it.

All of it is reckoned on a made-up state. Of the league only its edition and its settings go in, which stand
on its rules page.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.rules_page import settings_in_force
from campaigns.leagues.umpire.changes import ChangedLine, changes, with_names
from rules.engine.books import rule_text
from rules.engine.language import said
from rules.engine.plain import JsonObject, Params, table_in, tables_in, text_in
from rules.engine.shelf import all_games
from rules.rehearsal.bounded import Unplayable, bounded
from rules.rehearsal.rehearse import BadScript
from rules.rehearsal.umpire import Judgement, Mismatch, Ruling
from rules.rehearsal.usual import Usual, usual_in

NOTHING = "–"
type Named = Callable[[object], object]  # what a case says, with names for its ids


@dataclass(frozen=True, slots=True)
class UsualLine:
    """A usual question in the list; `rules` are those it is about."""

    title: str
    url: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A figure: what was expected of it, what the rules give. `standing`: "same", "off" or none."""

    label: str
    expected: str
    said: str
    standing: str = ""


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A question of the rules with its answer; `struck`: it was rolled again."""

    question: str
    answer: str
    rule: str
    rule_url: str
    die: int | None = None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in our words, with its page where this league has one."""

    id: str
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """What the rules say. `is_right`: None where nothing was expected; `changed`: all that became otherwise
    by it, expected or not; `setting_url`: to the league's choice of one of these rules, for whoever may
    change it.
    """

    head: str
    is_right: bool | None
    figures: tuple[FigureLine, ...]
    changed: tuple[ChangedLine, ...]
    asked: tuple[AskedLine, ...]
    rules: tuple[RuleLine, ...]
    setting_url: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A case with its answer, and itself as text; `told`: all that was reckoned, for whoever reads that."""

    text: str
    answer: CaseAnswer
    told: str


class Unanswered(Exception):
    """There is no answer, for the sentence's reason; `about_dice` where it is the dice."""

    def __init__(self, sentence: str, *, about_dice: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.about_dice = about_dice


def usual_lines(viewer: AnyViewer, rule: str) -> list[UsualLine]:
    """The questions of this league's books; those about a rule come first."""
    found = [
        UsualLine(
            said(one.title), reverse("campaigns:usual", args=[viewer.scope.pk, game, one.id]), one.rules
        )
        for game, questions in usual_in(viewer.scope.game).items()
        for one in questions
    ]
    return sorted(found, key=lambda one: rule not in one.rules)


def usual_question(viewer: AnyViewer, game: str, question: str) -> Usual | None:
    return next((one for one in usual_in(viewer.scope.game).get(game, ()) if one.id == question), None)


def filled_case(
    viewer: AnyViewer, game: str, usual: Usual, given: Mapping[str, object], words: str
) -> JsonObject:
    """A usual question as a case of this league's book, with its settings."""
    case = usual.filled(given)
    own = game == viewer.scope.game
    settings = (_own_settings(viewer) if own else {}) | table_in(case, "settings")
    edition = viewer.scope.edition if own else max(all_games()[game].books)
    head = {"words": words or said(usual.title), "game": game, "book": edition}
    rest = {name: value for name, value in case.items() if name not in ("words", "settings")}
    return {**head, **({"settings": settings} if settings else {}), **rest}


def _own_settings(viewer: AnyViewer) -> dict[str, object]:
    """What this league plays otherwise than its book."""
    usual = {one.key: one.default for one in viewer.registration.game.settings(viewer.scope.edition)}
    now = plugin_of(viewer.scope.game).rules.settings(viewer.state)
    return {name: value for name, value in now.items() if name in usual and value != usual[name]}


def answered_case(
    viewer: AnyViewer, case: JsonObject, usual: Usual | None, given: Mapping[str, object]
) -> Case:
    """A case with its answer. Raises `Unanswered`."""
    judgement = _judged(case)
    rulings, game = judgement.rulings, text_in(case, "game")
    if usual is not None:
        _check_dice(usual, rulings)
    named = partial(with_names, game, judgement.states)
    figures = tuple(_figures_of(rulings, named) if usual is None else _figures(usual, rulings, given))
    around = judgement.around(min((one.step for one in usual.figures), default=0) if usual else 0)
    found = _behind(rulings) if usual is None else _met(usual, rulings, given)
    rules = tuple(RuleLine(rule, text, _rule_url(viewer, rule)) for rule, text in found.items())
    answer = CaseAnswer(
        head=_head(rulings, figures),
        is_right=_is_right(rulings),
        figures=figures,
        changed=tuple(changes(game, *around)),
        asked=tuple(_asked(viewer, rulings, named)),
        rules=rules,
        setting_url=_setting_url(viewer, rules),
    )
    told = [named({"what": one.what, **one.says}) for one in rulings if one.says]
    return Case(as_text(case), answer, as_text(told))


def as_text(case: object) -> str:
    """As `manage.py umpire` reads it."""
    return json.dumps(case, ensure_ascii=False, indent=1)


def _judged(case: JsonObject) -> Judgement:
    try:
        judgement = bounded(case)
    except Unplayable as error:
        raise Unanswered(UNPLAYABLE[error.why]()) from error
    except BadScript as error:
        if error.unused and all(type(one) is int for one in error.unused):
            raise Unanswered(_too_many(error.unused), about_dice=True) from error
        told = _("This case cannot be played: %(why)s") % {"why": error}
        raise Unanswered(told) from error
    if not judgement.rulings:
        raise Unanswered(_("This case has no steps, so there is nothing to work out."))
    return judgement


UNPLAYABLE = {
    "long": lambda: _("This case asks for too much to be worked out here. Leave some of its steps out."),
    "large": lambda: _("One of the numbers in this case is too large."),
    "broken": lambda: _(
        "The starting point of this case does not add up. Does it mention something that is not there?"
    ),
}


def _too_many(unused: Sequence[object]) -> str:
    faces = ", ".join(map(str, unused))
    told = ngettext(
        "One die too many: no roll uses the %(faces)s.",
        "%(count)s dice too many: no roll uses the %(faces)s.",
        len(unused),
    )
    return told % {"count": len(unused), "faces": faces}


def _check_dice(usual: Usual, rulings: Iterable[Ruling]) -> None:
    """Nothing is open, and what the rules refuse of a step with dice is about those."""
    steps = tables_in(usual.case, "steps")
    for one in rulings:
        still, refused = one.says.get("open"), one.says.get("refused")
        if isinstance(still, list) and still:
            told = _("One more die is needed: %(question)s") % {"question": still[0]["text"]}
            raise Unanswered(told, about_dice=True)
        if isinstance(refused, Mapping) and "$dice" in json.dumps(steps[one.step - 1]):
            raise Unanswered(str(refused["sentence"]), about_dice=True)


def _is_right(rulings: Iterable[Ruling]) -> bool | None:
    verdicts = [one.is_right for one in rulings if one.is_right is not None]
    return all(verdicts) if verdicts else None


def _head(rulings: Sequence[Ruling], figures: Sequence[FigureLine]) -> str:
    """The ruling itself, in a few words."""
    refused = next((one.says["refused"] for one in rulings if "refused" in one.says), None)
    if _is_right(rulings):
        return _("You’re right.")
    if isinstance(refused, Mapping):
        return str(refused["sentence"])
    given = [one for one in figures if one.said not in ("", NOTHING)]
    off = [one for one in figures if one.standing == "off"] or given
    if off:
        return " ".join(_("%(label)s: %(said)s.") % {"label": one.label, "said": one.said} for one in off[:3])
    return (
        _("The rules say something else.") if _is_right(rulings) is False else _("Here is how it works out.")
    )


def _figures(usual: Usual, rulings: Sequence[Ruling], given: Mapping[str, object]) -> Iterator[FigureLine]:
    blanks = {one.name: one for one in usual.expected}
    for one in usual.figures:
        blank = blanks.get(one.expected)
        found = one.said(rulings[one.step - 1].says)
        sent = given.get(one.expected) if blank else None
        expected = said(blank.word(sent)) if blank and sent not in (None, "") else ""
        told = said(blank.word(found)) if blank and found is not None else _plain(found)
        yield FigureLine(said(one.label), expected, told, _standing(expected, told))


def _standing(expected: str, told: str) -> str:
    if not expected:
        return ""
    return "same" if expected == told else "off"


def _figures_of(rulings: Iterable[Ruling], named: Named) -> Iterator[FigureLine]:
    """What a case of one's own says of each of its steps."""
    for one in rulings:
        where = f"{one.step}. {one.what}" if one.step else _("The state at the end")
        if one.is_right:
            yield FigureLine(
                where, _("as expected"), _plain(named(one.says.get("value", _("as expected")))), "same"
            )
        elif "value" in one.says and not one.differences:
            yield FigureLine(where, "", _plain(named(one.says["value"])))
        yield from (_difference(where, differs, named) for differs in one.differences)


def _difference(where: str, differs: Mismatch, named: Named) -> FigureLine:
    label = f"{where}: {differs.where}" if differs.where else where
    return FigureLine(label, _plain(named(differs.expected)), _plain(named(differs.said)), "off")


def _plain(value: object) -> str:
    if value is None:
        return NOTHING
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _asked(viewer: AnyViewer, rulings: Iterable[Ruling], named: Named) -> Iterator[AskedLine]:
    for asked in (one for ruling in rulings for one in ruling.asked):
        rule, answer = str(asked.get("rule", "")), asked.get("answer")
        face = _face_of(asked)
        yield AskedLine(
            question=str(asked["text"]),
            answer=_meaning(asked, answer, named),
            rule=rule,
            rule_url=_rule_url(viewer, rule),
            die=answer if asked["kind"] == "roll" and isinstance(answer, int) else None,
            struck=bool(face.get("again")),
        )


def _face_of(asked: Params) -> Params:
    """The face that was thrown, as the question has it."""
    faces = asked.get("faces")
    rows = faces if isinstance(faces, list) else []
    return next((one for one in rows if one["value"] == asked.get("answer")), {})


def _meaning(asked: Params, answer: object, named: Named) -> str:
    if asked["kind"] == "roll":
        face = _face_of(asked)
        again = _("rolled again") if face.get("again") else ""
        return ", ".join(filter(None, [str(face.get("label", "")), again])) or _plain(answer)
    if isinstance(answer, bool):
        return str(asked.get("yes" if answer else "no") or (_("yes") if answer else _("no")))
    options = asked.get("options")
    labels = {one["id"]: str(one["label"]) for one in options} if isinstance(options, list) else {}
    if isinstance(answer, str) and answer in labels:
        return labels[answer]
    return _plain(named(answer))


def _met(usual: Usual, rulings: Sequence[Ruling], given: Mapping[str, object]) -> dict[str, str]:
    """Of the rules a usual question is about those met where its figures come from; without any, all."""
    refused = {rule: text for one in rulings if "refused" in one.says for rule, text in one.rules}
    about, steps = usual.about(given), {one.step for one in usual.figures}
    shown = [one for one in rulings if one.step in steps]
    named = {str(part.get("rule", "")) for one in shown for part in (*one.asked, *_effects(one))}
    met = [rule for rule in about if rule in named] or about
    return refused or {rule: rule_text(rule) for rule in met}


def _effects(ruling: Ruling) -> Sequence[Params]:
    effects = ruling.says.get("effects")
    return effects if isinstance(effects, list) else ()


def _behind(rulings: Sequence[Ruling]) -> dict[str, str]:
    """The rules behind what was claimed; where nothing was, behind the last step."""
    weighed = [one for one in rulings if one.is_right is not None] or rulings[-1:]
    found = {rule: text for one in weighed for rule, text in one.rules}
    return found | {rule: text for one in rulings if "refused" in one.says for rule, text in one.rules}


def _rule_url(viewer: AnyViewer, rule: str) -> str:
    """A rule's page, where this league has such pages."""
    has_pages = any(one.name == "rules" for one in plugin_of(viewer.scope.game).play.sections)
    return reverse("campaigns:rule", args=[viewer.scope.pk, rule]) if rule and has_pages else ""


def _setting_url(viewer: AnyViewer, rules: Sequence[RuleLine]) -> str:
    """To where an organiser has a rule of this answer played otherwise."""
    if not viewer.is_organiser:
        return ""
    ids = {one.id for one in rules}
    keys = (one.setting.key for one in settings_in_force(viewer) if one.setting.rule in ids)
    key = next(keys, "")
    query = {"setting": key}
    return f"{reverse('campaigns:settings', args=[viewer.scope.pk], query=query)}#s-{key}" if key else ""
