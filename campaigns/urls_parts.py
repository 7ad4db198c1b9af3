"""The address of the parts page."""

from django.urls import URLPattern, path

from campaigns.views.parts import parts

urlpatterns: list[URLPattern] = [path("parts/", parts, name="parts")]
