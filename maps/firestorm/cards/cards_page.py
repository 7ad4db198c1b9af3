"""What the organiser keeps: decks and charts as they are, and objectives that players claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.firestorm.cards.forms import JudgeForm, chart_die
from maps.firestorm.phase_labels import player_name
from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import listed
from rules.firestorm.decks import chart, deck
from rules.firestorm.muster_state import Card, CardKind, ChartName, ChartRow, DeckName
from rules.firestorm.path.upgrade_rules import gaps
from rules.firestorm.setting_up.objectives import claims, players_without_objective

DECKS: tuple[CardKind, ...] = ("objective", "time_of_war", "sudden_death")
CHARTS: tuple[ChartName, ...] = ("champion", "unit")
TITLES: dict[DeckName, str] = {
    "objective": gettext_noop("Secret objectives"),
    "time_of_war": gettext_noop("Times of War"),
    "sudden_death": gettext_noop("Sudden death conditions"),
    "champion": gettext_noop("Champion chart"),
    "unit": gettext_noop("Unit chart"),
}
HINTS: dict[DeckName, str] = {
    "objective": gettext_noop(
        "Every player draws one unseen. Players who achieve theirs claim it, and you decide."
    ),
    "time_of_war": gettext_noop("Texts for territories: what is unusual about a battle there."),
    "sudden_death": gettext_noop("Chosen at the table when one side grants one to the other."),
    "champion": gettext_noop("For army commanders. List each face of the die once."),
    "unit": gettext_noop("For everybody else. List each face of the die once."),
}
RULES: dict[DeckName, str] = {
    "objective": "FS-04",
    "time_of_war": "FS-08",
    "sudden_death": "FS-132",
    "champion": "FS-112",
    "unit": "FS-112",
}

NOT_JUDGED: Mapping[str, JudgeForm] = {}


@dataclass(frozen=True, slots=True)
class CardOrChartLine:
    """A card or a row of a chart; `margin` is the row's faces."""

    margin: str
    name: str
    words: str
    reward: str


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck or chart as it is played with. `own`: written by the organiser; `fault`: nobody rolls on it."""

    key: DeckName
    title: str
    hint: str
    rule: str
    lines: tuple[CardOrChartLine, ...]
    own: bool
    fault: str
    url: str
    why_not: str


@dataclass(frozen=True, slots=True)
class Claim:
    """An objective somebody claims to have reached."""

    player: str
    who: str
    faction: str
    emblem: str
    name: str
    words: str
    reward: str
    form: JudgeForm = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardsPage:
    """`claims` and the objectives' deck are the organiser's; `to_deal` are players without an objective."""

    decks: tuple[Deck, ...]
    claims: tuple[Claim, ...]
    to_deal: int
    edits: bool


def cards_page(viewer: FirestormViewer, judged: Mapping[str, JudgeForm] = NOT_JUDGED) -> CardsPage:
    """The page; `judged` are forms that could not be taken, by player. One query for names."""
    over = viewer.state.now.phase == "finished"
    shown = [one for one in DECKS if one != "objective" or viewer.is_organiser]
    return CardsPage(
        decks=(*(_deck(viewer, one) for one in shown), *(_chart(viewer, one) for one in CHARTS)),
        claims=tuple(_claims(viewer, judged)) if viewer.is_organiser else (),
        to_deal=len(players_without_objective(viewer.state)) if viewer.is_organiser and not over else 0,
        edits=viewer.is_organiser and not over,
    )


def objective_reward(one: Card) -> str:
    """What an objective brings."""
    parts = [_("%(n)s glory") % {"n": one.glory}] * bool(one.glory)
    parts += [_("%(n)s BP") % {"n": one.build}] * bool(one.build)
    return listed(parts)


def why_deck_fixed(viewer: FirestormViewer, key: DeckName) -> str:
    """Why a deck stays as it is; empty when it may change."""
    if key == "objective" and viewer.state.objectives:
        return viewer.book.problem("E72").sentence
    return ""


def _deck(viewer: FirestormViewer, key: CardKind) -> Deck:
    cards = deck(viewer.state, viewer.book, key)
    lines = tuple(CardOrChartLine("", one.name, one.words, objective_reward(one)) for one in cards)
    return _shown(viewer, key, lines, "")


def _chart(viewer: FirestormViewer, key: ChartName) -> Deck:
    rows = chart(viewer.state, viewer.book, key)
    missing = gaps(rows)
    told = _("This chart cannot be used yet. Faces missing or listed twice: %(faces)s.")
    fault = told % {"faces": listed([str(one) for one in missing])} if missing else ""
    lines = tuple(CardOrChartLine(row_faces(one), one.name, one.words, "") for one in rows)
    return _shown(viewer, key, lines, fault, chart_die(rows))


def row_faces(row: ChartRow) -> str:
    return str(row.first) if row.first == row.last else f"{row.first}–{row.last}"


def _shown(
    viewer: FirestormViewer, key: DeckName, lines: tuple[CardOrChartLine, ...], fault: str, die: str = ""
) -> Deck:
    title = _(TITLES[key])
    return Deck(
        key=key,
        title=f"{title}, {die}" if die else title,
        hint=_(HINTS[key]),
        rule=RULES[key],
        lines=lines,
        own=key in viewer.state.now.own,
        fault=fault,
        url=reverse("firestorm:deck", args=[viewer.scope.pk, key]),
        why_not=why_deck_fixed(viewer, key),
    )


def _claims(viewer: FirestormViewer, judged: Mapping[str, JudgeForm]) -> Iterator[Claim]:
    state = viewer.state
    cards = {one.id: one for one in deck(state, viewer.book, "objective")}
    for one in claims(state):
        card, player = cards.get(one.card), state.players[one.player]
        if card:
            colour = state.factions[player.faction].colour
            yield Claim(
                player.id, player_name(viewer, player.id), state.name_of(player.faction), colour,
                card.name, card.words, objective_reward(card),
                form=judged.get(player.id) or JudgeForm(),
            )  # fmt: skip
