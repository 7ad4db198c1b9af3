"""`manage.py organiser`: the link that signs the club's first organiser in, for this terminal's eyes."""

from django.core.management import CommandError
from django.db import connection

from config import installation
from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Print the link that signs the organiser in."

    def do(self, **options: object) -> None:
        with installation.database_running(self.tell):
            made = bool(connection.introspection.table_names())
            way_in = installation.organisers_way_in() if made else ""
        if not way_in:
            raise CommandError("There is no club here yet: the first start makes it and prints the link.")
        self.tell(way_in)
