"""The addresses of the first page and of what its buttons do."""

from django.urls import path

from campaigns.leagues.mine import views

urlpatterns = [
    path("", views.my_home, name="home"),
    path("leagues/", views.my_leagues, name="my_leagues"),
    path("play/", views.choose_league, {"what": "play"}, name="play"),
    path("played/", views.choose_league, {"what": "played"}, name="played"),
    path("l/<int:pk>/not-for-me/", views.not_for_me, name="not_for_me"),
]
