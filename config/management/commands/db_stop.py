"""`manage.py db_stop`: stop the embedded database, whoever uses it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded import Cluster, EmbeddedError


class Command(BaseCommand):
    help = "Stop the embedded database, whoever uses it."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        cluster: Cluster = settings.EMBEDDED
        try:
            cluster.stop()
        except EmbeddedError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The database is stopped.")
