"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import health

handler500 = "config.unwell.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("health", health, name="health"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("campaigns.urls_api")),
    path("", include("campaigns.urls_people")),
    path("accounts/", include("allauth.urls")),
    path("", include("campaigns.urls")),
    path("", include("maps.urls")),
]
