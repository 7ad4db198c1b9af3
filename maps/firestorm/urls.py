"""Addresses of a Firestorm league; each folder of pages gives its own."""

from django.urls import URLPattern, URLResolver, path

from maps.firestorm import views
from maps.firestorm.battles import urls as battles
from maps.firestorm.building import urls as building
from maps.firestorm.cards import urls as cards
from maps.firestorm.factions import urls as factions
from maps.firestorm.glory import urls as glory
from maps.firestorm.orders import urls as orders
from maps.firestorm.organising import urls as organising
from maps.firestorm.paper import urls as paper
from maps.firestorm.reveal import urls as reveal
from maps.firestorm.room import urls as room

app_name = "firestorm"
urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/firestorm/", views.show_factions_map, name="map"),
    path("l/<int:pk>/firestorm/do/<slug:act>/", views.act_in_league, name="do"),
    path("l/<int:pk>/firestorm/found/", views.create_faction, name="found"),
    path("l/<int:pk>/firestorm/join/", views.join_faction, name="join"),
    path("l/<int:pk>/firestorm/lay/", views.choose_factions_map, name="lay"),
    path("l/<int:pk>/firestorm/map.json", views.export_firestorm_map, name="export"),
    *battles.urlpatterns,
    *building.urlpatterns,
    *cards.urlpatterns,
    *factions.urlpatterns,
    *glory.urlpatterns,
    *orders.urlpatterns,
    *organising.urlpatterns,
    *paper.urlpatterns,
    *reveal.urlpatterns,
    *room.urlpatterns,
]
