"""What an installation's commands share: a running database, healed, its backups, the organiser's way in."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, connections

from config.database import backup_files, backups, restoring, versions
from config.database.backup_files import BackupError
from config.database.embedded import Cluster
from config.database.server import Server, Tell
from config.run import ADDRESS, WAY_IN

KEY: Path = settings.DATA / "secret-key"
BACKUPS: Path = settings.DATA / "backups"


def server() -> Server:
    return Server.of(settings.DATABASES["default"])


@contextmanager
def database_running(tell: Tell) -> Iterator[None]:
    """The embedded database for the length of a block; an external one is somebody else's to run."""
    if not settings.EMBEDDED_IN_USE:
        yield
        return
    make_way_for_version(settings.EMBEDDED, tell)
    done = False
    with settings.EMBEDDED.in_use(lambda: make_final_backup(settings.EMBEDDED, tell) if done else ""):
        bring_over(settings.EMBEDDED, tell)
        yield
        connections.close_all()
        done = True


def make_way_for_version(cluster: Cluster, tell: Tell) -> None:
    versions.set_aside_old_version(cluster, BACKUPS, KEY, tell)


def make_final_backup(cluster: Cluster, tell: Tell) -> str:
    return versions.final_backup(cluster, BACKUPS, KEY, tell) if settings.BACK_UP else ""


def bring_over(cluster: Cluster, tell: Tell) -> None:
    """After a change of PostgreSQL's version: the old files stay aside, the last backup is restored."""
    aside = cluster.left_behind()
    if aside is None:
        return
    tell(f"The files of another PostgreSQL version are kept in {aside}.")
    last = backup_files.newest_whole(BACKUPS)
    if last is None:
        tell("There is no backup to restore, so the club starts empty. Nothing was deleted.")
    else:
        tell(f"Restoring the last backup, {last.name}:")
        restoring.restore_backup(last, server(), KEY, tell)
    cluster.is_restored()


def back_up(tell: Tell) -> Path:
    """One more backup. Deletes none: a restore may be about to read the oldest."""
    return backups.make(BACKUPS, server(), KEY, tell)


def back_up_if_due(tell: Tell, waiting: Sequence[str] = (), complain: Tell | None = None) -> None:
    """Once a day, and before an upgrade with migrations that wait: where that fails, the upgrade waits; the
    office opens without the daily one.
    """
    if not settings.BACK_UP or not connection.introspection.table_names():
        return
    made: Path | None = None
    if waiting:
        made = backups.make_before_upgrade(BACKUPS, server(), KEY, waiting, lambda _: None)
    else:
        try:
            made = backups.make_if_due(BACKUPS, server(), KEY, lambda _: None)
        except BackupError as error:
            (complain or tell)(str(error))
    if made:
        tell(f"Backed up to {made}.")


def trouble_with_backups() -> backups.BackupTrouble | None:
    return backups.backup_trouble(BACKUPS) if settings.BACK_UP else None


def organisers_way_in() -> str:
    """The line with the link that signs the first club's organiser in; empty where there is nobody. A demo
    that was left counts no more."""
    from campaigns.people import seats as people

    club = apps.get_model("campaigns", "Club")._default_manager.exclude(stage="aside").order_by("pk").first()
    path = people.organiser_sign_in_path(club) if club else None
    return f"{WAY_IN}  {site_url()}{path}" if path else ""


def site_url() -> str:
    """Where people find the office: as set, else where it was last opened on this machine."""
    if settings.PUBLIC_URL or not ADDRESS.exists():
        return str(settings.PUBLIC_URL)
    return ADDRESS.read_text().strip()
