"""Time zones as people type them: "Europe/Berlin", "berlin" or "New York"; the unknown is asked back."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path
from zoneinfo import available_timezones


@cache
def zone_names() -> tuple[str, ...]:
    """Every zone named by a place, and the bare UTC."""
    return ("UTC", *sorted(zone for zone in available_timezones() if "/" in zone))


@cache
def proposed() -> tuple[str, ...]:
    """Those somebody may choose from a list."""
    return tuple(zone for zone in zone_names() if not _is_old(zone))


@cache
def local_zone() -> str:
    """The zone this computer goes by; of a server, or where it does not say, UTC."""
    _before, _sep, zone = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return zone if zone in proposed() else "UTC"


def zone_label(zone: str) -> str:
    return zone.replace("_", " ")


def matching_zone(typed: str) -> str | None:
    """The zone somebody means: by its whole name, or by its city when only one zone has it."""
    wanted = _plain(typed)
    by_city = [
        zone for zone in zone_names() if _plain(zone).rpartition("/")[2] == wanted and not _is_old(zone)
    ]
    exact = [zone for zone in zone_names() if _plain(zone) == wanted]
    return exact[0] if exact else by_city[0] if len(by_city) == 1 else None


def similar(typed: str) -> list[str]:
    """Up to three zones whose name or city looks like what was typed."""
    names = {_plain(zone): zone for zone in zone_names() if not _is_old(zone)}
    names |= {name.rpartition("/")[2]: zone for name, zone in names.items()}
    return list(dict.fromkeys(names[name] for name in get_close_matches(_plain(typed), names, n=3)))


def _plain(name: str) -> str:
    return "_".join(name.strip().casefold().split())


def _is_old(zone: str) -> bool:
    """Names kept for old machines (US/Eastern, Etc/GMT+1): still understood, never proposed."""
    return zone.partition("/")[0] in ("US", "Etc", "Brazil", "Canada", "Chile", "Mexico")
