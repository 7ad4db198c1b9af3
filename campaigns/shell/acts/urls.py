"""The address of a ready-made home's forms."""

from django.urls import path

from campaigns.shell.acts import views

urlpatterns = [path("l/<int:pk>/begin/<slug:act>/", views.begin_home_act, name="begin")]
