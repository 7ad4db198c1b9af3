"""Addresses of a faction's room."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from maps.firestorm.room import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/firestorm/room/", views.room, name="room"),
    path("l/<int:pk>/firestorm/room/note/", views.write_note, name="write_note"),
    path("l/<int:pk>/firestorm/room/note/away/", views.remove_note, name="take_note"),
    path("l/<int:pk>/firestorm/room/objective/", views.claim_or_show_objective, name="claim_objective"),
]
