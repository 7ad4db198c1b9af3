"""The installation's secret key: made once, kept in a file only its owner may read."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def kept_in(file: Path) -> str:
    """The key in `file`, which is made when missing. Several processes may ask at once."""
    try:
        if not file.exists():
            _make(file)
        return file.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key in {file} cannot be read or made ({error.strerror}). "
            "Set MUSTERROLL_SECRET_KEY, or MUSTERROLL_DATA to a directory that can be written."
        ) from error


def _make(file: Path) -> None:
    file.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(50))
    try:
        os.link(draft, file)  # the first process wins, whole
    except FileExistsError:
        pass
    finally:
        draft.unlink()
