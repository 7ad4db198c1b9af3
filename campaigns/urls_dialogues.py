"""Addresses of the dialogue page."""

from django.urls import path

from campaigns.views import dialogues

urlpatterns = [path("l/<int:pk>/d/<slug:slot>/", dialogues.dialogue, name="dialogue")]
