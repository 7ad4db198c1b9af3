"""Addresses of a club's leagues: founding one, its home and what everybody looks at."""

from django.urls import path

from campaigns.views import league, leagues

urlpatterns = [
    path("clubs/<slug:slug>/", leagues.club, name="club"),
    path("clubs/<slug:slug>/leagues/new/", leagues.new_league, name="new_league"),
    path("clubs/<slug:slug>/leagues/new/length/", leagues.new_league_length, name="new_league_length"),
    path("clubs/<slug:slug>/leagues/new/rules/", leagues.new_league_rules, name="new_league_rules"),
    path("l/<int:pk>/", league.league, name="league"),
    path("l/<int:pk>/missions/", league.missions, name="missions"),
    path("l/<int:pk>/chronicle/", league.chronicle, name="chronicle"),
]
