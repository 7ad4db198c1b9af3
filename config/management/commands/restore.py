"""`manage.py restore FILE`: put everything back as it was in a backup, or change nothing.

`-` reads the file from the standard input, and no copy of it stays.
"""

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import CommandError, call_command
from django.db import connection

from config import installation
from config.database import backup_files, restoring
from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Restore a backup. The present state is backed up first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a backup, e.g. var/backups/….musterroll; - for what comes in")
        parser.add_argument("--yes", action="store_true", help="do not ask before the present state goes")

    def do(self, **options: object) -> None:
        with chosen_backup(str(options["file"])) as file:
            if not options["yes"] and not self.may_replace():
                self.tell("Nothing was changed.")
                return
            self.restore(file)

    def restore(self, file: Path) -> None:
        with installation.database_running(self.tell):
            if connection.introspection.table_names():
                self.tell(f"The present state is kept in {installation.back_up(lambda _: None)}.")
            self.tell(f"Restoring {file.name} and comparing every table …")
            restoring.restore_backup(file, installation.server(), installation.KEY, self.tell)
            connection.close()
            call_command("migrate", verbosity=0)
        self.tell("Done: every table is as it was backed up. Restart Musterroll if it is running.")

    def may_replace(self) -> bool:
        try:
            answer = input("This replaces everything the club has now. Type yes to go on: ")
        except EOFError:
            raise CommandError("Nobody is here to ask. Add --yes to restore without asking.") from None
        return answer.strip().lower() == "yes"


@contextmanager
def chosen_backup(name: str) -> Iterator[Path]:
    """The backup somebody named or sends, as long as it is needed."""
    if name != "-":
        yield named_backup(name)
        return
    with TemporaryDirectory(prefix="musterroll-restore-") as made:
        file = Path(made) / f"sent{backup_files.SUFFIX}"
        with file.open("wb") as whole:
            shutil.copyfileobj(sys.stdin.buffer, whole)
        yield file


def named_backup(name: str) -> Path:
    """A backup that is there; else which there are to choose from."""
    file = Path(name).expanduser().resolve()
    if name and file.is_file():
        return file
    there = sorted(str(one) for one in installation.BACKUPS.glob(f"*{backup_files.SUFFIX}"))
    known = "\n  ".join(["The backups here are:", *there]) if there else "There is no backup here yet."
    asked = f"There is no file {file}." if name else "Say which backup: make restore FILE=…"
    raise CommandError(f"{asked} {known}")
