"""What every form carries: the proof that it comes from our page, and a word of the page it stands on.

It stands in place of Django's `csrf_token`, so that no form can be without: sent twice, it counts once
(`campaigns.shell.reading.sent_once`). One word for all forms of a page, since address and content tell
them apart and random letters weigh on a phone.
"""

from __future__ import annotations

from uuid import uuid4

from django import template
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def csrf_token(context: template.Context) -> SafeString:
    """Hidden fields of a form that is posted."""
    proof = CsrfTokenNode().render(context)
    page = context.get("request")
    word = getattr(page, "word_of_forms", "") or uuid4().hex
    if page is not None:
        page.word_of_forms = word
    return format_html('{}<input type="hidden" name="once" value="{}">', proof, word)
