"""The address of the parts page."""

from django.urls import URLPattern, path

from campaigns.shell.look.views import parts

urlpatterns: list[URLPattern] = [path("parts/", parts, name="parts")]
