"""Tells Django about the `maps` package; all else lives in its modules."""

from django.apps import AppConfig


class MapsConfig(AppConfig):
    name = "maps"
    verbose_name = "Maps"
