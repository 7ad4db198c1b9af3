"""Addresses of the teams of a league."""

from django.urls import path

from campaigns.opr.teams import views as teams

urlpatterns = [path("l/<int:pk>/teams/", teams.show_teams, name="teams")]
