"""Addresses of battles, sieges and what follows them."""

from __future__ import annotations

from django.urls import URLPattern, path

from maps.firestorm.battles import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/battles/<id:battle>/", views.battle, name="battle"),
    path("l/<int:pk>/firestorm/battles/<id:battle>/do/<slug:act>/", views.do, name="battle_do"),
    path("l/<int:pk>/firestorm/battles/<id:battle>/sudden-death/", views.reckon, name="battle_reckon"),
    path("l/<int:pk>/firestorm/battles/<id:battle>/<slug:card>.pdf", views.paper, name="battle_paper"),
    path("l/<int:pk>/firestorm/fortress.pdf", views.fortress, name="fortress"),
    path("l/<int:pk>/firestorm/aftermath/", views.after, name="aftermath"),
    path("l/<int:pk>/firestorm/aftermath/<slug:act>/", views.settle, name="settle"),
]
