"""The first evening with the app, step by step: for whoever runs the club, and for whoever plays in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import Hint

ORGANISER = (
    Hint(
        lazy("Create the league"),
        lazy(
            "Give it a name and choose your rulebook. How the league ends and all its settings follow the "
            "book; change only what your club does differently. It takes about two minutes."
        ),
    ),
    Hint(
        lazy("Let everybody in"),
        lazy(
            "The last step shows a QR code. Hold it up or put it on the table: everybody scans it, types "
            "a name and is in. The same link can go into the club’s chat."
        ),
    ),
    Hint(
        lazy("Wait for two armies, or set up the map"),
        lazy(
            "Players paste their army lists while you explain the rules. In a league with a map, set up "
            "the map first; one of ours will do. The league’s page shows what is still missing before it "
            "can start."
        ),
    ),
    Hint(
        lazy("Start the league and play"),
        lazy(
            "Players can start a game without waiting for you. A few taps are enough while you play, and if "
            "nobody wants a phone at the table, report the game afterwards."
        ),
    ),
    Hint(
        lazy("Keep the Organise page open"),
        lazy(
            "The Organise page shows who has not answered and which reports are disputed. Tap a name to act "
            "for somebody who is away or has no phone; the chronicle will say that you did it."
        ),
    ),
    Hint(
        lazy("Don’t worry about mistakes"),
        lazy(
            "Tapped the wrong thing? Undo it. You can correct anything older, and you see every "
            "number that would change before anything does. Nothing is ever lost without a trace."
        ),
    ),
    Hint(
        lazy("Before you go home"),
        lazy(
            "Print the new sheets if your players like paper, and announce the next club night: everybody"
            " then sees it at the top of their home page."
        ),
    ),
)
PLAYER = (
    Hint(
        lazy("Scan the code, type your name"),
        lazy("No account, no email. Your organiser has the code, or a link that does the same."),
    ),
    Hint(
        lazy("Keep your sign-in link"),
        lazy(
            "The next page shows a link that’s yours alone. Email it to yourself or take a photo of its "
            "code: it signs you in again on any phone."
        ),
    ),
    Hint(
        lazy("Bring your army"),
        lazy(
            "Paste the list from your list builder, or type it in. The app points out anything it didn’t "
            "understand, so you can put it right. In a league with a map, you create an empire or a "
            "faction instead."
        ),
    ),
    Hint(
        lazy("Look at your home page"),
        lazy("It lists what is waiting for you, most urgent first. Nothing there? Put your phone away."),
    ),
    Hint(
        lazy("Roll your own dice"),
        lazy(
            "When the rules ask for a die, tap the face you rolled, or let the app roll. Once the app has "
            "rolled, that’s the result, whatever you tap."
        ),
    ),
    Hint(
        lazy("Agree to the report"),
        lazy(
            "One of you reports how the game ended; the other taps “Agree”. If it isn’t right, "
            "say so: nothing counts until the other side agrees or an organiser decides."
        ),
    ),
    Hint(
        lazy("See why"),
        lazy(
            "Tap a number to see how it adds up. The small codes at the end of a line are rules: tap "
            "one to read the rule in a sentence or two."
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class FirstEvening:
    """What a newcomer reads; `other` is the address word of the page for the other kind of newcomer."""

    title: str | Promise
    hints: tuple[Hint, ...]
    other: str
    other_title: str | Promise


ORGANISING, PLAYING = lazy("Your first evening as organiser"), lazy("Your first evening as a player")
EVENINGS = {
    "organiser": FirstEvening(ORGANISING, ORGANISER, "player", PLAYING),
    "player": FirstEvening(PLAYING, PLAYER, "organiser", ORGANISING),
}
