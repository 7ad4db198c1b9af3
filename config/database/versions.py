"""Another version of PostgreSQL after an upgrade: its files stay, what is in them comes over by a backup.

Where the package still has the programs of before, they make that backup now. Otherwise the one made at the
last stop has everything; where that is missing, somebody is asked before the club goes behind its last write.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import psycopg

from config.database import backup_files, backups, pgprocess
from config.database.backup_files import BackupError
from config.database.embedded import Cluster, EmbeddedError
from config.database.files import MAJOR
from config.database.server import Server, Tell

NOTHING_IS_LOST = (
    "To lose nothing, go back to the version of Musterroll from before this upgrade, type `make backup`, "
    "and upgrade again."
)


def set_aside_old_version(
    cluster: Cluster, directory: Path, key: Path, tell: Tell, ask: Callable[[str], str] = input
) -> None:
    """Before a start: keep files of another version aside, unless somebody would rather not."""
    version = cluster.other_version()
    if not version or cluster.is_up():
        return
    tell(f"The database's files belong to PostgreSQL {version}, and this is {MAJOR}.")
    if not (_backed_up_by_its_own(cluster, version, directory, key, tell) or _has_all(cluster, directory)):
        _agreed(cluster, directory, tell, ask)
    cluster.keep_aside()


def final_backup(cluster: Cluster, directory: Path, key: Path, tell: Tell) -> str:
    """Before the server stops: the name of a backup with all that was written, made now if need be."""
    if cluster.left_behind() or not cluster.is_up():
        return ""
    try:
        held = backups.up_to_date(directory, Server.of(cluster.django_settings()), key, tell)
    except (BackupError, psycopg.Error) as error:
        tell(f"No backup was made at the end: {error}")
        return ""
    return held.name if held else ""


def _backed_up_by_its_own(cluster: Cluster, version: str, directory: Path, key: Path, tell: Tell) -> bool:
    install = pgprocess.of_version(version)
    if install is None:
        return False
    tell("Backing them up with the programs of that version …")
    try:
        with cluster.served_by(install):
            backups.make(directory, Server.of(cluster.django_settings()), key, lambda _: None)
    except (EmbeddedError, BackupError, psycopg.Error) as error:
        tell(f"That went wrong: {error}")
        return False
    return True


def _has_all(cluster: Cluster, directory: Path) -> bool:
    last = backup_files.newest_whole(directory)
    return last is not None and last.name == cluster.backed_up()


def _agreed(cluster: Cluster, directory: Path, tell: Tell, ask: Callable[[str], str]) -> None:
    last = backup_files.newest_whole(directory)
    if last is None:
        tell("There is no backup of them, so the club would start empty.")
    else:
        behind = max(cluster.written_at() - backup_files.made_at(last), timedelta(minutes=1))
        tell(
            f"The last backup, {last.name}, was made {_length(behind)} before they were written last: "
            "what came later would be missing."
        )
    tell(f"The files themselves stay in any case. {NOTHING_IS_LOST}")
    try:
        answer = ask("Type yes to go on without that: ")
    except EOFError:
        why = "Nobody is here to ask. To go on without that, type: echo yes | make run"
        raise EmbeddedError(why) from None
    if answer.strip().lower() != "yes":
        raise EmbeddedError("Nothing was changed.")


def _length(time: timedelta) -> str:
    """Days, hours or minutes, as one would say it."""
    for unit, length in (("day", timedelta(days=1)), ("hour", timedelta(hours=1))):
        if time >= 2 * length:
            return f"{time // length} {unit}s"
    minutes = time // timedelta(minutes=1)
    return f"{minutes} minutes" if minutes > 1 else "a minute"
