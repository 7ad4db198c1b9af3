"""Tells Django about the `campaigns` package, and opens every game's desk so that a wrong one stops the
start.
"""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaigns.engine.desk import desks

        desks()
