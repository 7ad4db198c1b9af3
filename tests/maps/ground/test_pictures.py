"""Pictures behind maps: taken in and encoded anew, refused with a sentence, shown to whoever sees the map."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFile, ImageOps

from campaigns.models import Club, Entry, Seat
from maps.ground.behind import pictures
from maps.models import MapPicture, MapTemplate
from rules.engine.refusals import Refused
from rules.maps.exchange import from_json
from rules.maps.model import Ground
from tests import factories
from tests.maps.conquest.play import Table, table, words_of
from tests.maps.ground.strokes import stroke

pytestmark = pytest.mark.django_db
SCRIPT = b"<script>alert('found')</script>"


def picture(
    wide: int = 600,
    high: int = 400,
    kind: str = "PNG",
    colour: str | int | tuple[int, ...] = "#88aa77",
    mode: str = "RGB",
    **how: Any,
) -> bytes:
    out = BytesIO()
    Image.new(mode, (wide, high), colour).save(out, kind, **how)
    return out.getvalue()


def sent(content: bytes, name: str = "map.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


@pytest.fixture
def organiser() -> tuple[Seat, Client]:
    seat = factories.new_organiser(name="Ilse")
    return seat, factories.signed_in(seat)


@pytest.fixture
def bay(organiser: tuple[Seat, Client]) -> tuple[MapTemplate, Seat, Client]:
    """A map over a picture: its row, the organiser and the browser."""
    seat, browser = organiser
    form = {"over_picture": "1", "name": "Bay", "words": "A bay", "credit": "Ilse's pen"}
    response = browser.post(reverse("maps:maps", args=[seat.club.slug]), {**form, "picture": sent(picture())})
    assert response.status_code == 302, words_of(response)
    return MapTemplate.objects.get(club=seat.club), seat, browser


def ground(row: MapTemplate) -> Ground:
    row.refresh_from_db()
    return from_json(row.data).ground


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_every_kind_becomes_a_plain_jpeg(kind) -> None:
    made = pictures.encoded(picture(3000, 1500, kind))
    with Image.open(BytesIO(made.content)) as image:
        assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (2400, 1200))
    assert (made.width, made.height) == (2400, 1200)


def test_nothing_hidden_in_a_file_survives() -> None:
    exif = Image.Exif()
    exif[0x010E] = "at home"
    exif[0x0112] = 6  # taken with the camera on its side
    content = picture(600, 400, "JPEG", exif=exif, comment=b"a comment") + SCRIPT
    assert b"at home" in content
    assert b"a comment" in content
    made = pictures.encoded(content)
    for hidden in (b"at home", b"a comment", SCRIPT, b"Exif", b"http://"):
        assert hidden not in made.content
    assert (made.width, made.height) == (400, 600)


def test_what_is_clear_becomes_white() -> None:
    made = pictures.encoded(picture(mode="RGBA", colour=(0, 0, 0, 0)))
    with Image.open(BytesIO(made.content)) as image:
        assert image.getpixel((10, 10)) == (255, 255, 255)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><script>alert(1)</script></svg>'
# What is sent is made by the test that sends it: two of these are huge.
WRONG: dict[str, tuple[Callable[[], bytes], str]] = {
    "svg": (lambda: SVG, "That is not a picture: choose a PNG, JPEG or WebP file."),
    "page": (lambda: b"<!doctype html>" + SCRIPT, "That is not a picture"),
    "nothing": (lambda: b"", "That is not a picture"),
    "gif": (lambda: picture(kind="GIF"), "That is not a picture"),
    "cut off": (lambda: picture(kind="JPEG")[:400], "The picture is damaged"),
    "cut off png": (lambda: picture()[:-40], "The picture is damaged"),
    "small": (lambda: picture(100, 100), "The picture is 100 × 100 pixels: too small"),
    "strip": (lambda: picture(4000, 300), "The picture is too long and narrow"),
    "many pixels": (lambda: picture(5000, 3300, mode="1", colour=1), "more than 16 million pixels"),
    "a bomb": (lambda: picture(20000, 20000, mode="1", colour=1), "more than 16 million pixels"),
    "heavy": (lambda: b"\x89PNG" + bytes(pictures.MOST_BYTES), "larger than 10 MB"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_picture_for_a_map_is_said(case, monkeypatch) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as after the first print
    make, sentence = WRONG[case]
    content = make()
    with pytest.raises(Refused) as refused:
        pictures.encoded(content)
    assert sentence in refused.value.sentence
    assert refused.value.key == "picture"
    assert not pictures.DECODING.locked()


def test_a_process_decodes_one_picture_at_a_time(monkeypatch) -> None:
    decoded = Mock(side_effect=lambda image: pictures.DECODING.locked() and image)
    monkeypatch.setattr(ImageOps, "exif_transpose", decoded)
    pictures.encoded(picture(2500, 1000))
    assert decoded.call_count == 1
    assert not pictures.DECODING.locked()


def test_a_picture_with_too_many_pixels_is_never_decoded(monkeypatch) -> None:
    content = picture(4100, 4000, mode="1", colour=1)
    monkeypatch.setattr(ImageFile.ImageFile, "load", Mock(side_effect=AssertionError))
    with pytest.raises(Refused, match="more than 16 million pixels"):
        pictures.encoded(content)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["PNG", "JPEG", "WEBP"]), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)))
)
def test_whatever_is_sent_is_a_picture_or_a_sentence(kind, changes) -> None:
    content = bytearray(picture(210, 205, kind))
    for place, byte in changes:
        content[place % len(content)] = byte
    with suppress(Refused):
        assert pictures.encoded(bytes(content)).content.startswith(b"\xff\xd8\xff")


def test_a_wrong_file_is_told_beside_its_field_and_what_was_typed_stays(organiser) -> None:
    seat, browser = organiser
    form = {"over_picture": "1", "name": "Bay", "words": "A bay", "credit": "Ilse's pen"}
    for file in ({"picture": sent(SVG, "map.svg")}, {}):
        response = browser.post(reverse("maps:maps", args=[seat.club.slug]), {**form, **file})
        assert response.status_code == 422
        page = response.content.decode()
        assert 'id="picture.picture-error"' in page
        for typed in ('value="Bay"', 'value="A bay"', 'value="Ilse&#x27;s pen"'):
            assert typed in page
    assert not MapPicture.objects.exists()
    assert not MapTemplate.objects.exists()


def test_a_map_begins_on_its_picture_and_shows_it(bay) -> None:
    row, seat, browser = bay
    kept = MapPicture.objects.get(club=seat.club)
    assert ground(row).picture == kept.key
    assert ground(row).picture_box == (0, 0, 1200, 800)
    page = browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk])).content.decode()
    address = reverse("maps:picture_own", args=[seat.club.slug, row.pk, kept.key])
    assert f'<image class="m-picture" href="{address}" x="0" y="0" width="1200" height="800"' in page
    assert 'aria-label="A bay"' in page
    response = browser.get(address)
    assert response.content == bytes(kept.content)
    assert response["Content-Type"] == "image/jpeg"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in response["Cache-Control"]
    assert "private" in response["Cache-Control"]


def test_replacing_describing_scaling_removing_and_undoing(bay) -> None:
    row, seat, browser = bay
    first = ground(row)
    other = sent(picture(800, 800, colour="#334455"))
    assert stroke(browser, row, act="picture", picture=other, words="Hills").status_code == 302
    second = ground(row)
    assert second.picture != first.picture
    assert second.picture_box == (0, 0, 1200, 1200)
    stroke(browser, row, act="describe", words="Blue hills", credit="Kwame")
    kept = MapPicture.objects.get(club=seat.club, key=second.picture)
    assert (kept.words, kept.credit) == ("Blue hills", "Kwame")
    before = from_json(row.data).places[0]
    assert stroke(browser, row, act="scale", percent="125").status_code == 302
    assert ground(row).picture_box == (0, 0, 1500, 1500)
    assert from_json(row.data).places[0].x == round(before.x * 1.25)
    for percent in ("0", "9999", "much"):
        assert stroke(browser, row, act="scale", percent=percent).status_code == 409
    assert stroke(browser, row, act="unpicture").status_code == 302
    assert ground(row).picture == ""
    for _ in range(3):
        stroke(browser, row, act="undo")
    assert ground(row) == first


def test_a_map_of_free_shapes_gets_its_picture_around_it_and_hexagons_get_none(organiser) -> None:
    seat, browser = organiser
    shelf = reverse("maps:maps", args=[seat.club.slug])
    browser.post(shelf, {"ready": "the_wheel"})
    wheel = MapTemplate.objects.get(club=seat.club)
    assert stroke(browser, wheel, act="picture", picture=sent(picture())).status_code == 302
    left, top, width, height = ground(wheel).picture_box
    assert abs(width / height - 1.5) < 0.01
    for place in from_json(wheel.data).places:
        assert left < place.x < left + width
        assert top < place.y < top + height
    browser.post(shelf, {"ready": "two_rivers", "name": "Hexes"})
    hexes = MapTemplate.objects.get(name="Hexes")
    refused = stroke(browser, hexes, act="picture", picture=sent(picture()))
    assert refused.status_code == 409
    assert "not behind hexes" in words_of(refused)


# In a league


@pytest.fixture
def league() -> tuple[Table, str]:
    """A league on a map over a picture, and the picture's address there."""
    found = table("Marta", "Kwame", map="the_wheel")
    browser, club = found.browsers["Organiser"], found.scope.club
    form = {"over_picture": "1", "name": "Bay", "words": "A bay", "credit": "Ilse's pen"}
    browser.post(reverse("maps:maps", args=[club.slug]), {**form, "picture": sent(picture())})
    row = MapTemplate.objects.get(club=club)
    laid = browser.post(reverse("maps:lay", args=[found.scope.pk]), {"own": row.pk})
    assert laid.status_code == 302, words_of(laid)
    return found, reverse("maps:picture", args=[found.scope.pk, ground(row).picture])


