"""Pictures to draw territories on: taken in, kept in the database, handed out, packed into exported maps.

Nothing is kept as it was sent: a picture is decoded, turned upright, made small enough and encoded anew, so
neither a camera's notes nor anything hidden in the file survives. Pages are served from any number of
processes and one backup holds everything, so pictures are rows.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import Protocol

from django.db.models import Exists, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Club, Entry, Scope, Seat
from maps.ground.drawing import Picture
from maps.models import MapPicture, MapTemplate
from rules.engine.plain import JsonObject, Params, listed_in, text_in
from rules.engine.refusals import Refused
from rules.maps.exchange import from_json
from rules.maps.model import Ground

FORMATS = ("PNG", "JPEG", "WEBP")
ACCEPT = "image/png,image/jpeg,image/webp"
TYPE = "image/jpeg"
MOST_BYTES = 10 * 2**20
MOST_PIXELS = 16_000_000
DECODING = Lock()  # decoded, a picture of ten megabytes may take hundreds: one at a time in a process
LEAST_SIDE, MOST_SIDE = 200, 2400  # pixels; a larger picture is made smaller, a smaller one refused
LONGEST = 8  # times as long as high, or the other way round
QUALITIES = (84, 70, 50)
WANTED_BYTES = 1_500_000
MOST_PICTURES = 100
WORDS = 200
UNUSED = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as we keep it."""

    content: bytes
    width: int
    height: int


