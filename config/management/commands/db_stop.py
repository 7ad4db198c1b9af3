"""`manage.py db_stop`: stop the embedded database, whoever uses it."""

from django.conf import settings

from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Stop the embedded database, whoever uses it."

    def do(self, **options: object) -> None:
        settings.EMBEDDED.stop()
        self.tell("The database is stopped.")
