"""`manage.py restore FILE`: put everything back as it was in a backup, or change nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from config import backups, installation
from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Restore a backup. The present state is backed up first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask before the present state goes")

    def do(self, **options: Any) -> None:
        file: Path = options["file"].expanduser().resolve()
        if not options["yes"] and not self.may_replace():
            self.tell("Nothing was changed.")
            return
        with installation.database_running(self.tell):
            if connection.introspection.table_names():
                self.tell(f"The present state is kept in {installation.back_up(lambda _: None)}.")
            self.tell(f"Restoring {file.name} and comparing every table …")
            backups.restore(file, installation.server(), installation.KEY, self.tell)
            connection.close()
            call_command("migrate", verbosity=0)
        self.tell("Done: every table is as it was backed up. Restart Musterroll if it is running.")

    def may_replace(self) -> bool:
        answer = input("This replaces everything the club has now. Type yes to go on: ")
        return answer.strip().lower() == "yes"
