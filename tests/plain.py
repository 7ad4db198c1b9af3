"""Settings with which the site runs in tests."""

from __future__ import annotations

from typing import Any

from django.conf import settings


def plain() -> dict[str, Any]:
    """No hashed static files, quick passwords, background work done at once, and nothing is backed up: nor is
    anybody told on a desk that the backups of their own office are old.
    """
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    return {
        "STORAGES": {**settings.STORAGES, "staticfiles": static},
        "WHITENOISE_AUTOREFRESH": True,
        "WHITENOISE_USE_FINDERS": True,
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "TASKS": {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}},
        "BACK_UP": False,
    }
