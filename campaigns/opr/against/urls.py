"""Addresses of a league's games against the app."""

from django.urls import path

from campaigns.opr.against import views

urlpatterns = [
    path("l/<int:pk>/m/<id:key>/solo/", views.show_app_mission, name="mission_solo"),
    path("l/<int:pk>/against/", views.against, name="against"),
    path("l/<int:pk>/against/<int:number>/report/", views.send_solo_report, name="solo_report"),
]
