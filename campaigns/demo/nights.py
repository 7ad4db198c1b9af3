"""The demo club's nights: every Thursday in the back room, and who has said what about the next one."""

from __future__ import annotations

from datetime import date, time, timedelta

from django.utils import timezone

from campaigns.demo.playing import THURSDAY
from campaigns.models import Club, Come, Night, Repeats, Seat
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.leagues import leagues_of

EVENING = {
    "starts": time(19), "ends": time(23), "doors": time(18, 30), "place": "Back room of The Anchor",
    "address": "Mill Lane 4", "tables": 6, "places": None, "words": "",
}  # fmt: skip
SAID = {
    "Marta": (Come.YES, ""),
    "Oskar": (Come.YES, ""),
    "Ana-Sofía": (Come.YES, ""),
    "Kwame": (Come.YES, "A river"),
    "Ilse": (Come.YES, "Ruins of Sulphur Ford"),
    "Jun": (Come.MAYBE, ""),
    "Priya": (Come.NO, ""),
}


def announce_nights(seats: dict[str, Seat], organiser: Seat) -> Night:
    """A night a week from next Thursday on."""
    club = organiser.club
    night = acts.create_night(by=organiser, day=_thursday(club), repeats=Repeats.WEEK, facts=EVENING)
    for name, (come, brings) in SAID.items():
        acts.set_attendance(seat=seats[name], night=night, come=come, brings=brings)
    _plan_games(seats, night)
    return night


def _plan_games(seats: dict[str, Seat], night: Night) -> None:
    """One agreed, one that waits, and somebody who looks for one."""
    league = leagues_of(seats["Marta"])[-1]
    for table, (one, other) in enumerate((("Marta", "Oskar"), ("Ilse", "Jun")), 1):
        when = plans.When.on(night, table)
        plan = plans.propose_game(by=seats[one], others=[seats[other]], when=when, scope=league)
        if one == "Marta":
            plans.reply_to_plan(by=seats[other], plan=plan, accepts=True)
    plans.seek_game(seat=seats["Priya"], words="Anything short")


def _thursday(club: Club) -> date:
    """The next one; not today, when the evening may be over."""
    today = timezone.now().astimezone(club.tz).date()
    return today + timedelta(days=(THURSDAY - today.weekday() - 1) % 7 + 1)
