"""`manage.py prepare`: everything between a running database and the first page.

Backs up once a day and before an upgrade, migrates, collects static files when they changed, and makes
the club the first time: the demo club when there is one, else an empty club with its organiser. Only then
its last line is the organiser's way in, since whoever keeps the log keeps that too; `manage.py organiser`
tells it at any time.
"""

import hashlib
from argparse import ArgumentParser
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands

from config import env, installation
from config.database import keys
from config.management.plain import PlainCommand
from config.serving.health import waiting_migrations
from config.serving.statics import NEVER_FETCHED


class Command(PlainCommand):
    help = "Bring database and static files up to date, and make the first club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        told = "collect static files and no more; needs no database, for the making of an image"
        parser.add_argument("--static", action="store_true", help=told)

    def do(self, **options: object) -> None:
        if options.get("static"):
            collect_if_changed()
            return
        if settings.EMBEDDED_IN_USE:
            installation.bring_over(settings.EMBEDDED, self.tell)
        keys.refuse_another()  # before anything is written
        self.migrate()
        keys.record_key()
        if not settings.DEBUG:
            collect_if_changed()
        if self.first_club():
            self.tell(installation.organisers_way_in())

    def migrate(self) -> None:
        """Apply what is waiting, after a backup when there is something to lose."""
        waiting = waiting_migrations()
        installation.back_up_if_due(self.tell, waiting)
        if waiting:
            call_command("migrate", verbosity=0, interactive=False)

    def first_club(self) -> bool:
        """Make a club when there is none; whether one was made."""
        from campaigns.people import seats as people

        clubs = apps.get_model("campaigns", "Club")._default_manager.all()
        if clubs.exists():
            return False
        if env.yes("MUSTERROLL_DEMO", default=True) and "demo" in get_commands():
            self.tell("Making a demo club …")
            call_command("demo")
            clubs.update(stage="demo")
        else:
            people.found_club(name="Our club", organiser_name="Organiser", stage="new")
        return True


def collect_if_changed() -> None:
    """Static files with hashed names; skipped when nothing changed, since it costs a second of each start."""
    root = Path(settings.STATIC_ROOT)
    stamp, now = root / ".collected", _fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NEVER_FETCHED)
    stamp.write_text(now)


def _fingerprint() -> str:
    """Of what the files hold: an image that was fetched tells other times than where it was made."""
    known = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(NEVER_FETCHED):
            known.update(f"{name}\n".encode() + Path(storage.path(name)).read_bytes())
    return known.hexdigest()
