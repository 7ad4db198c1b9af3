"""Which map a form asks for: one brought in as JSON, one of the club's, a ready one or a generated one."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.models import Club, Seat
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.plain_json import BadJson, read_json
from campaigns.shell.reading.reader import number_in, read, tapped
from maps.ground import pictures
from maps.ground.forms import ChosenForm
from maps.ground.generator_page import made
from maps.models import MapTemplate
from rules.engine.refusals import Refused
from rules.maps.book import MapBook
from rules.maps.exchange import from_json
from rules.maps.model import Map
from rules.maps.ready import ready_for, ready_map

MOST_UPLOAD = 5_000_000


def sent_form(request: HttpRequest) -> str:
    """Which form a map was asked for with."""
    return "bring" if tapped(request, "bring") or request.FILES else "make"


def uploaded(request: HttpRequest) -> object:
    sent = request.FILES.get("file")
    if sent is None and tapped(request, "bring"):
        raise Refused("", _("Choose a file."), "file")
    if sent is None:
        return None
    if (sent.size or 0) > MOST_UPLOAD:
        raise Refused("", _("That file is larger than 5 MB."), "file")
    try:
        return read_json(sent.read())
    except BadJson as error:
        raise Refused("", error.sentence, "file") from error
    except ValueError as error:
        raise Refused("", _("That file is no JSON."), "file") from error


def chosen_map(seat: Seat, sent: Data, uploaded: object, book: MapBook) -> Map:
    """The map a form asks for, to play by a book. Raises `BadMap` or `Refused`."""
    club = seat.club
    if uploaded is not None:
        from_json(pictures.without(uploaded), book.stands)  # a map that is none leaves no picture behind
        whole = pictures.unpacked(club, uploaded, seat) if isinstance(uploaded, Mapping) else uploaded
        return from_json(whole, book.stands)
    chosen = read(ChosenForm(sent))
    if chosen["own"]:
        return own_map(club, chosen["own"])
    if chosen["ready"]:
        if chosen["ready"] not in {one.key for one in ready_for(book.game)}:
            raise Refused("", _("Choose one of the maps."))
        return ready_map(chosen["ready"])
    return made(book, sent).map


def own_map(club: Club, key: str) -> Map:
    """A map the club has drawn. Raises `Refused` when it is gone."""
    found = MapTemplate.objects.filter(club=club, pk=number_in(key) or 0).first()
    if found is None:
        raise Refused("", _("This map is gone."))
    return from_json(found.data)
