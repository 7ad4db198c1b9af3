"""Addresses of the pages in `maps`."""

from django.urls import URLPattern, URLResolver, path

from maps.views import play

app_name = "maps"
urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/map/", play.map_view, name="map"),
    path("l/<int:pk>/map/do/<slug:act>/", play.do, name="do"),
    path("l/<int:pk>/map/enlist/", play.enlist, name="enlist"),
    path("l/<int:pk>/map/lay/", play.lay, name="lay"),
]
