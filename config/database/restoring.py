"""Restoring a backup: all of it in one transaction, compared table by table, or nothing."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from config.database.backup_files import DUMP, KEY, TABLES, BackupError, unpack
from config.database.server import Fingerprints, Server, Tell, plainly, run_program, written_fingerprints

OLDEST = 16  # the oldest version of PostgreSQL a backup is restored to

# What a backup still meant to send has long been sent: nothing leaves until an organiser says so.
HUSH = """
DO $hush$ BEGIN
    IF EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'public'
               AND table_name = 'campaigns_club' AND column_name = 'silent_since')
    THEN UPDATE public.campaigns_club SET silent_since = now(); END IF;
END $hush$;
"""


def restore_backup(file: Path, server: Server, key: Path, tell: Tell) -> None:
    """Put the database back as it was in `file`; on any trouble it stays as it is."""
    with plainly(f"{file} was not restored"), TemporaryDirectory(prefix="musterroll-restore-") as work:
        parts = Path(work)
        unpack(file, parts)
        _refuse_too_old(server)
        expected = written_fingerprints(file, (parts / TABLES).read_bytes())
        script = parts / "script.sql"
        run_program(
            ["pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(parts / DUMP)], server
        )
        (parts / "check.sql").write_text(_check(expected))
        _fill(parts, server, tell, len(expected))
        if (parts / KEY).exists():
            _put_key(parts / KEY, key)


def _refuse_too_old(server: Server) -> None:
    with server.connect() as connection:
        version = connection.info.server_version // 10_000
    if version < OLDEST:
        raise BackupError(
            f"The server is PostgreSQL {version}, and a backup is restored to {OLDEST} or newer. "
            "Nothing was changed."
        )


def _check(expected: Fingerprints) -> str:
    """A script that fails, and so undoes the restore, when a table differs from what was backed up."""
    lines = ["SET LOCAL search_path = public;"]
    for table, (rows, content) in expected.items():
        name = table.replace('"', '""')
        found = (
            f"count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM \"{name}\" t"
        )
        quoted = table.replace("'", "''").replace("%", "%%")
        said = f"table {quoted} differs"
        lines.append(
            f"DO $check$ BEGIN IF (SELECT {found}) <> '{rows} {content}' "
            f"THEN RAISE EXCEPTION '{said}'; END IF; RAISE WARNING 'compared {quoted}'; END $check$;"
        )
    return "\n".join(lines)


def _fill(parts: Path, server: Server, tell: Tell, tables: int) -> None:
    """One transaction: empty, fill, compare. Whoever looks meanwhile sees the old state or the new one."""
    (parts / "empty.sql").write_text(
        "SET LOCAL lock_timeout = '60s'; SET LOCAL client_min_messages = warning;\n"
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
    )
    _leave_out(parts / "script.sql", "CREATE SCHEMA public;", "SET transaction_timeout = 0;")
    (parts / "hush.sql").write_text(HUSH)
    command = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    command += [f"--file={parts / name}" for name in ("empty.sql", "script.sql", "check.sql", "hush.sql")]
    run_program(command, server, tell, r"compared (\S+)$", tables)


def _leave_out(script: Path, *statements: str) -> None:
    """Take lines out of a script's head: what is done already, and what servers before 17 do not know."""
    text = script.read_text()
    for statement in statements:
        text = text.replace(f"\n{statement}\n", "\n", 1)
    script.write_text(text)


def _put_key(restored: Path, key: Path) -> None:
    if key.exists() and key.read_text() == restored.read_text():
        return
    key.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
    if key.exists():
        key.rename(key.with_name(f"{key.name}-before-{datetime.now(UTC):%Y%m%d-%H%M%S}"))
    restored.chmod(0o600)
    shutil.copy(restored, key)
