"""A long list, a page at a time; of leagues also by a part of a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from campaigns.models import Scope
from rules.engine.names import name_key

if TYPE_CHECKING:
    from django.core.paginator import _SupportsPagination

AT_ONCE, LONGEST = 50, 100


@dataclass(frozen=True, slots=True)
class Paged[One]:
    """One page of a list. `find`: what was looked for; the addresses are empty where there is nothing.
    `long`: there is something to look through."""

    items: Sequence[One]
    find: str
    number: int
    last: int
    before: str
    after: str

    @property
    def long(self) -> bool:
        return self.last > 1 or bool(self.find)


def paged_leagues(request: HttpRequest, found: QuerySet[Scope]) -> Paged[Scope]:
    """The page that was asked for of these leagues, or of those among them that are looked for."""
    find = request.GET.get("find", "").replace("\0", "").strip()[:LONGEST]
    return page_from(request, _named(found, find) if find else found, find=find)


def _named(found: QuerySet[Scope], find: str) -> QuerySet[Scope]:
    """Those in whose names it occurs, however its letters are written."""
    key = name_key(find)
    keyless = found.filter(name_key=None).order_by().values_list("pk", "name")  # by a version before
    alike = [pk for pk, name in keyless if key in name_key(name)]
    return found.filter(Q(name_key__contains=key) | Q(name__icontains=find) | Q(pk__in=alike))


def page_from[One](request: HttpRequest, found: _SupportsPagination[One], **kept: str) -> Paged[One]:
    """The page that was asked for, the nearest one where there is none of that number. `kept`: what else the
    address says, of which `find` is what was looked for."""
    pages = Paginator(found, AT_ONCE)
    page = pages.get_page(request.GET.get("page"))
    said = {name: value for name, value in kept.items() if value}

    def address(number: int) -> str:
        return f"?{urlencode({**said, 'page': number})}"

    return Paged(
        items=list(page),
        find=kept.get("find", ""),
        number=page.number,
        last=pages.num_pages,
        before=address(page.number - 1) if page.has_previous() else "",
        after=address(page.number + 1) if page.has_next() else "",
    )
