"""The signs of the look: what they draw, what they say to a screen reader, and what templates may not do."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone
from django.utils.translation import override

from campaigns.opr.league.home import StandingsRow
from campaigns.shell.frame import NavItem
from campaigns.shell.look.emblems import EMBLEM_NAMES, EMBLEMS, colour_words, emblem_named
from campaigns.templatetags import look
from config.serving import first_paint
from rules.engine.language import signed

TEMPLATES = sorted((settings.ROOT / "templates").rglob("*.html"))
PAGES = [template for template in TEMPLATES if "pdf" not in template.parts]
STYLES = sorted((settings.ROOT / "static" / "css").glob("*.css"))


LAST = re.compile(r"[^\s>+~]+(?=\s*$)")  # what a selector is about


def drawing_classes() -> set[str]:
    """The classes an `<svg>` of ours may have."""
    sources = [
        *TEMPLATES,
        *(settings.ROOT / "campaigns").rglob("*.py"),
        *(settings.ROOT / "maps").rglob("*.py"),
    ]
    named = [one for file in sources for one in re.findall(r'<svg[^>]* class="([^"{]*)', file.read_text())]
    return {name for names in named for name in names.split()} | {"icon", "map"}


def drawn(source: str, **context: object) -> str:
    return Template("{% load look %}" + source).render(Context(context))


def test_a_sign_without_words_has_a_label_and_one_beside_words_has_none() -> None:
    assert 'role="img" aria-label="Hero"' in drawn('{% icon "star-fill" label="Hero" %}')
    assert 'aria-hidden="true"' in drawn('{% icon "star-fill" %}')


def test_an_icon_that_is_not_in_the_sprites_says_how_to_add_it() -> None:
    with pytest.raises(ValueError, match=r"scripts/icons\.py"):
        look.icon_url("no-such-icon")


def test_every_icon_named_in_a_template_exists() -> None:
    for template in TEMPLATES:
        for name in re.findall(r'{% icon "([^"]+)"', template.read_text()):
            assert look.icon_url(name), template


def test_no_page_carries_what_the_security_policy_refuses() -> None:
    for page in PAGES:
        text = page.read_text()
        assert not re.search(r"<[a-z][^>]*\sstyle=", text), f"{page}: use a class of static/css"
        assert not re.search(r"\shx-on[:=]|hx-vals=.js:|\son[a-z]+=\"", text), f"{page}: script in attributes"
        assert not re.search(r"<script(?![^>]*\s(src=|type=.application/json))", text), (
            f"{page}: put the script into static/js"
        )


def test_no_picture_is_as_wide_as_what_is_in_it() -> None:
    """An SVG has no width of its own in WebKit, which gives it the whole line then and names none."""
    sheets = {file.name: re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL) for file in STYLES}
    rules = ((name, rule) for name, text in sheets.items() for rule in re.findall(r"[^{}]+{[^{}]*}", text))
    asked = [
        f"{name}: {rule.strip()}"
        for name, rule in rules
        if re.search(r"\bsvg\b", rule.partition("{")[0])
        and re.search(r"(width|inline-size|flex-basis|flex)\s*:[^;}]*(min|max|fit)-content", rule)
    ]
    assert len(sheets) > 5
    assert asked == [], "write flex: none, or a width"


def test_a_button_outside_its_form_says_that_it_submits() -> None:
    """htmx sends the name and value of one of those only when its type stands there."""
    silent = [
        f"{file.name}: {tag}"
        for file in PAGES
        for tag in re.findall(r"<(?:button|input)\b(?:{%.*?%}|{{.*?}}|[^>{])*>", file.read_text(), re.DOTALL)
        if re.search(r'\sform="', tag) and not re.search(r'\stype="(?!button)', tag)
    ]
    assert silent == [], 'write type="submit"'


def test_a_link_to_a_pdf_says_so() -> None:
    """`installed.js` knows by it what would leave an iPhone's home screen without a way back."""
    pdfs = "|".join(
        f"{space}:{name}"
        for folder, space in (("campaigns", "campaigns"), ("maps/firestorm", "firestorm"))
        for file in (settings.ROOT / folder).rglob("urls.py")
        for name in re.findall(r'path\([^)]*\.pdf"[^)]*name="(\w+)"', file.read_text())
    )
    silent = [
        f"{file.name}: {tag}"
        for file in PAGES
        for tag in re.findall(r"<a\b(?:{%.*?%}|{{.*?}}|[^>{])*>", file.read_text(), re.DOTALL)
        if re.search(rf"""url ['"](?:{pdfs})['"]""", tag) and 'type="application/pdf"' not in tag
    ]
    assert pdfs.count("|") > 3
    assert silent == []


def test_widths_of_windows_follow_the_letters_somebody_has_set() -> None:
    styles = "".join(one.read_text() for one in first_paint.FOLDER.glob("*.css"))
    asked = re.findall(r"@media ([^{]*(?:width|height)[^{]*)", styles)
    assert len(asked) > 30
    assert not [one for one in asked if "px" in one], "in em, which follows the letters as it follows zoom"


