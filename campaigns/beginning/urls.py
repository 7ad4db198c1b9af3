"""Addresses of a club's beginning."""

from django.urls import path

from campaigns.beginning import views

urlpatterns = [
    path("start/", views.first_questions, name="start"),
    path("clubs/<slug:slug>/demo/delete/", views.delete_demo, name="delete_demo"),
]
