"""Tells Django about the `config` package: the checks of an installation."""

from django.apps import AppConfig


class InstallationConfig(AppConfig):
    name = "config"
    verbose_name = "Installation"

    def ready(self) -> None:
        from config.database import checks  # noqa: F401 - registers them