def test_every_page_of_a_league_shows_its_picture(league) -> None:
    found, address = league
    for page in ("map", "past"):
        html = found.browsers["Marta"].get(reverse(f"maps:{page}", args=[found.scope.pk])).content.decode()
        assert f'href="{address}"' in html, page
        assert "Picture: Ilse&#x27;s pen" in html, page
    assert found.browsers["Marta"].get(address)["Content-Type"] == "image/jpeg"
    printed = (
        found.browsers["Marta"].get(reverse("maps:print", args=[found.scope.pk]), {"paper": "A4"}).content
    )
    assert b"/DCTDecode" in printed  # the JPEG itself lies in the paper


def test_rows_and_journal_agree_about_the_picture(league) -> None:
    found, _address = league
    laid = found.state.ground["map"]
    assert laid.picture
    assert laid.picture_box == (0, 0, 1200, 800)
    told = StringIO()
    call_command("reconcile", stdout=told)
    assert "differ" not in told.getvalue()


def test_a_picture_is_for_those_who_see_the_map(league) -> None:
    found, address = league
    stranger = factories.signed_in(factories.new_organiser(name="Stranger"))
    assert stranger.get(address).status_code == 404
    club = found.scope.club
    row = MapTemplate.objects.get(club=club)
    own = reverse("maps:picture_own", args=[club.slug, row.pk, ground(row).picture])
    assert found.browsers["Marta"].get(own).status_code == 404  # a player sees leagues, not the drawer
    assert found.browsers["Organiser"].get(own).status_code == 200
    assert stranger.get(own).status_code == 404


