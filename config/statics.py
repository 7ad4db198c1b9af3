"""Static files with hashed names, compressed ahead where it pays: our own and htmx, not the admin's.

Compressing every file of every library took most of the first start.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

SELDOM_FETCHED = ("admin/", "rest_framework/")
NEVER_FETCHED = ["rest_framework", "*.md", "*.txt", "admin/js/vendor/select2/i18n", "admin/js/vendor/xregexp"]


class CollectedFiles(CompressedManifestStaticFilesStorage):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """The address, worked out once: collected files do not change while a process lives."""
        if name is None or force:
            return super().url(name, force)
        if name not in self._urls:
            self._urls[name] = super().url(name)
        return self._urls[name]

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        hashed = set(self.hashed_files.values())
        wanted = [path for path in paths if path in hashed and not path.startswith(SELDOM_FETCHED)]
        yield from super().compress_files(wanted)
