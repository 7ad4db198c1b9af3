"""Tells Django about the `config` package: the checks of an installation."""

from django.apps import AppConfig


class InstallationConfig(AppConfig):
    name = "config"
    verbose_name = "Installation"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from config.database import checks  # noqa: F401 - registers them
        from config.processes import outages

        connection_created.connect(outages.note_connection, dispatch_uid="outages")
