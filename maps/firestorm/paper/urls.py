"""Addresses of a Firestorm league on paper."""

from django.urls import URLPattern, path

from maps.firestorm.paper import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/print/", views.index, name="print"),
    path("l/<int:pk>/firestorm/print/map/", views.sheet_of_map, name="print_map"),
    path("l/<int:pk>/firestorm/print/orders/", views.slips, name="print_orders"),
    path("l/<int:pk>/firestorm/print/factions/<id:faction>/", views.faction_pdf, name="print_faction"),
]
