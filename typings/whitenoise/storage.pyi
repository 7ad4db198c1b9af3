"""The storage of collected files, as far as ours changes it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage

class CompressedManifestStaticFilesStorage(StaticFilesStorage):
    """In truth of Django's storage with a manifest, whose types leave open what `post_process` is sent."""

    hashed_files: dict[str, str]
    def url(self, name: str | None, force: bool = False) -> str: ...
    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, object]]: ...
    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]: ...
