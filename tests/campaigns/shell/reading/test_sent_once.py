"""A form that is sent twice counts once, whatever it writes; a key of the interface belongs to one act."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import door, reports
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry, Once, Report, Scope, Seat, SentForm
from campaigns.models.people import Invitation
from campaigns.shell.reading import sent_once
from maps.models import MapTemplate
from rules.engine.refusals import Refused
from rules.maps.exchange import to_json
from rules.maps.ready import READY, ready_map
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine.evening import at_once
from tests.factories import signed_in
from tests.season.browser import forms_of

pytestmark = pytest.mark.django_db


def league() -> tuple[Scope, Seat, str]:
    """A league, its organiser and Marta's warband."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    return scope, ilse, play.found_warband(scope, play.player(scope, "Marta"))


def override(scope: Scope, warband: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """The organiser's form that gives victory points: its address and what it sends."""
    sent = {"act": "give_vp", "give_vp-amount": 2, "give_vp-words": "Painted", "once": "a" * 32}
    return reverse("campaigns:change_warband", args=[scope.pk, warband]), {**sent, **more}


def vp(scope: Scope, warband: str) -> int:
    points: int = play.state_of(scope).warbands[warband].vp
    return points


def test_an_override_sent_four_times_counts_once() -> None:
    scope, ilse, warband = league()
    browser, (address, sent) = signed_in(ilse), override(scope, warband)
    answers = [browser.post(address, sent) for _ in range(4)]
    assert {(one.status_code, one["Location"]) for one in answers} == {(302, answers[0]["Location"])}
    assert vp(scope, warband) == 2
    assert "it only counts once" in browser.get(answers[0]["Location"]).content.decode()


def test_every_form_carries_the_word_of_its_page() -> None:
    scope, ilse, warband = league()
    browser = signed_in(ilse)
    pages = [browser.get(override(scope, warband)[0]).content.decode() for _ in range(2)]
    words = [[form.sent["once"] for form in forms_of(page) if form.method == "post"] for page in pages]
    assert all(len(forms) > 2 and len(forms[0][0]) == 32 for forms in words)
    assert all(one == forms[0] for forms in words for one in forms)
    assert words[0][0] != words[1][0]


def test_another_content_another_person_and_another_word_are_other_forms() -> None:
    scope, ilse, warband = league()
    other = factories.new_organiser(club=scope.club)
    address, sent = override(scope, warband)
    signed_in(ilse).post(address, sent)
    signed_in(ilse).post(address, {**sent, "give_vp-amount": 3})
    signed_in(other).post(address, sent)
    signed_in(ilse).post(address, {**sent, "once": "b" * 32})
    assert vp(scope, warband) == 2 + 3 + 2 + 2


def test_what_was_refused_may_be_sent_again() -> None:
    scope, ilse, warband = league()
    browser, (address, sent) = signed_in(ilse), override(scope, warband)
    scope.archived_at = timezone.now()
    scope.save(update_fields=["archived_at"])
    assert browser.post(address, sent).status_code == 409
    assert not SentForm.objects.exists()
    Scope.objects.update(archived_at=None)
    assert browser.post(address, sent).status_code == 302
    assert vp(scope, warband) == 2


def test_a_form_that_broke_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    scope, ilse, warband = league()
    browser, (address, sent) = signed_in(ilse), override(scope, warband)
    browser.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr("campaigns.opr.warbands.change_views.redirect", lambda *args: 1 / 0)
        assert browser.post(address, sent).status_code == 500
    assert vp(scope, warband) == 0
    assert browser.post(address, sent).status_code == 302
    assert vp(scope, warband) == 2


@pytest.mark.parametrize("word", ["x" * 65, "x" * 5000])
def test_a_word_far_too_long_is_refused(word: str) -> None:
    scope, ilse, warband = league()
    address, sent = override(scope, warband, once=word)
    assert signed_in(ilse).post(address, sent).status_code == 400
    assert vp(scope, warband) == 0


def test_what_does_not_pass_the_door_counts_once_too() -> None:
    scope, ilse, _warband = league()
    browser, slug = signed_in(ilse), scope.club.slug
    invite = {"role": "player", "uses": 3, "days": 7, "once": "i"}
    for _ in range(2):
        browser.post(reverse("people:invitations", args=[slug]), invite)
    assert Invitation.objects.count() == 1
    name, data = "A map", json.dumps(to_json(ready_map(READY[0].key))).encode()
    for _ in range(2):
        file = SimpleUploadedFile("map.json", data, "application/json")
        answer = browser.post(
            reverse("maps:maps", args=[slug]), {"bring": 1, "name": name, "file": file, "once": "m"}
        )
        assert answer.status_code == 302
    row = MapTemplate.objects.get()
    stroke = reverse("maps:stroke", args=[slug, row.pk])
    for brush in ("marsh", "forest", "river"):
        browser.post(stroke, {"act": "paint", "brush": brush, "t": "A1", "once": brush})
    had = len(MapTemplate.objects.get().past)
    assert had > 1
    for _ in range(3):
        answer = browser.post(stroke, {"act": "undo", "once": "u"}, headers={"HX-Request": "true"})
    assert len(MapTemplate.objects.get().past) == had - 1
    assert answer["HX-Refresh"] == "true"


def test_a_correction_is_begun_once() -> None:
    scope, ilse, _warband = league()
    entry = Entry.objects.get(scope=scope, procedure="opr.found_warband")
    address = reverse("campaigns:entry", args=[scope.pk, entry.seq])
    first, again = (signed_in(ilse).post(address, {"void": 1, "once": "c"}) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert Correction.objects.count() == 1


def test_a_secret_that_is_shown_once_is_made_again() -> None:
    scope, ilse, _warband = league()
    other = play.player(scope, "Tom")
    address = reverse("people:seat_way_back", args=[scope.club.slug, other.pk])
    for _ in range(2):
        page = signed_in(ilse).post(address, {"once": "w"})
        assert page.status_code == 200
        assert "/back/" in page.context["link"]


def test_notes_go_after_a_week() -> None:
    scope, ilse, warband = league()
    signed_in(ilse).post(*override(scope, warband))
    assert sent_once.delete_old_sent_forms(timezone.now()) == 0
    assert sent_once.delete_old_sent_forms(timezone.now() + sent_once.KEPT) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_counts() -> None:
    scope, ilse, warband = league()
    address, sent = override(scope, warband)
    browsers = [signed_in(ilse), signed_in(ilse)]
    given = at_once(scope, *(partial(browser.post, address, sent) for browser in browsers))
    assert [one["Location"] for one in given] == [given[0]["Location"]] * 2
    assert vp(scope, warband) == 2


# Keys at the door, for programs


def test_a_key_of_another_act_is_refused() -> None:
    scope, ilse, warband = league()
    said = {"warband": warband, "amount": 1, "words": "x"}
    door.act(scope.pk, Actor(ilse), "opr.give_vp", said, once="k")
    for procedure, params in (("opr.give_points", said), ("opr.give_vp", {**said, "amount": 2})):
        with pytest.raises(Refused, match="something else"):
            door.act(scope.pk, Actor(ilse), procedure, params, once="k")
    assert door.act(scope.pk, Actor(ilse), "opr.give_vp", said, once="k").repeated
    assert vp(scope, warband) == 1


@pytest.mark.parametrize("word", ["x" * 65, "a\0b"])
def test_a_key_no_row_holds_is_refused(word: str) -> None:
    scope, ilse, warband = league()
    with pytest.raises(Refused, match="at most 64 plain characters"):
        door.act(
            scope.pk, Actor(ilse), "opr.give_vp", {"warband": warband, "amount": 1, "words": "x"}, once=word
        )


def test_a_key_is_that_of_one_person_alone() -> None:
    """Somebody else's with the same letters is another key: it tells nothing of the first, and stands in
    nobody's way."""
    scope, ilse, warband = league()
    said = {"warband": warband, "amount": 1, "words": "x"}
    other = factories.new_organiser(club=scope.club)
    first, theirs = (door.act(scope.pk, Actor(one), "opr.give_vp", said, once="k") for one in (ilse, other))
    assert (first.repeated, theirs.repeated, vp(scope, warband)) == (False, False, 2)
    again = door.act(scope.pk, Actor(ilse), "opr.give_vp", said, once="k")
    assert (again.repeated, again.entry) == (True, first.entry)


def test_a_key_of_an_earlier_release_still_finds_its_result() -> None:
    """They were kept as they were sent; by the act, for whoever did it."""
    scope, ilse, warband = league()
    said = {"warband": warband, "amount": 1, "words": "x"}
    first = door.act(scope.pk, Actor(ilse), "opr.give_vp", said, once="k")
    with scope_transaction(scope.pk, Actor(ilse)):
        Once.objects.update(key="k")
    again = door.act(scope.pk, Actor(ilse), "opr.give_vp", said, once="k")
    assert (again.repeated, again.entry) == (True, first.entry)
    other = factories.new_organiser(club=scope.club)
    assert not door.act(scope.pk, Actor(other), "opr.give_vp", said, once="k").repeated


def test_a_key_of_another_report_is_refused() -> None:
    scope, ilse, hers = league()
    his = play.found_warband(scope, play.player(scope, "Tom"))
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    facts = {"warbands": [hers, his], "winners": [hers], "rounds": 4, "kills": []}
    said: dict[str, Any] = {
        "scope": scope,
        "procedure": "opr.quick_report",
        "once": "r",
    }
    first = reports.submit_report(actor=Actor(ilse), facts=facts, **said)
    assert reports.submit_report(actor=Actor(ilse), facts=facts, **said) == first
    with pytest.raises(Refused, match="something else"):
        reports.submit_report(actor=Actor(ilse), facts={**facts, "winners": [his]}, **said)
    assert Report.objects.count() == 1
