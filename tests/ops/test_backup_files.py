"""A backup's file is whole or refused, and a thousand of them never push the good ones out."""

import json
import tarfile
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.database import backup_files
from config.database.backup_files import (
    DUMP,
    KEPT,
    KEPT_WEEKS,
    KEY,
    MANIFEST,
    SUFFIX,
    TABLES,
    BackupError,
)

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
WHOLE = (TABLES, DUMP, KEY)


def made(directory: Path, at: datetime, release: str = "1", waiting: Sequence[str] = ()) -> Path:
    """A backup as one is made, of no database."""
    parts = directory / "parts"
    parts.mkdir(exist_ok=True)
    for name in WHOLE:
        (parts / name).write_text(f"{name} of {at}")
    return backup_files.pack(parts, release, waiting).rename(directory / f"{at:%Y%m%d-%H%M%S-%f}{SUFFIX}")


def of_before(directory: Path, *names: str) -> Path:
    """A backup as it was before there were manifests."""
    file = directory / f"20260101-120000{SUFFIX}"
    with tarfile.open(file, "w") as whole:
        for name in names:
            (directory / name).write_text(name)
            whole.add(directory / name, name)
    return file


def without(file: Path, *names: str) -> None:
    """Make the file anew without some of its parts."""
    parts = file.parent / "again"
    with tarfile.open(file) as whole:
        there = [name for name in whole.getnames() if name not in names]
        whole.extractall(parts, filter="data")
    with tarfile.open(file, "w") as whole:
        for name in there:
            whole.add(parts / name, name)


def cut_behind(file: Path, part: str) -> None:
    """What a copy that broke off leaves, when it broke off between two parts."""
    with tarfile.open(file) as whole:
        member = whole.getmember(part)
        end = member.offset_data + -(-member.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
    with file.open("r+b") as cut:
        cut.truncate(end)


def told(file: Path) -> str:
    with pytest.raises(BackupError) as refused:
        backup_files.unpack(file, Path(tempfile.mkdtemp(dir=file.parent)))
    return str(refused.value)


def test_a_whole_file_comes_apart_as_it_was(tmp_path: Path) -> None:
    file, into = made(tmp_path, NOON), tmp_path / "into"
    backup_files.unpack(file, into)
    assert {name: (into / name).read_text() for name in WHOLE} == {
        name: f"{name} of {NOON}" for name in WHOLE
    }
    assert backup_files.is_whole(file)


@pytest.mark.parametrize("missing", WHOLE)
def test_a_part_that_is_missing_is_named(tmp_path: Path, missing: str) -> None:
    file = made(tmp_path, NOON)
    without(file, missing)
    assert f"its part {missing} is missing" in told(file)
    assert not backup_files.is_whole(file)


def test_a_file_cut_behind_its_dump_is_refused(tmp_path: Path) -> None:
    for file in (made(tmp_path, NOON), of_before(tmp_path, *WHOLE)):
        assert backup_files.is_whole(file)
        cut_behind(file, DUMP)
        assert "is damaged" in told(file)
        assert not backup_files.is_whole(file)


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    whole = made(tmp_path, NOON).read_bytes()
    for left in range(0, len(whole) - tarfile.RECORDSIZE // 2, tarfile.BLOCKSIZE // 2):
        file = tmp_path / f"cut{SUFFIX}"
        file.write_bytes(whole[:left])
        if left < whole.rindex(f"{KEY} of {NOON}".encode()):
            assert not backup_files.is_whole(file), left
            told(file)


@pytest.mark.parametrize("part", WHOLE)
def test_a_part_that_was_changed_is_named(tmp_path: Path, part: str) -> None:
    file = made(tmp_path, NOON)
    content = file.read_bytes()
    file.write_bytes(content.replace(f"{part} of 2026".encode(), f"{part} of 1026".encode()))
    assert f"its part {part} is not what was backed up" in told(file)
    assert not backup_files.is_whole(file)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "[]",
        "[" * 9999,
        '{"release": "1", "waiting": [], "parts": 3}',
        '{"release": "1", "waiting": [], "parts": {}}',
        '{"release": "1", "waiting": 1, "parts": {}}',
        json.dumps({"release": "1", "waiting": [], "parts": {TABLES: "", DUMP: "", "../evil": ""}}),
    ],
)
def test_a_list_of_parts_nobody_reads_is_told(tmp_path: Path, written: str) -> None:
    file, parts = made(tmp_path, NOON), tmp_path / "parts"
    (parts / MANIFEST).write_text(written)
    with tarfile.open(file, "w") as whole:
        for name in (MANIFEST, *WHOLE):
            whole.add(parts / name, name)
    assert "its list of parts cannot be" in told(file)


def test_a_file_from_before_there_were_lists_is_read(tmp_path: Path) -> None:
    file = of_before(tmp_path, TABLES, DUMP)
    backup_files.unpack(file, tmp_path / "into")
    assert (tmp_path / "into" / DUMP).read_text() == DUMP
    assert not (tmp_path / "into" / KEY).exists()
    assert "database.dump is missing" in told(of_before(tmp_path, TABLES))


# --- which stay ---


def left_of(directory: Path) -> list[Path]:
    backup_files.prune_backups(directory)
    return backup_files.ours(directory)


def test_the_newest_ten_stay_and_one_of_each_of_eight_weeks(tmp_path: Path) -> None:
    files = [made(tmp_path, NOON - timedelta(days=day)) for day in range(100)]
    left = left_of(tmp_path)
    assert left[:KEPT] == files[:KEPT]
    weeks = [backup_files.made_at(file).isocalendar()[:2] for file in left]
    assert len(set(weeks)) == KEPT_WEEKS
    assert len(left) == KEPT + KEPT_WEEKS - len(set(weeks[:KEPT]))
    assert left_of(tmp_path) == left


def test_one_of_every_release_stays(tmp_path: Path) -> None:
    old = [made(tmp_path, NOON - timedelta(days=400 + day), release="old") for day in range(3)]
    very_old = made(tmp_path, NOON - timedelta(days=800), release="very old")
    for day in range(90):
        made(tmp_path, NOON - timedelta(days=day), release="new")
    left = left_of(tmp_path)
    assert left[-2:] == [old[0], very_old]
    assert old[1] not in left


def test_an_upgrade_that_fails_and_fails_pushes_nothing_out(tmp_path: Path) -> None:
    good = [made(tmp_path, NOON - timedelta(days=day)) for day in range(KEPT - 1)]
    for second in range(1, 50):
        made(tmp_path, NOON + timedelta(seconds=second), waiting=["maps.0011_more"])
    assert left_of(tmp_path)[1:] == good


def test_the_newest_that_is_whole_stays_behind_any_number_that_are_not(tmp_path: Path) -> None:
    whole = made(tmp_path, NOON)
    for minute in range(1, 2 * KEPT):
        without(made(tmp_path, NOON + timedelta(minutes=minute)), DUMP)
    assert left_of(tmp_path)[-1] == whole


def test_a_club_s_own_copies_are_neither_the_newest_nor_forgotten(tmp_path: Path) -> None:
    own = made(tmp_path, NOON).rename(tmp_path / f"moved{SUFFIX}")
    files = [made(tmp_path, NOON + timedelta(minutes=minute)) for minute in range(KEPT + 3)]
    assert backup_files.newest_backup(tmp_path) == files[-1]
    left_of(tmp_path)
    assert own.exists()
