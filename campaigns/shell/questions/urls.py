"""Addresses of the dialogue page."""

from django.urls import path

from campaigns.shell.questions import views as dialogues

urlpatterns = [path("l/<int:pk>/d/<slug:slot>/", dialogues.show_dialogue, name="dialogue")]
