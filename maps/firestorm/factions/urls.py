"""Addresses of the factions' own pages."""

from django.urls import URLPattern, path

from maps.firestorm.factions import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/factions/<id:faction>/", views.show_faction, name="faction"),
    path("l/<int:pk>/firestorm/factions/<id:faction>/<slug:act>/", views.act_on_faction, name="army"),
]
