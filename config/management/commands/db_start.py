"""`manage.py db_start`: start the embedded database and leave it running."""

from django.conf import settings

from config import installation
from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Start the embedded database and leave it running."

    def do(self, **options: object) -> None:
        installation.make_way_for_version(settings.EMBEDDED, self.tell)
        settings.EMBEDDED.start()
        installation.bring_over(settings.EMBEDDED, self.tell)
        self.tell(f"The database runs; its socket is in {settings.EMBEDDED.socket}.")
