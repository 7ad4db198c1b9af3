"""Addresses of requests in a league."""

from django.urls import path

from campaigns.leagues.requests import views

urlpatterns = [path("l/<int:pk>/requests/<int:number>/", views.request, name="request")]
