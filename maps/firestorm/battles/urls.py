"""Addresses of battles, sieges and what follows them."""

from __future__ import annotations

from django.urls import URLPattern, path

from maps.firestorm.battles import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/battles/<id:battle>/", views.show_firestorm_battle, name="battle"),
    path("l/<int:pk>/firestorm/battles/<id:battle>/do/<slug:act>/", views.act_on_battle, name="battle_do"),
    path("l/<int:pk>/firestorm/battles/<id:battle>/sudden-death/", views.reckon, name="battle_reckon"),
    path(
        "l/<int:pk>/firestorm/battles/<id:battle>/<slug:card>.pdf",
        views.print_battle_card,
        name="battle_paper",
    ),
    path("l/<int:pk>/firestorm/fortress.pdf", views.fortress, name="fortress"),
    path("l/<int:pk>/firestorm/aftermath/", views.show_aftermath, name="aftermath"),
    path("l/<int:pk>/firestorm/aftermath/<slug:act>/", views.take_aftermath_step, name="settle"),
]
