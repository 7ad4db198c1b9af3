"""The addresses of the first page and of what its buttons do."""

from django.urls import path

from campaigns.leagues.mine import views

urlpatterns = [
    path("", views.home, name="home"),
    path("leagues/", views.leagues, name="my_leagues"),
    path("play/", views.choose, {"what": "play"}, name="play"),
    path("played/", views.choose, {"what": "played"}, name="played"),
    path("l/<int:pk>/not-for-me/", views.not_for_me, name="not_for_me"),
]
