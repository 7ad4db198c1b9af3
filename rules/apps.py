"""Tells Django about the `rules` package; all else lives in its modules."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Rulebooks"
