"""Commands that touch the installation itself: their troubles come out as one sentence, not a traceback."""

import psycopg
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from config.database.backup_files import BackupError
from config.database.embedded import EmbeddedError
from config.database.hints import hint_for


class PlainCommand(BaseCommand):
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        try:
            self.do(**options)
        except (EmbeddedError, BackupError) as error:
            raise CommandError(str(error)) from error
        except (psycopg.Error, Error) as error:
            hint = hint_for(error)
            if hint is None:
                raise
            raise CommandError(hint) from error

    def do(self, **options: object) -> None:
        raise NotImplementedError

    def tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
