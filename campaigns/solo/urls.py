"""Addresses of games against the app."""

from django.urls import path

from campaigns.solo import club_views as solo_club
from campaigns.solo.table import unit_views as solo_more
from campaigns.solo.table import views as solo

urlpatterns = [
    path("clubs/<slug:slug>/solo/", solo_club.club_solo_games, name="solo_games"),
    path("clubs/<slug:slug>/solo/lists/", solo_club.list_collection, name="solo_lists"),
    path("l/<int:pk>/solo/", solo.play_table, name="solo"),
    path("l/<int:pk>/solo/units/", solo_more.units, name="solo_units"),
    path("l/<int:pk>/solo/units/<id:key>/", solo_more.play_unit, name="solo_unit"),
    path("l/<int:pk>/solo/settings/", solo_more.change_solo_settings, name="solo_settings"),
    path("l/<int:pk>/solo/log/", solo_more.log, name="solo_log"),
]
