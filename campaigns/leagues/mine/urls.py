"""The address of the first page."""

from django.urls import path

from campaigns.leagues.mine import views

urlpatterns = [
    path("", views.home, name="home"),
]