def test_a_league_shows_only_pictures_that_were_laid_in_it(league) -> None:
    found, _address = league
    other = pictures.store_picture(found.scope.club, picture(colour="#000000"), None)
    elsewhere = reverse("maps:picture", args=[found.scope.pk, other.key])
    assert found.browsers["Marta"].get(elsewhere).status_code == 404


def test_a_key_of_another_club_shows_nothing(bay) -> None:
    row, _seat, _browser = bay
    thief = factories.new_organiser(name="Thief", club=factories.new_club())
    browser = factories.signed_in(thief)
    stolen = json.dumps(row.data).encode()
    assert row.data["picture"]
    form = {"file": sent(stolen, "map.json"), "name": "Mine"}
    assert browser.post(reverse("maps:maps", args=[thief.club.slug]), form).status_code == 302
    assert ground(MapTemplate.objects.get(club=thief.club)).picture == ""


# To take along


def test_the_picture_travels_inside_the_json(bay) -> None:
    row, seat, browser = bay
    out = browser.get(reverse("maps:export_own", args=[seat.club.slug, row.pk])).content
    inside = json.loads(out)["picture"]
    assert inside["words"] == "A bay"
    assert inside["credit"] == "Ilse's pen"
    again = {"file": sent(out, "map.json"), "name": "Again"}
    assert browser.post(reverse("maps:maps", args=[seat.club.slug]), again).status_code == 302
    assert ground(MapTemplate.objects.get(name="Again")) == ground(row)
    assert MapPicture.objects.count() == 1
    elsewhere = factories.new_organiser(name="Elsewhere", club=factories.new_club())
    there = factories.signed_in(elsewhere)
    form = {"file": sent(out, "map.json"), "name": "There"}
    assert there.post(reverse("maps:maps", args=[elsewhere.club.slug]), form).status_code == 302
    kept = MapPicture.objects.get(club=elsewhere.club)
    assert (kept.words, kept.credit, kept.width, kept.height) == ("A bay", "Ilse's pen", 600, 400)
    assert ground(MapTemplate.objects.get(name="There")).picture_box == ground(row).picture_box


