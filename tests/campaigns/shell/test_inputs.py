"""Fields as templates draw them: tied to their label, their help and what is wrong with them."""

from __future__ import annotations

import re

from django import forms
from django.template import Context, Template
from django.utils.datastructures import MultiValueDict

from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import LineField, PickField, TapField, TickField
from campaigns.shell.reading.forms import PlainForm

ENDS = [("won", "Won"), ("lost", "Lost")]


class SampleForm(PlainForm):
    words = LineField(label="Why", most=20, help_text="The others read it.")
    side = PickField(label="Side")
    end = TapField(ENDS, label="How it ended", widget=forms.RadioSelect)
    sure = TickField(label="Sure")


def drawn(template: str, form: PlainForm) -> str:
    return Template("{% load inputs %}" + template).render(Context({"form": form}))


def attributes(html: str) -> dict[str, str]:
    """Those of the first input of some HTML; one without a value says nothing."""
    found = re.search(r"<(?:input|select)\b([^>]*)>", html)
    assert found
    return dict(re.findall(r'([\w-]+)(?:="([^"]*)")?', found[1]))


def test_a_field_says_its_label_and_its_help_and_cuts_nothing() -> None:
    html = drawn("{% field form.words %}", SampleForm(auto_id="a-%s"))
    told = attributes(html)
    assert '<label class="form-label" for="a-words">Why</label>' in html
    assert (told["id"], told["aria-describedby"]) == ("a-words", "a-words-help")
    assert "maxlength" not in told
    assert 'id="a-words-help">The others read it.' in html
    assert "role=" not in html


def test_what_is_wrong_stands_beside_what_was_typed() -> None:
    sent = MultiValueDict({"words": ["so many words that it never ends"]})
    html = drawn("{% field form.words %}", SampleForm(sent))
    told = attributes(html)
    assert told["value"] == "so many words that it never ends"
    assert told["aria-invalid"] == "true"
    assert told["aria-describedby"].split() == ["id_words-error", "id_words-help"]
    assert re.search(r'id="id_words-error" role="alert">.*That is too long', html, re.S)


def test_an_input_alone_is_described_by_the_sentence_beside_it() -> None:
    form = SampleForm(MultiValueDict({"words": [""]}))
    html = drawn('{% control form.words label="Reason" id="mine" %}{% beside form.words id="mine" %}', form)
    told = attributes(html)
    assert (told["aria-label"], told["aria-describedby"]) == ("Reason", "mine-error")
    assert html.count('id="mine-error"') == 1
    assert "disabled" in attributes(drawn("{% control form.sure fixed=True %}", form))


def test_a_bare_field_reads_its_label_out() -> None:
    html = drawn("{% field form.words bare=True %}", SampleForm())
    told = attributes(html)
    assert "<label" not in html
    assert (told["aria-label"], told["placeholder"]) == ("Why", "Why")


def test_a_list_offers_what_the_page_knows_and_keeps_what_was_chosen() -> None:
    form = SampleForm(MultiValueDict({"side": ["b"]}))
    set_choices(form.fields["side"], [("", "nobody"), ("Ours", [("a", "Ada"), ("b", "Bo")])])
    html = drawn("{% field form.side %}", form)
    assert '<optgroup label="Ours">' in html
    assert '<option value="b" selected>' in html
    assert "maxlength" not in attributes(html)


def test_of_several_answers_only_the_first_is_in_hand_when_none_was_tapped() -> None:
    answers = '{% for one in form.end %}{% answer one cls="tick" %}{{ one.choice_label }}{% endfor %}'
    html = drawn(answers, SampleForm(MultiValueDict({"words": ["so"]})))
    assert html.count("autofocus") == 1
    assert html.index("autofocus") < html.index("Won")
    assert html.count('class="tick"') == html.count('aria-invalid="true"') == len(ENDS)
