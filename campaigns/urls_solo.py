"""Addresses of games against the app."""

from django.urls import path

from campaigns.views import solo, solo_club, solo_mission

urlpatterns = [
    path("clubs/<slug:slug>/solo/", solo_club.games, name="solo_games"),
    path("clubs/<slug:slug>/solo/lists/", solo_club.lists, name="solo_lists"),
    path("l/<int:pk>/solo/", solo.table, name="solo"),
    path("l/<int:pk>/solo/units/", solo.units, name="solo_units"),
    path("l/<int:pk>/solo/units/<str:key>/", solo.unit, name="solo_unit"),
    path("l/<int:pk>/solo/settings/", solo.settings, name="solo_settings"),
    path("l/<int:pk>/solo/log/", solo.log, name="solo_log"),
    path("l/<int:pk>/m/<str:key>/solo/", solo_mission.mission, name="mission_solo"),
]
