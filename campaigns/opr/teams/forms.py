"""What an organiser writes about the teams of a league: their names and colours, and who is in which."""

from __future__ import annotations

from collections.abc import Sequence

from django.forms import BoundField, HiddenInput
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.look.emblems import EMBLEM_NAMES, colour_words
from campaigns.shell.reading.fields import Data, PickField, ThingField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm
from rules.engine.plain import JsonObject
from rules.opr.league.teams import MOST_TEAMS
from rules.opr.state import OprState

LEAST_ROWS, SPARE = 4, 2


class TeamsForm(PlainForm):
    """The teams a league has: a row each, and some that are empty. A row without a name is no team.

    `seen`: the version of the league whose teams stand in the rows; which team a row is says its place.
    """

    seen = WholeField(required=False, widget=HiddenInput)
    picks = TickField(label=lazy("Players can choose their own team before the first mission"))

    def __init__(self, state: OprState, version: int, data: Data = None) -> None:
        super().__init__(data, auto_id="%s")
        self.version = version
        self.fields["seen"].initial = version
        self.fields["picks"].initial = state.league.picks
        self.teams = state.league.teams
        self.places = range(min(MOST_TEAMS, max(LEAST_ROWS, len(self.teams) + SPARE)))
        colours = [(one, colour_words(one)) for one in EMBLEM_NAMES]
        for place in self.places:
            team = self.teams[place] if place < len(self.teams) else None
            number = {"n": place + 1}
            self.fields[f"name{place}"] = ThingField(
                label=_("Name of team %(n)s") % number, required=False, initial=team.name if team else ""
            )
            self.fields[f"colour{place}"] = PickField(
                colours,
                label=_("Colour of team %(n)s") % number,
                initial=team.colour if team else EMBLEM_NAMES[place],
            )

    @property
    def rows(self) -> list[tuple[object, object]]:
        """Name and colour of each."""
        return [(self[f"name{place}"], self[f"colour{place}"]) for place in self.places]

    @property
    def is_old(self) -> bool:
        """Whether the rows were other teams when they were shown."""
        return self.cleaned_data["seen"] not in (None, self.version)

    def params(self) -> JsonObject:
        """The teams as the rules want them."""
        said = self.cleaned_data
        ids = [one.id for one in self.teams]
        rows = [
            {"name": name, "colour": said[f"colour{place}"], "id": ids[place] if place < len(ids) else ""}
            for place in self.places
            if (name := said[f"name{place}"])
        ]
        return {"teams": rows, "picks": said["picks"]}


class MembersForm(PlainForm):
    """Which team each warband is in; one that nobody has touched stays where it is by now."""

    def __init__(self, state: OprState, data: Data = None) -> None:
        super().__init__(data, auto_id="in-%s", prefix="in")
        self.warbands = state.active
        options: Sequence[tuple[str, str]] = [
            ("", _("no team")),
            *((one.id, one.name) for one in state.league.teams),
        ]
        for one in self.warbands:
            self.fields[one.id] = PickField(options, label=one.name, initial=one.team)
            self.fields[one.id].show_hidden_initial = True

    @property
    def rows(self) -> list[tuple[BoundField, SafeString]]:
        """Each with the team it was in when it was shown."""
        return [(one, one.as_hidden(only_initial=True)) for one in self]

    def changed(self) -> list[tuple[str, str]]:
        """The warbands that are to be in another team, with that team."""
        said = [(one, self.cleaned_data[one.id]) for one in self.warbands if one.id in self.changed_data]
        return [(one.id, team) for one, team in said if team != one.team]
