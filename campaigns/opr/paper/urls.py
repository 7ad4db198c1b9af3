"""Addresses of what is printed of warbands."""

from django.urls import path

from campaigns.opr.paper import views

urlpatterns = [
    path("l/<int:pk>/w/<id:key>/sheet.pdf", views.sheet, name="sheet"),
    path("l/<int:pk>/w/<id:key>/cards.pdf", views.cards, name="cards"),
    path("l/<int:pk>/report.pdf", views.report_form, name="report_form"),
]
