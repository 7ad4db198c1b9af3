"""What the codes on a page are, said once at the foot of each of three pages; or until a rule was opened."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

COOKIE = "rules"  # this browser has opened a rule
SEEN, ENOUGH = "hints", 3  # a sign for each page that has said it; a script of ours keeps count
AGE = 2 * 365 * 24 * 60 * 60
CODE, LINK = 'class="rule-', '<a class="rule-'  # as `rule_id` and the margins of lists begin


def knows_rules(request: HttpRequest) -> bool:
    return bool(request.COOKIES.get(COOKIE)) or len(request.COOKIES.get(SEEN, "")) >= ENOUGH


def opened_a_rule(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    """The answer, and the browser remembers that its reader knows what the codes are."""
    answer.set_cookie(COOKIE, "1", AGE, httponly=True, samesite="Lax", secure=request.is_secure())
    return answer


def rule_hint(body: str, request: HttpRequest) -> SafeString:
    """The sentence below a page's body that shows codes, for who does not know them; else nothing."""
    if CODE not in body or knows_rules(request):
        return SafeString("")
    words = _(
        "The codes on this page stand for rules. The league’s rules page explains each one in a sentence "
        "or two."
    )
    if LINK in body:
        words = _("The codes on this page stand for rules. Tap one to read the rule in a sentence or two.")
    return format_html('<p class="rule-hint">{}</p>', words)
