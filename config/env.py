"""Reading settings from the environment: typed, and a bad value stops the start with one sentence.

Values come from the process environment or from a `.env` file beside `manage.py`
(the environment wins). What the settings mean is `settings.py`'s business.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, cast
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

MAIL_PATIENCE = 20  # seconds for each word of the mail server
ROOT = Path(__file__).resolve().parent.parent
_env = environ.Env()
environ.Env.read_env(ROOT / ".env")


def text(name: str, default: str = "") -> str:
    """What was set; left empty counts as not set, since compose hands on what nobody set that way."""
    return cast(str, _env.str(name, default="")).strip() or default


def yes(name: str, *, default: bool) -> bool:
    value = text(name)
    if value == "":
        return default
    if value.lower() in {"1", "true", "yes", "on"}:
        return True
    if value.lower() in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}.")


def integer_setting(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    value = text(name) or str(default)
    if not value.lstrip("-").isdigit() or not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {value!r}.")
    return int(value)


def choice_setting(name: str, allowed: tuple[str, ...]) -> str:
    """The value, or the first allowed one when nothing was set."""
    value = text(name) or allowed[0]
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def comma_list(name: str) -> list[str]:
    """A list written with commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def web_address(name: str) -> str:
    """A web address like `https://muster.example.org`, without a slash at its end; empty when not set."""
    value = text(name).rstrip("/")
    if value and not value.startswith(("http://", "https://")):
        raise ImproperlyConfigured(f"{name} must start with http:// or https://, not {value!r}.")
    return value


def path(name: str, default: Path) -> Path:
    value = text(name)
    return Path(value).expanduser().resolve() if value else default


class DatabaseAddress(TypedDict, total=False):
    """Where a database is, as Django is told."""

    ENGINE: str
    NAME: str
    USER: str
    PASSWORD: str
    HOST: str
    PORT: str | int
    CONN_MAX_AGE: int
    OPTIONS: dict[str, object]


def database_address(name: str) -> DatabaseAddress | None:
    """Django's settings for the PostgreSQL at the address in `name`; None when not set."""
    if not text(name):
        return None
    found = _parsed(name, lambda: dict(_env.db_url(name)))
    if found.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"{name} must start with postgres://; Musterroll needs PostgreSQL.")
    return cast(DatabaseAddress, found)


def mail(name: str) -> dict[str, object]:
    """Django's mailer for an address like `smtp+tls://user:password@host:587`; the console when not set."""
    if not text(name):
        return {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
    found = _parsed(name, lambda: dict(_env.email_url(name)))
    names = {"HOST": "host", "PORT": "port", "HOST_USER": "username", "HOST_PASSWORD": "password"}
    names |= {"USE_TLS": "use_tls", "USE_SSL": "use_ssl"}
    options = {option: found[f"EMAIL_{key}"] for key, option in names.items() if found.get(f"EMAIL_{key}")}
    if "host" in options:
        options["timeout"] = MAIL_PATIENCE
    return {"BACKEND": found["EMAIL_BACKEND"], "OPTIONS": options}


def _parsed(name: str, read: Callable[[], dict[str, object]]) -> dict[str, object]:
    try:
        return read()
    except (ValueError, KeyError, ImproperlyConfigured) as error:
        raise ImproperlyConfigured(f"{name} is not an address Musterroll understands.") from error


def host_of(url: str) -> list[str]:
    """The host of a web address as a list, for joining; empty for an empty address."""
    host = urlsplit(url).hostname
    return [host] if host else []