def test_a_league_takes_its_picture_along_too(league) -> None:
    found, _address = league
    out = found.browsers["Marta"].get(reverse("maps:export", args=[found.scope.pk])).content
    assert json.loads(out)["picture"]["credit"] == "Ilse's pen"


@pytest.mark.parametrize(
    "inside", [{"data": "no base64!"}, {"data": "AAAA"}, {}, {"data": 7}, {"words": {"a": 1}}]
)
def test_a_damaged_picture_inside_is_told(bay, inside) -> None:
    row, seat, browser = bay
    data = json.dumps({**row.data, "picture": inside}).encode()
    response = browser.post(reverse("maps:maps", args=[seat.club.slug]), {"file": sent(data, "map.json")})
    assert response.status_code == 422
    assert "picture" in words_of(response)
    assert MapTemplate.objects.count() == 1


# Kept as long as somebody uses them


def test_pictures_go_when_nobody_uses_them_any_more(bay) -> None:
    row, seat, browser = bay
    used = ground(row).picture
    idle = pictures.store_picture(seat.club, picture(colour="#112233"), None)
    pictures.sweep(seat.club)
    assert MapPicture.objects.count() == 2  # a day to come back
    MapPicture.objects.update(added_at=idle.added_at - timedelta(days=2))
    pictures.sweep(seat.club)
    assert [one.key for one in MapPicture.objects.all()] == [used]
    stroke(browser, row, act="unpicture")
    pictures.sweep(seat.club)
    assert MapPicture.objects.count() == 1  # undo brings it back
    browser.post(reverse("maps:delete", args=[seat.club.slug, row.pk]), {"sure": "1"})
    assert MapPicture.objects.count() == 0


def test_a_league_keeps_its_picture_when_the_map_goes(league) -> None:
    found, address = league
    club = Club.objects.get(pk=found.scope.club_id)
    MapPicture.objects.update(added_at=found.scope.created_at - timedelta(days=2))
    row = MapTemplate.objects.get(club=club)
    found.browsers["Organiser"].post(reverse("maps:delete", args=[club.slug, row.pk]), {"sure": "1"})
    assert not MapTemplate.objects.filter(club=club).exists()
    assert Entry.objects.filter(procedure="conquest.lay_map").exists()
    assert found.browsers["Marta"].get(address).status_code == 200


def test_a_club_keeps_a_limited_number(organiser, monkeypatch) -> None:
    seat, browser = organiser
    monkeypatch.setattr(pictures, "MOST_PICTURES", 1)
    pictures.store_picture(seat.club, picture(colour="#112233"), None)
    form = {"over_picture": "1", "name": "Bay", "picture": sent(picture())}
    response = browser.post(reverse("maps:maps", args=[seat.club.slug]), form)
    assert response.status_code == 422
    assert "at most 1 pictures" in words_of(response)
