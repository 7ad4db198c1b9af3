"""A backup's file: its parts, the manifest that lists them, and which of many files stay.

The manifest comes first and lists each other part with its hash: a file that was cut or changed is found out.
Files from before there was one are whole when they end as an archive ends.
"""

import hashlib
import json
import re
import tarfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

SUFFIX = ".musterroll"
MANIFEST, TABLES, DUMP, KEY = "manifest.json", "tables.json", "database.dump", "secret-key"
NEEDED = (TABLES, DUMP)
OURS = re.compile(r"(\d{8}-\d{6})(-\d{6})?" + re.escape(SUFFIX))  # other names are a club's own copies
KEPT, KEPT_WEEKS = 10, 8
END_OF_ARCHIVE = bytes(2 * tarfile.BLOCKSIZE)


class BackupError(Exception):
    """Why a backup was not made or not restored, as a sentence."""


@dataclass(frozen=True)
class Manifest:
    """What stands in a backup: the release its tables are of, the migrations it was made before, its parts.

    All of it is empty for a file from before there were manifests.
    """

    release: str = ""
    waiting: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)  # name → SHA-256


# --- one file --------------------------------------------------------------------------------------


def pack(parts: Path, release: str, waiting: Iterable[str]) -> Path:
    """One file of the parts that lie in a folder, made beside them."""
    there = [name for name in (TABLES, DUMP, KEY) if (parts / name).exists()]
    manifest = Manifest(release, tuple(waiting), {name: _hash(parts / name) for name in there})
    (parts / MANIFEST).write_text(json.dumps(asdict(manifest)))
    draft = parts / "whole"
    with tarfile.open(draft, "w") as whole:
        for name in (MANIFEST, *there):
            whole.add(parts / name, name)
    draft.chmod(0o600)
    return draft


def unpack(file: Path, into: Path) -> None:
    """Lay a backup's parts out in a folder, or say why it is none, or not whole any more."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    manifest = _read(file)
    try:
        with tarfile.open(file, "r:") as whole:
            for name in (TABLES, DUMP, KEY):
                with suppress(KeyError):
                    whole.extract(name, into, filter="data")
    except (tarfile.TarError, OSError) as error:
        raise _damaged(file, "it cannot be read to its end") from error
    for name in manifest.parts or NEEDED:
        part = into / name
        if not part.is_file():
            raise _damaged(file, f"its part {name} is missing")
        if manifest.parts and _hash(part) != manifest.parts[name]:
            raise _damaged(file, f"its part {name} is not what was backed up")


def manifest_of(file: Path) -> Manifest:
    """What a backup says of itself; nothing when it cannot be read."""
    try:
        return _read(file)
    except BackupError:
        return Manifest()


def is_whole(file: Path) -> bool:
    """Whether every part is there as it was backed up."""
    try:
        parts = _read(file).parts
        with tarfile.open(file, "r:") as whole:
            names = set(whole.getnames())
            return names >= {*(parts or NEEDED)} and all(
                _hash_of(whole, name) == parts[name] for name in parts
            )
    except (BackupError, tarfile.TarError, OSError):
        return False


def tables_of(file: Path) -> bytes:
    """What a backup says of its tables."""
    try:
        with tarfile.open(file, "r:") as whole:
            content = whole.extractfile(TABLES)
            return b"" if content is None else content.read()
    except (KeyError, tarfile.TarError, OSError) as error:
        raise _damaged(file, f"its part {TABLES} is missing") from error


def _read(file: Path) -> Manifest:
    try:
        with tarfile.open(file, "r:") as whole:
            first = whole.next()
            if first is None:
                raise BackupError(f"{file} is not a backup of Musterroll's: it is empty.")
            if first.name != MANIFEST:
                _refuse_cut(file)
                return Manifest()
            written = whole.extractfile(first)
            return _manifest(file, written.read() if written else b"")
    except (tarfile.TarError, OSError) as error:
        raise BackupError(f"{file} is not a backup of Musterroll's, or it is damaged.") from error


def _manifest(file: Path, written: bytes) -> Manifest:
    try:
        found = json.loads(written)
        parts = {str(name): str(sha) for name, sha in found["parts"].items()}
        made = Manifest(str(found["release"]), tuple(map(str, found["waiting"])), parts)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _damaged(file, "its list of parts cannot be read") from error
    if not {*NEEDED} <= parts.keys() <= {TABLES, DUMP, KEY}:
        raise _damaged(file, "its list of parts cannot be right")
    return made


def _refuse_cut(file: Path) -> None:
    """An archive that is cut between two parts reads like a whole one, but for its end."""
    with file.open("rb") as whole:
        size = whole.seek(0, 2)
        whole.seek(max(0, size - len(END_OF_ARCHIVE)))
        if size % tarfile.RECORDSIZE or whole.read() != END_OF_ARCHIVE:
            raise _damaged(file, "its end is missing")


def _damaged(file: Path, how: str) -> BackupError:
    return BackupError(f"{file} is damaged: {how}. Take another backup; nothing was changed.")


def _hash(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _hash_of(whole: tarfile.TarFile, name: str) -> str:
    content = whole.extractfile(name)
    return "" if content is None else hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]


# --- many files ------------------------------------------------------------------------------------


def ours(directory: Path) -> list[Path]:
    """The backups that were made here, newest first."""
    found = (file for file in directory.glob(f"*{SUFFIX}") if OURS.fullmatch(file.name))
    return sorted(found, key=lambda file: file.name, reverse=True)


def newest_backup(directory: Path) -> Path | None:
    return next(iter(ours(directory)), None)


def newest_whole(directory: Path) -> Path | None:
    return next(filter(is_whole, ours(directory)), None)


def made_at(file: Path) -> datetime:
    """When a backup of ours was made, by its name: a copy has another date."""
    found = OURS.fullmatch(file.name)
    assert found is not None
    return datetime.strptime(found[1], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)


def prune_backups(directory: Path) -> None:
    """Forget all but ten newest, one a week for eight weeks, one a release, and the newest that is whole."""
    files = ours(directory)
    stay = {*_worth_keeping(files)}
    if whole := newest_whole(directory):
        stay.add(whole)
    for old in files:
        if old not in stay:
            old.unlink()


def _worth_keeping(files: Iterable[Path]) -> Iterable[Path]:
    """Of those made for the same waiting migrations the newest counts: an upgrade that fails makes many."""
    upgrades, releases, weeks = set[tuple[str, ...]](), set[str](), set[str]()
    recent = 0
    for file in files:
        manifest, week = manifest_of(file), f"{made_at(file):%G-%V}"
        if manifest.waiting in upgrades:
            continue
        upgrades |= {manifest.waiting} if manifest.waiting else set()
        recent += 1
        is_first_of_week = week not in weeks and len(weeks) < KEPT_WEEKS
        weeks |= {week} if is_first_of_week else set()
        if recent <= KEPT or is_first_of_week or manifest.release not in releases:
            yield file
        releases.add(manifest.release)
