"""Leagues as an older release began them."""

from __future__ import annotations

from typing import Protocol

from campaigns.models import Scope


class HasScope(Protocol):
    scope: Scope


def asking[T: HasScope](league: T) -> T:
    """The same league, which asks a side that has one choice left as well."""
    Scope.objects.filter(pk=league.scope.pk).update(passes_over=False)
    return league
