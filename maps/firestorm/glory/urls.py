"""Addresses of standings and audits."""

from django.urls import URLPattern, path

from maps.firestorm.glory import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/standings/", views.standings, name="standings"),
    path("l/<int:pk>/firestorm/standings/<id:faction>/", views.audit, name="audit"),
]
