"""Addresses of a faction's orders."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from maps.firestorm.orders import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/firestorm/orders/", views.write_orders, name="orders"),
    path("l/<int:pk>/firestorm/orders/change/", views.change_orders, name="change_orders"),
    path("l/<int:pk>/firestorm/orders/broken/<id:faction>/", views.broken, name="broken"),
]
