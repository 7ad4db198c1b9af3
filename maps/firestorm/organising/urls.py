"""Addresses of the organiser's page."""

from __future__ import annotations

from django.urls import URLPattern, path

from maps.firestorm.organising import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/organise/", views.organise, name="organise"),
    path("l/<int:pk>/firestorm/organise/<slug:act>/", views.act_as_organiser, name="organise_do"),
]
