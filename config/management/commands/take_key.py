"""`manage.py take_key`: the secret key was changed on purpose, and is the database's from now on."""

from django.core.management import CommandError
from django.db import connection

from config import installation
from config.database import keys
from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Take the secret key as it is now, after it was changed on purpose."

    def do(self, **options: object) -> None:
        with installation.database_running(self.tell):
            if keys.TABLE not in connection.introspection.table_names():
                raise CommandError("There is nothing to take it from: the next start notes the key there is.")
            keys.record_key(anew=True)
        self.tell(
            "The secret key is the database’s from now on. Everybody signs in anew; invitations and links "
            "made before are not shown any more, so make new ones. Machines with the old key do not open."
        )