def test_no_drawing_is_as_wide_as_its_content() -> None:
    """A drawing has no content of its own to measure: one browser takes 0, another 300 pixels."""
    drawn_as = {"svg", *drawing_classes()}
    measured = [
        f"{selector.strip()} {{ {said.strip()} }}"
        for file in sorted(first_paint.FOLDER.glob("*.css"))
        for selector, said in re.findall(
            r"([^{};]+){([^{}]*)}", re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
        )
        if re.search(r"(?:width|height|size|basis|flex):[^;]*(?:max|min|fit)-content", said)
        if drawn_as
        & {part for one in selector.split(",") for part in re.findall(r"[\w-]+", LAST.findall(one)[-1])}
    ]
    assert len(drawn_as) > 8
    assert measured == [], "give a drawing a size, or `flex: none` where it must not shrink"


@pytest.mark.parametrize("name", ["user-select", "hyphens"])
def test_what_safari_knows_by_its_own_name_has_that_too(name: str) -> None:
    styles = "".join(one.read_text() for one in first_paint.FOLDER.glob("*.css"))
    said = re.findall(rf"(?<![-\w]){name}: ([\w-]+)", styles)
    assert said
    assert said == re.findall(rf"-webkit-{name}: ([\w-]+); {name}: ", styles)


def test_every_emblem_has_an_icon_of_its_own() -> None:
    assert len({emblem.icon for emblem in EMBLEMS.values()}) == len(EMBLEM_NAMES) == 16
    for name in EMBLEM_NAMES:
        assert emblem_named(name).icon in drawn("{% emblem name %}", name=name)
        assert f'id="swatch-{name}"' in drawn("{% hatch name %}", name=name)


def test_the_ninth_emblem_is_striped() -> None:
    assert EMBLEM_NAMES[8] == "orange-2"
    assert "#FFF" in drawn('{% emblem "orange-2" %}')


def test_an_unknown_emblem_is_drawn_as_iron() -> None:
    assert emblem_named("puce").name == "iron"


@pytest.mark.parametrize(("face", "pips"), [(1, 1), (3, 3), (6, 6)])
def test_a_die_shows_as_many_pips_as_its_face(face: int, pips: int) -> None:
    assert drawn("{% die face %}", face=face).count('class="pip"') == pips


def test_a_die_says_who_rolled_it() -> None:
    assert 'aria-label="4, rolled by the app"' in drawn('{% die 4 origin="app" %}')
    assert 'aria-label="4, re-rolled"' in drawn('{% die 4 origin="struck" %}')
    assert ">41</text>" in drawn('{% die "41" %}')


@pytest.mark.parametrize(
    ("xp", "new", "got", "fresh", "open_"), [(17, 2, 15, 2, 13), (0, 0, 0, 0, 30), (31, 1, 30, 1, 0)]
)
def test_xp_boxes_are_filled_new_ones_apart(xp: int, new: int, got: int, fresh: int, open_: int) -> None:
    boxes = drawn("{% xp_boxes xp new=new %}", xp=xp, new=new)
    counted = {kind: path.count("z") for kind, path in re.findall(r'class="(\w+)" d="([^"]*)"', boxes)}
    assert [counted.get(kind, 0) for kind in ("got", "new", "open")] == [got, fresh, open_]


@pytest.mark.parametrize(("count", "strokes"), [(0, 0), (3, 3), (5, 5), (7, 7), (12, 12)])
def test_a_tally_has_as_many_strokes_as_it_counts(count: int, strokes: int) -> None:
    assert drawn("{% tally count %}", count=count).count("M") == strokes


def test_a_rule_id_leads_to_its_rule() -> None:
    assert (
        drawn('{% rule_id "OPR-39" "/rules" "Heroes" %}')
        == '<a class="rule-id" href="/rules">OPR-39 Heroes</a>'
    )
    assert drawn('{% rule_id "" %}') == ""


@pytest.mark.parametrize(("name", "cls"), [("Sister Zoë", ""), ("Żółta Gęś", "serif"), ("Орден", "serif")])
def test_a_name_beyond_the_display_face_falls_back_whole(name: str, cls: str) -> None:
    assert look.serif(name) == cls


@pytest.mark.parametrize(("number", "words"), [(5, "+5"), (-5, "−5"), (0, "0")])
def test_amounts_carry_their_sign(number: int, words: str) -> None:
    assert signed(number) == words


def test_a_line_of_a_list_is_drawn_once_for_what_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(look, "render_to_string", lambda name, values: made.append(name) or f"{values} drawn")
    look._included.cache_clear()
    line = '{% include_once "a/line.html" what=what %}'
    texts = [drawn(line, what=what) for what in ("Bell", "Lamps", "Bell")]
    with override("de"):
        texts.append(drawn(line, what="Bell"))
    with timezone.override("Asia/Tokyo"):
        texts.append(drawn(line, what="Bell"))
    look._included.cache_clear()
    assert texts[0] == texts[2] != texts[1]
    assert len(made) == 4, "another text, another language and another time zone are other lines"


