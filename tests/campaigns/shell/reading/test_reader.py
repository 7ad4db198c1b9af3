"""The one reader of what people send: from a form, from a procedure's parameters, line by line."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from campaigns.shell.reading.fields import (
    LengthField,
    LineField,
    ManyField,
    MomentField,
    TapField,
    ThingField,
    TickField,
    WholeField,
)
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import ParamsForm, field_for, read_params
from campaigns.shell.reading.reader import (
    EachForm,
    number_of,
    read,
    row_forms,
    sent_ids,
    sent_to,
    tapped,
    word,
)
from rules.engine.games import GAMES
from rules.engine.refusals import Refused

ODD = st.one_of(
    st.text(max_size=40), st.sampled_from(["9" * 5000, "a\0b", "²", "٣", "1e9", "-", "−3", "+4", " 5 "])
)


def spec(name: str) -> Any:
    return GAMES[name.partition(".")[0]].spec(name)


class Figures(PlainForm):
    price = forms.IntegerField(min_value=0)
    amount = forms.IntegerField(min_value=-5)
    gold = WholeField()
    score = WholeField(least=-2)


@pytest.mark.parametrize(
    ("name", "digits"), [("price", True), ("amount", False), ("gold", True), ("score", False)]
)
def test_a_phone_opens_its_digits_where_no_minus_is_needed(name: str, digits: bool) -> None:
    assert ('inputmode="numeric"' in str(Figures()[name])) == digits


@pytest.mark.parametrize(
    ("name", "sent", "params"),
    [
        ("opr.round", "mission=m&round=2&warband=w", {"mission": "m", "round": 2, "warband": "w"}),
        ("opr.round", "round=1&round=2&gone=a&gone=b", {"round": 2, "gone": ["a", "b"]}),
        ("opr.spend_underdog", "by=−1", {"by": -1}),
        ("opr.recruit", "veteran=on", {"veteran": True}),
        ("conquest.sign_on", "sails=0", {"sails": False}),
        ("conquest.sign_on", "sails=false", {"sails": False}),
        ("conquest.correct", "owner=", {"owner": ""}),  # nobody, where an answer is needed
        ("conquest.grant", "gold=&ep=3", {"ep": 3}),  # nothing typed is left to the default
        ("opr.round", "round=1&unknown=1", {"round": 1}),
    ],
)
def test_parameters_are_read_by_the_shape_the_door_checks(
    name: str, sent: str, params: dict[str, Any]
) -> None:
    assert read_params(spec(name), QueryDict(sent)) == params


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ("round=two", "two is not a whole number."),
        ("round=٣", "٣ is not a whole number."),
        ("round=" + "9" * 5000, "99999999999999999999 is not a whole number."),
        ("round=", "Type a whole number."),
        ("", "Type a whole number."),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named_with_a_sentence(sent: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read_params(spec("opr.round"), QueryDict(sent))
    assert (refused.value.key, refused.value.sentence) == ("round", sentence)


def test_only_the_parameters_a_page_sends_are_read() -> None:
    sent = QueryDict("mission=other&round=1")
    assert read_params(spec("opr.round"), sent, only=("round",), mission="m") == {"mission": "m", "round": 1}


def test_the_shape_itself_names_the_parameter_that_does_not_fit() -> None:
    with pytest.raises(Refused) as refused:
        spec("opr.round").checked({"mission": "m", "round": "two"})
    assert refused.value.key == "round"
    with pytest.raises(Refused) as refused:
        spec("opr.round").checked({"mission": "m", "round": 1, "nothing": 1})
    assert refused.value.key == "nothing"


@given(st.dictionaries(st.sampled_from(["mission", "warband", "round", "gone", "words", "x"]), ODD))
def test_whatever_is_sent_fits_the_shape_or_is_refused(sent: dict[str, str]) -> None:
    asked = spec("opr.round")
    post = QueryDict(mutable=True)
    post.update(sent)
    form = ParamsForm(asked, post)
    if form.is_valid():
        known = {"mission": "", **form.cleaned_data}
        assert set(asked.checked(known)) == set(asked.params.model_fields)
        return
    assert all(sentences and all(sentences) for sentences in form.errors.values())
    for name in form.errors:
        assert form[name].data in (sent.get(name), [sent.get(name)])  # kept, to be drawn again


def test_every_plain_parameter_of_every_procedure_has_a_field() -> None:
    every = [
        param.annotation
        for game in GAMES.values()
        for one in game.procedures.values()
        for param in one.params.model_fields.values()
    ]
    for kind in (int, str, bool, list[str], list[str] | None, int | None):
        assert kind in every
        assert field_for(kind) is not None
    assert field_for(dict[str, bool]) is None


class Line(PlainForm):
    label = LineField(required=False)
    price = WholeField(required=False)


class Share(EachForm):
    share = WholeField(least=1, says="A share is 1 or more.")


def test_lines_with_the_same_names_are_read_one_by_one() -> None:
    post = QueryDict("label=A&label= B  c &label=&price=3&price=")
    assert [read(one) for one in row_forms(Line, post, "label")] == [
        {"label": "A", "price": 3},
        {"label": "B c", "price": None},
        {"label": "", "price": None},
    ]
    assert list(row_forms(Line, None, "label")) == []


def test_one_thing_among_several_has_fields_of_its_own() -> None:
    post = QueryDict("share:a=2&share:b=0")
    assert read(Share(post, "a")) == {"share": 2}
    with pytest.raises(Refused, match="A share is 1 or more"):
        read(Share(post, "b"))


@pytest.mark.parametrize(
    ("field", "sent", "value"),
    [
        (LengthField(parts=10), "7,5", 75),
        (LengthField(parts=100), " 3 ", 300),
        (ThingField(), "  The  Bell ", "The Bell"),
        (TickField(), "on", True),
        (TickField(), None, False),
        (TapField([("a", "A")]), "a", "a"),
        (ManyField([("a", "A"), ("b", "B")]), ["b", "c", "a"], ["a", "b"]),
        (ManyField(), None, []),
        (MomentField(zone="Europe/Berlin"), "2026-11-22T19:30", "2026-11-22T19:30:00+01:00"),
        (MomentField(zone="", required=False), "", None),
    ],
)
def test_fields_give_typed_values(field: forms.Field, sent: Any, value: Any) -> None:
    assert field.clean(sent) == value


@pytest.mark.parametrize(
    "field",
    [
        WholeField(),
        LengthField(parts=10),
        TapField([("a", "A")]),
        MomentField(zone="UTC"),
        ManyField(),
        LineField(most=9),
        ThingField(),
    ],
)
@given(sent=ODD)
def test_a_field_takes_what_was_sent_or_says_why_not(field: forms.Field, sent: str) -> None:
    sentences = []
    try:
        field.clean([sent] if isinstance(field, ManyField) else sent)
    except forms.ValidationError as error:
        sentences = error.messages
    assert all(sentences)


def test_buttons_and_ids() -> None:
    request = RequestFactory().post("/", {"back": "1", "unit": ["a", "b"], "odd": "a\0b", "long": "x" * 999})
    assert tapped(request, "send", "back") == "back"
    assert tapped(request, "send") == ""
    assert (word(request, "unit"), sent_ids(request, "unit")) == ("b", ["a", "b"])
    assert word(request, "odd") == word(request, "long") == word(request, "none") == ""
    assert sent_to(RequestFactory().get("/?a=1")) is None
    assert [number_of(one) for one in ("7", "0", "x", "٣", "9" * 5000, "")] == [7, 0, None, None, None, None]
