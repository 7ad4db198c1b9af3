"""Which map a form asks for: one brought in as JSON, one of the club's, a ready one or a generated one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.models import Club, Seat
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.plain_json import BadJson, read_json
from campaigns.shell.reading.reader import number_of, read, tapped
from maps.ground.behind import pictures
from maps.ground.books import books
from maps.ground.editor.generator_page import made
from maps.ground.forms import ChosenForm
from maps.models import MapTemplate
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.maps.book import MapBook
from rules.maps.exchange import from_json
from rules.maps.fitting import fitted_map, likeliest
from rules.maps.model import Map
from rules.maps.ready import READY, Ready, ready_for, ready_map

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
        raise Refused("", _("That file is not JSON."), "file") from error


def chosen_map(seat: Seat, sent: Data, uploaded: object, book: MapBook) -> Map:
    """The map a form asks for, to play by a book. Raises `BadMap` or `Refused`."""
    club = seat.club
    if uploaded is not None:
        from_json(
            pictures.without_picture(uploaded), book.stands
        )  # a map that is none leaves no picture behind
        whole = pictures.unpacked(club, uploaded, seat) if isinstance(uploaded, Mapping) else uploaded
        return from_json(whole, book.stands)
    own, ready = _chosen(sent)
    if own:
        found = _own(club, own)
        if found.game != book.game:
            raise Refused("", _("This map was drawn for another rulebook."))
        return from_json(found.data)
    if ready:
        return ready_map(_one_of(ready, ready_for(book.game)))
    return made(book, sent).map


def begun_map(seat: Seat, sent: Data, uploaded: object, book: MapBook) -> tuple[Map, MapBook]:
    """The map a form asks for, to draw on, and the book it is for: what is copied from another book's map
    leaves behind what its own does not know. A file says itself whose it is, by its word or by its marks.
    """
    own, ready = _chosen(sent)
    if uploaded is not None:
        book = _book_of_file(uploaded, book)
    elif own:
        return fitted_map(from_json(_own(seat.club, own).data), book), book
    elif ready:
        return fitted_map(ready_map(_one_of(ready, READY)), book), book
    return chosen_map(seat, sent, uploaded, book), book


def _chosen(sent: Data) -> tuple[str, str]:
    """Which of the club's own maps, or of the ready ones; empty for none."""
    chosen = read(ChosenForm(sent))
    return text_in(chosen, "own"), text_in(chosen, "ready")


def own_maps(club: Club, game: str) -> tuple[tuple[int, str], ...]:
    """The maps a club has drawn for a game, to choose from."""
    return tuple(MapTemplate.objects.filter(club=club, game=game).values_list("pk", "name"))


def _book_of_file(uploaded: object, usual: MapBook) -> MapBook:
    """Whose a file is; the usual one's where it could be several's. Raises `BadMap`."""
    bare, known = pictures.without_picture(uploaded), books()
    map_ = from_json(bare)
    said = str(bare.get("book", "")) if isinstance(bare, Mapping) else ""
    others = (one for one in known.values() if one.game != usual.game)
    return known.get(said) or likeliest(map_, (usual, *others))


def _one_of(key: str, ready: Iterable[Ready]) -> str:
    if key not in {one.key for one in ready}:
        raise Refused("", _("Choose one of the maps."))
    return key


def _own(club: Club, key: str) -> MapTemplate:
    """A map the club has drawn. Raises `Refused` when it is gone."""
    found = MapTemplate.objects.filter(club=club, pk=number_of(key) or 0).first()
    if found is None:
        raise Refused("", _("This map no longer exists."))
    return found
