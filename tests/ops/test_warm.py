"""A process that has started has everything ready that its first page needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import engines

from campaigns.engine.stored.store import registrations
from config.serving import warm


def test_every_template_of_ours_is_compiled_before_the_first_page() -> None:
    warm.up()
    engine: Any = engines["django"]
    (loader,) = engine.engine.template_loaders
    compiled = {one.name for one in loader.get_template_cache.values() if hasattr(one, "name")}
    root = Path(settings.ROOT / "templates")
    names = {str(file.relative_to(root)) for file in root.rglob("*.html")}
    assert len(names) > 100
    assert not names - compiled


def test_rows_have_their_adapters_and_queries() -> None:
    warm.up()
    for registration in registrations().values():
        assert {"_select", "_select_since"} <= registration.__dict__.keys()
        assert all({"entities", "json"} <= table.__dict__.keys() for table in registration.tables.values())
