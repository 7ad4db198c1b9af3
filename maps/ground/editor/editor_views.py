"""Maps a club has drawn: the shelf, the editor, strokes with undo, JSON in and out. For organisers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.engine.who.access import organiser_or_404
from campaigns.models import Seat
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.reader import read, sent_to, tapped, word
from campaigns.shell.swapping import swaps
from maps.ground.behind import pictures
from maps.ground.books import books, map_book
from maps.ground.choosing import begun_map, sent_form, uploaded
from maps.ground.editor import editor_page
from maps.ground.editor.generator_page import maker
from maps.ground.editor.strokes import stroked
from maps.ground.editor.taking import map_file
from maps.ground.forms import FORMS, MapNameForm, PictureForm, SetForm
from maps.ground.wrong import PageForms, Wrong, wrong_with
from maps.models import MapPicture, MapTemplate
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.maps.book import MapBook
from rules.maps.exchange import BadMap, from_json, to_json
from rules.maps.model import Map
from rules.maps.picturing import begun_on, pictured
from rules.maps.ready import READY, ready_for

MOST_UNDO = 20
MOST_MAPS = 50
LETS_GO = ("paint", "outline")  # strokes after which no territory is in hand


@require_http_methods(["GET", "POST"])
def shelf(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's maps; a post starts a new one from a ready, generated or uploaded map or over a picture.
    `book` is the game it is to be played by.
    """
    seat = organiser_or_404(request, slug)
    posted = request.method == "POST"
    book = map_book(word(request, "book") if posted else request.GET.get("book", ""))
    if posted:
        try:
            return _started(seat, request, book)
        except BadMap as error:
            bad = Refused(book.rules.get("links", ""), " ".join(error.faults[:5]), "file")
            return _shelf(request, seat, book, wrong_with("bring", bad, sent_to(request) or {}))
        except Refused as error:
            over = tapped(request, "over_picture") or error.key == "name"  # that form alone asks for a name
            form = "picture" if over else sent_form(request)
            return _shelf(request, seat, book, wrong_with(form, error, sent_to(request) or {}))
    return _shelf(request, seat, book)


def _shelf(request: HttpRequest, seat: Seat, book: MapBook, wrong: Wrong | None = None) -> HttpResponse:
    known, rows = books(), MapTemplate.objects.filter(club=seat.club).only("pk", "name", "game", "changed_at")
    more = {
        "maps": [(row, known[row.game].title if row.game in known else "") for row in rows],
        "ready": ready_for(book.game),
        "others": [(one, known[one.books[0]].title) for one in READY if book.game not in one.books],
        "maker": maker(book, request.GET, 4, wrong),
        "book": book,
        "books": list(known.values()),
    }
    return _page(request, seat, book, "maps/ground/shelf.html", more, wrong)


def _page(
    request: HttpRequest,
    seat: Seat,
    book: MapBook,
    template: str,
    more: Mapping[str, object],
    wrong: Wrong | None,
) -> HttpResponse:
    """A page of the drawer; what is wrong with a field is told beside it, everything else above the page."""
    forms = PageForms({**FORMS, "set": partial(SetForm, book=book)}, wrong)
    context = {**club_frame(seat, "maps"), "forms": forms, **more, **(wrong.context if wrong else {})}
    return render(request, template, context, status=wrong.status if wrong else 200)


def _started(seat: Seat, request: HttpRequest, book: MapBook) -> HttpResponse:
    if MapTemplate.objects.filter(club=seat.club).count() >= MOST_MAPS:
        raise Refused("", _("A club can keep at most %(most)d maps.") % {"most": MOST_MAPS})
    name = text_in(read(MapNameForm(sent_to(request))), "name")
    if tapped(request, "over_picture"):
        row = _sent_picture(seat, request)
        made = begun_on(row.key, row.width, row.height, name)
    else:
        made, book = begun_map(seat, sent_to(request), uploaded(request), book)
    name = name or made.ground.name or _("A new map")
    row_of = {"club": seat.club, "name": name, "game": book.game, "made_by": seat}
    new = MapTemplate.objects.create(data=to_json(made), **row_of)
    return redirect("maps:edit", seat.club.slug, new.pk)


def _sent_picture(seat: Seat, request: HttpRequest) -> MapPicture:
    """The picture of a form, taken in. Raises `Refused`."""
    sent = request.FILES.get("picture")
    if sent is None:
        raise Refused("", _("Choose a picture: a PNG, JPEG or WebP file."), "picture")
    words, credit = _described(sent_to(request))
    return pictures.store_picture(seat.club, sent.read(pictures.MOST_BYTES + 1), seat, words, credit)


