"""What a coin-tossing league brings to the club."""

from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.demo.playing import playing_league
from campaigns.engine.histories import ComparedFigures, Figure
from campaigns.engine.lines import Hint, Traces
from campaigns.engine.plugins import GamePlugin, PaperPart, PastPart, PlayPart, nothing_hidden
from campaigns.engine.ranked import Ranked
from campaigns.engine.rulebooks import plain_rulebook
from campaigns.models import Seat
from campaigns.paper.pages import standings_pages
from campaigns.shell import sections
from campaigns.shell.acts.home import PlainHome
from rules.engine.telling import EntryContext, entry_teller
from tests.coin.rules import BOOKS, GAME, TELLERS, WHOSE_MOVE, Coin, phase_of, points_of


def _evening(seats: dict[str, Seat], organiser: Seat) -> None:
    with playing_league(Coin, seats, organiser, "coin", "coin-1", "The Copper Evening", {}) as season:
        sides = [season.come(name, "enlist", name=name) for name in ("Marta", "Tom", "Jun")]
        for calls, (one, other) in zip(("sealed", "open"), pairwise(sides), strict=True):
            season.act(organiser.name, "change_setting", key="calls", value=calls)
            season.act(organiser.name, "toss", tosser=one, against=other)


RANKED = Ranked(points=points_of, phase=phase_of)
PLUGIN: GamePlugin[Coin, str] = GamePlugin(
    game=GAME,
    rules=RANKED.rules(
        members_of=lambda state, one: state.tossers[one].people if one in state.tossers else (),
        whose_move=WHOSE_MOVE, tell=entry_teller(EntryContext, TELLERS),
        settings=lambda state: {"calls": state.evenings["evening"].calls},
    ),
    acts=RANKED.acts(lambda key, value, words: ("coin.change_setting", {"key": key, "value": value})),
    store=RANKED.store("tossers", Traces("toss", "tosser", ("against",), {"coin.enlist": "tosser"})),
    secrecy=nothing_hidden(),
    club=RANKED.club(lambda viewer, sides: ("coin.toss", {"tosser": sides[0], "against": sides[1]})),
    past=PastPart(figures=ComparedFigures(shown={"points": Figure(lazy("points"), 1)})),
    play=PlayPart(
        rulebooks=lambda: [plain_rulebook(GAME, "coin-1", BOOKS["coin-1"], _("One coin decides."))],
        home=PlainHome({"enlist": {"name": lazy("Name")}, "toss": {"against": lazy("Against")}}),
        sections=(sections.LEAGUE, *sections.TOLD, *sections.OF_ORGANISERS),
        help=(
            Hint(lazy("Come to the evening"), lazy("Type a name, and you are in.")),
            Hint(lazy("Call it"), lazy("Each of two calls a side; the app’s coin decides.")),
            Hint(lazy("Win"), lazy("Whoever has three points, and more than anybody else, wins.")),
        ),
    ),
    paper=PaperPart(pages=standings_pages),
    demo=(_evening,),
)  # fmt: skip
