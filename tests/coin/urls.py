"""Addresses of a coin-tossing league."""

from django.urls import path

from tests.coin import views

app_name = "coin"
urlpatterns = [path("l/<int:pk>/coin/<slug:act>/", views.do, name="do")]
