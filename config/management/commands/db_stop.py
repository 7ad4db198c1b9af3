"""`manage.py db_stop`: stop the embedded database, whoever uses it."""

from typing import Any

from django.conf import settings

from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Stop the embedded database, whoever uses it."

    def do(self, **options: Any) -> None:
        settings.EMBEDDED.stop()
        self.tell("The database is stopped.")
