"""Addresses of the pages in `campaigns`; each group of pages keeps its own list."""

from django.urls import URLPattern, URLResolver

from campaigns import (
    urls_corrections,
    urls_dialogues,
    urls_leagues,
    urls_parts,
    urls_solo,
    urls_stats,
    urls_table,
    urls_warbands,
)

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
    *urls_corrections.urlpatterns,
    *urls_dialogues.urlpatterns,
    *urls_leagues.urlpatterns,
    *urls_parts.urlpatterns,
    *urls_solo.urlpatterns,
    *urls_stats.urlpatterns,
    *urls_table.urlpatterns,
    *urls_warbands.urlpatterns,
]
