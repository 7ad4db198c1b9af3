"""Template tags that draw the signs of the look: icons, emblems, dice, boxes, tallies.

Everything is inline SVG without a style attribute (the page's security policy refuses those); colours come
from the classes in `static/css`. What a sign means in words is its label; a sign beside its words has none.
The same sign is drawn once: a page repeats a few of them a hundred times. So is a line of a list
(`include_once`, `include_each`): after a change most lines tell what they told before.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import groupby

from django import template
from django.conf import settings
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink
from campaigns.shell import rule_hint
from campaigns.shell.frame import NavItem
from campaigns.shell.look.emblems import EmblemLook, colour_words, emblem_named, is_striped
from campaigns.shell.questions import question_forms
from campaigns.shell.reading.answers import AnswerForm
from campaigns.shell.what_now import what_now
from config.memory import remembered
from config.serving.first_paint import STYLE
from rules.engine import language
from rules.engine.language import signed
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused
from rules.engine.telling import with_full_stop

register = template.Library()
drawn_once = remembered(most=2**20)

SPRITES = ("icons.svg", "icons-more.svg")
# The letters of the display face (`scripts/display_font.py`) and the few signs that may come from another.
DISPLAY_LETTERS = re.compile(r"[ -~\u00a0À-ÿ¡¿«»·–—‘’“”„…−½×′″→]*")

STRIPE = mark_safe(
    '<rect x="4" y="4" width="28" height="28" rx="4" fill="none" stroke="#FFF" stroke-width="2"/>'
)
STRIKE = mark_safe('<path class="strike" d="M5 31 31 5"/>')
BOX = "h5v10.6h-5z"
PIPS = {
    1: ((18, 18),),
    2: ((10, 10), (26, 26)),
    3: ((10, 10), (18, 18), (26, 26)),
    4: ((10, 10), (26, 10), (10, 26), (26, 26)),
    5: ((10, 10), (26, 10), (18, 18), (10, 26), (26, 26)),
    6: ((10, 10), (26, 10), (10, 18), (26, 18), (10, 26), (26, 26)),
}


@register.simple_tag
def follows(part: str, address: str, *names: str, each_minute: bool = False) -> SafeString:
    """`<section {% follows "news" address "entries" %}>`: the attributes of an element that follows.

    It is fetched anew from `address`, as the element `part`, when an event has touched one of the names
    (`campaigns.engine.stored.topics`); `each_minute` also when nothing was told, for what hangs on the time.
    """
    more = mark_safe(" data-each-minute") if each_minute else ""
    attributes = 'id="{}" data-refresh-on="{}" data-from="{}"{}'
    return format_html(attributes, part, " ".join(filter(None, names)), address, more)


@register.simple_tag
def include_once(name: str, **values: Hashable) -> SafeString:
    """`{% include_once "parts/unit_row.html" unit=row %}`: drawn once for the same values. The template sees
    these alone, neither page nor request, and holds no form."""
    language, zone = get_language(), get_current_timezone_name()
    drawn = _included.__wrapped__ if settings.DEBUG else _included
    return drawn(name, tuple(values.items()), language, zone)


@register.simple_tag
def include_each(name: str, called: str, lines: Iterable[Hashable], **values: Hashable) -> SafeString:
    """`{% include_each "parts/unit_row.html" "unit" page.rows %}`: each of a list, by that name."""
    language, zone = get_language(), get_current_timezone_name()
    drawn, more = _included.__wrapped__ if settings.DEBUG else _included, tuple(values.items())
    each = [drawn(name, ((called, line), *more), language, zone) for line in lines]
    return mark_safe("".join(each))  # noqa: S308 - our own template's


@remembered(most=2**22)  # the standings of the largest league: asked for in order, one more would leave none
def _included(name: str, values: tuple[tuple[str, Hashable], ...], language: str, zone: str) -> SafeString:
    return render_to_string(name, dict(values))


@cache
def _sprite_of() -> dict[str, str]:
    """Which sprite holds an icon, by the icon's name."""
    found: dict[str, str] = {}
    for sprite in SPRITES:
        text = (settings.ROOT / "static" / sprite).read_text()
        found |= dict.fromkeys(re.findall(r'<symbol id="([^"]+)"', text), sprite)
    return found


