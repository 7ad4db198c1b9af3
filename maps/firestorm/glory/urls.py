"""Addresses of standings and audits."""

from django.urls import URLPattern, path

from maps.firestorm.glory import views

urlpatterns: list[URLPattern] = [
    path("l/<int:pk>/firestorm/standings/", views.show_glory, name="standings"),
    path("l/<int:pk>/firestorm/standings/<id:faction>/", views.show_audit, name="audit"),
]
