"""`manage.py backup`: one file with everything the club has; then old ones go."""

from config import installation
from config.database import backup_files
from config.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Back the club's data up into one file."

    def do(self, **options: object) -> None:
        with installation.database_running(self.tell):
            self.tell("Backing up …")
            made = installation.back_up(self.tell)
            backup_files.prune_backups(installation.BACKUPS)
        self.tell(f"Done: {made} ({made.stat().st_size // 1024} kB). Keep a copy on another machine.")
