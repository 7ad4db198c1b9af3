"""Addresses of the pages in `maps`."""

from django.urls import URLPattern, URLResolver

app_name = "maps"
urlpatterns: list[URLPattern | URLResolver] = []
