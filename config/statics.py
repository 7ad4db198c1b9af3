"""Static files with hashed names, compressed ahead where it pays: our own and htmx, not the admin's.

Compressing every file of every library took most of the first start.
"""

from collections.abc import Iterable, Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage

SELDOM_FETCHED = ("admin/", "rest_framework/")
NEVER_FETCHED = ["rest_framework", "*.md", "*.txt", "admin/js/vendor/select2/i18n", "admin/js/vendor/xregexp"]


class CollectedFiles(CompressedManifestStaticFilesStorage):
    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        hashed = set(self.hashed_files.values())
        wanted = [path for path in paths if path in hashed and not path.startswith(SELDOM_FETCHED)]
        yield from super().compress_files(wanted)
