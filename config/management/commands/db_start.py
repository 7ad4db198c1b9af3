"""`manage.py db_start`: start the embedded database and leave it running."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded import Cluster, EmbeddedError


class Command(BaseCommand):
    help = "Start the embedded database and leave it running."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        cluster: Cluster = settings.EMBEDDED
        try:
            cluster.start()
        except EmbeddedError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The database runs; its socket is in {cluster.socket}.")
