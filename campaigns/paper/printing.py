"""The whole league on paper: the worker draws every sheet that has changed and puts them into one file.

Asking for the same league at the same version again leads to the file there is.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.tasks import task
from django.utils import timezone
from django.utils.translation import get_language, override
from django_tasks_db.models import DBTaskResult

from campaigns.engine.lines import Paper
from campaigns.engine.plugins import plugin_of
from campaigns.models import KeptSheet, LeaguePrint, Scope, Seat

KEPT_FOR = timedelta(days=60)
LATEST = 3  # files of a league that are kept
LEFT = timedelta(minutes=15)  # longer than any job takes
GIVEN_UP = timedelta(hours=1)


def ask_for(scope: Scope, seat: Seat | None, paper: Paper, base: str) -> LeaguePrint:
    """The league's file: the one there is for this version, in the reader's language, else a new one that
    the worker begins.
    """
    wanted = {"version": scope.version, "paper": paper, "base": base, "language": get_language() or "en"}
    found = LeaguePrint.objects.filter(scope=scope, failed=False, **wanted).first()
    if found is not None:
        return found
    with transaction.atomic():
        asked = LeaguePrint.objects.create(scope=scope, asked_by=seat, **wanted)
        transaction.on_commit(partial(draw_league.enqueue, asked.pk))
    return asked


def begin_again(now: datetime) -> int:
    """Have drawn what a worker that was killed has left in the middle, or never heard of; for an hour. How
    many that were."""
    again = 0
    for asked in LeaguePrint.objects.filter(content=None, failed=False, asked_at__lt=now - LEFT):
        jobs = DBTaskResult.objects.filter(task_path=draw_league.module_path, args_kwargs__args=[asked.pk])
        if jobs.ready().exists() or jobs.running().filter(started_at__gt=now - LEFT).exists():
            continue
        if asked.asked_at < now - GIVEN_UP:
            LeaguePrint.objects.filter(pk=asked.pk).update(failed=True)
        else:
            draw_league.enqueue(asked.pk)
            again += 1
    return again


@task()
def draw_league(print_id: int) -> None:
    """Draw the file and tidy up what nobody needs any more."""
    asked = LeaguePrint.objects.select_related("scope__club").get(pk=print_id)
    try:
        with override(asked.language):
            asked.content = _drawn(asked)
    except Exception:
        LeaguePrint.objects.filter(pk=print_id).update(failed=True)
        raise
    asked.save(update_fields=["content"])
    _tidy(asked.scope)


def _drawn(asked: LeaguePrint) -> bytes:
    from campaigns.paper import league  # half a second of every start, for the worker alone

    scope, said = asked.scope, partial(_say, print_id=asked.pk)
    paper: Paper = "Letter" if asked.paper == "Letter" else "A4"
    pages = plugin_of(scope.game).paper.pages(asked, paper)
    return league.render_pages(pages, scope.name, cache=KeptSheets(), progress=said)


def _say(done: int, of: int, *, print_id: int) -> None:
    LeaguePrint.objects.filter(pk=print_id).update(done=done, of=of)


def _tidy(scope: Scope) -> None:
    prints = LeaguePrint.objects.filter(scope=scope)
    latest = list(prints.values_list("pk", flat=True)[:LATEST])
    prints.exclude(pk__in=latest).delete()
    KeptSheet.objects.filter(used_at__lt=timezone.now() - KEPT_FOR).delete()


class KeptSheets(MutableMapping[str, bytes]):
    """Drawn sheets by their digest, in the database, so that every worker finds them."""

    def __getitem__(self, digest: str) -> bytes:
        found = KeptSheet.objects.filter(digest=digest)
        content = found.values_list("content", flat=True).first()
        if content is None:
            raise KeyError(digest)
        found.update(used_at=timezone.now())
        return bytes(content)

    def __setitem__(self, digest: str, content: bytes) -> None:
        KeptSheet.objects.get_or_create(digest=digest, defaults={"content": content})

    def __delitem__(self, digest: str) -> None:
        KeptSheet.objects.filter(digest=digest).delete()

    def __iter__(self) -> Iterator[str]:
        return iter(KeptSheet.objects.values_list("digest", flat=True))

    def __len__(self) -> int:
        return KeptSheet.objects.count()