def _described(sent: Data) -> tuple[str, str]:
    """What is said of a picture, and who made it."""
    told = read(PictureForm(sent))
    return text_in(told, "words"), text_in(told, "credit")


@require_safe
def edit_map(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The editor; `t` is the territory in hand, `brush` what a tap does."""
    seat = organiser_or_404(request, slug)
    row = get_object_or_404(MapTemplate.objects.select_related("club"), club=seat.club, pk=pk)
    return _editor(request, seat, row, map_book(row.game))


def _editor(
    request: HttpRequest, seat: Seat, row: MapTemplate, book: MapBook, error: Refused | None = None
) -> HttpResponse:
    drawn = request.method == "POST"
    chosen, brush = (word(request, one) if drawn else request.GET.get(one, "") for one in ("t", "brush"))
    act = word(request, "act") or "delete"  # taking it off the shelf has a form of its own
    if error is None and act in LETS_GO:
        chosen = ""
    page = editor_page.editor_page(row, book, chosen[:20], brush)
    wrong = wrong_with(act, error, sent_to(request) or {}) if error else None
    return _page(request, seat, book, "maps/ground/editor.html", {"page": page}, wrong)


@require_POST
@transaction.atomic
def stroke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One stroke, or the latest one taken back."""
    seat, row = _held(request, slug, pk)
    known = map_book(row.game)
    try:
        with known.citing():
            _drawn(row, request, seat, known)
    except BadMap as error:
        bad = Refused(known.rules.get("links", ""), " ".join(error.faults[:3]))
        return _editor(request, seat, row, known, bad)
    except Refused as error:
        return _editor(request, seat, row, known, error)
    return _gone_on(request, seat, row, known)


def _gone_on(request: HttpRequest, seat: Seat, row: MapTemplate, book: MapBook) -> HttpResponse:
    """The editor with the same tool in hand: at once for script, else by its address."""
    held = ("brush",) if word(request, "act") in LETS_GO else ("brush", "t")
    kept = {key: one[:40] for key in held if (one := word(request, key))}
    address = f"{reverse('maps:edit', args=[seat.club.slug, row.pk])}?{urlencode(kept)}"
    if not swaps(request):
        return redirect(address)
    answer = _editor(request, seat, row, book)
    answer["HX-Push-Url"] = address
    return answer


def _held(request: HttpRequest, slug: str, pk: int) -> tuple[Seat, MapTemplate]:
    """The map for one who draws now; a second one waits."""
    seat = organiser_or_404(request, slug)
    found = MapTemplate.objects.select_related("club").select_for_update(of=("self",))
    return seat, get_object_or_404(found, club=seat.club, pk=pk)


def _drawn(row: MapTemplate, request: HttpRequest, seat: Seat, book: MapBook) -> None:
    """Draw on the row; raises when the map would be none."""
    act, sent = word(request, "act"), sent_to(request)
    if act == "undo":
        if row.past:
            row.data = row.past.pop()
    elif act == "rename":
        row.name = text_in(read(MapNameForm(sent)), "name") or row.name
    elif act == "picture":
        picture = _sent_picture(seat, request)
        _become(row, pictured(from_json(row.data), picture.key, picture.width, picture.height))
    elif act == "describe":
        pictures.described_behind(row, *_described(sent))
    else:
        _become(row, stroked(from_json(row.data), act, sent, book))
    row.save()


def _become(row: MapTemplate, new: Map) -> None:
    """The map drawn anew, with the one before kept for undo; `BadMap` when it could not be loaded again."""
    data = to_json(new)
    from_json(json.loads(json.dumps(data)))
    row.past, row.data = [*row.past[-MOST_UNDO + 1 :], row.data], data


@require_POST
def delete_map(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Off the shelf for good; leagues keep their copies."""
    seat = organiser_or_404(request, slug)
    row = get_object_or_404(MapTemplate.objects.select_related("club"), club=seat.club, pk=pk)
    if not tapped(request, "sure"):
        unsure = Refused("", _("Tick the box to delete the map for good."), "sure")
        return _editor(request, seat, row, map_book(row.game), unsure)
    row.delete()
    pictures.sweep(seat.club)
    return redirect("maps:maps", slug)


@require_safe
def export_map(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    seat = organiser_or_404(request, slug)
    row = get_object_or_404(MapTemplate, club=seat.club, pk=pk)
    return map_file(seat.club, row.name, row.game, {**row.data, "name": row.name})
