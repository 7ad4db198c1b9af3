"""What the codes at the end of a line are, said once on each of three pages; or until a rule was opened."""

from __future__ import annotations

import re

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


def knows_rules(request: HttpRequest) -> bool:
    return bool(request.COOKIES.get(COOKIE)) or len(request.COOKIES.get(SEEN, "")) >= ENOUGH


def opened_a_rule(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    """The answer, and the browser remembers that its reader knows what the codes are."""
    answer.set_cookie(COOKIE, "1", AGE, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer


def explained(page: SafeString, request: HttpRequest) -> SafeString:
    """The page's body with a sentence behind its first code; where none has room for it, above the list that
    holds the first, or at the foot."""
    if 'class="rule-' not in page or knows_rules(request):
        return page
    codes = list(CODE.finditer(page))
    if not codes:
        return page
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
    """Where the list begins that is still open at a code; the foot of the page where none is."""
    for one in reversed(list(LIST.finditer(page, 0, code))):
        inside = page[one.start() : code]
        if len(re.findall(rf"<{one[1]}\b", inside)) > inside.count(f"</{one[1]}>"):
            return one.start()
    return len(page)


def _has_room(page: str, at: int) -> bool:
    return all(not _is_inside(tag, page, at) for tag in NAMES)


def _is_inside(tag: str, page: str, at: int) -> bool:
    opened = max(page.rfind(f"<{tag} ", 0, at), page.rfind(f"<{tag}>", 0, at))
    return opened > page.rfind(f"</{tag}>", 0, at)
