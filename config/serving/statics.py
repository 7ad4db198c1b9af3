"""Static files with hashed names, compressed ahead where it pays: our own and htmx, not the admin's.

Our styles and scripts are sent without what stands in them for their readers only. While an upgrade reaches
one machine after the other, a page of one version asks another for files that only the first has.

Compressing every file of every library took most of the first start.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

import rcssmin
import rjsmin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("css/", "js/")
SHORTENED = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
SELDOM_FETCHED = ("admin/", "rest_framework/")
OF_A_VERSION = re.compile(r"(?P<stem>.+)\.[0-9a-f]{12}(?P<suffix>\.[a-z0-9]+)")
NEVER_FETCHED = ["rest_framework", "*.md", "*.txt", "admin/js/vendor/select2/i18n", "admin/js/vendor/xregexp"]


def minified(file: Path) -> str:
    text: str = SHORTENED[file.suffix](file.read_text())
    return text


class StaticFiles(WhiteNoiseMiddleware):
    """Files by their names; those with another version's hash by our own of that name, kept by nobody."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        name = OF_A_VERSION.fullmatch(request.path_info)
        if name is None or self.autorefresh or request.path_info in self.files:
            return super().__call__(request)
        ours = self.files.get(name["stem"] + name["suffix"])
        if ours is None:
            return super().__call__(request)
        answer = self.serve(ours, request)
        answer["Cache-Control"] = "no-store"
        return answer


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
            file.write_text(minified(file))
        yield from super().post_process(paths | {name: (self, name) for name in ours}, dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        hashed = set(self.hashed_files.values())
        wanted = [path for path in paths if path in hashed and not path.startswith(SELDOM_FETCHED)]
        yield from super().compress_files(wanted)
