"""What every form carries: the proof that it comes from our page, and a word of the page it stands on.
And pieces of a page that are kept without either.

It stands in place of Django's `csrf_token`, so that no form can be without: sent twice, it counts once
(`campaigns.shell.reading.sent_once`). One word for all forms of a page, since address and content tell
them apart and random letters weigh on a phone.
"""

from __future__ import annotations

from uuid import uuid4

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.shell.drawn.by_value import FORMS, ByValue, ValuePart, place_of

register = template.Library()
PIECE = "is_piece"  # in the context of a piece of a page that is drawn to be kept


@register.simple_tag(takes_context=True)
def csrf_token(context: template.Context) -> SafeString:
    """Hidden fields of a form that is posted."""
    if context.get(PIECE):
        return place_of(FORMS)
    proof = CsrfTokenNode().render(context)
    page = context.get("request")
    word = getattr(page, "word_of_forms", "") or uuid4().hex
    if page is not None:
        page.word_of_forms = word
    return format_html('{}<input type="hidden" name="once" value="{}">', proof, word)


@register.simple_tag(takes_context=True)
def part(context: template.Context, shown: ValuePart) -> SafeString:
    """`{% part row %}`: a part by its values, or its place in a piece of a page that is kept."""
    return place_of(shown.id) if context.get(PIECE) else shown.drawn


@register.tag
def piece(parser: Parser, token: Token) -> PieceNode:
    """`{% piece "ledger" play.by_value %} … {% endpiece %}`: what shows only that and what its mark stands
    for, drawn once; with the `notes` of a form that was sent and comes back it is drawn anew."""
    _tag, name, of = token.split_contents()
    nodes = parser.parse(("endpiece",))
    parser.delete_first_token()
    return PieceNode(name.strip("\"'"), parser.compile_filter(of), nodes)


class PieceNode(template.Node):
    """A piece of a page that is kept."""

    def __init__(self, name: str, of: FilterExpression, nodelist: NodeList) -> None:
        self.name, self.of, self.nodelist = name, of, nodelist

    def render(self, context: template.Context) -> SafeString:
        of: ByValue | None = self.of.resolve(context, ignore_failures=True)
        if not of or not callable(context.get("notes")):
            return self.nodelist.render(context)
        return of.filled(self.name, lambda: self._drawn(context), lambda: csrf_token(context))

    def _drawn(self, context: template.Context) -> str:
        with context.push(**{PIECE: True}):
            return self.nodelist.render(context)
