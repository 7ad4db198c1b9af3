"""Commands that touch the installation itself: their troubles come out as one sentence, not a traceback."""

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from config.database.away import error_text, is_away
from config.database.backup_files import BackupError
from config.database.embedded import EmbeddedError
from config.database.hints import hint_for
from config.database.keys import AnotherKey
from config.run import WAS_AWAY


class PlainCommand(BaseCommand):
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        try:
            self.do(**options)
        except (EmbeddedError, BackupError, AnotherKey) as error:
            raise CommandError(str(error)) from error
        except (psycopg.Error, Error) as error:
            away, hint = is_away(error), hint_for(error)
            if hint is None and not away:
                raise
            hint = hint or f"The database was away: {error_text(error)}"
            again = away and settings.EMBEDDED_IN_USE
            raise CommandError(hint, returncode=WAS_AWAY if again else 1) from error

    def do(self, **options: object) -> None:
        raise NotImplementedError

    def tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
