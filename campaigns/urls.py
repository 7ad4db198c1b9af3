"""Addresses of the pages in `campaigns`; each folder keeps its own list."""

from importlib import import_module

from django.urls import URLPattern, URLResolver

# An address is looked for from the first to the last: what is asked for at a table comes first.
FOLDERS = (
    "opr.table",
    "leagues.umpire",
    "leagues",
    "shell.questions",
    "beginning",
    "leagues.mine",
    "leagues.requests",
    "nights",
    "notices",
    "corrections",
    "paper",
    "opr.warbands",
    "opr.teams",
    "opr.statistics",
    "opr.against",
    "opr.past",
    "opr.paper",
    "solo",
    "shell.acts",
    "shell.look",
)

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
    one for folder in FOLDERS for one in import_module(f"campaigns.{folder}.urls").urlpatterns
]
