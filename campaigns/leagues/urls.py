"""Addresses of a club's leagues: founding one, its home and what everybody looks at."""

from django.urls import path

from campaigns.leagues import organise_views
from campaigns.leagues import rules_views as league_rules
from campaigns.leagues import views as league
from campaigns.leagues import wizard_views as leagues
from campaigns.leagues.organising import views as organisers

urlpatterns = [
    path("clubs/<slug:slug>/", leagues.show_club_leagues, name="club"),
    path("clubs/<slug:slug>/leagues/new/", leagues.new_league, name="new_league"),
    path("clubs/<slug:slug>/leagues/new/plays/", leagues.new_league_plays, name="new_league_plays"),
    path("clubs/<slug:slug>/leagues/new/length/", leagues.new_league_length, name="new_league_length"),
    path("clubs/<slug:slug>/leagues/new/rules/", leagues.new_league_rules, name="new_league_rules"),
    path("l/<int:pk>/", league.show_league, name="league"),
    path("l/<int:pk>/board/", league.show_league_screen, name="board"),
    path("l/<int:pk>/chronicle/", league.chronicle, name="chronicle"),
    path("l/<int:pk>/rules/", league_rules.rules, name="rules"),
    path("l/<int:pk>/rules/<slug:rule_id>/", league_rules.show_rule, name="rule"),
    path("l/<int:pk>/help/", league_rules.evening, name="help"),
    path("first-evening/<slug:who>/", league_rules.first_evening, name="first_evening"),
    path("l/<int:pk>/settings/", league_rules.change_settings, name="settings"),
    path("l/<int:pk>/organisers/", organisers.league_organisers, name="league_organisers"),
    path("l/<int:pk>/desk/", organise_views.show_organise_page, name="desk"),
    path("l/<int:pk>/desk/unplayed/", organise_views.unplayed, name="unplayed"),
    path("l/<int:pk>/desk/remind/", organise_views.remind, name="remind"),
]