def icon_url(name: str) -> str:
    """The address of an icon inside its sprite."""
    if name not in _sprite_of():
        raise ValueError(f"No icon is called {name!r}; add it to scripts/icons.py and run that.")
    return f"{static(_sprite_of()[name])}#{name}"


def _aria(label: str) -> SafeString:
    return format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')


register.filter("colour_words", colour_words)
register.filter("is_striped", is_striped)
register.filter("ended", with_full_stop)
register.filter("signed", signed)


@register.simple_tag
@drawn_once
def icon(name: str, label: str = "", cls: str = "") -> SafeString:
    """`{% icon "flag" %}`; give `label` only when no words stand beside it."""
    classes = f"icon {cls}".strip()
    return format_html(
        '<svg class="{}" {}><use href="{}"></use></svg>', classes, _aria(label), icon_url(name)
    )


@register.simple_tag
@drawn_once
def emblem(name: str, size: str = "", label: str = "") -> SafeString:
    """A player's emblem: `{% emblem seat.emblem %}`, `size` "sm" or "lg"."""
    sign = emblem_named(name)
    return format_html(
        '<svg class="emblem{}" viewBox="0 0 36 36" {}>'
        '<rect class="edge" x="1" y="1" width="34" height="34" rx="7" fill="{}" stroke-width="1.5"/>{}'
        '<use href="{}" x="9" y="9" width="18" height="18" fill="{}"></use></svg>',
        f" emblem-{size}" if size else "",
        _aria(label),
        sign.fill,
        STRIPE if sign.striped else "",
        icon_url(sign.icon),
        sign.sign,
    )


def _tile(sign: EmblemLook) -> SafeString:
    return format_html(
        '<pattern id="swatch-{}" width="8" height="8" patternUnits="userSpaceOnUse">'
        '<path class="hatch-line hatch-{}" d="{}" fill="none" stroke="{}" stroke-width="{}"'
        ' stroke-linecap="round"/></pattern>',
        sign.name,
        sign.name.removesuffix("-2"),
        sign.hatch,
        sign.fill,
        2.6 if sign.name.startswith("purple") else 1.4,
    )


@register.simple_tag
def hatch(name: str) -> SafeString:
    """A swatch of a player's colour and hatch."""
    sign = emblem_named(name)
    return format_html(
        '<svg class="hatch" viewBox="0 0 64 32" aria-hidden="true"><defs>{}</defs>'
        '<rect class="fill" width="64" height="32" fill="{}"/>'
        '<rect x="1" y="1" width="62" height="30" fill="url(#swatch-{})" stroke="{}" stroke-width="2"'
        ' class="hatch-{}"/></svg>',
        _tile(sign),
        sign.fill,
        sign.name,
        sign.fill,
        sign.name.removesuffix("-2"),
    )


def _die_label(value: object, origin: str) -> str:
    said = {
        "app": _("%(face)s, rolled by the app"),
        "hand": _("%(face)s, rolled by hand"),
        "struck": _("%(face)s, re-rolled"),
        "impossible": _("%(face)s, not possible"),
    }.get(origin, "%(face)s")
    return said % {"face": value}


def _die_face(value: object) -> SafeString:
    if isinstance(value, int) and value in PIPS:
        circles = ((x, y) for x, y in PIPS[value])
        return format_html_join("", '<circle class="pip" cx="{}" cy="{}" r="3.1"/>', circles)
    return format_html('<text x="18" y="23">{}</text>', value)


