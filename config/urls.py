"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.serving.health import health

# One door for passwords, which counts the wrong ones for all processes and machines.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth says

handler404 = "campaigns.people.lost.not_found"
handler500 = "config.serving.unwell.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("health", health, name="health"),
    path("", include("campaigns.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("campaigns.api.urls")),
    path("", include("campaigns.people.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("maps.urls")),
    path("", include("maps.firestorm.urls")),
]
