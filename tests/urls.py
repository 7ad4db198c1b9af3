"""Every address of the site, and those of the sixth game."""

from django.urls import include, path

from config import urls

handler404, handler500 = urls.handler404, urls.handler500
urlpatterns = [*urls.urlpatterns, path("", include("tests.coin.urls"))]
