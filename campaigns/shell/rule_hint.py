"""What the codes at the end of a line are, said once on each of three pages; or until a rule was opened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

COOKIE = "rules"  # this browser has opened a rule
SEEN, ENOUGH = "hints", 3  # a sign for each page that has said it; a script of ours keeps count
AGE = 2 * 365 * 24 * 60 * 60
CODE = re.compile(r'<(a|span) class="(?:rule-id|rule-margin)"[^>]*>.*?</\1>', re.S)
LIST = re.compile(r'<(div|section|fieldset|[uod]l) class="ledger[" ]')
# Where a sentence would become part of something's name, or squeeze a narrow column.
NAMES = ("h1", "h2", "h3", "summary", "button", "legend", "label", "td", "a")
BEFORE = {"summary": "details", "td": "table"}
FOLDS, OPEN = re.compile(r"<(/?)details\b([^>]*)>"), re.compile(r"\sopen\b")


def knows_rules(request: HttpRequest) -> bool:
    return bool(request.COOKIES.get(COOKIE)) or len(request.COOKIES.get(SEEN, "")) >= ENOUGH


def opened_a_rule(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    """The answer, and the browser remembers that its reader knows what the codes are."""
    answer.set_cookie(COOKIE, "1", AGE, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer


def explained(page: SafeString, request: HttpRequest) -> SafeString:
    """The page's body with a sentence behind its first code that is in sight; where none has room for it,
    above the list that holds the first, or beside what does."""
    if 'class="rule-' not in page or knows_rules(request):
        return page
    every = list(CODE.finditer(page))
    if not every:
        return page
    folded = list(_folded(page))
    codes = [one for one in every if not any(start < one.start() < end for start, end in folded)] or every
    if any(code[1] == "a" for code in codes):
        words = _("Codes like this are rules. Tap one to read the rule in a sentence or two.")
    else:
        words = _("Codes like this are rules. The league’s rules page explains each in a sentence or two.")
    fitting = (code for code in codes if "rule-id" in code[0] and _has_room(page, code.start()))
    if first := next(fitting, None):
        hint = format_html(' <small class="rule-hint">{}</small>', words)
        return SafeString(page[: first.end()] + hint + page[first.end() :])
    at = _above(page, codes[0].start())
    return SafeString(page[:at] + format_html('<p class="rule-hint">{}</p>', words) + page[at:])


def _above(page: str, code: int) -> int:
    """Where the list begins that is still open at a code; else beside the heading or button that holds it."""
    for one in reversed(list(LIST.finditer(page, 0, code))):
        inside = page[one.start() : code]
        if len(re.findall(rf"<{one[1]}\b", inside)) > inside.count(f"</{one[1]}>"):
            return one.start()
    for tag, whole in BEFORE.items():
        if _is_inside(tag, page, code):
            return max(page.rfind(f"<{whole} ", 0, code), page.rfind(f"<{whole}>", 0, code))
    tag = next((one for one in NAMES if _is_inside(one, page, code)), "")
    return page.index(f"</{tag}>", code) + len(f"</{tag}>") if tag else len(page)


def _folded(page: str) -> Iterator[tuple[int, int]]:
    """From where to where what is folded away stands, but for its own title."""
    begun: list[int] = []
    for one in FOLDS.finditer(page):
        if not one[1]:
            title = page.find("</summary>", one.end())
            begun.append(-1 if OPEN.search(one[2]) else max(title, one.end()))
        elif begun and (start := begun.pop()) >= 0:
            yield start, one.start()


def _has_room(page: str, at: int) -> bool:
    return all(not _is_inside(tag, page, at) for tag in NAMES)


def _is_inside(tag: str, page: str, at: int) -> bool:
    opened = max(page.rfind(f"<{tag} ", 0, at), page.rfind(f"<{tag}>", 0, at))
    return opened > page.rfind(f"</{tag}>", 0, at)