def encoded(sent: bytes) -> Encoded:
    """A picture from what somebody sent. Raises `Refused` for everything that is none."""
    if len(sent) > MOST_BYTES:
        raise _refused(
            _("The picture is larger than %(most)d MB. Make it smaller.") % {"most": MOST_BYTES // 2**20}
        )
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # what prints our papers turns it on when it is loaded
    try:
        with DECODING, Image.open(BytesIO(sent), formats=FORMATS) as image:
            _measured(image)
            image.draft("RGB", (MOST_SIDE, MOST_SIDE))
            image.thumbnail((MOST_SIDE, MOST_SIDE), Image.Resampling.LANCZOS)
            return _pressed(_on_paper(ImageOps.exif_transpose(image)))
    except UnidentifiedImageError:
        raise _refused(_("That is not a picture: choose a PNG, JPEG or WebP file.")) from None
    except Image.DecompressionBombError:
        raise _refused(_too_many()) from None
    except (OSError, ValueError, SyntaxError, EOFError):
        raise _refused(_("The picture is damaged and cannot be fully read.")) from None


def _refused(sentence: str) -> Refused:
    return Refused("", sentence, "picture")


def _measured(image: Image.Image) -> None:
    """Refuse what is too many pixels before a single one is decoded."""
    wide, high = image.size
    if wide * high > MOST_PIXELS:
        raise _refused(_too_many())
    if min(wide, high) < LEAST_SIDE:
        sentence = _(
            "The picture is %(wide)d × %(high)d pixels: too small for a map, which needs at least "
            "%(least)d each way."
        )
        raise _refused(sentence % {"wide": wide, "high": high, "least": LEAST_SIDE})
    if max(wide, high) > LONGEST * min(wide, high):
        raise _refused(_("The picture is too long and narrow for a map."))


def _too_many() -> str:
    most = {"most": MOST_PIXELS // 1_000_000}
    return _("The picture has more than %(most)d million pixels. Make it smaller.") % most


def _on_paper(image: Image.Image) -> Image.Image:
    """Without transparency: on white."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    paper = Image.new("RGB", image.size, "white")
    clear = image.convert("RGBA")
    paper.paste(clear, mask=clear.getchannel("A"))
    return paper


def _pressed(image: Image.Image) -> Encoded:
    """As JPEG, with less detail when it would be heavy."""
    bare = Image.frombytes("RGB", image.size, image.tobytes())
    for quality in QUALITIES:
        out = BytesIO()
        bare.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
        if out.tell() <= WANTED_BYTES:
            break
    return Encoded(out.getvalue(), *bare.size)


def store_picture(club: Club, sent: bytes, by: Seat | None, words: str = "", credit: str = "") -> MapPicture:
    """The club's row for a picture; the same one again is the same row, described anew."""
    same = MapPicture.objects.filter(club=club, key=_key(sent)).first()
    if same is None:
        made = encoded(sent)
        same = MapPicture.objects.filter(club=club, key=_key(made.content)).first() or _new(club, made, by)
    described(same, words or same.words, credit or same.credit)
    return same


def _new(club: Club, made: Encoded, by: Seat | None) -> MapPicture:
    sweep(club)
    if MapPicture.objects.filter(club=club).count() >= MOST_PICTURES:
        raise _refused(_("A club can keep at most %(most)d pictures.") % {"most": MOST_PICTURES})
    return MapPicture.objects.create(
        club=club,
        key=_key(made.content),
        content=made.content,
        width=made.width,
        height=made.height,
        added_by=by,
    )


def _key(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


def described(row: MapPicture, words: str, credit: str) -> None:
    """Other words for it and another credit."""
    row.words, row.credit = _text(words), _text(credit)
    row.save(update_fields=["words", "credit"])


def described_behind(row: MapTemplate, words: str, credit: str) -> None:
    """The same for what lies behind a map of the club, if anything does."""
    found = picture_row(row.club, from_json(row.data).ground)
    if found is not None:
        described(found, words, credit)


def _text(typed: str) -> str:
    return " ".join(typed.split())[:WORDS]


# Behind a map


class Grounded(Protocol):
    """A league's state with a map in it."""

    @property
    def ground(self) -> Mapping[str, Ground]: ...


@dataclass(frozen=True, slots=True)
class PictureShown:
    """A picture for a drawing, and whom to thank for it."""

    picture: Picture | None = None
    credit: str = ""


def picture_behind_league_map(viewer: AnyViewer, state: Grounded, *, inside: bool = False) -> PictureShown:
    """What lies behind a league's map; `inside` carries the picture itself, for paper."""
    ground = next(iter(state.ground.values()), Ground())
    row = picture_row(viewer.scope.club, ground)
    if row is None:
        return PictureShown()
    return shown_picture(
        row, ground, as_data(row) if inside else reverse("maps:picture", args=[viewer.scope.pk, row.key])
    )


def picture_behind_club_map(row: MapTemplate, ground: Ground) -> PictureShown:
    """What lies behind a map of the club."""
    found = picture_row(row.club, ground)
    if found is None:
        return PictureShown()
    return shown_picture(found, ground, reverse("maps:picture_own", args=[row.club.slug, row.pk, found.key]))


def picture_row(club: Club, ground: Ground) -> MapPicture | None:
    """The row of a ground's picture without its content; no query for a map without one."""
    if not ground.picture or len(ground.picture_box) != 4:
        return None
    return MapPicture.objects.filter(club=club, key=ground.picture).defer("content").first()


def shown_picture(row: MapPicture, ground: Ground, url: str) -> PictureShown:
    left, top, width, height = ground.picture_box
    return PictureShown(Picture(url, left, top, width, height, row.words), row.credit)


def as_data(row: MapPicture) -> str:
    """The picture as an address that carries it."""
    return f"data:{TYPE};base64,{b64encode(bytes(row.content)).decode()}"


def shown_in(scope: Scope, key: str) -> MapPicture | None:
    """A picture that lies, or lay, behind the map of this league."""
    laid = _laid(key, Entry.objects.filter(scope=scope))
    return MapPicture.objects.filter(Exists(laid), club=scope.club, key=key).first()


def sweep(club: Club) -> None:
    """Delete pictures nobody uses any more: no map of the club, no step back in one, no league ever laid."""
    idle = MapPicture.objects.filter(club=club, added_at__lt=timezone.now() - UNUSED).defer("content")
    leagues = Entry.objects.filter(scope__club=club)
    unused = [one.pk for one in idle if not (_in_a_drawer(one) or _laid(one.key, leagues).exists())]
    MapPicture.objects.filter(pk__in=unused).delete()


def _in_a_drawer(row: MapPicture) -> bool:
    maps = MapTemplate.objects.filter(club_id=row.club_id)
    return maps.filter(Q(data__picture=row.key) | Q(past__contains=[{"picture": row.key}])).exists()


def _laid(key: str, among: QuerySet[Entry]) -> QuerySet[Entry]:
    """Entries that laid a map over this picture, by whichever game."""
    laid = among.filter(procedure__endswith=".lay_map")
    return laid.filter(effects__contains=[{"ground": {"picture": key}}])


# In exported maps


def packed(club: Club, data: Params) -> JsonObject:
    """A map as JSON to take along, its picture inside."""
    box = tuple(one for one in listed_in(data, "picture_box") if isinstance(one, int))
    row = picture_row(club, Ground(picture=text_in(data, "picture"), picture_box=box))
    if row is None:
        return _bare(data)
    inside = {"data": b64encode(bytes(row.content)).decode(), "words": row.words, "credit": row.credit}
    return {**data, "picture": inside}


def without_picture(data: object) -> object:
    """The same map without its picture."""
    return _bare(data) if isinstance(data, Mapping) else data


def _bare(data: Params) -> JsonObject:
    return {name: value for name, value in data.items() if name not in ("picture", "picture_box")}


def unpacked(club: Club, data: Params, by: Seat | None) -> JsonObject:
    """A map brought in as JSON: its picture taken in; a key without a picture is left out."""
    inside = data.get("picture")
    if not isinstance(inside, Mapping):
        return _bare(data)
    try:
        sent = b64decode(str(inside.get("data", "")), validate=True)
        row = store_picture(club, sent, by, str(inside.get("words", "")), str(inside.get("credit", "")))
    except binascii.Error:
        raise Refused("", _("The picture in that file is damaged."), "file") from None
    except Refused as error:
        raise Refused("", error.sentence, "file") from error
    return {**data, "picture": row.key}
