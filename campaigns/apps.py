"""Tells Django about the `campaigns` package and how the state of its games is kept."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"

    def ready(self) -> None:
        from campaigns.opr.registering import register_games

        register_games()
