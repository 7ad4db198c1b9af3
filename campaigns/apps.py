"""Tells Django about the `campaigns` package, opens every game's plug-in so that a wrong one stops the start,
and makes the languages ready.
"""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaigns.engine.plugins import plugins
        from campaigns.people import devices  # noqa: F401 - hears who signs out
        from campaigns.shell.reading import ids  # noqa: F401 - `<id:…>` in addresses
        from config.languages import make_ready

        make_ready()
        plugins()
