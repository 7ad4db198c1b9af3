"""Addresses of the Build phase."""

from django.urls import URLPattern, path

from maps.firestorm.building import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/build/", views.show_shop, name="shop"),
    path("l/<int:pk>/firestorm/build/<slug:act>/", views.buy_for_faction, name="buy"),
]
