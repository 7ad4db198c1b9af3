"""A long list of leagues, a page at a time, and by a part of a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns.models import Scope

AT_ONCE, LONGEST = 50, 100


@dataclass(frozen=True, slots=True)
class Paged:
    """One page of a list. `find`: what was looked for; the addresses are empty where there is nothing.
    `long`: there is something to look through."""

    items: Sequence[Scope]
    find: str
    number: int
    last: int
    before: str
    after: str

    @property
    def long(self) -> bool:
        return self.last > 1 or bool(self.find)


def paged(request: HttpRequest, found: QuerySet[Scope]) -> Paged:
    """The page that was asked for; the nearest one where there is none of that number."""
    find = request.GET.get("find", "").replace("\0", "").strip()[:LONGEST]
    if find:
        found = found.filter(name__icontains=find)
    pages = Paginator(found, AT_ONCE)
    page = pages.get_page(request.GET.get("page"))

    def address(number: int) -> str:
        return f"?{urlencode({'find': find, 'page': number} if find else {'page': number})}"

    return Paged(
        items=list(page),
        find=find,
        number=page.number,
        last=pages.num_pages,
        before=address(page.number - 1) if page.has_previous() else "",
        after=address(page.number + 1) if page.has_next() else "",
    )
