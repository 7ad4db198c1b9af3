"""The languages the office speaks.

A translator edits `locale/<language>/LC_MESSAGES/django.po`; Django reads the `.mo` beside it. Whoever starts
first after a change makes that one, with polib, so that neither a club nor a container needs GNU gettext.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"
log = logging.getLogger(__name__)


def make_ready(locale: Path = LOCALE) -> list[str]:
    """Make every `.mo` that does not belong to its `.po` as it is now; the languages that were made.

    Two processes may do so at once: each writes a file of its own and puts it in place whole.
    """
    made = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target, changed = source.with_suffix(".mo"), source.stat().st_mtime_ns
        if target.exists() and target.stat().st_mtime_ns == changed:
            continue
        try:
            _make(source, target, changed)
        except OSError as error:
            log.warning("%s cannot be written (%s); its texts may be out of date.", target, error.strerror)
        else:
            made.append(source.parts[-3])
    return made


def _make(source: Path, target: Path, changed: int) -> None:
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(fresh))
    os.utime(fresh, ns=(changed, changed))
    fresh.replace(target)
