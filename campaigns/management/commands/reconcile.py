"""Fold every journal and compare it with the rows; with --rerun also ask today's rules. Changes nothing."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from campaigns.engine.stored.journal import reconcile, rerun_today
from campaigns.models import Scope


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rerun", action="store_true", help="list what today's rules would settle otherwise"
        )
        parser.add_argument("--league", type=int, help="only this league (its number)")

    def handle(self, *args: object, league: int | None, rerun: bool, **options: object) -> None:
        scopes = Scope.objects.all() if league is None else Scope.objects.filter(pk=league)
        wrong = 0
        for scope in scopes:
            found = reconcile(scope)
            wrong += len(found)
            for one in found:
                self.stdout.write(
                    f"{scope}: {one.table} {one.id} {one.field}: journal {one.before}, rows {one.after}"
                )
            if rerun:
                self._rerun(scope)
        if wrong:
            raise CommandError(f"{wrong} figures differ between journal and rows.")
        self.stdout.write(f"{scopes.count()} journals folded; rows and journals agree.")

    def _rerun(self, scope: Scope) -> None:
        for outcome in rerun_today(scope):
            told = outcome.refused.sentence if outcome.refused else "other effects"
            self.stdout.write(f"{scope}: entry {outcome.record.seq} {outcome.record.procedure}: {told}")