@register.simple_tag
def die(value: int | str, origin: str = "plain", size: str = "", label: str | None = None) -> SafeString:
    """A die: `{% die 4 origin="app" %}`; or hand, struck, impossible, plain. `label=""` hides it."""
    return _die(value, origin, size, _die_label(value, origin) if label is None else label)


@drawn_once
def _die(value: int | str, origin: str, size: str, label: str) -> SafeString:
    return format_html(
        '<svg class="die die-{}{}" viewBox="0 0 36 36" {}>'
        '<rect class="body" x="1" y="1" width="34" height="34" rx="7"/>{}{}</svg>',
        origin,
        f" die-{size}" if size else "",
        _aria(label),
        _die_face(value),
        STRIKE if origin == "struck" else "",
    )


@register.simple_tag
def xp_boxes(xp: int, new: int = 0, most: int = 30) -> SafeString:
    """One box per XP up to `most`, in fives; the last `new` of the filled ones in brass."""
    said = ngettext("%(xp)s experience point", "%(xp)s experience points", xp) % {"xp": xp}
    if new:
        said += " " + _("(%(new)s new)") % {"new": new}
    return _xp_boxes(xp, new, most, said)


@drawn_once
def _xp_boxes(xp: int, new: int, most: int, said: str) -> SafeString:
    width = max(most, xp) * 6.6 + (max(most, xp) - 1) // 5 * 3.5
    kinds = (("got", 0, xp - new), ("new", xp - new, xp), ("open", xp, max(most, xp)))
    drawn = ((kind, _boxes(first, end)) for kind, first, end in kinds if first < end)
    paths = format_html_join("", '<path class="{}" d="{}"/>', drawn)
    view = f"0 0 {width:.1f} 12"
    return format_html('<span class="xp"><svg viewBox="{}" {}>{}</svg></span>', view, _aria(said), paths)


def _boxes(first: int, end: int) -> str:
    """A path of boxes, each told from the one before it: a page of units repeats itself and packs well."""
    steps = (f"m{10.1 if box % 5 == 0 else 6.6} 0{BOX}" for box in range(first + 1, end))
    return f"M{first * 6.6 + first // 5 * 3.5 + 0.5:.1f} .7{BOX}" + "".join(steps)


