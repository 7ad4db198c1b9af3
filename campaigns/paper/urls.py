"""Addresses of what is printed."""

from django.urls import path

from campaigns.paper import views

urlpatterns = [
    path("l/<int:pk>/print/", views.print_league, name="print_league"),
    path("l/<int:pk>/print/<int:number>/", views.league_print, name="league_print"),
    path("l/<int:pk>/print/<int:number>/league.pdf", views.league_pdf, name="league_pdf"),
]
