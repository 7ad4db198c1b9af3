"""What a faction owes first carries the brass, also where it is asked twice before it is done."""

from __future__ import annotations

from types import SimpleNamespace

from django.template.loader import render_to_string

from maps.firestorm.battles.afterwards.duties import Duty
from maps.ground.taps import MapTap


def test_a_banner_too_many_is_owed_in_brass() -> None:
    taps = [
        MapTap("remove_banner", f"Remove {one}", (), "One too many.", "x-lg", sure="Gone for good.")
        for one in ("Red Column", "Long Column")
    ]
    duties = [Duty(one, "", owed=True) for one in taps]
    scope = SimpleNamespace(pk=1)
    page = render_to_string(
        "maps/firestorm/battles/_duties.html", {"duties": duties, "scope": scope, "settles": True}
    )
    assert page.count("is-brass") == 1
    assert page.index("is-brass") < page.index("Remove Red Column") < page.index("Remove Long Column")