@register.simple_tag
@drawn_once
def tally(count: int, label: str = "", cls: str = "") -> SafeString:
    """Strokes, the fifth across: `{% tally unit.kills label="2 kills" %}`."""
    strokes = [(n, n // 5) for n in range(count)]
    paths, x = [], 3
    for _group, members in groupby(strokes, key=lambda stroke: stroke[1]):
        size = len(list(members))
        paths += [f"M{x + 5 * n} 2V18" for n in range(min(size, 4))]
        if size == 5:
            paths.append(f"M{x - 3} 14 {x + 18} 6")
        x += 27
    width = max(6, x - 27 + 5 * min((count - 1) % 5 + 1, 4)) if count else 6
    return format_html(
        '<svg class="{}" viewBox="0 0 {} 20" {}><path d="{}"/></svg>',
        f"tally {cls}".strip(),
        width,
        _aria(label),
        " ".join(paths),
    )


@register.simple_tag
def first_paint() -> SafeString:
    """The styles of `config/serving/first_paint.py`, inline, just as the security policy knows them."""
    return mark_safe(f"<style>{STYLE}</style>")  # noqa: S308 - our own files


@register.simple_tag(takes_context=True)
def page_style(context: template.Context, name: str) -> SafeString:
    """A page's own style sheet: in the head; on a first visit where `late_styles` stands, after the paint."""
    link = format_html('<link rel="stylesheet" href="{}">', static(name))
    request = context["request"]
    if request.COOKIES.get("css"):
        return link
    request.late_styles = [*getattr(request, "late_styles", []), link]
    return SafeString()


@register.simple_tag(takes_context=True)
def late_styles(context: template.Context) -> SafeString:
    """The style sheets `page_style` has put off."""
    request = context.get("request")
    return format_html_join("", "{}", ((link,) for link in getattr(request, "late_styles", [])))


@register.simple_tag
def mark() -> SafeString:
    """Musterroll's sign: four strokes and a brass fifth."""
    return mark_safe(
        '<svg class="mark" viewBox="0 0 26 24" aria-hidden="true"><path d="M5 3V21M10 3V21M15 3V21M20 3V21"/>'
        '<path class="fifth" d="M1.5 17 24.5 7"/></svg>'
    )


@register.simple_tag
def rule_id(rule: str, url: str = "", label: str = "") -> SafeString:
    """A rule's id, dotted underline: `{% rule_id "OPR-39" url=… label="Heroes" %}`; nothing if empty."""
    if not rule:
        return mark_safe("")
    words = f"{rule} {label}".strip()
    if url:
        return format_html('<a class="rule-id" href="{}">{}</a>', url, words)
    return format_html('<span class="rule-id">{}</span>', words)


@register.simple_tag(takes_context=True)
def way_out(context: template.Context, refused: object, at: str = "") -> ButtonLink | None:
    """`{% way_out refused at as way %}`: the button beside a refusal, where there is something to go to; none
    to `at`, the page it stands on."""
    viewer = context.get("viewer")
    way = what_now(viewer, refused) if viewer and isinstance(refused, Refused) else None
    return None if way and at and way.url.partition("?")[0] == at else way


@register.simple_block_tag(takes_context=True)
def rules_explained(context: template.Context, content: SafeString) -> SafeString:
    """The body of a page, and below it what its rule ids are, until this browser has opened a rule."""
    request = context.get("request")
    return content + rule_hint.rule_hint(content, request) if request else content


@register.filter
@stringfilter
def serif(name: str) -> str:
    """The class `serif` for a text with a letter outside the display face: it falls back whole."""
    return "" if DISPLAY_LETTERS.fullmatch(name) else "serif"


@register.filter
def headed(head: object, words: object) -> str:
    """`{{ name|headed:words }}`: "name: words", its colon as the reader's language sets it."""
    return language.with_heading(head, words)


@register.filter
def boxed(content: SafeString, box: str) -> SafeString:
    """Put a rendered block into `<tag class=…>` ("aside.side"), or nothing at all when it is empty."""
    if not content.strip():
        return mark_safe("")
    tag, _dot, classes = box.partition(".")
    return format_html('<{0} class="{1}">{2}</{0}>', tag, classes.replace(".", " "), content)


@register.filter
def back_link(url: SafeString) -> SafeString:
    """The arrow at the head of a page; nothing without an address."""
    address = SafeString(url.strip())
    if not address:
        return address
    return format_html('<a class="head-back" href="{}">{}</a>', address, icon("arrow-left", label=_("Back")))


@register.filter
def tabs(nav: list[NavItem]) -> list[NavItem]:
    """The sections that are tabs on a phone, four at most."""
    return [item for item in nav if item.tab][:4]


@register.filter
def beyond_tabs(nav: list[NavItem]) -> list[NavItem]:
    """The sections a phone finds under "More"."""
    first = tabs(nav)
    return [item for item in nav if item not in first]


@register.filter
def quoted(words: str) -> SafeString:
    """What somebody wrote, between the quotation marks of the reader's language."""
    opens, _words, closes = _("“%(words)s”").partition("%(words)s")
    return format_html("{}<bdi>{}</bdi>{}", opens, words, closes)


@register.simple_tag
def drawn(question: Question, typed: AnswerForm | None = None) -> question_forms.QuestionView:
    """What a question looks like: `{% drawn question typed as view %}` keeps what was typed and refused."""
    return question_forms.question_view(question, typed or None)


@register.simple_tag
def told(question: Question, answer: Answer) -> question_forms.AnswerView:
    """An answer in words and dice: `{% told question answer as said %}`."""
    return question_forms.answer_view(question, answer)
