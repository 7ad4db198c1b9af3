"""Tells Django about the `maps` package: maps themselves, and the games that are played on one."""

from django.apps import AppConfig


class MapsConfig(AppConfig):
    name = "maps"
    verbose_name = "Maps"
