"""Addresses of what the organiser keeps: decks of cards, advancement charts, claims of objectives."""

from django.urls import URLPattern, path

from maps.firestorm.cards import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/cards/", views.show_cards, name="cards"),
    path("l/<int:pk>/firestorm/cards/claims/", views.judge, name="judge"),
    path("l/<int:pk>/firestorm/cards/<slug:deck>/", views.edit_deck, name="deck"),
]
