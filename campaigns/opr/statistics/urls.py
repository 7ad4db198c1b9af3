"""Addresses of a league's honours, and of how everybody stood."""

from django.urls import path

from campaigns.opr.statistics import views as stats

urlpatterns = [
    path("l/<int:pk>/honours/", stats.honours, name="honours"),
    path("l/<int:pk>/m/<id:key>/standings/", stats.show_standings_after, name="standings_after"),
]
