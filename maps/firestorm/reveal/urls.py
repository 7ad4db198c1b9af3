"""Addresses of the reveals."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from maps.firestorm.reveal import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/firestorm/reveal/", views.latest, name="reveal_now"),
    path("l/<int:pk>/firestorm/reveal/<int:turn>/", views.show_reveal, name="reveal"),
]
