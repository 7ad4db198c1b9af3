"""Addresses of the pages in `campaigns`; each folder keeps its own list."""

from importlib import import_module

from django.urls import URLPattern, URLResolver

FOLDERS = (
    "beginning",
    "leagues.mine",
    "leagues.umpire",
    "leagues.requests",
    "leagues",
    "nights",
    "notices",
    "corrections",
    "paper",
    "opr.table",
    "opr.warbands",
    "opr.teams",
    "opr.statistics",
    "opr.against",
    "opr.past",
    "opr.paper",
    "solo",
    "shell.acts",
    "shell.questions",
    "shell.look",
)

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
    one for folder in FOLDERS for one in import_module(f"campaigns.{folder}.urls").urlpatterns
]
