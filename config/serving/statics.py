"""Static files with hashed names, compressed ahead where it pays: our own and htmx, not the admin's.

Our styles and scripts are sent without what stands in them for their readers only.

Compressing every file of every library took most of the first start.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import rcssmin
import rjsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("css/", "js/")
SHORTENED = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
SELDOM_FETCHED = ("admin/", "rest_framework/")
NEVER_FETCHED = ["rest_framework", "*.md", "*.txt", "admin/js/vendor/select2/i18n", "admin/js/vendor/xregexp"]


def shortened(file: Path) -> str:
    text: str = SHORTENED[file.suffix](file.read_text())
    return text


class CollectedFiles(CompressedManifestStaticFilesStorage):
    @cached_property
    def _urls(self) -> dict[str, str]:
        return {}

    def url(self, name: str | None, force: bool = False) -> str:
        """The address, worked out once: collected files do not change while a process lives."""
        if name is None or force:
            return super().url(name, force)
        if name not in self._urls:
            self._urls[name] = super().url(name)
        return self._urls[name]

    def post_process(
        self, paths: dict[str, object], dry_run: bool = False, **options: object
    ) -> Iterator[tuple[str, str | None, object]]:
        """Shorten what has been collected of ours, and go on with that."""
        ours = [name for name in paths if name.startswith(OURS) and Path(name).suffix in SHORTENED]
        for name in () if dry_run else ours:
            file = Path(self.path(name))
            file.write_text(shortened(file))
        yield from super().post_process(paths | {name: (self, name) for name in ours}, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        hashed = set(self.hashed_files.values())
        wanted = [path for path in paths if path in hashed and not path.startswith(SELDOM_FETCHED)]
        yield from super().compress_files(wanted)
