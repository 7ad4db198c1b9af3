"""Addresses of a faction's room."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from maps.firestorm.room import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/firestorm/room/", views.room, name="room"),
    path("l/<int:pk>/firestorm/room/note/", views.write, name="write_note"),
    path("l/<int:pk>/firestorm/room/note/away/", views.take_away, name="take_note"),
    path("l/<int:pk>/firestorm/room/objective/", views.claim, name="claim_objective"),
]
