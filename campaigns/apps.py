"""Tells Django about the `campaigns` package; all else lives in its modules."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = "Campaigns"