def test_a_list_of_the_largest_league_is_drawn_once_and_stays() -> None:
    """Asked for in order, what is too much for the shelf would go just before its turn."""
    row = StandingsRow(
        rank=1, name="A name as long as they are", player="Somebody", emblem="blue", url="/l/1/w/1-2/",
        played=12, won=4, vp=33, figure="33", how="33 VP", mine=False,
    )  # fmt: skip
    rows = [replace(row, rank=n, name=f"{row.name} {n}", url=f"/l/1/w/{n}/") for n in range(400)]
    look._included.cache_clear()
    line = '{% include_each "parts/standings_row.html" "row" rows show_figure=True %}'
    text = drawn(line, rows=rows)
    assert len(look._included.shelf.kept) == 400
    alone = '{% include_once "parts/standings_row.html" row=row show_figure=True %}'
    assert drawn(f"{{% for row in rows %}}{alone}{{% endfor %}}", rows=rows) == text
    assert len(look._included.shelf.kept) == 400
    look._included.cache_clear()


def test_a_line_drawn_once_has_no_form_and_knows_no_visitor() -> None:
    once = re.compile(r'include_(?:once|each) "([^"]+)"')
    lines = {name for page in PAGES for name in once.findall(page.read_text())}
    assert "parts/unit_row.html" in lines
    for name in lines - {"campaigns/shell/_chronicle_line.html"}:  # its form is for the whole chronicle
        text = (settings.ROOT / "templates" / name).read_text()
        assert not re.search(r"csrf_token|\brequest\b|\bhere\.", text), name


def test_an_empty_block_leaves_no_box() -> None:
    assert drawn('{% filter boxed:"aside.side" %} {% endfilter %}') == ""
    assert drawn('{% filter boxed:"p.a.b" %}<b>x</b>{% endfilter %}') == '<p class="a b"><b>x</b></p>'


def test_names_in_blocks_are_escaped_once() -> None:
    page = drawn('{% filter boxed:"p.head-sub" %}{{ name }}{% endfilter %}', name="<b>&")
    assert page == '<p class="head-sub">&lt;b&gt;&amp;</p>'


def test_phones_show_four_tabs_and_keep_the_rest_under_more() -> None:
    nav = [NavItem(str(number), "/", "flag", tab=number % 2 == 0) for number in range(12)]
    assert [item.label for item in look.tabs(nav)] == ["0", "2", "4", "6"]
    assert len(look.beyond_tabs(nav)) == 8


def test_the_inline_style_is_the_one_the_policy_allows() -> None:
    style = re.fullmatch(r"<style>(.*)</style>", drawn("{% first_paint %}"))
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"'sha256-{digest}'" in str(settings.SECURE_CSP["style-src"])


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_chosen_theme_stands_in_the_page(theme: str) -> None:
    request = RequestFactory().get("/", headers={"cookie": f"theme={theme}"})
    page = Template('{% extends "base.html" %}').render(Context({"request": request}))
    assert f'<html lang="en" data-theme="{theme}">' in page


def test_a_made_up_theme_is_ignored() -> None:
    request = RequestFactory().get("/", headers={"cookie": "theme=x"})
    page = Template('{% extends "base.html" %}').render(Context({"request": request}))
    assert '<html lang="en">' in page


@pytest.mark.parametrize(("cookie", "first"), [("", "late"), ("1", "early")])
def test_a_pages_own_styles_wait_for_the_first_paint_unless_they_are_cached(
    rf: RequestFactory, cookie: str, first: str
) -> None:
    request = rf.get("/", headers={"Cookie": f"css={cookie}"})
    source = "{% load look %}early{% page_style 'css/table.css' %}late{% late_styles %}"
    page = Template(source).render(Context({"request": request}))
    assert page.count("css/table.css") == 1
    assert page.partition('<link rel="stylesheet"')[0] == {"early": "early", "late": "earlylate"}[first]


def test_colours_have_words_and_a_second_one_its_stripe() -> None:
    assert [colour_words(one) for one in ("green", "sky-2", "unheard-of")] == [
        "green",
        "sky blue with a stripe",
        "iron grey",
    ]
    assert all(colour_words(name) for name in EMBLEM_NAMES)


@pytest.mark.parametrize(("language", "said"), [
    ("en", "“<bdi>&lt;Pip&gt; ran</bdi>”"),
    ("fr", "«\N{NO-BREAK SPACE}<bdi>&lt;Pip&gt; ran</bdi>\N{NO-BREAK SPACE}»"),
])  # fmt: skip
def test_what_somebody_wrote_stands_between_the_quotation_marks_of_the_language(
    language: str, said: str
) -> None:
    with override(language):
        assert drawn("{{ words|quoted }}", words="<Pip> ran") == said


def test_no_template_writes_quotation_marks_of_one_language_itself() -> None:
    translated = re.compile(r"{% blocktrans.*?{% endblocktrans\w* %}|{% trans.*?%}", re.DOTALL)
    bare = {page.name for page in TEMPLATES if re.search("“(<bdi>)?{{", translated.sub("", page.read_text()))}
    assert bare == set()
