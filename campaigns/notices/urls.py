"""Addresses of the inbox."""

from django.urls import path

from campaigns.notices import views

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("inbox/read/", views.read_all, name="inbox_read"),
    path("inbox/<int:pk>/", views.notice, name="notice"),
]
